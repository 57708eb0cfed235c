//! Looking at eight bytes at once: where in a text is the first one that matters?
//!
//! Every mark is the highest bit of its byte. Of all the marks in a word the lowest is exact; higher
//! ones may be false, since what is found in one byte carries over into the next.

const ONES: u64 = 0x0101_0101_0101_0101;
const HIGH: u64 = 0x8080_8080_8080_8080;
/// What a text's last word is filled up with: a byte that nobody looks for.
const FILL: u64 = ONES * b'a' as u64;

/// The highest bit of each ASCII byte says whether it equals another; see [`ascii`].
#[inline]
pub(crate) fn equal(word: u64, byte: u8) -> u64 {
    (word ^ (ONES * u64::from(byte))).wrapping_sub(ONES)
}

/// As [`equal`] for two bytes at once, which differ in one bit only.
#[inline]
pub(crate) fn either(word: u64, one: u8, other: u8) -> u64 {
    let bit = one ^ other;
    debug_assert!(bit.is_power_of_two(), "{one} and {other} cannot be looked for at once");
    equal(word | (ONES * u64::from(bit)), one | other)
}

/// The highest bit of each ASCII byte says whether it is below a limit of at most 0x80; see [`ascii`].
#[inline]
pub(crate) fn below(word: u64, limit: u8) -> u64 {
    word.wrapping_sub(ONES * u64::from(limit))
}

/// The marks among what [`equal`], [`either`] and [`below`] say of a word, all of them taken together: what
/// lies between the highest bits and beyond ASCII is cleared once for all.
#[inline]
pub(crate) fn ascii(word: u64, said: u64) -> u64 {
    said & !word & HIGH
}

/// Marks the bytes that are no printable ASCII: 0x7f and above.
#[inline]
pub(crate) fn beyond_ascii(word: u64) -> u64 {
    (word.wrapping_add(ONES) | word) & HIGH
}

/// How many bytes stand before the first marked one.
#[inline]
pub(crate) fn before(marks: u64) -> usize {
    (marks.trailing_zeros() / 8) as usize
}

/// The place of the first byte from `at` on that `marks` finds; the length of the text, if there is none.
#[expect(
    clippy::inline_always,
    reason = "texts are short, so that a call and its constants cost as much as the search"
)]
#[inline(always)]
pub(crate) fn find(bytes: &[u8], at: usize, marks: impl Fn(u64) -> u64) -> usize {
    let mut rest = bytes.get(at..).unwrap_or_default();
    while let Some((word, tail)) = rest.split_first_chunk() {
        let found = marks(u64::from_le_bytes(*word));
        if found != 0 {
            return bytes.len() - rest.len() + before(found);
        }
        rest = tail;
    }
    let found = if rest.is_empty() { 0 } else { marks(last_word(bytes, rest)) };
    if found == 0 { bytes.len() } else { bytes.len() - rest.len() + before(found) }
}

/// The place of the first byte from `at` on that is another one; the length of the text, if there is none.
#[inline]
pub(crate) fn past(bytes: &[u8], mut at: usize, byte: u8) -> usize {
    while let Some(word) = bytes.get(at..).and_then(<[u8]>::first_chunk) {
        let other = u64::from_le_bytes(*word) ^ (ONES * u64::from(byte));
        if other != 0 {
            return at + before(other);
        }
        at += 8;
    }
    while bytes.get(at) == Some(&byte) {
        at += 1;
    }
    at
}

/// The last bytes of a text, between one and seven, as a word. It is put together from few wide looks: a word
/// that was written byte by byte could be read only after all of them had reached the cache.
#[inline]
fn last_word(bytes: &[u8], rest: &[u8]) -> u64 {
    let bits = 8 * rest.len();
    let word = if let Some(last) = bytes.last_chunk() {
        u64::from_le_bytes(*last) >> (64 - bits)
    } else if let (Some(first), Some(last)) = (rest.first_chunk(), rest.last_chunk()) {
        u64::from(u32::from_le_bytes(*first)) | u64::from(u32::from_le_bytes(*last)) << (bits - 32)
    } else {
        let middle = rest.len() / 2;
        u64::from(rest[0])
            | u64::from(rest[middle]) << (8 * middle)
            | u64::from(rest[rest.len() - 1]) << (bits - 8)
    };
    word | FILL << bits
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_run_of_one_byte_is_passed_over() {
        for len in 0..40 {
            for tail in ["", "x", "\u{a0}", "!  "] {
                let text = " ".repeat(len) + tail;
                for at in 0..=len {
                    assert_eq!(past(text.as_bytes(), at, b' '), len, "{at} in {text:?}");
                }
            }
        }
    }

    #[test]
    fn the_first_special_byte_is_found_wherever_it_is() {
        for special in (0..0x20).chain([b'"', b'&', 0x7f, 0x80, 0xc3, 0xff]) {
            for before in 0..20 {
                for after in 0..20 {
                    let mut bytes = vec![b' '; before];
                    bytes.push(special);
                    bytes.extend(std::iter::repeat_n([0, b'~', 0xff, b'!'], after).flatten());
                    let said = |word| equal(word, b'"') | equal(word, b'&') | below(word, 0x20);
                    let marks = |word| ascii(word, said(word)) | beyond_ascii(word);
                    assert_eq!(find(&bytes, 0, marks), before, "{special} {before} {after}");
                    assert_eq!(find(&bytes[..before], 0, marks), before);
                    let said = |word| either(word, b'"', b'&') | below(word, 0x20);
                    let marks = |word| ascii(word, said(word)) | beyond_ascii(word);
                    assert_eq!(find(&bytes, 0, marks), before, "{special} {before} {after}");
                }
            }
        }
    }
}
