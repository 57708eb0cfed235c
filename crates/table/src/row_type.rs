//! What rows are: documents of one class of a metamodel, and how they are judged.
//!
//! Invariant: a type of rows exists only if its class does, so that a wrong name fails before the first row is read.
//! This module does not know tables.

use crate::notation::Notation;
use crate::root_class::RootClass;
use modelwright::files::Memory;
use modelwright::workspace::{Registry, Workspace};
use modelwright_metamodel::diagnostic::{Diagnostics, Source};
use modelwright_metamodel::ecore::{ClassId, Metamodel};
use modelwright_metamodel::input::Limits;
use modelwright_metamodel::model::{Document, Model};
use modelwright_notations::json;
use modelwright_notations::tree::{UntypedDocument, class_named};
use std::sync::Arc;

/// The maximum size of a cell that is read, in bytes, unless [`RowType::limits`] sets another one.
const MAX_CELL_BYTES: usize = 16 << 20;

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
    /// Reads and judges rows. It has the metamodel of the rows, and loads no files that would extend that metamodel.
    workspace: Workspace,
    /// The registry of the workspace, with the rule that roots are of the class.
    registry: Arc<Registry>,
    metamodel: Arc<Metamodel>,
    class: ClassId,
    name: String,
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
    /// have the name. Rows refer to no files, but to the shipped metamodels.
    ///
    /// # Errors
    /// If there is no such class, or several have the name.
    pub fn new(metamodel: Arc<Metamodel>, class: &str) -> Result<Self, Diagnostics> {
        let files = Arc::new(Memory::new());
        Self::in_workspace(&Workspace { files, metamodel: Some(metamodel), ..Workspace::default() }, class)
    }

    /// The type of rows that contain an object of a class of the metamodel of a workspace. Rows are checked like
    /// documents of this workspace that are in a directory without other files.
    ///
    /// ```
    /// use modelwright::files::Memory;
    /// use modelwright::workspace::Workspace;
    /// use modelwright_table::RowType;
    /// use std::sync::Arc;
    ///
    /// let files = Arc::new(Memory::from_iter([("/cars.pp", "package cars { uri => 'urn:cars' } type Car {}")]));
    /// let workspace = Workspace { files, models: vec!["/cars.pp".into()], ..Workspace::default() };
    /// let cars = RowType::in_workspace(&workspace, "Car")?;
    /// assert_eq!(cars.metamodel()[cars.class()].name, "Car");
    /// # Ok::<(), modelwright_metamodel::diagnostic::Diagnostics>(())
    /// ```
    ///
    /// # Errors
    /// If the metamodel has errors, there is no such class, or several have the name.
    pub fn in_workspace(workspace: &Workspace, class: &str) -> Result<Self, Diagnostics> {
        let (metamodel, problems) = workspace.given_metamodel();
        if problems.has_errors() {
            return Err(problems);
        }
        let Ok(class_id) = class_named(&metamodel, class) else {
            return Err(class_problems(metamodel, class));
        };
        let mut registry = Registry::clone(&workspace.registry);
        registry.add_rule(Arc::new(RootClass::new(&metamodel, class_id))).map_err(|problem| *problem)?;
        let mut workspace =
            Workspace { metamodel: Some(Arc::clone(&metamodel)), models: Vec::new(), ..workspace.clone() };
        workspace.reading.limits.document = workspace.reading.limits.document.min(MAX_CELL_BYTES);
        let name = class.to_owned();
        let registry = Arc::new(registry);
        Ok(Self { workspace, registry, metamodel, class: class_id, name, references: References::default() })
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
        let mut workspace = self.workspace;
        workspace.reading.limits = limits;
        Self { workspace, ..self }
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

    /// The metamodel of the rows.
    #[must_use]
    pub fn metamodel(&self) -> &Arc<Metamodel> {
        &self.metamodel
    }

    /// The class of the rows.
    #[must_use]
    pub fn class(&self) -> ClassId {
        self.class
    }

    /// Whether targets of references may be in other rows.
    #[must_use]
    pub fn has_references_between_rows(&self) -> bool {
        self.references == References::BetweenRows
    }

    /// The limits of the size and the depth of a row.
    pub(crate) fn reading_limits(&self) -> Limits {
        self.workspace.reading.limits
    }

    /// The workspace in which rows of a notation are read and judged.
    pub(crate) fn workspace_for(&self, notation: Notation) -> Workspace {
        let mut workspace = self.workspace.clone();
        match notation {
            // Documents in these notations may omit the class of a root, so that the reader must know it.
            Notation::Json | Notation::Yaml => {
                workspace.reading.values.push("root-class", self.name.as_str());
            }
            // XMI names the classes of its roots itself, so a rule of this registry checks them.
            Notation::Xmi => workspace.registry = Arc::clone(&self.registry),
        }
        workspace
    }
}

/// The problems that the reader of JSON reports if the class of a root does not exist.
fn class_problems(metamodel: Arc<Metamodel>, class: &str) -> Diagnostics {
    // Reading an empty object of this class reports why there is no such class.
    let untyped_document = Some(UntypedDocument { root: class.to_owned(), discriminator: None });
    let options = json::ReadOptions { untyped: untyped_document, ..json::ReadOptions::default() };
    let source = Source::new("rows", "{}");
    let (_, problems) = json::read(&source, &mut Model::new(metamodel), Document::new("rows"), &options);
    problems
}
