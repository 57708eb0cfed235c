//! Patterns with few states, matched with one bit for each state.
//!
//! Invariant: the result is that of the states themselves. Such a pattern visits fewer states for a character than its work
//! grows by, so its work needs no count. This module does not know how patterns are parsed.

use super::{Pattern, State};

/// The states of a pattern as bits.
#[derive(Debug)]
pub(super) struct StateBits {
    /// The states at the start.
    start: u64,
    /// The states that accept each ASCII character.
    ascii: Box<[u64; 128]>,
    /// For each state, the states that follow it.
    next: Vec<u64>,
    /// The states in which the pattern matches.
    accepted: u64,
}

impl StateBits {
    /// The states of a pattern; `None` if there are more than 64.
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
        // A table for ASCII, which most values consist of: it replaces a search in the ranges of each set.
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
                // Removes the lowest bit, whose state has just been followed.
                stepping &= stepping - 1;
            }
            // No state is left that could accept the remaining text.
            if now == 0 {
                return false;
            }
        }
        now & self.accepted != 0
    }
}

/// Those of some states that accept a character.
fn accepting(states: &[State], among: u64, code: u32) -> u64 {
    let accepted = states.iter().enumerate().map(|(at, state)| match state {
        State::Set(set, _) if among & (1 << at) != 0 && set.has(code) => 1 << at,
        _ => 0_u64,
    });
    accepted.fold(0, |all, bit| all | bit)
}
