//! Encodes the object to which a value refers as the number that the evaluator stores.
//!
//! Invariant: [`Identity::decode`] and [`Identity::encode`] are inverse, and no two objects have the same number. This
//! module does not know the features of objects.

use crate::ecore::{ClassId, FeatureId, PackageId};
use crate::evaluate::{Object, Value};
use crate::model::ObjectId;

/// An object that logic can reach.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Identity {
    /// An object of the model.
    Model(ObjectId),
    /// An object that logic created and that is not in a model.
    Draft(usize),
    /// An element of the metamodel, which is a value of `$meta`.
    Feature(FeatureId),
    Class(ClassId),
    Package(PackageId),
}

/// The number of low bits that contain the index of the object; the bits above contain its kind.
// Ids of models have 32 bits, and no memory holds 2^40 drafts, so the index never overlaps the kind.
const INDEX_BITS: u32 = 40;

impl Identity {
    /// The number of the object, which values contain.
    pub(super) fn encode(self) -> u64 {
        let (kind, index) = match self {
            Self::Model(id) => (0, id.index()),
            Self::Draft(draft) => (1, draft),
            Self::Feature(id) => (2, id.index()),
            Self::Class(id) => (3, id.index()),
            Self::Package(id) => (4, id.index()),
        };
        kind << INDEX_BITS | index as u64
    }

    /// The object to which a value refers.
    pub(super) fn decode(object: &Object) -> Self {
        Self::from_number(object.identity)
    }

    /// The object with a number from [`Self::encode`].
    pub(super) fn from_number(number: u64) -> Self {
        let index = usize::try_from(number & ((1 << INDEX_BITS) - 1)).unwrap_or(usize::MAX);
        match number >> INDEX_BITS {
            0 => Self::Model(ObjectId::new(index)),
            1 => Self::Draft(index),
            2 => Self::Feature(FeatureId::new(index)),
            3 => Self::Class(ClassId::new(index)),
            _ => Self::Package(PackageId::new(index)),
        }
    }

    /// The draft to which a value refers, if it refers to one.
    pub(super) fn draft(value: &Value) -> Option<usize> {
        match value {
            Value::Object(object) => match Self::decode(object) {
                Self::Draft(draft) => Some(draft),
                _ => None,
            },
            _ => None,
        }
    }
}
