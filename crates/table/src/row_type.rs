//! What rows are: documents of one class of a metamodel, and how they are judged.
//!
//! Invariant: a type of rows exists only if its class does, so that a wrong name fails before the first row is read.
//! This module does not know tables.

use modelwright_metamodel::diagnostic::{Diagnostics, Source};
use modelwright_metamodel::ecore::{ClassId, Metamodel};
use modelwright_metamodel::input::Limits;
use modelwright_metamodel::model::{Document, Model};
use modelwright_notations::json;
use modelwright_notations::tree::{UntypedDocument, class_named};
use modelwright_validation::{LogicChecker, ObjectRule};
use std::sync::Arc;

/// The maximum size of a cell that is read, in bytes, unless [`RowType::limits`] sets another one.
const CELL_BYTES: usize = 16 << 20;

/// The class of the objects in rows, and how they are checked. It is made once and shared by all threads.
///
/// ```
/// use modelwright_metamodel::ecore::Metamodel;
/// use modelwright_table::RowType;
///
/// let packages = RowType::new(Metamodel::ecore(), "http://www.eclipse.org/emf/2002/Ecore#//EPackage")?;
/// assert_eq!(packages.metamodel()[packages.class()].name, "EPackage");
/// let class = "http://www.eclipse.org/emf/2002/Ecore#//EPakage";
/// let problems = RowType::new(Metamodel::ecore(), class).expect_err("no such class");
/// assert_eq!(problems.iter().next().expect("a problem").code.id(), "MW0106");
/// # Ok::<(), modelwright_metamodel::diagnostic::Diagnostics>(())
/// ```
#[derive(Debug, Clone)]
pub struct RowType {
    metamodel: Arc<Metamodel>,
    class: ClassId,
    name: String,
    limits: Limits,
    rules: Vec<Arc<dyn ObjectRule>>,
    logic: Option<Arc<dyn LogicChecker>>,
    references: References,
}

/// Where the targets of references are.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum References {
    /// In the same row; others are violations.
    #[default]
    InRow,
    /// A reference by id that has no target in its row may have one in another row: it is not a violation of its row,
    /// but listed by [`references::uses`](crate::references::uses()).
    BetweenRows,
}

impl RowType {
    /// The type of rows that contain an object of a class. `class` is its name, or `NSURI#//NAME` if several packages
    /// have the name.
    ///
    /// # Errors
    /// If there is no such class, or several have the name.
    pub fn new(metamodel: Arc<Metamodel>, class: &str) -> Result<Self, Diagnostics> {
        let limits = Limits { document: CELL_BYTES, ..Limits::default() };
        match class_named(&metamodel, class) {
            Ok(found) => Ok(Self {
                metamodel,
                class: found,
                name: class.to_owned(),
                limits,
                rules: Vec::new(),
                logic: None,
                references: References::default(),
            }),
            Err(_) => Err(class_problems(metamodel, class)),
        }
    }

    /// The same type with other limits on the size and the depth of rows. A row that exceeds them is a violation.
    ///
    /// ```
    /// use modelwright_metamodel::ecore::Metamodel;
    /// use modelwright_metamodel::input::Limits;
    /// use modelwright_table::RowType;
    ///
    /// let limits = Limits { document: 1 << 20, ..Limits::default() };
    /// let packages = RowType::new(Metamodel::ecore(), "http://www.eclipse.org/emf/2002/Ecore#//EPackage")?;
    /// let packages = packages.limits(limits);
    /// assert_eq!(packages.metamodel().packages().count(), 1);
    /// # Ok::<(), modelwright_metamodel::diagnostic::Diagnostics>(())
    /// ```
    #[must_use]
    pub fn limits(self, limits: Limits) -> Self {
        Self { limits, ..self }
    }

    /// The same type with the logic of its metamodel, which is otherwise not checked.
    #[must_use]
    pub fn logic(self, logic: Arc<dyn LogicChecker>) -> Self {
        Self { logic: Some(logic), ..self }
    }

    /// The same type with rules of the caller, which run after those of EMF.
    #[must_use]
    pub fn rules(self, rules: Vec<Arc<dyn ObjectRule>>) -> Self {
        Self { rules, ..self }
    }

    /// The same type with targets of references in other places.
    ///
    /// ```
    /// use modelwright_metamodel::ecore::Metamodel;
    /// use modelwright_table::{References, RowType};
    ///
    /// let packages = RowType::new(Metamodel::ecore(), "http://www.eclipse.org/emf/2002/Ecore#//EPackage")?;
    /// let packages = packages.references(References::BetweenRows);
    /// assert_eq!(packages.has_references_between_rows(), true);
    /// # Ok::<(), modelwright_metamodel::diagnostic::Diagnostics>(())
    /// ```
    #[must_use]
    pub fn references(self, references: References) -> Self {
        Self { references, ..self }
    }

    /// The metamodel.
    #[must_use]
    pub fn metamodel(&self) -> &Arc<Metamodel> {
        &self.metamodel
    }

    /// The class.
    #[must_use]
    pub fn class(&self) -> ClassId {
        self.class
    }

    /// Whether targets of references may be in other rows.
    #[must_use]
    pub fn has_references_between_rows(&self) -> bool {
        self.references == References::BetweenRows
    }

    /// The name of the class, as the caller wrote it.
    pub(crate) fn name(&self) -> &str {
        &self.name
    }

    pub(crate) fn reading_limits(&self) -> Limits {
        self.limits
    }

    pub(crate) fn object_rules(&self) -> &[Arc<dyn ObjectRule>] {
        &self.rules
    }

    pub(crate) fn logic_checker(&self) -> Option<&dyn LogicChecker> {
        self.logic.as_deref()
    }
}

/// The problems of a class that does not exist, in the words of a reader that meets it.
fn class_problems(metamodel: Arc<Metamodel>, class: &str) -> Diagnostics {
    let untyped = Some(UntypedDocument { root: class.to_owned(), discriminator: None });
    let options = json::ReadOptions { untyped, ..json::ReadOptions::default() };
    let source = Source::new("rows", "{}");
    json::read(&source, &mut Model::new(metamodel), Document::new("rows"), &options).1
}
