//! Classes of a schema, as classes of a package.
//!
//! Invariant: a slot is declared by the first class that has it; a class that refines an inherited slot gets
//! invariants. This module does not know which types slots have.

use super::Import;
use super::logic;
use super::metadata::{self, annotations};
use super::node::Node;
use super::schema::{ClassInfo, first, underscored};
use super::slots::Slot;
use crate::declarations::{Class, Declaration, Feature, Invariant};
use rustc_hash::{FxHashMap, FxHashSet};

/// What a reference refers to, and how.
struct ReferenceEnd {
    target: String,
    is_containment: bool,
}

/// A slot with an `inverse`, which a class declares.
pub(super) struct Inverse<'a> {
    /// The index of the class.
    class: usize,
    /// The name of the slot.
    slot: &'a str,
    /// The value of `inverse`.
    location: Node<'a>,
}

impl<'a> Import<'a> {
    /// The classes of the schema, and those that shared slots and alternatives require.
    pub(super) fn classes(&mut self) -> Vec<Declaration> {
        let schema = self.schema;
        let mut classes: Vec<Class> = Vec::with_capacity(schema.classes.len());
        for (index, class) in schema.classes.iter().enumerate() {
            classes.push(self.class(index, class));
        }
        self.connect_opposites(&mut classes);
        let designators = self.take_designators();
        let mut holders = self.holders();
        self.declare_designators(&designators, &mut classes, &mut holders);
        for union in std::mem::take(&mut self.unions) {
            for member in &union.members {
                if let Some(class) = classes.get_mut(*member) {
                    class.supertypes.push(union.name.clone());
                }
            }
            let mut class = Class::new(union.name, 0..0);
            class.is_abstract = true;
            class.doc = Some("One of several classes that a slot allows.".to_owned());
            classes.push(class);
        }
        let mut declarations = Vec::with_capacity(classes.len() + holders.len());
        for (index, class) in classes.into_iter().enumerate() {
            // The classes that were made for unions follow those of the schema, so they have no `info`.
            let info = schema.classes.get(index);
            // Any value is an object of `linkml:Any`, so it is no class of the package.
            let is_any =
                info.is_some_and(|info| info.node.text_of("class_uri").as_deref() == Some("linkml:Any"));
            if !is_any {
                declarations.push(Declaration::Class(class));
            }
        }
        declarations.extend(holders.into_iter().map(Declaration::Class));
        declarations
    }

    /// The class of the package for a class of the schema.
    fn class(&mut self, index: usize, info: &'a ClassInfo<'a>) -> Class {
        let node = info.node;
        let mut class =
            Class::new(self.class_names.get(index).cloned().unwrap_or_default(), self.span(info.location));
        class.doc = metadata::doc(node);
        class.is_abstract = node.is_true("abstract") || node.is_true("mixin");
        let parents = info.parents.iter().filter_map(|parent| self.class_names.get(*parent));
        class.supertypes = parents.cloned().chain(self.shared.holders(index)).collect();
        class.annotations = annotations(node, &[metadata::OF_CLASSES]);
        let declared = self.shared.declared.get(index).cloned().unwrap_or_default();
        class.features.reserve(declared.len());
        for &name in &declared {
            let layers = self.schema.layers(info, name);
            let location = layers.first().copied().filter(|layer| !layer.is_null()).unwrap_or(info.location);
            let slot = Slot { owner: &info.name, name, layers: &layers, location };
            let (feature, invariants) = self.feature(&slot);
            class.features.push(feature);
            class.invariants.extend(invariants);
            let inverse = first(&layers, "inverse");
            self.inverses.extend(inverse.map(|location| Inverse { class: index, slot: name, location }));
            // The class itself has the slot, so no other class was made for it.
            let holder = None;
            self.designators.extend(self.designator(name, holder, &[index], &layers));
        }
        class.invariants.extend(self.refinements(&declared, info));
        class.invariants.extend(self.rules(info));
        self.check_unique_keys(info);
        class
    }

