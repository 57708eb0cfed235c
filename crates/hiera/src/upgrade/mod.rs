//! Converts a tree of Hiera 1 to 3 to an environment of version 5 that gives the answers of Ruby's Hiera.
//!
//! [`levels`] and [`configuration`] produce the new `hiera.yaml`, [`data`] and [`texts`] the data files, and
//! [`answers`] compares the result with the tree. Invariants: nothing is written to disk; a data file is converted
//! once, and changes only where Puppet would read it differently; what is not kept is reported.

mod answers;
mod configuration;
mod data;
mod levels;
mod texts;

use super::configuration::{self as version_3, Notation, Settings};
use super::data_text::decode_for_ruby;
use super::directories::{Directories, split_data_directory};
use super::importer::is_always_skipped;
use super::prove::Proof;
use super::{level_paths, tree};
use crate::files::FileAccess;
use crate::files::{path_uri, read_file, read_ordinary_file};
use crate::lookup::CONFIGURATION;
use crate::store::{RubyKind, Value};
use configuration::{Function, Level};
use modelwright_metamodel::diagnostic::{Diagnostic, Diagnostics, Severity, Source, codes};
use modelwright_metamodel::input::decode_text;
use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// A file of the environment to which a tree is converted.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct UpgradedFile {
    /// The path of the file relative to the directory of the environment.
    pub path: PathBuf,
    /// The content of the file.
    pub bytes: Vec<u8>,
    /// Whether the file is a data file whose content changed.
    pub is_rewritten: bool,
}

/// The environment of version 5 to which a tree is converted.
#[derive(Debug)]
pub struct UpgradedEnvironment {
    /// The files of the environment: the configuration, and the data files in the order of their paths.
    pub files: Vec<UpgradedFile>,
    /// The data directories of the tree that were read, with their names for messages.
    pub directories: Vec<(PathBuf, String)>,
    /// The comparison of the environment's answers with those of the tree.
    pub proof: Proof,
}

/// Converts a configuration of version 1 to 3 with its data, and compares the answers for the given nodes and for
/// generated scopes. Returns no environment if there are errors.
#[must_use]
pub fn upgrade(
    config: &Path,
    nodes: &[(String, Value)],
    access: &FileAccess,
) -> (Option<UpgradedEnvironment>, Diagnostics) {
    let limits = &access.limits;
    let name = crate::files::display_path(config);
    let source =
        read_file(&*access.files, config, limits).and_then(|bytes| decode_text(&name, bytes, limits));
    let source = match source {
        Ok(source) => source,
        Err(problem) => return (None, Diagnostics::from(*problem)),
    };
    let mut found = Diagnostics::new();
    let settings = version_3::read(&source, &mut found);
    let mut problems = found.without_problems();
    // For lookups, an unknown backend is only a warning. Here it is an error, because its data cannot be converted.
    problems.extend(found.into_iter().map(|problem| {
        if problem.code == codes::HIERA_BACKEND {
            Diagnostic { severity: Severity::Error, ..problem }
        } else {
            problem
        }
    }));
    if problems.has_errors() {
        return (None, problems);
    }
    let directories = Directories::new(access, &path_uri(&access.files.absolute(config)), &source);
    let mut upgrader = Upgrader {
        access,
        source: &source,
        settings: &settings,
        directories,
        targets: BTreeMap::new(),
        data: BTreeMap::new(),
        problems,
    };
    let levels = upgrader.levels();
    let Upgrader { directories, targets, data, mut problems, .. } = upgrader;
    if problems.has_errors() {
        return (None, problems);
    }
    let configuration = UpgradedFile {
        path: PathBuf::from(CONFIGURATION),
        bytes: configuration::text(&levels).into_bytes(),
        is_rewritten: false,
    };
    let files: Vec<UpgradedFile> = std::iter::once(configuration).chain(data.into_values()).collect();
    match answers::compare(config, nodes, &files, &settings, (access, &source), &mut problems) {
        Some(proof) if !problems.has_errors() => {
            let read_directories = targets.into_values().filter_map(|target| target.directory);
            let read_directories =
                read_directories.map(|directory| (directory.clone(), directories.display(&directory)));
            (Some(UpgradedEnvironment { files, directories: read_directories.collect(), proof }), problems)
        }
        _ => (None, problems),
    }
}

/// Where the data files of a directory are in the environment.
struct Target {
    /// The directory in the tree; `None` if it may not be read.
    directory: Option<PathBuf>,
    /// The path of the directory in the environment.
    path: String,
}

struct Upgrader<'u> {
    access: &'u FileAccess,
    source: &'u Arc<Source>,
    settings: &'u Settings,
    directories: Directories<'u>,
    /// The targets by the parts of data directories that are the same for all nodes.
    targets: BTreeMap<String, Target>,
    /// The data files by their paths in the environment.
    data: BTreeMap<PathBuf, UpgradedFile>,
    problems: Diagnostics,
}

