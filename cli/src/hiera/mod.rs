//! `modelwright hiera`: answers questions about a tree of Hiera data. Each question is one file and one line of the
//! registry.

pub(super) mod json;
mod site;
mod trace_text;

pub(super) use diff::{counted, nodes_markdown, nodes_text};
pub(super) use site::{
    ScopesFlags, check_directory, check_empty_directory, read, read_facts, set_environment,
};

use super::Outcome;
use super::report::Report;
use clap::{Args, Subcommand};

/// Answer questions about a tree of Hiera data
#[derive(Debug, Args)]
pub(super) struct Hiera {
    #[command(subcommand)]
    command: HieraCommand,
}

/// Declares the file of each question, and lists the questions.
macro_rules! registry {
    ($($file:ident::$command:ident as $name:ident,)+) => {
        $(mod $file;)+

        #[derive(Debug, Subcommand)]
        enum HieraCommand {
            $($name($file::$command),)+
        }

        impl Hiera {
            pub(super) fn run(&self, report: &mut Report) -> Outcome {
                let outcome = match &self.command {
                    $(HieraCommand::$name(command) => command.run(report),)+
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
    lookup::HieraLookup as Lookup,
    keys::HieraKeys as Keys,
    why_not::HieraWhyNot as WhyNot,
    diff::HieraDiff as Diff,
    prove::HieraProve as Prove,
    upgrade::HieraUpgrade as Upgrade,
    check::HieraCheck as Check,
    report::HieraReport as Report,
}
