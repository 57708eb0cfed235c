//! Columns of structs, lists and dictionaries: a class as a schema of Arrow, and the check of its rows.
//!
//! Invariants: a schema is planned once; a row has the verdict of its JSON form, with the same problems in the same
//! order and words; objects are made from the columns directly, and the JSON form is only written for rows with
//! problems, and for those that contain JSON text. This module does not know the rules.
//!
//! In the JSON form, a column is a key, a struct a map, a map of Arrow a map by keys; a null column is left out.

pub(crate) mod bind;
mod json;
mod moments;
pub(crate) mod plan;
pub(crate) mod schema;
mod walk;

pub use plan::Depth;

use crate::documents::{LoadedRow, RowChecker};
use crate::notation::Notation;
use crate::violations::Violations;
use crate::{RowType, Rows, documents};
use arrow_array::RecordBatch;
use arrow_schema::SchemaRef;
use bind::BoundObject;
use modelwright_metamodel::diagnostic::{Diagnostic, Diagnostics};
use modelwright_metamodel::model::Model;
use modelwright_notations::json::{JsonWriter, Layout};
use plan::Plan;
use std::sync::Arc;
use walk::Walk;

/// The class of rows as columns.
///
/// | Feature | Column |
/// | --- | --- |
/// | attribute | Boolean, Int8 to Int64, Float32, Float64, Binary; Utf8 for texts, dates and numbers of any size |
/// | attribute of an enumeration | Dictionary(Int32, Utf8) of its literals |
/// | reference | Utf8: an id, or an address such as `//@items.0` |
/// | containment | Struct; a field `$type` names the class if there are subclasses, whose fields are all present |
/// | map | Map of keys to values |
/// | anything with many values | List |
/// | values of any kind, and what is beyond [`Depth`] | Utf8: JSON text |
///
/// The field for the class is its discriminator instead of `$type` if all concrete subclasses have the same one; it
/// then contains the declared texts, and is there without subclasses, too.
///
/// A batch may have texts of any layout, integers of any width, large lists, and for dates Date32 or Timestamp of any
/// unit; columns that are missing have no values.
///
/// ```
/// use arrow_array::{RecordBatch, StringArray};
/// use modelwright_metamodel::ecore::Metamodel;
/// use modelwright_table::columns::{Columns, Depth};
/// use modelwright_table::violations::{Limits, Violations};
/// use modelwright_table::{RowType, Rows};
/// use std::sync::Arc;
///
/// let literals = RowType::new(Metamodel::ecore(), "http://www.eclipse.org/emf/2002/Ecore#//EEnumLiteral")?;
/// let columns = Columns::new(literals, Depth::default());
/// assert_eq!(columns.schema().field_with_name("value")?.data_type(), &arrow_schema::DataType::Int32);
///
/// let names = StringArray::from(vec![Some("red"), None]);
/// let batch = RecordBatch::try_from_iter([("name", Arc::new(names) as _)])?;
/// let mut violations = Violations::new(Limits::default());
/// columns.check(&batch, &Rows::counted("colours", 0), &mut violations)?;
/// assert_eq!((violations.counts().rows, violations.counts().faulty_rows), (2, 1));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Columns {
    rows: RowType,
    plan: Plan,
    schema: SchemaRef,
    notes: Diagnostics,
}

impl Columns {
    /// Plans the columns of a type of rows.
    #[must_use]
    pub fn new(rows: RowType, depth: Depth) -> Self {
        // What is nested more deeply than a reader accepts is read from its JSON form, so that the reader reports it.
        let depth = Depth { levels: depth.levels.min(rows.reading_limits().depth), ..depth };
        let (plan, notes) = Plan::new(rows.metamodel(), rows.class(), depth);
        let schema = Arc::new(schema::of_rows(&plan));
        Self { rows, plan, schema, notes }
    }

    /// The schema of the rows.
    #[must_use]
    pub fn schema(&self) -> &SchemaRef {
        &self.schema
    }

