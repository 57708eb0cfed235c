//! `modelwright man`: manual pages.

use super::report::Report;
use super::{Outcome, definition, output};
use clap::Args;
use modelwright_metamodel::diagnostic::{Diagnostic, codes};
use std::path::PathBuf;

/// Write the manual pages into a folder
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
        let command = definition().disable_help_subcommand(true);
        let mut pages = vec![("modelwright.1".to_owned(), command.clone())];
        for sub in command.get_subcommands() {
            let name = format!("modelwright-{}", sub.get_name());
            pages.push((format!("{name}.1"), sub.clone().name(name)));
        }
        for (file, command) in pages {
            let mut page = Vec::new();
            let rendered = clap_mangen::Man::new(command).render(&mut page).map_err(|e| {
                Box::new(Diagnostic::error(
                    codes::CANNOT_WRITE,
                    format!("the page {file} cannot be made: {e}"),
                ))
            });
            if let Err(problem) = rendered.and_then(|()| output::write_file(&self.folder.join(&file), &page))
            {
                report.show_one(*problem);
                // What hinders one page hinders all.
                break;
            }
        }
        Outcome::Fine
    }
}
