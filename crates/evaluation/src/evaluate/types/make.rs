//! Creates types from their names and parameters.

use super::{Element, Range, Signature, Size, Strings, Type, TypeKind, assignable};
use crate::evaluate::number::Number;
use crate::evaluate::regex::Regex;
use crate::evaluate::rich::{self, Family, Parameters};
use crate::evaluate::value::{Value, flatten_into};
use rustc_hash::FxHashSet;
use std::sync::Arc;

/// Families whose names a host may use for its own types.
const AFTER_HOST: [&str; 3] = ["Class", "Error", "Resource"];

/// The type with a name.
pub(in crate::evaluate) fn named(name: &str) -> Option<Type> {
    let name = name.strip_prefix("::").unwrap_or(name);
    Some(Type::new(match name {
        "Any" => TypeKind::Any,
        "Undef" => TypeKind::Undef,
        "Unit" => TypeKind::Unit,
        "Default" => TypeKind::Default,
        // `Literal` and `Number` are names in ARM-7.
        "Scalar" | "Literal" => TypeKind::Scalar,
        "ScalarData" => TypeKind::ScalarData,
        "Data" => TypeKind::Data,
        "RichData" => TypeKind::RichData,
        "Numeric" | "Number" => TypeKind::Numeric,
        "Boolean" => TypeKind::Boolean(None),
        "Integer" => TypeKind::Integer(Range::default()),
        "Float" => TypeKind::Float(Range::default()),
        "String" => TypeKind::String(Strings::Any),
        "Enum" => TypeKind::Enum(Vec::new(), false),
        "Pattern" => TypeKind::Pattern(Vec::new()),
        "Regexp" => TypeKind::Regexp(None),
        "Collection" => TypeKind::Collection(None),
        "Array" => TypeKind::Array(any_type(), None),
        "Hash" => TypeKind::Hash(any_type(), any_type(), None),
        "Tuple" => TypeKind::Tuple(Vec::new(), None),
        "Struct" => TypeKind::Struct(Vec::new()),
        "Iterable" => TypeKind::Iterable(None),
        "Optional" => TypeKind::Optional(None),
        "NotUndef" => TypeKind::NotUndef(None),
        "Variant" => TypeKind::Variant(Vec::new()),
        "Type" => TypeKind::Type(None),
        "Callable" => TypeKind::Callable(Signature { parameters: None, block: None, result: None }),
        _ => {
            let family = rich::family(name).filter(|family| !AFTER_HOST.contains(&family.name))?;
            TypeKind::Family(family, Parameters::none())
        }
    }))
}

fn any_type() -> Type {
    Type::new(TypeKind::Any)
}

/// The type with a name that a host may use for its own types.
pub(in crate::evaluate) fn named_after_host(name: &str) -> Option<Type> {
    let name = name.strip_prefix("::").unwrap_or(name);
    let own = AFTER_HOST.contains(&name).then(|| (name, Parameters::none()));
    let (family, parameters) =
        own.or_else(|| Some(("Resource", Parameters::from(vec![rich::built_in_resource(name)?]))))?;
    Some(Type::new(TypeKind::Family(rich::family(family)?, parameters)))
}

/// `ty[keys]` if the keys result in several types, as for `Class` and `Resource`; `None` otherwise.
pub(in crate::evaluate) fn access_many(ty: &Type, keys: &[Value]) -> Option<Result<Vec<Type>, String>> {
    let TypeKind::Family(family, own) = ty.kind() else { return None };
    let mut own = own.to_vec();
    let keys = match (family.name, keys) {
        ("Resource", [name, keys @ ..]) if own.is_empty() && !keys.is_empty() => {
            own.push(name.clone());
            keys
        }
        ("Class" | "Resource", keys) => keys,
        _ => return None,
    };
    // A single key results in a type, not in an array with one element.
    if !matches!(keys, [Value::Array(_)] | [_, _, ..]) {
        return None;
    }
    let mut flat = Vec::new();
    flatten_into(keys, &mut flat);
    let types = flat.into_iter().map(|key| {
        let whole: Vec<Value> = own.iter().cloned().chain([key]).collect();
        family_type(family, &[], &whole)
    });
    Some(types.collect())
}

/// A type of a family with parameters; a resource type may already have its name as the first parameter.
fn family_type(family: &'static Family, own: &[Value], keys: &[Value]) -> Result<Type, String> {
    let has_title = family.name == "Resource" && own.len() < 2 || family.name == "Class" && own.is_empty();
    if !own.is_empty() && !has_title && matches!(family.name, "Class" | "Resource") {
        // In Puppet, brackets after a complete reference read a parameter of the resource.
        return Err("there is no catalog, so nothing in it can be read".to_owned());
    }
    let own = if family.name == "Resource" { own } else { &[] };
    let whole: Vec<Value> = own.iter().chain(keys).cloned().collect();
    Ok(Type::new(TypeKind::Family(family, Parameters::from((family.parameters)(&whole)?))))
}

