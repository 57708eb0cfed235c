//! Translates an EPP template to statements of a manifest that have the same length.
//!
//! A call of one function replaces each text, and a call of another function each `<%= … %>`; these calls are written
//! over the delimiters, and spaces over the rest of the texts and delimiters. So every position in the statements is
//! the same as in the template, and the parser of manifests reads the same expressions as Puppet's own parser of
//! templates. Invariant: texts before the first and after the last delimiter have no call, because they are always the
//! first and the last part of the result.

/// The function that writes a text.
pub(super) const TEXT: &str = "t";
/// The function that writes a value.
pub(super) const VALUE: &str = "e";

/// The statements of a template.
#[derive(Debug, Default)]
pub(super) struct Translation {
    /// The text of the statements, which is as long as the template.
    pub(super) statements: String,
    /// The texts, by the position of their calls.
    pub(super) texts: Vec<(usize, String)>,
    /// The text before the first code.
    pub(super) first: String,
    /// The text after the last code.
    pub(super) last: String,
    /// Whether anything follows the last code, even if it gives no text.
    pub(super) has_text_at_end: bool,
    /// The span of the parameters, with the bars around them.
    pub(super) parameters: Option<(usize, usize)>,
}

/// Why a template cannot be translated: a message and a position.
pub(super) type Fault = (String, usize);

/// Translates a template to statements of Puppet: its code at the same offsets, calls of `e` with the values that it
/// writes, and a call of `t` for each text in between.
pub(super) fn translate(template: &str) -> Result<Translation, Fault> {
    let mut scanner = Scanner { template, offset: 0, trims_next_text: false };
    let mut translation = Translation::default();
    let mut bytes: Vec<u8> = template.bytes().map(|byte| if byte == b'\n' { byte } else { b' ' }).collect();
    let mut last_code_end: Option<usize> = None;
    loop {
        // The value that remains in the end is that for the text after the last code.
        translation.has_text_at_end = scanner.offset < template.len();
        let TextBeforeCode { text, code_start } = scanner.read_text()?;
        let Some(CodeStart { offset: start, is_value }) = code_start else {
            translation.last = text;
            break;
        };
        match last_code_end {
            None => translation.first = text,
            Some(end) if !text.is_empty() => {
                // The call of three characters is written into `%>…<%`, which has at least five. The first of them may
                // already contain the bracket that closes a call of `e`.
                let call_offset = end + 1;
                put(&mut bytes, call_offset, "t()");
                translation.texts.push((call_offset, text));
            }
            Some(_) => {}
        }
        let end = scanner.read_code(start)?;
        bytes[start..end].copy_from_slice(&template.as_bytes()[start..end]);
        // Only the first code may be the parameters: `<%| $a, $b |%>`.
        if last_code_end.is_none() && !is_value {
            translation.parameters = parameters(template, start, end);
            if let Some((from, to)) = translation.parameters {
                bytes[from..to].fill(b' ');
                if !translation.first.trim().is_empty() {
                    return Err(("the parameters of a template must be at its start".to_owned(), from));
                }
            }
        }
        if is_value {
            // `e(` replaces the last two characters of `<%=`.
            put(&mut bytes, start - 2, "e(");
            put(&mut bytes, end, ")");
        }
        last_code_end = Some(end);
    }
    // Each text was replaced by blanks completely, so no character of several bytes was cut.
    translation.statements =
        String::from_utf8(bytes).map_err(|_| ("this template is not text".to_owned(), 0))?;
    Ok(translation)
}

/// Writes a text over the bytes at an offset.
fn put(bytes: &mut [u8], offset: usize, text: &str) {
    if let Some(replaced) = bytes.get_mut(offset..offset + text.len()) {
        replaced.copy_from_slice(text.as_bytes());
    }
}

/// The span of the parameters in the first code, with the bars around them. `None` if the code does not start with a
/// bar, or the second bar is missing. Bars in strings and comments do not count.
fn parameters(template: &str, start: usize, end: usize) -> Option<(usize, usize)> {
    let code = &template[start..end];
    let from = code.len() - code.trim_start().len();
    if !code[from..].starts_with('|') {
        return None;
    }
    let mut offset = from + 1;
    loop {
        let remaining = &code[offset..];
        match remaining.chars().next()? {
            '|' => return Some((start + from, start + offset + 1)),
            quote @ ('\'' | '"') => offset += quoted_length(remaining, quote)?,
            '#' => offset += remaining.find('\n').unwrap_or(remaining.len()),
            c => offset += c.len_utf8(),
        }
    }
}

/// The length of a string with its quotes; `None` if it is not closed.
fn quoted_length(text: &str, quote: char) -> Option<usize> {
    let mut is_escaped = false;
    for (offset, c) in text.char_indices().skip(1) {
        match c {
            _ if is_escaped => is_escaped = false,
            '\\' => is_escaped = true,
            c if c == quote => return Some(offset + 1),
            _ => {}
        }
    }
    None
}

