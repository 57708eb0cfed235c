//! Ecore's enumerations as Rust enums.

use super::layout::{self, Printer};
use super::plan::Plan;
use super::{RustOptions, derives, facts, identifiers, quoted};
use modelwright_metamodel::diagnostic::{Diagnostic, codes};
use modelwright_metamodel::ecore::{DataTypeId, EnumLiteral, documentation};
use rustc_hash::FxHashSet;

/// One literal: its variant and its spelling in documents.
struct Variant<'p> {
    name: &'p str,
    literal: &'p EnumLiteral,
}

/// Prints the enum of an enumeration and its table. Literals with the spelling of an earlier one are reported.
pub(super) fn print(plan: &mut Plan<'_>, id: DataTypeId, options: &RustOptions, out: &mut Printer) {
    let metamodel = plan.scope.metamodel;
    let mut spellings = FxHashSet::default();
    let literals = metamodel[id].enum_literals();
    for literal in literals {
        let is_new = spellings.insert(literal.spelling());
        if is_new {
            continue;
        }
        let message = format!(
            "literal `{}` of `{}` is spelled `{}` like an earlier literal, so this spelling is read as the earlier literal",
            literal.name,
            metamodel[id].name,
            literal.spelling()
        );
        let help = "give the literal a unique spelling";
        plan.diagnostics.push(Diagnostic::warning(codes::NOT_GENERATED, message).help(help));
    }
    let variants: Vec<Variant<'_>> =
        (plan.enums[&id].iter().zip(literals)).map(|(name, literal)| Variant { name, literal }).collect();
    let name = plan.enum_name(id);
    out.blank();
    out.docs(0, documentation(&metamodel[id].annotations), &facts::enumeration(plan, id));
    out.attributes(&metamodel[id].name, options);
    if identifiers::are_repetitive(name, variants.iter().map(|variant| variant.name)) {
        out.line(0, "#[allow(clippy::enum_variant_names)]");
    }
    // An enum without variants has no value that could be its default.
    out.line(0, &derives("Debug, Clone, Copy, PartialEq, Eq, Hash", !variants.is_empty(), options));
    declaration(name, &variants, options, out);
    let entries =
        variants.iter().map(|variant| format!("{} = {}", variant.name, quoted(variant.literal.spelling())));
    out.blank();
    out.table("typed::literals!", name, &entries.collect::<Vec<_>>());
}

/// Prints the declaration of an enum.
fn declaration(name: &str, variants: &[Variant<'_>], options: &RustOptions, out: &mut Printer) {
    let variants = variants.iter().enumerate();
    out.item(&format!("{} enum {name}", options.visibility), variants, |out, (index, variant)| {
        let spelled = format!("Written as `{}`.", layout::name_in_docs(variant.literal.spelling()));
        out.docs(4, documentation(&variant.literal.annotations), &spelled);
        if index == 0 {
            out.line(4, "#[default]");
        }
        out.line(4, &format!("{},", variant.name));
    });
}
