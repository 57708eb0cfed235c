//! Makes types from their names and what stands in brackets behind them.

use super::{Element, Kind, Range, Signature, Size, Strings, Ty, assignable};
use crate::evaluate::number::Number;
use crate::evaluate::regex::Regex;
use crate::evaluate::value::{Value, flatten_into};
use std::rc::Rc;

/// Types that are known by name only.
const NAMED: &[&str] = &[
    "Timestamp",
    "Timespan",
    "SemVer",
    "SemVerRange",
    "Binary",
    "URI",
    "Sensitive",
    "Runtime",
    "CatalogEntry",
    "Iterator",
    "Object",
    "TypeSet",
    "Init",
];

/// The type of a name.
pub(in crate::evaluate) fn named(name: &str) -> Option<Ty> {
    let name = name.strip_prefix("::").unwrap_or(name);
    let any = || Ty::new(Kind::Any);
    Some(Ty::new(match name {
        "Any" => Kind::Any,
        "Undef" => Kind::Undef,
        "Unit" => Kind::Unit,
        "Default" => Kind::Default,
        "Scalar" | "Literal" => Kind::Scalar,
        "ScalarData" => Kind::ScalarData,
        "Data" => Kind::Data,
        "RichData" => Kind::RichData,
        "Numeric" | "Number" => Kind::Numeric,
        "Boolean" => Kind::Boolean(None),
        "Integer" => Kind::Integer(Range::default()),
        "Float" => Kind::Float(Range::default()),
        "String" => Kind::String(Strings::Any),
        "Enum" => Kind::Enum(Vec::new(), false),
        "Pattern" => Kind::Pattern(Vec::new()),
        "Regexp" => Kind::Regexp(None),
        "Collection" => Kind::Collection(None),
        "Array" => Kind::Array(any(), None),
        "Hash" => Kind::Hash(any(), any(), None),
        "Tuple" => Kind::Tuple(Vec::new(), None),
        "Struct" => Kind::Struct(Vec::new()),
        "Iterable" => Kind::Iterable(None),
        "Optional" => Kind::Optional(None),
        "NotUndef" => Kind::NotUndef(None),
        "Variant" => Kind::Variant(Vec::new()),
        "Type" => Kind::Type(None),
        "Callable" => Kind::Callable(Signature { parameters: None, block: None, result: None }),
        _ => Kind::Named(Rc::from(*NAMED.iter().find(|known| **known == name)?)),
    }))
}

/// `ty[keys]`, or what is wrong with it. The sources of expressions come here as expressions.
pub(in crate::evaluate) fn access(ty: &Ty, keys: &[Value]) -> Result<Ty, String> {
    if keys.is_empty() {
        return Err(format!("{ty}[] needs something in its brackets"));
    }
    let mut flat = Vec::new();
    if matches!(ty.kind(), Kind::Callable(_) | Kind::Struct(_)) {
        flat.extend_from_slice(keys);
    } else {
        flatten_into(keys, &mut flat);
    }
    let keys = flat.as_slice();
    check_count(ty, keys)?;
    let kind = match ty.kind() {
        Kind::Boolean(_) => boolean(ty, &keys[0])?,
        Kind::Integer(_) => Kind::Integer(range(ty, keys, whole)?),
        Kind::Float(_) => Kind::Float(range(ty, keys, |value| Number::of(value).map(Number::float))?),
        Kind::String(_) => Kind::String(Strings::Sized(size(ty, keys)?)),
        Kind::Collection(_) => Kind::Collection(Some(size(ty, keys)?)),
        Kind::Enum(..) => enumeration(ty, keys)?,
        Kind::Pattern(_) => {
            Kind::Pattern(keys.iter().map(|key| patterns(ty, key)).collect::<Result<Vec<_>, _>>()?.concat())
        }
        Kind::Regexp(_) => regexp(ty, &keys[0])?,
        Kind::Array(..) => array(ty, keys)?,
        Kind::Hash(..) => return hash_of(ty, keys),
        Kind::Tuple(..) => tuple(ty, keys)?,
        Kind::Struct(_) => structure(ty, &keys[0])?,
        Kind::Variant(_) => {
            let types = keys.iter().map(|key| of_type(ty, key)).collect::<Result<Vec<_>, _>>()?;
            return Ok(Ty::variant(types));
        }
        Kind::Optional(_) => Kind::Optional(Some(type_or_text(ty, &keys[0])?)),
        Kind::NotUndef(_) => {
            let inner = type_or_text(ty, &keys[0])?;
            Kind::NotUndef((*inner.kind() != Kind::Any).then_some(inner))
        }
        Kind::Type(_) => Kind::Type(Some(of_type(ty, &keys[0])?)),
        Kind::Iterable(_) => Kind::Iterable(Some(of_type(ty, &keys[0])?)),
        Kind::Callable(_) => callable(ty, keys)?,
        _ => return Err(format!("{ty} takes nothing in brackets")),
    };
    Ok(Ty::new(kind))
}

