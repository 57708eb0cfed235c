//! The values of `$meta`: a feature, its class and its package.

use super::identity::Identity;
use super::object_space::{ObjectSpace, unknown_feature};
use crate::diagnostic::nearest;
use crate::ecore::{ClassId, Classifier, FeatureId, PackageId, builtin};
use crate::evaluate::{HostError, Object, Value};

impl ObjectSpace<'_> {
    /// An element of the metamodel, of a class of Ecore.
    fn element_value(&self, class: ClassId, identity: Identity) -> Value {
        Value::Object(Object { class: self.prepared.class(class), identity: identity.encode() })
    }

    /// A feature as a value.
    pub(super) fn meta_of_feature(&self, feature: FeatureId) -> Value {
        let is_reference = self.prepared.metamodel[feature].is_reference();
        let class = if is_reference { builtin::EREFERENCE } else { builtin::EATTRIBUTE };
        self.element_value(class, Identity::Feature(feature))
    }

    /// A class as a value.
    pub(super) fn meta_of_class(&self, class: ClassId) -> Value {
        self.element_value(builtin::ECLASS, Identity::Class(class))
    }

    /// A package as a value; undef if there is none.
    fn meta_of_package(&self, package: Option<PackageId>) -> Value {
        package.map_or(Value::Undef, |id| self.element_value(builtin::EPACKAGE, Identity::Package(id)))
    }

    /// The value of `$meta.name` of a feature.
    pub(super) fn read_meta_feature(&self, feature: FeatureId, name: &str) -> Result<Value, HostError> {
        let data = &self.prepared.metamodel[feature];
        Ok(match name {
            "name" => Value::string(data.name()),
            "container" => self.meta_of_class(data.owner),
            "type" => match data.typed.classifier() {
                Some(Classifier::Class(id)) => self.meta_of_class(id),
                Some(classifier) => Value::string(self.prepared.metamodel.name(classifier)),
                None => Value::Undef,
            },
            "min" => Value::Integer(i64::from(data.typed.lower)),
            // ARM-7 writes `unbound` for an unlimited maximum.
            "max" if data.typed.upper < 0 => Value::string("unbound"),
            "max" => Value::Integer(i64::from(data.typed.upper)),
            _ => {
                return Err(unknown_feature(
                    "$meta",
                    name,
                    nearest(name, ["name", "container", "type", "min", "max"]),
                ));
            }
        })
    }

    /// The value of `$meta.name` of a class.
    pub(super) fn read_meta_class(&self, class: ClassId, name: &str) -> Result<Value, HostError> {
        let data = &self.prepared.metamodel[class];
        Ok(match name {
            "name" => Value::string(&data.name),
            "container" => self.meta_of_package(Some(data.package)),
            _ => return Err(unknown_feature("$meta", name, nearest(name, ["name", "container"]))),
        })
    }

    /// The value of `$meta.name` of a package.
    pub(super) fn read_meta_package(&self, package: PackageId, name: &str) -> Result<Value, HostError> {
        let data = &self.prepared.metamodel[package];
        Ok(match name {
            "name" => Value::string(&data.name),
            "container" => self.meta_of_package(data.parent),
            _ => return Err(unknown_feature("$meta", name, nearest(name, ["name", "container"]))),
        })
    }
}
