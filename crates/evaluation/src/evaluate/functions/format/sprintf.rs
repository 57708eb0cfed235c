//! `sprintf`: Ruby's formats; their arguments are selected by order, number or name.

use super::super::wrong;
use super::directive::{Directive, bounded, digits, floating, format_integer, pad};
use crate::evaluate::call::Lambda;
use crate::evaluate::failure::{Stop, failure};
use crate::evaluate::number::{self, Number};
use crate::evaluate::run::{Outcome, Run};
use crate::evaluate::{Value, text};
use std::str::Chars;

pub(in super::super) fn sprintf(run: &mut Run<'_>, arguments: &[Value], _: Option<Lambda>) -> Outcome {
    let Value::String(format) = &arguments[0] else {
        return Err(wrong("sprintf", "a format as first argument", &arguments[0]));
    };
    for argument in arguments {
        run.charge_walk(argument)?;
    }
    // Puppet passes the arguments to Ruby, where times, versions and similar values are strings.
    let values: Vec<Value> = arguments[1..].iter().map(text::for_ruby).collect();
    let mut given = Arguments { values: &values, way: ReferenceStyle::Unknown };
    let mut out = String::new();
    let mut rest = format.chars();
    while let Some(c) = rest.next() {
        if c != '%' {
            out.push(c);
            continue;
        }
        let Some((directive, value)) = Reader::default().read(&mut rest, &mut given)? else {
            out.push('%');
            continue;
        };
        run.charge_walk(value)?;
        run.budget.allocate(directive.width.unwrap_or(0) + directive.precision.unwrap_or(0))?;
        let before = out.len();
        write(directive, value, &mut out)?;
        run.budget.allocate(out.len() - before)?;
    }
    run.string(out)
}

/// How a format refers to its arguments; a format must use one style only.
#[derive(Clone, Copy, PartialEq)]
enum ReferenceStyle {
    Unknown,
    InOrder(usize),
    ByNumber,
    ByName,
}

/// The arguments of a format.
struct Arguments<'v> {
    values: &'v [Value],
    way: ReferenceStyle,
}

impl<'v> Arguments<'v> {
    fn take(&mut self, way: ReferenceStyle) -> Result<(), Stop> {
        // Compares only the style, not the position in it, which changes with each argument.
        let is_same = std::mem::discriminant(&self.way) == std::mem::discriminant(&way);
        if self.way != ReferenceStyle::Unknown && !is_same {
            return Err(failure(
                "a format must select its values by order, by number or by name, not in two ways",
            ));
        }
        self.way = way;
        Ok(())
    }

    fn at(&self, place: usize) -> Result<&'v Value, Stop> {
        self.values.get(place).ok_or_else(|| failure("`sprintf` got fewer values than its format requires"))
    }

    fn next(&mut self) -> Result<&'v Value, Stop> {
        let place = if let ReferenceStyle::InOrder(next) = self.way { next } else { 0 };
        self.take(ReferenceStyle::InOrder(place + 1))?;
        self.at(place)
    }

    fn numbered(&mut self, number: usize) -> Result<&'v Value, Stop> {
        self.take(ReferenceStyle::ByNumber)?;
        self.at(number.checked_sub(1).ok_or_else(|| failure("the values of a format are counted from 1"))?)
    }

    fn named(&mut self, name: &str) -> Result<&'v Value, Stop> {
        self.take(ReferenceStyle::ByName)?;
        let [Value::Hash(hash)] = self.values else {
            return Err(failure("a format with names requires one hash"));
        };
        hash.get_text(name).ok_or_else(|| failure(format!("the hash has no key '{name}'")))
    }
}

/// Reads a single directive.
#[derive(Default)]
struct Reader<'v> {
    directive: Directive,
    /// The argument, if the directive selects it by number or name.
    value: Option<&'v Value>,
    /// Whether the directive selects a value by its name.
    has_selection: bool,
    /// Whether anything but a number or a name was read.
    has_other_parts: bool,
    /// Whether there was a point; the digits after it are the precision.
    has_point: bool,
}

impl<'v> Reader<'v> {
    /// Reads a directive and its argument; `None` for a literal percent sign.
    fn read(
        mut self,
        rest: &mut Chars<'_>,
        given: &mut Arguments<'v>,
    ) -> Result<Option<(Directive, &'v Value)>, Stop> {
        loop {
            let before = rest.clone();
            let Some(c) = rest.next() else {
                return Err(failure("the format ends in the middle of a directive"));
            };
            match c {
                '+' | ' ' | '-' | '0' | '#' => self.flag(c)?,
                '1'..='9' => self.number(digits(rest, c)?, rest, given)?,
                '*' => {
                    self.width_allowed()?;
                    let width = starred(rest, given)?;
                    self.directive.left |= width < 0;
                    self.directive.width = Some(bounded(width.unsigned_abs())?);
                }
                '.' => self.precision(rest, given)?,
                '<' | '{' => {
                    let value = self.name(if c == '<' { '>' } else { '}' }, rest, given)?;
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
                    // As in Ruby, a percent sign before a line break is literal, and the line break is written as well.
                    *rest = before;
                    return Ok(None);
                }
                letter => {
                    self.directive.letter = letter;
                    let value = match self.value {
                        Some(value) => value,
                        None => given.next()?,
                    };
                    return Ok(Some((self.directive, value)));
                }
            }
        }
    }

