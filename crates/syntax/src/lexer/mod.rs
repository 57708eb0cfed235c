//! Splits a text of the type language into tokens.
//!
//! Invariants: spans are in ascending order, on character boundaries and never overlap; the last token is always
//! [`TokenKind::End`]; every text yields tokens, and characters that do not start one become [`TokenKind::Unknown`];
//! time is linear in the text. The lexer does not know the grammar, except for what decides whether `/` starts a
//! regular expression, and where the expressions inside strings end.

mod heredoc;
mod lengths;
mod marks;
mod slash_comments;
mod strings;

pub use heredoc::{Heredoc, part_text};
pub use lengths::number_length;
pub use marks::Mark;
pub use marks::T;
pub(crate) use strings::{Escapes, regex_source, string_value, unescape};

use rustc_hash::FxHashMap;
use std::ops::Range;

/// Byte offsets into a source; sources beyond 4 GiB are rejected earlier.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Span {
    /// The position of the first byte.
    pub start: u32,
    /// The position after the last byte.
    pub end: u32,
}

impl Span {
    pub(crate) fn new(start: usize, end: usize) -> Self {
        Self { start: narrow(start), end: narrow(end) }
    }

    /// The bytes of the span, as a range that indexes the source.
    pub fn range(self) -> Range<usize> {
        self.start as usize..self.end as usize
    }

    /// From the start of this span to the end of a later one.
    pub fn to(self, later: Span) -> Span {
        Span { start: self.start, end: later.end.max(self.end) }
    }
}

/// An offset in 32 bits. Longer texts are rejected earlier, so the number always fits.
fn narrow(offset: usize) -> u32 {
    u32::try_from(offset).unwrap_or(u32::MAX)
}

/// What a token is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TokenKind {
    /// A name or a keyword.
    Name,
    /// A name with hyphens, which is a string without quotes and exists only in Puppet.
    Word,
    /// A string in quotes that contains no expression, or any string without its closing quote.
    String {
        /// Whether the string has a closing quote; otherwise it ends with its line.
        closed: bool,
    },
    /// The start of a string that contains expressions, up to the first: `"text ${`, or `"text ` before `$name`.
    Open {
        /// Whether the text ends with `${`; otherwise a variable follows.
        brace: bool,
    },
    /// The text between two expressions of a string.
    Middle {
        /// Whether the text ends with `${`; otherwise a variable follows.
        brace: bool,
    },
    /// The text after the last expression of a string.
    Close,
    /// `@(…)`; see [`Tokens::heredoc`].
    Heredoc,
    /// A number without its sign.
    Number,
    /// `/…/`
    Regex,
    /// `$name`, with the namespaces before the name.
    Variable,
    /// Punctuation.
    Mark(Mark),
    /// `/*` without a closing `*/`.
    Comment,
    /// A character that does not start a token.
    Unknown,
    /// The end of the text.
    End,
}

/// A part of a text other than blanks and comments.
#[derive(Debug, Clone, Copy)]
pub struct Token {
    /// What the token is.
    pub kind: TokenKind,
    /// The range of the token in the text.
    pub span: Span,
    /// Whether the token is the first token of its line.
    pub starts_line: bool,
}

/// The tokens of a text, with the comments and heredocs that belong to some of them.
#[derive(Debug, Default)]
pub struct Tokens {
    /// In the order of the text. Tokens in the texts of heredocs are in [`Heredoc`] instead.
    pub list: Vec<Token>,
    /// The comment block directly above a token that starts a line, by the byte at which the token starts.
    pub docs: FxHashMap<u32, String>,
    /// In the order of their tokens.
    pub heredocs: Vec<Heredoc>,
    /// Comments that start with `//` instead of `#`, in order.
    pub(crate) slash_comments: Vec<Span>,
}

impl Tokens {
    /// The heredoc whose token starts at a position.
    pub(crate) fn heredoc(&mut self, start: u32) -> Option<&mut Heredoc> {
        let index = self.heredocs.binary_search_by_key(&start, |heredoc| heredoc.token_start).ok()?;
        self.heredocs.get_mut(index)
    }
}

/// Keywords after which a `/` cannot divide and so starts a regular expression.
const BEFORE_REGEX: &[&str] = &[
    "in", "and", "or", "if", "elsif", "else", "unless", "case", "node", "when", "default", "undef", "define",
    "class", "inherits", "function", "type", "attr", "private",
];

