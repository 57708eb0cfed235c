//! The data that parameters and `lookup` get: Hiera's answers for the variables of the node.
//!
//! Invariant: as in Puppet, data sees the variables of the top scope and of the node's, as they are at that time.

use super::Builder;
use super::state::TOP;
use modelwright_evaluation::evaluate::{HostError, Value};
use modelwright_hiera::lookup::{Query, Resolution};
use modelwright_hiera::store::{self, from_evaluated, to_evaluated};
use std::cell::RefCell;
use std::rc::Rc;

/// The numbers of variables of the top scope and of that of the node.
type Stamp = (usize, usize);

/// The variables that data sees, until others are set.
#[derive(Debug, Default)]
pub(super) struct LookupScope {
    known: RefCell<Option<(Stamp, Rc<store::Value>)>>,
}

impl Builder<'_> {
    /// The value that data binds to a key.
    pub(crate) fn data(&self, key: &str, merge: Option<&Value>) -> Result<Option<Value>, HostError> {
        let resolution = match merge {
            None => Resolution::Priority,
            Some(merge) => Resolution::from_value(&from_evaluated(merge)).map_err(HostError::new)?,
        };
        self.data_by(key, &resolution)
    }

    /// The value that data binds to a key, by a strategy.
    pub(crate) fn data_by(&self, key: &str, resolution: &Resolution) -> Result<Option<Value>, HostError> {
        let Some(hierarchy) = &self.environment.hierarchy else { return Ok(None) };
        let scope = self.lookup_scope();
        let query = Query { resolution, ..Query::new(key, &scope) };
        let answer = hierarchy.lookup(&query);
        let answer =
            answer.map_err(|error| HostError::new(format!("the lookup of `{key}` fails: {error}")))?;
        Ok(answer.map(|answer| to_evaluated(&answer.to_value())))
    }

    /// The file and line of the value that data binds to a key, if the environment records such places. Of merged values
    /// the highest level has the place.
    pub(super) fn data_place(&self, key: &str, value: &Value) -> Option<(String, i64)> {
        let hierarchy =
            self.environment.hierarchy.as_ref().filter(|_| self.environment.records_data_places)?;
        let scope = self.lookup_scope();
        let account = hierarchy.account(&Query::new(key, &scope));
        // Variables that were set after the value was bound may lead to another one, which has another place.
        let is_same =
            account.answer.ok().flatten().is_some_and(|found| found.to_value() == from_evaluated(value));
        let origin = account.contributions.first().filter(|_| is_same)?.origin;
        let file = self.environment.absolute(hierarchy.file_name(origin.file));
        Some((file, i64::from(origin.place.line)))
    }

    fn lookup_scope(&self) -> Rc<store::Value> {
        let state = self.state.borrow();
        let node = state.scopes.iter().take(8).position(|scope| scope.is_node);
        let top = &state.scope(TOP).variables;
        let inner = node.map(|node| &state.scopes[node].variables);
        let stamp = (top.len(), inner.map_or(0, |inner| inner.len() + 1));
        if let Some((known, scope)) = &*self.lookup_scope.known.borrow()
            && *known == stamp
        {
            return Rc::clone(scope);
        }
        let mut variables = store::Hash::default();
        for (number, value) in top.iter().chain(inner.into_iter().flatten()) {
            let name = self.environment.text(*number);
            variables.insert(store::Value::text(&*name), from_evaluated(value));
        }
        let scope = Rc::new(store::Value::Hash(variables));
        *self.lookup_scope.known.borrow_mut() = Some((stamp, Rc::clone(&scope)));
        scope
    }
}
