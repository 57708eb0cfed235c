//! Divides Ruby source into tokens.
//!
//! Invariants: linear time, no recursion; code inside of strings is skipped with its brackets. Where Ruby needs to
//! know variables to decide what `/`, `%` or `<<` is, the white space around it decides.

use super::Fault;
use super::comments::Comments;
use super::literals::{Body, heredoc_text, raw_unescaped, read_raw_body, unescaped, words};
use super::tokens::{Token, TokenKind};
use crate::declarations::Span;
use std::borrow::Cow;

/// The tokens and comments of a text.
pub(super) struct Lexed<'t> {
    pub(super) tokens: Vec<Token<'t>>,
    pub(super) comments: Comments,
}

/// The length of the longest operator at the start of a text, or else of a single character.
fn operator_length(text: &str) -> usize {
    let bytes = text.as_bytes();
    match (bytes.get(..3), bytes.get(..2)) {
        (Some(b"**=" | b"<=>" | b"===" | b"..." | b"<<=" | b">>=" | b"&&=" | b"||="), _) => 3,
        (
            _,
            Some(
                b"::" | b"=>" | b"==" | b"=~" | b"!=" | b"!~" | b"<=" | b">=" | b"<<" | b">>" | b"&&" | b"||"
                | b"&." | b"->" | b".." | b"**" | b"+=" | b"-=" | b"*=" | b"/=" | b"%=" | b"|=" | b"&="
                | b"^=",
            ),
        ) => 2,
        _ => text.chars().next().map_or(1, char::len_utf8),
    }
}

/// Divides a text into tokens.
pub(super) fn lex(text: &str) -> Result<Lexed<'_>, Fault> {
    let mut lexer = Lexer {
        text,
        bytes: text.as_bytes(),
        position: 0,
        is_spaced: false,
        heredocs: Vec::new(),
        out: Lexed { tokens: Vec::new(), comments: Comments::default() },
    };
    while lexer.position < text.len() {
        if !lexer.next()? {
            break;
        }
    }
    match lexer.heredocs.first() {
        Some(heredoc) => Err(heredoc.fault()),
        None => Ok(lexer.out),
    }
}

struct Lexer<'t> {
    text: &'t str,
    bytes: &'t [u8],
    position: usize,
    /// Whether white space is before the next token.
    is_spaced: bool,
    /// The heredocs whose bodies begin on the next line.
    heredocs: Vec<Heredoc>,
    out: Lexed<'t>,
}

/// A heredoc: the index of its token, and how its body ends.
struct Heredoc {
    token: usize,
    span: Span,
    name: String,
    is_raw: bool,
    is_outdented: bool,
    may_indent_end: bool,
}

impl Heredoc {
    fn fault(&self) -> Fault {
        let message = format!("the heredoc has no line `{}` that ends it", self.name);
        Fault::new(self.span.clone(), message, "end it with a line that has only this name")
    }
}

impl<'t> Lexer<'t> {
    /// The byte at an offset from the current position; 0 after the end of the text.
    fn byte(&self, offset: usize) -> u8 {
        self.bytes.get(self.position + offset).copied().unwrap_or_default()
    }

