//! `sprintf`: Ruby's formats; their arguments are selected by order, number or name.

use super::super::wrong_argument;
use super::directive::{Directive, checked_width, floating, format_integer, number_after, pad};
use crate::evaluate::call::Lambda;
use crate::evaluate::failure::{Stop, failure};
use crate::evaluate::number::{self, Number};
use crate::evaluate::run::{Outcome, Run};
use crate::evaluate::{Value, text};
use std::str::Chars;

/// `sprintf`: a text with the arguments in the form that the directives of a format describe.
pub(in super::super) fn sprintf(run: &mut Run<'_>, arguments: &[Value], _: Option<Lambda>) -> Outcome {
    let Value::String(format) = &arguments[0] else {
        return Err(wrong_argument("sprintf", "a format as first argument", &arguments[0]));
    };
    for argument in arguments {
        run.charge_walk(argument)?;
    }
    // Puppet passes the arguments to Ruby, where times, versions and similar values are strings, and so is `undef`,
    // unless it is a part of another value.
    let values = arguments[1..].iter().map(|argument| match argument {
        Value::Undef => Value::string(""),
        other => text::for_ruby(other),
    });
    let values: Vec<Value> = values.collect();
    let mut format_arguments = Arguments { values: &values, style: ReferenceStyle::Unknown };
    let mut out = String::new();
    let mut characters = format.chars();
    while let Some(c) = characters.next() {
        if c != '%' {
            out.push(c);
            continue;
        }
        let Some((directive, value)) =
            DirectiveReader::default().read(&mut characters, &mut format_arguments)?
        else {
            out.push('%');
            continue;
        };
        run.charge_walk(value)?;
        run.budget.allocate(directive.width.unwrap_or(0) + directive.precision.unwrap_or(0))?;
        let length_before = out.len();
        write(directive, value, &mut out)?;
        run.budget.allocate(out.len() - length_before)?;
    }
    run.string(out)
}

/// How a format refers to its arguments; a format must use one style only.
#[derive(Clone, Copy, PartialEq)]
enum ReferenceStyle {
    /// No directive has been read yet.
    Unknown,
    /// The index of the next argument.
    InOrder(usize),
    ByNumber,
    ByName,
}

/// The arguments of a format.
struct Arguments<'v> {
    values: &'v [Value],
    style: ReferenceStyle,
}

impl<'v> Arguments<'v> {
    /// Records the style of a reference; a problem if an earlier reference has another style.
    fn set_style(&mut self, style: ReferenceStyle) -> Result<(), Stop> {
        // Compares only the style, not the position in it, which changes with each argument.
        let is_same = std::mem::discriminant(&self.style) == std::mem::discriminant(&style);
        if self.style != ReferenceStyle::Unknown && !is_same {
            return Err(failure(
                "a format must select its values by order, by number or by name; use only one of these ways",
            ));
        }
        self.style = style;
        Ok(())
    }

    /// The value at an index.
    fn value_at(&self, index: usize) -> Result<&'v Value, Stop> {
        self.values.get(index).ok_or_else(|| failure("`sprintf` got fewer values than its format requires"))
    }

    /// The next value in order.
    fn next(&mut self) -> Result<&'v Value, Stop> {
        let index = if let ReferenceStyle::InOrder(next) = self.style { next } else { 0 };
        self.set_style(ReferenceStyle::InOrder(index + 1))?;
        self.value_at(index)
    }

    /// The value with a number, counted from 1.
    fn numbered(&mut self, number: usize) -> Result<&'v Value, Stop> {
        self.set_style(ReferenceStyle::ByNumber)?;
        let Some(index) = number.checked_sub(1) else {
            return Err(failure("the values of a format are counted from 1"));
        };
        self.value_at(index)
    }

    /// The value with a key in the hash that is the only argument.
    fn named(&mut self, name: &str) -> Result<&'v Value, Stop> {
        self.set_style(ReferenceStyle::ByName)?;
        let [Value::Hash(hash)] = self.values else {
            return Err(failure("a format with names requires one hash"));
        };
        hash.get_text(name).ok_or_else(|| failure(format!("the hash has no key '{name}'")))
    }
}

