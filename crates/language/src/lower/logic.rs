//! Stores logic in annotations: the text of each expression under its keyword, formatted as at the start of a line.
//!
//! Invariant: logic that cannot be stored is reported. Features have one annotation with all their logic, classes one
//! for each invariant, operations one for their body.

use super::{Context, Lowerer};
use crate::diagnostic::{Diagnostic, codes};
use crate::ecore::{Annotation, Element, LOGIC, Origin};
use crate::format::LogicLayout;
use crate::syntax::Span;
use crate::syntax::ast::{InvariantDecl, Settings, ValueKind};
use std::sync::Arc;

impl Lowerer<'_> {
    /// Stores the logic in the settings of a feature.
    pub(super) fn feature_logic(&mut self, element: Element, settings: &Settings<'_>, context: &Context) {
        let mut annotation = Annotation::default();
        for setting in &settings.list {
            if let ValueKind::Logic = setting.value.kind {
                // `check` and `validate` have the same key. `types::declared` stores the word that was written.
                let name = if setting.name.text == "validate" { "check" } else { &setting.name.text };
                self.store_logic(&mut annotation, name, setting.value.span, context);
            }
        }
        self.keep_logic(element, annotation);
    }

    /// Stores an invariant in an annotation of its own.
    pub(super) fn invariant(&mut self, element: Element, decl: InvariantDecl<'_>, context: &Context) {
        let mut annotation = Annotation::default();
        let logic = decl.logic();
        if let Some(title) = decl.title() {
            annotation.details.push((Some("title".to_owned()), Some(title)));
            annotation.origin.offsets.push(logic.start);
        }
        // If the logic could not be read, which was reported, its title is not stored either.
        let count_before = annotation.details.len();
        self.store_logic(&mut annotation, "invariant", logic, context);
        if annotation.details.len() > count_before {
            self.keep_logic(element, annotation);
        }
    }

    /// Stores the body of an operation.
    pub(super) fn body(&mut self, element: Element, body: Span, context: &Context) {
        let mut annotation = Annotation::default();
        self.store_logic(&mut annotation, "body", body, context);
        self.keep_logic(element, annotation);
    }

    /// Records an annotation with logic, which is added after all other annotations.
    fn keep_logic(&mut self, element: Element, annotation: Annotation) {
        if !annotation.details.is_empty() {
            self.logic.push((element, Annotation { source: Some(LOGIC.to_owned()), ..annotation }));
        }
    }

    /// Adds logic to an annotation, in the canonical layout. Reports logic that cannot be stored.
    fn store_logic(&mut self, annotation: &mut Annotation, name: &str, logic: Span, context: &Context) {
        let source = &self.sources[context.file];
        let tree = &self.trees[context.file];
        // The layout is computed once for each file, because this requires a pass over the complete tree (Decision 15).
        let layout = self.layouts.entry(context.file).or_insert_with(|| LogicLayout::new(tree));
        let Some(text) = layout.format(logic) else {
            let message = format!(
                "`{name}` cannot be stored: a string begins on the line of a heredoc, so the heredoc's text would be \
                 inside the string"
            );
            let help = "put the string after the heredoc on a separate line";
            let problem = Diagnostic::warning(codes::NOT_SUPPORTED_YET, message);
            self.diagnostics.push(problem.at(source, logic.range()).help(help));
            return;
        };
        annotation.details.push((Some(name.to_owned()), Some(text)));
        annotation.origin.offsets.push(logic.start);
        annotation.origin =
            Origin { source: Some(Arc::clone(source)), ..std::mem::take(&mut annotation.origin) };
    }
}
