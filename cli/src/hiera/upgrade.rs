//! `modelwright hiera upgrade`: a tree of version 1 to 3 as an environment of version 5.

use super::counted;
use super::prove::write_summary;
use super::site::{ScopesFlags, check_empty_directory};
use crate::report::Report;
use crate::{Outcome, output};
use clap::Args;
use modelwright::files::{Disk, display_path};
use modelwright::hiera::upgrade::{UpgradedEnvironment, upgrade};
use modelwright::workspace::Workspace;
use modelwright_metamodel::diagnostic::{Diagnostic, Diagnostics, codes};
use std::path::PathBuf;
use std::sync::Arc;

const EXAMPLES: &str = "\
Examples:
  modelwright hiera upgrade hiera.yaml -o environments/production
  modelwright hiera upgrade hiera.yaml -o upgraded --scopes facts/     also compare the answers for these nodes
  modelwright hiera prove hiera.yaml upgraded                          compare again, after changes of the result";

/// Write a tree of version 1 to 3 as an environment of version 5
///
/// The directory gets a hiera.yaml of version 5 and the data files, all of them or none. A data file keeps every byte that
/// Puppet does not read differently. All answers of the result are compared with those of the tree, as by `hiera
/// prove`, and what is not kept is reported with its file and line. The tree itself is not changed.
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub(super) struct HieraUpgrade {
    /// The configuration, of version 1 to 3
    #[arg(value_name = "CONFIG", default_value = "hiera.yaml")]
    config: PathBuf,

    /// The directory of the environment: a new or empty one
    #[arg(short, long, value_name = "DIR")]
    output: PathBuf,

    #[command(flatten)]
    scopes: ScopesFlags,

    /// Another directory whose data may be read; may be given several times
    #[arg(long = "path", value_name = "DIR")]
    paths: Vec<PathBuf>,
}

impl HieraUpgrade {
    pub(super) fn run(&self, report: &mut Report) -> Result<Outcome, Diagnostics> {
        let files = Arc::new(Disk::for_one_run());
        let workspace =
            Workspace { paths: self.paths.clone(), files: Arc::clone(&files) as _, ..Workspace::default() };
        check_empty_directory(&*files, &self.output)?;
        let nodes = self.scopes.read(&workspace, report)?;
        let (environment, problems) = upgrade(&self.config, &nodes, &workspace.access());
        report.show(&problems);
        let Some(environment) = environment else { return Ok(Outcome::Problems) };
        self.check_input(&environment, &workspace)?;
        let new_files = environment.files.iter().map(|file| (file.path.as_path(), file.bytes.as_slice()));
        output::write_all(&self.output, new_files).map_err(|problem| Diagnostics::from(*problem))?;
        // All files except the configuration.
        let data_file_count = environment.files.len().saturating_sub(1);
        let rewritten_count = environment.files.iter().filter(|file| file.is_rewritten).count();
        let mut text = format!("{}, {rewritten_count} rewritten\n", counted(data_file_count, "data file"));
        write_summary(&environment.proof, nodes.len(), &mut text);
        output::write_text(&text).map_err(|problem| Diagnostics::from(*problem))?;
        Ok(Outcome::Done)
    }

    /// Fails if the environment would be among the data of the tree.
    fn check_input(
        &self,
        environment: &UpgradedEnvironment,
        workspace: &Workspace,
    ) -> Result<(), Diagnostics> {
        let files = &workspace.files;
        let absolute = files.absolute(&self.output);
        // The output need not exist yet, so the nearest directory above it is used.
        let output = absolute.ancestors().find_map(|directory| files.canonicalize(directory).ok());
        let enclosing_directory = environment.directories.iter().find(|(directory, _)| {
            let directory = files.canonicalize(directory).ok();
            directory.zip(output.as_ref()).is_some_and(|(directory, output)| output.starts_with(directory))
        });
        match enclosing_directory {
            None => Ok(()),
            Some((_, name)) => {
                let output = display_path(&self.output);
                let message = format!("{output} cannot be written: it is inside the data directory {name}");
                Err(Diagnostic::error(codes::CANNOT_WRITE, message)
                    .help("specify a directory elsewhere")
                    .into())
            }
        }
    }
}
