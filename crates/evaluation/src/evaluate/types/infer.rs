//! Infers the type of a value: the narrowest type, one type for all elements, or a general type.

use super::assign::assignable_cost;
use super::assign::length_of;
use super::{Element, Range, Signature, Strings, Type, TypeKind, is_assignable};
use crate::evaluate::rich::{self, Parameters, Rich};
use crate::evaluate::value::{Value, is_same_key};
use std::sync::Arc;

/// The type of a value, in which the elements of a collection have one common type.
pub(in crate::evaluate) fn infer(value: &Value) -> Type {
    let weight = u64::from(value.weight());
    // The types of elements are combined in pairs, so each value takes part in at most log2(weight) steps.
    Inference { fuel: 4096 + 8 * weight * (1 + u64::from(weight.ilog2())) }.infer(value)
}

/// The general type of a value, for messages.
pub(in crate::evaluate) fn general(value: &Value) -> Type {
    Type::new(match value {
        Value::String(_) => TypeKind::String(Strings::Any),
        Value::Array(items) => TypeKind::Array(common_type(&mut items.iter()), None),
        Value::Hash(hash) => {
            let pairs = hash.pairs();
            let (keys, values) = (pairs.iter().map(|(key, _)| key), pairs.iter().map(|(_, value)| value));
            // The blocks create temporary copies of the iterators, which can be borrowed mutably.
            TypeKind::Hash(common_type(&mut { keys }), common_type(&mut { values }), None)
        }
        // In a message, the parameters of a large type would not be legible.
        Value::Type(ty) if ty.weight() > 100 => TypeKind::Type(None),
        other => return generalize(&infer(other)),
    })
}

/// The common general type of values; `Unit` if there are none.
fn common_type(values: &mut dyn Iterator<Item = &Value>) -> Type {
    let mut inference = Inference { fuel: u64::MAX };
    let common = values.map(general).reduce(|a, b| inference.common(&a, &b));
    common.unwrap_or_else(|| Type::new(TypeKind::Unit))
}

/// The maximum number of alternatives of a common type.
const MAX_ALTERNATIVES: usize = 100;

/// Infers the type of a value.
struct Inference {
    /// The remaining budget for comparing types. When it is used up, the common type of two types is `Any`.
    fuel: u64,
}

impl Inference {
    /// The narrowest type of a value, as Puppet infers it.
    fn infer(&mut self, value: &Value) -> Type {
        Type::new(match value {
            Value::Undef => TypeKind::Undef,
            Value::Default => TypeKind::Default,
            Value::Boolean(b) => TypeKind::Boolean(Some(*b)),
            Value::Integer(n) => TypeKind::Integer(Range::exact(*n)),
            // The bounds of ranges are 64-bit integers, so the nearest one is used.
            Value::BigInteger(digits) if digits.starts_with('-') => {
                TypeKind::Integer(Range { from: None, to: Some(i64::MIN) })
            }
            Value::BigInteger(_) => TypeKind::Integer(Range { from: Some(i64::MAX), to: None }),
            Value::Float(n) => TypeKind::Float(Range {
                from: (*n != f64::NEG_INFINITY).then_some(*n),
                to: (*n != f64::INFINITY).then_some(*n),
            }),
            Value::String(text) => TypeKind::String(Strings::Only(text.clone())),
            Value::Regexp(regex) => TypeKind::Regexp(Some(Arc::from(regex.source()))),
            Value::Array(items) => {
                let element =
                    // `Unit` is contained in every type, so an empty array belongs to every type of arrays.
                    if items.is_empty() { Type::new(TypeKind::Unit) } else { self.common_of(items.iter()) };
                TypeKind::Array(element, Some(Range::exact(length_of(items.len()))))
            }
            Value::Hash(hash) => {
                let size = Some(Range::exact(length_of(hash.len())));
                if hash.is_empty() {
                    return Type::new(TypeKind::Hash(
                        Type::new(TypeKind::Unit),
                        Type::new(TypeKind::Unit),
                        size,
                    ));
                }
                let pairs = hash.pairs();
                let key_type = self.common_of(pairs.iter().map(|(key, _)| key));
                TypeKind::Hash(key_type, self.common_of(pairs.iter().map(|(_, value)| value)), size)
            }
            Value::Type(ty) => TypeKind::Type(Some(ty.clone())),
            Value::Object(object) => TypeKind::Class(Arc::clone(&object.class)),
            Value::Rich(rich) => {
                let is_exact = false;
                family_type(rich, is_exact)
            }
            Value::Unknown(_) => TypeKind::Any,
        })
    }

