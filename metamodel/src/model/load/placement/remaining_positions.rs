//! Positions in a list from which items are removed one by one.
//!
//! Invariant: removing a position, and finding the n-th remaining one, takes logarithmic time in the length.
//! Counts are stored for sections whose lengths are powers of two (a binary indexed tree).

/// The remaining positions.
#[derive(Debug)]
pub(super) struct RemainingPositions {
    /// For each position, counted from 1: the number of remaining positions in the section that ends before
    /// it. The length of the section is the lowest bit of the position.
    counts: Vec<u32>,
}

impl RemainingPositions {
    /// The positions of a list, given for each one whether it remains.
    pub(super) fn new(are_remaining: impl Iterator<Item = bool>) -> Self {
        // The entry at index 0 is not used.
        let mut counts: Vec<u32> = std::iter::once(0).chain(are_remaining.map(u32::from)).collect();
        for index in 1..counts.len() {
            let longer_section = index + lowest_bit(index);
            // Passing each count on to the next longer section builds the tree in linear time.
            if longer_section < counts.len() {
                counts[longer_section] += counts[index];
            }
        }
        Self { counts }
    }

    /// Removes a position, which must still remain.
    pub(super) fn remove(&mut self, position: usize) {
        // The counts are indexed from 1. Each section that contains the position is visited.
        let mut index = position + 1;
        while index < self.counts.len() {
            self.counts[index] -= 1;
            index += lowest_bit(index);
        }
    }

    /// The position of the n-th remaining item, counted from 0. `counts` is a binary indexed tree.
    pub(super) fn nth(&self, mut n: usize) -> Option<usize> {
        let mut position = 0;
        let mut section_len = self.counts.len().next_power_of_two();
        // Skips each section that ends before the n-th remaining position, the longest ones first.
        while section_len > 0 {
            if let Some(count) = self.counts.get(position + section_len)
                && *count as usize <= n
            {
                position += section_len;
                n -= *count as usize;
            }
            section_len /= 2;
        }
        (position + 1 < self.counts.len()).then_some(position)
    }
}

/// The value of the lowest bit that is set: the largest power of two that divides the number.
fn lowest_bit(number: usize) -> usize {
    number & number.wrapping_neg()
}

#[cfg(test)]
mod tests {
    use super::RemainingPositions;

    #[test]
    fn remaining_positions_are_those_of_a_list() {
        for len in 0..40 {
            let mut naive: Vec<usize> = (0..len).filter(|at| at % 5 != 3).collect();
            let mut remaining = RemainingPositions::new((0..len).map(|at| at % 5 != 3));
            let mut next = 7;
            loop {
                for n in 0..=len {
                    assert_eq!(remaining.nth(n), naive.get(n).copied(), "{n} of {naive:?}");
                }
                if naive.is_empty() {
                    break;
                }
                next = (next * 31 + 11) % 1009;
                remaining.remove(naive.remove(next % naive.len()));
            }
        }
    }
}
