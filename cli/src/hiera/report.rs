//! `modelwright hiera report`: browsable pages about Hiera trees.

use super::site::{DataFlags, ScopesFlags};
use crate::report::Report;
use crate::{Outcome, output};
use clap::Args;
use modelwright::files::{Files, display_path};
use modelwright::hiera::check::{CheckOptions, check};
use modelwright::hiera::report::{ReportedTree, is_report, report as report_files};
use modelwright_metamodel::diagnostic::{Diagnostic, Diagnostics, codes};
use std::path::{Path, PathBuf};

const EXAMPLES: &str = "\
Examples:
  modelwright hiera report hiera.yaml --scopes facts/ -o report
  modelwright hiera report old/hiera.yaml new/hiera.yaml --scopes facts/ -o report     two trees to compare

Open report/index.html in a browser.";

/// Write pages about Hiera trees: find a key or a node, and the levels that its values come from
///
/// The pages work from the file system and from any web server, without a network.
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub(super) struct HieraReport {
    /// The configurations, or folders of environments
    #[arg(value_name = "CONFIG", default_value = "hiera.yaml")]
    configs: Vec<PathBuf>,

    #[command(flatten)]
    scopes: ScopesFlags,

    /// The folder of the report: a new or empty one, or that of an earlier report
    #[arg(short, long, value_name = "DIR")]
    output: PathBuf,

    #[command(flatten)]
    data: DataFlags,
}

impl HieraReport {
    pub(super) fn run(&self, report: &mut Report) -> Result<Outcome, Diagnostics> {
        let workspace = self.data.workspace();
        self.check_output(&*workspace.files).map_err(|problem| Diagnostics::from(*problem))?;
        let nodes = self.scopes.read(&workspace)?;
        let mut trees = Vec::new();
        for config in &self.configs {
            let Some(hierarchy) = self.data.hierarchy(config, report) else { return Ok(Outcome::Problems) };
            let problems = check(&hierarchy, &CheckOptions { scopes: &nodes, manifests: None });
            trees.push((display_path(config), hierarchy, problems));
        }
        let reported: Vec<ReportedTree<'_>> = trees
            .iter()
            .map(|(name, hierarchy, problems)| ReportedTree { name, hierarchy, problems })
            .collect();
        let files = report_files(&reported, &nodes);
        let files = files.iter().map(|file| (Path::new(&file.path), file.text.as_bytes()));
        output::write_all(&self.output, files).map_err(|problem| Diagnostics::from(*problem))?;
        Ok(Outcome::Fine)
    }

    /// Fails if pages would be written among other files.
    fn check_output(&self, files: &dyn Files) -> Result<(), Box<Diagnostic>> {
        let fault = |why, help| {
            let message = format!("{} cannot be written: {why}", display_path(&self.output));
            Err(Box::new(Diagnostic::error(codes::CANNOT_WRITE, message).help(help)))
        };
        if !files.is_folder(&self.output) {
            return match files.metadata(&self.output) {
                Ok(_) => fault("it is not a folder", "name a folder: a report is several pages"),
                Err(_) => Ok(()),
            };
        }
        let is_empty = files.list(&self.output).is_ok_and(|mut entries| entries.next().is_none());
        if is_empty || is_report(files, &self.output) {
            return Ok(());
        }
        fault("the folder has other files", "name an empty folder, a new one, or that of an earlier report")
    }
}
