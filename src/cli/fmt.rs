//! `modelwright fmt`: types in the canonical layout.

use super::report::Report;
use super::{Outcome, output, sources};
use crate::workspace::{read_file, shown};
use clap::Args;
use modelwright_metamodel::diagnostic::{Diagnostic, Diagnostics, Source, codes};
use modelwright_metamodel::input::{Limits, decode_text};
use modelwright_metamodel::language;
use std::path::{Path, PathBuf};
use std::sync::Arc;

const EXAMPLES: &str = "\
Examples:
  modelwright fmt library.pp shop.pp
  modelwright fmt --check library.pp
  modelwright fmt - < library.pp";

/// Lay out types (.pp) in one way
///
/// Rewrites the files in the layout that `convert --to pp` writes. Comments stay. A file with syntax errors is told
/// and stays as it is.
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub(super) struct Fmt {
    /// The files; `-` is standard input, written to standard output
    #[arg(value_name = "FILE", required = true)]
    files: Vec<PathBuf>,

    /// Write nothing, and tell which files are laid out otherwise; then the exit code is 1
    #[arg(long)]
    check: bool,
}

impl Fmt {
    pub(super) fn run(&self, report: &mut Report) -> Outcome {
        if let Err(problem) = sources::check_inputs(&self.files) {
            report.show_one(*problem);
            return Outcome::Fine;
        }
        for file in &self.files {
            match self.file(file) {
                Ok(problems) => report.show(&problems),
                Err(problem) => report.show_one(*problem),
            }
        }
        Outcome::Fine
    }

    fn file(&self, file: &Path) -> Result<Diagnostics, Box<Diagnostic>> {
        let source = read(file)?;
        let (laid_out, problems) = language::format(&source);
        let Some(laid_out) = laid_out else { return Ok(problems) };
        let differs = laid_out != source.text();
        if self.check && differs {
            let message = format!("{} is not in the canonical layout", source.name());
            return Err(Box::new(
                Diagnostic::error(codes::NOT_FORMATTED, message).help("run `modelwright fmt` on it"),
            ));
        }
        if !self.check && sources::is_standard(file) {
            output::write_stdout(laid_out.as_bytes())?;
        } else if !self.check && differs {
            output::write_file(file, laid_out.as_bytes())?;
        }
        Ok(problems)
    }
}

fn read(file: &Path) -> Result<Arc<Source>, Box<Diagnostic>> {
    let limits = Limits::default();
    if sources::is_standard(file) {
        return decode_text("<stdin>", sources::standard_input(&limits)?, &limits);
    }
    decode_text(&shown(file), read_file(file, &limits)?, &limits)
}
