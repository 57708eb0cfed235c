//! Values as literals of Ruby and Python: `to_ruby`, `to_python`.

use super::Answer;
use modelwright_evaluation::evaluate::{Budget, HostError, Value};

/// How a language writes values.
struct Notation {
    undef: &'static str,
    truth: [&'static str; 2],
    arrow: &'static str,
}

pub(super) fn to_ruby(values: &[Value], budget: &mut Budget) -> Answer {
    write(&values[0], &Notation { undef: "nil", truth: ["false", "true"], arrow: " => " }, budget)
}

pub(super) fn to_python(values: &[Value], budget: &mut Budget) -> Answer {
    write(&values[0], &Notation { undef: "None", truth: ["False", "True"], arrow: ": " }, budget)
}

fn write(value: &Value, notation: &Notation, budget: &mut Budget) -> Answer {
    let mut out = String::new();
    push(value, notation, &mut out, budget)?;
    Ok(Value::string(&out))
}

/// Appends a value in a notation.
fn push(value: &Value, notation: &Notation, out: &mut String, budget: &mut Budget) -> Result<(), HostError> {
    let before = out.len();
    match value {
        Value::Undef => out.push_str(notation.undef),
        Value::Boolean(truth) => out.push_str(notation.truth[usize::from(*truth)]),
        Value::Integer(_) | Value::Float(_) | Value::BigInteger(_) | Value::String(_) => {
            out.push_str(&value.to_inspected_text());
        }
        Value::Array(items) => {
            out.push('[');
            for (at, item) in items.iter().enumerate() {
                out.push_str(if at == 0 { "" } else { ", " });
                push(item, notation, out, budget)?;
            }
            out.push(']');
        }
        // Puppet first makes data of the value, in which a hash with other keys is an array of keys and values.
        Value::Hash(hash) if hash.pairs().iter().any(|(key, _)| !is_plain_key(key)) => {
            let parts = hash.pairs().iter().flat_map(|(key, value)| [key.clone(), value.clone()]);
            pairs(&marked("Hash", Some(Value::array(parts.collect()))), notation, out, budget)?;
        }
        Value::Hash(hash) => pairs(hash.pairs(), notation, out, budget)?,
        Value::Default => pairs(&marked("Default", None), notation, out, budget)?,
        Value::Regexp(regex) => {
            pairs(&marked("Regexp", Some(Value::string(regex.source()))), notation, out, budget)?;
        }
        Value::Rich(rich) if is_data(rich.type_name()) => {
            pairs(&marked(rich.type_name(), Some(Value::string(&rich.text()))), notation, out, budget)?;
        }
        other if other.as_sensitive().is_some() => {
            pairs(&marked("Sensitive", other.as_sensitive().cloned()), notation, out, budget)?;
        }
        Value::Type(_) | Value::Object(_) | Value::Rich(_) => {
            return Err(HostError::new("only data can be written as a literal of another language"));
        }
        Value::Unknown(unknown) => return Err(unknown.undecided()),
    }
    budget.charge(1, out.len() - before)
}

/// Whether Puppet writes the values of a type as texts in data.
fn is_data(type_name: &str) -> bool {
    matches!(type_name, "Binary" | "SemVer" | "SemVerRange" | "Timespan" | "Timestamp" | "URI")
}

/// Whether a key can be a key of data.
fn is_plain_key(key: &Value) -> bool {
    key.text().is_some_and(|key| key != "__ptype" && key != "__pvalue")
}

/// A value that is not data, as Puppet writes it in data.
fn marked(type_name: &str, value: Option<Value>) -> Vec<(Value, Value)> {
    let mut pairs = vec![(Value::string("__ptype"), Value::string(type_name))];
    pairs.extend(value.map(|value| (Value::string("__pvalue"), value)));
    pairs
}

fn pairs(
    pairs: &[(Value, Value)],
    notation: &Notation,
    out: &mut String,
    budget: &mut Budget,
) -> Result<(), HostError> {
    out.push('{');
    for (at, (key, value)) in pairs.iter().enumerate() {
        out.push_str(if at == 0 { "" } else { ", " });
        push(key, notation, out, budget)?;
        out.push_str(notation.arrow);
        push(value, notation, out, budget)?;
    }
    out.push('}');
    Ok(())
}
