//! Cuts a text of the type language into tokens.
//!
//! Invariants: spans are in ascending order, on character boundaries and never overlap; the last
//! token is always [`Kind::End`]; every text yields tokens, what cannot be read becomes
//! [`Kind::Unknown`]. The lexer does not know the grammar, save for what decides whether `/` starts a
//! regular expression.

use rustc_hash::FxHashMap;
use std::ops::Range;

/// Byte offsets into a source; sources beyond 4 GiB are refused before they get here.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) struct Span {
    pub(super) start: u32,
    pub(super) end: u32,
}

impl Span {
    pub(super) fn new(start: usize, end: usize) -> Self {
        let cut = |at| u32::try_from(at).unwrap_or(u32::MAX);
        Self { start: cut(start), end: cut(end) }
    }

    pub(super) fn range(self) -> Range<usize> {
        self.start as usize..self.end as usize
    }

    /// From the start of this one to the end of a later one.
    pub(super) fn to(self, later: Span) -> Span {
        Span { start: self.start, end: later.end.max(self.end) }
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    Name,
    /// A string in quotes; `closed` unless the text ends first.
    String {
        closed: bool,
    },
    Number,
    Regex,
    Variable,
    /// Punctuation, by its spelling.
    Mark(&'static str),
    /// A character that starts no token.
    Unknown,
    End,
}

#[derive(Debug, Clone, Copy)]
pub(super) struct Token {
    pub(super) kind: Kind,
    pub(super) span: Span,
    /// Whether it is the first token of its line.
    pub(super) starts_line: bool,
}

/// The tokens of a text, and the comment blocks directly above some of them.
pub(super) struct Tokens {
    pub(super) list: Vec<Token>,
    /// The comment block directly above a token that starts a line, by the token's position.
    pub(super) docs: FxHashMap<usize, String>,
}

/// Longest first where one is the start of another. `>` is always alone, since `>>` may close two
/// lists of type arguments; the parser puts the arrow together.
const MARKS: &[&str] = &[
    "::", "=>", "=~", "==", "{", "}", "[", "]", "(", ")", ",", ":", "<", ">", "?", "=", ".", "|", "&", "+",
    "-", "*", "/", "%", "!", ";", "@", "~", "$",
];

/// Words after which a `/` cannot divide and so starts a regular expression.
const BEFORE_REGEX: &[&str] = &["in", "and", "or", "if", "elsif", "unless", "case", "when", "node"];

pub(super) fn lex(text: &str) -> Tokens {
    let mut lexer = Lexer {
        text,
        at: 0,
        list: Vec::new(),
        docs: FxHashMap::default(),
        comment: Vec::new(),
        no_regex_until: 0,
        interpolation: true,
    };
    lexer.run();
    Tokens { list: lexer.list, docs: lexer.docs }
}

struct Lexer<'a> {
    text: &'a str,
    at: usize,
    list: Vec<Token>,
    docs: FxHashMap<usize, String>,
    /// The lines of the comment block that ends directly above the present line.
    comment: Vec<&'a str>,
    /// Up to here a slash was found to start no regular expression. This and the next keep the
    /// lexer's time linear in hostile texts, where each slash or quote would look for its end in vain.
    no_regex_until: usize,
    /// Whether `${` is looked into; not after a string whose braces never closed.
    interpolation: bool,
}

impl<'a> Lexer<'a> {
    fn run(&mut self) {
        let text = self.text;
        if text.starts_with('\u{feff}') {
            self.at = '\u{feff}'.len_utf8();
        }
        let (mut starts_line, mut comment_line) = (true, false);
        while let Some(c) = text[self.at..].chars().next() {
            if c == '\n' {
                // A line without a comment of its own ends the block above it.
                if starts_line && !comment_line {
                    self.comment.clear();
                }
                (starts_line, comment_line) = (true, false);
                self.at += 1;
            } else if c.is_whitespace() {
                self.at += c.len_utf8();
            } else if c == '#' {
                let line = self.comment_line();
                if starts_line {
                    self.comment.push(line);
                    comment_line = true;
                }
            } else {
                if starts_line && !self.comment.is_empty() {
                    let doc = self.comment.join("\n");
                    if !doc.trim().is_empty() {
                        self.docs.insert(self.list.len(), doc);
                    }
                }
                self.comment.clear();
                self.token(c, starts_line);
                starts_line = false;
            }
        }
        self.push(Kind::End, text.len(), text.len(), true);
    }

    /// The text of a comment, without its mark and the one space that usually follows.
    fn comment_line(&mut self) -> &'a str {
        let rest = &self.text[self.at + 1..];
        let end = memchr::memchr(b'\n', rest.as_bytes()).unwrap_or(rest.len());
        self.at += 1 + end;
        let line = rest[..end].strip_suffix('\r').unwrap_or(&rest[..end]);
        line.strip_prefix(' ').unwrap_or(line)
    }

    fn push(&mut self, kind: Kind, start: usize, end: usize, starts_line: bool) {
        self.list.push(Token { kind, span: Span::new(start, end), starts_line });
        self.at = end;
    }

