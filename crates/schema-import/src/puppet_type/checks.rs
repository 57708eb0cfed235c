//! Shapes of `validate` and `munge` whose meaning is certain.

use super::values::flagged;
use super::{Constants, resolved};
use crate::declarations::Type;
use crate::ruby::{Call, Kind, Node};
use modelwright_language::types::spelling::string;

/// What a statement of `validate` requires.
#[derive(Debug, PartialEq)]
pub(super) enum Check {
    /// Only values of this type.
    Type(Type),
    /// Values for which this logic holds.
    Rule(String),
}

/// The texts that Ruby's `Integer` accepts.
const INTEGER: &str = r"\A\s*[-+]?(\d+(_\d+)*|0[xX]\h+|0[bB][01]+|0[oO][0-7]+)\s*\z";

/// The check that a statement makes of the value that `parameter` names.
pub(super) fn of(node: &Node, parameter: &str, constants: &Constants) -> Option<Check> {
    let (action, is_unless, condition) = guarded(node)?;
    if parameter.is_empty() || !is_failure(action) {
        return None;
    }
    let (condition, is_unless) = match &condition.kind {
        Kind::Not(inner) => (inner.as_ref(), !is_unless),
        _ => (condition, is_unless),
    };
    let (pattern, is_matched) = match_of(condition, parameter, constants).unzip();
    if let (Some(pattern), Some(is_matched)) = (pattern, is_matched) {
        return Some(if is_unless == is_matched {
            Check::Type(Type::Pattern(vec![pattern]))
        } else {
            Check::Rule(negative(&pattern, action))
        });
    }
    // The other conditions only restrict if they must be true.
    if !is_unless {
        return None;
    }
    listed(condition, parameter, constants).or_else(|| instance(condition, parameter)).map(Check::Type)
}

/// What is done under a condition: the statement, whether the condition must be false, and the condition.
fn guarded(node: &Node) -> Option<(&Node, bool, &Node)> {
    match &node.kind {
        Kind::When(action, is_unless, condition) => Some((action, *is_unless, condition)),
        Kind::If(is_unless, condition, body) => match body.as_slice() {
            [action] => Some((action, *is_unless, condition)),
            _ => None,
        },
        _ => None,
    }
}

fn is_failure(node: &Node) -> bool {
    node.as_call().is_some_and(|call| match call.receiver.as_ref().map(|receiver| &receiver.kind) {
        None | Some(Kind::Myself) => matches!(call.name.as_str(), "raise" | "fail" | "fail_with"),
        Some(_) => false,
    })
}

/// Whether a node is the value, perhaps as text.
fn is_value(node: &Node, parameter: &str, may_be_text: bool) -> bool {
    node.as_call().is_some_and(|call| match &call.receiver {
        None => call.name == parameter && call.arguments.is_empty() && call.block.is_none(),
        Some(inner) => {
            may_be_text
                && matches!(call.name.as_str(), "to_s" | "to_sym")
                && call.arguments.is_empty()
                && is_value(inner, parameter, false)
        }
    })
}

fn regex(node: &Node, constants: &Constants) -> Option<String> {
    match &resolved(node, constants).kind {
        Kind::Regex(pattern, flags) => Some(flagged(pattern, flags)),
        _ => None,
    }
}

/// The pattern that a condition compares the value with, and whether it must match.
fn match_of(condition: &Node, parameter: &str, constants: &Constants) -> Option<(String, bool)> {
    let regex = |node: &Node| regex(node, constants);
    match &condition.kind {
        Kind::Binary(sign, left, right) if sign == "=~" || sign == "!~" => {
            let pattern = match (is_value(left, parameter, false), is_value(right, parameter, false)) {
                (true, _) => regex(right)?,
                (_, true) => regex(left)?,
                _ => return None,
            };
            Some((pattern, sign == "=~"))
        }
        Kind::Call(call) if matches!(call.name.as_str(), "match" | "match?") => {
            let [argument] = call.arguments.as_slice() else { return None };
            let receiver = call.receiver.as_ref()?;
            match regex(argument) {
                Some(pattern) => is_value(receiver, parameter, false).then_some((pattern, true)),
                None => {
                    is_value(argument, parameter, false).then(|| regex(receiver)).flatten().map(|p| (p, true))
                }
            }
        }
        _ => None,
    }
}

