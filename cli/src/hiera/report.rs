//! `modelwright hiera report`: browsable pages about Hiera trees.

use super::diff::TreeLocation;
use super::site::{DataFlags, ScopesFlags, check_directory};
use crate::report::Report;
use crate::{Outcome, output};
use clap::Args;
use modelwright::hiera::check::{CheckOptions, check};
use modelwright::hiera::diff::{Node, compare};
use modelwright::hiera::lookup::Resolution;
use modelwright::hiera::report::{ReportedTree, is_report, report as report_files};
use modelwright::workspace::Workspace;
use modelwright_metamodel::diagnostic::{Diagnostic, Diagnostics, codes};
use std::path::{Path, PathBuf};

const EXAMPLES: &str = "\
Examples:
  modelwright hiera report hiera.yaml --scopes facts/ -o report
  modelwright hiera report old/hiera.yaml new/hiera.yaml --scopes facts/ -o report     two trees to compare
  modelwright hiera report --git main...topic --scopes facts/ -o report                what a branch changes

Open report/index.html in a browser.";

/// Write pages about Hiera trees: find a key or a node, and the levels that its values come from
///
/// The pages work from the file system and from any web server, without a network.
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub(super) struct HieraReport {
    /// The configurations, or directories of environments; of two, there is also a page of changes
    #[arg(value_name = "CONFIG", default_value = "hiera.yaml")]
    configs: Vec<PathBuf>,

    /// Report two states of the configuration, as `hiera diff --git` compares them
    #[arg(long, value_name = "REV|REV1..REV2")]
    git: Option<String>,

    #[command(flatten)]
    scopes: ScopesFlags,

    /// The directory of the report: a new or empty one, or that of an earlier report
    #[arg(short, long, value_name = "DIR")]
    output: PathBuf,

    #[command(flatten)]
    data: DataFlags,
}

impl HieraReport {
    pub(super) fn run(&self, report: &mut Report) -> Result<Outcome, Diagnostics> {
        let workspace = self.data.workspace();
        let help = "specify an empty directory, a new one, or that of an earlier report";
        check_directory(&*workspace.files, &self.output, help, is_report)?;
        let nodes = self.scopes.read(&workspace, report)?;
        let mut trees = Vec::new();
        for location in self.locations(&workspace, report).map_err(|problem| Diagnostics::from(*problem))? {
            let Some(tree) = location.load(&self.data, report) else { return Ok(Outcome::Problems) };
            trees.push((location.name(&workspace), tree));
        }
        let changes = match trees.as_slice() {
            [(_, before), (_, after)] if !nodes.is_empty() => {
                // Both trees are compared with the same facts.
                let nodes = nodes.iter().map(|(name, scope)| Node {
                    name: name.clone(),
                    before: scope.clone(),
                    after: None,
                });
                Some(compare(before, after, &nodes.collect::<Vec<_>>(), &Resolution::Priority))
            }
            _ => None,
        };
        let mut checked_trees = Vec::new();
        for (name, tree) in trees {
            let hierarchy = tree.into_hierarchy();
            let problems = check(&hierarchy, &CheckOptions { scopes: &nodes, manifests: None });
            checked_trees.push((name, hierarchy, problems));
        }
        let reported_trees: Vec<ReportedTree<'_>> = checked_trees
            .iter()
            .map(|(name, hierarchy, problems)| ReportedTree { name, hierarchy, problems })
            .collect();
        let files = report_files(&reported_trees, &nodes, changes.as_ref());
        let files = files.iter().map(|file| (Path::new(&file.path), file.text.as_bytes()));
        output::write_all(&self.output, files).map_err(|problem| Diagnostics::from(*problem))?;
        Ok(Outcome::Done)
    }

    /// Where the trees are.
    fn locations(
        &self,
        workspace: &Workspace,
        report: &mut Report,
    ) -> Result<Vec<TreeLocation>, Box<Diagnostic>> {
        let configs = self.configs.clone();
        match (&self.git, configs.as_slice()) {
            (None, _) => {
                Ok(configs.into_iter().map(|config| TreeLocation::on_disk(config, workspace)).collect())
            }
            (Some(range), [config]) => {
                Ok(TreeLocation::revisions(range, config.clone(), config.clone(), workspace, report)?.into())
            }
            (Some(_), _) => {
                let problem =
                    Diagnostic::error(codes::WRONG_USE, "--git compares two states of one configuration");
                Err(Box::new(problem.help("specify one configuration")))
            }
        }
    }
}