    fn token(&mut self, first: char, starts_line: bool) {
        let start = self.at;
        let rest = &self.text[start..];
        let (kind, length) = match first {
            'a'..='z' | 'A'..='Z' | '_' => (Kind::Name, name_length(rest)),
            '0'..='9' => (Kind::Number, number_length(rest).max(1)),
            '\'' => single_quoted(rest),
            '"' => self.double_quoted(rest),
            '$' if variable_length(rest) > 1 => (Kind::Variable, variable_length(rest)),
            '/' if self.regex_may_start() => match regex_length(rest) {
                Ok(length) => (Kind::Regex, length),
                Err(length) => {
                    self.no_regex_until = start + length;
                    (Kind::Mark("/"), 1)
                }
            },
            _ => match MARKS.iter().find(|mark| rest.starts_with(**mark)) {
                Some(mark) => (Kind::Mark(mark), mark.len()),
                None => (Kind::Unknown, unknown_length(rest)),
            },
        };
        self.push(kind, start, start + length, starts_line);
    }

    fn double_quoted(&mut self, rest: &str) -> (Kind, usize) {
        let (kind, length) = double_quoted(rest, self.interpolation);
        self.interpolation &= kind == Kind::String { closed: true };
        (kind, length)
    }

    fn regex_may_start(&self) -> bool {
        if self.at < self.no_regex_until {
            return false;
        }
        match self.list.last() {
            None => true,
            Some(token) => match token.kind {
                Kind::Name => BEFORE_REGEX.contains(&&self.text[token.span.range()]),
                Kind::Mark(mark) => !matches!(mark, ")" | "]"),
                Kind::String { .. } | Kind::Number | Kind::Regex | Kind::Variable => false,
                Kind::Unknown | Kind::End => true,
            },
        }
    }
}

fn name_length(rest: &str) -> usize {
    rest.bytes().take_while(|b| b.is_ascii_alphanumeric() || *b == b'_').count()
}

/// The length of the number at the start of a text, as JSON and Puppet write numbers; 0 for none.
pub(super) fn number_length(text: &str) -> usize {
    let bytes = text.as_bytes();
    let run = |from: usize, test: fn(&u8) -> bool| bytes[from..].iter().take_while(|b| test(b)).count();
    if matches!(bytes, [b'0', b'x' | b'X', digit, ..] if digit.is_ascii_hexdigit()) {
        return 2 + run(2, u8::is_ascii_hexdigit);
    }
    let mut at = run(0, u8::is_ascii_digit);
    if at == 0 {
        return 0;
    }
    if matches!(&bytes[at..], [b'.', digit, ..] if digit.is_ascii_digit()) {
        at += 1 + run(at + 1, u8::is_ascii_digit);
    }
    let sign = match &bytes[at..] {
        [b'e' | b'E', digit, ..] if digit.is_ascii_digit() => 1,
        [b'e' | b'E', b'+' | b'-', digit, ..] if digit.is_ascii_digit() => 2,
        _ => return at,
    };
    at + sign + run(at + sign, u8::is_ascii_digit)
}

fn variable_length(rest: &str) -> usize {
    let mut length = 1;
    loop {
        let tail = &rest[length..];
        let step = if tail.starts_with("::") { 2 } else { 0 };
        let name = name_length(&tail[step..]);
        if name == 0 || (length > 1 && step == 0) {
            return length;
        }
        length += step + name;
    }
}

fn single_quoted(rest: &str) -> (Kind, usize) {
    let bytes = rest.as_bytes();
    let mut at = 1;
    while let Some(found) = memchr::memchr2(b'\'', b'\\', &bytes[at..]) {
        at += found;
        if bytes[at] == b'\'' {
            return (Kind::String { closed: true }, at + 1);
        }
        at = (at + 2).min(bytes.len());
    }
    (Kind::String { closed: false }, line_length(rest))
}

/// The end of a string in double quotes, which may hold expressions that hold strings in turn.
fn double_quoted(rest: &str, interpolation: bool) -> (Kind, usize) {
    let bytes = rest.as_bytes();
    // What is open, innermost last: a string of either quote, or an interpolation's braces.
    let mut open = vec![b'"'];
    let mut at = 1;
    while at < bytes.len() {
        let inside = open.last().copied().unwrap_or(b'"');
        match (inside, bytes[at]) {
            (b'"' | b'\'', b'\\') => at += 1,
            (b'"', b'$') if interpolation && bytes.get(at + 1) == Some(&b'{') => {
                open.push(b'{');
                at += 1;
            }
            (b'{', opener @ (b'{' | b'"' | b'\'')) => open.push(opener),
            (b'{', b'}') => drop(open.pop()),
            (quote @ (b'"' | b'\''), found) if quote == found => {
                open.pop();
                if open.is_empty() {
                    return (Kind::String { closed: true }, at + 1);
                }
            }
            _ => {}
        }
        at += 1;
    }
    (Kind::String { closed: false }, line_length(rest))
}

