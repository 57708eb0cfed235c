//! Patterns of XML Schema in the facets of data types: parsed once, matched in linear time.
//!
//! A pattern must match the complete value. There are no anchors, no back-references and no lazy repetitions, so
//! matching only tracks a set of states (Thompson's construction). Counted repetitions are expanded, within a limit.
//! This module does not know the origin of patterns.

mod bits;
mod set;

use bits::StateBits;
use set::{Set, Sets};
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::sync::{Arc, OnceLock};

/// A parsed pattern.
#[derive(Debug)]
pub struct Pattern {
    states: Vec<State>,
    /// The position of the initial state.
    start: usize,
    /// The states as bits, if there are few. Computed for the first value.
    bits: OnceLock<Option<StateBits>>,
}

/// The number of states that may still be visited to match a pattern. It limits the time that values can take.
#[derive(Debug)]
pub struct Work(AtomicUsize);

impl Default for Work {
    fn default() -> Self {
        Self(AtomicUsize::new(MAX_WORK))
    }
}

impl Work {
    /// Restores the complete budget.
    pub(crate) fn refill(&self) {
        self.0.store(MAX_WORK, Relaxed);
    }
}

/// A state of a pattern. The numbers are positions of states.
#[derive(Debug)]
enum State {
    /// Accepts a character of the set, and continues at a state.
    Set(Arc<Set>, usize),
    /// Continues at two states, without a character.
    Split(usize, usize),
    /// The end of the pattern.
    Match,
}

/// A parsed pattern, before it is compiled to states.
#[derive(Debug)]
enum Node {
    Set(Arc<Set>),
    Sequence(Vec<Node>),
    Alternatives(Vec<Node>),
    /// A node with the minimum and the maximum number of repetitions; `None` for any number.
    Repeat(Box<Node>, u32, Option<u32>),
}

/// The maximum number of states of a pattern.
const MAX_STATES: usize = 50_000;

/// The maximum nesting of groups and classes.
const MAX_DEPTH: u32 = 100;

/// The maximum number of states that are visited for a pattern.
const MAX_WORK: usize = 20_000_000;
/// The number of states that each character of a value adds to the budget.
const WORK_FOR_A_CHARACTER: usize = 200;

impl Pattern {
    /// Parses a pattern.
    ///
    /// # Errors
    /// Why the pattern is invalid.
    pub fn new(text: &str) -> Result<Self, String> {
        let mut parser =
            Parser { chars: text.chars().collect(), position: 0, depth: 0, sets: Sets::default() };
        let node = parser.parse_alternatives()?;
        if parser.position < parser.chars.len() {
            return Err(format!(
                "`{}` at position {} has no opening counterpart",
                parser.chars[parser.position], parser.position
            ));
        }
        let mut pattern = Self { states: vec![State::Match], start: 0, bits: OnceLock::new() };
        // The steps are limited as well as the states, because repeating an empty pattern takes time, but adds no
        // states.
        let mut budget = 4 * MAX_STATES;
        // The state `Match`.
        let last_state = 0;
        pattern.start = pattern.compile(&node, last_state, &mut budget)?;
        Ok(pattern)
    }

    /// The number of states.
    #[expect(clippy::len_without_is_empty, reason = "every pattern has states")]
    #[must_use]
    pub fn len(&self) -> usize {
        self.states.len()
    }

    /// Adds the states of a node, which continue at state `next`. Returns the first state.
    fn compile(&mut self, node: &Node, next: usize, budget: &mut usize) -> Result<usize, String> {
        *budget = budget.saturating_sub(1);
        if self.states.len() > MAX_STATES || *budget == 0 {
            return Err("it has too many repetitions".to_owned());
        }
        Ok(match node {
            Node::Set(set) => self.push(State::Set(Arc::clone(set), next)),
            Node::Sequence(parts) => {
                let mut first_state = next;
                // From the last part to the first, because the state at which a part continues must exist before it.
                for part in parts.iter().rev() {
                    first_state = self.compile(part, first_state, budget)?;
                }
                first_state
            }
            Node::Alternatives(choices) => {
                let mut first_state = None;
                for choice in choices.iter().rev() {
                    // A chain of splits leads to the alternatives, which all continue at the same state.
                    let start = self.compile(choice, next, budget)?;
                    first_state =
                        Some(first_state.map_or(start, |other| self.push(State::Split(start, other))));
                }
                first_state.unwrap_or(next)
            }
            Node::Repeat(part, min, max) => self.compile_repetition(part, *min, *max, next, budget)?,
        })
    }

