//! The documentation of types and features: descriptions, and what is only kept as a remark.

use super::reader::SchemaReader;
use super::schema_node::SchemaNode;

/// The keywords of documentation that are true or false, with the sentence that each adds to the description.
const MARKS: [(&str, &str); 3] =
    [("deprecated", "Deprecated."), ("readOnly", "Read only."), ("writeOnly", "Write only.")];

/// How many schemas may give one value its documentation and its default.
const MAX_NOTES: usize = 3 + MARKS.len();

impl SchemaReader<'_> {
    /// Those of the schemas `notes`, the nearest first, that give documentation or a default which no nearer one gives.
    /// Without the others, values behind a long chain of references do not keep all of it.
    pub(super) fn effective_notes(&self, mut notes: Vec<SchemaNode>) -> Vec<SchemaNode> {
        // Nearly all chains are short.
        if notes.len() <= MAX_NOTES {
            return notes;
        }
        // Which of the texts, the marks and the default a nearer schema gives.
        let mut is_given = [false; MAX_NOTES];
        notes.retain(|place| {
            let texts = ["description", "title"].map(|key| self.files.text(*place, key).is_some());
            let marks = MARKS.map(|(key, _)| self.is_true(*place, key));
            let has_default = self.files.get(*place, "default").is_some();
            let gives = texts.into_iter().chain(marks).chain([has_default]);
            let mut gives_more = false;
            for (is_given, gives) in is_given.iter_mut().zip(gives) {
                if gives && !*is_given {
                    *is_given = true;
                    gives_more = true;
                }
            }
            gives_more
        });
        notes
    }

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
        for (key, mark) in MARKS {
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
