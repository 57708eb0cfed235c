//! Values of features: attributes, the text of data-typed elements, and references in either form.

use super::Reader;
use super::named_features::{NamedFeature, ValueForm};
use crate::diagnostic::{Diagnostic, bad_value, codes, describe_text, join_choices};
use crate::ecore::data::{DataKind, format_canonical, odd_digits, read_as_false};
use crate::ecore::{ClassId, DataTypeId, FeatureId, date};
use crate::model::load::ReferenceKind;
use crate::model::{Any, Name, ObjectId};
use crate::other_spellings::meant_value;
use crate::xmi::names::split;
use crate::xmi::reference_values::{Address, is_one_word, targets};
use crate::xmi::roles::Role;
use crate::xmi::xml::Attribute;
use std::borrow::Cow;

/// The feature in which users often write `*` or `many`.
const UPPER_BOUND: &str = "ETypedElement.upperBound";

impl<'s> Reader<'s, '_, '_> {
    /// The proxy of a target in another document.
    pub(super) fn proxy(&mut self, class: ClassId, target: String) -> ObjectId {
        // There is one proxy for each target, because EMF also resolves all references to one object.
        if let Some(known) = self.proxies.get(&(class, target.clone())) {
            return *known;
        }
        let proxy = self.loader.proxy(class, &target);
        self.proxies.insert((class, target), proxy);
        proxy
    }

