//! The type language (`.pp`): text to metamodel, and back.
//!
//! * [`load`] loads any number of sources into one metamodel; names may be used before they are declared, in any
//!   file.
//! * [`print()`] writes packages as text, in one canonical layout.
//! * [`format()`] formats a text in the layout of `print`.
//! * [`manifest`] reads statements of the Puppet language, whose expressions are those of the types' logic.
//! * [`logic()`] reads one piece of a type's logic.
//! * [`type_names`] lists the types that a source declares, and those that it requires from others.
//! * [`syntax_tree`] reads types or statements as a tree that contains the complete text.
//!
//! Invariants: loading a printed text yields the same packages, and printing those yields the same text. This module
//! combines the steps: `syntax` (text to tree) and `lower` (tree to metamodel), and back with `print`; it does not
//! know files, formats, or objects.
//!
//! # Packages
//! `package a { uri => 'u', prefix => 'p' }` puts the following declarations, up to the end of the file or of the
//! enclosing block, into package `a`; if the braces also contain declarations, only those are put into it. The name
//! is relative to the enclosing block (or the root), so a file may continue with `package a::b` for a nested package.
//! A package may be declared several times, but its settings only once. Without settings its URI is
//! `urn:modelwright:` with the package's names joined by `:`, and its prefix is its name; `undef` means none.
//! Declarations outside every package belong to a package named after the file. Packages with the same name and
//! parent are distinguished by number: `package a[1]` is the second.
//!
//! # Names
//! A name that is not an identifier is written in quotes, and keeps its spelling; so is the name of a type that
//! starts in lower case or is a keyword. Unquoted type names are capitalised. A type is looked up among the type
//! parameters, the keywords, the package, its enclosing packages, packages named from the root, and Ecore; `::Name`
//! is always Ecore's own type.

pub mod functions;
mod logic;
mod manifest;
mod misleading;
mod type_names;

pub use crate::lower::LoadedTypes;
pub use crate::print::PrintedText;
pub use crate::syntax::expression;
pub use crate::syntax::kind::{
    BindFlag, BindForm, ElementKind, EnvironmentForm, NodeKind, ProducerForm, Quotes, TypeForm,
};
pub use crate::syntax::leaves::{Leaf, LeafKind};
pub use crate::syntax::number::Number;
pub use crate::syntax::tree::{Node, SyntaxTree};
pub(crate) use crate::types::spelling::escape;
pub use crate::types::spelling::string as string_literal;
pub use crate::types::{constraint_beyond_facets, constraint_text};
pub use logic::LogicPiece;
pub use type_names::{TypeNames, type_names};

use self::expression::{ExprId, Expressions};
use crate::diagnostic::{Diagnostics, Label, Severity, Source, Suggestions};
use crate::ecore::facts::Facts;
use crate::ecore::{Metamodel, PackageId};
use crate::syntax::ast::statements as statements_of;
use crate::syntax::{Parse, ParsedExpressions, build, parse, parse_data};
use std::sync::Arc;

/// Loads sources of the type language into one metamodel.
///
/// Returns a metamodel unless there are errors; warnings leave it usable. Problems are in the order of the sources
/// and of their positions in them.
#[must_use]
pub fn load(sources: &[Arc<Source>]) -> (Option<Metamodel>, Diagnostics) {
    let (types, problems) = load_types(sources);
    (types.map(|types| types.metamodel), problems)
}

