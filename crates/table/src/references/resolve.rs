//! Violations of references and ids that an engine has joined.
//!
//! Invariant: the violations of a batch depend on its rows alone, and not on their order. This module does not know
//! how engines join.

use crate::RowType;
use crate::cells::Cells;
use crate::violations::{Row, Violations};
use arrow_array::cast::AsArray as _;
use arrow_array::types::{Int32Type, Int64Type};
use arrow_array::{Array as _, Int32Array, Int64Array, RecordBatch};
use modelwright_metamodel::diagnostic::{
    Diagnostic, Position, codes, duplicate_id, missing_target, target_of_other_class,
};
use modelwright_notations::tree::names::{find_class, top_package};
use std::collections::BTreeMap;

/// The ordinal of the first violation of a row that [`resolve`] reports: those of its check come before.
pub const FIRST_REFERENCE: i32 = 1_000_000;

/// The ordinal of the first violation of a row that [`duplicates`] reports.
pub const FIRST_DUPLICATE: i32 = 2_000_000;

/// Reports uses without a target.
///
/// `uses` has the columns of [`uses`](super::uses()). It may also have a column `class`, the result of a left join: the
/// class of the key with the same id, or null if there is no such key. Without this column, no use has a key, as in the
/// result of an anti-join. Other columns are ignored.
///
/// ```
/// use arrow_array::StringArray;
/// use modelwright_metamodel::ecore::Metamodel;
/// use modelwright_table::text::Notation;
/// use modelwright_table::violations::{Limits, Violations};
/// use modelwright_table::{Batch, RowType, Rows, references};
///
/// let classes = RowType::new(Metamodel::ecore(), "http://www.eclipse.org/emf/2002/Ecore#//EClass")?;
/// let texts = StringArray::from(vec![r#"{"name": "Car", "eSuperTypes": ["Vehicle"]}"#]);
/// let batch = Batch::texts(&classes, Notation::Json, &texts)?;
/// let uses = references::uses(&batch, &Rows::counted("classes", 0))?;
/// let mut violations = Violations::new(Limits::default());
/// references::resolve(&classes, &uses, &mut violations)?;
/// assert_eq!(violations.len(), 1);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// If a column is missing or has another type.
pub fn resolve(
    rows: &RowType,
    uses: &RecordBatch,
    violations: &mut Violations,
) -> Result<(), Box<Diagnostic>> {
    let (ids, targets) = (texts(uses, "id")?, texts(uses, "target")?);
    let (features, paths) = (texts(uses, "feature")?, texts(uses, "path")?);
    let places = RowColumns::new(uses)?;
    let classes = if uses.column_by_name("class").is_some() { Some(texts(uses, "class")?) } else { None };
    let (lines, columns) = (integers(uses, "line")?, integers(uses, "column")?);
    for index in 0..uses.num_rows() {
        let text = |cells: &Cells<'_>| cells.text(index).unwrap_or_default().to_owned();
        let (id, feature, target) = (text(&ids), text(&features), text(&targets));
        let class_of_key = classes.as_ref().and_then(|classes| classes.text(index));
        let problem = match class_of_key {
            None => Diagnostic::error(codes::UNRESOLVED_REFERENCE, missing_target(&feature, &id)),
            Some(class) if conforms(rows, class, &target) => continue,
            Some(class) => {
                let message = target_of_other_class(&feature, simple_name(&target), &id, simple_name(class));
                Diagnostic::error(codes::WRONG_VALUE_TYPE, message)
            }
        };
        let (row, ordinal) = places.at(index);
        let ordinal = FIRST_REFERENCE.saturating_add(ordinal);
        violations.add(row, ordinal, &problem.object(text(&paths)), position_at(lines, columns, index));
    }
    Ok(())
}

/// The position in the text of a row; `None` if the list has none, as for rows of columns.
fn position_at(lines: &Int32Array, columns: &Int32Array, index: usize) -> Option<Position> {
    Some(Position { line: number_at(lines, index)?, column: number_at(columns, index)? })
}

/// The number at an index; `None` if it is null or negative.
fn number_at(numbers: &Int32Array, index: usize) -> Option<usize> {
    if numbers.is_null(index) {
        return None;
    }
    usize::try_from(numbers.value(index)).ok()
}

