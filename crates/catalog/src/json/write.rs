//! Writes a catalog as Puppet does: the bytes of Ruby's `JSON.generate` and `JSON.pretty_generate`.
//!
//! Invariants: the keys of each object are in Puppet's order; numbers keep their digits; keys that older versions of
//! Puppet did not write are written only if they have a value.

use crate::model::{Catalog, Edge, Resource};
use modelwright_hiera::lookup::{to_json, write_text};
use modelwright_hiera::store::Value;
use modelwright_metamodel::diagnostic::{Diagnostic, Diagnostics, codes};
use modelwright_metamodel::ecore::AnyValue;
use std::fmt::Write as _;

/// The layout of a text.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Layout {
    /// Indented, with a line break at the end, as `puppet catalog compile` prints it.
    #[default]
    Pretty,
    /// Without spaces and line breaks, as Puppet sends and stores it.
    Compact,
}

/// The text of a catalog.
///
/// # Errors
/// If an edge has no resource at an end.
pub fn write(catalog: &Catalog, layout: Layout) -> Result<String, Diagnostics> {
    let mut out = Out { text: String::new(), is_pretty: layout == Layout::Pretty, depth: 0 };
    let mut problems = Diagnostics::new();
    match catalog.envelope_version {
        Some(version) => out.map(|out| {
            out.string("document_type", Some("Catalog"));
            out.key("data");
            out.map(|out| out.catalog(catalog, &mut problems));
            out.key("metadata");
            out.map(|out| out.integer("api_version", version));
        }),
        None => out.map(|out| out.catalog(catalog, &mut problems)),
    }
    if problems.has_errors() {
        return Err(problems);
    }
    if layout == Layout::Pretty {
        out.text.push('\n');
    }
    Ok(out.text)
}

/// A value in JSON, without spaces.
#[must_use]
pub fn value_text(value: &AnyValue) -> String {
    let mut out = Out { text: String::new(), is_pretty: false, depth: 0 };
    out.any(value);
    out.text
}

/// A text that is being written.
struct Out {
    text: String,
    is_pretty: bool,
    depth: usize,
}

impl Out {
    /// Writes the members of a catalog, and reports content that JSON cannot express.
    fn catalog(&mut self, catalog: &Catalog, problems: &mut Diagnostics) {
        // Puppet 3 wrote neither of these keys. Since Puppet 4, `code_id` is always written, also without a value.
        let is_recent = catalog.catalog_uuid.is_some() || catalog.catalog_format.is_some();
        self.texts("tags", &catalog.tags);
        self.string("name", catalog.name.as_deref());
        self.key("version");
        self.any(catalog.version.as_ref().unwrap_or(&AnyValue::Null));
        if is_recent || catalog.code_id.is_some() {
            self.string("code_id", catalog.code_id.as_deref());
        }
        if catalog.catalog_uuid.is_some() {
            self.string("catalog_uuid", catalog.catalog_uuid.as_deref());
        }
        if let Some(format) = catalog.catalog_format {
            self.integer("catalog_format", format);
        }
        if catalog.environment.is_some() {
            self.string("environment", catalog.environment.as_deref());
        }
        self.key("resources");
        self.list(&catalog.resources, |out, resource| out.map(|out| out.resource(resource)));
        self.key("edges");
        let mut number = 0;
        self.list(&catalog.edges, |out, edge| {
            number += 1;
            if !out.edge(catalog, edge) {
                let message = format!("edge {number} has no resource at an end");
                problems.push(Diagnostic::error(codes::CATALOG_EDGE, message));
            }
        });
        self.texts("classes", &catalog.classes);
        let metadata = [("metadata", &catalog.metadata), ("recursive_metadata", &catalog.recursive_metadata)];
        for (key, value) in metadata {
            if let Some(value) = value {
                self.key(key);
                self.any(value);
            }
        }
    }

