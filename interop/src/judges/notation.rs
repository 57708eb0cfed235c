//! Generated documents as JSON, as XMI, and as expressions that create their objects.
//!
//! This module does not know which documents are valid.

use super::document::{Content, Object};
use super::metamodel::{Feature, Kind, Metamodel};
use super::samples::{Literal, puppet};
use std::fmt::Write as _;

/// A document in JSON, on one line. Numbers retain their digits, even those that Rust cannot represent.
pub(super) fn json(metamodel: &Metamodel, root: &Object) -> String {
    let mut out = format!("{{\"$model\":{},", quoted(&metamodel.uri()));
    json_members(None, None, root, &mut out);
    out
}

/// The same document as a program writes it that knows no metamodel: objects name their class only if it follows neither from
/// their feature nor from their keys.
pub(super) fn untyped_json(metamodel: &Metamodel, root: &Object) -> String {
    let mut out = String::from("{");
    json_members(Some(metamodel), None, root, &mut out);
    out
}

/// The rest of a map after its opening brace. The class is left out if the declared one implies it; of the root, there is
/// no declared class.
fn json_members(untyped: Option<&Metamodel>, declared: Option<usize>, object: &Object, out: &mut String) {
    let is_implied = untyped.is_some_and(|metamodel| match declared {
        Some(declared) => implies(metamodel, declared, object),
        None => true,
    });
    let mut comma = "";
    if !is_implied {
        let _ = write!(out, "\"$type\":{}", quoted(object.class_name));
        comma = ",";
    }
    for (feature, content) in &object.slots {
        let _ = write!(out, "{comma}{}:", quoted(&feature.name));
        json_content(untyped, feature, content, out);
        comma = ",";
    }
    for (name, value) in &object.unknown {
        let _ = write!(out, "{comma}{}:", quoted(name));
        json_literal(value, out);
        comma = ",";
    }
    out.push('}');
}

/// Whether the class of an object follows from the class of its feature and the keys of the object.
fn implies(metamodel: &Metamodel, declared: usize, object: &Object) -> bool {
    let has_all = |class: usize| {
        let features = metamodel.features(class);
        object.slots.iter().all(|(slot, _)| features.iter().any(|feature| feature.name == slot.name))
    };
    let concrete = metamodel.concrete(declared);
    let fitting: Vec<usize> = if concrete.contains(&declared) && has_all(declared) {
        vec![declared]
    } else {
        concrete.into_iter().filter(|class| has_all(*class)).collect()
    };
    object.unknown.is_empty() && fitting.len() == 1 && metamodel.classes[fitting[0]].name == object.class_name
}

fn json_content(untyped: Option<&Metamodel>, feature: &Feature, content: &Content, out: &mut String) {
    let declared = match feature.kind {
        Kind::Part(class) => Some(class),
        _ => None,
    };
    match content {
        Content::Value(value) => json_literal(value, out),
        Content::Parts(parts) => json_items(parts, feature.is_list(), out, |part, out| {
            out.push('{');
            json_members(untyped.filter(|_| declared.is_some()), declared, part, out);
        }),
        Content::Composite(value) => out.push_str(&value.json),
        Content::Addresses(addresses) => json_items(addresses, feature.is_list(), out, |address, out| {
            out.push_str(&quoted(address));
        }),
    }
}

/// A list, or its only item.
fn json_items<T>(items: &[T], is_list: bool, out: &mut String, mut put: impl FnMut(&T, &mut String)) {
    out.push_str(if is_list { "[" } else { "" });
    for (at, item) in items.iter().enumerate() {
        out.push_str(if at > 0 { "," } else { "" });
        put(item, out);
    }
    out.push_str(if is_list { "]" } else { "" });
}

fn json_literal(value: &Literal, out: &mut String) {
    match value {
        Literal::Number(digits) => out.push_str(digits),
        Literal::Text(text) | Literal::Enumerator(text, _) => out.push_str(&quoted(text)),
        Literal::Boolean(value) => drop(write!(out, "{value}")),
        Literal::Null => out.push_str("null"),
        Literal::Any(value) => out.push_str(value.json),
        Literal::List(values) => json_items(values, true, out, json_literal),
    }
}

fn quoted(text: &str) -> String {
    serde_json::Value::from(text).to_string()
}

