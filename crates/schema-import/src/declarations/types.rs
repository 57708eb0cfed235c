//! Types of attributes, and values of defaults.

/// A type of the type language, as it is written where it is used.
#[derive(Debug, Clone, PartialEq)]
pub enum Type {
    /// A declared type, by its name in the package, or with `::` from the root.
    Named(String),
    /// A declared type with type arguments. Its name is as that of `Named`; `::EEList` is Ecore's.
    Generic(String, Vec<Type>),
    /// Any type argument, or one within a bound.
    Wildcard(Option<(Bound, Box<Type>)>),
    /// A type of Ecore, such as `EInt`, even if a declared type has that name.
    Ecore(String),
    /// A word of the language without arguments, such as `Boolean`, `Data` or `Timestamp`. It must not come from the
    /// schema.
    Word(&'static str),
    /// Integers between two bounds.
    Integer {
        /// The least value.
        min: Option<i128>,
        /// The greatest value.
        max: Option<i128>,
    },
    /// Floating-point numbers between two bounds.
    Float {
        /// The least value; finite.
        min: Option<f64>,
        /// The greatest value; finite.
        max: Option<f64>,
    },
    /// Texts with a number of characters between two bounds.
    String {
        /// The least length.
        min: Option<u64>,
        /// The greatest length.
        max: Option<u64>,
    },
    /// Texts in which one of these regular expressions of Ruby is found.
    Pattern(Vec<String>),
    /// One of these texts.
    Enum(Vec<String>),
    /// This boolean only.
    Boolean(bool),
    /// A value of this type, or none.
    Optional(Box<Type>),
    /// One of these types.
    Variant(Vec<Type>),
    /// A list.
    Array {
        /// The type of the array's items.
        item: Box<Type>,
        /// The least number of items.
        min: Option<u64>,
        /// The greatest number of items.
        max: Option<u64>,
    },
    /// A list whose items have these types.
    Tuple {
        /// The types; the last one is that of all further items.
        items: Vec<Type>,
        /// The least number of items, if not all are required.
        min: Option<u64>,
        /// The greatest number of items; `Some(None)` if there is no limit.
        max: Option<Option<u64>>,
    },
    /// A map.
    Hash {
        /// The type of the hash's keys.
        key: Box<Type>,
        /// The type of the hash's values.
        value: Box<Type>,
    },
    /// A map with these keys: the name of each, whether it is optional, and the type of its value.
    Struct(Vec<(String, bool, Type)>),
}

/// The bound of a wildcard.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Bound {
    /// `? extends T`.
    Upper,
    /// `? super T`.
    Lower,
}

/// A default.
#[derive(Debug, Clone, PartialEq)]
pub enum Value {
    /// A text, also the name of a literal.
    Text(String),
    /// A number, as its digits.
    Number(String),
    /// A boolean.
    Boolean(bool),
}

impl Type {
    /// Whether the type's values are objects of a class that is made for it.
    #[must_use]
    pub fn is_composite(&self) -> bool {
        match self {
            Self::Optional(inner) => inner.is_composite(),
            Self::Array { item, .. } => item.is_composite() || matches!(**item, Self::Array { .. }),
            Self::Hash { .. } | Self::Struct(_) | Self::Tuple { .. } | Self::Variant(_) => true,
            _ => false,
        }
    }

    /// All texts.
    pub const TEXT: Self = Self::String { min: None, max: None };
    /// All integers of 64 bits.
    pub const INTEGER: Self = Self::Integer { min: None, max: None };
    /// All floating-point numbers of 64 bits.
    pub const FLOAT: Self = Self::Float { min: None, max: None };
}
