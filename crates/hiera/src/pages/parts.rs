//! Data of a report in parts, which pages load on demand.
//!
//! A part contains its items as JSON in a string, because browsers read this faster than the same data as code.
//! Invariant: a part ends with the first item that exceeds the length of a part, so that the same items are always
//! divided in the same way.

use super::{ReportFile, list};
use std::fmt::Write as _;

/// The length of a part's text after which the next part begins.
const PART_BYTES: usize = 128 << 10;

/// Writes items into parts, in order. The file `data/SUBJECT-KIND.js` contains the number of the first item in each
/// part.
pub struct Parts {
    /// The JavaScript object whose functions the scripts call.
    script_object: &'static str,
    /// The number of the tree or site that the parts belong to.
    subject: usize,
    kind: &'static str,
    files: Vec<ReportFile>,
    text: String,
    /// The number of the first item in each part.
    starts: Vec<usize>,
}

impl Parts {
    /// Parts with one kind of data about the subject with a number.
    pub fn new(script_object: &'static str, subject: usize, kind: &'static str) -> Self {
        Self { script_object, subject, kind, files: Vec::new(), text: String::new(), starts: Vec::new() }
    }

    /// Adds an item; `write` writes its JSON, and `number` counts the items from 0.
    pub fn add(&mut self, number: usize, write: impl FnOnce(&mut String)) {
        if self.text.is_empty() {
            self.starts.push(number);
        } else {
            self.text.push_str(",\n");
        }
        write(&mut self.text);
        // The length is tested after each item, because an item is never divided.
        if self.text.len() > PART_BYTES {
            self.end_part();
        }
    }

    /// Ends the current part, and adds its file.
    fn end_part(&mut self) {
        if self.text.is_empty() {
            return;
        }
        let items = std::mem::take(&mut self.text);
        let number = self.files.len();
        let mut text = format!(
            "{}.part({},\"{}\",{number},JSON.parse('[\\\n",
            self.script_object, self.subject, self.kind
        );
        // The additional capacity is for escapes, of which there are usually few.
        text.reserve(items.len() + items.len() / 8);
        // In a JavaScript string, a backslash at the end of a line continues the string on the next line.
        let mut copied_end = 0;
        for (position, _) in items.match_indices(['\\', '\'', '\n']) {
            text.push_str(&items[copied_end..position]);
            // The character itself is written with the text that follows.
            text.push('\\');
            copied_end = position;
        }
        text.push_str(&items[copied_end..]);
        text.push_str("\\\n]'));\n");
        let path = format!("data/{}-{}-{number}.js", self.subject, self.kind);
        self.files.push(ReportFile { path, text });
    }

    /// Ends the last part, and returns all files.
    pub fn finish(mut self) -> Vec<ReportFile> {
        self.end_part();
        let mut starts = format!("{}.starts({},\"{}\",", self.script_object, self.subject, self.kind);
        list(self.starts.iter(), &mut starts, |start, out| {
            let _ = write!(out, "{start}");
        });
        starts.push_str(");\n");
        let path = format!("data/{}-{}.js", self.subject, self.kind);
        self.files.push(ReportFile { path, text: starts });
        self.files
    }
}
