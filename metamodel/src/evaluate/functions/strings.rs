//! Functions on strings.

use super::super::budget::{Stop, failure};
use super::super::call::Lambda;
use super::super::regex::{Places, Regex};
use super::super::run::{Outcome, Run};
use super::super::value::{Array, Hash};
use super::super::{Value, operators::kind_of};
use super::wrong;
use std::rc::Rc;

/// Changes each string of a value: the value itself, or those in it.
fn each_string(
    run: &mut Run<'_>,
    name: &str,
    value: &Value,
    nested: bool,
    change: &dyn Fn(&str) -> String,
) -> Outcome {
    run.walk(value)?;
    match value {
        Value::Integer(_) | Value::Float(_) => Ok(value.clone()),
        Value::String(text) => {
            run.budget.produce(text.len())?;
            run.string(change(text))
        }
        Value::Array(items) => {
            let texts = items.iter().filter(|item| matches!(item, Value::String(_))).count();
            if !nested && texts != 0 && texts != items.len() {
                // Puppet knows no type for both together that would be narrow enough.
                return Err(wrong(name, "either strings or numbers", value));
            }
            let change = |run: &mut Run<'_>, item: &Value| match item {
                Value::Array(_) | Value::Hash(_) if !nested => Err(wrong(name, "strings and numbers", item)),
                other => each_string(run, name, other, nested, change),
            };
            let changed = items.iter().map(|item| change(run, item)).collect::<Result<Vec<_>, _>>()?;
            run.array(changed)
        }
        Value::Hash(hash) if nested => {
            let mut changed = Hash::default();
            for (key, value) in hash.pairs() {
                let key = each_string(run, name, key, nested, change)?;
                changed.insert(key, each_string(run, name, value, nested, change)?);
            }
            run.hash(changed)
        }
        other => Err(wrong(name, "strings", other)),
    }
}

pub(super) fn upcase(run: &mut Run<'_>, arguments: &[Value], _: Option<Lambda>) -> Outcome {
    each_string(run, "upcase", &arguments[0], true, &str::to_uppercase)
}

pub(super) fn downcase(run: &mut Run<'_>, arguments: &[Value], _: Option<Lambda>) -> Outcome {
    each_string(run, "downcase", &arguments[0], true, &str::to_lowercase)
}

pub(super) fn capitalize(run: &mut Run<'_>, arguments: &[Value], _: Option<Lambda>) -> Outcome {
    each_string(run, "capitalize", &arguments[0], false, &capitalized)
}

/// The first letter large, the others small.
pub(super) fn capitalized(text: &str) -> String {
    let mut rest = text.chars();
    match rest.next() {
        Some(first) => first.to_uppercase().chain(rest.as_str().to_lowercase().chars()).collect(),
        None => String::new(),
    }
}

/// What Ruby takes for blank at the start; at the end, also the null character.
const BLANK: [char; 7] = [' ', '\t', '\n', '\x0B', '\x0C', '\r', '\0'];

pub(super) fn stripped(text: &str) -> &str {
    text.trim_start_matches(BLANK).trim_end_matches(BLANK)
}

pub(super) fn strip(run: &mut Run<'_>, arguments: &[Value], _: Option<Lambda>) -> Outcome {
    each_string(run, "strip", &arguments[0], false, &|text| stripped(text).to_owned())
}

pub(super) fn lstrip(run: &mut Run<'_>, arguments: &[Value], _: Option<Lambda>) -> Outcome {
    each_string(run, "lstrip", &arguments[0], false, &|text| text.trim_start_matches(BLANK).to_owned())
}

pub(super) fn rstrip(run: &mut Run<'_>, arguments: &[Value], _: Option<Lambda>) -> Outcome {
    each_string(run, "rstrip", &arguments[0], false, &|text| text.trim_end_matches(BLANK).to_owned())
}

fn without_end(text: &str) -> &str {
    text.strip_suffix("\r\n").or_else(|| text.strip_suffix(['\n', '\r'])).unwrap_or(text)
}

pub(super) fn chomp(run: &mut Run<'_>, arguments: &[Value], _: Option<Lambda>) -> Outcome {
    each_string(run, "chomp", &arguments[0], false, &|text| without_end(text).to_owned())
}

