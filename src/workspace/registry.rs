//! The registry of a workspace: its formats, importers, rules, targets and metamodels.
//!
//! [`Registry::standard`] contains the entries of modelwright; callers add their own to a copy of it. Invariants: names
//! are unique; a notation that would recognise every document is rejected when it is added. This module does not read
//! documents.

use super::{DocumentReader, Importer};
use crate::files::Files;
use crate::formats::{Format, Notation};
use modelwright_codegen::Target;
use modelwright_metamodel::diagnostic::{Diagnostic, codes};
use modelwright_metamodel::ecore::Metamodel;
use modelwright_validation::ObjectRule;
use std::path::Path;
use std::sync::Arc;

/// The formats, importers, rules, targets and metamodels that a workspace uses.
///
/// ```
/// use modelwright::formats::{Format, Notation};
/// use modelwright::workspace::{Registry, Workspace};
/// use std::sync::Arc;
///
/// static LISTS: Format = Format::text(
///     Notation { extensions: &["list"], ..Notation::new("list", "the number of roots") },
///     |model, document, _, sink| {
///         sink.write_all(format!("{} roots\n", model.document(document).roots().len()).as_bytes())?;
///         Ok(Default::default())
///     },
/// );
/// let mut registry = Registry::default();
/// registry.add_format(&LISTS)?;
/// assert!(registry.add_format(&LISTS).is_err(), "the name is taken");
/// let workspace = Workspace { registry: Arc::new(registry), ..Workspace::default() };
/// assert!(workspace.registry.format("list").is_some());
/// # Ok::<(), Box<modelwright::metamodel::diagnostic::Diagnostic>>(())
/// ```
#[derive(Debug, Clone)]
pub struct Registry {
    formats: Vec<&'static Format>,
    importers: Vec<&'static dyn Importer>,
    rules: Vec<Arc<dyn ObjectRule>>,
    targets: Vec<&'static Target>,
    metamodels: Vec<Arc<Metamodel>>,
}

impl Default for Registry {
    /// A copy of [`Registry::standard`], to which entries can be added.
    fn default() -> Self {
        Self::standard().as_ref().clone()
    }
}

/// Texts that are not in any notation. A notation that recognises one of them would recognise every document.
const TEXTS_WITHOUT_NOTATION: [&str; 3] = ["", "\u{1}", "~~ no notation of models begins like this ~~\n"];

impl Registry {
    /// A registry without entries.
    #[must_use]
    pub fn empty() -> Self {
        Self {
            formats: Vec::new(),
            importers: Vec::new(),
            rules: Vec::new(),
            targets: Vec::new(),
            metamodels: Vec::new(),
        }
    }

