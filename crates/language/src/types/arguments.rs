//! Reads the arguments of built-in types: bounds, counts, texts and regular expressions.
//!
//! This module does not know which types have which arguments, nor the names of declared types.

use super::canonical::canonical_text;
use super::spelling;
use crate::syntax::Span;
use crate::syntax::ast::{ArgumentKind, TypeArgument, TypeExpr};
use std::borrow::Cow;

/// Why the use of a built-in type is rejected.
#[derive(Debug)]
pub(crate) enum Rejection {
    /// The arguments of the type are invalid: the position, and the message.
    Arguments(Span, String),
    /// The argument at this position must be quoted; with the message.
    NotQuoted(Span, String),
    /// `String[]`; contains the name of the type.
    EmptyBrackets(String),
    /// A type that is not supported yet; contains a noun for it.
    NotSupported(String),
    /// A type whose values no document can contain, or that has the same values as another type: the message, and
    /// advice on what to write instead.
    Unsuitable(String, &'static str),
}

/// The name of the built-in type at the start of a type, and the arguments in brackets; `None` if there is no such
/// type.
pub(crate) type BuiltinWord<'t> = Option<(Cow<'t, str>, Option<Vec<TypeArgument<'t>>>)>;

/// The built-in type at the start of a type, regardless of declared types that hide it.
pub(crate) fn word(expr: TypeExpr<'_>) -> BuiltinWord<'_> {
    // A name that is in quotes, or starts with `::`, is never that of a built-in type.
    let word = spelling::capitalised(expr.plain_name()?);
    spelling::is_type_word(&word).then(|| (word, expr.parameters()))
}

/// The kind of the bounds of a type.
#[derive(Clone, Copy, PartialEq)]
pub(super) enum Number {
    Integer,
    Float,
    Length,
}

impl Number {
    /// The valid bounds, as named in messages.
    fn expected(self) -> &'static str {
        match self {
            Number::Integer => "whole numbers of at most 128 bits",
            Number::Float => "numbers",
            Number::Length => "lengths from 0",
        }
    }

    /// Whether a text is a valid bound.
    fn accepts(self, text: &str) -> bool {
        match self {
            Number::Integer => text.parse::<i128>().is_ok(),
            Number::Float => text.parse::<f64>().is_ok_and(f64::is_finite),
            Number::Length => text.parse::<u32>().is_ok(),
        }
    }
}

/// A bound as written; `None` if there is none.
type Bound = Option<String>;

/// The minimum and the maximum of a type. Rejects arguments that are no bounds, and bounds that do not restrict values.
pub(super) fn range(
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
            ArgumentKind::Number(text) if number.accepts(text) => Some(text.to_string()),
            ArgumentKind::Default => None,
            _ => {
                let message = format!("the arguments of `{word}` must be {}", number.expected());
                return Err(Rejection::Arguments(argument.span, message));
            }
        };
    }
    let [low, high] = bounds;
    // Whole numbers are compared as such: as floats, two large numbers that differ only in the last digits would be
    // equal.
    let is_reversed = match (whole_number_of(&low), whole_number_of(&high)) {
        (Some(low), Some(high)) => low > high,
        _ => matches!((number_of(&low), number_of(&high)), (Some(low), Some(high)) if low > high),
    };
    if is_reversed {
        let message = format!("the minimum of `{word}` is greater than the maximum");
        return Err(Rejection::Arguments(expr.span(), message));
    }
    // Without bounds, the data type would have no facets, by which it is recognised when it is written.
    if low.is_none() && high.is_none() {
        return Err(Rejection::Arguments(
            expr.span(),
            format!("these arguments mean the same as `{word}` alone"),
        ));
    }
    Ok((low, high))
}

/// A bound as a floating-point number; `None` if there is none.
fn number_of(text: &Bound) -> Option<f64> {
    text.as_deref().and_then(|text| text.parse::<f64>().ok())
}

/// The whole number of a bound; `None` if there is no bound, or it has a fraction.
fn whole_number_of(text: &Bound) -> Option<i128> {
    text.as_deref().and_then(|text| text.parse::<i128>().ok())
}