/// Splits a text into tokens.
pub fn lex(text: &str) -> Tokens {
    let bom = if text.starts_with('\u{feff}') { '\u{feff}'.len_utf8() } else { 0 };
    let mut lexer = Lexer::new(text, bom, 0);
    // In usual texts, a token has more than five bytes, so the vector does not grow, which would copy it. Memory that
    // is reserved but not used costs nothing.
    lexer.tokens.list.reserve(text.len() / 5);
    lexer.run();
    lexer.tokens
}

/// The tokens of a section of a text, with spans in the complete text.
pub(crate) fn lex_part(text: &str, range: Range<usize>) -> Tokens {
    // The text is only cut off at its end, so that spans are positions in the complete source.
    let mut lexer = Lexer::new(&text[..range.end], range.start, 0);
    lexer.run();
    lexer.tokens
}

/// A string, or the body of a heredoc, whose end has not been reached yet.
#[derive(Debug)]
struct OpenString {
    /// The position of the string's first token, in the list of tokens.
    first: usize,
    start: usize,
    /// The number of open braces in the current expression.
    braces: usize,
    /// The number of heredocs at the start of the string. If the string is not closed, later heredocs are removed.
    heredocs: usize,
    /// Where lexing would have continued after the line before the string started, to restore it if it is not closed.
    jump: Option<usize>,
}

struct Lexer<'a> {
    /// The text up to the position at which this lexer stops.
    text: &'a str,
    /// The current position in the text.
    position: usize,
    tokens: Tokens,
    /// The lines of the comment block that ends directly above the current line.
    comment: Vec<&'a str>,
    /// Whether no token of the current line was read yet.
    starts_line: bool,
    /// Whether the current line contains only a comment.
    has_only_comment: bool,
    /// The open strings around the current position, outermost first.
    open: Vec<OpenString>,
    /// Where lexing continues after the current line: after the bodies of its heredocs.
    jump: Option<usize>,
    /// How many heredocs enclose this text.
    depth: usize,
    /// The searches that failed. They are not repeated, so that even malicious texts take linear time.
    failed_searches: FailedSearches,
    /// Whether expressions in strings are read; `false` after an unclosed string.
    reads_expressions: bool,
    /// The escapes of the heredoc whose body this lexer reads, if it reads one.
    body: Option<Escapes>,
}

#[derive(Debug, Default)]
struct FailedSearches {
    /// Whether the closing quote, slash or `*/` does not occur in the rest of the text.
    single_quote: bool,
    double_quote: bool,
    slash: bool,
    comment: bool,
    /// The number of heredocs whose end lines were not found.
    heredocs: usize,
    /// Before this position, no parenthesis closes a heredoc's tag.
    parenthesis: usize,
    /// The start of a line whose end was already searched.
    line_start: usize,
    line_end: usize,
}

impl<'a> Lexer<'a> {
    /// A lexer that starts at a position of a text; `depth` is the number of heredocs in whose expressions the text is.
    fn new(text: &'a str, position: usize, depth: usize) -> Self {
        Self {
            text,
            position,
            tokens: Tokens::default(),
            comment: Vec::new(),
            starts_line: true,
            has_only_comment: false,
            open: Vec::new(),
            jump: None,
            depth,
            failed_searches: FailedSearches::default(),
            reads_expressions: true,
            body: None,
        }
    }

    /// Reads all tokens of the text.
    fn run(&mut self) {
        loop {
            self.scan();
            if self.open.is_empty() {
                break;
            }
            // After a string that is not closed, the rest of the text is read again. After the second one, closing
            // quotes are no longer searched. So a text is read at most three times.
            self.end_at_line_break();
        }
        self.starts_line = true;
        self.push(TokenKind::End, self.text.len(), self.text.len());
    }

    /// Reads tokens up to the end of the text.
    fn scan(&mut self) {
        let bytes = self.text.as_bytes();
        while let Some(&byte) = bytes.get(self.position) {
            match byte {
                // Indentation is frequent, so a sequence of spaces is skipped at once.
                b' ' => self.position = end_of_spaces(bytes, self.position + 1),
                b'\t' | b'\r' => self.position += 1,
                b'\n' => self.newline(),
                b'#' => self.comment_line(),
                b'/' if bytes.get(self.position + 1) == Some(&b'*') => self.block_comment(),
                b'/' if self.slash_comment_ahead() => self.slash_comment(),
                _ if byte.is_ascii() => self.token(byte),
                _ => {
                    let c = self.text[self.position..].chars().next().unwrap_or(' ');
                    // Texts that are copied from web pages contain no-break spaces.
                    if c.is_whitespace() { self.position += c.len_utf8() } else { self.token(byte) }
                }
            }
        }
    }

