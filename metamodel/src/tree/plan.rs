//! What a class's keys mean, worked out once per class; and how classes are named.
//!
//! Invariant: reader and writer go by the same plans, so that they agree on what is written and
//! when a class must be named. This module knows metamodels; it does not know documents.

use super::keys;
use crate::ecore::{ClassId, DataKind, Metamodel, PackageId, builtin};
use crate::ecore::{FeatureId, data};
use std::borrow::Cow;
use std::sync::Arc;

/// How the values of a feature look in a tree.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Role {
    /// Scalars.
    Data(DataKind),
    /// Maps: contained objects of a class.
    Part(ClassId),
    /// Strings: references to objects of a class.
    Link(ClassId),
    /// Nothing, for the reason given: what follows from other features is not in the tree.
    Nothing(&'static str),
}

/// What is known of a slot beforehand.
#[derive(Debug, Clone, Copy)]
pub(super) struct Plan {
    pub(super) feature: FeatureId,
    pub(super) slot: usize,
    pub(super) many: bool,
    /// Whether the writer leaves it out.
    pub(super) transient: bool,
    /// Whether another feature has the name, or the name is one of the tree's own keys.
    pub(super) nameless: bool,
    pub(super) role: Role,
}

/// Plans by class, made when a class is first met.
#[derive(Debug)]
pub(super) struct Plans {
    metamodel: Arc<Metamodel>,
    by_class: Vec<Option<Box<[Plan]>>>,
    /// Whether a place for the class can only hold instances of that very class.
    sealed: Vec<bool>,
}

impl Plans {
    pub(super) fn new(metamodel: &Arc<Metamodel>) -> Self {
        let count = metamodel.classes().count();
        let mut sealed: Vec<bool> = metamodel.classes().map(|(id, _)| is_concrete(metamodel, id)).collect();
        sealed[builtin::EOBJECT.index()] = false;
        for (id, _) in metamodel.classes().filter(|(id, _)| is_concrete(metamodel, *id)) {
            for parent in metamodel.table(id).supertypes() {
                sealed[parent.index()] = false;
            }
        }
        Self { metamodel: Arc::clone(metamodel), by_class: (0..count).map(|_| None).collect(), sealed }
    }

    /// Whether a place for this class can only hold instances of that very class.
    pub(super) fn sealed(&self, class: ClassId) -> bool {
        self.sealed[class.index()]
    }

    /// The plans of a class's slots, in order.
    pub(super) fn of(&mut self, class: ClassId) -> &[Plan] {
        let metamodel = &self.metamodel;
        self.by_class[class.index()].get_or_insert_with(|| {
            let features = metamodel.table(class).all_features();
            features.iter().enumerate().map(|(slot, id)| plan(metamodel, class, slot, *id)).collect()
        })
    }
}

fn plan(metamodel: &Metamodel, class: ClassId, slot: usize, feature: FeatureId) -> Plan {
    let data = &metamodel[feature];
    // A derived feature that is not transient is in XMI documents, so it is here as well.
    let role = if data.derived && data.transient {
        Role::Nothing("it is derived from other features")
    } else if metamodel.is_container(feature) {
        Role::Nothing("it follows from where the object stands")
    } else if !data.is_reference() {
        match metamodel[metamodel.data_type(feature)].kind {
            DataKind::FeatureMapEntry => Role::Nothing("feature maps have no form here"),
            kind => Role::Data(kind),
        }
    } else if data.is_containment() {
        Role::Part(metamodel.target(feature))
    } else {
        Role::Link(metamodel.target(feature))
    };
    let hidden = metamodel.table(class).slot_named(data.name()) != Some(slot);
    let nameless = hidden || keys::ALL.contains(&data.name());
    Plan { feature, slot, many: data.many(), transient: data.transient, nameless, role }
}

/// Whether a class can have direct instances.
pub(super) fn is_concrete(metamodel: &Metamodel, class: ClassId) -> bool {
    let data = &metamodel[class];
    !data.is_abstract && !data.is_interface
}

/// What a data type's values look like in a tree, for messages.
pub(super) fn expectation(kind: DataKind) -> &'static str {
    match kind {
        DataKind::Float { .. } | DataKind::Double { .. } => {
            "a number, \"NaN\", \"Infinity\" or \"-Infinity\""
        }
        DataKind::Char { .. } => "a string of one character or the number of its code",
        DataKind::String | DataKind::Other => "a string",
        DataKind::BigDecimal => "a number",
        other => other.expectation(),
    }
}

/// The spellings of numbers that JSON has no number for.
pub(super) fn is_special_float(text: &str) -> bool {
    matches!(text, "NaN" | "Infinity" | "-Infinity")
}

/// The package that no package contains, around a class.
pub(super) fn top_package(metamodel: &Metamodel, class: ClassId) -> PackageId {
    let mut package = metamodel[class].package;
    while let Some(parent) = metamodel[package].parent {
        package = parent;
    }
    package
}

/// What a document calls a package: its namespace URI, or its name where it has none.
pub(super) fn package_label(metamodel: &Metamodel, package: PackageId) -> &str {
    let data = &metamodel[package];
    data.ns_uri.as_deref().unwrap_or(&data.name)
}

/// The package that a document calls so.
pub(super) fn find_package(metamodel: &Metamodel, label: &str) -> Option<PackageId> {
    let named = |id: &PackageId| metamodel[*id].ns_uri.is_none() && metamodel[*id].name == label;
    metamodel.package_by_uri(label).or_else(|| metamodel.roots().find(named))
}