/// Reads a single directive.
#[derive(Default)]
struct DirectiveReader<'v> {
    directive: Directive,
    /// The argument, if the directive selects it by number or name.
    value: Option<&'v Value>,
    /// Whether the directive selects a value by its name.
    selects_by_name: bool,
    /// Whether anything but a number or a name was read.
    has_other_parts: bool,
    /// Whether there was a point; the digits after it are the precision.
    has_point: bool,
}

impl<'v> DirectiveReader<'v> {
    /// Reads a directive after its percent sign, and selects its argument. `None` if the percent sign is literal, as in
    /// `%%`.
    fn read(
        mut self,
        characters: &mut Chars<'_>,
        arguments: &mut Arguments<'v>,
    ) -> Result<Option<(Directive, &'v Value)>, Stop> {
        loop {
            let before_character = characters.clone();
            let Some(c) = characters.next() else {
                return Err(failure("the format ends in the middle of a directive"));
            };
            match c {
                '+' | ' ' | '-' | '0' | '#' => self.flag(c)?,
                '1'..='9' => self.number(number_after(characters, c)?, characters, arguments)?,
                '*' => {
                    self.start_width()?;
                    let width = starred(characters, arguments)?;
                    self.directive.is_left_aligned |= width < 0;
                    self.directive.width = Some(checked_width(width.unsigned_abs())?);
                }
                '.' => self.precision(characters, arguments)?,
                '<' | '{' => {
                    let value = self.name(if c == '<' { '>' } else { '}' }, characters, arguments)?;
                    self.value = Some(value);
                    // `%{name}` is complete; flags and a letter may follow `%<name>`.
                    if c == '{' {
                        self.directive.letter = 's';
                        return Ok(Some((self.directive, value)));
                    }
                }
                '%' | '\n' | '\0' if self.has_other_parts => return Err(failure("`%` cannot have flags")),
                '%' => return Ok(None),
                '\n' | '\0' => {
                    // As in Ruby, a percent sign before a line break or a null character is literal, and that character
                    // is written as well.
                    *characters = before_character;
                    return Ok(None);
                }
                letter => {
                    self.directive.letter = letter;
                    let value = match self.value {
                        Some(value) => value,
                        None => arguments.next()?,
                    };
                    return Ok(Some((self.directive, value)));
                }
            }
        }
    }

    /// Records a flag; a problem if width or precision precede it.
    fn flag(&mut self, c: char) -> Result<(), Stop> {
        if self.directive.width.is_some() || self.has_point {
            return Err(failure(format!("the flag `{c}` must come before width and precision")));
        }
        self.has_other_parts = true;
        match c {
            '+' => self.directive.has_plus = true,
            ' ' => self.directive.has_space = true,
            '-' => self.directive.is_left_aligned = true,
            '0' => self.directive.has_zero = true,
            _ => self.directive.is_alternate = true,
        }
        Ok(())
    }

    /// Records a number: a width, or the number of an argument if `$` follows.
    fn number(
        &mut self,
        number: usize,
        characters: &mut Chars<'_>,
        arguments: &mut Arguments<'v>,
    ) -> Result<(), Stop> {
        if !take_if(characters, '$') {
            self.start_width()?;
            self.directive.width = Some(number);
            return Ok(());
        }
        if self.value.is_some() {
            return Err(failure("a directive must select one value"));
        }
        self.value = Some(arguments.numbered(number)?);
        Ok(())
    }

    /// Records that the directive has a width; an error if it already has one, or a precision, which must be last.
    fn start_width(&mut self) -> Result<(), Stop> {
        self.has_other_parts = true;
        match (self.directive.width, self.has_point) {
            (None, false) => Ok(()),
            _ => Err(failure("a directive must have one width, before the precision")),
        }
    }

    /// Reads the precision after a point: digits, or `*` for an argument.
    fn precision(&mut self, characters: &mut Chars<'_>, arguments: &mut Arguments<'v>) -> Result<(), Stop> {
        if self.has_point {
            return Err(failure("a directive must have one precision"));
        }
        (self.has_point, self.has_other_parts) = (true, true);
        if take_if(characters, '*') {
            let precision = starred(characters, arguments)?;
            // A negative precision is ignored.
            self.directive.precision = u64::try_from(precision).ok().map(checked_width).transpose()?;
            return Ok(());
        }
        // A point without digits is the precision 0.
        self.directive.precision = Some(number_after(characters, '0')?);
        Ok(())
    }