    /// Goes to the next line; after a line with heredocs, it is the line after their texts.
    fn newline(&mut self) {
        // A line without a comment ends the comment block above it.
        if self.starts_line && !self.has_only_comment {
            self.comment.clear();
        }
        (self.starts_line, self.has_only_comment) = (true, false);
        // If a comment or a string of several lines continued past the texts of heredocs, these end before this
        // position.
        self.position = self.jump.take().unwrap_or(0).max(self.position + 1);
    }

    /// A `#` comment; stored without the `#` and the space that usually follows it.
    fn comment_line(&mut self) {
        self.line_comment(1);
    }

    /// A comment whose opening characters have this length, up to the end of the line.
    fn line_comment(&mut self, mark_length: usize) {
        let rest = &self.text[self.position + mark_length..];
        let content_length = memchr::memchr(b'\n', rest.as_bytes()).unwrap_or(rest.len());
        self.position += mark_length + content_length;
        if self.starts_line {
            let content = &rest[..content_length];
            // Documentation must not depend on the file's line endings.
            let content = content.strip_suffix('\r').unwrap_or(content);
            self.comment.push(content.strip_prefix(' ').unwrap_or(content));
            self.has_only_comment = true;
        }
    }

    /// Skips a comment `/* … */`. Without its end, `/*` is a token, which the parser reports.
    fn block_comment(&mut self) {
        let content = &self.text.as_bytes()[self.position + "/*".len()..];
        let content_length =
            if self.failed_searches.comment { None } else { memchr::memmem::find(content, b"*/") };
        match content_length {
            Some(content_length) => {
                self.position += "/*".len() + content_length + "*/".len();
                self.starts_line = false;
                self.comment.clear();
            }
            None => {
                // There is no `*/` in the rest of the text, so it is not searched again for later comments.
                self.failed_searches.comment = true;
                self.push(TokenKind::Comment, self.position, self.position + 2);
            }
        }
    }

    /// Adds a token, and goes to its end.
    fn push(&mut self, kind: TokenKind, start: usize, end: usize) {
        let starts_line = std::mem::take(&mut self.starts_line);
        if starts_line && !self.comment.is_empty() {
            self.document(kind, start);
        }
        self.tokens.list.push(Token { kind, span: Span::new(start, end), starts_line });
        self.position = end;
    }

    /// Stores the comment block above a token as its documentation.
    fn document(&mut self, kind: TokenKind, start: usize) {
        let doc = self.comment.join("\n");
        // A comment at the end of the file documents nothing.
        if !doc.trim().is_empty() && kind != TokenKind::End {
            self.tokens.docs.insert(Span::new(start, start).start, doc);
        }
        self.comment.clear();
    }

    /// Reads the token that starts with a byte.
    fn token(&mut self, first: u8) {
        let start = self.position;
        let rest = &self.text[start..];
        let (kind, length) = match first {
            b'a'..=b'z' | b'_' => lengths::bare_word(rest),
            b'A'..=b'Z' => (TokenKind::Name, lengths::name_length(rest)),
            b'0'..=b'9' => (TokenKind::Number, number_length(rest).max(1)),
            b'\'' => self.single_quoted(rest),
            b'"' => return self.double_quoted(),
            b'@' if rest.as_bytes().get(1) == Some(&b'(') => return self.heredoc(),
            b'$' => match lengths::variable_length(rest) {
                1 => (TokenKind::Mark(T!["$"]), 1),
                length => (TokenKind::Variable, length),
            },
            // This brace closes `${`, because no brace that was opened in the expression is open. The text of the
            // string continues.
            b'}' if self.open.last().is_some_and(|string| string.braces == 0) => {
                let is_first = false;
                return self.string_text(start, start + 1, is_first);
            }
            b'/' if self.regex_may_start() => match strings::regex_length(rest) {
                Some(length) => (TokenKind::Regex, length),
                None => {
                    self.failed_searches.slash = true;
                    (TokenKind::Mark(T!["/"]), 1)
                }
            },
            _ => match marks::lex_mark(rest.as_bytes()) {
                Some(mark) => {
                    self.count_brace(first);
                    (TokenKind::Mark(mark), mark.text().len())
                }
                None => (TokenKind::Unknown, lengths::unknown_length(rest)),
            },
        };
        self.push(kind, start, start + length);
    }

