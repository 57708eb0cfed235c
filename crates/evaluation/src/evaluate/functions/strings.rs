//! Functions on strings.

use super::super::call::Lambda;
use super::super::failure::{Stop, failure};
use super::super::regex::{GroupSpans, NO_FLAGS, Regex};
use super::super::run::{Outcome, Run};
use super::super::value::{Array, BYTES_PER_STEP, Hash};
use super::super::{Value, operators::kind_of};
use super::wrong_argument;
use std::sync::Arc;

/// How the strings of an argument may be nested.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Nesting {
    /// A string, or an array of strings.
    Flat,
    /// Also hashes, and collections inside of collections.
    Any,
}

/// Converts the strings of a value: the value itself, or its elements.
fn each_string(
    run: &mut Run<'_>,
    name: &str,
    value: &Value,
    nesting: Nesting,
    convert: &dyn Fn(&str) -> String,
) -> Outcome {
    let accepts_nested = nesting == Nesting::Any;
    run.charge_walk(value)?;
    match value {
        // As in Puppet, numbers are accepted and returned unchanged.
        Value::Integer(_) | Value::Float(_) => Ok(value.clone()),
        Value::String(text) => {
            run.budget.allocate(text.len())?;
            run.string(convert(text))
        }
        Value::Array(items) => {
            let text_count = items.iter().filter(|item| matches!(item, Value::String(_))).count();
            if !accepts_nested && text_count != 0 && text_count != items.len() {
                // Puppet also rejects a mixed array, because the type that it infers for the elements is wider than
                // that of the parameter.
                return Err(wrong_argument(name, "either strings or numbers", value));
            }
            let converted = items
                .iter()
                .map(|item| match item {
                    Value::Array(_) | Value::Hash(_) if !accepts_nested => {
                        Err(wrong_argument(name, "strings and numbers", item))
                    }
                    other => each_string(run, name, other, nesting, convert),
                })
                .collect::<Result<Vec<_>, _>>()?;
            run.array(converted)
        }
        // As in Puppet, `upcase` and `downcase` also change the keys; other functions do not accept hashes.
        Value::Hash(hash) if accepts_nested => {
            let mut converted = Hash::default();
            for (key, value) in hash.pairs() {
                let key = each_string(run, name, key, nesting, convert)?;
                converted.insert(key, each_string(run, name, value, nesting, convert)?);
            }
            run.hash(converted)
        }
        other => Err(wrong_argument(name, "strings", other)),
    }
}

/// `camelcase`: each part between underscores starts with a capital letter; the underscores are removed.
pub(super) fn camel_case(run: &mut Run<'_>, arguments: &[Value], _: Option<Lambda>) -> Outcome {
    each_string(run, "camelcase", &arguments[0], Nesting::Flat, &|text| {
        text.split('_').map(capitalised).collect()
    })
}

/// `upcase`: the strings in upper case.
pub(super) fn upcase(run: &mut Run<'_>, arguments: &[Value], _: Option<Lambda>) -> Outcome {
    each_string(run, "upcase", &arguments[0], Nesting::Any, &str::to_uppercase)
}

/// `downcase`: the strings in lower case.
pub(super) fn downcase(run: &mut Run<'_>, arguments: &[Value], _: Option<Lambda>) -> Outcome {
    each_string(run, "downcase", &arguments[0], Nesting::Any, &lowered)
}

/// The text in lower case. As in Ruby, each character is converted separately, so a final sigma gets no special form.
pub(super) fn lowered(text: &str) -> String {
    text.chars().flat_map(char::to_lowercase).collect()
}

/// `capitalize`: the first letter of each string in upper case, the others in lower case.
pub(super) fn capitalize(run: &mut Run<'_>, arguments: &[Value], _: Option<Lambda>) -> Outcome {
    each_string(run, "capitalize", &arguments[0], Nesting::Flat, &capitalised)
}

/// The first letter in upper case, the others in lower case.
pub(super) fn capitalised(text: &str) -> String {
    let mut characters = text.chars();
    let mut out = String::with_capacity(text.len());
    if let Some(first) = characters.next() {
        write_title_case(first, &mut out);
        out.extend(characters.flat_map(char::to_lowercase));
    }
    out
}

