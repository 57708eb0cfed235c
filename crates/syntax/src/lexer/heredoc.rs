//! Heredocs: `@("END":json/tL)` in a line, and their text in the lines below it.
//!
//! Invariant: the bodies of one line follow each other, in order. As in Puppet, the first line that ends with the tag
//! ends the text, regardless of what precedes the tag.

use super::{Escapes, Lexer, Span, TokenKind, Tokens};
use std::ops::Range;

/// The maximum nesting of heredocs in each other's expressions.
const MAX_DEPTH: usize = 8;

/// The number of failed searches for end lines after which the ends of later heredocs are not searched.
const MAX_FAILED_SEARCHES: usize = 16;

/// What the token of a heredoc, which has only a kind and a span, does not contain.
#[derive(Debug, Default)]
pub struct Heredoc {
    /// The position at which the heredoc's token starts.
    pub(crate) token_start: u32,
    /// The declared syntax of the heredoc's text.
    pub(crate) syntax: Option<Span>,
    /// The text, including the margins that are removed from the value.
    pub(crate) body: Span,
    /// The text of the heredoc, and the line that ends it.
    pub(crate) span: Span,
    /// The margin: the blanks removed at the start of each line.
    margin: Span,
    pub(crate) escapes: Escapes,
    /// The tokens of the heredoc's text if it contains expressions.
    pub(crate) inside_tokens: Tokens,
    /// The problem with the heredoc, if any.
    pub problem: Option<&'static str>,
}

impl Heredoc {
    /// Replaces the heredoc's text by an empty one at the same position.
    pub(crate) fn take(&mut self) -> Self {
        std::mem::replace(self, Self { token_start: self.token_start, ..Self::default() })
    }
}

/// The text of a heredoc, or of a part of it, without the margin; escapes are not yet replaced.
pub fn part_text(text: &str, heredoc: &Heredoc, part: Span) -> String {
    let range = part.range();
    let (margin, written) = (&text[heredoc.margin.range()], &text[range.clone()]);
    if margin.is_empty() {
        return written.to_owned();
    }
    let mut out = String::with_capacity(written.len());
    for (index, line) in written.split_inclusive('\n').enumerate() {
        let is_line_start = index > 0 || range.start == heredoc.body.start as usize;
        // After an expression, a part continues a line whose margin was removed in the part before. A line with less
        // indentation than the margin keeps its indentation.
        out.push_str(if is_line_start { line.strip_prefix(margin).unwrap_or(line) } else { line });
    }
    out
}

/// The content of the parentheses of a heredoc.
struct Head<'a> {
    tag: &'a str,
    is_interpolated: bool,
    syntax: Option<Span>,
    escapes: Escapes,
}

/// The line that ends a heredoc's text.
struct EndLine {
    margin: Span,
    /// Whether the last line break is removed.
    is_trimmed: bool,
}

