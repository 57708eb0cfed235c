//! The derives of types, and whether the derives that users request compile.
//!
//! Invariant: a derive of the standard library that a field's type does not implement is an error that names the field.
//! Derives of other crates are not known here.

use super::plan::checked::CheckedForm;
use super::plan::{Base, Boxing, Count, Field, Plan};
use super::{Decimals, RustOptions, schemas};
use modelwright_metamodel::diagnostic::{Diagnostic, Diagnostics, codes};

/// The derives of a type, each once: those in `always`, `Default` if `has_default` is set, and those of the options.
pub(super) fn derives(always: &str, has_default: bool, options: &RustOptions) -> String {
    let mut derives: Vec<&str> = always.split(", ").collect();
    if has_default {
        derives.push("Default");
    }
    for requested in options.derives.iter().filter(|derive| !schemas::requests_schemas(derive)) {
        let name =
            name_in_std(requested).unwrap_or_else(|| requested.strip_prefix("::").unwrap_or(requested));
        // The same derive twice does not compile.
        if !derives.contains(&name) {
            derives.push(requested);
        }
    }
    format!("#[derive({})]", derives.join(", "))
}

/// The name of a derive if its path is in the standard library, or is one word: `Eq` for `std::cmp::Eq` and for `Eq`.
/// `None` for `serde::Serialize`.
fn name_in_std(path: &str) -> Option<&str> {
    let path = path.strip_prefix("::").unwrap_or(path);
    let is_of_std = ["std::", "core::"].iter().any(|root| path.starts_with(root));
    if is_of_std || !path.contains("::") { path.rsplit("::").next() } else { None }
}

/// The derives that this module knows, with the derives that each requires.
const KNOWN_DERIVES: [(&str, &[&str]); 5] =
    [("Eq", &[]), ("Hash", &[]), ("Copy", &[]), ("PartialOrd", &[]), ("Ord", &["Eq", "PartialOrd"])];

/// The errors of derives that do not compile: for each derive, the first field whose type does not implement it.
pub(super) fn check(plan: &Plan<'_>, options: &RustOptions) -> Diagnostics {
    let mut problems = Diagnostics::new();
    let names: Vec<&str> = options.derives.iter().filter_map(|path| name_in_std(path)).collect();
    for (derive, required) in KNOWN_DERIVES.iter().filter(|(derive, _)| names.contains(derive)) {
        if let Some(missing) = required.iter().find(|required| !names.contains(required)) {
            let message = format!("`{derive}` cannot be derived without `{missing}`");
            let help = format!("also specify --derive {missing}");
            problems.push(Diagnostic::error(codes::DERIVE, message).help(help));
        }
        if let Some((class, field)) = first_field_without(plan, derive) {
            let message = format!(
                "`{derive}` cannot be derived for `{class}`: its field `{}` is of type `{}`, \
                 which does not implement `{derive}`",
                field.name,
                plan.field_type(field)
            );
            let help = format!(
                "leave out --derive {derive}, and add the derive to single types, as in \
                 --attribute 'Type=#[derive({derive})]'"
            );
            problems.push(Diagnostic::error(codes::DERIVE, message).help(help));
        }
    }
    problems
}

/// The first field whose type does not implement a derive, after the name of its struct; `None` if all types implement
/// it.
fn first_field_without<'p>(plan: &'p Plan<'_>, derive: &str) -> Option<(&'p str, &'p Field)> {
    for class in &plan.scope.classes {
        let Some(name) = plan.struct_name(*class) else { continue };
        if let Some(field) = plan.fields(*class).iter().find(|field| !implements(plan, field, derive)) {
            return Some((name, field));
        }
    }
    None
}

/// Whether the type of a field implements a derive, provided that all generated types implement it. Types of users are
/// assumed to implement it.
fn implements(plan: &Plan<'_>, field: &Field, derive: &str) -> bool {
    let base = plan.content_of(field.base);
    if derive == "Copy" {
        let is_boxed = matches!(field.base, Base::Part(_, Boxing::Yes));
        // All structs have the same derives, so contained ones implement `Copy`, too.
        let is_assumed = matches!(base, Base::Part(..) | Base::UserType(_));
        let is_copied = is_assumed || is_copy(plan, base) || is_enum(plan, field.base);
        return field.count != Count::Many && !is_boxed && is_copied;
    }
    if is_enum(plan, field.base) {
        return true;
    }
    match base {
        Base::Float | Base::Double => derive == "PartialOrd",
        // A value of any kind may contain floating-point numbers and maps.
        Base::Any => false,
        // `IndexMap` implements neither `Hash` nor an order.
        Base::Map(..) => derive == "Eq",
        Base::Reference(_) => derive == "Eq" || derive == "Hash",
        _ => true,
    }
}

/// Whether a checked type is an enum.
pub(super) fn is_enum(plan: &Plan<'_>, base: Base) -> bool {
    matches!(base, Base::Checked(id) if matches!(plan.checked[&id], CheckedForm::Literals(_)))
}

/// Whether the Rust type of a value implements `Copy`.
pub(super) fn is_copy(plan: &Plan<'_>, base: Base) -> bool {
    match base {
        Base::Boolean
        | Base::Integer(_)
        | Base::Unsigned
        | Base::Float
        | Base::Double
        | Base::Char
        | Base::Moment
        | Base::Day
        | Base::Enum(_) => true,
        Base::Decimal => plan.options.decimals == Decimals::RustDecimal,
        Base::Checked(id) => is_enum(plan, base) || is_copy(plan, plan.content(id)),
        Base::String
        | Base::Number
        | Base::Bytes
        | Base::Base64
        | Base::Any
        | Base::Lexical
        | Base::UserType(_)
        | Base::Part(..)
        | Base::Map(..)
        | Base::Reference(_) => false,
    }
}
