//! `modelwright hiera check`: problems of a tree that Ruby never reports.

use super::site::{DataFlags, ScopesFlags, read};
use crate::Outcome;
use crate::fix::{self, FixSelection};
use crate::report::{BaselineFlags, Report};
use clap::Args;
use modelwright::hiera::check::{CheckOptions, Manifests, check, correct};
use modelwright::workspace::Workspace;
use modelwright_metamodel::diagnostic::{Diagnostic, Diagnostics, codes};
use std::path::{Path, PathBuf};

const EXAMPLES: &str = "\
Examples:
  modelwright hiera check
  modelwright hiera check --scopes facts/                   also check the variables and files of these nodes
  modelwright hiera check --manifests modules/ --manifests manifests/
                                                            also find unused keys and values of the wrong type
  modelwright hiera check --baseline known.json --update-baseline
                                                            from now on, only show new problems
  modelwright hiera check --fix                             correct problems, and show the others";

/// Check a tree of Hiera data
///
/// Reports files that cannot be read or that no level uses, values that YAML or Hiera changes, interpolations that
/// fail or refer to unknown keys, and values without effect; with --scopes, unknown variables and files that no node
/// uses; with --manifests, unused keys and values that do not have the type of their parameter.
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub(super) struct HieraCheck {
    /// The configuration, or the folder of an environment with its modules
    #[arg(value_name = "CONFIG", default_value = "hiera.yaml")]
    config: PathBuf,

    #[command(flatten)]
    scopes: ScopesFlags,

    /// A folder of manifests, or one of them; may be given several times
    #[arg(long, value_name = "DIR|FILE")]
    manifests: Vec<PathBuf>,

    #[command(flatten)]
    data: DataFlags,

    #[command(flatten)]
    baseline: BaselineFlags,

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
        report.expect_result(&self.baseline, &*self.data.workspace().files)?;
        let Some(hierarchy) = self.data.hierarchy(&self.config, report) else { return Ok(Outcome::Problems) };
        let workspace = self.data.workspace();
        let scopes = self.scopes.read(&workspace, report)?;
        let manifests = match self.manifests.is_empty() {
            true => None,
            false => Some(read_manifests(&self.manifests, &workspace, report)?),
        };
        let options = CheckOptions { scopes: &scopes, manifests: manifests.as_ref() };
        let problems = match self.fix {
            None => check(&hierarchy, &options),
            Some(which) => self.correct(&workspace, &options, which, report)?,
        };
        report.show_result(&problems);
        Ok(Outcome::Fine)
    }

    /// Rewrites files of data; returns the problems that remain.
    fn correct(
        &self,
        workspace: &Workspace,
        options: &CheckOptions<'_>,
        which: FixSelection,
        report: &mut Report,
    ) -> Result<Diagnostics, Diagnostics> {
        let load = |over: &Workspace| self.data.load(&self.config, over).0;
        match correct(load, workspace, options, which.corrections()) {
            Some(corrected) => fix::write(corrected, report),
            None => Ok(Diagnostics::new()),
        }
    }
}

/// Reads all manifests below some folders.
fn read_manifests(
    paths: &[PathBuf],
    workspace: &Workspace,
    report: &mut Report,
) -> Result<Manifests, Diagnostics> {
    let mut files = Vec::new();
    for path in paths {
        if workspace.files.is_folder(path) {
            collect(path, workspace, &mut files);
        } else {
            files.push(path.clone());
        }
    }
    if files.is_empty() {
        let problem = Diagnostic::error(codes::CANNOT_READ, "the folders of manifests contain no .pp file");
        return Err(problem.help("name the folder of the modules").into());
    }
    files.sort();
    let mut manifests = Manifests::default();
    for file in files {
        report.show(&manifests.add(&read(&file, workspace)?));
    }
    Ok(manifests)
}

/// The manifests below a folder; links to folders are not followed.
fn collect(folder: &Path, workspace: &Workspace, files: &mut Vec<PathBuf>) {
    use modelwright::files::FileKind;
    let Ok(entries) = workspace.files.list(folder) else { return };
    for entry in entries {
        let path = folder.join(&entry.name);
        match entry.kind {
            FileKind::Folder => collect(&path, workspace, files),
            FileKind::File if path.extension().is_some_and(|extension| extension == "pp") => files.push(path),
            _ => {}
        }
    }
}
