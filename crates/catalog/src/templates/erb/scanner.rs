//! Splits a template of ERB into texts and code, in the mode `-` that Puppet uses.
//!
//! Invariant: every byte of the template is in one piece, except marks and the blanks that they remove.

/// A piece of a template.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Segment {
    /// A text that is written as it is.
    Text(String),
    /// Statements, and where they are in the template.
    Code(String, usize),
    /// An expression whose value is written.
    Output(String, usize),
}

/// Why a template cannot be split: a message and a position.
pub(super) type Fault = (String, usize);

/// The pieces of a template.
pub(super) fn pieces(template: &str) -> Result<Vec<Segment>, Fault> {
    let mut scanner = Scanner { template, at: 0, text: String::new(), pieces: Vec::new() };
    scanner.run()?;
    scanner.end_text();
    Ok(scanner.pieces)
}

struct Scanner<'t> {
    template: &'t str,
    at: usize,
    text: String,
    pieces: Vec<Segment>,
}

impl Scanner<'_> {
    fn run(&mut self) -> Result<(), Fault> {
        while self.at < self.template.len() {
            let rest = &self.template[self.at..];
            let Some(mark) = rest.find("<%") else {
                self.text.push_str(rest);
                break;
            };
            let after = &rest[mark + 2..];
            let before = &rest[..mark];
            if after.starts_with('-') {
                self.text.push_str(without_indentation(before));
            } else {
                self.text.push_str(before);
            }
            self.at += mark + 2;
            match after.as_bytes().first() {
                Some(b'%') => {
                    self.text.push_str("<%");
                    self.at += 1;
                }
                Some(b'#') => self.code(1).map(drop)?,
                Some(b'=') => {
                    let (code, at) = self.code(1)?;
                    self.add(Segment::Output(code, at));
                }
                Some(b'-') => {
                    let (code, at) = self.code(1)?;
                    self.add(Segment::Code(code, at));
                }
                _ => {
                    let (code, at) = self.code(0)?;
                    self.add(Segment::Code(code, at));
                }
            }
        }
        Ok(())
    }

    /// Reads code up to its end mark; `skip` is the length of the sign after the start mark.
    fn code(&mut self, skip: usize) -> Result<(String, usize), Fault> {
        let start = self.at + skip;
        let mut code = String::new();
        let mut at = start;
        loop {
            let Some(end) = self.template[at..].find("%>") else {
                return Err(("this code does not end with `%>`".to_owned(), start.saturating_sub(2)));
            };
            let before = &self.template[at..at + end];
            at += end + 2;
            if let Some(before) = before.strip_suffix('%') {
                code.push_str(before);
                code.push_str("%>");
                continue;
            }
            let trimmed = before.strip_suffix('-');
            code.push_str(trimmed.unwrap_or(before));
            if trimmed.is_some() {
                let rest = &self.template[at..];
                at += if rest.starts_with("\r\n") { 2 } else { usize::from(rest.starts_with('\n')) };
            }
            break;
        }
        self.at = at;
        Ok((code, start))
    }

    fn add(&mut self, piece: Segment) {
        self.end_text();
        self.pieces.push(piece);
    }

    fn end_text(&mut self) {
        if !self.text.is_empty() {
            self.pieces.push(Segment::Text(std::mem::take(&mut self.text)));
        }
    }
}

/// A text without the blanks at its end, if they start a line. For Ruby, a line also starts after a mark.
fn without_indentation(text: &str) -> &str {
    let trimmed = text.trim_end_matches([' ', '\t']);
    if trimmed.is_empty() || trimmed.ends_with('\n') { trimmed } else { text }
}
