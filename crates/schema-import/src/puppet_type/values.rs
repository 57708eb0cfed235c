//! The values that an attribute allows, and defaults.

use crate::declarations::{Type, Value};
use crate::ruby::{Kind, Node};
use rustc_hash::FxHashSet;

/// The type of an attribute that nothing restricts.
pub(super) fn any() -> Type {
    Type::Word("Data")
}

/// What an attribute allows.
#[derive(Debug, Default)]
pub(super) struct Allowed {
    texts: Vec<String>,
    known: FxHashSet<String>,
    patterns: Vec<String>,
    /// Whether values are missing, so that all are allowed.
    pub(super) is_open: bool,
    pub(super) is_boolean: bool,
    /// The type that checks and parents require.
    pub(super) value_type: Option<Type>,
}

impl Allowed {
    pub(super) fn is_empty(&self) -> bool {
        self.texts.is_empty() && self.patterns.is_empty()
    }

    pub(super) fn presence(&mut self) {
        self.add_text("present");
        self.add_text("absent");
    }

    pub(super) fn add_text(&mut self, text: &str) {
        if self.known.insert(text.to_owned()) {
            self.texts.push(text.to_owned());
        }
    }

    /// Adds a value of `newvalues`; `false` if it is computed.
    pub(super) fn add(&mut self, value: &Node) -> bool {
        match &value.kind {
            Kind::Regex(pattern, flags) => self.patterns.push(flagged(pattern, flags)),
            Kind::Boolean(value) => self.add_text(&value.to_string()),
            Kind::Number(digits) => self.add_text(digits),
            _ => match value.text() {
                Some(text) => self.add_text(&text),
                None => return false,
            },
        }
        true
    }

    /// Requires a type as well; `false` if that cannot be expressed.
    pub(super) fn restrict(&mut self, value_type: Type) -> bool {
        if !self.is_empty() || self.is_boolean || self.value_type.is_some() {
            return self.value_type.as_ref() == Some(&value_type);
        }
        self.value_type = Some(value_type);
        true
    }

    /// The type of the values.
    pub(super) fn value_type(&self) -> Type {
        if self.is_open {
            return any();
        }
        let is_truth = |text: &String| text == "true" || text == "false";
        let truths = self.texts.iter().filter(|text| is_truth(text)).count();
        if self.is_empty() {
            return match (&self.value_type, self.is_boolean) {
                (Some(value_type), false) => value_type.clone(),
                (_, true) => Type::Word("Boolean"),
                (None, false) => any(),
            };
        }
        if !self.patterns.is_empty() {
            return self.pattern();
        }
        // Without a literal of its own, Puppet's `true` is written as a Boolean.
        match truths {
            2 if self.texts.len() == 2 => Type::Word("Boolean"),
            2 => {
                let others = self.texts.iter().filter(|text| !is_truth(text)).cloned().collect();
                Type::Variant(vec![Type::Word("Boolean"), Type::Enum(others)])
            }
            _ => Type::Enum(self.texts.clone()),
        }
    }

    /// One pattern for listed texts and regular expressions, since that type may have a default.
    fn pattern(&self) -> Type {
        let mut patterns: Vec<String> =
            self.texts.iter().map(|text| format!(r"\A{}\z", escaped(text))).collect();
        patterns.extend(self.patterns.iter().cloned());
        let is_number = self.patterns.iter().any(|pattern| is_digits(pattern));
        let texts = Type::Pattern(patterns);
        if is_number { Type::Variant(vec![Type::Integer { min: Some(0), max: None }, texts]) } else { texts }
    }
}

/// A pattern with its flags.
pub(super) fn flagged(pattern: &str, flags: &str) -> String {
    let flags: String = ['i', 'm', 'x'].into_iter().filter(|flag| flags.contains(*flag)).collect();
    if flags.is_empty() { pattern.to_owned() } else { format!("(?{flags}:{pattern})") }
}

/// A text as a pattern.
pub(super) fn escaped(text: &str) -> String {
    let mut out = String::new();
    for c in text.chars() {
        if c.is_ascii_punctuation() && c != '_' {
            out.push('\\');
        }
        out.push(c);
    }
    out
}

/// Whether a pattern is that of a number without sign. Puppet compares the text of a value, so numbers are allowed,
/// too.
pub(super) fn is_digits(pattern: &str) -> bool {
    let inner = pattern.trim_start_matches(r"\A").trim_start_matches('^');
    let inner = inner.trim_end_matches(r"\z").trim_end_matches(r"\Z").trim_end_matches('$');
    inner.len() < pattern.len() && matches!(inner, r"\d+" | "[0-9]+")
}

/// A default that is a literal; `None` if it is computed or a list.
pub(super) fn literal(node: &Node) -> Option<Value> {
    match &node.kind {
        Kind::Boolean(value) => Some(Value::Boolean(*value)),
        Kind::Number(digits) => {
            let digits = digits.replace('_', "");
            let plain = digits.strip_prefix('-').unwrap_or(&digits);
            // Numbers with other digits are written differently in the type language.
            let is_decimal = plain.bytes().all(|byte| byte.is_ascii_digit() || byte == b'.')
                && (plain.len() == 1 || !plain.starts_with('0') || plain.starts_with("0."));
            is_decimal.then_some(Value::Number(digits))
        }
        _ => node.text().map(Value::Text),
    }
}

/// The text of a default.
pub(super) fn shown(value: &Value) -> String {
    match value {
        Value::Text(text) => text.clone(),
        Value::Number(digits) => digits.clone(),
        Value::Boolean(value) => value.to_string(),
    }
}

/// A default in the form that its type requires; the same as an error if the type has no defaults.
pub(super) fn fitting(value: Value, value_type: &Type) -> Result<Value, Value> {
    match value_type {
        Type::Word("Boolean") | Type::Boolean(_) => match shown(&value).as_str() {
            "true" | "yes" => Ok(Value::Boolean(true)),
            "false" | "no" => Ok(Value::Boolean(false)),
            _ => Err(value),
        },
        Type::Enum(texts) => {
            let text = shown(&value);
            if texts.contains(&text) { Ok(Value::Text(text)) } else { Err(Value::Text(text)) }
        }
        Type::Pattern(_) | Type::String { .. } => Ok(Value::Text(shown(&value))),
        Type::Integer { .. } | Type::Float { .. } => match &value {
            Value::Number(_) => Ok(value),
            Value::Text(text) if text.parse::<i64>().is_ok() => Ok(Value::Number(text.clone())),
            _ => Err(value),
        },
        Type::Word(_) => Ok(value),
        _ => Err(value),
    }
}
