//! Ids of the elements of a metamodel.
//!
//! Invariant: ids are dense per kind, and valid only in the [`super::Metamodel`] that gave them out.

macro_rules! ids {
    ($($(#[$doc:meta])+ $name:ident;)+) => {
        $($(#[$doc])+
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub struct $name(pub(crate) u32);

        impl $name {
            /// The position in the metamodel's table of this kind.
            #[must_use]
            pub fn index(self) -> usize {
                self.0 as usize
            }

            /// The id of the element at a table position.
            ///
            /// # Panics
            /// Where a table has more than 2³² entries, which no builder produces.
            #[must_use]
            pub fn new(index: usize) -> Self {
                Self(u32::try_from(index).expect("fewer than 2^32 elements of a kind"))
            }
        })+
    };
}

ids! {
    /// A package.
    PackageId;
    /// A class.
    ClassId;
    /// A data type or an enumeration.
    DataTypeId;
    /// An attribute or a reference.
    FeatureId;
    /// An operation.
    OperationId;
    /// A type parameter of a classifier or an operation.
    TypeParameterId;
}

/// A class or a data type.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Classifier {
    /// A class: its instances are objects.
    Class(ClassId),
    /// A data type or an enumeration: its instances are values.
    DataType(DataTypeId),
}

/// Any element that a problem, an annotation or a map can point at.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Element {
    /// A package.
    Package(PackageId),
    /// A class.
    Class(ClassId),
    /// A data type or an enumeration.
    DataType(DataTypeId),
    /// The literal at a position of an enumeration.
    EnumLiteral(DataTypeId, usize),
    /// An attribute or a reference.
    Feature(FeatureId),
    /// An operation.
    Operation(OperationId),
    /// The parameter at a position of an operation.
    Parameter(OperationId, usize),
    /// A type parameter.
    TypeParameter(TypeParameterId),
}

impl From<Classifier> for Element {
    fn from(classifier: Classifier) -> Self {
        match classifier {
            Classifier::Class(id) => Element::Class(id),
            Classifier::DataType(id) => Element::DataType(id),
        }
    }
}
