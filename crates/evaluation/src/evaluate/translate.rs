//! Translates Ruby's notation of regular expressions to that of the engine.
//!
//! Invariants: the result has the same meaning whether or not the engine ignores blanks; blanks and comments of the
//! extended notation are removed here. Features that cannot be matched in linear time are rejected by name.

/// A translated expression.
pub(super) struct Translation {
    pub(super) text: String,
    /// The numbers of the groups that implement `\Z`; they are hidden.
    pub(super) ends: Vec<usize>,
    /// Whether a match can be arbitrarily long.
    pub(super) is_unbounded: bool,
    /// Whether some groups have names.
    pub(super) has_names: bool,
}

/// Translates an expression; `is_extended` if it is in extended notation.
pub(super) fn translate(source: &str, is_extended: bool) -> Result<Translation, String> {
    let it = Translator::new(source, is_extended, false).run()?;
    if it.done.has_names && it.ignores_unnamed {
        // As in Ruby, unnamed groups do not capture if there are named groups.
        return Ok(Translator::new(source, is_extended, true).run()?.done);
    }
    Ok(it.done)
}

/// An open group, or the complete expression.
#[derive(Clone, Copy)]
struct Frame {
    /// Whether blanks are ignored and `#` starts a comment.
    is_extended: bool,
    /// The number of groups that were opened for flags inside this group.
    inner: usize,
}

struct Translator<'a> {
    rest: std::iter::Peekable<std::str::Chars<'a>>,
    done: Translation,
    groups: usize,
    /// The number of open brackets.
    classes: usize,
    frames: Vec<Frame>,
    /// Whether unnamed groups do not capture.
    only_named: bool,
    ignores_unnamed: bool,
}

impl<'a> Translator<'a> {
    fn new(source: &'a str, is_extended: bool, only_named: bool) -> Self {
        let text = String::with_capacity(source.len() + 8);
        Self {
            rest: source.chars().peekable(),
            done: Translation { text, ends: Vec::new(), is_unbounded: false, has_names: false },
            groups: 0,
            classes: 0,
            frames: vec![Frame { is_extended, inner: 0 }],
            only_named,
            ignores_unnamed: false,
        }
    }

    fn run(mut self) -> Result<Self, String> {
        while let Some(c) = self.rest.next() {
            if self.classes > 0 {
                self.in_class(c)?;
                continue;
            }
            match c {
                '\\' => self.escape()?,
                '[' => self.open_class()?,
                '(' => self.group()?,
                ')' => self.close()?,
                '{' => self.brace(),
                '}' | ']' => self.literal(c),
                '*' | '+' | '?' => self.repeat(c)?,
                ' ' | '\t' | '\n' | '\r' | '\x0B' | '\x0C' if self.frame().is_extended => {}
                '#' if self.frame().is_extended => {
                    // Blanks and comments are removed here, so that the engine need not know where they are ignored.
                    let _ = self.rest.find(|c| *c == '\n');
                }
                _ => self.done.text.push(c),
            }
        }
        if self.frames.len() > 1 {
            return Err("a group is not closed".to_owned());
        }
        self.close_inner();
        Ok(self)
    }

    fn in_class(&mut self, c: char) -> Result<(), String> {
        match c {
            '\\' => self.escape()?,
            '[' => self.open_class()?,
            ']' => {
                self.classes -= 1;
                self.done.text.push(']');
            }
            // In the engine, `--` and `~~` are operations on classes; in Ruby they are characters, so they are escaped.
            '-' | '~' if self.rest.peek() == Some(&c) => self.literal(c),
            _ => self.done.text.push(c),
        }
        Ok(())
    }

    fn frame(&mut self) -> &mut Frame {
        // `close` never removes the first frame; this only avoids a panic.
        if self.frames.is_empty() {
            self.frames.push(Frame { is_extended: false, inner: 0 });
        }
        let last = self.frames.len() - 1;
        &mut self.frames[last]
    }

    /// Closes the groups that were opened for flags.
    fn close_inner(&mut self) {
        let inner = std::mem::take(&mut self.frame().inner);
        self.done.text.extend(std::iter::repeat_n(')', inner));
    }

    fn close(&mut self) -> Result<(), String> {
        if self.frames.len() == 1 {
            return Err("`)` without a group".to_owned());
        }
        self.close_inner();
        self.frames.pop();
        self.done.text.push(')');
        Ok(())
    }

