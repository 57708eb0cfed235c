//! A metamodel in, text out: one file a target.
//!
//! To add a target, write its file and add it to [`TARGETS`]. Invariants: the same metamodel and
//! options give the same bytes; what a target cannot say is told as a diagnostic that names the
//! element. This crate reads and writes no files; callers do.

pub mod ecore;
mod json;
pub mod json_schema;
pub mod rust;
mod scope;
pub mod template;
mod xml;
pub mod xsd;

use modelwright_metamodel::diagnostic::{Diagnostic, Diagnostics, codes};
use modelwright_metamodel::ecore::{Metamodel, PackageId};
use rust::RustOptions;
use std::collections::HashSet;
use std::path::{Component, Path};

/// Everything that can be generated, in the order shown to users.
pub static TARGETS: &[Target] =
    &[rust::TARGET, json_schema::TARGET, xsd::TARGET, ecore::TARGET, template::TARGET];

/// Something that can be generated from a metamodel.
#[derive(Debug, Clone, Copy)]
pub struct Target {
    /// What users call it.
    pub name: &'static str,
    /// What it is, in a few words.
    pub description: &'static str,
    /// Whether it makes one text of all metamodels by [`Options::template`], rather than files of each.
    pub takes_template: bool,
    /// Generates files for the given packages and those inside them; for all packages of the
    /// metamodel where none is given.
    pub generate: Generate,
}

/// How a target generates.
pub type Generate = fn(&Metamodel, &[PackageId], &Options) -> (Vec<GeneratedFile>, Diagnostics);

/// The target of this name.
#[must_use]
pub fn target(name: &str) -> Option<&'static Target> {
    TARGETS.iter().find(|target| target.name == name)
}

/// A file that was generated.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct GeneratedFile {
    /// Where it belongs, relative to the folder that the user chose.
    pub path: String,
    /// What it holds.
    pub text: String,
}

/// Makes sure that files may be written into one folder: no name from a model leads out of it, and no two files go to one
/// place.
///
/// # Errors
/// Where one does.
pub fn check_paths(files: &[GeneratedFile]) -> Result<(), Box<Diagnostic>> {
    let mut seen = HashSet::new();
    for GeneratedFile { path, .. } in files {
        if !Path::new(path).components().all(|part| matches!(part, Component::Normal(_))) {
            let message = format!("`{path}` leads out of the folder that is written to");
            let help = "rename the package in the metamodel";
            return Err(Box::new(Diagnostic::error(codes::CANNOT_WRITE, message).help(help)));
        }
        if !seen.insert(path) {
            let message = format!("two of the metamodels would both be written to `{path}`");
            let help = "generate each into a folder of its own";
            return Err(Box::new(Diagnostic::error(codes::WRONG_USE, message).help(help)));
        }
    }
    Ok(())
}

/// What users may choose, over all targets.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Options {
    /// What the header names as the source; the first package's name where not given.
    pub source: Option<String>,
    /// `rust`.
    pub rust: RustOptions,
    /// `json-schema`.
    pub json_schema: json_schema::JsonSchemaOptions,
    /// `xsd`.
    pub xsd: xsd::XsdOptions,
    /// `template`.
    pub template: Option<template::Template>,
}
