//! Functions on strings: `dos2unix`, `regexpescape`, `squeeze`, `swapcase`, `uriescape`, `stdlib::start_with` and
//! similar ones; and the notation of Ruby's methods for sets of characters.

use super::Answer;
use super::arguments::{string, wrong_type};
use modelwright_evaluation::evaluate::{Budget, HostError, Value};

/// Replaces each line break `\r\n` by `\n`.
pub(super) fn dos2unix(values: &[Value], _: &mut Budget) -> Answer {
    Ok(Value::string(&string("dos2unix", &values[0])?.replace("\r\n", "\n")))
}

/// Replaces each line break, and `\r` before it, by `\r\n`.
pub(super) fn unix2dos(values: &[Value], budget: &mut Budget) -> Answer {
    let text = string("unix2dos", &values[0])?;
    budget.charge(text.len(), text.len() * 2)?;
    let mut out = String::with_capacity(text.len() * 2);
    for line in text.split_inclusive('\n') {
        match line.strip_suffix('\n') {
            Some(line) => out.extend([line.trim_end_matches('\r'), "\r\n"]),
            None => out.push_str(line),
        }
    }
    Ok(Value::string(&out))
}

/// Changes a string, or the strings of an array; other elements of the array remain as they are.
fn change_strings(name: &str, value: &Value, change: &dyn Fn(&str) -> String) -> Answer {
    match value {
        Value::String(text) => Ok(Value::string(&change(text))),
        Value::Array(items) => {
            let changed = items.iter().map(|item| match item {
                Value::String(text) => Value::string(&change(text)),
                other => other.clone(),
            });
            Ok(Value::array(changed.collect()))
        }
        other => Err(wrong_type(name, "an array or a string", other)),
    }
}

/// Escapes the characters of a text, or of the texts in an array, that are special in a regular expression.
pub(super) fn regexpescape(values: &[Value], _: &mut Budget) -> Answer {
    change_strings("regexpescape", &values[0], &|text| {
        let mut out = String::with_capacity(text.len());
        for c in text.chars() {
            match c {
                '\n' => out.push_str("\\n"),
                '\t' => out.push_str("\\t"),
                '\r' => out.push_str("\\r"),
                '\x0B' => out.push_str("\\v"),
                '\x0C' => out.push_str("\\f"),
                ' ' | '[' | ']' | '{' | '}' | '(' | ')' | '|' | '-' | '*' | '.' | '\\' | '?' | '+' | '^'
                | '$' | '#' => out.extend(['\\', c]),
                c => out.push(c),
            }
        }
        out
    })
}

/// Replaces upper case by lower case and vice versa, in a text or in the texts of an array.
pub(super) fn swapcase(values: &[Value], _: &mut Budget) -> Answer {
    change_strings("swapcase", &values[0], &|text| {
        let mut out = String::with_capacity(text.len());
        for c in text.chars() {
            match c {
                c if c.is_uppercase() => out.extend(c.to_lowercase()),
                c => out.extend(c.to_uppercase()),
            }
        }
        out
    })
}

/// Escapes the characters of a text, or of the texts in an array, that a URI cannot contain.
pub(super) fn uriescape(values: &[Value], _: &mut Budget) -> Answer {
    change_strings("uriescape", &values[0], &|text| {
        let mut out = String::with_capacity(text.len());
        for c in text.chars() {
            if c.is_ascii_alphanumeric() || "-_.!~*'();/?:@&=+$,[]".contains(c) {
                out.push(c);
                continue;
            }
            let mut bytes = [0; 4];
            for byte in c.encode_utf8(&mut bytes).bytes() {
                out.push_str(&format!("%{byte:02X}"));
            }
        }
        out
    })
}

/// Strings in which repetitions of a character are one character; of all characters, or of those in a set.
pub(super) fn squeeze(values: &[Value], _: &mut Budget) -> Answer {
    if matches!(&values[0], Value::Array(items) if items.is_empty()) {
        return Ok(values[0].clone());
    }
    let set = match values.get(1).filter(|set| set.is_true()) {
        None => None,
        Some(set) => Some(CharSet::parse(string("squeeze", set)?)?),
    };
    let squeeze_value = |value: &Value| match value {
        Value::String(text) => Ok(Value::string(&without_repetition(text, set.as_ref()))),
        other => Err(wrong_type("squeeze", "strings", other)),
    };
    match &values[0] {
        Value::Array(items) => Ok(Value::array(items.iter().map(squeeze_value).collect::<Result<_, _>>()?)),
        other => squeeze_value(other),
    }
}

