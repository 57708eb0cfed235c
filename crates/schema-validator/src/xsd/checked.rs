//! Checks a schema document against the grammar while it is read.
//!
//! Invariant: every violation is reported with its span; elements that violate the grammar are dropped. This module
//! does not know the meaning of elements.

use super::bad_schema;
use super::grammar::{
    ANNOTATION, ElementForm, Kind, Occurrence, SCHEMA, SCHEMA_NAMESPACE, Step, VERSION_1_1_NAMES,
};
use super::messages::shorten;
use super::value::is_address;
use modelwright_metamodel::diagnostic::{Diagnostic, Source, nearest};
use modelwright_notations::xmi::{Elements, ResolvedAttribute, is_nc_name};
use std::ops::Range;
use std::sync::Arc;

/// An open element, and its progress in the grammar.
#[derive(Debug)]
pub(super) struct OpenElement {
    form: &'static ElementForm,
    at: Range<usize>,
    step: usize,
    /// Whether an element of the current step has occurred.
    is_met: bool,
    last: Option<&'static str>,
}

impl OpenElement {
    fn new(form: &'static ElementForm, at: Range<usize>) -> Self {
        Self { form, at, step: 0, is_met: false, last: None }
    }

    /// The root of a document.
    pub(super) fn top(at: Range<usize>) -> Self {
        Self::new(&SCHEMA, at)
    }

    pub(super) fn is_annotation(&self) -> bool {
        self.form.name == ANNOTATION.name
    }

    /// Whether the element may contain anything.
    pub(super) fn is_free(&self) -> bool {
        matches!(self.form.name, "documentation" | "appinfo")
    }

    /// Enters a child element; `None` if it is not allowed at this position.
    pub(super) fn enter(&mut self, name: &str, at: Range<usize>) -> Option<Self> {
        if name == ANNOTATION.name {
            // In `schema` and `redefine`, annotations are allowed anywhere; in other elements, only at the start. An
            // annotation cannot contain another one.
            let may_have =
                self.form.name == SCHEMA.name || self.form.name == "redefine" || self.last.is_none();
            if !may_have || self.form.name == ANNOTATION.name {
                return None;
            }
            self.last = Some(ANNOTATION.name);
            return Some(Self::new(&ANNOTATION, at));
        }
        for (number, Step(occurrence, forms)) in self.form.content.iter().enumerate().skip(self.step) {
            // Steps are never repeated, so the order of children is checked in a single pass.
            let is_full = number == self.step && self.is_met && *occurrence != Occurrence::Any;
            let Some(form) = forms.iter().find(|form| form.name == name).filter(|_| !is_full) else {
                continue;
            };
            if self.missing(number).is_some() {
                return None;
            }
            (self.step, self.is_met, self.last) = (number, true, Some(form.name));
            // After a derivation, a type must not contain anything else.
            if matches!(name, "simpleContent" | "complexContent") {
                self.step = self.form.content.len();
            }
            return Some(Self::new(form, at));
        }
        None
    }

    /// The first alternative of the first required step that has not occurred before a step; `None` if there is none.
    fn missing(&self, before: usize) -> Option<&'static str> {
        let mut steps = self.form.content.iter().enumerate().take(before).skip(self.step);
        steps
            .find(|(number, Step(occurrence, _))| {
                *occurrence == Occurrence::Required && !(*number == self.step && self.is_met)
            })
            .map(|(_, Step(_, forms))| forms[0].name)
    }
}

/// The problems of a document.
#[derive(Debug)]
pub(super) struct Faults {
    source: Arc<Source>,
    pub(super) problems: Vec<Diagnostic>,
}

impl Faults {
    pub(super) fn new(source: &Arc<Source>) -> Self {
        Self { source: Arc::clone(source), problems: Vec::new() }
    }

    fn report(&mut self, at: Range<usize>, message: &str, help: Option<String>) {
        let message = format!("{} is not a valid schema: {message}", self.source.name());
        let problem = bad_schema(message).at(&self.source, at);
        self.problems.push(match help {
            Some(help) => problem.help(help),
            None => problem,
        });
    }