/// Writes a letter in title case, as Ruby does: of a digraph, only the first letter is in upper case.
fn write_title_case(c: char, out: &mut String) {
    let title_letter = match c {
        // Each of these digraphs has three letters: in upper, in title and in lower case.
        '\u{1C4}'..='\u{1CC}' => char::from_u32(0x1C5 + (u32::from(c) - u32::from('\u{1C4}')) / 3 * 3),
        '\u{1F1}'..='\u{1F3}' => Some('\u{1F2}'),
        // Greek letters with iota subscript have their own title case, at a fixed distance in Unicode.
        '\u{1F80}'..='\u{1FAF}' => char::from_u32(u32::from(c) | 8),
        '\u{1FB3}' | '\u{1FC3}' | '\u{1FF3}' => char::from_u32(u32::from(c) + 9),
        '\u{1FBC}' | '\u{1FCC}' | '\u{1FFC}' => Some(c),
        _ => None,
    };
    if let Some(title_letter) = title_letter {
        out.push(title_letter);
        return;
    }
    let mut upper_case = c.to_uppercase();
    out.extend(upper_case.next());
    for part in upper_case {
        match (c, part) {
            // The first character of `ŉ` in upper case is an apostrophe, so the letter after it stays in upper case.
            ('\u{149}', _) => out.push(part),
            // An iota after the first letter is written as a sign below that letter.
            (_, '\u{399}') => out.push('\u{345}'),
            _ => out.extend(part.to_lowercase()),
        }
    }
}

/// The characters that Ruby strips at both ends of a string, including the null character.
const BLANK: [char; 7] = [' ', '\t', '\n', '\x0B', '\x0C', '\r', '\0'];

/// A text without blanks at both ends.
pub(super) fn stripped(text: &str) -> &str {
    text.trim_start_matches(BLANK).trim_end_matches(BLANK)
}

/// `strip`: the strings without blanks at both ends.
pub(super) fn strip(run: &mut Run<'_>, arguments: &[Value], _: Option<Lambda>) -> Outcome {
    each_string(run, "strip", &arguments[0], Nesting::Flat, &|text| stripped(text).to_owned())
}

/// `lstrip`: the strings without blanks at the start.
pub(super) fn lstrip(run: &mut Run<'_>, arguments: &[Value], _: Option<Lambda>) -> Outcome {
    each_string(run, "lstrip", &arguments[0], Nesting::Flat, &|text| {
        text.trim_start_matches(BLANK).to_owned()
    })
}

/// `rstrip`: the strings without blanks at the end.
pub(super) fn rstrip(run: &mut Run<'_>, arguments: &[Value], _: Option<Lambda>) -> Outcome {
    each_string(run, "rstrip", &arguments[0], Nesting::Flat, &|text| text.trim_end_matches(BLANK).to_owned())
}

/// A text without the line break at its end.
fn without_line_break(text: &str) -> &str {
    text.strip_suffix("\r\n").or_else(|| text.strip_suffix(['\n', '\r'])).unwrap_or(text)
}

/// `chomp`: the strings without the line break at their end.
pub(super) fn chomp(run: &mut Run<'_>, arguments: &[Value], _: Option<Lambda>) -> Outcome {
    each_string(run, "chomp", &arguments[0], Nesting::Flat, &|text| without_line_break(text).to_owned())
}

/// `chop`: the strings without their last character; a line break counts as one.
pub(super) fn chop(run: &mut Run<'_>, arguments: &[Value], _: Option<Lambda>) -> Outcome {
    each_string(run, "chop", &arguments[0], Nesting::Flat, &|text| match text.strip_suffix("\r\n") {
        Some(shortened) => shortened.to_owned(),
        None => {
            let mut shortened = text.to_owned();
            shortened.pop();
            shortened
        }
    })
}

/// The regular expression of an argument; a string or a `Regexp` type is compiled first. `flags` apply only to a
/// string.
fn regex_of(run: &mut Run<'_>, function: &str, value: &Value, flags: &str) -> Result<Arc<Regex>, Stop> {
    match value {
        Value::String(source) => run.compile_with(source, flags),
        Value::Regexp(regex) => Ok(regex.clone()),
        Value::Type(ty) => match ty.regexp() {
            Some(source) => run.compile(source),
            None => Err(wrong_argument(function, "a regular expression", value)),
        },
        other => Err(wrong_argument(function, "a regular expression", other)),
    }
}

/// All matches of an expression in a text, in order.
fn matches(run: &mut Run<'_>, regex: &Regex, text: &str) -> Result<Vec<GroupSpans>, Stop> {
    let (mut matches, mut search_start) = (Vec::new(), 0);
    run.budget.step(regex.search_cost(text.len()))?;
    while let Some(groups) = regex.find_at(text, search_start) {
        let Some((from, to)) = groups.first().copied().flatten() else { break };
        // The engine may have read text after this match, and reads it again for the next one, so the second
        // reading is charged.
        run.budget.step(regex.search_cost(regex.reach().min(text.len() - to)))?;
        run.budget.allocate(groups.len() * size_of::<Option<(usize, usize)>>())?;
        matches.push(groups);
        search_start = to;
        if from == to {
            // After an empty match, the search continues one character later, because it would find the same match
            // again.
            match text[to..].chars().next() {
                Some(c) => search_start += c.len_utf8(),
                None => break,
            }
        }
    }
    Ok(matches)
}