    /// Adds the states of a part that is repeated at least `min` and at most `max` times; without `max`, any number of
    /// times. Returns the first state.
    fn compile_repetition(
        &mut self,
        part: &Node,
        min: u32,
        max: Option<u32>,
        next: usize,
        budget: &mut usize,
    ) -> Result<usize, String> {
        let mut first_state = next;
        match max {
            None => {
                // The split is added before the body, which returns to it, and is completed afterwards.
                let split = self.push(State::Split(next, next));
                let body = self.compile(part, split, budget)?;
                self.states[split] = State::Split(body, next);
                first_state = split;
            }
            Some(max) => {
                // Each of the optional repetitions can be skipped.
                for _ in min..max {
                    let body = self.compile(part, first_state, budget)?;
                    first_state = self.push(State::Split(body, next));
                }
            }
        }
        for _ in 0..min {
            first_state = self.compile(part, first_state, budget)?;
        }
        Ok(first_state)
    }

    /// Adds a state; returns its position.
    fn push(&mut self, state: State) -> usize {
        self.states.push(state);
        self.states.len() - 1
    }

    /// Whether the pattern matches a complete text. `None` if the budget, which earlier texts also reduce, is
    /// exhausted.
    #[must_use]
    pub fn matches(&self, text: &str, work: &Work) -> Option<bool> {
        match self.bits.get_or_init(|| StateBits::new(self)) {
            Some(bits) => Some(bits.matches(&self.states, text)),
            None => self.follow_states(text, work),
        }
    }

    /// Matches a text with any number of states, within the budget. `None` if the budget is exhausted.
    fn follow_states(&self, text: &str, work: &Work) -> Option<bool> {
        let mut current = StateSet::new(self.states.len());
        let mut next = StateSet::new(self.states.len());
        self.add_reachable(self.start, &mut current);
        for c in text.chars() {
            // Each character adds to the budget, so that ordinary patterns never exhaust it, even for many values.
            let budget = work.0.load(Relaxed) + WORK_FOR_A_CHARACTER;
            work.0.store(budget.checked_sub(current.list.len())?.min(MAX_WORK), Relaxed);
            for state in &current.list {
                if let State::Set(set, next_state) = &self.states[*state]
                    && set.contains(u32::from(c))
                {
                    self.add_reachable(*next_state, &mut next);
                }
            }
            // The sets are swapped instead of created for each character, because values may have many characters.
            std::mem::swap(&mut current, &mut next);
            next.clear();
            if current.list.is_empty() {
                return Some(false);
            }
        }
        Some(current.list.iter().any(|state| matches!(self.states[*state], State::Match)))
    }

    /// Adds a state to a set, and all states that can be reached from it without a character.
    fn add_reachable(&self, start: usize, set: &mut StateSet) {
        let mut stack = vec![start];
        while let Some(state) = stack.pop() {
            if set.add(state)
                && let State::Split(first, second) = self.states[state]
            {
                stack.extend([first, second]);
            }
        }
    }
}

/// A set of states that can be cleared quickly.
struct StateSet {
    list: Vec<usize>,
    /// For each state, whether it is in the list.
    is_member: Vec<bool>,
}

impl StateSet {
    fn new(count: usize) -> Self {
        Self { list: Vec::new(), is_member: vec![false; count] }
    }

    /// Adds a state; returns whether it is new.
    fn add(&mut self, state: usize) -> bool {
        if self.is_member[state] {
            return false;
        }
        self.is_member[state] = true;
        self.list.push(state);
        true
    }

    fn clear(&mut self) {
        for state in self.list.drain(..) {
            self.is_member[state] = false;
        }
    }
}

