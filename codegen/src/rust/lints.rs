//! Allows the lints that the names and values of a metamodel cause in generated code.
//!
//! Invariant: a lint is allowed at the smallest item that causes it, and only for what a metamodel determines.

use super::identifiers::are_repetitive;
use super::plan::{Base, Count, Field, FieldDefault};
use modelwright_metamodel::ecore::Literal;
use std::f64::consts;

/// The smallest number of `bool` fields for which clippy suggests enums.
const MANY_BOOLS: usize = 4;

/// Constants of the standard library, which clippy recognises by their first digits.
const CONSTANTS: [f64; 19] = [
    consts::E,
    consts::FRAC_1_PI,
    consts::FRAC_1_SQRT_2,
    consts::FRAC_2_PI,
    consts::FRAC_2_SQRT_PI,
    consts::FRAC_PI_2,
    consts::FRAC_PI_3,
    consts::FRAC_PI_4,
    consts::FRAC_PI_6,
    consts::FRAC_PI_8,
    consts::LN_10,
    consts::LN_2,
    consts::LOG10_2,
    consts::LOG10_E,
    consts::LOG2_10,
    consts::LOG2_E,
    consts::PI,
    consts::SQRT_2,
    consts::TAU,
];

/// The lints to allow for a struct.
pub(super) fn of_struct(name: &str, fields: &[Field]) -> Vec<&'static str> {
    let bools = fields.iter().filter(|field| field.base == Base::Boolean && field.count == Count::One);
    let causes = [
        (are_repetitive(name, fields.iter().map(|field| &*field.name)), "struct_field_names"),
        (bools.count() >= MANY_BOOLS, "struct_excessive_bools"),
        (fields.iter().any(|field| field.name.starts_with('_')), "pub_underscore_fields"),
    ];
    causes.into_iter().filter(|(is_caused, _)| *is_caused).map(|(_, lint)| lint).collect()
}

/// Whether a default looks like a constant of the standard library.
pub(super) fn looks_like_constant(field: &Field) -> bool {
    let value = match &field.default {
        FieldDefault::Value(Literal::Float(value)) => format!("{value:?}"),
        FieldDefault::Value(Literal::Double(value)) => format!("{value:?}"),
        _ => return false,
    };
    let digits = value.trim_start_matches('-');
    let decimals = digits.split_once('.').map_or(0, |(_, decimals)| decimals.len());
    // The lint compares the digits with those of the constant, which it both truncates and rounds.
    decimals > 1
        && CONSTANTS.iter().any(|constant| {
            constant.to_string().starts_with(digits) || format!("{constant:.decimals$}") == digits
        })
}

/// The attribute that allows lints; `None` if there are no lints.
pub(super) fn allow(lints: &[&str]) -> Option<String> {
    let names: Vec<String> = lints.iter().map(|lint| format!("clippy::{lint}")).collect();
    (!names.is_empty()).then(|| format!("#[allow({})]", names.join(", ")))
}
