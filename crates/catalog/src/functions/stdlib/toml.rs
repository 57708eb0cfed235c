//! `to_toml`: TOML as `stdlib` writes it, with the values as Ruby's `inspect` shows them.

use super::Answer;
use super::arguments::wrong_type;
use super::json::is_bare;
use modelwright_evaluation::evaluate::{Budget, Hash, HostError, Value};

/// A hash in the notation of TOML.
pub(super) fn to_toml(values: &[Value], budget: &mut Budget) -> Answer {
    let Value::Hash(hash) = &values[0] else { return Err(wrong_type("to_toml", "a hash", &values[0])) };
    let mut out = String::new();
    let outer_keys: &[String] = &[];
    write_table(hash, outer_keys, &mut out)?;
    budget.charge(out.len(), out.len())?;
    Ok(Value::string(&out))
}

/// The pairs of a table by kind, each kind sorted by key.
struct Pairs<'v> {
    simple: Vec<(&'v str, &'v Value)>,
    /// Hashes, which become tables.
    nested: Vec<(&'v str, &'v Hash)>,
    /// Arrays of hashes, which become arrays of tables.
    tables: Vec<(&'v str, &'v [Value])>,
}

/// The pairs of a hash sorted by key, and separated by the kind of their values: simple ones, hashes, arrays of hashes.
fn sorted_pairs(hash: &Hash) -> Result<Pairs<'_>, HostError> {
    let mut pairs = Vec::with_capacity(hash.len());
    for (key, value) in hash.pairs() {
        let key = key.text().ok_or_else(|| wrong_type("to_toml", "strings as keys", key))?;
        pairs.push((key, value));
    }
    pairs.sort_by_key(|(key, _)| *key);
    let mut sorted = Pairs { simple: Vec::new(), nested: Vec::new(), tables: Vec::new() };
    for (key, value) in pairs {
        match value {
            Value::Hash(inner) => sorted.nested.push((key, inner)),
            Value::Array(items) if matches!(items.first(), Some(Value::Hash(_))) => {
                sorted.tables.push((key, items));
            }
            other => sorted.simple.push((key, other)),
        }
    }
    Ok(sorted)
}

/// Writes a table; `prefix` has the keys of the tables around it, and its own.
fn write_table(hash: &Hash, prefix: &[String], out: &mut String) -> Result<(), HostError> {
    let pairs = sorted_pairs(hash)?;
    // A table with only nested tables needs no header.
    if !prefix.is_empty() && (!pairs.simple.is_empty() || hash.is_empty()) {
        out.push_str(&format!("[{}]\n", prefix.join(".")));
    }
    write_pairs(&pairs, prefix, out)
}

/// Writes the pairs of a table: simple values first, then the tables in it.
fn write_pairs(pairs: &Pairs<'_>, prefix: &[String], out: &mut String) -> Result<(), HostError> {
    for (name, value) in &pairs.simple {
        out.push_str(&format!("{} = {}\n", key(name), literal(value)));
    }
    for (name, inner) in &pairs.nested {
        write_table(inner, &[prefix, &[key(name)]].concat(), out)?;
    }
    for (name, items) in &pairs.tables {
        let prefix = [prefix, &[key(name)]].concat();
        for item in *items {
            let Value::Hash(item) = item else {
                return Err(wrong_type("to_toml", "only hashes in this array", item));
            };
            out.push_str(&format!("[[{}]]\n", prefix.join(".")));
            write_pairs(&sorted_pairs(item)?, &prefix, out)?;
        }
    }
    Ok(())
}

/// A key, in quotes if necessary.
fn key(text: &str) -> String {
    if is_bare(text) { text.to_owned() } else { format!("\"{}\"", text.replace('"', "\\\"")) }
}

/// The literal of a value: what Ruby's `inspect` returns, with the escapes of TOML.
fn literal(value: &Value) -> String {
    let inspected = value.to_inspected_text();
    match value {
        Value::Regexp(_) => Value::string(&inspected).to_inspected_text(),
        // Ruby escapes `#` before these characters, because it could start an interpolation; TOML has none.
        Value::String(_) => ["{", "$", "@"]
            .iter()
            .fold(inspected, |text, sign| text.replace(&format!("\\#{sign}"), &format!("#{sign}"))),
        _ => inspected,
    }
}
