//! Translates a template of EPP to statements of a manifest, of the same length.
//!
//! Each text becomes a call of one function, and each `<%= … %>` a call of another, in the place of the marks around them;
//! all else of the marks and texts becomes spaces. So every position of the statements is that of the template, and the
//! parser of manifests reads what Puppet's own parser of templates reads. Invariant: texts before the first and after the
//! last mark have no call, because they are always the first and the last part of the result.

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
    pub(super) first: String,
    pub(super) last: String,
    /// Where the parameters are, between two bars.
    pub(super) parameters: Option<(usize, usize)>,
}

/// Why a template cannot be translated: a message and a position.
pub(super) type Fault = (String, usize);

/// Translates a template.
pub(super) fn translate(template: &str) -> Result<Translation, Fault> {
    let mut scanner = Scanner { template, at: 0, trims: false };
    let mut found = Translation::default();
    let mut bytes: Vec<u8> = template.bytes().map(|byte| if byte == b'\n' { byte } else { b' ' }).collect();
    // Where the last code ended.
    let mut before: Option<usize> = None;
    loop {
        let text = scanner.text()?;
        let Some((start, is_value)) = text.code else {
            found.last = text.text;
            break;
        };
        match before {
            None => found.first = text.text,
            Some(end) if !text.text.is_empty() => {
                let at = end + 1;
                // A text has at least one character, and two marks of two characters are around it.
                put(&mut bytes, at, "t()");
                found.texts.push((at, text.text));
            }
            Some(_) => {}
        }
        let end = scanner.code(start)?;
        bytes[start..end].copy_from_slice(&template.as_bytes()[start..end]);
        if before.is_none() && !is_value {
            found.parameters = parameters(template, start, end);
            if let Some((from, to)) = found.parameters {
                bytes[from..to].fill(b' ');
                if !found.first.trim().is_empty() {
                    return Err(("the parameters of a template must be at its start".to_owned(), from));
                }
            }
        }
        if is_value {
            put(&mut bytes, start - 2, "e(");
            put(&mut bytes, end, ")");
        }
        before = Some(end);
    }
    // Only whole characters were replaced, so this is text.
    found.statements = String::from_utf8(bytes).map_err(|_| ("this template is not text".to_owned(), 0))?;
    Ok(found)
}

fn put(bytes: &mut [u8], at: usize, text: &str) {
    if let Some(place) = bytes.get_mut(at..at + text.len()) {
        place.copy_from_slice(text.as_bytes());
    }
}

/// The span of the parameters, with the bars around them.
fn parameters(template: &str, start: usize, end: usize) -> Option<(usize, usize)> {
    let code = &template[start..end];
    let from = code.len() - code.trim_start().len();
    if !code[from..].starts_with('|') {
        return None;
    }
    let mut at = from + 1;
    loop {
        let rest = &code[at..];
        match rest.chars().next()? {
            '|' => return Some((start + from, start + at + 1)),
            quote @ ('\'' | '"') => at += quoted(rest, quote)?,
            '#' => at += rest.find('\n').unwrap_or(rest.len()),
            c => at += c.len_utf8(),
        }
    }
}

/// The length of a string with its quotes.
fn quoted(text: &str, quote: char) -> Option<usize> {
    let mut is_escaped = false;
    for (at, c) in text.char_indices().skip(1) {
        match c {
            _ if is_escaped => is_escaped = false,
            '\\' => is_escaped = true,
            c if c == quote => return Some(at + 1),
            _ => {}
        }
    }
    None
}

/// A text up to the next code.
struct TextPiece {
    text: String,
    /// Where the code starts, and whether its value is written; `None` at the end.
    code: Option<(usize, bool)>,
}

struct Scanner<'t> {
    template: &'t str,
    at: usize,
    /// Whether the blanks and the line end after the last mark are removed.
    trims: bool,
}

impl Scanner<'_> {
    /// Reads the text up to the next tag, and the code in the tag.
    fn text(&mut self) -> Result<TextPiece, Fault> {
        let mut text = String::new();
        loop {
            let rest = &self.template[self.at..];
            let mark = rest.find("<%");
            let part = &rest[..mark.unwrap_or(rest.len())];
            let part = if std::mem::take(&mut self.trims) { trimmed(part) } else { part };
            text.push_str(&part.replace("%%>", "%>"));
            let Some(mark) = mark else {
                self.at = self.template.len();
                return Ok(TextPiece { text, code: None });
            };
            let after = self.at + mark + 2;
            match self.template.as_bytes().get(after) {
                None => return Err(("this `<%` has no end".to_owned(), after - 2)),
                Some(b'%') => {
                    text.push_str("<%");
                    self.at = after + 1;
                }
                Some(b'#') => self.comment(after, &mut text)?,
                Some(b'-') => {
                    text.truncate(text.trim_end_matches([' ', '\t']).len());
                    return Ok(TextPiece { text, code: Some((after + 1, false)) });
                }
                Some(b'=') => return Ok(TextPiece { text, code: Some((after + 1, true)) }),
                Some(_) => return Ok(TextPiece { text, code: Some((after, false)) }),
            }
        }
    }

    fn comment(&mut self, start: usize, text: &mut String) -> Result<(), Fault> {
        let rest = &self.template[start..];
        // A percent sign before the mark makes it a part of the comment.
        let mut ends = rest.match_indices("%>").map(|(at, _)| at);
        let end = ends.find(|at| *at > 0 && !rest[..*at].ends_with('%'));
        let end = end.ok_or_else(|| ("this comment does not end with `%>`".to_owned(), start - 2))?;
        if rest[1..].starts_with('-') {
            text.truncate(text.trim_end_matches([' ', '\t']).len());
        }
        self.trims = rest[..end].ends_with('-');
        self.at = start + end + 2;
        Ok(())
    }

    /// The end of code, before its mark.
    fn code(&mut self, start: usize) -> Result<usize, Fault> {
        let mut at = start;
        let unclosed = || ("this code does not end with `%>`".to_owned(), start.saturating_sub(2));
        loop {
            let rest = &self.template[at..];
            let c = rest.chars().next().ok_or_else(unclosed)?;
            if let Some(marked) = rest.strip_prefix("-%>").or_else(|| rest.strip_prefix("%>")) {
                self.trims = c == '-';
                self.at = self.template.len() - marked.len();
                return Ok(at);
            }
            at += match c {
                '\'' | '"' => quoted(rest, c).ok_or_else(unclosed)?,
                // As in Puppet, a comment hides the mark after it.
                '#' => rest.find('\n').unwrap_or(rest.len()),
                '%' if rest.starts_with("%%>") => {
                    return Err(("`%%>` is not supported in code".to_owned(), at));
                }
                c => c.len_utf8(),
            };
        }
    }
}

/// A text without the blanks and the line end at its start.
fn trimmed(text: &str) -> &str {
    let rest = text.trim_start_matches([' ', '\t']);
    let rest = rest.strip_prefix('\r').unwrap_or(rest);
    rest.strip_prefix('\n').unwrap_or(rest)
}
