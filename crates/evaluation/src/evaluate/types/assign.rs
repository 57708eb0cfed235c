//! Checks whether a value belongs to a type, and whether a type contains another one.

use super::{ANY_SIZE, Element, Range, Signature, Size, Strings, Type, TypeKind, infer};
use crate::evaluate::regex::Regex;
use crate::evaluate::rich::{self, Family};
use crate::evaluate::value::{Array, Hash, Value};
use rustc_hash::FxHashMap;
use std::sync::Arc;

/// The cost of [`is_instance`].
pub(in crate::evaluate) fn instance_cost(ty: &Type, value: &Value) -> u64 {
    let measure = &ty.0.measure;
    let cost_of_value = u64::from(value.weight()).saturating_mul(u64::from(measure.breadth));
    // The values of an `Enum` that does not ignore case are found by a binary search, without walking all.
    let cost_of_type = if let TypeKind::Enum(_, false) = ty.kind() { 1 } else { measure.weight };
    cost_of_value.saturating_add(u64::from(cost_of_type))
}

/// The cost of [`is_assignable`].
pub(in crate::evaluate) fn assignable_cost(a: &Type, b: &Type) -> u64 {
    let cost_of_walk =
        |a: &Type, b: &Type| u64::from(a.0.measure.weight).saturating_mul(u64::from(b.0.measure.breadth));
    cost_of_walk(a, b).saturating_add(cost_of_walk(b, a))
}

/// Whether a value belongs to a type.
pub(in crate::evaluate) fn is_instance(ty: &Type, value: &Value) -> bool {
    match (ty.kind(), value) {
        (TypeKind::Any | TypeKind::Unit, _) | (TypeKind::Optional(_), Value::Undef) => true,
        // An unknown value may belong to every type; code that decides by the type of a value handles unknown values
        // before.
        (_, Value::Unknown(_)) => true,
        (TypeKind::Undef, _) => matches!(value, Value::Undef),
        (TypeKind::Default, _) => matches!(value, Value::Default),
        (TypeKind::Boolean(expected), Value::Boolean(b)) => expected.is_none_or(|expected| expected == *b),
        (TypeKind::Integer(range), Value::Integer(n)) => range.holds(*n),
        // The integer needs more than 64 bits, so it is in a range only if the range is unlimited at this end.
        (TypeKind::Integer(range), Value::BigInteger(digits)) => {
            let end = if digits.starts_with('-') { range.from } else { range.to };
            end.is_none()
        }
        (TypeKind::Float(range), Value::Float(n)) => range.holds(*n),
        (TypeKind::String(strings), Value::String(text)) => match strings {
            Strings::Any => true,
            Strings::Sized(size) => size.holds(length_of(text.chars().count())),
            Strings::Only(only) => only == text,
        },
        (TypeKind::Enum(..) | TypeKind::Pattern(_), Value::String(text)) => has_text(ty, text),
        (TypeKind::Numeric, _) => {
            matches!(value, Value::Integer(_) | Value::BigInteger(_) | Value::Float(_))
        }
        (TypeKind::ScalarData, _) => is_scalar_data(value),
        (TypeKind::Scalar, Value::Rich(rich)) => rich.get().family().is_scalar,
        (TypeKind::Scalar, _) => is_scalar_data(value) || matches!(value, Value::Regexp(_)),
        (TypeKind::Regexp(source), Value::Regexp(regex)) => {
            source.as_ref().is_none_or(|source| **source == *regex.source())
        }
        (TypeKind::Data, Value::Array(items)) => items.iter().all(|item| is_instance(ty, item)),
        (TypeKind::Data, Value::Hash(hash)) => {
            hash.pairs().iter().all(|(k, v)| matches!(k, Value::String(_)) && is_instance(ty, v))
        }
        (TypeKind::Data, _) => is_scalar_data(value) || matches!(value, Value::Undef),
        (TypeKind::RichData, Value::Array(items)) => items.iter().all(|item| is_instance(ty, item)),
        (TypeKind::RichData, Value::Hash(hash)) => hash.pairs().iter().all(|(k, v)| {
            matches!(k, Value::String(_) | Value::Integer(_) | Value::Float(_)) && is_instance(ty, v)
        }),
        (TypeKind::RichData, Value::Rich(rich)) => rich.get().family().is_data,
        // All other values are rich data.
        (TypeKind::RichData, _) => true,
        (TypeKind::Family(family, parameters), _) => family_holds(family, parameters, value),
        (TypeKind::Collection(size), Value::Array(items)) => has_size(size, items.len()),
        (TypeKind::Collection(size), Value::Hash(hash)) => has_size(size, hash.len()),
        (TypeKind::Array(element, size), Value::Array(items)) => {
            has_size(size, items.len())
                // For an array of any elements, the elements need not be checked.
                && (*element.kind() == TypeKind::Any || items.iter().all(|i| is_instance(element, i)))
        }
        (TypeKind::Tuple(types, size), Value::Array(items)) => tuple_holds(types, *size, items),
        (TypeKind::Hash(key_type, value_type, size), Value::Hash(hash)) => {
            has_size(size, hash.len())
                && hash.pairs().iter().all(|(k, v)| is_instance(key_type, k) && is_instance(value_type, v))
        }
        (TypeKind::Struct(elements), Value::Hash(hash)) => struct_holds(elements, hash),
        (TypeKind::Iterable(None), _) => match value {
            Value::String(_) | Value::Array(_) | Value::Hash(_) => true,
            Value::Integer(n) => *n >= 0,
            Value::Type(ty) => is_iterable(ty),
            value => value.rich::<rich::Iterator>().is_some(),
        },
        // The elements of an iteration follow from the type of the value, so no iteration is needed.
        (TypeKind::Iterable(Some(_)), _) => is_assignable(ty, &infer(value)),
        (TypeKind::Optional(Some(inner)), _) => is_instance(inner, value),
        (TypeKind::NotUndef(inner), _) => {
            !matches!(value, Value::Undef) && inner.as_ref().is_none_or(|inner| is_instance(inner, value))
        }
        (TypeKind::Variant(types), _) => types.iter().any(|ty| is_instance(ty, value)),
        (TypeKind::Type(inner), Value::Type(ty)) => {
            inner.as_ref().is_none_or(|inner| is_assignable(inner, ty))
        }
        (TypeKind::Class(class), Value::Object(object)) => object.class.is(class),
        _ => false,
    }
}