    /// Writes the members of a resource.
    fn resource(&mut self, resource: &Resource) {
        self.string("type", Some(&resource.r#type));
        self.string("title", Some(&resource.title));
        self.texts("tags", &resource.tags);
        // Puppet does not know the manifest of a resource that another node exports.
        if resource.exporter.is_none() {
            if resource.file.is_some() {
                self.string("file", resource.file.as_deref());
            }
            if let Some(line) = resource.line {
                self.integer("line", line);
            }
        }
        self.key("exported");
        self.text.push_str(if resource.exported { "true" } else { "false" });
        if let Some(kind) = resource.kind {
            self.string("kind", Some(kind.as_str()));
        }
        if !resource.parameters.is_empty() {
            self.key("parameters");
            self.map(|out| {
                for parameter in &resource.parameters {
                    out.key(&parameter.name);
                    out.any(parameter.value.as_ref().unwrap_or(&AnyValue::Null));
                }
            });
        }
        if !resource.sensitive_parameters.is_empty() {
            self.texts("sensitive_parameters", &resource.sensitive_parameters);
        }
    }

    /// Writes an edge; `false` if it has no resource at an end.
    fn edge(&mut self, catalog: &Catalog, edge: &Edge) -> bool {
        let end_text = |reference| Some(catalog.resources.get(catalog.position_of(reference)?)?.to_string());
        let (source, target) = (end_text(&edge.source), end_text(&edge.target));
        self.map(|out| {
            out.string("source", source.as_deref());
            out.string("target", target.as_deref());
            if edge.event.is_some() {
                out.string("event", edge.event.as_deref());
            }
            if edge.callback.is_some() {
                out.string("callback", edge.callback.as_deref());
            }
        });
        source.is_some() && target.is_some()
    }

    /// Writes a map; `write_entries` writes its entries.
    fn map(&mut self, write_entries: impl FnOnce(&mut Self)) {
        self.text.push('{');
        self.depth += 1;
        if self.is_pretty {
            self.text.push('\n');
        }
        write_entries(self);
        self.depth -= 1;
        // A map ends on a new line even if it is empty.
        if self.is_pretty && !self.text.ends_with("{\n") {
            self.text.push('\n');
        }
        self.indent();
        self.text.push('}');
    }

    /// Writes a list; `write` writes each item.
    fn list<T>(&mut self, items: &[T], mut write: impl FnMut(&mut Self, &T)) {
        self.text.push('[');
        self.depth += 1;
        if self.is_pretty {
            self.text.push('\n');
        }
        for (index, item) in items.iter().enumerate() {
            if index > 0 {
                self.text.push_str(if self.is_pretty { ",\n" } else { "," });
            }
            self.indent();
            write(self, item);
        }
        self.depth -= 1;
        // As in Ruby, an empty list contains an empty line.
        if self.is_pretty {
            self.text.push('\n');
        }
        self.indent();
        self.text.push(']');
    }

    /// Writes the indentation of a line, unless the text is compact.
    fn indent(&mut self) {
        if self.is_pretty {
            self.text.extend(std::iter::repeat_n("  ", self.depth));
        }
    }

    /// Writes a key, and the separator before it.
    fn key(&mut self, key: &str) {
        // The first key follows `{`, or the line break after it, without a separator.
        if !self.text.ends_with(['{', '\n']) {
            self.text.push_str(if self.is_pretty { ",\n" } else { "," });
        }
        self.indent();
        write_text(key, &mut self.text);
        self.text.push_str(if self.is_pretty { ": " } else { ":" });
    }

    /// Writes a key with a text or null.
    fn string(&mut self, key: &str, text: Option<&str>) {
        self.key(key);
        match text {
            Some(text) => write_text(text, &mut self.text),
            None => self.text.push_str("null"),
        }
    }

    /// Writes a member whose value is an integer.
    fn integer(&mut self, key: &str, value: i64) {
        self.key(key);
        // Writing to a string cannot fail.
        let _ = write!(self.text, "{value}");
    }

    /// Writes a key with a list of texts.
    fn texts(&mut self, key: &str, texts: &[String]) {
        self.key(key);
        self.list(texts, |out, text| write_text(text, &mut out.text));
    }

    /// Writes a value. Recursion is limited by the depth of values.
    fn any(&mut self, value: &AnyValue) {
        match value {
            AnyValue::Null => self.text.push_str("null"),
            AnyValue::Boolean(value) => self.text.push_str(if *value { "true" } else { "false" }),
            AnyValue::Integer(value) => {
                let _ = write!(self.text, "{value}");
            }
            AnyValue::Float(value) => self.text.push_str(&to_json(&Value::Float(*value))),
            AnyValue::Number(digits) => self.text.push_str(digits),
            AnyValue::Text(text) => write_text(text, &mut self.text),
            AnyValue::List(items) => self.list(items, |out, item| out.any(item)),
            AnyValue::Map(entries) => self.map(|out| {
                for (key, value) in entries {
                    out.key(key);
                    out.any(value);
                }
            }),
        }
    }
}
