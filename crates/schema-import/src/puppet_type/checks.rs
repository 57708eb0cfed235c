//! Shapes of `validate` and `munge` whose meaning is certain.

use super::values::{ABSOLUTE_PATH, MungeInput, escaped, flagged};
use super::{Constants, resolved};
use crate::declarations::Type;
use crate::ruby::{Call, Kind, Node};

/// The texts that Ruby's `Integer` accepts.
const INTEGER_PATTERN: &str = r"\A\s*[-+]?(\d+(_\d+)*|0[xX]\h+|0[bB][01]+|0[oO][0-7]+)\s*\z";

/// The texts that Ruby's `Float` accepts, without those in hexadecimal digits.
const FLOAT_PATTERN: &str = r"\A\s*[-+]?\d+(_\d+)*(\.\d+(_\d+)*)?([eE][-+]?\d+)?\s*\z";

/// The value that conditions are about.
pub(super) struct Subject<'s> {
    /// The name of the value.
    pub(super) parameter: &'s str,
    /// The name of a variable with the value as an integer.
    pub(super) number: Option<&'s str>,
    pub(super) constants: &'s Constants,
}

/// The type of the values that pass the check `fail if condition`, or, if `is_unless`, `fail unless condition`.
pub(super) fn required_type(
    is_unless: bool,
    condition: &Node,
    parameter: &str,
    constants: &Constants,
) -> Option<Type> {
    let subject = Subject { parameter, number: None, constants };
    let allowed = alternatives(condition, is_unless, &subject).filter(|allowed| !allowed.is_empty());
    if let Some(allowed) = allowed {
        // If each alternative is a text, the type lists them; otherwise, all become patterns.
        let texts: Option<Vec<String>> = allowed.iter().map(Alternative::text).collect();
        return Some(match texts {
            Some(texts) => Type::Enum(texts),
            None => Type::Pattern(allowed.into_iter().map(Alternative::pattern).collect()),
        });
    }
    let (condition, is_unless) = match &condition.kind {
        Kind::Not(inner) => (inner.as_ref(), !is_unless),
        _ => (condition, is_unless),
    };
    // The conditions below restrict values only if they must be true.
    if !is_unless {
        return None;
    }
    listed_type(condition, parameter, constants).or_else(|| instance(condition, parameter))
}

/// What the value may be: a text, or any text that matches a pattern.
enum Alternative {
    Text(String),
    Pattern(String),
}

impl Alternative {
    /// The only text, if it is not a regular expression.
    fn text(&self) -> Option<String> {
        match self {
            Self::Text(text) => Some(text.clone()),
            Self::Pattern(_) => None,
        }
    }

    /// The regular expression that the texts match.
    fn pattern(self) -> String {
        match self {
            Self::Text(text) => format!(r"\A{}\z", escaped(&text)),
            Self::Pattern(pattern) => pattern,
        }
    }
}

/// The texts for which a condition has the result `expected_result`; `None` if it may have that result for other
/// values, too.
fn alternatives(node: &Node, expected_result: bool, subject: &Subject<'_>) -> Option<Vec<Alternative>> {
    if let Some((pattern, is_matched)) = match_of(node, is_value, subject) {
        return (is_matched == expected_result).then(|| vec![Alternative::Pattern(pattern)]);
    }
    match &node.kind {
        Kind::Not(inner) => alternatives(inner, !expected_result, subject),
        Kind::Binary(sign, left, right) => match (sign.as_str(), expected_result) {
            ("||" | "or", true) | ("&&" | "and", false) => {
                let mut combined = alternatives(left, expected_result, subject)?;
                combined.extend(alternatives(right, expected_result, subject)?);
                Some(combined)
            }
            ("==", true) | ("!=", false) if is_value(left, subject.parameter) => match &right.kind {
                Kind::Text(text) => Some(vec![Alternative::Text(text.clone())]),
                // A value is never equal to a symbol.
                Kind::Symbol(_) => Some(Vec::new()),
                _ => None,
            },
            _ => None,
        },
        Kind::Call(call) if expected_result => {
            if let Some(pattern) = affix(call, subject) {
                return Some(vec![Alternative::Pattern(pattern)]);
            }
            is_absolute_path(call, subject).then(|| vec![Alternative::Pattern(ABSOLUTE_PATH.to_owned())])
        }
        _ => None,
    }
}

/// A statement with a condition: the statement, whether the condition must be false, and the condition.
pub(super) fn guarded_action(node: &Node) -> Option<(&Node, bool, &Node)> {
    match &node.kind {
        Kind::When(action, is_unless, condition) => Some((action, *is_unless, condition)),
        Kind::If(is_unless, condition, body) => match body.as_slice() {
            [action] => Some((action, *is_unless, condition)),
            _ => None,
        },
        _ => None,
    }
}

