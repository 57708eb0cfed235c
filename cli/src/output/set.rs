//! Writes several files into a directory: all of them or none.
//!
//! Invariant: nothing is renamed before every file is complete; if a file cannot be renamed, the files that were
//! renamed before get their old content back. This module does not know what the files contain.

use super::file::{CompleteFile, FinishedOutput, Output, check_output_directory};
use super::{cannot_write_because, signals};
use modelwright_metamodel::diagnostic::Diagnostic;
use std::io;
use std::path::{Path, PathBuf};
use tempfile::TempPath;

/// Writes files, given as paths within a directory and their content; creates the directories that they are in.
///
/// # Errors
/// [`codes::CANNOT_WRITE`](modelwright_metamodel::diagnostic::codes::CANNOT_WRITE); nothing has changed then.
pub(crate) fn write_all<'f>(
    directory: &Path,
    files: impl Iterator<Item = (&'f Path, &'f [u8])>,
) -> Result<(), Box<Diagnostic>> {
    let mut directories = NewDirectories::default();
    let mut outputs = Vec::new();
    let mut last_parent: Option<PathBuf> = None;
    for (path, bytes) in files {
        let path = directory.join(path);
        // Files of one directory follow each other, and there may be thousands.
        if let Some(parent) = path.parent().filter(|parent| last_parent.as_deref() != Some(parent)) {
            check_output_directory(parent)?;
            // Directories are recorded, so that a failure leaves none of them behind.
            directories.create(parent).map_err(|e| cannot_write_because(parent, &e))?;
            last_parent = Some(parent.to_owned());
        }
        let mut output = Output::begin(Some(&path))?;
        output.sink().write_all(bytes).map_err(|e| output.write_error(&e))?;
        outputs.push(output.finish()?);
    }
    commit_all(outputs)?;
    directories.keep();
    Ok(())
}

/// Renames complete outputs to their targets: all of them or none.
///
/// # Errors
/// As [`write_all`].
pub(crate) fn commit_all(outputs: impl IntoIterator<Item = FinishedOutput>) -> Result<(), Box<Diagnostic>> {
    let mut files = Vec::new();
    for output in outputs {
        match output {
            FinishedOutput::File(file) => files.push(file),
            // Devices and pipes are written outside of `defer`, because writing may block. The bytes cannot be removed
            // again.
            memory @ FinishedOutput::Memory { .. } => memory.commit()?,
        }
    }
    signals::defer(|| rename_all(files))
}

/// Removes files of a directory, and the directories below it that are empty then.
///
/// # Errors
/// [`codes::CANNOT_WRITE`](modelwright_metamodel::diagnostic::codes::CANNOT_WRITE) for the first file that cannot be
/// removed.
pub(crate) fn remove_files<'f>(
    directory: &Path,
    files: impl Iterator<Item = &'f Path>,
) -> Result<(), Box<Diagnostic>> {
    for file in files {
        let path = directory.join(file);
        std::fs::remove_file(&path).map_err(|error| cannot_write_because(&path, &error))?;
        for parent in file.ancestors().skip(1).filter(|parent| !parent.as_os_str().is_empty()) {
            // A directory that is not empty stays.
            let _ = std::fs::remove_dir(directory.join(parent));
        }
    }
    Ok(())
}

/// A renamed file, and a copy of the file that it replaced, if there was one.
struct RenamedFile {
    target: PathBuf,
    old_copy: Option<(TempPath, signals::Entry)>,
}

/// Renames files; if one cannot be renamed, those before it get their old content back.
fn rename_all(files: Vec<CompleteFile>) -> Result<(), Box<Diagnostic>> {
    let mut renamed_files: Vec<RenamedFile> = Vec::new();
    for CompleteFile { path, target, file, entry } in files {
        // The old content gets a second name first, because a file that was replaced cannot be recovered.
        let result = second_name(&target).and_then(|old_copy| {
            file.persist(&target).map_err(|e| e.error)?;
            Ok(old_copy)
        });
        drop(entry);
        match result {
            Ok(old_copy) => renamed_files.push(RenamedFile { target, old_copy }),
            Err(error) => {
                // The last renamed file is restored first, in case two targets are the same file.
                renamed_files.into_iter().rev().for_each(restore);
                return Err(cannot_write_because(&path, &error));
            }
        }
    }
    Ok(())
}

/// A second, temporary name of the file that will be replaced, if there is one.
fn second_name(target: &Path) -> io::Result<Option<(TempPath, signals::Entry)>> {
    if !target.exists() {
        return Ok(None);
    }
    let directory = target.parent().unwrap_or(Path::new("."));
    let creation_result = signals::create(|| {
        let mut builder = tempfile::Builder::new();
        builder.prefix(super::file::TEMPORARY_PREFIX).make_in(directory, |path| {
            // Not every file system supports links, so the file is copied otherwise.
            std::fs::hard_link(target, path).or_else(|_| std::fs::copy(target, path).map(|_| ()))
        })
    });
    creation_result.map(|(file, entry)| Some((file.into_temp_path(), entry)))
}