/// A parser of patterns. Its errors are the reasons why a pattern is invalid.
struct Parser {
    chars: Vec<char>,
    /// The position of the next character.
    position: usize,
    /// The number of groups and classes around the position.
    depth: u32,
    sets: Sets,
}

impl Parser {
    /// The next character, which is not read.
    fn peek(&self) -> Option<char> {
        self.chars.get(self.position).copied()
    }

    /// Reads a character.
    fn take(&mut self) -> Result<char, String> {
        let c = self.peek().ok_or("it ends too early")?;
        self.position += 1;
        Ok(c)
    }

    /// Skips a character if it comes next; returns whether it does.
    fn skip(&mut self, expected: char) -> bool {
        let is_next = self.peek() == Some(expected);
        self.position += usize::from(is_next);
        is_next
    }

    /// Enters a group or a class.
    fn enter_group(&mut self) -> Result<(), String> {
        self.depth += 1;
        if self.depth > MAX_DEPTH { Err("it is nested too deeply".to_owned()) } else { Ok(()) }
    }

    /// Leaves a group or a class.
    fn leave_group(&mut self) {
        self.depth -= 1;
    }

    /// Reads alternatives that `|` separates.
    fn parse_alternatives(&mut self) -> Result<Node, String> {
        let mut choices = vec![self.parse_sequence()?];
        while self.skip('|') {
            choices.push(self.parse_sequence()?);
        }
        Ok(if choices.len() == 1 { choices.remove(0) } else { Node::Alternatives(choices) })
    }

    /// Reads one alternative: atoms with their repetitions.
    fn parse_sequence(&mut self) -> Result<Node, String> {
        let mut parts = Vec::new();
        while let Some(c) = self.peek().filter(|c| !matches!(c, '|' | ')')) {
            if matches!(c, '?' | '*' | '+' | '{') {
                return Err(format!("`{c}` at position {} has nothing to repeat", self.position));
            }
            let atom = self.parse_atom()?;
            parts.push(self.parse_repetition(atom)?);
        }
        Ok(Node::Sequence(parts))
    }

    /// Reads the repetition after an atom, if there is one.
    fn parse_repetition(&mut self, atom: Node) -> Result<Node, String> {
        let (min, max) = match self.peek() {
            Some('?') => (0, Some(1)),
            Some('*') => (0, None),
            Some('+') => (1, None),
            Some('{') => return self.parse_counted_repetition(atom),
            _ => return Ok(atom),
        };
        self.position += 1;
        Ok(Node::Repeat(Box::new(atom), min, max))
    }

    /// Reads a repetition such as `{2,5}`.
    fn parse_counted_repetition(&mut self, atom: Node) -> Result<Node, String> {
        self.position += 1;
        let min = self.parse_number()?.ok_or("a repetition must have a number")?;
        let max = if self.skip(',') { self.parse_number()? } else { Some(min) };
        if !self.skip('}') {
            return Err(format!("`}}` is missing at position {}", self.position));
        }
        if max.is_some_and(|max| max < min) {
            return Err(format!(
                "the minimum of {min} repetitions is greater than the maximum of {}",
                max.unwrap_or(0)
            ));
        }
        Ok(Node::Repeat(Box::new(atom), min, max))
    }

    /// Reads the number of a repetition; `None` if there is none.
    fn parse_number(&mut self) -> Result<Option<u32>, String> {
        let start = self.position;
        while self.peek().is_some_and(|c| c.is_ascii_digit()) {
            self.position += 1;
        }
        let text: String = self.chars[start..self.position].iter().collect();
        if text.is_empty() {
            return Ok(None);
        }
        // Each repetition becomes at least one state, so the limit for states also limits the number.
        let number = text.parse().ok().filter(|number: &u32| *number as usize <= MAX_STATES);
        number.map(Some).ok_or_else(|| format!("{text} repetitions are too many"))
    }

