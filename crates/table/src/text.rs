//! Columns of texts: each cell is a document of one class.
//!
//! Invariants: a cell never makes a check fail, whatever it contains: null, bytes that are not UTF-8, and a text that
//! is too large, too deep or malformed are violations of its row; a column that has no texts fails before its first
//! row. This module does not know the layout of columns.

pub use crate::notation::Notation;

use crate::cells::{Cell, Cells};
use crate::documents::RowChecker;
use crate::violations::Violations;
use crate::{RowType, Rows, documents};
use arrow_array::Array;
use modelwright_metamodel::diagnostic::{Diagnostic, Diagnostics, Source, codes};
use modelwright_metamodel::input::{DocumentText, check_size};

/// Checks each cell of a column of texts (`Utf8`, `LargeUtf8`, `Utf8View` and dictionaries of these) or bytes
/// (`Binary`, `LargeBinary`, `BinaryView`).
///
/// ```
/// use arrow_array::StringArray;
/// use modelwright_metamodel::ecore::Metamodel;
/// use modelwright_table::violations::{Limits, Violations};
/// use modelwright_table::{RowType, Rows, text};
///
/// let packages = RowType::new(Metamodel::ecore(), "http://www.eclipse.org/emf/2002/Ecore#//EPackage")?;
/// let column = StringArray::from(vec![
///     Some(r#"{"name": "cars", "nsURI": "urn:cars", "nsPrefix": "cars"}"#),
///     Some(r#"{"nsURI": "urn:cars", "nsPrefix": "cars"}"#),
///     Some("{"),
///     None,
/// ]);
/// let mut violations = Violations::new(Limits::default());
/// text::check(&packages, text::Notation::Json, &column, &Rows::counted("packages", 0), &mut violations)?;
/// assert_eq!((violations.counts().rows, violations.counts().faulty_rows), (4, 3));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// If the column contains neither texts nor bytes.
pub fn check(
    rows: &RowType,
    notation: Notation,
    column: &dyn Array,
    places: &Rows<'_>,
    violations: &mut Violations,
) -> Result<(), Box<Diagnostic>> {
    let cells = Cells::new(column).ok_or_else(|| no_texts(column))?;
    check_cells(rows, notation, &cells, column.len(), places, violations);
    Ok(())
}

/// Checks each cell of a column, as [`check`] does.
pub(crate) fn check_cells(
    rows: &RowType,
    notation: Notation,
    cells: &Cells<'_>,
    len: usize,
    places: &Rows<'_>,
    violations: &mut Violations,
) {
    let mut checker = RowChecker::new(rows, notation);
    for row in 0..len {
        let cell = cells.at(row);
        let problems = match (check_cell(rows, cell), cell) {
            (Err(problem), _) => Diagnostics::from(*problem),
            (Ok(()), Cell::Bytes(bytes)) => checker.check_bytes(bytes),
            (Ok(()), Cell::Text(text)) => checker.check_text(without_mark(text)),
            // `check_cell` fails for a null value.
            (Ok(()), Cell::Null) => Diagnostics::new(),
        };
        violations.row(places.at(row), &problems);
    }
}

/// The problem of a column without texts.
pub(crate) fn no_texts(column: &dyn Array) -> Box<Diagnostic> {
    let message = format!("expected a column of texts or bytes, found one of type {}", column.data_type());
    let help = "select a column of Utf8, LargeUtf8, Utf8View, Binary, LargeBinary or BinaryView";
    Box::new(Diagnostic::error(codes::WRONG_USE, message).help(help))
}

/// The text of a cell.
pub(crate) fn decode_cell(
    rows: &RowType,
    notation: Notation,
    cell: Cell<'_>,
) -> Result<DocumentText, Box<Diagnostic>> {
    check_cell(rows, cell)?;
    match cell {
        Cell::Null => Err(null_row_problem()),
        // The text was decoded before, whatever an XML declaration names as its encoding.
        Cell::Text(text) => Ok(Source::new(documents::NAME, without_mark(text)).into()),
        Cell::Bytes(bytes) => {
            notation.format().decode(documents::NAME, bytes.to_vec(), &rows.reading_limits())
        }
    }
}

/// Checks that a cell is not null and not too large, before its bytes are copied, so that a huge cell needs no memory.
fn check_cell(rows: &RowType, cell: Cell<'_>) -> Result<(), Box<Diagnostic>> {
    check_size("the row", cell.len(), &rows.reading_limits())?;
    match cell {
        Cell::Null => Err(null_row_problem()),
        Cell::Text(_) | Cell::Bytes(_) => Ok(()),
    }
}

/// A text without the byte order mark that it may begin with.
fn without_mark(text: &str) -> &str {
    text.strip_prefix('\u{feff}').unwrap_or(text)
}

/// The problem of a row without a value.
fn null_row_problem() -> Box<Diagnostic> {
    Box::new(Diagnostic::error(codes::EMPTY_INPUT, "the row is null").help("filter rows without a document"))
}