/// Loads sources as [`load`] does, and also returns the content that a metamodel cannot express.
#[must_use]
pub fn load_types(sources: &[Arc<Source>]) -> (Option<LoadedTypes>, Diagnostics) {
    let mut problems = Diagnostics::new();
    let mut trees = Vec::with_capacity(sources.len());
    for source in sources {
        let (parse, syntax_problems) = parse(source);
        let built = build(&parse);
        let tree = SyntaxTree::new(parse);
        // Only problems of this file are relevant, because their positions are compared with those of its statements.
        let unused = logic::unused(&tree, &syntax_problems);
        problems.append(before_errors(manifest::check_logic(&built.expressions), &syntax_problems));
        problems.append(syntax_problems);
        problems.append(unused);
        trees.push(tree);
    }
    // Types are built even after errors, so that all problems are reported together.
    let (types, type_problems) = crate::lower::lower(sources, &trees, Suggestions::default());
    problems.append(type_problems);
    if !problems.has_errors() {
        // Calls of functions are not checked after errors, because the check parses the logic of all types and would
        // report consequences of the errors.
        problems.append(functions::check(&types.metamodel));
    }
    let has_failed = problems.has_errors();
    if problems.suppressed() > 0 {
        // A sorted list would lose the number of problems that were only counted.
        return ((!has_failed).then_some(types), problems);
    }
    // Several steps report problems of a file, so the problems are sorted by their positions in its text.
    let mut list: Vec<_> = problems.iter().cloned().collect();
    list.sort_by_key(|problem| {
        let label = problem.primary_label();
        let file =
            label.and_then(|label| sources.iter().position(|source| Arc::ptr_eq(source, &label.source)));
        (file, label.map(|label| label.range.start))
    });
    let mut sorted = Diagnostics::new();
    sorted.extend(list);
    ((!has_failed).then_some(types), sorted)
}

/// The problems before the first syntax error. Later problems may be its consequences, and so may a problem in the
/// expression that ends directly before the error.
fn before_errors(problems: Diagnostics, syntax_problems: &Diagnostics) -> Diagnostics {
    let errors = syntax_problems.iter().filter(|problem| problem.severity == Severity::Error);
    let first_error = errors.filter_map(|problem| Some(problem.primary_label()?.range.start)).min();
    let Some(first_error) = first_error else { return problems };
    let mut earlier = Diagnostics::new();
    let is_before_error = |label: &Label| {
        let text_between = label.source.text().get(label.range.end..first_error);
        text_between.is_some_and(|text| !text.trim().is_empty())
    };
    let earlier_problems =
        problems.iter().filter(|problem| problem.primary_label().is_some_and(is_before_error));
    earlier.extend(earlier_problems.cloned());
    earlier
}

/// Reads a text as a manifest: statements of the Puppet language, as `puppet parser validate` accepts them.
///
/// The result contains all expressions that could be read, even if there are errors.
#[must_use]
pub fn manifest(source: &Arc<Source>) -> (Manifest, Diagnostics) {
    let (manifest, mut problems) = expressions(source);
    if !problems.has_errors() {
        problems.append(manifest::check(&manifest.expressions, &manifest.statements));
    }
    (manifest, problems)
}

/// Reads the code of a template as statements of a manifest. `has_text_at_end` is whether text follows the last one, whose
/// value is then not used.
#[must_use]
pub fn template(source: &Arc<Source>, has_text_at_end: bool) -> (Manifest, Diagnostics) {
    let (manifest, mut problems) = expressions(source);
    if !problems.has_errors() {
        let Manifest { expressions, statements } = &manifest;
        problems.append(manifest::check_template(expressions, statements, has_text_at_end));
    }
    (manifest, problems)
}

/// The violations of Puppet's rules in a manifest without syntax errors.
pub(crate) fn check_manifest(parse: &Parse) -> Diagnostics {
    let ParsedExpressions { expressions, statements, .. } = build(parse);
    manifest::check(&expressions, &statements)
}

/// Reads a text as statements of logic, which, unlike those of a manifest, may set features of objects.
#[must_use]
pub fn statements(source: &Arc<Source>) -> (Manifest, Diagnostics) {
    let (manifest, mut problems) = expressions(source);
    if !problems.has_errors() {
        problems.append(manifest::check_expression(&manifest.expressions, &manifest.statements));
    }
    (manifest, problems)
}

/// Reads a text as statements according to the grammar alone, for any purpose.
#[must_use]
pub fn expressions(source: &Arc<Source>) -> (Manifest, Diagnostics) {
    let (parse, problems) = parse_statements(source);
    let ParsedExpressions { expressions, statements, .. } = build(&parse);
    (Manifest { expressions: Arc::new(expressions), statements }, problems)
}

