//! Builds the JSON text of answers about Hiera data and catalogs.

use modelwright::hiera::lookup::{Hierarchy, Origin, value_json};
use modelwright::store::Value;

/// A string, in JSON.
pub(crate) fn text(text: impl AsRef<str>) -> String {
    let mut out = String::new();
    value_json(&Value::text(text.as_ref()), &mut out);
    out
}

/// The missing value, in JSON.
pub(crate) fn null() -> String {
    "null".to_owned()
}

/// An array of values that are JSON text already.
pub(crate) fn array(elements: impl IntoIterator<Item = String>) -> String {
    format!("[{}]", elements.into_iter().collect::<Vec<_>>().join(","))
}

/// An object of values that are JSON text already.
pub(crate) fn object<const N: usize>(entries: [(&str, String); N]) -> String {
    let entries = entries.into_iter().map(|(name, value)| format!("{}:{value}", text(name)));
    format!("{{{}}}", entries.collect::<Vec<_>>().join(","))
}

/// A position: file, line and column.
pub(super) fn position(hierarchy: &Hierarchy, origin: Origin) -> String {
    object([
        ("file", text(hierarchy.file_name(origin.file))),
        ("line", origin.place.line.to_string()),
        ("column", origin.place.column.to_string()),
    ])
}