/// Whether a collection of this length belongs to a type with an optional size.
fn has_size(size: &Option<Size>, length: usize) -> bool {
    size.is_none_or(|size| size.holds(length_of(length)))
}

/// A length as a bound of a size.
pub(super) fn length_of(length: usize) -> i64 {
    i64::try_from(length).unwrap_or(i64::MAX)
}

/// Whether a value belongs to a type of a family; without parameters, values of the contained families belong, too.
fn family_holds(family: &'static Family, parameters: &[Value], value: &Value) -> bool {
    if family.name == "Init" {
        return match rich::init_target(parameters) {
            Some((target, arguments)) => rich::accepts(target, arguments, value),
            None => is_instance(&Type::new(TypeKind::RichData), value),
        };
    }
    match value {
        Value::Rich(rich) => {
            let value_family = rich.get().family();
            if parameters.is_empty() {
                value_family == family || family.contained_families.contains(&value_family.name)
            } else {
                value_family == family && (family.holds)(parameters, rich)
            }
        }
        // `Object` never has parameters: of those of Puppet, only an empty hash is accepted, and dropped.
        Value::Object(_) | Value::Type(_) => family.name == "Object",
        _ => false,
    }
}

/// Whether a value belongs to `ScalarData`.
fn is_scalar_data(value: &Value) -> bool {
    matches!(
        value,
        Value::String(_) | Value::Integer(_) | Value::BigInteger(_) | Value::Float(_) | Value::Boolean(_)
    )
}

/// Whether an array belongs to a `Tuple`.
fn tuple_holds(types: &[Type], size: Option<Size>, items: &Array) -> bool {
    let has_size = match size {
        Some(size) => size.holds(length_of(items.len())),
        None => types.is_empty() || types.len() == items.len(),
    };
    let mut indexed_items = items.iter().enumerate();
    has_size
        && indexed_items.all(|(index, item)| type_at(types, index).is_none_or(|ty| is_instance(ty, item)))
}

