//! The syntax of expressions as a metamodel, `models/syntax.pp`: texts as objects, and objects as texts.
//!
//! * [`manifest`] and [`checked_manifest`] create objects from a text of statements, [`text`](fn@text) writes them.
//! * [`separate`] moves the logic of a metamodel to a separate document, [`join`] moves it back.
//!
//! Invariants: objects of a text are written as the same text, formatted; objects are written as a text that parses to
//! the same objects, or rejected. Nothing is moved out of a metamodel that `join` would not restore exactly. Depth is
//! bounded for all objects. Formats and files are not known here.

mod fields;
mod grammar;
mod logic;
mod make;
mod sink;
mod write;

pub use logic::{annotations_of_language, annotations_of_logic, is_logic, join, separate};

use crate::diagnostic::{Diagnostic, Diagnostics, Source, codes};
use crate::ecore::Metamodel;
use crate::format::{Formatted, format_parsed};
use crate::language::{self, expression::Expressions};
use crate::model::load::Loader;
use crate::model::{Addresses, Document, DocumentId, Model, ObjectId};
use crate::shipped;
use crate::syntax::{Parse, ParsedExpressions, build};
use grammar::Grammar;
use make::ObjectBuilder;
use sink::ObjectSink;
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
enum TextKind {
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

impl ParsedText {
    /// The statements of a text that was parsed without problems.
    fn manifest(parse: &Parse) -> Self {
        let ParsedExpressions { expressions, statements, .. } = build(parse);
        Self { expressions: Arc::new(expressions), roots: statements, problems: Diagnostics::new() }
    }
}

impl TextKind {
    /// Parses a text.
    fn parse(self, source: &Arc<Source>) -> ParsedText {
        match self {
            TextKind::Manifest => {
                let (manifest, problems) = language::expressions(source);
                ParsedText { expressions: manifest.expressions, roots: manifest.statements, problems }
            }
            TextKind::Logic => {
                let (piece, problems) = language::logic(source, 0..source.text().len());
                ParsedText { expressions: piece.expressions, roots: vec![piece.root], problems }
            }
        }
    }

    /// Formats a text; returns it unchanged if it cannot be formatted.
    fn formatted(self, text: String) -> String {
        let laid_out = match self {
            TextKind::Manifest => language::format(&Source::new("", text.as_str())).0,
            TextKind::Logic => language::format_logic(&text),
        };
        laid_out.unwrap_or(text)
    }

    /// An object for a formatted text; `None` if the object would be written as another text.
    fn object(self, model: &mut Model, grammar: &Grammar, text: &str) -> Option<ObjectId> {
        let parsed = self.parse(&Source::new("", text));
        if parsed.problems.has_errors() {
            return None;
        }
        // The first attempt is without indentation, and the second one with it, because formatting does not restore the
        // indentation of every text.
        [true, false].into_iter().find_map(|is_tidy| {
            let (_, created) = self.create(&mut *model, grammar, &parsed, is_tidy);
            let (object, _) = created?;
            self.delete_unless_written_as(model, grammar, object, text)
        })
    }

    /// Creates an object for a parsed text. Returns the sink, and the object, if one was created, with whether it is
    /// certain without a comparison that it is written as this text.
    fn create<S: ObjectSink>(
        self,
        sink: S,
        grammar: &Grammar,
        parsed: &ParsedText,
        is_tidy: bool,
    ) -> (S, Option<(ObjectId, bool)>) {
        let mut builder = ObjectBuilder::new(sink, grammar, &parsed.expressions, is_tidy);
        let object = match self {
            TextKind::Manifest => builder.manifest(&parsed.roots),
            TextKind::Logic => parsed.roots.first().and_then(|root| builder.logic(*root)),
        };
        let created = object.map(|object| (object, builder.is_certain()));
        (builder.into_sink(), created)
    }

    /// Returns the object if it is written as this text; deletes it otherwise.
    fn delete_unless_written_as(
        self,
        model: &mut Model,
        grammar: &Grammar,
        object: ObjectId,
        text: &str,
    ) -> Option<ObjectId> {
        if self.is_written_as(model, grammar, object, text) {
            return Some(object);
        }
        model.delete_tree(object);
        None
    }

