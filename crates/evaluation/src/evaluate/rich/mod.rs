//! Values of Puppet's types other than numbers, strings and collections, such as points in time and versions: a file
//! and a line of the registry for each family of types.
//!
//! Invariants: a value never changes; equal values have the same digest; the parameters of a type are normalised, so
//! that equal types have equal parameters. Families do not evaluate logic.

mod binary;
mod catalog;
mod clock;
mod contained;
mod deferred;
mod error;
mod init;
mod iterator;
mod names;
mod range_notation;
mod semver;
mod semver_range;
mod sensitive;
mod strftime;
mod strptime;
mod timespan;
mod timespan_format;
mod timestamp;
mod uri;
mod uri_text;
mod version;
mod version_interval;
mod zones;

pub(super) use binary::Binary;
pub use catalog::CatalogReference;
pub(super) use clock::{Timespan, Timestamp};
pub(super) use init::{accepts, accepts_type, is_creatable, is_one_argument};
pub(super) use iterator::Iterator;
pub(super) use sensitive::Sensitive;

use super::quote::quoted;
use super::types::Type;
use super::value::{Value, hash_into, is_same_key};
use crate::language::expression::Binary as Operator;
use std::any::Any;
use std::cmp::Ordering;
use std::fmt;
use std::hash::Hasher;
use std::sync::Arc;

/// The registry of families, sorted by name.
static FAMILIES: &[&Family] = &[
    &binary::BINARY,
    &catalog::CATALOG_ENTRY,
    &catalog::CLASS,
    &error::ERROR,
    &init::INIT,
    &iterator::ITERATOR,
    &names::OBJECT,
    &catalog::RESOURCE,
    &names::RUNTIME,
    &semver::SEMVER,
    &semver_range::SEMVER_RANGE,
    &sensitive::SENSITIVE,
    &timespan::TIMESPAN,
    &timestamp::TIMESTAMP,
    &names::TYPE_SET,
    &uri::URI,
];

/// The family of the types with a name; `None` if there is no such family.
pub(super) fn family(name: &str) -> Option<&'static Family> {
    let index = FAMILIES.binary_search_by(|family| family.name.cmp(name)).ok()?;
    Some(FAMILIES[index])
}

/// The name of a built-in resource type of Puppet, as a parameter of `Resource`.
pub(super) use catalog::built_in_resource;

/// Whether a name after a dot is a member of some values.
pub(super) fn is_member(name: &str) -> bool {
    // `message` is a synonym of `msg`.
    uri::MEMBERS.contains(&name) || error::ATTRIBUTES.contains(&name) || name == "message"
}

/// Creates a value from the arguments of `new`, or returns why it cannot be created.
type Creation = fn(&[Value]) -> Result<Value, String>;

/// A family of types: a type without parameters, and the types with parameters.
pub(super) struct Family {
    pub(super) name: &'static str,
    /// Whether `Scalar` contains its values.
    pub(super) is_scalar: bool,
    /// Whether `RichData` contains its values.
    pub(super) is_data: bool,
    /// The names of the families whose types the type without parameters contains.
    pub(super) contained_families: &'static [&'static str],
    /// Checks the parameters in brackets, and returns the normalised ones.
    pub(super) parameters: fn(&[Value]) -> Result<Vec<Value>, String>,
    /// The parameters with which a type is written.
    pub(super) written_parameters: fn(&[Value]) -> &[Value],
    /// Whether a value of the family belongs to the type with parameters.
    pub(super) holds: fn(&[Value], &Rich) -> bool,
    /// Whether a type with the first parameters contains one with the second.
    pub(super) covers: fn(&[Value], &[Value]) -> bool,
    /// The parameters of the general type.
    pub(super) general: fn(&[Value]) -> Vec<Value>,
    /// Creates a value from the arguments of `new`.
    pub(super) create: Option<Creation>,
}

