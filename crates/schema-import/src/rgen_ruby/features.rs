//! Attributes and references.

use super::scopes::ConstantMeaning;
use super::{Reader, annotations, head};
use crate::declarations::{Attribute, Feature, FeatureSettings, Reference, Span, Type, Value};
use crate::ruby::{Call, Kind, Node};
use modelwright_metamodel::diagnostic::nearest;

/// The methods of RGen that create features: whether each end has many values, whether the feature contains its values,
/// and whether there is an opposite.
const FEATURE_METHODS: &[(&str, Shape)] = &[
    ("has_attr", Shape { is_attribute: true, is_many: false, contains: false, opposite: None }),
    ("has_many_attr", Shape { is_attribute: true, is_many: true, contains: false, opposite: None }),
    ("has_one", Shape { is_attribute: false, is_many: false, contains: false, opposite: None }),
    ("has_many", Shape { is_attribute: false, is_many: true, contains: false, opposite: None }),
    ("contains_one_uni", Shape { is_attribute: false, is_many: false, contains: true, opposite: None }),
    ("contains_many_uni", Shape { is_attribute: false, is_many: true, contains: true, opposite: None }),
    ("contains_one", Shape { is_attribute: false, is_many: false, contains: true, opposite: Some(false) }),
    ("contains_many", Shape { is_attribute: false, is_many: true, contains: true, opposite: Some(false) }),
    ("one_to_one", Shape { is_attribute: false, is_many: false, contains: false, opposite: Some(false) }),
    ("one_to_many", Shape { is_attribute: false, is_many: true, contains: false, opposite: Some(false) }),
    ("many_to_one", Shape { is_attribute: false, is_many: false, contains: false, opposite: Some(true) }),
    ("many_to_many", Shape { is_attribute: false, is_many: true, contains: false, opposite: Some(true) }),
];

/// The kind of feature that a method creates.
#[derive(Debug, Clone, Copy)]
struct Shape {
    is_attribute: bool,
    is_many: bool,
    contains: bool,
    /// Whether the opposite has many targets, if there is one.
    opposite: Option<bool>,
}

/// Whether a method creates a feature.
pub(super) fn is_feature(method: &str) -> bool {
    FEATURE_METHODS.iter().any(|(name, _)| *name == method)
}

/// The method that creates a feature and is spelled similarly.
pub(super) fn similar_method(method: &str) -> Option<&'static str> {
    nearest(method, FEATURE_METHODS.iter().map(|(name, _)| *name))
}

/// A feature that a call creates, or its opposite. One call has the properties and the annotations of both.
#[derive(Debug, Clone, Copy, PartialEq)]
enum End {
    Feature,
    Opposite,
}

/// The opposite that a call creates.
#[derive(Debug)]
struct Opposite {
    name: String,
    is_many: bool,
}

/// The properties of one end of a feature.
#[derive(Debug, Default)]
struct Properties {
    settings: FeatureSettings,
    default: Option<String>,
    is_local: bool,
}

