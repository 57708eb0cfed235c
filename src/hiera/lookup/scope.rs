//! Scopes: the variables of nodes, from files.

use super::json::read_value;
use super::ruby;
use crate::hiera::yaml_data;
use crate::store::{Hash, Value};
use modelwright_metamodel::diagnostic::{Diagnostic, Diagnostics, Source, codes};
use std::sync::Arc;

/// Reads the variables of a scope, which are a hash in JSON or YAML.
///
/// # Errors
/// If the text is invalid, or not a hash.
pub fn read_scope(source: &Arc<Source>) -> Result<Hash, Diagnostics> {
    match read(source)? {
        Value::Hash(hash) => Ok(hash),
        Value::Nil => Ok(Hash::default()),
        value => {
            let message = format!("expected a hash of variables, found a value of class {}", value.class());
            let problem = Diagnostic::error(codes::HIERA_DATA, message).at(source, 0..0);
            Err(problem.help("write `name: value` for each variable").into())
        }
    }
}

/// Reads the scopes of many nodes: a hash of scopes by the nodes' names, or a list of scopes, which are named by
/// their variable `::fqdn`, `fqdn`, `certname` or `clientcert`, or otherwise numbered from 1.
///
/// # Errors
/// If the text is invalid, or neither of these.
pub fn read_scopes(source: &Arc<Source>) -> Result<Vec<(String, Value)>, Diagnostics> {
    let named: Vec<(String, Value)> = match read(source)? {
        Value::Hash(hash) => hash.into_iter().map(|(name, scope)| (ruby::to_s(&name), scope)).collect(),
        Value::Array(list) => {
            let number =
                |(at, scope): (usize, Value)| (node_name(&scope).unwrap_or((at + 1).to_string()), scope);
            list.into_iter().enumerate().map(number).collect()
        }
        _ => Vec::new(),
    };
    if named.is_empty() || named.iter().any(|(_, scope)| !matches!(scope, Value::Hash(_))) {
        let message = "expected a hash or a list of scopes, each a hash of variables";
        let problem = Diagnostic::error(codes::HIERA_DATA, message).at(source, 0..0);
        return Err(problem
            .help("write the name of a node, and below it `name: value` for each variable")
            .into());
    }
    Ok(named)
}

fn node_name(scope: &Value) -> Option<String> {
    let names = ["::fqdn", "fqdn", "certname", "clientcert"];
    names.iter().find_map(|name| scope.get(name).and_then(Value::as_text)).map(str::to_owned)
}

/// Reads a value in JSON or YAML.
pub(crate) fn read(source: &Arc<Source>) -> Result<Value, Diagnostics> {
    if source.text().trim_start().starts_with(['{', '[']) {
        return read_value(source).map_err(|problem| Diagnostics::from(*problem));
    }
    let mut problems = Diagnostics::new();
    let tree = yaml_data::read(source, &mut problems);
    if problems.has_errors() {
        return Err(problems);
    }
    Ok(tree.map_or(Value::Nil, |tree| tree.to_value()))
}
