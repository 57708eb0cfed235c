//! The values that an attribute allows, and defaults.

use crate::declarations::{Type, Value};
use crate::ruby::{Kind, Node};
use modelwright_language::types::spelling::string;
use rustc_hash::FxHashSet;

/// The values that `munge` accepts without an error.
pub(super) enum MungeInput {
    AllValues,
    ValuesOf(Type),
}

/// Paths that are absolute on some system.
pub(super) const ABSOLUTE_PATH: &str = r"\A(/|[A-Za-z]:[/\\]|\\\\)";

/// The type of an attribute that nothing restricts.
pub(super) fn any() -> Type {
    Type::Word("Data")
}

/// The values that an attribute allows.
#[derive(Debug, Default)]
pub(super) struct Allowed {
    texts: Vec<String>,
    known_texts: FxHashSet<String>,
    patterns: Vec<String>,
    /// Whether some values are not known, so that all are allowed.
    pub(super) is_open: bool,
    pub(super) is_boolean: bool,
    /// Whether a `validate` block replaces the check of the listed values.
    pub(super) is_validated: bool,
    /// Whether the value names a resource, so that it is a text.
    pub(super) is_title: bool,
    /// The type that checks and parents require.
    pub(super) value_type: Option<Type>,
}

impl Allowed {
    pub(super) fn is_empty(&self) -> bool {
        self.texts.is_empty() && self.patterns.is_empty()
    }

    /// The listed texts, and whether regular expressions are listed; neither if they restrict nothing.
    pub(super) fn listed(&self) -> (&[String], bool) {
        if self.is_validated || self.is_open {
            (&[], false)
        } else {
            (&self.texts, !self.patterns.is_empty())
        }
    }

    /// Adds the usual values of `ensure`.
    pub(super) fn add_presence(&mut self) {
        self.add_text("present");
        self.add_text("absent");
    }

    pub(super) fn add_text(&mut self, text: &str) {
        if self.known_texts.insert(text.to_owned()) {
            self.texts.push(text.to_owned());
        }
    }

    /// Adds a value of `newvalues`; `false` if it is computed.
    pub(super) fn add(&mut self, value: &Node) -> bool {
        match &value.kind {
            Kind::Regex(pattern, flags) => self.patterns.push(flagged(pattern, flags)),
            Kind::Boolean(value) => self.add_text(&value.to_string()),
            // The name of such a value is the number in decimal digits.
            Kind::Number(digits) => self.add_text(&decimal(digits)),
            _ => match value.text() {
                Some(text) => self.add_text(&text),
                None => return false,
            },
        }
        true
    }

    /// Requires a type as well; `false` if that cannot be expressed.
    pub(super) fn restrict(&mut self, value_type: Type) -> bool {
        let is_listed = !self.is_empty() && !self.is_validated;
        // A type of some texts replaces the type of all texts.
        let is_narrower = matches!(value_type, Type::Pattern(_) | Type::Enum(_));
        if self.value_type == Some(Type::TEXT) && is_narrower && !is_listed {
            self.value_type = Some(value_type);
            return true;
        }
        // Two types that both apply cannot be expressed, unless they are equal.
        if is_listed || self.is_boolean || self.value_type.is_some() {
            return self.value_type.as_ref() == Some(&value_type);
        }
        self.value_type = Some(value_type);
        true
    }

    /// Requires what a conversion accepts; `false` if that cannot be expressed.
    pub(super) fn accept(&mut self, input: MungeInput) -> bool {
        let MungeInput::ValuesOf(accepted) = input else { return true };
        let has_texts = matches!(self.value_type(), Type::Pattern(_) | Type::Enum(_) | Type::String { .. });
        // The values are texts already, so the type stays as it is.
        if accepted == Type::TEXT && has_texts {
            return true;
        }
        self.restrict(accepted)
    }