/// Whether a statement always makes Puppet reject the value: a call of `raise` or of a method that raises an error.
pub(super) fn is_failure(node: &Node) -> bool {
    node.as_call().is_some_and(|call| match call.receiver.as_ref().map(|receiver| &receiver.kind) {
        None | Some(Kind::Myself) => matches!(call.name.as_str(), "raise" | "fail" | "fail_with" | "devfail"),
        Some(_) => false,
    })
}

/// Whether a node is the value.
pub(super) fn is_value(node: &Node, parameter: &str) -> bool {
    node.as_call().is_some_and(|call| {
        call.receiver.is_none() && call.name == parameter && call.arguments.is_empty() && call.block.is_none()
    })
}

/// Whether a node is the value, or the value as a text.
pub(super) fn is_value_or_text(node: &Node, parameter: &str) -> bool {
    is_value(node, parameter)
        || node.as_call().is_some_and(|call| {
            matches!(call.name.as_str(), "to_s" | "to_sym")
                && call.arguments.is_empty()
                && call.receiver.as_ref().is_some_and(|inner| is_value(inner, parameter))
        })
}

/// The regular expression of a literal, or of a constant that is one, with its flags.
fn regex(node: &Node, constants: &Constants) -> Option<String> {
    match &resolved(node, constants).kind {
        Kind::Regex(pattern, flags) => Some(flagged(pattern, flags)),
        _ => None,
    }
}

/// The pattern that a condition compares the value with, and whether it must match. `is_compared` determines which
/// nodes are the value: [`is_value`] or [`is_value_or_text`].
pub(super) fn match_of(
    condition: &Node,
    is_compared: fn(&Node, &str) -> bool,
    subject: &Subject<'_>,
) -> Option<(String, bool)> {
    let regex = |node: &Node| regex(node, subject.constants);
    let is_subject = |node: &Node| is_compared(node, subject.parameter);
    match &condition.kind {
        Kind::Binary(sign, left, right) if sign == "=~" || sign == "!~" => {
            let pattern = match (is_subject(left), is_subject(right)) {
                (true, _) => regex(right)?,
                (_, true) => regex(left)?,
                _ => return None,
            };
            Some((pattern, sign == "=~"))
        }
        Kind::Call(call) if matches!(call.name.as_str(), "match" | "match?") => {
            let [argument] = call.arguments.as_slice() else { return None };
            let receiver = call.receiver.as_ref()?;
            // `value.match?(/…/)`, or `/…/.match?(value)`.
            let (pattern, compared) = match regex(argument) {
                Some(pattern) => (pattern, receiver),
                None => (regex(receiver)?, argument),
            };
            if is_subject(compared) { Some((pattern, true)) } else { None }
        }
        _ => None,
    }
}

/// The items of a list, or of a constant that is one.
pub(super) fn elements<'n>(node: &'n Node, constants: &'n Constants) -> Option<&'n [Node]> {
    resolved(node, constants).items()
}

/// The pattern of `value.start_with?('…')` or `end_with?`, which only texts have.
pub(super) fn affix(call: &Call, subject: &Subject<'_>) -> Option<String> {
    let is_start = match call.name.as_str() {
        "start_with?" => true,
        "end_with?" => false,
        _ => return None,
    };
    if !is_value(call.receiver.as_ref()?, subject.parameter) {
        return None;
    }
    let mut texts = Vec::new();
    for argument in &call.arguments {
        match &argument.kind {
            Kind::Splat(list) => {
                for item in elements(list, subject.constants)? {
                    texts.push(item.text()?);
                }
            }
            _ => texts.push(argument.text()?),
        }
    }
    let patterns: Vec<String> = texts.iter().map(|text| escaped(text)).collect();
    let alternatives = match patterns.as_slice() {
        [only] => only.clone(),
        alternatives => format!("(?:{})", alternatives.join("|")),
    };
    Some(if is_start { format!(r"\A{alternatives}") } else { format!(r"{alternatives}\z") })
}

/// Whether a call is `Puppet::Util.absolute_path?(value)`.
pub(super) fn is_absolute_path(call: &Call, subject: &Subject<'_>) -> bool {
    let receiver = call.receiver.as_ref().and_then(Node::constant);
    call.name == "absolute_path?"
        && receiver.is_some_and(|name| name.trim_start_matches("::") == "Puppet::Util")
        && matches!(call.arguments.as_slice(), [value] if is_value(value, subject.parameter))
}

/// The type of the values for which `[…].include?(value)` is true; `None` if the condition is another one.
fn listed_type(condition: &Node, parameter: &str, constants: &Constants) -> Option<Type> {
    let call = condition.as_call().filter(|call| matches!(call.name.as_str(), "include?" | "member?"))?;
    let items = elements(call.receiver.as_ref()?, constants)?;
    let [argument] = call.arguments.as_slice() else { return None };
    // A symbol may equal `value.to_sym`, but never the value itself.
    let may_be_symbol = !is_value(argument, parameter);
    if !is_value_or_text(argument, parameter) {
        return None;
    }
    // The list `[true, false]`.
    if items.len() == 2 && items.iter().all(|item| matches!(item.kind, Kind::Boolean(_))) {
        return Some(Type::Word("Boolean"));
    }
    let mut texts = Vec::new();
    for item in items {
        match &item.kind {
            Kind::Text(text) => texts.push(text.clone()),
            Kind::Symbol(text) if may_be_symbol => texts.push(text.clone()),
            _ => return None,
        }
    }
    if texts.is_empty() { None } else { Some(Type::Enum(texts)) }
}

