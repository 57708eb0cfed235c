//! Writes objects as text in one canonical layout, which formatting does not change.
//!
//! Invariants: a construct that the text cannot express is an error that names the binding; before the text is
//! returned, it is parsed without errors. Recursion is limited by the conversion of the model to plain types.

mod names;
mod operations;
mod producers;
mod site;
mod values;

use crate::generated::bindings as b;
use crate::text::environment_files;
use modelwright_language::language;
use modelwright_metamodel::diagnostic::{Diagnostic, Diagnostics, Source, codes};
use modelwright_metamodel::model::{DocumentId, Model};
use modelwright_typed as typed;
use names::{category_name, path_text};
pub use operations::place;
pub use producers::{key as key_text, transformer};
use std::fmt::Display;

/// The width up to which a list is written on one line.
const WIDTH: usize = 100;

/// The text of a document of the bindings model.
///
/// # Errors
/// Everything that the text cannot express.
pub fn write(model: &Model, document: DocumentId) -> Result<String, Diagnostics> {
    write_elements(&typed::Document::<b::DocumentedElement>::from_model(model, document)?.roots)
}

/// The text of declarations.
///
/// # Errors
/// Everything that the text cannot express.
pub fn write_elements(roots: &[b::DocumentedElement]) -> Result<String, Diagnostics> {
    let mut writer = Writer::new("text of bindings");
    for (nth, root) in roots.iter().enumerate() {
        if nth > 0 {
            writer.out.push('\n');
        }
        writer.root(root);
    }
    // What could not be written is missing in the text. `check` would report this as a second problem.
    if writer.problems.has_errors() {
        return Err(writer.problems);
    }
    check(&writer.out)?;
    Ok(writer.out)
}

/// Reads the written text again, and reports an expression or a type of the model that is not valid in the language.
fn check(text: &str) -> Result<(), Diagnostics> {
    let source = Source::new("the written text", text);
    let (_, problems) = super::read(&source);
    let Some(first) = problems.first_error() else {
        return Ok(());
    };
    let message = format!("the text of an expression or a type is invalid: {}", first.message);
    let mut problem = Diagnostic::error(codes::CANNOT_EXPRESS, message);
    problem.labels.clone_from(&first.labels);
    Err(problem.help("correct it in the model").into())
}

/// A writer of the language, or of fragments of it in another notation.
pub struct Writer {
    out: String,
    depth: usize,
    /// The problems about content that the notation cannot express.
    pub problems: Diagnostics,
    /// The description of the element that is being written, for messages.
    pub place: String,
    /// The name of the notation that is written, for messages.
    target: &'static str,
    /// Whether the bindings belong to a Hiera environment. In its data, `%{lookup('key')}` is a lookup.
    is_environment: bool,
}

impl Writer {
    /// A writer; `target` is the name of the notation in messages.
    pub fn new(target: &'static str) -> Self {
        let (out, place) = (String::new(), String::new());
        Self { out, depth: 0, problems: Diagnostics::new(), place, target, is_environment: false }
    }

    /// Reports content that the text cannot express.
    pub fn report_loss(&mut self, content: impl Display) {
        let message = format!("{}: {content} cannot be written as {}", self.place, self.target);
        let help = "write the model as xmi, json or yaml";
        self.problems.push(Diagnostic::error(codes::CANNOT_EXPRESS, message).help(help));
    }

    /// Appends an indented line.
    fn line(&mut self, text: impl Display) {
        use std::fmt::Write as _;
        // Writing to a string cannot fail.
        let _ = writeln!(self.out, "{:indent$}{text}", "", indent = self.depth * 2);
    }

    /// Appends documentation as comments.
    fn doc(&mut self, doc: Option<&str>) {
        for line in doc.unwrap_or_default().lines() {
            self.line(format!("# {line}").trim_end());
        }
    }

    /// Writes a block in braces; an empty block is written on one line.
    fn block(&mut self, head: &str, is_empty: bool, write: impl FnOnce(&mut Self)) {
        if is_empty {
            return self.line(format_args!("{head} {{}}"));
        }
        self.line(format_args!("{head} {{"));
        self.depth += 1;
        write(self);
        self.depth -= 1;
        self.line("}");
    }

