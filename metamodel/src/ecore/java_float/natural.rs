//! Natural numbers of any size, with the operations that formatting numbers needs.

use std::cmp::Ordering;

/// A natural number. The least significant word is first, and the most significant word is not zero.
#[derive(Clone)]
pub(super) struct Natural(Vec<u32>);

impl Natural {
    /// Computes `start × 5^fives × 2^twos`.
    pub(super) fn new(start: u64, fives: u32, twos: u32) -> Self {
        let mut number = Self(vec![0; twos as usize / 32]);
        let shifted_start = u128::from(start) << (twos % 32);
        // 64 bits that are shifted by less than a word fit into three words.
        number.0.extend((0..3).map(|word| low_word(shifted_start >> (32 * word))));
        let mut remaining_fives = fives;
        while remaining_fives > 0 {
            // 5^13 is the greatest power of five that fits into a word.
            let exponent = remaining_fives.min(13);
            number.multiply(5u32.pow(exponent));
            remaining_fives -= exponent;
        }
        number.trim();
        number
    }

    /// Removes the most significant words that are zero.
    fn trim(&mut self) {
        while self.0.last() == Some(&0) {
            self.0.pop();
        }
    }

    /// Multiplies the number by a factor.
    pub(super) fn multiply(&mut self, factor: u32) {
        let mut carry = 0;
        for word in &mut self.0 {
            let product = u64::from(*word) * u64::from(factor) + carry;
            *word = low_word(product.into());
            carry = product >> 32;
        }
        if carry > 0 {
            self.0.push(low_word(carry.into()));
        }
    }

    /// Adds another number.
    pub(super) fn add(&mut self, other: &Self) {
        self.0.resize(self.0.len().max(other.0.len()) + 1, 0);
        let mut carry = false;
        for (index, word) in self.0.iter_mut().enumerate() {
            // The carry is added separately. At most one of the two additions overflows.
            let (sum, has_carry) = word.overflowing_add(other.0.get(index).copied().unwrap_or(0));
            let (sum, has_second_carry) = sum.overflowing_add(u32::from(carry));
            (*word, carry) = (sum, has_carry || has_second_carry);
        }
        self.trim();
    }

    /// Subtracts a number that is not greater.
    pub(super) fn subtract(&mut self, other: &Self) {
        let mut borrow = false;
        for (index, word) in self.0.iter_mut().enumerate() {
            // The borrow is subtracted separately. At most one of the two subtractions overflows.
            let (difference, has_borrow) = word.overflowing_sub(other.0.get(index).copied().unwrap_or(0));
            let (difference, has_second_borrow) = difference.overflowing_sub(u32::from(borrow));
            (*word, borrow) = (difference, has_borrow || has_second_borrow);
        }
        self.trim();
    }

    pub(super) fn compare(&self, other: &Self) -> Ordering {
        // There are no leading zeros, so a longer number is greater.
        let length_order = self.0.len().cmp(&other.0.len());
        length_order.then_with(|| self.0.iter().rev().cmp(other.0.iter().rev()))
    }
}

/// The lowest 32 bits of a number.
#[expect(clippy::cast_possible_truncation, reason = "the truncation is intended")]
pub(super) fn low_word(number: u128) -> u32 {
    number as u32
}