    /// The common type of several values. Types are combined in pairs, and the results again in pairs, so that a long
    /// enumeration is not copied for each of its values.
    fn common_of<'a>(&mut self, values: impl Iterator<Item = &'a Value>) -> Type {
        let mut types: Vec<Type> = values.map(|value| self.infer(value)).collect();
        while types.len() > 1 {
            let combined = types.chunks(2).map(|pair| match pair {
                [a, b] => self.common(a, b),
                _ => pair[0].clone(),
            });
            types = combined.collect();
        }
        types.pop().unwrap_or_else(Type::any)
    }

    /// The narrowest named type that contains the values of both types.
    fn common(&mut self, a: &Type, b: &Type) -> Type {
        match (a.kind(), b.kind()) {
            // As in Puppet's `common_type`, undef does not widen the type of the other values.
            (TypeKind::Undef | TypeKind::Unit, _) => return b.clone(),
            (_, TypeKind::Undef | TypeKind::Unit) => return a.clone(),
            _ => {}
        }
        // Without fuel, the comparison would take too long.
        let Some(fuel) = self.fuel.checked_sub(assignable_cost(a, b)) else { return Type::any() };
        self.fuel = fuel;
        if is_assignable(a, b) {
            return a.clone();
        }
        if is_assignable(b, a) {
            return b.clone();
        }
        let ignores_case = false;
        let kind = match (a.kind(), b.kind()) {
            (TypeKind::Array(a, _), TypeKind::Array(b, _)) => TypeKind::Array(self.common(a, b), None),
            (TypeKind::Hash(key_a, value_a, _), TypeKind::Hash(key_b, value_b, _)) => {
                TypeKind::Hash(self.common(key_a, key_b), self.common(value_a, value_b), None)
            }
            (TypeKind::Integer(a), TypeKind::Integer(b)) => TypeKind::Integer(a.join(b)),
            (TypeKind::Float(a), TypeKind::Float(b)) => TypeKind::Float(a.join(b)),
            (TypeKind::String(Strings::Only(a)), TypeKind::String(Strings::Only(b))) => {
                return Type::enumeration([a.clone(), b.clone()], ignores_case);
            }
            (TypeKind::Enum(values, _), TypeKind::String(Strings::Only(text)))
            | (TypeKind::String(Strings::Only(text)), TypeKind::Enum(values, _)) => {
                return Type::enumeration(values.iter().chain([text]).cloned(), ignores_case);
            }
            (TypeKind::Enum(a, _), TypeKind::Enum(b, _)) => {
                return Type::enumeration(a.iter().chain(b).cloned(), ignores_case);
            }
            (TypeKind::Regexp(_), TypeKind::Regexp(_)) => TypeKind::Regexp(None),
            (TypeKind::Callable(_), TypeKind::Callable(_)) => {
                TypeKind::Callable(Signature { parameters: None, block: None, result: None })
            }
            // The number of alternatives is limited, because comparing all of them with each other would take too long.
            (TypeKind::Variant(types_a), TypeKind::Variant(types_b))
                if types_a.len() + types_b.len() <= MAX_ALTERNATIVES =>
            {
                return Type::variant([a.clone(), b.clone()]);
            }
            (TypeKind::Family(family, parameters_a), TypeKind::Family(family_b, parameters_b))
                if family == family_b =>
            {
                match (family.name, parameters_a.first(), parameters_b.first()) {
                    ("Resource", Some(a), Some(b)) if is_same_key(a, b) => {
                        TypeKind::Family(family, Parameters::from(vec![a.clone()]))
                    }
                    ("Resource" | "Class", ..) => TypeKind::Family(family, Parameters::none()),
                    _ => return self.wide(a, b),
                }
            }
            _ => return self.wide(a, b),
        };
        Type::new(kind)
    }

    /// The first of Puppet's general types that contains the values of both types.
    fn wide(&mut self, a: &Type, b: &Type) -> Type {
        let type_if_common = |kind: TypeKind| {
            let ty = Type::new(kind);
            (is_assignable(&ty, a) && is_assignable(&ty, b)).then_some(ty)
        };
        // In the order of Puppet's `common_type`, from narrow to wide.
        let general_type = [TypeKind::Numeric, TypeKind::ScalarData, TypeKind::Scalar, TypeKind::Data]
            .into_iter()
            .find_map(type_if_common);
        if let Some(general_type) = general_type {
            return general_type;
        }
        match (a.kind(), b.kind()) {
            (TypeKind::Type(Some(a)), TypeKind::Type(Some(b))) => {
                Type::new(TypeKind::Type(Some(self.common(a, b))))
            }
            _ => type_if_common(TypeKind::RichData).unwrap_or_else(Type::any),
        }
    }
}

/// The type of a value, in which each element of a collection has its own type.
pub(in crate::evaluate) fn infer_set(value: &Value) -> Type {
    match value {
        Value::Array(items) if !items.is_empty() => {
            Type::new(TypeKind::Tuple(items.iter().map(infer_set).collect(), None))
        }
        Value::Hash(hash) if !hash.is_empty() => {
            if let Some(elements) = hash.pairs().iter().map(named_element).collect() {
                return Type::new(TypeKind::Struct(elements));
            }
            let keys = Type::variant(hash.pairs().iter().map(|(key, _)| infer_set(key)));
            let values = Type::variant(hash.pairs().iter().map(|(_, value)| infer_set(value)));
            Type::new(TypeKind::Hash(keys, values, Some(Range::exact(length_of(hash.len())))))
        }
        Value::Rich(rich) => {
            let is_exact = true;
            Type::new(family_type(rich, is_exact))
        }
        _ => infer(value),
    }
}

