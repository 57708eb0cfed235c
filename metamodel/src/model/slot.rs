//! One value in eight bytes.
//!
//! The low byte is a tag, the upper 56 bits a payload. Values that are too large (long integers, doubles that
//! need all their bits) are in a side table, and the payload is their position. Invariant: a slot is decoded
//! only by the [`super::Model`] that encoded it. This module does not know features or types.

use super::ObjectId;

/// An encoded value.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Slot(u64);

/// The content of a slot, without the side tables.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) enum Raw {
    Unset,
    Null,
    Bool(bool),
    Int(i64),
    WideInt(usize),
    Float(f32),
    Double(f64),
    WideDouble(usize),
    Char(u16),
    Enum(u32),
    String(TextRef),
    Lexical(TextRef),
    Object(ObjectId),
    List(u32),
}

/// A range of the model's text buffer.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) enum TextRef {
    #[default]
    Empty,
    Short {
        start: u32,
        len: u32,
    },
    Long(usize),
}

impl TextRef {
    /// The length of a short text.
    pub(crate) fn len(self) -> usize {
        if let TextRef::Short { len, .. } = self { len as usize } else { 0 }
    }
}

/// An unresolved reference.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum PendingReference {
    /// A text in the source: see [`Slot::fragment`].
    Fragment { start: usize, len: usize, before: usize },
    /// The position of a record: see [`Slot::unresolved_entry`].
    Record(usize),
}

// Tags. The tag of unset slots is 0, so that the default of a slot is unset.
const UNSET: u64 = 0;
const NULL: u64 = 1;
const BOOL: u64 = 2;
const INT: u64 = 3;
const WIDE_INT: u64 = 4;
const FLOAT: u64 = 5;
const DOUBLE: u64 = 6;
const WIDE_DOUBLE: u64 = 7;
const CHAR: u64 = 8;
const ENUM: u64 = 9;
const STRING: u64 = 10;
const LONG_STRING: u64 = 11;
const LEXICAL: u64 = 12;
const LONG_LEXICAL: u64 = 13;
const OBJECT: u64 = 14;
const LIST: u64 = 15;
// The tags of unresolved references are the highest ones, which `Slot::is_pending` relies on.
const FRAGMENT: u64 = 16;
const RECORD: u64 = 17;

/// The number of tags.
const TAG_COUNT: usize = 18;

/// The amounts by which the positions in slots, other than those of objects, increase when the arenas of a model follow
/// those of another one.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct SlotShift {
    pub(crate) lists: u32,
    /// Bytes of text.
    pub(crate) text: u32,
    pub(crate) long_texts: usize,
    pub(crate) wide: usize,
    /// Bytes of the texts of unresolved references.
    pub(crate) fragments: usize,
    /// Records of unresolved references.
    pub(crate) records: usize,
}

impl SlotShift {
    /// The increments of encoded values, by tag.
    pub(crate) fn increments(self) -> Increments {
        let mut by_tag = [0; TAG_COUNT];
        let mut set = |tags: &[u64], increase: u64, bits: u32| {
            tags.iter().for_each(|tag| by_tag[*tag as usize] = increase << bits);
        };
        // Most positions are directly above the 8 bits of the tag.
        set(&[LIST], u64::from(self.lists), 8);
        // Short texts and fragments have their position above 8 bits of tag and 24 bits of length.
        set(&[STRING, LEXICAL], u64::from(self.text), 32);
        set(&[LONG_STRING, LONG_LEXICAL], self.long_texts as u64, 8);
        set(&[WIDE_INT, WIDE_DOUBLE], self.wide as u64, 8);
        set(&[FRAGMENT], self.fragments as u64, 32);
        set(&[RECORD], self.records as u64, 8);
        Increments(by_tag)
    }
}

/// The numbers to add to encoded values, by tag: see [`SlotShift::increments`].
#[derive(Debug, Clone, Copy)]
pub(crate) struct Increments([u64; TAG_COUNT]);

/// Texts shorter than this are stored as a position and a length: 32 bits of offset, 24 bits of length.
pub(crate) const SHORT_TEXT_LIMIT: usize = 1 << 24;

/// The number of bits for the length of a reference's text; two bits are left for the length of its prefix.
const FRAGMENT_LEN_BITS: u32 = 22;

impl Slot {
    pub(crate) const UNSET: Slot = Slot(UNSET);
    /// A value that is null.
    pub const NULL: Slot = Slot(NULL);

    /// The slot with a tag and a payload of 56 bits.
    fn tagged(tag: u64, payload: u64) -> Self {
        Slot(payload << 8 | tag)
    }

    /// A truth value.
    pub fn bool(value: bool) -> Self {
        Self::tagged(BOOL, u64::from(value))
    }

    /// An integer in the slot itself; `None` if it needs more than 56 bits.
    pub fn int(value: i64) -> Option<Self> {
        // The value is shifted back and compared, because the sign must be preserved as well.
        let shifted = value << 8;
        (shifted >> 8 == value).then_some(Slot(shifted.cast_unsigned() | INT))
    }

