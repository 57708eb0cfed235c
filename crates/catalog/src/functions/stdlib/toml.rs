//! `to_toml`: TOML as `stdlib` writes it, with the values as Ruby's `inspect` shows them.

use super::Answer;
use super::arguments::wrong;
use super::json::is_bare;
use modelwright_evaluation::evaluate::{Budget, Hash, HostError, Value};

pub(super) fn to_toml(values: &[Value], budget: &mut Budget) -> Answer {
    let Value::Hash(hash) = &values[0] else { return Err(wrong("to_toml", "a hash", &values[0])) };
    let mut out = String::new();
    table(hash, &[], &mut out)?;
    budget.charge(out.len(), out.len())?;
    Ok(Value::string(&out))
}

/// The pairs of a table by kind, each sorted by key.
struct Pairs<'v> {
    simple: Vec<(&'v str, &'v Value)>,
    nested: Vec<(&'v str, &'v Hash)>,
    tables: Vec<(&'v str, &'v [Value])>,
}

fn sorted(hash: &Hash) -> Result<Pairs<'_>, HostError> {
    let mut pairs = Vec::with_capacity(hash.len());
    for (key, value) in hash.pairs() {
        let key = key.text().ok_or_else(|| wrong("to_toml", "strings as keys", key))?;
        pairs.push((key, value));
    }
    pairs.sort_by_key(|(key, _)| *key);
    let mut found = Pairs { simple: Vec::new(), nested: Vec::new(), tables: Vec::new() };
    for (key, value) in pairs {
        match value {
            Value::Hash(inner) => found.nested.push((key, inner)),
            Value::Array(items) if matches!(items.first(), Some(Value::Hash(_))) => {
                found.tables.push((key, items));
            }
            other => found.simple.push((key, other)),
        }
    }
    Ok(found)
}

fn table(hash: &Hash, prefix: &[String], out: &mut String) -> Result<(), HostError> {
    let pairs = sorted(hash)?;
    if !prefix.is_empty() && (!pairs.simple.is_empty() || hash.is_empty()) {
        out.push_str(&format!("[{}]\n", prefix.join(".")));
    }
    write(&pairs, prefix, out)
}

fn write(pairs: &Pairs<'_>, prefix: &[String], out: &mut String) -> Result<(), HostError> {
    for (name, value) in &pairs.simple {
        out.push_str(&format!("{} = {}\n", key(name), literal(value)));
    }
    for (name, inner) in &pairs.nested {
        table(inner, &[prefix, &[key(name)]].concat(), out)?;
    }
    for (name, items) in &pairs.tables {
        let prefix = [prefix, &[key(name)]].concat();
        for item in *items {
            let Value::Hash(item) = item else {
                return Err(wrong("to_toml", "only hashes in this array", item));
            };
            out.push_str(&format!("[[{}]]\n", prefix.join(".")));
            write(&sorted(item)?, &prefix, out)?;
        }
    }
    Ok(())
}

fn key(text: &str) -> String {
    if is_bare(text) { text.to_owned() } else { format!("\"{}\"", text.replace('"', "\\\"")) }
}

fn literal(value: &Value) -> String {
    let shown = value.to_inspected_text();
    match value {
        Value::Regexp(_) => Value::string(&shown).to_inspected_text(),
        // Ruby escapes a sign that could start an interpolation; TOML has none.
        Value::String(_) => ["{", "$", "@"]
            .iter()
            .fold(shown, |text, sign| text.replace(&format!("\\#{sign}"), &format!("#{sign}"))),
        _ => shown,
    }
}