/// Reports ids that several rows define: in every such row except the last one, which references find. The check of a
/// single row reports an id that this row defines twice.
///
/// `keys` have the columns of [`keys`](super::keys()), and together all keys of each id in them; other columns are
/// ignored. Keys of ids that only one row defines are not violations.
///
/// ```
/// use arrow_array::StringArray;
/// use modelwright_metamodel::ecore::Metamodel;
/// use modelwright_table::text::Notation;
/// use modelwright_table::violations::{Limits, Violations};
/// use modelwright_table::{Batch, RowType, Rows, references};
///
/// let packages = RowType::new(Metamodel::ecore(), "http://www.eclipse.org/emf/2002/Ecore#//EPackage")?;
/// let texts = StringArray::from(vec![r#"{"$id": "p"}"#, r#"{"$id": "q"}"#, r#"{"$id": "p"}"#]);
/// let batch = Batch::texts(&packages, Notation::Json, &texts)?;
/// let keys = references::keys(&batch, &Rows::counted("packages", 0))?;
/// let mut violations = Violations::new(Limits::default());
/// references::duplicates(&[keys], &mut violations)?;
/// assert_eq!(violations.len(), 1);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// If a column is missing or has another type.
pub fn duplicates(keys: &[RecordBatch], violations: &mut Violations) -> Result<(), Box<Diagnostic>> {
    // For each id, the rows that define it, each with the ordinal and the path of its last object of this id. The maps
    // are sorted, so that the result does not depend on the order of the batches.
    let mut rows_by_id: BTreeMap<&str, BTreeMap<Row<'_>, (i32, &str)>> = BTreeMap::new();
    for batch in keys {
        let (ids, paths) = (texts(batch, "id")?, texts(batch, "path")?);
        let places = RowColumns::new(batch)?;
        for index in 0..batch.num_rows() {
            let (row, ordinal) = places.at(index);
            let object = (ordinal, paths.text(index).unwrap_or_default());
            let rows = rows_by_id.entry(ids.text(index).unwrap_or_default()).or_default();
            let last_object = rows.entry(row).or_insert(object);
            *last_object = (*last_object).max(object);
        }
    }
    for (id, rows) in rows_by_id {
        let mut rows = rows.into_iter();
        // References find the object of the last row, so this row has no violation.
        let Some((last_row, (_, last_path))) = rows.next_back() else { continue };
        for (row, (ordinal, path)) in rows {
            let message = duplicate_id(&path_between_rows(row, last_row, last_path), id);
            let problem = Diagnostic::error(codes::DUPLICATE_ID, message).object(path);
            violations.add(row, FIRST_DUPLICATE.saturating_add(ordinal), &problem, None);
        }
    }
    Ok(())
}

/// The path of an object in another row, as if the rows were the roots of one document: `/3/@items.0` for the path
/// `//@items.0` in the row 3, and `orders#/3/@items.0` if that row is in the other document `orders`.
fn path_between_rows(from: Row<'_>, to: Row<'_>, path: &str) -> String {
    let path_in_root = path.strip_prefix('/').unwrap_or(path);
    let fragment = format!("/{}{path_in_root}", to.number);
    if to.document == from.document || to.document.is_empty() {
        fragment
    } else {
        format!("{}#{fragment}", to.document)
    }
}

/// Whether a key of the class `class` may be the target of a use that requires the class `target`.
fn conforms(rows: &RowType, class: &str, target: &str) -> bool {
    let package = top_package(rows.metamodel(), rows.class());
    let find = |name: &str| find_class(rows.metamodel(), name, package);
    let (Some(class), Some(target)) = (find(class), find(target)) else {
        // A class that is not known here is one of another table's metamodel, whose check judges it.
        return true;
    };
    rows.metamodel().conforms(class, target)
}

/// The simple name of a class: `Car` for `urn:cars#//Car`.
fn simple_name(class: &str) -> &str {
    class.rsplit_once("#//").map_or(class, |(_, name)| name)
}

/// The places of the rows of a list.
struct RowColumns<'b> {
    document: Cells<'b>,
    row: &'b Int64Array,
    ordinal: &'b Int32Array,
}

impl<'b> RowColumns<'b> {
    fn new(batch: &'b RecordBatch) -> Result<Self, Box<Diagnostic>> {
        let row = batch.column_by_name("row").and_then(|column| column.as_primitive_opt::<Int64Type>());
        let row = row.ok_or_else(|| wrong_column(batch, "row", "Int64"))?;
        Ok(Self { document: texts(batch, "document")?, row, ordinal: integers(batch, "ordinal")? })
    }

    /// The place of the row at an index of the list, and the ordinal of the entry.
    fn at(&self, index: usize) -> (Row<'b>, i32) {
        let row =
            Row { document: self.document.text(index).unwrap_or_default(), number: self.row.value(index) };
        (row, self.ordinal.value(index))
    }
}

/// The column of texts with a name.
fn texts<'b>(batch: &'b RecordBatch, name: &str) -> Result<Cells<'b>, Box<Diagnostic>> {
    let column = batch.column_by_name(name);
    let cells = column.and_then(|column| Cells::new(column)).filter(|cells| !cells.has_bytes());
    cells.ok_or_else(|| wrong_column(batch, name, "Utf8"))
}

/// The column of 32-bit integers with a name.
fn integers<'b>(batch: &'b RecordBatch, name: &str) -> Result<&'b Int32Array, Box<Diagnostic>> {
    let column = batch.column_by_name(name).and_then(|column| column.as_primitive_opt::<Int32Type>());
    column.ok_or_else(|| wrong_column(batch, name, "Int32"))
}

/// The problem of a column that is missing or of another type.
fn wrong_column(batch: &RecordBatch, name: &str, expected_type: &str) -> Box<Diagnostic> {
    let found = match batch.column_by_name(name) {
        Some(column) => format!("found {}", column.data_type()),
        None => "found none".to_owned(),
    };
    let message = format!("expected a column `{name}` of type {expected_type}, {found}");
    Box::new(Diagnostic::error(codes::WRONG_USE, message))
}
