//! The values of attributes of types such as `Data` and `Scalar`, which may be of any kind, and the kinds that each of
//! these types allows.
//!
//! Ecore has no data type for such values. In XMI, and in EMF, they are texts (see `text.rs`); JSON, YAML, logic and
//! generated types contain the values themselves. Invariant: a value has one canonical text, from which the same value
//! is read. This module does not know data types or documents.

mod builder;
mod serial;
mod text;

pub use builder::{AnyValueBuilder, AnyValueError};

use indexmap::IndexMap;

/// The maximum nesting of the lists and maps of a value.
// Recursive functions visit values, so the depth of the stack must be limited. Values in logic have the same limit
// (Decision 20).
pub const MAX_LEVELS: usize = 100;

/// The types whose attributes accept values of any kind.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum AnyKind {
    /// `Any`: every value.
    Any,
    /// `Data`: null, scalars, and lists and maps of them.
    Data,
    /// `RichData`: in documents the same as `Data`; in logic there are further scalars.
    RichData,
    /// `NotUndef`: every value but null.
    NotUndef,
    /// `Scalar`: a text, a number or a boolean.
    Scalar,
    /// `ScalarData`: in documents the same as `Scalar`.
    ScalarData,
    /// `Literal`: the same as `Scalar`.
    Literal,
    /// `Collection`: a list or a map.
    Collection,
    /// `Array`: a list.
    Array,
    /// `Tuple`: the same as `Array`.
    Tuple,
    /// `Hash`: a map.
    Hash,
}

impl AnyKind {
    /// All kinds.
    pub const ALL: [AnyKind; 11] = [
        AnyKind::Any,
        AnyKind::Data,
        AnyKind::RichData,
        AnyKind::NotUndef,
        AnyKind::Scalar,
        AnyKind::ScalarData,
        AnyKind::Literal,
        AnyKind::Collection,
        AnyKind::Array,
        AnyKind::Tuple,
        AnyKind::Hash,
    ];

    /// The kind with this name.
    #[must_use]
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| kind.name() == name)
    }

    /// The name of the type in the type language.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            AnyKind::Any => "Any",
            AnyKind::Data => "Data",
            AnyKind::RichData => "RichData",
            AnyKind::NotUndef => "NotUndef",
            AnyKind::Scalar => "Scalar",
            AnyKind::ScalarData => "ScalarData",
            AnyKind::Literal => "Literal",
            AnyKind::Collection => "Collection",
            AnyKind::Array => "Array",
            AnyKind::Tuple => "Tuple",
            AnyKind::Hash => "Hash",
        }
    }

    /// Whether null is a value of this kind.
    #[must_use]
    pub fn accepts_null(self) -> bool {
        matches!(self, AnyKind::Any | AnyKind::Data | AnyKind::RichData)
    }

    /// Whether texts, numbers and booleans are values of this kind.
    #[must_use]
    pub fn accepts_scalars(self) -> bool {
        !matches!(self, AnyKind::Collection | AnyKind::Array | AnyKind::Tuple | AnyKind::Hash)
    }

    /// Whether lists are values of this kind.
    #[must_use]
    pub fn accepts_lists(self) -> bool {
        !matches!(self, AnyKind::Scalar | AnyKind::ScalarData | AnyKind::Literal | AnyKind::Hash)
    }

    /// Whether maps are values of this kind.
    #[must_use]
    pub fn accepts_maps(self) -> bool {
        !matches!(
            self,
            AnyKind::Scalar | AnyKind::ScalarData | AnyKind::Literal | AnyKind::Array | AnyKind::Tuple
        )
    }

    /// Whether a value is of this kind.
    #[must_use]
    pub fn accepts(self, value: &AnyValue) -> bool {
        match value {
            AnyValue::Null => self.accepts_null(),
            AnyValue::List(_) => self.accepts_lists(),
            AnyValue::Map(_) => self.accepts_maps(),
            _ => self.accepts_scalars(),
        }
    }

    /// Describes the values of this kind, for messages.
    #[must_use]
    pub fn expectation(self) -> &'static str {
        match (self.accepts_scalars(), self.accepts_lists(), self.accepts_maps()) {
            (true, true, _) if self.accepts_null() => "any value",
            (true, true, _) => "any value but null",
            (true, false, _) => "a string, a number or a boolean",
            (false, true, true) => "a list or a map",
            (false, true, false) => "a list",
            (false, false, _) => "a map",
        }
    }
}

/// A value of any kind.
///
/// Its lists and maps are nested at most [`MAX_LEVELS`] deep when it is read from a text.
#[derive(Debug, Clone, PartialEq, Default)]
pub enum AnyValue {
    /// No value: `null` in JSON, `undef` in logic.
    #[default]
    Null,
    /// A boolean.
    Boolean(bool),
    /// An integer of 64 bits.
    Integer(i64),
    /// A number of 64 bits with a fraction or an exponent.
    Float(f64),
    /// Another number, by its digits in the syntax of JSON.
    Number(String),
    /// A text.
    Text(String),
    /// A list.
    List(Vec<AnyValue>),
    /// A map, in the order of its keys in the document.
    Map(IndexMap<String, AnyValue>),
}

impl AnyValue {
    /// The number with digits in the syntax of JSON.
    #[must_use]
    pub fn number(digits: &str) -> Self {
        // `-0` is not an integer, because integers have no negative zero.
        if let Some(integer) = digits.parse().ok().filter(|_| digits != "-0") {
            return AnyValue::Integer(integer);
        }
        match digits.parse::<f64>() {
            // A number is a double only if the double has the same digits, so that no digit of a document is lost.
            Ok(value) if format!("{value:?}") == digits => AnyValue::Float(value),
            _ => AnyValue::Number(digits.to_owned()),
        }
    }

    /// The kind of this value, for messages.
    #[must_use]
    pub fn kind(&self) -> &'static str {
        match self {
            AnyValue::Null => "null",
            AnyValue::Boolean(_) => "a boolean",
            AnyValue::Integer(_) | AnyValue::Float(_) | AnyValue::Number(_) => "a number",
            AnyValue::Text(_) => "a string",
            AnyValue::List(_) => "a list",
            AnyValue::Map(_) => "a map",
        }
    }
}
