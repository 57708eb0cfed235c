//! Expressions as indented text: a line for each, its parts below it.

use modelwright_language::language::expression::{Expr, ExprId, Expressions};
use std::fmt::Write as _;

/// An expression and its parts.
pub(crate) fn dump(all: &Expressions, id: ExprId, depth: usize, out: &mut String) {
    let expr = all[id];
    let _ = writeln!(out, "{:width$}{}", "", head(all, expr), width = depth * 2);
    all.parts(expr, |part| dump(all, part, depth + 1, out));
}

fn head(all: &Expressions, expr: Expr) -> String {
    let text = |kind: &str, text| format!("{kind} {:?}", all.text(text));
    match expr {
        Expr::Boolean(value) => format!("boolean {value}"),
        Expr::Integer(value) => format!("integer {value}"),
        Expr::Float(value) => format!("float {value:?}"),
        Expr::String(value) => text("string", value),
        Expr::Regex(value) => text("regex", value),
        Expr::Name(value) => text("name", value),
        Expr::TypeName(value) => text("type", value),
        Expr::Variable(value) => text("variable", value),
        Expr::Reserved(value) => text("reserved", value),
        Expr::Unary { operator, .. } => format!("{operator:?}").to_lowercase(),
        Expr::Binary { operator, .. } => format!("{operator:?}").to_lowercase(),
        Expr::Assign { operator, .. } => format!("assign {operator:?}").to_lowercase(),
        Expr::Relation { edge, .. } => format!("relation {edge:?}").to_lowercase(),
        Expr::Call { form, arguments, lambda, .. } => {
            let lambda = if lambda.is_some() { ", lambda" } else { "" };
            let count = all.list(arguments).len();
            format!("call {form:?}, {count} arguments{lambda}").to_lowercase()
        }
        Expr::CaseOption { values, .. } => format!("option, {} values", all.list(values).len()),
        Expr::Lambda { parameters, result, .. } => signature("lambda", all.list(parameters).len(), result),
        Expr::Parameter { name, ty, default, rest } => {
            let mut out = text("parameter", name);
            for (holds, word) in [(ty.is_some(), " typed"), (default.is_some(), " default"), (rest, " rest")]
            {
                out.push_str(if holds { word } else { "" });
            }
            out
        }
        Expr::Resource { form, .. } => format!("resource {form:?}").to_lowercase(),
        Expr::ResourceDefaults { form, .. } => format!("defaults {form:?}").to_lowercase(),
        Expr::ResourceOverride { form, .. } => format!("override {form:?}").to_lowercase(),
        Expr::Attribute { name, append, .. } => text(if append { "attribute +>" } else { "attribute" }, name),
        Expr::Collect { exported, query, attributes, .. } => {
            let (exported, query) =
                (if exported { " exported" } else { "" }, if query.is_some() { " query" } else { "" });
            format!("collect{exported}{query}, {} attributes", all.list(attributes).len())
        }
        Expr::Class { parameters, parent, .. } => signature("class", all.list(parameters).len(), parent),
        Expr::Define { parameters, .. } => signature("define", all.list(parameters).len(), None),
        Expr::Function { parameters, result, .. } => {
            signature("function", all.list(parameters).len(), result)
        }
        Expr::Node { hosts, .. } => format!("node, {} hosts", all.list(hosts).len()),
        other => plain(&other).to_owned(),
    }
}

fn signature(kind: &str, parameters: usize, other: Option<ExprId>) -> String {
    format!("{kind}, {parameters} parameters{}", if other.is_some() { " and type or parent" } else { "" })
}

/// The text for an expression that its variant describes completely.
fn plain(expr: &Expr) -> &'static str {
    match expr {
        Expr::Nothing => "nothing",
        Expr::Undef => "undef",
        Expr::Default => "default",
        Expr::Template(_) => "template",
        Expr::Heredoc { syntax: None, .. } => "heredoc",
        Expr::Heredoc { .. } => "heredoc with syntax",
        Expr::Array(_) => "array",
        Expr::Hash(_) => "hash",
        Expr::Access { .. } => "access",
        Expr::Query { .. } => "query",
        Expr::Parenthesized(_) => "parenthesized",
        Expr::Selector { .. } => "selector",
        Expr::If { .. } => "if",
        Expr::Unless { .. } => "unless",
        Expr::Case { .. } => "case",
        Expr::Block(_) => "block",
        Expr::ResourceBody { .. } => "body",
        Expr::AttributeSplat(_) => "attributes",
        Expr::TypeAlias { .. } => "alias",
        _ => "?",
    }
}