/// Parses a text of statements according to the grammar alone.
pub(crate) fn parse_statements(source: &Arc<Source>) -> (Parse, Diagnostics) {
    let (mut parse, mut problems) = parse(source);
    if logic::has_declarations(&parse) {
        // Only the typed views of declarations need the tree. The events are kept for the expressions.
        let (tree, events) = SyntaxTree::with_events(parse);
        problems.extend(statements_of(&tree).filter_map(|statement| logic::declaration(source, &statement)));
        parse = tree.into_parse(events);
    }
    (parse, problems)
}

/// Reads the logic in a range of a text: an expression, a lambda or a block, as after `check` or in an invariant.
#[must_use]
pub fn logic(source: &Arc<Source>, range: std::ops::Range<usize>) -> (LogicPiece, Diagnostics) {
    logic::read(source, range)
}

/// Warns of parts of an expression that are valid, but mean something else in other languages, such as `null`. There is
/// no warning of words for which `is_literal` returns true.
#[must_use]
pub fn misleading_parts(expressions: &Expressions, is_literal: &dyn Fn(&str) -> bool) -> Diagnostics {
    misleading::check_parts(expressions, is_literal)
}

/// Warns of words without `$` that are the name of a parameter, or of a variable for which `is_variable` returns true,
/// and are used like it. `results` are the expressions whose values are results.
#[must_use]
pub fn bare_variables(
    expressions: &Expressions,
    results: &[ExprId],
    is_variable: &dyn Fn(&str) -> bool,
) -> Diagnostics {
    misleading::bare_variables(expressions, results, is_variable)
}

/// Whether a text ends inside brackets, a string or a heredoc, so that more text must follow.
#[must_use]
pub fn is_open(text: &str) -> bool {
    logic::is_open(text)
}

/// Reads a text of types or statements as a tree that contains every character of it.
#[must_use]
pub fn syntax_tree(source: &Arc<Source>) -> (SyntaxTree, Diagnostics) {
    let (parse, problems) = parse(source);
    (SyntaxTree::new(parse), problems)
}

/// Reads a file of data (`.pdl`), whose lines assign values to variables, as a tree.
#[must_use]
pub fn data_tree(source: &Arc<Source>) -> (SyntaxTree, Diagnostics) {
    let (parse, problems) = parse_data(source);
    (SyntaxTree::new(parse), problems)
}

/// Formats a text of types in the canonical layout, with its comments; a text that cannot be formatted is returned
/// unchanged.
///
/// Returns no text if there are syntax errors. The meaning of the types is not checked.
#[must_use]
pub fn format(source: &Arc<Source>) -> (Option<String>, Diagnostics) {
    crate::format::format(source)
}

/// Formats one piece of logic as metamodels carry it, at the start of a line and followed by the texts of its
/// heredocs.
///
/// Returns `None` if the text is not a single piece of logic, or if its lines cannot be distinguished from those of a
/// heredoc.
#[must_use]
pub fn format_logic(text: &str) -> Option<String> {
    crate::format::logic(text)
}

/// A text in the form that it has inside double quotes.
#[must_use]
pub fn escape_text(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    escape(text, &mut out);
    out
}

/// Formats an expression or a lambda for this nesting level: its first line starts after other text, the other lines
/// are indented. The text must not contain heredocs.
///
/// Returns `None` if the text is not a single expression or lambda.
#[must_use]
pub fn format_expression(text: &str, depth: usize) -> Option<String> {
    let lines = crate::format::logic_lines(text, depth)?;
    // The caller continues on the last line, so texts of heredocs cannot come after it.
    lines.below.is_empty().then_some(lines.text)
}

/// The content of a manifest.
#[derive(Debug)]
pub struct Manifest {
    /// All expressions of the text.
    pub expressions: Arc<Expressions>,
    /// The statements, in order.
    pub statements: Vec<ExprId>,
}

/// Writes packages, and those inside them, as text of the type language.
///
/// Types outside these packages are written by name and not declared, so they must be loaded together with the text.
#[must_use]
pub fn print(metamodel: &Metamodel, packages: &[PackageId]) -> String {
    crate::print::print(metamodel, packages, &Facts::default()).text
}

/// Writes packages as [`print()`] does, together with their facts.
#[must_use]
pub fn print_with_facts(metamodel: &Metamodel, packages: &[PackageId], facts: &Facts) -> PrintedText {
    crate::print::print(metamodel, packages, facts)
}
