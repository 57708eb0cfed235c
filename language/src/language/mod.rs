//! The type language (`.pp`): text in, metamodel out, and back.
//!
//! * [`load`] loads any number of sources into one metamodel; names may be used before they are declared,
//!   in whatever file.
//! * [`print()`] writes packages as text, in one canonical layout.
//! * [`format()`] lays a text out as `print` does.
//! * [`manifest`] reads statements of the Puppet language, whose expressions are those of the types' logic.
//! * [`logic()`] reads one piece of a type's logic.
//! * [`syntax_tree`] reads either as a tree that holds the whole text.
//!
//! Invariants: loading what was printed gives the same packages again, and printing that gives the
//! same text again. This module puts the steps together: `syntax` (text to tree) and `lower` (tree to metamodel), and back
//! with `print`; it does not know files, formats, or objects.
//!
//! # Packages
//! `package a { uri => 'u', prefix => 'p' }` puts what follows, up to the end of the file or of the
//! enclosing block, into package `a`; braces that also hold declarations put just those into it. The name is
//! taken from the enclosing block (or the root), so a file may go on with `package a::b` for a nested
//! package. A package may be declared several times, with its settings once. Without settings its URI is
//! `urn:modelwright:` with the package's names joined by `:`, and its prefix is its name; `undef` means
//! none. Declarations outside every package belong to one named after the file. Packages of one name in
//! one place are distinguished by number: `package a[1]` is the second.
//!
//! # Names
//! A name that is no identifier is written in quotes and keeps its spelling; so is a type's name that starts
//! in lower case or is a word of the language. Unquoted type names are capitalised. A type is looked for
//! among the type parameters, the words of the language, the package, those around it, packages named
//! from the root, and Ecore; `::Name` is Ecore's own type whatever is declared.

pub mod functions;
mod logic;
mod manifest;

pub use crate::lower::LoadedTypes;
pub use crate::print::PrintedText;
pub use crate::syntax::expression;
pub use crate::syntax::kind::{ElementKind, NodeKind, Quotes, TypeForm};
pub use crate::syntax::leaves::{Leaf, LeafKind};
pub use crate::syntax::tree::{Node, SyntaxTree};
pub(crate) use crate::types::words::{escape, string as string_literal};
pub(crate) use crate::types::{constraint_beyond_facets, constraint_text};
pub use logic::LogicPiece;

use self::expression::{ExprId, Expressions};
use crate::diagnostic::{Diagnostics, Severity, Source};
use crate::ecore::facts::Facts;
use crate::ecore::{Metamodel, PackageId};
use crate::syntax::ast::statements as statements_of;
use crate::syntax::{ParsedExpressions, build, parse};
use std::sync::Arc;

/// Loads sources of the type language into one metamodel.
///
/// There is a metamodel unless there are errors; warnings leave it usable. Problems are in the order of the sources and of
/// their places in them.
#[must_use]
pub fn load(sources: &[Arc<Source>]) -> (Option<Metamodel>, Diagnostics) {
    let (types, found) = load_types(sources);
    (types.map(|types| types.metamodel), found)
}

/// Loads sources as [`load`] does, and keeps what a metamodel has no place for.
#[must_use]
pub fn load_types(sources: &[Arc<Source>]) -> (Option<LoadedTypes>, Diagnostics) {
    let mut found = Diagnostics::new();
    let mut trees = Vec::with_capacity(sources.len());
    for source in sources {
        let (parse, problems) = parse(source);
        let built = build(&parse);
        let tree = SyntaxTree::new(parse);
        let unused = logic::unused(&tree, &problems);
        found.append(before_errors(manifest::check_logic(&built.expressions), &problems));
        found.append(problems);
        found.append(unused);
        trees.push(tree);
    }
    let (types, problems) = crate::lower::lower(sources, &trees);
    found.append(problems);
    if !found.has_errors() {
        found.append(functions::check(&types.metamodel));
    }
    let failed = found.has_errors();
    if found.suppressed() > 0 {
        // Sorting would lose count of what is no longer kept.
        return ((!failed).then_some(types), found);
    }
    let mut list: Vec<_> = found.iter().cloned().collect();
    list.sort_by_key(|problem| {
        let place = problem.primary_label();
        let file = place.and_then(|label| sources.iter().position(|s| Arc::ptr_eq(s, &label.source)));
        (file, place.map(|label| label.range.start))
    });
    let mut sorted = Diagnostics::new();
    sorted.extend(list);
    ((!failed).then_some(types), sorted)
}