    /// Reads the attributes of an object's element.
    pub(super) fn read_attributes(&mut self, object: ObjectId, class: ClassId, attributes: &[Attribute<'s>]) {
        for attribute in attributes {
            // EMF recognises these attributes by their literal names, so they take precedence over features with the
            // same local name.
            if attribute.role == Role::Id {
                self.loader.xmi_id(object, &attribute.value);
                continue;
            }
            if attribute.role.is_reserved() {
                continue;
            }
            let meaning = self.named_features.find(class, attribute.symbol, attribute.name);
            let Some(NamedFeature { slot, feature, form }) = meaning else {
                self.handle_unknown_attribute(object, attribute);
                continue;
            };
            match form {
                // These two forms are those of features with one value.
                ValueForm::Text => {
                    let is_many = false;
                    self.loader.text(object, slot, is_many, &attribute.value);
                }
                ValueForm::Value(data_type) => {
                    let is_many = false;
                    let target = (object, slot, feature, is_many);
                    self.store_value(data_type, target, &attribute.value, attribute.offset);
                }
                ValueForm::Reference(kind) => self.read_references(object, slot, (feature, kind), attribute),
                ValueForm::Computed(computed) => {
                    self.read_computed_attribute(object, (slot, feature, computed), attribute);
                }
                ValueForm::Contents { .. } | ValueForm::General => {
                    self.read_feature_attribute(object, slot, feature, attribute);
                }
            }
        }
    }

    /// Preserves an attribute `xmi:Extension`, and reports any other one that is not a feature.
    #[cold]
    fn handle_unknown_attribute(&mut self, object: ObjectId, attribute: &Attribute<'s>) {
        let (prefix, local) = split(attribute.name);
        // EMF preserves `xmi:Extension` as an attribute, like the element.
        if local == "Extension" && !prefix.is_empty() && self.namespaces.declares_xmi(prefix) {
            let name = Name::new(self.namespaces.uri(prefix), local);
            let value = Any::Value(name, attribute.value.as_ref().into());
            let id = self.loader.any().extend(object);
            self.loader.any().element_mut(id).attributes.push(value);
            return;
        }
        let start = attribute.name_offset(self.source.text());
        self.report_unknown_feature(object, local, start, attribute.name.len());
    }

    /// Reads an attribute that refers to objects contained elsewhere.
    fn read_references(
        &mut self,
        object: ObjectId,
        slot: usize,
        (feature, kind): (FeatureId, ReferenceKind),
        attribute: &Attribute<'s>,
    ) {
        match attribute.value {
            // A borrowed value contains no control characters, as `is_one_word` requires.
            Cow::Borrowed(word) if is_one_word(word) => {
                self.loader.refer_as(object, slot, kind, word, attribute.offset);
            }
            // If there are several words, or an address of another document, each word must be examined.
            _ => self.read_reference_attribute(object, slot, feature, attribute),
        }
    }

    /// Reads an attribute of a feature in the general form: with all checks, and with several values if the feature has
    /// many.
    pub(super) fn read_feature_attribute(
        &mut self,
        object: ObjectId,
        slot: usize,
        feature: FeatureId,
        attribute: &Attribute<'s>,
    ) {
        let metamodel = self.metamodel;
        let data = &metamodel[feature];
        if !data.changeable && !self.may_set(feature, attribute.offset, attribute.value.len()) {
            return;
        }
        if data.is_reference() {
            self.read_reference_attribute(object, slot, feature, attribute);
            return;
        }
        if let Some(map) = metamodel.table(self.loader.model().class(object)).feature_map(slot) {
            let words = attribute.value.split(' ').filter(|word| !word.is_empty()).count();
            let count = if data.many() { words } else { 1 };
            for _ in 0..count {
                self.loader.record_map_entry(object, map, slot, data.many());
            }
        }
        // The attribute of a feature map itself can only be empty.
        let is_map = metamodel[metamodel.data_type(feature)].kind == DataKind::FeatureMapEntry;
        if data.many() || is_map {
            for word in attribute.value.split(' ').filter(|word| !word.is_empty()) {
                self.read_value(object, slot, feature, word, attribute.offset);
            }
            if data.many() {
                // An attribute without words still sets the list, which matters if the feature is unsettable.
                self.loader.set_empty(object, slot);
            }
        } else {
            self.read_value(object, slot, feature, &attribute.value, attribute.offset);
        }
    }

    /// Reads the targets in the value of a reference attribute.
    pub(super) fn read_reference_attribute(
        &mut self,
        object: ObjectId,
        slot: usize,
        feature: FeatureId,
        attribute: &Attribute<'s>,
    ) {
        let is_many = self.metamodel[feature].many();
        let value: &str = &attribute.value;
        for target in targets(value) {
            let (Address::Local(word) | Address::Remote(word)) = target.address;
            // A word is a part of the value, so the distance of their pointers is the position of the word. In a
            // decoded value, the positions of words in the source are unknown.
            let offset_in_value = match attribute.value {
                Cow::Borrowed(_) => word.as_ptr() as usize - value.as_ptr() as usize,
                Cow::Owned(_) => 0,
            };
            let offset = attribute.offset + offset_in_value;
            match target.address {
                Address::Local(id) => self.link_in_document(object, slot, feature, id, offset),
                Address::Remote(uri) => {
                    // References in the document get their entries in the feature map when they are resolved.
                    let map = self.metamodel.table(self.loader.model().class(object)).feature_map(slot);
                    if let Some(map) = map {
                        self.loader.record_map_entry(object, map, slot, is_many);
                    }
                    self.refer_to_other_document(object, slot, feature, target.class, uri, offset);
                }
            }
        }
        if is_many {
            // An attribute without targets still sets the list, which matters if the feature is unsettable.
            self.loader.set_empty(object, slot);
        } else if targets(value).nth(1).is_some() {
            self.report_ignored_references(feature, attribute);
        }
    }

    /// Records a reference to an object of another document, whose class the document may name.
    pub(super) fn refer_to_other_document(
        &mut self,
        object: ObjectId,
        slot: usize,
        feature: FeatureId,
        class: Option<&str>,
        address: &str,
        offset: usize,
    ) {
        let class = match class {
            Some(name) => self.find_class(name, offset),
            None => {
                // EMF creates the proxy as an object of the reference's own type, which must therefore have instances.
                let class = self.metamodel.target(feature);
                if self.metamodel[class].is_abstract {
                    self.report_abstract_class(class, offset, address.len(), &[]);
                    None
                } else {
                    Some(class)
                }
            }
        };
        let Some(class) =
            class.filter(|class| self.check_target_class(feature, *class, offset, address.len()))
        else {
            return;
        };
        // The proxy is not needed, because the reference has no further content.
        let _ = self.link_to_other_document((object, slot, feature), class, address);
    }

    /// Stores the text of an element of a data type when the element ends.
    pub(super) fn end_value(
        &mut self,
        object: ObjectId,
        slot: usize,
        feature: FeatureId,
        text: &str,
        is_nil: bool,
        offset: usize,
    ) {
        if is_nil {
            // A problem is shown at the first character.
            let span_len = 1;
            self.set_null(object, slot, feature, offset, span_len);
            return;
        }
        // An element without text is the empty string, not null.
        self.read_value(object, slot, feature, text, offset);
    }

    /// Stores one value of a feature.
    pub(super) fn read_value(
        &mut self,
        object: ObjectId,
        slot: usize,
        feature: FeatureId,
        text: &str,
        offset: usize,
    ) {
        let target = (object, slot, feature, self.metamodel[feature].many());
        self.store_value(self.metamodel.data_type(feature), target, text, offset);
    }

    /// Stores one value of a data type in a slot, which is a list if `is_many` is set; or reports that the text is not
    /// such a value.
    fn store_value(
        &mut self,
        data_type: DataTypeId,
        (object, slot, feature, is_many): (ObjectId, usize, FeatureId, bool),
        text: &str,
        offset: usize,
    ) {
        let data = &self.metamodel[data_type];
        let expected = match data.kind {
            DataKind::String if data.lexical.is_none() => {
                // Without XML Schema's rules for white space, every text is its own value.
                self.loader.text(object, slot, is_many, text);
                return;
            }
            DataKind::Enum => match data.literal_index(text) {
                Some(literal) => {
                    self.loader.enumeration(object, slot, is_many, literal);
                    return;
                }
                None => {
                    // Enumerations such as those of currencies have hundreds of literals.
                    data.enum_literals()
                        .iter()
                        .map(|literal| literal.spelling())
                        .take(20)
                        .collect::<Vec<_>>()
                        .join(", ")
                }
            },
            // Integers are never read leniently, so no warning about the value is necessary.
            DataKind::Integer { .. } => match data.parse(text) {
                Some(value) => {
                    self.loader.value(object, slot, is_many, &value);
                    return;
                }
                None => data.expectation().to_owned(),
            },
            _ if self.metamodel.is_typeless(feature) => "unset, because it has no type".to_owned(),
            // Ecore's types without values, such as `EMap`, reject every text in EMF.
            DataKind::Unknown if self.metamodel.is_ecore_package(data.package) => {
                "unset, because its type has no values in documents".to_owned()
            }
            // If the Java class of a data type cannot be found, EMF reads null without an error.
            DataKind::Unknown => {
                self.loader.null(object, slot, is_many);
                self.report_unknown_data_type(feature, offset);
                return;
            }
            _ => match data.parse(text) {
                Some(value) => {
                    let has_lost_digits = data.kind == DataKind::Date && date::has_lost_digits(text);
                    if has_lost_digits || !data.is_exact(text) {
                        self.warn_of_reading(feature, text, &format_canonical(&value), offset);
                    }
                    self.loader.value(object, slot, is_many, &value);
                    return;
                }
                None => data.expectation().to_owned(),
            },
        };
        self.unread_values.push((object, feature));
        self.report_bad_value(feature, text, &expected, offset);
    }

    /// Reports that a text is not a value of a feature.
    pub(super) fn report_bad_value(&mut self, feature: FeatureId, text: &str, expected: &str, offset: usize) {
        let label = self.metamodel.feature_label(feature);
        let data_type = &self.metamodel[self.metamodel.data_type(feature)];
        let literals = || data_type.enum_literals().iter().map(|literal| literal.spelling());
        let expected_form = match data_type.kind {
            DataKind::Enum => join_choices(literals()),
            _ => data_type.facet_expectation().unwrap_or_else(|| expected.to_owned()),
        };
        let shown_type = self.metamodel.shown_type(feature);
        let message = bad_value(&label, &expected_form, shown_type, &describe_text(text));
        // At least one byte, so that an empty value has a visible span.
        let range = offset..offset + text.len().max(1);
        let mut problem = Diagnostic::error(codes::BAD_VALUE, message).at(self.source, range);
        if let Some(suggestion) = self.suggestions.nearest(text, literals()) {
            problem = problem.help(format!("did you mean `{suggestion}`?"));
        } else if let Some(meant_text) = meant_value(data_type, text) {
            problem = problem.help(format!("write `{meant_text}`"));
        } else if label == UPPER_BOUND {
            problem = problem.help("write `-1` for any number of values");
        }
        self.push(problem);
    }

    /// Warns that the value that was read differs from the text, as in EMF.
    fn warn_of_reading(&mut self, feature: FeatureId, text: &str, value: &str, offset: usize) {
        let label = self.metamodel.feature_label(feature);
        let warning = match self.metamodel[self.metamodel.data_type(feature)].kind {
            DataKind::Bytes => odd_digits(&label, text, value),
            DataKind::Boolean { .. } => read_as_false(&label, text),
            _ => date::inexact(&label, text, value),
        };
        self.push(warning.at(self.source, offset..offset + text.len().max(1)));
    }

    /// Reports once for each attribute that its values are lost, as in EMF.
    pub(super) fn report_unknown_data_type(&mut self, feature: FeatureId, offset: usize) {
        // There is one warning for each attribute, because a document may contain millions of such values.
        if !self.reported_unknown_types.insert(feature) {
            return;
        }
        let data_type = &self.metamodel[self.metamodel.data_type(feature)].name;
        let label = self.metamodel.feature_label(feature);
        let message = format!(
            "values of {label} are read as null, because `{data_type}` does not name a known Java class"
        );
        let help = format!("give `{data_type}` an instance class such as java.lang.String in the metamodel");
        self.push(
            Diagnostic::warning(codes::UNKNOWN_DATA_TYPE, message)
                .at(self.source, offset..offset + 1)
                .help(help),
        );
    }
}