    /// The invariants for inherited slots; `declared` are the slots that the class itself declares.
    fn refinements(&mut self, declared: &[&str], class: &'a ClassInfo<'a>) -> Vec<Invariant> {
        let refined = class.refined();
        // Most classes declare all slots that they list.
        if refined.is_empty() && declared.len() == class.own_slots.len() {
            return Vec::new();
        }
        let declared: FxHashSet<&str> = declared.iter().copied().collect();
        let mut invariants = Vec::new();
        let listed = class.own_slots.iter().chain(refined.iter().map(|entry| &entry.key));
        let mut names: Vec<&str> =
            listed.map(|name| &**name).filter(|name| !declared.contains(name)).collect();
        names.sort_unstable();
        names.dedup();
        for name in names {
            let Some(expression) = self.slot_of_class(class, name) else {
                let location = refined
                    .iter()
                    .find(|entry| entry.key == name)
                    .map_or(class.location, |entry| entry.location);
                let message = format!("`{}` has no slot `{name}` to refine", class.name);
                self.report_loss(location, message, "list the slot in `slots` of the class");
                continue;
            };
            for node in class.refinements(name) {
                invariants.extend(self.refinement(class, name, node, &expression));
            }
        }
        invariants
    }

    /// The invariants for rules, and for expressions on the class itself.
    fn rules(&mut self, class: &'a ClassInfo<'a>) -> Vec<Invariant> {
        let mut invariants = Vec::new();
        let rules = class.node.get("rules").map(Node::items).unwrap_or_default();
        for (index, rule) in rules.into_iter().enumerate() {
            if rule.is_true("deactivated") {
                continue;
            }
            match self.rule(class, rule) {
                Ok(conditions) if conditions.is_empty() => {}
                Ok(conditions) => {
                    let title = rule.text_of("title").or_else(|| rule.text_of("description"));
                    let name =
                        title.unwrap_or_else(|| format!("rule {} of {}", index + 1, class.name).into());
                    let logic = format!("|$o| {{ {} }}", logic::all(&conditions));
                    invariants.push(Invariant { name: Some(name.trim().to_owned()), logic });
                }
                Err(location) => {
                    let message = format!("rule {} of `{}` is not checked", index + 1, class.name);
                    self.report_loss(
                        location,
                        message,
                        "check it with LinkML, or write an invariant in the types",
                    );
                }
            }
        }
        for key in ["any_of", "all_of", "none_of", "exactly_one_of"] {
            let Some(list) = class.node.get(key) else { continue };
            match self.expressions(class, list) {
                Ok(expressions) => {
                    if let Some(condition) = logic::combined(key, &expressions) {
                        let logic = format!("|$o| {{ {} }}", logic::all(&[condition]));
                        let name = Some(format!("{} violates `{key}`", class.name));
                        invariants.push(Invariant { name, logic });
                    }
                }
                Err(location) => self.report_unchecked(location, key, &class.name),
            }
        }
        invariants
    }

