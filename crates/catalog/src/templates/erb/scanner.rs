//! Splits an ERB template into texts and code, in the mode `-` that Puppet uses.
//!
//! Invariant: every byte of the template is in one segment, except delimiters and the blanks that they remove.

/// A segment of a template.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Segment {
    /// A text that is written as it is, and its offset in the template.
    Text(String, usize),
    /// Statements, and their offset in the template.
    Code(String, usize),
    /// An expression whose value is written, and its offset.
    Output(String, usize),
}

/// Why a template cannot be split: a message and a position.
pub(super) type Fault = (String, usize);

/// The segments of a template.
pub(super) fn segments(template: &str) -> Result<Vec<Segment>, Fault> {
    let mut scanner =
        Scanner { template, offset: 0, text: String::new(), text_start: 0, segments: Vec::new() };
    scanner.run()?;
    scanner.end_text();
    Ok(scanner.segments)
}

/// Collects the segments of a template.
struct Scanner<'t> {
    template: &'t str,
    offset: usize,
    text: String,
    /// The offset at which the current text starts.
    text_start: usize,
    segments: Vec<Segment>,
}

impl Scanner<'_> {
    /// Reads the template up to its end.
    fn run(&mut self) -> Result<(), Fault> {
        while self.offset < self.template.len() {
            let remaining = &self.template[self.offset..];
            let Some(delimiter) = remaining.find("<%") else {
                self.text.push_str(remaining);
                break;
            };
            let after_delimiter = &remaining[delimiter + 2..];
            let text_before = &remaining[..delimiter];
            if after_delimiter.starts_with('-') {
                self.text.push_str(without_indentation(text_before));
            } else {
                self.text.push_str(text_before);
            }
            self.offset += delimiter + 2;
            let sign_length = usize::from(after_delimiter.starts_with(['#', '=', '-']));
            match after_delimiter.as_bytes().first() {
                Some(b'%') => {
                    self.text.push_str("<%");
                    self.offset += 1;
                }
                Some(b'#') => self.code(sign_length).map(drop)?,
                Some(b'=') => {
                    let (code, offset) = self.code(sign_length)?;
                    self.add(Segment::Output(code, offset));
                }
                // Code without a sign, or after `-`.
                _ => {
                    let (code, offset) = self.code(sign_length)?;
                    self.add(Segment::Code(code, offset));
                }
            }
        }
        Ok(())
    }

    /// Reads code up to its closing delimiter, and returns it with its offset; `sign_length` is the length of the sign
    /// after the opening delimiter.
    fn code(&mut self, sign_length: usize) -> Result<(String, usize), Fault> {
        let start = self.offset + sign_length;
        let mut code = String::new();
        let mut offset = start;
        loop {
            let Some(end) = self.template[offset..].find("%>") else {
                // The problem is at the opening delimiter, which is before the sign.
                return Err(("this code does not end with `%>`".to_owned(), self.offset.saturating_sub(2)));
            };
            let code_part = &self.template[offset..offset + end];
            offset += end + 2;
            // `%%>` is the text `%>` in the code.
            if let Some(code_part) = code_part.strip_suffix('%') {
                code.push_str(code_part);
                code.push_str("%>");
                continue;
            }
            match code_part.strip_suffix('-') {
                // The closing delimiter is `-%>`, which also removes a line break after it.
                Some(code_part) => {
                    code.push_str(code_part);
                    offset += length_of_line_break(&self.template[offset..]);
                }
                None => code.push_str(code_part),
            }
            break;
        }
        self.offset = offset;
        Ok((code, start))
    }

    /// Adds a segment of code after the text before it. The next text starts at the current offset.
    fn add(&mut self, segment: Segment) {
        self.end_text();
        self.text_start = self.offset;
        self.segments.push(segment);
    }

    /// Adds the current text as a segment, unless it is empty.
    fn end_text(&mut self) {
        if !self.text.is_empty() {
            self.segments.push(Segment::Text(std::mem::take(&mut self.text), self.text_start));
        }
    }
}

/// The length of the line break at the start of a text; 0 if there is none.
fn length_of_line_break(text: &str) -> usize {
    match text.as_bytes() {
        [b'\r', b'\n', ..] => 2,
        [b'\n', ..] => 1,
        _ => 0,
    }
}

/// A text without the blanks at its end, if they start a line. For Ruby, a line also starts after a delimiter.
fn without_indentation(text: &str) -> &str {
    let trimmed = text.trim_end_matches([' ', '\t']);
    if trimmed.is_empty() || trimmed.ends_with('\n') { trimmed } else { text }
}
