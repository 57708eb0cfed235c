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
    /// The test that the resources must satisfy; `None` for all resources of the type.
    pub test: Option<QueryTest>,
}

/// A test that a resource must satisfy.
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
pub(super) fn check(
    expressions: &Expressions,
    resource_type: ExprId,
    test: Option<ExprId>,
) -> Result<(), Box<Failure>> {
    if !matches!(expressions[resource_type], Expr::TypeName(_) | Expr::Name(_)) {
        return Err(invalid(expressions, "a query must name a type of resources, not", resource_type));
    }
    let mut pending: Vec<ExprId> = test.into_iter().collect();
    while let Some(id) = pending.pop() {
        match expressions[id] {
            Expr::Parenthesized(inner) | Expr::Unary { operator: Unary::Not, operand: inner } => {
                pending.push(inner);
            }
            Expr::Binary { operator: Binary::And | Binary::Or, left, right } => pending.extend([left, right]),
            Expr::Binary { operator, left, .. } if is_comparison(operator) => {
                if parameter(expressions, left).is_none() {
                    return Err(invalid(expressions, "a query must compare parameters, not", left));
                }
            }
            _ => return Err(invalid(expressions, "a query cannot contain", id)),
        }
    }
    Ok(())
}

/// The problem of an invalid query: a message that ends with the text of an expression.
fn invalid(expressions: &Expressions, message: &str, id: ExprId) -> Box<Failure> {
    let expression_text = expressions.source().text().get(expressions.span(id)).unwrap_or_default();
    let mut failure = Failure::new(format!("{message} `{expression_text}`"));
    failure.help = Some("write comparisons such as `owner == 'root'`, joined by `and` and `or`");
    // Without this position, the problem would be shown at the complete query.
    failure.at = Some(id);
    failure
}

/// Whether an operator compares two values.
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

/// The name of the parameter that is compared; `None` if the expression is not a name.
pub(super) fn parameter(expressions: &Expressions, id: ExprId) -> Option<&str> {
    match expressions[id] {
        Expr::Name(name) | Expr::String(name) => Some(expressions.text(name)),
        _ => None,
    }
}
