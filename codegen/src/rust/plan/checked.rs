//! Finds the data types with facets that are checked types in Rust, and what each of them checks.
//!
//! Invariant: a checked type accepts the values that `validate` accepts, no more and no fewer. Data types that only
//! logic can check, such as `SemVer`, are not checked types. This module does not know names.

use super::{Base, Plan};
use crate::rust::RustOptions;
use crate::scope::Scope;
use modelwright_metamodel::ecore::{
    Classifier, DataKind, DataTypeId, EXTENDED_META_DATA, Feature, Literal, Metamodel, PlainValues,
    annotation,
};
use modelwright_validation::FacetChecks;
use rustc_hash::FxHashSet;

/// The facets of XML Schema.
const FACETS: [&str; 11] = [
    "minInclusive",
    "maxInclusive",
    "minExclusive",
    "maxExclusive",
    "length",
    "minLength",
    "maxLength",
    "totalDigits",
    "fractionDigits",
    "enumeration",
    "pattern",
];

/// The facets that a range expresses.
const BOUNDS: [&str; 2] = ["minInclusive", "maxInclusive"];

/// How a checked type decides which values are valid.
#[derive(Debug, Clone, PartialEq)]
pub(in crate::rust) enum CheckedForm {
    /// Integers in a range.
    Range(i128, i128),
    /// Only these strings.
    Literals(Vec<String>),
    /// The facets of the embedded metamodel.
    Facets,
}

/// Adds the checked types of the generated packages to the classifiers of a scope, in the order of their packages.
pub(in crate::rust) fn add_classifiers(scope: &mut Scope<'_>, options: &RustOptions) {
    if !options.checked {
        return;
    }
    let metamodel = scope.metamodel;
    let mut known_packages = FxHashSet::default();
    // Checked types refer to the static of their package. Only packages with classes have one, and `packages` lists
    // only these.
    for package in scope.packages() {
        if !known_packages.insert(package) {
            continue;
        }
        let mut checked: Vec<Classifier> = Vec::new();
        for classifier in &metamodel[package].classifiers {
            let Classifier::DataType(id) = classifier else { continue };
            // A user's own type takes precedence over a checked type.
            if has_facets(metamodel, *id) && options.type_of(metamodel, *id).is_none() {
                checked.push(*classifier);
            }
        }
        let last_position =
            scope.classifiers.iter().rposition(|classifier| metamodel.package_of(*classifier) == package);
        // After the other types of the package, so that generated types keep the order of packages.
        let position = last_position.map_or(scope.classifiers.len(), |last_position| last_position + 1);
        scope.classifiers.splice(position..position, checked);
    }
}

/// Whether a data type has facets that restrict the values of a type of Rust.
fn has_facets(metamodel: &Metamodel, id: DataTypeId) -> bool {
    let data = &metamodel[id];
    let is_plain = match data.kind {
        DataKind::String => data.lexical.is_none(),
        DataKind::Boolean { .. }
        | DataKind::Integer { .. }
        | DataKind::Float { .. }
        | DataKind::Double { .. }
        | DataKind::BigInteger
        | DataKind::BigDecimal
        | DataKind::Bytes => true,
        _ => false,
    };
    if !is_plain || data.any.is_some() {
        return false;
    }
    let Some(extended_metadata) = annotation(&data.annotations, EXTENDED_META_DATA) else { return false };
    if !FACETS.iter().any(|name| extended_metadata.detail(name).is_some()) {
        return false;
    }
    // `u64` has exactly these values, so there is nothing to check.
    if unsigned(metamodel, id) == Some((0, u64::MAX)) {
        return false;
    }
    FacetChecks::default().compiled(metamodel, id).is_some()
}

/// Whether a data type has no other facets than those in `names`.
fn has_only(metamodel: &Metamodel, id: DataTypeId, names: &[&str]) -> bool {
    let extended_metadata = annotation(&metamodel[id].annotations, EXTENDED_META_DATA);
    let Some(extended_metadata) = extended_metadata else { return true };
    FACETS.iter().filter(|name| extended_metadata.detail(name).is_some()).all(|name| names.contains(name))
}

/// The range of a data type for integers of any size; `None` if `u64` cannot store all of its values, and for other
/// data types.
pub(super) fn unsigned(metamodel: &Metamodel, id: DataTypeId) -> Option<(u64, u64)> {
    match metamodel.known_values(id) {
        Some(PlainValues::Integers(low, high)) if metamodel[id].kind == DataKind::BigInteger => {
            Some((low.try_into().ok()?, high.try_into().ok()?))
        }
        _ => None,
    }
}

impl Plan<'_> {
    /// Decides how each checked type checks its values.
    pub(super) fn find_checked(&mut self) {
        let metamodel = self.scope.metamodel;
        for classifier in &self.scope.classifiers {
            let Classifier::DataType(id) = *classifier else { continue };
            if metamodel[id].literals.is_some() {
                continue;
            }
            // Decision 28: only ranges and literals have code of their own, because such code cannot differ from the
            // facets.
            let form = match metamodel.known_values(id) {
                Some(PlainValues::Integers(low, high)) if has_only(metamodel, id, &BOUNDS) => {
                    // The content of wider ranges is a `Number`.
                    let is_wide =
                        metamodel[id].kind == DataKind::BigInteger && unsigned(metamodel, id).is_none();
                    if is_wide { CheckedForm::Facets } else { CheckedForm::Range(low, high) }
                }
                Some(PlainValues::Literals(literals))
                    if has_only(metamodel, id, &["enumeration"]) && can_be_literals(&literals) =>
                {
                    CheckedForm::Literals(literals)
                }
                _ => CheckedForm::Facets,
            };
            self.checked.insert(id, form);
        }
    }

    /// Whether the default of a feature is a value of its checked type.
    pub(super) fn is_valid_default(&self, id: DataTypeId, feature: &Feature) -> bool {
        let implied_default = match feature.default {
            Literal::Bool(_) => "false",
            Literal::Float(_) | Literal::Double(_) => "0.0",
            _ => "0",
        };
        // Without a declared default, the feature has the default of its Java type, which the facets may exclude.
        let text = feature.default_literal.as_deref().unwrap_or(implied_default);
        FacetChecks::default().expected(self.scope.metamodel, id, text).is_none()
    }

    /// Whether the natural default of the content, such as 0, is a value of a checked type.
    pub(in crate::rust) fn has_content_default(&self, id: DataTypeId) -> bool {
        // An enum of literals has no content.
        if matches!(self.checked[&id], CheckedForm::Literals(_)) {
            return false;
        }
        let Some(text) = super::defaults::natural_text(self.content(id)) else { return false };
        let metamodel = self.scope.metamodel;
        metamodel[id].parse(text).is_some() && FacetChecks::default().expected(metamodel, id, text).is_none()
    }

    /// The type of the values in a checked type, such as `i32` in a range of integers of 32 bits.
    pub(in crate::rust) fn content(&self, id: DataTypeId) -> Base {
        self.plain_base(id).unwrap_or(Base::String)
    }
}

/// Whether texts can be the literals of an enum: there are some, they differ, and none is empty.
fn can_be_literals(literals: &[String]) -> bool {
    let mut sorted_literals: Vec<&String> = literals.iter().collect();
    sorted_literals.sort();
    sorted_literals.dedup();
    !literals.is_empty()
        && sorted_literals.len() == literals.len()
        && literals.iter().all(|text| !text.is_empty())
}
