//! `modelwright eval`: the value of an expression.

use super::report::Report;
use super::{Outcome, output};
use clap::Args;
use modelwright_metamodel::diagnostic::{Diagnostic, Source, codes};
use modelwright_metamodel::evaluate::{Limits, Logic, Nothing, Value};
use modelwright_metamodel::language;
use std::io::Read as _;

/// What is read of standard input: more is no expression that a person wrote.
const LONGEST_INPUT: u64 = 16 << 20;

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
        let (name, text) = match self.text() {
            Ok(found) => found,
            Err(problem) => {
                report.show_one(*problem);
                return Outcome::Fine;
            }
        };
        let (manifest, problems) = language::manifest(&Source::new(name, text));
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

    fn text(&self) -> Result<(&'static str, String), Box<Diagnostic>> {
        if self.expression != "-" {
            return Ok(("expression", self.expression.clone()));
        }
        let mut text = String::new();
        match std::io::stdin().lock().take(LONGEST_INPUT).read_to_string(&mut text) {
            Ok(_) => Ok(("standard input", text)),
            Err(error) => {
                let message = format!("standard input cannot be read as text: {error}");
                Err(Box::new(Diagnostic::error(codes::CANNOT_READ, message).help("it must be UTF-8")))
            }
        }
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
