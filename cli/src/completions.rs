//! `modelwright completions`: scripts that complete commands in a shell.

use super::report::Report;
use super::{Outcome, definition, output};
use clap::Args;
use clap_complete::Shell;

const EXAMPLES: &str = "\
Examples:
  modelwright completions bash > ~/.local/share/bash-completion/completions/modelwright
  modelwright completions fish > ~/.config/fish/completions/modelwright.fish";

/// Print a script that completes commands in a shell
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub(super) struct Completions {
    /// The shell
    #[arg(value_enum)]
    shell: Shell,
}

impl Completions {
    pub(super) fn run(&self, report: &mut Report) -> Outcome {
        let mut script = Vec::new();
        clap_complete::generate(self.shell, &mut definition(), "modelwright", &mut script);
        if let Err(problem) = output::write_stdout(&script) {
            report.show_one(*problem);
        }
        Outcome::Done
    }
}