/// `ty[keys]`, or why it is invalid. Regular expressions in the keys are already compiled.
pub(in crate::evaluate) fn access(ty: &Type, keys: &[Value]) -> Result<Type, String> {
    if keys.is_empty() {
        return Err(format!("{ty}[] requires parameters in its brackets"));
    }
    let mut flat = Vec::new();
    let is_init = matches!(ty.kind(), TypeKind::Family(family, _) if family.name == "Init");
    // In these types, an array has its own meaning, such as the parameters in `Callable[[Integer], String]`; in all
    // others, it is expanded.
    if is_init || matches!(ty.kind(), TypeKind::Callable(_) | TypeKind::Struct(_)) {
        flat.extend_from_slice(keys);
    } else {
        flatten_into(keys, &mut flat);
    }
    let keys = flat.as_slice();
    check_count(ty, keys)?;
    let kind = match ty.kind() {
        TypeKind::Boolean(_) => boolean(ty, &keys[0])?,
        TypeKind::Integer(_) => TypeKind::Integer(range(ty, keys, integer_of)?),
        TypeKind::Float(_) => {
            TypeKind::Float(range(ty, keys, |value| Number::from_value(value).map(Number::float))?)
        }
        TypeKind::String(_) => TypeKind::String(Strings::Sized(size(ty, keys)?)),
        TypeKind::Collection(_) => TypeKind::Collection(Some(size(ty, keys)?)),
        TypeKind::Enum(..) => enumeration(ty, keys)?,
        TypeKind::Pattern(_) => TypeKind::Pattern(distinct(
            keys.iter().map(|key| patterns(ty, key)).collect::<Result<Vec<_>, _>>()?.concat(),
        )),
        TypeKind::Regexp(_) => regexp(ty, &keys[0])?,
        TypeKind::Array(..) => array(ty, keys)?,
        TypeKind::Hash(..) => return hash_of(ty, keys),
        TypeKind::Tuple(..) => tuple(ty, keys)?,
        TypeKind::Struct(_) => structure(ty, &keys[0])?,
        TypeKind::Variant(_) => {
            let types = keys.iter().map(|key| of_type(ty, key)).collect::<Result<Vec<_>, _>>()?;
            return Ok(Type::variant(types));
        }
        TypeKind::Optional(_) => TypeKind::Optional(Some(type_or_text(ty, &keys[0])?)),
        TypeKind::NotUndef(_) => {
            let inner = type_or_text(ty, &keys[0])?;
            // In Puppet as well, `NotUndef[Any]` is `NotUndef`.
            TypeKind::NotUndef((*inner.kind() != TypeKind::Any).then_some(inner))
        }
        TypeKind::Type(_) => TypeKind::Type(Some(of_type(ty, &keys[0])?)),
        TypeKind::Iterable(_) => TypeKind::Iterable(Some(of_type(ty, &keys[0])?)),
        TypeKind::Callable(_) => callable(ty, keys)?,
        TypeKind::Family(family, own) => return family_type(family, own, keys),
        _ => return Err(format!("{ty} cannot have parameters")),
    };
    Ok(Type::new(kind))
}

/// Checks the number of a type's parameters; types with a variable number check it themselves.
fn check_count(ty: &Type, keys: &[Value]) -> Result<(), String> {
    let (min, max) = match ty.kind() {
        TypeKind::Boolean(_)
        | TypeKind::Regexp(_)
        | TypeKind::Struct(_)
        | TypeKind::Optional(_)
        | TypeKind::NotUndef(_)
        | TypeKind::Type(_)
        | TypeKind::Iterable(_) => (1, 1),
        TypeKind::Integer(_) | TypeKind::Float(_) | TypeKind::String(_) | TypeKind::Collection(_) => (1, 2),
        TypeKind::Array(..) => (1, 3),
        TypeKind::Hash(..) => (2, 4),
        _ => return Ok(()),
    };
    if (min..=max).contains(&keys.len()) {
        return Ok(());
    }
    let want = if min == max { min.to_string() } else { format!("{min} to {max}") };
    Err(format!("{ty}[] requires {want} arguments, but got {}", keys.len()))
}

fn boolean(ty: &Type, key: &Value) -> Result<TypeKind, String> {
    match key {
        Value::Boolean(only) => Ok(TypeKind::Boolean(Some(*only))),
        other => Err(unfit(ty, other, "true or false")),
    }
}

