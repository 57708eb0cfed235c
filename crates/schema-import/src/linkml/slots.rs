//! Slots of a class, as features.
//!
//! Invariant: a condition that a feature does not express becomes an invariant of the class, or is reported. This
//! module does not know which class declares a slot.

use super::logic::{self, CONDITIONS};
use super::metadata::{self, annotations};
use super::node::Node;
use super::ranges::{self, Range};
use super::schema::{ClassInfo, Identifier, feature_name, first, present};
use super::unions::Alternatives;
use super::{Import, SlotExpression};
use crate::declarations::{
    Annotation, Attribute, Feature, FeatureSettings, Invariant, Reference, Type, Value,
};
use std::borrow::Cow;

/// The conditions that every feature expresses, which need no invariant.
const OF_FEATURES: &[&str] = &["required", "maximum_cardinality", "exact_cardinality", "range"];

/// A slot of a class.
pub(super) struct Slot<'s, 'a> {
    /// The name of the class that declares the slot.
    pub(super) owner: &'s str,
    /// The name of the slot in the schema.
    pub(super) name: &'s str,
    /// The definitions of the slot, the most specific first; not empty.
    pub(super) layers: &'s [Node<'a>],
    /// Where the slot is declared.
    pub(super) location: Node<'a>,
}

impl<'a> Slot<'_, 'a> {
    fn get(&self, key: &str) -> Option<Node<'a>> {
        first(self.layers, key)
    }

    fn is(&self, key: &str) -> bool {
        self.get(key).and_then(Node::boolean) == Some(true)
    }

    pub(super) fn feature_name(&self) -> String {
        feature_name(self.layers, self.name)
    }
}

