//! Converts documentation from the model to lines that are safe in a Rust comment.
//!
//! Invariants: the words are not changed; none of them becomes a doctest, a link or HTML by accident, and none
//! changes the direction of the surrounding text.

use std::borrow::Cow;

/// The wrapped lines of a documentation text; none if the text is blank.
pub(super) fn lines(text: &str, width: usize) -> Vec<String> {
    let mut lines = Vec::new();
    let mut is_fenced = false;
    // The indentation that further lines of the current list item need; 0 outside of lists.
    let mut hanging = 0;
    // The lines of a paragraph, which are wrapped again only if one of them is too long.
    let mut paragraph: Vec<String> = Vec::new();
    for raw in text.lines() {
        let line = clean_line(raw);
        if hanging == 0 && !is_fenced && is_plain(&line) {
            paragraph.push(escape(line.trim_start()));
            continue;
        }
        end_paragraph(&mut paragraph, width, &mut lines);
        if line.starts_with("```") {
            // An unmarked fence would be compiled as Rust.
            lines.push(if is_fenced { "```".to_owned() } else { "```text".to_owned() });
            is_fenced = !is_fenced;
            hanging = 0;
            continue;
        }
        if is_fenced {
            lines.push(line);
            continue;
        }
        let line = line.trim_start();
        if line.is_empty() {
            hanging = 0;
            lines.push(String::new());
            continue;
        }
        // A line without a marker continues the current list item, if there is one.
        let indent = match marker_width(line) {
            0 => hanging,
            width_of_marker => {
                hanging = width_of_marker;
                0
            }
        };
        wrap(&escape(line), indent, hanging, width, &mut lines);
    }
    end_paragraph(&mut paragraph, width, &mut lines);
    // A fence that the text does not close would also enclose the sentences that follow the text.
    if is_fenced {
        lines.push("```".to_owned());
    }
    tidy(lines)
}

/// Whether a line is part of a paragraph: neither empty nor the start of something else.
fn is_plain(line: &str) -> bool {
    let line = line.trim_start();
    !line.is_empty() && marker_width(line) == 0 && !line.starts_with(['#', '|', '>', '`', '=', '-', '+', '*'])
}

/// Appends the lines of a paragraph, wrapped again if one of them is too long, and clears the paragraph.
fn end_paragraph(paragraph: &mut Vec<String>, width: usize, lines: &mut Vec<String>) {
    if paragraph.iter().all(|line| super::width(line) <= width) {
        lines.append(paragraph);
    } else {
        wrap(&std::mem::take(paragraph).join(" "), 0, 0, width, lines);
    }
}

/// Wraps sentences without markup except names in backquotes.
pub(super) fn wrap_sentences(text: &str, width: usize, lines: &mut Vec<String>) {
    if !text.is_empty() {
        wrap(text, 0, 0, width, lines);
    }
}

/// A name within backquotes, on one line.
pub(super) fn name(text: &str) -> Cow<'_, str> {
    if !text.contains(|c: char| c == '`' || c.is_control() || changes_direction(c)) {
        return Cow::Borrowed(text);
    }
    let characters = text.chars().map(|c| match c {
        '`' => '\'',
        c if c.is_control() || changes_direction(c) => ' ',
        c => c,
    });
    Cow::Owned(characters.collect())
}