    /// Notes on what is a column of JSON text, and why.
    ///
    /// ```
    /// use modelwright_metamodel::ecore::Metamodel;
    /// use modelwright_table::RowType;
    /// use modelwright_table::columns::{Columns, Depth};
    ///
    /// let literals = RowType::new(Metamodel::ecore(), "http://www.eclipse.org/emf/2002/Ecore#//EEnumLiteral")?;
    /// let columns = Columns::new(literals, Depth::default());
    /// let note = columns.notes().iter().next().expect("annotations are elements of Ecore");
    /// assert!(note.message.starts_with("EModelElement.eAnnotations is a column of JSON text"));
    /// # Ok::<(), modelwright_metamodel::diagnostic::Diagnostics>(())
    /// ```
    #[must_use]
    pub fn notes(&self) -> &Diagnostics {
        &self.notes
    }

    /// The type of the rows.
    #[must_use]
    pub fn rows(&self) -> &RowType {
        &self.rows
    }

    /// Checks each row of a batch.
    ///
    /// # Errors
    /// If a column is of another type than in the schema, or the class has no feature for a column.
    pub fn check(
        &self,
        batch: &RecordBatch,
        places: &Rows<'_>,
        violations: &mut Violations,
    ) -> Result<(), Box<Diagnostic>> {
        let bound = self.bind(batch)?;
        self.check_rows(&bound, batch.num_rows(), places, violations);
        Ok(())
    }

    /// The plan of the columns.
    pub(crate) fn plan(&self) -> &Plan {
        &self.plan
    }

    /// Binds the columns of a batch to the plan.
    pub(crate) fn bind<'b>(&self, batch: &'b RecordBatch) -> Result<BoundObject<'b>, Box<Diagnostic>> {
        bind::bind_batch(&self.plan, batch)
    }

    /// Checks rows. A row whose objects cannot be made directly, or break a rule, is checked as a text, which finds the
    /// problems.
    pub(crate) fn check_rows(
        &self,
        bound: &BoundObject<'_>,
        len: usize,
        places: &Rows<'_>,
        violations: &mut Violations,
    ) {
        let (mut walk, mut checker) = (Walk::new(&self.plan), RowChecker::new(&self.rows, Notation::Json));
        let no_problems = Diagnostics::new();
        for row in 0..len {
            if checker.accepts_objects(|loader| walk.make_row(loader, bound, row)) {
                violations.row(places.at(row), &no_problems);
            } else {
                violations.row(places.at(row), &self.check_text(&mut checker, bound, row));
            }
        }
    }

    /// The objects of a row, with the references by id that have no target in it. `None` if only the reader of JSON can
    /// decide whether the row is valid.
    pub(crate) fn load_row(&self, bound: &BoundObject<'_>, row: usize) -> Option<LoadedRow> {
        let mut model = Model::new(Arc::clone(self.rows.metamodel()));
        let mut walk = Walk::new(&self.plan);
        let collects_missing = true;
        let loaded =
            documents::load(&mut model, collects_missing, |loader| walk.make_row(loader, bound, row));
        let document = loaded.ok().flatten()?;
        Some(LoadedRow { model, document, problems: Diagnostics::new() })
    }

    /// The JSON form of a row.
    pub(crate) fn text(&self, bound: &BoundObject<'_>, row: usize) -> Result<String, Box<Diagnostic>> {
        let mut writer = JsonWriter::new(Layout::Compact);
        json::write_object(&self.plan, bound, row, &mut writer)?;
        Ok(writer.finish())
    }

    /// The problems of a row in its JSON form.
    fn check_text(&self, checker: &mut RowChecker, bound: &BoundObject<'_>, row: usize) -> Diagnostics {
        let text = match self.text(bound, row) {
            Ok(text) => text,
            Err(problem) => return Diagnostics::from(*without_place(*problem)),
        };
        let mut problems = checker.check_text(&text);
        for problem in problems.iter_mut() {
            // Positions in a text that is not in the table mean nothing.
            problem.labels.clear();
        }
        problems
    }
}

/// The problem without a position in a text.
fn without_place(problem: Diagnostic) -> Box<Diagnostic> {
    Box::new(Diagnostic { labels: Vec::new(), ..problem })
}