    pub(crate) fn wide_int(position: usize) -> Self {
        Self::tagged(WIDE_INT, position as u64)
    }

    pub(crate) fn float(value: f32) -> Self {
        Self::tagged(FLOAT, u64::from(value.to_bits()))
    }

    /// A number in the slot itself; `None` if any of its lowest eight bits is set, which is rare in numbers that people
    /// write.
    pub(crate) fn double(value: f64) -> Option<Self> {
        let bits = value.to_bits();
        (bits & 0xff == 0).then_some(Slot(bits | DOUBLE))
    }

    pub(crate) fn wide_double(position: usize) -> Self {
        Self::tagged(WIDE_DOUBLE, position as u64)
    }

    pub(crate) fn char(value: u16) -> Self {
        Self::tagged(CHAR, u64::from(value))
    }

    /// A literal of an enumeration, by its position in the declaration.
    pub fn enumeration(literal: u32) -> Self {
        Self::tagged(ENUM, u64::from(literal))
    }

    pub(crate) fn string(text: TextRef) -> Self {
        Self::text(text, STRING, LONG_STRING)
    }

    pub(crate) fn lexical(text: TextRef) -> Self {
        Self::text(text, LEXICAL, LONG_LEXICAL)
    }

    /// The slot of a text, with one of two tags: `short`, or `long` if the text is in the table of long texts.
    fn text(text: TextRef, short: u64, long: u64) -> Self {
        match text {
            TextRef::Empty => Self::tagged(short, 0),
            TextRef::Short { start, len } => Self::tagged(short, u64::from(start) << 24 | u64::from(len)),
            TextRef::Long(position) => Self::tagged(long, position as u64),
        }
    }

    pub(crate) fn object(id: ObjectId) -> Self {
        Self::tagged(OBJECT, u64::from(id.0))
    }

    pub(crate) fn list(id: u32) -> Self {
        Self::tagged(LIST, u64::from(id))
    }

    /// An unresolved reference, while a document is read: the position and the length of its text in the source, and
    /// the length of the prefix before the text. `None` if a number is too large.
    pub(crate) fn fragment(start: usize, len: usize, before: usize) -> Option<Self> {
        let start = u32::try_from(start).ok()?;
        let fits = len < 1 << FRAGMENT_LEN_BITS && before < 1 << (24 - FRAGMENT_LEN_BITS);
        if !fits {
            return None;
        }
        // From the highest bits to the lowest: 32 bits of position, two bits for the length of the prefix, and 22 bits
        // for the length of the text.
        let payload = u64::from(start) << 24 | (before as u64) << FRAGMENT_LEN_BITS | len as u64;
        Some(Self::tagged(FRAGMENT, payload))
    }

    /// As [`Slot::fragment`], for a reference that is recorded in a table.
    pub(crate) fn unresolved_entry(position: usize) -> Self {
        Self::tagged(RECORD, position as u64)
    }

    /// The unresolved reference in this slot.
    pub(crate) fn pending(self) -> Option<PendingReference> {
        // Shifts use 64 bits, even if a `usize` has 32.
        let payload = self.0 >> 8;
        match self.0 & 0xff {
            // The numbers are in the order in which `Slot::fragment` joins them.
            FRAGMENT => Some(PendingReference::Fragment {
                start: (payload >> 24) as usize,
                len: (payload & ((1 << FRAGMENT_LEN_BITS) - 1)) as usize,
                before: (payload >> FRAGMENT_LEN_BITS & ((1 << (24 - FRAGMENT_LEN_BITS)) - 1)) as usize,
            }),
            RECORD => Some(PendingReference::Record(payload as usize)),
            _ => None,
        }
    }

    /// Whether this is an unresolved reference.
    #[inline]
    pub(crate) fn is_pending(self) -> bool {
        self.0 & 0xff >= FRAGMENT
    }

    /// The slot with increased positions. The sums must not exceed the limits of positions.
    #[inline]
    pub(crate) fn shifted(self, increments: &Increments) -> Self {
        // Empty texts have no position.
        let is_empty_text = matches!(self.0, STRING | LEXICAL);
        if is_empty_text { self } else { Slot(self.0 + increments.0[(self.0 & 0xff) as usize]) }
    }

    /// Whether there is no value.
    pub fn is_unset(self) -> bool {
        self.0 == UNSET
    }

    /// The object, if the slot contains one.
    pub fn as_object(self) -> Option<ObjectId> {
        (self.0 & 0xff == OBJECT).then_some(ObjectId(self.low()))
    }

    /// The list, if the slot contains one.
    pub(crate) fn as_list(self) -> Option<u32> {
        (self.0 & 0xff == LIST).then_some(self.low())
    }

    /// The lowest 32 bits of the payload.
    #[expect(clippy::cast_possible_truncation, reason = "the encoder put 32 bits there")]
    fn low(self) -> u32 {
        (self.0 >> 8) as u32
    }