/// The expressions of a `Pattern`.
pub(super) fn patterns(list: &[TypeArgument<'_>]) -> Result<Vec<String>, Rejection> {
    list.iter()
        .map(|argument| match &argument.kind {
            ArgumentKind::Regex(text) => Ok(text.clone()),
            ArgumentKind::String(text) => Ok(spelling::without_escaped_slashes(text)),
            _ => {
                let message =
                    "the arguments of `Pattern` must be regular expressions such as `/^a/`, or strings";
                Err(Rejection::Arguments(argument.span, message.to_owned()))
            }
        })
        .collect()
}

/// The strings of an `Enum`, and whether their case is ignored.
pub(super) fn strings(list: &[TypeArgument<'_>]) -> Result<(Vec<String>, bool), Rejection> {
    let (list, ignores_case) = match list {
        // As in Puppet, the flag is the last argument. A flag without strings is not a valid `Enum`.
        [list @ .., TypeArgument { kind: ArgumentKind::Boolean(flag), .. }] if !list.is_empty() => {
            (list, *flag)
        }
        list => (list, false),
    };
    let texts = list.iter().map(|argument| match &argument.kind {
        ArgumentKind::String(text) => Ok(text.to_string()),
        _ => {
            let message =
                "the arguments of `Enum` must be strings in quotes, and `true` at the end to ignore case";
            Err(match argument.kind {
                // For the parser, a word without quotes is a type. So the quotes are probably missing.
                ArgumentKind::Type(_) | ArgumentKind::Number(_) => {
                    Rejection::NotQuoted(argument.span, message.to_owned())
                }
                _ => Rejection::Arguments(argument.span, message.to_owned()),
            })
        }
    });
    Ok((texts.collect::<Result<_, _>>()?, ignores_case))
}

/// The value of a `Boolean[true]`.
pub(super) fn boolean(expr: TypeExpr<'_>, list: &[TypeArgument<'_>]) -> Result<bool, Rejection> {
    match list {
        [TypeArgument { kind: ArgumentKind::Boolean(value), .. }] => Ok(*value),
        _ => {
            let message = "the argument of `Boolean` must be `true` or `false`";
            Err(Rejection::Arguments(expr.span(), message.to_owned()))
        }
    }
}

/// `Type` or `Type[T]` in the canonical spelling.
pub(super) fn type_of_types(
    expr: TypeExpr<'_>,
    list: Option<&[TypeArgument<'_>]>,
) -> Result<String, Rejection> {
    let text = match list {
        None => Some("Type".to_owned()),
        Some([TypeArgument { kind: ArgumentKind::Type(_), .. }]) => canonical_text(expr),
        Some(_) => None,
    };
    text.ok_or_else(|| {
        Rejection::Arguments(expr.span(), "the argument of `Type` must be one type".to_owned())
    })
}

/// A type whose values are stored as strings, in the canonical spelling.
pub(super) fn stored_as_text(
    expr: TypeExpr<'_>,
    word: &str,
    list: Option<&[TypeArgument<'_>]>,
) -> Result<String, Rejection> {
    let (expected, max) = match word {
        "Timespan" => ("the minimum and the maximum, numbers of seconds or strings", 2),
        "SemVer" => ("ranges of versions in quotes, such as '1.x'", usize::MAX),
        "URI" => ("a string", 1),
        "Regexp" => ("one regular expression, such as `/^a/`, or a string", 1),
        // The other types have no arguments.
        _ => ("", 0),
    };
    let is_valid = list.is_none_or(|list| {
        (1..=max).contains(&list.len())
            && list.iter().all(|argument| match &argument.kind {
                ArgumentKind::String(_) => true,
                ArgumentKind::Number(_) | ArgumentKind::Default => word == "Timespan",
                ArgumentKind::Regex(_) => word == "Regexp",
                _ => false,
            })
    });
    let text = if is_valid { canonical_text(expr) } else { None };
    text.ok_or_else(|| {
        let message = match max {
            0 => format!("`{word}` must not have arguments"),
            _ => format!("the arguments of `{word}` must be {expected}"),
        };
        Rejection::Arguments(expr.span(), message)
    })
}

/// The multiplicity: the lower bound, or `default_min` if the type has none, and the upper bound, or -1 if it is
/// unlimited.
pub(crate) fn counts(
    expr: TypeExpr<'_>,
    word: &str,
    bounds: &[TypeArgument<'_>],
    default_min: i32,
) -> Result<(i32, i32), Rejection> {
    let mut numbers = [default_min, -1];
    // The minimum, which is first, may be 0. With a maximum of 0, the list would always be empty, which Ecore rejects.
    let least_numbers = [0, 1];
    if bounds.len() > 2 {
        return reject(
            expr.span(),
            format!(
                "`{word}` may have at most two numbers after its types: a minimum and a maximum number of values"
            ),
        );
    }
    for (index, argument) in bounds.iter().enumerate() {
        match &argument.kind {
            ArgumentKind::Default => {}
            ArgumentKind::Number(text) => match text.parse::<i32>() {
                Ok(count) if count >= least_numbers[index] => numbers[index] = count,
                _ => {
                    let message = format!(
                        "the minimum of `{word}` must be a number from 0, and the maximum one from 1"
                    );
                    return reject(argument.span, message);
                }
            },
            _ => {
                return reject(
                    argument.span,
                    format!("the minimum and the maximum of `{word}` must be whole numbers"),
                );
            }
        }
    }
    let [low, high] = numbers;
    if high > 0 && low > high {
        return reject(expr.span(), "the minimum number of values is greater than the maximum".to_owned());
    }
    Ok((low, high))
}

/// Rejects the arguments at a position.
fn reject(span: Span, message: String) -> Result<(i32, i32), Rejection> {
    Err(Rejection::Arguments(span, message))
}
