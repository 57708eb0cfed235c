//! The queries of a site: its recorded ones, and every key with every resolution for some of their scopes.

use modelwright::hiera::lookup::{Hierarchy, quoted_key, read_value, value_json};
use modelwright::store::{Hash, Value};
use modelwright_metamodel::diagnostic::Source;
use std::fmt::Write as _;

/// The number of scopes for which every key is looked up.
const SCOPES: usize = 8;
/// The resolutions of version 3.
pub(super) const RESOLUTIONS: [&str; 3] = ["priority", "array", "hash"];

/// A query.
#[derive(Debug, Clone)]
pub(super) struct Query {
    pub(super) key: String,
    pub(super) resolution: &'static str,
    /// The number of its scope.
    pub(super) scope: usize,
}

/// The queries of a site and their scopes.
#[derive(Debug)]
pub(super) struct Queries {
    pub(super) list: Vec<Query>,
    pub(super) scopes: Vec<Value>,
}

impl Queries {
    /// Reads the recorded queries that version 5 can answer, and adds all keys of the tree.
    pub(super) fn new(text: &str, tree: &Hierarchy) -> Result<Self, String> {
        let mut queries = Self { list: Vec::new(), scopes: Vec::new() };
        for line in text.lines() {
            let query = read_value(&Source::new("queries.jsonl", line)).map_err(|e| e.to_string())?;
            let key = query.get("key").and_then(Value::as_text).unwrap_or_default().to_owned();
            let scope = queries.scope(query.get("scope").unwrap_or(&Value::Nil));
            let resolution = query.get("resolution").and_then(Value::as_text);
            let Some(resolution) = RESOLUTIONS.into_iter().find(|name| Some(*name) == resolution) else {
                continue;
            };
            // Version 5 has no level before all others, and no key nil.
            if query.get("override").is_none() && query.get("default").is_none() && !key.is_empty() {
                queries.list.push(Query { key, resolution, scope });
            }
        }
        let keys = tree.keys();
        for scope in 0..queries.scopes.len().min(SCOPES) {
            for key in keys.iter().filter(|key| !key.is_empty()) {
                let key = quoted_key(key).into_owned();
                queries.list.extend(RESOLUTIONS.map(|resolution| Query {
                    key: key.clone(),
                    resolution,
                    scope,
                }));
            }
        }
        Ok(queries)
    }

    /// The number of a scope.
    fn scope(&mut self, scope: &Value) -> usize {
        let scope = with_both_names(scope);
        self.scopes.iter().position(|known| *known == scope).unwrap_or_else(|| {
            self.scopes.push(scope);
            self.scopes.len() - 1
        })
    }

    /// The lines of a file of queries; hashes are merged by `hash_merge` in version 5.
    pub(super) fn lines(&self, hash_merge: &Value) -> String {
        let mut out = String::new();
        for Query { key, resolution, scope } in &self.list {
            let merge = match *resolution {
                "array" => Value::text("unique"),
                "hash" => hash_merge.clone(),
                _ => Value::Nil,
            };
            let entries = [
                ("key", Value::text(key.as_str())),
                ("resolution", Value::text(*resolution)),
                ("merge", merge),
                ("scope", self.scopes[*scope].clone()),
            ];
            let query = entries.into_iter().map(|(name, value)| (Value::text(name), value));
            value_json(&Value::Hash(query.collect()), &mut out);
            let _ = writeln!(out);
        }
        out
    }

    /// The scopes, named by their numbers.
    pub(super) fn nodes(&self) -> Vec<(String, Value)> {
        let named = |(number, scope): (usize, &Value)| (number.to_string(), scope.clone());
        self.scopes.iter().enumerate().map(named).collect()
    }
}

/// A scope as Puppet can have it: each variable with `::` and without, only with names that manifests can use, and always
/// with an environment.
fn with_both_names(scope: &Value) -> Value {
    let mut both = Hash::default();
    let environment = (Value::text("environment"), Value::text("production"));
    let variables = if let Value::Hash(variables) = scope { variables.clone() } else { Hash::default() };
    for (name, value) in variables.into_iter().chain([environment]) {
        let Some(name) = name.as_text().map(|name| name.strip_prefix("::").unwrap_or(name)) else { continue };
        let is_name = name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_');
        if is_name && !both.contains_key(&Value::text(name)) {
            both.insert(Value::text(name), value.clone());
            both.insert(Value::text(format!("::{name}")), value);
        }
    }
    Value::Hash(both)
}
