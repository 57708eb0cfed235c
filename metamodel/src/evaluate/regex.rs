//! Regular expressions: Ruby's notation, matched in linear time.
//!
//! The notation is translated to that of an engine whose time is linear in the text. What such an engine
//! cannot do (look-around, references back, atomic groups, possessive repetition) is refused and named.

use regex::{Captures, RegexBuilder};
use std::rc::Rc;

/// How large a compiled expression may be.
const SIZE: usize = 1 << 20;

/// A regular expression.
#[derive(Debug)]
pub struct Regex {
    source: Rc<str>,
    engine: regex::Regex,
    /// The groups that stand for `\Z`, which are none of the author's.
    ends: Vec<usize>,
}

impl PartialEq for Regex {
    fn eq(&self, other: &Self) -> bool {
        self.source == other.source
    }
}

/// Where a match and its groups stand.
pub(super) type Places = Vec<Option<(usize, usize)>>;

impl Regex {
    /// Reads an expression, or says what is wrong with it.
    pub(super) fn new(source: &str) -> Result<Self, String> {
        Self::with_flags(source, "")
    }

    /// Reads an expression with flags of the engine: `i`, `s`, `x`.
    pub(super) fn with_flags(source: &str, flags: &str) -> Result<Self, String> {
        let (translated, ends) = Translator::translate(source)?;
        let engine = RegexBuilder::new(&translated)
            .multi_line(true)
            .case_insensitive(flags.contains('i'))
            .dot_matches_new_line(flags.contains('s'))
            .ignore_whitespace(flags.contains('x'))
            .size_limit(SIZE)
            .nest_limit(100)
            .build()
            .map_err(|error| explain(&error))?;
        Ok(Self { source: Rc::from(source), engine, ends })
    }

    /// The expression as it was written.
    #[must_use]
    pub fn source(&self) -> &str {
        &self.source
    }

    pub(super) fn is_match(&self, text: &str) -> bool {
        self.engine.is_match(text)
    }

    /// The first match at or behind a position.
    pub(super) fn find_at(&self, text: &str, at: usize) -> Option<Places> {
        self.engine.captures_at(text, at).map(|found| self.places(&found))
    }

    fn places(&self, found: &Captures<'_>) -> Places {
        let spans = |at: usize| found.get(at).map(|group| (group.start(), group.end()));
        let end = self.ends.iter().find_map(|at| spans(*at)).map(|(start, _)| start);
        let kept = (0..found.len()).filter(|at| !self.ends.contains(at));
        kept.map(|at| spans(at).map(|(from, to)| (from, end.map_or(to, |end| to.min(end).max(from)))))
            .collect()
    }

    /// The numbers of named groups.
    pub(super) fn group(&self, name: &str) -> Option<usize> {
        let at = self.engine.capture_names().position(|known| known == Some(name))?;
        Some(at - self.ends.iter().filter(|end| **end < at).count())
    }
}

fn explain(error: &regex::Error) -> String {
    match error {
        regex::Error::CompiledTooBig(_) => "it is too large".to_owned(),
        _ => {
            let text = error.to_string();
            let last = text.lines().last().unwrap_or("").trim();
            last.strip_prefix("error: ").unwrap_or(last).to_owned()
        }
    }
}

/// What belongs to a class of characters, inside brackets: `alpha`, which knows all of Unicode in Ruby.
fn class_of(name: &str) -> Option<&'static str> {
    Some(match name {
        "alpha" => r"\p{Alphabetic}",
        "digit" => r"\p{Nd}",
        "alnum" => r"\p{Alphabetic}\p{Nd}",
        "upper" => r"\p{Uppercase}",
        "lower" => r"\p{Lowercase}",
        "space" => r"\p{White_Space}",
        "blank" => r"\p{Zs}\t",
        "punct" => r"\p{P}$+<=>^`|~",
        "cntrl" => r"\p{Cc}",
        "xdigit" => "0-9a-fA-F",
        "word" => r"\w",
        "graph" => r"[^\s\p{Cc}\p{Cn}\p{Cs}]",
        "print" => r"[^\p{Cc}\p{Cn}\p{Cs}]",
        "ascii" => r"\x00-\x7F",
        _ => return None,
    })
}

struct Translator<'a> {
    rest: std::iter::Peekable<std::str::Chars<'a>>,
    out: String,
    groups: usize,
    ends: Vec<usize>,
    /// How many brackets are open.
    classes: usize,
}

