//! The cache of nodes of a server: an object of the class `Puppet::Node`, whose parameters are the variables of the
//! node.

use super::{NodeFacts, Shape, ShapeResult, all_have, objects, text_at, variables};
use crate::store::{Hash, Value};

pub(super) const SHAPE: Shape = Shape { title: "cached nodes of Puppet", read };

fn read(value: &Value) -> ShapeResult {
    let is_shape = all_have(value, &["name", "parameters"]) && objects(value).into_iter().all(has_parameters);
    is_shape.then(|| objects(value).into_iter().map(node).collect())
}

fn has_parameters(object: &Value) -> bool {
    matches!(object.get("parameters"), Some(Value::Hash(_)))
}

/// The node in an object of the class `Puppet::Node`.
fn node(object: &Value) -> Result<NodeFacts, String> {
    let name = text_at(object, "name")?;
    let environment = object.get("environment").or_else(|| object.get("environment_name"));
    // The name of the environment may be a symbol, whose text may begin with a colon.
    let environment = match environment {
        Some(Value::Ruby(_, text)) => Some(Value::text(text.trim_start_matches(':'))),
        Some(text @ Value::Text(_)) => Some(text.clone()),
        _ => None,
    };
    let parameters = match object.get("parameters") {
        Some(Value::Hash(parameters)) => parameters.clone(),
        _ => Hash::default(),
    };
    let trusted = object.get("trusted_data").or_else(|| object.get("trusted"));
    Ok(variables(name, &parameters, trusted, environment.as_ref()))
}