    fn open(&mut self, is_extended: bool) {
        self.frames.push(Frame { is_extended, inner: 0 });
    }

    fn literal(&mut self, c: char) {
        self.done.text.push('\\');
        self.done.text.push(c);
    }

    fn repeat(&mut self, c: char) -> Result<(), String> {
        self.done.is_unbounded |= c != '?';
        self.done.text.push(c);
        match self.rest.peek() {
            Some('+') => Err(format!("`{c}+` (possessive repetition) is not supported; write `{c}`")),
            Some('?') => {
                self.rest.next();
                self.done.text.push('?');
                Ok(())
            }
            _ => Ok(()),
        }
    }

    fn brace(&mut self) {
        // The lookahead is limited, because many braces would otherwise make the translation quadratic.
        let ahead: String = self.rest.clone().take_while(|c| *c != '}').take(24).collect();
        let closed = self.rest.clone().nth(ahead.chars().count()) == Some('}');
        let counts = match ahead.split_once(',') {
            Some((from, to)) => is_number(from) && is_number(to) && !(from.is_empty() && to.is_empty()),
            None => is_number(&ahead) && !ahead.is_empty(),
        };
        // In Ruby, a brace that is not a repetition is an ordinary character; the engine would reject it.
        if !closed || !counts {
            self.literal('{');
            return;
        }
        self.done.is_unbounded |= ahead.ends_with(',');
        self.done.text.push('{');
        // In Ruby, `{,n}` counts from 0.
        if ahead.starts_with(',') {
            self.done.text.push('0');
        }
        self.done.text.push_str(&ahead);
        self.done.text.push('}');
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
        self.done.text.push('[');
        if self.rest.peek() == Some(&'^') {
            self.rest.next();
            self.done.text.push('^');
        }
        // As in Ruby, a closing bracket at the start is a member of the class.
        if self.rest.peek() == Some(&']') {
            self.rest.next();
            self.literal(']');
        }
        Ok(())
    }

