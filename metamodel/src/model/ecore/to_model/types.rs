//! Writes the types of elements: generic types, type parameters, and the names of Java's classes.
//!
//! Invariant: each generic type has one plain form, which EMF derives from it.

use super::Writer;
use crate::ecore::{Element, FeatureId, InstanceName, TypeParameterId, TypeUse, builtin, features};
use crate::model::{ObjectId, Value};

impl Writer<'_> {
    /// Sets the Java name of a classifier.
    pub(super) fn set_java_name(&mut self, object: ObjectId, instance: &InstanceName) {
        match instance {
            InstanceName::None => {}
            InstanceName::Class(name) => {
                self.set(object, features::ECLASSIFIER_INSTANCE_CLASS_NAME, Value::String(name));
            }
            InstanceName::Type(name) => {
                self.set(object, features::ECLASSIFIER_INSTANCE_TYPE_NAME, Value::String(name));
            }
        }
    }

    /// Sets several types: as plain references, or all of them in generic form if one of them is not plain.
    pub(super) fn set_types(
        &mut self,
        object: ObjectId,
        plain: FeatureId,
        generic: FeatureId,
        types: &[TypeUse],
    ) {
        // As in EMF, a single type that is not plain makes all of them generic.
        let are_all_plain = types.iter().all(TypeUse::is_plain);
        for ty in types {
            match ty.classifier {
                Some(classifier) if are_all_plain => {
                    self.pending_references.push((object, plain, classifier.into()));
                }
                _ => {
                    let child = self.create_generic_type(ty);
                    self.add(object, generic, child);
                }
            }
        }
    }

    /// Creates the generic type of a use of a type.
    pub(super) fn create_generic_type(&mut self, ty: &TypeUse) -> ObjectId {
        let object = self.create_object(builtin::EGENERIC_TYPE);
        if let Some(classifier) = ty.classifier {
            self.pending_references.push((object, features::EGENERIC_TYPE_CLASSIFIER, classifier.into()));
        }
        if let Some(parameter) = ty.parameter {
            self.pending_references.push((
                object,
                features::EGENERIC_TYPE_TYPE_PARAMETER,
                Element::TypeParameter(parameter),
            ));
        }
        for argument in &ty.arguments {
            let child = self.create_generic_type(argument);
            self.add(object, features::EGENERIC_TYPE_TYPE_ARGUMENTS, child);
        }
        for (feature, bound) in [
            (features::EGENERIC_TYPE_UPPER_BOUND, &ty.upper),
            (features::EGENERIC_TYPE_LOWER_BOUND, &ty.lower),
        ] {
            if let Some(bound) = bound {
                let child = self.create_generic_type(bound);
                self.add(object, feature, child);
            }
        }
        object
    }

    /// Creates the objects of type parameters, and adds them to an object.
    pub(super) fn add_type_parameters(
        &mut self,
        object: ObjectId,
        list: FeatureId,
        parameters: &[TypeParameterId],
    ) {
        for id in parameters {
            let child = self.create_object(builtin::ETYPE_PARAMETER);
            self.objects.insert(Element::TypeParameter(*id), child);
            let data = &self.source[*id];
            self.add_annotations(child, &data.annotations);
            self.set_name(child, &data.name);
            self.add(object, list, child);
            for bound in &data.bounds {
                let bound = self.create_generic_type(bound);
                self.add(child, features::ETYPE_PARAMETER_BOUNDS, bound);
            }
        }
    }
}