/// The type of the element of a `Tuple` at an index; `None` if it may be of any type. As in Puppet, the last type
/// applies to all further elements, too.
fn type_at(types: &[Type], index: usize) -> Option<&Type> {
    types.get(index).or(types.last())
}

/// Whether a hash belongs to a `Struct`.
fn struct_holds(elements: &[Element], hash: &Hash) -> bool {
    let mut matched_count = 0;
    let has_elements = elements.iter().all(|element| match hash.get_text(&element.name) {
        Some(value) => {
            matched_count += 1;
            is_instance(&element.value, value)
        }
        None => element.is_optional,
    });
    // The count shows whether the hash contains further keys, which is not allowed, without looking up each of them.
    has_elements && matched_count == hash.len()
}

/// Whether a string belongs to an `Enum` or a `Pattern`; false for other types.
fn has_text(ty: &Type, text: &str) -> bool {
    match ty.kind() {
        TypeKind::Enum(values, ignores_case) => {
            if *ignores_case {
                values.iter().any(|value| value.eq_ignore_ascii_case(text))
            } else {
                // The values of an `Enum` are sorted.
                values.binary_search_by(|value| (**value).cmp(text)).is_ok()
            }
        }
        TypeKind::Pattern(regexes) => regexes.is_empty() || regexes.iter().any(|regex| regex.is_match(text)),
        _ => false,
    }
}

/// Whether functions can iterate over a type, which is then a value: an `Enum`, or an `Integer` with both bounds.
fn is_iterable(ty: &Type) -> bool {
    match ty.kind() {
        TypeKind::Enum(..) => true,
        TypeKind::Integer(range) => range.from.is_some() && range.to.is_some(),
        _ => false,
    }
}

/// Whether two types have the same values.
pub(in crate::evaluate) fn are_equal(a: &Type, b: &Type) -> bool {
    a == b || (is_assignable(a, b) && is_assignable(b, a))
}

/// Whether undef belongs to a type.
fn contains_undef(ty: &Type) -> bool {
    is_assignable(ty, &Type::new(TypeKind::Undef))
}

/// Whether all values of a type belong to another.
pub(in crate::evaluate) fn is_assignable(to: &Type, from: &Type) -> bool {
    match from.kind() {
        TypeKind::Unit => return true,
        TypeKind::Data
            if !matches!(to.kind(), TypeKind::Data | TypeKind::RichData | TypeKind::Any | TypeKind::Unit) =>
        {
            // `Data` contains itself, but each of its levels is compared with a part of `to`, so the recursion ends.
            return data_parts().iter().all(|part| is_assignable(to, part));
        }
        TypeKind::RichData if !matches!(to.kind(), TypeKind::RichData | TypeKind::Any | TypeKind::Unit) => {
            // `RichData` contains scalars, types and objects. Only `Any` contains all of these, but a `Variant` or an
            // `Optional` may contain `RichData` itself.
            return match to.kind() {
                TypeKind::Variant(types) => types.iter().any(|ty| is_assignable(ty, from)),
                TypeKind::Optional(inner) => inner.as_ref().is_none_or(|inner| is_assignable(inner, from)),
                _ => false,
            };
        }
        TypeKind::Variant(types) => {
            return match to.kind() {
                // `Variant` without types contains every `Variant`, and `Any` also the one without types.
                TypeKind::Variant(alternatives) if alternatives.is_empty() => true,
                TypeKind::Any | TypeKind::Unit => true,
                _ => !types.is_empty() && types.iter().all(|ty| is_assignable(to, ty)),
            };
        }
        TypeKind::Optional(inner) => {
            // `Optional[T]` contains undef in addition to the values of `T`.
            return contains_undef(to) && inner.as_ref().is_none_or(|inner| is_assignable(to, inner));
        }
        // If the inner type does not contain undef, `NotUndef` has no effect.
        TypeKind::NotUndef(Some(inner)) if !contains_undef(inner) => return is_assignable(to, inner),
        _ => {}
    }
    is_kind_assignable(to, from)
}

