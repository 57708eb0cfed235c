//! `modelwright explain`: what a problem's code means.

use super::report::Report;
use super::{Outcome, output};
use clap::Args;
use modelwright_metamodel::diagnostic::{codes, nearest};

/// Explain a problem's code
#[derive(Debug, Args)]
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
                    let near =
                        nearest(wanted, known).map_or_else(String::new, |n| format!("; did you mean {n}?"));
                    let text = format!("error: there is no code `{wanted}`{near}\n");
                    // Where the message cannot be shown, the exit code still tells.
                    let _ = std::io::Write::write_all(&mut std::io::stderr().lock(), text.as_bytes());
                    return Outcome::Usage;
                }
            },
        };
        if let Err(problem) = output::write_stdout(text.as_bytes()) {
            report.show_one(*problem);
        }
        Outcome::Fine
    }
}
