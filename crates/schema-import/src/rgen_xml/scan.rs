//! Elements and attributes of a document whose texts may not be escaped.

use crate::declarations::Span;

/// The maximum nesting of elements.
const MAX_DEPTH: usize = 100;

/// An attribute.
#[derive(Debug)]
pub(super) struct Attribute<'t> {
    pub(super) name: &'t str,
    pub(super) value: String,
    pub(super) span: Span,
}

/// An element, in the order of the document.
#[derive(Debug)]
pub(super) struct Element<'t> {
    pub(super) tag: &'t str,
    pub(super) attributes: Vec<Attribute<'t>>,
    /// The index of the element around this one.
    pub(super) parent: Option<usize>,
    pub(super) span: Span,
}

impl Element<'_> {
    /// The value of the attribute with a name.
    pub(super) fn value(&self, name: &str) -> Option<&str> {
        self.attributes
            .iter()
            .find(|attribute| attribute.name == name)
            .map(|attribute| attribute.value.as_str())
    }

    /// The name of the element's class, without the prefix.
    pub(super) fn class(&self) -> Option<&str> {
        match self.value("xsi:type") {
            Some(name) => Some(name.rsplit(':').next().unwrap_or(name)),
            None => self.tag.strip_prefix("ecore:"),
        }
    }
}

/// The elements of a document; the error is the range and the reason for which RGen does not write such a document.
pub(super) fn scan(text: &str) -> Result<Vec<Element<'_>>, (Span, String)> {
    let mut elements: Vec<Element<'_>> = Vec::new();
    let mut open_elements: Vec<usize> = Vec::new();
    let mut position = 0;
    let mut is_escaped = true;
    while let Some(start) =
        text.get(position..).and_then(|rest| rest.find('<')).map(|offset| position + offset)
    {
        let gap = text.get(position..start).unwrap_or_default();
        if !gap.trim().is_empty() {
            return Err((position..start, "text between elements, which RGen never writes".to_owned()));
        }
        let rest = text.get(start..).unwrap_or_default();
        if rest.starts_with("<?") {
            position = rest.find("?>").map_or(text.len(), |end| start + end + 2);
            continue;
        }
        if let Some(name) = rest.strip_prefix("</") {
            // 3 is the length of `</` and `>`.
            let end = name.find('>').map_or(text.len(), |length| start + length + 3);
            let closed = text.get(start + 2..end.saturating_sub(1)).unwrap_or_default().trim();
            let opened = open_elements.pop().and_then(|last| elements.get(last)).map(|element| element.tag);
            if opened != Some(closed) {
                return Err((start..end, format!("`{closed}` ends no element that is open here")));
            }
            position = end;
            continue;
        }
        let parent = open_elements.last().copied();
        let (element, end, is_empty) = element(text, start, parent, &mut is_escaped)?;
        if parent.is_none() && !elements.is_empty() {
            return Err((start..end, "a second root, which RGen never writes".to_owned()));
        }
        if !is_empty {
            open_elements.push(elements.len());
        }
        if open_elements.len() > MAX_DEPTH {
            return Err((
                element.span,
                format!("elements inside of each other on more than {MAX_DEPTH} levels"),
            ));
        }
        elements.push(element);
        position = end;
    }
    match open_elements.last().and_then(|last| elements.get(*last)) {
        Some(element) => return Err((element.span.clone(), format!("`{}` has no end", element.tag))),
        None if elements.is_empty() => return Err((0..text.len().min(1), "no element".to_owned())),
        None => {}
    }
    // If a value contains a character that needs an escape, the writer made no escapes, and `&amp;` is the text itself.
    if is_escaped {
        let values = elements.iter_mut().flat_map(|element| &mut element.attributes);
        for attribute in values.filter(|attribute| attribute.value.contains('&')) {
            attribute.value = unescaped(&attribute.value);
        }
    }
    Ok(elements)
}

fn is_name(c: char) -> bool {
    c.is_alphanumeric() || matches!(c, '_' | ':' | '.' | '-')
}

/// The name at the start of a text.
fn name(rest: &str) -> &str {
    let end = rest.find(|c| !is_name(c)).unwrap_or(rest.len());
    rest.get(..end).unwrap_or_default()
}

