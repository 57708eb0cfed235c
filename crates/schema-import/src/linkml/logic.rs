//! Conditions on slots, as logic of the type language.
//!
//! Invariants: texts of the schema are quoted; the nesting of conditions is limited; a condition that cannot be
//! expressed is returned as the node that has it, never dropped. This module does not know where a condition comes
//! from.

use super::Import;
use super::node::Node;
use super::ranges::Range;
use super::schema::{ClassInfo, feature_name, first, present};
use crate::declarations::Type;
use modelwright_language::types::spelling::{string, type_name};
use std::borrow::Cow;

/// The greatest nesting of conditions.
const MAX_DEPTH: usize = 100;

/// Conditions as logic, or the part of the schema that logic cannot express.
pub(super) type Logic<'a> = Result<Vec<String>, Node<'a>>;

/// The keys that are conditions on a slot.
pub(super) const CONDITIONS: &[&str] = &[
    "required",
    "value_presence",
    "range",
    "pattern",
    "minimum_value",
    "maximum_value",
    "equals_string",
    "equals_string_in",
    "equals_number",
    "minimum_cardinality",
    "maximum_cardinality",
    "exact_cardinality",
    "any_of",
    "all_of",
    "none_of",
    "exactly_one_of",
    "has_member",
    "all_members",
    "equals_expression",
    "structured_pattern",
    "range_expression",
    "enum_range",
];

/// A slot of a class in logic.
#[derive(Debug, Clone)]
pub(super) struct SlotExpression<'a> {
    /// The expression for the slot's value.
    pub(super) value: String,
    /// Whether the slot has several values.
    pub(super) is_multivalued: bool,
    /// Whether the slot's values are addresses of objects, or objects.
    pub(super) is_reference: bool,
    /// The enumeration of the slot's values; logic uses the names that its literals have in the imported metamodel.
    pub(super) enumeration: Option<Cow<'a, str>>,
}

