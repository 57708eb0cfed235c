//! The documentation of types and features: descriptions, and what is only kept as a remark.

use super::reader::SchemaReader;
use super::schema_node::SchemaNode;

impl SchemaReader<'_> {
    /// The documentation that schemas give, the nearest first, with remarks.
    pub(super) fn documentation(&self, notes: &[SchemaNode], remarks: &[String]) -> Option<String> {
        let first = |key: &str| notes.iter().find_map(|place| self.files.text(*place, key));
        let mut doc = first("description").or_else(|| first("title")).unwrap_or_default().trim().to_owned();
        let mut add_paragraph = |paragraph: &str| {
            if !doc.is_empty() {
                doc.push_str("\n\n");
            }
            doc.push_str(paragraph);
        };
        let marks = [("deprecated", "Deprecated."), ("readOnly", "Read only."), ("writeOnly", "Write only.")];
        for (key, mark) in marks {
            if notes.iter().any(|place| self.is_true(*place, key)) {
                add_paragraph(mark);
            }
        }
        for remark in remarks {
            add_paragraph(remark);
        }
        (!doc.is_empty()).then_some(doc)
    }
}