    /// Reads a group, a set, an escape or a single character.
    fn parse_atom(&mut self) -> Result<Node, String> {
        Ok(match self.take()? {
            '(' => {
                self.enter_group()?;
                let group = self.parse_alternatives()?;
                if !self.skip(')') {
                    return Err("a `(` is not closed".to_owned());
                }
                self.leave_group();
                group
            }
            '[' => {
                let class = self.parse_class()?;
                Node::Set(self.sets.store(class)?)
            }
            // In XML Schema, `.` is every character except line feed and carriage return.
            '.' => Node::Set(self.sets.store(Set::from_ranges(vec![(0xA, 0xA), (0xD, 0xD)]).negated())?),
            '\\' => Node::Set(self.parse_escape()?),
            c => Node::Set(self.sets.store(Set::from_char(c))?),
        })
    }

    /// Reads a character class, after its `[`.
    fn parse_class(&mut self) -> Result<Set, String> {
        self.enter_group()?;
        let is_negated = self.skip('^');
        let mut ranges = Vec::new();
        let mut excluded_set = None;
        let mut is_first = true;
        loop {
            let start = self.position;
            match self.take()? {
                // At the start of a class, a closing bracket is a character.
                ']' if !is_first => break,
                // A set to exclude ends the class, as in `[a-z-[aeiou]]`.
                '-' if !is_first && self.peek() == Some('[') => {
                    self.position += 1;
                    excluded_set = Some(self.parse_class()?);
                    if !self.skip(']') {
                        return Err("a `[` is not closed".to_owned());
                    }
                    break;
                }
                '\\' => {
                    let escaped_set = self.parse_escape()?;
                    match escaped_set.single() {
                        // Only a single character can start a range.
                        Some(low) if self.peek() == Some('-') => ranges.push(self.parse_range(low)?),
                        _ => self.sets.add(&escaped_set, &mut ranges)?,
                    }
                }
                '[' => return Err(format!("`[` at position {start} must be preceded by `\\`")),
                c => ranges.push(self.parse_range(u32::from(c))?),
            }
            is_first = false;
        }
        self.leave_group();
        let set = Set::from_ranges(ranges);
        let set = if is_negated { set.negated() } else { set };
        Ok(match excluded_set {
            Some(excluded) => set.without(&excluded),
            None => set,
        })
    }

    /// Reads the rest of a range whose first character is `low`. Without a hyphen, this is the only character of the
    /// range.
    fn parse_range(&mut self, low: u32) -> Result<(u32, u32), String> {
        // A hyphen before the end of the class or before a subtraction does not start a range.
        let next_char = self.chars.get(self.position + 1).copied();
        if self.peek() != Some('-') || matches!(next_char, None | Some('[' | ']')) {
            return Ok((low, low));
        }
        self.position += 1;
        let high = match self.take()? {
            '\\' => self.parse_escape()?.single().ok_or("a range ends with a class of characters")?,
            c => u32::from(c),
        };
        if high < low { Err("a range ends before it starts".to_owned()) } else { Ok((low, high)) }
    }

    /// Reads the character after a `\`, and returns the set that it means.
    fn parse_escape(&mut self) -> Result<Arc<Set>, String> {
        let c = self.take()?;
        // A capital letter means the characters that are not in the class of the small letter.
        let is_negated = c.is_ascii_uppercase();
        let set = match c {
            'n' => Set::from_char('\n'),
            'r' => Set::from_char('\r'),
            't' => Set::from_char('\t'),
            '\\' | '|' | '.' | '^' | '-' | '?' | '*' | '+' | '{' | '}' | '(' | ')' | '[' | ']' => {
                Set::from_char(c)
            }
            // Tabs, line feeds, carriage returns and spaces.
            's' | 'S' => Set::from_ranges(vec![(9, 10), (13, 13), (32, 32)]),
            'd' | 'D' => return self.sets.class_set(&["Digit"], is_negated),
            // As in EMF's copy of Xerces, `\w` contains only letters and digits. In XML Schema, it contains more.
            'w' | 'W' => return self.sets.class_set(&["Letter", "Digit"], is_negated),
            'c' | 'C' => return self.sets.class_set(&["NameChar"], is_negated),
            'i' | 'I' => return self.sets.class_set(&["Letter", set::NAME_MARKS], is_negated),
            'p' | 'P' => {
                let name = self.parse_property()?;
                return self.sets.class_set(&[&name], is_negated);
            }
            c => return Err(format!("`\\{c}` is not an escape of a pattern")),
        };
        self.sets.store(if is_negated { set.negated() } else { set })
    }

