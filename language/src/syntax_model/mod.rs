//! The syntax of expressions as a metamodel, `models/syntax.pp`: texts as objects, and objects as texts.
//!
//! * [`manifest`] creates objects from a text of statements, [`text`](fn@text) writes them.
//! * [`separate`] moves the logic of a metamodel to a separate document, [`join`] moves it back.
//!
//! Invariants: objects of a text are written as the same text, formatted; objects are written as a text that parses to
//! the same objects, or rejected. Nothing is moved out of a metamodel that `join` would not restore exactly. Depth is
//! bounded for all objects. Formats and files are not known here.

mod fields;
mod grammar;
mod logic;
mod make;
mod write;

pub use logic::{annotations_of_logic, is_logic, join, separate};

use crate::diagnostic::{Diagnostic, Diagnostics, Source, codes};
use crate::ecore::Metamodel;
use crate::language::{self, expression::Expressions};
use crate::model::{Addresses, Document, DocumentId, Model, ObjectId};
use crate::shipped;
use grammar::Grammar;
use make::ObjectBuilder;
use std::sync::Arc;
use write::{Comparison, LayoutUse, NestingError, Writer};

/// The namespace of the metamodel.
pub const URI: &str = "urn:modelwright:syntax:1";

/// The metamodel, loaded on first use.
///
/// # Panics
/// If its declaration has an error, which a test prevents.
#[must_use]
pub fn metamodel() -> Arc<Metamodel> {
    shipped::by_uri(URI).expect("the table of shipped metamodels has `syntax`")
}

/// The kind of a text.
#[derive(Debug, Clone, Copy)]
enum TokenKind {
    Manifest,
    Logic,
}

/// A parsed text.
struct ParsedText {
    expressions: Arc<Expressions>,
    /// The statements, or the root of logic.
    roots: Vec<language::expression::ExprId>,
    problems: Diagnostics,
}

impl TokenKind {
    fn read(self, source: &Arc<Source>) -> ParsedText {
        match self {
            TokenKind::Manifest => {
                let (manifest, problems) = language::expressions(source);
                ParsedText { expressions: manifest.expressions, roots: manifest.statements, problems }
            }
            TokenKind::Logic => {
                let (piece, problems) = language::logic(source, 0..source.text().len());
                ParsedText { expressions: piece.expressions, roots: vec![piece.root], problems }
            }
        }
    }

    /// The text in the canonical layout; unchanged if it has none.
    fn laid_out(self, text: String) -> String {
        let laid_out = match self {
            TokenKind::Manifest => language::format(&Source::new("", text.as_str())).0,
            TokenKind::Logic => language::format_logic(&text),
        };
        laid_out.unwrap_or(text)
    }

    /// An object for a formatted text; `None` if the object would be written as another text.
    fn object(self, model: &mut Model, grammar: &Grammar, text: &str) -> Option<ObjectId> {
        let read = self.read(&Source::new("", text));
        if read.problems.has_errors() {
            return None;
        }
        for tidy in [true, false] {
            let mut maker = ObjectBuilder::new(model, grammar, &read.expressions);
            maker.tidy = tidy;
            let object = match self {
                TokenKind::Manifest => maker.manifest(&read.roots),
                TokenKind::Logic => maker.logic(*read.roots.first()?),
            }?;
            let written = Writer::text(model, grammar, &LayoutUse::All, object).ok();
            if written.is_some_and(|(written, _)| self.laid_out(written) == text) {
                return Some(object);
            }
            model.delete_tree(object);
        }
        None
    }

    /// The formatted text of an object, with warnings.
    fn text(
        self,
        model: &Model,
        grammar: &Grammar,
        object: ObjectId,
    ) -> Result<(String, Diagnostics), Box<Diagnostic>> {
        let (mut problems, mut written) = (Diagnostics::new(), LayoutUse::All);
        loop {
            let (text, unfit) = Writer::text(model, grammar, &written, object)
                .map_err(|NestingError(object)| Box::new(too_deep(model, object)))?;
            let source = Source::new("", self.laid_out(text));
            let read = self.read(&source);
            let mut compared =
                Comparison { model, grammar, expressions: &read.expressions, differing: Vec::new() };
            match self {
                TokenKind::Manifest => compared.manifest(object, &read.roots),
                TokenKind::Logic => read.roots.iter().for_each(|root| compared.logic(object, *root)),
            }
            let (differing, failed) = (compared.differing, read.problems.has_errors());
            if !failed && differing.is_empty() {
                unfit.iter().for_each(|object| problems.push(otherwise(model, *object)));
                return Ok((source.text().to_owned(), problems));
            }
            written = match written {
                LayoutUse::All if !failed => {
                    differing.iter().for_each(|object| problems.push(otherwise(model, *object)));
                    LayoutUse::AllBut(differing.into_iter().collect())
                }
                LayoutUse::None => {
                    let place = differing.first().copied().filter(|_| !failed).unwrap_or(object);
                    return Err(Box::new(no_expression(model, place, &read.problems)));
                }
                _ => {
                    problems = Diagnostics::from(otherwise(model, object));
                    LayoutUse::None
                }
            };
        }
    }
}

