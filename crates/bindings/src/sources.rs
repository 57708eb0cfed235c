//! The files that bindings come from, and positions in them.
//!
//! A position takes only 12 bytes, because every binding stores one.

use modelwright_metamodel::diagnostic::{Code, Diagnostic, Position, Severity, Source};
use rustc_hash::FxHashMap;
use std::sync::Arc;

/// A position in a file.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Place {
    /// The number of the file, counted from 1; 0 if it is not known.
    file: u32,
    /// The line, from 1; 0 if it is not known.
    pub line: u32,
    /// The column in characters, from 1; 0 if it is not known.
    pub column: u32,
}

impl Place {
    /// A position from the features of an object of the model.
    pub(crate) fn new(file: u32, line: i64, column: i64) -> Self {
        Self { file, line: number_or_unknown(line), column: number_or_unknown(column) }
    }
}

/// The number of a line or a column; 0, which means unknown, if the number in the model is not valid.
fn number_or_unknown(number: i64) -> u32 {
    u32::try_from(number).unwrap_or(0)
}

/// The files that bindings come from, with their texts if these are known.
#[derive(Debug, Default)]
pub struct Sources {
    numbers: FxHashMap<Arc<str>, u32>,
    files: Vec<(Arc<str>, Option<Arc<Source>>)>,
}

impl Sources {
    /// Adds the text of a file, so that problems can show it.
    pub fn add(&mut self, source: &Arc<Source>) {
        // Files are numbered from 1.
        let number = self.number(source.name());
        let (_, text) = &mut self.files[number as usize - 1];
        *text = Some(Arc::clone(source));
    }

    /// The number of a file, counted from 1.
    pub(crate) fn number(&mut self, name: &str) -> u32 {
        if let Some(number) = self.numbers.get(name) {
            return *number;
        }
        // The table and the list share one allocation of the name.
        let name: Arc<str> = name.into();
        self.files.push((Arc::clone(&name), None));
        let number = u32::try_from(self.files.len()).unwrap_or(u32::MAX);
        self.numbers.insert(name, number);
        number
    }

    /// The name of the file of a position; empty if it is not known.
    #[must_use]
    pub fn file(&self, place: Place) -> &str {
        self.entry(place).map_or("", |(name, _)| name)
    }

    /// The name of a file by its number; empty if it is not known.
    pub(crate) fn name(&self, number: u32) -> &str {
        let index = (number as usize).checked_sub(1);
        index.and_then(|index| self.files.get(index)).map_or("", |(name, _)| name)
    }

    /// The name of the file of a position, and its text if this is known.
    fn entry(&self, place: Place) -> Option<&(Arc<str>, Option<Arc<Source>>)> {
        self.files.get((place.file as usize).checked_sub(1)?)
    }

    /// The position in the usual form `file:line:column`, without unknown parts.
    #[must_use]
    pub fn show(&self, place: Place) -> String {
        match (self.file(place), place) {
            ("", Place { line: 0, .. }) => "an unknown position".to_owned(),
            ("", Place { line, column, .. }) => format!("line {line}:{column}"),
            (file, Place { line: 0, .. }) => file.to_owned(),
            (file, Place { line, column, .. }) => format!("{file}:{line}:{column}"),
        }
    }

    /// The source of a position and the offset in it; `None` if the text or the line is not known.
    pub(crate) fn offset(&self, place: Place) -> Option<(&Arc<Source>, usize)> {
        let (_, source) = self.entry(place)?;
        let source = source.as_ref()?;
        let position = Position { line: place.line as usize, column: place.column as usize };
        (place.line > 0).then(|| (source, source.offset(position)))
    }

    /// A problem with labels at positions, each with a note; the first position is the position of the problem.
    /// Positions in files whose text is not known are added to the message.
    pub(crate) fn problem(
        &self,
        code: Code,
        severity: Severity,
        message: &str,
        places: &[(Place, &str)],
    ) -> Diagnostic {
        let mut message = message.to_owned();
        for (index, (place, note)) in places.iter().enumerate() {
            if self.offset(*place).is_some() || *place == Place::default() {
                continue;
            }
            let shown_position = self.show(*place);
            match index {
                0 => message = format!("{shown_position}: {message}"),
                _ if note.is_empty() => message.push_str(&format!("; {shown_position}")),
                _ => message.push_str(&format!("; {shown_position}: {note}")),
            }
        }
        let mut problem = Diagnostic::new(code, severity, message);
        for (place, note) in places {
            if let Some((source, offset)) = self.offset(*place) {
                problem = problem.label(source, offset..source.word_end(offset), *note);
            }
        }
        problem
    }
}
