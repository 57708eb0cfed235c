//! The default spelling of literals that annotations cannot describe: strings, templates, heredocs, patterns.

use super::{Context, Grammar, Layout};
use crate::model::{Model, ObjectId};
use crate::types::spelling::{self, escape, push_string as push_string_literal};

/// The tag that ends the text of a heredoc.
const TAG: &str = "END";

/// The classes that this module spells.
pub(super) const CLASSES: [&str; 5] = ["StringLiteral", "RegexLiteral", "Variable", "Template", "Heredoc"];

/// Adds the default layout of an object to an empty layout. Returns `false` if the object is not of one of these
/// classes.
pub(super) fn add_default_layout(
    model: &Model,
    object: ObjectId,
    class: &str,
    context: Context,
    layout: &mut Layout,
) -> bool {
    let text = |feature: &str| model.get_named(object, feature).text().unwrap_or_default();
    match (class, context) {
        ("StringLiteral", Context::Segment) => escape(text("value"), layout.texts.last()),
        // In a heredoc with the escape `\$`, a dollar sign is escaped, because it could start an expression.
        ("StringLiteral", Context::HeredocSegment) => layout.push(&text("value").replace('$', "\\$")),
        ("StringLiteral", Context::HeredocText) => {
            layout.push(text("value"));
            // The end tag must be on a line of its own. If this requires another line break, `heredoc` writes `-`, by
            // which the line break does not become part of the value.
            layout.push(if text("value").ends_with('\n') { "" } else { "\n" });
        }
        ("StringLiteral", _) => push_string_literal(text("value"), layout.texts.last()),
        ("RegexLiteral", _) => layout.push(&spelling::regex(text("pattern"))),
        // In `${…}`, the name needs no dollar sign. Elsewhere, a variable is laid out by the annotation of the class
        // `Variable` in the metamodel.
        ("Variable", Context::Inserted) => layout.push(text("name")),
        ("Template", _) => template(model, object, context == Context::HeredocText, layout),
        ("Heredoc", _) => heredoc(model, object, layout),
        _ => return false,
    }
    true
}

/// The parts of a template; empty for other objects.
fn parts(model: &Model, template: ObjectId) -> impl Iterator<Item = ObjectId> + '_ {
    model.list_named(template, "parts").objects()
}

/// Writes a template: its texts, and its expressions in `${…}`.
fn template(model: &Model, object: ObjectId, is_in_heredoc: bool, layout: &mut Layout) {
    layout.push(if is_in_heredoc { "" } else { "\"" });
    let context_of = |part| {
        let class = &model.metamodel()[model.class(part)].name;
        let template_context = if is_in_heredoc { Context::HeredocText } else { Context::Plain };
        Grammar::context(("Template", template_context, "parts"), class)
    };
    // A template with only text would be read back as a string. So its first text is written as an expression, as if
    // another text were before it.
    let mut is_after_text = parts(model, object).all(|part| is_text(context_of(part)));
    for part in parts(model, object) {
        let context = context_of(part);
        let (before, after) = if !is_text(context) {
            ("${", "}")
        } else if is_after_text || model.get_named(part, "value").text() == Some("") {
            // As plain text, this part would be empty, or a part of the text before it.
            ("${\"", "\"}")
        } else {
            ("", "")
        };
        is_after_text = is_text(context);
        layout.push(before);
        layout.part(part, context);
        layout.push(after);
    }
    layout.push(if !is_in_heredoc {
        "\""
    } else if ends_line(model, object) {
        ""
    } else {
        "\n"
    });
}

/// Whether a part of a template in this context is plain text.
fn is_text(context: Context) -> bool {
    matches!(context, Context::Segment | Context::HeredocSegment)
}

/// Whether the text of a heredoc (a string or a template) ends with a line break.
fn ends_line(model: &Model, text: ObjectId) -> bool {
    let last = parts(model, text).last().unwrap_or(text);
    model.get_named(last, "value").text().is_some_and(|text| text.ends_with('\n'))
}

/// Writes a heredoc: its tag in parentheses, its text, and the line that ends it.
fn heredoc(model: &Model, object: ObjectId, layout: &mut Layout) {
    let text = model.get_named(object, "text").object();
    let is_template = text.is_some_and(|text| parts(model, text).next().is_some());
    let syntax = model.get_named(object, "syntax").text().map(|syntax| format!(":{syntax}"));
    let syntax = syntax.unwrap_or_default();
    layout.push(&if is_template { format!("@(\"{TAG}\"{syntax}/$)") } else { format!("@({TAG}{syntax})") });
    if let Some(text) = text {
        layout.part(text, Context::HeredocText);
        layout.push(if ends_line(model, text) { "| " } else { "|- " });
    }
    // If a line of the text ends with the tag, another text is read back. The comparison after writing finds this.
    layout.push(TAG);
}
