//! Data types with facets as types of Rust: an enum for a list of strings, otherwise a struct around a plain value.

use super::derives::is_copy;
use super::layout::{self, Printer};
use super::plan::checked::CheckedForm;
use super::plan::{Base, Plan};
use super::{RustOptions, allow_lints, derives, quoted};
use modelwright_metamodel::ecore::{DataTypeId, PlainValues, documentation};

/// Prints the Rust type of a data type whose values are checked, and its table.
pub(super) fn print(plan: &Plan<'_>, id: DataTypeId, options: &RustOptions, out: &mut Printer) {
    let data = &plan.scope.metamodel[id];
    let form = &plan.checked[&id];
    out.blank();
    out.docs(0, documentation(&data.annotations), &meaning(plan, id, form));
    out.attributes(&data.name, options);
    match form {
        CheckedForm::Literals(literals) => literals_enum(plan, id, literals, options, out),
        CheckedForm::Range(low, high) => {
            content_struct(plan, id, &format!(", {}..={}", number(*low), number(*high)), options, out);
        }
        CheckedForm::Facets => content_struct(plan, id, "", options, out),
    }
}

/// The comment of a type without documentation.
fn meaning(plan: &Plan<'_>, id: DataTypeId, form: &CheckedForm) -> String {
    let metamodel = plan.scope.metamodel;
    match (metamodel.type_text(id), form) {
        (Some(text), _) => format!("A value of type `{}`.", layout::name_in_docs(text)),
        (None, CheckedForm::Range(low, high)) => format!("A whole number from {low} to {high}."),
        (None, CheckedForm::Literals(_)) => "One of these texts.".to_owned(),
        (None, CheckedForm::Facets) if let Some(text) = bounds(plan, id) => text,
        (None, CheckedForm::Facets) => {
            format!("A value that the facets of `{}` allow.", layout::name_in_docs(&metamodel[id].name))
        }
    }
}

/// A sentence about the bounds of strings or numbers; `None` if there are no bounds.
fn bounds(plan: &Plan<'_>, id: DataTypeId) -> Option<String> {
    Some(match plan.scope.metamodel.known_values(id)? {
        // The maximum of texts without one is `usize::MAX`.
        PlainValues::Texts(min, max) => match (min, max) {
            (0, usize::MAX) => return None,
            (min, usize::MAX) => format!("A text of at least {}.", characters(min)),
            (0, max) => format!("A text of at most {}.", characters(max)),
            (min, max) if min == max => format!("A text of {}.", characters(max)),
            (min, max) => format!("A text of {min} to {}.", characters(max)),
        },
        PlainValues::Numbers(low, high) => match (low.is_finite(), high.is_finite()) {
            (true, true) => format!("A number from {low} to {high}."),
            (true, false) => format!("A number from {low} on."),
            (false, true) => format!("A number up to {high}."),
            (false, false) => return None,
        },
        _ => return None,
    })
}

/// A number of characters, in words.
fn characters(count: usize) -> String {
    if count == 1 { "1 character".to_owned() } else { format!("{count} characters") }
}

/// A number with underscores between groups of digits.
fn number(value: i128) -> String {
    super::structs::group_digits(&value.to_string())
}

/// Prints the enum of a data type whose values are a few literals.
fn literals_enum(
    plan: &Plan<'_>,
    id: DataTypeId,
    literals: &[String],
    options: &RustOptions,
    out: &mut Printer,
) {
    let (name, variants) = (plan.enum_name(id), &plan.enums[&id]);
    // Variants without values cannot differ in size.
    let is_uneven = false;
    allow_lints(name, variants.iter().map(String::as_str), is_uneven, out);
    let has_default = false;
    out.line(0, &derives("Debug, Clone, Copy, PartialEq, Eq, Hash", has_default, options));
    let variants_with_texts = variants.iter().zip(literals);
    out.item(
        &format!("{} enum {name}", options.visibility),
        variants_with_texts.clone(),
        |out, (variant, text)| {
            out.docs(4, None, &format!("Written as `{}`.", layout::name_in_docs(text)));
            out.line(4, &format!("{variant},"));
        },
    );
    let entries: Vec<String> =
        variants_with_texts.map(|(variant, text)| format!("{variant} = {}", quoted(text))).collect();
    out.blank();
    out.table("typed::literals!", &format!("{name} as text"), &entries);
}

/// Prints the struct of a data type, and the macro that checks its values.
fn content_struct(plan: &Plan<'_>, id: DataTypeId, range: &str, options: &RustOptions, out: &mut Printer) {
    let data = &plan.scope.metamodel[id];
    let (name, base) = (plan.enum_name(id), plan.content(id));
    let ty = plan.base_type(base).to_string();
    let standard_derives = match base {
        // NaN is not equal to itself, so Rust has neither `Eq` nor `Hash` for these.
        Base::Float | Base::Double => "Debug, Clone, Copy, PartialEq, PartialOrd",
        _ if is_copy(plan, base) => "Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash",
        _ => "Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash",
    };
    // The macro implements `Default`.
    let has_default = false;
    out.line(0, &derives(standard_derives, has_default, options));
    out.line(0, &format!("{} struct {name}({ty});", options.visibility));
    // A `Hash[K, V]` with floats, decimals or bytes as keys is a list of entries, which needs no `MapKey`.
    let is_key = !matches!(base, Base::Float | Base::Double | Base::Decimal | Base::Bytes | Base::Base64);
    // A default that the facets reject would be the one way to make an invalid value.
    let additions = [(plan.has_content_default(id), "Default"), (is_key, "MapKey")];
    let additions: Vec<&str> =
        additions.into_iter().filter(|(is_added, _)| *is_added).map(|(_, name)| name).collect();
    let additions =
        if additions.is_empty() { String::new() } else { format!(" with {}", additions.join(", ")) };
    let original_name = if data.name == name { String::new() } else { format!(" as {}", quoted(&data.name)) };
    let entry =
        format!("{name}({ty}) in {}{original_name}{range}{additions}", plan.package_name(data.package));
    out.blank();
    out.call("typed::checked!", &entry);
}
