//! Patterns of XML Schema, as the facets of data types state them: parsed once, matched in linear time.
//!
//! A pattern has to match a whole value. It knows no anchors, no groups to refer back to and no lazy
//! repetition, so that a set of states says all there is (Thompson's way); a counted repetition is written
//! out, within a limit. This module does not know where patterns come from.

use crate::unicode::{self, Ranges};

/// A pattern that was understood.
#[derive(Debug, Clone)]
pub(crate) struct Pattern {
    states: Vec<State>,
    start: usize,
}

#[derive(Debug, Clone)]
enum State {
    /// Goes on after a character of the set.
    Set(Set, usize),
    /// Goes on at both places.
    Split(usize, usize),
    /// Everything was matched.
    Match,
}

/// Characters, or all others.
#[derive(Debug, Clone, Default)]
struct Set {
    ranges: Ranges,
    negated: bool,
    /// What is taken out.
    except: Option<Box<Set>>,
    /// Other sets that belong to it.
    also: Vec<Set>,
}

impl Set {
    fn of(ranges: Ranges) -> Self {
        Self { ranges, ..Self::default() }
    }

    fn negate(mut self) -> Self {
        self.negated = !self.negated;
        self
    }

    fn has(&self, code: u32) -> bool {
        let inside = self.ranges.iter().any(|(first, last)| (*first..=*last).contains(&code))
            || self.also.iter().any(|set| set.has(code));
        inside != self.negated && !self.except.as_ref().is_some_and(|set| set.has(code))
    }
}

/// What a pattern says, before it is states.
#[derive(Debug, Clone)]
enum Node {
    Set(Set),
    All(Vec<Node>),
    Any(Vec<Node>),
    Repeat(Box<Node>, u32, Option<u32>),
}

/// How many states a pattern may have.
const MOST_STATES: usize = 50_000;

/// How deeply groups and classes may nest.
const DEEPEST: u32 = 100;

impl Pattern {
    /// Reads a pattern; what is wrong with it otherwise.
    pub(crate) fn new(text: &str) -> Result<Self, String> {
        let mut parser = Parser { chars: text.chars().collect(), at: 0, depth: 0 };
        let node = parser.alternatives()?;
        if parser.at < parser.chars.len() {
            return Err(format!("`{}` at position {} closes nothing", parser.chars[parser.at], parser.at));
        }
        let mut pattern = Self { states: vec![State::Match], start: 0 };
        pattern.start = pattern.compile(&node, 0)?;
        Ok(pattern)
    }

    /// Adds the states of a node, which lead to `next`; where to start.
    fn compile(&mut self, node: &Node, next: usize) -> Result<usize, String> {
        if self.states.len() > MOST_STATES {
            return Err("it repeats too much".to_owned());
        }
        Ok(match node {
            Node::Set(set) => self.push(State::Set(set.clone(), next)),
            Node::All(parts) => {
                let mut at = next;
                for part in parts.iter().rev() {
                    at = self.compile(part, at)?;
                }
                at
            }
            Node::Any(choices) => {
                let mut at = None;
                for choice in choices.iter().rev() {
                    let start = self.compile(choice, next)?;
                    at = Some(at.map_or(start, |other| self.push(State::Split(start, other))));
                }
                at.unwrap_or(next)
            }
            Node::Repeat(part, least, most) => {
                let mut at = next;
                match most {
                    None => {
                        let turn = self.push(State::Split(next, next));
                        let body = self.compile(part, turn)?;
                        self.states[turn] = State::Split(body, next);
                        at = turn;
                    }
                    Some(most) => {
                        for _ in *least..*most {
                            let body = self.compile(part, at)?;
                            at = self.push(State::Split(body, next));
                        }
                    }
                }
                for _ in 0..*least {
                    at = self.compile(part, at)?;
                }
                at
            }
        })
    }

    fn push(&mut self, state: State) -> usize {
        self.states.push(state);
        self.states.len() - 1
    }

    /// Whether a whole text is as the pattern says.
    pub(crate) fn matches(&self, text: &str) -> bool {
        let mut now = Marks::new(self.states.len());
        let mut next = Marks::new(self.states.len());
        self.enter(self.start, &mut now);
        for c in text.chars() {
            for at in &now.list {
                if let State::Set(set, then) = &self.states[*at]
                    && set.has(u32::from(c))
                {
                    self.enter(*then, &mut next);
                }
            }
            std::mem::swap(&mut now, &mut next);
            next.clear();
            if now.list.is_empty() {
                return false;
            }
        }
        now.list.iter().any(|at| matches!(self.states[*at], State::Match))
    }

