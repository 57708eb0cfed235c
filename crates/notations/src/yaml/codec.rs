//! Reads models from YAML and writes them: passes the tokens of a document to [`crate::tree`], through a tree
//! of nodes only if the document needs one, and writes with [`Emitter`].
//!
//! Invariant: a document whose aliases expand to too many values is rejected, so a few lines cannot become a
//! huge model. This module does not know what a key means.

use super::stream::Stream;
use super::tokens::Tokens;
use super::{Emitter, Tree, Values, YamlVariant, parse};
use crate::diagnostic::{Diagnostic, Diagnostics, FeatureSpans, Source, codes};
use crate::input::Limits;
use crate::model::{Document, DocumentId, Model};
use crate::output::{Sink, WriteError};
use crate::tree::{self, Preparation, ReadOptions, TreeSource, WriteOptions, nesting};
use std::cell::Cell;
use std::sync::Arc;

/// The maximum number of values that the aliases of a document may expand to. A kilobyte of nested aliases must not
/// become gigabytes of objects; a document without aliases may be of any length.
const MAX_EXPANDED_VALUES: u64 = 1_000_000;

/// Reads the only document of a YAML 1.2 stream, in the dialect that it uses, into a model of the document's
/// metamodel (see [`peek`]).
///
/// The document is added to the model even if there are problems; after errors it contains everything that
/// could be read.
pub fn read(
    source: &Arc<Source>,
    model: &mut Model,
    document: Document,
    options: &ReadOptions,
) -> (DocumentId, Diagnostics) {
    let mut preparation = Preparation::new(model.metamodel());
    read_prepared(source, model, document, (options, &mut preparation))
}

/// As [`read`], for one of many documents of the model's metamodel.
///
/// # Panics
/// If the preparation is of another metamodel than the model.
pub fn read_prepared(
    source: &Arc<Source>,
    model: &mut Model,
    document: Document,
    (options, preparation): (&ReadOptions, &mut Preparation),
) -> (DocumentId, Diagnostics) {
    // An object may take two levels of nesting in the text, so the scanner has a higher limit than objects.
    let limits = Limits { depth: nesting(options.limits.depth), ..options.limits };
    // Only a new model can be discarded if the document turns out to need a tree.
    if model.is_new()
        && let Some(id) = read_stream(source, model, &document, (options, preparation), limits)
    {
        return (id, Diagnostics::new());
    }
    let (trees, mut problems) = parse(source, YamlVariant::Core, limits);
    let Some(tree) = only_tree(source, &trees, &mut problems) else {
        return (model.add_document(document), problems);
    };
    let (id, model_problems) = tree::read_dynamic(
        source,
        || Box::new(Tokens::new(tree, source.text())),
        model,
        document,
        (options, preparation),
    );
    problems.append(model_problems);
    (id, problems)
}

/// Reads a document without a tree into an empty model. Returns `None`, and empties the model again, if there is any
/// problem: some problems can be reported only from the tree, so the document is then read a second time.
fn read_stream(
    source: &Arc<Source>,
    model: &mut Model,
    document: &Document,
    (options, preparation): (&ReadOptions, &mut Preparation),
    limits: Limits,
) -> Option<DocumentId> {
    let result = with_stream(source, limits, |stream| {
        tree::read_prepared(source, stream, model, document.clone(), (options, preparation))
    });
    if let Some((id, problems)) = result
        // Some problems, even warnings, can be found only with the tree.
        && problems.is_empty()
    {
        return Some(id);
    }
    model.discard_all();
    None
}

/// Passes the tokens of a document on without a tree; returns `None` if the document turns out to need a tree.
fn with_stream<T>(
    source: &Source,
    limits: Limits,
    receive: impl for<'a> FnOnce(&'a dyn Fn() -> Stream<'a>) -> T,
) -> Option<T> {
    let text = source.text();
    // Whether the document needs a tree. A cell, because a token source can return only faults to its caller.
    let is_special = Cell::new(!Values::is_readable(text));
    if is_special.get() {
        return None;
    }
    // The characters were checked above, so they need not be checked again for each stream.
    let result =
        receive(&|| Stream::new(text, Values::unchecked(text, YamlVariant::Core, limits), &is_special));
    (!is_special.get()).then_some(result)
}

/// The metamodels that a document's header names.
#[must_use]
pub fn peek(source: &Arc<Source>) -> tree::Header {
    let header = with_stream(source, Limits::default(), |stream| tree::peek(stream, source.text()));
    if let Some(header) = header {
        return header;
    }
    let (trees, mut problems) = parse(source, YamlVariant::Core, Limits::default());
    let tree = only_tree(source, &trees, &mut problems);
    tree.map_or_else(tree::Header::default, |tree| {
        tree::peek(|| Tokens::new(tree, source.text()), source.text())
    })
}

/// Passes the tree of a document to a visitor, if the document can be read.
pub fn visit(source: &Arc<Source>, visitor: &mut dyn FnMut(&mut dyn TreeSource<'_>)) {
    let (trees, mut problems) = parse(source, YamlVariant::Core, Limits::default());
    if let Some(tree) = only_tree(source, &trees, &mut problems) {
        visitor(&mut Tokens::new(tree, source.text()));
    }
}

/// Records the spans of the requested features of objects.
pub fn find_feature_spans(source: &Arc<Source>, spans: &mut FeatureSpans) {
    visit(source, &mut |tokens| tree::find_feature_spans(tokens, spans));
}

/// Writes a document to a sink. Returns warnings about content that the dialect leaves out.
///
/// # Errors
/// If the document has content that YAML cannot represent at all, or the sink fails. The sink then contains no
/// document.
pub fn write(
    model: &Model,
    document: DocumentId,
    options: &WriteOptions,
    sink: &mut dyn Sink,
) -> Result<Diagnostics, WriteError> {
    tree::send(Emitter::new(), sink, |blocks| tree::write(model, document, options, blocks))
}

/// The only document of a stream, if it can be read as a model.
fn only_tree<'t>(source: &Arc<Source>, trees: &'t [Tree], problems: &mut Diagnostics) -> Option<&'t Tree> {
    if problems.has_errors() {
        return None;
    }
    let mut help = None;
    let (code, message, start) = match trees {
        [] => (codes::EMPTY_INPUT, "expected a model, found no document".to_owned(), 0),
        // The nodes in the text itself do not count against the limit; only those that aliases add.
        [tree] if tree.expanded_size() > MAX_EXPANDED_VALUES.saturating_add(tree.len() as u64) => (
            codes::LIMIT,
            format!("the document's aliases expand to more than {MAX_EXPANDED_VALUES} values"),
            0,
        ),
        [tree] => return Some(tree),
        [_, second, ..] => {
            let start = second.span(second.root()).start;
            help = Some(
                "remove the line `---` between the documents, or move the second one into a file of its own"
                    .to_owned(),
            );
            (codes::TREE_SHAPE, "expected one document, found a second one".to_owned(), start)
        }
    };
    problems.push(Diagnostic { help, ..Diagnostic::error(code, message).at(source, start..start + 1) });
    None
}