/// Whether a type takes so many keys; those that look at their keys one after the other count for themselves.
fn check_count(ty: &Ty, keys: &[Value]) -> Result<(), String> {
    let (least, most) = match ty.kind() {
        Kind::Boolean(_)
        | Kind::Regexp(_)
        | Kind::Struct(_)
        | Kind::Optional(_)
        | Kind::NotUndef(_)
        | Kind::Type(_)
        | Kind::Iterable(_) => (1, 1),
        Kind::Integer(_) | Kind::Float(_) | Kind::String(_) | Kind::Collection(_) => (1, 2),
        Kind::Array(..) => (1, 3),
        Kind::Hash(..) => (2, 4),
        _ => return Ok(()),
    };
    if (least..=most).contains(&keys.len()) {
        return Ok(());
    }
    let want = if least == most { least.to_string() } else { format!("{least} to {most}") };
    Err(format!("{ty}[] takes {want} arguments, but got {}", keys.len()))
}

fn boolean(ty: &Ty, key: &Value) -> Result<Kind, String> {
    match key {
        Value::Boolean(only) => Ok(Kind::Boolean(Some(*only))),
        other => Err(unfit(ty, other, "true or false")),
    }
}

fn regexp(ty: &Ty, key: &Value) -> Result<Kind, String> {
    match key {
        Value::String(text) => Ok(Kind::Regexp(Some(text.clone()))),
        Value::Regexp(regex) => Ok(Kind::Regexp(Some(Rc::from(regex.source())))),
        other => Err(unfit(ty, other, "a String or a Regexp")),
    }
}

/// An array of a type, of a size, or of both.
fn array(ty: &Ty, keys: &[Value]) -> Result<Kind, String> {
    let (element, rest) = match &keys[0] {
        Value::Type(of) => (of.clone(), &keys[1..]),
        other if keys.len() != 2 => return Err(unfit(ty, other, "a type")),
        _ => (Ty::any(), keys),
    };
    Ok(collection_array(element, if rest.is_empty() { None } else { Some(size(ty, rest)?) }))
}

/// A hash of a size, or of the types of keys and values and perhaps of a size.
fn hash_of(ty: &Ty, keys: &[Value]) -> Result<Ty, String> {
    if let [Value::Integer(_), Value::Integer(_)] = keys {
        return Ok(hash(Ty::any(), Ty::any(), Some(size(ty, keys)?)));
    }
    let (key, value) = (of_type(ty, &keys[0])?, of_type(ty, &keys[1])?);
    Ok(hash(key, value, if keys.len() > 2 { Some(size(ty, &keys[2..])?) } else { None }))
}

fn unfit(ty: &Ty, found: &Value, wanted: &str) -> String {
    let found = super::generalize(&super::infer(found));
    format!("{ty}[] cannot take a value of type {found} where {wanted} is expected")
}

fn of_type(ty: &Ty, key: &Value) -> Result<Ty, String> {
    match key {
        Value::Type(ty) => Ok(ty.clone()),
        other => Err(unfit(ty, other, "a type")),
    }
}

fn type_or_text(ty: &Ty, key: &Value) -> Result<Ty, String> {
    match key {
        Value::String(text) => Ok(Ty::new(Kind::String(Strings::Only(text.clone())))),
        other => of_type(ty, other),
    }
}

fn whole(value: &Value) -> Option<i64> {
    if let Value::Integer(n) = value { Some(*n) } else { None }
}

