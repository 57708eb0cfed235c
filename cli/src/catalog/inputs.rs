//! The inputs of questions about catalogs: environments with their nodes, and files of catalogs.

use super::fleet::FleetFlags;
use super::functions_program::FunctionsProgram;
use crate::hiera;
use crate::report::Report;
use clap::Args;
use modelwright::catalog::builder::Node;
use modelwright::catalog::environment::{Environment, EnvironmentOptions};
use modelwright::catalog::functions::FunctionSource;
use modelwright::catalog::model::{Catalog, catalog_of};
use modelwright::catalog::order::find_resource;
use modelwright::files::display_path;
use modelwright::hiera::facts::read_nodes;
use modelwright::store::{Hash, Value};
use modelwright::workspace::Workspace;
use modelwright_metamodel::diagnostic::{Diagnostic, Diagnostics, Source, codes, nearest};
use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

/// How an environment is read.
#[derive(Debug, Args)]
pub(super) struct EnvironmentFlags {
    /// The name of the environment, which is otherwise that of its directory
    #[arg(long, value_name = "NAME")]
    environment_name: Option<String>,

    /// The main manifest, or a directory of manifests
    #[arg(long, value_name = "FILE|DIR")]
    manifest: Option<PathBuf>,

    /// A directory of modules; may be given several times. With --git, one that a revision does not contain is read from the
    /// disk
    #[arg(long, value_name = "DIR")]
    modules: Vec<PathBuf>,

    /// The hiera.yaml of Puppet's global layer, which is searched before that of the environment
    #[arg(long, value_name = "FILE")]
    global: Option<PathBuf>,

    /// Treat unknown variables as errors, as with Puppet's setting `strict_variables`
    #[arg(long)]
    strict_variables: bool,

    /// A program that answers calls of functions that are not evaluated here, with its arguments separated by spaces
    ///
    /// It reads a line of JSON for each call, and writes a line for each answer. It is started once. See
    /// docs/catalogs.md.
    #[arg(long, value_name = "COMMAND")]
    functions_command: Option<String>,

    /// How many seconds the program for functions may take for an answer
    #[arg(long, value_name = "SECONDS", default_value_t = 10, value_parser = clap::value_parser!(u64).range(1..))]
    functions_time: u64,
}

/// The files and directories of an environment, which has at least one of them.
const ENVIRONMENT_ENTRIES: [&str; 4] = ["environment.conf", "manifests", "modules", "hiera.yaml"];

impl EnvironmentFlags {
    /// The program that answers calls of functions.
    fn functions(&self) -> Option<Arc<dyn FunctionSource>> {
        let command = self.functions_command.as_ref()?;
        let limit = Duration::from_secs(self.functions_time);
        Some(Arc::new(FunctionsProgram::new(command, limit)))
    }

    /// The directories of modules.
    pub(super) fn modules(&self) -> &[PathBuf] {
        &self.modules
    }

    /// Checks that a directory may be an environment. It may lack almost everything, but a mistake in its path must not
    /// be taken for an empty environment.
    fn check_directory(&self, directory: &Path, workspace: &Workspace) -> Result<(), Diagnostics> {
        let path = display_path(directory);
        let has_entry = |entry: &&str| workspace.files.metadata(&directory.join(entry)).is_ok();
        let (message, help) = if !workspace.files.is_directory(directory) {
            (
                format!("{path} cannot be read: there is no such directory"),
                "specify the directory of an environment",
            )
        } else if self.manifest.is_none() && !ENVIRONMENT_ENTRIES.iter().any(has_entry) {
            (
                format!("{path} is not an environment: it has none of {}", ENVIRONMENT_ENTRIES.join(", ")),
                "specify the directory that contains `manifests` and the data",
            )
        } else {
            return Ok(());
        };
        Err(Diagnostic::error(codes::CANNOT_READ, message).help(help).into())
    }

    /// Reads the environment in a directory; its warnings are shown. With `records_data_places`, catalogs have the
    /// places of data.
    pub(super) fn load(
        &self,
        directory: &Path,
        records_data_places: bool,
        workspace: &Workspace,
        report: &mut Report,
    ) -> Result<Environment, Diagnostics> {
        self.check_directory(directory, workspace)?;
        for modules in self.modules.iter().filter(|modules| !workspace.files.is_directory(modules)) {
            // A warning, because only one of two revisions may contain the directory.
            let message = format!("{} cannot be read: there is no such directory", display_path(modules));
            let problem = Diagnostic::warning(codes::CANNOT_READ, message);
            report.show_one(problem.help("specify a directory of modules with --modules"));
        }
        let options = EnvironmentOptions {
            name: self.environment_name.clone(),
            manifest: self.manifest.clone(),
            modules: (!self.modules.is_empty()).then(|| self.modules.clone()),
            global_hiera: self.global.clone(),
            has_strict_variables: self.strict_variables,
            records_data_places,
            functions: self.functions(),
            ..EnvironmentOptions::default()
        };
        let (environment, problems) = Environment::load(&workspace.access(), directory, &options)?;
        report.show(&problems);
        Ok(environment)
    }
}

