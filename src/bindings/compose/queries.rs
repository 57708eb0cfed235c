//! Queries of resources, read from their texts. They are run by the injector of a node.

use super::Composer;
use crate::bindings::sources::Place;
use crate::generated::bindings as b;
use modelwright_language::evaluate::Value;
use modelwright_language::language::expression::{Binary, Unary};
use modelwright_language::language::{self, Node, NodeKind, ProducerForm};
use modelwright_metamodel::diagnostic::{Source, codes};

/// A query of resources.
#[derive(Debug)]
pub(crate) struct Query {
    pub(crate) resource_type: Box<str>,
    pub(crate) test: Option<QueryTest>,
    /// The function that selects the result.
    pub(crate) select: Option<u32>,
    /// Whether the result is one resource, whose parameters are used.
    pub(crate) is_single: bool,
    pub(crate) place: Place,
}

/// What a resource must satisfy.
#[derive(Debug)]
pub(crate) enum QueryTest {
    And(Box<(QueryTest, QueryTest)>),
    Or(Box<(QueryTest, QueryTest)>),
    Not(Box<QueryTest>),
    Compare(Box<str>, Binary, QueryValue),
}

/// A value that a query compares with.
#[derive(Debug)]
pub(crate) enum QueryValue {
    Constant(Value),
    Program(u32),
}

impl Composer {
    /// Prepares a query.
    pub(super) fn query(&mut self, query: &b::QueryProducer, is_single: bool) -> Query {
        let place = self.place(query.file.as_deref(), query.line, query.column);
        let select = query.select_result.as_ref();
        let select = select.map(|lambda| self.function(lambda, &["the resources that match"]));
        let test = query.query.as_deref().and_then(|text| self.query_test(text, place));
        let resource_type = query.resource_type.trim_start_matches("::");
        self.composition.queried.insert(resource_type.to_lowercase());
        Query { resource_type: resource_type.into(), test, select, is_single, place }
    }

    fn query_test(&mut self, text: &str, place: Place) -> Option<QueryTest> {
        // The operators of queries are only known inside of one.
        const BEFORE: &str = "bindings query { bind 'x' to T[?? ";
        let around = Source::new("query", format!("{BEFORE}{text}\n] }}"));
        let (tree, problems) = language::syntax_tree(&around);
        let end = BEFORE.len() + text.trim_end().len();
        let is_all = |node: &Node<'_>| node.kind().is_expression() && node.range().end == end;
        let mut queries = tree.nodes().filter(|node| node.kind() == NodeKind::Producer(ProducerForm::Query));
        let test = queries.next().and_then(|query| query.children().find(is_all));
        match test.filter(|_| !problems.has_errors()) {
            Some(test) => self.test_of(test, place),
            None => {
                self.invalid(&format!("`{text}` is not a query"), place);
                None
            }
        }
    }

    fn invalid(&mut self, message: &str, place: Place) {
        let help = "write comparisons such as `owner == 'root'`, joined by `and` and `or`";
        self.error_with_help(codes::BINDINGS_FORM, message, &[(place, "")], help);
    }

    fn test_of(&mut self, node: Node<'_>, place: Place) -> Option<QueryTest> {
        let mut parts = node.children().filter(|child| child.kind().is_expression());
        match node.kind() {
            NodeKind::Parenthesized => self.test_of(parts.next()?, place),
            NodeKind::Unary(Unary::Not) => {
                Some(QueryTest::Not(Box::new(self.test_of(parts.next()?, place)?)))
            }
            NodeKind::Binary(operator @ (Binary::And | Binary::Or)) => {
                let (left, right) = (parts.next()?, parts.next()?);
                let both = Box::new((self.test_of(left, place)?, self.test_of(right, place)?));
                Some(if operator == Binary::And { QueryTest::And(both) } else { QueryTest::Or(both) })
            }
            NodeKind::Binary(
                operator @ (Binary::Equal
                | Binary::NotEqual
                | Binary::Less
                | Binary::LessOrEqual
                | Binary::Greater
                | Binary::GreaterOrEqual
                | Binary::Match
                | Binary::NoMatch),
            ) => {
                let (left, right) = (parts.next()?, parts.next()?);
                let name = match left.kind() {
                    NodeKind::Name => left.text().to_owned(),
                    _ => match left.string() {
                        Some(name) => name,
                        None => {
                            let message = format!("a query compares parameters, found `{}`", left.text());
                            self.invalid(&message, place);
                            return None;
                        }
                    },
                };
                let value = match right.kind() {
                    NodeKind::Name => QueryValue::Constant(Value::string(right.text())),
                    _ => QueryValue::Program(self.program(right.text(), place)),
                };
                Some(QueryTest::Compare(name.into(), operator, value))
            }
            _ => {
                self.invalid(&format!("a query cannot contain `{}`", node.text()), place);
                None
            }
        }
    }
}
