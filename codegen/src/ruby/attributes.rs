//! Attributes, and the properties that they share with references.
//!
//! Invariant: a default value is written only if RGen accepts it, and copies it into its code unchanged in meaning.
//! This module does not know classes.

use super::Ruby;
use super::literals::{Lines, is_plain_symbol, string};
use modelwright_metamodel::ecore::{
    Classifier, DataKind, DataTypeId, Feature, FeatureId, FeatureKind, PackageId, builtin,
};

/// The type of an attribute in RGen.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Type {
    Text,
    Integer,
    Long,
    Float,
    Boolean,
    Object,
    Enum(DataTypeId),
}

impl Type {
    /// The name of the constant in Ruby, and the name of the type of Ecore that RGen has for it.
    pub(super) fn names(self) -> (&'static str, &'static str) {
        match self {
            Type::Text => ("String", "EString"),
            Type::Integer => ("Integer", "EInt"),
            Type::Long => ("Long", "ELong"),
            Type::Float => ("Float", "EFloat"),
            Type::Boolean => ("Boolean", "EBoolean"),
            Type::Object => ("Object", "EJavaObject"),
            Type::Enum(_) => ("Enum", "EEnum"),
        }
    }
}

impl Ruby<'_> {
    /// The type of an attribute; `None` if it is a feature map.
    pub(super) fn type_of(&self, feature: FeatureId) -> Option<Type> {
        let id = self.metamodel.data_type(feature);
        let data = &self.metamodel[id];
        if id == builtin::EJAVA_OBJECT {
            return Some(Type::Object);
        }
        Some(match data.kind {
            // An enumeration of a package that is not generated has no constant.
            DataKind::Enum if self.is_generated(data.package) => Type::Enum(id),
            DataKind::Boolean { .. } => Type::Boolean,
            DataKind::Integer { bits: 64, .. } => Type::Long,
            DataKind::Integer { .. } | DataKind::BigInteger => Type::Integer,
            DataKind::Float { .. } | DataKind::Double { .. } | DataKind::BigDecimal => Type::Float,
            DataKind::FeatureMapEntry => return None,
            DataKind::Opaque | DataKind::Unknown => Type::Object,
            DataKind::Enum
            | DataKind::Char { .. }
            | DataKind::String
            | DataKind::Date
            | DataKind::Bytes
            | DataKind::Other => Type::Text,
        })
    }

    /// Writes an attribute, inside of the module `current_module` or outside of all modules.
    pub(super) fn attribute(&mut self, id: FeatureId, current_module: Option<PackageId>, out: &mut Lines) {
        let Some(ty) = self.type_of(id) else { return };
        let feature = &self.metamodel[id];
        let constant = match ty {
            Type::Enum(id) => self.path(Classifier::DataType(id), current_module),
            ty => {
                let (constant, _) = ty.names();
                self.type_name(constant, current_module.is_some())
            }
        };
        let mut arguments = vec![string(self.names.feature(id)), constant];
        arguments.extend(self.properties(feature, "", self.default_value(id, ty)));
        let method = if feature.many() { "has_many_attr" } else { "has_attr" };
        self.feature(method, &arguments, id, None, out);
    }

    /// The constant of a type. A constant of the modules may have the same name; then the path is necessary.
    fn type_name(&self, name: &str, is_inside: bool) -> String {
        let is_hidden = is_inside && self.hiding_constants.contains(name);
        match name {
            // RGen defines these two constants, but a class of the metamodel takes precedence.
            "Boolean" | "Long" if is_hidden => format!("{}::DataTypes::{name}", self.builder_from_inside()),
            _ if is_hidden => format!("::{name}"),
            name => name.to_owned(),
        }
    }

    /// A call that defines features, with their annotations.
    pub(super) fn feature(
        &self,
        method: &str,
        arguments: &[String],
        id: FeatureId,
        opposite: Option<FeatureId>,
        out: &mut Lines,
    ) {
        let annotations = &self.metamodel[id].typed.annotations;
        let opposite_annotations = opposite.map_or(&[][..], |id| &self.metamodel[id].typed.annotations);
        if annotations.is_empty() && opposite_annotations.is_empty() {
            return out.call(method, arguments, "");
        }
        out.call(method, arguments, " do");
        out.indent();
        self.annotations(annotations, "annotation", out);
        self.annotations(opposite_annotations, "opposite_annotation", out);
        out.close("end");
    }

    /// The properties of a feature that are not RGen's defaults, in alphabetical order, each with `prefix` before its
    /// name.
    pub(super) fn properties(&self, feature: &Feature, prefix: &str, default: Option<String>) -> Vec<String> {
        let mut properties: Vec<(&str, String)> = Vec::new();
        // Each with its name, its value, RGen's default, and whether it is written if the two differ: RGen makes
        // derived features volatile, transient and unchangeable by itself.
        let flags = [
            ("changeable", feature.changeable, true, !feature.derived),
            ("derived", feature.derived, false, true),
            ("ordered", feature.typed.ordered, true, true),
            ("transient", feature.transient, false, !feature.derived),
            ("unique", feature.typed.unique, true, true),
            ("unsettable", feature.unsettable, false, true),
            ("volatile", feature.volatile, false, !feature.derived),
        ];
        let flags =
            flags.into_iter().filter(|(_, value, default, is_written)| value != default && *is_written);
        properties.extend(flags.map(|(name, value, ..)| (name, value.to_string())));
        properties.extend(default.map(|text| ("defaultValueLiteral", string(&text))));
        if feature.typed.lower != 0 {
            properties.push(("lowerBound", feature.typed.lower.to_string()));
        }
        if matches!(feature.kind, FeatureKind::Reference { resolve_proxies: false, .. }) {
            properties.push(("resolveProxies", "false".to_owned()));
        }
        if feature.typed.upper > 1 {
            properties.push(("upperBound", feature.typed.upper.to_string()));
        }
        properties.sort();
        properties.into_iter().map(|(name, value)| format!(":{prefix}{name} => {value}")).collect()
    }

    /// The default value of an attribute in RGen, if there is one that RGen accepts.
    pub(super) fn default_value(&self, id: FeatureId, ty: Type) -> Option<String> {
        let feature = &self.metamodel[id];
        let text = feature.default_literal.as_deref()?;
        match ty {
            // RGen writes the text between quotation marks, without escapes.
            Type::Text => (!text.contains(['"', '\\', '#'])).then(|| text.to_owned()),
            Type::Boolean => (text == "true" || text == "false").then(|| text.to_owned()),
            Type::Integer | Type::Long => {
                let digits = text.strip_prefix('+').unwrap_or(text);
                let is_number = !digits.is_empty() && digits.bytes().all(|b| b.is_ascii_digit());
                // To Ruby, a number that starts with zero is octal.
                let significant_digits = digits.trim_start_matches('0');
                let decimal_number = if significant_digits.is_empty() { "0" } else { significant_digits };
                is_number.then(|| decimal_number.to_owned())
            }
            Type::Float => {
                let number: f64 = text.trim().parse().ok().filter(|number: &f64| number.is_finite())?;
                (!number.is_sign_negative()).then(|| decimal(number))
            }
            Type::Enum(id) => {
                let index = self.metamodel[id].literal_index(text)?;
                let symbol = self.names.literals(id).get(index as usize)?;
                is_plain_symbol(symbol).then(|| symbol.clone())
            }
            Type::Object => None,
        }
    }
}

/// A number as digits, a dot, and digits.
fn decimal(number: f64) -> String {
    let text = number.to_string();
    if text.contains('.') { text } else { format!("{text}.0") }
}
