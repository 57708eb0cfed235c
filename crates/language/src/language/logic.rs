//! Single pieces of logic, and statements of the Puppet language in files of types.
//!
//! Invariant: nothing that was read is dropped silently. A statement that declares nothing is an error.

use super::expression::{ExprId, Expressions};
use crate::diagnostic::{Diagnostic, Diagnostics, Source, codes};
use crate::syntax::ast::{Statement, statements};
use crate::syntax::kind::NodeKind;
use crate::syntax::lexer::{self, T, TokenKind};
use crate::syntax::tree::{Node, SyntaxTree};
use crate::syntax::{Parse, ParsedExpressions, Span, build, parse_logic};
use std::ops::Range;
use std::sync::Arc;

/// One piece of logic: a block, a lambda, or a bare expression.
#[derive(Debug)]
pub struct LogicPiece {
    /// All expressions of the piece.
    pub expressions: Arc<Expressions>,
    /// The outermost expression.
    pub root: ExprId,
}

/// Reads the logic in a range of a text.
pub(super) fn read(source: &Arc<Source>, range: Range<usize>) -> (LogicPiece, Diagnostics) {
    let (parse, mut problems) = parse_logic(source, range);
    let ParsedExpressions { mut expressions, root, .. } = build(&parse);
    let root = root.unwrap_or_else(|| expressions.add_nothing());
    // After a syntax error, the expression is incomplete, and violations of rules would only be consequences of this.
    if !problems.has_errors() {
        problems.append(super::manifest::check_logic(&expressions));
    }
    (LogicPiece { expressions: Arc::new(expressions), root }, problems)
}

/// Whether a text ends inside brackets, a string or a heredoc, so that more text must follow.
pub(super) fn is_open(text: &str) -> bool {
    let tokens = lexer::lex(text);
    // The number is signed, because a text may close more brackets than it opens.
    let mut depth = 0_i64;
    for token in &tokens.list {
        match token.kind {
            TokenKind::Mark(T!["{"] | T!["["] | T!["("]) => depth += 1,
            TokenKind::Mark(T!["}"] | T!["]"] | T![")"]) => depth -= 1,
            TokenKind::String { closed: false } => return true,
            _ => {}
        }
    }
    // A heredoc without its end line has a problem.
    depth > 0 || tokens.heredocs.iter().any(|heredoc| heredoc.problem.is_some())
}

/// Reports the statements of a file of types that declare nothing, unless they contain a reported problem. If the file
/// declares nothing at all, it is probably a manifest, so only the first such statement is reported.
pub(super) fn unused(tree: &SyntaxTree, problems: &Diagnostics) -> Diagnostics {
    let mut problem_offsets: Vec<_> =
        problems.iter().filter_map(|problem| Some(problem.primary_label()?.range.start)).collect();
    // The problem of a node is reported after those of its children, so the positions are sorted.
    problem_offsets.sort_unstable();
    let mut check = UnusedCheck { source: tree.source(), problem_offsets, unused: Diagnostics::new() };
    check.statements(&mut statements(tree));
    // One message about the kind of the file is better than one for each of its statements.
    if is_manifest(tree) {
        let mut first_problem = Diagnostics::new();
        first_problem.extend(check.unused.into_iter().take(1).map(as_manifest));
        return first_problem;
    }
    check.unused
}

/// Whether all statements of a file declare no type, and one of them has a form that is frequent in manifests.
/// Statements of other forms may be declarations whose keyword is misspelled.
fn is_manifest(tree: &SyntaxTree) -> bool {
    statements(tree).all(|statement| declares_nothing(&statement))
        && statements(tree).any(|statement| has_manifest_form(&statement))
}

/// Whether a statement is neither a declaration nor an alias.
fn declares_nothing(statement: &Statement<'_>) -> bool {
    matches!(statement, Statement::Expression(node) if first_kind(*node) != Some(NodeKind::TypeAlias))
}

/// Whether a statement has a form that occurs in manifests, but not in files of types.
fn has_manifest_form(statement: &Statement<'_>) -> bool {
    matches!(statement, Statement::Expression(node) if first_kind(*node).is_some_and(is_manifest_form))
}

/// The kind of the first expression of a statement; `None` if it has no expression.
fn first_kind(node: Node<'_>) -> Option<NodeKind> {
    node.parts().next().map(|expression| expression.kind())
}

/// Whether an expression of this kind is a statement that occurs in manifests, but not in files of types.
fn is_manifest_form(kind: NodeKind) -> bool {
    matches!(
        kind,
        NodeKind::Class
            | NodeKind::Define
            | NodeKind::Node { .. }
            | NodeKind::Function
            | NodeKind::Resource(_)
            | NodeKind::ResourceDefaults(_)
            | NodeKind::ResourceOverride(_)
            | NodeKind::Collect { .. }
            | NodeKind::Relation(_)
            | NodeKind::Assign(_)
    )
}

