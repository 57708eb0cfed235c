//! The language of bindings (`.pp`): reads text as objects of the bindings model, and writes objects as text.
//!
//! The language crate parses the text to a tree; `read` turns the tree into objects. The roots of a document are the
//! declarations of the file in order: bindings, sites and other statements. Invariants: reading a written text yields
//! the same objects except for their positions; writing these objects yields the same bytes. A construct that the text
//! cannot express is an error that names the binding. This module does not compose or look up anything.

pub mod calls;
mod cursor;
pub mod environment_files;
pub mod hiera_settings;
mod read;
mod write;

use crate::generated::bindings::DocumentedElement;
use crate::shipped;
use modelwright_language::language::{self, NodeKind, SyntaxTree};
use modelwright_metamodel::diagnostic::{Diagnostics, Position, Source};
use modelwright_metamodel::model::{Document, DocumentId, Model, Value};
use modelwright_typed as typed;
use rustc_hash::FxHashSet;
use std::sync::Arc;

pub use cursor::Cursor;
pub use read::{EmbeddedParser, EmbeddedText, Reader, set_transformer};
pub use write::{Writer, key_text, place, transformer};
pub use write::{write, write_elements};

/// Whether a text probably declares bindings or a site: a line starts with such a declaration.
#[must_use]
pub fn may_declare(text: &str) -> bool {
    text.lines().any(|line| {
        let line = line.trim_start();
        let after_word =
            |word| line.strip_prefix(word).filter(|text: &&str| text.starts_with([' ', '\t', '{']));
        // In a `site`, `bindings => [` is a setting and not a declaration.
        after_word("bindings").is_some_and(|text| !text.trim_start().starts_with("=>"))
            || after_word("site").is_some()
    })
}

/// Whether a text declares bindings or a site, according to its tree.
fn declares(tree: &SyntaxTree) -> bool {
    let Some(root) = tree.root() else { return false };
    root.children().any(|node| matches!(node.kind(), NodeKind::Bindings | NodeKind::Site))
}

/// Reads a text as objects, as far as it is valid.
#[must_use]
pub fn read(source: &Arc<Source>) -> (Vec<DocumentedElement>, Diagnostics) {
    let (tree, problems) = language::syntax_tree(source);
    read_tree(&tree, &problems)
}

/// Reads a tree as objects; returns the problems of the parser together with the problems found here.
pub fn read_tree(tree: &SyntaxTree, problems: &Diagnostics) -> (Vec<DocumentedElement>, Diagnostics) {
    let (roots, found) = read::declarations(tree);
    let line_of = |offset: usize| tree.source().position(offset).line;
    let mut syntax_errors: Vec<_> =
        problems.iter().filter_map(|problem| Some(problem.primary_label()?.range.start)).collect();
    // The offsets are sorted for the binary search below, because there may be many problems.
    syntax_errors.sort_unstable();
    let error_lines: FxHashSet<usize> = syntax_errors.iter().map(|offset| line_of(*offset)).collect();
    // An object with a syntax error is incomplete. Problems about its missing parts are dropped, because the syntax
    // error is their cause.
    let independent = found.iter().filter(|problem| {
        let range = problem.primary_label().map(|label| label.range.clone()).unwrap_or_default();
        let next_error = syntax_errors.partition_point(|offset| *offset < range.start);
        let contains_error = syntax_errors.get(next_error).is_some_and(|offset| range.contains(offset));
        !contains_error && !error_lines.contains(&line_of(range.start))
    });
    let mut all: Vec<_> = independent.chain(problems).cloned().collect();
    all.sort_by_key(|problem| problem.primary_label().map(|label| label.range.start));
    let mut problems = Diagnostics::new();
    problems.extend(all);
    (roots, problems)
}

/// The tree of a text that declares bindings or a site, with the problems of its syntax; `None` for any other text.
pub fn tree_if_declared(source: &Arc<Source>) -> Option<(SyntaxTree, Diagnostics)> {
    let (tree, problems) = may_declare(source.text()).then(|| language::syntax_tree(source))?;
    declares(&tree).then_some((tree, problems))
}

/// A new model with one document that contains the declarations; objects get their positions in the source.
pub fn model(
    roots: &[DocumentedElement],
    mut diagnostics: Diagnostics,
    source: Option<&Source>,
) -> (Model, DocumentId, Diagnostics) {
    let (mut model, document) = match typed::to_model(&shipped::bindings(), roots) {
        Ok(converted) => converted,
        Err(problems) => {
            diagnostics.append(problems);
            let mut model = Model::new(shipped::bindings());
            let document = model.add_document(Document::default());
            (model, document)
        }
    };
    if let Some(source) = source {
        locate(&mut model, document, source);
    }
    (model, document, diagnostics)
}

/// Whether a document is of the bindings model.
pub fn is_in(model: &Model, document: DocumentId) -> bool {
    let metamodel = model.metamodel();
    model.document(document).roots().first().is_some_and(|root| {
        let package = metamodel[model.class(*root)].package;
        metamodel[package].ns_uri.as_deref() == Some(URI)
    })
}

const URI: &str = "urn:modelwright:bindings:1";

/// Records the position of each object in the text, so that validation can show it.
fn locate(model: &mut Model, document: DocumentId, source: &Source) {
    let mut cursor = Cursor::new(source);
    let roots = model.document(document).roots().to_vec();
    // The objects are in the order of the document, because the cursor is fast only for ascending positions.
    let objects: Vec<_> =
        roots.iter().flat_map(|root| std::iter::once(*root).chain(model.all_contents(*root))).collect();
    for object in objects {
        let number = |name: &str| match model
            .metamodel()
            .feature(model.class(object), name)
            .map(|feature| model.get(object, feature))
        {
            Some(Value::Int(number)) => usize::try_from(number).ok().filter(|number| *number > 0),
            _ => None,
        };
        if let (Some(line), Some(column)) = (number("line"), number("column")) {
            let offset = cursor.offset(Position { line, column });
            model.set_offset(object, u32::try_from(offset).unwrap_or(u32::MAX));
        }
    }
}
