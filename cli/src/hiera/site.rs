//! The flags and functions that the commands about Hiera share: the configuration, and the scopes of nodes.

use crate::report::Report;
use crate::sources;
use clap::Args;
use modelwright::files::{FileAccess, Files, display_path, read_file};
use modelwright::hiera::diff::TreeSettings;
use modelwright::hiera::facts::{NodeList, read_nodes, read_scope};
use modelwright::hiera::lookup::{Encrypted, Hierarchy, Origin, quoted_key, value_json};
use modelwright::store::{Hash, Value};
use modelwright::workspace::Workspace;
use modelwright_metamodel::diagnostic::{Diagnostic, Diagnostics, Source, codes, nearest};
use modelwright_metamodel::input::{Limits, decode_text};
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// The directories whose data may be read.
#[derive(Debug, Args)]
pub(super) struct DataFlags {
    /// Another directory whose data may be read; or a prefix of paths in the configuration and the directory that
    /// contains their files, such as /etc/puppetlabs/code=code; may be given several times
    #[arg(long = "path", value_name = "DIR|PREFIX=DIR")]
    paths: Vec<PathBuf>,

    /// A level, or a backend of version 3, that is not searched, such as one that only Puppet can read; may be given
    /// several times
    #[arg(long = "skip-level", value_name = "NAME")]
    skipped: Vec<String>,

    /// Return encrypted values as they are written
    #[arg(long)]
    keep_encrypted: bool,

    /// The hiera.yaml of Puppet's global layer, which is searched before that of the environment
    #[arg(long = "global", value_name = "FILE")]
    global: Option<PathBuf>,
}

impl DataFlags {
    /// A workspace that may read the given directories.
    pub(super) fn workspace(&self) -> Workspace {
        let files = crate::trace::disk();
        let (mut paths, mut maps) = (Vec::new(), Vec::new());
        for path in &self.paths {
            let text = path.to_string_lossy();
            // An existing path is a directory, even if its name contains a `=`.
            match text.split_once('=').filter(|_| files.metadata(path).is_err()) {
                Some((prefix, directory)) => {
                    maps.push((prefix.to_owned(), PathBuf::from(directory)));
                    // The directory of a prefix may be read as well.
                    paths.push(PathBuf::from(directory));
                }
                None => paths.push(path.clone()),
            }
        }
        Workspace { paths, maps, files, ..Workspace::default() }
    }

    /// Where a tree is and how it is read; names of its files get a prefix.
    pub(super) fn settings(&self, config: &Path, prefix: String) -> TreeSettings {
        let (config, global) = (config.to_owned(), self.global.clone());
        let skipped_levels = self.skipped.clone();
        TreeSettings { config, global, skipped: skipped_levels, shows_encrypted: self.keep_encrypted, prefix }
    }

    /// Reads a configuration and shows its problems; `None` if the configuration cannot be used.
    pub(super) fn hierarchy(&self, config: &Path, report: &mut Report) -> Option<Hierarchy> {
        let (hierarchy, problems) = self.load(config, &self.workspace().access());
        report.show(&problems);
        hierarchy
    }

    /// Removes the levels that are not searched; reports names that no level has.
    fn skip_levels(&self, hierarchy: &mut Hierarchy, problems: &mut Diagnostics) {
        // A lookup fails if it reaches a level that cannot be read, unless the level is removed here (Decision 25).
        for name in self.skipped.iter().filter(|name| !hierarchy.skip_level(name)) {
            let message = format!("there is no level `{name}` to skip");
            let help = "specify a level as the configuration does, or a backend of version 3";
            problems.push(Diagnostic::error(codes::WRONG_USE, message).help(help));
        }
    }

    /// Like [`Self::hierarchy`], for lookups that decrypt values unless `--keep-encrypted` is given.
    pub(super) fn decrypting_hierarchy(&self, config: &Path, report: &mut Report) -> Option<Hierarchy> {
        let mut hierarchy = self.hierarchy(config, report)?;
        if !self.keep_encrypted {
            hierarchy.set_encrypted(Encrypted::Decrypted(modelwright_eyaml::SCHEMES));
        }
        Some(hierarchy)
    }

    /// Reads a configuration with the given access to files; `None` if the configuration cannot be used.
    pub(super) fn load(&self, config: &Path, access: &FileAccess) -> (Option<Hierarchy>, Diagnostics) {
        let (mut hierarchy, mut problems) = match &self.global {
            Some(global) => Hierarchy::load_environment(config, Some(global), access),
            None => Hierarchy::load(config, access),
        };
        if let Some(hierarchy) = &mut hierarchy {
            // Only the answers of `hiera lookup` may show decrypted values, and that command changes this setting.
            hierarchy.set_encrypted(if self.keep_encrypted { Encrypted::Kept } else { Encrypted::Hidden });
            self.skip_levels(hierarchy, &mut problems);
        }
        (hierarchy, problems)
    }
}

