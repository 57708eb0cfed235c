//! The cache of facts of a server or an agent, and the output of `puppet facts find`: `{"name": …, "values": {…}}`, in
//! YAML also as an object of the class `Puppet::Node::Facts`.

use super::{NodeFacts, Shape, ShapeResult, all_have, objects, text_at, variables};
use crate::store::Value;

pub(super) const SHAPE: Shape = Shape { title: "cached facts of Puppet", read };

/// The members that a cached object may have.
const MEMBERS: [&str; 5] = ["name", "values", "timestamp", "expiration", "trusted"];

/// Reads the nodes of a cache of Puppet: objects with `name` and `values`.
fn read(value: &Value) -> ShapeResult {
    // A hash of variables may also contain variables called `name` and `values`. Such a hash also contains other
    // variables, so that `has_only_known_members` is false.
    let is_shape =
        all_have(value, &["name", "values"]) && objects(value).into_iter().all(has_only_known_members);
    is_shape.then(|| objects(value).into_iter().map(node).collect())
}

/// Whether a value is an object, all of whose members are those that a cached node may have.
fn has_only_known_members(object: &Value) -> bool {
    match object {
        Value::Hash(hash) => hash.keys().all(|key| key.as_text().is_some_and(|key| MEMBERS.contains(&key))),
        _ => false,
    }
}

/// The node of a cached object.
fn node(object: &Value) -> Result<NodeFacts, String> {
    let name = text_at(object, "name")?;
    // The object does not contain the environment of the node.
    let environment = None;
    match object.get("values") {
        Some(Value::Hash(facts)) => Ok(variables(name, facts, object.get("trusted"), environment)),
        _ => Err(format!("the values of `{name}` are not a hash")),
    }
}