    /// The type of the values.
    pub(super) fn value_type(&self) -> Type {
        if self.is_open && !self.is_validated {
            return any();
        }
        // If no listed values restrict the type, it is that of the checks and parents.
        if self.is_empty() || self.is_validated {
            return match (&self.value_type, self.is_boolean) {
                (Some(value_type), false) => value_type.clone(),
                (_, true) => Type::Word("Boolean"),
                (None, false) => any(),
            };
        }
        let (others, mut types) = self.without_truths();
        if !self.patterns.is_empty() {
            if types.is_empty() && self.has_truth_pattern() {
                types.push(Type::Word("Boolean"));
            }
            types.extend(self.number_type());
            types.push(Type::Pattern(self.all_patterns(&others)));
        } else if !others.is_empty() {
            types.extend(ranges(&self.numbers()));
            types.push(Type::Enum(others));
        }
        match types.len() {
            1 => types.remove(0),
            _ => Type::Variant(types),
        }
    }

    /// The listed texts, without `true` and `false` if both are listed, and the type Boolean if one of them is: Puppet
    /// compares the text of a value, so they may be written without quotes. If only one is listed, `text_check`
    /// excludes the other one.
    fn without_truths(&self) -> (Vec<String>, Vec<Type>) {
        match self.truth_count() {
            0 => (self.texts.clone(), Vec::new()),
            1 => (self.texts.clone(), vec![Type::Word("Boolean")]),
            _ => {
                let others = self.texts.iter().filter(|text| !is_truth(text)).cloned().collect();
                (others, vec![Type::Word("Boolean")])
            }
        }
    }

    /// How many of `true` and `false` are listed.
    fn truth_count(&self) -> usize {
        if self.is_title { 0 } else { self.texts.iter().filter(|text| is_truth(text)).count() }
    }

    /// The patterns of texts and the regular expressions: one type, since that may have a default.
    fn all_patterns(&self, texts: &[String]) -> Vec<String> {
        let texts = texts.iter().map(|text| format!(r"\A{}\z", escaped(text)));
        texts.chain(self.patterns.iter().cloned()).collect()
    }

    /// The numbers among the listed texts. Puppet compares the text of a value, so they need no quotes.
    fn numbers(&self) -> Vec<i64> {
        // The value of a title is a text.
        if self.is_title {
            return Vec::new();
        }
        let mut numbers = Vec::new();
        for text in &self.texts {
            // A text such as `007` is not the text of a number.
            if let Ok(number) = text.parse::<i64>()
                && number.to_string() == *text
            {
                numbers.push(number);
            }
        }
        numbers
    }

    /// The type of the numbers whose texts a regular expression may match; `None` if there are none, or if the value is
    /// a title, which is a text. If one pattern matches all numbers without a sign, and none matches a sign, the
    /// numbers are not negative.
    fn number_type(&self) -> Option<Type> {
        if self.is_title {
            return None;
        }
        let has_any_digits = self.patterns.iter().any(|pattern| is_any_digits(pattern));
        let may_be_signed = self.patterns.iter().any(|pattern| !is_any_digits(pattern) && has_sign(pattern));
        if has_any_digits && !may_be_signed {
            return Some(Type::Integer { min: Some(0), max: None });
        }
        let has_numbers =
            !self.numbers().is_empty() || self.patterns.iter().any(|pattern| matches_only_digits(pattern));
        if has_numbers { Some(Type::INTEGER) } else { None }
    }

    /// Whether a regular expression contains both `true` and `false`.
    fn has_truth_pattern(&self) -> bool {
        let mut patterns = self.patterns.iter();
        !self.is_title && patterns.any(|pattern| pattern.contains("true") && pattern.contains("false"))
    }

    /// The logic that rejects numbers and booleans whose texts match none of the patterns; `None` if none is needed.
    pub(super) fn text_check(&self) -> Option<String> {
        let has_numbers = !self.patterns.is_empty() && self.number_type() == Some(Type::INTEGER);
        // The type accepts numbers or booleans that are not listed.
        let is_too_wide = has_numbers || self.has_truth_pattern() || self.truth_count() == 1;
        if self.is_open || self.is_validated || !is_too_wide {
            return None;
        }
        // Of the listed texts, only these can be the text of a number or boolean.
        let is_number_or_truth = |text: &&String| is_truth(text) || text.parse::<i64>().is_ok();
        let texts: Vec<String> = self.texts.iter().filter(is_number_or_truth).cloned().collect();
        let mismatches: String =
            self.all_patterns(&texts).iter().map(|pattern| and_no_match(pattern)).collect();
        // Texts are checked by the type already.
        let condition = format!("$it !~ String{mismatches}");
        Some(format!("{{ if {condition} {{ 'the value has a wrong form' }} }}"))
    }