fn range<N: PartialOrd + Copy>(
    ty: &Ty,
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

fn size(ty: &Ty, keys: &[Value]) -> Result<Size, String> {
    let range = match keys {
        [Value::Type(of)] => match of.kind() {
            Kind::Integer(range) => *range,
            _ => return Err(unfit(ty, &keys[0], "a number or default")),
        },
        _ => range(ty, keys, whole)?,
    };
    Ok(Range { from: Some(range.from.unwrap_or(0).max(0)), to: range.to.map(|to| to.max(0)) })
}

fn collection_array(element: Ty, size: Option<Size>) -> Kind {
    let empty = size == Some(Range::exact(0));
    Kind::Array(if empty { Ty::new(Kind::Unit) } else { element }, size)
}

fn hash(key: Ty, value: Ty, size: Option<Size>) -> Ty {
    if size == Some(Range::exact(0)) {
        return Ty::new(Kind::Hash(Ty::new(Kind::Unit), Ty::new(Kind::Unit), size));
    }
    Ty::new(Kind::Hash(key, value, size))
}

fn enumeration(ty: &Ty, keys: &[Value]) -> Result<Kind, String> {
    let (names, fold) = match keys {
        [names @ .., Value::Boolean(fold)] => (names, *fold),
        _ => (keys, false),
    };
    let name = |key: &Value| match key {
        Value::String(text) => Ok(text.clone()),
        other => Err(unfit(ty, other, "a String")),
    };
    let names = names.iter().map(name).collect::<Result<Vec<_>, _>>()?;
    if names.is_empty() {
        return Err(format!("{ty}[] needs a String at least"));
    }
    Ok(Ty::enumeration(names, fold).kind().clone())
}

fn patterns(ty: &Ty, key: &Value) -> Result<Vec<Rc<Regex>>, String> {
    match key {
        Value::Regexp(regex) => Ok(vec![regex.clone()]),
        Value::Type(of) => match of.kind() {
            Kind::Pattern(all) => Ok(all.clone()),
            _ => Err(unfit(ty, key, "a String or a Regexp")),
        },
        other => Err(unfit(ty, other, "a String or a Regexp")),
    }
}

/// Types, and one or two bounds of how many there are, from what stands in brackets.
fn types_and_size(ty: &Ty, keys: &[Value]) -> Result<(Vec<Ty>, Option<Size>), String> {
    let bound = |value: &Value| matches!(value, Value::Integer(_) | Value::Default);
    let bounds = keys.iter().rev().take(2).take_while(|key| bound(key)).count();
    let (types, bounds) = keys.split_at(keys.len() - bounds);
    let types = types.iter().map(|key| of_type(ty, key)).collect::<Result<Vec<_>, _>>()?;
    Ok((types, if bounds.is_empty() { None } else { Some(size(ty, bounds)?) }))
}

fn tuple(ty: &Ty, keys: &[Value]) -> Result<Kind, String> {
    let (types, size) = types_and_size(ty, keys)?;
    if types.is_empty() {
        return Err(format!("{ty}[] needs a type at least"));
    }
    Ok(Kind::Tuple(types, size))
}

fn callable(ty: &Ty, keys: &[Value]) -> Result<Kind, String> {
    let (keys, result) = match keys {
        [Value::Array(keys), result] => (&keys[..], Some(of_type(ty, result)?)),
        _ => (keys, None),
    };
    let (keys, block) = match keys {
        [keys @ .., Value::Type(last)] if is_callable(last) => (keys, Some(last.clone())),
        _ => (keys, None),
    };
    let (mut types, size) = types_and_size(ty, keys)?;
    if types.is_empty() && size.is_some_and(|size| size.to != Some(0)) {
        types.push(Ty::new(Kind::Unit));
    }
    let size = if types.is_empty() { Some(Range::exact(0)) } else { size };
    Ok(Kind::Callable(Signature { parameters: Some(Ty::new(Kind::Tuple(types, size))), block, result }))
}

fn is_callable(ty: &Ty) -> bool {
    match ty.kind() {
        Kind::Callable(_) => true,
        Kind::Optional(Some(inner)) => is_callable(inner),
        Kind::Variant(types) => !types.is_empty() && types.iter().all(is_callable),
        _ => false,
    }
}

fn structure(ty: &Ty, hash: &Value) -> Result<Kind, String> {
    let Value::Hash(hash) = hash else { return Err(unfit(ty, hash, "a Hash")) };
    let mut elements = Vec::with_capacity(hash.len());
    for (key, value) in hash.pairs() {
        let value = type_or_text(ty, value)?;
        let undef = assignable(&value, &Ty::new(Kind::Undef));
        let inner = |ty: &Option<Ty>| match ty.as_ref().map(Ty::kind) {
            Some(Kind::String(Strings::Only(name))) => Some(name.clone()),
            _ => None,
        };
        let named = match key {
            Value::String(name) => Some((name.clone(), undef)),
            Value::Type(key) => match key.kind() {
                Kind::Optional(of) => inner(of).map(|name| (name, true)),
                Kind::NotUndef(of) => inner(of).map(|name| (name, false)),
                _ => None,
            },
            _ => None,
        };
        let Some((name, optional)) = named.filter(|(name, _)| !name.is_empty()) else {
            return Err(unfit(ty, key, "a name, Optional[name] or NotUndef[name]"));
        };
        elements.push(Element { name, optional, value });
    }
    Ok(Kind::Struct(elements))
}
