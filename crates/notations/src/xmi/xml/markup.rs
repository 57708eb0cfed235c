//! Markup other than tags: the declaration, comments, processing instructions, CDATA sections, and the extent
//! of a document type.

use super::scan;
use super::{FatalProblem, Token, Xml, normalise_lines};

impl<'s> Xml<'s> {
    /// Reads the XML declaration, if the document starts with one.
    pub(super) fn read_declaration(&mut self) -> Result<(), FatalProblem> {
        let text = self.text;
        // `<?xml-stylesheet` is an instruction like any other.
        let Some(after_name) = text.strip_prefix("<?xml") else { return Ok(()) };
        if !after_name.starts_with([' ', '\t', '\n', '\r']) {
            return Ok(());
        }
        let Some(len) = after_name.find("?>") else { return Err(self.cut_off(0, "the XML declaration")) };
        let end = "<?xml".len() + len + "?>".len();
        self.position = end;
        let mut inner = after_name[..len].trim_ascii();
        // The attributes that may still come, in this order.
        let mut allowed: &[&str] = &["version", "encoding", "standalone"];
        let mut is_first = true;
        while !inner.is_empty() {
            let Some((name, value, tail)) = pseudo_attribute(inner) else {
                return Err(self.syntax(0..end, "expected name=\"value\" in the XML declaration"));
            };
            let Some(position) = allowed.iter().position(|known| *known == name) else {
                let message = format!(
                    "the XML declaration may only have version, encoding and standalone, each once and in this order; \
                     found `{name}`"
                );
                return Err(self.syntax(0..end, message));
            };
            // The first attribute is not the version, which is reported after the loop.
            if is_first && position != 0 {
                break;
            }
            if !is_allowed(name, value) {
                let message = format!("`{value}` is not a valid {name} in the XML declaration");
                return Err(self.syntax(0..end, message));
            }
            is_first = false;
            // The order is fixed, and each attribute may occur only once (XML, section 2.8).
            allowed = &allowed[position + 1..];
            inner = tail;
        }
        if is_first {
            return Err(self.syntax(0..end, "the XML declaration must have the version"));
        }
        Ok(())
    }

    /// Reads the markup that starts with `<!` or `<?` here; `None` if it is no token for the caller.
    pub(super) fn read_markup(&mut self) -> Result<Option<Token<'s>>, FatalProblem> {
        let remaining = &self.text[self.position..];
        if remaining.starts_with("<!--") {
            self.skip_comment().map(|()| None)
        } else if remaining.starts_with("<![CDATA[") {
            self.read_cdata_section().map(Some)
        } else if remaining.starts_with("<!DOCTYPE") {
            self.read_document_type().map(|()| None)
        } else if remaining.starts_with("<?") {
            let token = self.read_instruction()?;
            // Instructions are checked even if they are not returned, so that every caller rejects the same documents.
            Ok(if self.keeps_instructions { Some(token) } else { None })
        } else {
            let message = "expected a comment, a CDATA section or a document type after `<!`";
            Err(self.syntax(self.position..self.position + 2, message))
        }
    }

    /// Skips a comment.
    fn skip_comment(&mut self) -> Result<(), FatalProblem> {
        let inner = self.position + "<!--".len();
        // XML does not allow `--` inside a comment, so the first `--` must end the comment.
        let Some(len) = memchr::memmem::find(&self.text.as_bytes()[inner..], b"--") else {
            return Err(self.cut_off(self.position, "the comment"));
        };
        let dashes = inner + len;
        if self.byte(dashes + 2) != Some(b'>') {
            return Err(self.syntax(dashes..dashes + 2, "`--` is not allowed inside a comment"));
        }
        self.position = dashes + "-->".len();
        Ok(())
    }

    /// Reads a CDATA section as text.
    fn read_cdata_section(&mut self) -> Result<Token<'s>, FatalProblem> {
        let start = self.position;
        let inner = start + "<![CDATA[".len();
        let Some(len) = memchr::memmem::find(&self.text.as_bytes()[inner..], b"]]>") else {
            return Err(self.cut_off(start, "the CDATA section"));
        };
        self.position = inner + len + "]]>".len();
        // Not even an empty section is allowed outside of the root element.
        self.check_in_element(start, &self.text[start..self.position])?;
        self.text_start = inner;
        Ok(Token::Text(normalise_lines(&self.text[inner..inner + len])))
    }

    /// Reads a processing instruction.
    fn read_instruction(&mut self) -> Result<Token<'s>, FatalProblem> {
        let start = self.position;
        let inner_start = start + "<?".len();
        let Some(len) = memchr::memmem::find(&self.text.as_bytes()[inner_start..], b"?>") else {
            return Err(self.cut_off(start, "the processing instruction"));
        };
        let inner = &self.text[inner_start..inner_start + len];
        self.position = inner_start + len + "?>".len();
        let target =
            inner.split(|c: char| c.is_ascii() && scan::is_space(c as u8)).next().unwrap_or_default();
        // The target `xml` is reserved in any case (XML, section 2.6).
        if target.eq_ignore_ascii_case("xml") {
            let message = "the XML declaration must be at the very start";
            return Err(self.syntax(start..self.position, message));
        }
        if !scan::is_name(target) {
            let message = format!("expected the name of a processing instruction, found `{target}`");
            return Err(self.syntax(start..self.position, message));
        }
        let data = inner[target.len()..].trim_ascii_start();
        Ok(Token::Instruction { target, data: (!data.is_empty()).then_some(data) })
    }

    /// Reads a document type, which may declare entities.
    fn read_document_type(&mut self) -> Result<(), FatalProblem> {
        let start = self.position;
        let Some(len) = document_type_len(&self.text[start..]) else {
            return Err(self.cut_off(start, "the document type"));
        };
        // Like XML, EMF rejects a second document type, and a document type after the root.
        if self.has_seen_root || self.has_seen_document_type {
            let message = "a document can have only one document type, before its root element";
            return Err(self.syntax(start..start + "<!DOCTYPE".len(), message));
        }
        self.has_seen_document_type = true;
        self.position += len;
        self.read_entities(start, &self.text[start..start + len])
    }
}

