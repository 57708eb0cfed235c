//! Logic by itself, and statements of the Puppet language where types are declared.
//!
//! Invariant: nothing that was read is dropped in silence. A statement declares nothing, so that is an error.

use super::expression::{Expr, ExprId, Expressions};
use super::lexer::{self, Kind, Span, T};
use super::parser;
use super::syntax::{Statement, Tree};
use crate::diagnostic::{Diagnostic, Diagnostics, Source, codes};
use std::ops::Range;
use std::sync::Arc;

/// One piece of logic: a block, a lambda, or a bare expression.
#[derive(Debug)]
pub struct Piece {
    /// All its expressions.
    pub expressions: Arc<Expressions>,
    /// The one that the others are part of.
    pub root: ExprId,
}

/// Reads the logic that a stretch of a text holds.
pub(super) fn read(source: &Arc<Source>, range: Range<usize>) -> (Piece, Diagnostics) {
    let (expressions, root, mut found) = parser::parse_logic(source, range);
    if !found.has_errors() {
        found.append(super::manifest::check_logic(&expressions));
    }
    (Piece { expressions: Arc::new(expressions), root }, found)
}

/// Whether a text ends inside brackets, a string or a heredoc, so that more must follow.
pub(super) fn is_open(text: &str) -> bool {
    let tokens = lexer::lex(text);
    let mut depth = 0_i64;
    for token in &tokens.list {
        match token.kind {
            Kind::Mark(T!["{"] | T!["["] | T!["("]) => depth += 1,
            Kind::Mark(T!["}"] | T!["]"] | T![")"]) => depth -= 1,
            Kind::String { closed: false } => return true,
            _ => {}
        }
    }
    depth > 0 || tokens.heredocs.iter().any(|heredoc| heredoc.problem.is_some())
}

/// What is to be told of a file in which these problems were found already.
pub(super) fn unused(source: &Arc<Source>, tree: &Tree, problems: &Diagnostics) -> Diagnostics {
    let mut found = Diagnostics::new();
    if let Some(expressions) = &tree.expressions {
        let mut broken: Vec<_> =
            problems.iter().filter_map(|p| Some(p.primary_label()?.range.start)).collect();
        broken.sort_unstable();
        let mut teller = Teller { source, expressions, broken, found: &mut found };
        teller.statements(&tree.statements);
    }
    found
}

/// That a declaration of the type language stands in a manifest.
pub(super) fn declaration(source: &Arc<Source>, statement: &Statement) -> Diagnostic {
    let (what, span) = match statement {
        Statement::Package(decl) => ("a package", decl.path.span),
        Statement::Type(decl) => ("a type", decl.path.span),
        Statement::Enum(decl) => ("an enumeration", decl.path.span),
        Statement::DataType(decl) => ("a data type", decl.path.span),
        Statement::Alias(decl) => ("a name for a type", decl.path.span),
        Statement::Fact(setting) => ("a fact", setting.name.span),
        Statement::Annotation(decl) => ("an annotation", decl.span),
        Statement::Expression(_) => ("an expression", Span::default()),
    };
    Diagnostic::error(codes::NOT_SUPPORTED_YET, format!("a manifest cannot declare {what}"))
        .at(source, span.range())
        .help("move it to a file of types")
}

struct Teller<'a> {
    source: &'a Arc<Source>,
    expressions: &'a Expressions,
    /// Where something is wrong, in ascending order.
    broken: Vec<usize>,
    found: &'a mut Diagnostics,
}

impl Teller<'_> {
    fn statements(&mut self, statements: &[Statement]) {
        for statement in statements {
            match statement {
                Statement::Package(package) => {
                    self.statements(package.body.as_deref().unwrap_or_default());
                }
                Statement::Expression(id) => self.statement(*id),
                Statement::Type(_)
                | Statement::Enum(_)
                | Statement::DataType(_)
                | Statement::Alias(_)
                | Statement::Annotation(_)
                | Statement::Fact(_) => {}
            }
        }
    }

    /// Whether something in a span is wrong, which is told already and says more.
    fn is_broken(&self, span: Span) -> bool {
        let next = self.broken.partition_point(|at| *at < span.start as usize);
        self.broken.get(next).is_some_and(|at| *at <= span.end as usize)
    }

    fn statement(&mut self, id: ExprId) {
        let span = self.expressions.raw_span(id);
        if self.is_broken(span) {
            return;
        }
        let (message, help) = match self.expressions[id] {
            Expr::TypeAlias { .. } => (
                "only a type of the language can be given a name here",
                "write `type Name = T` with a type such as `Integer[0, 10]`",
            ),
            _ => (
                "this statement is read, but declares no type",
                "move it to a manifest; only package, type, enum, datatype and annotation are declared here",
            ),
        };
        let diagnostic =
            Diagnostic::error(codes::NOT_SUPPORTED_YET, message).at(self.source, span.range()).help(help);
        self.found.push(diagnostic);
    }
}
