//! Alternatives of ranges: `any_of` and `exactly_one_of` of a slot.
//!
//! Alternatives of classes become an abstract class that they inherit from, other ones a `Variant`. Invariant: two
//! alternatives of texts are one type, since a `Variant` could not distinguish their values. This module does not know
//! how many values a slot has.

use super::node::Node;
use super::ranges::Range;
use super::schema::first;
use super::{Import, camel_case};
use crate::declarations::Type;

/// A class for alternatives.
#[derive(Debug)]
pub(super) struct Union {
    pub(super) name: String,
    pub(super) members: Vec<usize>,
}

/// The combination of alternatives of ranges.
pub(super) enum Alternatives {
    /// The values of a class: its name, and whether they are contained.
    Class(String, bool),
    /// Values of a type.
    Values(Type),
}

impl<'a> Import<'a> {
    /// The alternatives of a slot, if at least one has a range of its own.
    pub(super) fn alternatives(
        &mut self,
        owner: &str,
        slot: &str,
        layers: &[Node<'a>],
    ) -> Option<Alternatives> {
        let alternatives_node = first(layers, "any_of").or_else(|| first(layers, "exactly_one_of"))?;
        let items = alternatives_node.items();
        if items.len() < 2 || items.iter().all(|item| item.get("range").is_none()) {
            return None;
        }
        let (mut classes, mut types) = (Vec::new(), Vec::new());
        let is_inlined = ["inlined", "inlined_as_list"]
            .iter()
            .any(|key| first(layers, key).and_then(Node::boolean) == Some(true));
        let mut are_contained = is_inlined;
        for item in items {
            let name = item.text_of("range").unwrap_or_else(|| self.range_of(layers));
            match self.range(&name, item) {
                Range::Class(index) => {
                    // Nothing can refer to an object without an identifier.
                    are_contained |= self.identifiers.get(index).copied().flatten().is_none();
                    if !classes.contains(&index) {
                        classes.push(index);
                    }
                }
                range => {
                    // A range of the slot itself has no meaning next to the alternatives.
                    let (value_type, unexpressed) = self.constrained(range, &[item]);
                    for (key, condition) in unexpressed {
                        let message = format!("`{key}` of an alternative of `{slot}` is not checked");
                        self.report_loss(
                            condition,
                            message,
                            "declare a type with the condition, and use it as range",
                        );
                    }
                    types.push(value_type);
                }
            }
        }
        Some(self.combined(owner, slot, classes, types, are_contained))
    }

    /// The alternatives as a class if all are classes, otherwise as a type.
    fn combined(
        &mut self,
        owner: &str,
        slot: &str,
        classes: Vec<usize>,
        mut types: Vec<Type>,
        are_contained: bool,
    ) -> Alternatives {
        let class = match classes.as_slice() {
            [] => None,
            [only] => self.class_names.get(*only).cloned(),
            _ => Some(self.union(owner, slot, classes)),
        };
        match class {
            Some(class) if types.is_empty() => return Alternatives::Class(class, are_contained),
            Some(class) if are_contained => types.push(Type::Named(class)),
            // An object that is not contained is referred to by its identifier, which is a text.
            Some(_) => types.push(Type::TEXT),
            None => {}
        }
        Alternatives::Values(self.variant(types))
    }

    /// The name of the abstract class for alternatives: that of an earlier slot with the same alternatives, or a new
    /// one.
    fn union(&mut self, owner: &str, slot: &str, members: Vec<usize>) -> String {
        if let Some(known) = self.unions.iter().find(|union| union.members == members) {
            return known.name.clone();
        }
        let name = self.names.reserve(&camel_case(&format!("{owner} {slot}")));
        self.unions.push(Union { name: name.clone(), members });
        name
    }

    /// Several types as one; types of texts are combined first.
    fn variant(&self, types: Vec<Type>) -> Type {
        let (mut texts, mut others): (Vec<Type>, Vec<Type>) = (Vec::new(), Vec::new());
        for value_type in types {
            let group = if self.is_text(&value_type) { &mut texts } else { &mut others };
            if !group.contains(&value_type) {
                group.push(value_type);
            }
        }
        others.extend(merged_texts(texts));
        match others.len() {
            1 => others.pop().unwrap_or(Type::TEXT),
            _ => Type::Variant(others),
        }
    }

    /// Whether a type counts as one of texts, which become a single alternative.
    fn is_text(&self, value_type: &Type) -> bool {
        match value_type {
            Type::String { .. } | Type::Pattern(_) | Type::Enum(_) => true,
            // Enumerations and classes are distinguished from texts; data types of texts are not.
            Type::Named(name) => {
                self.builtins.values().any(|declared| declared == name)
                    || self.type_names.values().any(|declared| declared == name)
            }
            _ => false,
        }
    }
}

/// One type for the texts of several types: a pattern or an enumeration of them, or the type of all texts if neither is
/// possible. `None` if there are no types.
fn merged_texts(mut texts: Vec<Type>) -> Option<Type> {
    if texts.len() < 2 {
        return texts.pop();
    }
    let (mut patterns, mut values) = (Vec::new(), Vec::new());
    for text in texts {
        match text {
            Type::Pattern(further) => patterns.extend(further),
            Type::Enum(further) => values.extend(further),
            _ => return Some(Type::TEXT),
        }
    }
    Some(match (patterns.is_empty(), values.is_empty()) {
        (false, true) => Type::Pattern(patterns),
        (true, false) => Type::Enum(values),
        _ => Type::TEXT,
    })
}
