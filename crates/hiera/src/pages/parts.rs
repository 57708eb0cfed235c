//! Data of a report in parts, which pages load on demand.
//!
//! Items are JSON in a string, which browsers read faster than the same literals of a program.
//! Invariant: a part ends with the item that makes it long enough, so that equal items give equal parts.

use super::{ReportFile, list};
use std::fmt::Write as _;

/// The maximum length of the text of a part before another one begins.
const PART_BYTES: usize = 128 << 10;

/// Writes parts with items in order; `data/SUBJECT-KIND.js` contains the first item of each part.
pub struct Parts {
    /// The object that the scripts call.
    receiver: &'static str,
    subject: usize,
    kind: &'static str,
    files: Vec<ReportFile>,
    text: String,
    /// The first item of each part.
    starts: Vec<usize>,
}

impl Parts {
    /// Parts of a kind, about the subject with a number; the scripts call functions of `receiver`.
    pub fn new(receiver: &'static str, subject: usize, kind: &'static str) -> Self {
        Self { receiver, subject, kind, files: Vec::new(), text: String::new(), starts: Vec::new() }
    }

    /// Adds an item, which must be JSON; `number` counts from 0.
    pub fn add(&mut self, number: usize, write: impl FnOnce(&mut String)) {
        if self.text.is_empty() {
            self.starts.push(number);
        } else {
            self.text.push_str(",\n");
        }
        write(&mut self.text);
        // Only after an item, because an item is never divided.
        if self.text.len() > PART_BYTES {
            self.end();
        }
    }

    /// Ends the current part, and adds its file.
    fn end(&mut self) {
        if self.text.is_empty() {
            return;
        }
        let items = std::mem::take(&mut self.text);
        let number = self.files.len();
        let mut text =
            format!("{}.part({},\"{}\",{number},JSON.parse('[\\\n", self.receiver, self.subject, self.kind);
        // Few characters need an escape, so this capacity is usually enough.
        text.reserve(items.len() + items.len() / 8);
        // A backslash at the end of a line continues the string on the next line.
        let mut from = 0;
        for (at, _) in items.match_indices(['\\', '\'', '\n']) {
            text.push_str(&items[from..at]);
            // The character itself is written with the next part of the text.
            text.push('\\');
            from = at;
        }
        text.push_str(&items[from..]);
        text.push_str("\\\n]'));\n");
        let path = format!("data/{}-{}-{number}.js", self.subject, self.kind);
        self.files.push(ReportFile { path, text });
    }

    /// The files.
    pub fn finish(mut self) -> Vec<ReportFile> {
        self.end();
        let mut starts = format!("{}.starts({},\"{}\",", self.receiver, self.subject, self.kind);
        list(self.starts.iter(), &mut starts, |start, out| {
            let _ = write!(out, "{start}");
        });
        starts.push_str(");\n");
        let path = format!("data/{}-{}.js", self.subject, self.kind);
        self.files.push(ReportFile { path, text: starts });
        self.files
    }
}
