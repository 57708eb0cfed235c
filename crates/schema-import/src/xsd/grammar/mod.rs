//! Checks schema documents against the grammar of XML Schema 1.0 while they are read.
//!
//! Invariant: every violation is recorded with its span, up to a limit. Whether a violation is an error is for the
//! caller to decide: a validator rejects the schema, an importer reads what it can. This module does not know the
//! meaning of elements.

mod addresses;
mod forms;

pub use addresses::is_address;

use super::SCHEMA_NAMESPACE;
use forms::{
    ANNOTATION, ElementForm, Kind, Occurrence, SCHEMA, Step, VERSION_1_1_ATTRIBUTES, VERSION_1_1_NAMES,
};
use modelwright_metamodel::diagnostic::{Source, join_choices, join_names, nearest, shorten};
use modelwright_notations::xmi::{ResolvedAttribute, StartTag, is_nc_name};
use std::ops::Range;
use std::sync::Arc;

/// The maximum number of recorded typing errors, and that of other violations.
const MAX_VIOLATIONS: usize = 1_000;

/// A violation of the grammar.
#[derive(Debug)]
pub struct Violation {
    /// The span of the element's name, or of the attribute's name or value.
    pub range: Range<usize>,
    /// What is wrong.
    pub message: String,
    /// What may be meant, or what is allowed.
    pub help: Option<String>,
    /// Whether the violation is probably a typing error, for which `help` has a suggestion.
    pub is_typing_error: bool,
}

/// The meaning of an element that starts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Entered {
    /// An element with a meaning.
    Element,
    /// An annotation, or a part of one.
    Annotation,
    /// An element that is not checked, because it is unknown, or inside of an unknown element or of documentation.
    Unchecked,
}

/// The check of a document.
#[derive(Debug)]
pub struct GrammarCheck {
    source: Arc<Source>,
    open: Vec<OpenElement>,
    /// How many of the open elements are not checked; 0 if the content here is checked.
    unchecked: usize,
    violations: Vec<Violation>,
    /// How many probable typing errors were found.
    typing_error_count: usize,
    /// How many other violations were found.
    other_count: usize,
}

/// An open element, and its progress in the grammar.
#[derive(Debug)]
struct OpenElement {
    form: &'static ElementForm,
    /// The span of the element's name.
    range: Range<usize>,
    /// The index of the current step of the form's content.
    step: usize,
    /// Whether an element of the current step has occurred.
    is_met: bool,
    /// The name of the last child element.
    last: Option<&'static str>,
}

impl OpenElement {
    fn new(form: &'static ElementForm, range: Range<usize>) -> Self {
        Self { form, range, step: 0, is_met: false, last: None }
    }

    /// Whether the element may contain anything.
    fn is_free(&self) -> bool {
        matches!(self.form.name, "documentation" | "appinfo")
    }

    /// Enters a child element; `None` if it is not allowed at this position.
    fn enter(&mut self, name: &str, range: Range<usize>) -> Option<Self> {
        if name == ANNOTATION.name {
            // In `schema` and `redefine`, annotations are allowed anywhere; in other elements, only at the start. An
            // annotation cannot contain another one.
            let may_have =
                self.form.name == SCHEMA.name || self.form.name == "redefine" || self.last.is_none();
            if !may_have || self.form.name == ANNOTATION.name {
                return None;
            }
            self.last = Some(ANNOTATION.name);
            return Some(Self::new(&ANNOTATION, range));
        }
        for (index, Step(occurrence, forms)) in self.form.content.iter().enumerate().skip(self.step) {
            // Steps are never repeated, so the order of children is checked in a single pass.
            let has_occurred = index == self.step && self.is_met;
            if has_occurred && *occurrence != Occurrence::Any {
                continue;
            }
            let Some(form) = forms.iter().find(|form| form.name == name) else { continue };
            if self.missing(index).is_some() {
                return None;
            }
            (self.step, self.is_met, self.last) = (index, true, Some(form.name));
            // After a derivation, a type must not contain anything else.
            if matches!(name, "simpleContent" | "complexContent") {
                self.step = self.form.content.len();
            }
            return Some(Self::new(form, range));
        }
        None
    }