impl Upgrader<'_> {
    /// The levels for all backends. Also collects the data files.
    fn levels(&mut self) -> Vec<Level> {
        let settings = self.settings;
        let mut levels: Vec<Level> = Vec::new();
        let backends = settings.configuration.backends.iter().zip(&settings.backends).enumerate();
        for (number, (backend, spans)) in backends {
            let Some(notation) = Notation::from_backend(&backend.name) else { continue };
            let kind = backend.name.to_lowercase();
            let datadir = backend.datadir.as_deref().unwrap_or(version_3::DEFAULT_DATADIR);
            let (fixed_directory, datadir_of_version_5) = self.data_directory(datadir, &spans.datadir);
            let extension = backend.extension.as_deref().unwrap_or(notation.extension());
            let is_first_backend = number == 0;
            let paths = self.paths(extension, is_first_backend);
            self.collect_files(&fixed_directory, extension, notation);
            // If a backend is listed twice, the name of its second level contains a number.
            let earlier_count =
                levels.iter().filter(|level| level.name.split(' ').next() == Some(kind.as_str())).count();
            if paths.is_empty() {
                continue;
            }
            levels.push(Level {
                name: if earlier_count == 0 { kind.clone() } else { format!("{kind} {}", earlier_count + 1) },
                function: match (notation, kind.as_str()) {
                    (Notation::Json, _) => Function::Json,
                    (_, "eyaml") => Function::Eyaml,
                    _ => Function::Yaml,
                },
                datadir: datadir_of_version_5,
                paths,
                options: if kind == "eyaml" { self.options(&kind) } else { Vec::new() },
            });
        }
        levels
    }

    fn report(&mut self, problem: Diagnostic, range: &Range<usize>, help: &str) {
        self.problems.push(problem.at(self.source, range.clone()).help(help));
    }

    /// The part of a data directory that is the same for all nodes, and the complete directory in the syntax of version
    /// 5. Chooses a target for the fixed part, unless it has one.
    fn data_directory(&mut self, datadir: &str, range: &Range<usize>) -> (String, String) {
        let (fixed_directory, variable_part) = split_data_directory(datadir);
        // Backends may share a directory, which is converted once.
        if !self.targets.contains_key(fixed_directory) {
            let directory =
                self.directories.data_directory(datadir, range.clone(), self.source, &mut self.problems);
            let path = self.target(fixed_directory);
            self.targets.insert(fixed_directory.to_owned(), Target { directory, path });
        }
        let mut path =
            self.targets.get(fixed_directory).map(|target| target.path.clone()).unwrap_or_default();
        let variable_part = self.path(variable_part, range, "the data directory");
        if let Some(variable_part) = variable_part.filter(|part| !part.is_empty()) {
            path.push('/');
            path.push_str(&variable_part);
        }
        (fixed_directory.to_owned(), path)
    }

    /// The path in the environment for the part of a data directory that is the same for all nodes. It stays the same
    /// if it is below the directory of the configuration.
    fn target(&self, fixed_directory: &str) -> String {
        let is_free = |path: &str| self.targets.values().all(|target| target.path != path);
        let path_in_environment = level_paths::without_dots(fixed_directory)
            .filter(|path| !path.is_empty() && !path.starts_with('/'));
        let path_in_environment = path_in_environment.map(|path| path.trim_end_matches('/').to_owned());
        match path_in_environment.filter(|path| is_free(path)) {
            Some(path) => path,
            None => {
                let numbered = (2..).map(|number| format!("data_{number}"));
                let mut paths = std::iter::once("data".to_owned()).chain(numbered);
                paths.find(|path| is_free(path)).unwrap_or_default()
            }
        }
    }

    /// A path in the syntax of version 5; `None` if version 5 cannot express it, which is reported as an error.
    /// `description` describes the path in messages.
    fn path(&mut self, text: &str, range: &Range<usize>, description: &str) -> Option<String> {
        match levels::path(text) {
            Ok(path) => {
                for variable in path.unset {
                    let message = format!(
                        "version 5 does not set the variable `{variable}`, so it is empty in {description}"
                    );
                    let help = "use a fact, or move the data into the module";
                    self.report(Diagnostic::warning(codes::HIERA_NOT_KEPT, message), range, help);
                }
                Some(path.text)
            }
            Err(reason) => {
                let message = format!("{description} `{text}` cannot be kept: {reason}");
                let help =
                    "correct the tree of version 3 first: use a variable, such as a fact, in this place";
                self.report(Diagnostic::error(codes::HIERA_NOT_KEPT, message), range, help);
                None
            }
        }
    }

    /// The paths of all levels. Their problems are reported only for the first backend, because all backends have the
    /// same levels.
    fn paths(&mut self, extension: &str, is_first_backend: bool) -> Vec<String> {
        let settings = self.settings;
        let earlier_problems = std::mem::take(&mut self.problems);
        let mut paths = Vec::new();
        for (level, range) in settings.configuration.hierarchy.iter().zip(&settings.levels) {
            let mut skip = |message: &str| {
                let problem = Diagnostic::warning(codes::HIERA_SETTING, message);
                self.report(problem, range, "remove the level");
            };
            if is_always_skipped(level) {
                skip("Hiera skips a level with an empty part in its path, so it is left out");
                continue;
            }
            if level_paths::without_dots(&level_paths::with_placeholders(level)).is_none() {
                skip("the level leaves the data directory with `..`, so it is left out");
                continue;
            }
            let Some(path) = self.path(level, range, "the level") else { continue };
            let path = level_paths::without_dots(&path).unwrap_or(path);
            paths.push(format!("{path}.{extension}"));
        }
        let found = std::mem::replace(&mut self.problems, earlier_problems);
        if is_first_backend {
            self.problems.append(found);
        }
        paths
    }

    /// Collects the files with an extension below a data directory. `fixed_directory` is the path of this directory up
    /// to its first variable.
    fn collect_files(&mut self, fixed_directory: &str, extension: &str, notation: Notation) {
        let Some(Target { directory: Some(directory), path: target }) = self.targets.get(fixed_directory)
        else {
            return;
        };
        let (directory, target) = (directory.clone(), PathBuf::from(target));
        let found = tree::find(&*self.access.files, &directory, extension);
        if found.is_incomplete {
            let message = format!("a data directory has more than {} entries", tree::MAX_ENTRIES);
            let help = "remove links that reach one directory in many ways, or split the site";
            self.problems.push(Diagnostic::error(codes::LIMIT, message).help(help));
        }
        for (path, reason) in &found.skipped {
            let message = format!("{} is left out: {reason}", self.directories.display(path));
            let help = "move the data to a directory that is searched, or remove it";
            self.problems.push(Diagnostic::warning(codes::HIERA_DATA, message).help(help));
        }
        for file in found.files {
            // Ruby skips a level whose path ends with a slash, so no level uses a file without a name. The
            // configuration, which may be in the data directory, is not data.
            let is_skipped = file.name.is_empty() || file.name.ends_with('/');
            let is_reached = !is_skipped && self.directories.display(&file.path) != self.source.name();
            let path = target.join(format!("{}.{extension}", file.name));
            if is_reached && !self.data.contains_key(&path) {
                let file = self.upgraded_file(&file.path, path.clone(), notation);
                self.data.extend(file.map(|file| (path, file)));
            }
        }
    }

    /// A data file for version 5, whose text is rewritten if this is necessary; `None` if the file cannot be read.
    fn upgraded_file(&mut self, path: &Path, target: PathBuf, notation: Notation) -> Option<UpgradedFile> {
        let limits = &self.access.limits;
        let name = self.directories.display(path);
        let bytes = match read_ordinary_file(&*self.access.files, path, limits) {
            Ok(bytes) => bytes,
            Err(problem) => {
                self.problems.push(*problem);
                return None;
            }
        };
        let mut file = UpgradedFile { path: target, bytes, is_rewritten: false };
        match decode_for_ruby(&name, file.bytes.clone(), limits) {
            Ok(source) => {
                let text = data::upgraded_text(&source, notation, &mut self.problems);
                // A byte order mark, which Puppet does not remove, is left out.
                let text = text.unwrap_or_else(|| source.text().to_owned());
                file.is_rewritten = text.as_bytes() != file.bytes;
                file.bytes = text.into_bytes();
            }
            Err(problem) => self.problems.push(data::as_warning(*problem)),
        }
        Some(file)
    }

    /// The settings of a backend that become options of its function in version 5. Reports settings that cannot.
    fn options(&mut self, backend: &str) -> Vec<(String, Value)> {
        let Some(tree) = self.settings.section(backend) else { return Vec::new() };
        let Value::Hash(section) = tree.to_value() else { return Vec::new() };
        let range = &tree.range;
        let mut options = Vec::new();
        let mut seen_names = BTreeSet::new();
        for (name, value) in section {
            let Value::Ruby(RubyKind::Symbol, name) = name else { continue };
            // The settings `datadir` and `extension` belong to the level itself.
            if matches!(&*name, "datadir" | "extension") || !seen_names.insert(name.clone()) {
                continue;
            }
            let is_name = name.starts_with(|c: char| c.is_ascii_alphabetic())
                && name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_');
            let value = match value {
                Value::Text(text) => self.path(&text, range, "an option of eyaml").map(Value::text),
                value @ (Value::Bool(_) | Value::Integer(_)) => Some(value),
                _ => None,
            };
            match value.filter(|_| is_name) {
                Some(value) => options.push((name.to_string(), value)),
                None => {
                    let message = format!("version 5 does not support the setting :{name}: of {backend}");
                    let problem = Diagnostic::warning(codes::HIERA_NOT_KEPT, message);
                    self.report(problem, range, "write it into the new hiera.yaml by hand, if it is needed");
                }
            }
        }
        options
    }
}
