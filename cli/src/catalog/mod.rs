//! `modelwright catalog`: catalogs of nodes. Each question is one file and one line of the registry.

mod fleet;
mod functions_program;
mod inputs;
mod sides;
mod unknown;

use super::Outcome;
use super::report::Report;
use clap::{Args, Subcommand};

/// Build the catalogs of nodes from manifests, facts and data
#[derive(Debug, Args)]
pub(super) struct Catalog {
    #[command(subcommand)]
    command: CatalogCommand,
}

/// Declares the file of each question, and lists the questions.
macro_rules! registry {
    ($($file:ident::$command:ident as $name:ident,)+) => {
        $(mod $file;)+

        #[derive(Debug, Subcommand)]
        enum CatalogCommand {
            $($name($file::$command),)+
        }

        impl Catalog {
            pub(super) fn run(&self, report: &mut Report) -> Outcome {
                let outcome = match &self.command {
                    $(CatalogCommand::$name(command) => command.run(report),)+
                };
                outcome.unwrap_or_else(|problems| {
                    report.show(&problems);
                    Outcome::Done
                })
            }
        }
    };
}

// The registry of questions, in the order in which help lists them.
registry! {
    build::CatalogBuild as Build,
    check::CatalogCheck as Check,
    diff::CatalogDiff as Diff,
    explain::CatalogExplain as Explain,
    order::CatalogOrder as Order,
    report::CatalogReport as Report,
}
