//! The usual spelling of literals that annotations cannot describe: strings, templates, heredocs, patterns.

use super::{Context, Grammar, Layout};
use crate::language::{escape, string_literal};
use crate::model::{Model, ObjectId};

/// The tag that ends the text of a heredoc.
const TAG: &str = "END";

/// The usual layout of an object that is such a literal.
pub(super) fn usual(model: &Model, object: ObjectId, class: &str, context: Context) -> Option<Layout> {
    let text = |feature: &str| model.get_named(object, feature).text().unwrap_or_default();
    Some(match (class, context) {
        ("StringLiteral", Context::Segment) => Layout::new(escaped(text("value"))),
        ("StringLiteral", Context::HeredocSegment) => Layout::new(text("value").replace('$', "\\$")),
        ("StringLiteral", Context::HeredocText) => Layout::new(lines(text("value"))),
        ("StringLiteral", _) => Layout::new(string_literal(text("value"))),
        ("RegexLiteral", _) => Layout::new(format!("/{}/", text("pattern").replace('/', "\\/"))),
        ("Variable", Context::Inserted) => Layout::new(text("name")),
        ("Template", _) => template(model, object, context == Context::HeredocText),
        ("Heredoc", _) => heredoc(model, object),
        _ => return None,
    })
}

/// A text that ends with a line break.
fn lines(text: &str) -> String {
    if text.ends_with('\n') { text.to_owned() } else { format!("{text}\n") }
}

/// A text inside double quotes.
fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    escape(text, &mut out);
    out
}

fn parts(model: &Model, template: ObjectId) -> impl Iterator<Item = ObjectId> + '_ {
    model.list_named(template, "parts").objects()
}

fn template(model: &Model, object: ObjectId, in_heredoc: bool) -> Layout {
    let mut layout = Layout::new(if in_heredoc { "" } else { "\"" });
    let context = |part| {
        let class = &model.metamodel()[model.class(part)].name;
        let around = if in_heredoc { Context::HeredocText } else { Context::Plain };
        Grammar::context("Template", around, "parts", class)
    };
    let is_text = |context| matches!(context, Context::Segment | Context::HeredocSegment);
    let mut before_is_text = parts(model, object).all(|part| is_text(context(part)));
    for part in parts(model, object) {
        let context = context(part);
        let (before, after) = match is_text(context) {
            false => ("${", "}"),
            // Alone, the text would be empty or part of another one.
            true if before_is_text || model.get_named(part, "value").text() == Some("") => ("${\"", "\"}"),
            true => ("", ""),
        };
        before_is_text = is_text(context);
        layout.push(before);
        layout.part(part, context);
        layout.push(after);
    }
    layout.push(match in_heredoc {
        true if !ends_line(model, object) => "\n",
        true => "",
        false => "\"",
    });
    layout
}

/// Whether a text ends with a line break.
fn ends_line(model: &Model, text: ObjectId) -> bool {
    let last = parts(model, text).last().unwrap_or(text);
    model.get_named(last, "value").text().is_some_and(|text| text.ends_with('\n'))
}

/// The parentheses on the line, and the line below the text.
fn heredoc(model: &Model, object: ObjectId) -> Layout {
    let text = model.get_named(object, "text").object();
    let is_template = text.is_some_and(|text| !parts(model, text).collect::<Vec<_>>().is_empty());
    let syntax = model.get_named(object, "syntax").text().map(|syntax| format!(":{syntax}"));
    let syntax = syntax.unwrap_or_default();
    let mut layout = Layout::new(match is_template {
        true => format!("@(\"{TAG}\"{syntax}/$)"),
        false => format!("@({TAG}{syntax})"),
    });
    if let Some(text) = text {
        layout.part(text, Context::HeredocText);
        layout.push(if ends_line(model, text) { "| " } else { "|- " });
    }
    layout.push(TAG);
    layout
}
