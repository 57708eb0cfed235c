//! `modelwright eval`: the value of an expression.

use super::report::Report;
use super::{Outcome, output, sources};
use clap::Args;
use modelwright_metamodel::diagnostic::{Diagnostic, Source};
use modelwright_metamodel::evaluate::{Limits, Logic, Nothing, Value};
use modelwright_metamodel::input::{self, decode_text};
use modelwright_metamodel::language;
use std::sync::Arc;

const EXAMPLES: &str = "\
Examples:
  modelwright eval '[1, 2, 3].map |$x| { $x * 2 }'
  modelwright eval '\"abc\" =~ Pattern[/b/]'
  modelwright eval --type '{ a => 1.5 }'
  echo '$x = 6 $x * 7' | modelwright eval -";

/// Evaluate an expression of the type language
///
/// The value is written as the literal that stands for it. Several statements may follow each other; the last
/// one is the value.
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub(super) struct Eval {
    /// The expression; - reads it from standard input
    #[arg(value_name = "EXPRESSION", allow_hyphen_values = true)]
    expression: String,

    /// Write the type of the value as well
    #[arg(long = "type")]
    with_type: bool,
}

impl Eval {
    pub(super) fn run(&self, report: &mut Report) -> Outcome {
        let source = match self.source() {
            Ok(source) => source,
            Err(problem) => {
                report.show_one(*problem);
                return Outcome::Fine;
            }
        };
        let (manifest, problems) = language::manifest(&source);
        report.show(&problems);
        if problems.has_errors() {
            return Outcome::Fine;
        }
        let logic = Logic::new(&manifest.expressions, &manifest.statements, &Nothing);
        match logic.evaluate(&Nothing, Limits::default()) {
            Ok(value) => self.write(&value, report),
            Err(problem) => report.show_one(*problem),
        }
        Outcome::Fine
    }

    fn source(&self) -> Result<Arc<Source>, Box<Diagnostic>> {
        if self.expression != "-" {
            return Ok(Source::new("expression", self.expression.clone()));
        }
        let limits = input::Limits::default();
        decode_text("<stdin>", sources::standard_input(&limits)?, &limits)
    }

    fn write(&self, value: &Value, report: &mut Report) {
        let mut text = value.to_literal();
        text.push('\n');
        if self.with_type {
            text.push_str(&value.type_of().to_string());
            text.push('\n');
        }
        if let Err(problem) = output::write_stdout(text.as_bytes()) {
            report.show_one(*problem);
        }
    }
}
