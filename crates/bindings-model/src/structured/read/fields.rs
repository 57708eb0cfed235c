//! The keys of a map: a reader takes the keys that it knows, and those that remain are reported.
//!
//! Invariant: every key that a reader requests counts as known, so that suggestions need no separate list.

use super::Reader;
use crate::structured::Notation;
use crate::structured::nodes::{Content, Node};
use crate::text::EmbeddedText;
use modelwright_metamodel::diagnostic::{Diagnostic, codes, nearest};

/// The keys of a map and their values.
pub(super) struct Fields<'n> {
    /// What the map is, for messages: `a binding`.
    pub(super) what: &'static str,
    pub(super) node: &'n Node,
    list: Vec<Field<'n>>,
    /// All keys that were requested; unknown keys are compared with these.
    known: Vec<&'static str>,
    /// The requested keys that this form of the map may have.
    allowed: Vec<&'static str>,
}

struct Field<'n> {
    name: &'n str,
    key: &'n Node,
    value: &'n Node,
    is_taken: bool,
}

impl<'n> Fields<'n> {
    /// Whether the map has a key. The key becomes a known one, but is not taken.
    pub(super) fn has(&mut self, name: &'static str) -> bool {
        // A known key may be suggested for a misspelt one. It is not allowed, because it may belong to another form of
        // the map.
        self.known.push(name);
        self.list.iter().any(|field| field.name == name)
    }

    /// Takes a key, and returns its value.
    pub(super) fn take(&mut self, name: &'static str) -> Option<&'n Node> {
        self.take_with_key(name).map(|(_, value)| value)
    }

    /// Takes a key, and returns it with its value.
    pub(super) fn take_with_key(&mut self, name: &'static str) -> Option<(&'n Node, &'n Node)> {
        self.known.push(name);
        self.allowed.push(name);
        let field = self.list.iter_mut().find(|field| field.name == name)?;
        field.is_taken = true;
        Some((field.key, field.value))
    }
}

impl Reader<'_> {
    /// The keys of a map; `None` after an error if the value is not a map.
    pub(super) fn fields<'n>(&mut self, node: &'n Node, what: &'static str) -> Option<Fields<'n>> {
        let Content::Map(entries) = &node.content else {
            self.report_unexpected(node, &format!("a map with the keys of {what}"), "write `key: value`");
            return None;
        };
        self.report_duplicates(entries);
        let mut list: Vec<Field<'n>> = Vec::with_capacity(entries.len());
        for (key, value) in entries {
            match key.text() {
                // The duplicate was reported; the first entry is used.
                Some(name) if list.iter().any(|field| field.name == name) => {}
                Some(name) => list.push(Field { name, key, value, is_taken: false }),
                None => {
                    self.report_unexpected(
                        key,
                        &format!("the name of a key of {what}"),
                        "write it in quotes",
                    );
                }
            }
        }
        Some(Fields { what, node, list, known: Vec::new(), allowed: Vec::new() })
    }

    /// Reports duplicate keys in JSON; in YAML, the parser reports them.
    pub(super) fn report_duplicates(&mut self, entries: &[(Node, Node)]) {
        if self.notation == Notation::Yaml {
            return;
        }
        let mut seen: rustc_hash::FxHashMap<&str, &Node> = rustc_hash::FxHashMap::default();
        for (key, _) in entries {
            let Some(name) = key.text() else { continue };
            if let Some(first) = seen.insert(name, key) {
                let message = format!("the key `{name}` is in the map twice");
                let problem = Diagnostic::error(codes::BINDINGS_FORM, message)
                    .at(self.embedded_parser.source, key.range.clone())
                    .label(self.embedded_parser.source, first.range.clone(), "the key is first used here");
                self.embedded_parser.problems.push(problem.help("remove one of them"));
            }
        }
    }

