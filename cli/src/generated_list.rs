//! The list of the files that `generate` wrote into a directory, so that files which are no longer generated can be
//! removed.
//!
//! Invariants: only files inside the directory are obsolete, and only files with the content that was generated are
//! unchanged; a list that cannot be parsed is empty. This module writes no files.

use modelwright::files::{Disk, Files as _, display_path, read_file};
use modelwright_codegen::GeneratedFile;
use modelwright_metamodel::diagnostic::{Diagnostic, Diagnostics, Severity, codes};
use modelwright_metamodel::input::Limits;
use serde_json::{Value, json};
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Component, Path, PathBuf};

/// The checksums of files by their path in the directory.
type Checksums = BTreeMap<String, String>;

/// The lists of a directory: one for each target and its sources, because several runs may share the directory.
#[derive(Debug, Default)]
pub(crate) struct GeneratedList {
    directory: PathBuf,
    /// The key of the list that the run replaces: the target and its sources.
    key: String,
    lists: BTreeMap<String, Checksums>,
}

/// Files of a list that are not generated any more.
#[derive(Debug, Default)]
pub(crate) struct ObsoleteFiles {
    unchanged: Vec<PathBuf>,
    changed: Vec<PathBuf>,
}

impl GeneratedList {
    /// The name of the file in the directory.
    pub(crate) const NAME: &str = ".modelwright-generated";

    /// The lists of a directory, for a run with a target and sources.
    ///
    /// # Errors
    /// If there is a list that cannot be read.
    pub(crate) fn read(directory: &Path, target: &str, sources: &[String]) -> Result<Self, Box<Diagnostic>> {
        // Several targets, or the same one for several metamodels, may share a directory.
        let key = format!("{target} {}", sources.join(" "));
        let path = directory.join(Self::NAME);
        let disk = Disk::new();
        let lists = if disk.is_file(&path) {
            parse(&read_file(&disk, &path, &Limits::default())?)
        } else {
            BTreeMap::new()
        };
        Ok(Self { directory: directory.to_owned(), key, lists })
    }

    /// The files that this run does not generate any more.
    pub(crate) fn obsolete(&self, files: &[GeneratedFile]) -> ObsoleteFiles {
        let mut obsolete_files = ObsoleteFiles::default();
        let disk = Disk::new();
        let generated_paths: BTreeSet<&str> = files.iter().map(|file| file.path.as_str()).collect();
        // A file that another run of the directory generates as well is not obsolete.
        let is_shared =
            |path: &str| self.lists.iter().any(|(key, list)| *key != self.key && list.contains_key(path));
        for (path, listed_checksum) in self.lists.get(&self.key).into_iter().flatten() {
            let is_generated = generated_paths.contains(path.as_str()) || is_shared(path);
            let listed_file = self.directory.join(path);
            if is_generated || !disk.is_file(&listed_file) || !is_inside(&disk, &self.directory, path) {
                continue;
            }
            let content = read_file(&disk, &listed_file, &Limits::default());
            // A file that cannot be read may have been changed.
            if content.is_ok_and(|bytes| checksum(&bytes) == *listed_checksum) {
                obsolete_files.unchanged.push(path.into());
            } else {
                obsolete_files.changed.push(path.into());
            }
        }
        obsolete_files
    }

    /// The text of the lists after the run; `None` if the directory has no list, and the run does not remove obsolete
    /// files.
    pub(crate) fn into_text(
        mut self,
        files: &[GeneratedFile],
        obsolete: &ObsoleteFiles,
        removes_obsolete: bool,
    ) -> Option<String> {
        if !removes_obsolete && self.lists.is_empty() {
            return None;
        }
        let mut list: Checksums =
            files.iter().map(|file| (file.path.clone(), checksum(file.text.as_bytes()))).collect();
        // Obsolete files stay in the list, so that a later run with --clean can remove them.
        if !removes_obsolete {
            let old_list = self.lists.remove(&self.key).unwrap_or_default();
            let kept_entries = old_list
                .into_iter()
                .filter(|(path, _)| obsolete.all().any(|obsolete| obsolete == Path::new(path)));
            list.extend(kept_entries);
        }
        self.lists.insert(self.key, list);
        serde_json::to_string_pretty(&json!(self.lists)).ok().map(|text| text + "\n")
    }
}

