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
use modelwright_metamodel::ecore::ClassId;
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
    let [id, target, feature, path] = ["id", "target", "feature", "path"].map(|name| texts(uses, name));
    let (id, target, feature, path) = (id?, target?, feature?, path?);
    let places = RowColumns::new(uses)?;
    let class = if uses.column_by_name("class").is_some() { Some(texts(uses, "class")?) } else { None };
    let [line, column] = ["line", "column"].map(|name| integers(uses, name));
    let (line, column) = (line?, column?);
    for index in 0..uses.num_rows() {
        let text = |cells: &Cells<'_>| cells.text(index).unwrap_or_default().to_owned();
        let class_of_key = class.as_ref().and_then(|class| class.text(index));
        let (id, feature, target) = (text(&id), text(&feature), text(&target));
        let problem = match class_of_key {
            None => Diagnostic::error(codes::UNRESOLVED_REFERENCE, missing_target(&feature, &id)),
            Some(class) if conforms(rows, class, &target) => continue,
            Some(class) => {
                let message = target_of_other_class(&feature, simple_name(&target), &id, simple_name(class));
                Diagnostic::error(codes::WRONG_VALUE_TYPE, message)
            }
        };
        let (row, ordinal) = places.at(index);
        let number = |numbers: &Int32Array| {
            numbers.is_valid(index).then(|| usize::try_from(numbers.value(index)).ok()).flatten()
        };
        let position = number(line).zip(number(column)).map(|(line, column)| Position { line, column });
        let ordinal = FIRST_REFERENCE.saturating_add(ordinal);
        violations.add(row, ordinal, &problem.object(text(&path)), position);
    }
    Ok(())
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
    let columns = |batch| -> Result<_, Box<Diagnostic>> { Ok((texts(batch, "id")?, texts(batch, "path")?)) };
    let batches = keys.iter().map(|batch| Ok((columns(batch)?, RowColumns::new(batch)?)));
    let batches: Vec<_> = batches.collect::<Result<_, Box<Diagnostic>>>()?;
    // For each id and row, the ordinal and the path of the last object. The maps are sorted, so that the result does
    // not depend on the order of the batches.
    let mut last_objects: BTreeMap<&str, BTreeMap<Row<'_>, (i32, &str)>> = BTreeMap::new();
    for (batch, ((id, path), places)) in keys.iter().zip(&batches) {
        for index in 0..batch.num_rows() {
            let (row, ordinal) = places.at(index);
            let key = (ordinal, path.text(index).unwrap_or_default());
            let owners = last_objects.entry(id.text(index).unwrap_or_default()).or_default();
            let owner = owners.entry(row).or_insert(key);
            *owner = (*owner).max(key);
        }
    }
    for (id, owners) in last_objects {
        let Some((last_row, (_, last_path))) = owners.iter().next_back() else { continue };
        for (row, (ordinal, path)) in owners.iter().take(owners.len() - 1) {
            let message = duplicate_id(&path_between_rows(*row, *last_row, last_path), id);
            let problem = Diagnostic::error(codes::DUPLICATE_ID, message).object(*path);
            violations.add(*row, FIRST_DUPLICATE.saturating_add(*ordinal), &problem, None);
        }
    }
    Ok(())
}

/// The path of an object in another row, as if the rows were the roots of one document.
fn path_between_rows(from: Row<'_>, to: Row<'_>, path: &str) -> String {
    let document = if from.document == to.document { "" } else { to.document };
    let mark = if document.is_empty() { "" } else { "#" };
    let inside = path.strip_prefix('/').unwrap_or(path);
    format!("{document}{mark}/{}{inside}", to.number)
}

/// Whether a key of the class `class` may be the target of a use that requires the class `target`.
fn conforms(rows: &RowType, class: &str, target: &str) -> bool {
    let find = |name: &str| -> Option<ClassId> {
        let package = top_package(rows.metamodel(), rows.class());
        find_class(rows.metamodel(), name, package)
    };
    // A class that is not known here is one of another table's metamodel, whose check judges it.
    find(class).zip(find(target)).is_none_or(|(class, target)| rows.metamodel().conforms(class, target))
}

/// The simple name of a class.
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