/// A text, and the start of the code after it.
struct TextBeforeCode {
    text: String,
    /// `None` at the end of the template.
    code_start: Option<CodeStart>,
}

/// The start of code, after its opening delimiter.
struct CodeStart {
    offset: usize,
    /// Whether the value of the code is written: `<%= … %>`.
    is_value: bool,
}

/// Splits a template into texts and code.
struct Scanner<'t> {
    template: &'t str,
    offset: usize,
    /// Whether the last delimiter was `-%>`, which removes the blanks and the line break after it.
    trims_next_text: bool,
}

impl Scanner<'_> {
    /// Reads the text up to the next code, and the delimiter before the code.
    fn read_text(&mut self) -> Result<TextBeforeCode, Fault> {
        let mut text = String::new();
        // More than one pass: a comment and the escape `<%%` do not end the text.
        loop {
            let remaining = &self.template[self.offset..];
            let delimiter = remaining.find("<%");
            let untrimmed = &remaining[..delimiter.unwrap_or(remaining.len())];
            let trims_start = std::mem::take(&mut self.trims_next_text);
            let text_part = if trims_start { without_end_of_line(untrimmed) } else { untrimmed };
            text.push_str(&text_part.replace("%%>", "%>"));
            let Some(delimiter) = delimiter else {
                self.offset = self.template.len();
                return Ok(TextBeforeCode { text, code_start: None });
            };
            let sign_offset = self.offset + delimiter + 2;
            let code_start = match self.template.as_bytes().get(sign_offset) {
                None => return Err(("this `<%` has no end".to_owned(), sign_offset - 2)),
                Some(b'%') => {
                    text.push_str("<%");
                    self.offset = sign_offset + 1;
                    continue;
                }
                Some(b'#') => {
                    self.skip_comment(sign_offset, &mut text)?;
                    continue;
                }
                Some(b'-') => {
                    text.truncate(text.trim_end_matches([' ', '\t']).len());
                    CodeStart { offset: sign_offset + 1, is_value: false }
                }
                Some(b'=') => CodeStart { offset: sign_offset + 1, is_value: true },
                Some(_) => CodeStart { offset: sign_offset, is_value: false },
            };
            return Ok(TextBeforeCode { text, code_start: Some(code_start) });
        }
    }

    /// Skips a comment; `start` is the offset of the `#` after `<%`. As for code, the delimiter `<%#-` removes the
    /// blanks before the comment, which are at the end of `text`, and `-%>` the rest of the line after it.
    fn skip_comment(&mut self, start: usize, text: &mut String) -> Result<(), Fault> {
        let remaining = &self.template[start..];
        // A delimiter after a percent sign is a part of the comment.
        let mut ends = remaining.match_indices("%>").map(|(end, _)| end);
        let end = ends.find(|end| !remaining[..*end].ends_with('%'));
        let end = end.ok_or_else(|| ("this comment does not end with `%>`".to_owned(), start - 2))?;
        if remaining.starts_with("#-") {
            text.truncate(text.trim_end_matches([' ', '\t']).len());
        }
        self.trims_next_text = remaining[..end].ends_with('-');
        self.offset = start + end + 2;
        Ok(())
    }

    /// Reads the code that starts at an offset, and its closing delimiter. Returns the offset of the delimiter.
    fn read_code(&mut self, start: usize) -> Result<usize, Fault> {
        let mut offset = start;
        // The problem is two characters before the code, in the opening delimiter.
        let unclosed = || ("this code does not end with `%>`".to_owned(), start.saturating_sub(2));
        loop {
            let remaining = &self.template[offset..];
            let c = remaining.chars().next().ok_or_else(unclosed)?;
            if let Some(after_code) = remaining.strip_prefix("-%>").or_else(|| remaining.strip_prefix("%>")) {
                self.trims_next_text = c == '-';
                self.offset = self.template.len() - after_code.len();
                return Ok(offset);
            }
            offset += match c {
                '\'' | '"' => quoted_length(remaining, c).ok_or_else(unclosed)?,
                // As in Puppet, a delimiter in a comment of the code does not end the code.
                '#' => remaining.find('\n').unwrap_or(remaining.len()),
                '%' if remaining.starts_with("%%>") => {
                    return Err(("`%%>` is not supported in code".to_owned(), offset));
                }
                c => c.len_utf8(),
            };
        }
    }
}

/// A text without the blanks and the line break at its start.
fn without_end_of_line(text: &str) -> &str {
    let line_break = text.trim_start_matches([' ', '\t']);
    let line_feed = line_break.strip_prefix('\r').unwrap_or(line_break);
    line_feed.strip_prefix('\n').unwrap_or(line_feed)
}