fn regexp(ty: &Type, key: &Value) -> Result<TypeKind, String> {
    match key {
        Value::String(text) => Ok(TypeKind::Regexp(Some(text.clone()))),
        Value::Regexp(regex) => Ok(TypeKind::Regexp(Some(Arc::from(regex.source())))),
        other => Err(unfit(ty, other, "a String or a Regexp")),
    }
}

/// An array with a type of elements, a size, or both.
fn array(ty: &Type, keys: &[Value]) -> Result<TypeKind, String> {
    let (element, rest) = match &keys[0] {
        Value::Type(of) => (of.clone(), &keys[1..]),
        // `Array[0, 5]` specifies only the size.
        other if keys.len() != 2 => return Err(unfit(ty, other, "a type")),
        _ => (Type::any(), keys),
    };
    Ok(collection_array(element, if rest.is_empty() { None } else { Some(size(ty, rest)?) }))
}

/// A hash with a size; or with the types of keys and values, and an optional size.
fn hash_of(ty: &Type, keys: &[Value]) -> Result<Type, String> {
    if let [Value::Integer(_), Value::Integer(_)] = keys {
        return Ok(hash(Type::any(), Type::any(), Some(size(ty, keys)?)));
    }
    let (key, value) = (of_type(ty, &keys[0])?, of_type(ty, &keys[1])?);
    Ok(hash(key, value, if keys.len() > 2 { Some(size(ty, &keys[2..])?) } else { None }))
}

fn unfit(ty: &Type, found: &Value, wanted: &str) -> String {
    let found = super::generalize(&super::infer(found));
    format!("a parameter of {ty}[] must be {wanted}, not a value of type {found}")
}

fn of_type(ty: &Type, key: &Value) -> Result<Type, String> {
    match key {
        Value::Type(ty) => Ok(ty.clone()),
        other => Err(unfit(ty, other, "a type")),
    }
}

fn type_or_text(ty: &Type, key: &Value) -> Result<Type, String> {
    match key {
        Value::String(text) => Ok(Type::new(TypeKind::String(Strings::Only(text.clone())))),
        other => of_type(ty, other),
    }
}

fn integer_of(value: &Value) -> Option<i64> {
    if let Value::Integer(n) = value { Some(*n) } else { None }
}

fn range<N: PartialOrd + Copy>(
    ty: &Type,
    keys: &[Value],
    read: impl Fn(&Value) -> Option<N>,
) -> Result<Range<N>, String> {
    let bound = |key: Option<&Value>| match key {
        None | Some(Value::Default) => Ok(None),
        Some(key) => read(key).map(Some).ok_or_else(|| unfit(ty, key, "a number or default")),
    };
    let range = Range { from: bound(keys.first())?, to: bound(keys.get(1))? };
    match (range.from, range.to) {
        (Some(from), Some(to)) if from > to => Err(format!("{ty}[]: the first bound is above the second")),
        _ => Ok(range),
    }
}

fn size(ty: &Type, keys: &[Value]) -> Result<Size, String> {
    let range = match keys {
        [Value::Type(of)] => match of.kind() {
            TypeKind::Integer(range) => *range,
            _ => return Err(unfit(ty, &keys[0], "a number or default")),
        },
        _ => range(ty, keys, integer_of)?,
    };
    // A size is never negative, so the bounds are normalised for equal types.
    Ok(Range { from: Some(range.from.unwrap_or(0).max(0)), to: range.to.map(|to| to.max(0)) })
}

fn collection_array(element: Type, size: Option<Size>) -> TypeKind {
    // As in Puppet, all types of empty arrays are equal, whatever the type of their elements is.
    let is_empty = size == Some(Range::exact(0));
    TypeKind::Array(if is_empty { Type::new(TypeKind::Unit) } else { element }, size)
}

fn hash(key: Type, value: Type, size: Option<Size>) -> Type {
    if size == Some(Range::exact(0)) {
        return Type::new(TypeKind::Hash(Type::new(TypeKind::Unit), Type::new(TypeKind::Unit), size));
    }
    Type::new(TypeKind::Hash(key, value, size))
}

fn enumeration(ty: &Type, keys: &[Value]) -> Result<TypeKind, String> {
    let (names, fold) = match keys {
        // As in Puppet, a boolean at the end specifies whether case is ignored.
        [names @ .., Value::Boolean(fold)] => (names, *fold),
        _ => (keys, false),
    };
    let names = names
        .iter()
        .map(|key| match key {
            Value::String(text) => Ok(text.clone()),
            other => Err(unfit(ty, other, "a String")),
        })
        .collect::<Result<Vec<_>, _>>()?;
    if names.is_empty() {
        return Err(format!("{ty}[] requires at least a String"));
    }
    Ok(Type::enumeration(names, fold).kind().clone())
}

