//! Conditions of Ruby on the attributes of a resource, as logic of the type language.
//!
//! Invariant: as in [`conditions`](super::conditions), the logic of a failure is only true of resources that Puppet
//! rejects. Puppet compares values after their conversion, so for an attribute with a conversion, only the presence
//! of a value is checked.

use super::conditions::{Condition, constant_condition};
use super::values::{Allowed, listed_text_type};
use crate::declarations::{Attribute, type_text};
use crate::ruby::{Call, Kind, Node};
use modelwright_language::types::spelling::string;
use rustc_hash::FxHashMap;

/// What is known of the values of an attribute in Puppet.
#[derive(Debug, Clone)]
pub(super) struct Facts {
    /// The listed values, which are symbols in Puppet, with the symbol that each means.
    symbols: Vec<(String, String)>,
    /// Whether regular expressions are listed as well, whose values are texts.
    has_patterns: bool,
    /// Whether the values are `true` and `false`, not symbols.
    is_boolean: bool,
    /// Whether Puppet converts values, so that it compares other values than those of the resource.
    is_converted: bool,
    /// Whether the result of the conversion is not known, so that a value may become `nil`.
    may_vanish: bool,
    missing: Missing,
    is_list: bool,
}

/// The value that Puppet uses in place of a missing one, beside the default that the type has.
#[derive(Debug, Clone)]
pub(super) enum Missing {
    Nothing,
    /// A default that the type does not have.
    Value(String),
    /// This value, or nothing.
    Perhaps(&'static str),
    Unknown,
}

impl Facts {
    /// The facts about the values of an attribute, after its block was read.
    pub(super) fn of(attribute: &Attribute, allowed: &Allowed, is_converted: bool, may_vanish: bool) -> Self {
        let (texts, has_patterns) = allowed.listed();
        let meaning = |text: &String| {
            let key = format!("alias {text}");
            let notes = attribute.settings.annotations.iter().flat_map(|note| &note.details);
            let target = notes.filter(|(name, _)| *name == key).map(|(_, target)| target).next();
            target.unwrap_or(text).trim_matches('\'').to_owned()
        };
        Self {
            symbols: texts.iter().map(|text| (text.clone(), meaning(text))).collect(),
            has_patterns,
            is_boolean: allowed.is_boolean && texts.is_empty(),
            is_converted,
            may_vanish,
            missing: Missing::Unknown,
            is_list: attribute.settings.max != Some(1),
        }
    }

    /// The facts, with the value that is used in place of a missing one.
    pub(super) fn with_missing(self, missing: Missing) -> Self {
        Self { missing, ..self }
    }

    /// The condition that the attribute has a value that is neither `nil` nor `false`; `None` if that is not certain.
    fn presence(&self, value: &str) -> Option<Condition> {
        if self.is_list || self.may_vanish || !matches!(self.missing, Missing::Nothing) {
            return None;
        }
        let fails =
            if self.is_boolean { format!("{value} !~ Boolean[true]") } else { format!("{value} == undef") };
        let holds = match (self.is_boolean, self.symbols.is_empty()) {
            (true, _) => format!("{value} =~ Boolean[true]"),
            (false, true) => format!("{value} != undef and {value} !~ Boolean[false]"),
            (false, false) => format!("{value} != undef"),
        };
        Some(Condition { holds, fails })
    }

    /// The condition that the value is one of some symbols or texts; `None` if that is not certain.
    fn equality(&self, value: &str, literals: &[&Node]) -> Option<Condition> {
        if self.is_list || self.is_converted || self.is_boolean {
            return None;
        }
        let mut texts = Vec::new();
        for literal in literals {
            match &literal.kind {
                Kind::Symbol(name) => {
                    texts.extend(
                        self.symbols.iter().filter(|(_, meant)| meant == name).map(|(text, _)| text.clone()),
                    );
                }
                // A listed value is a symbol, so it is equal to no text.
                Kind::Text(text) if self.symbols.is_empty() && !self.has_patterns => texts.push(text.clone()),
                Kind::Text(_) if !self.has_patterns => {}
                _ => return None,
            }
        }
        if texts.is_empty() {
            return Some(constant_condition(false));
        }
        let is_among = |default: &str| texts.iter().any(|text| text == default);
        // Whether the condition is true if the resource does not set the attribute.
        let holds_if_missing = match &self.missing {
            Missing::Nothing => false,
            Missing::Value(default) => is_among(default),
            Missing::Perhaps(default) if !is_among(default) => false,
            Missing::Perhaps(_) | Missing::Unknown => return None,
        };
        let value_type = type_text(&listed_text_type(texts));
        let (holds, fails) = (format!("{value} =~ {value_type}"), format!("{value} !~ {value_type}"));
        Some(match holds_if_missing {
            true => Condition {
                holds: format!("{value} == undef or {holds}"),
                fails: format!("{value} != undef and {fails}"),
            },
            false => Condition { holds, fails },
        })
    }
}

/// The facts of the attributes of a type, by their names.
pub(super) type FactsByName = FxHashMap<String, Facts>;

/// The logic of a condition; `None` if its meaning is not certain.
pub(super) fn of(node: &Node, known: &FactsByName) -> Option<Condition> {
    if let Some((name, facts)) = self_attribute(node, known) {
        return facts.presence(&name);
    }
    match &node.kind {
        Kind::Not(inner) => of(inner, known).map(Condition::negated),
        Kind::Binary(sign, left, right) => match sign.as_str() {
            "&&" | "and" => Some(of(left, known)?.and(&of(right, known)?)),
            "||" | "or" => Some(of(left, known)?.negated().and(&of(right, known)?.negated()).negated()),
            "==" | "!=" => {
                let (name, facts) = self_attribute(left, known)?;
                let condition = facts.equality(&name, &[right])?;
                Some(if sign == "==" { condition } else { condition.negated() })
            }
            _ => None,
        },
        Kind::Call(call) => predicate_condition(call, known),
        _ => None,
    }
}

/// The condition of `self[:a].nil?` or `[:b, :c].include?(self[:a])`.
fn predicate_condition(call: &Call, known: &FactsByName) -> Option<Condition> {
    let receiver = call.receiver.as_ref()?;
    match (call.name.as_str(), call.arguments.as_slice()) {
        ("nil?", []) => {
            let (name, facts) = self_attribute(receiver, known)?;
            // `false` is a value as well.
            if facts.is_boolean { None } else { facts.presence(&name).map(Condition::negated) }
        }
        ("include?" | "member?", [value]) => {
            let (name, facts) = self_attribute(value, known)?;
            let items: Vec<&Node> = receiver.items()?.iter().collect();
            facts.equality(&name, &items)
        }
        _ => None,
    }
}

/// The attribute that `self[:name]` reads, as an expression of the type language, and the facts about it.
fn self_attribute<'k>(node: &Node, known: &'k FactsByName) -> Option<(String, &'k Facts)> {
    let name = super::checks::own_attribute(node.as_call()?)?;
    let facts = known.get(&name)?;
    Some((format!("$self[{}]", string(&name)), facts))
}