/// Names of nodes, and the variables that files of facts give them.
pub(super) type Facts = Vec<(String, Value)>;

/// The facts of nodes.
#[derive(Debug, Args)]
pub(super) struct FactsFlags {
    /// The facts of nodes: a file or a directory; may be given several times
    #[arg(long, value_name = "FILE|DIR")]
    facts: Vec<PathBuf>,
}

impl FactsFlags {
    /// Whether no facts are given.
    pub(super) fn is_empty(&self) -> bool {
        self.facts.is_empty()
    }

    /// All nodes with their variables, by name.
    pub(super) fn read(&self, workspace: &Workspace, report: &mut Report) -> Result<Facts, Diagnostics> {
        hiera::ScopesFlags::of(&self.facts).read(workspace, report)
    }

    /// The nodes with these names, or all nodes if there are no names; and the other nodes. Without facts, only the
    /// names are known.
    pub(super) fn select(
        &self,
        names: &[String],
        workspace: &Workspace,
        report: &mut Report,
    ) -> Result<(Facts, Facts), Diagnostics> {
        if self.facts.is_empty() {
            let nodes = names.iter().map(|name| (name.clone(), Value::Hash(Hash::default())));
            return if names.is_empty() { Err(no_nodes().into()) } else { Ok((nodes.collect(), Vec::new())) };
        }
        let all_nodes = self.read(workspace, report)?;
        if all_nodes.is_empty() {
            return Err(no_nodes().into());
        }
        if names.is_empty() {
            return Ok((all_nodes, Vec::new()));
        }
        if let Some(name) = names.iter().find(|name| !all_nodes.iter().any(|(known, _)| known == *name)) {
            return Err(unknown_node(name, &all_nodes).into());
        }
        Ok(all_nodes.into_iter().partition(|(name, _)| names.contains(name)))
    }

    /// A node with its facts, and the other nodes; without facts, only its name is known.
    pub(super) fn node(
        &self,
        name: &str,
        workspace: &Workspace,
        report: &mut Report,
    ) -> Result<(Node, Facts), Diagnostics> {
        if self.facts.is_empty() {
            return Ok((Node::new(name, Vec::new()), Vec::new()));
        }
        let mut nodes = match self.facts.as_slice() {
            [path] if workspace.files.is_file(path) => nodes_of_file(&hiera::read(path, workspace)?, name)?,
            _ => self.read(workspace, report)?,
        };
        // If files contain the facts of a single node, they are those of this node, whatever its name is in them.
        let position = match nodes.as_slice() {
            [_single] if self.facts.iter().all(|path| workspace.files.is_file(path)) => Some(0),
            nodes => nodes.iter().position(|(known, _)| known == name),
        };
        let Some(position) = position else { return Err(unknown_node(name, &nodes).into()) };
        let (_, variables) = nodes.remove(position);
        Ok((Node::from_variables(name, &variables), nodes))
    }
}

/// The nodes of a file. If none of them has the name, the file is read as the facts of one node, which gets the name.
fn nodes_of_file(source: &Arc<Source>, name: &str) -> Result<Facts, Diagnostics> {
    let nodes = read_nodes(source, None).unwrap_or_default();
    if nodes.iter().any(|(known, _)| known == name) {
        return Ok(nodes);
    }
    // A file with the facts of one node need not contain its name.
    read_nodes(source, Some(name))
}

/// The problem of a command that needs nodes, if none are specified.
fn no_nodes() -> Diagnostic {
    let problem = Diagnostic::error(codes::WRONG_USE, "no nodes are specified");
    problem.help("specify files with their facts: --facts DIR or FILE")
}

/// The problem of a node without facts.
fn unknown_node(name: &str, nodes: &[(String, Value)]) -> Diagnostic {
    let message = format!("there are no facts of the node {name}");
    let help = match nearest(name, nodes.iter().map(|(name, _)| name.as_str())) {
        Some(suggestion) => format!("did you mean `{suggestion}`?"),
        None => "specify a file or directory that contains them with --facts".to_owned(),
    };
    Diagnostic::error(codes::WRONG_USE, message).help(help)
}