    /// Whether the formatted text of an object, with all recorded layouts, is this text.
    fn is_written_as(self, model: &Model, grammar: &Grammar, object: ObjectId, text: &str) -> bool {
        let written = Writer::text(model, grammar, &LayoutUse::All, object).ok();
        written.is_some_and(|(written, _)| self.formatted(written) == text)
    }

    /// The formatted text of an object, with warnings.
    fn text(
        self,
        model: &Model,
        grammar: &Grammar,
        object: ObjectId,
    ) -> Result<(String, Diagnostics), Box<Diagnostic>> {
        // There are at most three attempts: with all recorded layouts, without the layouts of objects that differ, and
        // with default layouts only. The result of each is parsed and compared.
        let (mut problems, mut layout_use) = (Diagnostics::new(), LayoutUse::All);
        loop {
            let (text, changed) = Writer::text(model, grammar, &layout_use, object)
                .map_err(|NestingError(object)| Box::new(too_deep(model, object)))?;
            let source = Source::new("", self.formatted(text));
            let parsed = self.parse(&source);
            let mut comparison =
                Comparison { model, grammar, expressions: &parsed.expressions, differing: Vec::new() };
            match self {
                TextKind::Manifest => comparison.compare_manifest(object, &parsed.roots),
                TextKind::Logic => {
                    parsed.roots.iter().for_each(|root| comparison.compare_logic(object, *root));
                }
            }
            let (differing, has_failed) = (comparison.differing, parsed.problems.has_errors());
            if !has_failed && differing.is_empty() {
                changed.iter().for_each(|object| problems.push(layout_discarded(model, *object)));
                return Ok((source.text().to_owned(), problems));
            }
            layout_use = match layout_use {
                LayoutUse::All if !has_failed => {
                    differing.iter().for_each(|object| problems.push(layout_discarded(model, *object)));
                    LayoutUse::AllBut(differing.into_iter().collect())
                }
                LayoutUse::None => {
                    let faulty = differing.first().copied().filter(|_| !has_failed).unwrap_or(object);
                    return Err(Box::new(no_expression(model, faulty, &parsed.problems)));
                }
                // The text is not valid, or other objects still differ.
                _ => {
                    problems = Diagnostics::from(layout_discarded(model, object));
                    LayoutUse::None
                }
            };
        }
    }
}

/// Adds a document to a model whose metamodel has the syntax: a formatted text of statements as one object. Only the
/// grammar is checked.
pub fn manifest(source: &Arc<Source>, model: &mut Model, document: Document) -> (DocumentId, Diagnostics) {
    let (parse, problems) = language::parse_statements(source);
    add_manifest(source, parse, problems, model, document)
}

/// Like [`manifest`], and reports violations of Puppet's rules, as `puppet parser validate` does. Statements with
/// violations become objects, too.
pub fn checked_manifest(
    source: &Arc<Source>,
    model: &mut Model,
    document: Document,
) -> (DocumentId, Diagnostics) {
    let (parse, problems) = language::parse_statements(source);
    // The rules are checked before formatting, so that problems have positions in the source.
    let violations =
        if problems.has_errors() { Diagnostics::new() } else { language::check_manifest(&parse) };
    let (document, mut problems) = add_manifest(source, parse, problems, model, document);
    problems.append(violations);
    (document, problems)
}

/// Adds a document with one object for a manifest; with none after syntax errors, or if no object is written as the
/// same text. Returns the problems of parsing with those of the object.
fn add_manifest(
    source: &Arc<Source>,
    parse: Parse,
    mut problems: Diagnostics,
    model: &mut Model,
    document: Document,
) -> (DocumentId, Diagnostics) {
    let Some(grammar) = Grammar::find(model.metamodel()).filter(|_| !problems.has_errors()) else {
        return (model.add_document(document), problems);
    };
    let Formatted { parse, is_canonical } = format_parsed(parse);
    let parsed = ParsedText::manifest(&parse);
    let source_of_objects = Arc::clone(&parse.source);
    // Tokens and events use more memory than the text, and from here on only the expressions are needed.
    drop(parse);
    let text = source_of_objects.text();
    let records_offsets = false;
    let loader = Loader::new(model, document, text, records_offsets);
    let document = loader.document();
    let is_tidy = true;
    // The values come from the parser, and manifests may be large, so the loader is used, which does not check each
    // value.
    let (loader, created) = TextKind::Manifest.create(loader, &grammar, &parsed, is_tidy);
    let unresolved = loader.finish();
    debug_assert!(unresolved.is_empty(), "objects of this document are not referred to");
    let object = created.and_then(|(object, is_certain)| {
        // Formatting restores the indentation, which is not in the objects.
        if is_certain && is_canonical {
            debug_assert!(TextKind::Manifest.is_written_as(model, &grammar, object, text), "{text}");
            return Some(object);
        }
        let checked = TextKind::Manifest.delete_unless_written_as(model, &grammar, object, text);
        checked.or_else(|| {
            // The second attempt is with indentation, because formatting does not restore that of every text.
            let is_tidy = false;
            let (_, created) = TextKind::Manifest.create(&mut *model, &grammar, &parsed, is_tidy);
            let (object, _) = created?;
            TextKind::Manifest.delete_unless_written_as(model, &grammar, object, text)
        })
    });
    match object {
        Some(object) => model.add_root(document, object),
        None => {
            let message = "a string begins on the line of a heredoc, so the heredoc's text is inside the string, which \
                           objects cannot express";
            let help = "put the string after the heredoc on a separate line";
            problems.push(Diagnostic::error(codes::NOT_SUPPORTED_YET, message).at(source, 0..0).help(help));
        }
    }
    (document, problems)
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
        return Err(Diagnostics::from(with_position(model, manifest, problem)));
    };
    TextKind::Manifest.text(model, &grammar, manifest).map_err(|problem| Diagnostics::from(*problem))
}

