//! Matches patterns with few states, by one bit for each state.
//!
//! Invariant: the result is the same as that of the general algorithm. A match visits fewer states for each character
//! than the budget grows by, so the work is not counted. This module does not know how patterns are parsed.

use super::{Pattern, State};

/// The states of a pattern as bits.
#[derive(Debug)]
pub(super) struct StateBits {
    /// The initial states.
    start: u64,
    /// The states that accept each ASCII character.
    ascii: Box<[u64; 128]>,
    /// For each state, its successors.
    next: Vec<u64>,
    /// The states in which the pattern matches.
    accepted: u64,
}

impl StateBits {
    /// The states of a pattern as bits; `None` if there are more than 64 states.
    pub(super) fn new(pattern: &Pattern) -> Option<Self> {
        let states = &pattern.states;
        if states.len() > 64 {
            return None;
        }
        let reach = |start: usize| {
            let (mut bits, mut stack) = (0_u64, vec![start]);
            while let Some(at) = stack.pop() {
                if bits & (1 << at) != 0 {
                    continue;
                }
                bits |= 1 << at;
                if let State::Split(one, other) = states[at] {
                    stack.extend([one, other]);
                }
            }
            bits
        };
        // Most values are ASCII, for which a table replaces searching the ranges of each set.
        let (mut next, mut ascii, mut accepted) = (vec![0; states.len()], Box::new([0; 128]), 0);
        for (at, state) in states.iter().enumerate() {
            match state {
                State::Set(set, then) => {
                    next[at] = reach(*then);
                    for (code, bits) in (0_u32..).zip(ascii.iter_mut()) {
                        *bits |= u64::from(set.has(code)) << at;
                    }
                }
                State::Match => accepted |= 1 << at,
                State::Split(..) => {}
            }
        }
        Some(Self { start: reach(pattern.start), ascii, next, accepted })
    }

    /// Whether the pattern matches an entire text.
    pub(super) fn matches(&self, states: &[State], text: &str) -> bool {
        let mut now = self.start;
        for c in text.chars() {
            let code = u32::from(c);
            let mut stepping = match self.ascii.get(code as usize) {
                Some(bits) => now & bits,
                None => accepting(states, now, code),
            };
            now = 0;
            while stepping != 0 {
                now |= self.next[stepping.trailing_zeros() as usize];
                // Clears the lowest bit, whose state was just followed.
                stepping &= stepping - 1;
            }
            // No state is left, so the rest of the text cannot match.
            if now == 0 {
                return false;
            }
        }
        now & self.accepted != 0
    }
}

/// The states among `among` that accept a character.
fn accepting(states: &[State], among: u64, code: u32) -> u64 {
    let accepted = states.iter().enumerate().map(|(at, state)| match state {
        State::Set(set, _) if among & (1 << at) != 0 && set.has(code) => 1 << at,
        _ => 0_u64,
    });
    accepted.fold(0, |all, bit| all | bit)
}