    /// The name of the element that is missing if the step with the index `next` follows: the first alternative of the
    /// first required step before it that has not occurred.
    fn missing(&self, next: usize) -> Option<&'static str> {
        // The steps before the current one occurred, or are optional.
        for (index, Step(occurrence, forms)) in
            self.form.content.iter().enumerate().take(next).skip(self.step)
        {
            let has_occurred = index == self.step && self.is_met;
            if *occurrence == Occurrence::Required && !has_occurred {
                return Some(forms[0].name);
            }
        }
        None
    }
}

impl GrammarCheck {
    /// The check of the document with this text.
    #[must_use]
    pub fn new(source: &Arc<Source>) -> Self {
        Self {
            source: Arc::clone(source),
            open: Vec::new(),
            unchecked: 0,
            violations: Vec::new(),
            typing_error_count: 0,
            other_count: 0,
        }
    }

    /// The violations, in the order of the document.
    #[must_use]
    pub fn violations(self) -> Vec<Violation> {
        self.violations
    }

    /// Checks an element that starts. The first one is taken as the root.
    pub fn start(&mut self, tag: &StartTag<'_>) -> Entered {
        if self.unchecked > 0 {
            self.unchecked += 1;
            return Entered::Unchecked;
        }
        let (namespace, local, range) = (tag.namespace, tag.local, tag.range.clone());
        let entered = match self.open.pop() {
            None => Some(OpenElement::new(&SCHEMA, range)),
            Some(mut parent) => {
                let is_of_schema = namespace == SCHEMA_NAMESPACE;
                let allowed = if is_of_schema { parent.enter(local, range.clone()) } else { None };
                let entered = allowed.or_else(|| self.report_misplaced(&parent, namespace, local, range));
                self.open.push(parent);
                entered
            }
        };
        // From here, `unchecked` counts the open elements that are not checked.
        let Some(mut entered) = entered else {
            self.unchecked = 1;
            return Entered::Unchecked;
        };
        self.check_attributes(&mut entered, &tag.attributes);
        // The content of documentation is arbitrary, and may even contain elements of XML Schema.
        if entered.is_free() {
            self.unchecked = 1;
            return Entered::Unchecked;
        }
        let is_annotation = entered.form.name == ANNOTATION.name;
        self.open.push(entered);
        if is_annotation { Entered::Annotation } else { Entered::Element }
    }

    /// Checks the end of an element; returns whether it was checked.
    pub fn end(&mut self) -> bool {
        if self.unchecked > 0 {
            self.unchecked -= 1;
            return false;
        }
        if let Some(open) = self.open.pop()
            && let Some(missing) = open.missing(open.form.content.len())
        {
            let message = format!("`{}` has no `{missing}`", open.form.name);
            self.report(open.range, message, None);
        }
        true
    }

    /// Checks text inside of an element.
    pub fn text(&mut self, text: &str) {
        if self.unchecked == 0
            && let Some(open) = self.open.last()
            && !text.trim().is_empty()
        {
            let message = format!("`{}` must not contain text", open.form.name);
            self.report(open.range.clone(), message, Some("put it into `documentation`".to_owned()));
        }
    }

    fn report(&mut self, range: Range<usize>, message: String, help: Option<String>) {
        self.record(Violation { range, message, help, is_typing_error: false });
    }

    /// Reports a probable typing error.
    fn suggest(&mut self, range: Range<usize>, message: String, meant: &str) {
        let help = Some(format!("did you mean `{meant}`?"));
        self.record(Violation { range, message, help, is_typing_error: true });
    }

    /// Records a violation, unless there are too many of its kind.
    fn record(&mut self, violation: Violation) {
        // Typing errors are counted apart, so that they are recorded after any number of other violations.
        let count =
            if violation.is_typing_error { &mut self.typing_error_count } else { &mut self.other_count };
        *count += 1;
        if *count <= MAX_VIOLATIONS {
            self.violations.push(violation);
        }
    }

