//! `modelwright catalog build`: the catalog of a node, as Puppet compiles it.

use crate::report::Report;
use crate::{Outcome, hiera, output};
use clap::Args;
use modelwright::catalog::builder::{LogEntry, Node};
use modelwright::catalog::environment::{Environment, EnvironmentOptions};
use modelwright::catalog::json::{Layout, write};
use modelwright::hiera::facts::NodeList;
use modelwright::workspace::Workspace;
use modelwright_metamodel::diagnostic::{Diagnostic, Diagnostics, codes, nearest, printable};
use std::fmt::Write as _;
use std::io::Write as _;
use std::path::{Path, PathBuf};

const EXAMPLES: &str = "\
Examples:
  modelwright catalog build --environment environments/production --node web1 --facts facts/
  modelwright catalog build --environment . --node web1 --facts web1.yaml -o web1.json
  modelwright catalog build --environment . --manifest site.pp --modules modules --modules vendor --node web1";

/// Build the catalog of a node, in the JSON of Puppet
///
/// The catalog is that of Puppet 7: main manifests, node definitions, classes of modules with the values that Hiera binds
/// to their parameters, resources, relationships and tags. Nothing is run: what only Ruby can compute, such as the
/// functions that modules write in Ruby, is an error that names it. What manifests log is written to standard error.
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub(super) struct CatalogBuild {
    /// The directory of the environment, with `manifests`, `modules` and `hiera.yaml`
    #[arg(long, value_name = "DIR", default_value = ".")]
    environment: PathBuf,

    /// The name of the environment, which is otherwise that of its directory
    #[arg(long, value_name = "NAME")]
    environment_name: Option<String>,

    /// The main manifest, or a directory of manifests
    #[arg(long, value_name = "FILE|DIR")]
    manifest: Option<PathBuf>,

    /// A directory of modules; may be given several times
    #[arg(long, value_name = "DIR")]
    modules: Vec<PathBuf>,

    /// The hiera.yaml of Puppet's global layer, which is searched before that of the environment
    #[arg(long, value_name = "FILE")]
    global: Option<PathBuf>,

    /// The name of the node
    #[arg(long, value_name = "NAME")]
    node: String,

    /// The facts of nodes: a file or a directory; may be given several times
    #[arg(long, value_name = "FILE|DIR")]
    facts: Vec<PathBuf>,

    /// Treat unknown variables as errors, as with Puppet's setting `strict_variables`
    #[arg(long)]
    strict_variables: bool,

    /// The file to write; without it, the catalog is written to standard output
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
}

impl CatalogBuild {
    pub(super) fn run(&self, report: &mut Report) -> Result<Outcome, Diagnostics> {
        let workspace = Workspace { files: crate::trace::disk(), ..Workspace::default() };
        let node = self.node(&workspace, report)?;
        let options = EnvironmentOptions {
            name: self.environment_name.clone(),
            manifest: self.manifest.clone(),
            modules: (!self.modules.is_empty()).then(|| self.modules.clone()),
            global_hiera: self.global.clone(),
            has_strict_variables: self.strict_variables,
            ..EnvironmentOptions::default()
        };
        let access = workspace.access();
        let (environment, problems) = Environment::load(&access, &self.environment, &options)?;
        report.show(&problems);
        let built = environment.build(&node);
        show_log(&built.log)?;
        report.show(&built.problems);
        let Some(catalog) = built.catalog else { return Ok(Outcome::Problems) };
        let text = write(&catalog, Layout::Pretty)?;
        self.write(&text).map_err(|problem| Diagnostics::from(*problem))?;
        Ok(Outcome::Done)
    }

    /// The node with its facts.
    fn node(&self, workspace: &Workspace, report: &mut Report) -> Result<Node, Diagnostics> {
        let mut nodes = NodeList::default();
        for path in &self.facts {
            hiera::read_facts(path, workspace, &mut nodes)?;
        }
        report.show(&nodes.warnings);
        let nodes = nodes.finish()?;
        let variables = match nodes.as_slice() {
            _ if self.facts.is_empty() => None,
            // A file with the facts of one node need not contain its name.
            [(_, variables)] if self.facts.iter().all(|path| workspace.files.is_file(path)) => Some(variables),
            nodes => {
                let known = nodes.iter().find(|(name, _)| *name == self.node);
                let Some((_, variables)) = known else { return Err(self.unknown_node(nodes).into()) };
                Some(variables)
            }
        };
        Ok(match variables {
            Some(variables) => Node::from_variables(&self.node, variables),
            None => Node::new(&self.node, Vec::new()),
        })
    }

    fn unknown_node(&self, nodes: &[(String, modelwright::store::Value)]) -> Diagnostic {
        let message = format!("there are no facts of the node {}", self.node);
        let help = match nearest(&self.node, nodes.iter().map(|(name, _)| name.as_str())) {
            Some(meant) => format!("did you mean `{meant}`?"),
            None => "specify a file or directory that contains them with --facts".to_owned(),
        };
        Diagnostic::error(codes::WRONG_USE, message).help(help)
    }

    fn write(&self, text: &str) -> Result<(), Box<Diagnostic>> {
        let Some(path) = &self.output else { return output::write_json(text) };
        if path == Path::new("-") {
            return output::write_json(text);
        }
        let mut file = output::Output::begin(Some(path))?;
        let written = file.sink().write_all(text.as_bytes());
        written.map_err(|error| file.write_error(&error))?;
        file.finish()?.commit()
    }
}

/// Writes the log to standard error, each entry on its own lines.
fn show_log(log: &[LogEntry]) -> Result<(), Diagnostics> {
    let mut text = String::new();
    for entry in log {
        let place = entry.place.as_ref();
        let place = place.map_or(String::new(), |(file, line)| format!(" (file: {file}, line: {line})"));
        let _ = writeln!(text, "{}: {}: {}{place}", entry.level, entry.source, entry.message);
    }
    let written = std::io::stderr().lock().write_all(printable(&text).as_bytes());
    output::check_stdout(written).map_err(|problem| Diagnostics::from(*problem))
}
