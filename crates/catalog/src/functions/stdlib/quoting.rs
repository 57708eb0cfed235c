//! Values as literals of Ruby and Python: `to_ruby`, `to_python`.

use super::Answer;
use modelwright_evaluation::evaluate::{Budget, HostError, Value};

/// How a language writes values.
struct Notation {
    undef: &'static str,
    /// The literals of false and true.
    booleans: [&'static str; 2],
    /// The text between a key and its value.
    arrow: &'static str,
}

/// A value in the notation of Ruby.
pub(super) fn to_ruby(values: &[Value], budget: &mut Budget) -> Answer {
    write(&values[0], &Notation { undef: "nil", booleans: ["false", "true"], arrow: " => " }, budget)
}

/// A value in the notation of Python.
pub(super) fn to_python(values: &[Value], budget: &mut Budget) -> Answer {
    write(&values[0], &Notation { undef: "None", booleans: ["False", "True"], arrow: ": " }, budget)
}

/// The literal of a value.
fn write(value: &Value, notation: &Notation, budget: &mut Budget) -> Answer {
    let mut out = String::new();
    push(value, notation, &mut out, budget)?;
    Ok(Value::string(&out))
}

/// Appends the literal of a value, and charges for its text.
fn push(value: &Value, notation: &Notation, out: &mut String, budget: &mut Budget) -> Result<(), HostError> {
    let start = out.len();
    match value {
        Value::Undef => out.push_str(notation.undef),
        Value::Boolean(truth) => out.push_str(notation.booleans[usize::from(*truth)]),
        Value::Integer(_) | Value::Float(_) | Value::BigInteger(_) | Value::String(_) => {
            out.push_str(&value.to_inspected_text());
        }
        Value::Array(items) => {
            out.push('[');
            for (index, item) in items.iter().enumerate() {
                out.push_str(if index == 0 { "" } else { ", " });
                push(item, notation, out, budget)?;
            }
            out.push(']');
        }
        // Puppet first converts the value to data, in which only a hash with plain keys is a hash. Another one is
        // represented by the array of its keys and values.
        Value::Hash(hash) if hash.pairs().iter().any(|(key, _)| !is_plain_key(key)) => {
            let parts = hash.pairs().iter().flat_map(|(key, value)| [key.clone(), value.clone()]);
            push_pairs(&rich_data("Hash", Some(Value::array(parts.collect()))), notation, out, budget)?;
        }
        Value::Hash(hash) => push_pairs(hash.pairs(), notation, out, budget)?,
        Value::Default => push_pairs(&rich_data("Default", None), notation, out, budget)?,
        Value::Regexp(regex) => {
            push_pairs(&rich_data("Regexp", Some(Value::string(regex.source()))), notation, out, budget)?;
        }
        Value::Rich(rich) if is_data(rich.type_name()) => {
            push_pairs(
                &rich_data(rich.type_name(), Some(Value::string(&rich.text()))),
                notation,
                out,
                budget,
            )?;
        }
        other if other.as_sensitive().is_some() => {
            push_pairs(&rich_data("Sensitive", other.as_sensitive().cloned()), notation, out, budget)?;
        }
        Value::Type(_) | Value::Object(_) | Value::Rich(_) => {
            return Err(HostError::new("only data can be written as a literal of another language"));
        }
        Value::Unknown(unknown) => return Err(unknown.undecided()),
    }
    budget.charge(1, out.len() - start)
}

/// Whether Puppet writes the values of a type as texts in data.
fn is_data(type_name: &str) -> bool {
    matches!(type_name, "Binary" | "SemVer" | "SemVerRange" | "Timespan" | "Timestamp" | "URI")
}

/// Whether a key of a hash can be a key of data.
fn is_plain_key(key: &Value) -> bool {
    key.text().is_some_and(|key| key != "__ptype" && key != "__pvalue")
}

/// The hash that represents a value of a rich type in data.
fn rich_data(type_name: &str, value: Option<Value>) -> Vec<(Value, Value)> {
    let mut entries = vec![(Value::string("__ptype"), Value::string(type_name))];
    entries.extend(value.map(|value| (Value::string("__pvalue"), value)));
    entries
}

/// Appends the literal of a hash.
fn push_pairs(
    pairs: &[(Value, Value)],
    notation: &Notation,
    out: &mut String,
    budget: &mut Budget,
) -> Result<(), HostError> {
    out.push('{');
    for (index, (key, value)) in pairs.iter().enumerate() {
        out.push_str(if index == 0 { "" } else { ", " });
        push(key, notation, out, budget)?;
        out.push_str(notation.arrow);
        push(value, notation, out, budget)?;
    }
    out.push('}');
    Ok(())
}