    /// The listed values as a text; `None` if there are none, or the type restricts values to them.
    pub(super) fn unchecked(&self) -> Option<String> {
        if self.is_empty() || !(self.is_validated || self.is_open) {
            return None;
        }
        let patterns = self.patterns.iter().map(|pattern| format!("/{pattern}/"));
        Some(self.texts.iter().cloned().chain(patterns).collect::<Vec<_>>().join(", "))
    }
}

/// The logic that the text of a value does not match a pattern, after `and`. The pattern is a literal if possible,
/// which costs less than a type, because a type is created each time.
fn and_no_match(pattern: &str) -> String {
    if pattern.contains(char::is_control) {
        return format!(" and \"${{it}}\" !~ Pattern[{}]", string(pattern));
    }
    format!(" and \"${{it}}\" !~ /{}/", pattern.replace('/', r"\/"))
}

fn is_truth(text: &str) -> bool {
    text == "true" || text == "false"
}

/// The type of listed texts, of which `true` and `false` are also written without quotes.
pub(super) fn listed_text_type(texts: Vec<String>) -> Type {
    let truths = texts.iter().filter(|text| is_truth(text)).map(|text| Type::Boolean(text == "true"));
    let mut types: Vec<Type> = truths.collect();
    if types.is_empty() {
        return Type::Enum(texts);
    }
    types.push(Type::Enum(texts));
    Type::Variant(types)
}

/// The types of some integers: one for each run of consecutive integers.
fn ranges(numbers: &[i64]) -> Vec<Type> {
    let mut sorted: Vec<i128> = numbers.iter().map(|number| i128::from(*number)).collect();
    sorted.sort_unstable();
    let runs = sorted.chunk_by(|previous, next| previous + 1 == *next);
    runs.map(|run| Type::Integer { min: run.first().copied(), max: run.last().copied() }).collect()
}

/// A pattern with its flags, and without the `\` before each `/`, which patterns in quotes do not need: `/a\/b/i` →
/// `(?i:a/b)`.
pub(super) fn flagged(pattern: &str, flags: &str) -> String {
    let mut plain = String::new();
    let mut chars = pattern.chars();
    while let Some(c) = chars.next() {
        let escaped = if c == '\\' { chars.next() } else { None };
        if escaped != Some('/') {
            plain.push(c);
        }
        plain.extend(escaped);
    }
    let known_flags: String = ['i', 'm', 'x'].into_iter().filter(|flag| flags.contains(*flag)).collect();
    if known_flags.is_empty() { plain } else { format!("(?{known_flags}:{plain})") }
}

/// A pattern that matches a text.
pub(super) fn escaped(text: &str) -> String {
    let mut out = String::new();
    for c in text.chars() {
        if r"\.+*?()|[]{}^$#".contains(c) {
            out.push('\\');
        }
        out.push(c);
    }
    out
}

/// Whether a pattern matches exactly the numbers without a sign. Puppet compares the text of a value, so numbers are
/// allowed, too.
pub(super) fn is_any_digits(pattern: &str) -> bool {
    let content = pattern.trim_start_matches(r"\A").trim_start_matches('^');
    let content = content.trim_end_matches(r"\z").trim_end_matches(r"\Z").trim_end_matches('$');
    content.len() < pattern.len() && matches!(content, r"\d+" | "[0-9]+")
}

/// Whether a pattern may match the text of a negative number, which begins with a sign.
fn has_sign(pattern: &str) -> bool {
    let content = pattern.trim_start_matches(r"\A").trim_start_matches('^');
    let content = content.trim_start_matches("(?:").trim_start_matches(['(', '[', '+']);
    content.starts_with('-')
}

