//! JSON text that is read directly into values, without tokens of the whole document: the first doubt ends reading.
//!
//! Invariants: the tokenizer reads the same keys and values from every text that this reads. A [`Doubt`] does not
//! describe the problem, because the tokenizer then reads the text again and reports all problems. No recursion for any
//! nesting. This module does not know what a key means.

use super::strings;
use super::tokenizer::{after_whitespace, is_part_of_number};
use crate::json_text::number_end;
use crate::names::are_equal;
use crate::tree::Token;
use std::borrow::Cow;

/// A text that is read from its start on.
#[derive(Debug)]
pub struct CertainText<'t> {
    text: &'t str,
    /// The offset of the next byte.
    offset: usize,
    /// Scratch space for strings with escapes.
    tape: Vec<u8>,
}

/// The text is not surely valid, or has a form that is read in another way.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Doubt;

impl<'t> CertainText<'t> {
    /// Starts at the beginning of a text.
    #[must_use]
    pub fn new(text: &'t str) -> Self {
        Self { text, offset: 0, tape: Vec::new() }
    }

    /// A reader of the rest of the text, which can be moved without moving this reader.
    #[must_use]
    pub fn look_ahead(&self) -> Self {
        Self { text: self.text, offset: self.offset, tape: Vec::new() }
    }

    /// The offset of the next byte.
    #[must_use]
    pub fn offset(&self) -> usize {
        self.offset
    }

    /// Skips white space, and returns the byte after it, which is not skipped; `None` at the end of the text.
    #[inline]
    pub fn first(&mut self) -> Option<u8> {
        let bytes = self.text.as_bytes();
        let byte = bytes.get(self.offset).copied();
        if byte.is_none_or(|byte| byte > b' ') {
            return byte;
        }
        self.offset = after_whitespace(bytes, self.offset);
        bytes.get(self.offset).copied()
    }

    /// Skips a byte, after white space.
    ///
    /// # Errors
    /// If another byte or the end comes next.
    #[inline]
    pub fn skip(&mut self, byte: u8) -> Result<(), Doubt> {
        if self.first() != Some(byte) {
            return Err(Doubt);
        }
        self.offset += 1;
        Ok(())
    }

    /// Whether only white space is left.
    pub fn is_at_end(&mut self) -> bool {
        self.first().is_none()
    }

