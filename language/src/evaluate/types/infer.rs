//! The type of a value: the narrowest, one for all elements, or a general one.

use super::assign::assignable_cost;
use super::assign::length_of;
use super::{Element, Kind, Range, Strings, Ty, assignable};
use crate::evaluate::value::Value;
use std::rc::Rc;

/// The type of a value, in which the elements of a collection have one type together.
pub(in crate::evaluate) fn infer(value: &Value) -> Ty {
    let weight = u64::from(value.weight());
    // Halves are put together at as many levels as a weight has digits.
    Inference { fuel: 4096 + 8 * weight * (1 + u64::from(weight.ilog2())) }.infer(value)
}

/// The general type of a value, for messages.
pub(in crate::evaluate) fn general(value: &Value) -> Ty {
    let common = |values: &mut dyn Iterator<Item = &Value>| {
        let mut inference = Inference { fuel: u64::MAX };
        values.map(general).reduce(|a, b| inference.common(&a, &b)).unwrap_or_else(|| Ty::new(Kind::Unit))
    };
    Ty::new(match value {
        Value::String(_) => Kind::String(Strings::Any),
        Value::Array(items) => Kind::Array(common(&mut items.iter()), None),
        Value::Hash(hash) => {
            let pairs = hash.pairs();
            let (keys, values) = (pairs.iter().map(|p| &p.0), pairs.iter().map(|p| &p.1));
            Kind::Hash(common(&mut { keys }), common(&mut { values }), None)
        }
        Value::Type(ty) if ty.weight() > 100 => Kind::Type(None),
        other => return generalize(&infer(other)),
    })
}

/// What finds the type of a value.
struct Inference {
    /// What comparing types may still cost; beyond that, two types have nothing narrow in common.
    fuel: u64,
}

impl Inference {
    fn infer(&mut self, value: &Value) -> Ty {
        Ty::new(match value {
            Value::Undef => Kind::Undef,
            Value::Default => Kind::Default,
            Value::Boolean(b) => Kind::Boolean(Some(*b)),
            Value::Integer(n) => Kind::Integer(Range::exact(*n)),
            Value::Float(n) => Kind::Float(Range {
                from: (*n != f64::NEG_INFINITY).then_some(*n),
                to: (*n != f64::INFINITY).then_some(*n),
            }),
            Value::String(text) => Kind::String(Strings::Only(text.clone())),
            Value::Regexp(regex) => Kind::Regexp(Some(Rc::from(regex.source()))),
            Value::Array(items) => {
                let element =
                    if items.is_empty() { Ty::new(Kind::Unit) } else { self.common_of(items.iter()) };
                Kind::Array(element, Some(Range::exact(length_of(items.len()))))
            }
            Value::Hash(hash) => {
                let size = Some(Range::exact(length_of(hash.len())));
                if hash.is_empty() {
                    return Ty::new(Kind::Hash(Ty::new(Kind::Unit), Ty::new(Kind::Unit), size));
                }
                let pairs = hash.pairs();
                let keys = self.common_of(pairs.iter().map(|p| &p.0));
                Kind::Hash(keys, self.common_of(pairs.iter().map(|p| &p.1)), size)
            }
            Value::Type(ty) => Kind::Type(Some(ty.clone())),
            Value::Object(object) => Kind::Class(Rc::clone(&object.class)),
        })
    }