    /// Reports an element that is not allowed at its position. Its content is checked as that of the element that is
    /// meant, if there is one.
    fn report_misplaced(
        &mut self,
        parent: &OpenElement,
        namespace: &str,
        name: &str,
        range: Range<usize>,
    ) -> Option<OpenElement> {
        let forms = || parent.form.content.iter().flat_map(|Step(_, forms)| forms.iter().copied());
        let allowed: Vec<&str> = forms().map(|form| form.name).collect();
        let is_later_version = VERSION_1_1_NAMES.contains(&name);
        let is_allowed_elsewhere = allowed.contains(&name) || name == ANNOTATION.name;
        // The namespace is checked first, because an element of another one may have the name of an allowed element.
        let reason = if namespace != SCHEMA_NAMESPACE {
            ": it is not an element of XML Schema".to_owned()
        } else if is_later_version {
            ": it belongs to XML Schema 1.1".to_owned()
        } else if is_allowed_elsewhere && let Some(last) = parent.last {
            format!(" after `{last}`")
        } else {
            format!(" in `{}`", parent.form.name)
        };
        let message = format!("`{}` is not allowed here{reason}", shorten(name));
        // An element of another namespace is an extension, even if it is spelled similarly.
        let may_be_meant = namespace == SCHEMA_NAMESPACE && !is_later_version;
        let suggestion = if may_be_meant { nearest(name, allowed.iter().copied()) } else { None };
        if let Some(suggestion) = suggestion.filter(|suggestion| *suggestion != name) {
            self.suggest(range.clone(), message, suggestion);
        } else {
            self.report(range.clone(), message, Some(content_help(parent, name, &allowed)));
        }
        let form = forms().find(|form| Some(form.name) == suggestion);
        form.map(|form| OpenElement::new(form, range))
    }