impl Family {
    /// A family with a single type, which has no parameters and no values.
    const fn named(name: &'static str) -> Self {
        Self {
            name,
            is_scalar: false,
            is_data: false,
            contained_families: &[],
            parameters: |_| Err("this type cannot have parameters".to_owned()),
            written_parameters: |parameters| parameters,
            holds: |_, _| true,
            covers: Parameters::are_same,
            general: |_| Vec::new(),
            create: None,
        }
    }
}

impl fmt::Debug for Family {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name)
    }
}

impl PartialEq for &'static Family {
    fn eq(&self, other: &Self) -> bool {
        // Functions cannot be compared, but names are unique.
        self.name == other.name
    }
}

/// The normalised parameters of a type.
#[derive(Debug, Clone)]
pub(super) struct Parameters(Arc<[Value]>);

impl Parameters {
    /// No parameters.
    pub(super) fn none() -> Self {
        Self(Arc::from([]))
    }

    /// Whether both lists contain the same parameters.
    fn are_same(a: &[Value], b: &[Value]) -> bool {
        a.len() == b.len() && a.iter().zip(b).all(|(a, b)| is_same_key(a, b))
    }
}

impl From<Vec<Value>> for Parameters {
    fn from(values: Vec<Value>) -> Self {
        Self(Arc::from(values))
    }
}

impl std::ops::Deref for Parameters {
    type Target = [Value];
    fn deref(&self) -> &[Value] {
        &self.0
    }
}

impl PartialEq for Parameters {
    fn eq(&self, other: &Self) -> bool {
        Self::are_same(&self.0, &other.0)
    }
}

/// A value of a family.
pub(super) trait RichValue: fmt::Debug + Send + Sync + Any {
    /// The family of the value.
    fn family(&self) -> &'static Family;

    /// The text for interpolation.
    fn text(&self) -> String;

    /// The text of Puppet's format `%p`.
    fn program_text(&self) -> String {
        format!("{}({})", self.family().name, quoted(&self.text()))
    }

    /// The expression that creates the value.
    fn literal(&self) -> String {
        format!("{}({})", self.family().name, crate::language::string_literal(&self.text()))
    }

    /// The parameters of the value's type: of the narrowest one if `is_exact`; otherwise of the one from which Puppet
    /// infers the common type of several values.
    fn parameters(&self, _is_exact: bool) -> Vec<Value> {
        Vec::new()
    }

    /// `self == other`
    fn equals(&self, other: &Value) -> bool;

    /// The order of `self` and another value; `None` if they are not comparable.
    fn order(&self, _other: &Value) -> Option<Ordering> {
        None
    }

    /// Feeds the value to a hasher, for its use as a key of a hash.
    fn digest(&self, state: &mut dyn Hasher);

    /// The number of values that count as parts of the value, including itself.
    fn weight(&self) -> u32 {
        1
    }

    /// How deeply values are nested in the value.
    fn depth(&self) -> u16 {
        0
    }

    /// The elements over which functions iterate, an array; `None` if functions cannot iterate over the value.
    fn elements(&self) -> Option<&Value> {
        None
    }

    /// Whether a value matches this one as the option of a `case`.
    fn matches(&self, value: &Value) -> bool {
        self.equals(value)
    }

    /// `value in self`
    fn includes_value(&self, _value: &Value) -> bool {
        false
    }

    /// The integer and the float that the value represents in formats; `None` if it does not represent a number.
    fn numbers(&self) -> Option<(i128, f64)> {
        None
    }

    /// The member with this name, which can be written after a dot; `None` if there is no such member.
    fn member(&self, _name: &str) -> Option<Value> {
        None
    }

    /// `left operator right`; the value is one or both of the operands. `None` if the operator does not apply.
    fn operate(&self, _: Operator, _left: &Value, _right: &Value) -> Option<Result<Value, String>> {
        None
    }
}

/// A value of a family, which can be shared.
#[derive(Debug, Clone)]
pub struct Rich(Arc<dyn RichValue>);

