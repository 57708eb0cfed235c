//! The usual spelling of literals that annotations cannot describe: strings, templates, heredocs, patterns.

use super::{Context, Grammar, Layout};
use crate::model::{Model, ObjectId};
use crate::types::spelling::{escape, push_string as push_string_literal};

/// The tag that ends the text of a heredoc.
const TAG: &str = "END";

/// The classes of these literals.
pub(super) const CLASSES: [&str; 5] = ["StringLiteral", "RegexLiteral", "Variable", "Template", "Heredoc"];

/// Adds the usual layout of an object to an empty one, if it is such a literal; returns whether it is.
pub(super) fn usual(
    model: &Model,
    object: ObjectId,
    class: &str,
    context: Context,
    layout: &mut Layout,
) -> bool {
    let text = |feature: &str| model.get_named(object, feature).text().unwrap_or_default();
    match (class, context) {
        ("StringLiteral", Context::Segment) => escape(text("value"), layout.texts.last()),
        // The heredoc enables this escape, because a dollar sign would start an expression.
        ("StringLiteral", Context::HeredocSegment) => layout.push(&text("value").replace('$', "\\$")),
        ("StringLiteral", Context::HeredocText) => {
            layout.push(text("value"));
            // The tag must be on a line of its own; `heredoc` removes an added line break by `-`.
            layout.push(if text("value").ends_with('\n') { "" } else { "\n" });
        }
        ("StringLiteral", _) => push_string_literal(text("value"), layout.texts.last()),
        ("RegexLiteral", _) => {
            layout.push("/");
            layout.push(&text("pattern").replace('/', "\\/"));
            layout.push("/");
        }
        // In `${…}` the name needs no dollar sign. Elsewhere a variable has the layout of its annotation.
        ("Variable", Context::Inserted) => layout.push(text("name")),
        ("Template", _) => template(model, object, context == Context::HeredocText, layout),
        ("Heredoc", _) => heredoc(model, object, layout),
        _ => return false,
    }
    true
}

fn parts(model: &Model, template: ObjectId) -> impl Iterator<Item = ObjectId> + '_ {
    model.list_named(template, "parts").objects()
}

fn template(model: &Model, object: ObjectId, in_heredoc: bool, layout: &mut Layout) {
    layout.push(if in_heredoc { "" } else { "\"" });
    let context = |part| {
        let class = &model.metamodel()[model.class(part)].name;
        let around = if in_heredoc { Context::HeredocText } else { Context::Plain };
        Grammar::context("Template", around, "parts", class)
    };
    // A template of texts only would be read back as a string,
    // so its first text becomes an expression as well.
    let mut before_is_text = parts(model, object).all(|part| is_text(context(part)));
    for part in parts(model, object) {
        let context = context(part);
        let (before, after) = if !is_text(context) {
            ("${", "}")
        } else if before_is_text || model.get_named(part, "value").text() == Some("") {
            // Alone, the text would be empty or part of another one.
            ("${\"", "\"}")
        } else {
            ("", "")
        };
        before_is_text = is_text(context);
        layout.push(before);
        layout.part(part, context);
        layout.push(after);
    }
    layout.push(if !in_heredoc {
        "\""
    } else if ends_line(model, object) {
        ""
    } else {
        "\n"
    });
}

fn is_text(context: Context) -> bool {
    matches!(context, Context::Segment | Context::HeredocSegment)
}

/// Whether a text ends with a line break.
fn ends_line(model: &Model, text: ObjectId) -> bool {
    let last = parts(model, text).last().unwrap_or(text);
    model.get_named(last, "value").text().is_some_and(|text| text.ends_with('\n'))
}

/// The parentheses on the line, and the line below the text.
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
    // A text with a line that ends with the tag is read
    // differently, which the comparison after writing detects.
    layout.push(TAG);
}
