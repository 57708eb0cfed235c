//! The data folders of a configuration, and how its paths are shown.
//!
//! Invariant: a data folder is inside the folder of the configuration, or inside one that the user allowed.

use crate::files::{display_path, is_inside, uri_path};
use crate::workspace::Workspace;
use modelwright_metamodel::diagnostic::{Diagnostic, Diagnostics, Source, codes};
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// The folder of a configuration.
pub(super) struct Folders<'w> {
    workspace: &'w Workspace,
    /// The folder of the configuration; relative paths start there.
    folder: PathBuf,
    /// The same folder as the user gave it, for messages.
    named: PathBuf,
}

/// The parts of the path of a backend's data: the folder that is the same for all nodes, and the rest, which has
/// variables.
pub(super) fn split_data_folder(datadir: &str) -> (&str, &str) {
    let fixed = datadir
        .find("%{")
        .map_or(datadir, |at| datadir[..at].rsplit_once('/').map_or("", |(folder, _)| folder));
    (fixed, datadir[fixed.len()..].trim_start_matches('/'))
}

impl<'w> Folders<'w> {
    pub(super) fn new(workspace: &'w Workspace, uri: &str, source: &Source) -> Self {
        let folder = uri_path(uri).and_then(|path| path.parent().map(Path::to_path_buf)).unwrap_or_default();
        let named = Path::new(source.name()).parent().map(Path::to_path_buf).unwrap_or_default();
        Self { workspace, folder, named }
    }

    /// A path relative to the folder of the configuration, if it is below.
    pub(super) fn below<'p>(&self, path: &'p Path) -> &'p Path {
        path.strip_prefix(&self.folder).unwrap_or(path)
    }

    /// A path as the user would write it.
    pub(super) fn display(&self, path: &Path) -> String {
        match path.strip_prefix(&self.folder) {
            Ok(below) => display_path(&self.named.join(below)),
            Err(_) => display_path(path),
        }
    }

    /// The part of the folder of a backend's data that is the same for all nodes, if it may be read.
    pub(super) fn data_folder(
        &self,
        datadir: &str,
        range: Range<usize>,
        source: &Arc<Source>,
        problems: &mut Diagnostics,
    ) -> Option<PathBuf> {
        let (fixed, _) = split_data_folder(datadir);
        let folder = self.folder.join(fixed);
        let files = &self.workspace.files;
        let Ok(real) = files.canonicalize(&folder) else {
            // A setting that is probably meant to name the folder is reported already.
            let is_reported = |problem: &Diagnostic| {
                let label = problem.primary_label().filter(|_| problem.code == codes::HIERA_SETTING);
                label.is_some_and(|label| label.range == range)
            };
            if !range.is_empty() && problems.iter().any(is_reported) {
                return None;
            }
            let (which, help) = if range.is_empty() {
                (
                    ":datadir: is missing, and the default data folder",
                    "add :datadir: to the backend's settings",
                )
            } else {
                (
                    "the data folder",
                    "move the data there, or correct the path, which is relative to the configuration",
                )
            };
            let message = format!("{which} {datadir} does not exist");
            problems.push(Diagnostic::warning(codes::HIERA_DATA, message).at(source, range).help(help));
            return None;
        };
        if self.may_read(&real) {
            return Some(folder);
        }
        let message = format!("the data folder {datadir} is outside the folder of the configuration");
        let help = format!("allow it with --path {}", display_path(&self.named.join(fixed)));
        problems.push(Diagnostic::error(codes::HIERA_DATA, message).at(source, range).help(help));
        None
    }

    /// Whether a folder exists and may be read.
    pub(super) fn may_read(&self, folder: &Path) -> bool {
        let roots = std::iter::once(&self.folder).chain(&self.workspace.paths);
        is_inside(&*self.workspace.files, folder, roots.map(PathBuf::as_path))
    }

    /// A path outside the folder of the configuration, as the user would write it.
    fn display_outside(&self, path: &Path) -> String {
        let ancestors = self.folder.ancestors().filter(|folder| folder.parent().is_some());
        for (count, folder) in ancestors.enumerate() {
            if let Ok(below) = path.strip_prefix(folder) {
                let up: PathBuf = std::iter::repeat_n("..", count).collect();
                return display_path(&self.named.join(up).join(below));
            }
        }
        display_path(path)
    }

    /// The problem of a folder that may not be read.
    pub(super) fn outside(&self, folder: &Path, range: Range<usize>, source: &Arc<Source>) -> Diagnostic {
        let name = self.display_outside(folder);
        let message = format!("the data folder {name} is outside the folder of the configuration");
        let help = format!("allow it with --path {name}");
        Diagnostic::error(codes::HIERA_DATA, message).at(source, range).help(help)
    }
}