pub(super) fn chop(run: &mut Run<'_>, arguments: &[Value], _: Option<Lambda>) -> Outcome {
    each_string(run, "chop", &arguments[0], false, &|text| match text.strip_suffix("\r\n") {
        Some(rest) => rest.to_owned(),
        None => {
            let mut rest = text.to_owned();
            rest.pop();
            rest
        }
    })
}

/// The regular expression that an argument is, or is the source of.
fn regex_of(run: &mut Run<'_>, function: &str, value: &Value, flags: &str) -> Result<Rc<Regex>, Stop> {
    match value {
        Value::String(source) => run.compile_with(source, flags),
        Value::Regexp(regex) => Ok(regex.clone()),
        Value::Type(ty) => match ty.regexp() {
            Some(source) => run.compile(source),
            None => Err(wrong(function, "a regular expression", value)),
        },
        other => Err(wrong(function, "a regular expression", other)),
    }
}

/// All matches, one behind the other.
fn matches(run: &mut Run<'_>, regex: &Regex, text: &str) -> Result<Vec<Places>, Stop> {
    let (mut found, mut at) = (Vec::new(), 0);
    run.budget.step(text.len() as u64 / 4 + 1)?;
    while let Some(places) = regex.find_at(text, at) {
        let Some((from, to)) = places.first().copied().flatten() else { break };
        // An expression that matches nothing far ahead is looked for again and again.
        run.budget.step((to - at) as u64 / 4 + 1)?;
        run.budget.produce(places.len() * 24)?;
        found.push(places);
        at = to;
        if from == to {
            match text[to..].chars().next() {
                Some(c) => at += c.len_utf8(),
                None => break,
            }
        }
    }
    Ok(found)
}

pub(super) fn split(run: &mut Run<'_>, arguments: &[Value], _: Option<Lambda>) -> Outcome {
    let Value::String(text) = &arguments[0] else { return Err(wrong("split", "a string", &arguments[0])) };
    let regex = regex_of(run, "split", &arguments[1], "")?;
    run.walk(&arguments[0])?;
    let mut parts = Vec::new();
    let mut start = 0;
    for places in matches(run, &regex, text)? {
        let Some((from, to)) = places[0] else { continue };
        if from == to && (from == 0 || from >= text.len()) {
            continue;
        }
        parts.push(Value::string(&text[start..from]));
        parts.extend(places[1..].iter().flatten().map(|(from, to)| Value::string(&text[*from..*to])));
        start = to;
    }
    parts.push(Value::string(&text[start..]));
    while parts.last().is_some_and(|part| matches!(part, Value::String(text) if text.is_empty())) {
        parts.pop();
    }
    run.budget.produce(text.len())?;
    run.array(parts)
}

pub(super) fn find(run: &mut Run<'_>, arguments: &[Value], _: Option<Lambda>) -> Outcome {
    match &arguments[0] {
        Value::String(text) => match_one(run, text, &arguments[1]),
        Value::Array(items) => {
            let mut found = Vec::with_capacity(items.len());
            for item in items.iter() {
                let Value::String(text) = item else { return Err(wrong("match", "strings", item)) };
                found.push(match_one(run, text, &arguments[1])?);
            }
            run.array(found)
        }
        other => Err(wrong("match", "a string or an array of strings", other)),
    }
}

fn match_one(run: &mut Run<'_>, text: &str, pattern: &Value) -> Outcome {
    let regexes = match pattern {
        Value::Array(patterns) => return match_any(run, text, patterns),
        Value::Type(ty) => match ty.patterns() {
            Some(all) => all.to_vec(),
            None => vec![regex_of(run, "match", pattern, "")?],
        },
        _ => vec![regex_of(run, "match", pattern, "")?],
    };
    for regex in regexes {
        run.budget.step(text.len() as u64 / 4 + 1)?;
        if let Some(places) = regex.find_at(text, 0) {
            let part = |place: &Option<(usize, usize)>| match place {
                Some((from, to)) => Value::string(&text[*from..*to]),
                None => Value::Undef,
            };
            let parts: Vec<_> = places.iter().map(part).collect();
            run.budget.produce(text.len())?;
            return run.array(parts);
        }
    }
    Ok(Value::Undef)
}