impl ObsoleteFiles {
    fn all(&self) -> impl Iterator<Item = &Path> {
        self.unchanged.iter().chain(&self.changed).map(PathBuf::as_path)
    }

    /// The files whose content is what was generated.
    pub(crate) fn unchanged(&self) -> impl Iterator<Item = &Path> {
        self.unchanged.iter().map(PathBuf::as_path)
    }

    /// A warning for each file that stays, and a note for each that is removed.
    pub(crate) fn problems(&self, directory: &Path, removes_obsolete: bool) -> Diagnostics {
        let mut problems = Diagnostics::new();
        let name = |path: &PathBuf| display_path(&directory.join(path));
        for path in &self.unchanged {
            problems.push(if removes_obsolete {
                let message = format!("{} is no longer generated, and is removed", name(path));
                Diagnostic::new(codes::NO_LONGER_GENERATED, Severity::Note, message)
            } else {
                let message = format!("{} is no longer generated", name(path));
                Diagnostic::warning(codes::NO_LONGER_GENERATED, message).help("remove it with --clean")
            });
        }
        for path in &self.changed {
            let message =
                format!("{} is no longer generated, and was changed since it was generated", name(path));
            let help = "remove it yourself if its changes are not needed";
            problems.push(Diagnostic::warning(codes::NO_LONGER_GENERATED, message).help(help));
        }
        problems
    }
}

/// Parses the lists; anything of another form is left out.
fn parse(bytes: &[u8]) -> BTreeMap<String, Checksums> {
    // A list that cannot be read must not make files obsolete.
    let Ok(Value::Object(lists)) = serde_json::from_slice(bytes) else { return BTreeMap::new() };
    lists.into_iter().map(|(key, list)| (key, checksums(list))).collect()
}

/// One list; empty if it has another form.
fn checksums(list: Value) -> Checksums {
    let Value::Object(list) = list else { return Checksums::new() };
    list.into_iter().filter_map(|(path, checksum)| Some((path, checksum.as_str()?.to_owned()))).collect()
}

/// Whether a path refers to a file inside a directory, also after links are followed.
fn is_inside(disk: &Disk, directory: &Path, path: &str) -> bool {
    // The list may have been edited by hand, so it may contain a path outside of the directory.
    let is_plain = Path::new(path).components().all(|part| matches!(part, Component::Normal(_)));
    if !is_plain {
        return false;
    }
    match (disk.canonicalize(directory), disk.canonicalize(&directory.join(path))) {
        (Ok(directory), Ok(file)) => file.starts_with(&directory),
        _ => false,
    }
}

/// The checksum of a file's content: FNV-1a, because it is the same in every version. It only protects edits from being
/// removed, so it need not withstand an attack.
fn checksum(bytes: &[u8]) -> String {
    // The start value and the factor that FNV-1a defines for 64 bits.
    const OFFSET_BASIS: u64 = 0xcbf2_9ce4_8422_2325;
    const PRIME: u64 = 0x0100_0000_01b3;
    let mut hash = OFFSET_BASIS;
    for byte in bytes {
        hash = (hash ^ u64::from(*byte)).wrapping_mul(PRIME);
    }
    format!("{hash:016x}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn marks_are_those_of_every_version() {
        assert_eq!(checksum(b""), "cbf29ce484222325");
        assert_eq!(checksum(b"a"), "af63dc4c8601ec8c");
    }

    #[test]
    fn lists_of_another_form_list_nothing() {
        for text in ["", "[]", "{\"rust a.pp\": 1}", "{\"rust a.pp\": {\"a.rs\": 1}}"] {
            assert!(parse(text.as_bytes()).values().all(BTreeMap::is_empty), "{text}");
        }
        let list = parse(br#"{"rust a.pp": {"a.rs": "1"}}"#);
        assert_eq!(list["rust a.pp"]["a.rs"], "1");
    }
}