    /// The logic of each item of a list of class expressions, which are written as the conditions of a rule are. The
    /// error is the first part that has no logic.
    fn expressions(&mut self, class: &ClassInfo<'a>, list: Node<'a>) -> Result<Vec<String>, Node<'a>> {
        let (is_strict, depth) = (true, 1);
        let mut expressions = Vec::new();
        for item in list.items() {
            let conditions = self.class_conditions(item, class, is_strict, depth)?;
            expressions.push(logic::all(&conditions));
        }
        Ok(expressions)
    }

    /// The logic of a rule: if its preconditions hold, so must its postconditions.
    fn rule(&mut self, class: &ClassInfo<'a>, rule: Node<'a>) -> logic::Logic<'a> {
        // The conditions under a key of the rule; `None` without the key.
        let conditions_of = |import: &mut Self, key: &str, is_strict: bool| match rule.get(key) {
            Some(node) => import.class_conditions(node, class, is_strict, 0).map(Some),
            None => Ok(None),
        };
        // A rule does not apply if a slot of its preconditions is not set.
        let is_strict = true;
        let preconditions = conditions_of(self, "preconditions", is_strict)?.unwrap_or_default();
        // In a closed world, a slot that is not set does not satisfy a condition.
        let is_closed = !rule.is_true("open_world");
        let postconditions = conditions_of(self, "postconditions", is_closed)?;
        let else_conditions = conditions_of(self, "elseconditions", is_closed)?;
        let precondition = logic::all(&preconditions);
        let mut conditions = Vec::new();
        if let Some(postconditions) = postconditions {
            conditions.push(format!("(!{precondition} or {})", logic::all(&postconditions)));
        }
        if let Some(else_conditions) = else_conditions {
            conditions.push(format!("({precondition} or {})", logic::all(&else_conditions)));
        }
        Ok(conditions)
    }

    /// Reports the unique keys of a class that are not checked: all but the first.
    fn check_unique_keys(&mut self, class: &ClassInfo<'a>) {
        let keys = class.node.get("unique_keys").map(Node::entries).unwrap_or_default();
        for entry in keys.into_iter().skip(1) {
            let message = format!("the unique key `{}` of `{}` is not checked", entry.key, class.name);
            self.report_loss(
                entry.location,
                message,
                "only the first unique key of a class is checked, in each list",
            );
        }
    }

    /// The abstract classes that declare shared slots.
    fn holders(&mut self) -> Vec<Class> {
        let mut holders = Vec::new();
        let shared = std::mem::take(&mut self.shared.classes);
        for (slot, (name, members)) in &shared {
            let first = members.first().and_then(|index| self.schema.classes.get(*index));
            let Some(first) = first else { continue };
            let mut layers = self.schema.slot_chain(slot);
            if layers.is_empty() {
                layers.extend(first.refinements(slot));
            }
            let location = layers.first().copied().unwrap_or(first.location);
            let (feature, invariants) =
                self.feature(&Slot { owner: name, name: slot, layers: &layers, location });
            let mut class = Class::new(name.clone(), self.span(location));
            class.is_abstract = true;
            class.doc = Some(format!("Has the slot `{slot}`, which several classes share."));
            class.features.push(feature);
            class.invariants = invariants;
            holders.push(class);
        }
        holders
    }

    /// Sets the opposite of each reference whose `inverse` is a reference back to its class, and reports other
    /// inverses.
    fn connect_opposites(&mut self, classes: &mut [Class]) {
        let inverses = std::mem::take(&mut self.inverses);
        // Most schemas have no inverses, and then the references need not be collected.
        if inverses.is_empty() {
            return;
        }
        // By the names of the class and of the reference.
        let mut reference_ends: FxHashMap<(String, String), ReferenceEnd> = FxHashMap::default();
        for class in classes.iter() {
            for feature in &class.features {
                if let Feature::Reference(reference) = feature {
                    let end = ReferenceEnd {
                        target: reference.target.clone(),
                        is_containment: reference.is_containment,
                    };
                    reference_ends.insert((class.name.clone(), reference.name.clone()), end);
                }
            }
        }
        for Inverse { class, slot, location } in inverses {
            let inverse_name = underscored(&location.text().unwrap_or_default());
            let spelled_name = underscored(slot);
            let Some(class) = classes.get_mut(class) else { continue };
            let feature = class.features.iter_mut().find(|feature| feature.name() == spelled_name);
            let Some(Feature::Reference(reference)) = feature else {
                self.report_inverse(location, slot, &inverse_name);
                continue;
            };
            let end = reference_ends.get(&(reference.target.clone(), inverse_name.clone()));
            // Documents state both ends, but an object cannot name the object that contains it, so a containment
            // has no opposite.
            let is_opposite = end.is_some_and(|end| {
                end.target == class.name && !end.is_containment && !reference.is_containment
            });
            if is_opposite {
                reference.opposite = Some(inverse_name);
            } else {
                self.report_inverse(location, slot, &inverse_name);
            }
        }
    }

    /// Reports an `inverse` that is not the opposite of a slot.
    fn report_inverse(&mut self, location: Node<'_>, slot: &str, other: &str) {
        let message = format!("`{other}` is not the opposite of `{slot}` in the imported metamodel");
        let help =
            "the ends of a relation must be references of two classes to each other, none of them inlined";
        self.report_loss(location, message, help);
    }
}
