//! The lists of a corpus: its documents, and the metamodels that each of them requires.
//!
//! A line is the path of a document below a directory of models, then a tab and the paths of its metamodels, separated
//! by commas.

use modelwright::workspace::Workspace;
use std::fs;
use std::path::{Path, PathBuf};

/// A document of a list.
pub(super) struct Entry {
    /// The path below the directory of models.
    pub(super) file: String,
    /// The paths of the metamodels that it requires.
    pub(super) metamodels: Vec<String>,
    models: PathBuf,
}

impl Entry {
    pub(super) fn path(&self) -> PathBuf {
        self.models.join(&self.file)
    }

    /// A workspace with the document's metamodels and nothing else, as EMF has outside of Eclipse.
    pub(super) fn workspace(&self) -> Workspace {
        let models = self.metamodels.iter().map(|name| self.models.join(name)).collect();
        Workspace { models, finds_unnamed: false, ..Workspace::default() }
    }
}

/// The documents of a list, below a directory of models.
pub(super) fn entries(list: &str, models: &Path) -> Vec<Entry> {
    let lines = list.lines().filter(|line| !line.is_empty() && !line.starts_with('#'));
    let entries = lines.map(|line| {
        let (file, metamodels) = line.split_once('\t').unwrap_or((line, ""));
        let metamodels = metamodels.split(',').filter(|name| !name.is_empty()).map(str::to_owned).collect();
        Entry { file: file.to_owned(), metamodels, models: models.to_owned() }
    });
    entries.collect()
}

/// The documents of a list of a corpus: `metamodels` or `instances`.
pub(super) fn listed(corpus: &Path, kind: &str) -> Result<Vec<Entry>, String> {
    Ok(entries(&text(&corpus.join(format!("{kind}.txt")))?, &corpus.join("models")))
}

/// The content of a file of a corpus.
pub(super) fn text(path: &Path) -> Result<String, String> {
    fs::read_to_string(path).map_err(|e| format!("{}: {e}", path.display()))
}
