//! `modelwright init`: writes a `modelwright.toml` for the metamodels of a directory.
//!
//! Invariant: an existing file is not changed.

use super::report::Report;
use super::settings::{NAME, escape};
use super::{Outcome, output, sources};
use clap::Args;
use modelwright::files::{Disk, Files as _, display_path};
use modelwright::formats::ReadOptions;
use modelwright::workspace::{Registry, models_below};
use modelwright_metamodel::diagnostic::{Diagnostic, codes};
use std::path::{Path, PathBuf};

const EXAMPLES: &str = "\
Examples:
  modelwright init
  modelwright init models/";

/// Write a modelwright.toml: options for all commands in a directory and below it
///
/// The file names the directory of the metamodels that are found, and has other options as comments.
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub(super) struct Init {
    /// The directory of the file
    #[arg(value_name = "DIR", default_value = ".")]
    directory: PathBuf,
}

impl Init {
    pub(super) fn run(&self, report: &mut Report) -> Outcome {
        if let Err(problem) = self.write(report.is_quiet()) {
            report.show_one(*problem);
        }
        Outcome::Done
    }

    /// Writes the file, and unless quiet its path to standard output.
    fn write(&self, is_quiet: bool) -> Result<(), Box<Diagnostic>> {
        let disk = Disk::new();
        let is_current_directory = self.directory == Path::new(".");
        let path = if is_current_directory { PathBuf::from(NAME) } else { self.directory.join(NAME) };
        if disk.metadata(&path).is_ok() {
            let message = format!("{} already exists", display_path(&path));
            let help = "edit the file, or remove it first";
            return Err(Box::new(Diagnostic::error(codes::CANNOT_WRITE, message).help(help)));
        }
        output::check_directory(&self.directory)?;
        let text = text(directory_of_metamodels(&disk, &self.directory).as_deref());
        output::write_file(&path, text.as_bytes())?;
        if is_quiet { Ok(()) } else { output::write_text(&format!("{}: written\n", display_path(&path))) }
    }
}

/// The innermost directory that contains all metamodels below `directory`, relative to `directory`; `None` if there is
/// no metamodel.
fn directory_of_metamodels(disk: &Disk, directory: &Path) -> Option<PathBuf> {
    let model_files =
        models_below(Registry::standard(), disk, directory, None, &ReadOptions::default()).models;
    let mut directories =
        model_files.iter().filter(|path| sources::is_metamodel(path)).filter_map(|path| path.parent());
    let first = directories.next()?.to_owned();
    let common = directories.fold(first, |common, other| {
        common.ancestors().find(|directory| other.starts_with(directory)).unwrap_or(Path::new("")).to_owned()
    });
    Some(common.strip_prefix(directory).unwrap_or(&common).to_owned())
}

/// The text of the file.
fn text(directory: Option<&Path>) -> String {
    let path = match directory {
        Some(directory) if directory.as_os_str().is_empty() => "path = [\".\"]".to_owned(),
        Some(directory) => {
            // Slashes work on all systems, and a backslash is an escape in TOML.
            format!("path = [\"{}\"]", escape(&directory.to_string_lossy().replace('\\', "/")))
        }
        None => "# path = [\"models\"]".to_owned(),
    };
    format!(
        "# Options of all commands in this directory and below it: the long names of `modelwright COMMAND --help`.\n\
         # Paths are relative to this file; arguments on the command line replace these options.\n\
         \n\
         # Directories to search for metamodels.\n\
         {path}\n\
         \n\
         # Metamodels to use.\n\
         # model = [\"library.pp\"]\n\
         \n\
         # Directories for addresses of other projects.\n\
         # [map]\n\
         # \"platform:/resource/\" = \"..\"\n\
         \n\
         # Options of one command.\n\
         # [generate.rust]\n\
         # output = \"src/generated\"\n"
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_directories_are_valid_strings() {
        for directory in ["a \"b\"", "ä\u{1}", "plain"] {
            let text = text(Some(Path::new(directory)));
            let table = toml::de::DeTable::parse(&text).expect("TOML");
            let paths = table.get_ref()["path"].get_ref().as_array().expect("a list");
            assert_eq!(paths[0].get_ref().as_str(), Some(directory));
        }
    }
}
