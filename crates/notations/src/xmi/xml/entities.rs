//! Entities and character references: their declarations and expansions.
//!
//! Invariants: nothing outside the document is ever read, and all expansions together are within the budget.

use super::scan::{self, is_xml_char};
use super::{FatalProblem, Xml};
use crate::diagnostic::codes;
use crate::input::declared_version;
use std::ops::Range;

/// The context of an entity or character reference.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum ReferenceContext {
    /// The content of an element.
    Text,
    /// An attribute, in which all white space becomes spaces.
    Attribute,
}

/// The use of a parameter entity, `%name;`, whose value is read as declarations.
#[derive(Clone, Copy)]
struct ParameterUsage<'r> {
    /// The span of the use. Problems of the declarations are reported there, because they have no positions themselves.
    range: &'r Range<usize>,
    /// The number of entities that contain each other, up to this one.
    depth: usize,
}

impl ReferenceContext {
    /// Appends text in the form that it has in this context: in an attribute, line breaks and tabs become spaces.
    fn push(self, text: &str, out: &mut String) {
        match self {
            ReferenceContext::Text => out.push_str(text),
            ReferenceContext::Attribute => {
                out.extend(text.chars().map(|c| if matches!(c, '\n' | '\t' | '\r') { ' ' } else { c }));
            }
        }
    }
}

