//! Splits Rust text into the few tokens that paths consist of.
//!
//! Invariants: comments, literals and lifetimes yield no tokens, so that nothing in them is mistaken for a
//! path; the time is linear. This module does not know the meaning of tokens.

/// A token, with the line that it starts in.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Token<'t> {
    pub(super) text: &'t str,
    pub(super) line: usize,
}

impl Token<'_> {
    /// Whether this is an identifier or a keyword.
    pub(super) fn is_word(&self) -> bool {
        self.text.starts_with(is_word_start)
    }
}

/// The tokens of a file: words, `::`, and single other characters.
pub(super) fn tokens(text: &str) -> Vec<Token<'_>> {
    let mut cursor = Cursor { text, at: 0, line: 1 };
    let mut tokens = Vec::new();
    while let Some(first) = cursor.rest().chars().next() {
        let length = match first {
            _ if first.is_whitespace() => first.len_utf8(),
            '/' if cursor.rest().starts_with("//") => line_length(cursor.rest()),
            '/' if cursor.rest().starts_with("/*") => block_comment_length(cursor.rest()),
            '"' => string_length(cursor.rest()),
            '\'' => quote_length(cursor.rest()),
            _ if first.is_ascii_digit() => number_length(cursor.rest()),
            _ => {
                let length = cursor.token_length(first);
                if !cursor.is_literal(length) {
                    tokens.push(Token { text: &cursor.rest()[..length], line: cursor.line });
                }
                length
            }
        };
        cursor.advance(length);
    }
    tokens
}

struct Cursor<'t> {
    text: &'t str,
    at: usize,
    line: usize,
}

impl<'t> Cursor<'t> {
    fn rest(&self) -> &'t str {
        &self.text[self.at..]
    }

    fn advance(&mut self, length: usize) {
        self.line += self.rest()[..length].bytes().filter(|byte| *byte == b'\n').count();
        self.at += length;
    }

    /// The length of the token that starts here, including the literal that a prefix such as `r#"` opens.
    fn token_length(&self, first: char) -> usize {
        let rest = self.rest();
        if rest.starts_with("::") {
            return 2;
        }
        if !is_word_start(first) {
            return first.len_utf8();
        }
        let word = word_length(rest);
        match (&rest[..word], rest.as_bytes().get(word)) {
            ("r" | "br" | "cr", Some(b'"' | b'#')) => raw_length(rest, word),
            ("b" | "c", Some(b'"')) => word + string_length(&rest[word..]),
            ("b", Some(b'\'')) => word + quote_length(&rest[word..]),
            _ => word,
        }
    }

    /// Whether a token of this length is a literal with a prefix.
    fn is_literal(&self, length: usize) -> bool {
        self.rest()[..length].ends_with(['"', '#', '\'']) && length > 1
    }
}

fn is_word_start(c: char) -> bool {
    c == '_' || c.is_alphabetic()
}

fn word_length(text: &str) -> usize {
    text.find(|c: char| c != '_' && !c.is_alphanumeric()).unwrap_or(text.len())
}

fn line_length(text: &str) -> usize {
    text.find('\n').unwrap_or(text.len())
}

/// Block comments nest.
fn block_comment_length(text: &str) -> usize {
    let (mut depth, mut at) = (0_usize, 0);
    while at < text.len() {
        let rest = &text.as_bytes()[at..];
        if rest.starts_with(b"/*") {
            depth += 1;
            at += 2;
        } else if rest.starts_with(b"*/") {
            depth -= 1;
            at += 2;
            if depth == 0 {
                return at;
            }
        } else {
            at += 1;
        }
    }
    text.len()
}

fn string_length(text: &str) -> usize {
    let mut bytes = text.bytes().enumerate().skip(1);
    while let Some((at, byte)) = bytes.next() {
        match byte {
            b'\\' => drop(bytes.next()),
            b'"' => return at + 1,
            _ => {}
        }
    }
    text.len()
}

/// The length of a raw string, or of the prefix of a raw identifier.
fn raw_length(text: &str, prefix: usize) -> usize {
    let hashes = text[prefix..].bytes().take_while(|byte| *byte == b'#').count();
    let open = prefix + hashes;
    if text.as_bytes().get(open) != Some(&b'"') {
        return open;
    }
    let close = format!("\"{}", "#".repeat(hashes));
    text[open + 1..].find(&close).map_or(text.len(), |at| open + 1 + at + close.len())
}

/// The length of a character literal or a lifetime.
fn quote_length(text: &str) -> usize {
    let mut chars = text.char_indices().skip(1);
    match chars.next() {
        Some((_, '\\')) => {
            chars.next();
            chars.find(|(_, c)| *c == '\'').map_or(text.len(), |(at, _)| at + 1)
        }
        Some((at, c)) if text[at + c.len_utf8()..].starts_with('\'') => at + c.len_utf8() + 1,
        Some((at, c)) if is_word_start(c) => at + word_length(&text[at..]),
        _ => 1,
    }
}

/// The length of a number with its suffix; the fraction is a separate token.
fn number_length(text: &str) -> usize {
    word_length(text)
}