/// The alternatives of `Data`.
fn data_parts() -> [Type; 4] {
    let (any_string, data) = (Type::new(TypeKind::String(Strings::Any)), Type::new(TypeKind::Data));
    let kinds = [
        TypeKind::ScalarData,
        TypeKind::Undef,
        TypeKind::Hash(any_string, data.clone(), None),
        TypeKind::Array(data, None),
    ];
    kinds.map(Type::new)
}

/// Whether every value of `from` belongs to `to`, if `from` is not a union of types.
fn is_kind_assignable(to: &Type, from: &Type) -> bool {
    let other = from.kind();
    match to.kind() {
        TypeKind::Any | TypeKind::Unit => true,
        TypeKind::Undef | TypeKind::Default => to.kind() == other,
        TypeKind::Family(family, parameters) => match other {
            TypeKind::Family(other_family, _) if family.contained_families.contains(&other_family.name) => {
                parameters.is_empty()
            }
            TypeKind::Family(other_family, other_parameters) if family == other_family => {
                parameters.is_empty() || (family.covers)(parameters, other_parameters)
            }
            _ if family.name == "Init" => match rich::init_target(parameters) {
                Some((target, arguments)) => rich::accepts_type(target, arguments, from),
                None => is_rich_data(&Type::new(TypeKind::RichData), other),
            },
            TypeKind::Class(_) | TypeKind::Type(_) => family.name == "Object",
            _ => false,
        },
        TypeKind::Class(class) => matches!(other, TypeKind::Class(c) if c.is(class)),
        TypeKind::Scalar => {
            matches!(other, TypeKind::Scalar | TypeKind::Regexp(_))
                || is_scalar_data_type(other)
                || matches!(other, TypeKind::Family(family, _) if family.is_scalar)
        }
        TypeKind::ScalarData => is_scalar_data_type(other),
        TypeKind::Data => match other {
            TypeKind::Data | TypeKind::Undef => true,
            _ => is_scalar_data_type(other) || is_collection_of(to, from),
        },
        TypeKind::RichData => is_rich_data(to, other),
        TypeKind::Numeric => matches!(other, TypeKind::Numeric | TypeKind::Integer(_) | TypeKind::Float(_)),
        TypeKind::Boolean(expected) => {
            matches!(other, TypeKind::Boolean(b) if expected.is_none() || expected == b)
        }
        TypeKind::Integer(range) => matches!(other, TypeKind::Integer(r) if range.covers(r)),
        TypeKind::Float(range) => matches!(other, TypeKind::Float(r) if range.covers(r)),
        TypeKind::String(strings) => string_covers(strings, other),
        TypeKind::Enum(values, ignores_case) => enum_covers(to, values, *ignores_case, from),
        // Regular expressions are not compared by what they match, so a pattern contains no other pattern unless they
        // are equal.
        TypeKind::Pattern(regexes) => to == from || pattern_covers(to, regexes, other),
        TypeKind::Regexp(source) => {
            matches!(other, TypeKind::Regexp(other_source) if source.is_none() || source == other_source)
        }
        TypeKind::Collection(size) => {
            size_of(from).is_some_and(|other| size.unwrap_or(ANY_SIZE).covers(&other))
        }
        TypeKind::Array(element, size) => match other {
            TypeKind::Array(of, _) => covers_size(*size, from) && is_assignable(element, of),
            TypeKind::Tuple(types, _) => {
                covers_size(*size, from) && types.iter().all(|ty| is_assignable(element, ty))
            }
            _ => false,
        },
        TypeKind::Hash(key, value, size) => hash_covers(key, value, *size, from),
        TypeKind::Tuple(types, size) => tuple_covers(types, *size, from),
        TypeKind::Struct(elements) => struct_covers(elements, from),
        TypeKind::Iterable(inner) => iterable_covers(inner.as_ref(), from),
        TypeKind::Optional(inner) => {
            *other == TypeKind::Undef || inner.as_ref().is_none_or(|inner| is_assignable(inner, from))
        }
        TypeKind::NotUndef(inner) => {
            !contains_undef(from) && inner.as_ref().is_none_or(|inner| is_assignable(inner, from))
        }
        TypeKind::Variant(types) => types.iter().any(|ty| is_assignable(ty, from)),
        TypeKind::Type(inner) => match (inner, other) {
            (None, TypeKind::Type(_)) => true,
            (Some(inner), TypeKind::Type(Some(ty))) => is_assignable(inner, ty),
            _ => false,
        },
        TypeKind::Callable(signature) => {
            matches!(other, TypeKind::Callable(other_signature) if callable_covers(signature, other_signature))
        }
    }
}