impl Xml<'_> {
    /// Expands the reference at the start of `text`; returns its length.
    pub(super) fn expand_reference_at(
        &mut self,
        text: &str,
        offset: usize,
        out: &mut String,
        context: ReferenceContext,
    ) -> Result<usize, FatalProblem> {
        // Only the 256 bytes after the `&` are searched: a long text with many `&` and no `;` takes linear time.
        let Some(end) = text.as_bytes().iter().take(1 + 256).position(|b| *b == b';') else {
            let error = self.syntax(offset..offset + 1, "`&` must start a reference such as `&amp;`");
            return Err(Box::new(error.help("write `&amp;` for the character itself")));
        };
        let entity_depth = 0;
        self.expand_reference(&text[1..end], offset, out, (context, entity_depth))?;
        Ok(end + 1)
    }

    /// Appends to `out` what the reference `&name;` means: the character of a number or of a predefined name, or the
    /// expansion of an entity. `state` is the context, and the depth of entities around the reference.
    fn expand_reference(
        &mut self,
        name: &str,
        offset: usize,
        out: &mut String,
        state: (ReferenceContext, usize),
    ) -> Result<(), FatalProblem> {
        let range = offset..offset + name.len() + 2;
        if let Some(number) = name.strip_prefix('#') {
            // White space from a character reference is not normalised, even in an attribute (XML, section 3.3.3).
            out.push(self.numbered_character(name, number, range)?);
            return Ok(());
        }
        let plain = match name {
            "amp" => "&",
            "lt" => "<",
            "gt" => ">",
            "quot" => "\"",
            "apos" => "'",
            _ => return self.expand_entity(name, range, out, state),
        };
        out.push_str(plain);
        Ok(())
    }

    /// The character of the numeric reference `&name;`; `number` is the name without its `#`.
    fn numbered_character(
        &self,
        name: &str,
        number: &str,
        range: Range<usize>,
    ) -> Result<char, FatalProblem> {
        let (digits, radix) = match number.strip_prefix('x') {
            Some(hex_digits) => (hex_digits, 16),
            None => (number, 10),
        };
        // Rust's parser accepts a sign, XML does not.
        let has_sign = digits.starts_with('+');
        let code = if has_sign { None } else { u32::from_str_radix(digits, radix).ok() };
        if let Some(c) = code.and_then(char::from_u32)
            && is_xml_char(c)
        {
            return Ok(c);
        }
        let is_of_xml_1_1 = code.is_some_and(|code| (1..0x20).contains(&code));
        let message = match declared_version(self.source.text().as_bytes()).as_deref() {
            // XML 1.1 is deliberately not supported, because most XML readers do not support it
            // (docs/emf-differences.md).
            Some("1.1") if is_of_xml_1_1 => {
                format!("`&{name};` is a control character of XML 1.1, which is not supported")
            }
            _ => format!("`&{name};` is not an allowed character of XML"),
        };
        Err(Box::new(self.syntax(range, message).help("remove it from the value")))
    }

    /// Appends the expansion of an entity.
    fn expand_entity(
        &mut self,
        name: &str,
        range: Range<usize>,
        out: &mut String,
        (context, depth): (ReferenceContext, usize),
    ) -> Result<(), FatalProblem> {
        // The value is cloned, because expanding it needs the reader mutably.
        let Some(value) = self.entities.get(name).cloned() else {
            let error = self.syntax(range, format!("the entity `&{name};` is not declared"));
            return Err(Box::new(error.help(if name == "nbsp" {
                "XML has no names for characters: write `&#160;`"
            } else {
                "write `&amp;` for the character `&` itself; other characters need no name"
            })));
        };
        // The budget is charged before the entity is expanded, so that nested entities cannot grow beyond the limit.
        self.charge(&format!("&{name};"), &value, &range, depth)?;
        // Elements need positions in the document, which the text of an entity does not have.
        if value.contains('<') {
            let message = format!("the entity `&{name};` contains markup, but only text is supported");
            return Err(self.syntax(range, message));
        }
        let mut remaining = value.as_str();
        while let Some(position) = remaining.find('&') {
            context.push(&remaining[..position], out);
            let Some(end) = remaining[position..].find(';') else {
                return Err(self.syntax(range, format!("the entity `&{name};` contains an unescaped `&`")));
            };
            self.expand_reference(
                &remaining[position + 1..position + end],
                range.start,
                out,
                (context, depth + 1),
            )?;
            remaining = &remaining[position + end + 1..];
        }
        context.push(remaining, out);
        Ok(())
    }

    /// The value of an entity: character references are expanded when it is declared, other references when
    /// the entity is used.
    fn entity_value(&mut self, literal: &str, start: usize) -> Result<String, FatalProblem> {
        let mut out = String::with_capacity(literal.len());
        let mut remaining = literal;
        while let Some(position) = remaining.find('&') {
            let end = remaining[position..].find(';').map_or(remaining.len(), |end| position + end);
            let name = &remaining[position + 1..end];
            if name.starts_with('#') {
                out.push_str(&remaining[..position]);
                let entity_depth = 0;
                let state = (ReferenceContext::Text, entity_depth);
                self.expand_reference(name, start, &mut out, state)?;
            } else if scan::is_name(name) && end < remaining.len() {
                // Other references stay, because they may name entities that are declared later.
                out.push_str(&remaining[..=end]);
            } else {
                let error = self.syntax(start..start + 1, "an entity contains an unescaped `&`");
                return Err(Box::new(error.help("write `&#38;#38;` for the character itself")));
            }
            remaining = remaining.get(end + 1..).unwrap_or_default();
        }
        out.push_str(remaining);
        Ok(out)
    }

    /// Reads the entities of an internal subset; rejects external declarations.
    pub(super) fn read_entities(&mut self, start: usize, raw: &str) -> Result<(), FatalProblem> {
        let range = start..start + raw.len();
        if self.has_seen_root {
            return Err(self.syntax(range, "the document type must be before the document's element"));
        }
        let (head, after_bracket) = match raw.split_once('[') {
            Some((head, after_bracket)) => (head, Some(after_bracket)),
            None => (raw, None),
        };
        // The words are `<!DOCTYPE`, the name, and the identifier.
        if head.split_ascii_whitespace().nth(2).is_some_and(is_external) {
            let error = self.fatal(
                codes::EXTERNAL_ENTITY,
                range,
                "the document refers to a document type outside it",
            );
            return Err(Box::new(error.help("external documents are never read; remove the reference")));
        }
        let Some(after_bracket) = after_bracket else { return Ok(()) };
        // The last bracket is searched, because values of entities may contain brackets.
        match after_bracket.rsplit_once(']') {
            Some((subset, tail)) if tail.trim_ascii_start() == ">" => {
                // The declarations are in the document itself, not in a parameter entity.
                let usage = None;
                self.read_subset(start + head.len() + "[".len(), subset, usage)
            }
            _ => Err(self.syntax(range, "expected `]>` at the end of the document type")),
        }
    }

    /// Reads the declarations of an internal subset, which starts at `start`; with `usage`, those of a parameter
    /// entity.
    fn read_subset(
        &mut self,
        start: usize,
        subset: &str,
        usage: Option<ParameterUsage<'_>>,
    ) -> Result<(), FatalProblem> {
        let mut position = 0;
        loop {
            position = scan::skip_space(subset.as_bytes(), position);
            let remaining = &subset[position..];
            let Some(first) = remaining.chars().next() else { return Ok(()) };
            // The span of the next `len` bytes, for problems.
            let range_of = |len: usize| match usage {
                Some(usage) => usage.range.clone(),
                None => start + position..start + position + len,
            };
            let Some(len) = subset_part_len(remaining) else {
                let range = range_of(first.len_utf8());
                return Err(self.syntax(range, "expected a declaration in the document type"));
            };
            if let Some(declaration) = remaining[..len].strip_prefix("<!ENTITY") {
                self.declare(range_of(len), declaration)?;
            } else if first == '%' {
                let depth = usage.map_or(0, |usage| usage.depth);
                self.expand_parameter(&remaining[..len], &range_of(len), depth)?;
            }
            position += len;
        }
    }

    /// Deducts the expansion of an entity from the budget of the document.
    fn charge(
        &mut self,
        reference: &str,
        value: &str,
        range: &Range<usize>,
        depth: usize,
    ) -> Result<(), FatalProblem> {
        // The depth ends entities that refer to themselves; the budget ends those that double.
        if depth > MAX_DEPTH || value.len() >= self.budget {
            let max = self.limits.expansion;
            let message = format!("the entity `{reference}` expands to more than the {max} bytes allowed");
            return Err(self.fatal(codes::LIMIT, range.clone(), message));
        }
        // The cost is one more than the length, so that references to an empty entity end, too.
        self.budget -= value.len() + 1;
        Ok(())
    }

    /// Reads the declarations in a parameter entity; `reference` is its use: `%name;`.
    fn expand_parameter(
        &mut self,
        reference: &str,
        range: &Range<usize>,
        depth: usize,
    ) -> Result<(), FatalProblem> {
        let name = reference.trim_end_matches(';');
        let Some(value) = self.entities.get(name).cloned() else {
            return Err(self.syntax(range.clone(), format!("the entity `{reference}` is not declared")));
        };
        self.charge(reference, &value, range, depth)?;
        self.read_subset(range.start, &value, Some(ParameterUsage { range, depth: depth + 1 }))
    }

    /// Reads the declaration of an entity; `declaration` is the text after `<!ENTITY`.
    fn declare(&mut self, range: Range<usize>, declaration: &str) -> Result<(), FatalProblem> {
        let quote = declaration.find(['"', '\'']).unwrap_or(declaration.len());
        let (head, literal) = declaration.split_at(quote);
        let mut words = head.split_ascii_whitespace();
        let mut name = words.next().unwrap_or_default().to_owned();
        let is_parameter = name == "%";
        if is_parameter {
            // `%` marks the name of a parameter entity; no other entity's name starts with it.
            name.push_str(words.next().unwrap_or_default());
        }
        let bare_name = if is_parameter { &name[1..] } else { &*name };
        let name_scan = scan::name(bare_name, 0);
        if !name_scan.is_valid || name_scan.end < bare_name.len() {
            return Err(self.syntax(range, format!("expected the name of an entity, found `{bare_name}`")));
        }
        let after_name = words.next();
        if after_name.is_some_and(is_external) {
            let message = format!("the entity `{name}` is declared outside the document");
            let error = self.fatal(codes::EXTERNAL_ENTITY, range, message);
            return Err(Box::new(error.help("external entities are never read; write the text itself")));
        }
        // Any other word between the name and the value is an error.
        let value = if after_name.is_none() { declared_value(head, literal) } else { None };
        let Some(value) = value else {
            let message = format!("expected a space and the value of the entity `{name}` in quotes");
            return Err(self.syntax(range, message));
        };
        // References to parameters are not allowed inside declarations of an internal subset (XML, section 2.8).
        if value.contains('%') {
            let error = self.syntax(range, format!("`%` is not allowed in the entity `{name}`"));
            return Err(Box::new(error.help("write `&#37;` for the character itself")));
        }
        // The first declaration of an entity is the one that counts (XML, section 4.2).
        if !self.entities.contains_key(&name) {
            let value = self.entity_value(value, range.start)?;
            self.entities.insert(name, value);
        }
        Ok(())
    }
}

