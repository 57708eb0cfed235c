//! Ruby's methods of strings in templates.

use super::methods::{Call, match_result, symbol};
use super::operators;
use super::run::{Outcome, Run, Stop, caused, problem, unsupported};
use super::value::RubyValue;
use crate::functions::stdlib::{text_to_i, words};
use modelwright_evaluation::evaluate::Regex;

/// How many bytes of the receiver a method reads in one step of the budget.
const BYTES_PER_STEP: usize = 16;
/// The characters that Ruby strips.
const BLANK: [char; 7] = [' ', '\t', '\n', '\x0B', '\x0C', '\r', '\0'];

/// Calls a method of a string.
pub(super) fn call(run: &mut Run<'_>, text: &str, call: &Call<'_>) -> Outcome {
    run.charge(text.len() / BYTES_PER_STEP + 1, text.len(), call.offset)?;
    if call.block.is_some() {
        return Err(call.unsupported(&RubyValue::string(text)));
    }
    let string = |changed: &str| Ok(RubyValue::string(changed));
    match (call.name, call.arguments) {
        ("empty?", []) => Ok(RubyValue::Boolean(text.is_empty())),
        ("length" | "size", []) => Ok(RubyValue::count(text.chars().count())),
        ("to_str", []) => string(text),
        ("to_sym" | "intern", []) => Ok(symbol(text)),
        ("upcase", []) => string(&text.to_uppercase()),
        ("downcase", []) => string(&text.chars().flat_map(char::to_lowercase).collect::<String>()),
        ("capitalize", []) => string(&capitalized(text)),
        ("strip", []) => string(text.trim_start_matches(BLANK).trim_end_matches(BLANK)),
        ("lstrip", []) => string(text.trim_start_matches(BLANK)),
        ("rstrip", []) => string(text.trim_end_matches(BLANK)),
        ("chomp", []) => {
            string(text.strip_suffix("\r\n").or_else(|| text.strip_suffix(['\n', '\r'])).unwrap_or(text))
        }
        ("chomp", [RubyValue::String(end)]) if !end.is_empty() && &**end != "\n" => {
            string(text.strip_suffix(&**end).unwrap_or(text))
        }
        ("reverse", []) => string(&text.chars().rev().collect::<String>()),
        ("chars", []) => {
            Ok(RubyValue::array(text.chars().map(|c| RubyValue::string(&c.to_string())).collect()))
        }
        ("lines", []) => Ok(RubyValue::array(text.split_inclusive('\n').map(RubyValue::string).collect())),
        ("to_i", []) => {
            let number = text_to_i(text).and_then(|number| i64::try_from(number).ok());
            let number = number.map(RubyValue::Integer);
            number.ok_or_else(|| problem("this number needs more than 64 bits", call.offset))
        }
        ("include?", [RubyValue::String(part)]) => Ok(RubyValue::Boolean(text.contains(&**part))),
        ("index", [RubyValue::String(part)]) => Ok(match text.find(&**part) {
            Some(offset) => RubyValue::count(text[..offset].chars().count()),
            None => RubyValue::Nil,
        }),
        ("start_with?", starts) => is_any(starts, call, |start| text.starts_with(start)),
        ("end_with?", ends) => is_any(ends, call, |end| text.ends_with(end)),
        ("split", arguments) => split(text, arguments, call),
        ("gsub", [RubyValue::String(from), RubyValue::String(to)])
            if !from.is_empty() && !to.contains('\\') =>
        {
            run.charge(1, text.len().saturating_mul(to.len().max(1)), call.offset)?;
            string(&text.replace(&**from, to))
        }
        ("sub", [RubyValue::String(from), RubyValue::String(to)]) if !to.contains('\\') => {
            string(&text.replacen(&**from, to, 1))
        }
        ("gsub" | "sub", [RubyValue::Regex(regex), RubyValue::String(to)]) => {
            replaced(run, text, regex, to, call)
        }
        ("match" | "match?", [RubyValue::String(pattern)]) => {
            let regex =
                Regex::compiled(pattern, run.scope.budget()).map_err(|error| caused(error, call.offset))?;
            let is_match = operators::matches(
                run,
                &RubyValue::string(text),
                &RubyValue::Regex(regex.into()),
                call.offset,
            )?;
            Ok(match_result(call.name, is_match))
        }
        ("match" | "match?" | "=~", [pattern @ RubyValue::Regex(_)]) => {
            let is_match = operators::matches(run, &RubyValue::string(text), pattern, call.offset)?;
            Ok(match_result(call.name, is_match))
        }
        ("[]", keys) => operators::index(&RubyValue::string(text), keys, call.offset),
        ("tr", [RubyValue::String(from), RubyValue::String(to)]) => tr(text, from, to, call),
        ("center" | "ljust" | "rjust", [RubyValue::Integer(width)]) => padded(run, text, *width, " ", call),
        ("center" | "ljust" | "rjust", [RubyValue::Integer(width), RubyValue::String(pad)])
            if pad.chars().count() == 1 =>
        {
            padded(run, text, *width, pad, call)
        }
        _ => Err(call.unsupported(&RubyValue::string(text))),
    }
}