    /// A registry of modelwright's own entries. A test checks them, so programs need not check them when they start.
    pub(crate) fn from_entries(
        formats: &[&'static Format],
        importers: &[&'static dyn Importer],
        rules: Vec<Arc<dyn ObjectRule>>,
        targets: &'static [Target],
    ) -> Self {
        let (formats, importers) = (formats.to_vec(), importers.to_vec());
        Self { formats, importers, rules, targets: targets.iter().collect(), ..Self::empty() }
    }

    /// Adds a format.
    ///
    /// # Errors
    /// If another format has the same name, or its notation recognises every document or panics.
    pub fn add_format(&mut self, format: &'static Format) -> Result<(), Box<Diagnostic>> {
        let names = self.formats.iter().map(|format| format.name());
        check_name("format", format.name(), names)?;
        check_recognition("format", &format.notation)?;
        // Fallbacks stay last, because content that they recognise may be in another notation.
        let first_fallback = self.formats.iter().position(|known| known.notation.is_fallback);
        let position = if format.notation.is_fallback { None } else { first_fallback };
        self.formats.insert(position.unwrap_or(self.formats.len()), format);
        Ok(())
    }

    /// Adds an importer. It reads the documents of the format with the same name, if there is one.
    ///
    /// # Errors
    /// If another importer has the same name, or its notation recognises every document or panics.
    pub fn add_importer(&mut self, importer: &'static dyn Importer) -> Result<(), Box<Diagnostic>> {
        let names = self.importers.iter().map(|importer| importer.notation().name);
        check_name("importer", importer.notation().name, names)?;
        check_recognition("importer", importer.notation())?;
        self.importers.push(importer);
        Ok(())
    }

    /// Adds a rule, which checks every object of a document after the rules of EMF.
    ///
    /// # Errors
    /// If another rule has the same name.
    pub fn add_rule(&mut self, rule: Arc<dyn ObjectRule>) -> Result<(), Box<Diagnostic>> {
        check_name("rule", rule.name(), self.rules.iter().map(|rule| rule.name()))?;
        self.rules.push(rule);
        Ok(())
    }

    /// Adds a target of code generation.
    ///
    /// # Errors
    /// If another target has the same name.
    pub fn add_target(&mut self, target: &'static Target) -> Result<(), Box<Diagnostic>> {
        check_name("target", target.name, self.targets.iter().map(|target| target.name))?;
        self.targets.push(target);
        Ok(())
    }

    /// Adds a metamodel, so that documents need not specify its location.
    ///
    /// # Errors
    /// If another added metamodel has a package with the same namespace.
    pub fn add_metamodel(&mut self, metamodel: Arc<Metamodel>) -> Result<(), Box<Diagnostic>> {
        for (_, package) in metamodel.packages().filter(|(id, _)| !metamodel.is_ecore_package(*id)) {
            let Some(uri) = package.ns_uri.as_deref() else { continue };
            if self.metamodels.iter().any(|known| known.package_by_uri(uri).is_some()) {
                return Err(conflict(format!("two metamodels have a package with the namespace `{uri}`")));
            }
        }
        self.metamodels.push(metamodel);
        Ok(())
    }

    /// All formats, in the order of help texts, and in which content is recognised.
    pub fn formats(&self) -> impl Iterator<Item = &'static Format> {
        self.formats.iter().copied()
    }

    /// All importers, in the order in which content is recognised.
    pub fn importers(&self) -> impl Iterator<Item = &'static dyn Importer> {
        self.importers.iter().copied()
    }

    /// The rules in addition to those of EMF.
    #[must_use]
    pub fn rules(&self) -> &[Arc<dyn ObjectRule>] {
        &self.rules
    }