/// Whether every value of `from` belongs to `to`, which is `RichData`.
fn is_rich_data(to: &Type, from: &TypeKind) -> bool {
    match from {
        TypeKind::Family(family, _) => family.is_data,
        TypeKind::Array(of, _) => is_assignable(to, of),
        TypeKind::Tuple(types, _) => types.iter().all(|ty| is_assignable(to, ty)),
        TypeKind::Hash(key, value, size) => {
            *size == Some(Range::exact(0)) || are_rich_keys(key) && is_assignable(to, value)
        }
        TypeKind::Struct(elements) => elements.iter().all(|element| is_assignable(to, &element.value)),
        // These types also contain values that are not rich data.
        TypeKind::Any
        | TypeKind::Collection(_)
        | TypeKind::Iterable(_)
        | TypeKind::Callable(_)
        | TypeKind::NotUndef(_) => false,
        _ => true,
    }
}

/// Whether all values of a type may be keys of a hash of `RichData`.
fn are_rich_keys(key: &Type) -> bool {
    match key.kind() {
        TypeKind::Variant(types) => types.iter().all(is_rich_key),
        _ => is_rich_key(key),
    }
}

/// Whether a type contains only strings and numbers.
fn is_rich_key(ty: &Type) -> bool {
    is_scalar_data_type(ty.kind()) && !matches!(ty.kind(), TypeKind::Boolean(_) | TypeKind::ScalarData)
}

/// Whether every value of `from` belongs to `to`, a `Pattern` of these expressions.
fn pattern_covers(to: &Type, regexes: &[Arc<Regex>], from: &TypeKind) -> bool {
    match from {
        TypeKind::String(Strings::Only(text)) => has_text(to, text),
        TypeKind::Enum(values, _) if !values.is_empty() => values.iter().all(|text| has_text(to, text)),
        TypeKind::String(_) | TypeKind::Enum(..) | TypeKind::Pattern(_) => regexes.is_empty(),
        _ => false,
    }
}

/// Whether a callable with the signature `from` can be used as one with the signature `to`. Parameters are
/// contravariant: they are compared in the opposite direction.
fn callable_covers(to: &Signature, from: &Signature) -> bool {
    let is_result_assignable = match (&to.result, &from.result) {
        (None, _) => true,
        (Some(to_result), Some(from_result)) => is_assignable(to_result, from_result),
        (Some(to_result), None) => is_assignable(to_result, &Type::any()),
    };
    let Some(to_parameters) = &to.parameters else { return is_result_assignable };
    let Some(from_parameters) = &from.parameters else { return false };
    is_result_assignable
        && is_assignable(from_parameters, to_parameters)
        && is_assignable(&block_or_undef(&from.block), &block_or_undef(&to.block))
}

/// The type of a block. A callable without a block accepts only undef as the block.
fn block_or_undef(block: &Option<Type>) -> Type {
    block.clone().unwrap_or_else(|| Type::new(TypeKind::Undef))
}

/// Whether all values of a type belong to `ScalarData`.
fn is_scalar_data_type(kind: &TypeKind) -> bool {
    matches!(
        kind,
        TypeKind::ScalarData
            | TypeKind::Numeric
            | TypeKind::String(_)
            | TypeKind::Enum(..)
            | TypeKind::Pattern(_)
            | TypeKind::Integer(_)
            | TypeKind::Float(_)
            | TypeKind::Boolean(_)
    )
}