/// An entry of a hash as an entry of a `Struct`; `None` if its key is not a non-empty string.
fn named_element((key, value): &(Value, Value)) -> Option<Element> {
    match key {
        // As in Puppet, the type of a hash is a `Struct` only if all keys are non-empty strings.
        Value::String(name) if !name.is_empty() => {
            Some(Element { name: name.clone(), is_optional: false, value: infer_set(value) })
        }
        _ => None,
    }
}

/// The type of the elements of an iterator that visits every `step`-th element of a value.
pub(in crate::evaluate) fn element_of(value: &Value, step: i64) -> Type {
    let integers = |from: i64, to: i64| {
        // The last element that is visited may be before the end of the range.
        let unvisited = to.checked_sub(from).map_or(0, |distance| distance.rem_euclid(step.max(1)));
        Type::new(TypeKind::Integer(Range { from: Some(from), to: Some(to - unvisited) }))
    };
    match value {
        Value::Array(items) => set_type(&mut items.iter()),
        Value::Hash(hash) if hash.is_empty() => {
            Type::new(TypeKind::Tuple(vec![Type::any(), Type::any()], Some(Range::exact(2))))
        }
        Value::Hash(hash) => {
            let keys = set_type(&mut hash.pairs().iter().map(|(key, _)| key));
            let values = set_type(&mut hash.pairs().iter().map(|(_, value)| value));
            Type::new(TypeKind::Tuple(vec![keys, values], Some(Range::exact(2))))
        }
        Value::String(_) => Type::new(TypeKind::String(Strings::Sized(Range::exact(1)))),
        // The elements of an integer `n` are the numbers from 0 to `n - 1`.
        Value::Integer(0) => Type::new(TypeKind::Unit),
        Value::Integer(n) => integers(0, n - 1),
        Value::Type(ty) => match ty.integers() {
            Some((from, to)) => integers(from, to),
            None => ty.clone(),
        },
        value => {
            value.rich::<rich::Iterator>().map_or_else(Type::any, |iterator| iterator.element_type.clone())
        }
    }
}

/// The union of the types of values; `Unit` if there are none.
fn set_type(values: &mut dyn Iterator<Item = &Value>) -> Type {
    match Type::variant(values.map(infer_set)) {
        empty if matches!(empty.kind(), TypeKind::Variant(types) if types.is_empty()) => {
            Type::new(TypeKind::Unit)
        }
        ty => ty,
    }
}

/// The type of a value of a family; see [`RichValue::parameters`](super::super::rich::RichValue::parameters).
fn family_type(rich: &Rich, is_exact: bool) -> TypeKind {
    TypeKind::Family(rich.get().family(), Parameters::from(rich.get().parameters(is_exact)))
}

/// A type without bounds, such as `Array[Integer]` for `Array[Integer[1, 2], 3, 3]`.
pub(in crate::evaluate) fn generalize(ty: &Type) -> Type {
    Type::new(match ty.kind() {
        TypeKind::Boolean(_) => TypeKind::Boolean(None),
        TypeKind::Integer(_) => TypeKind::Integer(Range::default()),
        TypeKind::Float(_) => TypeKind::Float(Range::default()),
        TypeKind::String(_) => TypeKind::String(Strings::Any),
        TypeKind::Enum(values, _) => {
            // As in Puppet, the general form of an `Enum` is a `String` with the lengths of the enumerated values.
            let lengths = values.iter().map(|value| length_of(value.chars().count()));
            match (lengths.clone().min(), lengths.max()) {
                (None, None) => TypeKind::String(Strings::Any),
                (from, to) => TypeKind::String(Strings::Sized(Range { from, to })),
            }
        }
        TypeKind::Collection(_) => TypeKind::Collection(None),
        TypeKind::Array(of, _) => TypeKind::Array(generalize(of), None),
        // As in Puppet, the type of the empty hash is not generalised.
        TypeKind::Hash(_, _, size) if *size == Some(Range::exact(0)) => return ty.clone(),
        TypeKind::Hash(key, value, _) => TypeKind::Hash(generalize(key), generalize(value), None),
        TypeKind::Tuple(types, size) => TypeKind::Tuple(types.iter().map(generalize).collect(), *size),
        TypeKind::Struct(elements) => TypeKind::Struct(
            elements.iter().map(|e| Element { value: generalize(&e.value), ..e.clone() }).collect(),
        ),
        TypeKind::Variant(types) => return Type::variant(types.iter().map(generalize)),
        TypeKind::Optional(of) => TypeKind::Optional(generalize_inner(of)),
        TypeKind::NotUndef(of) => TypeKind::NotUndef(generalize_inner(of)),
        TypeKind::Type(of) => TypeKind::Type(generalize_inner(of)),
        TypeKind::Iterable(of) => TypeKind::Iterable(generalize_inner(of)),
        TypeKind::Family(family, parameters) => {
            TypeKind::Family(family, Parameters::from((family.general)(parameters)))
        }
        _ => return ty.clone(),
    })
}

/// The inner type of a type, if there is one, without bounds.
fn generalize_inner(inner: &Option<Type>) -> Option<Type> {
    inner.as_ref().map(generalize)
}