/// The name of a class in a document of a package.
pub(super) fn class_name(metamodel: &Metamodel, class: ClassId, package: PackageId) -> Cow<'_, str> {
    let data = &metamodel[class];
    if data.package == package {
        return Cow::Borrowed(&data.name);
    }
    let mut parts = vec![data.name.as_str()];
    let mut at = data.package;
    while let Some(parent) = metamodel[at].parent {
        parts.push(&metamodel[at].name);
        at = parent;
    }
    parts.reverse();
    Cow::Owned(format!("{}#//{}", package_label(metamodel, at), parts.join("/")))
}

/// The class of a name in a document of a package.
pub(super) fn find_class(metamodel: &Metamodel, name: &str, package: PackageId) -> Option<ClassId> {
    if let Some(class) = metamodel.class(package, name) {
        return Some(class);
    }
    let (label, path) = name.rsplit_once("#//")?;
    let mut at = find_package(metamodel, label)?;
    let mut segments = path.split('/').peekable();
    while let Some(segment) = segments.next() {
        if segments.peek().is_none() {
            return metamodel.class(at, segment);
        }
        let inner = metamodel[at].subpackages.iter().copied();
        at = inner.into_iter().find(|id| metamodel[*id].name == segment)?;
    }
    None
}

/// Every class that has instances, by its name in a document of a package, for "did you mean".
pub(super) fn class_names(metamodel: &Metamodel, package: PackageId) -> impl Iterator<Item = Cow<'_, str>> {
    let ecore_too = metamodel.is_ecore_package(package);
    metamodel
        .classes()
        .filter(move |(id, class)| {
            is_concrete(metamodel, *id) && (ecore_too || !metamodel.is_ecore_package(class.package))
        })
        .map(move |(id, _)| class_name(metamodel, id, package))
}

/// A whole number as plain digits, from any spelling that JSON allows (`1e3`, `2.0`); none where it has
/// a fraction or more digits than anyone would write.
pub(super) fn whole(text: &str) -> Option<Cow<'_, str>> {
    if text.bytes().all(|b| b.is_ascii_digit() || b == b'-') {
        return Some(Cow::Borrowed(text));
    }
    const MOST_ZEROS: i64 = 10_000;
    let (mantissa, exponent) = text.split_once(['e', 'E']).unwrap_or((text, "0"));
    let (sign, mantissa) = mantissa.strip_prefix('-').map_or(("", mantissa), |rest| ("-", rest));
    let (left, right) = mantissa.split_once('.').unwrap_or((mantissa, ""));
    let right = right.trim_end_matches('0');
    let digits = format!("{left}{right}");
    let digits = digits.trim_start_matches('0');
    if digits.is_empty() {
        return Some(Cow::Borrowed("0"));
    }
    let zeros = exponent.parse::<i64>().ok()? - i64::try_from(right.len()).ok()?;
    if zeros >= 0 {
        let zeros = usize::try_from(zeros).ok().filter(|_| zeros <= MOST_ZEROS)?;
        return Some(Cow::Owned(format!("{sign}{digits}{}", "0".repeat(zeros))));
    }
    let cut = digits.len().checked_sub(usize::try_from(-zeros).ok()?)?;
    let (kept, dropped) = digits.split_at_checked(cut)?;
    let exact = !kept.is_empty() && dropped.bytes().all(|b| b == b'0');
    exact.then(|| Cow::Owned(format!("{sign}{kept}")))
}

/// A scalar of the tree as a value, where its text alone decides: everything but enumerations.
pub(super) fn number(kind: DataKind, text: &str) -> Option<data::Parsed<'_>> {
    match kind {
        DataKind::Float { .. } => text.parse::<f32>().ok().filter(|v| v.is_finite()).map(data::Parsed::Float),
        DataKind::Double { .. } => {
            text.parse::<f64>().ok().filter(|v| v.is_finite()).map(data::Parsed::Double)
        }
        DataKind::Char { .. } => whole(text)?.parse::<u16>().ok().map(data::Parsed::Char),
        DataKind::Integer { .. } => match whole(text)? {
            Cow::Borrowed(digits) => data::parse(kind, digits),
            Cow::Owned(digits) => match data::parse(kind, &digits)? {
                data::Parsed::Int(value) => Some(data::Parsed::Int(value)),
                _ => None,
            },
        },
        DataKind::BigInteger => match whole(text)? {
            Cow::Borrowed(digits) => data::parse(kind, digits),
            Cow::Owned(digits) => match data::parse(kind, &digits)? {
                data::Parsed::Lexical(value) => Some(data::Parsed::Lexical(Cow::Owned(value.into_owned()))),
                _ => None,
            },
        },
        DataKind::BigDecimal => data::parse(kind, text),
        _ => None,
    }
}

/// A string of the tree as a value, where its text alone decides: everything but enumerations.
pub(super) fn string(kind: DataKind, text: &str) -> Option<data::Parsed<'_>> {
    match kind {
        DataKind::Float { .. } | DataKind::Double { .. } if !is_special_float(text) => None,
        DataKind::Char { .. } => {
            let mut units = text.encode_utf16();
            units.next().filter(|_| units.next().is_none()).map(data::Parsed::Char)
        }
        DataKind::Float { .. }
        | DataKind::Double { .. }
        | DataKind::String
        | DataKind::Other
        | DataKind::Date
        | DataKind::Bytes => data::parse(kind, text),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::whole;

    #[test]
    fn whole_numbers_are_known_in_any_spelling() {
        for (text, expected) in [
            ("12", Some("12")),
            ("1e3", Some("1000")),
            ("2.0", Some("2")),
            ("-1.50e1", Some("-15")),
            ("100e-2", Some("1")),
            ("0.000", Some("0")),
            ("1.5", None),
            ("1e-1", None),
            ("1e999999999999", None),
        ] {
            assert_eq!(whole(text).as_deref(), expected, "{text}");
        }
    }
}