impl Lexer<'_> {
    /// Reads the token of a heredoc, `@(…)`, and finds its text below the line.
    pub(super) fn heredoc(&mut self) {
        let start = self.position;
        let end = self.line_end(start);
        let line = &self.text[start..end];
        // In a line with many `@(` and no `)`, each search would go to the end of the line, which takes quadratic time.
        let close = if self.failed_searches.parenthesis > start { None } else { line.find(')') };
        let Some(close) = close else {
            self.failed_searches.parenthesis = start + line.len();
            let heredoc =
                problem("`@(` starts a heredoc, whose tag must be closed with `)` on the same line");
            return self.push_heredoc(heredoc, start, start + 2);
        };
        let heredoc = match head(&line[2..close], start + 2) {
            Ok(head) => self.read(&head, start + close + 1),
            Err(text) => problem(text),
        };
        self.push_heredoc(heredoc, start, start + close + 1);
    }

    /// The end of the line that contains a position. It is stored for the other heredocs of the line, because a search
    /// for each of them would take quadratic time.
    fn line_end(&mut self, position: usize) -> usize {
        let known_line = self.failed_searches.line_start..self.failed_searches.line_end;
        if known_line.contains(&position) {
            return known_line.end;
        }
        let rest = &self.text.as_bytes()[position..];
        let line_end = memchr::memchr(b'\n', rest).map_or(self.text.len(), |length| position + length);
        self.failed_searches.line_start = position;
        self.failed_searches.line_end = line_end;
        line_end
    }

    /// Adds the token of a heredoc, and the heredoc itself.
    fn push_heredoc(&mut self, heredoc: Heredoc, start: usize, end: usize) {
        let token_start = Span::new(start, end).start;
        self.tokens.heredocs.push(Heredoc { token_start, ..heredoc });
        self.push(TokenKind::Heredoc, start, end);
    }

    /// Finds the text of a heredoc and the line that ends it; its token ends at `token_end`.
    fn read(&mut self, head: &Head<'_>, token_end: usize) -> Heredoc {
        let next_line = self.line_end(token_end) + 1;
        let start = match self.jump {
            // The text of a second heredoc in a line starts after that of the first.
            Some(after_first_heredoc) => after_first_heredoc,
            None if next_line <= self.text.len() => next_line,
            None => return problem("there is no line below this heredoc for its text"),
        };
        let mut line_start = start;
        // A failed search goes to the end of the text. Their number is limited, so that the time is linear.
        while line_start < self.text.len() && self.failed_searches.heredocs < MAX_FAILED_SEARCHES {
            let length = memchr::memchr(b'\n', &self.text.as_bytes()[line_start..]);
            let line_end = length.map_or(self.text.len(), |length| line_start + length + 1);
            if let Some(end_line) = end_line(&self.text[line_start..line_end], line_start, head.tag) {
                self.jump = Some(line_end);
                return self.body(head, start, &(line_start..line_end), &end_line);
            }
            line_start = line_end;
        }
        self.failed_searches.heredocs += 1;
        problem("no line below ends this heredoc with its tag")
    }

    /// The heredoc whose text starts at `start`, up to the line that ends it, whose range is `end_range`.
    fn body(&self, head: &Head<'_>, start: usize, end_range: &Range<usize>, end_line: &EndLine) -> Heredoc {
        let text = &self.text[start..end_range.start];
        let body_text = match text.strip_suffix('\n') {
            // `-` removes the last line break; in files from Windows this is `\r\n`.
            Some(text) if end_line.is_trimmed => text.strip_suffix('\r').unwrap_or(text),
            _ => text,
        };
        let mut heredoc = Heredoc {
            syntax: head.syntax,
            body: Span::new(start, start + body_text.len()),
            span: Span::new(start, end_range.end),
            margin: end_line.margin,
            escapes: head.escapes,
            ..Heredoc::default()
        };
        // A text without a dollar sign contains no expressions, and needs no second lexer.
        if head.is_interpolated && body_text.contains('$') {
            match self.tokens_inside(&(start..start + body_text.len()), head.escapes) {
                Ok(tokens) => heredoc.inside_tokens = tokens,
                Err(text) => heredoc.problem = Some(text),
            }
        }
        heredoc
    }

    /// The tokens of a heredoc's text with its expressions; no tokens if it contains no expression.
    fn tokens_inside(&self, body: &Range<usize>, escapes: Escapes) -> Result<Tokens, &'static str> {
        // Each level is a recursion, and reads the texts of its heredocs again.
        if self.depth >= MAX_DEPTH {
            return Err("heredocs are nested too deeply inside each other's expressions");
        }
        // The text is only cut off at its end, so that spans are still positions in the complete source.
        let mut inside = Lexer::new(&self.text[..body.end], body.start, self.depth + 1);
        inside.body = Some(escapes);
        inside.starts_line = false;
        inside.begin_text(body.start);
        let is_first = true;
        inside.string_text(body.start, body.start, is_first);
        inside.run();
        // The first token is the text before the first expression. If it is a string, there are no expressions.
        match inside.tokens.list[0].kind {
            TokenKind::String { closed: true } => Ok(Tokens::default()),
            TokenKind::String { closed: false } => {
                Err("an expression in the text of this heredoc is never closed")
            }
            _ => Ok(inside.tokens),
        }
    }
}

/// A heredoc without a text, whose problem the parser reports.
fn problem(text: &'static str) -> Heredoc {
    Heredoc { problem: Some(text), ..Heredoc::default() }
}

