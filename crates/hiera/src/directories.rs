//! The data directories of a configuration, and how its paths are shown.
//!
//! Invariant: a data directory is inside the directory of the configuration, or inside one that the user allowed.

use crate::files::FileAccess;
use crate::files::{display_path, is_inside, uri_path};
use modelwright_metamodel::diagnostic::{Diagnostic, Diagnostics, Source, codes};
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// The directory of a configuration.
pub(super) struct Directories<'w> {
    access: &'w FileAccess,
    /// The directory of the configuration; relative paths start there.
    directory: PathBuf,
    /// The same directory as the user specified it, for messages.
    shown_directory: PathBuf,
}

/// Splits the path of a backend's data at its first variable: into the directory that is the same for all nodes, and
/// the rest of the path.
pub(super) fn split_data_directory(datadir: &str) -> (&str, &str) {
    let fixed_directory = datadir.find("%{").map_or(datadir, |variable_start| {
        datadir[..variable_start].rsplit_once('/').map_or("", |(directory, _)| directory)
    });
    (fixed_directory, datadir[fixed_directory.len()..].trim_start_matches('/'))
}

impl<'w> Directories<'w> {
    /// The directories around a configuration. `uri` is its absolute location, and the name of `source` is the path
    /// that messages show.
    pub(super) fn new(access: &'w FileAccess, uri: &str, source: &Source) -> Self {
        let directory =
            uri_path(uri).and_then(|path| path.parent().map(Path::to_path_buf)).unwrap_or_default();
        let shown_directory = Path::new(source.name()).parent().map(Path::to_path_buf).unwrap_or_default();
        Self { access, directory, shown_directory }
    }

    /// Converts the path of a data directory on a server to that on this machine. A prefix that the user mapped is
    /// replaced. Otherwise `…/environments/NAME` becomes the directory of the configuration, because a checkout may be
    /// anywhere.
    pub(super) fn locate(&self, datadir: &str) -> String {
        let mapped = self.access.maps.iter().filter_map(|(prefix, directory)| {
            let inner_path = datadir.strip_prefix(prefix.trim_end_matches('/'))?;
            (inner_path.is_empty() || inner_path.starts_with('/')).then_some((
                prefix.len(),
                directory,
                inner_path,
            ))
        });
        // Of several prefixes, the longest one applies.
        if let Some((_, directory, inner_path)) = mapped.max_by_key(|(length, ..)| *length) {
            let directory = self.access.files.absolute(directory);
            return format!("{}{inner_path}", directory.display());
        }
        // A path of the environment on the server becomes the same path below the directory of the configuration.
        let in_checkout = |inner_path: &str| format!("{}{inner_path}", self.directory.display());
        let is_in_checkout = |inner_path: &&str| {
            let path = in_checkout(inner_path);
            let (fixed_directory, _) = split_data_directory(&path);
            self.access.files.is_directory(Path::new(fixed_directory))
        };
        // `../NAME/…` is the directory of the configuration if NAME is the name of its environment.
        let relative = datadir.strip_prefix("../").and_then(|path| self.after_environment(path));
        if let Some(inner_path) = relative.filter(is_in_checkout) {
            return in_checkout(inner_path);
        }
        let (fixed_directory, _) = split_data_directory(datadir);
        let fixed_directory = Path::new(fixed_directory);
        // A directory that may be read is used at its own path.
        if datadir.starts_with('/') && !self.may_read(fixed_directory) {
            let inner_path = datadir
                .split_once("/environments/")
                .and_then(|(_, below_environments)| self.after_environment(below_environments));
            if let Some(inner_path) = inner_path.filter(is_in_checkout) {
                return in_checkout(inner_path);
            }
        }
        datadir.to_owned()
    }

