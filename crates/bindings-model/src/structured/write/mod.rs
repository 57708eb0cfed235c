//! Writes objects as structured bindings, in one canonical form.
//!
//! Invariants: a construct that the notation cannot express is an error that names the binding; before the text is
//! returned, it is read back without errors. Recursion is limited by the conversion of the model to plain types.

mod entries;
mod producers;
mod site;

use super::{Notation, VERSION};
use crate::generated::bindings as b;
use crate::text::{self, Writer as LanguageWriter};
use modelwright_metamodel::diagnostic::{Diagnostic, Diagnostics, Source, codes};
use modelwright_metamodel::input::Limits;
use modelwright_metamodel::model::{DocumentId, Model};
use modelwright_notations::json::{JsonWriter, Layout};
use modelwright_notations::tree::TreeSink;
use modelwright_notations::yaml::Emitter;
use modelwright_typed as typed;

/// The text of a document of the bindings model.
///
/// # Errors
/// If the document contains anything that structured bindings cannot express.
pub fn write(model: &Model, document: DocumentId, notation: Notation) -> Result<String, Diagnostics> {
    if !text::is_in(model, document) {
        let message = "only bindings can be written as structured bindings, but this is another model";
        let problem = Diagnostic::error(codes::CANNOT_EXPRESS, message);
        return Err(problem.help("write it as xmi, json or yaml").into());
    }
    let roots = typed::Document::<b::DocumentedElement>::from_model(model, document)?.roots;
    let (written, problems) = match notation {
        Notation::Yaml => {
            let mut emitter = Emitter::new();
            let problems = write_roots(&roots, &mut emitter);
            (emitter.finish(), problems)
        }
        Notation::Json => {
            let mut writer = JsonWriter::new(Layout::Pretty);
            let problems = write_roots(&roots, &mut writer);
            (writer.finish(), problems)
        }
    };
    // What could not be written is missing in the text. `check` would report this as a second problem.
    if problems.has_errors() {
        return Err(problems);
    }
    check(&written, notation)?;
    Ok(written)
}

/// Reads the written text again, and reports an expression or type of the model that is not valid in the language.
fn check(text: &str, notation: Notation) -> Result<(), Diagnostics> {
    let source = Source::new("the written text", text);
    let (_, problems) = super::read(&source, notation, &Limits::default());
    let Some(first) = problems.first_error() else {
        return Ok(());
    };
    let message = format!("the text of an expression or a type is invalid: {}", first.message);
    let mut problem = Diagnostic::error(codes::CANNOT_EXPRESS, message);
    problem.labels.clone_from(&first.labels);
    Err(problem.help("correct it in the model").into())
}

/// Writes some declarations as a document. Returns problems about what the document cannot express.
fn write_roots(roots: &[b::DocumentedElement], out: &mut dyn TreeSink) -> Diagnostics {
    let mut writer = Writer { out, language: LanguageWriter::new("structured bindings") };
    writer.out.begin_map();
    writer.out.key(VERSION);
    writer.out.number("1");
    // A single declaration is written without the key `declarations`, into the map of the document.
    match roots {
        [root] => writer.root(root),
        roots => {
            writer.out.key("declarations");
            writer.list(roots, |writer, root| {
                writer.out.begin_map();
                writer.root(root);
                writer.out.end_map();
            });
        }
    }
    writer.out.end_map();
    writer.language.problems
}

struct Writer<'o> {
    out: &'o mut dyn TreeSink,
    /// Writes fragments of the language, and collects problems about what cannot be expressed.
    language: LanguageWriter,
}

impl Writer<'_> {
    /// Reports content that structured bindings cannot express.
    fn report_loss(&mut self, content: impl std::fmt::Display) {
        self.language.report_loss(content);
    }

    fn field(&mut self, name: &str, text: &str) {
        self.out.key(name);
        self.out.string(text);
    }

    /// Writes a field with a text, if there is one.
    fn field_if(&mut self, name: &str, text: Option<&str>) {
        if let Some(text) = text {
            self.field(name, text);
        }
    }

    /// Writes a field `true`, if the flag is set.
    fn flag(&mut self, name: &str, is_set: bool) {
        if is_set {
            self.out.key(name);
            self.out.boolean(true);
        }
    }

    fn list<T>(&mut self, items: &[T], mut write: impl FnMut(&mut Self, &T)) {
        self.out.begin_list();
        items.iter().for_each(|item| write(self, item));
        self.out.end_list();
    }

    /// Writes a key with one string, or with a list of strings.
    fn strings(&mut self, name: &str, items: &[String]) {
        self.out.key(name);
        match items {
            [item] => self.out.string(item),
            items => self.list(items, |writer, item| writer.out.string(item)),
        }
    }

    /// Writes the keys of a declaration into the open map.
    fn root(&mut self, root: &b::DocumentedElement) {
        match root {
            b::DocumentedElement::NamedBindings(bindings) => self.named_bindings(bindings),
            b::DocumentedElement::Site(site) => {
                self.out.key("site");
                self.site(site);
            }
            b::DocumentedElement::Statements(statements) => {
                self.language.place = text::place(
                    "the statements",
                    statements.text.lines().next(),
                    statements.file.as_deref(),
                    statements.line,
                );
                self.report_loss("a statement outside of bindings and sites");
            }
            _ => {
                "an object".clone_into(&mut self.language.place);
                self.report_loss("an object outside of bindings and sites");
            }
        }
    }

    /// Writes the keys of named bindings into the open map.
    fn named_bindings(&mut self, bindings: &b::NamedBindings) {
        self.language.place = format!("bindings `{}`", bindings.name);
        self.field("name", &bindings.name);
        self.field_if("doc", bindings.doc.as_deref());
        self.out.key("bind");
        self.list(&bindings.bindings, |writer, binding| writer.entry(binding));
    }
}
