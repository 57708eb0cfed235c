//! Reads the built-in types, including constrained ones.
//!
//! This module does not resolve names: the caller handles all other types.

use super::arguments::{self, Number, boolean, counts, patterns, range, strings};
use super::composite::{self, Composite, wrapped};
use super::constrained_type::{ConstrainedType, ConstraintKind};
use super::spelling;
use super::unsuitable;
use crate::ecore::{AnyKind, Classifier};
use crate::syntax::Span;
use crate::syntax::ast::{ArgumentKind, TypeArgument, TypeExpr};
use std::borrow::Cow;

pub(crate) use super::arguments::{BuiltinWord, Rejection, word};

/// What a built-in type denotes.
#[derive(Debug)]
pub(crate) enum BuiltinType<'t> {
    /// One of Ecore's own data types.
    Plain(Classifier),
    /// A constrained type, for which a data type must be created.
    Constrained(ConstrainedType),
    /// `Optional[T]` of a type that is not built in.
    Optional(TypeExpr<'t>),
    /// `Array[T, lo, hi]`; the maximum is -1 if there is no limit.
    Array(TypeExpr<'t>, i32, i32),
    /// A composite type, for which a class must be created.
    Composite(Composite<'t>),
}

/// A built-in type, or why its use is rejected.
type WordResult<'t> = Result<BuiltinType<'t>, Rejection>;

/// A built-in type with its name, or why it cannot be used.
pub(crate) type BuiltIn<'t> = (Cow<'t, str>, WordResult<'t>);

/// Reads a built-in type with its arguments.
pub(crate) fn read<'t>(
    expr: TypeExpr<'t>,
    word: &str,
    arguments: Option<&[TypeArgument<'t>]>,
) -> WordResult<'t> {
    let reject = |message: String| Err(Rejection::Arguments(expr.span(), message));
    // Unsuitable types are tested first, because advice about the arguments of such a type would be useless.
    if let Some((message, advice)) = unsuitable::message(word, arguments) {
        return Err(Rejection::Unsuitable(message, advice));
    }
    let kind = match (word, arguments) {
        ("Pattern", None) => return plain("String"),
        ("Optional" | "Enum" | "Variant" | "Struct", None)
        | ("Optional" | "Array" | "Enum" | "Hash" | "Variant" | "Struct" | "Tuple", Some([])) => {
            return reject(format!("`{word}` must have arguments, such as `{}`", example(word)));
        }
        ("Boolean" | "Float" | "Integer" | "String" | "Timestamp", Some([])) => {
            return Err(Rejection::EmptyBrackets(word.to_owned()));
        }
        ("Hash" | "Variant" | "Struct" | "Tuple", Some(list)) => {
            return composite::read(expr, word, list).map(BuiltinType::Composite);
        }
        ("Type", list) => ConstraintKind::Type(arguments::type_of_types(expr, list)?),
        (word, list) if spelling::TEXT_TYPES.contains(&word) => {
            ConstraintKind::Text(arguments::stored_as_text(expr, word, list)?)
        }
        // Without arguments, `Array`, `Hash` and `Tuple` are types of values of any kind (Decision 20).
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
        ("Enum", Some(list)) => {
            let (values, ignores_case) = strings(list)?;
            ConstraintKind::Enum(values, ignores_case)
        }
        ("Boolean", Some(list)) => ConstraintKind::Boolean(boolean(expr, list)?),
        ("Optional", Some(list)) => return optional(expr, list),
        ("Array", Some(list)) => return array(expr, list),
        _ => return reject(format!("`{word}` must not have arguments")),
    };
    Ok(BuiltinType::Constrained(ConstrainedType { is_optional: false, kind }))
}

/// A type without arguments. Rejects types that are not supported yet.
fn plain<'t>(word: &str) -> WordResult<'t> {
    match spelling::data_type_of(word) {
        Some(classifier) => Ok(BuiltinType::Plain(classifier)),
        None => Err(Rejection::NotSupported(format!("the type `{word}`"))),
    }
}

/// An example of a type that must have arguments.
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

/// `Optional[T]`
fn optional<'t>(expr: TypeExpr<'t>, list: &[TypeArgument<'t>]) -> WordResult<'t> {
    let [TypeArgument { kind: ArgumentKind::Type(inner), .. }] = list else {
        return Err(Rejection::Arguments(expr.span(), "`Optional` must have one type".to_owned()));
    };
    let inner = *inner;
    let Some((word, arguments)) = word(inner) else { return Ok(BuiltinType::Optional(inner)) };
    match read(inner, &word, arguments.as_deref())? {
        BuiltinType::Plain(classifier) => {
            // The other data types are Java objects, which may be null anyway, and require no variant.
            Ok(BuiltinType::Plain(spelling::optional_type(classifier).unwrap_or(classifier)))
        }
        BuiltinType::Constrained(constraint) => {
            Ok(BuiltinType::Constrained(ConstrainedType { is_optional: true, ..constraint }))
        }
        // `Optional[Optional[T]]` means `Optional[T]`, and an object may be absent anyway.
        other @ (BuiltinType::Optional(_) | BuiltinType::Composite(_)) => Ok(other),
        BuiltinType::Array(..) => {
            let (message, advice) = unsuitable::OPTIONAL_LIST;
            Err(Rejection::Unsuitable(message.to_owned(), advice))
        }
    }
}

/// `Array[T, lo, hi]`
fn array<'t>(expr: TypeExpr<'t>, list: &[TypeArgument<'t>]) -> WordResult<'t> {
    let [first, bounds @ ..] = list else {
        return reject_array(expr.span(), "`Array` must have the type of its values");
    };
    let ArgumentKind::Type(inner) = &first.kind else {
        return reject_array(first.span, "the first argument of `Array` must be the type of its values");
    };
    let default_min = 0;
    let (low, high) = counts(expr, "Array", bounds, default_min)?;
    Ok(BuiltinType::Array(*inner, low, high))
}

/// Rejects the arguments of an `Array`.
fn reject_array<'t>(span: Span, message: &str) -> WordResult<'t> {
    Err(Rejection::Arguments(span, message.to_owned()))
}

/// The class that is created for a type; `is_entry` selects the class of map entries. `None` if there is no such class.
pub(crate) fn composite_of(expr: TypeExpr<'_>, is_entry: bool) -> Option<Composite<'_>> {
    let (word, arguments) = word(expr)?;
    match read(expr, &word, arguments.as_deref()).ok()? {
        BuiltinType::Composite(composite) if composite.entries.is_some() == is_entry => Some(composite),
        // A map inside of a list needs a class for its entries, and another class that contains the entries.
        BuiltinType::Composite(composite) if composite.entries.is_some() => Some(wrapped(expr)),
        BuiltinType::Array(..) if !is_entry => Some(wrapped(expr)),
        _ => None,
    }
}
