//! Creates types from their names and parameters.

use super::{Element, Range, Signature, Size, Strings, Type, TypeKind, is_assignable};
use crate::evaluate::number::Number;
use crate::evaluate::regex::Regex;
use crate::evaluate::rich::{self, Family, Parameters};
use crate::evaluate::value::{Value, flatten_into};
use rustc_hash::FxHashSet;
use std::sync::Arc;

/// Families whose names a host may use for its own types.
const AFTER_HOST: [&str; 3] = ["Class", "Error", "Resource"];

/// The type with a name; `None` if the language has no such type, or a host may use the name.
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

/// The type `Any`.
fn any_type() -> Type {
    Type::new(TypeKind::Any)
}

/// The type with a name that a host may use for its own types; `None` if the language has no such type.
pub(in crate::evaluate) fn named_after_host(name: &str) -> Option<Type> {
    let name = name.strip_prefix("::").unwrap_or(name);
    let (family_name, parameters) = if AFTER_HOST.contains(&name) {
        (name, Parameters::none())
    } else {
        // `File` is `Resource['File']`.
        ("Resource", Parameters::from(vec![rich::built_in_resource(name)?]))
    };
    Some(Type::new(TypeKind::Family(rich::family(family_name)?, parameters)))
}

/// `ty[keys]` if the keys result in several types, as in `Class['a', 'b']` and `File['/x', '/y']`; `None` otherwise.
pub(in crate::evaluate) fn access_many(ty: &Type, keys: &[Value]) -> Option<Result<Vec<Type>, String>> {
    let TypeKind::Family(family, parameters) = ty.kind() else { return None };
    let mut parameters = parameters.to_vec();
    let keys = match (family.name, keys) {
        // In `Resource['file', 'a', 'b']`, the first key is the type of the resources.
        ("Resource", [name, keys @ ..]) if parameters.is_empty() && !keys.is_empty() => {
            parameters.push(name.clone());
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
        let all_parameters: Vec<Value> = parameters.iter().cloned().chain([key]).collect();
        let no_existing = &[];
        family_type(family, no_existing, &all_parameters)
    });
    Some(types.collect())
}

/// A type of a family with the parameters in brackets, `keys`; a resource type may already have its name as the first
/// parameter, in `existing`.
fn family_type(family: &'static Family, existing: &[Value], keys: &[Value]) -> Result<Type, String> {
    let is_complete_reference = match family.name {
        "Resource" => existing.len() >= 2,
        "Class" => !existing.is_empty(),
        _ => false,
    };
    if is_complete_reference {
        // In Puppet, brackets after a complete reference read a parameter of the resource.
        return Err(
            "the parameters of a resource cannot be read here, because there is no catalog".to_owned()
        );
    }
    // In all other families, brackets replace the existing parameters.
    let existing = if family.name == "Resource" { existing } else { &[] };
    let parameters: Vec<Value> = existing.iter().chain(keys).cloned().collect();
    Ok(Type::new(TypeKind::Family(family, Parameters::from((family.parameters)(&parameters)?))))
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
        TypeKind::Pattern(_) => pattern(ty, keys)?,
        TypeKind::Regexp(_) => regexp(ty, &keys[0])?,
        TypeKind::Array(..) => array(ty, keys)?,
        TypeKind::Hash(..) => return hash_of(ty, keys),
        TypeKind::Tuple(..) => tuple(ty, keys)?,
        TypeKind::Struct(_) => structure(ty, &keys[0])?,
        TypeKind::Variant(_) => {
            let types = keys.iter().map(|key| type_parameter(ty, key)).collect::<Result<Vec<_>, _>>()?;
            return Ok(Type::variant(types));
        }
        TypeKind::Optional(_) => TypeKind::Optional(Some(type_or_text(ty, &keys[0])?)),
        TypeKind::NotUndef(_) => {
            let inner = type_or_text(ty, &keys[0])?;
            // In Puppet as well, `NotUndef[Any]` is `NotUndef`.
            TypeKind::NotUndef((*inner.kind() != TypeKind::Any).then_some(inner))
        }
        TypeKind::Type(_) => TypeKind::Type(Some(type_parameter(ty, &keys[0])?)),
        TypeKind::Iterable(_) => TypeKind::Iterable(Some(type_parameter(ty, &keys[0])?)),
        TypeKind::Callable(_) => callable(ty, keys)?,
        TypeKind::Family(family, parameters) => return family_type(family, parameters, keys),
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
    let expected_count = if min == max { min.to_string() } else { format!("{min} to {max}") };
    Err(format!("{ty}[] requires {expected_count} parameters, but got {}", keys.len()))
}

