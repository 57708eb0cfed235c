//! Matches patterns with few states, by one bit for each state.
//!
//! Invariant: the result is the same as that of the general algorithm. The work is not counted, because each character
//! adds more to the budget than the number of states here. This module does not know how patterns are parsed.

use super::{Pattern, State};

/// The states of a pattern as bits.
#[derive(Debug)]
pub(super) struct StateBits {
    /// The initial states.
    start: u64,
    /// For each ASCII character, the states that accept it.
    ascii: Box<[u64; 128]>,
    /// For each state, the states after a character that it accepts.
    next: Vec<u64>,
    /// The states in which the pattern matches.
    match_states: u64,
}

impl StateBits {
    /// The states of a pattern as bits; `None` if there are more than 64 states.
    pub(super) fn new(pattern: &Pattern) -> Option<Self> {
        let states = &pattern.states;
        if states.len() > 64 {
            return None;
        }
        // The states that can be reached from a state without a character.
        let reachable = |start: usize| {
            let (mut bits, mut stack) = (0_u64, vec![start]);
            while let Some(state) = stack.pop() {
                if bits & (1 << state) != 0 {
                    continue;
                }
                bits |= 1 << state;
                if let State::Split(first, second) = states[state] {
                    stack.extend([first, second]);
                }
            }
            bits
        };
        // Most values are ASCII, for which a table replaces searching the ranges of each set.
        let (mut next, mut ascii, mut match_states) = (vec![0; states.len()], Box::new([0; 128]), 0);
        for (index, state) in states.iter().enumerate() {
            match state {
                State::Set(set, next_state) => {
                    next[index] = reachable(*next_state);
                    for (code, bits) in (0_u32..).zip(ascii.iter_mut()) {
                        *bits |= u64::from(set.contains(code)) << index;
                    }
                }
                State::Match => match_states |= 1 << index,
                State::Split(..) => {}
            }
        }
        Some(Self { start: reachable(pattern.start), ascii, next, match_states })
    }

    /// Whether the pattern matches an entire text.
    pub(super) fn matches(&self, states: &[State], text: &str) -> bool {
        let mut current = self.start;
        for c in text.chars() {
            let code = u32::from(c);
            let mut accepting = match self.ascii.get(code as usize) {
                Some(bits) => current & bits,
                None => accepting_states(states, current, code),
            };
            current = 0;
            while accepting != 0 {
                current |= self.next[accepting.trailing_zeros() as usize];
                // Clears the lowest bit, whose state was just followed.
                accepting &= accepting - 1;
            }
            // No state remains, so the pattern cannot match the text.
            if current == 0 {
                return false;
            }
        }
        current & self.match_states != 0
    }
}

/// The states in the set `current` that accept a character. Each bit of a set is a state.
fn accepting_states(states: &[State], current: u64, code: u32) -> u64 {
    let mut accepting = 0;
    for (index, state) in states.iter().enumerate() {
        let bit = 1_u64 << index;
        if let State::Set(set, _) = state
            && current & bit != 0
            && set.contains(code)
        {
            accepting |= bit;
        }
    }
    accepting
}