/// Reads the content of the parentheses, which starts at `start`: a tag, and an optional syntax and escapes.
fn head(text: &str, start: usize) -> Result<Head<'_>, &'static str> {
    let (tag_and_syntax, flags) = match text.split_once('/') {
        Some((tag_and_syntax, flags)) => (tag_and_syntax, Some(flags)),
        None => (text, None),
    };
    let (tag, syntax) = match tag_and_syntax.split_once(':') {
        Some((tag, syntax_text)) => {
            let syntax_start = start + tag.len() + ":".len();
            (tag.trim(), Some(syntax_name(syntax_text, syntax_start)?))
        }
        None => (tag_and_syntax.trim(), None),
    };
    let tag_in_quotes = tag.strip_prefix('"').and_then(|tag| tag.strip_suffix('"'));
    let tag = tag_in_quotes.map_or(tag, str::trim);
    if tag.is_empty() {
        return Err("a heredoc must have a tag that ends its text, as in `@(END)`");
    }
    let escapes = match flags {
        Some(flags) => heredoc_escapes(flags.trim_matches(is_blank))?,
        None => Escapes::default(),
    };
    Ok(Head { tag, is_interpolated: tag_in_quotes.is_some(), syntax, escapes })
}

/// The span of the name of a heredoc's syntax. `text` is what follows the colon, and starts at `start`.
fn syntax_name(text: &str, start: usize) -> Result<Span, &'static str> {
    let name = text.trim_matches(is_blank);
    if !is_syntax_name(name) {
        return Err("the syntax of a heredoc is a name in lower case, as in `@(END:json)`");
    }
    let blanks_before_name = text.len() - text.trim_start_matches(is_blank).len();
    let name_start = start + blanks_before_name;
    Ok(Span::new(name_start, name_start + name.len()))
}

/// Whether a character is a space or a tab.
fn is_blank(c: char) -> bool {
    matches!(c, ' ' | '\t')
}

/// Whether a text may be the name of the syntax in `@(END:syntax)`, which matches `[a-z][a-zA-Z0-9_+]+`.
fn is_syntax_name(text: &str) -> bool {
    let Some(after_first) = text.strip_prefix(|c: char| c.is_ascii_lowercase()) else { return false };
    let is_name_byte = |b: u8| b.is_ascii_alphanumeric() || matches!(b, b'_' | b'+');
    !after_first.is_empty() && after_first.bytes().all(is_name_byte)
}

/// The escapes enabled after the slash; all of them if none is listed.
fn heredoc_escapes(flags: &str) -> Result<Escapes, &'static str> {
    // As in Puppet, `@(END/)` enables all escapes, and `@(END)` none.
    let flags = if flags.is_empty() { "tnrsuL$" } else { flags };
    // With any escape, a backslash can be escaped as well.
    let mut escapes = Escapes { backslash: true, ..Escapes::default() };
    for flag in flags.chars() {
        let slot = match flag {
            't' => &mut escapes.tab,
            'n' => &mut escapes.newline,
            'r' => &mut escapes.carriage,
            's' => &mut escapes.space,
            'u' => &mut escapes.unicode,
            'L' => &mut escapes.join,
            '$' => &mut escapes.dollar,
            _ => return Err("the escapes of a heredoc are t, n, r, s, u, L and $"),
        };
        // Puppet rejects an escape that is listed twice.
        if std::mem::replace(slot, true) {
            return Err("each escape of a heredoc must be listed only once");
        }
    }
    Ok(escapes)
}

/// Reads a line, which starts at `start`, as the line that ends a heredoc; `None` if it does not end with the tag.
fn end_line(line: &str, start: usize, tag: &str) -> Option<EndLine> {
    let line = line.strip_suffix('\n').unwrap_or(line);
    let line = line.strip_suffix('\r').unwrap_or(line).trim_end_matches(is_blank);
    // The line is read from its end. A line such as `  | - END` ends with a bar, a dash and the tag. The bar and the
    // dash are optional, and there may be blanks between the three.
    let before_tag = line.strip_suffix(tag)?;
    let before_dash = before_tag.trim_end_matches(is_blank).strip_suffix('-');
    let before_bar = before_dash.unwrap_or(before_tag).trim_end_matches(is_blank).strip_suffix('|');
    let margin = match before_bar {
        // The blanks directly before the bar are the margin.
        Some(before_bar) => {
            let length_before_margin = before_bar.trim_end_matches(is_blank).len();
            Span::new(start + length_before_margin, start + before_bar.len())
        }
        None => Span::new(start, start),
    };
    Some(EndLine { margin, is_trimmed: before_dash.is_some() })
}