    /// The first key of a map whose bracket was skipped, and the colon after it; `None` at the end of the map, which is
    /// skipped.
    ///
    /// # Errors
    /// If neither a key without escapes nor the end comes next.
    #[inline]
    pub fn first_key(&mut self) -> Result<Option<&'t str>, Doubt> {
        let is_first = true;
        self.key(is_first)
    }

    /// As [`CertainText::first_key`], after another key and its value.
    ///
    /// # Errors
    /// If neither a comma and a key without escapes nor the end comes next.
    #[inline]
    pub fn next_key(&mut self) -> Result<Option<&'t str>, Doubt> {
        let is_first = false;
        self.key(is_first)
    }

    #[inline]
    fn key(&mut self, is_first: bool) -> Result<Option<&'t str>, Doubt> {
        if !self.skip_to_entry(b'}', is_first)? {
            return Ok(None);
        }
        if self.first() != Some(b'"') {
            return Err(Doubt);
        }
        let key = self.read_plain_string().ok_or(Doubt)?;
        self.skip(b':')?;
        Ok(Some(key))
    }

    /// Skips a comma, the next key of a map and its colon, if the key is `key`, which must have no characters that
    /// strings escape. Otherwise skips nothing, and returns false.
    #[inline]
    pub fn skip_key(&mut self, key: &str) -> bool {
        let start = self.offset;
        let is_skipped = self.skip_comma_and_key(key).is_ok();
        if !is_skipped {
            self.offset = start;
        }
        is_skipped
    }

    /// Skips a comma, the key `key` and its colon. After an error, some of them may be skipped.
    #[inline]
    fn skip_comma_and_key(&mut self, key: &str) -> Result<(), Doubt> {
        self.skip(b',')?;
        if self.first() != Some(b'"') {
            return Err(Doubt);
        }
        let key_start = self.offset + 1;
        let key_end = key_start + key.len();
        // The byte after the key is compared first, because it excludes most other keys at once.
        let is_key = self.text.as_bytes().get(key_end) == Some(&b'"')
            && self.text.get(key_start..key_end).is_some_and(|text| are_equal(text, key));
        if !is_key {
            return Err(Doubt);
        }
        self.offset = key_end + 1;
        self.skip(b':')
    }

    /// The next value, if it is an integer of at most 18 characters, which is skipped then.
    #[inline]
    pub fn small_integer(&mut self) -> Option<i64> {
        // A longer integer may exceed an `i64`.
        const MAX_LENGTH: usize = 18;
        let is_negative = self.first() == Some(b'-');
        let bytes = self.text.as_bytes().get(self.offset..)?;
        let sign_length = usize::from(is_negative);
        let (mut end, mut value) = (sign_length, 0);
        while let Some(digit @ b'0'..=b'9') = bytes.get(end) {
            if end == MAX_LENGTH {
                return None;
            }
            value = value * 10 + i64::from(digit - b'0');
            end += 1;
        }
        let digit_count = end - sign_length;
        // JSON does not allow a zero before other digits.
        let is_valid = match bytes.get(sign_length) {
            Some(b'0') => digit_count == 1,
            _ => digit_count > 0,
        };
        // Fractions and exponents are read elsewhere.
        if !is_valid || bytes.get(end).is_some_and(is_part_of_number) {
            return None;
        }
        self.offset += end;
        Some(if is_negative { -value } else { value })
    }

    /// Skips the comma before the next value of a list whose bracket was skipped; false at the end of the list, which
    /// is skipped. `is_first` is whether no value of the list was read before.
    ///
    /// # Errors
    /// If neither a comma nor the end comes next.
    #[inline]
    pub fn item(&mut self, is_first: bool) -> Result<bool, Doubt> {
        self.skip_to_entry(b']', is_first)
    }

    /// Skips the comma before the next entry of a map or a list, and returns true; or, if there are no more entries,
    /// skips the closing bracket `end`, and returns false.
    #[inline]
    fn skip_to_entry(&mut self, end: u8, is_first: bool) -> Result<bool, Doubt> {
        if self.first() == Some(end) {
            self.offset += 1;
            return Ok(false);
        }
        if !is_first {
            self.skip(b',')?;
        }
        Ok(true)
    }

    /// Skips the string that begins here, if it has neither escapes nor errors, and returns it.
    #[inline]
    fn read_plain_string(&mut self) -> Option<&'t str> {
        let (text, end) = strings::read_plain(self.text, self.offset)?;
        self.offset = end;
        Some(text)
    }

    /// The next value, which is a string.
    ///
    /// # Errors
    /// If it is another value, or an invalid string.
    #[inline]
    pub fn string(&mut self) -> Result<Cow<'t, str>, Doubt> {
        if self.first() != Some(b'"') {
            return Err(Doubt);
        }
        match self.read_plain_string() {
            Some(text) => Ok(Cow::Borrowed(text)),
            None => self.read_special_string(),
        }
    }

    /// Skips the string that begins here, which may have escapes, and returns it.
    #[inline(never)]
    fn read_special_string(&mut self) -> Result<Cow<'t, str>, Doubt> {
        let string = strings::read(self.text, self.offset, &mut self.tape);
        self.offset = string.end.ok_or(Doubt)?;
        string.value.map_err(|_| Doubt)
    }

    /// The next value, which is a scalar.
    ///
    /// # Errors
    /// If it is a map, a list or invalid.
    #[inline]
    pub fn scalar(&mut self) -> Result<Token<'t>, Doubt> {
        match self.first() {
            Some(b'"') => self.string().map(Token::String),
            Some(b'-' | b'0'..=b'9') => self.read_number().map(|digits| Token::Number(Cow::Borrowed(digits))),
            _ => self.read_word(),
        }
    }

    /// Skips the number that begins here, and returns its text.
    #[inline]
    fn read_number(&mut self) -> Result<&'t str, Doubt> {
        let bytes = self.text.as_bytes();
        let end = number_end(bytes, self.offset).ok_or(Doubt)?;
        if bytes.get(end).is_some_and(is_part_of_number) {
            return Err(Doubt);
        }
        let digits = self.text.get(self.offset..end).ok_or(Doubt)?;
        self.offset = end;
        Ok(digits)
    }

    /// Skips `null`, `true` or `false`, and returns its token.
    fn read_word(&mut self) -> Result<Token<'t>, Doubt> {
        let words = [("null", Token::Null), ("true", Token::True), ("false", Token::False)];
        let remaining = self.text.get(self.offset..).ok_or(Doubt)?;
        let (word, token) = words.into_iter().find(|(word, _)| remaining.starts_with(word)).ok_or(Doubt)?;
        self.offset += word.len();
        // A longer word that begins with this one, such as `nullable`, is invalid.
        let is_complete = remaining[word.len()..].chars().next().is_none_or(ends_word);
        if is_complete { Ok(token) } else { Err(Doubt) }
    }

    /// Skips the next value.
    ///
    /// # Errors
    /// If it is invalid.
    pub fn skip_value(&mut self) -> Result<(), Doubt> {
        // For each open bracket, whether it opens a map and not a list.
        let mut open_brackets: Vec<bool> = Vec::new();
        loop {
            let byte = self.first();
            let opens_bracket = matches!(byte, Some(b'{' | b'['));
            if opens_bracket {
                open_brackets.push(byte == Some(b'{'));
                self.offset += 1;
            } else {
                self.scalar()?;
            }
            // Skips the closing brackets, if any, up to the next value. After a bracket that was just opened, the next
            // value is the first one inside.
            let mut is_first = opens_bracket;
            loop {
                let Some(is_map) = open_brackets.last() else { return Ok(()) };
                let has_next =
                    if *is_map { self.key_text(is_first)?.is_some() } else { self.item(is_first)? };
                if has_next {
                    break;
                }
                open_brackets.pop();
                is_first = false;
            }
        }
    }

    /// As [`CertainText::first_key`] if `is_first` is set, otherwise as [`CertainText::next_key`], for a key that may
    /// have escapes.
    ///
    /// # Errors
    /// If neither a key nor the end comes next.
    pub fn key_text(&mut self, is_first: bool) -> Result<Option<Cow<'t, str>>, Doubt> {
        if !self.skip_to_entry(b'}', is_first)? {
            return Ok(None);
        }
        let key = self.string()?;
        self.skip(b':')?;
        Ok(Some(key))
    }
}