/// Whether a character changes the direction of the text after it; the compiler rejects these in comments.
fn changes_direction(c: char) -> bool {
    matches!(c, '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}

/// A line without characters that comments must not contain, and without spaces at its end.
fn clean_line(line: &str) -> String {
    let allowed_characters =
        line.chars().filter(|c| !changes_direction(*c) && (*c == '\t' || !c.is_control()));
    allowed_characters.collect::<String>().replace('\t', "    ").trim_end().to_owned()
}

/// The width of a list item's marker with the space after it; 0 if the line does not start an item.
fn marker_width(line: &str) -> usize {
    let Some((word, _)) = line.split_once(' ') else { return 0 };
    if is_marker(word) { word.len() + " ".len() } else { 0 }
}

/// Whether a word is the marker of a list item, such as `-`, `1.` or `2)`.
fn is_marker(word: &str) -> bool {
    match word.as_bytes() {
        [b'-' | b'*' | b'+'] => true,
        // CommonMark, section 5.2: at most nine digits.
        [digits @ .., b'.' | b')'] => matches!(digits.len(), 1..=9) && digits.iter().all(u8::is_ascii_digit),
        _ => false,
    }
}

/// Escapes links, quotations and tags, so that they are plain text; code in backquotes is not changed.
fn escape(line: &str) -> String {
    let mut out = String::with_capacity(line.len() + 4);
    let mut is_code = false;
    // With an odd number of backquotes, it is unknown which ones enclose code, so all are escaped.
    let are_paired = line.matches('`').count().is_multiple_of(2);
    for c in line.chars() {
        match c {
            '`' if are_paired => is_code = !is_code,
            '`' | '[' | ']' | '<' | '>' if !is_code => out.push('\\'),
            _ => {}
        }
        out.push(c);
    }
    out
}

/// Appends the lines of a text, wrapped at `width`; the first one is indented by `indent`, the others by `hanging`.
fn wrap(text: &str, indent: usize, hanging: usize, width: usize, lines: &mut Vec<String>) {
    let mut line = " ".repeat(indent);
    if indent + super::width(text) <= width {
        line.push_str(text.trim_end());
        return lines.push(line);
    }
    // Whether the line has no word yet; it may have spaces.
    let mut is_empty = true;
    for word in text.split(' ') {
        // A word that would start a list or a heading stays on the previous line.
        let looks_like_marker = is_marker(word) || word.starts_with(['#', '=', '-', '+', '*']);
        if !is_empty && !looks_like_marker && super::width(&line) + 1 + super::width(word) > width {
            lines.push(std::mem::replace(&mut line, " ".repeat(hanging)));
            is_empty = true;
        }
        if !is_empty {
            line.push(' ');
        }
        line.push_str(word);
        is_empty = false;
    }
    lines.push(line.trim_end().to_owned());
}

/// Removes blank lines at both ends, and repeated blank lines.
fn tidy(lines: Vec<String>) -> Vec<String> {
    let mut out: Vec<String> = Vec::with_capacity(lines.len());
    for line in lines {
        if !line.is_empty() || out.last().is_some_and(|last| !last.is_empty()) {
            out.push(line);
        }
    }
    if out.last().is_some_and(String::is_empty) {
        out.pop();
    }
    out
}

#[cfg(test)]
mod tests {
    use super::{lines, name};

    #[test]
    fn names_stay_on_their_line_and_in_their_code() {
        assert_eq!(name("a|b"), "a|b");
        assert_eq!(name("`a`\r\nb\u{202e}"), "'a'  b ");
    }

    #[test]
    fn texts_stay_readable_and_harmless() {
        assert_eq!(lines("\n  One.\r\n\n\n\tTwo. \n", 80), ["One.", "", "Two."]);
        assert_eq!(lines("a [link] <b> `x<y>`", 80), ["a \\[link\\] \\<b\\> `x<y>`"]);
        assert_eq!(lines("```\nlet x;\n```", 80), ["```text", "let x;", "```"]);
        assert_eq!(lines("- one\ntwo\n- three", 80), ["- one", "  two", "- three"]);
        assert_eq!(lines("aaa bbb - ccc ddd", 7), ["aaa bbb -", "ccc ddd"]);
        assert!(lines(" \n\u{202e}\n", 80).is_empty());
        assert_eq!(
            lines("aaa bbb\nccc\n\nddd eee\nfff ggg hhh", 9),
            ["aaa bbb", "ccc", "", "ddd eee", "fff ggg", "hhh"]
        );
        assert_eq!(lines("aaa\nbbb ccc ddd", 7), ["aaa bbb", "ccc ddd"]);
    }
}