/// Turns the problem of the first statement into one about the complete file, which is probably a manifest.
fn as_manifest(mut first: Diagnostic) -> Diagnostic {
    "this file declares no type, and seems to be a manifest".clone_into(&mut first.message);
    first.help(
        "use `--from manifest` to read it as one; a file of types has only package, type, enum, datatype and annotation",
    )
}

/// Whether a text contains a declaration of the type language other than an alias.
pub(super) fn has_declarations(parse: &Parse) -> bool {
    parse.events.as_slice().iter().any(|event| {
        matches!(
            event.kind,
            NodeKind::Package
                | NodeKind::Type
                | NodeKind::Enum
                | NodeKind::DataType
                | NodeKind::Annotation
                | NodeKind::Fact
                | NodeKind::Bindings
                | NodeKind::Site
        )
    })
}

/// The problem that a manifest contains a declaration of the type language; `None` for other statements.
pub(super) fn declaration(source: &Arc<Source>, statement: &Statement<'_>) -> Option<Diagnostic> {
    let (noun, span) = match statement {
        Statement::Package(decl) => ("a package", decl.path().span),
        Statement::Type(decl) => ("a type", decl.path().span),
        Statement::Enum(decl) => ("an enumeration", decl.path().span),
        Statement::DataType(decl) => ("a data type", decl.path().span),
        Statement::Fact(setting) => ("a fact", setting.name.span),
        Statement::Annotation(decl) => ("an annotation", decl.word()),
        Statement::Bindings(node) => ("bindings", node.first_token()),
        Statement::Alias(_) | Statement::Expression(_) => return None,
    };
    let message = format!("a manifest cannot declare {noun}");
    let diagnostic = Diagnostic::error(codes::NOT_SUPPORTED_YET, message).at(source, span.range());
    let help = if matches!(statement, Statement::Bindings(_)) {
        "move them to a file of bindings, which `convert` reads with `--from bindings`"
    } else {
        "move it to a file of types"
    };
    Some(diagnostic.help(help))
}

/// The problem that a file of types contains bindings.
fn bindings_beside_types(source: &Arc<Source>, node: Node<'_>) -> Diagnostic {
    let word = node.first_token();
    let message = format!("a file of types cannot contain `{}`", &source.text()[word.range()]);
    Diagnostic::error(codes::BINDINGS_BESIDE_TYPES, message)
        .at(source, word.range())
        .help("move it to a file of its own: a file declares types or bindings, not both")
}

/// The search for statements that declare nothing.
struct UnusedCheck<'a> {
    source: &'a Arc<Source>,
    /// The positions of reported problems, in ascending order.
    problem_offsets: Vec<usize>,
    /// The problems of the statements that declare nothing.
    unused: Diagnostics,
}

impl UnusedCheck<'_> {
    /// Checks statements and those in packages.
    fn statements(&mut self, statements: &mut dyn Iterator<Item = Statement<'_>>) {
        for statement in statements {
            match statement {
                Statement::Package(package) => self.statements(&mut package.body()),
                Statement::Expression(node) => self.statement(node),
                Statement::Bindings(node) => self.unused.push(bindings_beside_types(self.source, node)),
                _ => {}
            }
        }
    }

    /// Whether a more specific problem was reported in a span.
    fn has_problem(&self, span: Span) -> bool {
        // The positions are sorted, so each statement needs one binary search.
        let next = self.problem_offsets.partition_point(|offset| *offset < span.start as usize);
        self.problem_offsets.get(next).is_some_and(|offset| *offset <= span.end as usize)
    }

    /// Reports a statement that declares nothing.
    fn statement(&mut self, statement: Node<'_>) {
        let Some(expression) = statement.parts().next() else { return };
        let span = expression.span();
        if self.has_problem(span) {
            return;
        }
        let (message, help) = match expression.kind() {
            NodeKind::TypeAlias => (
                "an alias must be a type of the language",
                "write `type Name = T` with a type such as `Integer[0, 10]`",
            ),
            _ => (
                "this statement is valid, but declares no type",
                "move it to a manifest, or write the object as a document (.yaml, .json or .xmi); only package, type, \
                 enum, datatype and annotation are declared here",
            ),
        };
        let diagnostic =
            Diagnostic::error(codes::NOT_SUPPORTED_YET, message).at(self.source, span.range()).help(help);
        self.unused.push(diagnostic);
    }
}
