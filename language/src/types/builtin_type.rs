//! Reads the built-in types, including constrained ones.
//!
//! This module does not resolve names: the caller handles all other types.

use super::canonical::canonical_text;
use super::composite::{Composite, CompositeMember, wrapped};
use super::constrained_type::{ConstrainedType, ConstraintKind};
use super::scope::uncapitalised;
use super::spelling;
use crate::ecore::{AnyKind, Classifier};
use crate::syntax::Span;
use crate::syntax::ast::{ArgumentKind, StructField, TypeArgument, TypeExpr, TypeKind};
use rustc_hash::FxHashSet;

/// The type that the name of a built-in type denotes.
#[derive(Debug)]
pub(crate) enum BuiltinType<'t> {
    /// One of Ecore's own data types.
    Plain(Classifier),
    /// A data type that must be created for it.
    Constrained(ConstrainedType),
    /// `Optional[T]` of a type that is not built in.
    Optional(TypeExpr<'t>),
    /// `Array[T, lo, hi]`
    Array(TypeExpr<'t>, i32, i32),
    /// A class that must be created for it.
    Composite(Composite<'t>),
}

/// Why the name of a built-in type is not a type.
#[derive(Debug)]
pub(crate) enum Rejection {
    /// Its arguments are invalid.
    Arguments(Span, String),
    /// It is a type that is not supported yet.
    NotSupported(String),
}

type WordResult<'t> = Result<BuiltinType<'t>, Rejection>;

/// The built-in type that a type starts with, if any.
pub(crate) fn word(expr: TypeExpr<'_>) -> Option<(String, Option<Vec<TypeArgument<'_>>>)> {
    let TypeKind::Named { path, arguments, parameters } = expr.kind() else { return None };
    let [name] = path.segments.as_slice() else { return None };
    if name.quoted || path.absolute || !arguments.is_empty() {
        return None;
    }
    let word = spelling::capitalised(&name.text);
    spelling::is_type_word(&word).then_some((word, parameters))
}

/// Reads a built-in type with its arguments.
pub(crate) fn read<'t>(
    expr: TypeExpr<'t>,
    word: &str,
    arguments: Option<&[TypeArgument<'t>]>,
) -> WordResult<'t> {
    let reject = |message: String| Err(Rejection::Arguments(expr.span(), message));
    let kind = match (word, arguments) {
        ("Pattern", None) => return plain("String"),
        ("Regexp", None) => ConstraintKind::Regexp,
        ("Optional" | "Array" | "Enum" | "Hash" | "Variant" | "Struct" | "Tuple", None | Some([])) => {
            return reject(format!("`{word}` must have arguments, such as `{}`", example(word)));
        }
        ("Hash" | "Variant" | "Struct" | "Tuple", Some(list)) => {
            return composite(expr, word, list).map(BuiltinType::Composite);
        }
        ("Type" | "Class", list) => ConstraintKind::Type(types_as_values(expr, word, list)?),
        (word, list) if spelling::TEXT_TYPES.contains(&word) => {
            ConstraintKind::Text(stored_as_text(expr, word, list)?)
        }
        (word, None) => match AnyKind::named(word) {
            Some(kind) => ConstraintKind::Any(kind),
            None => return plain(word),
        },
        ("Integer", Some(list)) => {
            let (low, high) = range(expr, word, list, Number::Integer)?;
            ConstraintKind::Integer(low, high)
        }
        ("Float", Some(list)) => {
            let (low, high) = range(expr, word, list, Number::Float)?;
            ConstraintKind::Float(low, high)
        }
        ("String", Some(list)) => {
            let (low, high) = range(expr, word, list, Number::Length)?;
            ConstraintKind::String(low, high)
        }
        ("Pattern", Some(list)) => ConstraintKind::Pattern(patterns(list)?),
        ("Enum", Some(list)) => ConstraintKind::Enum(values(list)?),
        ("Optional", Some(list)) => return optional(expr, list),
        ("Array", Some(list)) => return array(expr, list),
        _ => return reject(format!("`{word}` must not have arguments")),
    };
    Ok(BuiltinType::Constrained(ConstrainedType { optional: false, kind }))
}

fn plain<'t>(word: &str) -> WordResult<'t> {
    match spelling::data_type_of(word) {
        Some(classifier) => Ok(BuiltinType::Plain(classifier)),
        None => Err(Rejection::NotSupported(format!("the type `{word}`"))),
    }
}

fn example(word: &str) -> &'static str {
    match word {
        "Optional" => "Optional[Integer]",
        "Array" => "Array[String]",
        "Hash" => "Hash[String, Integer]",
        "Variant" => "Variant[Integer, String]",
        "Struct" => "Struct[{ name => String }]",
        "Tuple" => "Tuple[String, Integer]",
        _ => "Enum['a', 'b']",
    }
}