fn line_length(rest: &str) -> usize {
    let end = memchr::memchr(b'\n', rest.as_bytes()).unwrap_or(rest.len());
    rest[..end].trim_end().len().max(1)
}

/// The length of the regular expression at the start of a text, or of the line that ends none.
fn regex_length(rest: &str) -> Result<usize, usize> {
    let bytes = rest.as_bytes();
    let mut at = 1;
    loop {
        match bytes.get(at) {
            Some(b'/') => return Ok(at + 1),
            None | Some(b'\n') => return Err(at),
            Some(b'\\') if bytes.get(at + 1).is_some_and(|b| *b != b'\n') => at += 2,
            Some(_) => at += 1,
        }
    }
}

/// A run of characters that start no token is one token, so that it gives one message.
fn unknown_length(rest: &str) -> usize {
    let known = |c: char| c.is_whitespace() || c.is_ascii_graphic();
    let first = rest.chars().next().map_or(1, char::len_utf8);
    rest[first..].find(known).map_or(rest.len(), |at| at + first)
}

/// The source of a regular expression token.
pub(super) fn regex_source(token: &str) -> String {
    let inner = token.strip_prefix('/').and_then(|t| t.strip_suffix('/')).unwrap_or(token);
    inner.replace("\\/", "/")
}

/// The value of a string token; `None` where it holds an interpolated expression.
pub(super) fn string_value(token: &str, closed: bool) -> Option<String> {
    let end = token.len() - usize::from(closed && token.len() > 1);
    let inner = &token[1.min(token.len())..end.max(1).min(token.len())];
    if token.starts_with('\'') {
        return Some(unescape_single(inner));
    }
    unescape_double(inner)
}

fn unescape_single(inner: &str) -> String {
    let mut out = String::with_capacity(inner.len());
    let mut chars = inner.chars().peekable();
    while let Some(c) = chars.next() {
        match (c, chars.peek()) {
            ('\\', Some(next @ ('\\' | '\''))) => {
                out.push(*next);
                chars.next();
            }
            _ => out.push(c),
        }
    }
    out
}

fn unescape_double(inner: &str) -> Option<String> {
    let mut out = String::with_capacity(inner.len());
    let mut rest = inner;
    while let Some(c) = rest.chars().next() {
        rest = &rest[c.len_utf8()..];
        let next = rest.chars().next();
        if c == '$' && next.is_some_and(|n| n == '{' || n == '_' || n.is_ascii_alphabetic()) {
            return None;
        }
        let (true, Some(next)) = (c == '\\', next) else {
            out.push(c);
            continue;
        };
        rest = &rest[next.len_utf8()..];
        match next {
            'n' => out.push('\n'),
            't' => out.push('\t'),
            'r' => out.push('\r'),
            's' => out.push(' '),
            '"' | '\'' | '\\' | '$' => out.push(next),
            'u' => rest = unescape_code(rest, &mut out),
            other => out.extend(['\\', other]),
        }
    }
    Some(out)
}

/// Reads `{1F600}` or `00E9` after `\u`; what is neither stays as it is written.
fn unescape_code<'a>(rest: &'a str, out: &mut String) -> &'a str {
    let braced = rest.strip_prefix('{').and_then(|t| t.split_once('}'));
    let (digits, after) = match braced {
        Some(parts) => parts,
        None => rest.split_at_checked(4).unwrap_or(("", rest)),
    };
    match u32::from_str_radix(digits, 16).ok().and_then(char::from_u32) {
        Some(c) => {
            out.push(c);
            after
        }
        None => {
            out.push_str("\\u");
            rest
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn kinds(text: &str) -> Vec<(Kind, &str)> {
        lex(text).list.iter().map(|t| (t.kind, &text[t.span.range()])).collect()
    }

    #[test]
    fn slashes_divide_after_operands_and_quote_elsewhere() {
        assert!(kinds("$x =~ /a b/").contains(&(Kind::Regex, "/a b/")));
        assert!(kinds("4 / 2 / 1").iter().all(|(kind, _)| *kind != Kind::Regex));
        assert!(kinds("} /:/ : {").contains(&(Kind::Regex, "/:/")));
    }

    #[test]
    fn a_string_may_hold_expressions_that_hold_strings() {
        let text = r#""a ${x["b}"]} c" d"#;
        assert_eq!(kinds(text)[0], (Kind::String { closed: true }, r#""a ${x["b}"]} c""#));
        assert_eq!(string_value(text, true), None);
        assert_eq!(string_value(r#""\u{e9}\n\$x""#, true).as_deref(), Some("é\n$x"));
        assert_eq!(string_value(r"'\\d\''", true).as_deref(), Some(r"\d'"));
        assert_eq!(string_value("'", false).as_deref(), Some(""));
    }

    #[test]
    fn only_a_comment_block_directly_above_documents() {
        let tokens = lex("# licence\n\n# one\n#\n#  two\r\ntype X # no\n\n# lost\n\nattr");
        assert_eq!(tokens.docs.len(), 1);
        assert_eq!(tokens.docs[&0], "one\n\n two");
    }
}
