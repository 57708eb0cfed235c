//! What belongs to a type: values, and all values of another type.

use super::{ANY_SIZE, Element, Kind, Range, Signature, Size, Strings, Ty, infer};
use crate::evaluate::regex::Regex;
use crate::evaluate::value::{Array, Hash, Value};
use rustc_hash::FxHashMap;
use std::rc::Rc;

/// What it costs to see whether a value belongs to a type.
pub(in crate::evaluate) fn instance_cost(ty: &Ty, value: &Value) -> u64 {
    let measure = &ty.0.measure;
    let each = u64::from(value.weight()).saturating_mul(u64::from(measure.breadth));
    // The words of an enumeration are looked up, not walked.
    let whole = if let Kind::Enum(_, false) = ty.kind() { 1 } else { measure.weight };
    each.saturating_add(u64::from(whole))
}

/// What it costs to see whether the values of one type belong to another.
pub(in crate::evaluate) fn assignable_cost(a: &Ty, b: &Ty) -> u64 {
    let each = |a: &Ty, b: &Ty| u64::from(a.0.measure.weight).saturating_mul(u64::from(b.0.measure.breadth));
    each(a, b).saturating_add(each(b, a))
}

/// Whether a value belongs to a type.
pub(in crate::evaluate) fn instance(ty: &Ty, value: &Value) -> bool {
    let sized = |size: &Option<Size>, length: usize| size.is_none_or(|s| s.holds(length_of(length)));
    match (ty.kind(), value) {
        (Kind::Any | Kind::Unit, _) | (Kind::Optional(_), Value::Undef) => true,
        (Kind::Undef, _) => matches!(value, Value::Undef),
        (Kind::Default, _) => matches!(value, Value::Default),
        (Kind::Boolean(want), Value::Boolean(b)) => want.is_none_or(|want| want == *b),
        (Kind::Integer(range), Value::Integer(n)) => range.holds(*n),
        (Kind::Float(range), Value::Float(n)) => range.holds(*n),
        (Kind::String(strings), Value::String(text)) => match strings {
            Strings::Any => true,
            Strings::Sized(size) => size.holds(length_of(text.chars().count())),
            Strings::Only(only) => only == text,
        },
        (Kind::Enum(..) | Kind::Pattern(_), Value::String(text)) => has_text(ty, text),
        (Kind::Numeric, _) => matches!(value, Value::Integer(_) | Value::Float(_)),
        (Kind::ScalarData, _) => is_scalar_data(value),
        (Kind::Scalar, _) => is_scalar_data(value) || matches!(value, Value::Regexp(_)),
        (Kind::Regexp(want), Value::Regexp(regex)) => {
            want.as_ref().is_none_or(|want| **want == *regex.source())
        }
        (Kind::Data, Value::Array(items)) => items.iter().all(|item| instance(ty, item)),
        (Kind::Data, Value::Hash(hash)) => {
            hash.pairs().iter().all(|(k, v)| matches!(k, Value::String(_)) && instance(ty, v))
        }
        (Kind::Data, _) => is_scalar_data(value) || matches!(value, Value::Undef),
        (Kind::RichData, _) => true,
        (Kind::Collection(size), Value::Array(items)) => sized(size, items.len()),
        (Kind::Collection(size), Value::Hash(hash)) => sized(size, hash.len()),
        (Kind::Array(element, size), Value::Array(items)) => {
            sized(size, items.len())
                && (*element.kind() == Kind::Any || items.iter().all(|i| instance(element, i)))
        }
        (Kind::Tuple(types, size), Value::Array(items)) => tuple_holds(types, *size, items),
        (Kind::Hash(key, of, size), Value::Hash(hash)) => {
            sized(size, hash.len()) && hash.pairs().iter().all(|(k, v)| instance(key, k) && instance(of, v))
        }
        (Kind::Struct(elements), Value::Hash(hash)) => struct_holds(elements, hash),
        (Kind::Iterable(None), _) => match value {
            Value::String(_) | Value::Array(_) | Value::Hash(_) => true,
            Value::Integer(n) => *n >= 0,
            Value::Type(ty) => iterates(ty),
            _ => false,
        },
        (Kind::Iterable(Some(_)), _) => assignable(ty, &infer(value)),
        (Kind::Optional(Some(inner)), _) => instance(inner, value),
        (Kind::NotUndef(inner), _) => {
            !matches!(value, Value::Undef) && inner.as_ref().is_none_or(|inner| instance(inner, value))
        }
        (Kind::Variant(types), _) => types.iter().any(|ty| instance(ty, value)),
        (Kind::Type(want), Value::Type(ty)) => want.as_ref().is_none_or(|want| assignable(want, ty)),
        (Kind::Class(class), Value::Object(object)) => object.class.is(class),
        _ => false,
    }
}