    /// Marks a state, and those that it leads to without a character.
    fn enter(&self, start: usize, marks: &mut Marks) {
        let mut stack = vec![start];
        while let Some(at) = stack.pop() {
            if marks.add(at)
                && let State::Split(one, other) = self.states[at]
            {
                stack.extend([one, other]);
            }
        }
    }
}

/// A set of states that is emptied quickly.
struct Marks {
    list: Vec<usize>,
    marked: Vec<bool>,
}

impl Marks {
    fn new(count: usize) -> Self {
        Self { list: Vec::new(), marked: vec![false; count] }
    }

    fn add(&mut self, at: usize) -> bool {
        let new = !std::mem::replace(&mut self.marked[at], true);
        if new {
            self.list.push(at);
        }
        new
    }

    fn clear(&mut self) {
        for at in self.list.drain(..) {
            self.marked[at] = false;
        }
    }
}

struct Parser {
    chars: Vec<char>,
    at: usize,
    depth: u32,
}

impl Parser {
    fn peek(&self) -> Option<char> {
        self.chars.get(self.at).copied()
    }

    fn take(&mut self) -> Result<char, String> {
        let c = self.peek().ok_or("it ends too early")?;
        self.at += 1;
        Ok(c)
    }

    fn skip(&mut self, wanted: char) -> bool {
        let there = self.peek() == Some(wanted);
        self.at += usize::from(there);
        there
    }

    fn deeper(&mut self) -> Result<(), String> {
        self.depth += 1;
        if self.depth > DEEPEST { Err("it nests too deeply".to_owned()) } else { Ok(()) }
    }

    fn alternatives(&mut self) -> Result<Node, String> {
        let mut choices = vec![self.sequence()?];
        while self.skip('|') {
            choices.push(self.sequence()?);
        }
        Ok(if choices.len() == 1 { choices.remove(0) } else { Node::Any(choices) })
    }

    fn sequence(&mut self) -> Result<Node, String> {
        let mut parts = Vec::new();
        while let Some(c) = self.peek().filter(|c| !matches!(c, '|' | ')')) {
            if matches!(c, '?' | '*' | '+' | '{') {
                return Err(format!("`{c}` at position {} repeats nothing", self.at));
            }
            let atom = self.atom()?;
            parts.push(self.repeated(atom)?);
        }
        Ok(Node::All(parts))
    }

    fn repeated(&mut self, mut atom: Node) -> Result<Node, String> {
        let (least, most) = match self.peek() {
            Some('?') => (0, Some(1)),
            Some('*') => (0, None),
            Some('+') => (1, None),
            Some('{') => return self.counted(atom),
            _ => return Ok(atom),
        };
        self.at += 1;
        atom = Node::Repeat(Box::new(atom), least, most);
        Ok(atom)
    }

    fn counted(&mut self, atom: Node) -> Result<Node, String> {
        self.at += 1;
        let least = self.number()?.ok_or("a repetition needs a number")?;
        let most = if self.skip(',') { self.number()? } else { Some(least) };
        if !self.skip('}') {
            return Err(format!("`}}` is missing at position {}", self.at));
        }
        if most.is_some_and(|most| most < least) {
            return Err(format!("{least} repetitions are more than {}", most.unwrap_or(0)));
        }
        Ok(Node::Repeat(Box::new(atom), least, most))
    }

    fn number(&mut self) -> Result<Option<u32>, String> {
        let start = self.at;
        while self.peek().is_some_and(|c| c.is_ascii_digit()) {
            self.at += 1;
        }
        let text: String = self.chars[start..self.at].iter().collect();
        if text.is_empty() {
            return Ok(None);
        }
        let number = text.parse().ok().filter(|number: &u32| *number as usize <= MOST_STATES);
        number.map(Some).ok_or_else(|| format!("{text} repetitions are too many"))
    }

    fn atom(&mut self) -> Result<Node, String> {
        Ok(match self.take()? {
            '(' => {
                self.deeper()?;
                let inner = self.alternatives()?;
                if !self.skip(')') {
                    return Err("a `(` is not closed".to_owned());
                }
                self.depth -= 1;
                inner
            }
            '[' => Node::Set(self.class()?),
            '.' => Node::Set(Set::of(vec![(0xA, 0xA), (0xD, 0xD)]).negate()),
            '\\' => Node::Set(self.escape()?),
            c => Node::Set(Set::of(vec![(u32::from(c), u32::from(c))])),
        })
    }

