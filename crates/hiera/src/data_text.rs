//! The texts of data files. Ruby's Hiera and Puppet read them in UTF-8 only.

use modelwright_metamodel::diagnostic::{Diagnostic, Diagnostics, Source, codes};
use modelwright_metamodel::input::{Limits, decode_utf8};
use std::ops::Range;
use std::sync::Arc;

/// The byte order mark.
const MARK: &str = "\u{feff}";

/// How to correct a file with a byte order mark.
pub(crate) const WITHOUT_MARK: &str = "save the file in UTF-8 without a byte order mark";

/// The text of a file as Ruby's Hiera reads it, which removes a byte order mark.
///
/// # Errors
/// If the file is not in UTF-8, or too large.
pub(crate) fn decode_for_ruby(
    name: &str,
    mut bytes: Vec<u8>,
    limits: &Limits,
) -> Result<Arc<Source>, Box<Diagnostic>> {
    if bytes.starts_with(MARK.as_bytes()) {
        bytes.drain(..MARK.len());
    }
    decode_utf8(name, bytes, limits)
}

/// The text of a file as Puppet reads it, which does not remove a byte order mark.
///
/// # Errors
/// If the file is not in UTF-8, or too large.
pub(crate) fn decode_for_puppet(
    name: &str,
    bytes: Vec<u8>,
    limits: &Limits,
) -> Result<Arc<Source>, Box<Diagnostic>> {
    decode_utf8(name, bytes, limits)
}

/// The range of the byte order mark at the start of a text.
pub(crate) fn mark(source: &Source) -> Option<Range<usize>> {
    source.text().starts_with(MARK).then_some(0..MARK.len())
}

/// Warns about a byte order mark before content in YAML. There the mark occupies a column, so the lines below are
/// indented less than the first one, and usually end its hash.
pub(crate) fn warn_about_mark(source: &Arc<Source>, problems: &mut Diagnostics) {
    let Some(range) = mark(source) else { return };
    let first_line = source.text()[range.end..].lines().next().unwrap_or_default().trim_start();
    if first_line.is_empty() || first_line.starts_with(['#', '{', '[']) {
        return;
    }
    let message = "the file begins with a byte order mark, which Puppet counts as an indentation of the first line, so \
                   it may not read the keys of the lines below";
    let problem = Diagnostic::warning(codes::HIERA_DATA, message).at(source, range);
    problems.push(problem.help(WITHOUT_MARK));
}
