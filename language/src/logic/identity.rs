//! Which object a value of logic is, told by the number that the evaluator keeps for it.
//!
//! Invariant: [`Who::of`] and [`Who::number`] are inverse, and no two objects have the same number. What an object
//! holds is not known here.

use crate::ecore::{ClassId, FeatureId, PackageId};
use crate::evaluate::{Object, Value};
use crate::model::ObjectId;

/// An object that logic may come to see.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Who {
    /// One of the model.
    Model(ObjectId),
    /// One that logic has made, and that is in no model yet.
    Draft(usize),
    /// What `$meta` tells of.
    Feature(FeatureId),
    Class(ClassId),
    Package(PackageId),
}

/// What is left of a number for the object itself; the kind is above it.
const BITS: u32 = 40;

impl Who {
    pub(super) fn number(self) -> u64 {
        let (kind, index) = match self {
            Self::Model(id) => (0, id.index()),
            Self::Draft(draft) => (1, draft),
            Self::Feature(id) => (2, id.index()),
            Self::Class(id) => (3, id.index()),
            Self::Package(id) => (4, id.index()),
        };
        kind << BITS | index as u64
    }

    pub(super) fn of(object: &Object) -> Self {
        let index = usize::try_from(object.identity & ((1 << BITS) - 1)).unwrap_or(usize::MAX);
        match object.identity >> BITS {
            0 => Self::Model(ObjectId::new(index)),
            1 => Self::Draft(index),
            2 => Self::Feature(FeatureId::new(index)),
            3 => Self::Class(ClassId::new(index)),
            _ => Self::Package(PackageId::new(index)),
        }
    }

    /// The draft that a value is, if it is one.
    pub(super) fn draft(value: &Value) -> Option<usize> {
        match value {
            Value::Object(object) => match Self::of(object) {
                Self::Draft(draft) => Some(draft),
                _ => None,
            },
            _ => None,
        }
    }
}
