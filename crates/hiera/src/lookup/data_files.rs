//! The data files of a hierarchy: their names, their values and their texts. [`files`](super::files) finds and reads
//! them.

use super::error::LookupError;
use super::hierarchy::{Engine, Hierarchy};
use super::origin::FileIndex;
use crate::data::DataTree;
use crate::store::Data;
use modelwright_metamodel::diagnostic::{Diagnostic, Diagnostics, Source};
use modelwright_metamodel::threads::in_parts;
use std::path::{Path, PathBuf};
use std::sync::Arc;

impl Hierarchy {
    /// The path of a data file relative to the configuration, which is also its name in a model to which the tree is
    /// converted.
    #[must_use]
    pub fn relative_name(&self, file: FileIndex) -> &str {
        self.data.files.relative_path(file)
    }

    /// The path of a data file for messages.
    #[must_use]
    pub fn file_name(&self, file: FileIndex) -> &str {
        self.data.files.name(file)
    }

    /// All data files that levels may use, ordered by backend and path.
    pub fn files(&self) -> impl Iterator<Item = FileIndex> + use<> {
        self.data.files.indices()
    }

    /// Reads all data files on all cores. Lookups would read each file when they need it, on one core.
    pub fn read_files(&self) {
        let files: Vec<FileIndex> = self.files().collect();
        // `data` reads the file and keeps its values; `count` only makes the iterator run.
        in_parts(&files, |part| part.iter().filter(|file| self.data(**file).is_ok()).count());
    }

    /// The data files that cannot be read, each with its problem; their keys are not known. `consequence` is
    /// the end of a sentence about the lookups that read the file, such as `fail`.
    pub fn unreadable_files(&self, consequence: &str) -> impl Iterator<Item = (FileIndex, Diagnostic)> {
        self.files().filter_map(move |file| {
            let error = self.data(file).err()?;
            let message = format!("lookups that read this file {consequence}: {}", error.message());
            // The message is replaced, so the key in it does not matter.
            let mut problem = self.failure("", error);
            problem.message = message;
            Some((file, problem))
        })
    }

    /// The warnings of a data file that can be read, such as keys that are written twice.
    #[must_use]
    pub fn warnings(&self, file: FileIndex) -> Diagnostics {
        self.data.files.warnings(file)
    }

    /// The paths of data files that no backend reads, but that are in the same directories as other data files.
    pub fn unread_files(&self) -> impl Iterator<Item = &str> {
        self.data.files.unread_data()
    }

    /// The text of a data file; `None` if it cannot be read.
    #[must_use]
    pub fn source(&self, file: FileIndex) -> Option<Arc<Source>> {
        self.data.files.source(file)
    }

    /// The values of a data file.
    ///
    /// # Errors
    /// If it cannot be read, or does not contain a hash.
    pub fn data(&self, file: FileIndex) -> Result<&Data, LookupError> {
        self.data.files.data(file)
    }

    /// The values of a data file, and its text if there is one.
    ///
    /// # Errors
    /// As [`data`](Self::data).
    pub(crate) fn data_with_source(
        &self,
        file: FileIndex,
    ) -> Result<(&Data, Option<Arc<Source>>), LookupError> {
        self.data.files.data_with_source(file)
    }

    /// The values of a data file of version 5 with their spans, and its text.
    ///
    /// # Errors
    /// If it cannot be read.
    pub(crate) fn data_tree(
        &self,
        file: FileIndex,
        problems: &mut Diagnostics,
    ) -> Result<(DataTree, Arc<Source>), LookupError> {
        self.data.files.tree(file, problems)
    }

    /// The values of a changed text of a data file; `None` if the text is invalid, or has problems that the file does
    /// not have.
    pub(crate) fn read_again(&self, file: FileIndex, source: &Arc<Source>) -> Option<Data> {
        self.data.files.read_again(file, source)
    }

    /// The paths of the files that determine levels, settings and modules; some of these files may not exist.
    #[must_use]
    pub fn configurations(&self) -> &[PathBuf] {
        match &self.engine {
            Engine::Ruby(backends) => backends.configuration().map_or(&[], std::slice::from_ref),
            Engine::Puppet(layers) => &layers.configurations,
        }
    }

    /// The path of a data file; `None` if it is part of a model.
    #[must_use]
    pub fn path(&self, file: FileIndex) -> Option<&Path> {
        self.data.files.disk_path(file)
    }
}