#[derive(Clone, Copy, PartialEq)]
enum Number {
    Integer,
    Float,
    Length,
}

impl Number {
    fn expected(self) -> &'static str {
        match self {
            Number::Integer => "whole numbers of at most 64 bits",
            Number::Float => "numbers",
            Number::Length => "lengths from 0",
        }
    }

    fn accepts(self, text: &str) -> bool {
        match self {
            Number::Integer => text.parse::<i64>().is_ok(),
            Number::Float => text.parse::<f64>().is_ok_and(f64::is_finite),
            Number::Length => text.parse::<u32>().is_ok(),
        }
    }
}

type Bound = Option<String>;

fn range(
    expr: TypeExpr<'_>,
    word: &str,
    list: &[TypeArgument<'_>],
    number: Number,
) -> Result<(Bound, Bound), Rejection> {
    if list.is_empty() || list.len() > 2 {
        let message = format!("`{word}` must have one or two arguments, the minimum and the maximum");
        return Err(Rejection::Arguments(expr.span(), message));
    }
    let mut bounds = [None, None];
    for (bound, argument) in bounds.iter_mut().zip(list) {
        *bound = match &argument.kind {
            ArgumentKind::Number(text) if number.accepts(text) => Some(text.clone()),
            ArgumentKind::Default => None,
            _ => {
                let message = format!("the arguments of `{word}` must be {}", number.expected());
                return Err(Rejection::Arguments(argument.span, message));
            }
        };
    }
    let [low, high] = bounds;
    let value = |text: &Bound| text.as_deref().and_then(|text| text.parse::<f64>().ok());
    let exact = |text: &Bound| text.as_deref().and_then(|text| text.parse::<i64>().ok());
    let reversed = match (exact(&low), exact(&high)) {
        (Some(low), Some(high)) => low > high,
        _ => matches!((value(&low), value(&high)), (Some(low), Some(high)) if low > high),
    };
    if reversed {
        let message = format!("the minimum of `{word}` is greater than the maximum");
        return Err(Rejection::Arguments(expr.span(), message));
    }
    if low.is_none() && high.is_none() {
        return Err(Rejection::Arguments(
            expr.span(),
            format!("these arguments mean the same as `{word}` alone"),
        ));
    }
    Ok((low, high))
}

fn patterns(list: &[TypeArgument<'_>]) -> Result<Vec<String>, Rejection> {
    list.iter()
        .map(|argument| match &argument.kind {
            ArgumentKind::Regex(text) | ArgumentKind::String(text) => Ok(text.clone()),
            _ => {
                let message =
                    "the arguments of `Pattern` must be regular expressions such as `/^a/`, or strings";
                Err(Rejection::Arguments(argument.span, message.to_owned()))
            }
        })
        .collect()
}

fn values(list: &[TypeArgument<'_>]) -> Result<Vec<String>, Rejection> {
    list.iter()
        .map(|argument| match &argument.kind {
            ArgumentKind::String(text) => Ok(text.clone()),
            _ => {
                let message = "the arguments of `Enum` must be strings in quotes";
                Err(Rejection::Arguments(argument.span, message.to_owned()))
            }
        })
        .collect()
}

/// `Type`, `Type[T]`, `Class` or `Class['name']` in the canonical spelling.
fn types_as_values(
    expr: TypeExpr<'_>,
    word: &str,
    list: Option<&[TypeArgument<'_>]>,
) -> Result<String, Rejection> {
    let fits = |argument: &TypeArgument<'_>| match (&argument.kind, word) {
        (ArgumentKind::Type(_), "Type") => true,
        (ArgumentKind::Type(ty), _) => self::word(*ty).is_none(),
        (ArgumentKind::String(_), word) => word == "Class",
        _ => false,
    };
    let text = match list {
        None => Some(word.to_owned()),
        Some([argument]) if fits(argument) => canonical_text(expr),
        Some(_) => None,
    };
    text.ok_or_else(|| {
        let wanted = if word == "Type" { "one type" } else { "the name of one class" };
        Rejection::Arguments(expr.span(), format!("the argument of `{word}` must be {wanted}"))
    })
}

/// A type whose values are stored as texts, in the canonical spelling.
fn stored_as_text(
    expr: TypeExpr<'_>,
    word: &str,
    list: Option<&[TypeArgument<'_>]>,
) -> Result<String, Rejection> {
    let (expected, most) = match word {
        "Timespan" => ("the minimum and the maximum, numbers of seconds or strings", 2),
        "SemVer" => ("ranges of versions in quotes, such as '1.x'", usize::MAX),
        "URI" => ("a string", 1),
        _ => ("", 0),
    };
    let fits = |argument: &TypeArgument<'_>| match &argument.kind {
        ArgumentKind::String(_) => true,
        ArgumentKind::Number(_) | ArgumentKind::Default => word == "Timespan",
        _ => false,
    };
    let valid = list.is_none_or(|list| (1..=most).contains(&list.len()) && list.iter().all(fits));
    let text = if valid { canonical_text(expr) } else { None };
    text.ok_or_else(|| {
        let message = match most {
            0 => format!("`{word}` must not have arguments"),
            _ => format!("the arguments of `{word}` must be {expected}"),
        };
        Rejection::Arguments(expr.span(), message)
    })
}

fn optional<'t>(expr: TypeExpr<'t>, list: &[TypeArgument<'t>]) -> WordResult<'t> {
    let [TypeArgument { kind: ArgumentKind::Type(inner), .. }] = list else {
        return Err(Rejection::Arguments(expr.span(), "`Optional` must have one type".to_owned()));
    };
    let inner = *inner;
    let Some((word, arguments)) = word(inner) else { return Ok(BuiltinType::Optional(inner)) };
    match read(inner, &word, arguments.as_deref())? {
        BuiltinType::Plain(classifier) => {
            Ok(BuiltinType::Plain(spelling::optional_type(classifier).unwrap_or(classifier)))
        }
        BuiltinType::Constrained(constraint) => {
            Ok(BuiltinType::Constrained(ConstrainedType { optional: true, ..constraint }))
        }
        other @ (BuiltinType::Optional(_) | BuiltinType::Composite(_)) => Ok(other),
        BuiltinType::Array(..) => Err(Rejection::NotSupported("an array that may be absent".to_owned())),
    }
}

fn array<'t>(expr: TypeExpr<'t>, list: &[TypeArgument<'t>]) -> WordResult<'t> {
    let wrong = |span, message: &str| Err(Rejection::Arguments(span, message.to_owned()));
    let [first, bounds @ ..] = list else {
        return wrong(expr.span(), "`Array` must have the type of its values");
    };
    let ArgumentKind::Type(inner) = &first.kind else {
        return wrong(first.span, "the first argument of `Array` must be the type of its values");
    };
    let (low, high) = counts(expr, "Array", bounds, 0)?;
    Ok(BuiltinType::Array(*inner, low, high))
}

/// The multiplicity: the lower bound, if there is one, and the upper bound.
pub(crate) fn counts(
    expr: TypeExpr<'_>,
    word: &str,
    bounds: &[TypeArgument<'_>],
    least: i32,
) -> Result<(i32, i32), Rejection> {
    let wrong = |span, message: String| Err(Rejection::Arguments(span, message));
    let mut numbers = [least, -1];
    if bounds.len() > 2 {
        return wrong(
            expr.span(),
            format!("`{word}` must have types, and a minimum and a maximum number of values"),
        );
    }
    for (at, argument) in bounds.iter().enumerate() {
        match &argument.kind {
            ArgumentKind::Default => {}
            ArgumentKind::Number(text) => match text.parse::<i32>() {
                Ok(count) if count >= i32::from(at == 1) => numbers[at] = count,
                _ => {
                    let message =
                        format!("the counts of `{word}` must be from 0 or more to 1 or more values");
                    return wrong(argument.span, message);
                }
            },
            _ => return wrong(argument.span, format!("the counts of `{word}` must be whole numbers")),
        }
    }
    let [low, high] = numbers;
    if high > 0 && low > high {
        return wrong(expr.span(), "the minimum number of values is greater than the maximum".to_owned());
    }
    Ok((low, high))
}

/// The class created for a type, from the type's text and whether it is that of map entries.
pub(crate) fn composite_of(expr: TypeExpr<'_>, is_entry: bool) -> Option<Composite<'_>> {
    let (word, arguments) = word(expr)?;
    match read(expr, &word, arguments.as_deref()).ok()? {
        BuiltinType::Composite(composite) if composite.entries.is_some() == is_entry => Some(composite),
        BuiltinType::Composite(composite) if composite.entries.is_some() => Some(wrapped(expr)),
        BuiltinType::Array(..) if !is_entry => Some(wrapped(expr)),
        _ => None,
    }
}

/// `Hash[…]`, `Variant[…]`, `Struct[…]` or `Tuple[…]`
fn composite<'t>(
    expr: TypeExpr<'t>,
    word: &str,
    list: &[TypeArgument<'t>],
) -> Result<Composite<'t>, Rejection> {
    match word {
        "Hash" => hash(expr, list),
        "Variant" => variant(expr, list),
        "Struct" => record(expr, list),
        _ => tuple(expr, list),
    }
}

fn wrong<T>(expr: TypeExpr<'_>, message: &str) -> Result<T, Rejection> {
    Err(Rejection::Arguments(expr.span(), message.to_owned()))
}

fn hash<'t>(expr: TypeExpr<'t>, list: &[TypeArgument<'t>]) -> Result<Composite<'t>, Rejection> {
    let [
        TypeArgument { kind: ArgumentKind::Type(key), .. },
        TypeArgument { kind: ArgumentKind::Type(value), .. },
        rest @ ..,
    ] = list
    else {
        return wrong(expr, "`Hash` must have the types of its keys and of its values");
    };
    let (lower, upper) = counts(expr, "Hash", rest, 0)?;
    let member = |name: &str, ty| CompositeMember {
        name: name.to_owned(),
        ty,
        lower: i32::from(!may_be_undef(ty)),
        upper: 1,
        nullable: true,
    };
    Ok(Composite {
        members: vec![member("key", *key), member("value", *value)],
        entries: Some((lower, upper)),
    })
}

/// Whether `undef` is a value of a type.
fn may_be_undef(ty: TypeExpr<'_>) -> bool {
    word(ty).is_some_and(|(word, _)| matches!(word.as_str(), "Optional" | "Any" | "Data" | "RichData"))
}

fn variant<'t>(expr: TypeExpr<'t>, list: &[TypeArgument<'t>]) -> Result<Composite<'t>, Rejection> {
    let (mut members, mut names) = (Vec::with_capacity(list.len()), FxHashSet::default());
    for argument in list {
        let ArgumentKind::Type(ty) = &argument.kind else {
            return Err(Rejection::Arguments(
                argument.span,
                "the arguments of `Variant` must be types".to_owned(),
            ));
        };
        let first = match &ty.kind() {
            TypeKind::Named { path, .. } => {
                path.segments.last().map(|name| name.text.clone()).unwrap_or_default()
            }
            TypeKind::Enum(_) => "enum".to_owned(),
            _ => "value".to_owned(),
        };
        let first = uncapitalised(&first);
        let mut number = 1;
        let mut name = first.clone();
        while !names.insert(name.clone()) {
            number += 1;
            name = format!("{first}{number}");
        }
        members.push(CompositeMember { name, ty: *ty, lower: 0, upper: 1, nullable: true });
    }
    if members.is_empty() {
        return wrong(expr, "`Variant` must have at least one type");
    }
    Ok(Composite { members, entries: None })
}

fn record<'t>(expr: TypeExpr<'t>, list: &[TypeArgument<'t>]) -> Result<Composite<'t>, Rejection> {
    let [TypeArgument { kind: ArgumentKind::Struct(entries), .. }] = list else {
        return wrong(
            expr,
            "the argument of `Struct` must be a hash of names and types, such as `Struct[{ name => String }]`",
        );
    };
    let mut names = FxHashSet::default();
    let mut members = Vec::with_capacity(entries.len());
    for StructField { key, optional, ty } in entries {
        if !names.insert(key.text.as_str()) {
            return Err(Rejection::Arguments(key.span, format!("the key `{}` is given twice", key.text)));
        }
        let absent = *optional || self::word(*ty).is_some_and(|(word, _)| word == "Optional");
        members.push(CompositeMember {
            name: key.text.clone(),
            ty: *ty,
            lower: i32::from(!absent),
            upper: 1,
            nullable: absent,
        });
    }
    Ok(Composite { members, entries: None })
}

fn tuple<'t>(expr: TypeExpr<'t>, list: &[TypeArgument<'t>]) -> Result<Composite<'t>, Rejection> {
    let types: Vec<TypeExpr<'t>> = list
        .iter()
        .map_while(|argument| match &argument.kind {
            ArgumentKind::Type(ty) => Some(*ty),
            _ => None,
        })
        .collect();
    let Some(last) = types.len().checked_sub(1) else {
        return wrong(expr, "`Tuple` must have at least one type");
    };
    let count = i32::try_from(types.len()).unwrap_or(i32::MAX);
    let (least, most) = match &list[types.len()..] {
        [] => (count, count),
        sizes => counts(expr, "Tuple", sizes, count)?,
    };
    if (0..count).contains(&most) {
        return wrong(expr, "a `Tuple` must have at least as many values as types");
    }
    let mut members = Vec::with_capacity(types.len());
    for (at, ty) in types.into_iter().enumerate() {
        let before = i32::try_from(at).unwrap_or(i32::MAX);
        let (mut lower, mut upper) = (i32::from(least > before), 1);
        if at == last && most != count {
            lower = (least - before).max(0);
            upper = if most < 0 { -1 } else { most - before };
            let (word, _) = self::word(ty).unwrap_or_default();
            if matches!(word.as_str(), "Array" | "Hash") {
                let what = "a `Tuple` whose last type is a list and is repeated";
                return Err(Rejection::NotSupported(what.to_owned()));
            }
        }
        let name = format!("item{}", at + 1);
        members.push(CompositeMember { name, ty, lower, upper, nullable: lower == 0 });
    }
    Ok(Composite { members, entries: None })
}