pub(super) fn length_of(length: usize) -> i64 {
    i64::try_from(length).unwrap_or(i64::MAX)
}

fn is_scalar_data(value: &Value) -> bool {
    matches!(value, Value::String(_) | Value::Integer(_) | Value::Float(_) | Value::Boolean(_))
}

fn tuple_holds(types: &[Ty], size: Option<Size>, items: &Array) -> bool {
    let sized = match size {
        Some(size) => size.holds(length_of(items.len())),
        None => types.is_empty() || types.len() == items.len(),
    };
    let mut kinds = types.iter().chain(types.last().into_iter().cycle());
    sized && items.iter().all(|item| kinds.next().is_none_or(|ty| instance(ty, item)))
}

fn struct_holds(elements: &[Element], hash: &Hash) -> bool {
    let mut matched = 0;
    let fits = elements.iter().all(|element| match hash.get_text(&element.name) {
        Some(value) => {
            matched += 1;
            instance(&element.value, value)
        }
        None => element.optional,
    });
    fits && matched == hash.len()
}

/// Whether a string belongs to an enumeration or matches a pattern.
fn has_text(ty: &Ty, text: &str) -> bool {
    match ty.kind() {
        Kind::Enum(values, true) => values.iter().any(|value| value.eq_ignore_ascii_case(text)),
        Kind::Enum(values, false) => values.binary_search_by(|value| (**value).cmp(text)).is_ok(),
        Kind::Pattern(all) => all.is_empty() || all.iter().any(|regex| regex.is_match(text)),
        _ => false,
    }
}

/// Whether the values of a type, as a value, can be gone through.
fn iterates(ty: &Ty) -> bool {
    match ty.kind() {
        Kind::Enum(..) => true,
        Kind::Integer(range) => range.from.is_some() && range.to.is_some(),
        _ => false,
    }
}

/// Whether two types hold the same values.
pub(in crate::evaluate) fn equal(a: &Ty, b: &Ty) -> bool {
    a == b || (assignable(a, b) && assignable(b, a))
}

fn takes_undef(ty: &Ty) -> bool {
    assignable(ty, &Ty::new(Kind::Undef))
}

/// Whether all values of a type belong to another.
pub(in crate::evaluate) fn assignable(to: &Ty, from: &Ty) -> bool {
    match from.kind() {
        Kind::Unit => return true,
        Kind::Data if !matches!(to.kind(), Kind::Data | Kind::RichData | Kind::Any | Kind::Unit) => {
            return data_parts().iter().all(|part| assignable(to, part));
        }
        Kind::Variant(types) => {
            let all = |types: &[Ty]| types.iter().all(|ty| assignable(to, ty));
            return match to.kind() {
                Kind::Variant(own) if own.is_empty() => true,
                _ => !types.is_empty() && all(types),
            };
        }
        Kind::Optional(inner) => {
            let inner = inner.as_ref();
            return takes_undef(to)
                && match inner {
                    None => true,
                    Some(inner) => assignable(to, inner),
                };
        }
        Kind::NotUndef(Some(inner)) if !takes_undef(inner) => return assignable(to, inner),
        _ => {}
    }
    direct(to, from)
}

