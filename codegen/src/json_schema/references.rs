//! References to definitions and to the properties in them.
//!
//! Invariant: references are those of draft 2020-12 inside of one document; `shape` converts them. This module does not
//! know the names of definitions.

use crate::json::Json;

/// A reference to a definition.
pub(super) fn refer(name: &str) -> Json {
    Json::map([("$ref", Json::string(pointer(name)))])
}

/// The text of a reference to a definition.
pub(super) fn pointer(name: &str) -> String {
    let mut out = String::with_capacity(DEFINITIONS.len() + name.len());
    out.push_str(DEFINITIONS);
    push_escaped(name, &mut out);
    out
}

/// A reference to a property in a definition, whose text is given.
pub(super) fn refer_to_property(definition: &str, property: &str) -> Json {
    const PROPERTIES: &str = "/properties/";
    let mut pointer = String::with_capacity(definition.len() + PROPERTIES.len() + property.len());
    pointer.push_str(definition);
    pointer.push_str(PROPERTIES);
    push_escaped(property, &mut pointer);
    Json::map([("$ref", Json::string(pointer))])
}

/// The start of references to definitions.
const DEFINITIONS: &str = "#/$defs/";

/// A name as a segment of a JSON pointer in a URI's fragment.
pub(super) fn escape(name: &str) -> String {
    let mut out = String::with_capacity(name.len());
    push_escaped(name, &mut out);
    out
}

/// Appends a name as a segment of a JSON pointer in a URI's fragment.
fn push_escaped(name: &str, out: &mut String) {
    if name.bytes().all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'$' | b'-' | b'.' | b'_')) {
        return out.push_str(name);
    }
    for byte in name.bytes() {
        match byte {
            // RFC 6901 has its own escapes for these two; percent signs are for the fragment around the
            // pointer.
            b'~' => out.push_str("~0"),
            b'/' => out.push_str("~1"),
            b'$' | b'-' | b'.' | b'_' => out.push(char::from(byte)),
            byte if byte.is_ascii_alphanumeric() => out.push(char::from(byte)),
            byte => out.push_str(&format!("%{byte:02X}")),
        }
    }
}
