//! Metamodels inside programs: generated types carry the text of the one they were generated from.
//!
//! Invariant: the text is read once, when it is first needed, and by whichever thread comes first.

use crate::diagnostic::{Diagnostic, Diagnostics, Source, codes};
use crate::ecore::{Metamodel, builtin};
use crate::model::{Document, DocumentId, Model, ecore};
use crate::xmi::{self, ReadOptions};
use std::sync::{Arc, OnceLock};

/// Evaluates the logic that a metamodel carries for the objects of a document; reports at most so many problems.
///
/// This crate reads metamodels without understanding their logic; `modelwright_language::logic::validate` does.
pub type LogicCheck = fn(&Model, DocumentId, usize) -> Diagnostics;

/// A metamodel as the text of an `.ecore` file, which is read when it is first needed.
#[derive(Debug)]
pub struct Embedded {
    name: &'static str,
    text: &'static str,
    logic: Option<LogicCheck>,
    loaded: OnceLock<Result<Arc<Metamodel>, Diagnostics>>,
}

impl Embedded {
    /// The metamodel of a file's text; the name is for messages.
    #[must_use]
    pub const fn new(name: &'static str, text: &'static str) -> Self {
        Self { name, text, logic: None, loaded: OnceLock::new() }
    }

    /// The same metamodel, whose checks and invariants are evaluated by `check`.
    #[must_use]
    pub const fn with_logic(mut self, check: LogicCheck) -> Self {
        self.logic = Some(check);
        self
    }

    /// Evaluates the checks and invariants for a document, where there are any.
    pub(super) fn check_logic(&self, model: &Model, document: DocumentId) -> Diagnostics {
        self.logic.map_or_else(Diagnostics::new, |check| check(model, document, Diagnostics::LIMIT))
    }

    /// The metamodel.
    ///
    /// # Errors
    /// Where the text is not that of a sound metamodel, which generated text always is.
    pub fn metamodel(&self) -> Result<&Arc<Metamodel>, Diagnostics> {
        self.loaded.get_or_init(|| load(self.name, self.text)).as_ref().map_err(Clone::clone)
    }
}

fn load(name: &str, text: &str) -> Result<Arc<Metamodel>, Diagnostics> {
    let mut base = Metamodel::ecore();
    if text.contains(builtin::XML_TYPE_URI) {
        base = Arc::new(base.with_xml_types());
    }
    let mut model = Model::new(Arc::clone(&base));
    let options = ReadOptions::default();
    let (document, problems) = xmi::read(&Source::new(name, text), &mut model, Document::new(name), &options);
    if problems.has_errors() {
        return Err(problems);
    }
    let made = ecore::from_models(&model, &[document], &base);
    // Elements that are unsound were so for whoever generated, and are usable all the same.
    Ok(Arc::new(made.metamodel))
}

/// A package that generated types belong to.
#[derive(Debug)]
pub struct Package {
    /// Its namespace URI; its name where it has none.
    pub uri: &'static str,
    /// The metamodel that it is part of.
    pub metamodel: &'static Embedded,
}

impl Package {
    /// The package of a namespace URI, or of a name where it has none.
    #[must_use]
    pub const fn new(uri: &'static str, metamodel: &'static Embedded) -> Self {
        Self { uri, metamodel }
    }
}

/// The metamodel of a type that has at least one class.
pub(super) fn metamodel_of<T: super::Element>() -> Result<&'static Arc<Metamodel>, Diagnostics> {
    embedded_of::<T>()?.metamodel()
}

/// The metamodel of a type that has at least one class, as the program carries it.
pub(super) fn embedded_of<T: super::Element>() -> Result<&'static Embedded, Diagnostics> {
    match T::CLASSES.first() {
        Some(class) => Ok(class.package.metamodel),
        None => {
            let message = "an abstract class without subclasses has no objects".to_owned();
            Err(Diagnostic::error(codes::NO_PLACE_IN_TYPES, message).into())
        }
    }
}