/// What `Data` stands for.
fn data_parts() -> [Ty; 4] {
    let data = || Ty::new(Kind::Data);
    let name = Ty::new(Kind::String(Strings::Any));
    let kinds = [Kind::ScalarData, Kind::Undef, Kind::Hash(name, data(), None), Kind::Array(data(), None)];
    kinds.map(Ty::new)
}

fn direct(to: &Ty, from: &Ty) -> bool {
    let other = from.kind();
    match to.kind() {
        Kind::Any | Kind::Unit => true,
        Kind::Undef | Kind::Default => to.kind() == other,
        Kind::Named(name) => matches!(other, Kind::Named(n) if n == name),
        Kind::Class(class) => matches!(other, Kind::Class(c) if c.is(class)),
        Kind::Scalar => {
            let named = |name: &str| matches!(name, "Timestamp" | "Timespan" | "SemVer" | "SemVerRange");
            matches!(other, Kind::Scalar | Kind::Regexp(_))
                || is_scalar_data_type(other)
                || matches!(other, Kind::Named(n) if named(n))
        }
        Kind::ScalarData => is_scalar_data_type(other),
        Kind::Data => match other {
            Kind::Data => true,
            Kind::Undef => true,
            _ => is_scalar_data_type(other) || data_collection(to, from),
        },
        Kind::RichData => true,
        Kind::Numeric => matches!(other, Kind::Numeric | Kind::Integer(_) | Kind::Float(_)),
        Kind::Boolean(want) => matches!(other, Kind::Boolean(b) if want.is_none() || want == b),
        Kind::Integer(range) => matches!(other, Kind::Integer(r) if range.covers(r)),
        Kind::Float(range) => matches!(other, Kind::Float(r) if range.covers(r)),
        Kind::String(strings) => string_from(strings, other),
        Kind::Enum(values, fold) => enum_from(to, values, *fold, from),
        Kind::Pattern(own) => to == from || pattern_from(to, own, other),
        Kind::Regexp(want) => matches!(other, Kind::Regexp(r) if want.is_none() || want == r),
        Kind::Collection(size) => size_of(from).is_some_and(|other| size.unwrap_or(ANY_SIZE).covers(&other)),
        Kind::Array(element, size) => match other {
            Kind::Array(of, _) => covers_size(*size, from) && assignable(element, of),
            Kind::Tuple(types, _) => {
                covers_size(*size, from) && types.iter().all(|ty| assignable(element, ty))
            }
            _ => false,
        },
        Kind::Hash(key, value, size) => hash_from(key, value, *size, from),
        Kind::Tuple(types, size) => tuple_from(types, *size, from),
        Kind::Struct(elements) => struct_from(elements, from),
        Kind::Iterable(inner) => iterable_from(inner.as_ref(), from),
        Kind::Optional(inner) => {
            *other == Kind::Undef || inner.as_ref().is_none_or(|inner| assignable(inner, from))
        }
        Kind::NotUndef(inner) => {
            !takes_undef(from) && inner.as_ref().is_none_or(|inner| assignable(inner, from))
        }
        Kind::Variant(types) => types.iter().any(|ty| assignable(ty, from)),
        Kind::Type(want) => match (want, other) {
            (None, Kind::Type(_)) => true,
            (Some(want), Kind::Type(Some(ty))) => assignable(want, ty),
            _ => false,
        },
        Kind::Callable(own) => matches!(other, Kind::Callable(theirs) if callable_from(own, theirs)),
    }
}

fn pattern_from(to: &Ty, own: &[Rc<Regex>], from: &Kind) -> bool {
    match from {
        Kind::String(Strings::Only(text)) => has_text(to, text),
        Kind::Enum(all, _) if !all.is_empty() => all.iter().all(|text| has_text(to, text)),
        Kind::String(_) | Kind::Enum(..) | Kind::Pattern(_) => own.is_empty(),
        _ => false,
    }
}