    /// Reports problems of the attributes of an element, and selects the form of the element.
    fn check_attributes(&mut self, open: &mut OpenElement, attributes: &[ResolvedAttribute<'_>]) {
        let has_attribute =
            |name: &str| attributes.iter().any(|given| given.namespace.is_empty() && given.local == name);
        // The form is kept for the message about an attribute that is allowed only without `ref`.
        let plain_form = open.form;
        if let Some(reference_form) = open.form.reference_form.filter(|_| has_attribute("ref")) {
            open.form = reference_form;
        }
        let form = open.form;
        for given in attributes {
            match given.namespace {
                "" => self.attribute(form, plain_form, given),
                SCHEMA_NAMESPACE => {
                    let message = format!("`{}` cannot have attributes of this namespace", form.name);
                    self.report(given.name_range(), message, Some("remove the prefix".to_owned()));
                }
                // Attributes of other namespaces are allowed on all elements of a schema.
                _ => {}
            }
        }
        for needed in form.required.iter().filter(|needed| !has_attribute(needed)) {
            let help = Some(format!("add `{needed}`"));
            self.report(open.range.clone(), format!("`{}` has no `{needed}`", form.name), help);
        }
        for [one, other] in form.exclusive.iter().filter(|pair| pair.iter().all(|name| has_attribute(name))) {
            let message = format!("`{one}` and `{other}` exclude each other");
            self.report(open.range.clone(), message, Some("remove one of them".to_owned()));
        }
    }

    /// Checks an attribute. `form` is the form of its element; `plain_form` is that form without `ref`.
    fn attribute(
        &mut self,
        form: &'static ElementForm,
        plain_form: &'static ElementForm,
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
        if plain_form.attributes.iter().any(|(known, _)| *known == name) {
            let message = format!("`{name}` cannot be combined with `ref`");
            return self.report(given.name_range(), message, Some("remove one of them".to_owned()));
        }
        let is_later_version = VERSION_1_1_ATTRIBUTES.contains(&name);
        let reason = if is_later_version { ": it belongs to XML Schema 1.1" } else { "" };
        let message = format!("`{}` has no attribute `{}` here{reason}", form.name, shorten(name));
        let attribute_names: Vec<&str> = form.attributes.iter().map(|(known, _)| *known).collect();
        match nearest(name, attribute_names.iter().copied()).filter(|_| !is_later_version) {
            Some(meant) => self.suggest(given.name_range(), message, meant),
            None => {
                let help = list_names(&attribute_names).map(|listed| format!("here it may have {listed}"));
                self.report(given.name_range(), message, help);
            }
        }
    }

    /// Reports a value of the wrong kind, with the value that is probably meant.
    fn value(&mut self, kind: Kind, given: &ResolvedAttribute<'_>) {
        let value = given.value.trim();
        let Some(expected) = mismatch(kind, value) else { return };
        let suggestion = match kind {
            // Suggestions are only made for longer values: a single character is unlikely to be a typing error.
            Kind::Word(words) | Kind::Words(words) if value.len() > 1 => {
                nearest(value, words.iter().copied())
            }
            // Other languages write `*` or -1 for any number.
            Kind::Count if matches!(value, "*" | "-1") => Some("unbounded"),
            Kind::Count => nearest(value, ["unbounded"]),
            Kind::Boolean => nearest(value, ["false", "true"]),
            _ => None,
        };
        let message = format!("`{}` must be {expected}, found `{}`", given.local, shorten(given.value));
        let range = value_range(&self.source, given);
        match suggestion {
            Some(suggestion) => self.suggest(range, message, suggestion),
            None => self.report(range, message, None),
        }
    }
}

/// The help for an element that is not allowed at its position: what is allowed there.
fn content_help(parent: &OpenElement, name: &str, allowed: &[&str]) -> String {
    match list_names(allowed) {
        None => format!("`{}` may contain only an annotation", parent.form.name),
        // After another element, the order may be the mistake.
        Some(listed) if parent.last.is_some_and(|last| last != name) => {
            format!("`{}` may have {listed}, in this order", parent.form.name)
        }
        Some(listed) => format!("`{}` may have {listed}", parent.form.name),
    }
}

/// The span of an attribute's value.
#[must_use]
pub fn value_range(source: &Source, given: &ResolvedAttribute<'_>) -> Range<usize> {
    if given.is_verbatim() {
        return given.offset..given.offset + given.value.len();
    }
    let text = source.text();
    // The end quote is searched, because with escapes the text is longer than the value.
    let quote = text[..given.offset].chars().next_back().filter(|quote| matches!(quote, '"' | '\''));
    let end = quote.and_then(|quote| text[given.offset..].find(quote)).unwrap_or_default();
    given.offset..given.offset + end
}

/// A description of the expected value, if a value is invalid.
fn mismatch(kind: Kind, value: &str) -> Option<String> {
    let mut words = value.split_ascii_whitespace();
    let (is_valid, expected) = match kind {
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
            return (!known.contains(&value)).then(|| any_of(known));
        }
        Kind::Words(known) => {
            let is_valid = value == "#all" || words.all(|word| known.contains(&word));
            return (!is_valid).then(|| format!("`#all`, or any of {}", any_of(known)));
        }
    };
    (!is_valid).then(|| expected.to_owned())
}

fn is_qualified_name(text: &str) -> bool {
    // Without a prefix, the test uses any valid prefix.
    let (prefix, local) = text.split_once(':').unwrap_or(("a", text));
    is_nc_name(prefix) && is_nc_name(local)
}

fn is_number(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit())
}

/// Whether a word is valid in a list of namespaces.
fn is_namespace(word: &str) -> bool {
    match word.strip_prefix("##") {
        Some(special) => matches!(special, "targetNamespace" | "local"),
        None => is_address(word),
    }
}

fn any_of(words: &[&str]) -> String {
    join_choices(words.iter().map(|word| format!("`{word}`")))
}

/// Joins names for a message; `None` if there are none.
fn list_names(names: &[&str]) -> Option<String> {
    let mut shown_names: Vec<String> = Vec::new();
    for name in names {
        let name = format!("`{name}`");
        if !shown_names.contains(&name) {
            shown_names.push(name);
        }
    }
    (!shown_names.is_empty()).then(|| join_names(shown_names))
}
