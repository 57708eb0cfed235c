//! The factsets of PuppetDB: `[{"certname": …, "facts": {"data": [{"name": …, "value": …}]}}]`.

use super::{NodeFacts, Shape, ShapeResult, all_have, objects, text_at, variables};
use crate::store::{Hash, Value};

pub(super) const SHAPE: Shape = Shape { title: "factsets of PuppetDB", read };

/// Reads the nodes of factsets of PuppetDB: objects with `certname` and `facts`.
fn read(value: &Value) -> ShapeResult {
    // If `facts` were a plain hash of facts, the value would have the shape of the inventory, which is tried after this
    // one.
    let is_shape = all_have(value, &["certname", "facts"]) && objects(value).into_iter().all(is_factset);
    is_shape.then(|| objects(value).into_iter().map(node).collect())
}

fn is_factset(object: &Value) -> bool {
    let data = object.get("facts").and_then(|facts| facts.get("data"));
    data.is_some_and(|data| matches!(data, Value::Array(_)))
}

/// The node of a factset.
fn node(object: &Value) -> Result<NodeFacts, String> {
    let name = text_at(object, "certname")?;
    let data = object.get("facts").and_then(|facts| facts.get("data")).map(objects).unwrap_or_default();
    let facts = data.into_iter().map(read_fact).collect::<Result<Hash, String>>()?;
    // Factsets contain no trusted facts.
    let trusted = None;
    Ok(variables(name, &facts, trusted, object.get("environment")))
}

fn read_fact(row: &Value) -> Result<(Value, Value), String> {
    Ok((Value::text(text_at(row, "name")?), row.get("value").cloned().unwrap_or_default()))
}