    /// The type of all of several values. Halves are put together, so that long enumerations grow by merging.
    fn common_of<'a>(&mut self, values: impl Iterator<Item = &'a Value>) -> Ty {
        let mut types: Vec<Ty> = values.map(|value| self.infer(value)).collect();
        while types.len() > 1 {
            let half = types.chunks(2).map(|pair| match pair {
                [a, b] => self.common(a, b),
                _ => pair[0].clone(),
            });
            types = half.collect();
        }
        types.pop().unwrap_or_else(Ty::any)
    }

    /// The narrowest type that we have a word for and that holds the values of both.
    fn common(&mut self, a: &Ty, b: &Ty) -> Ty {
        match (a.kind(), b.kind()) {
            (Kind::Undef | Kind::Unit, _) => return b.clone(),
            (_, Kind::Undef | Kind::Unit) => return a.clone(),
            _ => {}
        }
        let Some(fuel) = self.fuel.checked_sub(assignable_cost(a, b)) else { return Ty::any() };
        self.fuel = fuel;
        if assignable(a, b) {
            return a.clone();
        }
        if assignable(b, a) {
            return b.clone();
        }
        let kind = match (a.kind(), b.kind()) {
            (Kind::Array(a, _), Kind::Array(b, _)) => Kind::Array(self.common(a, b), None),
            (Kind::Hash(ka, va, _), Kind::Hash(kb, vb, _)) => {
                Kind::Hash(self.common(ka, kb), self.common(va, vb), None)
            }
            (Kind::Integer(a), Kind::Integer(b)) => Kind::Integer(a.join(b)),
            (Kind::Float(a), Kind::Float(b)) => Kind::Float(a.join(b)),
            (Kind::String(Strings::Only(a)), Kind::String(Strings::Only(b))) => {
                return Ty::enumeration([a.clone(), b.clone()], false);
            }
            (Kind::Enum(values, _), Kind::String(Strings::Only(text)))
            | (Kind::String(Strings::Only(text)), Kind::Enum(values, _)) => {
                return Ty::enumeration(values.iter().chain([text]).cloned(), false);
            }
            (Kind::Enum(a, _), Kind::Enum(b, _)) => {
                return Ty::enumeration(a.iter().chain(b).cloned(), false);
            }
            (Kind::Regexp(_), Kind::Regexp(_)) => Kind::Regexp(None),
            _ => return self.wide(a, b),
        };
        Ty::new(kind)
    }

    fn wide(&mut self, a: &Ty, b: &Ty) -> Ty {
        let both = |kind: Kind| {
            let ty = Ty::new(kind);
            (assignable(&ty, a) && assignable(&ty, b)).then_some(ty)
        };
        let found = [Kind::Numeric, Kind::ScalarData, Kind::Scalar, Kind::Data].into_iter().find_map(both);
        if let Some(found) = found {
            return found;
        }
        match (a.kind(), b.kind()) {
            (Kind::Type(Some(a)), Kind::Type(Some(b))) => Ty::new(Kind::Type(Some(self.common(a, b)))),
            _ => both(Kind::RichData).unwrap_or_else(Ty::any),
        }
    }
}

/// The type of a value, in which each element of a collection has its own.
pub(in crate::evaluate) fn infer_set(value: &Value) -> Ty {
    match value {
        Value::Array(items) if !items.is_empty() => {
            Ty::new(Kind::Tuple(items.iter().map(infer_set).collect(), None))
        }
        Value::Hash(hash) if !hash.is_empty() => {
            let named = |(key, value): &(Value, Value)| match key {
                Value::String(name) if !name.is_empty() => {
                    Some(Element { name: name.clone(), optional: false, value: infer_set(value) })
                }
                _ => None,
            };
            if let Some(elements) = hash.pairs().iter().map(named).collect() {
                return Ty::new(Kind::Struct(elements));
            }
            let keys = Ty::variant(hash.pairs().iter().map(|(key, _)| infer_set(key)));
            let values = Ty::variant(hash.pairs().iter().map(|(_, value)| infer_set(value)));
            Ty::new(Kind::Hash(keys, values, Some(Range::exact(length_of(hash.len())))))
        }
        _ => infer(value),
    }
}

/// A type without its bounds.
pub(in crate::evaluate) fn generalize(ty: &Ty) -> Ty {
    let inner = |inner: &Option<Ty>| inner.as_ref().map(generalize);
    Ty::new(match ty.kind() {
        Kind::Boolean(_) => Kind::Boolean(None),
        Kind::Integer(_) => Kind::Integer(Range::default()),
        Kind::Float(_) => Kind::Float(Range::default()),
        Kind::String(_) => Kind::String(Strings::Any),
        Kind::Enum(values, _) => {
            let lengths = values.iter().map(|value| length_of(value.chars().count()));
            match lengths.clone().min().zip(lengths.max()) {
                Some((from, to)) => Kind::String(Strings::Sized(Range { from: Some(from), to: Some(to) })),
                None => Kind::String(Strings::Any),
            }
        }
        Kind::Collection(_) => Kind::Collection(None),
        Kind::Array(of, _) => Kind::Array(generalize(of), None),
        Kind::Hash(_, _, size) if *size == Some(Range::exact(0)) => return ty.clone(),
        Kind::Hash(key, value, _) => Kind::Hash(generalize(key), generalize(value), None),
        Kind::Tuple(types, size) => Kind::Tuple(types.iter().map(generalize).collect(), *size),
        Kind::Struct(elements) => Kind::Struct(
            elements.iter().map(|e| Element { value: generalize(&e.value), ..e.clone() }).collect(),
        ),
        Kind::Variant(types) => return Ty::variant(types.iter().map(generalize)),
        Kind::Optional(of) => Kind::Optional(inner(of)),
        Kind::NotUndef(of) => Kind::NotUndef(inner(of)),
        Kind::Type(of) => Kind::Type(inner(of)),
        Kind::Iterable(of) => Kind::Iterable(inner(of)),
        _ => return ty.clone(),
    })
}