/// The catalog of one node: in a file, or built from an environment.
#[derive(Debug, Args)]
pub(super) struct CatalogFlags {
    /// The catalog: a file in Puppet's JSON or any other notation of models, or the directory of an environment
    #[arg(value_name = "CATALOG|DIR")]
    source: PathBuf,

    /// The name of the node whose catalog is built from the environment
    #[arg(long, value_name = "NAME")]
    node: Option<String>,

    #[command(flatten)]
    facts: FactsFlags,

    #[command(flatten)]
    fleet: FleetFlags,

    #[command(flatten)]
    environment: EnvironmentFlags,
}

/// A catalog that was read or built.
pub(super) struct CatalogInput {
    pub(super) catalog: Catalog,
    /// The types and titles of what was evaluated, in order; `None` if the catalog was not built.
    pub(super) evaluated: Option<Vec<(Arc<str>, Arc<str>)>>,
}

impl CatalogFlags {
    /// The catalog; `None` after problems, which are shown.
    pub(super) fn read(&self, report: &mut Report) -> Result<Option<Catalog>, Diagnostics> {
        Ok(self.read_input(report)?.map(|input| input.catalog))
    }

    /// The catalog, with what is known about its evaluation; `None` after problems, which are shown.
    pub(super) fn read_input(&self, report: &mut Report) -> Result<Option<CatalogInput>, Diagnostics> {
        let workspace = Workspace { files: crate::trace::disk(), ..Workspace::default() };
        if !workspace.files.is_directory(&self.source) {
            let catalog = read_catalog(&self.source, &workspace, report)?;
            return Ok(catalog.map(|catalog| CatalogInput { catalog, evaluated: None }));
        }
        let Some(name) = &self.node else {
            let problem = Diagnostic::error(
                codes::WRONG_USE,
                "the name of a node is required to build its catalog from a directory",
            );
            return Err(problem.help("specify it with --node, and its facts with --facts").into());
        };
        let (node, others) = self.facts.node(name, &workspace, report)?;
        let records_data_places = true;
        let environment = self.environment.load(&self.source, records_data_places, &workspace, report)?;
        let build_result = self.fleet.build(&environment, &node, &others, &workspace, report)?;
        report.show(&build_result.problems);
        let Some(mut catalog) = build_result.catalog else { return Ok(None) };
        make_relative(&mut catalog, &workspace.files.absolute(&self.source));
        Ok(Some(CatalogInput { catalog, evaluated: Some(build_result.evaluated) }))
    }
}

/// Reads the catalog in a file; `None` after problems, which are shown.
pub(super) fn read_catalog(
    path: &Path,
    workspace: &Workspace,
    report: &mut Report,
) -> Result<Option<Catalog>, Diagnostics> {
    let loaded = workspace.load(path, None).map_err(|problem| Diagnostics::from(*problem))?;
    report.show(&loaded.diagnostics);
    if loaded.diagnostics.has_errors() {
        return Ok(None);
    }
    catalog_of(&loaded.model, loaded.document).map(Some)
}

/// The position of the resource with this reference.
///
/// # Errors
/// If the catalog has no such resource; the help suggests the most similar reference.
pub(super) fn position_of(catalog: &Catalog, reference: &str) -> Result<usize, Diagnostics> {
    if let Some(position) = find_resource(catalog, reference) {
        return Ok(position);
    }
    let references: Vec<String> = catalog.resources.iter().map(ToString::to_string).collect();
    let problem = Diagnostic::error(codes::WRONG_USE, format!("the catalog has no resource `{reference}`"));
    let problem = match nearest(reference, references.iter().map(String::as_str)) {
        Some(suggestion) => problem.help(format!("did you mean `{suggestion}`?")),
        None => problem.help("write a reference as in the catalog, such as 'File[/etc/motd]'"),
    };
    Err(problem.into())
}

/// Makes the names of files in a catalog relative to a directory.
pub(super) fn make_relative(catalog: &mut Catalog, directory: &Path) {
    // A catalog has thousands of names of few files, and paths are split slowly.
    let mut relative_names: HashMap<String, String> = HashMap::new();
    let mut make_file_relative = |file: &mut Option<String>| {
        let Some(name) = file else { return };
        if let Some(relative) = relative_names.get(name) {
            name.clone_from(relative);
            return;
        }
        let path_inside = Path::new(&*name).strip_prefix(directory).ok().map(display_path);
        let relative = path_inside.unwrap_or_else(|| name.clone());
        relative_names.insert(std::mem::replace(name, relative.clone()), relative);
    };
    for resource in &mut catalog.resources {
        make_file_relative(&mut resource.file);
        resource.parameters.iter_mut().for_each(|parameter| make_file_relative(&mut parameter.file));
    }
}
