//! The bodies of Ruby's literals: where they end, and their escapes.

use super::Fault;
use std::borrow::Cow;

/// The body of a literal, as it is written.
pub(super) struct Body<'t> {
    pub(super) text: &'t str,
    /// Whether the literal has interpolated code.
    pub(super) is_dynamic: bool,
}

/// A text or code around a position inside of a string. `depth` counts the brackets in it that are still open.
enum Nesting {
    /// Text that ends with `close`. In `%w[a [b] c]`, brackets are nested: `open` is `[`. If `has_code`, then `#{`
    /// begins code.
    Text { open: Option<u8>, close: u8, depth: usize, has_code: bool },
    /// Code in braces.
    Code { depth: usize },
}

/// Reads the body of a literal up to `close` without changing escapes, and skips this end. `position` is that of the
/// body, and `start` that of the literal, for the problem if it has no end. Code in the body is read with its own
/// strings, which may contain `close`.
pub(super) fn read_raw_body<'t>(
    text: &'t str,
    position: &mut usize,
    start: usize,
    open: Option<u8>,
    close: u8,
    has_code: bool,
) -> Result<Body<'t>, Fault> {
    let bytes = text.as_bytes();
    let body_start = *position;
    let mut is_dynamic = false;
    let mut innermost = Nesting::Text { open, close, depth: 0, has_code };
    let mut outer = Vec::new();
    while let Some(byte) = bytes.get(*position).copied() {
        // What the sign here begins, whether it ends the innermost text or code, and its length.
        let mut inner_nesting = None;
        let mut is_end = false;
        let mut length = 1;
        match &mut innermost {
            // The character after a backslash neither ends the text nor begins code.
            Nesting::Text { .. } if byte == b'\\' => length = 2,
            Nesting::Text { has_code: true, .. }
                if byte == b'#' && bytes.get(*position + 1) == Some(&b'{') =>
            {
                (is_dynamic, length) = (true, 2);
                inner_nesting = Some(Nesting::Code { depth: 0 });
            }
            Nesting::Text { close, depth: 0, .. } if byte == *close => is_end = true,
            Nesting::Text { close, depth, .. } if byte == *close => *depth -= 1,
            Nesting::Text { open: Some(open), depth, .. } if byte == *open => *depth += 1,
            Nesting::Code { depth } => match byte {
                b'{' => *depth += 1,
                b'}' if *depth == 0 => is_end = true,
                b'}' => *depth -= 1,
                // A string in the code, in which braces do not count.
                b'"' | b'`' => {
                    inner_nesting = Some(Nesting::Text { open: None, close: byte, depth: 0, has_code: true });
                }
                b'\'' => {
                    inner_nesting =
                        Some(Nesting::Text { open: None, close: byte, depth: 0, has_code: false });
                }
                _ => {}
            },
            Nesting::Text { .. } => {}
        }
        let end = *position;
        *position += length;
        if is_end {
            let Some(around) = outer.pop() else {
                return Ok(Body { text: text.get(body_start..end).unwrap_or_default(), is_dynamic });
            };
            innermost = around;
        }
        if let Some(inner) = inner_nesting {
            outer.push(std::mem::replace(&mut innermost, inner));
        }
    }
    *position = bytes.len();
    let message = format!("the literal has no `{}` that ends it", char::from(close));
    Err(Fault::new(start..start + 1, message, "end it, or correct what is before it"))
}

/// The words of `%w[…]`; a space after a backslash belongs to a word.
pub(super) fn words(text: &str) -> Vec<String> {
    let mut words = Vec::new();
    let mut word = String::new();
    let mut chars = text.chars();
    while let Some(c) = chars.next() {
        match c {
            '\\' => word.extend(chars.next()),
            c if c.is_ascii_whitespace() => {
                if !word.is_empty() {
                    words.push(std::mem::take(&mut word));
                }
            }
            c => word.push(c),
        }
    }
    if !word.is_empty() {
        words.push(word);
    }
    words
}

/// The text of the body of a literal in single quotes, in which only a quote and a backslash can be escaped.
pub(super) fn raw_unescaped(text: &str) -> Cow<'_, str> {
    if !text.contains('\\') {
        return text.into();
    }
    text.replace("\\'", "'").replace("\\\\", "\\").into()
}

/// The text of the body of a literal in double quotes: its escapes are replaced.
pub(super) fn unescaped(text: &str) -> Cow<'_, str> {
    if !text.contains('\\') {
        return text.into();
    }
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some((before, after)) = rest.split_once('\\') {
        out.push_str(before);
        let mut chars = after.chars();
        let sign = chars.next();
        rest = chars.as_str();
        match sign {
            Some('n') => out.push('\n'),
            Some('t') => out.push('\t'),
            Some('r') => out.push('\r'),
            Some('s') => out.push(' '),
            Some('0') => out.push('\0'),
            Some('e') => out.push('\u{1b}'),
            Some('a') => out.push('\u{7}'),
            Some('b') => out.push('\u{8}'),
            Some('f') => out.push('\u{c}'),
            Some('v') => out.push('\u{b}'),
            Some('\n') | None => {}
            Some('u') => rest = code_points(rest, &mut out),
            Some('x') => rest = push_char(rest, 2, &mut out),
            Some(c) => out.push(c),
        }
    }
    out.push_str(rest);
    out.into()
}

/// Adds the characters of `\u1234` or `\u{1234 5678}`, and returns the text after them. `rest` is the text after `\u`.
/// Numbers that are not those of characters are left out.
fn code_points<'t>(rest: &'t str, out: &mut String) -> &'t str {
    match rest.strip_prefix('{').and_then(|inner| inner.split_once('}')) {
        Some((points, after)) => {
            let code_points = points.split_ascii_whitespace().map(|point| u32::from_str_radix(point, 16));
            out.extend(code_points.flatten().filter_map(char::from_u32));
            after
        }
        None => push_char(rest, 4, out),
    }
}

/// Adds the character whose number is at the start of `rest`, in at most `max_digits` hexadecimal digits, and returns
/// the text after them.
fn push_char<'t>(rest: &'t str, max_digits: usize, out: &mut String) -> &'t str {
    let length = rest.bytes().take(max_digits).take_while(u8::is_ascii_hexdigit).count();
    let (digits, after) = rest.split_at_checked(length).unwrap_or((rest, ""));
    out.extend(u32::from_str_radix(digits, 16).ok().and_then(char::from_u32));
    after
}

/// The text of a heredoc. If `is_outdented`, as with `<<~`, the white space with which all its lines begin is removed.
pub(super) fn heredoc_text(body: &str, is_outdented: bool) -> String {
    if !is_outdented {
        return body.to_owned();
    }
    let indent = body.lines().filter(|line| !line.trim().is_empty()).map(indent_of).min().unwrap_or_default();
    let lines = body.split_inclusive('\n');
    lines
        .map(|line| {
            // A line of white space may be shorter than the indent.
            if line.trim().is_empty() {
                line.trim_start_matches([' ', '\t'])
            } else {
                line.get(indent..).unwrap_or_default()
            }
        })
        .collect()
}

/// The number of spaces and tabs at the start of a line.
fn indent_of(line: &str) -> usize {
    line.len() - line.trim_start_matches([' ', '\t']).len()
}
