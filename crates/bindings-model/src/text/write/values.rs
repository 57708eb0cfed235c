//! Writes values, and expressions that are kept as text or that come from Hiera.

use super::{WIDTH, Writer};
use crate::generated::bindings as b;
use crate::text::calls;
use modelwright_language::language;
use rustc_hash::FxHashSet;

/// A list in brackets, on one line if it is short and no member has several lines. `width_before` is the width of the
/// line before the list, and `depth` the nesting level of that line.
pub(super) fn brackets(
    open: &str,
    members: &[String],
    close: &str,
    width_before: usize,
    depth: usize,
) -> String {
    if members.is_empty() {
        return format!("{open}{close}");
    }
    let space = if open == "{" { " " } else { "" };
    let line = format!("{open}{space}{}{space}{close}", members.join(", "));
    if !line.contains('\n') && width_before + line.chars().count() <= WIDTH {
        return line;
    }
    broken_brackets(open, members, close, depth)
}

/// A list in brackets, with each member on a line of its own.
pub(super) fn broken_brackets(open: &str, members: &[String], close: &str, depth: usize) -> String {
    if members.is_empty() {
        return format!("{open}{close}");
    }
    let (outer_indent, inner_indent) = ("  ".repeat(depth), "  ".repeat(depth + 1));
    let lines: Vec<_> = members.iter().map(|member| format!("{inner_indent}{member},\n")).collect();
    format!("{open}\n{}{outer_indent}{close}", lines.concat())
}

impl Writer {
    /// A value, laid out as at the start of a line.
    pub fn value(&mut self, value: &b::Value) -> String {
        let width_before = 0;
        self.value_after(value, width_before)
    }

    /// A value; `width_before` is the width of the line before it.
    pub(super) fn value_after(&mut self, value: &b::Value, width_before: usize) -> String {
        match value {
            b::Value::StringValue(value) => language::string_literal(&value.value),
            b::Value::IntegerValue(value) => match value.value {
                // There is no literal for this number: the minus would be an operator, and the number after it exceeds
                // 64 bits.
                Some(i64::MIN) => format!("{}('{}')", calls::BIG_INTEGER, i64::MIN),
                Some(number) => number.to_string(),
                None => {
                    self.report_loss("a number without a value");
                    String::new()
                }
            },
            b::Value::FloatValue(value) => match value.value {
                Some(number) if number.is_finite() => format!("{number:?}"),
                Some(number) => {
                    let text = match (number.is_nan(), number.is_sign_negative()) {
                        (true, _) => ".nan",
                        (false, true) => "-.inf",
                        (false, false) => ".inf",
                    };
                    format!("{}('{text}')", calls::FLOAT)
                }
                None => {
                    self.report_loss("a number without a value");
                    String::new()
                }
            },
            b::Value::BooleanValue(value) => (value.value == Some(true)).to_string(),
            b::Value::UndefValue(_) => "undef".to_owned(),
            b::Value::ArrayValue(array) => {
                self.depth += 1;
                let indent = self.depth * 2;
                let members: Vec<_> =
                    array.elements.iter().map(|element| self.value_after(element, indent)).collect();
                self.depth -= 1;
                brackets("[", &members, "]", width_before, self.depth)
            }
            b::Value::HashValue(hash) => self.hash(hash, width_before),
            b::Value::ProducedValue(produced) => match &*produced.producer {
                b::ProducerDescriptor::EvaluatingProducer(b::EvaluatingProducer {
                    expression,
                    transformer: None,
                    ..
                }) => self.expression(expression),
                // In a value, `lookup('name')` has the meaning that `lookup 'name'` has after `to`.
                b::ProducerDescriptor::LookupProducer(b::LookupProducer {
                    name,
                    r#type: None,
                    transformer: None,
                    ..
                }) => format!("lookup({})", language::string_literal(name)),
                _ => {
                    self.report_loss("a producer inside a value");
                    String::new()
                }
            },
            b::Value::BigIntegerValue(number) => {
                format!("{}({})", calls::BIG_INTEGER, language::string_literal(&number.value))
            }
            // The text is written as a string. Lookups in a Hiera tree decrypt it.
            b::Value::EncryptedValue(value) => language::string_literal(&value.value),
            b::Value::RubyValue(value) if value.members.is_none() => {
                let (kind, text) = (value.kind.to_string(), language::string_literal(&value.value));
                format!("{}({}, {text})", calls::RUBY_VALUE, language::string_literal(&kind))
            }
            b::Value::RubyValue(_) => self.value_loss("an object of a class that only Ruby has"),
        }
    }

    /// Reports a value that the text cannot express; the text of such a value is empty.
    fn value_loss(&mut self, what: &str) -> String {
        self.report_loss(what);
        String::new()
    }