/// The type of the values for which `value.is_a?(Class)` is true.
pub(super) fn instance(condition: &Node, parameter: &str) -> Option<Type> {
    let call = condition
        .as_call()
        .filter(|call| matches!(call.name.as_str(), "is_a?" | "kind_of?" | "instance_of?"))?;
    if !is_value(call.receiver.as_ref()?, parameter) {
        return None;
    }
    let [argument] = call.arguments.as_slice() else { return None };
    Some(match argument.constant()?.trim_start_matches("::") {
        "String" => Type::TEXT,
        "Integer" | "Fixnum" => Type::INTEGER,
        "Float" => Type::FLOAT,
        "Numeric" => Type::Word("Numeric"),
        "Hash" => Type::Hash { key: Box::new(Type::TEXT), value: Box::new(Type::Word("Data")) },
        _ => return None,
    })
}

/// Methods of texts, which no other value has, and whose results are texts again.
const TEXT_METHODS: &[&str] = &[
    "capitalize",
    "center",
    "chomp",
    "downcase",
    "gsub",
    "intern",
    "ljust",
    "lstrip",
    "rjust",
    "rstrip",
    "squeeze",
    "strip",
    "sub",
    "swapcase",
    "to_sym",
    "tr",
    "unicode_normalize",
    "upcase",
];

/// What the body of `munge` accepts; `None` if that is not known.
pub(super) fn munged_type(body: &[Node], parameter: &str) -> Option<MungeInput> {
    let [node] = body else { return None };
    if is_value_or_text(node, parameter) {
        return Some(MungeInput::AllValues);
    }
    let call = node.as_call()?;
    match (&call.receiver, call.name.as_str(), call.arguments.as_slice()) {
        (None, "Integer", [value]) if is_value(value, parameter) => {
            let texts = Type::Pattern(vec![INTEGER_PATTERN.to_owned()]);
            Some(MungeInput::ValuesOf(Type::Variant(vec![Type::INTEGER, texts])))
        }
        (None, "Float", [value]) if is_value(value, parameter) => {
            let texts = Type::Pattern(vec![FLOAT_PATTERN.to_owned()]);
            Some(MungeInput::ValuesOf(Type::Variant(vec![Type::Word("Numeric"), texts])))
        }
        (None, "Array", [value]) if is_value(value, parameter) => Some(MungeInput::AllValues),
        (Some(value), "to_i", []) if is_value(value, parameter) => {
            Some(MungeInput::ValuesOf(Type::Variant(vec![Type::INTEGER, Type::TEXT])))
        }
        (Some(inner), name, arguments) if TEXT_METHODS.contains(&name) && call.block.is_none() => {
            let is_literal =
                |node: &Node| matches!(node.kind, Kind::Text(_) | Kind::Number(_) | Kind::Regex(..));
            if !arguments.iter().all(is_literal) {
                return None;
            }
            if is_value(inner, parameter) {
                return Some(MungeInput::ValuesOf(Type::TEXT));
            }
            // A chain of such methods: `value.strip.downcase`.
            munged_type(std::slice::from_ref(inner), parameter)
        }
        _ => None,
    }
}

/// What `munge(&:name)` accepts, by the code of its argument; `None` if that is not known.
pub(super) fn munged_type_by_code(code: &str) -> Option<MungeInput> {
    match code.strip_prefix("&:")? {
        "to_s" => Some(MungeInput::AllValues),
        name if TEXT_METHODS.contains(&name) => Some(MungeInput::ValuesOf(Type::TEXT)),
        _ => None,
    }
}

/// The attribute that a check of a resource requires: `fail 'x' unless self[:name]`.
pub(super) fn required_attribute(node: &Node) -> Option<String> {
    let (action, is_unless, condition) = guarded_action(node)?;
    if !is_failure(action) {
        return None;
    }
    let (condition, is_unless) = match &condition.kind {
        Kind::Not(inner) => (inner.as_ref(), !is_unless),
        _ => (condition, is_unless),
    };
    let call = condition.as_call()?;
    match (call.name.as_str(), is_unless) {
        ("[]", true) => own_attribute(call),
        ("nil?", false) if call.arguments.is_empty() => own_attribute(call.receiver.as_ref()?.as_call()?),
        _ => None,
    }
}

/// The name of the attribute that `self[:name]` reads.
pub(super) fn own_attribute(call: &Call) -> Option<String> {
    let is_own = matches!(call.receiver.as_ref()?.kind, Kind::Myself);
    match call.arguments.as_slice() {
        [name] if is_own && call.name == "[]" => name.text(),
        _ => None,
    }
}
