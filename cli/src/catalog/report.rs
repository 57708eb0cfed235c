//! `modelwright catalog report`: browsable pages about the catalogs of all nodes.

use super::check::problems_of_nodes;
use super::fleet::ExportFlags;
use super::inputs::{EnvironmentFlags, FactsFlags};
use super::sides;
use crate::hiera::check_directory;
use crate::report::Report;
use crate::{Outcome, output};
use clap::Args;
use modelwright::catalog::builder::Node;
use modelwright::catalog::compare::Comparison;
use modelwright::catalog::report::{ReportedEnvironment, is_report, report as report_files};
use modelwright::files::display_path;
use modelwright::workspace::Workspace;
use modelwright_metamodel::diagnostic::{Diagnostic, Diagnostics, codes};
use std::path::{Path, PathBuf};

const EXAMPLES: &str = "\
Examples:
  modelwright catalog report environments/production --facts facts/ -o report
  modelwright catalog report old/ new/ --facts facts/ -o report     two environments to compare
  modelwright catalog report --git main..topic --facts facts/ -o report     what a branch changes

Open report/index.html in a browser.";

/// Write pages about the catalogs of all nodes: find a resource, where its parameters come from, and its neighbours
///
/// The pages show what `catalog explain`, `catalog order` and, of two environments, `catalog diff` show, without
/// the values of secrets. The pages work from the file system and from any web server, without a network. They are
/// written even if the catalogs of some nodes cannot be built or applied; the exit code is then 1.
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub(super) struct CatalogReport {
    /// The directories of environments; of two, there is also a page of changes
    #[arg(value_name = "DIR", default_value = ".", num_args = 1..=2)]
    directories: Vec<PathBuf>,

    /// Report two states of the environment, as `catalog diff --git` compares them
    #[arg(long, value_name = "REV|REV1..REV2")]
    git: Option<String>,

    #[command(flatten)]
    facts: FactsFlags,

    #[command(flatten)]
    exports: ExportFlags,

    #[command(flatten)]
    environment: EnvironmentFlags,

    /// The directory of the report: a new or empty one, or that of an earlier report
    #[arg(short, long, value_name = "DIR")]
    output: PathBuf,
}

impl CatalogReport {
    pub(super) fn run(&self, report: &mut Report) -> Result<Outcome, Diagnostics> {
        let workspace = Workspace { files: crate::trace::disk(), ..Workspace::default() };
        let help = "specify an empty directory, a new one, or that of an earlier report";
        // The directory is checked first, because building catalogs may take long, and is wasted if the
        // directory must not be used.
        check_directory(&*workspace.files, &self.output, help, is_report)?;
        let nodes = self.facts.read(&workspace, report)?;
        if nodes.is_empty() {
            let problem = Diagnostic::error(codes::WRONG_USE, "no nodes are specified");
            return Err(problem.help("specify files with their facts: --facts DIR or FILE").into());
        }
        let nodes: Vec<Node> =
            nodes.iter().map(|(name, variables)| Node::from_variables(name, variables)).collect();
        let (environments, comparison, outcome) = self.environments(&nodes, &workspace, report)?;
        let files = report_files(&environments, comparison.as_ref());
        let files = files.iter().map(|file| (Path::new(&file.path), file.text.as_bytes()));
        output::write_all(&self.output, files).map_err(|problem| Diagnostics::from(*problem))?;
        Ok(outcome)
    }

    /// The environments with their catalogs, and the changes between them if there are two. Shows the problems of
    /// nodes, on which the outcome depends.
    fn environments(
        &self,
        nodes: &[Node],
        workspace: &Workspace,
        report: &mut Report,
    ) -> Result<(Vec<ReportedEnvironment>, Option<Comparison>, Outcome), Diagnostics> {
        let directories = match (&self.git, self.directories.as_slice()) {
            // As in `catalog diff`, one directory is read in both states.
            (Some(_), [directory]) => vec![directory.clone(), directory.clone()],
            _ => self.directories.clone(),
        };
        let sides = sides::load(&directories, self.git.as_deref(), &self.environment, workspace, report)?;
        let names = sides.iter().zip(&directories).map(|(side, directory)| {
            side.revision.clone().unwrap_or_else(|| environment_name(directory, workspace))
        });
        let mut environments: Vec<_> = names.map(|name| ReportedEnvironment::new(&name)).collect();
        let mut problems = vec![Vec::new(); sides.len()];
        let mut visited = Vec::with_capacity(nodes.len());
        let mut comparison = Comparison::default();
        let stored_exports = self.exports.load(workspace, report)?;
        let others = Vec::new();
        sides::for_each_node(&sides, nodes, (&others, &stored_exports), report, &mut |node, built, _| {
            visited.push(node.name.clone());
            for (side, (catalog, build_problems)) in built.iter().enumerate() {
                let mut node_problems = build_problems.clone();
                let catalog = catalog.as_ref().ok_or(build_problems);
                node_problems.append(environments[side].add(&node.name, catalog));
                problems[side].push(node_problems);
            }
            if let [(Some(before), _), (Some(after), _)] = built.as_slice() {
                let ignored_patterns: &[_] = &[];
                comparison.add(&node.name, before, after, ignored_patterns);
            }
        });
        let mut outcome = Outcome::Done;
        for (environment, problems) in environments.iter_mut().zip(problems) {
            let mut shared = Diagnostics::new();
            shared.extend(problems_of_nodes(visited.iter().map(String::as_str), problems));
            report.show(&shared);
            if shared.has_errors() {
                outcome = Outcome::Problems;
            }
            environment.set_problems(shared);
        }
        Ok((environments, (sides.len() == 2).then_some(comparison), outcome))
    }
}

/// The name of an environment: the path of its directory, or the name of the current directory.
fn environment_name(directory: &Path, workspace: &Workspace) -> String {
    let path = display_path(directory);
    if !matches!(path.as_str(), "" | "." | "./") {
        return path;
    }
    let absolute = workspace.files.absolute(directory);
    absolute.file_name().map_or(path, |name| name.to_string_lossy().into_owned())
}