/// The value that a declaration gives an entity: `literal` is the text from the quote on, and `head` the text before it.
/// `None` if there is no value, no space before it, or more than the end of the declaration after it.
fn declared_value<'t>(head: &str, literal: &'t str) -> Option<&'t str> {
    let is_space = |c: char| c.is_ascii_whitespace();
    let quote = literal.chars().next()?;
    let (value, tail) = literal.get(1..)?.split_once(quote)?;
    let is_separated = head.starts_with(is_space) && head.ends_with(is_space);
    let is_at_end = tail.trim_start_matches(is_space) == ">";
    if is_separated && is_at_end { Some(value) } else { None }
}

/// The maximum depth of references between entities.
const MAX_DEPTH: usize = 16;

/// The beginnings of declarations.
const DECLARATIONS: [&str; 4] = ["<!ENTITY", "<!ATTLIST", "<!ELEMENT", "<!NOTATION"];

/// The length of the first part of an internal subset: a comment, an instruction, a reference to a parameter entity or
/// a declaration; `None` for anything else.
fn subset_part_len(text: &str) -> Option<usize> {
    if let Some(comment) = text.strip_prefix("<!--") {
        // XML does not allow `--` inside a comment, so the first `--` must end the comment.
        let len = comment.find("--")?;
        if !comment[len..].starts_with("-->") {
            return None;
        }
        Some("<!--".len() + len + "-->".len())
    } else if text.starts_with("<?") {
        text.find("?>").map(|len| len + "?>".len())
    } else if text.starts_with('%') {
        text.find(';').map(|len| len + 1)
    } else if DECLARATIONS.iter().any(|start| text.starts_with(start)) {
        // Declarations other than entities are skipped: defaults and types of attributes are ignored
        // (docs/emf-differences.md).
        declaration_len(text)
    } else {
        None
    }
}

/// Whether a word starts an external identifier; a quote may follow it directly.
fn is_external(word: &str) -> bool {
    matches!(word.split(['"', '\'']).next(), Some("SYSTEM" | "PUBLIC"))
}

/// The length of a declaration; a `>` in quotes does not end it.
fn declaration_len(text: &str) -> Option<usize> {
    let mut quote = None;
    for (position, byte) in text.bytes().enumerate() {
        match (quote, byte) {
            (None, b'>') => return Some(position + 1),
            (None, b'"' | b'\'') => quote = Some(byte),
            (Some(open), _) if open == byte => quote = None,
            _ => {}
        }
    }
    None
}