    /// Reads a name to the bracket that closes it, and returns the value with this name.
    fn name(
        &mut self,
        end: char,
        characters: &mut Chars<'_>,
        arguments: &mut Arguments<'v>,
    ) -> Result<&'v Value, Stop> {
        if self.selects_by_name {
            return Err(failure("a directive must select one value"));
        }
        self.selects_by_name = true;
        let Some((name, after)) = characters.as_str().split_once(end) else {
            return Err(failure(format!("the name of a value is not closed with `{end}`")));
        };
        *characters = after.chars();
        arguments.named(name)
    }
}

/// Consumes a character if it is the next one; returns whether it was.
fn take_if(characters: &mut Chars<'_>, wanted: char) -> bool {
    match characters.as_str().strip_prefix(wanted) {
        Some(after) => {
            *characters = after.chars();
            true
        }
        None => false,
    }
}

/// The argument for `*`: the next argument, or the one with the number that follows.
fn starred(characters: &mut Chars<'_>, arguments: &mut Arguments<'_>) -> Result<i64, Stop> {
    let mut ahead = characters.clone();
    let value = match ahead.next() {
        Some(c) if c.is_ascii_digit() => {
            let number = number_after(&mut ahead, c)?;
            // `*2$` selects the second argument. Without `$`, the digits belong to what follows, and are read again.
            if take_if(&mut ahead, '$') {
                *characters = ahead;
                arguments.numbered(number)?
            } else {
                arguments.next()?
            }
        }
        _ => arguments.next()?,
    };
    match value {
        Value::Integer(n) => Ok(*n),
        other => Err(wrong_argument("sprintf", "a whole number as width or precision", other)),
    }
}

/// Formats a value with a directive of Ruby's `sprintf`.
pub(super) fn write(directive: Directive, value: &Value, out: &mut String) -> Result<(), Stop> {
    let mut formatted = String::new();
    match directive.letter {
        's' => text::ruby(value, &mut formatted),
        // `%p` is Ruby's `inspect`, because `sprintf` is a function of Ruby; Puppet's `%p` exists in `String.new`.
        'p' => text::inspect(value, &mut formatted),
        'c' => match value {
            Value::Integer(n) => formatted.extend(u32::try_from(*n).ok().and_then(char::from_u32)),
            Value::Rich(rich) => match rich.get().numbers() {
                Some((n, _)) => formatted.extend(u32::try_from(n).ok().and_then(char::from_u32)),
                None => return Err(wrong_argument("sprintf", "a character", value)),
            },
            Value::String(text) if text.chars().nth(1).is_none() && !text.is_empty() => {
                formatted.push_str(text);
            }
            other => return Err(wrong_argument("sprintf", "a character", other)),
        },
        'd' | 'i' | 'u' | 'x' | 'X' | 'o' | 'b' | 'B' => {
            format_integer(directive, to_whole(value)?, out);
            return Ok(());
        }
        'f' | 'e' | 'E' | 'g' | 'G' | 'a' | 'A' => {
            floating(directive, to_float(value)?, out);
            return Ok(());
        }
        other => return Err(failure(format!("`%{other}` is not a directive of a format"))),
    }
    if let Some(max) = directive.precision {
        formatted = formatted.chars().take(max).collect();
    }
    pad(&formatted, directive, out);
    Ok(())
}

/// The whole number that a value represents; a fraction is cut off.
fn to_whole(value: &Value) -> Result<i64, Stop> {
    let whole_number = match value {
        Value::Integer(n) => Some(*n),
        Value::Float(n) => number::truncated(*n),
        Value::String(text) => match number::from_text(text) {
            Some(Number::Integer(n)) => Some(n),
            _ => None,
        },
        Value::Rich(rich) => rich.get().numbers().and_then(|(whole, _)| i64::try_from(whole).ok()),
        _ => None,
    };
    whole_number.ok_or_else(|| wrong_argument("sprintf", "a whole number", value))
}

/// The float that a value represents.
fn to_float(value: &Value) -> Result<f64, Stop> {
    let number = match value {
        Value::String(text) => number::from_text(text),
        Value::Rich(rich) => rich.get().numbers().map(|(_, number)| Number::Float(number)),
        other => Number::from_value(other),
    };
    number.map(Number::float).ok_or_else(|| wrong_argument("sprintf", "a number", value))
}