/// The name and the value of the `name = "value"` at the start of a text, and the text after it; `None` if the text
/// does not begin like this.
fn pseudo_attribute(text: &str) -> Option<(&str, &str, &str)> {
    let (name, after_equals) = text.split_once('=')?;
    let literal = after_equals.trim_ascii_start();
    let quote = literal.chars().next().filter(|c| matches!(c, '"' | '\''))?;
    let (value, tail) = literal[1..].split_once(quote)?;
    let trimmed_tail = tail.trim_ascii_start();
    // White space before the next attribute is required.
    let is_separated = trimmed_tail.is_empty() || trimmed_tail.len() < tail.len();
    is_separated.then_some((name.trim_ascii_end(), value, trimmed_tail))
}

/// Whether an attribute of the XML declaration may have a value.
fn is_allowed(name: &str, value: &str) -> bool {
    match name {
        // The parts of XML 1.1 that are not supported are reported where they occur.
        "version" => matches!(value, "1.0" | "1.1"),
        "standalone" => matches!(value, "yes" | "no"),
        // The name of an encoding.
        _ => {
            value.starts_with(|c: char| c.is_ascii_alphabetic())
                && value.bytes().all(|b| b.is_ascii_alphanumeric() || matches!(b, b'.' | b'_' | b'-'))
        }
    }
}

/// The length of a document type with its internal subset; `None` if it does not end.
fn document_type_len(text: &str) -> Option<usize> {
    let bytes = text.as_bytes();
    let mut position = "<!DOCTYPE".len();
    // The number of open declarations: each declaration in the subset has its own angle brackets.
    let mut open_declarations = 0usize;
    loop {
        position += bytes[position..].iter().position(|byte| matches!(byte, b'<' | b'>' | b'"' | b'\''))?;
        // The offset after the next `terminator`.
        let end_of = |terminator: &str, from: usize| {
            memchr::memmem::find(bytes.get(from..)?, terminator.as_bytes())
                .map(|len| from + len + terminator.len())
        };
        position = match bytes[position] {
            // Comments and instructions may contain unpaired quotes and brackets.
            b'<' if bytes[position..].starts_with(b"<!--") => end_of("-->", position + "<!--".len())?,
            b'<' if bytes[position..].starts_with(b"<?") => end_of("?>", position + "<?".len())?,
            b'<' => {
                open_declarations += 1;
                position + 1
            }
            b'>' if open_declarations == 0 => return Some(position + 1),
            b'>' => {
                open_declarations -= 1;
                position + 1
            }
            // A bracket in quotes belongs to a value.
            quote => end_of(if quote == b'"' { "\"" } else { "'" }, position + 1)?,
        };
    }
}
