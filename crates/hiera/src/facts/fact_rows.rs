//! The facts of PuppetDB, each in an object of its own: `[{"certname": …, "name": …, "value": …}]`.

use super::{NodeFacts, Shape, ShapeResult, all_have, objects, text_at, variables};
use crate::store::{Hash, Value};
use indexmap::IndexMap;

pub(super) const SHAPE: Shape = Shape { title: "facts of PuppetDB", read };

fn read(value: &Value) -> ShapeResult {
    (matches!(value, Value::Array(_)) && all_have(value, &["certname", "name", "value"]))
        .then(|| nodes(value))
}

/// The nodes of a list of rows, each of which is one fact of a node.
fn nodes(value: &Value) -> Result<Vec<NodeFacts>, String> {
    // The facts of a node need not be consecutive.
    let mut nodes: IndexMap<&str, (Hash, Option<&Value>)> = IndexMap::new();
    for row in objects(value) {
        let (facts, environment) = nodes.entry(text_at(row, "certname")?).or_default();
        facts.insert(Value::text(text_at(row, "name")?), row.get("value").cloned().unwrap_or_default());
        *environment = row.get("environment").or(*environment);
    }
    let nodes = nodes.into_iter();
    // Such rows contain no trusted facts.
    let trusted = None;
    Ok(nodes.map(|(name, (facts, environment))| variables(name, &facts, trusted, environment)).collect())
}
