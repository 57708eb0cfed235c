//! Writes generated files into a directory: all of them or none.
//!
//! Invariant: no target is replaced before every new file is complete; if a target cannot be replaced, those already
//! replaced are restored. This module does not interpret the files.

#![expect(clippy::disallowed_methods, reason = "a build script writes what it generates")]

use modelwright::files::display_path;
use modelwright_codegen::GeneratedFile;
use modelwright_metamodel::diagnostic::{Diagnostic, codes};
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

/// Writes files to their paths below a directory; creates missing directories.
///
/// # Errors
/// [`codes::CANNOT_WRITE`]; all files are then unchanged.
pub(crate) fn write_all(directory: &Path, files: &[GeneratedFile]) -> Result<(), Box<Diagnostic>> {
    let mut staged_files = StagedFiles::default();
    for file in files {
        let target = directory.join(&file.path);
        staged_files.add(&target, &file.text).map_err(|error| cannot_write(&target, &error))?;
    }
    staged_files.replace_targets()
}

fn cannot_write(path: &Path, error: &io::Error) -> Box<Diagnostic> {
    Box::new(Diagnostic::error(
        codes::CANNOT_WRITE,
        format!("{} cannot be written: {error}", display_path(path)),
    ))
}

/// A new file beside the target that it will replace.
struct StagedFile {
    target: PathBuf,
    new_file: PathBuf,
    /// The content of the target; `None` if it does not exist.
    old_content: Option<Vec<u8>>,
}

/// New files. Those that have not replaced their targets are removed when this is dropped.
#[derive(Default)]
struct StagedFiles(Vec<StagedFile>);

impl StagedFiles {
    /// Writes a new file beside its target.
    fn add(&mut self, target: &Path, text: &str) -> io::Result<()> {
        if let Some(directory) = target.parent() {
            fs::create_dir_all(directory)?;
        }
        // The old content is kept in memory, because the old file no longer exists when it must be restored.
        let old_content = match fs::read(target) {
            Ok(old_content) => Some(old_content),
            Err(error) if error.kind() == io::ErrorKind::NotFound => None,
            Err(error) => return Err(error),
        };
        let mut name = target.file_name().unwrap_or_default().to_owned();
        // The process id is part of the name, because another build script may write into the same directory.
        name.push(format!(".{}.new", std::process::id()));
        let new_file = target.with_file_name(name);
        // The file is recorded before it is written, so that an incomplete file is removed as well.
        self.0.push(StagedFile { target: target.to_owned(), new_file: new_file.clone(), old_content });
        fs::write(&new_file, text)
    }

    /// Renames all new files to their targets; if one cannot be renamed, those before it are restored.
    fn replace_targets(mut self) -> Result<(), Box<Diagnostic>> {
        // The files are moved out of `self`, so that `drop` removes nothing if all targets are replaced.
        let files = std::mem::take(&mut self.0);
        for (index, StagedFile { target, new_file, .. }) in files.iter().enumerate() {
            if let Err(error) = fs::rename(new_file, target) {
                files[..index].iter().rev().for_each(restore);
                self.0 = files;
                let problem = cannot_write(&self.0[index].target, &error);
                return Err(problem);
            }
        }
        Ok(())
    }
}

impl Drop for StagedFiles {
    fn drop(&mut self) {
        for file in &self.0 {
            // Fails for a file that has replaced its target, because it was renamed.
            let _ = fs::remove_file(&file.new_file);
        }
    }
}

/// Gives a target its old content back; a target that did not exist before is removed.
fn restore(file: &StagedFile) {
    // Errors are ignored, because the error that made this necessary is reported already.
    let _ = match &file.old_content {
        Some(old_content) => fs::write(&file.target, old_content),
        None => fs::remove_file(&file.target),
    };
}

#[cfg(test)]
mod tests {
    use super::*;

    fn files(paths: &[&str]) -> Vec<GeneratedFile> {
        let file = |path: &&str| GeneratedFile { path: (*path).to_owned(), text: "new".to_owned() };
        paths.iter().map(file).collect()
    }

    /// The files of a directory with their texts.
    fn content(directory: &Path) -> Vec<(PathBuf, Option<String>)> {
        let entries = fs::read_dir(directory).expect("a directory").flatten().map(|entry| entry.path());
        let mut found: Vec<_> = entries.map(|path| (path.clone(), fs::read_to_string(path).ok())).collect();
        found.sort();
        found
    }

    #[test]
    fn a_file_that_cannot_be_written_leaves_all_others_unchanged() {
        let directory = std::env::temp_dir().join(format!("modelwright-build-all-{}", std::process::id()));
        fs::create_dir_all(directory.join("blocked")).expect("a directory");
        fs::write(directory.join("old"), "old").expect("a file");
        let before = content(&directory);
        for last in ["blocked", "old/below-a-file"] {
            let problem = write_all(&directory, &files(&["first", "old", last])).expect_err("a problem");
            assert!(problem.message.contains(last), "{}", problem.message);
            assert_eq!(content(&directory), before);
        }
        assert!(write_all(&directory, &files(&["first", "old"])).is_ok());
        assert_eq!(content(&directory).iter().filter(|(_, text)| text.as_deref() == Some("new")).count(), 2);
        fs::remove_dir_all(&directory).expect("the directory can be removed");
    }

    #[test]
    fn a_target_that_becomes_a_directory_gives_the_replaced_ones_their_content_back() {
        let directory = std::env::temp_dir().join(format!("modelwright-build-late-{}", std::process::id()));
        fs::create_dir_all(&directory).expect("a directory");
        fs::write(directory.join("old"), "old").expect("a file");
        let mut staged = StagedFiles::default();
        for name in ["old", "first", "late"] {
            staged.add(&directory.join(name), "new").expect("a complete file");
        }
        fs::create_dir(directory.join("late")).expect("a directory");
        assert!(staged.replace_targets().is_err());
        let names: Vec<_> = content(&directory).into_iter().map(|(_, text)| text).collect();
        assert_eq!(names, [None, Some("old".to_owned())]);
        fs::remove_dir_all(&directory).expect("the directory can be removed");
    }
}