impl Reader<'_> {
    /// Adds the feature that a call creates, and its opposite.
    pub(super) fn feature(&mut self, node: &Node, call: &Call, class: usize, scope: &str) {
        let Some((_, shape)) = FEATURE_METHODS.iter().find(|(name, _)| *name == call.name) else { return };
        let arguments = call.plain_arguments();
        let Some(name) = arguments.first().and_then(Node::text) else {
            return self.report_code(node, scope);
        };
        let span = head(self.text(&node.span), &node.span);
        let mut properties = self.properties(call, End::Feature, shape.is_many, &name);
        properties.settings.doc = self.doc(node);
        self.feature_block(call, &mut properties.settings, End::Feature);
        if shape.is_attribute {
            return self.attribute(class, name, arguments.get(1), properties, scope, span);
        }
        let Some((target_path, target_class)) = self.target(arguments.get(1), &name, scope, &span) else {
            return;
        };
        let opposite = match shape.opposite {
            None => None,
            Some(is_many) => {
                let Some(opposite_name) = arguments.get(2).and_then(Node::text) else {
                    let message = format!("`{}` of `{name}` needs the name of the opposite", call.name);
                    return self.report_invalid(&span, message, "write it as the third argument");
                };
                Some(Opposite { name: opposite_name, is_many })
            }
        };
        let mut reference = Reference::new(name.clone(), target_path, span);
        reference.is_containment = shape.contains;
        // A class of Ecore has no number, and gets no opposite.
        if target_class.is_some() {
            reference.opposite = opposite.as_ref().map(|opposite| opposite.name.clone());
        }
        (reference.settings, reference.is_local) = (properties.settings, properties.is_local);
        self.add(class, Feature::Reference(reference));
        if let Some(opposite) = opposite {
            self.add_opposite(node, call, class, name, target_class, opposite);
        }
    }

    /// Adds the opposite of the feature `name` of `class` to the target class, or reports that the target is a class of
    /// Ecore.
    fn add_opposite(
        &mut self,
        node: &Node,
        call: &Call,
        class: usize,
        name: String,
        target_class: Option<usize>,
        opposite: Opposite,
    ) {
        let mut properties = self.properties(call, End::Opposite, opposite.is_many, &opposite.name);
        self.feature_block(call, &mut properties.settings, End::Opposite);
        let Some(target_class) = target_class else {
            let message = format!("the opposite `{}` of `{name}` would be a feature of Ecore", opposite.name);
            return self.report_not_expressed(&node.span, message, "use a class of the file as the target");
        };
        let class_path = self.classes.get(class).map(|class| class.path.clone()).unwrap_or_default();
        let span = head(self.text(&node.span), &node.span);
        let mut reference = Reference::new(opposite.name, class_path, span);
        reference.opposite = Some(name);
        // In RGen, only the first end can be a containment.
        reference.is_containment = false;
        (reference.settings, reference.is_local) = (properties.settings, properties.is_local);
        self.add(target_class, Feature::Reference(reference));
    }

    /// Adds a feature. As in RGen, it replaces an earlier feature of the same name.
    fn add(&mut self, class: usize, feature: Feature) {
        let Some(class) = self.classes.get_mut(class) else { return };
        let previous = class.positions.insert(feature.name().to_owned(), class.features.len());
        if let Some(replaced) = previous.and_then(|previous| class.features.get_mut(previous)) {
            *replaced = None;
        }
        class.features.push(Some(feature));
    }

    /// Adds an attribute, unless its type is not known.
    fn attribute(
        &mut self,
        class: usize,
        name: String,
        type_node: Option<&Node>,
        properties: Properties,
        scope: &str,
        span: Span,
    ) {
        let Some(value_type) = self.value_type(type_node, class, &name, scope, &span) else { return };
        let value_type = self.wide_type(value_type, properties.default.as_deref(), &name, &span);
        let mut attribute = Attribute::new(name, value_type, span);
        attribute.default = properties.default.map(|text| default(&attribute.value_type, text));
        attribute.settings = properties.settings;
        self.add(class, Feature::Attribute(attribute));
    }

    /// The type of an attribute with a default: `EBigInteger` instead of `EInt` if the default has more than 32 bits,
    /// which is reported. Ruby's integers have any number of digits.
    fn wide_type(&mut self, value_type: Type, default: Option<&str>, name: &str, span: &Span) -> Type {
        let is_int = matches!(&value_type, Type::Ecore(name) if name == "EInt");
        let is_wide = default.is_some_and(|text| is_integer(text) && text.parse::<i32>().is_err());
        if !(is_int && is_wide) {
            return value_type;
        }
        let message =
            format!("`{name}` has the type `EBigInteger`, because its default has more than 32 bits");
        self.report_not_expressed(span, message, "use `Long`, or a smaller default");
        Type::Ecore("EBigInteger".to_owned())
    }

    /// The type of an attribute from the argument `type_node`; `None` after a reported problem. An enumeration is `#`
    /// with its number, which becomes its name when all names are known.
    fn value_type(
        &mut self,
        type_node: Option<&Node>,
        class: usize,
        feature: &str,
        scope: &str,
        span: &Span,
    ) -> Option<Type> {
        let Some(type_node) = type_node.filter(|node| !matches!(node.kind, Kind::Nil)) else {
            return Some(Type::Ecore("EString".to_owned()));
        };
        if self.is_enumeration(type_node, scope) {
            let number = self.inline_enumeration(type_node, class, feature);
            return Some(Type::Named(format!("#{number}")));
        }
        let Some(name) = type_node.constant() else {
            let message = format!("the type of `{feature}` is computed, so the attribute is left out");
            self.report_not_expressed(&type_node.span, message, "write its name");
            return None;
        };
        let resolved = self.resolve(name, scope);
        match resolved.meaning {
            Some(ConstantMeaning::Enumeration(number)) => {
                return Some(Type::Named(format!("#{number}")));
            }
            Some(ConstantMeaning::Class(_)) => {
                let message =
                    format!("`{feature}` is an attribute, but `{name}` is a class of the metamodel");
                self.report_invalid(span, message, "use `has_one` or `contains_one_uni`");
                return None;
            }
            _ => {}
        }
        let ecore = match resolved.built_in() {
            "String" => "EString",
            "Integer" | "Fixnum" | "Bignum" => "EInt",
            "Long" => "ELong",
            "Float" => "EFloat",
            "Boolean" => "EBoolean",
            "Object" => "EJavaObject",
            "Class" => "EJavaClass",
            _ => {
                let message = format!(
                    "the type `{name}` of `{feature}` is not one of RGen's, so the attribute is left out"
                );
                let help = "use String, Integer, Long, Float, Boolean, Object or an enumeration of the file";
                self.report_not_expressed(&type_node.span, message, help);
                return None;
            }
        };
        Some(Type::Ecore(ecore.to_owned()))
    }

    /// The class that the argument `class_node` of a reference names: its path, and its number if it is in the file.
    /// `None` after a reported problem.
    fn target(
        &mut self,
        class_node: Option<&Node>,
        feature: &str,
        scope: &str,
        span: &Span,
    ) -> Option<(String, Option<usize>)> {
        let name = class_node.and_then(Node::constant);
        if let Some(name) = name {
            let resolved = self.resolve(name, scope);
            if let Some(ConstantMeaning::Class(number)) = resolved.meaning {
                return self.classes.get(*number).map(|class| (class.path.clone(), Some(*number)));
            }
            let built_in = resolved.built_in();
            if let Some(class) = built_in.strip_prefix("ECore::") {
                return Some((format!("::{class}"), None));
            }
            if built_in == "MMBase" {
                return Some(("::EObject".to_owned(), None));
            }
        }
        let (message, help) = match name {
            Some(name) => (
                format!(
                    "the class `{name}` of `{feature}` is not in this file, so the reference is left out"
                ),
                "add the class to this file",
            ),
            None => (
                format!("the class of `{feature}` is computed, so the reference is left out"),
                "write the name of the class instead of an expression",
            ),
        };
        self.report_not_expressed(span, message, help);
        None
    }

    /// Adds the annotations for one end in the block of a call to the settings of this end. Other code in the block is
    /// reported when the block is read for the feature itself, not for its opposite.
    fn feature_block(&mut self, call: &Call, settings: &mut FeatureSettings, end: End) {
        let method = match end {
            End::Feature => "annotation",
            End::Opposite => "opposite_annotation",
        };
        for node in call.block.iter().flat_map(|block| &block.body) {
            match node.as_call() {
                Some(inner) if inner.name == method => {
                    settings.annotations.extend(self.annotation(node, inner));
                }
                Some(inner) if matches!(inner.name.as_str(), "annotation" | "opposite_annotation") => {}
                _ if end == End::Opposite => {}
                _ => {
                    let help = "a block of a feature has annotations only";
                    self.report_not_expressed(
                        &node.span,
                        "Ruby code in the block of a feature is not run",
                        help,
                    );
                }
            }
        }
        settings.doc = annotations::take_documentation(&mut settings.annotations, settings.doc.take());
    }

    /// The properties of one end. Those of the opposite have the prefix `opposite_`: `:opposite_lowerBound => 1`.
    fn properties(&mut self, call: &Call, end: End, is_many: bool, feature: &str) -> Properties {
        let mut properties = Properties::default();
        properties.settings.max = if is_many { None } else { Some(1) };
        for (key, value) in call.options() {
            let Some(written) = key.text() else {
                // Which end has the property is not known, so it is reported once, for the feature.
                if end == End::Feature {
                    self.report_not_expressed(
                        &key.span,
                        format!("a property of `{feature}` is computed"),
                        "write its name",
                    );
                }
                continue;
            };
            let property = match (end, written.strip_prefix("opposite_")) {
                (End::Feature, None) => written.as_str(),
                (End::Opposite, Some(property)) => property,
                // The property belongs to the other end.
                _ => continue,
            };
            if !properties.set(property, value, is_many) {
                self.report_property(property, key, value, feature);
            }
        }
        properties
    }

    /// Reports a property with a wrong value, or with an unknown name.
    fn report_property(&mut self, property: &str, key: &Node, value: &Node, feature: &str) {
        let property_names = [
            "lowerBound",
            "upperBound",
            "ordered",
            "unique",
            "changeable",
            "volatile",
            "transient",
            "unsettable",
            "derived",
            "defaultValueLiteral",
            "resolveProxies",
            "containment",
            "name",
        ];
        let code = self.text(&value.span).to_owned();
        if property_names.contains(&property) {
            let message = format!("`{property}` of `{feature}` has the value `{code}`, which is ignored");
            self.report_not_expressed(&value.span, message, "write a number, `true`, `false` or a string");
        } else {
            let message = format!("`{feature}` has the property `{property}`, which RGen does not have");
            let help = match nearest(property, property_names) {
                Some(meant) => format!("did you mean `{meant}`?"),
                None => "remove it, or correct its name".to_owned(),
            };
            self.report_invalid(&key.span, message, &help);
        }
    }
}

