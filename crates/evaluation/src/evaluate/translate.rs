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
    let captures_only_named = false;
    let translator = Translator::new(source, is_extended, captures_only_named).run()?;
    if translator.translation.has_names && translator.has_unnamed {
        // As in Ruby, unnamed groups do not capture if there are named groups.
        let captures_only_named = true;
        return Ok(Translator::new(source, is_extended, captures_only_named).run()?.translation);
    }
    Ok(translator.translation)
}

/// The maximum depth of brackets: far more than expressions have.
const MAX_OPEN_BRACKETS: usize = 50;

/// An open group, or the complete expression.
#[derive(Clone, Copy)]
struct Frame {
    /// Whether blanks are ignored and `#` starts a comment.
    is_extended: bool,
    /// The number of groups that were opened for flags inside this group.
    flag_group_count: usize,
}

/// A translation in progress.
struct Translator<'a> {
    /// The characters that are not translated yet.
    characters: std::iter::Peekable<std::str::Chars<'a>>,
    translation: Translation,
    /// The number of groups that capture.
    group_count: usize,
    /// The number of open brackets.
    open_bracket_count: usize,
    frames: Vec<Frame>,
    /// Whether unnamed groups do not capture.
    captures_only_named: bool,
    /// Whether the expression has unnamed groups, which do not capture if other groups have names.
    has_unnamed: bool,
}

impl<'a> Translator<'a> {
    /// A translator at the start of an expression. If `captures_only_named` is true, unnamed groups do not capture.
    fn new(source: &'a str, is_extended: bool, captures_only_named: bool) -> Self {
        let text = String::with_capacity(source.len() + 8);
        Self {
            characters: source.chars().peekable(),
            translation: Translation { text, ends: Vec::new(), is_unbounded: false, has_names: false },
            group_count: 0,
            open_bracket_count: 0,
            frames: vec![Frame { is_extended, flag_group_count: 0 }],
            captures_only_named,
            has_unnamed: false,
        }
    }