impl<'a> Translator<'a> {
    fn translate(source: &'a str) -> Result<(String, Vec<usize>), String> {
        let mut it = Self {
            rest: source.chars().peekable(),
            out: String::with_capacity(source.len() + 8),
            groups: 0,
            ends: Vec::new(),
            classes: 0,
        };
        while let Some(c) = it.rest.next() {
            match c {
                '\\' => it.escape()?,
                '[' => it.open_class()?,
                ']' if it.classes > 0 => {
                    it.classes -= 1;
                    it.out.push(']');
                }
                '-' | '~' if it.classes > 0 && it.rest.peek() == Some(&c) => it.literal(c),
                '(' if it.classes == 0 => it.group()?,
                '{' if it.classes == 0 => it.brace(),
                '}' | ']' if it.classes == 0 => it.literal(c),
                '*' | '+' | '?' if it.classes == 0 => it.repeat(c)?,
                _ => it.out.push(c),
            }
        }
        Ok((it.out, it.ends))
    }

    fn literal(&mut self, c: char) {
        self.out.push('\\');
        self.out.push(c);
    }

    fn repeat(&mut self, c: char) -> Result<(), String> {
        self.out.push(c);
        match self.rest.peek() {
            Some('+') => Err(format!("`{c}+` (possessive repetition) is not supported; write `{c}`")),
            Some('?') => {
                self.rest.next();
                self.out.push('?');
                Ok(())
            }
            _ => Ok(()),
        }
    }

    fn brace(&mut self) {
        let ahead: String = self.rest.clone().take_while(|c| *c != '}').take(24).collect();
        let closed = self.rest.clone().nth(ahead.chars().count()) == Some('}');
        let number = |text: &str| text.bytes().all(|b| b.is_ascii_digit());
        let counts = match ahead.split_once(',') {
            Some((from, to)) => number(from) && number(to) && !(from.is_empty() && to.is_empty()),
            None => number(&ahead) && !ahead.is_empty(),
        };
        if !closed || !counts {
            self.literal('{');
            return;
        }
        self.out.push('{');
        if ahead.starts_with(',') {
            self.out.push('0');
        }
        self.out.push_str(&ahead);
        self.out.push('}');
        for _ in 0..=ahead.chars().count() {
            self.rest.next();
        }
    }

    fn open_class(&mut self) -> Result<(), String> {
        if self.classes > 0 && self.rest.peek() == Some(&':') {
            return self.posix();
        }
        self.classes += 1;
        if self.classes > 50 {
            return Err("brackets nest too deeply".to_owned());
        }
        self.out.push('[');
        if self.rest.peek() == Some(&'^') {
            self.rest.next();
            self.out.push('^');
        }
        if self.rest.peek() == Some(&']') {
            self.rest.next();
            self.literal(']');
        }
        Ok(())
    }

    /// `[:alpha:]`, which knows all of Unicode in Ruby.
    fn posix(&mut self) -> Result<(), String> {
        self.rest.next();
        let mut name = String::new();
        while let Some(c) = self.rest.next_if(|c| c.is_ascii_alphabetic() || *c == '^') {
            name.push(c);
        }
        if self.rest.next() != Some(':') || self.rest.next() != Some(']') {
            return Err("`[:` without `:]`".to_owned());
        }
        let (negative, word) = match name.strip_prefix('^') {
            Some(word) => (true, word),
            None => (false, name.as_str()),
        };
        let class = class_of(word).ok_or_else(|| format!("`[:{name}:]` is no class of characters"))?;
        self.class(class, negative);
        Ok(())
    }

    fn class(&mut self, class: &str, negative: bool) {
        let class = class.replace('^', if class.starts_with('[') { "^" } else { r"\^" });
        self.out.push_str(if negative { "[^" } else { "[" });
        self.out.push_str(&class);
        self.out.push(']');
    }

    /// `\p{Alpha}`, `\p{^Alpha}`, `\P{Alpha}`: a class of that name, or what Unicode calls so.
    fn property(&mut self, kind: char) -> Result<(), String> {
        if self.rest.next_if_eq(&'{').is_none() {
            return Err(format!("`\\{kind}` needs a name in braces"));
        }
        let negative = self.rest.next_if_eq(&'^').is_some() != (kind == 'P');
        let mut name = String::new();
        while let Some(c) = self.rest.next_if(|c| c.is_ascii_alphanumeric() || "_- =".contains(*c)) {
            name.push(c);
        }
        if self.rest.next() != Some('}') {
            return Err(format!("`\\{kind}{{` without `}}`"));
        }
        match class_of(&name.to_ascii_lowercase()) {
            Some(class) => self.class(class, negative),
            None => self.out.push_str(&format!(r"\{}{{{name}}}", if negative { 'P' } else { 'p' })),
        }
        Ok(())
    }

