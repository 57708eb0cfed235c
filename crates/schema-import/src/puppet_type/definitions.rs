//! Constants, variables and methods that are mentioned in code that is kept as documentation.
//!
//! Code in documentation is only useful together with the definitions that it mentions, so these become annotations.
//! Invariant: each definition is in one type, the first that mentions it, so the result is not larger than the file.
//! This module does not know the scopes of Ruby inside a type: of several definitions with one name the last one
//! counts.

use super::annotate;
use crate::declarations::{Class, Span};
use crate::ruby::{Kind, Node};
use rustc_hash::{FxHashMap, FxHashSet};

/// Definitions with their names, by the names without signs such as `?` at the end.
type DefinitionsByWord = FxHashMap<String, (String, Span)>;

/// The definitions that are not in the annotation of a type yet.
#[derive(Default)]
pub(super) struct Definitions {
    /// The definitions of the file.
    file: DefinitionsByWord,
    /// The definitions of the current type, which hide those of the file.
    local: DefinitionsByWord,
}

impl Definitions {
    /// The definitions outside of the types.
    pub(super) fn of(statements: &[Node]) -> Self {
        let mut definitions = DefinitionsByWord::default();
        let mut pending: Vec<&[Node]> = vec![statements];
        while let Some(body) = pending.pop() {
            for node in body {
                match &node.kind {
                    Kind::Module(_, inner) | Kind::Class(_, _, inner) => pending.push(inner),
                    Kind::Assign(left, _) => add(&mut definitions, left, node),
                    Kind::Method(name) => insert(&mut definitions, name, node),
                    _ => {}
                }
            }
        }
        Self { file: definitions, local: DefinitionsByWord::default() }
    }

    /// Adds an assignment to a constant or a local variable of the current type.
    pub(super) fn add(&mut self, left: &Node, node: &Node) {
        add(&mut self.local, left, node);
    }

    fn contains(&self, word: &str) -> bool {
        self.local.contains_key(word) || self.file.contains_key(word)
    }

    /// Adds the definitions that the code of a class mentions to its annotation, and those that they mention in turn.
    /// `source` is the text of the file.
    pub(super) fn annotate(&mut self, class: &mut Class, source: &str) {
        if self.file.is_empty() && self.local.is_empty() {
            return;
        }
        let mut names = FxHashSet::default();
        for text in kept_code(class) {
            names.extend(words(text).filter(|word| self.contains(word)).map(str::to_owned));
        }
        // The position, the name and the code of each definition, so that they are sorted as in the file.
        let mut mentioned: Vec<(usize, String, String)> = Vec::new();
        let mut pending: Vec<String> = names.into_iter().collect();
        while let Some(word) = pending.pop() {
            let Some((name, span)) = self.local.remove(&word).or_else(|| self.file.remove(&word)) else {
                continue;
            };
            let code = source.get(span.clone()).unwrap_or_default();
            pending.extend(words(code).filter(|word| self.contains(word)).map(str::to_owned));
            mentioned.push((span.start, name, code.to_owned()));
        }
        mentioned.sort_unstable();
        for (_, name, code) in mentioned {
            annotate(&mut class.annotations, &format!("definition {name}"), code);
        }
        // The local definitions of a type are not visible in the next type.
        self.local.clear();
    }
}

/// Adds an assignment to a constant or a local variable.
fn add(definitions: &mut DefinitionsByWord, left: &Node, node: &Node) {
    // A local variable is read as a call.
    let local = left.as_call().filter(|call| call.receiver.is_none() && call.arguments.is_empty());
    if let Some(name) = left.constant().or_else(|| local.map(|call| call.name.as_str())) {
        insert(definitions, name, node);
    }
}

/// Adds a definition; a later one of the same name replaces it.
fn insert(definitions: &mut DefinitionsByWord, name: &str, node: &Node) {
    let word = name.rsplit("::").next().unwrap_or(name).trim_end_matches(['?', '!', '=']);
    definitions.insert(word.to_owned(), (name.to_owned(), node.span.clone()));
}

/// The texts of a class that are code: annotations, and the lines of documentation that `add_code` indented.
fn kept_code(class: &Class) -> impl Iterator<Item = &str> {
    let settings = class.features.iter().map(crate::declarations::Feature::settings);
    let notes = settings.clone().flat_map(|settings| &settings.annotations).chain(&class.annotations);
    let values = notes.flat_map(|note| &note.details).map(|(_, value)| value.as_str());
    let docs = settings.filter_map(|settings| settings.doc.as_deref()).chain(class.doc.as_deref());
    values.chain(docs.flat_map(str::lines).filter(|line| line.starts_with("    ")))
}

fn words(text: &str) -> impl Iterator<Item = &str> {
    text.split(|c: char| !(c.is_alphanumeric() || c == '_')).filter(|word| !word.is_empty())
}