    /// Writes a declaration. Reports an element that is not a declaration of a file.
    fn root(&mut self, root: &b::DocumentedElement) {
        match root {
            b::DocumentedElement::NamedBindings(bindings) => self.named_bindings(bindings, ""),
            b::DocumentedElement::Site(site) => self.site(site),
            b::DocumentedElement::Statements(statements) => {
                self.doc(statements.doc.as_deref());
                self.out.push_str(&statements.text);
                self.out.push('\n');
            }
            other => {
                kind_name(other).clone_into(&mut self.place);
                self.report_loss("an object outside of bindings and sites");
            }
        }
    }

    /// Writes named bindings, and `suffix` after the closing brace.
    fn named_bindings(&mut self, bindings: &b::NamedBindings, suffix: &str) {
        self.place = format!("bindings `{}`", bindings.name);
        // Only the bindings of a Hiera environment have a condition with the path of their file.
        let (path, _) = environment_files::of_file(bindings);
        self.is_environment = path != bindings.name;
        self.doc(bindings.doc.as_deref());
        let head = format!("bindings {}", path_text(&bindings.name));
        self.block(&head, bindings.bindings.is_empty(), |writer| writer.bindings(&bindings.bindings));
        if !suffix.is_empty() {
            // `suffix` must be on the line of the brace, so the line break after the brace is removed.
            self.out.pop();
            self.out.push_str(suffix);
            self.out.push('\n');
        }
    }

    /// Writes bindings and conditions with bindings, in order.
    fn bindings(&mut self, list: &[b::AbstractBinding]) {
        for binding in list {
            match binding {
                b::AbstractBinding::CategorizedBindings(bindings) => self.conditional_bindings(bindings),
                binding => self.binding(binding),
            }
        }
    }

    /// Appends bindings with their condition: `when … { … }`.
    fn conditional_bindings(&mut self, bindings: &b::CategorizedBindings) {
        self.doc(bindings.doc.as_deref());
        let head = format!("when {}", self.condition(bindings));
        self.block(&head, bindings.bindings.is_empty(), |writer| writer.bindings(&bindings.bindings));
    }

    /// The text of a condition, without `when`.
    pub fn condition(&mut self, bindings: &b::CategorizedBindings) -> String {
        let mut last_category = None;
        let is_after_or = false;
        let mut alternatives = vec![self.conditions(&bindings.predicates, &mut last_category, is_after_or)];
        for alternative in &bindings.alternatives {
            let is_after_or = true;
            alternatives.push(self.conditions(&alternative.predicates, &mut last_category, is_after_or));
        }
        alternatives.join(" or ")
    }

    /// The conditions of an alternative. The category is left out if it is the same as in the alternative before.
    fn conditions<'c>(
        &mut self,
        predicates: &'c [b::Category],
        last_category: &mut Option<&'c str>,
        is_after_or: bool,
    ) -> String {
        let mut list = Vec::new();
        for category in predicates {
            let name = category.categorization.as_str();
            // In the grammar, a value without a category must be the complete alternative.
            let is_bare = is_after_or && predicates.len() == 1 && *last_category == Some(name);
            list.push(match self.category_value(category) {
                Some(value) if is_bare => value,
                Some(value) => format!("{} {value}", category_name(name)),
                None => category_name(name),
            });
            *last_category = Some(name);
        }
        list.join(" and ")
    }

    /// The value of a category; `None` if it has none, or if the value is not written in the language.
    fn category_value(&mut self, category: &b::Category) -> Option<String> {
        let value = category.value.as_deref()?;
        // The value of Hiera's level `common` is `common`, which is not written in the language.
        if category.categorization == "common" {
            if value != "common" {
                self.report_loss(format_args!("the value `{value}` of the category `common`"));
            }
            return None;
        }
        Some(match category.kind {
            b::CategoryValueKind::String => language::string_literal(value),
            b::CategoryValueKind::Boolean if matches!(value, "true" | "false") => value.to_owned(),
            b::CategoryValueKind::Number if names::is_number(value) => value.to_owned(),
            _ => {
                self.place = format!("the category `{}`", category.categorization);
                self.report_loss(format_args!("`{value}`, which does not have the type of the category,"));
                value.to_owned()
            }
        })
    }
}

/// The kind of an element that cannot be a declaration, for messages.
fn kind_name(element: &b::DocumentedElement) -> &'static str {
    match element {
        b::DocumentedElement::Environment(_) => "an environment",
        b::DocumentedElement::CategoryDeclaration(_) => "a category",
        b::DocumentedElement::NamedLayer(_) => "a layer",
        _ => "a binding",
    }
}