    /// Reports an element that is not allowed at its position.
    pub(super) fn misplaced(&mut self, parent: &OpenElement, namespace: &str, name: &str, at: Range<usize>) {
        let allowed: Vec<&str> = parent
            .form
            .content
            .iter()
            .flat_map(|Step(_, forms)| forms.iter().map(|form| form.name))
            .collect();
        let meant = nearest(name, allowed.iter().copied()).filter(|meant| *meant != name);
        let help = match meant {
            Some(meant) => Some(format!("did you mean `{meant}`?")),
            None => Some(match list_names(&allowed) {
                None => format!("`{}` has no elements but an annotation", parent.form.name),
                Some(listed) if parent.last.is_some_and(|last| last != name) => {
                    format!("`{}` has {listed}, in this order", parent.form.name)
                }
                Some(listed) => format!("`{}` may have {listed}", parent.form.name),
            }),
        };
        let why = match parent.last.filter(|_| allowed.contains(&name) || name == ANNOTATION.name) {
            // Checked first, because an element of another namespace may have the name of an allowed element.
            _ if namespace != SCHEMA_NAMESPACE => ": it is not an element of XML Schema".to_owned(),
            _ if VERSION_1_1_NAMES.contains(&name) => ": it belongs to XML Schema 1.1".to_owned(),
            Some(last) => format!(" after `{last}`"),
            None => format!(" in `{}`", parent.form.name),
        };
        self.report(at, &format!("`{}` is not allowed here{why}", shorten(name)), help);
    }

    /// Reports text that is not allowed at its position.
    pub(super) fn text(&mut self, parent: &OpenElement) {
        let message = format!("`{}` must not contain text", parent.form.name);
        self.report(parent.at.clone(), &message, Some("put it into `documentation`".to_owned()));
    }

    /// Reports missing content at the end of an element.
    pub(super) fn end(&mut self, open: &OpenElement) {
        if let Some(missing) = open.missing(open.form.content.len()) {
            self.report(open.at.clone(), &format!("`{}` has no `{missing}`", open.form.name), None);
        }
    }

    /// Reports problems of the attributes of the element that started last, and selects the form of the element.
    pub(super) fn check_attributes(&mut self, open: &mut OpenElement, reader: &Elements<'_>) {
        let has =
            |name: &str| reader.attributes().any(|given| given.namespace.is_empty() && given.local == name);
        // Kept for the message about an attribute that is allowed only without `ref`.
        let plain = open.form;
        if let Some(reference_form) = open.form.reference_form.filter(|_| has("ref")) {
            open.form = reference_form;
        }
        let form = open.form;
        for given in reader.attributes() {
            match given.namespace {
                "" => self.attribute(form, plain, &given),
                SCHEMA_NAMESPACE => {
                    let message = format!("`{}` cannot have attributes of this namespace", form.name);
                    self.report(given.name_range(), &message, Some("remove the prefix".to_owned()));
                }
                // Attributes of other namespaces are allowed on all elements of a schema.
                _ => {}
            }
        }
        for needed in form.required.iter().filter(|needed| !has(needed)) {
            self.report(open.at.clone(), &format!("`{}` has no `{needed}`", form.name), None);
        }
        for [one, other] in form.exclusive.iter().filter(|pair| pair.iter().all(|name| has(name))) {
            let message = format!("`{one}` and `{other}` exclude each other");
            self.report(open.at.clone(), &message, Some("remove one of them".to_owned()));
        }
    }

    fn attribute(
        &mut self,
        form: &'static ElementForm,
        plain: &'static ElementForm,
        given: &ResolvedAttribute<'_>,
    ) {
        let name = given.local;
        // All elements may have an `id`, so the forms do not list it.
        if name == "id" {
            return self.value(Kind::Name, given);
        }
        if let Some((_, kind)) = form.attributes.iter().find(|(known, _)| *known == name) {
            return self.value(*kind, given);
        }
        if plain.attributes.iter().any(|(known, _)| *known == name) {
            let message = format!("`{name}` cannot be combined with `ref`");
            return self.report(given.name_range(), &message, Some("remove one of them".to_owned()));
        }
        let known: Vec<&str> = form.attributes.iter().map(|(known, _)| *known).collect();
        let help = match nearest(name, known.iter().copied()) {
            Some(meant) => Some(format!("did you mean `{meant}`?")),
            None => list_names(&known).map(|listed| format!("here it has {listed}")),
        };
        self.report(
            given.name_range(),
            &format!("`{}` has no attribute `{}` here", form.name, shorten(name)),
            help,
        );
    }

