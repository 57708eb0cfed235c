//! Reports what RGen cannot express, and the names that differ in Ruby.
//!
//! Invariants: each element is reported once for each reason, under its name in the metamodel; content that is written
//! unchanged is not reported. This module writes no Ruby.

use super::Ruby;
use super::attributes::Type;
use crate::languages::names::renamed;
use modelwright_metamodel::diagnostic::{Diagnostic, Diagnostics, Severity, codes};
use modelwright_metamodel::ecore::{
    Annotation, ClassId, Classifier, DataTypeId, EXTENDED_META_DATA, FeatureId, InstanceName, LOGIC,
    Metamodel, PackageId, annotation, builtin,
};

/// The greatest number of characters of a default value in a message.
const MAX_DEFAULT: usize = 40;

/// The help if an element has a Java class.
const REMOVE_JAVA_CLASS: &str = "remove the Java class, unless Java uses the metamodel";

/// The message that RGen does not express the Java class of an element.
fn java_class_loss(name: &str) -> String {
    format!("RGen cannot express that `{name}` has a Java class (its `instanceClassName`)")
}

/// The problems of a generation.
pub(super) struct Losses<'m> {
    metamodel: &'m Metamodel,
    problems: Diagnostics,
}

impl<'m> Losses<'m> {
    pub(super) fn new(metamodel: &'m Metamodel) -> Self {
        Self { metamodel, problems: Diagnostics::new() }
    }

    pub(super) fn finish(self) -> Diagnostics {
        self.problems
    }

    /// Reports an element that the Ruby classes lack.
    fn report_left_out(&mut self, element: &str, reason: &str, help: &str) {
        let message = format!("the Ruby classes have no {element}: {reason}");
        self.problems.push(Diagnostic::warning(codes::NOT_GENERATED, message).help(help));
    }

    /// Reports a property that the Ruby classes lack.
    fn report_loss(&mut self, message: String, help: &str) {
        self.problems.push(Diagnostic::new(codes::NOT_GENERATED, Severity::Note, message).help(help));
    }

    /// Reports an element that has another name in Ruby.
    fn report_rename(&mut self, element: &str, name: &str, reason: &str) {
        self.problems.push(renamed(element, name, "Ruby", reason));
    }

    /// Reports parts of annotations that RGen's annotations lack, and logic, which RGen does not evaluate.
    fn report_annotations(&mut self, element: &str, annotations: &[Annotation]) {
        // A class with several invariants has an annotation for each.
        if annotations.iter().any(|annotation| annotation.source.as_deref() == Some(LOGIC)) {
            let message =
                format!("RGen keeps the logic of {element} as an annotation only, and does not check it");
            self.report_loss(message, "check documents with `modelwright validate`");
        }
        for annotation in annotations {
            let source = annotation.source.as_deref().unwrap_or_default();
            if !annotation.annotations.is_empty()
                || !annotation.references.is_empty()
                || !annotation.facts.is_empty()
            {
                let message = format!("the annotation `{source}` of {element} has only its details in RGen");
                self.report_loss(message, "put everything that programs need into details");
            }
            let mut keys: Vec<&str> =
                annotation.details.iter().map(|(key, _)| key.as_deref().unwrap_or_default()).collect();
            keys.sort_unstable();
            if keys.windows(2).any(|pair| pair[0] == pair[1]) {
                let message = format!(
                    "RGen keeps only one detail for each key of the annotation `{source}` of {element}"
                );
                self.report_loss(message, "rename all but one of the details with the same key");
            }
        }
    }

    /// Reports what RGen lacks of an enumeration.
    fn report_enumeration(&mut self, id: DataTypeId) {
        let data = &self.metamodel[id];
        let name = self.metamodel.qualified_name(Classifier::DataType(id));
        if !data.annotations.is_empty() {
            self.report_loss(format!("RGen has no annotations of `{name}`"), "annotate the package");
        }
        if data.instance != InstanceName::None {
            self.report_loss(java_class_loss(&name), REMOVE_JAVA_CLASS);
        }
        for (literal, at) in data.enum_literals().iter().zip(0..) {
            let label = format!("{name}.{}", literal.name);
            if literal.literal.as_ref().is_some_and(|text| *text != literal.name) {
                let message =
                    format!("RGen writes `{label}` as `{}`, not as `{}`", literal.name, literal.spelling());
                self.report_loss(message, "name the literal as documents write it");
            }
            if literal.value != at {
                let message = format!("RGen has no numbers of literals: `{label}` has {}", literal.value);
                self.report_loss(message, "use the literal, not its number");
            }
            if !literal.annotations.is_empty() {
                self.report_loss(format!("RGen has no annotations of `{label}`"), "annotate the package");
            }
        }
    }

