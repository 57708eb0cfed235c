//! The type language (`.pp`): text in, metamodel out, and back.
//!
//! * [`load`] reads any number of texts into one metamodel; names may be used before they are declared,
//!   in whatever file.
//! * [`print()`] writes packages as text, in one canonical layout.
//! * [`format()`] lays a text out as `print` does.
//! * [`manifest`] reads statements of the Puppet language, whose expressions are those of the types' logic.
//! * [`logic()`] reads one piece of a type's logic.
//! * [`syntax_tree`] reads either as a tree that holds the whole text.
//!
//! Invariants: loading what was printed gives the same packages again, and printing that gives the
//! same text again. No text makes the reader panic, recurse without bound, or stop at its first
//! problem. The steps, in order: `lexer` → `parser` → `syntax` (the tree) → `lower`; and back:
//! `print`. `scope`, `words`, `constraint`, `composite` and `alias` are shared by both directions. `manifest` and `logic` look at what
//! the parser has read.
//! This module does not know files, formats, or objects.
//!
//! # Packages
//! `package a { uri => 'u', prefix => 'p' }` puts what follows, up to the end of the file or of the
//! enclosing block, into package `a`; braces that also hold declarations put just those into it. The name is
//! taken from the enclosing block (or the root), so a file may go on with `package a::b` for a nested
//! package. A package may be declared several times, with its settings once. Without settings its URI is
//! `urn:modelwright:` with the package's names joined by `:`, and its prefix is its name; `undef` means
//! none. Declarations outside every package belong to one named after the file. Packages of one name in
//! one place are told apart by number: `package a[1]` is the second.
//!
//! # Names
//! A name that is no identifier is written in quotes and keeps its spelling; so is a type's name that starts
//! in lower case or is a word of the language. Unquoted type names are capitalised. A type is looked for
//! among the type parameters, the words of the language, the package, those around it, packages named
//! from the root, and Ecore; `::Name` is Ecore's own type whatever is declared.

mod alias;
mod composite;
mod constraint;
pub mod expression;
mod format;
pub mod functions;
mod lexer;
mod logic;
pub mod lossless;
mod lower;
mod manifest;
mod parser;
mod print;
mod scope;
mod syntax;
mod words;

use self::expression::{ExprId, Expressions};
use self::lossless::SyntaxTree;
use self::syntax::Statement;
pub use logic::Piece;
pub(crate) use parser::MAX_DEPTH;
pub(crate) use words::{escape, string as string_literal};

use crate::diagnostic::{Diagnostics, Severity, Source};
use crate::ecore::facts::Facts;
use crate::ecore::{Class, DataType, Element, Metamodel, PackageId};
use rustc_hash::FxHashMap;
use std::sync::Arc;

/// Reads texts into one metamodel.
///
/// There is a metamodel unless an error was found; warnings leave it usable. Problems are in the order
/// of the sources and of their places in them.
#[must_use]
pub fn load(sources: &[Arc<Source>]) -> (Option<Metamodel>, Diagnostics) {
    let (whole, found) = load_whole(sources);
    (whole.map(|whole| whole.metamodel), found)
}

/// What texts say.
#[derive(Debug, Clone)]
pub struct Whole {
    /// The metamodel; with the types of other documents, as far as they are named.
    pub metamodel: Metamodel,
    /// The root packages that the texts declare, without those of other documents.
    pub packages: Vec<PackageId>,
    /// What the metamodel has no place for.
    pub facts: Facts,
    /// Where the names of elements are declared: the position of the source, and the byte in it.
    pub places: FxHashMap<Element, (usize, usize)>,
}

