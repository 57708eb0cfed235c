//! Metamodels inside programs: generated types carry the text of the one they were generated from.
//!
//! Invariant: the text is read once, when it is first needed, and by whichever thread comes first.

use crate::diagnostic::{Diagnostic, Diagnostics, Source, codes};
use crate::ecore::{Metamodel, builtin};
use crate::model::{Document, Model, ecore};
use crate::xmi::{self, ReadOptions};
use std::sync::{Arc, OnceLock};

/// A metamodel as the text of an `.ecore` file, which is read when it is first needed.
#[derive(Debug)]
pub struct Embedded {
    name: &'static str,
    text: &'static str,
    loaded: OnceLock<Result<Arc<Metamodel>, Diagnostics>>,
}

impl Embedded {
    /// The metamodel of a file's text; the name is for messages.
    #[must_use]
    pub const fn new(name: &'static str, text: &'static str) -> Self {
        Self { name, text, loaded: OnceLock::new() }
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
    match T::CLASSES.first() {
        Some(class) => class.package.metamodel.metamodel(),
        None => {
            let message = "an abstract class without subclasses has no objects".to_owned();
            Err(Diagnostic::error(codes::NO_PLACE_IN_TYPES, message).into())
        }
    }
}
