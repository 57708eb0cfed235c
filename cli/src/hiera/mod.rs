//! `modelwright hiera`: questions about a tree of Hiera data.

mod explain;
mod lookup;

use super::Outcome;
use super::report::Report;
use clap::{Args, Subcommand};

/// Answer questions about a tree of Hiera data
#[derive(Debug, Args)]
pub(super) struct Hiera {
    #[command(subcommand)]
    command: HieraCommand,
}

#[derive(Debug, Subcommand)]
enum HieraCommand {
    Lookup(lookup::HieraLookup),
}

impl Hiera {
    pub(super) fn run(&self, report: &mut Report) -> Outcome {
        match &self.command {
            HieraCommand::Lookup(command) => command.run(report),
        }
    }
}