    /// Reports the properties of a class that do not concern its features.
    fn report_class(&mut self, id: ClassId) {
        let data = &self.metamodel[id];
        let name = self.metamodel.qualified_name(Classifier::Class(id));
        if data.is_interface {
            let message = format!("RGen has no interfaces: `{name}` becomes an abstract class");
            self.report_loss(message, "declare an abstract class instead");
        }
        if !data.type_parameters.is_empty() {
            let message = format!("RGen has no type parameters: those of `{name}` are left out");
            self.report_loss(message, "use a class that all arguments inherit from");
        }
        if data.supertypes.iter().any(|ty| !ty.arguments.is_empty()) {
            let message =
                format!("RGen has no type arguments: those of the supertypes of `{name}` are left out");
            self.report_loss(message, "use a class that all arguments inherit from");
        }
        // RGen's own exports have the name of a Ruby class, with `::`, where EMF has the name of a Java class.
        if data.instance.raw().is_some_and(|java| !java.contains("::")) {
            let message = java_class_loss(&name);
            let help = if self.metamodel.is_entry_class(id) {
                "RGen has lists of entries instead of maps"
            } else {
                REMOVE_JAVA_CLASS
            };
            self.report_loss(message, help);
        }
        self.report_annotations(&format!("`{name}`"), &data.annotations);
        for operation in &data.operations {
            let label = format!("{}.{}()", data.name, self.metamodel[*operation].typed.name);
            self.report_left_out(
                &label,
                "RGen has no operations",
                "add a method to the `ClassModule` of the class",
            );
        }
    }
}