/// `split`: the parts of a text between the matches of an expression.
pub(super) fn split(run: &mut Run<'_>, arguments: &[Value], _: Option<Lambda>) -> Outcome {
    let Value::String(text) = &arguments[0] else {
        return Err(wrong_argument("split", "a string", &arguments[0]));
    };
    let regex = regex_of(run, "split", &arguments[1], NO_FLAGS)?;
    run.charge_walk(&arguments[0])?;
    let mut parts = Vec::new();
    let mut start = 0;
    for groups in matches(run, &regex, text)? {
        let Some((from, to)) = groups[0] else { continue };
        // As in Ruby, an empty match separates characters, but creates no empty parts at the ends.
        if from == to && (from == 0 || from >= text.len()) {
            continue;
        }
        parts.push(run.copy_str(&text[start..from])?);
        // As in Ruby, the groups of the separator become parts, too.
        for (from, to) in groups[1..].iter().flatten() {
            parts.push(run.copy_str(&text[*from..*to])?);
        }
        start = to;
    }
    parts.push(Value::string(&text[start..]));
    // As in Ruby, empty strings at the end are removed.
    while parts.last().is_some_and(|part| matches!(part, Value::String(text) if text.is_empty())) {
        parts.pop();
    }
    run.array(parts)
}

/// `match`: the first match and its groups as an array; for an array of strings, an array of such arrays.
pub(super) fn find(run: &mut Run<'_>, arguments: &[Value], _: Option<Lambda>) -> Outcome {
    match &arguments[0] {
        Value::String(text) => match_one(run, text, &arguments[1]),
        Value::Array(items) => {
            let mut matches = Vec::with_capacity(items.len());
            for item in items.iter() {
                let Value::String(text) = item else { return Err(wrong_argument("match", "strings", item)) };
                matches.push(match_one(run, text, &arguments[1])?);
            }
            run.array(matches)
        }
        other => Err(wrong_argument("match", "a string or an array of strings", other)),
    }
}

/// The first match of a pattern in a text and its groups, as an array; undef if nothing matches.
fn match_one(run: &mut Run<'_>, text: &str, pattern: &Value) -> Outcome {
    run.charge_walk(pattern)?;
    let regexes = match pattern {
        Value::Array(patterns) => return match_any(run, text, patterns),
        Value::Type(ty) => match ty.patterns() {
            Some(patterns) => patterns.to_vec(),
            None => vec![regex_of(run, "match", pattern, NO_FLAGS)?],
        },
        _ => vec![regex_of(run, "match", pattern, NO_FLAGS)?],
    };
    for regex in regexes {
        run.budget.step(regex.search_cost(text.len()))?;
        if let Some(groups) = regex.spans(text) {
            let mut parts = Vec::with_capacity(groups.len());
            for group in groups {
                parts.push(match group {
                    Some((from, to)) => run.copy_str(&text[from..to])?,
                    None => Value::Undef,
                });
            }
            return run.array(parts);
        }
    }
    Ok(Value::Undef)
}

/// The match of the first of several patterns that matches; undef if none does.
fn match_any(run: &mut Run<'_>, text: &str, patterns: &Array) -> Outcome {
    for pattern in patterns.iter() {
        let result = match_one(run, text, pattern)?;
        if result.is_true() {
            return Ok(result);
        }
    }
    Ok(Value::Undef)
}