/// The text with one character for each sequence of equal characters, or, if there is a set, only for sequences of
/// characters of the set.
fn without_repetition(text: &str, set: Option<&CharSet>) -> String {
    let mut out = String::with_capacity(text.len());
    let mut previous = None;
    for c in text.chars() {
        if previous != Some(c) || set.is_some_and(|set| !set.contains(c)) {
            out.push(c);
        }
        previous = Some(c);
    }
    out
}

/// A set of characters in the notation of Ruby's `count`: `a-z`, `^a`, `\-`.
pub(super) struct CharSet {
    excludes: bool,
    ranges: Vec<(char, char)>,
}

impl CharSet {
    /// Reads a set.
    ///
    /// # Errors
    /// If a range ends before it starts.
    pub(super) fn parse(text: &str) -> Result<Self, HostError> {
        let excludes = text.starts_with('^') && text.len() > 1;
        let mut characters = text[usize::from(excludes)..].chars().peekable();
        let mut ranges = Vec::new();
        while let Some(c) = characters.next() {
            let first = if c == '\\' { characters.next().unwrap_or(c) } else { c };
            // The end of the range that starts at the character, which a backslash may escape. A hyphen at the end of
            // the text represents itself.
            let mut lookahead = characters.clone();
            let last = match (lookahead.next(), lookahead.next()) {
                (Some('-'), Some('\\')) => lookahead.next().inspect(|_| characters = lookahead),
                (Some('-'), Some(last)) => {
                    characters = lookahead;
                    Some(last)
                }
                _ => None,
            };
            let last = last.unwrap_or(first);
            if last < first {
                return Err(HostError::new(format!("the range `{first}-{last}` ends before it starts")));
            }
            ranges.push((first, last));
        }
        Ok(Self { excludes, ranges })
    }

    /// Whether a character is in the set.
    pub(super) fn contains(&self, c: char) -> bool {
        self.ranges.iter().any(|(first, last)| (*first..=*last).contains(&c)) != self.excludes
    }
}

/// `stdlib::start_with`: whether a text starts with one of the given texts.
pub(super) fn start_with(values: &[Value], _: &mut Budget) -> Answer {
    has_affix("stdlib::start_with", values, |text, affix| text.starts_with(affix))
}

/// `stdlib::end_with`: whether a text ends with one of the given texts.
pub(super) fn end_with(values: &[Value], _: &mut Budget) -> Answer {
    has_affix("stdlib::end_with", values, |text, affix| text.ends_with(affix))
}

/// Whether a text starts or ends with one of several texts, as `is_affix` tests. None of them may be empty.
fn has_affix(name: &str, values: &[Value], is_affix: fn(&str, &str) -> bool) -> Answer {
    let text = string(name, &values[0])?;
    let affixes = match &values[1] {
        Value::Array(affixes) => affixes.to_vec(),
        single => vec![single.clone()],
    };
    let mut is_found = false;
    for affix in &affixes {
        let affix = string(name, affix)?;
        if affix.is_empty() {
            return Err(HostError::new(format!("`{name}` requires texts that are not empty")));
        }
        is_found |= is_affix(text, affix);
    }
    if affixes.is_empty() {
        return Err(HostError::new(format!("`{name}` requires at least one text to compare with")));
    }
    Ok(Value::Boolean(is_found))
}

/// `stdlib::xml_encode`: escapes a text for the content of an XML element, or for an attribute.
pub(super) fn xml_encode(values: &[Value], _: &mut Budget) -> Answer {
    let text = string("stdlib::xml_encode", &values[0])?;
    let is_attribute = match values.get(1) {
        None => false,
        Some(kind) => match &**string("stdlib::xml_encode", kind)? {
            "text" => false,
            "attr" => true,
            _ => return Err(wrong_type("stdlib::xml_encode", "`text` or `attr`", kind)),
        },
    };
    let mut out = text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;");
    if is_attribute {
        out = format!("\"{}\"", out.replace('"', "&quot;"));
    }
    Ok(Value::string(&out))
}