/// `Boolean[true]` or `Boolean[false]`
fn boolean(ty: &Type, key: &Value) -> Result<TypeKind, String> {
    match key {
        Value::Boolean(only) => Ok(TypeKind::Boolean(Some(*only))),
        other => Err(invalid_parameter(ty, other, "true or false")),
    }
}

/// `Regexp[/…/]`, from an expression or its source.
fn regexp(ty: &Type, key: &Value) -> Result<TypeKind, String> {
    match key {
        Value::String(text) => Ok(TypeKind::Regexp(Some(text.clone()))),
        Value::Regexp(regex) => Ok(TypeKind::Regexp(Some(Arc::from(regex.source())))),
        other => Err(invalid_parameter(ty, other, "a String or a Regexp")),
    }
}

/// An array with a type of elements, a size, or both.
fn array(ty: &Type, keys: &[Value]) -> Result<TypeKind, String> {
    let (element_type, bounds) = match &keys[0] {
        Value::Type(element_type) => (element_type.clone(), &keys[1..]),
        // `Array[0, 5]` specifies only the size. Other numbers of parameters without a type are invalid, as in
        // `Array[5]`.
        other if keys.len() != 2 => return Err(invalid_parameter(ty, other, "a type")),
        _ => (Type::any(), keys),
    };
    Ok(array_type(element_type, optional_size(ty, bounds)?))
}

/// A hash with a size; or with the types of keys and values, and an optional size.
fn hash_of(ty: &Type, keys: &[Value]) -> Result<Type, String> {
    if let [Value::Integer(_), Value::Integer(_)] = keys {
        return Ok(hash_type(Type::any(), Type::any(), Some(size(ty, keys)?)));
    }
    let (key, value) = (type_parameter(ty, &keys[0])?, type_parameter(ty, &keys[1])?);
    Ok(hash_type(key, value, optional_size(ty, &keys[2..])?))
}

/// The message for a parameter that is not as expected.
fn invalid_parameter(ty: &Type, parameter: &Value, expected: &str) -> String {
    let parameter_type = super::generalize(&super::infer(parameter));
    format!("a parameter of {ty}[] must be {expected}, not a value of type {parameter_type}")
}

/// The type that a parameter of `ty` must be.
fn type_parameter(ty: &Type, key: &Value) -> Result<Type, String> {
    match key {
        Value::Type(parameter) => Ok(parameter.clone()),
        other => Err(invalid_parameter(ty, other, "a type")),
    }
}

/// The type that a parameter is, or the type of a single string.
fn type_or_text(ty: &Type, key: &Value) -> Result<Type, String> {
    match key {
        Value::String(text) => Ok(Type::new(TypeKind::String(Strings::Only(text.clone())))),
        other => type_parameter(ty, other),
    }
}

/// The integer that a value is; `None` for other values.
fn integer_of(value: &Value) -> Option<i64> {
    if let Value::Integer(n) = value { Some(*n) } else { None }
}

