//! Searches sixteen bytes at once for the first significant one.
//!
//! This module knows only bytes; callers decide which bytes are significant.

use std::ops::BitOr;
use wide::u8x16;

/// The number of bytes that are examined together.
pub const BLOCK: usize = 16;

/// Consecutive bytes of a text.
#[derive(Clone, Copy)]
pub struct Block(u8x16);

/// The bytes of a block that a search found.
#[derive(Clone, Copy)]
pub struct Marks(u8x16);

impl Block {
    /// The bytes as one block.
    #[inline]
    pub fn new(bytes: &[u8; BLOCK]) -> Self {
        // The vectors are those of the crate `wide`, so that there is no `unsafe` here (Decision 7).
        Self(u8x16::new(*bytes))
    }

    /// The bytes of a text shorter than a block, padded with zeros.
    #[inline]
    fn short(text: &[u8]) -> Self {
        let (low, high) = halves(text);
        Self::new(&(u128::from(low) | u128::from(high) << 64).to_le_bytes())
    }

    /// The bytes that equal a byte.
    #[inline]
    pub fn equal(self, byte: u8) -> Marks {
        Marks(self.0.simd_eq(u8x16::splat(byte)))
    }

    /// The bytes that equal one of two bytes, which must differ in exactly one bit.
    #[inline]
    pub fn either(self, one: u8, other: u8) -> Marks {
        let bit = one ^ other;
        debug_assert!(bit.is_power_of_two(), "{one} and {other} cannot be looked for at once");
        // After the bit is set, only these two bytes have the value of `one | other`.
        Self(self.0 | u8x16::splat(bit)).equal(one | other)
    }

    /// The bytes up to a limit.
    #[inline]
    pub fn up_to(self, limit: u8) -> Marks {
        // There is a minimum of unsigned bytes in SSE2, but no comparison of them.
        Marks(self.0.min(u8x16::splat(limit)).simd_eq(self.0))
    }

    /// The bytes from a limit on.
    #[inline]
    pub fn from(self, limit: u8) -> Marks {
        Marks(self.0.max(u8x16::splat(limit)).simd_eq(self.0))
    }
}

impl BitOr for Marks {
    type Output = Self;

    #[inline]
    fn bitor(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }
}

impl Marks {
    /// The marks that another search did not find.
    #[inline]
    pub fn but(self, other: Self) -> Self {
        Self(self.0 & !other.0)
    }

    /// The marks as bits, the lowest for the first byte.
    #[inline]
    fn bits(self) -> u32 {
        self.0.to_bitmask()
    }

    /// The number of bytes before the first marked one.
    #[inline]
    pub fn first(self) -> Option<usize> {
        first(self.bits())
    }
}

/// The number of the lowest bit that is set.
#[inline]
fn first(bits: u32) -> Option<usize> {
    (bits != 0).then(|| bits.trailing_zeros() as usize)
}

/// The position of the first byte from `start` on that `marks` finds; the length of the text if there is none.
#[expect(
    clippy::inline_always,
    reason = "texts are short, so that a call and its constants cost as much as the search"
)]
#[inline(always)]
pub fn find(bytes: &[u8], mut start: usize, marks: impl Fn(Block) -> Marks) -> usize {
    // With both a shrinking slice and a position, the compiler generates fewer bounds checks than with either alone.
    let mut remaining = bytes.get(start..).unwrap_or_default();
    while let Some((block, tail)) = remaining.split_first_chunk() {
        let bits = marks(Block::new(block)).bits();
        if bits != 0 {
            return start + bits.trailing_zeros() as usize;
        }
        (remaining, start) = (tail, start + BLOCK);
    }
    find_in_last_block(bytes, start, marks)
}

/// As [`find`], for fewer bytes than a block.
#[inline(never)]
fn find_in_last_block(bytes: &[u8], start: usize, marks: impl Fn(Block) -> Marks) -> usize {
    let remaining = bytes.get(start..).unwrap_or_default();
    if remaining.is_empty() {
        return bytes.len();
    }
    // The last block overlaps bytes that were examined before; their bits, and those of padding, are ignored.
    let bits = match bytes.last_chunk() {
        Some(last_block) => marks(Block::new(last_block)).bits() >> (BLOCK - remaining.len()),
        None => marks(Block::short(remaining)).bits() & !(u32::MAX << remaining.len()),
    };
    first(bits).map_or(bytes.len(), |index| bytes.len() - remaining.len() + index)
}

