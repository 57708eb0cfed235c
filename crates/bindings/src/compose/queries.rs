//! Queries for resources that are used as producers. The injector of a node runs them.

use super::Composer;
use crate::generated::bindings as b;
use crate::sources::Place;

/// A query of resources.
#[derive(Debug)]
pub(crate) struct Query {
    /// The query as an expression: `Type[?? test]`.
    pub(crate) program: u32,
    /// The function that selects the result.
    pub(crate) select: Option<u32>,
    /// Whether the result must be one resource, whose parameters are used.
    pub(crate) is_single: bool,
    pub(crate) place: Place,
}

impl Composer {
    /// Prepares a query. With `is_single`, its result must be one resource, and not a list.
    pub(super) fn query(&mut self, query: &b::QueryProducer, is_single: bool) -> Query {
        let place = self.place(query.file.as_deref(), query.line, query.column);
        let select = query.select_result.as_ref();
        let select = select.map(|lambda| self.function(lambda, &["the resources that match"]));
        let test = query.query.as_deref().map_or(String::new(), |test| format!(" {test}"));
        // The parser accepts a query only after a type, so the text is extended to `Type[?? …]`.
        let program = self.program(&format!("{}[??{test}]", query.resource_type), place);
        Query { program, select, is_single, place }
    }
}