/// A range from one or two bounds, of which `read` returns the numbers (`None` if a bound is not a number).
fn range<N: PartialOrd + Copy>(
    ty: &Type,
    keys: &[Value],
    read: impl Fn(&Value) -> Option<N>,
) -> Result<Range<N>, String> {
    let bound = |key: Option<&Value>| match key {
        None | Some(Value::Default) => Ok(None),
        Some(key) => read(key).map(Some).ok_or_else(|| invalid_parameter(ty, key, "a number or default")),
    };
    let range = Range { from: bound(keys.first())?, to: bound(keys.get(1))? };
    match (range.from, range.to) {
        (Some(from), Some(to)) if from > to => {
            Err(format!("the first bound of {ty}[] must not be above the second one"))
        }
        _ => Ok(range),
    }
}

/// A size from one or two bounds, or from an `Integer` type.
fn size(ty: &Type, keys: &[Value]) -> Result<Size, String> {
    let range = match keys {
        [Value::Type(integer_type)] => match integer_type.kind() {
            TypeKind::Integer(range) => *range,
            _ => return Err(invalid_parameter(ty, &keys[0], "a number or default")),
        },
        _ => range(ty, keys, integer_of)?,
    };
    // A size is never negative, so a negative bound is the same as 0, and equal types must have equal bounds.
    Ok(Range { from: Some(range.from.unwrap_or(0).max(0)), to: range.to.map(|to| to.max(0)) })
}

/// The size with these bounds; `None` if there are no bounds.
fn optional_size(ty: &Type, bounds: &[Value]) -> Result<Option<Size>, String> {
    if bounds.is_empty() { Ok(None) } else { size(ty, bounds).map(Some) }
}

/// An array with a type of elements and a size.
fn array_type(element: Type, size: Option<Size>) -> TypeKind {
    // As in Puppet, all types of empty arrays are equal, whatever the type of their elements is.
    let is_empty = size == Some(Range::exact(0));
    TypeKind::Array(if is_empty { Type::new(TypeKind::Unit) } else { element }, size)
}

/// A hash with the types of keys and values, and a size; as in Puppet, all types of empty hashes are equal.
fn hash_type(key: Type, value: Type, size: Option<Size>) -> Type {
    if size == Some(Range::exact(0)) {
        return Type::new(TypeKind::Hash(Type::new(TypeKind::Unit), Type::new(TypeKind::Unit), size));
    }
    Type::new(TypeKind::Hash(key, value, size))
}

/// `Enum['a', 'b']`
fn enumeration(ty: &Type, keys: &[Value]) -> Result<TypeKind, String> {
    let (names, ignores_case) = match keys {
        // As in Puppet, a boolean at the end specifies whether case is ignored.
        [names @ .., Value::Boolean(ignores_case)] => (names, *ignores_case),
        _ => (keys, false),
    };
    let names = names
        .iter()
        .map(|key| match key {
            Value::String(text) => Ok(text.clone()),
            other => Err(invalid_parameter(ty, other, "a String")),
        })
        .collect::<Result<Vec<_>, _>>()?;
    if names.is_empty() {
        return Err(format!("{ty}[] requires at least a String"));
    }
    Ok(Type::enumeration(names, ignores_case).kind().clone())
}

/// `Pattern[/…/, /…/]`
fn pattern(ty: &Type, keys: &[Value]) -> Result<TypeKind, String> {
    let mut regexes = Vec::new();
    for key in keys {
        regexes.extend(patterns(ty, key)?);
    }
    Ok(TypeKind::Pattern(distinct(regexes)))
}

/// Removes repeated expressions.
fn distinct(mut regexes: Vec<Arc<Regex>>) -> Vec<Arc<Regex>> {
    let mut sources = FxHashSet::default();
    regexes.retain(|regex| sources.insert(Box::<str>::from(regex.source())));
    regexes
}