/// The same document in XMI; a single value that is null is omitted.
pub(super) fn xmi(metamodel: &Metamodel, root: &Object) -> String {
    let mut out = String::from("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n");
    let head = format!(
        " xmi:version=\"2.0\" xmlns:xmi=\"http://www.omg.org/XMI\" \
         xmlns:xsi=\"http://www.w3.org/2001/XMLSchema-instance\" xmlns:j=\"{}\"",
        metamodel.uri()
    );
    xml_object(root, &format!("j:{}", root.class_name), &head, &mut out);
    out
}

fn xml_object(object: &Object, name: &str, head: &str, out: &mut String) {
    let _ = write!(out, "<{name}{head}");
    let mut inside = String::new();
    for (feature, content) in &object.slots {
        match content {
            Content::Value(Literal::List(values)) => {
                for value in values {
                    match xml_text(value) {
                        Some(text) => drop(write!(inside, "<{0}>{text}</{0}>", feature.name)),
                        None => drop(write!(inside, "<{} xsi:nil=\"true\"/>", feature.name)),
                    }
                }
            }
            Content::Value(value) => {
                if let Some(text) = xml_text(value) {
                    let _ = write!(out, " {}=\"{text}\"", feature.name);
                }
            }
            Content::Parts(parts) => {
                for part in parts {
                    let class = format!(" xsi:type=\"j:{}\"", part.class_name);
                    xml_object(part, &feature.name, &class, &mut inside);
                }
            }
            Content::Composite(value) => inside.push_str(&value.xmi),
            Content::Addresses(addresses) if addresses.is_empty() => {}
            Content::Addresses(addresses) => {
                let _ = write!(out, " {}=\"{}\"", feature.name, addresses.join(" "));
            }
        }
    }
    for (name, value) in &object.unknown {
        let _ = write!(out, " {name}=\"{}\"", xml_text(value).unwrap_or_default());
    }
    let _ = if inside.is_empty() { write!(out, "/>") } else { write!(out, ">{inside}</{name}>") };
}

/// The text of a value, for an attribute or an element.
fn xml_text(value: &Literal) -> Option<String> {
    let text = match value {
        Literal::Number(digits) => digits.clone(),
        Literal::Text(text) | Literal::Enumerator(text, _) => text.clone(),
        Literal::Boolean(value) => value.to_string(),
        Literal::Any(value) => value.text.to_owned(),
        Literal::Null | Literal::List(_) => return None,
    };
    let mut out = String::new();
    for c in text.chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '"' => out.push_str("&quot;"),
            '\n' | '\t' | '\r' => drop(write!(out, "&#{};", u32::from(c))),
            c => out.push(c),
        }
    }
    Some(out)
}

/// Whether a number has more than 64 bits.
fn has_large(value: &Literal) -> bool {
    match value {
        Literal::Number(digits) => digits.parse::<i64>().is_err(),
        Literal::List(values) => values.iter().any(has_large),
        _ => false,
    }
}

/// An expression that creates the root; `None` if the language cannot express the content of the document.
pub(super) fn expression(root: &Object) -> Option<String> {
    let mut entries = Vec::new();
    for (feature, content) in &root.slots {
        let value = match content {
            Content::Value(value) => {
                // Numbers of more than 64 bits are not numbers of the language.
                if matches!(&feature.kind, Kind::Value(ty) if ty.text == "EBigInteger") && has_large(value) {
                    return None;
                }
                puppet(value)
            }
            Content::Addresses(_) => return None,
            Content::Composite(value) => value.expression.clone()?,
            Content::Parts(parts) => {
                let parts: Option<Vec<String>> = parts.iter().map(expression).collect();
                let parts = parts?;
                match (&feature.kind, feature.is_list()) {
                    (Kind::Part(_), true) => format!("[{}]", parts.join(", ")),
                    _ => parts.first().cloned().unwrap_or_else(|| "undef".to_owned()),
                }
            }
        };
        entries.push(format!("{} => {value}", feature.name));
    }
    entries.extend(root.unknown.iter().map(|(name, value)| format!("{name} => {}", puppet(value))));
    Some(format!("new({}, {{ {} }})", root.class_name, entries.join(", ")))
}