/// Whether a character cannot continue a word.
fn ends_word(c: char) -> bool {
    !c.is_alphanumeric() && c != '_'
}

#[cfg(test)]
mod tests {
    use super::CertainText;

    #[test]
    fn small_integers_are_those_of_their_digits() {
        let read = |text: &str| CertainText::new(text).small_integer();
        for text in ["0", "7", "-1", "-0", " 42,", "999999999999999999", "-99999999999999999", "10]"] {
            assert_eq!(read(text), text.trim_matches([' ', ',', ']']).parse().ok(), "{text}");
        }
        for other in
            ["", "-", "01", "-01", "1.0", "1e2", "1E2", "1a", "+1", "1000000000000000000", "\"1\"", "null"]
        {
            assert_eq!(read(other), None, "{other}");
        }
    }

    #[test]
    fn a_key_is_skipped_only_if_it_is_the_next_one() {
        let skips = |text: &str| {
            let mut rest = CertainText::new(text);
            let is_skipped = rest.skip_key("name");
            (is_skipped, rest.offset())
        };
        assert_eq!(skips(",\"name\":1"), (true, 8));
        assert_eq!(skips(" , \n \"name\" : 1"), (true, 13));
        for other in [
            "",
            ",",
            "\"name\":1",
            ",\"nam\":1",
            ",\"names\":1",
            ",\"name\"",
            ",\"name\",",
            "}",
            ",\"n\\u0061me\":1",
        ] {
            assert_eq!(skips(other), (false, 0), "{other}");
        }
    }

    #[test]
    fn a_value_is_skipped_only_if_all_of_it_is_valid() {
        let skips = |text: &str| {
            let mut rest = CertainText::new(text);
            rest.skip_value().is_ok() && rest.is_at_end()
        };
        for valid in
            ["1", r#""a\n""#, "[]", "{}", r#" {"a": [1, {"b": {}}, [[]], null], "\u0062": -1.5e3 } "#]
        {
            assert!(skips(valid), "{valid}");
        }
        for invalid in [
            "",
            "[",
            "]",
            "[1,]",
            "{,}",
            "{\"a\"}",
            "{\"a\":}",
            "{\"a\":1,}",
            "[1 2]",
            "nulll",
            "01",
            "+1",
            "[1]]",
            "\"a",
            "\"\\q\"",
            "\"\n\"",
            "// a\n1",
            "NaN",
            "1.",
            "{\"a\":1 \"b\":2}",
            "[}",
            "{]",
            "true1",
            "-",
        ] {
            assert!(!skips(invalid), "{invalid}");
        }
        assert!(skips(&("[".repeat(100_000) + &"]".repeat(100_000))), "no recursion");
    }
}
