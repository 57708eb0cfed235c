//! A node in a row of a table: one column is its name, and the others are its facts.
//!
//! Invariant: a row without a name is an error, so that no node gets the name of another.

use super::variables;
use crate::lookup::read_value;
use crate::store::{Hash, TextKey, Value};
use modelwright_metamodel::diagnostic::Source;

/// The columns that may contain the name of a node.
const NAME_COLUMNS: [&str; 3] = ["certname", "node", "name"];

/// The name and the variables of the node in a row. The variables are the columns. A column `facts`, which is a hash or
/// a text in JSON, is replaced by the facts in it. `column` is the column with the name; if it is not given, the first
/// of `certname`, `node` and `name` is used.
///
/// # Errors
/// If the row has no name, or its facts are not a hash.
pub fn node_of_row(mut row: Hash, column: Option<&str>) -> Result<(String, Value), String> {
    let [others @ .., last] = &NAME_COLUMNS;
    let column = column
        .or_else(|| NAME_COLUMNS.into_iter().find(|name| row.get(&TextKey(name)).is_some()))
        .ok_or_else(|| format!("there is no column {} or {last}", others.join(", ")))?;
    let name = match row.shift_remove(&TextKey(column)) {
        Some(Value::Text(name)) if !name.is_empty() => name.to_string(),
        _ => return Err(format!("the column {column} must contain the name of a node")),
    };
    // A table has a cell for every fact; an empty cell means that the node does not have this fact.
    row.retain(|_, value| *value != Value::Nil);
    let mut facts = match row.shift_remove(&TextKey("facts")) {
        None => Hash::default(),
        Some(Value::Hash(facts)) => facts,
        Some(Value::Text(text)) => match read_value(&Source::new("facts", &*text)) {
            Ok(Value::Hash(facts)) => facts,
            Ok(other) => {
                return Err(format!(
                    "the column facts must contain a JSON object, found JSON of class {}",
                    other.class()
                ));
            }
            Err(problem) => return Err(format!("the column facts contains no JSON: {}", problem.message)),
        },
        Some(other) => return Err(format!("the column facts has a value of class {}", other.class())),
    };
    let (trusted, environment) =
        (row.shift_remove(&TextKey("trusted")), row.shift_remove(&TextKey("environment")));
    facts.extend(row);
    let node = variables(&name, &facts, trusted.as_ref(), environment.as_ref());
    Ok((name, Value::Hash(node.variables)))
}
