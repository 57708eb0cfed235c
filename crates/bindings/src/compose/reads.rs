//! The variables that the expressions of bindings read. Nodes for which all of these have equal values have equal
//! values of all keys.
//!
//! Invariant: a variable that may be read counts as read. If an expression computes the name of a variable, all facts
//! count. The expressions of categories are left out, because values depend on them only through the conditions that
//! hold.

use modelwright_evaluation::evaluate::Value;
use modelwright_language::language::expression::{Expr, ExprId, Expressions};
use rustc_hash::FxHashSet;
use std::collections::BTreeSet;

/// Variables, each with the path of the part of its value that is read.
#[derive(Debug, Default)]
pub(crate) struct Reads {
    /// Each path starts with the name of the variable, without leading colons. Keys of hashes follow.
    pub(crate) paths: BTreeSet<Vec<String>>,
    /// Whether any variable may be read.
    pub(crate) may_read_any: bool,
}

/// The functions that read a variable whose name is an argument.
const READ_BY_NAME: [&str; 2] = ["getvar", "defined"];

impl Reads {
    /// Adds a variable, with a path into its value.
    pub(super) fn add(&mut self, name: &str, path: &[String]) {
        let name = name.trim_start_matches("::").to_owned();
        self.paths.insert(std::iter::once(name).chain(path.iter().cloned()).collect());
    }

    /// Adds all variables of some expressions.
    pub(super) fn add_expressions(&mut self, expressions: &Expressions) {
        // In the arena, parts come before the expressions that contain them, so the paths of parts are known.
        let mut paths: Vec<Option<Vec<String>>> = Vec::with_capacity(expressions.len());
        // Expressions that are only a part of a longer path, such as `$a['b']` in `$a['b']['c']`, are not added.
        let mut inner_expressions: FxHashSet<ExprId> = FxHashSet::default();
        let mut expressions_with_paths: Vec<ExprId> = Vec::new();
        for (id, expr) in expressions.iter() {
            let path = match expr {
                Expr::Variable(name) => Some(vec![expressions.text(name).to_owned()]),
                Expr::Access { on, keys } => {
                    let path = paths[on.index()].as_deref();
                    let path = path.and_then(|path| longer_path(expressions, path, expressions.list(keys)));
                    if path.is_some() {
                        inner_expressions.insert(on);
                    }
                    path
                }
                Expr::Call { function, .. } => {
                    if let Expr::Name(name) = expressions[function] {
                        self.may_read_any |=
                            READ_BY_NAME.contains(&expressions.text(name).trim_start_matches("::"));
                    }
                    None
                }
                _ => None,
            };
            if path.is_some() {
                expressions_with_paths.push(id);
            }
            paths.push(path);
        }
        for id in expressions_with_paths.into_iter().filter(|id| !inner_expressions.contains(id)) {
            if let Some([name, path @ ..]) = paths[id.index()].as_deref() {
                self.add(name, path);
            }
        }
    }
}

/// A path with one more key; `None` unless there is exactly one key, and it is a literal.
fn longer_path(expressions: &Expressions, path: &[String], keys: &[ExprId]) -> Option<Vec<String>> {
    let [key] = keys else { return None };
    let key = literal(expressions, *key)?;
    Some(path.iter().cloned().chain([key]).collect())
}

/// The text of a key that is a literal.
fn literal(expressions: &Expressions, key: ExprId) -> Option<String> {
    match expressions[key] {
        Expr::String(text) | Expr::Name(text) => Some(expressions.text(text).to_owned()),
        _ => None,
    }
}

/// A text that represents the part of a value that a path reads. The path is followed into hashes as far as it can be;
/// the text contains the number of the keys that remain, and the value that was found unless a key is missing.
pub(crate) fn read_text(value: &Value, path: &[String]) -> String {
    match (value, path) {
        (Value::Hash(hash), [key, remaining_path @ ..]) => match hash.get_text(key) {
            Some(value) => read_text(value, remaining_path),
            None => format!("{}:", path.len()),
        },
        _ => format!("{}:{}", path.len(), value.to_literal()),
    }
}
