//! The variables of a node, as interpolations in Puppet see them.
//!
//! `::name` and `name` are the same variable. If a scope has no variable `facts`, this name means the hash of all its
//! variables.

use crate::store::{TextKey, Value};

/// The variables of a node and of the server, and the one that `mapped_paths` sets.
#[derive(Debug)]
pub(super) struct Variables<'h> {
    scope: &'h Value,
    /// The variables that the server sets; those of the node take precedence.
    server: &'h Value,
    /// The name and the value of the variable that `mapped_paths` sets for each element.
    local: Option<(&'h str, Value)>,
}

impl<'h> Variables<'h> {
    pub(super) fn new(scope: &'h Value, server: &'h Value) -> Self {
        Self { scope, server, local: None }
    }

    /// Sets the variable of `mapped_paths`, and returns the previous one.
    pub(super) fn set_local(&mut self, local: Option<(&'h str, Value)>) -> Option<(&'h str, Value)> {
        std::mem::replace(&mut self.local, local)
    }

    /// The value of a variable by its complete name.
    pub(super) fn get(&self, name: &str) -> Option<&Value> {
        if let Some((local, value)) = &self.local
            && *local == name
        {
            return Some(value);
        }
        scope_variable(self.scope, name).or_else(|| self.server.get(name.strip_prefix("::").unwrap_or(name)))
    }
}

/// The value of a variable in a scope.
pub(super) fn scope_variable<'s>(scope: &'s Value, name: &str) -> Option<&'s Value> {
    let plain = name.strip_prefix("::").unwrap_or(name);
    let Value::Hash(variables) = scope else { return None };
    // In Puppet's code, numbers are the names of the groups of a regular expression; a node has no such variables.
    if plain.bytes().all(|c| c.is_ascii_digit()) {
        return None;
    }
    let prefixed = || variables.get(&TextKey(&format!("::{plain}")));
    let found = variables.get(&TextKey(plain)).or_else(prefixed);
    found.or_else(|| (plain == "facts").then_some(scope))
}

/// The value of a variable or of a part of it. The name has only plain segments. It may also be the name of a variable
/// that contains dots.
pub(in crate::lookup) fn scope_value<'s>(scope: &'s Value, name: &str) -> Option<&'s Value> {
    let mut segments = name.split('.');
    let Some(mut value) = segments.next().and_then(|root| scope_variable(scope, root)) else {
        return scope.get(name);
    };
    for segment in segments {
        value = match value {
            Value::Array(items) => items.get(segment.parse::<usize>().ok()?)?,
            value => value.get(segment)?,
        };
    }
    Some(value)
}
