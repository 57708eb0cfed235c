//! The formats of `String.new`: one for each of several types, and how formats of callers replace the default ones.
//!
//! Invariant: narrower types precede wider ones, so the first type that a value belongs to determines its format.

use super::directive::{Directive, number_after};
use crate::evaluate::failure::{Stop, failure};
use crate::evaluate::run::Run;
use crate::evaluate::types::{self, Type};
use crate::evaluate::value::Value;
use std::cmp::Ordering;
use std::sync::Arc;

/// The maximum number of types with formats.
const MAX_TYPES: usize = 100;

/// The opening and the closing delimiter of a collection, such as `[` and `]`.
type Delimiters = (&'static str, &'static str);

/// A format of values.
#[derive(Debug, Clone)]
pub(super) struct Format {
    pub(super) directive: Directive,
    /// The delimiters around the elements of a collection; `None` for the default ones.
    pub(super) delimiters: Option<Delimiters>,
    /// The text between elements; `None` for the default one.
    pub(super) separator: Option<Arc<str>>,
    /// The text between the key and the value of a pair; `None` for the default one.
    pub(super) separator2: Option<Arc<str>>,
    /// The formats of elements that are not collections.
    pub(super) elements: Option<Formats>,
}

/// Formats by type.
#[derive(Debug, Clone, Default)]
pub(super) struct Formats(Arc<[(Type, Format)]>);

impl Format {
    /// Parses a format such as `%#5.2x`.
    pub(super) fn parse(text: &str) -> Result<Self, Stop> {
        let malformed =
            || failure(format!("'{text}' does not have the form %<flags><width>.<precision><letter>"));
        let directive_text = text.strip_prefix('%').ok_or_else(malformed)?;
        let after_flags =
            directive_text.trim_start_matches(|c: char| c.is_ascii_whitespace() || "[+#0{<(|-".contains(c));
        let flags = &directive_text[..directive_text.len() - after_flags.len()];
        let (mut directive, delimiters) = read_flags(flags).ok_or_else(|| {
            failure(format!("'{text}' has the same flag twice, or two kinds of delimiters"))
        })?;
        let mut characters = after_flags.chars();
        let mut next_char = characters.next();
        if let Some(c @ '1'..='9') = next_char {
            directive.width = Some(number_after(&mut characters, c)?);
            next_char = characters.next();
        }
        if next_char == Some('.') {
            let first_digit = characters.next().filter(char::is_ascii_digit).ok_or_else(malformed)?;
            directive.precision = Some(number_after(&mut characters, first_digit)?);
            next_char = characters.next();
        }
        directive.letter = next_char.filter(char::is_ascii_alphabetic).ok_or_else(malformed)?;
        if !characters.as_str().is_empty() {
            return Err(malformed());
        }
        // A blank means that there are no delimiters, unless other delimiters are specified.
        let delimiters = delimiters.or(directive.has_space.then_some(("", "")));
        Ok(Self { directive, delimiters, separator: None, separator2: None, elements: None })
    }

    /// The default format with a letter.
    fn usual(letter: char) -> Self {
        let directive = Directive { letter, ..Directive::default() };
        Self { directive, delimiters: None, separator: None, separator2: None, elements: None }
    }

    /// Reads a format, or a hash with the format of a collection, its separators and the formats of its elements.
    fn from_value(run: &mut Run<'_>, value: &Value) -> Result<Self, Stop> {
        let hash = match value {
            Value::String(text) => return Self::parse(text),
            Value::Hash(hash) => hash,
            _ => return Err(failure("a format must be a string, or a hash for a collection")),
        };
        const KEYS: [&str; 4] = ["separator", "separator2", "format", "string_formats"];
        let is_valid = |key: &Value| key.text().is_some_and(|text| KEYS.contains(&text));
        if let Some((key, _)) = hash.pairs().iter().find(|(key, _)| !is_valid(key)) {
            let (unknown_key, valid_keys) = (key.to_literal(), KEYS.join(", "));
            return Err(failure(format!(
                "the format of a collection has no key {unknown_key}; its keys are {valid_keys}"
            )));
        }
        let Some(Value::String(text)) = hash.get_text("format") else {
            return Err(failure("the format of a collection must have the key 'format', a string"));
        };
        let mut format = Self::parse(text)?;
        let separator = |key: &str| match hash.get_text(key) {
            None => Ok(None),
            Some(Value::String(text)) => Ok(Some(text.clone())),
            Some(_) => Err(failure(format!("the key '{key}' of a format must be a string"))),
        };
        (format.separator, format.separator2) = (separator("separator")?, separator("separator2")?);
        format.elements = match hash.get_text("string_formats") {
            None => None,
            Some(formats) => {
                let accepts_collections = false;
                Some(Formats::from_value(run, formats, accepts_collections)?)
            }
        };
        Ok(format)
    }

