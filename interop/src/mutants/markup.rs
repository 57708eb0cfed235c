//! The markup of a document as a tree that can be changed and written again.
//!
//! Only for well-formed documents; names and values retain their spelling. This module does not know XMI.

/// An element, or the markup or text between elements.
#[derive(Debug, Clone)]
pub(crate) enum Node {
    Element(Element),
    /// Text, a comment, an instruction or a CDATA section, as in the source.
    Raw(String),
}

#[derive(Debug, Clone, Default)]
pub(crate) struct Element {
    pub(crate) name: String,
    /// Names and values, with the values as spelled between the quotes.
    pub(crate) attributes: Vec<(String, String)>,
    pub(crate) children: Vec<Node>,
}

impl Element {
    pub(crate) fn named(name: &str, attributes: &[(&str, &str)]) -> Self {
        let attributes = attributes.iter().map(|(n, v)| ((*n).to_owned(), (*v).to_owned())).collect();
        Self { name: name.to_owned(), attributes, children: Vec::new() }
    }

    pub(crate) fn get(&self, name: &str) -> Option<&str> {
        self.attributes.iter().find(|(n, _)| n == name).map(|(_, v)| v.as_str())
    }

    pub(crate) fn set(&mut self, name: &str, value: &str) {
        match self.attributes.iter_mut().find(|(n, _)| n == name) {
            Some((_, old)) => value.clone_into(old),
            None => self.attributes.push((name.to_owned(), value.to_owned())),
        }
    }

    /// The positions of the elements among the children.
    pub(crate) fn elements(&self) -> Vec<usize> {
        (0..self.children.len()).filter(|at| matches!(self.children[*at], Node::Element(_))).collect()
    }

    pub(crate) fn child(&mut self, at: usize) -> Option<&mut Element> {
        match self.children.get_mut(at) {
            Some(Node::Element(element)) => Some(element),
            _ => None,
        }
    }
}

/// A document: its prolog, and its root element.
#[derive(Debug, Clone)]
pub(crate) struct Tree {
    pub(crate) head: String,
    pub(crate) root: Element,
    pub(crate) tail: String,
}

impl Tree {
    /// Parses a well-formed document; returns `None` for any other text, and also for some well-formed ones.
    pub(crate) fn parse(text: &str) -> Option<Self> {
        let mut open: Vec<Element> = Vec::new();
        let mut head = String::new();
        let mut rest = text;
        loop {
            let piece = rest.split_at(piece_end(rest)?);
            rest = piece.1;
            let raw = piece.0;
            let done = if !raw.starts_with('<') || raw.starts_with("<!") || raw.starts_with("<?") {
                match open.last_mut() {
                    Some(parent) => parent.children.push(Node::Raw(raw.to_owned())),
                    None => head.push_str(raw),
                }
                None
            } else if raw.starts_with("</") {
                close(&mut open)
            } else {
                let empty = raw.ends_with("/>");
                open.push(start_tag(&raw[1..raw.len() - if empty { 2 } else { 1 }])?);
                if empty { close(&mut open) } else { None }
            };
            if let Some(root) = done {
                return Some(Self { head, root, tail: rest.to_owned() });
            }
        }
    }

    pub(crate) fn print(&self) -> String {
        let mut out = self.head.clone();
        print(&self.root, &mut out);
        out.push_str(&self.tail);
        out
    }

    /// The paths of all elements, as positions among children; the path of the root is empty.
    pub(crate) fn paths(&self) -> Vec<Vec<usize>> {
        let mut found = vec![Vec::new()];
        let mut at = 0;
        while let Some(path) = found.get(at).cloned() {
            let element = path.iter().try_fold(&self.root, |e, step| match &e.children[*step] {
                Node::Element(child) => Some(child),
                Node::Raw(_) => None,
            });
            for step in element.map(Element::elements).unwrap_or_default() {
                let mut longer = path.clone();
                longer.push(step);
                found.push(longer);
            }
            at += 1;
        }
        found
    }

    pub(crate) fn at(&mut self, path: &[usize]) -> &mut Element {
        let mut element = &mut self.root;
        for step in path {
            match &mut element.children[*step] {
                Node::Element(child) => element = child,
                Node::Raw(_) => unreachable!("a path leads through elements"),
            }
        }
        element
    }
}

/// Closes the innermost element; returns it if it is the root.
fn close(open: &mut Vec<Element>) -> Option<Element> {
    let element = open.pop()?;
    match open.last_mut() {
        Some(parent) => {
            parent.children.push(Node::Element(element));
            None
        }
        None => Some(element),
    }
}

/// The end of the first piece of markup or text.
fn piece_end(text: &str) -> Option<usize> {
    let until = |mark: &str| text.find(mark).map(|at| at + mark.len());
    if text.is_empty() {
        None
    } else if text.starts_with("<!--") {
        until("-->")
    } else if text.starts_with("<![CDATA[") {
        until("]]>")
    } else if text.starts_with("<?") {
        until("?>")
    } else if text.starts_with("<!") {
        // A document type declaration, whose subset may contain brackets.
        let subset = text.find('[').filter(|at| *at < text.find('>').unwrap_or(0));
        if subset.is_some() { until("]>") } else { until(">") }
    } else if text.starts_with('<') {
        let mut quote = None;
        for (at, byte) in text.bytes().enumerate() {
            match quote {
                Some(open) if open == byte => quote = None,
                None if byte == b'"' || byte == b'\'' => quote = Some(byte),
                None if byte == b'>' => return Some(at + 1),
                _ => {}
            }
        }
        None
    } else {
        Some(text.find('<').unwrap_or(text.len()))
    }
}

fn start_tag(inner: &str) -> Option<Element> {
    let end = inner.find(char::is_whitespace).unwrap_or(inner.len());
    let mut element = Element { name: inner[..end].to_owned(), ..Element::default() };
    let mut rest = inner[end..].trim_start();
    while !rest.is_empty() {
        let (name, value) = rest.split_once('=')?;
        let value = value.trim_start();
        let quote = value.chars().next().filter(|c| matches!(c, '"' | '\''))?;
        let (value, tail) = value[1..].split_once(quote)?;
        element.attributes.push((name.trim_end().to_owned(), value.replace('"', "&quot;")));
        rest = tail.trim_start();
    }
    Some(element)
}

/// Recursive, because documents of the corpus are not deep.
fn print(element: &Element, out: &mut String) {
    out.push('<');
    out.push_str(&element.name);
    for (name, value) in &element.attributes {
        for part in [" ", name, "=\"", value, "\""] {
            out.push_str(part);
        }
    }
    if element.children.is_empty() {
        out.push_str("/>");
        return;
    }
    out.push('>');
    for child in &element.children {
        match child {
            Node::Element(child) => print(child, out),
            Node::Raw(raw) => out.push_str(raw),
        }
    }
    out.push_str("</");
    out.push_str(&element.name);
    out.push('>');
}
