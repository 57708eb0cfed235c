//! `modelwright fmt`: formats sources of the type language in the canonical layout.

use super::report::Report;
use super::{Outcome, ProblemFormat, output, sources};
use clap::Args;
use modelwright::files::{Disk, display_path, read_file};
use modelwright::workspace::Registry;
use modelwright_language::language;
use modelwright_metamodel::diagnostic::{Diagnostic, Diagnostics, Source, codes};
use modelwright_metamodel::input::{Limits, TextEncoding, decode_text};
use similar::TextDiff;
use std::path::{Path, PathBuf};
use std::sync::Arc;

const EXAMPLES: &str = "\
Examples:
  modelwright fmt library.pp shop.pp
  modelwright fmt --check library.pp
  modelwright fmt - < library.pp";

/// Differences of files with more lines are not shown, because the time to find them can be quadratic.
const MAX_COMPARED_LINES: usize = 10_000;

/// Format type declarations (.pp)
///
/// Rewrites the files in the layout that `convert --to pp` writes. Comments and the encoding are preserved. A file
/// with syntax errors is reported and left unchanged.
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub(super) struct Fmt {
    /// The files, and directories with .pp files; `-` is standard input, written to standard output
    #[arg(value_name = "FILE", required = true)]
    files: Vec<PathBuf>,

    /// Change no file: write the differences to standard output, and report the files that are not formatted; then the
    /// exit code is 1
    #[arg(long)]
    check: bool,
}

impl Fmt {
    pub(super) fn run(&self, report: &mut Report) -> Outcome {
        if let Err(problem) = sources::check_inputs(&self.files) {
            report.show_one(*problem);
            return Outcome::Done;
        }
        let (files, problems) = sources::files_where(&self.files, |path| {
            path.extension().is_some_and(|extension| extension == "pp")
        });
        report.show(&problems);
        for file in &files {
            match self.format_file(file, report.format()) {
                Ok(problems) => report.show(&problems),
                Err(problem) => report.show_one(*problem),
            }
        }
        Outcome::Done
    }

    /// Formats a file, or with `--check` only checks that it is formatted; returns the problems of its text.
    fn format_file(&self, file: &Path, format: ProblemFormat) -> Result<Diagnostics, Box<Diagnostic>> {
        let (source, encoding) = read(file)?;
        let (formatted_text, problems) = language::format(&source);
        let Some(formatted_text) = formatted_text else { return Ok(problems) };
        let is_changed = formatted_text != source.text();
        if self.check && is_changed {
            if format == ProblemFormat::Human && source.text().lines().count() <= MAX_COMPARED_LINES {
                output::write_text(&difference(&source, &formatted_text))?;
            }
            let message = format!("{} is not formatted", source.name());
            return Err(Box::new(
                Diagnostic::error(codes::NOT_FORMATTED, message).help("run `modelwright fmt` on it"),
            ));
        }
        // Standard output must receive the text even if it is unchanged.
        if !self.check && sources::is_standard(file) {
            output::write_stdout(&encoding.encode(&formatted_text))?;
        } else if !self.check && is_changed {
            output::write_file(file, &encoding.encode(&formatted_text))?;
        }
        Ok(problems)
    }
}

/// The change that would format a source, as a unified diff.
fn difference(source: &Source, formatted: &str) -> String {
    let lines = TextDiff::from_lines(source.text(), formatted);
    lines.unified_diff().header(source.name(), source.name()).to_string()
}

/// Reads a text of the type language and its encoding.
fn read(file: &Path) -> Result<(Arc<Source>, TextEncoding), Box<Diagnostic>> {
    if let Some(format) = Registry::standard().format_by_path(file).filter(|format| !format.is_type_source) {
        let message =
            format!("{} is in the format {}, which `fmt` does not format", display_path(file), format.name());
        let help =
            "specify files of the type language (.pp); `convert FILE -o FILE.pp` converts a metamodel to one";
        return Err(Box::new(Diagnostic::error(codes::WRONG_USE, message).help(help)));
    }
    let limits = Limits::default();
    let (name, bytes) = if sources::is_standard(file) {
        ("<stdin>".to_owned(), sources::standard_input(&limits)?)
    } else {
        (display_path(file), read_file(&Disk::new(), file, &limits)?)
    };
    let encoding = TextEncoding::detect(&bytes);
    Ok((decode_text(&name, bytes, &limits)?, encoding))
}