/// The variables of one node.
#[derive(Debug, Args)]
pub(super) struct ScopeFlags {
    /// Variables: a JSON or YAML file, or NAME=VALUE; may be given several times
    #[arg(long, value_name = "FILE|NAME=VALUE")]
    scope: Vec<String>,

    /// The facts of one node, or with --node of several: a file or directory; may be given several times
    #[arg(long, value_name = "FILE|DIR")]
    facts: Vec<PathBuf>,

    /// The node of --facts whose variables are used
    #[arg(long, value_name = "NAME", requires = "facts")]
    node: Option<String>,

    /// The name of the environment, which is otherwise that of its directory
    #[arg(long, value_name = "NAME")]
    environment: Option<String>,
}

impl ScopeFlags {
    pub(super) fn is_empty(&self) -> bool {
        self.scope.is_empty() && self.facts.is_empty() && self.environment.is_none()
    }

    /// The variables of all options; a later one replaces an earlier one of the same name.
    pub(super) fn read(&self, workspace: &Workspace) -> Result<Value, Diagnostics> {
        let mut scope = self.facts(workspace)?;
        if let Some(environment) = &self.environment {
            set_environment(environment, &mut scope);
        }
        for argument in &self.scope {
            let path = Path::new(argument);
            let is_file = workspace.files.is_file(path);
            match argument.split_once('=') {
                // An existing file takes precedence, even if its name contains a `=`.
                Some((name, value)) if !is_file => {
                    scope.insert(Value::text(name), Value::text(value));
                }
                // A name without a dot is more likely that of a variable than that of a file.
                None if !is_file && !argument.contains(['/', '.']) && !sources::is_standard(path) => {
                    let message = format!("--scope {argument}: neither a file nor NAME=VALUE");
                    let problem = Diagnostic::error(codes::WRONG_USE, message);
                    return Err(problem.help("write NAME=VALUE to set a variable").into());
                }
                _ => scope.extend(read_scope(&read(path, workspace)?)?),
            }
        }
        Ok(Value::Hash(scope))
    }
}

/// Sets the variables of a node's scope that contain its environment.
pub(crate) fn set_environment(environment: &str, scope: &mut Hash) {
    let name = Value::text(environment);
    // Puppet also sets `$server_facts[environment]`.
    let server_facts = [(Value::text("environment"), name.clone())].into_iter().collect();
    scope.insert(Value::text("server_facts"), Value::Hash(server_facts));
    // In version 3, `::environment` and `environment` are different variables.
    scope.insert(Value::text("::environment"), name.clone());
    scope.insert(Value::text("environment"), name);
}

impl ScopeFlags {
    /// The variables of the node of `--facts`.
    fn facts(&self, workspace: &Workspace) -> Result<Hash, Diagnostics> {
        // Without `--node`, all files contain facts of the same node.
        let Some(name) = &self.node else {
            let mut facts = Hash::default();
            for path in &self.facts {
                facts.extend(read_scope(&read(path, workspace)?)?);
            }
            return Ok(facts);
        };
        let mut nodes = NodeList::default();
        for path in &self.facts {
            read_facts(path, workspace, &mut nodes)?;
        }
        let nodes = nodes.finish()?;
        let node = nodes.iter().find(|(known, _)| known == name);
        match node {
            Some((_, Value::Hash(variables))) => Ok(variables.clone()),
            _ => {
                let message = format!("there are no facts of the node {name}");
                let help = match nearest(name, nodes.iter().map(|(name, _)| name.as_str())) {
                    Some(suggestion) => format!("did you mean `{suggestion}`?"),
                    None => "specify a file or directory that contains them with --facts".to_owned(),
                };
                Err(Diagnostic::error(codes::WRONG_USE, message).help(help).into())
            }
        }
    }
}

/// The variables of many nodes.
#[derive(Debug, Args)]
pub(crate) struct ScopesFlags {
    /// Nodes: a directory with a file of variables for each node, or a file with a hash from names of nodes to
    /// variables; may be given several times
    #[arg(long, value_name = "DIR|FILE")]
    scopes: Vec<PathBuf>,
}

impl ScopesFlags {
    /// The nodes of files that another flag specifies.
    pub(crate) fn of(scopes: &[PathBuf]) -> Self {
        Self { scopes: scopes.to_owned() }
    }

    /// The nodes with their variables, sorted by name.
    pub(crate) fn read(
        &self,
        workspace: &Workspace,
        report: &mut Report,
    ) -> Result<Vec<(String, Value)>, Diagnostics> {
        let mut nodes = NodeList::default();
        for path in &self.scopes {
            read_facts(path, workspace, &mut nodes)?;
        }
        report.show(&nodes.warnings);
        nodes.finish()
    }
}

