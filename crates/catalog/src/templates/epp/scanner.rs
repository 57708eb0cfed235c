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
    let mut scanner = Scanner { template, offset: 0, trims: false };
    let mut translation = Translation::default();
    let mut bytes: Vec<u8> = template.bytes().map(|byte| if byte == b'\n' { byte } else { b' ' }).collect();
    let mut last_code_end: Option<usize> = None;
    loop {
        translation.has_text_at_end = scanner.offset < template.len();
        let TextBeforeCode { text, code } = scanner.text()?;
        let Some((start, is_value)) = code else {
            translation.last = text;
            break;
        };
        match last_code_end {
            None => translation.first = text,
            Some(end) if !text.is_empty() => {
                let call_offset = end + 1;
                // There is space for the call: a text of at least one character between delimiters of two characters.
                put(&mut bytes, call_offset, "t()");
                translation.texts.push((call_offset, text));
            }
            Some(_) => {}
        }
        let end = scanner.code(start)?;
        bytes[start..end].copy_from_slice(&template.as_bytes()[start..end]);
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
    // Only complete characters were replaced, so the bytes are text.
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

/// The span of the parameters in the first code, with the bars around them; `None` if the code does not start with a
/// bar.
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
    /// The offset of the code, and whether its value is written; `None` at the end of the template.
    code: Option<(usize, bool)>,
}

/// Splits a template into texts and code.
struct Scanner<'t> {
    template: &'t str,
    offset: usize,
    /// Whether the blanks and the line break after the last delimiter are removed.
    trims: bool,
}

impl Scanner<'_> {
    /// Reads the text up to the next code, and the delimiter before the code.
    fn text(&mut self) -> Result<TextBeforeCode, Fault> {
        let mut text = String::new();
        loop {
            let remaining = &self.template[self.offset..];
            let delimiter = remaining.find("<%");
            let part = &remaining[..delimiter.unwrap_or(remaining.len())];
            let part = if std::mem::take(&mut self.trims) { trimmed(part) } else { part };
            text.push_str(&part.replace("%%>", "%>"));
            let Some(delimiter) = delimiter else {
                self.offset = self.template.len();
                return Ok(TextBeforeCode { text, code: None });
            };
            let code_start = self.offset + delimiter + 2;
            let sign = self.template.as_bytes().get(code_start);
            let writes_value = sign == Some(&b'=');
            match sign {
                None => return Err(("this `<%` has no end".to_owned(), code_start - 2)),
                Some(b'%') => {
                    text.push_str("<%");
                    self.offset = code_start + 1;
                }
                Some(b'#') => self.comment(code_start, &mut text)?,
                Some(b'-') => {
                    text.truncate(text.trim_end_matches([' ', '\t']).len());
                    return Ok(TextBeforeCode { text, code: Some((code_start + 1, writes_value)) });
                }
                Some(b'=') => return Ok(TextBeforeCode { text, code: Some((code_start + 1, writes_value)) }),
                Some(_) => return Ok(TextBeforeCode { text, code: Some((code_start, writes_value)) }),
            }
        }
    }

    /// Skips a comment; `start` is the offset of the `#` after `<%`. Its delimiters may remove the blanks before it and
    /// the rest of the line after it.
    fn comment(&mut self, start: usize, text: &mut String) -> Result<(), Fault> {
        let remaining = &self.template[start..];
        // A delimiter after a percent sign is a part of the comment.
        let mut ends = remaining.match_indices("%>").map(|(end, _)| end);
        let end = ends.find(|end| !remaining[..*end].ends_with('%'));
        let end = end.ok_or_else(|| ("this comment does not end with `%>`".to_owned(), start - 2))?;
        if remaining.starts_with("#-") {
            text.truncate(text.trim_end_matches([' ', '\t']).len());
        }
        self.trims = remaining[..end].ends_with('-');
        self.offset = start + end + 2;
        Ok(())
    }

    /// The end of the code that starts at an offset, before its closing delimiter, behind which the scanner continues.
    fn code(&mut self, start: usize) -> Result<usize, Fault> {
        let mut offset = start;
        // The problem is two characters before the code, in the opening delimiter.
        let unclosed = || ("this code does not end with `%>`".to_owned(), start.saturating_sub(2));
        loop {
            let remaining = &self.template[offset..];
            let c = remaining.chars().next().ok_or_else(unclosed)?;
            if let Some(after_code) = remaining.strip_prefix("-%>").or_else(|| remaining.strip_prefix("%>")) {
                self.trims = c == '-';
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
fn trimmed(text: &str) -> &str {
    let rest = text.trim_start_matches([' ', '\t']);
    let rest = rest.strip_prefix('\r').unwrap_or(rest);
    rest.strip_prefix('\n').unwrap_or(rest)
}