    /// Translates the complete expression.
    fn run(mut self) -> Result<Self, String> {
        while let Some(c) = self.characters.next() {
            if self.open_bracket_count > 0 {
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
                    let _ = self.characters.find(|c| *c == '\n');
                }
                _ => self.translation.text.push(c),
            }
        }
        if self.frames.len() > 1 {
            return Err("a group is not closed".to_owned());
        }
        self.close_flag_groups();
        Ok(self)
    }

    /// Translates a character inside of brackets.
    fn in_class(&mut self, c: char) -> Result<(), String> {
        match c {
            '\\' => self.escape()?,
            '[' => self.open_class()?,
            ']' => {
                self.open_bracket_count -= 1;
                self.translation.text.push(']');
            }
            // In the engine, `--` and `~~` are operations on classes; in Ruby they are characters, so they are escaped.
            '-' | '~' if self.characters.peek() == Some(&c) => self.literal(c),
            _ => self.translation.text.push(c),
        }
        Ok(())
    }

    /// The innermost open group.
    fn frame(&mut self) -> &mut Frame {
        // `close` never removes the first frame; this only avoids a panic.
        if self.frames.is_empty() {
            self.frames.push(Frame { is_extended: false, flag_group_count: 0 });
        }
        let innermost = self.frames.len() - 1;
        &mut self.frames[innermost]
    }

    /// Closes the groups that were opened for flags.
    fn close_flag_groups(&mut self) {
        let flag_group_count = std::mem::take(&mut self.frame().flag_group_count);
        self.translation.text.extend(std::iter::repeat_n(')', flag_group_count));
    }

    /// Translates the end of a group.
    fn close(&mut self) -> Result<(), String> {
        if self.frames.len() == 1 {
            return Err("`)` closes no group".to_owned());
        }
        self.close_flag_groups();
        self.frames.pop();
        self.translation.text.push(')');
        Ok(())
    }

    /// Starts a group; `is_extended` if it is in extended notation.
    fn open(&mut self, is_extended: bool) {
        self.frames.push(Frame { is_extended, flag_group_count: 0 });
    }

    /// Writes a character after a backslash.
    fn literal(&mut self, c: char) {
        self.translation.text.push('\\');
        self.translation.text.push(c);
    }

    /// Translates `*`, `+` or `?`.
    fn repeat(&mut self, c: char) -> Result<(), String> {
        self.translation.is_unbounded |= c != '?';
        self.translation.text.push(c);
        match self.characters.peek() {
            Some('+') => Err(format!("`{c}+` (possessive repetition) is not supported; write `{c}`")),
            Some('?') => {
                self.characters.next();
                self.translation.text.push('?');
                Ok(())
            }
            _ => Ok(()),
        }
    }

    /// Translates an opening brace: a repetition such as `{2,3}`, or an ordinary character.
    fn brace(&mut self) {
        // The lookahead is limited, because many braces would otherwise make the translation quadratic.
        let content: String = self.characters.clone().take_while(|c| *c != '}').take(24).collect();
        let content_length = content.chars().count();
        let is_closed = self.characters.clone().nth(content_length) == Some('}');
        // In Ruby, a brace that is not a repetition is an ordinary character; the engine would reject it.
        if !is_closed || !is_repetition(&content) {
            self.literal('{');
            return;
        }
        self.translation.is_unbounded |= content.ends_with(',');
        self.translation.text.push('{');
        // In Ruby, `{,n}` counts from 0.
        if content.starts_with(',') {
            self.translation.text.push('0');
        }
        self.translation.text.push_str(&content);
        self.translation.text.push('}');
        // Skips the content and the closing brace, which are translated now.
        for _ in 0..=content_length {
            self.characters.next();
        }
    }

    /// Translates an opening bracket.
    fn open_class(&mut self) -> Result<(), String> {
        if self.open_bracket_count > 0 && self.characters.peek() == Some(&':') {
            return self.posix();
        }
        self.open_bracket_count += 1;
        if self.open_bracket_count > MAX_OPEN_BRACKETS {
            return Err("brackets nest too deeply".to_owned());
        }
        self.translation.text.push('[');
        if self.characters.peek() == Some(&'^') {
            self.characters.next();
            self.translation.text.push('^');
        }
        // As in Ruby, a closing bracket at the start is a member of the class.
        if self.characters.peek() == Some(&']') {
            self.characters.next();
            self.literal(']');
        }
        Ok(())
    }

    /// Translates a class of POSIX such as `[:alpha:]`; in Ruby, it covers all of Unicode.
    fn posix(&mut self) -> Result<(), String> {
        self.characters.next();
        let mut name = String::new();
        while let Some(c) = self.characters.next_if(|c| c.is_ascii_alphabetic() || *c == '^') {
            name.push(c);
        }
        if self.characters.next() != Some(':') || self.characters.next() != Some(']') {
            return Err("`[:` is not closed with `:]`".to_owned());
        }
        let (is_negated, word) = match name.strip_prefix('^') {
            Some(word) => (true, word),
            None => (false, name.as_str()),
        };
        let class = posix_class(word).ok_or_else(|| format!("`[:{name}:]` is not a class of characters"))?;
        self.class(class, is_negated);
        Ok(())
    }

    /// Writes a class, given by the characters between its brackets.
    fn class(&mut self, class: &str, is_negated: bool) {
        self.translation.text.push_str(if is_negated { "[^" } else { "[" });
        self.translation.text.push_str(class);
        self.translation.text.push(']');
    }

    /// Translates a class of characters with a property: `\p{Alpha}`, `\p{^Alpha}`, `\P{Alpha}`.
    fn property(&mut self, kind: char) -> Result<(), String> {
        // Without braces, `\p` is an escaped letter.
        if self.characters.peek() != Some(&'{') {
            self.translation.text.push(kind);
            return Ok(());
        }
        let name = self.braced().ok_or_else(|| format!("`\\{kind}{{` is not closed"))?;
        let (is_negated, word) = match name.strip_prefix('^') {
            // `\P{^Alpha}` is negated twice.
            Some(word) => (kind == 'p', word),
            None => (kind == 'P', name.as_str()),
        };
        // Ruby ignores these characters in names of properties.
        let property: String = word.chars().filter(|c| !matches!(c, ' ' | '_' | '-')).collect();
        // Other characters, such as `=`, are meaningful only in the engine's notation.
        if property.is_empty() || !property.bytes().all(|b| b.is_ascii_alphanumeric()) {
            return Err(format!("`{name}` is not a property of characters"));
        }
        let class = match property.to_ascii_lowercase().as_str() {
            // Unlike `[:punct:]`, the property does not include symbols.
            "punct" => Some(r"\p{P}"),
            word => posix_class(word),
        };
        match class {
            Some(class) => self.class(class, is_negated),
            None => {
                self.translation.text.push_str(if is_negated { r"\P{" } else { r"\p{" });
                self.translation.text.push_str(&property);
                self.translation.text.push('}');
            }
        }
        Ok(())
    }

    /// The text in the braces that follow; `None` if they are not closed.
    fn braced(&mut self) -> Option<String> {
        self.characters.next_if_eq(&'{')?;
        let mut content = String::new();
        loop {
            match self.characters.next()? {
                '}' => return Some(content),
                c => content.push(c),
            }
        }
    }

    /// Translates the opening of a group after `(`.
    fn group(&mut self) -> Result<(), String> {
        let is_extended = self.frame().is_extended;
        if self.characters.peek() != Some(&'?') {
            self.has_unnamed = true;
            self.group_count += usize::from(!self.captures_only_named);
            self.translation.text.push_str(if self.captures_only_named { "(?:" } else { "(" });
            self.open(is_extended);
            return Ok(());
        }
        let ahead: String = self.characters.clone().skip(1).take(2).collect();
        // These groups are rejected by name, because a message of the engine would describe the engine's notation.
        let unsupported_construct = match ahead.as_bytes() {
            [b'=' | b'!', ..] => Some("look-ahead"),
            [b'<', b'=' | b'!'] => Some("look-behind"),
            [b'>', ..] => Some("atomic groups"),
            [b'(', ..] => Some("conditions"),
            [b'~', ..] => Some("absence"),
            _ => None,
        };
        if let Some(construct) = unsupported_construct {
            return Err(format!(
                "`(?{ahead}` ({construct}) is not supported, because the time to match it is unbounded"
            ));
        }
        self.characters.next();
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

    /// Skips a comment: `(?# … )`.
    fn comment(&mut self) -> Result<(), String> {
        loop {
            match self.characters.next() {
                Some(')') => return Ok(()),
                // An escaped parenthesis does not end the comment.
                Some('\\') => drop(self.characters.next()),
                Some(_) => {}
                None => return Err("a comment is not closed".to_owned()),
            }
        }
    }

    /// Translates the name of a group after `(?`; `end` is the character that closes the name.
    fn name(&mut self, end: char) {
        // The character that opens the name.
        self.characters.next();
        self.translation.has_names = true;
        self.group_count += 1;
        self.translation.text.push_str("(?P<");
        while let Some(c) = self.characters.next().filter(|c| *c != end) {
            self.translation.text.push(c);
        }
        self.translation.text.push('>');
    }

    /// Translates flags after `(?`: `(?im-x:…)`; or `(?im-x)`, which applies up to the end of the enclosing group,
    /// including its alternatives.
    fn flags(&mut self) -> Result<(), String> {
        // Flags after `-` are turned off.
        let (mut turns_on, mut is_extended) = (true, self.frame().is_extended);
        self.translation.text.push_str("(?");
        let (mut added, mut removed) = (String::new(), String::new());
        while let Some(c) = self.characters.next_if(|c| matches!(c, 'i' | 'm' | 'x' | '-')) {
            match c {
                '-' => turns_on = false,
                'x' => is_extended = turns_on,
                // In Ruby, `m` makes `.` match line breaks; the engine's flag for that is `s`.
                c => {
                    let flags = if turns_on { &mut added } else { &mut removed };
                    flags.push(if c == 'm' { 's' } else { c });
                }
            }
        }
        // The engine rejects a repeated flag, and one that is both added and removed. In Ruby, the latter is off.
        let removed: String = ['i', 's'].into_iter().filter(|flag| removed.contains(*flag)).collect();
        let is_added = |flag: &char| added.contains(*flag) && !removed.contains(*flag);
        let added: String = ['i', 's'].into_iter().filter(is_added).collect();
        self.translation.text.push_str(&added);
        if !removed.is_empty() {
            self.translation.text.push('-');
            self.translation.text.push_str(&removed);
        }
        self.translation.text.push(':');
        match self.characters.next() {
            Some(':') => self.open(is_extended),
            Some(')') => {
                // In Ruby, `a(?i)b|c` means `a(?i:b|c)`, so a group is opened here, and closed with the enclosing
                // group.
                self.frame().is_extended = is_extended;
                self.frame().flag_group_count += 1;
            }
            _ => return Err("the flags of a group must be `i`, `m` or `x`, before or after a `-`".to_owned()),
        }
        Ok(())
    }

    /// Translates an escape after its backslash.
    fn escape(&mut self) -> Result<(), String> {
        let is_in_brackets = self.open_bracket_count > 0;
        let Some(c) = self.characters.next() else { return Err("it ends in a backslash".to_owned()) };
        // In Ruby, `\d`, `\w` and `\s` are ASCII; in the engine, they cover all of Unicode. The engine accepts a class
        // in brackets inside another one, but not a negated list of members without brackets.
        let class = |members: &str, is_negated: bool| match (is_in_brackets, is_negated) {
            (true, false) => members.to_owned(),
            (_, true) => format!("[^{members}]"),
            (false, false) => format!("[{members}]"),
        };
        match c {
            'd' | 'D' => self.translation.text.push_str(&class("0-9", c == 'D')),
            'w' | 'W' => self.translation.text.push_str(&class("0-9A-Za-z_", c == 'W')),
            's' | 'S' => self.translation.text.push_str(&class(r" \t\r\n\x0B\x0C", c == 'S')),
            'h' | 'H' => self.translation.text.push_str(&class("0-9a-fA-F", c == 'H')),
            'R' if !is_in_brackets => {
                self.translation.text.push_str(r"(?:\r\n|[\n\x0B\x0C\r\x{85}\x{2028}\x{2029}])");
            }
            // Inside brackets, `\b` is a backspace.
            'b' if is_in_brackets => self.translation.text.push_str(r"\x08"),
            'b' | 'B' | 'A' | 'z' if !is_in_brackets => self.literal(c),
            'Z' if !is_in_brackets => {
                self.group_count += 1;
                self.translation.ends.push(self.group_count);
                // The engine has no `\Z`. This group matches the line break, and `Regex::visible_spans` removes it from
                // the match.
                self.translation.text.push_str(r"(\n?)\z");
            }
            'G' | 'K' | 'X' if !is_in_brackets => return Err(format!("`\\{c}` is not supported")),
            'k' | 'g' if !is_in_brackets => {
                return Err(format!("`\\{c}` (a reference to a group) is not supported"));
            }
            '1'..='9' if !is_in_brackets => {
                return Err(format!("`\\{c}` (a back-reference) is not supported"));
            }
            'p' | 'P' => self.property(c)?,
            'x' | 'u' => self.hex(c)?,
            'e' => self.translation.text.push_str(r"\x1B"),
            // Inside brackets, `\1` is octal as well, because there are no back-references.
            '0'..='7' => self.octal(c),
            'n' | 't' | 'r' | 'f' | 'v' | 'a' => self.literal(c),
            _ if c.is_ascii_punctuation() => self.literal(c),
            // In Ruby, any other escaped letter is an ordinary character; the engine would reject the escape.
            _ => self.translation.text.push(c),
        }
        Ok(())
    }

    /// Translates a character given by its code: `\xA`, `\u00e9`, `\u{e9}`, `\u{65 66}`.
    fn hex(&mut self, kind: char) -> Result<(), String> {
        let invalid = || format!("`\\{kind}` must be followed by the hexadecimal digits of a character");
        if kind == 'u' && self.characters.peek() == Some(&'{') {
            let codes = self.braced().ok_or_else(invalid)?;
            if codes.trim().is_empty() {
                return Err(invalid());
            }
            return codes.split_ascii_whitespace().try_for_each(|digits| self.character(digits, invalid));
        }
        let max_digits = if kind == 'x' { 2 } else { 4 };
        let mut digits = String::new();
        while digits.len() < max_digits
            && let Some(c) = self.characters.next_if(char::is_ascii_hexdigit)
        {
            digits.push(c);
        }
        // Ruby accepts a single digit after `\x`, but requires exactly four after `\u`.
        if kind == 'u' && digits.len() < max_digits {
            return Err(invalid());
        }
        self.character(&digits, invalid)
    }

    /// Writes the character with a hexadecimal code.
    fn character(&mut self, digits: &str, invalid: impl Fn() -> String) -> Result<(), String> {
        let code = u32::from_str_radix(digits, 16).ok().and_then(char::from_u32).ok_or_else(invalid)?;
        self.translation.text.push_str(&format!(r"\x{{{:X}}}", u32::from(code)));
        Ok(())
    }

    /// Translates an octal code of up to three digits.
    fn octal(&mut self, first: char) {
        let mut code = first.to_digit(8).unwrap_or(0);
        for _ in 0..2 {
            match self.characters.next_if(|c| c.is_digit(8)).and_then(|c| c.to_digit(8)) {
                Some(digit) => code = code * 8 + digit,
                None => break,
            }
        }
        self.translation.text.push_str(&format!(r"\x{{{code:X}}}"));
    }
}

/// Whether the text between braces is a repetition: `3`, `2,`, `,3` or `2,3`.
fn is_repetition(content: &str) -> bool {
    let without_comma = content.replacen(',', "", 1);
    !without_comma.is_empty() && without_comma.bytes().all(|b| b.is_ascii_digit())
}

/// The engine's notation for a POSIX class, which in Ruby covers all of Unicode; `None` for other names.
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
