//! Tells of what is read but has no meaning yet: the logic of types, and statements of the Puppet language.
//!
//! Invariant: nothing that was read is dropped in silence. A type without its logic is still the same type, so
//! that is a warning; a statement declares nothing, so that is an error.

use super::expression::{Expr, ExprId, Expressions};
use super::lexer::Span;
use super::syntax::{FeatureDecl, Member, OperationDecl, Settings, Statement, Tree, TypeDecl, ValueKind};
use crate::diagnostic::{Diagnostic, Diagnostics, Source, codes};
use std::sync::Arc;

/// What is to be told of a file in which these problems were found already.
pub(super) fn unused(source: &Arc<Source>, tree: &Tree, problems: &Diagnostics) -> Diagnostics {
    let mut found = Diagnostics::new();
    if let Some(expressions) = &tree.expressions {
        let mut broken: Vec<_> = problems.iter().filter_map(|p| Some(p.place()?.range.start)).collect();
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
        Statement::Fact(setting) => ("a fact", setting.name.span),
        Statement::Annotation(_) | Statement::Expression(_) => ("an annotation", Span::default()),
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
                Statement::Type(ty) => self.ty(ty),
                Statement::Expression(id) => self.statement(*id),
                Statement::Enum(_)
                | Statement::DataType(_)
                | Statement::Annotation(_)
                | Statement::Fact(_) => {}
            }
        }
    }

    fn ty(&mut self, ty: &TypeDecl) {
        for member in &ty.members {
            match member {
                Member::Feature(FeatureDecl { name, settings, .. }) => self.settings(&name.text, settings),
                Member::Operation(OperationDecl { name, settings, body, .. }) => {
                    self.settings(&name.text, settings);
                    if let Some(body) = body {
                        self.logic(&format!("the body of `{}`", name.text), *body);
                    }
                }
                Member::Invariant(invariant) => {
                    let what = match &invariant.title {
                        Some(title) => format!("the invariant \"{title}\""),
                        None => "this invariant".to_owned(),
                    };
                    self.logic(&what, invariant.logic);
                }
            }
        }
    }

    fn settings(&mut self, name: &str, settings: &Settings) {
        for setting in &settings.list {
            if let ValueKind::Logic(id) = setting.value.kind {
                self.logic(&format!("`{}` of `{name}`", setting.name.text), id);
            }
        }
    }

    fn logic(&mut self, what: &str, id: ExprId) {
        let span = self.expressions.raw_span(id);
        if self.is_broken(span) {
            return;
        }
        let message = format!("{what} is read, but not evaluated by this version");
        let diagnostic = Diagnostic::warning(codes::NOT_SUPPORTED_YET, message)
            .at(self.source, span.range())
            .help("the type is read without it, and written without it");
        self.found.push(diagnostic);
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
                "a type alias is read, but declares no type of the model in this version",
                "write the type where it is used, or declare a datatype",
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
