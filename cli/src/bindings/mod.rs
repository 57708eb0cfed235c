//! `modelwright bindings`: answers questions about a site of bindings. Each question is one file and one line of the
//! registry.

pub(super) mod catalogs;
mod data_programs;
mod enc_program;
mod program;
pub(super) mod site;

use super::Outcome;
use super::report::Report;
use clap::{Args, Subcommand};

/// Answer questions about a site of bindings
#[derive(Debug, Args)]
pub(super) struct Bindings {
    #[command(subcommand)]
    command: BindingsCommand,
}

/// Declares the file of each question, and lists the questions.
macro_rules! registry {
    ($($file:ident::$command:ident as $name:ident,)+) => {
        $(mod $file;)+

        #[derive(Debug, Subcommand)]
        enum BindingsCommand {
            $($name($file::$command),)+
        }

        impl Bindings {
            pub(super) fn run(&self, report: &mut Report) -> Outcome {
                let outcome = match &self.command {
                    $(BindingsCommand::$name(command) => command.run(report),)+
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
    check::BindingsCheck as Check,
    keys::BindingsKeys as Keys,
    dependencies::BindingsDependencies as Dependencies,
    diff::BindingsDiff as Diff,
    report::BindingsReport as Report,
    table::BindingsTable as Table,
}
