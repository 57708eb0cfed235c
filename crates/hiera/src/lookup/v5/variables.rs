//! The variables of a node, as Puppet's interpolation sees them.
//!
//! `::name` and `name` are one variable. A scope that has no variable `facts` is the hash of facts itself.

use crate::store::{TextKey, Value};

/// The variables of a node, and perhaps one more.
#[derive(Debug)]
pub(super) struct Variables<'h> {
    scope: &'h Value,
    /// The variables that the server sets; those of the node take precedence.
    server: &'h Value,
    /// The variable of an element of mapped_paths.
    local: Option<(&'h str, Value)>,
}

impl<'h> Variables<'h> {
    pub(super) fn new(scope: &'h Value, server: &'h Value) -> Self {
        Self { scope, server, local: None }
    }

    /// Sets the variable of an element, and returns the previous one.
    pub(super) fn set_local(&mut self, local: Option<(&'h str, Value)>) -> Option<(&'h str, Value)> {
        std::mem::replace(&mut self.local, local)
    }

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
    // In Puppet's code, variables with numbers are matches of regular expressions, which no node has.
    if plain.bytes().all(|c| c.is_ascii_digit()) {
        return None;
    }
    let prefixed = || variables.get(&TextKey(&format!("::{plain}")));
    let found = variables.get(&TextKey(plain)).or_else(prefixed);
    found.or_else(|| (plain == "facts").then_some(scope))
}

/// The value of a variable or of a part of it, by its name with plain segments; a name with dots may be that of a
/// variable of the scope itself.
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