/// What was found in front of the first error of reading: behind it, it may be a consequence.
fn before_errors(found: Diagnostics, problems: &Diagnostics) -> Diagnostics {
    let errors = problems.iter().filter(|problem| problem.severity == Severity::Error);
    let Some(first) = errors.filter_map(|p| Some(p.primary_label()?.range.start)).min() else { return found };
    let mut kept = Diagnostics::new();
    kept.extend(found.iter().filter(|p| p.primary_label().is_some_and(|at| at.range.end < first)).cloned());
    kept
}

/// Reads a text as a manifest: statements of the Puppet language, as `puppet parser validate` accepts them.
///
/// The expressions hold everything that could be read, also where there are errors.
#[must_use]
pub fn manifest(source: &Arc<Source>) -> (Manifest, Diagnostics) {
    let (manifest, mut found) = expressions(source);
    if !found.has_errors() {
        found.append(manifest::check(&manifest.expressions, &manifest.statements));
    }
    (manifest, found)
}

/// Reads a text as statements of logic, which may set features of objects, other than those of a manifest.
#[must_use]
pub fn statements(source: &Arc<Source>) -> (Manifest, Diagnostics) {
    let (manifest, mut found) = expressions(source);
    if !found.has_errors() {
        found.append(manifest::check_logic(&manifest.expressions));
    }
    (manifest, found)
}

/// Reads a text as statements by the grammar alone, whatever they are for.
#[must_use]
pub fn expressions(source: &Arc<Source>) -> (Manifest, Diagnostics) {
    let (parse, mut found) = parse(source);
    let ParsedExpressions { expressions, statements, .. } = build(&parse);
    if logic::has_declarations(&parse) {
        let tree = SyntaxTree::new(parse);
        found.extend(statements_of(&tree).filter_map(|statement| logic::declaration(source, &statement)));
    }
    (Manifest { expressions: Arc::new(expressions), statements }, found)
}

/// Reads one piece of logic, as it stands behind `check` or in an invariant, from a stretch of a text.
#[must_use]
pub fn logic(source: &Arc<Source>, range: std::ops::Range<usize>) -> (LogicPiece, Diagnostics) {
    logic::read(source, range)
}

/// Whether a text ends inside brackets, a string or a heredoc, so that more must follow.
#[must_use]
pub fn is_open(text: &str) -> bool {
    logic::is_open(text)
}

/// Reads a text of types or statements as a tree that holds every character of it.
#[must_use]
pub fn syntax_tree(source: &Arc<Source>) -> (SyntaxTree, Diagnostics) {
    let (parse, found) = parse(source);
    (SyntaxTree::new(parse), found)
}

/// Lays a text of types out in the canonical layout, with its comments; a text that cannot be, stays as it is.
///
/// There is no text where there are syntax errors. What the types mean is not looked at.
#[must_use]
pub fn format(source: &Arc<Source>) -> (Option<String>, Diagnostics) {
    crate::format::format(source)
}

/// Lays one piece of logic out as metamodels carry it, at the start of a line and with the texts of its heredocs below.
///
/// Returns nothing where the text is not such a piece, or its lines cannot be distinguished from those of a heredoc.
#[must_use]
pub fn format_logic(text: &str) -> Option<String> {
    crate::format::logic(text)
}

/// What a manifest says.
#[derive(Debug)]
pub struct Manifest {
    /// All expressions of the text.
    pub expressions: Arc<Expressions>,
    /// The statements, in order.
    pub statements: Vec<ExprId>,
}

/// Writes packages, and those inside them, as text of the type language.
///
/// Types outside these packages are written by name and not declared, so they must be loaded along
/// with the text.
#[must_use]
pub fn print(metamodel: &Metamodel, packages: &[PackageId]) -> String {
    crate::print::print(metamodel, packages, &Facts::default()).text
}

/// Writes packages as [`print()`] does, with what else is known of them.
#[must_use]
pub fn print_with_facts(metamodel: &Metamodel, packages: &[PackageId], facts: &Facts) -> PrintedText {
    crate::print::print(metamodel, packages, facts)
}
