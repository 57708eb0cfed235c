//! The statements of a `validate` block, as types and rules.
//!
//! Invariant: statements are read up to the first one whose meaning is not certain. This module does not report what
//! is left.

use super::checks::Subject;
use super::conditions::{self, both};
use super::values::{Allowed, MungeInput};
use super::{Constants, checks};
use crate::ruby::{Call, Kind, Node};
use modelwright_language::types::spelling::string;

/// A rule that rejects values.
#[derive(Debug, PartialEq)]
pub(super) struct Rule {
    /// The logic that is true of the rejected values.
    pub(super) condition: String,
    /// The message about a rejected value, as a literal of the type language.
    pub(super) message: String,
}

/// The logic of some rules; `None` if there are none.
pub(super) fn logic(rules: &[Rule]) -> Option<String> {
    let branches: Vec<String> =
        rules.iter().map(|rule| format!("if {} {{ {} }}", rule.condition, rule.message)).collect();
    if branches.is_empty() {
        return None;
    }
    // Each branch begins with `if`, so `els` before the next one makes it an `elsif`.
    Some(format!("{{ {} }}", branches.join(" els")))
}

/// Methods that only write messages.
const MESSAGES: &[&str] = &["warning", "notice", "info", "debug", "deprecation_warning", "warn"];

/// A `validate` block that is being read.
pub(super) struct Validation<'s> {
    /// The name of the value.
    pub(super) parameter: &'s str,
    pub(super) constants: &'s Constants,
    /// The text of the file.
    pub(super) text: &'s str,
    /// A variable with the value as an integer.
    number: Option<String>,
    /// The logic that is true if the block has not ended before.
    guard: String,
}

impl<'s> Validation<'s> {
    pub(super) fn new(parameter: &'s str, constants: &'s Constants, text: &'s str) -> Self {
        Self { parameter, constants, text, number: None, guard: "true".to_owned() }
    }

    /// Reads a statement; `false` if its meaning is not certain.
    pub(super) fn read(&mut self, node: &Node, allowed: &mut Allowed, rules: &mut Vec<Rule>) -> bool {
        // The block has no parameter, so it reads the value in a way that is not followed here.
        if self.parameter.is_empty() {
            return false;
        }
        match &node.kind {
            Kind::Boolean(_) | Kind::Nil => return true,
            Kind::Assign(left, value) => return self.assignment(left, value, allowed),
            Kind::Call(call) => return self.call(node, call, rules),
            _ => {}
        }
        let Some((action, is_unless, condition)) = checks::guarded_action(node) else { return false };
        if action.as_call().is_some_and(is_message) {
            return true;
        }
        let is_exit = action
            .as_call()
            .is_some_and(|call| call.receiver.is_none() && matches!(call.name.as_str(), "next" | "return"));
        // A type holds for all values, so it cannot express a check that some values never reach.
        let may_restrict = self.guard == "true" && checks::is_failure(action);
        if may_restrict
            && let Some(value_type) =
                checks::required_type(is_unless, condition, self.parameter, self.constants)
            && allowed.restrict(value_type)
        {
            return true;
        }
        let Some(condition) = conditions::of(condition, &self.subject()) else { return false };
        let (action_runs, action_is_skipped) =
            if is_unless { (condition.fails, condition.holds) } else { (condition.holds, condition.fails) };
        if is_exit {
            self.guard = both(&self.guard, &action_is_skipped);
        } else if checks::is_failure(action) {
            self.add(&action_runs, action, rules);
        } else {
            return false;
        }
        true
    }

    fn subject(&self) -> Subject<'_> {
        Subject { parameter: self.parameter, number: self.number.as_deref(), constants: self.constants }
    }

    /// Reads `number = Integer(value)`; `false` if it is another assignment, or restricts values in a way that types do
    /// not express.
    fn assignment(&mut self, left: &Node, value: &Node, allowed: &mut Allowed) -> bool {
        // A name alone is read as a call.
        let Some(name) = left.as_call().filter(|call| call.receiver.is_none()).map(|call| &call.name) else {
            return false;
        };
        let input = checks::munged_type(std::slice::from_ref(value), self.parameter);
        let Some(MungeInput::ValuesOf(value_type)) = input else { return false };
        let is_integer = value.as_call().is_some_and(|call| matches!(call.name.as_str(), "Integer" | "to_i"));
        if self.guard != "true" || !is_integer || !allowed.restrict(value_type) {
            return false;
        }
        self.number = Some(name.clone());
        true
    }

    /// Reads a statement without a condition: a message, or an unconditional `fail`, which rejects every value for
    /// which no earlier statement ended the block. Returns whether it is one of the two.
    fn call(&self, node: &Node, call: &Call, rules: &mut Vec<Rule>) -> bool {
        if is_message(call) {
            return true;
        }
        let is_last_failure = self.guard != "true" && checks::is_failure(node);
        if is_last_failure {
            self.add("true", node, rules);
        }
        is_last_failure
    }

    /// Adds the rule of a failure under a condition, unless the condition is never true. `applies` is the logic of the
    /// condition, without the guard.
    fn add(&self, applies: &str, failure: &Node, rules: &mut Vec<Rule>) {
        let condition = both(&self.guard, applies);
        if condition != "false" {
            rules.push(Rule { condition, message: self.message(failure) });
        }
    }

    /// The message of a failure, as a literal.
    fn message(&self, failure: &Node) -> String {
        let last_argument = failure.as_call().and_then(|call| call.arguments.last());
        let text = last_argument.and_then(Node::text).filter(|text| !text.is_empty());
        if let Some(text) = text {
            return string(&text);
        }
        let interpolated = last_argument.and_then(|argument| self.interpolated(argument));
        interpolated.unwrap_or_else(|| string("the value has a wrong form"))
    }

    /// A text with the value in it, as a literal: `"no #{value}"` → `"no ${it}"`. `None` if it has other code.
    fn interpolated(&self, node: &Node) -> Option<String> {
        let source = self.text.get(node.span.clone())?;
        let mut rest = source.strip_prefix('"')?.strip_suffix('"')?;
        // Escapes and `$` have another meaning in strings of the type language.
        if rest.contains(['\\', '"', '$']) {
            return None;
        }
        let mut out = String::from("\"");
        while let Some((before, after)) = rest.split_once("#{") {
            let (code, after) = after.split_once('}')?;
            if code.trim_end_matches(".inspect") != self.parameter {
                return None;
            }
            out.push_str(before);
            out.push_str("${it}");
            rest = after;
        }
        out.push_str(rest);
        out.push('"');
        Some(out)
    }
}

/// Whether a statement only writes a message, perhaps under a condition.
pub(super) fn is_only_message(node: &Node) -> bool {
    let action = checks::guarded_action(node).map_or(node, |(action, ..)| action);
    action.as_call().is_some_and(is_message)
}

/// Whether a call only writes a message, such as `warning` or `Puppet.notice`.
fn is_message(call: &Call) -> bool {
    let receiver = call.receiver.as_ref();
    MESSAGES.contains(&call.name.as_str())
        && receiver.is_none_or(|receiver| {
            matches!(receiver.kind, Kind::Myself) || receiver.constant() == Some("Puppet")
        })
}
