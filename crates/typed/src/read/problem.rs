//! The reasons why an object cannot be converted to a value, stored in few bytes until they are reported.
//!
//! This module does not know how objects are read.

use super::super::{ClassDescription, InvalidValue, MAX_DEPTH};
use crate::diagnostic::{Diagnostic, codes};
use crate::ecore::FeatureId;
use crate::model::{Model, ObjectId};

/// The maximum number of classes that a message lists.
const MAX_LISTED_CLASSES: usize = 8;

/// The reason why an object cannot be converted to a value.
#[derive(Debug)]
pub(super) enum Problem {
    /// The object is nested too deeply.
    TooDeep,
    /// The object is in another document.
    Elsewhere,
    /// The class of the object is not one of these classes.
    Class(&'static [&'static ClassDescription]),
    /// The type has no field for a feature that has a value.
    NoField(FeatureId),
    /// A feature that must have a value has none.
    Missing(FeatureId),
    /// This number of alternatives of a `Variant` have values, instead of exactly one.
    NotOne(usize),
    /// A list contains a null.
    Null(FeatureId),
    /// A map contains a key twice.
    DuplicateKey(FeatureId),
    /// A feature refers to an object that is in no document.
    Dangling(FeatureId),
    /// A feature has a value of a wrong type, with a description of the value.
    Value(FeatureId, &'static str),
    /// A feature has a value that its data type does not allow.
    Invalid(FeatureId, Box<InvalidValue>),
}

impl Problem {
    /// The diagnostic for an object.
    pub(super) fn diagnostic(self, model: &Model, object: ObjectId) -> Diagnostic {
        let metamodel = model.metamodel();
        let label = |feature| metamodel.feature_label(feature);
        let problem_feature = self.feature();
        let (code, message) = match self {
            Problem::TooDeep => {
                (codes::LIMIT, format!("objects are nested more than {MAX_DEPTH} levels deep"))
            }
            Problem::Elsewhere => {
                let uri = model.proxy_uri(object).unwrap_or_default();
                let message =
                    format!("a containment has the proxy `{uri}`, whose object is in another document");
                (codes::NOT_REPRESENTABLE, message)
            }
            Problem::Class(classes) => {
                let found = &metamodel[model.class(object)].name;
                let names: Vec<&str> =
                    classes.iter().take(MAX_LISTED_CLASSES).map(|class| class.name).collect();
                let message =
                    format!("expected an object of class {}, found one of class {found}", names.join(", "));
                (codes::NOT_REPRESENTABLE, message)
            }
            Problem::NoField(feature) => {
                let label = label(feature);
                let message = format!("the generated type has no field for {label}, which has a value");
                (codes::NOT_REPRESENTABLE, message)
            }
            Problem::Missing(feature) => (codes::MISSING_VALUE, format!("{} has no value", label(feature))),
            Problem::NotOne(found) => {
                let class = &metamodel[model.class(object)].name;
                let message = format!("exactly one feature of a {class} must have a value, found {found}");
                (codes::CHOICE, message)
            }
            Problem::Null(feature) => {
                (codes::NOT_REPRESENTABLE, format!("{} contains a null among its values", label(feature)))
            }
            Problem::DuplicateKey(feature) => {
                (codes::SAME_MAP_KEY, format!("the map {} contains a key twice", label(feature)))
            }
            Problem::Dangling(feature) => {
                let message = format!("{} refers to an object outside every document", label(feature));
                (codes::DANGLING, message)
            }
            Problem::Value(feature, found) => {
                (codes::WRONG_VALUE_TYPE, format!("{} contains {found}", label(feature)))
            }
            // The same wording as in the messages of `validate`.
            Problem::Invalid(feature, value) => {
                let (name, found) = (metamodel[feature].name(), value.found());
                (value.code(), format!("the value `{found}` of `{name}` must be {}", value.expected()))
            }
        };
        let problem = Diagnostic::error(code, message);
        match problem_feature {
            Some(feature) => problem.feature(metamodel[feature].name()),
            None => problem,
        }
    }

    /// The feature whose value is the problem.
    fn feature(&self) -> Option<FeatureId> {
        match self {
            Self::TooDeep | Self::Elsewhere | Self::Class(_) | Self::Missing(_) | Self::NotOne(_) => None,
            Self::NoField(feature)
            | Self::Null(feature)
            | Self::DuplicateKey(feature)
            | Self::Dangling(feature)
            | Self::Value(feature, _)
            | Self::Invalid(feature, _) => Some(*feature),
        }
    }
}
