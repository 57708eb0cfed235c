//! Importers of schemas, compared with the programs that know these schemas: what each makes of a schema, and which documents
//! it accepts.
//!
//! A part is one file here and one line in the registry. What an importer reports as not expressed is not compared; every other
//! difference has a reason, which is counted. This module does not know the languages of schemas.

use super::Summary;
use super::known::{KnownCounts, enter};
use modelwright::formats::ReadOptions;
use modelwright::workspace::{DocumentReader, Registry, Workspace};
use modelwright_metamodel::diagnostic::{Diagnostic, Diagnostics, Severity};
use modelwright_metamodel::options::OptionValues;
use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

/// Declares the file of each part, which has a `PART`, and lists them.
macro_rules! registry {
    ($($file:ident,)+) => {
        $(mod $file;)+

        /// All parts, in the order in which they are compared.
        const PARTS: &[Part] = &[$($file::PART),+];
    };
}

// The registry of parts.
registry! {
    linkml,
    puppet_types,
    suite,
    verdicts,
    xml,
    xsd,
}

/// A comparison of one importer.
struct Part {
    name: &'static str,
    /// Compares, with the shared directory and a directory for files.
    run: fn(&Path, &Path) -> Result<Summary, String>,
}

/// Compares all parts, or those that are named.
pub(crate) fn run(shared: &Path, work: &Path, names: &[&str]) -> Result<Vec<Summary>, String> {
    if let Some(unknown) = names.iter().find(|name| PARTS.iter().all(|part| part.name != **name)) {
        let known: Vec<&str> = PARTS.iter().map(|part| part.name).collect();
        return Err(format!("`{unknown}` is not one of {}", known.join(", ")));
    }
    let chosen = PARTS.iter().filter(|part| names.is_empty() || names.contains(&part.name));
    let summaries = chosen.map(|part| {
        let directory = work.join("imports").join(part.name);
        fs::create_dir_all(&directory).map_err(|e| format!("{}: {e}", directory.display()))?;
        Ok((part.run)(shared, &directory)?.printed(part.name))
    });
    summaries.collect()
}

/// A schema of JSON that was imported, as the metamodel of documents.
struct Imported {
    workspace: Workspace,
    json: DocumentReader,
    /// What was reported when it was imported.
    problems: Diagnostics,
}

impl Imported {
    /// Imports the schema in a file; documents are of a class.
    fn new(path: PathBuf, class: &str) -> Result<Self, String> {
        let bytes = fs::read(&path).map_err(|e| format!("{}: {e}", path.display()))?;
        let importer = Registry::standard().reader("json-schema").ok_or("no importer")?;
        let json = Registry::standard().reader("json").ok_or("no format")?;
        let uri = modelwright::files::path_uri(&path);
        let loaded = Workspace::default().load_bytes("schema.json", bytes, &uri, importer);
        let problems = loaded.map_err(|problem| problem.to_string())?.diagnostics;
        let values = OptionValues::new().with("root-class", class);
        let reading = ReadOptions { values, ..ReadOptions::default() };
        Ok(Self {
            workspace: Workspace { models: vec![path], reading, ..Workspace::default() },
            json,
            problems,
        })
    }

    /// Whether it describes the documents without any loss.
    fn is_complete(&self) -> bool {
        // Other names of types, and files beside the schema, are no losses.
        self.problems.iter().all(|problem| problem.code.id() == "MW0753")
    }

    /// Returns the reason if a document is rejected; a warning, such as one about values that must differ, is one as well.
    fn check(&self, document: &str) -> Result<(), String> {
        let bytes = document.as_bytes().to_vec();
        let loaded = self.workspace.load_bytes("document.json", bytes, "document.json", self.json);
        let loaded = loaded.map_err(|problem| problem.to_string())?;
        let found = self.workspace.validate(&loaded);
        // The schema is imported for each document again, with what it reports.
        let of_schema = ["MW0751", "MW0753"];
        let mut problems = loaded.diagnostics.iter().chain(&found);
        let is_of_document = |problem: &&Diagnostic| {
            // A note only belongs to what was already rejected.
            problem.severity != Severity::Note && !of_schema.contains(&problem.code.id())
        };
        match problems.find(is_of_document) {
            Some(problem) => Err(problem.to_string()),
            None => Ok(()),
        }
    }
}

fn write(path: &Path, text: &str) -> Result<(), String> {
    fs::write(path, text).map_err(|e| format!("{}: {e}", path.display()))
}

/// The files in a directory with an extension, in order.
fn files(directory: &Path, extension: &str) -> Result<Vec<PathBuf>, String> {
    let entries = fs::read_dir(directory).map_err(|e| format!("{}: {e}", directory.display()))?;
    let mut paths: Vec<PathBuf> = entries.filter_map(|entry| Some(entry.ok()?.path())).collect();
    paths.retain(|path| path.extension().is_some_and(|found| found == extension));
    paths.sort();
    Ok(paths)
}

/// The cases of a comparison, of which those with a reason are counted.
#[derive(Default)]
struct Cases {
    summary: Summary,
    excused: BTreeMap<&'static str, usize>,
    /// The differences without a reason, by kind.
    groups: BTreeMap<String, Vec<String>>,
}

impl Cases {
    /// Records a case: that both agree, or the reason for a difference, or what differs.
    fn note(
        &mut self,
        agrees: bool,
        reason: Option<&'static str>,
        difference: impl FnOnce() -> (String, String),
    ) {
        match reason {
            _ if agrees => self.summary.agreed += 1,
            Some(reason) => {
                self.summary.agreed += 1;
                *self.excused.entry(reason).or_default() += 1;
            }
            None => {
                let (group, case) = difference();
                self.groups.entry(group).or_default().push(case);
            }
        }
    }

    fn finish(self, known: KnownCounts) -> Summary {
        let Self { mut summary, excused, groups } = self;
        for (group, cases) in groups {
            let shown: Vec<&str> = cases.iter().take(3).map(String::as_str).collect();
            summary.differences.extend(std::iter::repeat_n(String::new(), cases.len() - 1));
            summary.differences.push(format!("{} times {group}\n    {}", cases.len(), shown.join("\n    ")));
        }
        let counts = || excused.iter().map(|(reason, count)| (*reason, *count));
        summary.notes.extend(counts().map(|(reason, count)| format!("{count} differ: {reason}")));
        enter(&mut summary, known, counts());
        summary
    }
}