    /// All targets, in the order shown to users.
    pub fn targets(&self) -> impl Iterator<Item = &'static Target> {
        self.targets.iter().copied()
    }

    /// The target with a name.
    #[must_use]
    pub fn target(&self, name: &str) -> Option<&'static Target> {
        self.targets().find(|target| target.name == name)
    }

    /// The added metamodel that contains the package with a namespace.
    #[must_use]
    pub fn metamodel(&self, uri: &str) -> Option<&Arc<Metamodel>> {
        self.metamodels.iter().find(|metamodel| metamodel.package_by_uri(uri).is_some())
    }

    /// The format with a name.
    #[must_use]
    pub fn format(&self, name: &str) -> Option<&'static Format> {
        self.formats().find(|format| format.name() == name)
    }

    /// The format of a file, according to its name.
    #[must_use]
    pub fn format_by_path(&self, path: &Path) -> Option<&'static Format> {
        self.formats().find(|format| format.notation.matches_path(path))
    }

    /// The format that recognises some content.
    #[must_use]
    pub fn format_by_content(&self, bytes: &[u8]) -> Option<&'static Format> {
        self.formats().find(|format| format.notation.matches_content(bytes))
    }

    /// Whether a name is that of a reader of modelwright, not of a caller.
    pub(super) fn is_own(name: &str) -> bool {
        Self::standard().reader(name).is_some()
    }

    /// All readers of documents: importers, then formats that do not need an importer.
    pub fn readers(&self) -> impl Iterator<Item = DocumentReader> {
        let importers = self.importers().map(DocumentReader::Importer);
        let formats = self.formats().filter(|format| format.is_read()).map(DocumentReader::Format);
        importers.chain(formats)
    }

    /// The reader with a name.
    #[must_use]
    pub fn reader(&self, name: &str) -> Option<DocumentReader> {
        self.readers().find(|reader| reader.name() == name)
    }

    /// The reader of a file, according to its name.
    #[must_use]
    pub fn reader_by_path(&self, path: &Path) -> Option<DocumentReader> {
        self.readers().find(|reader| reader.notation().matches_path(path))
    }

    /// The reader of a file, according to its name, and to its content if several notations have the same extension.
    #[must_use]
    pub fn reader_by_file(&self, files: &dyn Files, path: &Path) -> Option<DocumentReader> {
        let by_name = self.reader_by_path(path);
        // A pipe is not read, because its content can be read only once.
        if !self.readers().any(|reader| reader.notation().may_match_file(path)) || !files.is_file(path) {
            return by_name;
        }
        files
            .read(path, super::HEAD_LENGTH)
            .ok()
            .and_then(|head| self.reader_by_start(path, &head))
            .or(by_name)
    }

    /// The reader of a file with an extension that several notations have, according to its first bytes.
    pub(super) fn reader_by_start(&self, path: &Path, bytes: &[u8]) -> Option<DocumentReader> {
        self.readers().find(|reader| reader.notation().matches_file(path, bytes))
    }

    /// The reader that recognises some content.
    #[must_use]
    pub fn reader_by_content(&self, bytes: &[u8]) -> Option<DocumentReader> {
        self.readers().find(|reader| reader.notation().matches_content(bytes))
    }

    /// All notations: those of formats, then those that only importers have.
    #[must_use]
    pub fn notations(&self) -> Vec<&'static Notation> {
        let mut notations: Vec<&Notation> = self.formats().map(|format| &format.notation).collect();
        for importer in self.importers() {
            let notation = importer.notation();
            if notations.iter().all(|known| known.name != notation.name) {
                notations.push(notation);
            }
        }
        notations
    }

    /// The names of all formats, for messages.
    #[must_use]
    pub fn format_names(&self) -> String {
        join(self.formats().map(Format::name))
    }

    /// The names of the formats that can express a model of any metamodel, for messages.
    #[must_use]
    pub fn names_for_any_model(&self) -> String {
        let general = self.formats().filter(|format| format.is_read() && !format.is_for_metamodels);
        join(general.map(Format::name))
    }

    /// The names of all notations that can be read, for messages.
    #[must_use]
    pub fn reader_names(&self) -> String {
        join(self.notations().into_iter().map(|notation| notation.name))
    }

    /// The problem of an input whose notation is not recognised; if a reader panicked instead of recognising it, that
    /// problem.
    #[must_use]
    pub fn unknown(&self, name: &str, bytes: &[u8]) -> Diagnostic {
        match self.readers().find_map(|reader| reader.notation().recognise(bytes).err()) {
            Some(failure) => *failure,
            None => {
                let help = format!("specify the format with --from, one of: {}", self.reader_names());
                unknown_format(name).help(help)
            }
        }
    }
}

/// The problem of an input whose format is not recognised.
pub(super) fn unknown_format(name: &str) -> Diagnostic {
    let message = format!("the format of {name} cannot be determined from its name or content");
    Diagnostic::error(codes::UNKNOWN_FORMAT, message)
}

/// Names as a list in a message.
fn join<'n>(names: impl Iterator<Item = &'n str>) -> String {
    names.collect::<Vec<_>>().join(", ")
}

/// The problem of two entries that exclude each other.
fn conflict(message: String) -> Box<Diagnostic> {
    Box::new(Diagnostic::error(codes::REGISTRY, message).help("rename or remove one of them"))
}

/// Fails if a name is already known.
fn check_name<'n>(
    kind: &str,
    name: &str,
    mut known_names: impl Iterator<Item = &'n str>,
) -> Result<(), Box<Diagnostic>> {
    if known_names.any(|known_name| known_name == name) {
        return Err(conflict(format!("there are two {kind}s with the name `{name}`")));
    }
    Ok(())
}

/// Checks that a notation neither recognises texts that are in no notation, nor resembles them, nor panics for them.
fn check_recognition(kind: &str, notation: &Notation) -> Result<(), Box<Diagnostic>> {
    for text in TEXTS_WITHOUT_NOTATION {
        if notation.recognise(text.as_bytes())? {
            let message = format!("the {kind} `{}` claims every document", notation.name);
            let help = "let `looks_like` recognise how documents of the notation begin";
            return Err(Box::new(Diagnostic::error(codes::REGISTRY, message).help(help)));
        }
        if notation.resembles_document(text.as_bytes())? {
            let message = format!("the {kind} `{}` resembles every document", notation.name);
            let help = "let `resembles` accept only what may be in the notation";
            return Err(Box::new(Diagnostic::error(codes::REGISTRY, message).help(help)));
        }
    }
    Ok(())
}
