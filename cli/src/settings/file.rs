//! Finds and reads the file of settings.
//!
//! Invariant: only one file is read, the nearest of the current directory and those above it.

use modelwright::files::{Disk, Files as _, display_path, read_file};
use modelwright_metamodel::diagnostic::{Diagnostic, Diagnostics, Source, codes};
use modelwright_metamodel::input::{Limits, decode_text};
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use toml::de::DeTable;

/// The name of the file.
pub(crate) const NAME: &str = "modelwright.toml";

/// The maximum size of the file in bytes: options are short.
const MAX_BYTES: usize = 1 << 20;

/// A file of settings.
#[derive(Debug)]
pub(crate) struct Settings {
    source: Arc<Source>,
    /// The directory of the file, relative to the current one.
    directory: PathBuf,
}

/// The nearest file of settings, in the current directory or above it.
///
/// # Errors
/// If it cannot be read.
pub(crate) fn find() -> Result<Option<Settings>, Box<Diagnostic>> {
    let disk = Disk::new();
    let levels = disk.absolute(Path::new(".")).components().count();
    // The directories are relative to the current directory, because messages show paths in this form.
    let directories = (0..levels).map(|level| PathBuf::from_iter(std::iter::repeat_n("..", level)));
    for directory in directories {
        let path = directory.join(NAME);
        if disk.is_file(&path) {
            let limits = Limits { document: MAX_BYTES, ..Limits::default() };
            let bytes = read_file(&disk, &path, &limits)?;
            let source = decode_text(&display_path(&path), bytes, &limits)?;
            return Ok(Some(Settings { source, directory }));
        }
    }
    Ok(None)
}

/// A text as the content of a basic string in TOML.
pub(crate) fn escape(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '"' | '\\' => escaped.extend(['\\', c]),
            c if c.is_control() => escaped.push_str(&format!("\\u{:04x}", u32::from(c))),
            c => escaped.push(c),
        }
    }
    escaped
}

impl Settings {
    /// The name of the file.
    pub(crate) fn name(&self) -> &str {
        self.source.name()
    }

    /// A path that the file contains, converted to one that is relative to the current directory.
    pub(super) fn path(&self, path: &str) -> PathBuf {
        self.directory.join(path)
    }

    /// The content of the file.
    pub(super) fn table(&self) -> Result<DeTable<'_>, Diagnostics> {
        let table = DeTable::parse(self.source.text()).map_err(|error| {
            let span = error.span().unwrap_or_default();
            Diagnostics::from(self.problem(span, format!("malformed TOML: {}", error.message())))
        })?;
        Ok(table.into_inner())
    }

    /// A problem at a position of the file.
    pub(super) fn problem(&self, span: Range<usize>, message: impl Into<String>) -> Diagnostic {
        Diagnostic::error(codes::WRONG_USE, message).at(&self.source, span)
    }
}