    /// A class of characters, after its `[`.
    fn class(&mut self) -> Result<Set, String> {
        self.deeper()?;
        let mut set = Set { negated: self.skip('^'), ..Set::default() };
        let mut first = true;
        loop {
            let start = self.at;
            match self.take()? {
                ']' if !first => break,
                '-' if !first && self.peek() == Some('[') => {
                    self.at += 1;
                    set.except = Some(Box::new(self.class()?));
                    if !self.skip(']') {
                        return Err("a `[` is not closed".to_owned());
                    }
                    break;
                }
                '\\' => {
                    let inner = self.escape()?;
                    match inner.ranges.as_slice() {
                        [(low, high)] if low == high && !inner.negated && self.peek() == Some('-') => {
                            let range = self.range(*low)?;
                            set.ranges.push(range);
                        }
                        _ => set.also.push(inner),
                    }
                }
                '[' => return Err(format!("`[` at position {start} needs a `\\` before it")),
                c => {
                    let range = self.range(u32::from(c))?;
                    set.ranges.push(range);
                }
            }
            first = false;
        }
        self.depth -= 1;
        Ok(set)
    }

    /// The range that starts with a character, which may be all of it.
    fn range(&mut self, low: u32) -> Result<(u32, u32), String> {
        let next = self.chars.get(self.at + 1).copied();
        if self.peek() != Some('-') || matches!(next, None | Some('[' | ']')) {
            return Ok((low, low));
        }
        self.at += 1;
        let high = match self.take()? {
            '\\' => match self.escape()?.ranges.as_slice() {
                [(high, last)] if high == last => *high,
                _ => return Err("a range ends with a class of characters".to_owned()),
            },
            c => u32::from(c),
        };
        if high < low { Err("a range ends before it starts".to_owned()) } else { Ok((low, high)) }
    }

    /// What follows a `\`.
    fn escape(&mut self) -> Result<Set, String> {
        let one = |c: char| Ok(Set::of(vec![(u32::from(c), u32::from(c))]));
        let class = |name: &str| Set::of(unicode::ranges(name).unwrap_or_default());
        match self.take()? {
            'n' => one('\n'),
            'r' => one('\r'),
            't' => one('\t'),
            c @ ('\\' | '|' | '.' | '^' | '-' | '?' | '*' | '+' | '{' | '}' | '(' | ')' | '[' | ']') => {
                one(c)
            }
            c @ ('s' | 'S') => {
                let spaces = Set::of(vec![(9, 10), (13, 13), (32, 32)]);
                Ok(if c == 's' { spaces } else { spaces.negate() })
            }
            c @ ('d' | 'D') => Ok(if c == 'd' { class("Digit") } else { class("Digit").negate() }),
            c @ ('w' | 'W') => {
                let word = Set { also: vec![class("Letter"), class("Digit")], ..Set::default() };
                Ok(if c == 'w' { word } else { word.negate() })
            }
            c @ ('c' | 'C') => Ok(if c == 'c' { class("NameChar") } else { class("NameChar").negate() }),
            c @ ('i' | 'I') => {
                let start =
                    Set { ranges: vec![(95, 95), (58, 58)], also: vec![class("Letter")], ..Set::default() };
                Ok(if c == 'i' { start } else { start.negate() })
            }
            c @ ('p' | 'P') => {
                let set = self.property()?;
                Ok(if c == 'p' { set } else { set.negate() })
            }
            c => Err(format!("`\\{c}` means nothing")),
        }
    }

    /// `{Lu}`, after `\p`.
    fn property(&mut self) -> Result<Set, String> {
        if !self.skip('{') {
            return Err("`\\p` needs a `{`".to_owned());
        }
        let start = self.at;
        while self.take()? != '}' {}
        let name: String = self.chars[start..self.at - 1].iter().collect();
        let known = name.len() <= 2 || name.starts_with("Is");
        let ranges = if known { unicode::ranges(&name) } else { None };
        ranges.map(Set::of).ok_or_else(|| format!("`{name}` is no category and no block of characters"))
    }
}

#[cfg(test)]
mod tests {
    use super::Pattern;

    #[test]
    fn patterns_match_whole_values() {
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
            assert!(compiled.matches(good), "{pattern} {good}");
            assert!(!compiled.matches(bad), "{pattern} {bad}");
        }
    }

    #[test]
    fn what_is_no_pattern_is_told() {
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
        assert!(Pattern::new(&format!("{}a", "x{1000}".repeat(1000))).is_err());
    }
}
