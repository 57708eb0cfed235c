//! Texts of a metamodel as Ruby's strings and symbols, and lines of Ruby.
//!
//! Invariants: nothing in a text is code; characters that are not visible are escaped. This module does not know the
//! metamodel.

/// The width that lines are wrapped to.
const WIDTH: usize = 100;

/// A string, with single quotes if it has no characters that need an escape.
pub(super) fn string(text: &str) -> String {
    if text.chars().any(is_hidden) {
        return format!("\"{}\"", escaped(text));
    }
    // In single quotes, `#{…}` is not an expression, and only backslashes and single quotes need an escape.
    format!("'{}'", text.replace('\\', "\\\\").replace('\'', "\\'"))
}

/// A symbol, with quotes if it is not a word.
pub(super) fn symbol(text: &str) -> String {
    if is_plain_symbol(text) { format!(":{text}") } else { format!(":{}", string(text)) }
}

/// Whether a symbol is a word, which RGen requires of default values.
pub(super) fn is_plain_symbol(text: &str) -> bool {
    text.starts_with(|c: char| c == '_' || c.is_ascii_alphabetic())
        && text.bytes().all(|b| b == b'_' || b.is_ascii_alphanumeric())
}

/// Whether a character is invisible in the source, or changes the order in which others are shown.
fn is_hidden(c: char) -> bool {
    c.is_control()
        || matches!(c, '\u{ad}' | '\u{61c}' | '\u{feff}' | '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}')
        || matches!(c, '\u{2060}'..='\u{206f}' | '\u{e000}'..='\u{f8ff}' | '\u{fff0}'..='\u{ffff}')
        || c > '\u{e0000}'
}

/// The content of a string in double quotes.
fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len() + 8);
    for c in text.chars() {
        match c {
            '\n' => out.push_str("\\n"),
            '\r' => out.push_str("\\r"),
            '\t' => out.push_str("\\t"),
            // In double quotes, `#` begins an expression or a variable.
            '"' | '\\' | '#' => out.extend(['\\', c]),
            c if is_hidden(c) => out.push_str(&format!("\\u{{{:x}}}", u32::from(c))),
            c => out.push(c),
        }
    }
    out
}

/// Lines of Ruby.
#[derive(Default)]
pub(super) struct Lines {
    text: String,
    level: usize,
    /// Whether an empty line separates the next line from the last one.
    is_separated: bool,
}

impl Lines {
    /// Writes a line, after an empty one if [`Lines::separate`] was called.
    pub(super) fn line(&mut self, text: &str) {
        if std::mem::take(&mut self.is_separated) {
            self.text.push('\n');
        }
        self.text.extend(std::iter::repeat_n("  ", self.level));
        self.text.push_str(text);
        self.text.push('\n');
    }

    /// Indents the following lines until a later [`Lines::close`].
    pub(super) fn indent(&mut self) {
        self.level += 1;
    }

    /// Writes a line that begins a block, which a later [`Lines::close`] ends.
    pub(super) fn open(&mut self, text: &str) {
        self.line(text);
        self.level += 1;
    }

    /// Writes the line that ends what [`Lines::open`] or [`Lines::indent`] began.
    pub(super) fn close(&mut self, text: &str) {
        self.is_separated = false;
        self.level -= 1;
        self.line(text);
    }

    /// Writes an empty line before the next line, unless a block ends there.
    pub(super) fn separate(&mut self) {
        self.is_separated = true;
    }

    /// A call without parentheses, on several lines if it is long, and the `end` after its last argument.
    pub(super) fn call(&mut self, method: &str, arguments: &[String], end: &str) {
        self.arguments(&format!("{method} "), arguments, end);
    }

    /// A call on several lines if it is long; its `start` ends with a parenthesis or a space.
    pub(super) fn arguments(&mut self, start: &str, arguments: &[String], end: &str) {
        let indent = 2 * self.level;
        let mut line = start.to_owned();
        let mut column = indent + line.chars().count();
        for (index, argument) in arguments.iter().enumerate() {
            let is_last = index + 1 == arguments.len();
            let width = argument.chars().count() + if is_last { end.chars().count() } else { ",".len() };
            if index > 0 && column + 1 + width > WIDTH {
                line.push('\n');
                line.extend(std::iter::repeat_n("  ", self.level + 1));
                column = indent + 2 + width;
            } else {
                line.extend((index > 0).then_some(' '));
                column += usize::from(index > 0) + width;
            }
            line.push_str(argument);
            line.push_str(if is_last { end } else { "," });
        }
        self.line(&line);
    }

    /// An annotation: a line for each detail, unless all are on one.
    pub(super) fn annotation(&mut self, method: &str, source: Option<&str>, details: &[(String, String)]) {
        let source_argument =
            source.map_or_else(String::new, |source| format!(":source => {}, :details => ", string(source)));
        let details: Vec<String> =
            details.iter().map(|(key, value)| format!("{} => {}", string(key), string(value))).collect();
        let [open, close] = if source_argument.is_empty() { ["(", ")"] } else { [" ", ""] };
        let line = format!("{method}{open}{source_argument}{{{}}}{close}", details.join(", "));
        if details.is_empty() || 2 * self.level + line.chars().count() <= WIDTH {
            return self.line(&line);
        }
        self.open(&format!("{method}{open}{source_argument}{{"));
        for (index, detail) in details.iter().enumerate() {
            self.line(&format!("{detail}{}", if index + 1 == details.len() { "" } else { "," }));
        }
        self.close(&format!("}}{close}"));
    }

    pub(super) fn finish(self) -> String {
        self.text
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_in_a_text_is_code() {
        for (text, ruby) in [
            ("plain #{x}", "'plain #{x}'"),
            ("it's \\", "'it\\'s \\\\'"),
            ("a\n\"#{b}\"", "\"a\\n\\\"\\#{b}\\\"\""),
            ("\u{202e}x", "\"\\u{202e}x\""),
        ] {
            assert_eq!(string(text), ruby);
        }
        assert_eq!((symbol("a_b").as_str(), symbol("a b").as_str()), (":a_b", ":'a b'"));
    }
}
