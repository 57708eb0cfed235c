//! The variables of a node, as interpolations in Puppet see them.
//!
//! `::name` and `name` are the same variable, unless a scope has both. If a scope has no variable `facts`, this name
//! means the hash of all its variables.

use crate::store::{TextKey, Value};
use std::cell::RefCell;

/// The variables of a node and of the server, and the one that `mapped_paths` sets.
#[derive(Debug)]
pub(super) struct Variables<'h> {
    scope: &'h Value,
    /// The variables that the server sets; those of the node take precedence.
    server: &'h Value,
    /// The name and the value of the variable that `mapped_paths` sets for each element.
    local: Option<(&'h str, Value)>,
    /// The names that were read and that no variable has, if they are recorded.
    missing: Option<RefCell<Vec<String>>>,
}

impl<'h> Variables<'h> {
    pub(super) fn new(scope: &'h Value, server: &'h Value) -> Self {
        Self { scope, server, local: None, missing: None }
    }

    /// Sets the variable of `mapped_paths`, and returns the previous one.
    pub(super) fn set_local(&mut self, local: Option<(&'h str, Value)>) -> Option<(&'h str, Value)> {
        std::mem::replace(&mut self.local, local)
    }

    /// Records the names that no variable has.
    pub(super) fn record_missing(&mut self) {
        self.missing = Some(RefCell::default());
    }

    /// The names that were recorded, each once, in the order in which they were first read.
    pub(super) fn into_missing(self) -> Vec<String> {
        self.missing.map(RefCell::into_inner).unwrap_or_default()
    }

    /// The value of a variable that a text names. If missing variables are recorded, the name of a missing one is added
    /// to them.
    pub(super) fn read(&self, name: &str) -> Option<&Value> {
        let value = self.get(name);
        let is_missing = match value {
            None => true,
            // A caller hides a local variable by setting `::name` to nil, so this counts as missing.
            Some(Value::Nil) => name.starts_with("::"),
            Some(_) => false,
        };
        if let (true, Some(missing)) = (is_missing, &self.missing) {
            let mut missing = missing.borrow_mut();
            if !missing.iter().any(|known| known == name) {
                missing.push(name.to_owned());
            }
        }
        value
    }

    /// Whether a part of `facts` is a variable beside the facts of the node.
    pub(super) fn is_beside_facts(&self, root: &str, part: &str) -> bool {
        is_beside_facts(self.scope, root, part)
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

/// Whether a part of `facts` is a variable beside the facts of a node. A scope without a variable `facts` has both in
/// one hash.
fn is_beside_facts(scope: &Value, root: &str, part: &str) -> bool {
    root.strip_prefix("::").unwrap_or(root) == "facts"
        && is_no_fact(part)
        && ["facts", "::facts"].iter().all(|name| scope.get(name).is_none())
}

/// Whether Puppet reserves a name, so that no fact has it.
pub(crate) fn is_no_fact(name: &str) -> bool {
    matches!(name, "trusted" | "server_facts")
}

/// The value of a variable in a scope. The name and the variables of the scope may begin with `::` or not.
pub(super) fn scope_variable<'s>(scope: &'s Value, name: &str) -> Option<&'s Value> {
    let plain = name.strip_prefix("::").unwrap_or(name);
    let Value::Hash(variables) = scope else { return None };
    // In Puppet's code, numbers are the names of the groups of a regular expression; a node has no such variables.
    if plain.bytes().all(|c| c.is_ascii_digit()) {
        return None;
    }
    // The spelling in the interpolation is preferred.
    let variable = if plain.len() < name.len() {
        variables.get(&TextKey(name)).or_else(|| variables.get(&TextKey(plain)))
    } else {
        variables.get(&TextKey(plain)).or_else(|| variables.get(&TextKey(&format!("::{plain}"))))
    };
    // The variables of a scope are mostly facts, so a scope without `facts` is itself the hash of facts.
    if variable.is_none() && plain == "facts" {
        return Some(scope);
    }
    variable
}

/// The value of a variable or of a part of it. The name has only plain segments. It may also be the name of a variable
/// that contains dots.
pub(in crate::lookup) fn scope_value<'s>(scope: &'s Value, name: &str) -> Option<&'s Value> {
    let mut segments = name.split('.');
    let root = segments.next()?;
    let Some(mut value) = scope_variable(scope, root) else { return scope.get(name) };
    for segment in segments {
        // Only the variable itself can be beside the facts, not a fact.
        if std::ptr::eq(value, scope) && is_beside_facts(scope, root, segment) {
            return None;
        }
        value = match value {
            Value::Array(items) => items.get(segment.parse::<usize>().ok()?)?,
            value => value.get(segment)?,
        };
    }
    Some(value)
}
