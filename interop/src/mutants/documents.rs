//! Mutants as files, for comparisons that do not need EMF.

use super::pool::Pool;
use std::fs;
use std::path::{Path, PathBuf};

/// The mutants of a corpus.
pub(crate) struct MutatedDocuments {
    pool: Pool,
}

/// A mutant that has been written to its file.
pub(crate) struct MutatedDocument {
    pub(crate) path: PathBuf,
    /// Its metamodels.
    pub(crate) models: Vec<PathBuf>,
    /// A description of the changes, for readers of the report.
    pub(crate) description: String,
}

impl MutatedDocuments {
    /// The mutants of the corpus in a shared directory; they are written to a copy of the corpus in `work`.
    pub(crate) fn new(shared: &Path, work: &Path) -> Result<Self, String> {
        fs::create_dir_all(work).map_err(|e| e.to_string())?;
        Ok(Self { pool: Pool::read(shared, work.join("models"))? })
    }

    /// Writes the mutant with a number.
    pub(crate) fn write(&self, seed: u64, number: usize) -> Result<MutatedDocument, String> {
        let mutant = self.pool.mutant(seed, number);
        mutant.write(&self.pool.directory)?;
        let models = mutant.models.iter().map(|model| self.pool.directory.join(model)).collect();
        Ok(MutatedDocument {
            path: self.pool.directory.join(&mutant.file),
            models,
            description: mutant.description,
        })
    }

    /// Removes the files of a mutant.
    pub(crate) fn remove(&self, seed: u64, number: usize) {
        self.pool.mutant(seed, number).remove(&self.pool.directory);
    }
}