    /// `[:alpha:]`; in Ruby, it covers all of Unicode.
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
        let class = posix_class(word).ok_or_else(|| format!("`[:{name}:]` is not a class of characters"))?;
        self.class(class, negative);
        Ok(())
    }

    fn class(&mut self, class: &str, is_negated: bool) {
        self.done.text.push_str(if is_negated { "[^" } else { "[" });
        self.done.text.push_str(class);
        self.done.text.push(']');
    }

    /// `\p{Alpha}`, `\p{^Alpha}`, `\P{Alpha}`: characters with a property.
    fn property(&mut self, kind: char) -> Result<(), String> {
        if self.rest.peek() != Some(&'{') {
            self.done.text.push(kind);
            return Ok(());
        }
        let name = self.braced().ok_or_else(|| format!("`\\{kind}{{` is not closed"))?;
        let (negative, word) = match name.strip_prefix('^') {
            Some(word) => (kind == 'p', word),
            None => (kind == 'P', name.as_str()),
        };
        // Ruby ignores these characters in names of properties.
        let plain: String = word.chars().filter(|c| !matches!(c, ' ' | '_' | '-')).collect();
        // Other characters, such as `=`, are meaningful only in the engine's notation.
        if plain.is_empty() || !plain.bytes().all(|b| b.is_ascii_alphanumeric()) {
            return Err(format!("`{name}` is not a property of characters"));
        }
        let class = match plain.to_ascii_lowercase().as_str() {
            // Unlike `[:punct:]`, the property does not include symbols.
            "punct" => Some(r"\p{P}"),
            word => posix_class(word),
        };
        match class {
            Some(class) => self.class(class, negative),
            None => {
                self.done.text.push_str(if negative { r"\P{" } else { r"\p{" });
                self.done.text.push_str(&plain);
                self.done.text.push('}');
            }
        }
        Ok(())
    }

    /// The text in the braces that follow; `None` if they are not closed.
    fn braced(&mut self) -> Option<String> {
        self.rest.next_if_eq(&'{')?;
        let mut inside = String::new();
        loop {
            match self.rest.next()? {
                '}' => return Some(inside),
                c => inside.push(c),
            }
        }
    }

    /// Translates the opening of a group after `(`.
    fn group(&mut self) -> Result<(), String> {
        let is_extended = self.frame().is_extended;
        if self.rest.peek() != Some(&'?') {
            self.ignores_unnamed = true;
            self.groups += usize::from(!self.only_named);
            self.done.text.push_str(if self.only_named { "(?:" } else { "(" });
            self.open(is_extended);
            return Ok(());
        }
        let ahead: String = self.rest.clone().skip(1).take(2).collect();
        // These groups are rejected by name, because a message of the engine would describe the engine's notation.
        let rejected = match ahead.as_bytes() {
            [b'=' | b'!', ..] => Some("look-ahead"),
            [b'<', b'=' | b'!'] => Some("look-behind"),
            [b'>', ..] => Some("atomic groups"),
            [b'(', ..] => Some("conditions"),
            [b'~', ..] => Some("absence"),
            _ => None,
        };
        if let Some(what) = rejected {
            return Err(format!("{what} (`(?{ahead}`) is not supported, because its time is unbounded"));
        }
        self.rest.next();
        match ahead.chars().next() {
            Some('#') => self.comment(),
            Some(quote @ ('<' | '\'')) => {
                self.name(if quote == '<' { '>' } else { quote });
                self.open(is_extended);
                Ok(())
            }
            _ => self.flags(),
        }
    }

    /// `(?# … )`
    fn comment(&mut self) -> Result<(), String> {
        loop {
            match self.rest.next() {
                Some(')') => return Ok(()),
                // An escaped parenthesis does not end the comment.
                Some('\\') => drop(self.rest.next()),
                Some(_) => {}
                None => return Err("a comment is not closed".to_owned()),
            }
        }
    }

    /// `(?<name>`
    fn name(&mut self, end: char) {
        self.rest.next();
        self.done.has_names = true;
        self.groups += 1;
        self.done.text.push_str("(?P<");
        while let Some(c) = self.rest.next().filter(|c| *c != end) {
            self.done.text.push(c);
        }
        self.done.text.push('>');
    }

    /// `(?im-x:…)`; or `(?im-x)`, which applies up to the end of the enclosing group, including its alternatives.
    fn flags(&mut self) -> Result<(), String> {
        let (mut turns_on, mut is_extended) = (true, self.frame().is_extended);
        self.done.text.push_str("(?");
        let mut switched = ["", ""].map(str::to_owned);
        while let Some(c) = self.rest.next_if(|c| matches!(c, 'i' | 'm' | 'x' | '-')) {
            match c {
                '-' => turns_on = false,
                'x' => is_extended = turns_on,
                // In Ruby, `m` makes `.` match line breaks; the engine's flag for that is `s`.
                c => switched[usize::from(!turns_on)].push(if c == 'm' { 's' } else { c }),
            }
        }
        let [added, removed] = switched
            .map(|flags| ['i', 's'].into_iter().filter(|flag| flags.contains(*flag)).collect::<String>());
        // Ruby allows a flag that is both added and removed, in which case it is off; the engine rejects it.
        let added: String = added.chars().filter(|flag| !removed.contains(*flag)).collect();
        self.done.text.push_str(&added);
        if !removed.is_empty() {
            self.done.text.push('-');
            self.done.text.push_str(&removed);
        }
        self.done.text.push(':');
        match self.rest.next() {
            Some(':') => self.open(is_extended),
            Some(')') => {
                // In Ruby, `a(?i)b|c` means `a(?i:b|c)`, so a group is opened here, and closed with the enclosing
                // group.
                self.frame().is_extended = is_extended;
                self.frame().inner += 1;
            }
            _ => return Err("the flags of a group must be `i`, `m` or `x`, before or after a `-`".to_owned()),
        }
        Ok(())
    }

    /// Translates an escape after its backslash.
    fn escape(&mut self) -> Result<(), String> {
        let inside = self.classes > 0;
        let Some(c) = self.rest.next() else { return Err("it ends in a backslash".to_owned()) };
        // In Ruby, `\d`, `\w` and `\s` are ASCII; in the engine, they cover all of Unicode.
        let class = |plain: &str, negative: bool| match (inside, negative) {
            (true, false) => plain.to_owned(),
            (_, true) => format!("[^{plain}]"),
            (false, false) => format!("[{plain}]"),
        };
        match c {
            'd' | 'D' => self.done.text.push_str(&class("0-9", c == 'D')),
            'w' | 'W' => self.done.text.push_str(&class("0-9A-Za-z_", c == 'W')),
            's' | 'S' => self.done.text.push_str(&class(r" \t\r\n\x0B\x0C", c == 'S')),
            'h' | 'H' => self.done.text.push_str(&class("0-9a-fA-F", c == 'H')),
            'R' if !inside => self.done.text.push_str(r"(?:\r\n|[\n\x0B\x0C\r\x{85}\x{2028}\x{2029}])"),
            // Inside brackets, `\b` is a backspace.
            'b' if inside => self.done.text.push_str(r"\x08"),
            'b' | 'B' | 'A' | 'z' if !inside => self.literal(c),
            'Z' if !inside => {
                self.groups += 1;
                self.done.ends.push(self.groups);
                // The engine has no `\Z`. This group matches the line break, and `Regex::places` removes it from the
                // match.
                self.done.text.push_str(r"(\n?)\z");
            }
            'G' | 'K' | 'X' if !inside => return Err(format!("`\\{c}` is not supported")),
            'k' | 'g' if !inside => return Err(format!("`\\{c}` (a reference to a group) is not supported")),
            '1'..='9' if !inside => return Err(format!("`\\{c}` (a back-reference) is not supported")),
            'p' | 'P' => self.property(c)?,
            'x' | 'u' => self.hex(c)?,
            'e' => self.done.text.push_str(r"\x1B"),
            // Inside brackets, `\1` is octal as well, because there are no back-references.
            '0'..='7' => self.octal(c),
            'n' | 't' | 'r' | 'f' | 'v' | 'a' => self.literal(c),
            _ if c.is_ascii_punctuation() => self.literal(c),
            // In Ruby, any other escaped letter is an ordinary character; the engine would reject the escape.
            _ => self.done.text.push(c),
        }
        Ok(())
    }

    /// `\xA`, `\u00e9`, `\u{e9}`, `\u{65 66}`
    fn hex(&mut self, kind: char) -> Result<(), String> {
        let wrong = || format!("`\\{kind}` needs the hexadecimal digits of a character");
        if kind == 'u' && self.rest.peek() == Some(&'{') {
            let inside = self.braced().ok_or_else(wrong)?;
            if inside.trim().is_empty() {
                return Err(wrong());
            }
            return inside.split_ascii_whitespace().try_for_each(|digits| self.character(digits, wrong));
        }
        let max = if kind == 'x' { 2 } else { 4 };
        let mut digits = String::new();
        while digits.len() < max
            && let Some(c) = self.rest.next_if(char::is_ascii_hexdigit)
        {
            digits.push(c);
        }
        // Ruby accepts a single digit after `\x`, but requires exactly four after `\u`.
        if kind == 'u' && digits.len() < max {
            return Err(wrong());
        }
        self.character(&digits, wrong)
    }

    fn character(&mut self, digits: &str, wrong: impl Fn() -> String) -> Result<(), String> {
        let code = u32::from_str_radix(digits, 16).ok().and_then(char::from_u32).ok_or_else(wrong)?;
        self.done.text.push_str(&format!(r"\x{{{:X}}}", u32::from(code)));
        Ok(())
    }

    fn octal(&mut self, first: char) {
        let mut code = first.to_digit(8).unwrap_or(0);
        for _ in 0..2 {
            match self.rest.next_if(|c| c.is_digit(8)).and_then(|c| c.to_digit(8)) {
                Some(digit) => code = code * 8 + digit,
                None => break,
            }
        }
        self.done.text.push_str(&format!(r"\x{{{code:X}}}"));
    }
}

fn is_number(text: &str) -> bool {
    text.bytes().all(|b| b.is_ascii_digit())
}

/// The engine's notation for a POSIX class; in Ruby, it covers all of Unicode.
fn posix_class(word: &str) -> Option<&'static str> {
    Some(match word {
        "alpha" => r"\p{Alphabetic}",
        "digit" => r"\p{Nd}",
        "alnum" => r"\p{Alphabetic}\p{Nd}",
        "upper" => r"\p{Uppercase}",
        "lower" => r"\p{Lowercase}",
        "space" => r"\p{White_Space}",
        "blank" => r"\p{Zs}\t",
        // In Ruby, this includes the ASCII symbols in addition to Unicode's punctuation.
        "punct" => r"\p{P}$+<=>\^`|~",
        "cntrl" => r"\p{Cc}",
        "xdigit" => "0-9a-fA-F",
        "word" => r"\w",
        "graph" => r"[^\s\p{Cc}\p{Cn}]",
        "print" => r"[^\p{Cc}\p{Cn}]",
        "ascii" => r"\x00-\x7F",
        _ => return None,
    })
}
