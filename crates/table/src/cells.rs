//! Access to the cells of a column by row, whatever the layout of the column.
//!
//! Invariant: the layout is determined once per batch, not once per cell, except for the keys of a dictionary. This
//! module does not know what cells mean.

use arrow_array::cast::AsArray;
use arrow_array::types::{
    ArrowDictionaryKeyType, BinaryViewType, Int8Type, Int16Type, Int32Type, Int64Type, StringViewType,
    UInt8Type, UInt16Type, UInt32Type,
};
use arrow_array::{
    Array, BinaryArray, BinaryViewArray, DictionaryArray, LargeBinaryArray, LargeStringArray, StringArray,
    StringViewArray,
};
use arrow_schema::DataType;

/// A column of texts or bytes.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Cells<'a> {
    Utf8(&'a StringArray),
    LargeUtf8(&'a LargeStringArray),
    Utf8View(&'a StringViewArray),
    Binary(&'a BinaryArray),
    LargeBinary(&'a LargeBinaryArray),
    BinaryView(&'a BinaryViewArray),
    Dictionary(Dictionary<'a>),
}

/// A column of texts that are stored once each.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Dictionary<'a> {
    column: &'a dyn Array,
    /// Returns the position of the value of a row.
    key: fn(&dyn Array, usize) -> Option<usize>,
    values: Values<'a>,
}

#[derive(Debug, Clone, Copy)]
enum Values<'a> {
    Utf8(&'a StringArray),
    LargeUtf8(&'a LargeStringArray),
    Utf8View(&'a StringViewArray),
}

/// The content of a cell.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Cell<'a> {
    Null,
    Text(&'a str),
    Bytes(&'a [u8]),
}

impl Cell<'_> {
    /// The number of the cell's bytes.
    pub(crate) fn len(&self) -> usize {
        match self {
            Cell::Null => 0,
            Cell::Text(text) => text.len(),
            Cell::Bytes(bytes) => bytes.len(),
        }
    }
}

impl<'a> Cells<'a> {
    /// The cells of a column; `None` if it has neither texts nor bytes.
    pub(crate) fn new(column: &'a dyn Array) -> Option<Self> {
        Some(match column.data_type() {
            DataType::Utf8 => Cells::Utf8(column.as_string_opt()?),
            DataType::LargeUtf8 => Cells::LargeUtf8(column.as_string_opt()?),
            DataType::Utf8View => Cells::Utf8View(column.as_byte_view_opt::<StringViewType>()?),
            DataType::Binary => Cells::Binary(column.as_binary_opt()?),
            DataType::LargeBinary => Cells::LargeBinary(column.as_binary_opt()?),
            DataType::BinaryView => Cells::BinaryView(column.as_byte_view_opt::<BinaryViewType>()?),
            DataType::Dictionary(key, _) => Cells::Dictionary(match **key {
                DataType::Int8 => dictionary::<Int8Type>(column)?,
                DataType::Int16 => dictionary::<Int16Type>(column)?,
                DataType::Int32 => dictionary::<Int32Type>(column)?,
                DataType::Int64 => dictionary::<Int64Type>(column)?,
                DataType::UInt8 => dictionary::<UInt8Type>(column)?,
                DataType::UInt16 => dictionary::<UInt16Type>(column)?,
                DataType::UInt32 => dictionary::<UInt32Type>(column)?,
                _ => return None,
            }),
            _ => return None,
        })
    }

    /// The cell of a row.
    #[inline]
    pub(crate) fn at(&self, row: usize) -> Cell<'a> {
        match self {
            Cells::Utf8(column) => text(column.is_valid(row).then(|| column.value(row))),
            Cells::LargeUtf8(column) => text(column.is_valid(row).then(|| column.value(row))),
            Cells::Utf8View(column) => text(column.is_valid(row).then(|| column.value(row))),
            Cells::Binary(column) => bytes(column.is_valid(row).then(|| column.value(row))),
            Cells::LargeBinary(column) => bytes(column.is_valid(row).then(|| column.value(row))),
            Cells::BinaryView(column) => bytes(column.is_valid(row).then(|| column.value(row))),
            Cells::Dictionary(dictionary) => text(dictionary.key(row).and_then(|key| dictionary.value(key))),
        }
    }

    /// The text of a row; `None` if it is null, or in a column of bytes.
    #[inline]
    pub(crate) fn text(&self, row: usize) -> Option<&'a str> {
        match self.at(row) {
            Cell::Text(text) => Some(text),
            Cell::Null | Cell::Bytes(_) => None,
        }
    }

    /// Whether the column has bytes.
    pub(crate) fn has_bytes(&self) -> bool {
        matches!(self, Cells::Binary(_) | Cells::LargeBinary(_) | Cells::BinaryView(_))
    }
}

impl<'a> Dictionary<'a> {
    /// The position of the value of a row.
    #[inline]
    pub(crate) fn key(&self, row: usize) -> Option<usize> {
        (self.key)(self.column, row)
    }

    /// The value at a position.
    pub(crate) fn value(&self, key: usize) -> Option<&'a str> {
        match self.values {
            Values::Utf8(values) => values.is_valid(key).then(|| values.value(key)),
            Values::LargeUtf8(values) => values.is_valid(key).then(|| values.value(key)),
            Values::Utf8View(values) => values.is_valid(key).then(|| values.value(key)),
        }
    }
}

/// A cell of a column of texts.
fn text(value: Option<&str>) -> Cell<'_> {
    value.map_or(Cell::Null, Cell::Text)
}

/// A cell of a column of bytes.
fn bytes(value: Option<&[u8]>) -> Cell<'_> {
    value.map_or(Cell::Null, Cell::Bytes)
}

/// The cells of a dictionary with keys of a type; `None` if its values are not texts.
fn dictionary<K: ArrowDictionaryKeyType>(column: &dyn Array) -> Option<Dictionary<'_>> {
    let typed: &DictionaryArray<K> = column.as_dictionary_opt()?;
    let values = typed.values();
    let values = match values.data_type() {
        DataType::Utf8 => Values::Utf8(values.as_string_opt()?),
        DataType::LargeUtf8 => Values::LargeUtf8(values.as_string_opt()?),
        DataType::Utf8View => Values::Utf8View(values.as_byte_view_opt::<StringViewType>()?),
        _ => return None,
    };
    // A closure without captures is a function pointer, so `Dictionary` needs no parameter for the type of the keys.
    let key = |column: &dyn Array, row: usize| column.as_dictionary_opt::<K>()?.key(row);
    Some(Dictionary { column, key, values })
}