impl<'a> Import<'a> {
    /// A slot of a class in logic; `None` if the class does not have the slot.
    pub(super) fn slot_of_class(&self, class: &ClassInfo<'a>, slot: &str) -> Option<SlotExpression<'a>> {
        let lists_slot = |class: &ClassInfo<'a>| class.own_slots.iter().any(|listed| listed == slot);
        let mut superclasses = class.ancestors.iter().filter_map(|index| self.schema.classes.get(*index));
        if !lists_slot(class) && !superclasses.any(lists_slot) {
            return None;
        }
        let layers = self.schema.layers(class, slot);
        Some(self.slot_expression(&layers, slot))
    }

    /// What logic contains for a slot. `layers` are the definitions of the slot, the most specific first.
    pub(super) fn slot_expression(&self, layers: &[Node<'a>], slot: &str) -> SlotExpression<'a> {
        let value = format!("$o[{}]", string(&feature_name(layers, slot)));
        let is_multivalued = first(layers, "multivalued").and_then(Node::boolean) == Some(true);
        let range = self.range_of(layers);
        let is_reference = self.schema.class_index(&range).is_some();
        let enumeration = self.literals.contains_key(&*range).then_some(range);
        SlotExpression { value, is_multivalued, is_reference, enumeration }
    }

    /// The conditions of a slot expression on a slot. With `is_strict`, a slot that is not set does not satisfy them.
    pub(super) fn conditions(
        &mut self,
        node: Node<'a>,
        slot: &SlotExpression<'a>,
        is_strict: bool,
        depth: usize,
    ) -> Logic<'a> {
        let mut logic = Vec::new();
        // `required: false` allows a slot that is not set.
        let is_strict = is_strict && node.get("required").and_then(Node::boolean) != Some(false);
        for (key, condition) in present(&[node], CONDITIONS) {
            logic.extend(self.condition(key, condition, slot, is_strict, depth)?);
        }
        Ok(logic)
    }

    /// The logic of one condition on a slot. With `is_strict`, a slot that is not set does not satisfy the condition.
    pub(super) fn condition(
        &mut self,
        key: &str,
        node: Node<'a>,
        slot: &SlotExpression<'a>,
        is_strict: bool,
        depth: usize,
    ) -> Logic<'a> {
        let SlotExpression { value, is_multivalued, .. } = slot;
        let is_set = is_set(slot);
        let is_unset = if *is_multivalued { format!("{value}.empty") } else { format!("{value} == undef") };
        let single = |text: String| Ok(vec![text]);
        match key {
            "required" => Ok(if node.boolean() == Some(true) { vec![is_set] } else { Vec::new() }),
            "value_presence" => match node.text().as_deref() {
                Some("PRESENT") => single(is_set),
                Some("ABSENT") => single(is_unset),
                _ => Ok(Vec::new()),
            },
            "minimum_cardinality" | "maximum_cardinality" | "exact_cardinality" if *is_multivalued => {
                let count = node.integer().ok_or(node)?;
                let operator = match key {
                    "minimum_cardinality" => ">=",
                    "maximum_cardinality" => "<=",
                    _ => "==",
                };
                let logic = format!("{value}.length {operator} {count}");
                single(if is_strict { logic } else { format!("({is_unset} or {logic})") })
            }
            "any_of" | "all_of" | "none_of" | "exactly_one_of" => {
                let Some(logic) = self.combination(key, node, slot, depth)? else { return Ok(Vec::new()) };
                single(if is_strict {
                    format!("({is_set} and {logic})")
                } else {
                    format!("({is_unset} or {logic})")
                })
            }
            "all_members" => {
                let Some(logic) = self.members(node, slot, "all", depth)? else { return Ok(Vec::new()) };
                // All members of an empty list satisfy any condition.
                single(if is_strict { format!("({is_set} and {logic})") } else { logic })
            }
            "has_member" => {
                let Some(logic) = self.members(node, slot, "any", depth)? else { return Ok(Vec::new()) };
                // No member of an empty list satisfies any condition.
                single(if is_strict { logic } else { format!("({is_unset} or {logic})") })
            }
            _ => {
                let item = if *is_multivalued { "$m" } else { value };
                let Some(logic) = self.value_condition(key, node, item, slot)? else {
                    return Ok(Vec::new());
                };
                single(match (is_multivalued, is_strict) {
                    (true, false) => format!("{value}.all |$m| {{ {logic} }}"),
                    (true, true) => format!("(!{value}.empty and {value}.all |$m| {{ {logic} }})"),
                    (false, false) => format!("({is_unset} or {logic})"),
                    (false, true) => format!("({is_set} and {logic})"),
                })
            }
        }
    }

    /// A condition on one value, which is set; `None` if it restricts nothing.
    fn value_condition(
        &mut self,
        key: &str,
        node: Node<'a>,
        value: &str,
        slot: &SlotExpression<'a>,
    ) -> Result<Option<String>, Node<'a>> {
        Ok(Some(match key {
            "pattern" => format!("{value} =~ Pattern[{}]", string(&node.text().ok_or(node)?)),
            // Not `==`, which ignores case.
            "equals_string" | "equals_string_in" => {
                let literals = slot.enumeration.as_ref().and_then(|name| self.literals.get(&**name));
                let mut texts = Vec::new();
                for text in node.texts() {
                    // The value of an enumeration is the name of a literal; a text without a literal cannot be
                    // expressed.
                    let name = match literals {
                        Some(literals) => literals.get(&text).ok_or(node)?.as_str(),
                        None => &*text,
                    };
                    texts.push(string(name));
                }
                if texts.is_empty() {
                    return Err(node);
                }
                format!("{value} =~ Enum[{}]", texts.join(", "))
            }
            "equals_number" => format!("{value} == {}", number(node)?),
            "minimum_value" => format!("{value} >= {}", number(node)?),
            "maximum_value" => format!("{value} <= {}", number(node)?),
            "range" => return self.range_condition(node, value, slot),
            _ => return Err(node),
        }))
    }