/// `regsubst`: replaces the first match of an expression in the strings, or all matches with the flag `G`.
pub(super) fn regsubst(run: &mut Run<'_>, arguments: &[Value], _: Option<Lambda>) -> Outcome {
    let flags = match arguments.get(3) {
        None => "",
        Some(Value::Undef) if matches!(arguments[1], Value::String(_)) => "",
        Some(Value::String(flags)) => flags,
        Some(other) => return Err(wrong_argument("regsubst", "flags as a string", other)),
    };
    // A compiled regular expression already has its own flags, so only `G` is allowed.
    let valid_flags = if matches!(arguments[1], Value::String(_)) { "GEIM" } else { "G" };
    if let Some(flag) = flags.chars().find(|flag| !valid_flags.contains(*flag)) {
        return Err(failure(format!(
            "`{flag}` is not among the flags `{valid_flags}`, which `regsubst` accepts here"
        )));
    }
    // The first flags are those of Puppet: extended syntax, letters in any case, and points that match line breaks.
    let mut regex_flags = String::new();
    for (flag, regex_flag) in [('E', 'x'), ('I', 'i'), ('M', 'm')] {
        regex_flags.extend(flags.contains(flag).then_some(regex_flag));
    }
    let regex = regex_of(run, "regsubst", &arguments[1], &regex_flags)?;
    let replacement = &arguments[2];
    if !matches!(replacement, Value::String(_) | Value::Hash(_)) {
        return Err(wrong_argument("regsubst", "a string or a hash as replacement", replacement));
    }
    let is_global = flags.contains('G');
    match &arguments[0] {
        Value::String(text) => replaced(run, &regex, text, replacement, is_global),
        Value::Array(items) => {
            let mut changed = Vec::with_capacity(items.len());
            for item in items.iter() {
                let Value::String(text) = item else {
                    return Err(wrong_argument("regsubst", "strings", item));
                };
                changed.push(replaced(run, &regex, text, replacement, is_global)?);
            }
            run.array(changed)
        }
        other => Err(wrong_argument("regsubst", "a string or an array of strings", other)),
    }
}

/// A text with the first match or all matches of an expression replaced.
fn replaced(
    run: &mut Run<'_>,
    regex: &Regex,
    text: &Arc<str>,
    replacement: &Value,
    replaces_all: bool,
) -> Outcome {
    let found_matches = if replaces_all {
        matches(run, regex, text)?
    } else {
        run.budget.step(regex.search_cost(text.len()))?;
        regex.spans(text).into_iter().collect()
    };
    let mut out = String::new();
    let mut start = 0;
    for groups in found_matches {
        let Some(&Some((from, to))) = groups.first() else { continue };
        run.budget.allocate(from - start)?;
        out.push_str(&text[start..from]);
        match replacement {
            Value::String(replacement) => expand(run, replacement, text, &groups, regex, &mut out)?,
            Value::Hash(hash) => match hash.get_text(&text[from..to]) {
                Some(Value::String(replacement)) => push(run, replacement, &mut out)?,
                Some(other) => {
                    return Err(failure(format!("a value of type {} is not a string", kind_of(other))));
                }
                // As in Ruby's `gsub`, a match that is not a key of the hash is removed.
                None => {}
            },
            _ => {}
        }
        start = to;
    }
    out.push_str(&text[start..]);
    run.string(out)
}

/// Writes the replacement, in which `\0`, `\1` and `\k<name>` are replaced by the groups of a match in `text`.
fn expand(
    run: &mut Run<'_>,
    replacement: &str,
    text: &str,
    groups: &GroupSpans,
    regex: &Regex,
    out: &mut String,
) -> Result<(), Stop> {
    let group = |number: usize| match groups.get(number) {
        Some(Some((from, to))) => &text[*from..*to],
        _ => "",
    };
    let (match_start, match_end) = groups[0].unwrap_or_default();
    run.budget.step((replacement.len() / BYTES_PER_STEP + 1) as u64)?;
    // The replacement is charged before it is written, because each match may insert a long one.
    run.budget.allocate(replacement.len())?;
    let mut characters = replacement.chars();
    while let Some(c) = characters.next() {
        if c != '\\' {
            out.push(c);
            continue;
        }
        // Only looks ahead, because a character with no meaning after a backslash is written by the next step.
        let part = match characters.clone().next() {
            // As in Ruby, groups are not numbered if some of them have names.
            Some('1'..='9') if regex.is_named() => "",
            Some(digit @ '0'..='9') => group(digit as usize - '0' as usize),
            Some('&') => group(0),
            Some('`') => &text[..match_start],
            Some('\'') => &text[match_end..],
            Some('\\') => "\\",
            Some('k') => {
                let name_and_rest =
                    characters.as_str().strip_prefix("k<").and_then(|text| text.split_once('>'));
                let Some((name, after_name)) = name_and_rest else {
                    out.push('\\');
                    continue;
                };
                characters = after_name.chars();
                push(run, regex.group(name).map_or("", group), out)?;
                continue;
            }
            _ => {
                out.push('\\');
                continue;
            }
        };
        push(run, part, out)?;
        characters.next();
    }
    Ok(())
}

/// Writes a part of a replacement, and charges for it.
fn push(run: &mut Run<'_>, part: &str, out: &mut String) -> Result<(), Stop> {
    run.budget.step(1)?;
    run.budget.allocate(part.len())?;
    out.push_str(part);
    Ok(())
}
