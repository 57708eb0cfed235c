//! Scopes: the variables of a node, from a file.

use super::json::read_value;
use crate::hiera::yaml_data;
use crate::store::{Hash, Value};
use modelwright_metamodel::diagnostic::{Diagnostic, Diagnostics, Source, codes};
use std::sync::Arc;

/// Reads the variables of a scope, which are a hash in JSON or YAML.
///
/// # Errors
/// If the text is invalid, or something else than a hash.
pub fn read_scope(source: &Arc<Source>) -> Result<Hash, Diagnostics> {
    let is_json = source.text().trim_start().starts_with('{');
    let value = if is_json {
        read_value(source, source.text()).map_err(|problem| Diagnostics::from(*problem))?
    } else {
        let mut problems = Diagnostics::new();
        let tree = yaml_data::read(source, &mut problems);
        if problems.has_errors() {
            return Err(problems);
        }
        tree.map_or(Value::Nil, |tree| tree.to_value())
    };
    match value {
        Value::Hash(hash) => Ok(hash),
        Value::Nil => Ok(Hash::default()),
        value => {
            let message = format!("expected a hash of variables, found a value of class {}", value.class());
            let problem = Diagnostic::error(codes::HIERA_DATA, message).at(source, 0..0);
            Err(problem.help("write `name: value` for each variable").into())
        }
    }
}