/// Adds a document to a model whose metamodel has the syntax: a formatted text of statements as one object.
pub fn manifest(source: &Arc<Source>, model: &mut Model, document: Document) -> (DocumentId, Diagnostics) {
    let document = model.add_document(document);
    let (_, mut found) = language::expressions(source);
    let Some(grammar) = Grammar::find(model.metamodel()).filter(|_| !found.has_errors()) else {
        return (document, found);
    };
    let text = TokenKind::Manifest.laid_out(source.text().to_owned());
    match TokenKind::Manifest.object(model, &grammar, &text) {
        Some(object) => model.add_root(document, object),
        None => {
            let message = "the text of a heredoc is part of a string here, which objects cannot express";
            let help = "put the string after the heredoc on a separate line";
            found.push(Diagnostic::error(codes::NOT_SUPPORTED_YET, message).at(source, 0..0).help(help));
        }
    }
    (document, found)
}

/// Whether an object is a manifest.
#[must_use]
pub fn is_manifest(model: &Model, object: ObjectId) -> bool {
    let package = model.metamodel().package_by_uri(URI);
    let class = &model.metamodel()[model.class(object)];
    package == Some(class.package) && class.name == "Manifest"
}

/// Writes a manifest as text, with warnings.
///
/// # Errors
/// If objects are not valid in the language.
pub fn text(model: &Model, manifest: ObjectId) -> Result<(String, Diagnostics), Diagnostics> {
    let grammar = Grammar::find(model.metamodel()).filter(|_| is_manifest(model, manifest));
    let Some(grammar) = grammar else {
        let problem = Diagnostic::error(codes::NO_EXPRESSION, "this object is not a manifest");
        return Err(Diagnostics::from(at(model, manifest, problem)));
    };
    TokenKind::Manifest.text(model, &grammar, manifest).map_err(|problem| Diagnostics::from(*problem))
}

/// A problem at the position of an object.
fn at(model: &Model, object: ObjectId, problem: Diagnostic) -> Diagnostic {
    let problem = problem.object(Addresses::new(model).fragment(object));
    let source = model.document_of(object).and_then(|document| model.document(document).source.as_ref());
    match (source, model.offset(object)) {
        (Some(source), Some(offset)) => problem.at(source, offset..source.word_end(offset)),
        _ => problem,
    }
}

fn otherwise(model: &Model, object: ObjectId) -> Diagnostic {
    let message = "the object no longer matches its `written`, and is written in the usual layout";
    let help = "remove its `written`, and add comments where they belong";
    at(model, object, Diagnostic::warning(codes::DIFFERS_FROM_TEXT, message).help(help))
}

fn too_deep(model: &Model, object: ObjectId) -> Diagnostic {
    let message = format!("this expression has more than {} levels", language::expression::MAX_HEIGHT);
    at(model, object, Diagnostic::error(codes::NESTED_TOO_DEEP, message))
}

fn no_expression(model: &Model, object: ObjectId, problems: &Diagnostics) -> Diagnostic {
    let within = std::iter::once(object).chain(model.all_contents(object));
    let mut lacks = within.filter_map(|object| Some((object, lacking(model, object)?)));
    let class = |object| &model.metamodel()[model.class(object)].name;
    if let Some((object, feature)) = lacks.next() {
        let message = format!("the {} has no `{feature}`, so it cannot be written", class(object));
        return at(model, object, Diagnostic::error(codes::NO_EXPRESSION, message));
    }
    let (message, help) = match problems.iter().next() {
        Some(problem) => (
            format!("the content of the {} is not valid in the language: {}", class(object), problem.message),
            "check that names are valid, and that each object is in a position where it is allowed",
        ),
        None => (
            format!("the text of the {} would be read as other objects", class(object)),
            "check that names are valid, and that expressions with lower precedence are Parenthesized",
        ),
    };
    at(model, object, Diagnostic::error(codes::NO_EXPRESSION, message).help(help))
}

/// A required feature that an object does not have.
fn lacking(model: &Model, object: ObjectId) -> Option<&str> {
    let metamodel = model.metamodel();
    let features = metamodel.table(model.class(object)).all_features().iter();
    let mut required = features.filter(|feature| metamodel[**feature].typed.required());
    required.find(|feature| !model.is_set(object, **feature)).map(|feature| metamodel[*feature].name())
}
