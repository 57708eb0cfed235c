//! `modelwright hiera diff`: which nodes get other values from another tree, and why.

mod json;
mod markdown;
mod nodes;
mod text;
mod tree_location;

pub(crate) use markdown::write_nodes as nodes_markdown;
pub(crate) use text::{counted, nodes as nodes_text};
pub(super) use tree_location::TreeLocation;

use super::site::{DataFlags, ScopesFlags};
use crate::report::{ProblemFormat, Report};
use crate::{Outcome, output};
use clap::{Args, ValueEnum};
use modelwright::bindings::request::without_repetitions;
use modelwright::hiera::diff::{Comparison, compare};
use modelwright::hiera::lookup::Resolution;
use modelwright::hiera::survey::unset_variables;
use modelwright::workspace::Workspace;
use modelwright_metamodel::diagnostic::{Diagnostic, Diagnostics, codes};
use std::path::PathBuf;

const EXAMPLES: &str = "\
Examples:
  modelwright hiera diff old/hiera.yaml new/hiera.yaml --scopes facts/
  modelwright hiera diff old/hiera.yaml new/hiera.yaml --scopes nodes.json --resolution hash --by cause
  modelwright hiera diff hiera.yaml hiera.yaml --scopes facts/ --scopes-after new-facts/
  modelwright hiera diff --git main --scopes facts/                       hiera.yaml in main, and as it is now
  modelwright hiera diff --git main...topic site/hiera.yaml --scopes facts/   what topic changed since main
  modelwright hiera diff --git main --scopes facts/ --as markdown --exit-zero   a comment for a pull request";

/// The configuration in a repository if no path is specified.
const DEFAULT_CONFIG: &str = "hiera.yaml";

/// Show which nodes get different values from another tree, and why
///
/// Every key of both trees is looked up for every node. Equal changes are shown once, with the positions of both
/// values, the nodes concerned and the cause: the smallest part of the data, the configuration or the facts whose
/// change alone gives the new value. The trees may be of different versions of Hiera. The exit code is 1 if there is a
/// change.
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub(super) struct HieraDiff {
    /// The configuration before, or the directory of an environment; with --git, hiera.yaml if omitted
    #[arg(value_name = "BEFORE", required_unless_present = "git")]
    before: Option<PathBuf>,

    /// The configuration after, or the directory of an environment; with --git, the same path as before
    #[arg(value_name = "AFTER", required_unless_present = "git")]
    after: Option<PathBuf>,

    /// Read both trees from the git repository of BEFORE, as `git diff` does: REV is compared with the work tree,
    /// REV1..REV2 are two revisions, and with REV1...REV2, REV2 is compared with the last common revision of both.
    /// Nodes are read from the disk
    #[arg(long, value_name = "REV|REV1..REV2")]
    git: Option<String>,

    #[command(flatten)]
    scopes: ScopesFlags,

    /// The same nodes with the variables that they have after the change; may be given several times
    #[arg(long, value_name = "DIR|FILE")]
    scopes_after: Vec<PathBuf>,

    /// How values are merged: priority, array, hash, or a hash of options; for version 5 also first, unique and deep
    #[arg(long, value_name = "RESOLUTION", default_value = "priority")]
    resolution: String,

    /// How changes are grouped
    #[arg(long, value_name = "GROUP", value_enum, default_value_t = Grouping::Key)]
    by: Grouping,

    /// How changes are written
    #[arg(long = "as", value_name = "FORM", value_enum, default_value_t = Form::Text)]
    form: Form,

    /// Exit with 0 if there are changes, and with another code only if the trees cannot be compared
    #[arg(long)]
    exit_zero: bool,

    #[command(flatten)]
    data: DataFlags,
}

/// How changes are grouped.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Grouping {
    /// What the change comes from: a data file, the configuration, facts
    Cause,
    /// The key
    Key,
    /// The node; nodes with the same changes are together
    Node,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Form {
    /// The values before and after, and their causes
    Text,
    /// One JSON object on each line: a change, or a group of changes
    Json,
    /// Markdown for a comment on a pull request
    Markdown,
}

impl HieraDiff {
    pub(super) fn run(&self, report: &mut Report) -> Result<Outcome, Diagnostics> {
        let usage_error =
            |message: &str, help: &str| Err(Diagnostic::error(codes::WRONG_USE, message).help(help).into());
        let Ok(resolution) = Resolution::from_text(&self.resolution) else {
            return usage_error(
                "the resolution is invalid",
                "use priority, array, hash, or a hash of options in JSON",
            );
        };
        let workspace = self.data.workspace();
        let nodes = self.scopes.read(&workspace, report)?;
        if nodes.is_empty() {
            return usage_error(
                "no nodes are specified",
                "specify files with their variables: --scopes DIR or FILE",
            );
        }
        let scopes_after = ScopesFlags::of(&self.scopes_after).read(&workspace, report)?;
        let nodes = nodes::pair(nodes, (!self.scopes_after.is_empty()).then_some(scopes_after), report);
        let [before, after] =
            self.locations(&workspace, report).map_err(|problem| Diagnostics::from(*problem))?;
        let (before, after) = (before.load(&self.data, report), after.load(&self.data, report));
        let (Some(before), Some(after)) = (before, after) else { return Ok(Outcome::Problems) };
        // Lookups that fail on both sides are not changes, so unreadable files would not be mentioned otherwise.
        report.show(&after.unreadable_files(&before));
        let variables_before = nodes.iter().map(|node| &node.before).collect::<Vec<_>>();
        let variables_after =
            nodes.iter().map(|node| node.after.as_ref().unwrap_or(&node.before)).collect::<Vec<_>>();
        // The tree of each side is checked with the variables that the nodes have on that side.
        let mut unset_problems = unset_variables(after.hierarchy(), &variables_after);
        unset_problems.append(unset_variables(before.hierarchy(), &variables_before));
        report.show(&without_repetitions(unset_problems));
        let comparison = compare(&before, &after, &nodes, &resolution);
        self.write(&comparison, report.format()).map_err(|problem| Diagnostics::from(*problem))?;
        let is_fine = self.exit_zero || comparison.changes.is_empty();
        Ok(if is_fine { Outcome::Done } else { Outcome::Problems })
    }

    /// Where the trees before and after the change are.
    fn locations(
        &self,
        workspace: &Workspace,
        report: &mut Report,
    ) -> Result<[TreeLocation; 2], Box<Diagnostic>> {
        let Some(range) = &self.git else {
            return Ok([&self.before, &self.after]
                .map(|path| TreeLocation::on_disk(path.clone().unwrap_or_default(), workspace)));
        };
        // As in `git diff`, one path is enough: it is read in both states.
        let before = self.before.clone().unwrap_or_else(|| DEFAULT_CONFIG.into());
        let after = self.after.clone().unwrap_or_else(|| before.clone());
        TreeLocation::revisions(range, before, after, workspace, report)
    }

    /// Writes the changes to standard output.
    fn write(&self, comparison: &Comparison, format: ProblemFormat) -> Result<(), Box<Diagnostic>> {
        // `--format` is the format of problems, but a comment on a pull request needs problems and changes in Markdown.
        let form = if format == ProblemFormat::Markdown { Form::Markdown } else { self.form };
        match form {
            Form::Text => output::write_text(&text::text(comparison, self.by)),
            Form::Json => output::write_json(&json::json(comparison, self.by)),
            Form::Markdown => output::write_text(&markdown::markdown(comparison)),
        }
    }
}