/// The position of the first byte from `start` on that differs from `byte`; the length of the text if there is none.
#[inline]
pub fn past(bytes: &[u8], mut start: usize, byte: u8) -> usize {
    while let Some(block) = bytes.get(start..).and_then(<[u8]>::first_chunk) {
        // Only sixteen of the 32 bits can be set, so the count never exceeds the length of a block.
        let count = Block::new(block).equal(byte).bits().trailing_ones() as usize;
        start += count;
        if count < BLOCK {
            return start;
        }
    }
    while bytes.get(start) == Some(&byte) {
        start += 1;
    }
    start
}

/// As [`find`], for bytes that are rare: several blocks are examined before the result is tested.
pub fn find_rare(bytes: &[u8], mut start: usize, marks: impl Fn(Block) -> Marks) -> usize {
    while let Some(blocks) = bytes.get(start..).and_then(<[u8]>::first_chunk::<{ 4 * BLOCK }>) {
        let (blocks, _) = blocks.as_chunks::<BLOCK>();
        let marked_bytes =
            blocks.iter().map(|block| marks(Block::new(block)).0).fold(u8x16::splat(0), |a, b| a | b);
        if Marks(marked_bytes).bits() != 0 {
            break;
        }
        start += 4 * BLOCK;
    }
    find(bytes, start, marks)
}

/// The bytes of a text of at most [`BLOCK`] bytes as two words, padded with zeros; for a longer text, its first eight
/// and its last eight bytes. The words are assembled from few wide loads, because a word that was written byte by byte
/// can be read only after all its bytes have reached the cache.
#[inline]
pub fn halves(text: &[u8]) -> (u64, u64) {
    // The last bytes overlap the first ones; they are shifted to their position.
    match text.len() {
        8 => (eight_bytes(text.first_chunk()), 0),
        len @ 9..=BLOCK => {
            (eight_bytes(text.first_chunk()), eight_bytes(text.last_chunk()) >> (8 * (BLOCK - len)))
        }
        len @ 4..8 => (four_bytes(text.first_chunk()) | four_bytes(text.last_chunk()) << (8 * (len - 4)), 0),
        0..4 => (text.iter().rev().fold(0, |all, byte| all << 8 | u64::from(*byte)), 0),
        _ => (eight_bytes(text.first_chunk()), eight_bytes(text.last_chunk())),
    }
}

/// Eight bytes as a number; zero if there are none.
#[inline]
fn eight_bytes(part: Option<&[u8; 8]>) -> u64 {
    part.map_or(0, |bytes| u64::from_le_bytes(*bytes))
}

/// Four bytes as a number; zero if there are none.
#[inline]
fn four_bytes(part: Option<&[u8; 4]>) -> u64 {
    part.map_or(0, |bytes| u64::from(u32::from_le_bytes(*bytes)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_run_of_one_byte_is_skipped() {
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
    fn the_first_special_byte_is_found_at_any_position() {
        for special in (0..0x20).chain([b'"', b'&', 0x7f, 0x80, 0xc3, 0xff]) {
            for before in 0..20 {
                for after in 0..20 {
                    let mut bytes = vec![b' '; before];
                    bytes.push(special);
                    bytes.extend(std::iter::repeat_n([0, b'~', 0xff, b'!'], after).flatten());
                    let one_by_one = |block: Block| {
                        block.equal(b'"') | block.equal(b'&') | block.up_to(0x1f) | block.from(0x7f)
                    };
                    assert_eq!(find(&bytes, 0, one_by_one), before, "{special} {before} {after}");
                    let longer = [&[b' '; 70][..], &bytes].concat();
                    assert_eq!(find_rare(&longer, 0, one_by_one), 70 + before, "{special} {before} {after}");
                    assert_eq!(find(&bytes[..before], 0, one_by_one), before);
                    assert_eq!(find(&bytes, before + 1, |block| block.equal(b'&')), bytes.len());
                    let at_once =
                        |block: Block| block.either(b'"', b'&') | block.up_to(0x1f) | block.from(0x7f);
                    assert_eq!(find(&bytes, 0, at_once), before, "{special} {before} {after}");
                }
            }
        }
    }
}