/// Gives a target its old content back; a target that did not exist before is removed.
fn restore(renamed: RenamedFile) {
    // The error that made this necessary is reported; a second error is ignored.
    let _ = match renamed.old_copy {
        Some((old_copy, _entry)) => old_copy.persist(&renamed.target).is_ok(),
        None => std::fs::remove_file(&renamed.target).is_ok(),
    };
}

/// Directories that were created. Dropping this removes the empty ones again, unless [`Self::keep`] is called.
#[derive(Debug, Default)]
pub(crate) struct NewDirectories(Vec<PathBuf>);

impl NewDirectories {
    /// Creates the directory of an output and those above it, as far as they do not exist. Returns the created ones.
    ///
    /// # Errors
    /// [`codes::CANNOT_WRITE`](modelwright_metamodel::diagnostic::codes::CANNOT_WRITE) if a directory cannot be created.
    pub(crate) fn for_output(directory: &Path) -> Result<Self, Box<Diagnostic>> {
        check_output_directory(directory)?;
        let mut directories = Self::default();
        directories.create(directory).map_err(|error| cannot_write_because(directory, &error))?;
        Ok(directories)
    }

    /// Creates a directory and those above it, as far as they do not exist.
    fn create(&mut self, directory: &Path) -> io::Result<()> {
        let missing_directories: Vec<&Path> = directory
            .ancestors()
            .take_while(|directory| !directory.as_os_str().is_empty() && !directory.is_dir())
            .collect();
        for directory in missing_directories.into_iter().rev() {
            match std::fs::create_dir(directory) {
                Ok(()) => self.0.push(directory.to_owned()),
                // Another process has created the directory, so it is not removed later.
                Err(_) if directory.is_dir() => {}
                Err(error) => return Err(error),
            }
        }
        Ok(())
    }

    /// Keeps the directories.
    pub(crate) fn keep(mut self) {
        self.0.clear();
    }
}

impl Drop for NewDirectories {
    fn drop(&mut self) {
        // Inner directories first, because only empty ones can be removed.
        for directory in self.0.iter().rev() {
            // This fails, and the directory remains, if another program has put a file into it.
            let _ = std::fs::remove_dir(directory);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;

    /// The paths and texts of all files and directories below a directory.
    fn content(directory: &Path) -> Vec<(PathBuf, Option<String>)> {
        let mut found = Vec::new();
        for entry in fs::read_dir(directory).expect("a directory").flatten() {
            let path = entry.path();
            found.push((path.clone(), fs::read_to_string(&path).ok()));
            if path.is_dir() {
                found.extend(content(&path));
            }
        }
        found.sort();
        found
    }

    fn write(directory: &Path, paths: &[&str]) -> Result<(), Box<Diagnostic>> {
        write_all(directory, paths.iter().map(|path| (Path::new(*path), b"new".as_slice())))
    }

    #[test]
    fn a_file_that_cannot_be_written_leaves_all_others_unchanged() {
        let directory = tempfile::tempdir().expect("a directory");
        fs::create_dir_all(directory.path().join("directory")).expect("a directory");
        fs::write(directory.path().join("old"), "old").expect("a file");
        let before = content(directory.path());
        for last in ["directory", "old/below-a-file"] {
            assert!(write(directory.path(), &["old", "new", "inner/one/new", last]).is_err());
            assert_eq!(content(directory.path()), before);
        }
        assert!(write(directory.path(), &["old", "inner/one/new"]).is_ok());
        assert_eq!(
            content(directory.path()).iter().filter(|(_, text)| text.as_deref() == Some("new")).count(),
            2
        );
        assert_eq!(content(directory.path()).len(), 5);
    }

    #[test]
    fn a_file_that_cannot_be_renamed_gives_the_renamed_ones_their_content_back() {
        let directory = tempfile::tempdir().expect("a directory");
        fs::write(directory.path().join("old"), "old").expect("a file");
        let stage = |name: &str| {
            let path = directory.path().join(name);
            let mut output = Output::begin(Some(&path)).expect("a temporary file");
            output.sink().write_all(b"new").expect("it is written");
            match output.finish() {
                Ok(FinishedOutput::File(file)) => file,
                _ => panic!("a plain file"),
            }
        };
        let staged = ["old", "new", "blocked"].map(stage);
        // Another program creates a directory in the meantime.
        fs::create_dir(directory.path().join("blocked")).expect("a directory");
        assert!(rename_all(staged.into()).is_err());
        let found = content(directory.path());
        assert_eq!(found.len(), 2, "{found:?}");
        assert_eq!(found[1].1.as_deref(), Some("old"));
    }
}
