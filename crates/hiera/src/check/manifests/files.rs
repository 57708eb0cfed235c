//! The files of code below directories: manifests, plans, templates and functions of modules.
//!
//! Invariants: links to directories are not followed; files that are not text, and files that Puppet never evaluates
//! (served files and tests of modules, hidden directories), are not code.

use super::{CodeKind, Manifests};
use crate::files::FileAccess;
use crate::files::{FileKind, Files, display_path, read_file};
use modelwright_metamodel::diagnostic::{Diagnostic, Diagnostics, codes};
use modelwright_metamodel::input::decode_text;
use std::path::{Path, PathBuf};

/// Directories whose `.pp` files are not manifests of the site: served files, such as compiled policies of SELinux, and
/// tests.
const OTHER_DIRECTORIES: [&str; 5] = ["files", "spec", "vendor", "pkg", "node_modules"];

impl Manifests {
    /// Reads files of code, and all code below directories. Returns the code with the syntax errors of the manifests.
    ///
    /// # Errors
    /// If there is no manifest, or if a file cannot be read.
    pub fn read(paths: &[PathBuf], access: &FileAccess) -> Result<(Self, Diagnostics), Diagnostics> {
        let files = &*access.files;
        let mut found = Vec::new();
        for path in paths {
            if files.is_directory(path) {
                // Messages show paths without the leading `./`.
                let directory = path.strip_prefix(".").unwrap_or(path);
                // The directory may itself be called `plans` or `lib`, which determines the kind of its files. So its
                // own name is included.
                let within = directory.parent().unwrap_or(Path::new(""));
                collect(directory, within, files, &mut found);
            } else {
                let within = path.parent().and_then(Path::parent).unwrap_or(Path::new(""));
                found.push((path.clone(), kind_of(path, within).unwrap_or(CodeKind::Manifest)));
            }
        }
        if !found.iter().any(|(_, kind)| *kind == CodeKind::Manifest) {
            let names: Vec<String> = paths.iter().map(|path| display_path(path)).collect();
            let message = format!("there is no .pp file in {}", names.join(", "));
            let problem = Diagnostic::error(codes::CANNOT_READ, message);
            return Err(problem.help("specify the directory that contains the modules").into());
        }
        // The list is sorted and duplicates are removed, because a file may be below two of the given directories.
        found.sort_by(|(a, _), (b, _)| a.cmp(b));
        found.dedup_by(|(a, _), (b, _)| a == b);
        let (mut manifests, mut problems) = (Self::default(), Diagnostics::new());
        for (path, kind) in found {
            let limits = &access.limits;
            let bytes = read_file(files, &path, limits).map_err(|problem| Diagnostics::from(*problem))?;
            // A compiled policy of SELinux also has the extension `.pp`, but cannot be decoded as text.
            let Ok(source) = decode_text(&display_path(&path), bytes, limits) else { continue };
            if !source.text().contains('\0') {
                problems.append(manifests.add_code(&source, kind));
            }
        }
        Ok((manifests, problems))
    }
}

/// Adds the files of code below a directory. The names of the directories below `within` determine their kinds.
fn collect(directory: &Path, within: &Path, files: &dyn Files, found: &mut Vec<(PathBuf, CodeKind)>) {
    // The empty path means the current directory, but the system cannot list it.
    let listed = if directory.as_os_str().is_empty() { Path::new(".") } else { directory };
    let Ok(entries) = files.list(listed) else { return };
    for entry in entries {
        let path = directory.join(&entry.name);
        let Some(name) = entry.name.to_str() else { continue };
        match entry.kind {
            FileKind::Directory if !name.starts_with('.') && !OTHER_DIRECTORIES.contains(&name) => {
                collect(&path, within, files, found);
            }
            FileKind::File => found.extend(kind_of(&path, within).map(|kind| (path, kind))),
            _ => {}
        }
    }
}

/// The kind of a file, from its extension and the names of the directories between `within` and the file. Directories
/// above `within`, such as `/srv/lib`, do not matter. `None` if the file is not code.
fn kind_of(path: &Path, within: &Path) -> Option<CodeKind> {
    let relative_path = path.strip_prefix(within).unwrap_or(path);
    let is_in = |directory: &str| relative_path.iter().any(|part| part == directory);
    match path.extension()?.to_str()? {
        "pp" if is_in("plans") => Some(CodeKind::Plan),
        "pp" => Some(CodeKind::Manifest),
        "epp" => Some(CodeKind::Epp),
        "erb" => Some(CodeKind::Erb),
        "rb" if is_in("lib") => Some(CodeKind::Ruby),
        _ => None,
    }
}