/// Reads the nodes of a file, or of all files of a directory. A file of a directory contains the variables of the node
/// that it is named after, unless its content names nodes.
pub(crate) fn read_facts(
    path: &Path,
    workspace: &Workspace,
    nodes: &mut NodeList,
) -> Result<(), Diagnostics> {
    if !workspace.files.is_directory(path) {
        nodes.add(read_nodes(&read(path, workspace)?, None)?, &display_path(path));
        return Ok(());
    }
    let (files, other_files) = data_files(path, workspace)?;
    other_files.iter().for_each(|file| nodes.skip(&display_path(file)));
    for file in files {
        // Facts alone do not contain the name of their node, so the name of the file is used.
        let name = file.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        nodes.add(read_nodes(&read(&file, workspace)?, Some(&name))?, &display_path(&file));
    }
    Ok(())
}

/// The JSON and YAML files directly in a directory, and its other entries; names that begin with a dot are left out.
fn data_files(directory: &Path, workspace: &Workspace) -> Result<(Vec<PathBuf>, Vec<PathBuf>), Diagnostics> {
    let entries = workspace.files.list(directory).map_err(|error| {
        let message = format!("cannot list {}: {error}", display_path(directory));
        Diagnostics::from(
            Diagnostic::error(codes::CANNOT_READ, message).help("specify a directory of variables"),
        )
    })?;
    let entries = entries.filter(|entry| !entry.name.to_string_lossy().starts_with('.'));
    let mut paths: Vec<PathBuf> = entries.map(|entry| directory.join(entry.name)).collect();
    // The order of a listing depends on the file system.
    paths.sort();
    Ok(paths.into_iter().partition(|path| is_data_file(path)))
}

/// Whether a file is of a format of data, by its name.
fn is_data_file(path: &Path) -> bool {
    path.extension().is_some_and(|extension| ["json", "yaml", "yml"].iter().any(|known| extension == *known))
}

/// Reads a file, or standard input.
pub(crate) fn read(path: &Path, workspace: &Workspace) -> Result<Arc<Source>, Diagnostics> {
    let limits = Limits::default();
    let (name, bytes) = if sources::is_standard(path) {
        ("<stdin>".to_owned(), sources::standard_input(&limits))
    } else {
        (display_path(path), read_file(&*workspace.files, path, &limits))
    };
    let source = bytes.and_then(|bytes| decode_text(&name, bytes, &limits));
    source.map_err(|problem| (*problem).into())
}

/// Fails unless a directory is new or empty, so that files are not written among others.
pub(crate) fn check_empty_directory(files: &dyn Files, directory: &Path) -> Result<(), Diagnostics> {
    check_directory(files, directory, "specify an empty directory, or a new one", |_, _| false)
}

/// Fails unless a directory is new, empty, or accepted by `may_replace`, so that files are not written among others.
pub(crate) fn check_directory(
    files: &dyn Files,
    directory: &Path,
    help: &str,
    may_replace: impl Fn(&dyn Files, &Path) -> bool,
) -> Result<(), Diagnostics> {
    let failure = |reason, help: &str| {
        let message = format!("{} cannot be written: {reason}", display_path(directory));
        Err(Diagnostic::error(codes::CANNOT_WRITE, message).help(help).into())
    };
    if !files.is_directory(directory) {
        return match files.metadata(directory) {
            Ok(_) => failure("it is not a directory", "specify a directory: several files are written"),
            Err(_) => Ok(()),
        };
    }
    let is_empty = files.list(directory).is_ok_and(|mut entries| entries.next().is_none());
    if is_empty || may_replace(files, directory) {
        Ok(())
    } else {
        failure("the directory contains other files", help)
    }
}

/// A position as people and editors write it: file, line and column.
pub(super) fn place(hierarchy: &Hierarchy, origin: Origin) -> String {
    format!("{}:{}:{}", hierarchy.file_name(origin.file), origin.place.line, origin.place.column)
}

/// Describes the variables that do not have the needed values: the needed value, and the present one.
pub(super) fn requirements(hierarchy: &Hierarchy, variables: &[(String, String)], scope: &Value) -> String {
    let mut unmet_requirements = Vec::new();
    for (name, needed_value) in variables {
        let present_value = hierarchy.variable(name, scope);
        let text = match present_value {
            Some(Value::Text(text)) => text.to_string(),
            Some(value) => json(value),
            // As in interpolation, a variable that is not set is an empty string.
            None => String::new(),
        };
        if text != *needed_value {
            let present_text = present_value
                .map_or_else(|| "it is not set".to_owned(), |value| format!("it is {}", json(value)));
            unmet_requirements.push(format!("{name} must be \"{needed_value}\"; {present_text}"));
        }
    }
    unmet_requirements.join(", ")
}

/// A value as JSON text.
fn json(value: &Value) -> String {
    let mut text = String::new();
    value_json(value, &mut text);
    text
}

/// The help for a key whose dots are part of the name of a key in the data; `None` if there is no such key.
pub(super) fn literal_key(hierarchy: &Hierarchy, key: &str) -> Option<String> {
    let is_literal = key.contains('.') && !hierarchy.occurrences(key).is_empty();
    is_literal.then(|| format!("the name `{key}` has dots, so it must be in quotes: {}", quoted_key(key)))
}
