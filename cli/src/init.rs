//! `modelwright init`: writes a `modelwright.toml` for the metamodels of a folder.
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

/// Write a modelwright.toml: options for all commands in a folder and below it
///
/// The file names the folder of the metamodels that are found, and has other options as comments.
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub(super) struct Init {
    /// The folder of the file
    #[arg(value_name = "DIR", default_value = ".")]
    folder: PathBuf,
}

impl Init {
    pub(super) fn run(&self, report: &mut Report) -> Outcome {
        if let Err(problem) = self.write(report.is_quiet()) {
            report.show_one(*problem);
        }
        Outcome::Done
    }

    fn write(&self, is_quiet: bool) -> Result<(), Box<Diagnostic>> {
        let disk = Disk::new();
        let is_here = self.folder == Path::new(".");
        let path = if is_here { PathBuf::from(NAME) } else { self.folder.join(NAME) };
        if disk.metadata(&path).is_ok() {
            let message = format!("{} already exists", display_path(&path));
            let help = "edit the file, or remove it first";
            return Err(Box::new(Diagnostic::error(codes::CANNOT_WRITE, message).help(help)));
        }
        output::check_folder(&self.folder)?;
        let text = text(folder_of_metamodels(&disk, &self.folder).as_deref());
        output::write_file(&path, text.as_bytes())?;
        if is_quiet { Ok(()) } else { output::write_text(&format!("{}: written\n", display_path(&path))) }
    }
}

/// The innermost folder that contains all metamodels below a folder, relative to that; `None` if there is no metamodel.
fn folder_of_metamodels(disk: &Disk, folder: &Path) -> Option<PathBuf> {
    let found = models_below(Registry::standard(), disk, folder, None, &ReadOptions::default()).models;
    let mut folders =
        found.iter().filter(|path| sources::is_metamodel(path)).filter_map(|path| path.parent());
    let first = folders.next()?.to_owned();
    let common = folders.fold(first, |common, other| {
        common.ancestors().find(|folder| other.starts_with(folder)).unwrap_or(Path::new("")).to_owned()
    });
    Some(common.strip_prefix(folder).unwrap_or(&common).to_owned())
}

/// The text of the file.
fn text(folder: Option<&Path>) -> String {
    let path = match folder {
        Some(folder) if folder.as_os_str().is_empty() => "path = [\".\"]".to_owned(),
        Some(folder) => {
            // Slashes work on all systems, and a backslash is an escape in TOML.
            format!("path = [\"{}\"]", escape(&folder.to_string_lossy().replace('\\', "/")))
        }
        None => "# path = [\"models\"]".to_owned(),
    };
    format!(
        "# Options of all commands in this folder and below it: the long names of `modelwright COMMAND --help`.\n\
         # Paths are relative to this file; arguments on the command line replace these options.\n\
         \n\
         # Folders to search for metamodels.\n\
         {path}\n\
         \n\
         # Metamodels to use.\n\
         # model = [\"library.pp\"]\n\
         \n\
         # Folders for addresses of other projects.\n\
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
    fn names_of_folders_are_valid_strings() {
        for folder in ["a \"b\"", "ä\u{1}", "plain"] {
            let text = text(Some(Path::new(folder)));
            let table = toml::de::DeTable::parse(&text).expect("TOML");
            let paths = table.get_ref()["path"].get_ref().as_array().expect("a list");
            assert_eq!(paths[0].get_ref().as_str(), Some(folder));
        }
    }
}