    /// The kind of the slot, with its payload decoded.
    #[expect(clippy::cast_possible_truncation, reason = "the encoder put a position, 32 or 24 bits there")]
    pub(crate) fn raw(self) -> Raw {
        let payload = self.0 >> 8;
        let text = || match (payload & 0xff_ffff) as u32 {
            0 => TextRef::Empty,
            len => TextRef::Short { start: (payload >> 24) as u32, len },
        };
        match self.0 & 0xff {
            UNSET => Raw::Unset,
            BOOL => Raw::Bool(payload != 0),
            INT => Raw::Int(self.0.cast_signed() >> 8),
            WIDE_INT => Raw::WideInt(payload as usize),
            // The bits are unchanged, so that NaN and the negative zero are preserved.
            FLOAT => Raw::Float(f32::from_bits(payload as u32)),
            DOUBLE => Raw::Double(f64::from_bits(self.0 & !0xff)),
            WIDE_DOUBLE => Raw::WideDouble(payload as usize),
            CHAR => Raw::Char(payload as u16),
            ENUM => Raw::Enum(payload as u32),
            STRING => Raw::String(text()),
            LONG_STRING => Raw::String(TextRef::Long(payload as usize)),
            LEXICAL => Raw::Lexical(text()),
            LONG_LEXICAL => Raw::Lexical(TextRef::Long(payload as usize)),
            OBJECT => Raw::Object(ObjectId(payload as u32)),
            LIST => Raw::List(payload as u32),
            // Unresolved references are null for all code except the loader.
            _ => Raw::Null,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn positions_are_increased() {
        let shift = SlotShift { lists: 2, text: 3, long_texts: 4, wide: 5, fragments: 6, records: 7 };
        let by = shift.increments();
        let text = |start| TextRef::Short { start, len: 9 };
        for (before, after) in [
            (Slot::list(10), Slot::list(12)),
            (Slot::string(text(10)), Slot::string(text(13))),
            (Slot::lexical(text(0)), Slot::lexical(text(3))),
            (Slot::string(TextRef::Empty), Slot::string(TextRef::Empty)),
            (Slot::lexical(TextRef::Empty), Slot::lexical(TextRef::Empty)),
            (Slot::string(TextRef::Long(10)), Slot::string(TextRef::Long(14))),
            (Slot::wide_int(10), Slot::wide_int(15)),
            (Slot::wide_double(10), Slot::wide_double(15)),
            (Slot::unresolved_entry(10), Slot::unresolved_entry(17)),
            (Slot::NULL, Slot::NULL),
            (Slot::UNSET, Slot::UNSET),
            (Slot::enumeration(10), Slot::enumeration(10)),
            (Slot::bool(true), Slot::bool(true)),
        ] {
            assert_eq!(before.shifted(&by), after);
        }
        assert_eq!(Slot::fragment(10, 8, 1).map(|slot| slot.shifted(&by)), Slot::fragment(16, 8, 1));
        assert_eq!(Slot::int(-10).map(|slot| slot.shifted(&by)), Slot::int(-10));
        assert_eq!(Slot::double(1.5).map(|slot| slot.shifted(&by)), Slot::double(1.5));
    }

    #[test]
    fn values_are_decoded_as_they_were_encoded() {
        for value in [0, 1, -1, i64::from(i32::MIN), (1 << 55) - 1, -(1 << 55)] {
            assert_eq!(Slot::int(value).map(Slot::raw), Some(Raw::Int(value)));
        }
        assert_eq!(Slot::int(1 << 55), None);
        for value in [0.0, -0.0, 1.5, -100.25, f64::INFINITY] {
            assert_eq!(Slot::double(value).map(Slot::raw), Some(Raw::Double(value)));
        }
        assert_eq!(Slot::double(0.1), None);
        let text = TextRef::Short { start: u32::MAX, len: 0xff_fffe };
        assert_eq!(Slot::string(text).raw(), Raw::String(text));
        assert_eq!(Slot::lexical(TextRef::Long(7)).raw(), Raw::Lexical(TextRef::Long(7)));
        assert_eq!(Slot::object(ObjectId(9)).as_object(), Some(ObjectId(9)));
        assert_eq!(Slot::list(u32::MAX).as_list(), Some(u32::MAX));
        assert_eq!(Slot::float(1.5).raw(), Raw::Float(1.5));
        let (start, len, before) = (u32::MAX as usize, (1 << 22) - 1, 3);
        let fragment = Slot::fragment(start, len, before).map(|slot| (slot.is_pending(), slot.pending()));
        assert_eq!(fragment, Some((true, Some(PendingReference::Fragment { start, len, before }))));
        assert_eq!(Slot::fragment(start, len, 4), None);
        assert_eq!(Slot::fragment(start, len + 1, before), None);
        assert_eq!(Slot::unresolved_entry(9).pending(), Some(PendingReference::Record(9)));
        assert!(!Slot::list(0).is_pending());
    }
}
