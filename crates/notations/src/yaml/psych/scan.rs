//! Matchers over ASCII, for the patterns by which Ruby determines the types of plain scalars.
//!
//! This module does not know the patterns.

/// Matches from left to right.
#[derive(Debug, Clone, Copy)]
pub(super) struct Scan<'a> {
    remaining: &'a str,
}

impl<'a> Scan<'a> {
    pub(super) fn new(text: &'a str) -> Self {
        Self { remaining: text }
    }

    /// Whether the complete text was consumed.
    pub(super) fn is_done(self) -> bool {
        self.remaining.is_empty()
    }

    /// Consumes the longest run of bytes that satisfy `class`, but at most `max` bytes. Without `min` such bytes,
    /// consumes nothing and returns `None`.
    pub(super) fn take_run(&mut self, min: usize, max: usize, class: impl Fn(u8) -> bool) -> Option<&'a str> {
        let length = self.remaining.bytes().take(max).take_while(|byte| class(*byte)).count();
        let (run, remaining) = self.remaining.split_at_checked(length)?;
        // Nothing is consumed if the run is too short, so that the caller can try another pattern.
        if length < min {
            return None;
        }
        self.remaining = remaining;
        Some(run)
    }

    /// Consumes the longest run of `min` to `max` digits.
    pub(super) fn take_digits(&mut self, min: usize, max: usize) -> Option<&'a str> {
        self.take_run(min, max, |byte| byte.is_ascii_digit())
    }

    /// Consumes a number of `min` to `max` digits; `max` is at most nine.
    pub(super) fn take_number(&mut self, min: usize, max: usize) -> Option<i64> {
        self.take_digits(min, max)?.parse().ok()
    }

    /// Consumes the next byte if it is one of some bytes.
    pub(super) fn take_one_of(&mut self, bytes: &[u8]) -> Option<u8> {
        let first = *self.remaining.as_bytes().first()?;
        if !bytes.contains(&first) {
            return None;
        }
        self.remaining = self.remaining.get(1..)?;
        Some(first)
    }
}

/// Whether Ruby's `\s` matches a byte.
pub(super) fn is_space(byte: u8) -> bool {
    matches!(byte, b' ' | 0x09..=0x0D)
}

/// The digits without `_`, up to the first `_` that is not between two digits.
pub(super) fn join_digits(text: &str) -> String {
    let mut out = String::new();
    let mut is_joint = false;
    for c in text.chars() {
        match c {
            '_' if !is_joint && !out.is_empty() => is_joint = true,
            '0'..='9' => {
                out.push(c);
                is_joint = false;
            }
            // As `to_i`, which ignores the rest of the text.
            _ => break,
        }
    }
    out
}
