//! What all reports have in common: sites of pages that work from the file system and from any web server.
//!
//! The pages of a report are made in the browser by a JavaScript program, from data in scripts. Invariants: nothing is
//! loaded from other servers; texts of the input are never interpreted as HTML. This module does not know what is
//! reported, and writes no files.

mod numbers;
mod parts;

pub use numbers::{exact_json, mapped_json, with_exact_numbers};
pub use parts::Parts;

use crate::files::Files;
use modelwright_metamodel::diagnostic::Diagnostic;
use modelwright_notations::json::quote;
use std::fmt::Write as _;
use std::io::Read as _;
use std::path::Path;

/// A file of a report.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ReportFile {
    /// The path of the file, with slashes.
    pub path: String,
    /// The text of the file.
    pub text: String,
}

/// A kind of report.
pub struct ReportKind {
    /// The title of the pages.
    pub title: &'static str,
    /// What users can search for, such as "a key or a node".
    pub names: &'static str,
    /// The JavaScript program that receives the data.
    pub data: &'static str,
    /// The JavaScript programs that show the data, with their file names.
    pub reports: &'static [(&'static str, &'static str)],
    /// The start of the file that describes the data, by which a report of this kind is recognised.
    pub index_start: &'static str,
}

/// The file that describes the data.
pub const INDEX: &str = "data/index.js";

const PAGE: &str = include_str!("index.html");
const STYLE: &str = include_str!("style.css");
/// The JavaScript programs of all kinds of reports, which are loaded first.
const PROGRAMS: [(&str, &str); 3] = [
    ("values.js", include_str!("values.js")),
    ("search.js", include_str!("search.js")),
    ("pages.js", include_str!("pages.js")),
];

impl ReportKind {
    /// The files that are the same in all reports of this kind; the first is the page to open.
    pub fn assets(&self) -> Vec<ReportFile> {
        let data = [("data.js", self.data)];
        let programs = PROGRAMS.iter().chain(&data).chain(self.reports);
        let scripts = programs.clone().map(|(name, _)| format!("<script src=\"{name}\"></script>"));
        let scripts: Vec<String> = scripts.collect();
        let page = PAGE.replace("{{title}}", self.title).replace("{{names}}", self.names);
        let page = page.replace("{{scripts}}", &scripts.join("\n"));
        let files = [("index.html", page.as_str()), ("style.css", STYLE)];
        let files = files.into_iter().chain(programs.copied());
        files.map(|(path, text)| ReportFile { path: path.to_owned(), text: text.to_owned() }).collect()
    }

    /// Whether a directory contains a report of this kind.
    pub fn is_in(&self, files: &dyn Files, directory: &Path) -> bool {
        let mut start = Vec::new();
        let opened = files.open(&directory.join(INDEX));
        // The beginning is enough, and an index may be large.
        let result = opened.and_then(|file| file.take(self.index_start.len() as u64).read_to_end(&mut start));
        result.is_ok() && start == self.index_start.as_bytes()
    }
}

/// Writes a list as a JSON array; `write` writes each item.
pub fn list<T>(items: impl Iterator<Item = T>, out: &mut String, mut write: impl FnMut(T, &mut String)) {
    out.push('[');
    for (index, item) in items.enumerate() {
        out.push_str(if index == 0 { "" } else { "," });
        write(item, out);
    }
    out.push(']');
}

/// Writes a text as a string of JSON.
pub fn text(text: &str, out: &mut String) {
    quote(text, |c| c.is_ascii_control(), out);
}

/// Writes a problem: its severity, code, message, file, line and help.
pub fn problem(problem: &Diagnostic, out: &mut String) {
    let (file, line) = match problem.primary_label() {
        Some(label) => (label.source.name(), label.position().line),
        None => ("", 0),
    };
    out.push('[');
    for part in [problem.severity.word(), problem.code.id(), &problem.message, file] {
        text(part, out);
        out.push(',');
    }
    let _ = write!(out, "{line},");
    text(problem.help.as_deref().unwrap_or_default(), out);
    out.push(']');
}
