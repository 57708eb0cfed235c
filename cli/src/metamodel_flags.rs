//! The flags that specify where commands find metamodels, and the workspace for them.

use super::clap_flags::Flags;
use super::format_options::{self, ReadFlags};
use super::{sources, trace};
use clap::Args;
use modelwright::files::{display_path, error_text};
use modelwright::formats::{Format, ReadOptions};
use modelwright::workspace::DocumentReader;
use modelwright::workspace::Workspace;
use modelwright_metamodel::diagnostic::{Diagnostic, Diagnostics, codes};
use std::path::{Path, PathBuf};

/// Where further metamodels are found: metamodels that a metamodel refers to, or that an instance names.
#[derive(Debug, Args, Clone, Default)]
pub(crate) struct DirectoryFlags {
    /// A directory to search for metamodels; may be given several times
    #[arg(long = "path", value_name = "DIR")]
    paths: Vec<PathBuf>,

    /// The directory that contains documents whose addresses have this prefix, such as platform:/resource/=.. ; or a
    /// complete address and its file; may be given several times
    #[arg(long = "map", value_name = "PREFIX=DIR", value_parser = parse_mapping)]
    maps: Vec<(String, PathBuf)>,
}

/// Splits a mapping at its first `=`.
fn parse_mapping(text: &str) -> Result<(String, PathBuf), String> {
    match text.split_once('=') {
        Some((prefix, directory)) if !prefix.is_empty() && !directory.is_empty() => {
            Ok((prefix.to_owned(), PathBuf::from(directory)))
        }
        _ => Err("expected a prefix of addresses, `=` and a directory".to_owned()),
    }
}

impl DirectoryFlags {
    /// A workspace with these directories; an error if one does not exist.
    pub(crate) fn workspace(&self) -> Result<Workspace, Box<Diagnostic>> {
        let disk = trace::disk();
        if let Some(path) = self.paths.iter().find(|path| !disk.is_directory(path)) {
            let name = display_path(path);
            let (message, help) = if disk.metadata(path).is_ok() {
                (
                    format!("{name} is a file, but --path must be a directory"),
                    "specify the directory that contains the file",
                )
            } else {
                (
                    format!("the directory {name} does not exist"),
                    "check the path; it is relative to the current directory",
                )
            };
            return Err(Box::new(Diagnostic::error(codes::CANNOT_READ, message).help(help)));
        }
        Ok(Workspace {
            paths: self.paths.clone(),
            maps: self.maps.clone(),
            files: disk,
            ..Workspace::default()
        })
    }
}

/// Where the metamodels of instances are found, and how documents are read.
#[derive(Debug, Args, Clone, Default)]
pub(crate) struct MetamodelFlags {
    /// A metamodel to use (.ecore or .pp); may be given several times
    #[arg(long = "model", value_name = "FILE")]
    models: Vec<PathBuf>,

    #[command(flatten)]
    directories: DirectoryFlags,

    #[command(flatten)]
    pub(crate) read: Flags<ReadFlags>,
}

impl MetamodelFlags {
    /// The workspace for reading inputs, and writing them in the target's format if there is one.
    pub(crate) fn workspace_for<'p>(
        &self,
        inputs: impl Iterator<Item = &'p Path> + Clone,
        from: Option<DocumentReader>,
        target: Option<&Format>,
    ) -> Result<Workspace, Diagnostics> {
        let problems = format_options::check_inputs(&self.read.values, inputs, from, target);
        if problems.has_errors() {
            return Err(problems);
        }
        self.workspace().map_err(|problem| Diagnostics::from(*problem))
    }

    /// How documents are read.
    pub(crate) fn reading(&self) -> ReadOptions {
        ReadOptions { values: self.read.values.clone(), ..ReadOptions::default() }
    }

    /// A workspace with these metamodels and directories; an error if a directory does not exist.
    pub(crate) fn workspace(&self) -> Result<Workspace, Box<Diagnostic>> {
        if self.models.iter().any(|path| sources::is_standard(path)) {
            let message = "--model must be a file, not standard input";
            return Err(Box::new(
                Diagnostic::error(codes::WRONG_USE, message).help("specify the file of the metamodel"),
            ));
        }
        let workspace = self.directories.workspace()?;
        for path in &self.models {
            let Err(error) = workspace.files.metadata(path) else { continue };
            let message = format!("{} cannot be read: {}", display_path(path), error_text(&error));
            let help = "check the path; it is relative to the current directory";
            return Err(Box::new(Diagnostic::error(codes::CANNOT_READ, message).help(help)));
        }
        Ok(Workspace { models: self.models.clone(), reading: self.reading(), ..workspace })
    }
}