    /// The condition that a value is in a range, which is narrower than that of the slot.
    fn range_condition(
        &mut self,
        node: Node<'a>,
        value: &str,
        slot: &SlotExpression<'a>,
    ) -> Result<Option<String>, Node<'a>> {
        let name = node.text().ok_or(node)?;
        let declared_name = match self.range(&name, node) {
            Range::Class(index) if slot.is_reference => self.class_names.get(index).cloned().ok_or(node)?,
            Range::Class(_) => return Err(node),
            Range::Enum(name) => name,
            Range::Any => return Ok(None),
            Range::Text => "String".to_owned(),
            Range::Integer => "Integer".to_owned(),
            Range::Float => "Numeric".to_owned(),
            Range::Other(Type::Word(word)) => if word == "Number" { "Numeric" } else { word }.to_owned(),
            Range::Other(Type::Named(name)) => name,
            Range::Other(_) => return Err(node),
        };
        let is_declared = self.names_used.contains(&declared_name);
        // In logic, a name that needs quotes would be read as a text, and a word of the language as its own type.
        if is_declared && type_name(&declared_name) != declared_name {
            return Err(node);
        }
        Ok(Some(format!("{value} =~ {declared_name}")))
    }

    /// The condition that all members of a slot's list satisfy the conditions of a node, or that any does; `None` if
    /// the node has no conditions. `function` is the function `all` or `any` of the type language.
    fn members(
        &mut self,
        node: Node<'a>,
        slot: &SlotExpression<'a>,
        function: &str,
        depth: usize,
    ) -> Result<Option<String>, Node<'a>> {
        if !slot.is_multivalued || depth >= MAX_DEPTH {
            return Err(node);
        }
        let member = SlotExpression { value: "$m".to_owned(), is_multivalued: false, ..slot.clone() };
        let is_strict = true;
        let conditions = self.conditions(node, &member, is_strict, depth + 1)?;
        if conditions.is_empty() {
            return Ok(None);
        }
        Ok(Some(format!("{}.{function} |$m| {{ {} }}", slot.value, conditions.join(" and "))))
    }

    /// The logic of `any_of` or a similar key for a slot that has a value; `None` if it has no conditions. The error is
    /// the part that logic cannot express.
    fn combination(
        &mut self,
        key: &str,
        node: Node<'a>,
        slot: &SlotExpression<'a>,
        depth: usize,
    ) -> Result<Option<String>, Node<'a>> {
        if depth >= MAX_DEPTH {
            return Err(node);
        }
        let is_strict = true;
        let mut parts = Vec::new();
        for item in node.items() {
            parts.push(all(&self.conditions(item, slot, is_strict, depth + 1)?));
        }
        Ok(combined(key, &parts))
    }

    /// The conditions of a class expression: those of its slots, and of expressions in it.
    pub(super) fn class_conditions(
        &mut self,
        node: Node<'a>,
        class: &ClassInfo<'a>,
        is_strict: bool,
        depth: usize,
    ) -> Logic<'a> {
        if depth >= MAX_DEPTH {
            return Err(node);
        }
        if let Some(unsupported) = ["is_a", "rules", "range"].iter().find_map(|key| node.get(key)) {
            return Err(unsupported);
        }
        let mut logic = Vec::new();
        for entry in node.get("slot_conditions").map(Node::entries).unwrap_or_default() {
            let slot = self.slot_of_class(class, &entry.key).ok_or(entry.location)?;
            let slot_logic = self.conditions(entry.value, &slot, is_strict, depth + 1)?;
            // A slot that is listed without conditions must at least be set.
            if is_strict && slot_logic.is_empty() && entry.value.get("required").is_none() {
                logic.push(is_set(&slot));
            }
            logic.extend(slot_logic);
        }
        for key in ["any_of", "all_of", "none_of", "exactly_one_of"] {
            let Some(list) = node.get(key) else { continue };
            // Without `is_strict`, a slot that is not set would satisfy an item of `none_of`, and so violate it.
            let is_item_strict = is_strict || key == "none_of";
            let mut expressions = Vec::new();
            for item in list.items() {
                let conditions = self.class_conditions(item, class, is_item_strict, depth + 1)?;
                expressions.push(all(&conditions));
            }
            logic.extend(combined(key, &expressions));
        }
        Ok(logic)
    }
}

/// The condition that a slot has a value.
fn is_set(SlotExpression { value, is_multivalued, .. }: &SlotExpression<'_>) -> String {
    if *is_multivalued { format!("!{value}.empty") } else { format!("{value} != undef") }
}

/// The expression that all conditions hold.
pub(super) fn all(logic: &[String]) -> String {
    match logic {
        [] => "true".to_owned(),
        [one] => one.clone(),
        _ => format!("({})", logic.join(" and ")),
    }
}

/// The combination of expressions by a key such as `any_of`; `None` if there are no expressions.
pub(super) fn combined(key: &str, parts: &[String]) -> Option<String> {
    if parts.is_empty() {
        return None;
    }
    Some(match key {
        "any_of" => format!("({})", parts.join(" or ")),
        "all_of" => format!("({})", parts.join(" and ")),
        "none_of" => format!("!({})", parts.join(" or ")),
        // The only other key is `exactly_one_of`.
        _ => format!("[{}].filter |$t| {{ $t }}.length == 1", parts.join(", ")),
    })
}

/// A number as logic; an error if the node is not a number.
fn number(node: Node<'_>) -> Result<String, Node<'_>> {
    match node.integer() {
        Some(number) => Ok(number.to_string()),
        None => node.float().map(|number| format!("{number:?}")).ok_or(node),
    }
}
