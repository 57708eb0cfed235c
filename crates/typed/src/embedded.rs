//! Metamodels embedded in programs: generated types contain the text of the metamodel they were generated from.
//!
//! Invariant: the text is parsed and its logic is prepared once, by the thread that first needs them. This module
//! does not know the language of logic.

use crate::diagnostic::{Diagnostic, Diagnostics, Source, codes};
use crate::ecore::{Metamodel, ValueRules, builtin};
use crate::model::{Document, Model, ecore};
use crate::validate::LogicChecker;
use crate::xmi::{self, ReadOptions};
use std::sync::{Arc, OnceLock};

/// Prepares the logic of a metamodel, so that it can be evaluated for any number of documents.
pub type PrepareLogic = fn(&Arc<Metamodel>) -> Box<dyn LogicChecker>;

/// A metamodel as the text of an `.ecore` file, which is parsed on first use.
#[derive(Debug)]
pub struct Embedded {
    /// The name of the metamodel in messages.
    name: &'static str,
    /// The text of the `.ecore` file.
    text: &'static str,
    /// The rules for the values of attributes that are not set.
    value_rules: ValueRules,
    /// Prepares the logic; `None` if the metamodel has none.
    prepare: Option<PrepareLogic>,
    /// The parsed metamodel, once it is needed.
    metamodel: OnceLock<Result<Arc<Metamodel>, Diagnostics>>,
    /// The prepared logic, once it is needed.
    logic: OnceLock<Box<dyn LogicChecker>>,
}

impl Embedded {
    /// A metamodel from the text of a file; the name is used in messages.
    #[must_use]
    pub const fn new(name: &'static str, text: &'static str) -> Self {
        let value_rules = ValueRules::Java;
        Self { name, text, value_rules, prepare: None, metamodel: OnceLock::new(), logic: OnceLock::new() }
    }

    /// The same metamodel with logic, which is prepared for evaluation by `modelwright_evaluation::logic::prepare`.
    #[must_use]
    pub const fn with_logic(mut self, prepare: PrepareLogic) -> Self {
        self.prepare = Some(prepare);
        self
    }

    /// The same metamodel, in which an attribute that is not set has a value only if it declares a default
    /// ([`ValueRules::Declared`]).
    #[must_use]
    pub const fn with_declared_values(mut self) -> Self {
        self.value_rules = ValueRules::Declared;
        self
    }

    /// Evaluates the metamodel's logic, if there is any; prepared once for all threads.
    pub(super) fn logic(&self, metamodel: &Arc<Metamodel>) -> Option<&dyn LogicChecker> {
        let prepare = self.prepare?;
        Some(&**self.logic.get_or_init(|| prepare(metamodel)))
    }

    /// The metamodel.
    ///
    /// # Errors
    /// If the text is not a valid metamodel. Generated text always is.
    pub fn metamodel(&self) -> Result<&Arc<Metamodel>, Diagnostics> {
        self.metamodel
            .get_or_init(|| load(self.name, self.text, self.value_rules))
            .as_ref()
            .map_err(Clone::clone)
    }
}

/// Parses the text of a metamodel.
fn load(name: &str, text: &str, value_rules: ValueRules) -> Result<Arc<Metamodel>, Diagnostics> {
    let mut base = Metamodel::ecore();
    // Few metamodels use the types of XML Schema, so the built-in packages are added only if the text contains their
    // URIs.
    for uri in builtin::OPTIONAL_URIS.iter().filter(|uri| text.contains(**uri)) {
        base = base.with_built_in(uri).map_or(base, Arc::new);
    }
    let mut model = Model::new(Arc::clone(&base));
    let options = ReadOptions::default();
    let mut document = Document::new(name);
    // The rules are passed separately, because they depend on whether the `.ecore` text was generated from a `.pp`
    // file, which the text does not show (Decision 19).
    document.value_rules = value_rules;
    let (document, problems) = xmi::read(&Source::new(name, text), &mut model, document, &options);
    if problems.has_errors() {
        return Err(problems);
    }
    let loaded = ecore::from_models(&model, &[document], &base);
    // Problems are ignored: the generator of the types has reported invalid elements, and the other elements are
    // usable.
    Ok(Arc::new(loaded.metamodel))
}

/// A package to which generated types belong.
#[derive(Debug)]
pub struct Package {
    /// The namespace URI of the package; its name if it has none.
    pub uri: &'static str,
    /// The metamodel that contains the package.
    pub metamodel: &'static Embedded,
    /// Whether serde's formats contain values that equal their defaults.
    pub(super) writes_defaults: bool,
    /// Whether keys that are not features are ignored, in serde's formats, and when JSON and YAML are read.
    pub(super) ignores_unknown_keys: bool,
    /// The key with the name of an object's class.
    pub(super) discriminator: &'static str,
}

impl Package {
    /// The package with a namespace URI, or with a name if it has none.
    #[must_use]
    pub const fn new(uri: &'static str, metamodel: &'static Embedded) -> Self {
        let (writes_defaults, ignores_unknown_keys) = (false, false);
        Self { uri, metamodel, writes_defaults, ignores_unknown_keys, discriminator: TYPE }
    }

    /// The same package, whose types write values that equal their defaults, in serde's formats.
    #[must_use]
    pub const fn with_defaults(self) -> Self {
        Self { writes_defaults: true, ..self }
    }

    /// The same package, whose types ignore keys that are not features.
    #[must_use]
    pub const fn ignoring_unknown_keys(self) -> Self {
        Self { ignores_unknown_keys: true, ..self }
    }

    /// The same package, whose types name the class of an object under another key than `$type`.
    #[must_use]
    pub const fn with_discriminator(self, discriminator: &'static str) -> Self {
        Self { discriminator, ..self }
    }
}

/// The usual key with the name of an object's class.
pub(super) const TYPE: &str = "$type";

/// The metamodel of a type that has at least one class.
pub(super) fn metamodel_of<T: super::Element>() -> Result<&'static Arc<Metamodel>, Diagnostics> {
    embedded_of::<T>()?.metamodel()
}

/// The embedded metamodel of a type that has at least one class.
pub(super) fn embedded_of<T: super::Element>() -> Result<&'static Embedded, Diagnostics> {
    match T::CLASSES.first() {
        // All classes of a type belong to the same metamodel.
        Some(class) => Ok(class.package.metamodel),
        None => {
            let message = "an abstract class without subclasses has no objects".to_owned();
            Err(Diagnostic::error(codes::NOT_REPRESENTABLE, message).into())
        }
    }
}
