//! Carries logic as annotations: the text of each expression, under the word that it stands behind, laid out
//! as at the start of a line.
//!
//! Invariant: logic that is not carried is told. Features have one annotation with all their logic, classes one
//! for each invariant, operations one for their body.

use super::{Context, Lowerer};
use crate::diagnostic::{Diagnostic, codes};
use crate::ecore::{Annotation, Element, LOGIC, Origin};
use crate::language::format;
use crate::language::lexer::Span;
use crate::language::syntax::{InvariantDecl, Settings, ValueKind};
use std::sync::Arc;

impl Lowerer<'_> {
    /// The logic among a feature's settings.
    pub(super) fn feature_logic(&mut self, element: Element, settings: &Settings, context: &Context) {
        let mut annotation = Annotation::default();
        for setting in &settings.list {
            if let ValueKind::Logic = setting.value.kind {
                let name = if setting.name.text == "validate" { "check" } else { &setting.name.text };
                self.carry(&mut annotation, name, setting.value.span, context);
            }
        }
        self.keep_logic(element, annotation);
    }

    pub(super) fn invariant(&mut self, element: Element, decl: &InvariantDecl, context: &Context) {
        let mut annotation = Annotation::default();
        if let Some(title) = &decl.title {
            annotation.details.push((Some("title".to_owned()), Some(title.clone())));
            annotation.origin.offsets.push(decl.logic.start);
        }
        let before = annotation.details.len();
        self.carry(&mut annotation, "invariant", decl.logic, context);
        if annotation.details.len() > before {
            self.keep_logic(element, annotation);
        }
    }

    pub(super) fn body(&mut self, element: Element, body: Span, context: &Context) {
        let mut annotation = Annotation::default();
        self.carry(&mut annotation, "body", body, context);
        self.keep_logic(element, annotation);
    }

    fn keep_logic(&mut self, element: Element, annotation: Annotation) {
        if !annotation.details.is_empty() {
            self.logic.push((element, Annotation { source: Some(LOGIC.to_owned()), ..annotation }));
        }
    }

    fn carry(&mut self, annotation: &mut Annotation, name: &str, logic: Span, context: &Context) {
        let source = &self.sources[context.file];
        let text = &source.text()[logic.range()];
        // The lines of a heredoc stand below the line that names it, which may be outside of the logic.
        let laid_out = format::logic(text, 0);
        if text.contains("@(") && laid_out.is_none() {
            if !self.diagnostics.has_errors() {
                let message =
                    format!("`{name}` is read, but not kept: the text of its heredoc ends behind it");
                let help = "put the heredoc and its text between the braces of a block";
                let problem = Diagnostic::warning(codes::NOT_SUPPORTED_YET, message);
                self.diagnostics.push(problem.at(source, logic.range()).help(help));
            }
            return;
        }
        // What cannot be read is told already.
        let Some(text) = laid_out else { return };
        annotation.details.push((Some(name.to_owned()), Some(text)));
        annotation.origin.offsets.push(logic.start);
        annotation.origin =
            Origin { source: Some(Arc::clone(source)), ..std::mem::take(&mut annotation.origin) };
    }
}
