//! Escapes text of a metamodel for other notations, so that no character of the text is markup.
//!
//! Names and documentation of a metamodel may contain anything. Invariants: the results of `code` and `urlencode`, and
//! each line of `markdown`, mean the same within a paragraph, a heading and a cell of a table. This module does not
//! know templates.

/// A text of Markdown that shows the given text. It has the same lines, and an empty line separates paragraphs.
pub(super) fn markdown(text: &str) -> String {
    lines(text).map(escape_line).collect::<Vec<_>>().join("\n")
}

/// The lines of a text, separated by everything that is a line break in any language.
pub(super) fn lines(text: &str) -> impl Iterator<Item = &str> {
    let mut remaining = Some(text);
    let lines = std::iter::from_fn(move || {
        let text = remaining?;
        let Some(end) = text.find(['\n', '\r', '\u{85}', '\u{2028}', '\u{2029}']) else {
            return remaining.take();
        };
        let width = match &text[end..] {
            after if after.starts_with("\r\n") => 2,
            after => after.chars().next().map_or(1, char::len_utf8),
        };
        // The last line may end with a line break, too.
        remaining = Some(&text[end + width..]).filter(|remaining| !remaining.is_empty());
        Some(&text[..end])
    });
    // An empty text has no line.
    lines.skip_while(|_| text.is_empty())
}

/// A line with escapes. Spaces at its start are left out, because they could make it code.
fn escape_line(text: &str) -> String {
    let text = text.trim();
    let digits = text.bytes().take_while(u8::is_ascii_digit).count();
    let mut escaped = String::with_capacity(text.len() + 8);
    for (at, character) in text.char_indices() {
        let has_meaning = match character {
            '\\' | '`' | '*' | '[' | ']' | '<' | '>' | '|' | '&' | '~' | '$' => true,
            // Within a word, an underscore does not start emphasis.
            '_' => {
                !(text[..at].ends_with(char::is_alphanumeric)
                    && text[at + 1..].starts_with(char::is_alphanumeric))
            }
            // At the start, these begin headings, lists, lines and underlines of headings.
            '#' | '-' | '+' | '=' | ':' => at == 0,
            // After digits at the start, they would make the line an item of a numbered list.
            '.' | ')' => at == digits && digits > 0,
            _ => false,
        };
        if has_meaning {
            escaped.push('\\');
        }
        // CommonMark, section 2.3: the null character is replaced for security.
        escaped.push(if character == '\0' { char::REPLACEMENT_CHARACTER } else { character });
    }
    escaped
}

/// A span of code in Markdown that shows a text on one line; empty if the text is blank.
pub(super) fn code(text: &str) -> String {
    let text = lines(text).collect::<Vec<_>>().join(" ");
    if text.trim().is_empty() {
        return String::new();
    }
    // In a table, a `|` ends the cell, and so the span. A backslash before it helps only there: in a span outside of a
    // table, the backslash would be shown. So HTML is written instead of a span.
    if text.contains('|') {
        return format!("<code>{}</code>", escape_line(&text).replace("\\|", "&#124;"));
    }
    // CommonMark, section 6.1: only a fence of the same length ends the code.
    let longest = text.split(|character| character != '`').map(str::len).max().unwrap_or_default();
    let fence = "`".repeat(longest + 1);
    // One space on both sides does not belong to the code.
    let pad = if text.starts_with(['`', ' ']) || text.ends_with(['`', ' ']) { " " } else { "" };
    format!("{fence}{pad}{text}{pad}{fence}")
}

/// A text as a part of a URI; slashes stay.
pub(super) fn urlencode(text: &str) -> String {
    let mut encoded = String::with_capacity(text.len());
    for byte in text.bytes() {
        match byte {
            // RFC 3986, section 2.3: the unreserved characters.
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'-' | b'.' | b'_' | b'~' | b'/' => {
                encoded.push(char::from(byte));
            }
            _ => encoded.push_str(&format!("%{byte:02X}")),
        }
    }
    encoded
}