    fn value(&mut self, kind: Kind, given: &ResolvedAttribute<'_>) {
        let Some(expected) = mismatch(kind, given.value.trim()) else { return };
        let help = match kind {
            // Suggestions are only made for longer values: a single character is unlikely to be a typing error.
            Kind::Word(words) | Kind::Words(words) if given.value.len() > 1 => {
                nearest(given.value.trim(), words.iter().copied())
            }
            Kind::Count => nearest(given.value.trim(), ["unbounded"]),
            _ => None,
        };
        let message = format!("`{}` must be {expected}, found `{}`", given.local, shorten(given.value));
        let at = value_range(&self.source, given);
        self.report(at, &message, help.map(|meant| format!("did you mean `{meant}`?")));
    }
}

/// The span of an attribute's value.
pub(super) fn value_range(source: &Source, given: &ResolvedAttribute<'_>) -> Range<usize> {
    let text = source.text();
    // The end quote is searched, because with escapes the text is longer than the value.
    let quote = text[..given.offset].chars().next_back().filter(|quote| matches!(quote, '"' | '\''));
    let end = quote.and_then(|quote| text[given.offset..].find(quote)).unwrap_or_default();
    given.offset..given.offset + end
}

/// A description of the expected value, if a value is invalid.
fn mismatch(kind: Kind, value: &str) -> Option<String> {
    let mut words = value.split_ascii_whitespace();
    let (is_right, expected) = match kind {
        Kind::Text => (true, ""),
        Kind::Boolean => (matches!(value, "true" | "false" | "1" | "0"), "`true` or `false`"),
        Kind::Name => (is_nc_name(value), "a name"),
        Kind::Reference => (is_qualified_name(value), "a name, with a prefix or without"),
        Kind::References => (words.all(is_qualified_name), "names, with prefixes or without"),
        Kind::Address => (is_address(value), "a URI"),
        Kind::Number => (is_number(value), "a whole number, 0 or more"),
        Kind::Positive => (is_number(value) && value.bytes().any(|b| b != b'0'), "a whole number, 1 or more"),
        Kind::Count => (is_number(value) || value == "unbounded", "a whole number, or `unbounded`"),
        Kind::Namespaces => {
            let expected = "`##any`, `##other`, or a list of namespaces, `##local` and `##targetNamespace`";
            (matches!(value, "##any" | "##other") || words.all(is_namespace), expected)
        }
        Kind::Word(known) => {
            return (!known.contains(&value)).then(|| either(known));
        }
        Kind::Words(known) => {
            let is_right = value == "#all" || words.all(|word| known.contains(&word));
            return (!is_right).then(|| format!("`#all`, or any of {}", either(known)));
        }
    };
    (!is_right).then(|| expected.to_owned())
}

fn is_qualified_name(text: &str) -> bool {
    // Without a prefix, the test uses any valid prefix.
    let (prefix, local) = text.split_once(':').unwrap_or(("a", text));
    is_nc_name(prefix) && is_nc_name(local)
}

fn is_number(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit())
}

fn is_namespace(word: &str) -> bool {
    match word.strip_prefix("##") {
        Some(special) => matches!(special, "targetNamespace" | "local"),
        None => is_address(word),
    }
}

fn either(words: &[&str]) -> String {
    let words: Vec<String> = words.iter().map(|word| format!("`{word}`")).collect();
    match words.split_last() {
        Some((last, others)) if !others.is_empty() => format!("{} or {last}", others.join(", ")),
        _ => words.concat(),
    }
}

/// Joins names for a message.
fn list_names(names: &[&str]) -> Option<String> {
    let mut shown: Vec<String> = Vec::new();
    for name in names {
        let name = format!("`{name}`");
        if !shown.contains(&name) {
            shown.push(name);
        }
    }
    let (last, others) = shown.split_last()?;
    Some(if others.is_empty() { last.clone() } else { format!("{} and {last}", others.join(", ")) })
}