    fn group(&mut self) -> Result<(), String> {
        if self.rest.peek() != Some(&'?') {
            self.groups += 1;
            self.out.push('(');
            return Ok(());
        }
        let ahead: String = self.rest.clone().skip(1).take(2).collect();
        let refused = match ahead.as_bytes() {
            [b'=' | b'!', ..] => Some("look-ahead"),
            [b'<', b'=' | b'!'] => Some("look-behind"),
            [b'>', ..] => Some("atomic groups"),
            [b'(', ..] => Some("conditions"),
            [b'~', ..] => Some("absence"),
            _ => None,
        };
        if let Some(what) = refused {
            return Err(format!("{what} (`(?{ahead}`) is not supported, since its time has no bound"));
        }
        self.rest.next();
        if ahead.starts_with('#') {
            for c in self.rest.by_ref() {
                if c == ')' {
                    break;
                }
            }
            return Ok(());
        }
        if ahead.starts_with('<') || ahead.starts_with('\'') {
            self.rest.next();
            self.groups += 1;
            self.out.push_str("(?P<");
            for c in self.rest.by_ref() {
                if c == '>' || c == '\'' {
                    break;
                }
                self.out.push(c);
            }
            self.out.push('>');
            return Ok(());
        }
        self.out.push_str("(?");
        // In Ruby, `m` lets the point match ends of lines.
        while let Some(c) = self.rest.next_if(|c| matches!(c, 'i' | 'm' | 'x' | '-')) {
            self.out.push(if c == 'm' { 's' } else { c });
        }
        if self.out.ends_with('-') {
            self.out.pop();
        }
        Ok(())
    }

    fn escape(&mut self) -> Result<(), String> {
        let inside = self.classes > 0;
        let Some(c) = self.rest.next() else { return Err("it ends in a backslash".to_owned()) };
        let class = |plain: &str, negative: bool| match (inside, negative) {
            (true, false) => plain.to_owned(),
            (_, true) => format!("[^{plain}]"),
            (false, false) => format!("[{plain}]"),
        };
        match c {
            'd' | 'D' => self.out.push_str(&class("0-9", c == 'D')),
            'w' | 'W' => self.out.push_str(&class("0-9A-Za-z_", c == 'W')),
            's' | 'S' => self.out.push_str(&class(r" \t\r\n\x0B\x0C", c == 'S')),
            'h' | 'H' => self.out.push_str(&class("0-9a-fA-F", c == 'H')),
            'R' if !inside => self.out.push_str(r"(?:\r\n|[\n\x0B\x0C\r\x{85}\x{2028}\x{2029}])"),
            'b' if inside => self.out.push_str(r"\x08"),
            'b' | 'B' | 'A' | 'z' if !inside => self.literal(c),
            'Z' if !inside => {
                self.groups += 1;
                self.ends.push(self.groups);
                self.out.push_str(r"(\n?)\z");
            }
            'G' | 'K' | 'X' if !inside => return Err(format!("`\\{c}` is not supported")),
            'k' | 'g' if !inside => return Err(format!("`\\{c}` (a reference to a group) is not supported")),
            '1'..='9' if !inside => return Err(format!("`\\{c}` (a reference back) is not supported")),
            'p' | 'P' => self.property(c)?,
            'x' | 'u' => self.hex(c),
            'e' => self.out.push_str(r"\x1B"),
            '0'..='7' => self.octal(c),
            'n' | 't' | 'r' | 'f' | 'v' | 'a' => self.literal(c),
            _ if c.is_ascii_punctuation() => self.literal(c),
            _ => self.out.push(c),
        }
        Ok(())
    }

    /// `\xA`, `\u00e9`, `\u{e9}`
    fn hex(&mut self, kind: char) {
        if self.rest.next_if_eq(&'{').is_some() {
            self.out.push_str(r"\x{");
            while let Some(c) = self.rest.next_if(char::is_ascii_hexdigit) {
                self.out.push(c);
            }
            return self.out.extend(self.rest.next_if_eq(&'}'));
        }
        let most = if kind == 'x' { 2 } else { 4 };
        let mut digits = String::new();
        while digits.len() < most {
            match self.rest.next_if(char::is_ascii_hexdigit) {
                Some(c) => digits.push(c),
                None => break,
            }
        }
        self.out.push_str(&format!(r"\x{{{digits}}}"));
    }

    fn octal(&mut self, first: char) {
        let mut code = first.to_digit(8).unwrap_or(0);
        for _ in 0..2 {
            match self.rest.next_if(|c| c.is_digit(8)).and_then(|c| c.to_digit(8)) {
                Some(digit) => code = code * 8 + digit,
                None => break,
            }
        }
        self.out.push_str(&format!(r"\x{{{code:X}}}"));
    }
}