impl Rich {
    /// A value of a family.
    pub(super) fn value(value: impl RichValue) -> Value {
        Value::Rich(Self(Arc::new(value)))
    }

    /// The value with the methods of its family.
    pub(super) fn get(&self) -> &dyn RichValue {
        &*self.0
    }

    /// Whether both are the same key of a hash.
    pub(super) fn is_same(&self, other: &Self) -> bool {
        if Arc::ptr_eq(&self.0, &other.0) {
            return true;
        }
        // `equals` also compares times with numbers, but these are different keys of a hash.
        let is_same_family = self.0.family() == other.0.family();
        is_same_family && self.0.equals(&Value::Rich(other.clone()))
    }

    /// The value as the Rust type of a family; `None` if it belongs to another family.
    pub(super) fn downcast<T: RichValue>(&self) -> Option<&T> {
        let any: &dyn Any = &*self.0;
        any.downcast_ref()
    }

    /// The name of the value's type.
    #[must_use]
    pub fn type_name(&self) -> &'static str {
        self.0.family().name
    }

    /// The value's text.
    #[must_use]
    pub fn text(&self) -> String {
        self.0.text()
    }
}

impl Value {
    /// The value as the Rust type of a family; `None` if it belongs to another family.
    pub(super) fn rich<T: RichValue>(&self) -> Option<&T> {
        match self {
            Value::Rich(rich) => rich.downcast(),
            _ => None,
        }
    }
}

/// The type of the values that an `Init` creates, and the arguments after the value; `None` for an `Init` without a
/// type.
pub(super) fn init_target(parameters: &[Value]) -> Option<(&Type, &[Value])> {
    match parameters {
        [Value::Type(target), arguments @ ..] => Some((target, arguments)),
        _ => None,
    }
}

/// The digest of a value that is inside another one.
fn digest_value(value: &Value, mut state: &mut dyn Hasher) {
    hash_into(value, &mut state);
}

/// The result of an operator; `None` unless the family of an operand defines it.
pub(super) fn operate(operator: Operator, left: &Value, right: &Value) -> Option<Result<Value, String>> {
    let result_of = |value: &Value| match value {
        Value::Rich(rich) => rich.get().operate(operator, left, right),
        _ => None,
    };
    // In Ruby, an operator is a method of the left operand, so the left operand decides first.
    result_of(left).or_else(|| result_of(right))
}

/// Whether a part of a value matches a parameter of its type: a string, a regular expression or a type.
fn matches_pattern(value: &Value, pattern: &Value) -> bool {
    match (pattern, value) {
        (Value::Regexp(regex), Value::String(text)) => regex.is_match(text),
        (Value::Regexp(_), _) => false,
        (Value::Type(ty), _) => ty.holds(value),
        // As with `==`, the case of strings is ignored.
        (Value::String(pattern), Value::String(text)) => pattern.eq_ignore_ascii_case(text),
        _ => is_same_key(value, pattern),
    }
}

/// The values of a hash of named arguments, in the order of the names; `None` for an argument that is missing.
fn by_name<'v, const N: usize>(
    type_name: &str,
    hash: &'v super::value::Hash,
    names: &[&str; N],
) -> Result<[Option<&'v Value>; N], String> {
    for (key, _) in hash.pairs() {
        let is_known = key.text().is_some_and(|key| names.contains(&key));
        if !is_known {
            let (unknown_name, valid_names) = (key.to_literal(), names.join(", "));
            return Err(format!(
                "`{type_name}` has no argument {unknown_name}; its arguments are {valid_names}"
            ));
        }
    }
    Ok((*names).map(|name| hash.get_text(name)))
}

#[cfg(test)]
mod tests {
    #[test]
    fn the_registry_is_sorted() {
        let names: Vec<_> = super::FAMILIES.iter().map(|family| family.name).collect();
        assert!(names.is_sorted(), "{names:?}");
    }
}