/// Removes repeated expressions.
fn distinct(mut all: Vec<Arc<Regex>>) -> Vec<Arc<Regex>> {
    let mut known = FxHashSet::default();
    all.retain(|regex| known.insert(Box::<str>::from(regex.source())));
    all
}

fn patterns(ty: &Type, key: &Value) -> Result<Vec<Arc<Regex>>, String> {
    match key {
        Value::Regexp(regex) => Ok(vec![regex.clone()]),
        Value::Type(of) => match of.kind() {
            TypeKind::Pattern(all) => Ok(all.clone()),
            _ => Err(unfit(ty, key, "a String or a Regexp")),
        },
        other => Err(unfit(ty, other, "a String or a Regexp")),
    }
}

/// The types in the parameters, and one or two bounds of their number.
fn types_and_size(ty: &Type, keys: &[Value]) -> Result<(Vec<Type>, Option<Size>), String> {
    // Bounds can only follow the types; `default` is an open bound.
    let bounds =
        keys.iter().rev().take(2).take_while(|key| matches!(key, Value::Integer(_) | Value::Default)).count();
    let (types, bounds) = keys.split_at(keys.len() - bounds);
    let types = types.iter().map(|key| of_type(ty, key)).collect::<Result<Vec<_>, _>>()?;
    Ok((types, if bounds.is_empty() { None } else { Some(size(ty, bounds)?) }))
}

fn tuple(ty: &Type, keys: &[Value]) -> Result<TypeKind, String> {
    let (types, size) = types_and_size(ty, keys)?;
    if types.is_empty() {
        return Err(format!("{ty}[] requires at least a type"));
    }
    Ok(TypeKind::Tuple(types, size))
}

fn callable(ty: &Type, keys: &[Value]) -> Result<TypeKind, String> {
    let (keys, result) = match keys {
        // The parameters are in separate brackets only if there is a result.
        [Value::Array(keys), result] => (&keys[..], Some(of_type(ty, result)?)),
        _ => (keys, None),
    };
    let (keys, block) = match keys {
        [keys @ .., Value::Type(last)] if is_callable(last) => (keys, Some(last.clone())),
        _ => (keys, None),
    };
    let (mut types, size) = types_and_size(ty, keys)?;
    // A number without types means arguments of any type. `Unit` accepts any type in both directions.
    if types.is_empty() && size.is_some_and(|size| size.to != Some(0)) {
        types.push(Type::new(TypeKind::Unit));
    }
    let size = if types.is_empty() { Some(Range::exact(0)) } else { size };
    Ok(TypeKind::Callable(Signature {
        parameters: Some(Type::new(TypeKind::Tuple(types, size))),
        block,
        result,
    }))
}

fn is_callable(ty: &Type) -> bool {
    match ty.kind() {
        TypeKind::Callable(_) => true,
        TypeKind::Optional(Some(inner)) => is_callable(inner),
        TypeKind::Variant(types) => !types.is_empty() && types.iter().all(is_callable),
        _ => false,
    }
}

fn structure(ty: &Type, hash: &Value) -> Result<TypeKind, String> {
    let Value::Hash(hash) = hash else { return Err(unfit(ty, hash, "a Hash")) };
    let mut elements = Vec::with_capacity(hash.len());
    for (key, value) in hash.pairs() {
        let value = type_or_text(ty, value)?;
        // As in Puppet, a key is optional if its value may be undef, unless the key is marked otherwise.
        let undef = assignable(&value, &Type::new(TypeKind::Undef));
        let named = match key {
            Value::String(name) => Some((name.clone(), undef)),
            Value::Type(key) => match key.kind() {
                TypeKind::Optional(of) => literal_name(of).map(|name| (name, true)),
                TypeKind::NotUndef(of) => literal_name(of).map(|name| (name, false)),
                _ => None,
            },
            _ => None,
        };
        let Some((name, optional)) = named.filter(|(name, _)| !name.is_empty()) else {
            return Err(unfit(ty, key, "a name, Optional[name] or NotUndef[name]"));
        };
        elements.push(Element { name, optional, value });
    }
    Ok(TypeKind::Struct(elements))
}

fn literal_name(ty: &Option<Type>) -> Option<Arc<str>> {
    match ty.as_ref().map(Type::kind) {
        Some(TypeKind::String(Strings::Only(name))) => Some(name.clone()),
        _ => None,
    }
}
