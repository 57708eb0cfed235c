//! `modelwright hiera check`: problems of a tree that neither Ruby nor Puppet reports.

use super::site::{DataFlags, ScopesFlags};
use crate::Outcome;
use crate::fix::{self, FixSelection};
use crate::report::{Report, ResultFlags};
use clap::Args;
use modelwright::hiera::check::{CheckOptions, Manifests, check, correct};
use modelwright::workspace::Workspace;
use modelwright_metamodel::diagnostic::Diagnostics;
use std::path::PathBuf;

const EXAMPLES: &str = "\
Examples:
  modelwright hiera check
  modelwright hiera check --scopes facts/                   also check the variables and files of these nodes
  modelwright hiera check --manifests .                     also find unused keys and values of the wrong type
  modelwright hiera check --baseline known.json --update-baseline
                                                            from now on, only show new problems
  modelwright hiera check --severity MW0815=note --severity MW0831=off
                                                            not everything matters everywhere
  modelwright hiera check --fix                             correct problems, and show the others";

/// Check a tree of Hiera data
///
/// Reports files that cannot be read or that no level uses, values that YAML or Hiera changes, interpolations that
/// fail or refer to unknown keys, and values without effect; with --scopes, unknown variables and files that no node
/// uses; with --manifests, unused keys, and class parameters without a value or with one of the wrong type. A comment
/// `# modelwright: ignore CODE because REASON` silences the problems of its line, or of the line below it.
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub(super) struct HieraCheck {
    /// The configuration, or the directory of an environment with its modules
    #[arg(value_name = "CONFIG", default_value = "hiera.yaml")]
    config: PathBuf,

    #[command(flatten)]
    scopes: ScopesFlags,

    /// A directory of code, such as that of the environment, or one manifest; may be given several times. Manifests, plans,
    /// templates and functions below it are read
    #[arg(long, value_name = "DIR|FILE")]
    manifests: Vec<PathBuf>,

    #[command(flatten)]
    data: DataFlags,

    #[command(flatten)]
    results: ResultFlags,

    /// Correct the data files, all of them or none: `safe` keeps the answer of every lookup; `all` also corrects values
    /// whose answers then change, such as dates without quotes
    #[arg(
        long,
        value_name = "WHICH",
        value_enum,
        num_args = 0..=1,
        require_equals = true,
        default_missing_value = "safe"
    )]
    fix: Option<FixSelection>,
}

impl HieraCheck {
    pub(super) fn run(&self, report: &mut Report) -> Result<Outcome, Diagnostics> {
        // This comes first, so that a document of problems is written even if the configuration cannot be used.
        report.expect_result(&self.results, &*self.data.workspace().files)?;
        let Some(hierarchy) = self.data.hierarchy(&self.config, report) else { return Ok(Outcome::Problems) };
        let workspace = self.data.workspace();
        let scopes = self.scopes.read(&workspace, report)?;
        let manifests = if self.manifests.is_empty() {
            None
        } else {
            let (manifests, problems) = Manifests::read(&self.manifests, &workspace.access())?;
            report.show(&problems);
            Some(manifests)
        };
        let options = CheckOptions { scopes: &scopes, manifests: manifests.as_ref() };
        let problems = match self.fix {
            None => check(&hierarchy, &options),
            Some(selection) => self.correct_files(&workspace, &options, selection, report)?,
        };
        report.show_result(&problems);
        Ok(Outcome::Done)
    }

    /// Corrects the selected problems in files of data, and writes these files. Returns the problems that remain.
    fn correct_files(
        &self,
        workspace: &Workspace,
        options: &CheckOptions<'_>,
        selection: FixSelection,
        report: &mut Report,
    ) -> Result<Diagnostics, Diagnostics> {
        let corrected_files = correct(
            |access| {
                let (hierarchy, _) = self.data.load(&self.config, access);
                hierarchy
            },
            &workspace.access(),
            options,
            selection.corrections(),
        );
        match corrected_files {
            Some(corrected_files) => fix::write(corrected_files, report),
            // The configuration can no longer be used, although the caller has loaded it.
            None => Ok(Diagnostics::new()),
        }
    }
}