/// What is taken is compared the other way round.
fn callable_from(own: &Signature, theirs: &Signature) -> bool {
    let result =
        own.result.as_ref().is_none_or(|want| assignable(want, theirs.result.as_ref().unwrap_or(&Ty::any())));
    let block = |block: &Option<Ty>| block.clone().unwrap_or_else(|| Ty::new(Kind::Undef));
    match (&own.parameters, &theirs.parameters) {
        (None, _) => result,
        (Some(_), None) => false,
        (Some(parameters), Some(taken)) => {
            result && assignable(taken, parameters) && assignable(&block(&theirs.block), &block(&own.block))
        }
    }
}

fn is_scalar_data_type(kind: &Kind) -> bool {
    matches!(
        kind,
        Kind::ScalarData
            | Kind::Numeric
            | Kind::String(_)
            | Kind::Enum(..)
            | Kind::Pattern(_)
            | Kind::Integer(_)
            | Kind::Float(_)
            | Kind::Boolean(_)
    )
}

fn data_collection(data: &Ty, from: &Ty) -> bool {
    match from.kind() {
        Kind::Array(of, _) => assignable(data, of),
        Kind::Tuple(types, _) => types.iter().all(|ty| assignable(data, ty)),
        Kind::Hash(key, value, _) => {
            assignable(&Ty::new(Kind::String(Strings::Any)), key) && assignable(data, value)
        }
        Kind::Struct(elements) => elements.iter().all(|element| assignable(data, &element.value)),
        _ => false,
    }
}

fn string_from(strings: &Strings, from: &Kind) -> bool {
    match (strings, from) {
        (Strings::Any, Kind::String(_) | Kind::Enum(..) | Kind::Pattern(_)) => true,
        (Strings::Sized(size), Kind::String(other)) => size.covers(&match other {
            Strings::Any => ANY_SIZE,
            Strings::Sized(size) => *size,
            Strings::Only(text) => Range::exact(length_of(text.chars().count())),
        }),
        (Strings::Sized(size), Kind::Enum(values, _)) if !values.is_empty() => {
            values.iter().all(|value| size.holds(length_of(value.chars().count())))
        }
        (Strings::Sized(size), Kind::Enum(..) | Kind::Pattern(_)) => size.covers(&ANY_SIZE),
        (Strings::Only(text), Kind::String(Strings::Only(other))) => text == other,
        (Strings::Only(_), Kind::Enum(values, fold)) => values.len() == 1 && !fold,
        _ => false,
    }
}

fn enum_from(to: &Ty, values: &[Rc<str>], fold: bool, from: &Ty) -> bool {
    if to == from {
        return true;
    }
    match from.kind() {
        Kind::String(_) | Kind::Enum(..) | Kind::Pattern(_) if values.is_empty() => true,
        Kind::String(Strings::Only(text)) => has_text(to, text),
        Kind::Enum(other, other_fold) => {
            !other.is_empty() && (fold || !other_fold) && other.iter().all(|text| has_text(to, text))
        }
        _ => false,
    }
}

/// How many elements the values of a type have, where it is one of collections.
fn size_of(ty: &Ty) -> Option<Size> {
    match ty.kind() {
        Kind::Collection(size) | Kind::Array(_, size) | Kind::Hash(_, _, size) => {
            Some(size.unwrap_or(ANY_SIZE))
        }
        Kind::Tuple(types, size) => Some(size.unwrap_or_else(|| Range::exact(length_of(types.len())))),
        Kind::Struct(elements) => Some(Range::exact(length_of(elements.len()))),
        Kind::Data | Kind::RichData => None,
        _ => None,
    }
}