/// Whether a pattern matches digits only, so that values may be numbers.
fn matches_only_digits(pattern: &str) -> bool {
    // Without these signs, each letter of the pattern is one that it matches.
    let mut simplified = pattern.to_owned();
    for (sign, replacement) in [(r"\A", ""), (r"\z", ""), (r"\Z", ""), (r"\d", "0"), ("(?:", "(")] {
        simplified = simplified.replace(sign, replacement);
    }
    let mut is_in_class = false;
    let mut has_digit = false;
    for byte in simplified.bytes() {
        match byte {
            b'[' => is_in_class = true,
            b']' => is_in_class = false,
            b'0'..=b'9' => has_digit = true,
            b'-' if is_in_class => {}
            // A negated class matches other characters than digits.
            b'^' if is_in_class => return false,
            b'^' | b'$' | b'(' | b')' | b'{' | b'}' | b'|' | b'?' | b'+' | b'*' | b',' => {}
            _ => return false,
        }
    }
    has_digit
}

/// A default that is a literal; `None` if it is computed or a list.
pub(super) fn literal(node: &Node) -> Option<Value> {
    match &node.kind {
        Kind::Boolean(value) => Some(Value::Boolean(*value)),
        Kind::Number(digits) => {
            let digits = decimal(digits);
            let unsigned = digits.strip_prefix('-').unwrap_or(&digits);
            // A number in any other notation may be read differently in the type language.
            let has_leading_zero =
                unsigned.len() > 1 && unsigned.starts_with('0') && !unsigned.starts_with("0.");
            let is_decimal = unsigned.bytes().all(|byte| byte.is_ascii_digit() || byte == b'.');
            if is_decimal && !has_leading_zero { Some(Value::Number(digits)) } else { None }
        }
        _ => node.text().map(Value::Text),
    }
}

/// The decimal digits of an integer with a prefix such as `0x`, or with a leading 0, which means octal; any other
/// number as it is, without `_`.
fn decimal(digits: &str) -> String {
    let digits = digits.replace('_', "");
    let (sign, unsigned) = match digits.strip_prefix('-') {
        Some(unsigned) => ("-", unsigned),
        None => ("", digits.as_str()),
    };
    let lower = unsigned.to_ascii_lowercase();
    // `0` alone is last, because the other prefixes begin with it.
    for (prefix, base) in [("0x", 16), ("0b", 2), ("0o", 8), ("0d", 10), ("0", 8)] {
        if let Some(after_prefix) = lower.strip_prefix(prefix)
            && let Ok(number) = i64::from_str_radix(after_prefix, base)
        {
            return format!("{sign}{number}");
        }
    }
    digits
}

/// The text of a default, without quotes.
pub(super) fn value_text(value: &Value) -> String {
    match value {
        Value::Text(text) => text.clone(),
        Value::Number(digits) => digits.clone(),
        Value::Boolean(value) => value.to_string(),
    }
}

/// A default in the form that its type requires; the error is the default itself, if the type cannot have it.
pub(super) fn fitting_default(value: Value, value_type: &Type) -> Result<Value, Value> {
    match value_type {
        Type::Word("Boolean") | Type::Boolean(_) => match value_text(&value).as_str() {
            "true" | "yes" => Ok(Value::Boolean(true)),
            "false" | "no" => Ok(Value::Boolean(false)),
            _ => Err(value),
        },
        Type::Enum(texts) => {
            let text = value_text(&value);
            if texts.contains(&text) { Ok(Value::Text(text)) } else { Err(Value::Text(text)) }
        }
        Type::Pattern(_) | Type::String { .. } => Ok(Value::Text(value_text(&value))),
        Type::Integer { .. } | Type::Float { .. } => match &value {
            Value::Number(_) => Ok(value),
            Value::Text(text) if text.parse::<i64>().is_ok() => Ok(Value::Number(text.clone())),
            _ => Err(value),
        },
        Type::Word(_) => Ok(value),
        _ => Err(value),
    }
}
