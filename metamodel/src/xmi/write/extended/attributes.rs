//! What of an object comes in attributes, and the text that is all of its content.

use super::Extended;
use super::plan::Kind;
use crate::ecore::FeatureId;
use crate::ecore::extended::{Content, XmlKind};
use crate::model::{Any, Item, ObjectId, Value};

/// How references are spelled.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Style {
    /// By id or path.
    Id,
    /// By address, with the class before it where that is needed.
    Address,
}

impl<'m> Extended<'_, 'm> {
    /// Writes what fits into attributes; gives the slots that need elements, in order, and lists of values.
    pub(super) fn attributes(&mut self, object: ObjectId) -> (Vec<usize>, Vec<FeatureId>) {
        let (mut rest, mut lists) = (Vec::new(), Vec::new());
        let model = self.writer.model;
        if model.container(object).is_none() {
            self.writer.container(object, &mut rest);
        }
        let class = model.class(object);
        let simple = self.data.content(class) == Content::Simple;
        let slots = model.object_slots(object);
        for plan in self.plan(class).iter() {
            let Some(slot) = slots.get(plan.slot) else { continue };
            let feature = plan.feature;
            if plan.kind == Kind::Nothing || !self.is_written(object, plan.slot, feature, plan.kind) {
                continue;
            }
            let text = matches!(plan.kind, Kind::ValueElement | Kind::AddressElements | Kind::IdElements);
            if simple && text && self.data.kind(feature) == XmlKind::Simple {
                continue;
            }
            let empty = model.items_of(slot).is_empty() && self.writer.metamodel[feature].many();
            let name = || feature;
            let in_attribute = match plan.kind {
                Kind::Contained | Kind::ValueElements | Kind::Hrefs if empty => {
                    let name = self.names.feature(&self.data, name());
                    self.writer.body.attribute(&name, "");
                    true
                }
                Kind::Value => match model.get(object, feature) {
                    Value::Null => !self.writer.metamodel[feature].unsettable,
                    value => {
                        let text = self.spelled(feature, value);
                        self.attribute(feature, &text);
                        true
                    }
                },
                Kind::ValueList => {
                    lists.push(feature);
                    true
                }
                Kind::AddressAttribute => self.reference_attribute(object, feature, Style::Address),
                Kind::IdAttribute => self.reference_attribute(object, feature, Style::Id),
                Kind::Hrefs if self.writer.options.encoded_attributes => {
                    self.reference_attribute(object, feature, Style::Address)
                }
                Kind::Hrefs => {
                    let mut targets = model.list(object, feature).objects();
                    let writer = &mut *self.writer;
                    targets.all(|target| writer.is_local(target))
                        && model.list(object, feature).objects().next().is_some()
                        && self.reference_attribute(object, feature, Style::Id)
                }
                Kind::AttributeMap => {
                    self.attribute_map(object, plan.slot);
                    true
                }
                _ => false,
            };
            if !in_attribute {
                rest.push(plan.slot);
            }
        }
        (rest, lists)
    }

    /// Several values in one attribute.
    pub(super) fn value_list(&mut self, object: ObjectId, feature: FeatureId) {
        let values = self.writer.model.list(object, feature);
        let words: Vec<String> = values
            .iter()
            .filter(|value| *value != Value::Null)
            .map(|value| self.spelled(feature, value))
            .collect();
        self.attribute(feature, &words.join(" "));
    }

    /// Whether a feature is set, or is written although it is not.
    fn is_written(&self, object: ObjectId, slot: usize, feature: FeatureId, kind: Kind) -> bool {
        let model = self.writer.model;
        if matches!(kind, Kind::Map | Kind::AttributeMap) {
            return !self.map_items(object, slot).is_empty();
        }
        let data = &self.writer.metamodel[feature];
        let kept = self.writer.options.keep_defaults && data.default_literal.is_some() && !data.many();
        model.is_set(object, feature) || (kept && !data.is_reference())
    }

    pub(super) fn spelled(&self, feature: FeatureId, value: Value<'_>) -> String {
        let mut text = String::new();
        self.writer.model.spell(feature, value, &mut text);
        text
    }

    fn attribute(&mut self, feature: FeatureId, text: &str) {
        let name = self.names.feature(&self.data, feature);
        self.writer.body.attribute(&name, text);
    }

    fn reference_attribute(&mut self, object: ObjectId, feature: FeatureId, style: Style) -> bool {
        let targets: Vec<ObjectId> = self.writer.model.list(object, feature).objects().collect();
        let words: Vec<String> =
            targets.into_iter().map(|target| self.reference(feature, target, style)).collect();
        self.attribute(feature, &words.join(" "));
        true
    }

    /// How a reference is spelled.
    pub(super) fn reference(&mut self, feature: FeatureId, target: ObjectId, style: Style) -> String {
        if style == Style::Id {
            return self.writer.id_of(target);
        }
        let address = self.writer.address(target);
        let class = self.writer.model.class(target);
        let expected = self.writer.metamodel.target(feature);
        if address.starts_with('#') || !self.writer.says_type(class, expected) {
            return address;
        }
        format!("{} {address}", self.names.class(&self.data, self.writer.metamodel, class))
    }

    fn attribute_map(&mut self, object: ObjectId, map: usize) {
        for item in self.map_items(object, map) {
            let Item::Any(at) = item else { continue };
            let any: Option<&'m Any> = self.writer.model.any().and_then(|any| any.entry(at));
            if let Some(Any::Value(name, text)) = any {
                let name = self.names.attribute(name);
                self.writer.body.attribute(&name, text);
            }
        }
    }

    /// The text that is all of an object's content, if its class has simple content and it is set.
    pub(super) fn simple_text(&mut self, object: ObjectId) -> Option<String> {
        let class = self.writer.model.class(object);
        let slot = self.data.simple_feature(class)?;
        let feature = self.writer.metamodel.table(class).all_features()[slot];
        let kind = self.plan(class).iter().find(|plan| plan.slot == slot)?.kind;
        if !self.is_written(object, slot, feature, kind) {
            return None;
        }
        let style = match kind {
            Kind::AddressElements => Style::Address,
            Kind::IdElements => Style::Id,
            _ => {
                let value = self.writer.model.get(object, feature);
                return (value != Value::Null).then(|| self.spelled(feature, value));
            }
        };
        let targets: Vec<ObjectId> = self.writer.model.list(object, feature).objects().collect();
        let words: Vec<String> = targets
            .into_iter()
            .map(|target| match style {
                Style::Id => self.writer.id_of(target),
                Style::Address => self.writer.address(target),
            })
            .collect();
        Some(words.join(" "))
    }
}