/// Reads texts as [`load`] does, and keeps what a metamodel has no place for.
#[must_use]
pub fn load_whole(sources: &[Arc<Source>]) -> (Option<Whole>, Diagnostics) {
    let mut found = Diagnostics::new();
    let mut trees = Vec::with_capacity(sources.len());
    for source in sources {
        let (tree, problems) = parser::parse(source);
        let unused = logic::unused(source, &tree, &problems);
        if let Some(expressions) = &tree.expressions {
            found.append(before_errors(manifest::check_logic(expressions), &problems));
        }
        found.append(problems);
        found.append(unused);
        trees.push(tree);
    }
    let (whole, problems) = lower::lower(sources, &trees);
    found.append(problems);
    if !found.has_errors() {
        found.append(functions::check(&whole.metamodel));
    }
    let failed = found.has_errors();
    if found.suppressed() > 0 {
        // Sorting would lose count of what is no longer kept.
        return ((!failed).then_some(whole), found);
    }
    let mut list: Vec<_> = found.iter().cloned().collect();
    list.sort_by_key(|problem| {
        let place = problem.primary_label();
        let file = place.and_then(|label| sources.iter().position(|s| Arc::ptr_eq(s, &label.source)));
        (file, place.map(|label| label.range.start))
    });
    let mut sorted = Diagnostics::new();
    sorted.extend(list);
    ((!failed).then_some(whole), sorted)
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
    let (tree, mut found) = parser::parse(source);
    let mut statements = Vec::with_capacity(tree.statements.len());
    for statement in &tree.statements {
        match statement {
            Statement::Expression(id) => statements.push(*id),
            Statement::Alias(alias) => statements.push(alias.statement),
            _ => found.push(logic::declaration(source, statement)),
        }
    }
    let expressions = tree.expressions.unwrap_or_else(|| Expressions::new(source));
    (Manifest { expressions: Arc::new(expressions), statements }, found)
}

/// Reads one piece of logic, as it stands behind `check` or in an invariant, from a stretch of a text.
#[must_use]
pub fn logic(source: &Arc<Source>, range: std::ops::Range<usize>) -> (Piece, Diagnostics) {
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
    parser::parse_lossless(source)
}

/// Lays a text of types out in the canonical layout, with its comments; a text that cannot be, stays as it is.
///
/// There is no text where there are syntax errors. What the types mean is not looked at.
#[must_use]
pub fn format(source: &Arc<Source>) -> (Option<String>, Diagnostics) {
    format::format(source)
}

/// Lays one piece of logic out as metamodels carry it, at the start of a line and with the texts of its heredocs below.
///
/// There is none of a text that is no such piece, or whose lines cannot be told from the text of a heredoc.
#[must_use]
pub fn format_logic(text: &str) -> Option<String> {
    format::logic(text)
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
    print::print(metamodel, packages, &Facts::default()).text
}

/// A text, and where the declarations of elements start in it, in order.
#[derive(Debug)]
pub struct Printed {
    /// The text.
    pub text: String,
    /// The byte at which an element's declaration starts.
    pub places: Vec<(usize, Element)>,
}

/// Writes packages as [`print()`] does, with what else is known of them.
#[must_use]
pub fn print_whole(metamodel: &Metamodel, packages: &[PackageId], facts: &Facts) -> Printed {
    print::print(metamodel, packages, facts)
}

/// The type of the language that a data type stands for, where it has bounds that the language has words for.
pub(crate) fn constraint_text(data_type: &DataType) -> Option<String> {
    constraint_of(data_type).map(|constraint| constraint.text())
}

/// The same, where the data type's facets do not say all of it.
pub(crate) fn unsaid_constraint(data_type: &DataType) -> Option<String> {
    constraint_of(data_type).filter(|constraint| !constraint.is_said()).map(|constraint| constraint.text())
}

fn constraint_of(data_type: &DataType) -> Option<constraint::Constraint> {
    match alias::text_of(&data_type.annotations) {
        Some((text, _)) => constraint::Constraint::of_text(text),
        None => Some(constraint::Constraint::of(data_type)?.0),
    }
}

/// How values are told that objects of a class stand for which was made for a type.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Several {
    /// `Hash[K, V]`: a hash, whose entries are the objects.
    Entries,
    /// `Struct[{ … }]`: a hash of the features.
    Record,
    /// `Tuple[…]`: an array of the features' values.
    Row,
    /// `Variant[…]`: a value that one of the features takes.
    Choice,
    /// A list in a list: what its only feature takes.
    List,
}

impl Several {
    /// What objects of a class are, if it was made for a type of several values.
    pub(crate) fn of(class: &Class) -> Option<Several> {
        composite::several(class)
    }
}

/// The text of the type that a class was made for.
pub(crate) fn made_for(class: &Class) -> Option<&str> {
    composite::made_for(class)
}

/// The URI of a package that is declared without one.
fn default_uri(names: &[&str]) -> String {
    let mut uri = "urn:modelwright".to_owned();
    for name in names {
        uri.push(':');
        for c in name.chars() {
            if c.is_ascii_alphanumeric() || "-._".contains(c) {
                uri.push(c);
            } else {
                let mut buffer = [0; 4];
                uri.extend(c.encode_utf8(&mut buffer).bytes().map(|b| format!("%{b:02X}")));
            }
        }
    }
    uri
}
