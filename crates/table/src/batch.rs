//! The rows of a batch in either layout, for everything that is the same for both.
//!
//! Invariant: a row has one JSON form or text, from which its model, its keys and its conversions follow. This module
//! does not know what is done with rows.

use crate::cells::Cells;
use crate::columns::Columns;
use crate::columns::bind::BoundObject;
use crate::documents::{self, LoadedRow};
use crate::notation::Notation;
use crate::text;
use crate::violations::Violations;
use crate::{RowType, Rows};
use arrow_array::{Array, ArrayRef, RecordBatch};
use modelwright_metamodel::diagnostic::{Diagnostic, Source};
use modelwright_metamodel::input::DocumentText;

/// A batch of rows: a column of texts, or the columns of a class.
#[derive(Debug)]
pub struct Batch<'a> {
    content: Content<'a>,
    len: usize,
}

#[derive(Debug)]
enum Content<'a> {
    Texts { rows: &'a RowType, notation: Notation, cells: Cells<'a> },
    Columns { columns: &'a Columns, bound: BoundObject<'a>, batch: &'a RecordBatch },
}

impl<'a> Batch<'a> {
    /// The rows of a column of texts.
    ///
    /// ```
    /// use arrow_array::{Array as _, Int64Array, StringArray};
    /// use modelwright_metamodel::ecore::Metamodel;
    /// use modelwright_table::text::Notation;
    /// use modelwright_table::{Batch, RowType};
    ///
    /// let packages = RowType::new(Metamodel::ecore(), "http://www.eclipse.org/emf/2002/Ecore#//EPackage")?;
    /// let texts = StringArray::from(vec![r#"{"name": "cars"}"#]);
    /// assert_eq!(Batch::texts(&packages, Notation::Json, &texts)?.len(), 1);
    /// assert!(Batch::texts(&packages, Notation::Json, &Int64Array::from(vec![1])).is_err());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// If the column contains neither texts nor bytes.
    pub fn texts(
        rows: &'a RowType,
        notation: Notation,
        column: &'a dyn Array,
    ) -> Result<Self, Box<Diagnostic>> {
        let cells = Cells::new(column).ok_or_else(|| text::no_texts(column))?;
        Ok(Self { content: Content::Texts { rows, notation, cells }, len: column.len() })
    }

    /// The rows of the columns of a class.
    ///
    /// ```
    /// use arrow_array::{RecordBatch, StringArray};
    /// use modelwright_metamodel::ecore::Metamodel;
    /// use modelwright_table::columns::{Columns, Depth};
    /// use modelwright_table::{Batch, RowType};
    /// use std::sync::Arc;
    ///
    /// let literals = RowType::new(Metamodel::ecore(), "http://www.eclipse.org/emf/2002/Ecore#//EEnumLiteral")?;
    /// let columns = Columns::new(literals, Depth::default());
    /// let names = Arc::new(StringArray::from(vec!["red", "green"]));
    /// let batch = RecordBatch::try_from_iter([("name", names as _)])?;
    /// assert_eq!(Batch::columns(&columns, &batch)?.len(), 2);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// If a column is of another type than in the schema, or the class has no such feature.
    pub fn columns(columns: &'a Columns, batch: &'a RecordBatch) -> Result<Self, Box<Diagnostic>> {
        let bound = columns.bind(batch)?;
        Ok(Self { content: Content::Columns { columns, bound, batch }, len: batch.num_rows() })
    }

    /// The number of rows.
    #[must_use]
    pub fn len(&self) -> usize {
        self.len
    }

    /// Whether there are no rows.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// The type of the rows.
    #[must_use]
    pub fn rows(&self) -> &RowType {
        match &self.content {
            Content::Texts { rows, .. } => rows,
            Content::Columns { columns, .. } => columns.rows(),
        }
    }

    /// Checks each row.
    pub fn check(&self, places: &Rows<'_>, violations: &mut Violations) {
        match &self.content {
            Content::Texts { rows, notation, cells, .. } => {
                text::check_cells(rows, *notation, cells, self.len, places, violations);
            }
            Content::Columns { columns, bound, .. } => {
                columns.check_rows(bound, self.len, places, violations);
            }
        }
    }

    /// The bytes of the values of the batch, which may be a part of larger columns.
    pub(crate) fn bytes(&self) -> usize {
        match &self.content {
            Content::Texts { cells, .. } => (0..self.len).map(|row| cells.at(row).len()).sum(),
            Content::Columns { batch, .. } => batch.columns().iter().map(column_bytes).sum(),
        }
    }

    /// Whether the batch has the columns of a class.
    pub(crate) fn is_of_columns(&self) -> bool {
        matches!(self.content, Content::Columns { .. })
    }

    /// A row as text, with the notation of the text. A row of columns is written as JSON.
    pub(crate) fn text(&self, row: usize) -> Result<(Notation, DocumentText), Box<Diagnostic>> {
        match &self.content {
            Content::Texts { rows, notation, cells, .. } => {
                Ok((*notation, text::decode_cell(rows, *notation, cells.at(row))?))
            }
            Content::Columns { columns, bound, .. } => {
                Ok((Notation::Json, Source::new(documents::NAME, columns.text(bound, row)?).into()))
            }
        }
    }

    /// The objects of a row, with the references by id that have no target in it.
    pub(crate) fn load(&self, row: usize) -> Result<LoadedRow, Box<Diagnostic>> {
        if let Content::Columns { columns, bound, .. } = &self.content
            && let Some(loaded) = columns.load_row(bound, row)
        {
            return Ok(loaded);
        }
        let (notation, text) = self.text(row)?;
        Ok(documents::read(self.rows(), notation, &text))
    }
}

/// The bytes of the values of a column, which may be a part of a larger one.
fn column_bytes(column: &ArrayRef) -> usize {
    // If the size of the part cannot be computed, the size of all buffers is used.
    column.to_data().get_slice_memory_size().unwrap_or_else(|_| column.get_array_memory_size())
}