    /// This format, with separators and formats of elements from a lower one if it has none.
    fn merge_over(&self, run: &mut Run<'_>, lower: &Self) -> Result<Self, Stop> {
        Ok(Self {
            separator: self.separator.clone().or_else(|| lower.separator.clone()),
            separator2: self.separator2.clone().or_else(|| lower.separator2.clone()),
            elements: match (&lower.elements, &self.elements) {
                (Some(lower), Some(upper)) => Some(upper.merge_over(run, lower)?),
                (lower, upper) => upper.clone().or_else(|| lower.clone()),
            },
            ..self.clone()
        })
    }
}

/// A directive with these flags, and the delimiters that they specify; `None` if a flag occurs twice, or there are two
/// kinds of delimiters.
fn read_flags(flags: &str) -> Option<(Directive, Option<Delimiters>)> {
    let mut directive = Directive::default();
    let mut delimiters = None;
    for (position, flag) in flags.char_indices() {
        let is_repeated = flags[..position].contains(flag);
        if is_repeated {
            return None;
        }
        match flag {
            '+' => directive.has_plus = true,
            ' ' => directive.has_space = true,
            '-' => directive.is_left_aligned = true,
            '0' => directive.has_zero = true,
            '#' => directive.is_alternate = true,
            _ => match (delimiters_of(flag), delimiters) {
                (Some(_), Some(_)) => return None,
                (Some(new_delimiters), None) => delimiters = Some(new_delimiters),
                // As in Puppet, blanks other than a space have no effect.
                (None, _) => {}
            },
        }
    }
    directive.is_delimited = delimiters.is_some();
    Some((directive, delimiters))
}

/// The delimiters that a flag specifies; `None` if it is another flag.
fn delimiters_of(flag: char) -> Option<Delimiters> {
    Some(match flag {
        '[' => ("[", "]"),
        '{' => ("{", "}"),
        '(' => ("(", ")"),
        '<' => ("<", ">"),
        '|' => ("|", "|"),
        _ => return None,
    })
}

impl Formats {
    /// The default formats.
    pub(super) fn usual() -> Self {
        let default_letters =
            [("Float", 'f'), ("Numeric", 'd'), ("Array", 'a'), ("Hash", 'h'), ("Binary", 'B'), ("Any", 's')];
        let mut formats = Vec::with_capacity(default_letters.len());
        for (name, letter) in default_letters {
            let Some(ty) = types::named(name) else { continue };
            let mut format = Format::usual(letter);
            let is_for_collections = matches!(letter, 'a' | 'h');
            if is_for_collections {
                format.elements = Some(Self::usual_elements());
            }
            formats.push((ty, format));
        }
        Self(formats.into())
    }

    /// The default formats of elements.
    pub(super) fn usual_elements() -> Self {
        Self(Arc::from([(Type::any(), Format::usual('p'))]))
    }

    /// The formats for a value; those that the caller passes replace the default ones.
    pub(super) fn from_argument(run: &mut Run<'_>, value: &Value, formats: &Value) -> Result<Self, Stop> {
        let upper = match formats {
            Value::Default => return Ok(Self::usual()),
            Value::String(text) if !text.is_empty() => {
                // As in Puppet, a single format for a collection also applies to the collections inside it.
                let collection_type = match value {
                    Value::Array(_) => types::named("Array"),
                    Value::Hash(_) => types::named("Hash"),
                    _ => None,
                };
                let ty = collection_type.unwrap_or_else(|| types::infer_set(value));
                Self(Arc::from([(ty, Format::parse(text)?)]))
            }
            Value::Hash(_) => {
                let accepts_collections = true;
                Self::from_value(run, formats, accepts_collections)?
            }
            other => {
                return Err(super::super::wrong_argument(
                    "String.new",
                    "a format or a hash of formats",
                    other,
                ));
            }
        };
        // The default formats remain in use for types that the caller does not specify, such as elements.
        upper.merge_over(run, &Self::usual())
    }