/// Adds the position of an object to a problem.
fn with_position(model: &Model, object: ObjectId, problem: Diagnostic) -> Diagnostic {
    let problem = problem.object(Addresses::new(model).fragment(object));
    let source = model.document_of(object).and_then(|document| model.document(document).source.as_ref());
    match (source, model.offset(object)) {
        (Some(source), Some(offset)) => problem.at(source, offset..source.word_end(offset)),
        _ => problem,
    }
}

/// The warning that the stored layout of an object is not used.
fn layout_discarded(model: &Model, object: ObjectId) -> Diagnostic {
    let message = "the object no longer matches the layout in its `written`, so the usual layout is used";
    let help = "remove `written` from the object, and add comments where they belong";
    with_position(model, object, Diagnostic::warning(codes::DIFFERS_FROM_TEXT, message).help(help))
}

/// The problem of an object that is nested too deeply.
fn too_deep(model: &Model, object: ObjectId) -> Diagnostic {
    let message =
        format!("this expression is nested more than {} levels deep", language::expression::MAX_HEIGHT);
    with_position(
        model,
        object,
        Diagnostic::error(codes::NESTED_TOO_DEEP, message)
            .help("assign parts of the expression to variables"),
    )
}

/// The problem of an object that is not written as a valid expression.
fn no_expression(model: &Model, object: ObjectId, problems: &Diagnostics) -> Diagnostic {
    let objects = std::iter::once(object).chain(model.all_contents(object));
    let mut missing = objects.filter_map(|object| Some((object, missing_feature(model, object)?)));
    let class_name = |object| &model.metamodel()[model.class(object)].name;
    if let Some((object, feature)) = missing.next() {
        let message = format!("the {} has no `{feature}`, so it cannot be written", class_name(object));
        return with_position(model, object, Diagnostic::error(codes::NO_EXPRESSION, message));
    }
    let (message, help) = match problems.iter().next() {
        Some(problem) => (
            format!(
                "the content of the {} is not valid in the language: {}",
                class_name(object),
                problem.message
            ),
            "check that names are valid, and that each object is in a position where it is allowed",
        ),
        None => (
            format!("the text of the {} would be read as other objects", class_name(object)),
            "check that names are valid, and that expressions with lower precedence are Parenthesized",
        ),
    };
    with_position(model, object, Diagnostic::error(codes::NO_EXPRESSION, message).help(help))
}

/// The first required feature that is not set in an object; `None` if there is none.
fn missing_feature(model: &Model, object: ObjectId) -> Option<&str> {
    let metamodel = model.metamodel();
    let features = metamodel.table(model.class(object)).all_features().iter();
    let mut required = features.filter(|feature| metamodel[**feature].typed.required());
    required.find(|feature| !model.is_set(object, **feature)).map(|feature| metamodel[*feature].name())
}