    fn rest(&self) -> &'t str {
        self.text.get(self.position..).unwrap_or_default()
    }

    /// Whether the last token ends a value.
    fn is_after_value(&self) -> bool {
        self.out.tokens.last().is_some_and(|token| token.ends_value(self.text))
    }

    /// Whether a sign that may be an operator begins a literal here. `next` is the character after the sign.
    fn begins_literal(&self, next: u8) -> bool {
        let Some(last) = self.out.tokens.last() else { return true };
        if !last.ends_value(self.text) {
            return true;
        }
        // `name /x/` is a call with an argument, `name / x` a division.
        matches!(last.kind, TokenKind::Word) && self.is_spaced && !next.is_ascii_whitespace() && next != b'='
    }

    /// Adds a token from an offset up to the current position.
    fn push(&mut self, kind: TokenKind<'t>, start: usize) {
        let is_spaced = std::mem::take(&mut self.is_spaced);
        self.out.tokens.push(Token { kind, span: start..self.position, is_spaced });
    }

    /// Reads one token or what is between tokens; `false` at the end of the program.
    fn next(&mut self) -> Result<bool, Fault> {
        let start = self.position;
        let is_at_line_start = start == 0 || self.bytes.get(start - 1) == Some(&b'\n');
        if is_at_line_start && self.rest().starts_with("__END__") {
            return Ok(false);
        }
        if is_at_line_start && self.rest().starts_with("=begin") {
            self.block_comment();
            return Ok(true);
        }
        match self.byte(0) {
            b'\n' => self.newline()?,
            b'\\' if self.byte(1) == b'\n' => (self.position, self.is_spaced) = (start + 2, true),
            b'\\' if self.rest().starts_with("\\\r\n") => (self.position, self.is_spaced) = (start + 3, true),
            b' ' | b'\t' | b'\r' | 0xb | 0xc => self.blanks(),
            b'#' => self.comment(),
            quote @ (b'"' | b'`' | b'\'') => {
                let is_raw = quote == b'\'';
                self.quoted(quote, is_raw)?;
            }
            b'0'..=b'9' => self.number(),
            b'@' | b'$' => self.variable(),
            b'_' | b'a'..=b'z' | b'A'..=b'Z' | 0x80.. => self.word(),
            b':' if self.byte(1) != b':' && self.symbol()? => {}
            b'/' if self.begins_literal(self.byte(1)) => self.regex(b'/', b'/', 1)?,
            b'%' if self.percent_literal()? => {}
            b'<' if self.heredoc() => {}
            b'?' if !self.is_after_value() && self.character() => {}
            _ => self.operator(),
        }
        Ok(true)
    }

    /// Reads white space inside of a line.
    fn blanks(&mut self) {
        while matches!(self.byte(0), b' ' | b'\t' | b'\r' | 0xb | 0xc) {
            self.position += 1;
        }
        self.is_spaced = true;
    }

    /// Reads the longest operator that starts here, or else a single character.
    fn operator(&mut self) {
        let start = self.position;
        self.position += operator_length(self.rest());
        self.push(TokenKind::Operator, start);
    }

    /// Reads a comment up to the end of its line. It is stored if nothing else is on the line.
    fn comment(&mut self) {
        let start = self.position;
        let end = self.rest().find('\n').map_or(self.text.len(), |length| start + length);
        let line_start = self.text.get(..start).and_then(|before| before.rfind('\n')).map_or(0, |at| at + 1);
        if self.text.get(line_start..start).is_some_and(|before| before.trim().is_empty()) {
            let comment = self.text.get(start + 1..end).unwrap_or_default();
            self.out.comments.push(line_start..(end + 1).min(self.text.len()), comment);
        }
        self.position = end;
    }

    /// Reads a comment between `=begin` and `=end`.
    fn block_comment(&mut self) {
        let mut is_first = true;
        loop {
            let start = self.position;
            let end = self.rest().find('\n').map_or(self.text.len(), |length| start + length + 1);
            let line = self.text.get(start..end).unwrap_or_default();
            let is_end = line.starts_with("=end");
            // The lines of `=begin` and `=end` are comments, too, but without text.
            let text = if is_first || is_end { "" } else { line };
            self.out.comments.push(start..end, text);
            self.position = end;
            is_first = false;
            if is_end || end == self.text.len() {
                break;
            }
        }
    }

    /// Reads the end of a line, the bodies of heredocs after it, and the lines that continue a call with `.name`.
    fn newline(&mut self) -> Result<(), Fault> {
        let start = self.position;
        self.position += 1;
        for heredoc in std::mem::take(&mut self.heredocs) {
            self.heredoc_body(&heredoc)?;
        }
        self.is_spaced = true;
        // Empty lines are skipped at once, with the white space before the next text.
        while matches!(self.byte(0), b' ' | b'\t' | b'\r' | b'\n') {
            self.position += 1;
        }
        let rest = self.rest();
        let is_range = rest.starts_with("..");
        let continues_call = (rest.starts_with('.') && !is_range) || rest.starts_with("&.");
        let is_after_statement =
            self.out.tokens.last().is_some_and(|last| !matches!(last.kind, TokenKind::Newline));
        if is_after_statement && !continues_call {
            let span = start..start + "\n".len();
            self.out.tokens.push(Token { kind: TokenKind::Newline, span, is_spaced: true });
        }
        Ok(())
    }

    /// Reads a number in any notation: its meaning is determined later.
    fn number(&mut self) {
        let start = self.position;
        while self.continues_number(start) {
            self.position += 1;
        }
        self.push(TokenKind::Number, start);
    }

    /// Whether the next byte belongs to the number that begins at `start`.
    fn continues_number(&self, start: usize) -> bool {
        match self.byte(0) {
            b'_' | b'0'..=b'9' | b'a'..=b'z' | b'A'..=b'Z' => true,
            b'.' => self.byte(1).is_ascii_digit(),
            // A sign belongs to the exponent of a float such as `1e-5`, but ends a hexadecimal number, even after the
            // digit `e`: `0x1e-5`.
            b'+' | b'-' => {
                let number = self.text.get(start..self.position).unwrap_or_default();
                let is_hexadecimal = number.get(..2).is_some_and(|begin| begin.eq_ignore_ascii_case("0x"));
                number.ends_with(['e', 'E']) && !is_hexadecimal
            }
            _ => false,
        }
    }

    /// Skips the characters of a name, if there are any.
    fn skip_name(&mut self) {
        while matches!(self.byte(0), b'_' | b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | 0x80..) {
            self.position += 1;
        }
    }

    /// Reads a variable with `@`, `@@` or `$`. A global variable may be a single punctuation character, such as `$!`.
    fn variable(&mut self) {
        let start = self.position;
        while matches!(self.byte(0), b'@' | b'$') {
            self.position += 1;
        }
        let name_start = self.position;
        self.skip_name();
        if self.position == name_start
            && self.position < self.text.len()
            && self.bytes.get(start) == Some(&b'$')
        {
            self.position += self.rest().chars().next().map_or(0, char::len_utf8);
        }
        self.push(TokenKind::Variable, start);
    }

    /// Reads a name, which may be a label with a colon.
    fn word(&mut self) {
        let start = self.position;
        self.skip_name();
        if matches!(self.byte(0), b'?' | b'!') && self.byte(1) != b'=' {
            self.position += 1;
        }
        let name = self.text.get(start..self.position).unwrap_or_default();
        if self.byte(0) == b':' && self.byte(1) != b':' && !self.is_in_choice() {
            self.position += 1;
            return self.push(TokenKind::Label(name.into()), start);
        }
        let is_constant = name.starts_with(char::is_uppercase);
        self.push(if is_constant { TokenKind::Constant } else { TokenKind::Word }, start);
    }

    /// Reads `:name`, `:"name"` or `:+`; `false` if the colon does not begin a symbol.
    fn symbol(&mut self) -> Result<bool, Fault> {
        let start = self.position;
        let quote = self.byte(1);
        if matches!(quote, b'"' | b'\'') {
            self.position += 2;
            let (text, is_dynamic) = self.body(start, None, quote, quote == b'\'')?;
            // A name that is computed is a text with code.
            let kind = if is_dynamic { TokenKind::Text(text, true) } else { TokenKind::Symbol(text) };
            self.push(kind, start);
            return Ok(true);
        }
        self.position += 1;
        while matches!(self.byte(0), b'@' | b'$') {
            self.position += 1;
        }
        let name_start = self.position;
        if !self.byte(0).is_ascii_digit() {
            self.skip_name();
        }
        if self.position > name_start {
            // `:name=` is the name of a setter, but `:name=>` is a key.
            let is_setter = self.byte(0) == b'=' && !matches!(self.byte(1), b'>' | b'=' | b'~');
            if is_setter || (matches!(self.byte(0), b'?' | b'!') && self.byte(1) != b'=') {
                self.position += 1;
            }
        } else {
            let signs =
                ["[]=", "[]", "<=>", "===", "==", "=~", "!=", "**", "+", "-", "*", "/", "<", ">", "!", "%"];
            let sign = signs.iter().find(|sign| self.rest().starts_with(**sign));
            let Some(sign) = sign.filter(|_| !self.is_after_value()) else {
                self.position = start;
                return Ok(false);
            };
            self.position += sign.len();
        }
        let text = self.text.get(start + 1..self.position).unwrap_or_default();
        self.push(TokenKind::Symbol(text.into()), start);
        Ok(true)
    }

    /// Reads a text in quotes, which may be a label with a colon.
    fn quoted(&mut self, quote: u8, is_raw: bool) -> Result<(), Fault> {
        let start = self.position;
        self.position += 1;
        let (text, is_dynamic) = self.body(start, None, quote, is_raw)?;
        let is_label = self.byte(0) == b':' && self.byte(1) != b':' && quote != b'`' && !self.is_in_choice();
        if is_label {
            self.position += 1;
            self.push(TokenKind::Label(text), start);
        } else {
            self.push(TokenKind::Text(text, is_dynamic || quote == b'`'), start);
        }
        Ok(())
    }

    /// Whether the last token is `?`, so that `:` after the next value belongs to it.
    fn is_in_choice(&self) -> bool {
        self.out.tokens.last().is_some_and(|last| last.text(self.text) == "?")
    }

    /// Reads a regular expression. `start_length` is the number of bytes of its start, such as `/` or `%r(`.
    fn regex(&mut self, open: u8, close: u8, start_length: usize) -> Result<(), Fault> {
        let start = self.position;
        self.position += start_length;
        let nested = (open != close).then_some(open);
        let has_code = true;
        let body = self.raw_body(start, nested, close, has_code)?;
        let pattern = match close {
            b'/' => Cow::Owned(body.text.replace("\\/", "/")),
            _ => Cow::Borrowed(body.text),
        };
        let flags_start = self.position;
        while self.byte(0).is_ascii_lowercase() {
            self.position += 1;
        }
        let flags = self.text.get(flags_start..self.position).unwrap_or_default();
        self.push(TokenKind::Regex(pattern, flags, body.is_dynamic), start);
        Ok(())
    }

    /// Reads a literal with `%`; `false` if the `%` does not begin one.
    fn percent_literal(&mut self) -> Result<bool, Fault> {
        let start = self.position;
        // The letter may be missing: `%w[a b]`, `%(text)`. Then it is the sign that opens the literal.
        let letter = self.byte(1);
        let has_letter = letter.is_ascii_alphabetic();
        let (open, start_length) = if has_letter { (self.byte(2), 3) } else { (letter, 2) };
        let is_valid_letter = !has_letter || b"wWiIqQrsx".contains(&letter);
        let is_valid_sign = open.is_ascii_punctuation() && open != b'=';
        if !is_valid_letter || !is_valid_sign || !self.begins_literal(letter) {
            return Ok(false);
        }
        let close = match open {
            b'(' => b')',
            b'[' => b']',
            b'{' => b'}',
            b'<' => b'>',
            other => other,
        };
        if letter == b'r' {
            self.regex(open, close, start_length)?;
            return Ok(true);
        }
        self.position += start_length;
        let is_raw = b"wiqs".contains(&letter);
        let nested = (open != close).then_some(open);
        let kind = match letter {
            b'w' | b'W' => TokenKind::Words(words(self.raw_body(start, nested, close, !is_raw)?.text)),
            b'i' | b'I' => TokenKind::Symbols(words(self.raw_body(start, nested, close, !is_raw)?.text)),
            b's' => TokenKind::Symbol(self.body(start, nested, close, is_raw)?.0),
            _ => {
                let (text, is_dynamic) = self.body(start, nested, close, is_raw)?;
                TokenKind::Text(text, is_dynamic || letter == b'x')
            }
        };
        self.push(kind, start);
        Ok(true)
    }

    /// Reads `?x`, a string of one character; `false` if the `?` does not begin one.
    fn character(&mut self) -> bool {
        let start = self.position;
        let mut chars = self.rest().chars().skip(1);
        let (Some(first), second) = (chars.next(), chars.next()) else { return false };
        // Before a longer name, as in `a ?bc : d`, the `?` is an operator.
        let is_before_name = is_name_character(first) && second.is_some_and(is_name_character);
        if first.is_whitespace() || first == '\\' || is_before_name {
            return false;
        }
        self.position += "?".len() + first.len_utf8();
        self.push(TokenKind::Text(first.to_string().into(), false), start);
        true
    }

    /// Reads the start of a heredoc, such as `<<NAME`, `<<~NAME` or `<<-'NAME'`; `false` if the `<` does not begin one.
    fn heredoc(&mut self) -> bool {
        let start = self.position;
        let Some(after_sign) = self.rest().strip_prefix("<<") else { return false };
        let mark = after_sign.bytes().next().filter(|byte| matches!(byte, b'~' | b'-'));
        let mark_length = usize::from(mark.is_some());
        let after_mark = after_sign.get(mark_length..).unwrap_or_default();
        let quote = after_mark.bytes().next().filter(|byte| matches!(byte, b'\'' | b'"' | b'`'));
        let quote_length = usize::from(quote.is_some());
        let from_name = after_mark.get(quote_length..).unwrap_or_default();
        let name = match quote {
            Some(quote) => from_name.split_once(char::from(quote)).map(|(name, _)| name),
            None => from_name.split(|c: char| !is_name_character(c)).next(),
        };
        let Some(name) = name.filter(|name| !name.is_empty() && !name.contains('\n')) else { return false };
        // `<<name` may also append to a list, so a name without a mark or quotes must begin in upper case.
        let is_upper = name.starts_with(|c: char| c.is_uppercase() || c == '_');
        let may_be_heredoc = mark.is_some() || quote.is_some() || is_upper;
        let is_number = quote.is_none() && name.starts_with(char::is_numeric);
        // Neither white space nor `=` follows `<<`, so any other character will do.
        let next = b'x';
        if !may_be_heredoc || is_number || !self.begins_literal(next) {
            return false;
        }
        let quoted_length = quote_length + name.len() + quote_length;
        self.position = start + "<<".len() + mark_length + quoted_length;
        self.heredocs.push(Heredoc {
            token: self.out.tokens.len(),
            span: start..self.position,
            name: name.to_owned(),
            is_raw: quote == Some(b'\''),
            is_outdented: mark == Some(b'~'),
            may_indent_end: mark.is_some(),
        });
        self.push(TokenKind::Text(Cow::default(), false), start);
        true
    }

    /// Reads the lines of a heredoc up to the one with its name, and sets the text of its token.
    fn heredoc_body(&mut self, heredoc: &Heredoc) -> Result<(), Fault> {
        let start = self.position;
        loop {
            let line = self.rest();
            if line.is_empty() {
                return Err(heredoc.fault());
            }
            let end = line.find('\n').map_or(line.len(), |at| at + 1);
            let content = line.get(..end).unwrap_or_default().trim_end_matches(['\n', '\r']);
            let name = if heredoc.may_indent_end { content.trim_start() } else { content };
            if name == heredoc.name {
                let body = self.text.get(start..self.position).unwrap_or_default();
                self.position += end;
                let is_dynamic = !heredoc.is_raw && body.contains("#{");
                let text = heredoc_text(body, heredoc.is_outdented);
                let text = if heredoc.is_raw { text } else { unescaped(&text).into_owned() };
                if let Some(token) = self.out.tokens.get_mut(heredoc.token) {
                    token.kind = TokenKind::Text(text.into(), is_dynamic);
                }
                return Ok(());
            }
            self.position += end;
        }
    }

    /// Reads the body of a literal up to its end, with its escapes as written.
    fn raw_body(
        &mut self,
        start: usize,
        open: Option<u8>,
        close: u8,
        has_code: bool,
    ) -> Result<Body<'t>, Fault> {
        read_raw_body(self.text, &mut self.position, start, open, close, has_code)
    }

    /// Reads the body of a string up to its end: its text with the escapes replaced, and whether it has code.
    fn body(
        &mut self,
        start: usize,
        open: Option<u8>,
        close: u8,
        is_raw: bool,
    ) -> Result<(Cow<'t, str>, bool), Fault> {
        let body = self.raw_body(start, open, close, !is_raw)?;
        let text = if is_raw { raw_unescaped(body.text) } else { unescaped(body.text) };
        Ok((text, body.is_dynamic))
    }
}

/// Whether a character can be part of a name.
fn is_name_character(c: char) -> bool {
    c.is_alphanumeric() || c == '_'
}
