//! `modelwright man`: writes manual pages.

use super::report::Report;
use super::{Outcome, definition, output};
use clap::{Args, Command};
use modelwright_metamodel::diagnostic::{Diagnostic, codes};
use std::path::PathBuf;

/// Write the manual pages to a folder
#[derive(Debug, Args)]
pub(super) struct Man {
    /// The folder, which must exist
    #[arg(value_name = "DIR")]
    folder: PathBuf,
}

impl Man {
    pub(super) fn run(&self, report: &mut Report) -> Outcome {
        if let Err(problem) = output::check_folder(&self.folder) {
            report.show_one(*problem);
            return Outcome::Fine;
        }
        for command in pages(definition().disable_help_subcommand(true)) {
            let file = format!("{}.1", command.get_name());
            let mut page = Vec::new();
            let rendered = clap_mangen::Man::new(command).render(&mut page).map_err(|e| {
                Box::new(Diagnostic::error(
                    codes::CANNOT_WRITE,
                    format!("the page {file} cannot be rendered: {e}"),
                ))
            });
            if let Err(problem) = rendered.and_then(|()| output::write_file(&self.folder.join(&file), &page))
            {
                report.show_one(*problem);
                // An error that affects one page affects all.
                break;
            }
        }
        Outcome::Fine
    }
}

/// The command and its subcommands, each prefixed with the names of its parent commands.
fn pages(command: Command) -> Vec<Command> {
    let inner: Vec<Command> = command
        .get_subcommands()
        .map(|sub| sub.clone().name(format!("{}-{}", command.get_name(), sub.get_name())))
        .flat_map(pages)
        .collect();
    std::iter::once(command).chain(inner).collect()
}