impl Ruby<'_> {
    /// Reports what RGen does not express of some packages, and the names that are changed in Ruby.
    pub(super) fn report(&mut self, packages: &[PackageId]) {
        let metamodel = self.metamodel;
        for package in packages {
            for rename in self.names.take_renames(*package) {
                self.losses.report_rename(&rename.element, &rename.name, rename.reason);
            }
            let data = &metamodel[*package];
            self.losses.report_annotations(&format!("package `{}`", data.name), &data.annotations);
            for classifier in &data.classifiers {
                match classifier {
                    Classifier::DataType(id) if metamodel[*id].literals.is_some() => {
                        self.losses.report_enumeration(*id);
                    }
                    Classifier::DataType(id) => self.report_data_type(*id),
                    Classifier::Class(id) => {
                        self.losses.report_class(*id);
                        self.report_superclasses(*id);
                        metamodel[*id].features.iter().for_each(|feature| self.report_feature(*feature));
                    }
                }
            }
        }
    }

    /// Reports supertypes that the class in RGen does not have: those that are not classes, and those that are neither
    /// generated nor part of Ecore.
    fn report_superclasses(&mut self, class: ClassId) {
        let metamodel = self.metamodel;
        let name = metamodel.qualified_name(Classifier::Class(class));
        for ty in &metamodel[class].supertypes {
            let Some(Classifier::Class(id)) = ty.classifier else {
                let message = format!("in RGen, `{name}` inherits only from its supertypes that are classes");
                self.losses.report_loss(message, "inherit from classes only");
                continue;
            };
            if id != builtin::EOBJECT && !self.is_generated(metamodel[id].package) && !self.is_ecore(id) {
                let superclass = metamodel.qualified_name(Classifier::Class(id));
                let message =
                    format!("`{name}` does not inherit from `{superclass}`, which RGen does not have");
                self.losses.report_loss(message, "generate the package of the superclass as well");
            }
        }
    }

    /// Reports that RGen has no data types.
    fn report_data_type(&mut self, id: DataTypeId) {
        let data = &self.metamodel[id];
        let name = self.metamodel.qualified_name(Classifier::DataType(id));
        // Extended metadata, and the text of a type such as `Integer[1, 9]`, limit the values.
        let has_facets = annotation(&data.annotations, EXTENDED_META_DATA)
            .is_some_and(|facets| facets.details.iter().any(|(key, _)| key.as_deref() != Some("name")));
        let has_type_text = self.metamodel.type_text(id).is_some();
        let (reason, help) = if has_facets || has_type_text {
            (
                "RGen has no data types, and does not check their facets",
                "check documents with `modelwright validate`, or use a type of Ruby",
            )
        } else {
            ("RGen has no data types, so attributes of this type have a type of Ruby", "use a type of Ruby")
        };
        self.losses.report_left_out(&format!("data type `{name}`"), reason, help);
    }

    /// Reports what RGen lacks of a feature.
    fn report_feature(&mut self, id: FeatureId) {
        let metamodel = self.metamodel;
        let feature = &metamodel[id];
        let label = metamodel.feature_label(id);
        self.losses.report_annotations(&label, &feature.typed.annotations);
        if feature.typed.ty.as_ref().is_some_and(|ty| !ty.is_plain()) {
            let message = format!("RGen has no generic types: {label} is written without the type arguments");
            self.losses.report_loss(message, "use a class without type arguments");
        }
        if feature.derived && (feature.changeable || !feature.volatile || !feature.transient) {
            let message = format!("RGen computes {label}, which is derived, and does not store its value");
            let method = format!("{}_derived", self.names.feature(id));
            let help = format!("define the method `{method}` in the `ClassModule` of the class");
            self.losses.report_loss(message, &help);
        }
        if !(feature.typed.upper == 1 || feature.many()) {
            let message = format!("{label} has at most one value in RGen, not {}", feature.typed.upper);
            self.losses.report_loss(message, "set an upper bound");
        }
        if feature.is_id() {
            let message = format!("RGen has no identity: the values of {label} need not differ");
            self.losses.report_loss(message, "check documents with `modelwright validate`");
        }
        if !feature.keys().is_empty() {
            let message = format!("RGen has no keys: the objects of {label} need not differ");
            self.losses.report_loss(message, "check documents with `modelwright validate`");
        }
        if feature.is_reference() {
            self.report_reference(id, &label);
        } else {
            self.report_attribute(id, &label);
        }
    }

    /// Reports what RGen lacks of a reference.
    fn report_reference(&mut self, id: FeatureId, label: &str) {
        let metamodel = self.metamodel;
        if let Some(reason) = self.reason_without_opposite(id) {
            let message = format!("{label} has no opposite in RGen: {reason}");
            self.losses.report_loss(message, "set both ends in the program, or correct the opposite");
        }
        if metamodel[id].default_literal.is_some() {
            let message = format!("RGen has no default value of {label}, which is a reference");
            self.losses.report_loss(message, "remove the default value");
        }
        let target = metamodel.target(id);
        if !self.is_generated(metamodel[target].package) && !self.is_ecore(target) {
            let message =
                format!("{label} accepts objects of all classes in RGen, and has no type in RGen's Ecore");
            self.losses.report_loss(message, "refer to a class of the metamodel");
        }
    }

    /// Reports what RGen lacks of an attribute.
    fn report_attribute(&mut self, id: FeatureId, label: &str) {
        let metamodel = self.metamodel;
        let Some(ty) = self.type_of(id) else {
            self.losses.report_left_out(label, "it is a feature map", "use ordinary references");
            return;
        };
        let data_type = &metamodel[metamodel.data_type(id)];
        let is_ecore = metamodel[data_type.package].ns_uri.as_deref() == Some(builtin::NS_URI);
        let (constant, name_in_ecore) = ty.names();
        let keeps_type = match ty {
            Type::Enum(_) => true,
            // RGen's serializer leaves out this type.
            Type::Object => false,
            _ => is_ecore && data_type.name == name_in_ecore,
        };
        if !keeps_type {
            let message =
                format!("{label} has the type `{constant}` in RGen, which has no `{}`", data_type.name);
            self.losses
                .report_loss(message, "use a type that RGen has: EString, EInt, ELong, EFloat, EBoolean");
        }
        let default = &metamodel[id].default_literal;
        if let Some(text) = default.as_ref().filter(|_| self.default_value(id, ty).is_none()) {
            let shortened: String = text.escape_default().take(MAX_DEFAULT).collect();
            let message =
                format!("{label} has no default value in RGen, which does not accept `{shortened}`");
            self.losses.report_loss(message, "set the value where objects are created");
        }
    }
}
