//! The places of the rows of a batch.
//!
//! Invariant: the place of a row does not depend on how a table is divided into batches, if the caller numbers the
//! rows. This module does not know what rows contain.

use crate::cells::Cells;
use crate::violations::Row;
use arrow_array::{Array, Int64Array};
use modelwright_metamodel::diagnostic::{Diagnostic, codes};

/// The places of the rows of a batch.
#[derive(Debug, Clone, Copy)]
pub struct Rows<'a> {
    documents: Documents<'a>,
    numbers: Numbers<'a>,
}

/// The names of the documents of rows: one for all, or a column of them.
#[derive(Debug, Clone, Copy)]
enum Documents<'a> {
    One(&'a str),
    Each(Cells<'a>),
}

/// The numbers of rows: counted from the first one, or a column of them.
#[derive(Debug, Clone, Copy)]
enum Numbers<'a> {
    From(i64),
    Each(&'a Int64Array),
}

impl<'a> Rows<'a> {
    /// Rows of one document, of which the first one of the batch has this number.
    ///
    /// ```
    /// use modelwright_table::Rows;
    ///
    /// assert_eq!(Rows::counted("orders", 100).at(2).number, 102);
    /// ```
    #[must_use]
    pub fn counted(document: &'a str, first: i64) -> Self {
        Self { documents: Documents::One(document), numbers: Numbers::From(first) }
    }

    /// Rows whose documents and numbers are columns of the table, so that they are the same however an engine divides
    /// it.
    ///
    /// ```
    /// use arrow_array::{Int64Array, StringArray};
    /// use modelwright_table::Rows;
    ///
    /// let (documents, numbers) = (StringArray::from(vec!["a", "b"]), Int64Array::from(vec![7, 3]));
    /// let rows = Rows::listed(&documents, &numbers)?;
    /// assert_eq!((rows.at(1).document, rows.at(1).number), ("b", 3));
    /// # Ok::<(), Box<modelwright_metamodel::diagnostic::Diagnostic>>(())
    /// ```
    ///
    /// # Errors
    /// If the documents are not texts, or the columns differ in length.
    pub fn listed(documents: &'a dyn Array, numbers: &'a Int64Array) -> Result<Self, Box<Diagnostic>> {
        let cells = Cells::new(documents).filter(|cells| !cells.has_bytes());
        let cells = cells.ok_or_else(|| {
            let message = format!(
                "expected a column of the names of documents, found one of type {}",
                documents.data_type()
            );
            Box::new(Diagnostic::error(codes::WRONG_USE, message))
        })?;
        if documents.len() != numbers.len() {
            let message = format!(
                "the column of documents has {} rows, but the column of numbers has {}",
                documents.len(),
                numbers.len()
            );
            return Err(Box::new(Diagnostic::error(codes::WRONG_USE, message)));
        }
        Ok(Self { documents: Documents::Each(cells), numbers: Numbers::Each(numbers) })
    }

    /// The place of the row at a position of the batch. A null name is empty, a null number 0.
    #[must_use]
    pub fn at(&self, position: usize) -> Row<'a> {
        let document = match self.documents {
            Documents::One(document) => document,
            Documents::Each(cells) => cells.text(position).unwrap_or_default(),
        };
        let number = match self.numbers {
            Numbers::From(first) => first.saturating_add(i64::try_from(position).unwrap_or(i64::MAX)),
            Numbers::Each(numbers) if position < numbers.len() && numbers.is_valid(position) => {
                numbers.value(position)
            }
            Numbers::Each(_) => 0,
        };
        Row { document, number }
    }
}