impl Properties {
    /// Sets a property; `false` if its name is unknown, or its value is not valid.
    fn set(&mut self, property: &str, value: &Node, is_many: bool) -> bool {
        let settings = &mut self.settings;
        match (property, &value.kind) {
            ("lowerBound", Kind::Number(digits)) => match number(digits) {
                Some(min) => settings.min = min,
                // The number `-1` leaves the minimum as it is.
                None => return digits == "-1",
            },
            // In RGen, the bound of the method takes precedence: it is 1, or at least 2.
            ("upperBound", Kind::Number(_)) if !is_many => {}
            ("upperBound", Kind::Number(digits)) => settings.max = number(digits).filter(|max| *max > 1),
            ("ordered", Kind::Boolean(value)) => settings.is_unordered = !value,
            ("unique", Kind::Boolean(value)) => settings.has_duplicates = !value,
            ("changeable", Kind::Boolean(value)) => settings.is_read_only = !value,
            ("volatile", Kind::Boolean(value)) => settings.is_volatile = *value,
            ("transient", Kind::Boolean(value)) => settings.is_transient = *value,
            ("unsettable", Kind::Boolean(value)) => settings.is_unsettable = *value,
            ("derived", Kind::Boolean(value)) => settings.is_derived = *value,
            ("resolveProxies", Kind::Boolean(value)) => self.is_local = !value,
            ("containment" | "name", _) | ("defaultValueLiteral", Kind::Nil) => {}
            ("defaultValueLiteral", _) => {
                self.default = value.text();
                return self.default.is_some();
            }
            _ => return false,
        }
        true
    }
}

/// The value of a number without a sign; Ruby allows `_` between the digits.
fn number(digits: &str) -> Option<u32> {
    digits.replace('_', "").parse().ok()
}

/// The default value of a type from its text. A text that is not a value of the type stays a text.
fn default(value_type: &Type, text: String) -> Value {
    let type_name = match value_type {
        Type::Ecore(name) => name.as_str(),
        _ => "",
    };
    let digits = text.strip_prefix('-').unwrap_or(&text);
    // In Puppet's languages, a number with a zero in front is octal.
    let is_octal = digits.len() > 1 && digits.starts_with('0');
    match (type_name, text.as_str()) {
        ("EBoolean", "true") => Value::Boolean(true),
        ("EBoolean", "false") => Value::Boolean(false),
        ("EInt" | "ELong", _) if is_integer(&text) && !is_octal => Value::Number(text),
        _ => Value::Text(text),
    }
}

/// Whether a text consists of decimal digits, perhaps with a minus sign before them.
fn is_integer(text: &str) -> bool {
    let digits = text.strip_prefix('-').unwrap_or(text);
    !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit())
}
