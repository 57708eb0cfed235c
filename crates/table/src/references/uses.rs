//! What rows refer to: the references by id without a target in their row.
//!
//! Invariant: the references of a row are listed in the order in which they are read. This module does not know which
//! ids exist.

use super::for_each_row;
use crate::documents::LoadedRow;
use crate::violations::{Row, column_value};
use crate::{Batch, Rows};
use arrow_array::builder::{Int32Builder, Int64Builder, StringBuilder};
use arrow_array::{ArrayRef, RecordBatch};
use arrow_schema::{ArrowError, DataType, Field, Schema, SchemaRef};
use modelwright_metamodel::diagnostic::Source;
use modelwright_metamodel::ecore::PackageId;
use modelwright_metamodel::model::Addresses;
use modelwright_notations::tree::names::class_name;
use std::sync::{Arc, LazyLock};

static SCHEMA: LazyLock<SchemaRef> = LazyLock::new(|| {
    Arc::new(Schema::new(vec![
        Field::new("id", DataType::Utf8, false),
        Field::new("target", DataType::Utf8, false),
        Field::new("feature", DataType::Utf8, false),
        Field::new("document", DataType::Utf8, false),
        Field::new("row", DataType::Int64, false),
        Field::new("ordinal", DataType::Int32, false),
        Field::new("path", DataType::Utf8, false),
        Field::new("line", DataType::Int32, true),
        Field::new("column", DataType::Int32, true),
    ]))
});

/// The schema of [`uses`]: the id that a reference has, the class that it requires, the reference, the place of its
/// row, its number among the references of the row in this list, the address of its object, and its position in a row
/// of text.
///
/// ```
/// assert_eq!(modelwright_table::references::uses_schema().field(1).name(), "target");
/// ```
#[must_use]
pub fn uses_schema() -> SchemaRef {
    Arc::clone(&SCHEMA)
}

/// The references of a batch that have no target in their own row. If a row has problems, these are the references that
/// could be read.
///
/// ```
/// use arrow_array::StringArray;
/// use arrow_array::cast::AsArray;
/// use modelwright_metamodel::ecore::Metamodel;
/// use modelwright_table::text::Notation;
/// use modelwright_table::{Batch, RowType, Rows, references};
///
/// let classes = RowType::new(Metamodel::ecore(), "http://www.eclipse.org/emf/2002/Ecore#//EClass")?;
/// let texts = StringArray::from(vec![r#"{"name": "Car", "eSuperTypes": ["Vehicle"]}"#]);
/// let batch = Batch::texts(&classes, Notation::Json, &texts)?;
/// let uses = references::uses(&batch, &Rows::counted("classes", 0))?;
/// assert_eq!(uses.column(0).as_string::<i32>().value(0), "Vehicle");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// If Arrow rejects the batch.
pub fn uses(batch: &Batch<'_>, places: &Rows<'_>) -> Result<RecordBatch, ArrowError> {
    let mut list = UseList::default();
    for_each_row(batch, places, |row, package, place| list.add(row, package, place));
    let columns: Vec<ArrayRef> = vec![
        Arc::new(list.id.finish()),
        Arc::new(list.target.finish()),
        Arc::new(list.feature.finish()),
        Arc::new(list.document.finish()),
        Arc::new(list.row.finish()),
        Arc::new(list.ordinal.finish()),
        Arc::new(list.path.finish()),
        Arc::new(list.line.finish()),
        Arc::new(list.column.finish()),
    ];
    RecordBatch::try_new(uses_schema(), columns)
}

/// The columns of a list of uses.
#[derive(Debug, Default)]
struct UseList {
    id: StringBuilder,
    target: StringBuilder,
    feature: StringBuilder,
    document: StringBuilder,
    row: Int64Builder,
    ordinal: Int32Builder,
    path: StringBuilder,
    line: Int32Builder,
    column: Int32Builder,
}

impl UseList {
    /// Adds the references of a row; `package` is that of the class of the rows.
    fn add(&mut self, row: &LoadedRow, package: PackageId, place: Row<'_>) {
        let LoadedRow { model, document, .. } = row;
        let metamodel = model.metamodel();
        let mut addresses = Addresses::new(model);
        let document = model.document(*document);
        for (ordinal, missing) in (0i32..).zip(&document.missing_targets) {
            let target = metamodel.target(missing.feature);
            self.id.append_value(&missing.id);
            self.target.append_value(class_name(metamodel, target, package));
            self.feature.append_value(metamodel.feature_label(missing.feature));
            self.document.append_value(place.document);
            self.row.append_value(place.number);
            self.ordinal.append_value(ordinal);
            self.path.append_value(addresses.fragment(missing.object));
            let position = document.source.as_deref().map(|source: &Source| source.position(missing.offset));
            self.line.append_option(position.map(|position| column_value(position.line)));
            self.column.append_option(position.map(|position| column_value(position.column)));
        }
    }
}
