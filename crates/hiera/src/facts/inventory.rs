//! The inventory of PuppetDB: `[{"certname": …, "facts": {…}, "trusted": {…}, "environment": …}]`.

use super::{NodeFacts, Shape, ShapeResult, all_have, objects, text_at, variables};
use crate::store::Value;

pub(super) const SHAPE: Shape = Shape { title: "the inventory of PuppetDB", read };

fn read(value: &Value) -> ShapeResult {
    all_have(value, &["certname", "facts"]).then(|| objects(value).into_iter().map(node).collect())
}

/// The node in an object of the inventory.
fn node(object: &Value) -> Result<NodeFacts, String> {
    let name = text_at(object, "certname")?;
    match object.get("facts") {
        Some(Value::Hash(facts)) => {
            Ok(variables(name, facts, object.get("trusted"), object.get("environment")))
        }
        _ => Err(format!("the facts of `{name}` are not a hash")),
    }
}