impl<'a> Import<'a> {
    /// The name of the range of a slot.
    pub(super) fn range_of(&self, layers: &[Node<'a>]) -> Cow<'a, str> {
        let range = first(layers, "range").and_then(Node::text);
        range.unwrap_or(Cow::Borrowed(&self.schema.default_range))
    }

    /// The feature for a slot, and the invariants for its other conditions.
    pub(super) fn feature(&mut self, slot: &Slot<'_, 'a>) -> (Feature, Vec<Invariant>) {
        let settings = self.settings(slot);
        let mut conditions = present(slot.layers, CONDITIONS);
        conditions.retain(|(key, _)| !OF_FEATURES.contains(key));
        let mut feature = self.typed_feature(slot, settings, &mut conditions);
        let is_reference = matches!(feature, Feature::Reference(_));
        let invariants = self.invariants(slot, is_reference, &conditions);
        self.default(slot, &mut feature);
        (feature, invariants)
    }

    /// The invariants for conditions of a slot. `is_reference` is whether its feature is a reference.
    fn invariants(
        &mut self,
        slot: &Slot<'_, 'a>,
        is_reference: bool,
        conditions: &[(&'static str, Node<'a>)],
    ) -> Vec<Invariant> {
        if conditions.is_empty() {
            return Vec::new();
        }
        let expression = SlotExpression { is_reference, ..self.slot_expression(slot.layers, slot.name) };
        let mut invariants = Vec::new();
        for (key, condition) in conditions {
            let (is_strict, depth) = (false, 0);
            match self.condition(key, *condition, &expression, is_strict, depth) {
                Ok(logic) => invariants.extend(invariant(slot.name, key, &logic)),
                Err(location) => self.report_unchecked(location, key, slot.name),
            }
        }
        invariants
    }

    /// Reports a condition on a slot that the types do not express.
    pub(super) fn report_unchecked(&mut self, location: Node<'_>, key: &str, slot: &str) {
        let message = format!("`{key}` of `{slot}` is not checked");
        self.report_loss(location, message, "check it with LinkML, or write an invariant in the types");
    }

    /// The bounds, the documentation and the annotations of a slot.
    fn settings(&mut self, slot: &Slot<'_, 'a>) -> FeatureSettings {
        let is_multivalued = slot.is("multivalued");
        let is_required = ["required", "identifier", "key"].iter().any(|key| slot.is(key));
        let count = |key: &str| slot.get(key).and_then(Node::integer).and_then(|n| u32::try_from(n).ok());
        let min_count = count("exact_cardinality").or_else(|| count("minimum_cardinality"));
        let max_count = count("exact_cardinality").or_else(|| count("maximum_cardinality"));
        let min = match (is_required, is_multivalued) {
            // Without a value, the slot satisfies a minimum, too.
            (false, _) => 0,
            (true, false) => 1,
            (true, true) => min_count.unwrap_or_default().max(1),
        };
        let mut notes: Vec<Annotation> = Vec::new();
        for layer in slot.layers {
            for note in annotations(*layer, &[metadata::OF_SLOTS, CONDITIONS]) {
                merge(&mut notes, note);
            }
        }
        FeatureSettings {
            doc: slot.layers.iter().find_map(|layer| metadata::doc(*layer)),
            min,
            // In Ecore, no feature has a maximum of 0.
            max: if is_multivalued { max_count.filter(|max| *max > 0) } else { Some(1) },
            has_duplicates: is_multivalued && !slot.is("list_elements_unique"),
            annotations: notes,
            ..FeatureSettings::default()
        }
    }

    /// The feature without its default. The conditions that it expresses are removed from `conditions`.
    fn typed_feature(
        &mut self,
        slot: &Slot<'_, 'a>,
        settings: FeatureSettings,
        conditions: &mut Vec<(&'static str, Node<'a>)>,
    ) -> Feature {
        let name = slot.feature_name();
        if let Some(alternatives) = self.alternatives(slot.owner, slot.name, slot.layers) {
            conditions.retain(|(key, _)| !matches!(*key, "any_of" | "exactly_one_of"));
            return match alternatives {
                Alternatives::Class(target, is_contained) => {
                    self.reference(slot, name, target, is_contained, settings)
                }
                Alternatives::Values(value_type) => self.attribute(slot, name, value_type, settings),
            };
        }
        let range = self.range_of(slot.layers);
        let location = slot.get("range").unwrap_or(slot.location);
        match self.range(&range, location) {
            Range::Class(index) => self.objects(slot, index, name, settings),
            range => {
                let (value_type, unexpressed) = self.constrained(range, slot.layers);
                let is_unexpressed = |key: &str| unexpressed.iter().any(|(other, _)| *other == key);
                conditions.retain(|(key, _)| !ranges::OF_VALUES.contains(key) || is_unexpressed(key));
                self.attribute(slot, name, value_type, settings)
            }
        }
    }

    /// The attribute for a slot.
    fn attribute(
        &self,
        slot: &Slot<'_, 'a>,
        name: String,
        value_type: Type,
        settings: FeatureSettings,
    ) -> Feature {
        let span = self.span(slot.location);
        let is_id = slot.is("identifier") && !slot.is("multivalued");
        Feature::Attribute(Attribute { name, value_type, default: None, is_id, check: None, settings, span })
    }

    /// The feature for a slot whose values are objects of a class, or their identifiers.
    fn objects(
        &mut self,
        slot: &Slot<'_, 'a>,
        class: usize,
        name: String,
        settings: FeatureSettings,
    ) -> Feature {
        let target = self.class_names.get(class).cloned().unwrap_or_default();
        let identifier = self.identifiers.get(class).copied().flatten();
        let is_inlined = slot.is("inlined") || slot.is("inlined_as_list");
        if let Some(Identifier { slot: key, is_global: false }) = identifier
            && !is_inlined
        {
            let message = format!(
                "the values of `{}` are keys (`{key}`) of objects, but these objects are not looked up",
                slot.name
            );
            self.report_loss(slot.location, message, "make the key an identifier, or inline the objects");
            return self.attribute(slot, name, Type::TEXT, settings);
        }
        let is_inlined_as_map = slot.is("multivalued") && is_inlined && !slot.is("inlined_as_list");
        if let Some(Identifier { slot: key, .. }) = identifier
            && is_inlined_as_map
        {
            let message =
                format!("LinkML reads `{}` as a map by `{key}`, but here its values are a list", slot.name);
            self.report_loss(slot.location, message, "write `inlined_as_list: true`, and lists in documents");
        }
        let is_contained = is_inlined || identifier.is_none();
        let mut feature = self.reference(slot, name, target, is_contained, settings);
        if let Feature::Reference(reference) = &mut feature {
            self.keys(slot, class, reference);
        }
        feature
    }

    /// The reference for a slot. `is_contained` is whether documents contain its objects in place.
    fn reference(
        &self,
        slot: &Slot<'_, 'a>,
        name: String,
        target: String,
        is_contained: bool,
        mut settings: FeatureSettings,
    ) -> Feature {
        // The targets of a reference are always different.
        settings.has_duplicates = false;
        let mut reference = Reference::new(name, target, self.span(slot.location));
        reference.is_containment = is_contained;
        reference.settings = settings;
        Feature::Reference(reference)
    }

    /// Sets the attributes that distinguish the objects of a list: the first of the class's unique keys, or its key.
    fn keys(&mut self, slot: &Slot<'_, 'a>, class: usize, reference: &mut Reference) {
        if !reference.is_containment || reference.settings.max == Some(1) {
            return;
        }
        let Some(class) = self.schema.classes.get(class) else { return };
        let unique = class.node.get("unique_keys").map(Node::entries).unwrap_or_default();
        let first_key = unique.first().and_then(|entry| entry.value.get("unique_key_slots")).map(Node::texts);
        let keys = match (first_key, self.schema.identifier(class)) {
            (Some(keys), _) => keys,
            (None, Some(Identifier { slot: key, is_global: false })) => vec![Cow::Borrowed(key)],
            _ => return,
        };
        let mut names = Vec::new();
        for key in &keys {
            let layers = self.schema.layers(class, key);
            let range = self.range_of(&layers);
            if layers.is_empty() || self.schema.class_index(&range).is_some() {
                let message = format!("the unique key with `{key}` is not checked in `{}`", slot.name);
                self.report_loss(
                    class.location,
                    message,
                    "use slots of the class whose values are not objects",
                );
                return;
            }
            names.push(feature_name(&layers, key));
        }
        reference.keys = names;
    }

    /// Sets the default of an attribute with at most one value; reports a default that is not a value of the
    /// attribute's type, and the default of any other feature.
    fn default(&mut self, slot: &Slot<'_, 'a>, feature: &mut Feature) {
        let Some(location) = slot.get("ifabsent") else { return };
        let written = location.text().unwrap_or_default();
        let message = match feature {
            Feature::Attribute(attribute) if attribute.settings.max == Some(1) => {
                attribute.default = default_value(&written, &attribute.value_type);
                if attribute.default.is_some() {
                    return;
                }
                format!("`ifabsent: {written}` is not a value of the type of `{}`", slot.name)
            }
            _ => format!(
                "`ifabsent: {written}` of `{}` is left out: only an attribute with at most one value can have a default",
                slot.name
            ),
        };
        self.report_loss(location, message, "write the value into documents");
    }

    /// The invariants for what a class requires of a slot that it inherits.
    pub(super) fn refinement(
        &mut self,
        class: &ClassInfo<'a>,
        slot: &str,
        node: Node<'a>,
        expression: &SlotExpression<'a>,
    ) -> Vec<Invariant> {
        let mut invariants = Vec::new();
        for (key, condition) in present(&[node], CONDITIONS) {
            let (is_strict, depth) = (false, 0);
            match self.condition(key, condition, expression, is_strict, depth) {
                Ok(conditions) => invariants.extend(invariant(slot, key, &conditions)),
                Err(location) => self.report_unchecked(location, key, slot),
            }
        }
        for key in ["multivalued", "identifier", "key", "inlined", "inlined_as_list", "ifabsent", "alias"] {
            let Some(change) = node.get(key) else { continue };
            let definitions = self.schema.layers(class, slot);
            // The definition that the class inherits is the nearest one beside its own.
            let others = definitions.iter().filter(|definition| !definition.is_same(node));
            let inherited = others.copied().find_map(|definition| definition.get(key));
            if inherited.and_then(Node::text) != change.text() {
                let message = format!(
                    "`{}` changes `{key}` of the inherited slot `{slot}`, which has no effect",
                    class.name
                );
                self.report_loss(
                    change,
                    message,
                    "change it where the slot is declared, or declare another slot",
                );
            }
        }
        invariants
    }
}

/// The invariant for a condition; `None` if it restricts nothing.
pub(super) fn invariant(slot: &str, key: &str, conditions: &[String]) -> Option<Invariant> {
    if conditions.is_empty() {
        return None;
    }
    let logic = format!("|$o| {{ {} }}", logic::all(conditions));
    Some(Invariant { name: Some(format!("`{slot}` violates `{key}`")), logic })
}

/// Adds an annotation. If an annotation with the same source exists, only the details with new keys are added to it.
fn merge(notes: &mut Vec<Annotation>, note: Annotation) {
    let Some(known) = notes.iter_mut().find(|known| known.source == note.source) else {
        notes.push(note);
        return;
    };
    for (key, value) in note.details {
        if known.details.iter().all(|(other, _)| *other != key) {
            known.details.push((key, value));
        }
    }
}

/// The default that `ifabsent` declares for a type, such as `int(5)` or `5`; `None` if it is not a value of the type.
fn default_value(written: &str, value_type: &Type) -> Option<Value> {
    let call = written.strip_suffix(')').and_then(|call| call.split_once('('));
    let (function, argument) = call.unwrap_or(("", written));
    match value_type {
        Type::Integer { .. } if matches!(function, "int" | "integer" | "") => {
            argument.parse::<i64>().ok().map(|number| Value::Number(number.to_string()))
        }
        Type::Float { .. } if matches!(function, "float" | "double" | "decimal" | "int" | "integer" | "") => {
            let number = argument.parse::<f64>().ok().filter(|number| number.is_finite())?;
            Some(Value::Number(format!("{number:?}")))
        }
        Type::Word("Boolean") => match argument {
            "true" | "True" => Some(Value::Boolean(true)),
            "false" | "False" => Some(Value::Boolean(false)),
            _ => None,
        },
        Type::String { .. } | Type::Pattern(_) | Type::Enum(_) if function == "string" => {
            Some(Value::Text(argument.to_owned()))
        }
        // An enumeration, or a data type of texts.
        Type::Named(_)
            if !function.is_empty() && !matches!(function, "int" | "integer" | "float" | "bnode") =>
        {
            Some(Value::Text(argument.to_owned()))
        }
        _ => None,
    }
}
