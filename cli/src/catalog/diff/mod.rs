//! `modelwright catalog diff`: which resources and parameters of which nodes change.

mod json;
mod markdown;
mod nodes;
mod text;

use super::fleet::ExportFlags;
use super::inputs::{EnvironmentFlags, FactsFlags};
use crate::report::{ProblemFormat, Report};
use crate::{Outcome, output};
use clap::{Args, ValueEnum};
use modelwright::catalog::compare::{Comparison, InvalidPattern, ResourcePattern};
use modelwright::workspace::Workspace;
use modelwright_metamodel::diagnostic::{Diagnostic, Diagnostics, codes};
use std::path::PathBuf;

const EXAMPLES: &str = "\
Examples:
  modelwright catalog diff old/web1.json new/web1.json
  modelwright catalog diff old/ new/ --ignore 'File[/tmp/*]' --ignore 'Package[*] ensure'
  modelwright catalog diff environments/production environments/topic --facts facts/
  modelwright catalog diff --git main --facts facts/                 the environment in main, and as it is now
  modelwright catalog diff production topic --facts facts/ --node web1 --as markdown --exit-zero";

/// Show which resources and parameters differ between catalogs
///
/// The catalogs are files in Puppet's JSON, directories of such files, or, with --facts or --node, built from two
/// environments or two revisions of one. Equal changes are shown once, with the nodes concerned and the file and line
/// of each resource. Lines, tags and the order of keys in hashes are no changes. Values of secrets are not shown,
/// only that they changed. The exit code is 1 if there is a change.
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub(super) struct CatalogDiff {
    /// The catalog before, a directory of catalogs, or that of an environment; the current directory with --git
    #[arg(value_name = "BEFORE", required_unless_present = "git")]
    before: Option<PathBuf>,

    /// The catalog after, a directory of catalogs, or that of an environment; with --git, the same path as before
    #[arg(value_name = "AFTER", required_unless_present = "git")]
    after: Option<PathBuf>,

    /// Read both environments from the git repository of BEFORE, as `git diff` does: REV is compared with the work
    /// tree, REV1..REV2 are two revisions, and with REV1...REV2, REV2 is compared with the last common revision of
    /// both. Facts are read from the disk
    #[arg(long, value_name = "REV|REV1..REV2")]
    git: Option<String>,

    /// Compare only this node; may be given several times. Without --facts only the name of the node is known
    #[arg(long, value_name = "NAME")]
    node: Vec<String>,

    #[command(flatten)]
    facts: FactsFlags,

    #[command(flatten)]
    exports: ExportFlags,

    #[command(flatten)]
    environment: EnvironmentFlags,

    /// Ignore resources, such as 'File[/tmp/*]', or a parameter, such as 'Package[*] ensure'; may be given several
    /// times
    #[arg(long, value_name = "PATTERN")]
    ignore: Vec<String>,

    /// How changes are written
    #[arg(long = "as", value_name = "FORM", value_enum, default_value_t = Form::Text)]
    form: Form,

    /// Exit with 0 if there are changes. A catalog that cannot be built or read is an error with another exit code, and the
    /// changes of all others are written nevertheless
    #[arg(long)]
    exit_zero: bool,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Form {
    /// The values before and after, and the nodes
    Text,
    /// One JSON object on each line for each change
    Json,
    /// Markdown for a comment on a pull request
    Markdown,
}

impl CatalogDiff {
    pub(super) fn run(&self, report: &mut Report) -> Result<Outcome, Diagnostics> {
        let ignored_patterns: Vec<ResourcePattern> = self
            .ignore
            .iter()
            .map(|text| {
                text.parse().map_err(|problem: InvalidPattern| {
                    let problem = Diagnostic::error(codes::WRONG_USE, problem.to_string());
                    Diagnostics::from(problem.help("quote the pattern for the shell"))
                })
            })
            .collect::<Result<_, _>>()?;
        let workspace = Workspace { files: crate::trace::disk(), ..Workspace::default() };
        let mut comparison = Comparison::default();
        let gaps = self.for_each_pair(&workspace, report, &mut |pair| {
            comparison.add(&pair.node, &pair.before, &pair.after, &ignored_patterns);
        })?;
        if comparison.nodes() == 0 && gaps.has_errors {
            return Ok(Outcome::Problems);
        }
        // `--format` is the format of problems, but a comment on a pull request needs problems and changes in Markdown.
        let form = if report.format() == ProblemFormat::Markdown { Form::Markdown } else { self.form };
        let write_result = match form {
            Form::Text => output::write_text(&text::text(&comparison, &gaps)),
            Form::Json => output::write_json(&json::json(&comparison, &gaps)),
            Form::Markdown => output::write_text(&markdown::markdown(&comparison, &gaps)),
        };
        write_result.map_err(|problem| Diagnostics::from(*problem))?;
        let is_fine = !gaps.has_errors && (self.exit_zero || comparison.is_empty());
        Ok(if is_fine { Outcome::Done } else { Outcome::Problems })
    }
}