/// The expressions of a parameter of a `Pattern`: one, or those of another `Pattern`.
fn patterns(ty: &Type, key: &Value) -> Result<Vec<Arc<Regex>>, String> {
    match key {
        Value::Regexp(regex) => Ok(vec![regex.clone()]),
        Value::Type(pattern) => match pattern.kind() {
            TypeKind::Pattern(regexes) => Ok(regexes.clone()),
            _ => Err(invalid_parameter(ty, key, "a String or a Regexp")),
        },
        other => Err(invalid_parameter(ty, other, "a String or a Regexp")),
    }
}

/// The types in the parameters, and one or two bounds of their number.
fn types_and_size(ty: &Type, keys: &[Value]) -> Result<(Vec<Type>, Option<Size>), String> {
    // Bounds can only follow the types; `default` means no bound.
    let bound_count =
        keys.iter().rev().take(2).take_while(|key| matches!(key, Value::Integer(_) | Value::Default)).count();
    let (types, bounds) = keys.split_at(keys.len() - bound_count);
    let types = types.iter().map(|key| type_parameter(ty, key)).collect::<Result<Vec<_>, _>>()?;
    Ok((types, optional_size(ty, bounds)?))
}

/// `Tuple[Integer, String, 1, 5]`
fn tuple(ty: &Type, keys: &[Value]) -> Result<TypeKind, String> {
    let (types, size) = types_and_size(ty, keys)?;
    if types.is_empty() {
        return Err(format!("{ty}[] requires at least a type"));
    }
    Ok(TypeKind::Tuple(types, size))
}

/// `Callable[Integer, 1, 2]` or `Callable[[Integer], String]`
fn callable(ty: &Type, keys: &[Value]) -> Result<TypeKind, String> {
    let (parameters, result) = match keys {
        // The parameters are in separate brackets only if there is a result.
        [Value::Array(parameters), result] => (&parameters[..], Some(type_parameter(ty, result)?)),
        _ => (keys, None),
    };
    let (parameters_before_block, block) = match parameters {
        [others @ .., Value::Type(last)] if is_callable(last) => (others, Some(last.clone())),
        _ => (parameters, None),
    };
    let (mut types, size) = types_and_size(ty, parameters_before_block)?;
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

/// Whether a type is one of blocks: a `Callable`, possibly optional or one of several.
fn is_callable(ty: &Type) -> bool {
    match ty.kind() {
        TypeKind::Callable(_) => true,
        TypeKind::Optional(Some(inner)) => is_callable(inner),
        TypeKind::Variant(types) => !types.is_empty() && types.iter().all(is_callable),
        _ => false,
    }
}

/// `Struct[{ name => String }]`
fn structure(ty: &Type, hash: &Value) -> Result<TypeKind, String> {
    let Value::Hash(hash) = hash else { return Err(invalid_parameter(ty, hash, "a Hash")) };
    let mut elements = Vec::with_capacity(hash.len());
    for (key, value) in hash.pairs() {
        let value = type_or_text(ty, value)?;
        // As in Puppet, a key is optional if its value may be undef, unless the key is marked otherwise.
        let may_be_undef = is_assignable(&value, &Type::new(TypeKind::Undef));
        let name_and_optional = match key {
            Value::String(name) => Some((name.clone(), may_be_undef)),
            Value::Type(key) => match key.kind() {
                TypeKind::Optional(of) => literal_name(of).map(|name| (name, true)),
                TypeKind::NotUndef(of) => literal_name(of).map(|name| (name, false)),
                _ => None,
            },
            _ => None,
        };
        let Some((name, is_optional)) = name_and_optional.filter(|(name, _)| !name.is_empty()) else {
            return Err(invalid_parameter(ty, key, "a name, Optional[name] or NotUndef[name]"));
        };
        elements.push(Element { name, is_optional, value });
    }
    Ok(TypeKind::Struct(elements))
}

/// The string that is the only value of a type; `None` for other types.
fn literal_name(ty: &Option<Type>) -> Option<Arc<str>> {
    match ty.as_ref().map(Type::kind) {
        Some(TypeKind::String(Strings::Only(name))) => Some(name.clone()),
        _ => None,
    }
}
