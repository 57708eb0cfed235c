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

/// The start of an element, as it was read.
struct StartTag<'t> {
    element: Element<'t>,
    /// The position after the tag.
    end: usize,
    /// Whether the tag ends with `/>`, so that nothing is inside of the element.
    is_empty: bool,
}

/// The elements of a document; the error is the range and the reason for which RGen does not write such a document.
pub(super) fn scan(text: &str) -> Result<Vec<Element<'_>>, (Span, String)> {
    let mut elements: Vec<Element<'_>> = Vec::new();
    let mut open_elements: Vec<usize> = Vec::new();
    let mut position = 0;
    // Becomes false with the first value that contains a character that should be escaped.
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
            position = rest.find("?>").map_or(text.len(), |length| start + length + "?>".len());
            continue;
        }
        if let Some(after_mark) = rest.strip_prefix("</") {
            let tag_start = start + "</".len();
            let Some(length) = after_mark.find('>') else {
                return Err((start..text.len(), "an end of an element without `>`".to_owned()));
            };
            let end = tag_start + length + ">".len();
            let closed_tag = after_mark[..length].trim();
            let innermost = open_elements.pop().and_then(|last| elements.get(last));
            if innermost.map(|element| element.tag) != Some(closed_tag) {
                return Err((start..end, format!("`{closed_tag}` ends no element that is open here")));
            }
            position = end;
            continue;
        }
        let parent = open_elements.last().copied();
        let StartTag { element, end, is_empty } = start_tag(text, start, parent, &mut is_escaped)?;
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
    if let Some(element) = open_elements.last().and_then(|last| elements.get(*last)) {
        return Err((element.span.clone(), format!("`{}` has no end", element.tag)));
    }
    if elements.is_empty() {
        return Err((0..text.len().min(1), "no element".to_owned()));
    }
    // A writer without escapes means the five characters themselves when it writes `&amp;`.
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

/// Reads the start of an element, whose `<` is at `start`. `is_escaped` becomes false if a value contains a character
/// that should be escaped.
fn start_tag<'t>(
    text: &'t str,
    start: usize,
    parent: Option<usize>,
    is_escaped: &mut bool,
) -> Result<StartTag<'t>, (Span, String)> {
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
        let is_empty = trimmed.starts_with("/>");
        if is_empty || trimmed.starts_with('>') {
            let end = position + if is_empty { "/>".len() } else { ">".len() };
            let span = start..start + "<".len() + tag.len();
            return Ok(StartTag { element: Element { tag, attributes, parent, span }, end, is_empty });
        }
        let attribute_name = name(trimmed);
        let after_name = trimmed.get(attribute_name.len()..).unwrap_or_default();
        let after_quote = if attribute_name.is_empty() { None } else { after_name.strip_prefix("=\"") };
        let Some(after_quote) = after_quote else {
            return Err((
                position..position + 1.min(trimmed.len()),
                format!("`{tag}` contains something that is not an attribute"),
            ));
        };
        let Some(value_length) = value_length(after_quote) else {
            return Err((
                position..position + attribute_name.len(),
                format!("the value of `{attribute_name}` has no end"),
            ));
        };
        let value = after_quote.get(..value_length).unwrap_or_default();
        let has_only_entities = value.split('&').skip(1).all(is_entity);
        if !has_only_entities || value.contains(['<', '"']) {
            *is_escaped = false;
        }
        let end = position + attribute_name.len() + "=\"".len() + value_length + "\"".len();
        attributes.push(Attribute { name: attribute_name, value: value.to_owned(), span: position..end });
        position = end;
    }
}

/// The length of the value at the start of a text, without the end quote; `None` if the value does not end. RGen does
/// not escape quotes in values, so the end quote is the first one that is followed by another attribute or by the end
/// of the tag.
fn value_length(text: &str) -> Option<usize> {
    for (index, quote) in text.match_indices('"') {
        let after_quote = text.get(index + quote.len()..).unwrap_or_default();
        if is_after_value(after_quote) {
            return Some(index);
        }
    }
    None
}

/// Whether a text after a quote begins with the end of the tag or with another attribute.
fn is_after_value(after_quote: &str) -> bool {
    let after_tag = after_quote.strip_prefix("/>").or_else(|| after_quote.strip_prefix('>'));
    if let Some(after_tag) = after_tag {
        // After a tag of RGen, a line or another tag begins; a `>` before anything else is part of the value.
        return after_tag.is_empty() || after_tag.starts_with(['\n', '\r', '<']);
    }
    let Some(after_blank) = after_quote.strip_prefix([' ', '\n', '\r', '\t']) else { return false };
    let attribute = after_blank.trim_start();
    let attribute_name = name(attribute);
    let after_name = attribute.get(attribute_name.len()..).unwrap_or_default();
    !attribute_name.is_empty() && after_name.starts_with("=\"")
}

/// Whether the text after an `&` begins with the name of an entity and `;`.
fn is_entity(text: &str) -> bool {
    text.split_once(';').is_some_and(|(name, _)| entity(name).is_some())
}

/// The character of an entity by its name, without `&` and `;`: `lt` → `<`, `#xA` → a line break.
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

/// A value with its entities replaced by their characters: `a &lt; b` → `a < b`. An `&` that begins no entity stays.
fn unescaped(value: &str) -> String {
    let mut out = String::with_capacity(value.len());
    let mut parts = value.split('&');
    out.push_str(parts.next().unwrap_or_default());
    for part in parts {
        if let Some((name, after_entity)) = part.split_once(';')
            && let Some(c) = entity(name)
        {
            out.push(c);
            out.push_str(after_entity);
        } else {
            out.extend(["&", part]);
        }
    }
    out
}