/// Whether a type is a collection whose values all belong to `data`.
fn is_collection_of(data: &Type, from: &Type) -> bool {
    match from.kind() {
        TypeKind::Array(of, _) => is_assignable(data, of),
        TypeKind::Tuple(types, _) => types.iter().all(|ty| is_assignable(data, ty)),
        TypeKind::Hash(key, value, _) => {
            is_assignable(&Type::new(TypeKind::String(Strings::Any)), key) && is_assignable(data, value)
        }
        TypeKind::Struct(elements) => elements.iter().all(|element| is_assignable(data, &element.value)),
        _ => false,
    }
}

/// Whether every value of `from` belongs to a `String` of these strings.
fn string_covers(strings: &Strings, from: &TypeKind) -> bool {
    match (strings, from) {
        (Strings::Any, TypeKind::String(_) | TypeKind::Enum(..) | TypeKind::Pattern(_)) => true,
        (Strings::Sized(size), TypeKind::String(other)) => size.covers(&match other {
            Strings::Any => ANY_SIZE,
            Strings::Sized(size) => *size,
            Strings::Only(text) => Range::exact(length_of(text.chars().count())),
        }),
        (Strings::Sized(size), TypeKind::Enum(values, _)) if !values.is_empty() => {
            values.iter().all(|value| size.holds(length_of(value.chars().count())))
        }
        // The strings may have any length.
        (Strings::Sized(size), TypeKind::Enum(..) | TypeKind::Pattern(_)) => size.covers(&ANY_SIZE),
        (Strings::Only(text), TypeKind::String(Strings::Only(other))) => text == other,
        (Strings::Only(_), TypeKind::Enum(values, ignores_case)) => values.len() == 1 && !ignores_case,
        _ => false,
    }
}

/// Whether every value of `from` belongs to `to`, an `Enum` of these values. An `Enum` without values contains all
/// strings.
fn enum_covers(to: &Type, values: &[Arc<str>], ignores_case: bool, from: &Type) -> bool {
    if to == from {
        return true;
    }
    match from.kind() {
        TypeKind::String(_) | TypeKind::Enum(..) | TypeKind::Pattern(_) if values.is_empty() => true,
        TypeKind::String(Strings::Only(text)) => has_text(to, text),
        TypeKind::Enum(other_values, other_ignores_case) => {
            // An `Enum` that ignores case contains more strings than it lists, so only another such `Enum` can contain
            // it.
            !other_values.is_empty()
                && (ignores_case || !other_ignores_case)
                && other_values.iter().all(|text| has_text(to, text))
        }
        _ => false,
    }
}

/// The possible numbers of elements of a type's values; `None` if they are not collections.
fn size_of(ty: &Type) -> Option<Size> {
    match ty.kind() {
        TypeKind::Collection(size) | TypeKind::Array(_, size) | TypeKind::Hash(_, _, size) => {
            Some(size.unwrap_or(ANY_SIZE))
        }
        TypeKind::Tuple(types, size) => Some(size.unwrap_or_else(|| Range::exact(length_of(types.len())))),
        // Optional elements count as well.
        TypeKind::Struct(elements) => Some(Range::exact(length_of(elements.len()))),
        _ => None,
    }
}

/// Whether the values of `from` are collections of this size.
fn covers_size(size: Option<Size>, from: &Type) -> bool {
    size_of(from).is_some_and(|other| size.unwrap_or(ANY_SIZE).covers(&other))
}

/// Whether every value of `from` belongs to a `Hash` with these types and this size.
fn hash_covers(key: &Type, value: &Type, size: Option<Size>, from: &Type) -> bool {
    match from.kind() {
        TypeKind::Hash(other_key, other_value, other_size) => {
            let is_empty = *other_size == Some(Range::exact(0));
            // If there are no elements, the types of keys and values do not matter.
            if is_empty && size.is_none_or(|size| size.from == Some(0)) {
                return true;
            }
            is_assignable(key, other_key) && is_assignable(value, other_value) && covers_size(size, from)
        }
        TypeKind::Struct(elements) => {
            covers_size(size, from)
                && elements.iter().all(|element| {
                    is_instance(key, &Value::String(element.name.clone()))
                        && is_assignable(value, &element.value)
                })
        }
        _ => false,
    }
}

