//! `modelwright man`: writes manual pages.

use super::report::Report;
use super::{Outcome, definition, explain, output};
use clap::{Args, Command};
use modelwright_metamodel::diagnostic::{Diagnostic, codes};
use std::path::{Path, PathBuf};

const EXAMPLES: &str = "\
Examples:
  modelwright man ~/.local/share/man/man1
  man modelwright-convert
  man modelwright-problems                  the codes of problems, with examples";

/// Write the manual pages to a directory
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub(super) struct Man {
    /// The directory; it is created if it does not exist
    #[arg(value_name = "DIR")]
    directory: PathBuf,
}

impl Man {
    pub(super) fn run(&self, report: &mut Report) -> Outcome {
        if let Err(problem) = self.write() {
            report.show_one(*problem);
        }
        Outcome::Done
    }

    /// Writes the pages of all commands, and the page of all problems, into the directory.
    fn write(&self) -> Result<(), Box<Diagnostic>> {
        output::check_output_directory(&self.directory)?;
        // Without this, each command would have a page for its `help`.
        let commands = flatten_commands(definition().disable_help_subcommand(true));
        let mut files = commands.into_iter().map(render).collect::<Result<Vec<_>, _>>()?;
        files.push(problems_page());
        output::write_all(
            &self.directory,
            files.iter().map(|(file, page)| (Path::new(file), page.as_bytes())),
        )
    }
}

/// The name of a command's page, and its text.
fn render(command: Command) -> Result<(String, String), Box<Diagnostic>> {
    let file = format!("{}.1", command.get_name());
    let mut page = Vec::new();
    clap_mangen::Man::new(command).render(&mut page).map_err(|e| {
        let message = format!("the page {file} cannot be rendered: {e}");
        Box::new(Diagnostic::error(codes::CANNOT_WRITE, message))
    })?;
    Ok((file, String::from_utf8_lossy(&page).into_owned()))
}

/// The manual page that contains the explanations of all problem codes.
fn problems_page() -> (String, String) {
    let head = ".TH modelwright\\-problems 1\n.SH NAME\nmodelwright\\-problems \\- problems with their corrections\n";
    let pages = explain::PAGES.iter().map(|(_, page)| explain::roff(page));
    ("modelwright-problems.1".to_owned(), std::iter::once(head.to_owned()).chain(pages).collect())
}

/// The command and its subcommands, each prefixed with the names of its parent commands.
fn flatten_commands(command: Command) -> Vec<Command> {
    let subcommands: Vec<Command> = command
        .get_subcommands()
        .map(|subcommand| {
            subcommand.clone().name(format!("{}-{}", command.get_name(), subcommand.get_name()))
        })
        .flat_map(flatten_commands)
        .collect();
    std::iter::once(command).chain(subcommands).collect()
}