    fn flag(&mut self, c: char) -> Result<(), Stop> {
        if self.directive.width.is_some() || self.has_point {
            return Err(failure(format!("the flag `{c}` must come before width and precision")));
        }
        self.has_other_parts = true;
        match c {
            '+' => self.directive.plus = true,
            ' ' => self.directive.space = true,
            '-' => self.directive.left = true,
            '0' => self.directive.zero = true,
            _ => self.directive.alternate = true,
        }
        Ok(())
    }

    /// A width; or the number of an argument, if `$` follows.
    fn number(&mut self, number: usize, rest: &mut Chars<'_>, given: &mut Arguments<'v>) -> Result<(), Stop> {
        if !take_if(rest, '$') {
            self.width_allowed()?;
            self.directive.width = Some(number);
            return Ok(());
        }
        if self.value.is_some() {
            return Err(failure("a directive must select one value"));
        }
        self.value = Some(given.numbered(number)?);
        Ok(())
    }

    fn width_allowed(&mut self) -> Result<(), Stop> {
        self.has_other_parts = true;
        match (self.directive.width, self.has_point) {
            (None, false) => Ok(()),
            _ => Err(failure("a directive must have one width, before the precision")),
        }
    }

    fn precision(&mut self, rest: &mut Chars<'_>, given: &mut Arguments<'v>) -> Result<(), Stop> {
        if self.has_point {
            return Err(failure("a directive must have one precision"));
        }
        (self.has_point, self.has_other_parts) = (true, true);
        if take_if(rest, '*') {
            let precision = starred(rest, given)?;
            // A negative precision is ignored.
            self.directive.precision = u64::try_from(precision).ok().map(bounded).transpose()?;
            return Ok(());
        }
        self.directive.precision = Some(digits(rest, '0')?);
        Ok(())
    }

    fn name(
        &mut self,
        end: char,
        rest: &mut Chars<'_>,
        given: &mut Arguments<'v>,
    ) -> Result<&'v Value, Stop> {
        if self.has_selection {
            return Err(failure("a directive must select one value"));
        }
        self.has_selection = true;
        let Some((name, after)) = rest.as_str().split_once(end) else {
            return Err(failure(format!("the name of a value is not closed with `{end}`")));
        };
        *rest = after.chars();
        given.named(name)
    }
}

/// Consumes a character if it is the next one; returns whether it was.
fn take_if(rest: &mut Chars<'_>, wanted: char) -> bool {
    match rest.as_str().strip_prefix(wanted) {
        Some(after) => {
            *rest = after.chars();
            true
        }
        None => false,
    }
}

/// The argument for `*`: the next argument, or the one with the number that follows.
fn starred(rest: &mut Chars<'_>, given: &mut Arguments<'_>) -> Result<i64, Stop> {
    let mut ahead = rest.clone();
    let value = match ahead.next() {
        Some(c) if c.is_ascii_digit() => {
            let number = digits(&mut ahead, c)?;
            // `*2$` selects the second argument. Without `$`, the digits belong to what follows, and are read again.
            if take_if(&mut ahead, '$') {
                *rest = ahead;
                given.numbered(number)?
            } else {
                given.next()?
            }
        }
        _ => given.next()?,
    };
    match value {
        Value::Integer(n) => Ok(*n),
        other => Err(wrong("sprintf", "a whole number as width or precision", other)),
    }
}

/// Formats a value with a directive of Ruby's `sprintf`.
pub(super) fn write(directive: Directive, value: &Value, out: &mut String) -> Result<(), Stop> {
    let mut plain = String::new();
    match directive.letter {
        's' => text::ruby(value, &mut plain),
        // `%p` is Ruby's `inspect`, because `sprintf` is a function of Ruby; Puppet's `%p` exists in `String.new`.
        'p' => text::inspect(value, &mut plain),
        'c' => match value {
            Value::Integer(n) => plain.extend(u32::try_from(*n).ok().and_then(char::from_u32)),
            Value::Rich(rich) => match rich.get().numbers() {
                Some((n, _)) => plain.extend(u32::try_from(n).ok().and_then(char::from_u32)),
                None => return Err(wrong("sprintf", "a character", value)),
            },
            Value::String(text) if text.chars().nth(1).is_none() && !text.is_empty() => plain.push_str(text),
            other => return Err(wrong("sprintf", "a character", other)),
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
        plain = plain.chars().take(max).collect();
    }
    pad(&plain, directive, out);
    Ok(())
}

fn to_whole(value: &Value) -> Result<i64, Stop> {
    let found = match value {
        Value::Integer(n) => Some(*n),
        Value::Float(n) => number::truncated(*n),
        Value::String(text) => match number::from_text(text) {
            Some(Number::Integer(n)) => Some(n),
            _ => None,
        },
        Value::Rich(rich) => rich.get().numbers().and_then(|(whole, _)| i64::try_from(whole).ok()),
        _ => None,
    };
    found.ok_or_else(|| wrong("sprintf", "a whole number", value))
}

fn to_float(value: &Value) -> Result<f64, Stop> {
    let found = match value {
        Value::String(text) => number::from_text(text),
        Value::Rich(rich) => rich.get().numbers().map(|(_, number)| Number::Float(number)),
        other => Number::from_value(other),
    };
    found.map(Number::float).ok_or_else(|| wrong("sprintf", "a number", value))
}
