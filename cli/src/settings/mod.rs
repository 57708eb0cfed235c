//! `modelwright.toml`: options for all commands that run in a directory or below it.
//!
//! A key of the file is the long name of an option, a table is the name of a command with keys of its own, and paths
//! are relative to the directory of the file. The options become defaults of the command line's definition, so help shows
//! them and arguments replace them. This module does not know any command or option.

mod defaults;
mod file;

pub(crate) use file::{NAME, Settings, escape, find};

use clap::Command;
use modelwright_metamodel::diagnostic::Diagnostics;

/// The definition of a command line with the options of the file as defaults.
///
/// # Errors
/// If the file is malformed, or has an option that no command has.
pub(crate) fn apply(definition: Command, settings: &Settings) -> Result<Command, Diagnostics> {
    let table = settings.table()?;
    let mut problems = Diagnostics::new();
    let command = defaults::apply(definition, settings, &table, &mut problems);
    if problems.has_errors() { Err(problems) } else { Ok(command) }
}
