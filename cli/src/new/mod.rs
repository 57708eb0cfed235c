//! `modelwright new`: creates a folder that works at once, for one of the jobs of the program.
//!
//! Invariant: nothing that exists is changed.

mod starters;

use super::report::Report;
use super::{Outcome, output};
use clap::Args;
use modelwright::files::{Disk, Files as _, display_path};
use modelwright_metamodel::diagnostic::{Diagnostic, codes};
use starters::Starter;
use std::path::{Path, PathBuf};

const EXAMPLES: &str = "\
Examples:
  modelwright new rust bookshop --library ../modelwright
  modelwright new ecore library
  modelwright new hiera site";

/// Create a folder with a working example of one job, and a page that shows what to do next
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub(super) struct New {
    /// The job
    #[arg(value_name = "JOB", value_enum)]
    starter: Starter,

    /// The folder to create; it must not exist, or be empty
    #[arg(value_name = "DIR")]
    folder: PathBuf,

    /// The folder with a copy of this project, which the crate of `rust` depends on; relative to the new folder
    #[arg(long, value_name = "FOLDER", default_value = "../modelwright")]
    library: String,
}

impl New {
    pub(super) fn run(&self, report: &mut Report) -> Outcome {
        if let Err(problem) = self.create(report.is_quiet()) {
            report.show_one(*problem);
        }
        Outcome::Fine
    }

    fn create(&self, is_quiet: bool) -> Result<(), Box<Diagnostic>> {
        let disk = Disk::new();
        let is_free = match disk.list(&self.folder) {
            Ok(mut entries) => entries.next().is_none(),
            Err(_) => disk.metadata(&self.folder).is_err(),
        };
        let name = display_path(&self.folder);
        if !is_free {
            let message = format!("{name} exists, and is not an empty folder");
            let help = "name a folder that does not exist";
            return Err(Box::new(Diagnostic::error(codes::CANNOT_WRITE, message).help(help)));
        }
        let files: Vec<(&str, String)> = self.starter.files(&self.library);
        output::write_all(&self.folder, files.iter().map(|(path, text)| (Path::new(path), text.as_bytes())))?;
        if is_quiet { Ok(()) } else { output::write_text(&format!("{name}: read README.md to continue\n")) }
    }
}
