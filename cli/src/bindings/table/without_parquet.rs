//! Replaces `parquet` in a program that is built without it: reading or writing a file is an error.

use super::rows::{AnswerRow, NodeRow};
use modelwright::files::{Files, display_path};
use modelwright::hiera::table::KeyAnswers;
use modelwright::store::Hash;
use modelwright_metamodel::diagnostic::{Diagnostic, codes};
use std::io::{self, Write};
use std::path::Path;

const NO_PARQUET: &str = "this program was built without Parquet";
const HELP: &str = "use JSON lines, or build the program with the feature parquet";

/// As `parquet::check`.
pub(super) fn check() -> Result<(), Box<Diagnostic>> {
    Err(Box::new(
        Diagnostic::error(codes::CANNOT_WRITE, format!("tables cannot be written: {NO_PARQUET}")).help(HELP),
    ))
}

/// As `parquet::read_rows`.
pub(super) fn read_rows(
    path: &Path,
    _files: &dyn Files,
    _each: impl FnMut(Hash) -> Result<(), String>,
) -> Result<(), Box<Diagnostic>> {
    let message = format!("{} cannot be read: {NO_PARQUET}", display_path(path));
    Err(Box::new(Diagnostic::error(codes::CANNOT_READ, message).help(HELP)))
}

/// As `parquet::write_groups`.
pub(super) fn write_groups(_nodes: &[NodeRow], _out: &mut dyn Write) -> io::Result<()> {
    Err(io::Error::other(NO_PARQUET))
}

/// As `parquet::RowWriter`, but it has no values, because it cannot be created.
pub(super) enum RowWriter {}

impl RowWriter {
    pub(super) fn new(_nodes: Option<&[NodeRow]>) -> io::Result<Self> {
        Err(io::Error::other(NO_PARQUET))
    }

    pub(super) fn write(&mut self, _: &KeyAnswers, _: &[AnswerRow], _: &mut dyn Write) -> io::Result<()> {
        match *self {}
    }

    pub(super) fn finish(self, _: &mut dyn Write) -> io::Result<()> {
        match self {}
    }
}
