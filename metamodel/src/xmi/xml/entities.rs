//! Entities and character references: what a document declares, and what stands for it.
//!
//! Invariants: nothing outside the document is ever read, and all expansions together keep to the budget.

use super::scan::is_xml_char;
use super::{Fatal, Xml};
use crate::diagnostic::codes;

impl Xml<'_> {
    /// Expands the reference that `text` starts with; gives its length.
    pub(super) fn reference_at(
        &mut self,
        text: &str,
        offset: usize,
        out: &mut String,
    ) -> Result<usize, Fatal> {
        let Some(end) = text.as_bytes().iter().take(257).position(|b| *b == b';') else {
            let error = self.syntax(offset..offset + 1, "`&` must start a reference such as `&amp;`");
            return Err(Box::new(error.help("write `&amp;` for the character itself")));
        };
        self.reference(&text[1..end], offset, out, 0)?;
        Ok(end + 1)
    }

    fn reference(&mut self, name: &str, offset: usize, out: &mut String, depth: usize) -> Result<(), Fatal> {
        let place = offset..offset + name.len() + 2;
        if let Some(number) = name.strip_prefix('#') {
            let code = match number.strip_prefix('x') {
                Some(hex) => u32::from_str_radix(hex, 16).ok().filter(|_| !hex.starts_with('+')),
                None => number.parse().ok().filter(|_| !number.starts_with('+')),
            };
            let Some(c) = code.and_then(char::from_u32).filter(|c| is_xml_char(*c)) else {
                return Err(self.syntax(place, format!("`&{name};` is not a character that XML allows")));
            };
            out.push(c);
            return Ok(());
        }
        let plain = match name {
            "amp" => "&",
            "lt" => "<",
            "gt" => ">",
            "quot" => "\"",
            "apos" => "'",
            _ => return self.entity(name, place, out, depth),
        };
        out.push_str(plain);
        Ok(())
    }

    fn entity(
        &mut self,
        name: &str,
        place: std::ops::Range<usize>,
        out: &mut String,
        depth: usize,
    ) -> Result<(), Fatal> {
        let Some(value) = self.entities.get(name).cloned() else {
            let error = self.syntax(place, format!("the entity `&{name};` is not declared"));
            return Err(Box::new(error.help("write `&amp;` for the character `&` itself")));
        };
        if depth > 16 || value.len() >= self.budget {
            let message = format!(
                "the entity `&{name};` expands to more than the {} bytes allowed",
                self.limits.expansion
            );
            return Err(self.fatal(codes::LIMIT, place, message));
        }
        self.budget -= value.len() + 1;
        if value.contains('<') {
            let message = format!("the entity `&{name};` holds markup, which is not supported; only text is");
            return Err(self.syntax(place, message));
        }
        let mut rest = value.as_str();
        while let Some(at) = rest.find('&') {
            out.push_str(&rest[..at]);
            let Some(end) = rest[at..].find(';') else {
                return Err(self.syntax(place, format!("the entity `&{name};` holds a bare `&`")));
            };
            self.reference(&rest[at + 1..at + end], place.start, out, depth + 1)?;
            rest = &rest[at + end + 1..];
        }
        out.push_str(rest);
        Ok(())
    }

    /// What an entity stands for: characters given by number are there from the declaration on, while
    /// other references wait until the entity is used.
    fn entity_value(&mut self, literal: &str, start: usize) -> Result<String, Fatal> {
        let mut out = String::with_capacity(literal.len());
        let mut rest = literal;
        while let Some(at) = rest.find("&#") {
            out.push_str(&rest[..at]);
            let end = rest[at..].find(';').map_or(rest.len(), |end| at + end);
            self.reference(&rest[at + 1..end], start, &mut out, 0)?;
            rest = rest.get(end + 1..).unwrap_or_default();
        }
        out.push_str(rest);
        Ok(out)
    }

    /// Reads the entities of an internal subset; refuses everything external.
    pub(super) fn doctype(&mut self, start: usize, raw: &str) -> Result<(), Fatal> {
        let place = start..start + raw.len();
        if self.seen_root {
            return Err(self.syntax(place, "the document type may only stand before the document's element"));
        }
        let head = raw.split('[').next().unwrap_or(raw);
        let external = |text: &str| text.contains("SYSTEM") || text.contains("PUBLIC");
        if external(head) {
            let error = self.fatal(
                codes::EXTERNAL_ENTITY,
                place,
                "the document refers to a document type outside it",
            );
            return Err(Box::new(error.help("external documents are never read; remove the reference")));
        }
        let mut rest = raw;
        while let Some(at) = rest.find("<!ENTITY") {
            // What a comment holds is no declaration.
            if let Some(comment) = rest[..at].find("<!--") {
                rest = rest[comment..].split_once("-->").map_or("", |(_, after)| after);
                continue;
            }
            rest = &rest[at + "<!ENTITY".len()..];
            let declaration = rest.trim_start();
            let (name, value) = declaration.split_once([' ', '\t', '\n', '\r']).unwrap_or((declaration, ""));
            let value = value.trim_start();
            if external(value.split(['"', '\'', '>']).next().unwrap_or(value)) {
                let message = format!("the entity `{name}` is declared outside the document");
                let error = self.fatal(codes::EXTERNAL_ENTITY, place, message);
                return Err(Box::new(error.help("external entities are never read; write the text itself")));
            }
            let quote = value.chars().next().filter(|c| matches!(c, '"' | '\''));
            if let Some((value, tail)) = quote.and_then(|quote| value[1..].split_once(quote)) {
                if name != "%" && !self.entities.contains_key(name) {
                    let value = self.entity_value(value, start)?;
                    self.entities.insert(name.to_owned(), value);
                }
                rest = tail;
            }
        }
        Ok(())
    }
}