fn covers_size(size: Option<Size>, from: &Ty) -> bool {
    size_of(from).is_some_and(|other| size.unwrap_or(ANY_SIZE).covers(&other))
}

fn hash_from(key: &Ty, value: &Ty, size: Option<Size>, from: &Ty) -> bool {
    match from.kind() {
        Kind::Hash(other_key, other_value, other_size) => {
            let empty = *other_size == Some(Range::exact(0));
            if empty && size.is_none_or(|size| size.from == Some(0)) {
                return true;
            }
            assignable(key, other_key) && assignable(value, other_value) && covers_size(size, from)
        }
        Kind::Struct(elements) => {
            covers_size(size, from)
                && elements.iter().all(|element| {
                    instance(key, &Value::String(element.name.clone())) && assignable(value, &element.value)
                })
        }
        _ => false,
    }
}

fn tuple_size(types: &[Ty], size: Option<Size>) -> Size {
    size.unwrap_or(if types.is_empty() { ANY_SIZE } else { Range::exact(length_of(types.len())) })
}

fn tuple_from(types: &[Ty], size: Option<Size>, from: &Ty) -> bool {
    let own = tuple_size(types, size);
    let at = |index: usize| types.get(index).or(types.last());
    match from.kind() {
        Kind::Tuple(other, other_size) => {
            if !own.covers(&tuple_size(other, *other_size)) {
                return false;
            }
            if !types.is_empty() && other.is_empty() {
                return own.from == Some(0);
            }
            other.iter().enumerate().all(|(index, ty)| at(index).is_none_or(|own| assignable(own, ty)))
        }
        Kind::Array(of, other_size) => {
            let other = other_size.unwrap_or(ANY_SIZE);
            let most = other.to.and_then(|to| usize::try_from(to).ok()).unwrap_or(usize::MAX);
            own.covers(&other) && types.iter().take(most).all(|ty| assignable(ty, of))
        }
        _ => false,
    }
}

fn struct_from(elements: &[Element], from: &Ty) -> bool {
    match from.kind() {
        Kind::Struct(other) => {
            let mut matched = 0;
            let by_name: FxHashMap<_, _> =
                other.iter().rev().map(|element| (&element.name, element)).collect();
            let fits = elements.iter().all(|own| match by_name.get(&own.name) {
                None => own.optional,
                Some(e) => {
                    matched += 1;
                    (own.optional || !e.optional) && assignable(&own.value, &e.value)
                }
            });
            fits && matched == other.len()
        }
        Kind::Hash(key, value, size) => {
            let required: Vec<_> = elements.iter().filter(|element| !element.optional).collect();
            let text = Ty::new(Kind::String(Strings::Any));
            let fits = required.iter().all(|e| assignable(&e.value, value) && assignable(&text, key));
            let own = Range { from: Some(length_of(required.len())), to: Some(length_of(elements.len())) };
            fits && own.covers(&size.unwrap_or(ANY_SIZE))
        }
        _ => false,
    }
}

fn iterable_from(inner: Option<&Ty>, from: &Ty) -> bool {
    let element = match from.kind() {
        Kind::Array(of, _) => of.clone(),
        Kind::Tuple(types, _) => Ty::variant(types.iter().cloned()),
        Kind::Hash(key, value, _) => {
            Ty::new(Kind::Tuple(vec![key.clone(), value.clone()], Some(Range::exact(2))))
        }
        Kind::Struct(_) | Kind::Collection(_) => Ty::any(),
        Kind::String(_) | Kind::Enum(..) => Ty::new(Kind::String(Strings::Sized(Range::exact(1)))),
        Kind::Integer(_) => Ty::new(Kind::Integer(Range::default())),
        Kind::Iterable(of) => of.clone().unwrap_or_else(Ty::any),
        Kind::Type(Some(ty)) if iterates(ty) => ty.clone(),
        _ => return false,
    };
    inner.is_none_or(|inner| assignable(inner, &element))
}