/// Ruby's `Regexp.escape`.
pub(super) fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        let letter = match c {
            '\n' => 'n',
            '\t' => 't',
            '\r' => 'r',
            '\x0B' => 'v',
            '\x0C' => 'f',
            '[' | ']' | '{' | '}' | '(' | ')' | '|' | '-' | '*' | '.' | '\\' | '?' | '+' | '^' | '$'
            | '#' | ' ' => c,
            _ => {
                out.push(c);
                continue;
            }
        };
        out.push('\\');
        out.push(letter);
    }
    out
}

/// A text with its first letter in upper case, and all others in lower case.
fn capitalized(text: &str) -> String {
    let mut characters = text.chars();
    let first = characters.next().into_iter().flat_map(char::to_uppercase);
    first.collect::<String>() + &characters.flat_map(char::to_lowercase).collect::<String>()
}

/// Whether a test is true for one of the arguments, which must be texts.
fn is_any(arguments: &[RubyValue], call: &Call<'_>, test: impl Fn(&str) -> bool) -> Outcome {
    let mut is_true = false;
    // All arguments are visited, because each one must be a text, also after one for which the test is true.
    for argument in arguments {
        let RubyValue::String(text) = argument else { return Err(call.unsupported(argument)) };
        is_true |= test(text);
    }
    Ok(RubyValue::Boolean(is_true))
}

/// Ruby's `split` with a text as the separator.
fn split(text: &str, arguments: &[RubyValue], call: &Call<'_>) -> Outcome {
    let mut parts: Vec<&str> = match arguments {
        [] => words(text).collect(),
        [RubyValue::String(separator)] if &**separator == " " => words(text).collect(),
        [RubyValue::String(separator)] if !separator.is_empty() => text.split(&**separator).collect(),
        _ => return Err(call.unsupported(&RubyValue::string(text))),
    };
    // Ruby does not return empty texts at the end.
    while parts.last().is_some_and(|part| part.is_empty()) {
        parts.pop();
    }
    Ok(RubyValue::array(parts.into_iter().map(RubyValue::string).collect()))
}

/// A text in which matches are replaced: the first one for `sub`, all for `gsub`. The replacement may refer to groups
/// by number.
fn replaced(run: &mut Run<'_>, text: &str, regex: &Regex, replacement: &str, call: &Call<'_>) -> Outcome {
    let mut out = String::new();
    let (mut start, mut search_start) = (0, 0);
    loop {
        let result = regex.search(text, search_start, run.scope.budget());
        let Some(spans) = result.map_err(|error| caused(error, call.offset))? else { break };
        // The first span is that of the complete match.
        let Some(Some((from, to))) = spans.first().copied() else { break };
        run.charge(1, from - start + replacement.len(), call.offset)?;
        out.push_str(&text[start..from]);
        expand(replacement, text, &spans, &mut out).ok_or_else(|| {
            unsupported("this form of a replacement is not supported in templates", call.offset)
        })?;
        start = to;
        search_start = to;
        if from == to {
            // After an empty match, the search continues after the next character.
            let Some(c) = text[to..].chars().next() else { break };
            search_start += c.len_utf8();
        }
        if call.name == "sub" {
            break;
        }
    }
    out.push_str(&text[start..]);
    Ok(RubyValue::string(&out))
}

/// Appends a replacement in which `\1` and so on are the groups of a match; `None` if an escape is not supported.
fn expand(replacement: &str, text: &str, spans: &[Option<(usize, usize)>], out: &mut String) -> Option<()> {
    let mut characters = replacement.chars();
    while let Some(c) = characters.next() {
        if c != '\\' {
            out.push(c);
            continue;
        }
        match characters.next()? {
            digit @ '0'..='9' => {
                let group = spans.get(digit.to_digit(10)? as usize).copied().flatten();
                out.push_str(group.map_or("", |(from, to)| &text[from..to]));
            }
            '\\' => out.push('\\'),
            _ => return None,
        }
    }
    Some(())
}

/// Ruby's `tr`, for sets of characters without ranges, escapes and `^`. If `to` is shorter than `from`, its last
/// character replaces the remaining characters of `from`.
fn tr(text: &str, from: &str, to: &str, call: &Call<'_>) -> Outcome {
    let is_plain =
        |set: &str| !set.is_empty() && !set.contains(['\\', '^']) && !set.trim_matches('-').contains('-');
    if !is_plain(from) || !is_plain(to) {
        return Err(call.unsupported(&RubyValue::string(text)));
    }
    let (from, to): (Vec<char>, Vec<char>) = (from.chars().collect(), to.chars().collect());
    let replacement_of = |c: char| {
        let Some(position) = from.iter().position(|replaced| *replaced == c) else { return c };
        to.get(position).or(to.last()).copied().unwrap_or(c)
    };
    Ok(RubyValue::string(&text.chars().map(replacement_of).collect::<String>()))
}

/// A text with padding, so that it has at least a width.
fn padded(run: &mut Run<'_>, text: &str, width: i64, pad: &str, call: &Call<'_>) -> Result<RubyValue, Stop> {
    let missing_count = usize::try_from(width).unwrap_or(0).saturating_sub(text.chars().count());
    run.charge(1, missing_count * pad.len(), call.offset)?;
    let (left, right) = match call.name {
        "ljust" => (0, missing_count),
        "rjust" => (missing_count, 0),
        // `center` adds one more on the right if the number is odd.
        _ => (missing_count / 2, missing_count - missing_count / 2),
    };
    Ok(RubyValue::string(&format!("{}{text}{}", pad.repeat(left), pad.repeat(right))))
}
