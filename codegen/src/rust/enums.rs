//! Ecore's enumerations as Rust enums.

use super::layout::{Piece, Printer};
use super::plan::Plan;
use super::{derives, names, quoted};
use crate::Options;
use modelwright_metamodel::diagnostic::{Diagnostic, codes};
use modelwright_metamodel::ecore::{DataTypeId, EnumLiteral, documentation};
use std::collections::HashSet;

/// One literal: its variant and its spelling in documents.
struct Variant<'p> {
    name: &'p str,
    literal: &'p EnumLiteral,
    /// Whether an earlier literal has the same spelling.
    repeated: bool,
}

/// Prints the enum and what belongs to it.
pub(super) fn print(plan: &mut Plan<'_>, id: DataTypeId, options: &Options, out: &mut Printer) {
    let metamodel = plan.scope.metamodel;
    let mut spellings = HashSet::new();
    let literals = metamodel[id].enum_literals();
    for literal in literals.iter().filter(|l| !spellings.insert(l.spelling())) {
        let message = format!(
            "literal `{}` of `{}` is spelled `{}` like an earlier one, so it is read as that",
            literal.name,
            metamodel[id].name,
            literal.spelling()
        );
        let help = "give the literal a spelling of its own";
        plan.diagnostics.push(Diagnostic::warning(codes::NOT_GENERATED, message).help(help));
    }
    spellings.clear();
    let variants: Vec<Variant<'_>> = (plan.enums[&id].iter().zip(literals))
        .map(|(name, literal)| Variant { name, literal, repeated: !spellings.insert(literal.spelling()) })
        .collect();
    let name = plan.enum_name(id);
    out.blank();
    out.docs(
        0,
        documentation(&metamodel[id].annotations),
        &format!("A literal of the enumeration `{}`.", metamodel[id].name),
    );
    if names::are_repetitive(name, variants.iter().map(|v| v.name)) {
        out.line(0, "#[allow(clippy::enum_variant_names)]");
    }
    out.line(0, &derives("Debug, Clone, Copy, PartialEq, Eq, Hash", !variants.is_empty(), options));
    declaration(name, &variants, options, out);
    out.blank();
    methods(plan, name, &variants, out);
    out.blank();
    traits(plan, name, &variants, out);
}

fn declaration(name: &str, variants: &[Variant<'_>], options: &Options, out: &mut Printer) {
    if variants.is_empty() {
        return out.line(0, &format!("pub enum {name} {{}}"));
    }
    out.line(0, &format!("pub enum {name} {{"));
    for (at, variant) in variants.iter().enumerate() {
        let spelling = variant.literal.spelling();
        let doc = format!("`{}`.", spelling.replace('`', "'"));
        out.docs(4, documentation(&variant.literal.annotations), &doc.replace(char::is_control, " "));
        if at == 0 {
            out.line(4, "#[default]");
        }
        if options.serde {
            let mut items = Vec::new();
            if spelling != variant.name.trim_start_matches("r#") {
                items.push(format!("rename = {}", quoted(spelling)));
            }
            if variant.repeated {
                items.push("skip_deserializing".to_owned());
            }
            out.attribute(4, "serde", items);
        }
        out.line(4, &format!("{},", variant.name));
    }
    out.line(0, "}");
}

fn methods(plan: &Plan<'_>, name: &str, variants: &[Variant<'_>], out: &mut Printer) {
    let items =
        |item: &dyn Fn(&Variant<'_>) -> String| variants.iter().map(|v| Piece::Text(item(v))).collect();
    out.line(0, &format!("impl {name} {{"));
    out.line(4, "/// All literals, in their order.");
    let all = Piece::array("&[", items(&|v| format!("Self::{}", v.name)));
    out.assignment(4, "pub const ALL: &'static [Self]", &all);
    out.blank();
    out.line(4, "/// How documents spell the literals, in their order.");
    let literals = Piece::array("&[", items(&|v| quoted(v.literal.spelling())));
    out.assignment(4, "pub const LITERALS: &'static [&'static str]", &literals);
    out.blank();
    out.line(4, "/// How documents spell the literal.");
    out.line(4, "#[must_use]");
    out.line(4, "pub fn as_str(self) -> &'static str {");
    if variants.is_empty() {
        out.line(8, "match self {}");
    } else {
        out.line(8, "match self {");
        for variant in variants {
            out.arm(12, &format!("Self::{}", variant.name), &quoted(variant.literal.spelling()));
        }
        out.line(8, "}");
    }
    out.line(4, "}");
    out.blank();
    out.line(4, "/// The literal that documents spell so.");
    out.line(4, "#[must_use]");
    let result = plan.option("Self");
    out.line(4, &format!("pub fn from_literal(literal: &str) -> {result} {{"));
    out.line(8, "Self::ALL.iter().copied().find(|known| known.as_str() == literal)");
    out.line(4, "}");
    out.line(0, "}");
}

fn traits(plan: &Plan<'_>, name: &str, variants: &[Variant<'_>], out: &mut Printer) {
    out.line(0, &format!("impl std::fmt::Display for {name} {{"));
    out.line(4, "fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {");
    out.line(8, "f.write_str(self.as_str())");
    out.line(4, "}");
    out.line(0, "}");
    out.blank();
    out.line(0, &format!("impl typed::Value for {name} {{"));
    out.line(4, "fn to_data(&self) -> typed::Data<'_> {");
    out.line(8, if variants.is_empty() { "match *self {}" } else { "typed::Data::Enum(*self as u32)" });
    out.line(4, "}");
    out.blank();
    out.line(4, &format!("fn from_data(data: typed::Data<'_>) -> {} {{", plan.option("Self")));
    out.line(8, "typed::literal(data, Self::ALL)");
    out.line(4, "}");
    out.line(0, "}");
}