    /// The rest of a path that starts with the name of the environment; `None` if it starts with something else.
    fn after_environment<'p>(&self, path: &'p str) -> Option<&'p str> {
        let end = path.find('/').unwrap_or(path.len());
        let (name, inner_path) = path.split_at(end);
        let is_variable =
            name.strip_prefix("%{").and_then(|name| name.strip_suffix('}')).is_some_and(|name| {
                matches!(name.trim().trim_start_matches("::"), "environment" | "server_facts.environment")
            });
        let own_name = self.directory.file_name().and_then(|own_name| own_name.to_str());
        (is_variable || own_name == Some(name)).then_some(inner_path)
    }

    /// A path relative to the directory of the configuration, or the path itself if it is outside of this directory.
    pub(super) fn relative_path<'p>(&self, path: &'p Path) -> &'p Path {
        path.strip_prefix(&self.directory).unwrap_or(path)
    }

    /// A path as the user would write it.
    pub(super) fn display(&self, path: &Path) -> String {
        match path.strip_prefix(&self.directory) {
            Ok(relative_path) => display_path(&self.shown_directory.join(relative_path)),
            Err(_) => display_path(path),
        }
    }

    /// The part of the directory of a backend's data that is the same for all nodes. If it does not exist or may not be
    /// read, this is reported, and the result is `None`.
    pub(super) fn data_directory(
        &self,
        datadir: &str,
        range: Range<usize>,
        source: &Arc<Source>,
        problems: &mut Diagnostics,
    ) -> Option<PathBuf> {
        let (fixed_directory, _) = split_data_directory(datadir);
        let directory = self.directory.join(fixed_directory);
        let files = &self.access.files;
        let Ok(real_directory) = files.canonicalize(&directory) else {
            // A setting that is probably a misspelt `:datadir:` is reported already.
            let is_reported = problems.iter().any(|problem| {
                let label = problem.primary_label().filter(|_| problem.code == codes::HIERA_SETTING);
                label.is_some_and(|label| label.range == range)
            });
            if !range.is_empty() && is_reported {
                return None;
            }
            // The span of a setting is empty if the setting is missing, so that its default is used.
            let (description, help) = if range.is_empty() {
                (
                    ":datadir: is missing, and the default data directory",
                    "add :datadir: to the backend's settings",
                )
            } else {
                (
                    "the data directory",
                    "move the data there, or correct the path, which is relative to the configuration",
                )
            };
            let message = format!("{description} {datadir} does not exist");
            problems.push(Diagnostic::warning(codes::HIERA_DATA, message).at(source, range).help(help));
            return None;
        };
        if self.may_read(&real_directory) {
            return Some(directory);
        }
        let message = format!("the data directory {datadir} is outside the directory of the configuration");
        let help =
            format!("allow it with --path {}", display_path(&self.shown_directory.join(fixed_directory)));
        problems.push(Diagnostic::error(codes::HIERA_DATA, message).at(source, range).help(help));
        None
    }

    /// The problem of a data directory that exists and may not be read.
    pub(super) fn access_problem(
        &self,
        datadir: &str,
        range: Range<usize>,
        source: &Arc<Source>,
    ) -> Option<Diagnostic> {
        let (fixed_directory, _) = split_data_directory(datadir);
        let directory = self.directory.join(fixed_directory);
        let is_forbidden = self.access.files.is_directory(&directory) && !self.may_read(&directory);
        is_forbidden.then(|| self.outside_problem(&directory, range, source))
    }

    /// The warning about a data directory outside of the configuration's directory that does not exist, such as the
    /// directory of a server. `datadir` is an absolute path.
    pub(super) fn missing_warning(
        &self,
        datadir: &str,
        range: Range<usize>,
        source: &Arc<Source>,
    ) -> Option<Diagnostic> {
        let (fixed_directory, _) = split_data_directory(datadir);
        let fixed_directory = Path::new(fixed_directory);
        if fixed_directory.starts_with(&self.directory) || self.access.files.is_directory(fixed_directory) {
            return None;
        }
        let directory = display_path(fixed_directory);
        let message = format!("the data directory {datadir} does not exist on this machine");
        let help = format!("specify the directory that has its content here: --path {directory}=DIR");
        Some(Diagnostic::warning(codes::HIERA_DATA, message).at(source, range).help(help))
    }

    /// Whether a directory exists and may be read.
    pub(super) fn may_read(&self, directory: &Path) -> bool {
        let roots = std::iter::once(&self.directory).chain(&self.access.paths);
        is_inside(&*self.access.files, directory, roots.map(PathBuf::as_path))
    }

    /// A path outside the directory of the configuration, as the user would write it.
    fn display_outside(&self, path: &Path) -> String {
        // The ancestors without the root: a path that shares only the root with the directory is shown as an absolute
        // path.
        let ancestors = self.directory.ancestors().filter(|directory| directory.parent().is_some());
        for (count, directory) in ancestors.enumerate() {
            if let Ok(relative_path) = path.strip_prefix(directory) {
                let parents: PathBuf = std::iter::repeat_n("..", count).collect();
                return display_path(&self.shown_directory.join(parents).join(relative_path));
            }
        }
        let name = display_path(path);
        // `strip_prefix` makes the root itself an empty path.
        if name.is_empty() { "/".to_owned() } else { name }
    }

    /// The problem of a directory that may not be read.
    pub(super) fn outside_problem(
        &self,
        directory: &Path,
        range: Range<usize>,
        source: &Arc<Source>,
    ) -> Diagnostic {
        let name = self.display_outside(directory);
        let message = format!("the data directory {name} is outside the directory of the configuration");
        let help = format!("allow it with --path {name}");
        Diagnostic::error(codes::HIERA_DATA, message).at(source, range).help(help)
    }
}