    /// Reports keys that were not taken.
    pub(super) fn finish(&mut self, fields: &Fields<'_>) {
        for field in fields.list.iter().filter(|field| !field.is_taken) {
            let meant = nearest(field.name, fields.known.iter().copied());
            // A key of another form of the map is known, but to suggest the same name would not help.
            let help = match meant.filter(|meant| *meant != field.name) {
                Some(meant) => format!("did you mean `{meant}`?"),
                None => {
                    let mut names: Vec<&str> = fields.allowed.clone();
                    names.sort_unstable();
                    names.dedup();
                    format!("its keys are {}", names.join(", "))
                }
            };
            let message = format!("{} has no key `{}` here", fields.what, field.name);
            self.embedded_parser.error(field.key.range.clone(), message, help);
            self.misspelled.insert(fields.node.range.start);
        }
    }

    /// Reports a missing key. If the map has an unknown key, nothing is reported, because that key is probably the
    /// missing one with a spelling mistake.
    pub(super) fn report_missing(&mut self, map: &Node, message: impl Into<String>, help: impl Into<String>) {
        let problem = Diagnostic::error(codes::BINDINGS_FORM, message.into())
            .at(self.embedded_parser.source, self.first_line(map))
            .help(help.into());
        self.missing.push((map.range.start, problem));
    }

    /// Reports a value that does not have the expected form.
    pub(super) fn report_unexpected(&mut self, node: &Node, expected: &str, help: &str) {
        // The error was reported.
        if matches!(node.content, Content::Unreadable) {
            return;
        }
        let message = format!("expected {expected}, found {}", node.describe());
        self.embedded_parser.error(self.first_line(node), message, help);
    }

    /// The span of a value. For a list or a map, only its first line.
    pub(super) fn first_line(&self, node: &Node) -> std::ops::Range<usize> {
        let source = self.embedded_parser.source;
        let text = source.text().get(node.range.clone()).unwrap_or_default();
        match node.content {
            Content::List(_) | Content::Map(_) => {
                let line = text.lines().next().unwrap_or_default().trim_end().len();
                node.range.start..node.range.start + line
            }
            _ => node.range.clone(),
        }
    }

    /// The text of a string; `None` after a reported problem. `what` describes the expected string.
    pub(super) fn string(&mut self, node: &Node, what: &str) -> Option<String> {
        let text = node.text().map(str::to_owned);
        if text.is_none() {
            self.report_unexpected(node, what, "write it in quotes");
        }
        text
    }

    /// The value of a Boolean key; `false` if the key is absent.
    pub(super) fn flag(&mut self, fields: &mut Fields<'_>, name: &'static str) -> bool {
        let Some(node) = fields.take(name) else { return false };
        if let Content::Boolean(value) = node.content {
            return value;
        }
        self.report_unexpected(node, "true or false", &format!("write `{name}: true`"));
        false
    }

    /// One string, or a list of strings.
    pub(super) fn strings(&mut self, node: &Node, what: &str) -> Vec<String> {
        match &node.content {
            Content::List(items) => items.iter().filter_map(|item| self.string(item, what)).collect(),
            _ => self.string(node, &format!("{what}, or a list of them")).into_iter().collect(),
        }
    }

    pub(super) fn doc(&mut self, fields: &mut Fields<'_>) -> Option<String> {
        let node = fields.take("doc")?;
        self.string(node, "the documentation as a string")
    }

    /// A fragment of the language in a string; a number or a Boolean is used as it is written. `None` after a reported
    /// problem.
    pub(super) fn embedded_text<'n>(&mut self, node: &'n Node, what: &str) -> Option<EmbeddedText<'n>> {
        let text: &'n str = match &node.content {
            Content::Text(text) | Content::Number(text) => text,
            Content::Boolean(true) => "true",
            Content::Boolean(false) => "false",
            _ => {
                self.report_unexpected(node, what, "write it as a string");
                return None;
            }
        };
        let written = self.embedded_parser.source.text().get(node.range.clone()).unwrap_or_default();
        let is_quoted = written.starts_with(['"', '\'']);
        let inner = written.get(usize::from(is_quoted)..written.len() - usize::from(is_quoted));
        // If the string has no escapes, positions in it correspond to positions in the file.
        let start = (inner == Some(text)).then_some(node.range.start + usize::from(is_quoted));
        Some(EmbeddedText { text, range: node.range.clone(), start })
    }
}
