//! What rows define: the objects that have an id.
//!
//! Invariant: objects are listed in the order in which documents contain them. This module does not know references.

use super::for_each_row;
use crate::documents::LoadedRow;
use crate::violations::Row;
use crate::{Batch, Rows};
use arrow_array::builder::{Int32Builder, Int64Builder, StringBuilder};
use arrow_array::{ArrayRef, RecordBatch};
use arrow_schema::{ArrowError, DataType, Field, Schema, SchemaRef};
use modelwright_metamodel::ecore::PackageId;
use modelwright_metamodel::model::Addresses;
use modelwright_notations::tree::names::class_name;
use std::sync::{Arc, LazyLock};

static SCHEMA: LazyLock<SchemaRef> = LazyLock::new(|| {
    Arc::new(Schema::new(vec![
        Field::new("id", DataType::Utf8, false),
        Field::new("class", DataType::Utf8, false),
        Field::new("document", DataType::Utf8, false),
        Field::new("row", DataType::Int64, false),
        Field::new("ordinal", DataType::Int32, false),
        Field::new("path", DataType::Utf8, false),
    ]))
});

/// The schema of [`keys`]: the id and the class of an object, the place of its row, its number among the objects of
/// the row that have an id, and its path in the row.
///
/// ```
/// assert_eq!(modelwright_table::references::keys_schema().field(0).name(), "id");
/// ```
#[must_use]
pub fn keys_schema() -> SchemaRef {
    Arc::clone(&SCHEMA)
}

/// The objects of a batch that have an id. If a row has problems, these are the objects that could be read.
///
/// ```
/// use arrow_array::StringArray;
/// use arrow_array::cast::AsArray;
/// use modelwright_metamodel::ecore::Metamodel;
/// use modelwright_table::text::Notation;
/// use modelwright_table::{Batch, RowType, Rows, references};
///
/// let packages = RowType::new(Metamodel::ecore(), "http://www.eclipse.org/emf/2002/Ecore#//EPackage")?;
/// let texts = StringArray::from(vec![r#"{"$id": "p1", "name": "cars"}"#]);
/// let batch = Batch::texts(&packages, Notation::Json, &texts)?;
/// let keys = references::keys(&batch, &Rows::counted("packages", 0))?;
/// assert_eq!(keys.column(0).as_string::<i32>().value(0), "p1");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// If Arrow rejects the batch.
pub fn keys(batch: &Batch<'_>, places: &Rows<'_>) -> Result<RecordBatch, ArrowError> {
    let mut list = KeyList::default();
    for_each_row(batch, places, |row, package, place| list.add(row, package, place));
    let columns: Vec<ArrayRef> = vec![
        Arc::new(list.id.finish()),
        Arc::new(list.class.finish()),
        Arc::new(list.document.finish()),
        Arc::new(list.row.finish()),
        Arc::new(list.ordinal.finish()),
        Arc::new(list.path.finish()),
    ];
    RecordBatch::try_new(keys_schema(), columns)
}

/// The columns of a list of keys.
#[derive(Debug, Default)]
struct KeyList {
    id: StringBuilder,
    class: StringBuilder,
    document: StringBuilder,
    row: Int64Builder,
    ordinal: Int32Builder,
    path: StringBuilder,
}

impl KeyList {
    /// Adds the objects of a row; `package` is that of the class of the rows.
    fn add(&mut self, row: &LoadedRow, package: PackageId, place: Row<'_>) {
        let LoadedRow { model, document, .. } = row;
        let metamodel = model.metamodel();
        let mut addresses = Addresses::new(model);
        let roots = model.document(*document).roots().iter();
        let objects = roots.flat_map(|root| std::iter::once(*root).chain(model.all_contents(*root)));
        let mut ordinal = 0;
        for object in objects {
            let Some(id) = model.id(object) else { continue };
            let class = model.class(object);
            let mut path = String::new();
            addresses.write_path(object, &mut path);
            self.id.append_value(&id);
            self.class.append_value(class_name(metamodel, class, package));
            self.document.append_value(place.document);
            self.row.append_value(place.number);
            self.ordinal.append_value(ordinal);
            self.path.append_value(&path);
            ordinal += 1;
        }
    }
}