/// Reads the start of an element: the element, the end of its tag, and whether it is empty. `is_escaped` becomes false
/// if a value contains a character that needs an escape.
fn element<'t>(
    text: &'t str,
    start: usize,
    parent: Option<usize>,
    is_escaped: &mut bool,
) -> Result<(Element<'t>, usize, bool), (Span, String)> {
    let tag = name(text.get(start + 1..).unwrap_or_default());
    let mut position = start + 1 + tag.len();
    let mut attributes = Vec::new();
    if tag.is_empty() {
        return Err((start..start + 1, "`<` begins no element here".to_owned()));
    }
    loop {
        let rest = text.get(position..).unwrap_or_default();
        let trimmed = rest.trim_start();
        position += rest.len() - trimmed.len();
        if trimmed.starts_with("/>") || trimmed.starts_with('>') {
            let is_empty = trimmed.starts_with('/');
            let end = position + 1 + usize::from(is_empty);
            let span = start..start + 1 + tag.len();
            return Ok((Element { tag, attributes, parent, span }, end, is_empty));
        }
        let attribute_name = name(trimmed);
        let value = trimmed
            .get(attribute_name.len()..)
            .and_then(|rest| rest.strip_prefix("=\""))
            .filter(|_| !attribute_name.is_empty());
        let Some(value) = value else {
            return Err((
                position..position + 1.min(trimmed.len()),
                format!("`{tag}` contains something that is not an attribute"),
            ));
        };
        let Some(length) = end_of_value(value) else {
            return Err((
                position..position + attribute_name.len(),
                format!("the value of `{attribute_name}` has no end"),
            ));
        };
        let value = value.get(..length).unwrap_or_default();
        *is_escaped &= !value.contains(['<', '"']) && value.split('&').skip(1).all(is_entity);
        // 2 is the length of `="`, and 1 that of the quote at the end.
        let end = position + attribute_name.len() + 2 + length + 1;
        attributes.push(Attribute { name: attribute_name, value: value.to_owned(), span: position..end });
        position = end;
    }
}

/// The length of the value with which a text begins, without its end quote. RGen does not escape quotes in values, so
/// the end quote is the first one that is followed by another attribute or by the end of the tag.
fn end_of_value(text: &str) -> Option<usize> {
    let is_end = |(index, _): &(usize, &str)| {
        let rest = text.get(index + 1..).unwrap_or_default();
        let after_tag = rest.strip_prefix("/>").or_else(|| rest.strip_prefix('>'));
        match after_tag {
            Some(after_tag) => after_tag.is_empty() || after_tag.starts_with(['\n', '\r', '<']),
            None => rest.strip_prefix([' ', '\n', '\r', '\t']).is_some_and(|rest| {
                let rest = rest.trim_start();
                let attribute_name = name(rest);
                !attribute_name.is_empty()
                    && rest.get(attribute_name.len()..).is_some_and(|rest| rest.starts_with("=\""))
            }),
        }
    };
    text.match_indices('"').find(is_end).map(|(index, _)| index)
}

/// Whether the text after `&` is an entity.
fn is_entity(text: &str) -> bool {
    text.split_once(';').is_some_and(|(name, _)| entity(name).is_some())
}

/// The character of an entity, without its `&` and `;`.
fn entity(name: &str) -> Option<char> {
    match name {
        "amp" => Some('&'),
        "lt" => Some('<'),
        "gt" => Some('>'),
        "quot" => Some('"'),
        "apos" => Some('\''),
        _ => {
            // Rust also parses numbers with a `+`, which character references cannot contain.
            let digits = name.strip_prefix('#').filter(|digits| !digits.contains('+'))?;
            let code = match digits.strip_prefix('x') {
                Some(digits) => u32::from_str_radix(digits, 16),
                None => digits.parse(),
            };
            code.ok().and_then(char::from_u32)
        }
    }
}

/// A value with the characters of its entities.
fn unescaped(value: &str) -> String {
    let mut out = String::with_capacity(value.len());
    let mut parts = value.split('&');
    out.push_str(parts.next().unwrap_or_default());
    for part in parts {
        match part.split_once(';').and_then(|(name, rest)| Some((entity(name)?, rest))) {
            Some((c, rest)) => {
                out.push(c);
                out.push_str(rest);
            }
            None => out.extend(["&", part]),
        }
    }
    out
}