/// `[…].include?(value)`.
fn listed(condition: &Node, parameter: &str, constants: &Constants) -> Option<Type> {
    let call = condition.as_call().filter(|call| matches!(call.name.as_str(), "include?" | "member?"))?;
    let items = resolved(call.receiver.as_ref()?, constants).items()?;
    let [argument] = call.arguments.as_slice() else { return None };
    // The text of the value, such as `value.to_s`, is also compared with symbols.
    let is_text = !is_value(argument, parameter, false);
    if !is_value(argument, parameter, true) {
        return None;
    }
    let truths: Vec<bool> = items
        .iter()
        .filter_map(|item| match item.kind {
            Kind::Boolean(value) => Some(value),
            _ => None,
        })
        .collect();
    if truths.len() == 2 && items.len() == 2 {
        return Some(Type::Word("Boolean"));
    }
    let texts: Option<Vec<String>> = items
        .iter()
        .map(|item| match &item.kind {
            Kind::Text(text) => Some(text.clone()),
            Kind::Symbol(text) if is_text => Some(text.clone()),
            _ => None,
        })
        .collect();
    texts.filter(|texts| !texts.is_empty()).map(Type::Enum)
}

/// `value.is_a?(Class)`.
fn instance(condition: &Node, parameter: &str) -> Option<Type> {
    let call = condition
        .as_call()
        .filter(|call| matches!(call.name.as_str(), "is_a?" | "kind_of?" | "instance_of?"))?;
    if !is_value(call.receiver.as_ref()?, parameter, false) {
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

/// Logic that excludes a pattern. Only texts match, as in Ruby.
fn negative(pattern: &str, action: &Node) -> String {
    let message = action.as_call().and_then(|call| call.arguments.last()).and_then(Node::text);
    let message =
        message.filter(|text| !text.is_empty()).unwrap_or_else(|| "the value has a wrong form".to_owned());
    let condition = format!("$it =~ String and $it =~ Pattern[{}]", string(pattern));
    format!("{{ if {condition} {{ {} }} }}", string(&message))
}

/// What `munge` accepts: `None` if that is not known, `Some(None)` if it accepts all values.
pub(super) fn munged(body: &[Node], parameter: &str) -> Option<Option<Type>> {
    let [node] = body else { return None };
    if is_value(node, parameter, true) {
        return Some(None);
    }
    let call = node.as_call()?;
    match (&call.receiver, call.name.as_str(), call.arguments.as_slice()) {
        (None, "Integer", [value]) if is_value(value, parameter, false) => {
            let texts = Type::Pattern(vec![INTEGER.to_owned()]);
            Some(Some(Type::Variant(vec![Type::INTEGER, texts])))
        }
        (Some(value), "to_i", []) if is_value(value, parameter, false) => {
            Some(Some(Type::Variant(vec![Type::INTEGER, Type::TEXT])))
        }
        _ => None,
    }
}

/// The attribute that a check of a resource requires: `fail 'x' unless self[:name]`.
pub(super) fn required_attribute(node: &Node) -> Option<String> {
    let (action, is_unless, condition) = guarded(node)?;
    if !is_failure(action) {
        return None;
    }
    let (condition, is_unless) = match &condition.kind {
        Kind::Not(inner) => (inner.as_ref(), !is_unless),
        _ => (condition, is_unless),
    };
    let call = condition.as_call()?;
    match (call.name.as_str(), is_unless) {
        ("[]", true) => own_value(call),
        ("nil?", false) if call.arguments.is_empty() => own_value(call.receiver.as_ref()?.as_call()?),
        _ => None,
    }
}

/// `self[:name]`.
fn own_value(call: &Call) -> Option<String> {
    let is_own = matches!(call.receiver.as_ref()?.kind, Kind::Myself);
    match call.arguments.as_slice() {
        [name] if is_own && call.name == "[]" => name.text(),
        _ => None,
    }
}