    /// Counts a brace in an expression inside a string.
    fn count_brace(&mut self, byte: u8) {
        if let Some(string) = self.open.last_mut() {
            match byte {
                b'{' => string.braces += 1,
                // The number is above 0 here, because `token` handles a closing brace at 0, which ends the expression.
                b'}' => string.braces -= 1,
                _ => {}
            }
        }
    }

    /// Whether a `/` at this position starts a regular expression, and does not divide.
    fn regex_may_start(&self) -> bool {
        if self.failed_searches.slash {
            return false;
        }
        let Some(token) = self.tokens.list.last() else { return true };
        match token.kind {
            // All other names are operands (as are `true` and `false`), after which a slash divides.
            TokenKind::Name => BEFORE_REGEX.contains(&&self.text[token.span.range()]),
            // `}` is not listed, as in Puppet: after the braces of a `case` option, a regular expression may start the
            // next option.
            TokenKind::Mark(mark) => !matches!(mark, T![")"] | T!["]"] | T!["|>"] | T!["|>>"]),
            TokenKind::Open { .. } | TokenKind::Middle { .. } => true,
            TokenKind::Word
            | TokenKind::String { .. }
            | TokenKind::Close
            | TokenKind::Heredoc
            | TokenKind::Number
            | TokenKind::Regex
            | TokenKind::Variable => false,
            TokenKind::Comment | TokenKind::Unknown | TokenKind::End => true,
        }
    }
}

/// The position of the first byte from `start` on that is not a space.
fn end_of_spaces(bytes: &[u8], start: usize) -> usize {
    bytes[start..].iter().position(|byte| *byte != b' ').map_or(bytes.len(), |length| start + length)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn kinds(text: &str) -> Vec<(TokenKind, &str)> {
        lex(text).list.iter().map(|t| (t.kind, &text[t.span.range()])).collect()
    }

    #[test]
    fn slashes_divide_after_operands_and_quote_elsewhere() {
        assert!(kinds("$x =~ /a b/").contains(&(TokenKind::Regex, "/a b/")));
        assert!(kinds("4 / 2 / 1").iter().all(|(kind, _)| *kind != TokenKind::Regex));
        assert!(kinds("} /:/ : {").contains(&(TokenKind::Regex, "/:/")));
        assert!(kinds("/* / */ x")[0] == (TokenKind::Name, "x"));
    }

    #[test]
    fn strings_may_contain_expressions_that_contain_strings() {
        let text = r#""a ${x["}${y}"]} c" d"#;
        let found: Vec<_> = kinds(text).iter().map(|(_, text)| *text).collect();
        assert_eq!(found, ["\"a ${", "x", "[", "\"}${", "y", "}\"", "]", "} c\"", "d", ""]);
        assert_eq!(kinds("\"$a$b\"").len(), 6);
        assert_eq!(kinds("\"$ \\$a $\"").len(), 2);
    }

    #[test]
    fn an_unclosed_string_ends_with_its_line() {
        let text = "\"a ${x} \n'b";
        let found = kinds(text);
        assert_eq!(found[0], (TokenKind::String { closed: false }, "\"a ${x}"));
        assert_eq!(found[1], (TokenKind::String { closed: false }, "'b"));
        assert_eq!(kinds("\"${x\ny")[0], (TokenKind::String { closed: false }, "\"${x"));
    }

    #[test]
    fn only_comments_directly_above_are_documentation() {
        let tokens = lex("# licence\n\n# one\n#\n#  two\r\ntype X # no\n\n# lost\n\nattr");
        assert_eq!(tokens.docs.len(), 1);
        assert_eq!(tokens.docs[&tokens.list[0].span.start], "one\n\n two");
    }

    #[test]
    fn heredocs_follow_their_line() {
        let text = "a(@(X), @(\"Y\"/t)) b\n one\n | X\ntwo $c\n  - Y\nd";
        let tokens = lex(text);
        let found: Vec<_> = tokens.list.iter().map(|t| &text[t.span.range()]).collect();
        assert_eq!(found, ["a", "(", "@(X)", ",", "@(\"Y\"/t)", ")", "b", "d", ""]);
        let first = &tokens.heredocs[0];
        assert_eq!(part_text(text, first, first.body), "one\n");
        assert_eq!(&text[tokens.heredocs[1].body.range()], "two $c");
        assert_eq!(tokens.heredocs[1].inside_tokens.list.len(), 4);
    }
}
