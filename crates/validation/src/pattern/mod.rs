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
        Self(AtomicUsize::new(WORK))
    }
}

impl Work {
    /// Restores the complete budget.
    pub(crate) fn refill(&self) {
        self.0.store(WORK, Relaxed);
    }
}

#[derive(Debug)]
/// A state of a pattern. The numbers are positions of states.
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
const WORK: usize = 20_000_000;
/// The number of states that each character of a value adds to the budget.
const WORK_FOR_A_CHARACTER: usize = 200;

impl Pattern {
    /// Parses a pattern.
    ///
    /// # Errors
    /// Why the pattern is invalid.
    pub fn new(text: &str) -> Result<Self, String> {
        let mut parser = Parser { chars: text.chars().collect(), at: 0, depth: 0, sets: Sets::default() };
        let node = parser.alternatives()?;
        if parser.at < parser.chars.len() {
            return Err(format!(
                "`{}` at position {} has no opening counterpart",
                parser.chars[parser.at], parser.at
            ));
        }
        let mut pattern = Self { states: vec![State::Match], start: 0, bits: OnceLock::new() };
        // The steps are limited as well as the states, because repeating an empty pattern takes time, but adds no
        // states.
        let mut budget = 4 * MAX_STATES;
        pattern.start = pattern.compile(&node, 0, &mut budget)?;
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
                let mut at = next;
                // From the last part to the first, because the state at which a part continues must exist before it.
                for part in parts.iter().rev() {
                    at = self.compile(part, at, budget)?;
                }
                at
            }
            Node::Alternatives(choices) => {
                let mut at = None;
                for choice in choices.iter().rev() {
                    // A chain of splits leads to the alternatives, which all continue at the same state.
                    let start = self.compile(choice, next, budget)?;
                    at = Some(at.map_or(start, |other| self.push(State::Split(start, other))));
                }
                at.unwrap_or(next)
            }
            Node::Repeat(part, min, max) => {
                let mut at = next;
                match max {
                    None => {
                        // The split is added before the body, which returns to it, and is completed afterwards.
                        let split = self.push(State::Split(next, next));
                        let body = self.compile(part, split, budget)?;
                        self.states[split] = State::Split(body, next);
                        at = split;
                    }
                    Some(max) => {
                        // Each of the optional repetitions can be skipped.
                        for _ in *min..*max {
                            let body = self.compile(part, at, budget)?;
                            at = self.push(State::Split(body, next));
                        }
                    }
                }
                for _ in 0..*min {
                    at = self.compile(part, at, budget)?;
                }
                at
            }
        })
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
            None => self.follow(text, work),
        }
    }

    /// Matches a text with any number of states, within the budget. `None` if the budget is exhausted.
    fn follow(&self, text: &str, work: &Work) -> Option<bool> {
        let mut current = StateSet::new(self.states.len());
        let mut next = StateSet::new(self.states.len());
        self.enter(self.start, &mut current);
        for c in text.chars() {
            // Each character adds to the budget, so that ordinary patterns never exhaust it, even for many values.
            let budget = work.0.load(Relaxed) + WORK_FOR_A_CHARACTER;
            work.0.store(budget.checked_sub(current.list.len())?.min(WORK), Relaxed);
            for at in &current.list {
                if let State::Set(set, then) = &self.states[*at]
                    && set.has(u32::from(c))
                {
                    self.enter(*then, &mut next);
                }
            }
            // The sets are swapped instead of created for each character, because values may have many characters.
            std::mem::swap(&mut current, &mut next);
            next.clear();
            if current.list.is_empty() {
                return Some(false);
            }
        }
        Some(current.list.iter().any(|at| matches!(self.states[*at], State::Match)))
    }

    /// Adds a state to a set, and all states that can be reached from it without a character.
    fn enter(&self, start: usize, set: &mut StateSet) {
        let mut stack = vec![start];
        while let Some(at) = stack.pop() {
            if set.add(at)
                && let State::Split(one, other) = self.states[at]
            {
                stack.extend([one, other]);
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
    fn add(&mut self, at: usize) -> bool {
        let is_new = !std::mem::replace(&mut self.is_member[at], true);
        if is_new {
            self.list.push(at);
        }
        is_new
    }

    fn clear(&mut self) {
        for at in self.list.drain(..) {
            self.is_member[at] = false;
        }
    }
}

/// A parser of patterns. Its errors are the reasons why a pattern is invalid.
struct Parser {
    chars: Vec<char>,
    /// The position of the next character.
    at: usize,
    /// The number of groups and classes around the position.
    depth: u32,
    sets: Sets,
}

impl Parser {
    fn peek(&self) -> Option<char> {
        self.chars.get(self.at).copied()
    }

    /// Reads a character.
    fn take(&mut self) -> Result<char, String> {
        let c = self.peek().ok_or("it ends too early")?;
        self.at += 1;
        Ok(c)
    }

    /// Skips a character if it comes next; returns whether it does.
    fn skip(&mut self, expected: char) -> bool {
        let is_next = self.peek() == Some(expected);
        self.at += usize::from(is_next);
        is_next
    }

    /// Enters a group or a class.
    fn enter(&mut self) -> Result<(), String> {
        self.depth += 1;
        if self.depth > MAX_DEPTH { Err("it is nested too deeply".to_owned()) } else { Ok(()) }
    }

    /// Reads alternatives that `|` separates.
    fn alternatives(&mut self) -> Result<Node, String> {
        let mut choices = vec![self.sequence()?];
        while self.skip('|') {
            choices.push(self.sequence()?);
        }
        Ok(if choices.len() == 1 { choices.remove(0) } else { Node::Alternatives(choices) })
    }

    /// Reads one alternative: atoms with their repetitions.
    fn sequence(&mut self) -> Result<Node, String> {
        let mut parts = Vec::new();
        while let Some(c) = self.peek().filter(|c| !matches!(c, '|' | ')')) {
            if matches!(c, '?' | '*' | '+' | '{') {
                return Err(format!("`{c}` at position {} has nothing to repeat", self.at));
            }
            let atom = self.atom()?;
            parts.push(self.repeated(atom)?);
        }
        Ok(Node::Sequence(parts))
    }

    /// Reads the repetition after an atom, if there is one.
    fn repeated(&mut self, mut atom: Node) -> Result<Node, String> {
        let (min, max) = match self.peek() {
            Some('?') => (0, Some(1)),
            Some('*') => (0, None),
            Some('+') => (1, None),
            Some('{') => return self.counted(atom),
            _ => return Ok(atom),
        };
        self.at += 1;
        atom = Node::Repeat(Box::new(atom), min, max);
        Ok(atom)
    }

    /// Reads a repetition such as `{2,5}`.
    fn counted(&mut self, atom: Node) -> Result<Node, String> {
        self.at += 1;
        let min = self.number()?.ok_or("a repetition must have a number")?;
        let max = if self.skip(',') { self.number()? } else { Some(min) };
        if !self.skip('}') {
            return Err(format!("`}}` is missing at position {}", self.at));
        }
        if max.is_some_and(|max| max < min) {
            return Err(format!("{min} repetitions are more than {}", max.unwrap_or(0)));
        }
        Ok(Node::Repeat(Box::new(atom), min, max))
    }

    /// Reads the number of a repetition; `None` if there is none.
    fn number(&mut self) -> Result<Option<u32>, String> {
        let start = self.at;
        while self.peek().is_some_and(|c| c.is_ascii_digit()) {
            self.at += 1;
        }
        let text: String = self.chars[start..self.at].iter().collect();
        if text.is_empty() {
            return Ok(None);
        }
        // Each repetition becomes at least one state, so the limit for states also limits the number.
        let number = text.parse().ok().filter(|number: &u32| *number as usize <= MAX_STATES);
        number.map(Some).ok_or_else(|| format!("{text} repetitions are too many"))
    }

    /// Reads a group, a set, an escape or a single character.
    fn atom(&mut self) -> Result<Node, String> {
        Ok(match self.take()? {
            '(' => {
                self.enter()?;
                let inner = self.alternatives()?;
                if !self.skip(')') {
                    return Err("a `(` is not closed".to_owned());
                }
                self.depth -= 1;
                inner
            }
            '[' => {
                let class = self.class()?;
                Node::Set(self.sets.keep(class)?)
            }
            // In XML Schema, `.` is every character except line feed and carriage return.
            '.' => Node::Set(self.sets.keep(Set::from_ranges(vec![(0xA, 0xA), (0xD, 0xD)]).negated())?),
            '\\' => Node::Set(self.escape()?),
            c => Node::Set(self.sets.keep(Set::from_char(c))?),
        })
    }

    /// Reads a character class, after its `[`.
    fn class(&mut self) -> Result<Set, String> {
        self.enter()?;
        let negated = self.skip('^');
        let mut ranges = Vec::new();
        let mut except = None;
        let mut is_first = true;
        loop {
            let start = self.at;
            match self.take()? {
                // At the start of a class, a closing bracket is a character.
                ']' if !is_first => break,
                '-' if !is_first && self.peek() == Some('[') => {
                    self.at += 1;
                    except = Some(self.class()?);
                    if !self.skip(']') {
                        return Err("a `[` is not closed".to_owned());
                    }
                    break;
                }
                '\\' => {
                    let inner = self.escape()?;
                    match inner.single().filter(|_| self.peek() == Some('-')) {
                        Some(low) => ranges.push(self.range(low)?),
                        None => self.sets.add(&inner, &mut ranges)?,
                    }
                }
                '[' => return Err(format!("`[` at position {start} must be preceded by `\\`")),
                c => ranges.push(self.range(u32::from(c))?),
            }
            is_first = false;
        }
        self.depth -= 1;
        let set = Set::from_ranges(ranges);
        let set = if negated { set.negated() } else { set };
        Ok(except.map_or_else(|| set.clone(), |except| set.without(&except)))
    }

    /// Reads the rest of a range whose first character is `low`. Without a hyphen, it is the only one.
    fn range(&mut self, low: u32) -> Result<(u32, u32), String> {
        // A hyphen before the end of the class or before a subtraction does not start a range.
        let next = self.chars.get(self.at + 1).copied();
        if self.peek() != Some('-') || matches!(next, None | Some('[' | ']')) {
            return Ok((low, low));
        }
        self.at += 1;
        let high = match self.take()? {
            '\\' => self.escape()?.single().ok_or("a range ends with a class of characters")?,
            c => u32::from(c),
        };
        if high < low { Err("a range ends before it starts".to_owned()) } else { Ok((low, high)) }
    }

    /// Reads the character after a `\`, and returns the set that it means.
    fn escape(&mut self) -> Result<Arc<Set>, String> {
        let c = self.take()?;
        let set = match c {
            'n' => Set::from_char('\n'),
            'r' => Set::from_char('\r'),
            't' => Set::from_char('\t'),
            '\\' | '|' | '.' | '^' | '-' | '?' | '*' | '+' | '{' | '}' | '(' | ')' | '[' | ']' => {
                Set::from_char(c)
            }
            's' | 'S' => Set::from_ranges(vec![(9, 10), (13, 13), (32, 32)]),
            'd' | 'D' => return self.sets.named(&["Digit"], c == 'D'),
            // As in EMF's copy of Xerces, `\w` contains only letters and digits. In XML Schema, it contains more.
            'w' | 'W' => return self.sets.named(&["Letter", "Digit"], c == 'W'),
            'c' | 'C' => return self.sets.named(&["NameChar"], c == 'C'),
            'i' | 'I' => return self.sets.named(&["Letter", set::NAME_MARKS], c == 'I'),
            'p' | 'P' => {
                let name = self.property()?;
                return self.sets.named(&[&name], c == 'P');
            }
            c => return Err(format!("`\\{c}` has no meaning")),
        };
        self.sets.keep(if c == 'S' { set.negated() } else { set })
    }

    /// Reads a name in braces, such as `{Lu}` after `\p`.
    fn property(&mut self) -> Result<String, String> {
        if !self.skip('{') {
            return Err("`\\p` needs a `{`".to_owned());
        }
        let start = self.at;
        while self.take()? != '}' {}
        let name: String = self.chars[start..self.at - 1].iter().collect();
        if name.len() <= 2 || name.starts_with("Is") { Ok(name) } else { Err(set::unknown(&name)) }
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
            assert_eq!(compiled.follow(good, &Work::default()), Some(true), "{pattern} {good}");
            assert_eq!(compiled.follow(bad, &Work::default()), Some(false), "{pattern} {bad}");
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