/// The possible numbers of elements of a `Tuple`.
fn tuple_size(types: &[Type], size: Option<Size>) -> Size {
    size.unwrap_or(if types.is_empty() { ANY_SIZE } else { Range::exact(length_of(types.len())) })
}

/// Whether every value of `from` belongs to a `Tuple` with these types and this size.
fn tuple_covers(types: &[Type], size: Option<Size>, from: &Type) -> bool {
    let size = tuple_size(types, size);
    match from.kind() {
        TypeKind::Tuple(other_types, other_size) => {
            if !size.covers(&tuple_size(other_types, *other_size)) {
                return false;
            }
            // The elements of a `Tuple` without types may be of any type. It is accepted only if the elements are
            // optional.
            if !types.is_empty() && other_types.is_empty() {
                return size.from == Some(0);
            }
            other_types.iter().enumerate().all(|(index, other_type)| {
                type_at(types, index).is_none_or(|ty| is_assignable(ty, other_type))
            })
        }
        TypeKind::Array(element, array_size) => {
            let array_size = array_size.unwrap_or(ANY_SIZE);
            // Types after the maximum length of the array are never reached.
            let max = array_size.to.and_then(|to| usize::try_from(to).ok()).unwrap_or(usize::MAX);
            size.covers(&array_size) && types.iter().take(max).all(|ty| is_assignable(ty, element))
        }
        _ => false,
    }
}

/// Whether every value of a type belongs to a `Struct` with these elements.
fn struct_covers(elements: &[Element], from: &Type) -> bool {
    match from.kind() {
        TypeKind::Struct(other_elements) => {
            let mut matched_count = 0;
            let others_by_name: FxHashMap<_, _> =
                // Both `'a'` and `Optional['a']` may be keys. The first one counts, so it is inserted last.
                other_elements.iter().rev().map(|element| (&element.name, element)).collect();
            let are_assignable = elements.iter().all(|element| match others_by_name.get(&element.name) {
                None => element.is_optional,
                Some(other) => {
                    matched_count += 1;
                    (element.is_optional || !other.is_optional) && is_assignable(&element.value, &other.value)
                }
            });
            are_assignable && matched_count == other_elements.len()
        }
        TypeKind::Hash(key, value, size) => {
            // As in Puppet, only the required elements are compared with the types of keys and values.
            let required: Vec<_> = elements.iter().filter(|element| !element.is_optional).collect();
            let any_string = Type::new(TypeKind::String(Strings::Any));
            let are_assignable = required
                .iter()
                .all(|element| is_assignable(&element.value, value) && is_assignable(&any_string, key));
            let struct_size =
                Range { from: Some(length_of(required.len())), to: Some(length_of(elements.len())) };
            are_assignable && struct_size.covers(&size.unwrap_or(ANY_SIZE))
        }
        _ => false,
    }
}

/// Whether every value of `from` is iterable, with elements of the type `inner`, if there is one.
fn iterable_covers(inner: Option<&Type>, from: &Type) -> bool {
    let element = match from.kind() {
        TypeKind::Array(of, _) => of.clone(),
        TypeKind::Tuple(types, _) => Type::variant(types.iter().cloned()),
        TypeKind::Hash(key, value, _) => {
            Type::new(TypeKind::Tuple(vec![key.clone(), value.clone()], Some(Range::exact(2))))
        }
        TypeKind::Struct(_) | TypeKind::Collection(_) => Type::any(),
        TypeKind::String(_) | TypeKind::Enum(..) => {
            Type::new(TypeKind::String(Strings::Sized(Range::exact(1))))
        }
        TypeKind::Integer(_) => Type::new(TypeKind::Integer(Range::default())),
        TypeKind::Iterable(of) => of.clone().unwrap_or_else(Type::any),
        TypeKind::Family(family, parameters) if family.name == "Iterator" => match parameters.first() {
            Some(Value::Type(of)) => of.clone(),
            _ => Type::any(),
        },
        // A type such as `Integer[1, 3]` is itself iterable.
        TypeKind::Type(Some(ty)) if is_iterable(ty) => ty.clone(),
        _ => return false,
    };
    inner.is_none_or(|inner| is_assignable(inner, &element))
}