fn match_any(run: &mut Run<'_>, text: &str, patterns: &Array) -> Outcome {
    for pattern in patterns.iter() {
        let found = match_one(run, text, pattern)?;
        if found.is_true() {
            return Ok(found);
        }
    }
    Ok(Value::Undef)
}

pub(super) fn regsubst(run: &mut Run<'_>, arguments: &[Value], _: Option<Lambda>) -> Outcome {
    let flags = match arguments.get(3) {
        None => "",
        Some(Value::Undef) if matches!(arguments[1], Value::String(_)) => "",
        Some(Value::String(flags)) => flags,
        Some(other) => return Err(wrong("regsubst", "flags as a string", other)),
    };
    let allowed = if matches!(arguments[1], Value::String(_)) { "GEIM" } else { "G" };
    if let Some(flag) = flags.chars().find(|flag| !allowed.contains(*flag)) {
        return Err(failure(format!("`{flag}` is no flag of `regsubst`; here it takes {allowed}")));
    }
    let mut engine = String::new();
    for (flag, own) in [('E', 'x'), ('I', 'i'), ('M', 's')] {
        engine.extend(flags.contains(flag).then_some(own));
    }
    let regex = regex_of(run, "regsubst", &arguments[1], &engine)?;
    let replacement = &arguments[2];
    if !matches!(replacement, Value::String(_) | Value::Hash(_)) {
        return Err(wrong("regsubst", "a string or a hash to put in place", replacement));
    }
    let all = flags.contains('G');
    match &arguments[0] {
        Value::String(text) => replaced(run, &regex, text, replacement, all),
        Value::Array(items) => {
            let mut changed = Vec::with_capacity(items.len());
            for item in items.iter() {
                let Value::String(text) = item else { return Err(wrong("regsubst", "strings", item)) };
                changed.push(replaced(run, &regex, text, replacement, all)?);
            }
            run.array(changed)
        }
        other => Err(wrong("regsubst", "a string or an array of strings", other)),
    }
}

fn replaced(run: &mut Run<'_>, regex: &Regex, text: &Rc<str>, replacement: &Value, all: bool) -> Outcome {
    let mut found = if all {
        matches(run, regex, text)?
    } else {
        run.budget.step(text.len() as u64 / 4 + 1)?;
        regex.find_at(text, 0).into_iter().collect()
    };
    found.retain(|places| places.first().is_some_and(Option::is_some));
    let mut out = String::new();
    let mut start = 0;
    for places in found {
        let Some((from, to)) = places[0] else { continue };
        let before = out.len();
        out.push_str(&text[start..from]);
        match replacement {
            Value::String(with) => expand(with, text, &places, regex, &mut out),
            Value::Hash(hash) => match hash.get_text(&text[from..to]) {
                Some(Value::String(with)) => out.push_str(with),
                Some(other) => return Err(failure(format!("a value of type {} is no text", kind_of(other)))),
                None => {}
            },
            _ => {}
        }
        run.budget.produce(out.len() - before)?;
        start = to;
    }
    out.push_str(&text[start..]);
    run.string(out)
}

/// Writes what is put in place: `\0`, `\1` and `\k<name>` are what the groups matched.
fn expand(with: &str, text: &str, places: &Places, regex: &Regex, out: &mut String) {
    let group = |number: usize| match places.get(number) {
        Some(Some((from, to))) => &text[*from..*to],
        _ => "",
    };
    let mut rest = with.chars();
    while let Some(c) = rest.next() {
        if c != '\\' {
            out.push(c);
            continue;
        }
        match rest.clone().next() {
            Some(digit @ '0'..='9') => out.push_str(group(digit as usize - '0' as usize)),
            Some('&') => out.push_str(group(0)),
            Some('`') => out.push_str(&text[..places[0].map_or(0, |place| place.0)]),
            Some('\'') => out.push_str(&text[places[0].map_or(0, |place| place.1)..]),
            Some('\\') => out.push('\\'),
            Some('k') => {
                let name = rest.as_str().strip_prefix("k<").and_then(|rest| rest.split_once('>'));
                let Some((name, after)) = name else {
                    out.push('\\');
                    continue;
                };
                out.push_str(regex.group(name).map_or("", group));
                rest = after.chars();
                continue;
            }
            _ => {
                out.push('\\');
                continue;
            }
        }
        rest.next();
    }
}
