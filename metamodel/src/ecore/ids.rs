//! Ids of the elements of a metamodel.
//!
//! Invariant: ids are dense per kind, and valid only in the [`super::Metamodel`] that issued them.

macro_rules! ids {
    ($($(#[$doc:meta])+ $name:ident;)+) => {
        $($(#[$doc])+
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub struct $name(pub(crate) u32);

        impl $name {
            /// Returns the index into the metamodel's table of these elements.
            #[must_use]
            pub fn index(self) -> usize {
                self.0 as usize
            }

            /// Returns the id for a table index.
            ///
            /// # Panics
            /// If the index has more than 32 bits, which no builder produces.
            #[must_use]
            pub fn new(index: usize) -> Self {
                Self(u32::try_from(index).expect("fewer than 2^32 elements per table"))
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

/// Any element that a problem, an annotation or a map can refer to.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Element {
    /// A package.
    Package(PackageId),
    /// A class.
    Class(ClassId),
    /// A data type or an enumeration.
    DataType(DataTypeId),
    /// A literal of an enumeration, by position.
    EnumLiteral(DataTypeId, usize),
    /// An attribute or a reference.
    Feature(FeatureId),
    /// An operation.
    Operation(OperationId),
    /// A parameter of an operation, by position.
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