    /// A hash; `width_before` is the width of the line before it.
    fn hash(&mut self, hash: &b::HashValue, width_before: usize) -> String {
        self.depth += 1;
        let mut members = Vec::with_capacity(hash.entries.len());
        for entry in &hash.entries {
            let key = self.value_after(&entry.key, self.depth * 2);
            // 4 is the width of ` => `.
            let value = self.value_after(&entry.value, self.depth * 2 + key.chars().count() + 4);
            members.push(format!("{key} => {value}"));
        }
        self.depth -= 1;
        brackets("{", &members, "}", width_before, self.depth)
    }

    /// An expression. Its lines after the first are indented by the current depth.
    pub fn expression(&mut self, expression: &b::Expression) -> String {
        // A text of Hiera without an equivalent is written as it is, because it would have another meaning as an
        // expression.
        if let Some(text) = unexpressed_source(expression, self.is_environment) {
            return format!("{}({})", calls::TEXT, language::string_literal(&text));
        }
        match expression {
            b::Expression::SourceExpression(source) => self.source_text(&source.text),
            b::Expression::LiteralText(text) => language::string_literal(&text.text),
            b::Expression::Interpolation(interpolation) => {
                let segments: Vec<_> = interpolation.segments.iter().map(|part| self.segment(part)).collect();
                format!("\"{}\"", segments.concat())
            }
            other => format!("\"{}\"", self.segment(other)),
        }
    }

    /// The text of an expression or a lambda, indented by the current depth.
    pub fn source_text(&mut self, text: &str) -> String {
        language::format_expression(text, self.depth).unwrap_or_else(|| text.to_owned())
    }

    /// A part of a string in double quotes.
    fn segment(&mut self, segment: &b::Expression) -> String {
        match segment {
            b::Expression::LiteralText(text) => language::escape_text(&text.text),
            b::Expression::VariableAccess(access) => {
                // Digits are the index of an array; any other segment is the key of a hash.
                let keys = access.path.iter().map(|part| match part.parse::<u32>() {
                    Ok(number) => format!("[{number}]"),
                    Err(_) => format!("[{}]", language::string_literal(part)),
                });
                let keys: String = keys.collect();
                if !is_plain_variable(&access.name) {
                    self.report_loss(format_args!("the variable `{}`", access.name));
                }
                format!("${{{}{keys}}}", access.name)
            }
            b::Expression::LookupCall(call) if call.non_string == b::NonStringUse::Text => {
                format!("${{lookup({})}}", language::string_literal(&call.key))
            }
            b::Expression::SourceExpression(source) => format!("${{{}}}", source.text),
            b::Expression::LookupCall(call) => {
                self.report_loss(format_args!("`alias('{}')` inside a string", call.key));
                String::new()
            }
            b::Expression::Interpolation(nested) => {
                let segments: Vec<_> = nested.segments.iter().map(|part| self.segment(part)).collect();
                segments.concat()
            }
        }
    }
}

/// The original text of a Hiera expression that has no equivalent in the language; `None` if it has one.
fn unexpressed_source(expression: &b::Expression, is_environment: bool) -> Option<String> {
    let expressions = std::slice::from_ref(expression);
    let segments = match expression {
        b::Expression::Interpolation(interpolation) => &interpolation.segments,
        _ => expressions,
    };
    let literals = segments.iter().filter_map(|segment| match segment {
        b::Expression::LiteralText(text) => text.source.as_deref(),
        _ => None,
    });
    // Hiera rejects a text that contains the same `literal(…)` twice.
    let mut seen = FxHashSet::default();
    let is_repeated = literals.filter(|source| source.contains("literal")).any(|source| !seen.insert(source));
    if !is_repeated && !segments.iter().any(|segment| is_only_of_hiera(segment, is_environment)) {
        return None;
    }
    let texts = segments.iter().map(|segment| match segment {
        b::Expression::LiteralText(text) => Some(text.source.clone().unwrap_or_else(|| text.text.clone())),
        b::Expression::VariableAccess(access) => access.source.clone(),
        b::Expression::LookupCall(call) => call.source.clone(),
        _ => None,
    });
    texts.collect()
}

/// Whether a segment can only be written as a text of Hiera.
fn is_only_of_hiera(segment: &b::Expression, is_environment: bool) -> bool {
    match segment {
        b::Expression::VariableAccess(access) => {
            !is_plain_variable(&access.name) || access.path.iter().any(String::is_empty)
        }
        // In Hiera 1 to 3, `lookup` is an error, and the function is called `hiera`.
        b::Expression::LookupCall(call) => {
            let is_lookup = call.source.as_ref().is_none_or(|source| {
                source.starts_with("%{hiera(") || is_environment && source.starts_with("%{lookup(")
            });
            call.non_string != b::NonStringUse::Text || !is_lookup
        }
        _ => false,
    }
}

/// Whether a name can be written after `$` in a string.
fn is_plain_variable(name: &str) -> bool {
    !name.is_empty() && name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_' || c == ':')
}
