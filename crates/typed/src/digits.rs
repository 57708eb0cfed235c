//! The digits of a number, of which few need no allocation.
//!
//! Invariant: short texts are stored in place, whatever their origin. This module does not know which texts are
//! numbers.

use std::fmt;

/// The maximum number of bytes that are stored in place. With it, the value is as large as a `String`.
const MAX_SHORT_LENGTH: usize = 22;

/// The text of a number.
#[derive(Clone)]
pub(super) enum Digits {
    /// The length of the text, and its bytes at the start of the array.
    Short(u8, [u8; MAX_SHORT_LENGTH]),
    Long(Box<str>),
}

impl Digits {
    /// The digits in a text.
    pub(super) fn new(text: &str) -> Self {
        let mut bytes = [0; MAX_SHORT_LENGTH];
        match (bytes.get_mut(..text.len()), u8::try_from(text.len())) {
            (Some(start), Ok(len)) => {
                start.copy_from_slice(text.as_bytes());
                Self::Short(len, bytes)
            }
            _ => Self::Long(text.into()),
        }
    }

    /// The text of the digits.
    pub(super) fn as_str(&self) -> &str {
        match self {
            Self::Short(len, bytes) => {
                let text = bytes.get(..usize::from(*len)).unwrap_or_default();
                // The bytes are those of a text, so none is lost.
                std::str::from_utf8(text).unwrap_or_default()
            }
            Self::Long(text) => text,
        }
    }
}

impl fmt::Debug for Digits {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(self.as_str(), f)
    }
}

#[cfg(test)]
mod tests {
    use super::{Digits, MAX_SHORT_LENGTH};

    #[test]
    fn texts_of_any_length_are_preserved() {
        assert_eq!(size_of::<Option<Digits>>(), size_of::<String>());
        for len in (0..40).chain([1_000]) {
            let text = "1234567890".repeat(100)[..len].to_owned();
            let digits = Digits::new(&text);
            assert_eq!(digits.as_str(), text);
            assert_eq!(matches!(digits, Digits::Short(..)), len <= MAX_SHORT_LENGTH);
        }
    }
}