    /// Reads a hash from types to formats. With `accepts_collections`, a format may be a hash for a collection.
    fn from_value(run: &mut Run<'_>, value: &Value, accepts_collections: bool) -> Result<Self, Stop> {
        let Value::Hash(hash) = value else {
            return Err(failure("formats must be a hash whose keys are types"));
        };
        // The number of types is limited, because merging and sorting compare each with all others.
        if hash.len() > MAX_TYPES {
            return Err(failure(format!("there may be formats for at most {MAX_TYPES} types")));
        }
        run.charge_walk(value)?;
        let mut formats = Vec::with_capacity(hash.len());
        for (key, format) in hash.pairs() {
            let Value::Type(ty) = key else { return Err(failure("the keys of formats must be types")) };
            if !accepts_collections && !matches!(format, Value::String(_)) {
                return Err(failure("the formats of elements must be strings"));
            }
            formats.push((ty.clone(), Format::from_value(run, format)?));
        }
        Ok(Self(formats.into()))
    }

    /// Merges these formats over the `lower` ones. A format also replaces the lower formats of narrower types.
    fn merge_over(&self, run: &mut Run<'_>, lower: &Self) -> Result<Self, Stop> {
        let mut merged: Vec<(Type, Format)> = Vec::new();
        for (ty, format) in lower.0.iter() {
            let mut is_replaced = false;
            // The formats of equal types are merged below.
            for (upper, _) in self.0.iter().filter(|(upper, _)| upper != ty) {
                run.charge_comparison_of_types(upper, ty)?;
                is_replaced |= types::is_assignable(upper, ty);
            }
            if !is_replaced {
                merged.push((ty.clone(), format.clone()));
            }
        }
        for (ty, format) in self.0.iter() {
            match merged.iter_mut().find(|(lower_type, _)| lower_type == ty) {
                Some((_, lower_format)) => *lower_format = format.merge_over(run, lower_format)?,
                None => merged.push((ty.clone(), format.clone())),
            }
        }
        sort(run, &mut merged)?;
        Ok(Self(merged.into()))
    }

    /// The format of a value: that of the first type to which it belongs.
    pub(super) fn find(&self, run: &mut Run<'_>, value: &Value) -> Result<Format, Stop> {
        for (ty, format) in self.0.iter() {
            if run.belongs(ty, value)? {
                return Ok(format.clone());
            }
        }
        Ok(Format::usual('s'))
    }
}

/// Sorts narrower types before wider ones, and otherwise as Puppet does.
fn sort(run: &mut Run<'_>, formats: &mut [(Type, Format)]) -> Result<(), Stop> {
    insertion_sort(run, formats)?;
    // The order of unrelated types is inconsistent with that of types that contain each other. So afterwards, a
    // narrower type that is in the wrong order is moved before the wider one.
    for earlier in 0..formats.len() {
        for later in earlier + 1..formats.len() {
            let ((earlier_type, _), (later_type, _)) = (&formats[earlier], &formats[later]);
            if order(run, earlier_type, later_type)? == Ordering::Greater
                && types::is_assignable(earlier_type, later_type)
            {
                formats[earlier..=later].rotate_right(1);
            }
        }
    }
    Ok(())
}

/// Sorts formats by [`order`].
fn insertion_sort(run: &mut Run<'_>, formats: &mut [(Type, Format)]) -> Result<(), Stop> {
    // The sort of the standard library cannot be used, because comparing types is charged and can fail.
    for end in 1..formats.len() {
        let mut position = end;
        while position > 0 {
            let ((previous_type, _), (moved_type, _)) = (&formats[position - 1], &formats[position]);
            if order(run, previous_type, moved_type)? != Ordering::Greater {
                break;
            }
            formats.swap(position - 1, position);
            position -= 1;
        }
    }
    Ok(())
}

/// The order of two types: the narrower one first; unrelated types by Puppet's rank, or else by name.
fn order(run: &mut Run<'_>, a: &Type, b: &Type) -> Result<Ordering, Stop> {
    run.charge_comparison_of_types(a, b)?;
    if a == b {
        return Ok(Ordering::Equal);
    }
    Ok(match (types::is_assignable(b, a), types::is_assignable(a, b)) {
        (true, false) => Ordering::Less,
        (false, true) => Ordering::Greater,
        _ => match (a.rank(), b.rank()) {
            // A type with the rank 0 has no rank.
            (0, _) | (_, 0) => a.to_string().cmp(&b.to_string()),
            (a, b) => a.cmp(&b),
        },
    })
}
