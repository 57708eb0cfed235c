//! The documentation of types and features: descriptions, and what is only kept as a remark.

use super::reader::SchemaReader;
use super::schema_node::SchemaNode;

impl SchemaReader<'_> {
    /// The documentation that schemas give, the nearest first, with remarks.
    pub(super) fn documentation(&self, notes: &[SchemaNode], remarks: &[String]) -> Option<String> {
        let first = |key: &str| notes.iter().find_map(|place| self.files.text(*place, key));
        let mut paragraphs: Vec<String> = Vec::new();
        let description = first("description").or_else(|| first("title")).map(str::trim);
        paragraphs.extend(description.filter(|text| !text.is_empty()).map(str::to_owned));
        let marks = [("deprecated", "Deprecated."), ("readOnly", "Read only."), ("writeOnly", "Write only.")];
        for (key, mark) in marks {
            if notes.iter().any(|place| self.is_true(*place, key)) {
                paragraphs.push(mark.to_owned());
            }
        }
        paragraphs.extend(remarks.iter().cloned());
        (!paragraphs.is_empty()).then(|| paragraphs.join("\n\n"))
    }
}
