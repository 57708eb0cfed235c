//! `modelwright new`: creates a directory with a working example, for one of the jobs of the program.
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
  modelwright new rust bookshop
  modelwright new ecore library
  modelwright new hiera site";

/// Create a directory with a working example of one job, and a page that shows what to do next
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub(super) struct New {
    /// The job
    #[arg(value_name = "JOB", value_enum)]
    starter: Starter,

    /// The directory to create; it must not exist, or be empty
    #[arg(value_name = "DIR")]
    directory: PathBuf,

    /// A copy of this project: for `rust`, the new crate depends on the crates of the copy instead of published ones;
    /// relative to the new directory [default: the copy that the program was built from, if it still exists]
    #[arg(long, value_name = "DIR")]
    library: Option<String>,
}

/// The copy of this project that the program was built from; `None` if it was built from a package, or if the copy does
/// not exist any more.
fn project_copy(disk: &Disk) -> Option<String> {
    let copy = Path::new(env!("CARGO_MANIFEST_DIR")).parent()?;
    let is_copy =
        ["crates/build", "crates/typed"].iter().all(|name| disk.is_file(&copy.join(name).join("Cargo.toml")));
    is_copy.then(|| display_path(copy))
}

impl New {
    pub(super) fn run(&self, report: &mut Report) -> Outcome {
        if let Err(problem) = self.create(report.is_quiet()) {
            report.show_one(*problem);
        }
        Outcome::Done
    }

    /// Writes the files of the example into the directory, which must be empty or new.
    fn create(&self, is_quiet: bool) -> Result<(), Box<Diagnostic>> {
        let disk = Disk::new();
        let is_free = match disk.list(&self.directory) {
            Ok(mut entries) => entries.next().is_none(),
            // A file cannot be listed either, but exists.
            Err(_) => disk.metadata(&self.directory).is_err(),
        };
        let name = display_path(&self.directory);
        if !is_free {
            let message = format!("{name} exists, and is not an empty directory");
            let help = "specify a directory that does not exist";
            return Err(Box::new(Diagnostic::error(codes::CANNOT_WRITE, message).help(help)));
        }
        let library = self.library.clone().or_else(|| project_copy(&disk));
        let files: Vec<(&str, String)> = self.starter.files(library.as_deref());
        output::write_all(
            &self.directory,
            files.iter().map(|(path, text)| (Path::new(path), text.as_bytes())),
        )?;
        if is_quiet { Ok(()) } else { output::write_text(&format!("{name}: read README.md to continue\n")) }
    }
}
