//! `modelwright explain`: describes a diagnostic code.

use super::report::Report;
use super::{Outcome, output};
use clap::Args;
use modelwright_metamodel::diagnostic::{Diagnostic, codes, nearest};

const EXAMPLES: &str = "\
Examples:
  modelwright explain MW0107
  modelwright explain            all codes with their titles";

/// Explain a problem's code
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub(super) struct Explain {
    /// The code, such as MW0107; without one, all codes are listed
    #[arg(value_name = "CODE")]
    code: Option<String>,
}

impl Explain {
    pub(super) fn run(&self, report: &mut Report) -> Outcome {
        let text = match &self.code {
            None => codes::ALL.iter().map(|code| format!("{}  {}\n", code.id(), code.title())).collect(),
            Some(wanted) => match codes::find(wanted) {
                Some(code) => {
                    let lines: Vec<&str> = code.explanation().lines().map(str::trim).collect();
                    format!("{}: {}\n\n{}\n", code.id(), code.title(), lines.join("\n").trim())
                }
                None => {
                    let known = codes::ALL.iter().map(|code| code.id());
                    let all = "`modelwright explain` without a code lists all";
                    let help = nearest(wanted, known)
                        .map_or_else(|| all.to_owned(), |n| format!("did you mean {n}? {all}"));
                    let message = format!("unknown code `{wanted}`");
                    report.show_one(Diagnostic::error(codes::WRONG_USE, message).help(help));
                    return Outcome::Fine;
                }
            },
        };
        if let Err(problem) = output::write_text(&text) {
            report.show_one(*problem);
        }
        Outcome::Fine
    }
}