    /// Reads a name in braces, such as `{Lu}` after `\p`.
    fn parse_property(&mut self) -> Result<String, String> {
        if !self.skip('{') {
            return Err("`\\p` needs a `{`".to_owned());
        }
        let start = self.position;
        while self.take()? != '}' {}
        let name: String = self.chars[start..self.position - 1].iter().collect();
        // Categories have one or two letters, and names of blocks start with `Is`: `\p{IsBasicLatin}`.
        if name.len() <= 2 || name.starts_with("Is") {
            Ok(name)
        } else {
            Err(set::unknown_class_message(&name))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Pattern, Work};

    #[test]
    fn patterns_match_entire_values() {
        for (pattern, good, bad) in [
            ("[01]", "1", "true"),
            ("a|bc", "bc", "b"),
            ("(a|b)*c", "ababc", "abab"),
            ("[a-zA-Z]{1,8}(-[a-zA-Z0-9]{1,8})*", "en-GB", "en_GB"),
            (r"\i\c*", "a:b-c", "1a"),
            (r"[\i-[:]][\c-[:]]*", "ab", "a:b"),
            (r"\d{3}", "123", "12"),
            (r"\d+\.\d{2,}", "1.234", "1.2"),
            (r"\p{Lu}\P{Lu}*", "Éa", "aÉ"),
            (r"\p{IsGreek}+", "αβ", "ab"),
            ("[^a-c]+", "xyz", "xaz"),
            ("[a-]", "-", "b"),
            (r"[\-a]+", "-a", "b"),
            (r".\.", "x.", "\n."),
            (r"\w\W\s\S", "a- b", "a-bb"),
            ("", "", "a"),
            ("x{0}", "", "x"),
            ("(a?){3}", "aa", "aaaa"),
        ] {
            let compiled = Pattern::new(pattern).unwrap();
            assert_eq!(compiled.matches(good, &Work::default()), Some(true), "{pattern} {good}");
            assert_eq!(compiled.matches(bad, &Work::default()), Some(false), "{pattern} {bad}");
            assert_eq!(compiled.follow_states(good, &Work::default()), Some(true), "{pattern} {good}");
            assert_eq!(compiled.follow_states(bad, &Work::default()), Some(false), "{pattern} {bad}");
        }
    }

    #[test]
    fn invalid_patterns_are_reported() {
        for pattern in [
            "(",
            ")",
            "[",
            "[]",
            "*",
            "a{",
            "a{2,1}",
            r"\q",
            r"\p{Xx}",
            "[z-a]",
            "a**",
            "((((a{999}){999}){999})",
        ] {
            assert!(Pattern::new(pattern).is_err(), "{pattern}");
        }
        assert!(Pattern::new(&"(".repeat(100_000)).is_err());
        assert!(Pattern::new("((){50000}){50000}").is_err(), "nothing, very often");
        assert!(Pattern::new(&format!("{}a", "x{1000}".repeat(1000))).is_err());
    }

    #[test]
    fn characters_of_classes_are_counted_once() {
        let class = format!("[{}]{{20000}}", r"\p{L}".repeat(2000));
        assert_eq!(Pattern::new(&class).unwrap().matches("a", &Work::default()), Some(false));
        let distinct: String = (0..5000).map(|at| format!("[\\p{{L}}{at}]")).collect();
        assert!(Pattern::new(&distinct).is_err(), "more sets than the limit");
    }

    #[test]
    fn matching_ends() {
        let (all, work) = (Pattern::new("(a?){20000}").unwrap(), Work::default());
        assert_eq!(all.matches("aaab", &work), Some(false));
        assert_eq!(all.matches(&"a".repeat(100_000), &work), None);
        assert_eq!(
            Pattern::new("[a-z]*").unwrap().matches(&"a".repeat(1_000_000), &Work::default()),
            Some(true)
        );
    }
}
