//! Queries of resources: `Type[?? test]`, with the values of their operands.
//!
//! A test consists of comparisons with the parameters of a resource, combined by `and`, `or` and `!`. This module does
//! not know resources: the host answers queries.

use super::Value;
use super::failure::Failure;
use crate::language::expression::{Binary, Expr, ExprId, Expressions, Unary};

/// A query, with the values of its operands.
#[derive(Debug, Clone)]
pub struct ResourceQuery {
    /// The type of the resources, without leading colons.
    pub resource_type: Box<str>,
    /// What they must satisfy.
    pub test: Option<QueryTest>,
}

/// What a resource must satisfy.
#[derive(Debug, Clone)]
pub enum QueryTest {
    /// Both tests.
    And(Box<(QueryTest, QueryTest)>),
    /// One test or both.
    Or(Box<(QueryTest, QueryTest)>),
    /// Not the test.
    Not(Box<QueryTest>),
    /// A comparison of a parameter, by its name, with a value.
    Compare(Box<str>, Binary, Value),
}

/// Reports an expression that is not a valid query.
pub(super) fn check(all: &Expressions, on: ExprId, test: Option<ExprId>) -> Result<(), Box<Failure>> {
    if !matches!(all[on], Expr::TypeName(_) | Expr::Name(_)) {
        return Err(invalid(all, "a query names a type of resources, found", on));
    }
    let mut open: Vec<ExprId> = test.into_iter().collect();
    while let Some(id) = open.pop() {
        match all[id] {
            Expr::Parenthesized(inner) | Expr::Unary { operator: Unary::Not, operand: inner } => {
                open.push(inner);
            }
            Expr::Binary { operator: Binary::And | Binary::Or, left, right } => open.extend([left, right]),
            Expr::Binary { operator, left, .. } if is_comparison(operator) => {
                if parameter(all, left).is_none() {
                    return Err(invalid(all, "a query compares parameters, found", left));
                }
            }
            _ => return Err(invalid(all, "a query cannot contain", id)),
        }
    }
    Ok(())
}

fn invalid(all: &Expressions, what: &str, id: ExprId) -> Box<Failure> {
    let text = all.source().text().get(all.span(id)).unwrap_or_default();
    let mut failure = Failure::new(format!("{what} `{text}`"));
    failure.help = Some("write comparisons such as `owner == 'root'`, joined by `and` and `or`");
    // Without this, the problem would be shown at the complete query.
    failure.at = Some(id);
    failure
}

fn is_comparison(operator: Binary) -> bool {
    use Binary as B;
    matches!(
        operator,
        B::Equal
            | B::NotEqual
            | B::Less
            | B::LessOrEqual
            | B::Greater
            | B::GreaterOrEqual
            | B::Match
            | B::NoMatch
    )
}

/// The name of the parameter that is compared.
pub(super) fn parameter(all: &Expressions, id: ExprId) -> Option<&str> {
    match all[id] {
        Expr::Name(name) | Expr::String(name) => Some(all.text(name)),
        _ => None,
    }
}
