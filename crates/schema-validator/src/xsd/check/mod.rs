//! Validates a document: checks each element against its declaration and type, including its attributes and content.
//!
//! Invariants: the document is read once, and open elements are on an explicit stack; a well-formed document is
//! validated to its end, even if there are problems. This module does not know schema documents.

mod attributes;

use super::content::{ChildMatch, Model, Position};
use super::messages::{describe_expected, describe_namespace};
use super::schema::{
    ANY_TYPE, DerivationSet, Element, ElementId, Kind, Process, Schema, SchemaSpan, Symbol, TypeId,
};
use super::value::Prefixes;
use super::values::ValueReader;
use crate::MAX_PROBLEMS;
use modelwright_metamodel::diagnostic::Source;
use modelwright_metamodel::diagnostic::shorten;
use modelwright_metamodel::input::Limits;
use modelwright_notations::xmi::{Elements, ResolvedAttribute, XSI_NAMESPACE, XmlEvent};
use rustc_hash::{FxHashMap, FxHashSet};
use std::ops::Range;
use std::sync::Arc;

/// A violation of the schema, with its span and the violated rule.
#[derive(Debug)]
pub(super) struct Finding {
    /// The span in the document.
    pub(super) range: Range<usize>,
    pub(super) message: String,
    pub(super) rule: Option<SchemaSpan>,
}

/// The types `ID` and `IDREF`, whose values depend on other values of the document.
#[derive(Debug, Clone, Copy)]
pub(super) struct Identities {
    pub(super) id: TypeId,
    pub(super) reference: TypeId,
}

pub(super) struct Check<'c> {
    pub(super) schema: &'c Schema,
    identities: Identities,
    pub(super) values: ValueReader,
    models: FxHashMap<TypeId, Result<Model, String>>,
    open: Vec<OpenElement>,
    /// The nesting depth inside content that is not validated.
    skipped: usize,
    ids: FxHashSet<String>,
    references: Vec<(String, Range<usize>)>,
    findings: Vec<Finding>,
}

/// An open element.
struct OpenElement {
    name: String,
    /// The span of the element's name in the document.
    range: Range<usize>,
    /// The span of the element's declaration in the schema.
    rule: Option<SchemaSpan>,
    element: Option<ElementId>,
    content: Content,
}

/// The type of a value, and its positions in the document and the schema.
pub(super) struct ValueContext<'s> {
    /// The name of the value in messages.
    pub(super) subject: String,
    pub(super) type_id: TypeId,
    pub(super) fixed: Option<&'s str>,
    pub(super) range: Range<usize>,
    pub(super) rule: Option<SchemaSpan>,
}

enum Content {
    /// No content, because the element is nil.
    Nil,
    /// Text of this type.
    Value(TypeId, String),
    /// Elements; if the content is mixed, with text between them. `position` is `None` if the position in the content
    /// model is unknown.
    Elements {
        type_id: TypeId,
        position: Option<Position>,
        is_mixed: bool,
        /// Whether the element must be empty.
        is_empty: bool,
        /// The text so far; only collected if the declaration fixes the text.
        text: Option<String>,
    },
    /// Unknown content; its elements are validated laxly.
    Unknown,
}

/// How an element matches the content model of its parent.
enum ElementMatch {
    Declared(ElementId),
    Wild(Process),
    /// The element is not allowed, which was reported. If the parent's content model contains the element at another
    /// position, it is validated by that declaration.
    Unknown(Option<ElementId>),
}

/// Validates a document.
pub(super) fn check(
    schema: &Schema,
    identities: Identities,
    source: &Arc<Source>,
    limits: &Limits,
) -> Vec<Finding> {
    // The values of ID and IDREF are recorded while values are read, because they may be inside lists and unions
    // (IDREFS).
    let values =
        ValueReader { recorded_types: vec![identities.id, identities.reference], ..ValueReader::default() };
    let mut check = Check {
        schema,
        identities,
        values,
        models: FxHashMap::default(),
        open: Vec::new(),
        skipped: 0,
        ids: FxHashSet::default(),
        references: Vec::new(),
        findings: Vec::new(),
    };
    // The reader of models reports documents that are not well-formed.
    let Ok(mut reader) = Elements::new(source, limits) else { return Vec::new() };
    // When the maximum number of problems is reached, the rest of the document is not validated.
    while check.findings.len() <= MAX_PROBLEMS {
        match reader.next() {
            // The reader of models reports malformed XML.
            Err(_) => return Vec::new(),
            Ok(XmlEvent::Start) if check.skipped > 0 => check.skipped += 1,
            Ok(XmlEvent::Start) => check.start(&reader),
            Ok(XmlEvent::End) if check.skipped > 0 => check.skipped -= 1,
            Ok(XmlEvent::End) => check.end(&reader),
            Ok(XmlEvent::Text(text)) if check.skipped == 0 => check.text(&text),
            Ok(XmlEvent::Text(_)) => {}
            Ok(XmlEvent::Done) => break,
        }
    }
    check.report_unresolved_ids();
    // The findings are sorted, because attributes are checked at the start of an element, but its content at the end.
    check.findings.sort_by_key(|finding| finding.range.start);
    check.findings
}

impl Check<'_> {
    /// Records a violation, unless there are too many.
    pub(super) fn report(&mut self, range: Range<usize>, rule: Option<SchemaSpan>, message: String) {
        if self.findings.len() <= MAX_PROBLEMS {
            self.findings.push(Finding { range, message, rule });
        }
    }

    /// Checks the start of an element, and determines what its content must be.
    fn start(&mut self, reader: &Elements<'_>) {
        let (namespace, local) = reader.name();
        // Names are only looked up, because documents must not increase the size of the schema's table.
        let symbol = self.schema.names.find(namespace, local);
        let range = reader.name_range();
        let matched = self.element_match(namespace, local, symbol, &range);
        let element = match matched {
            ElementMatch::Wild(Process::Skip) => {
                self.skipped = 1;
                return;
            }
            ElementMatch::Declared(element) => Some(element),
            ElementMatch::Unknown(element) => element,
            ElementMatch::Wild(process) => {
                let global = symbol.and_then(|symbol| self.schema.global_elements.get(&symbol).copied());
                if global.is_none() && process == Process::Strict {
                    let message =
                        format!("the schema declares no element `{local}`{}", describe_namespace(namespace));
                    self.report(range.clone(), None, message);
                }
                global
            }
        };
        let declaration = element.map(|element| self.schema.element(element));
        if declaration.is_some_and(|declaration| declaration.is_abstract) {
            let message = format!("`{local}` is abstract: expected an element of its substitution group");
            self.report(range.clone(), declaration.map(|declaration| declaration.span), message);
        }
        let is_nil = self.check_nil(reader, declaration, local);
        let type_id = self.type_of(reader, element, local);
        let content = match type_id {
            None => Content::Unknown,
            Some(type_id) => {
                attributes::check(self, reader, type_id, local);
                if is_nil { Content::Nil } else { self.content(type_id, declaration, &range) }
            }
        };
        let span = declaration.map_or(SchemaSpan::default(), |declaration| declaration.span);
        let rule = type_id.map(|type_id| self.schema.span_of(type_id, span)).or(declaration.map(|_| span));
        self.open.push(OpenElement { name: local.to_owned(), range, rule, element, content });
    }

    /// Matches an element with the content model of its parent; reports an element that is not allowed.
    fn element_match(
        &mut self,
        namespace: &str,
        local: &str,
        symbol: Option<Symbol>,
        range: &Range<usize>,
    ) -> ElementMatch {
        // Decision 10: the root element must be declared, as in xmllint; XML Schema leaves this to the processor.
        let Some(parent) = self.open.last_mut() else { return ElementMatch::Wild(Process::Strict) };
        let rule = parent.rule;
        let message = match &mut parent.content {
            // The wildcard of `anyType` is lax (XML Schema Part 1, section 3.4.7).
            Content::Unknown => return ElementMatch::Wild(Process::Lax),
            Content::Elements { is_empty: true, .. } => {
                format!("`{}` must be empty, but has `{local}`", parent.name)
            }
            // The first child at a wrong position was reported; after it the position is unknown, so further children
            // cannot be checked.
            Content::Elements { position: None, .. } => return ElementMatch::Unknown(None),
            Content::Elements { type_id, position: Some(position), .. } => {
                let Some(Ok(model)) = self.models.get_mut(type_id) else {
                    return ElementMatch::Unknown(None);
                };
                match model.take(self.schema, position, symbol, namespace) {
                    ChildMatch::Element(element) => return ElementMatch::Declared(element),
                    ChildMatch::Any(process) => return ElementMatch::Wild(process),
                    ChildMatch::OverBudget => {
                        let message =
                            format!("the content of `{}` takes too much work to be checked", parent.name);
                        let range = parent.range.clone();
                        if let Content::Elements { position, .. } = &mut parent.content {
                            // The position is discarded, so that further children do not report the exhausted budget
                            // again.
                            *position = None;
                        }
                        self.report(range, None, message);
                        return ElementMatch::Unknown(None);
                    }
                    ChildMatch::NotAllowed => {
                        let expected = describe_expected(self.schema, model, position);
                        // The content of a child at a wrong position is still validated, so that one run reports as
                        // many problems as possible.
                        let known_element = symbol.and_then(|symbol| model.element_named(symbol));
                        let message = format!(
                            "`{local}` is not allowed here in `{}`: expected {expected}",
                            parent.name
                        );
                        // From here on, the position in the content model is unknown.
                        if let Content::Elements { position, .. } = &mut parent.content {
                            *position = None;
                        }
                        self.report(range.clone(), rule, message);
                        return ElementMatch::Unknown(known_element);
                    }
                }
            }
            Content::Nil => format!("`{}` is nil, so it must be empty, but has `{local}`", parent.name),
            Content::Value(type_id, _) => {
                let type_name = self.schema.type_name(*type_id);
                format!("`{}` has a value of {type_name}, so it cannot contain `{local}`", parent.name)
            }
        };
        self.report(range.clone(), rule, message);
        ElementMatch::Unknown(None)
    }

    /// Returns whether an element is nil, and reports an invalid `xsi:nil`.
    fn check_nil(&mut self, reader: &Elements<'_>, declaration: Option<&Element>, local: &str) -> bool {
        let Some(declaration) = declaration else { return false };
        let rule = Some(declaration.span);
        let attribute = reader
            .attributes()
            .find(|attribute| attribute.namespace == XSI_NAMESPACE && attribute.local == "nil");
        let Some(attribute) = attribute else { return false };
        if !declaration.is_nillable {
            let message = format!("`{local}` is not nillable, so `xsi:nil` is not allowed here");
            self.report(attribute.name_range(), rule, message);
            return false;
        }
        // `xsi:nil` is an `xs:boolean`, so white space around it is ignored.
        let is_nil = match attribute.value.trim() {
            "true" | "1" => true,
            "false" | "0" => false,
            other => {
                let message = format!("`xsi:nil` must be true or false, found `{}`", shorten(other));
                self.report(attribute.name_range(), None, message);
                false
            }
        };
        if is_nil && declaration.fixed.is_some() {
            let message = format!("`{local}` has a fixed value, so it cannot be nil");
            self.report(attribute.name_range(), rule, message);
        }
        is_nil
    }

    /// The type that the attribute `xsi:type` of an element specifies; `None` if it is invalid, which is reported.
    fn specified_type(
        &mut self,
        reader: &Elements<'_>,
        attribute: &ResolvedAttribute<'_>,
        element: Option<ElementId>,
        local: &str,
    ) -> Option<TypeId> {
        let name = attribute.value.trim();
        let (prefix, plain) = name.split_once(':').unwrap_or(("", name));
        // The value is a QName, so without a prefix the default namespace of the document applies.
        let symbol = reader.namespace(prefix).and_then(|uri| self.schema.names.find(uri, plain));
        let Some(named_type) = symbol.and_then(|symbol| self.schema.global_types.get(&symbol).copied())
        else {
            let reason = if reader.namespace(prefix).is_none() {
                "the prefix is not declared"
            } else {
                "the schema declares no such type"
            };
            let message = format!("`xsi:type` of `{local}` is `{}`: {reason}", shorten(name));
            self.report(attribute.name_range(), None, message);
            return None;
        };
        // An element that only a lax wildcard allows has no declared type, so any `xsi:type` is accepted.
        let Some(declaration) = element else { return Some(named_type) };
        let declared_type = self.schema.element_type(declaration);
        if self.schema.derives(named_type, declared_type, self.blocked_derivations(element)) {
            return Some(named_type);
        }
        let type_name = self.schema.type_name(declared_type);
        let message = format!(
            "`xsi:type` of `{local}` must be {type_name}, or be derived from it as the schema allows, found `{plain}`"
        );
        self.report(attribute.name_range(), Some(self.schema.element(declaration).span), message);
        None
    }

    /// The type of an element, according to `xsi:type` or its declaration; `None` if there is neither, or if `xsi:type`
    /// is invalid: without a type, the content is validated laxly, because the declared type would probably report all
    /// of it.
    fn type_of(&mut self, reader: &Elements<'_>, element: Option<ElementId>, local: &str) -> Option<TypeId> {
        let declared_type = element.map(|element| self.schema.element_type(element));
        let attribute = reader
            .attributes()
            .find(|attribute| attribute.namespace == XSI_NAMESPACE && attribute.local == "type");
        let type_id = match attribute {
            Some(attribute) => Some(self.specified_type(reader, &attribute, element, local)?),
            None => declared_type,
        };
        // An abstract type is reported after `xsi:type` is read, because the declared type may be abstract if it is
        // replaced.
        if let Some(named_type) = type_id
            && self.schema.type_at(named_type).is_abstract
        {
            let name = self.schema.type_name(named_type);
            let message =
                format!("{name} is abstract: `{local}` must specify a concrete type with `xsi:type`");
            self.report(reader.name_range(), Some(self.schema.type_at(named_type).span), message);
        }
        type_id
    }

    /// The kinds of derivation that are blocked for an element.
    fn blocked_derivations(&self, element: Option<ElementId>) -> DerivationSet {
        let Some(element) = element else { return DerivationSet::default() };
        // Both `block` of the declaration and `block` of its type apply (cvc-elt 4.3).
        let mut blocked_derivations = self.schema.type_at(self.schema.element_type(element)).block;
        let block_of_element = self.schema.element(element).block;
        blocked_derivations.extension |= block_of_element.extension;
        blocked_derivations.restriction |= block_of_element.restriction;
        blocked_derivations
    }

    /// The content of an element before its first child.
    fn content(&mut self, type_id: TypeId, declaration: Option<&Element>, range: &Range<usize>) -> Content {
        if let Some(value_type) = self.schema.value_type(type_id) {
            return Content::Value(value_type, String::new());
        }
        if type_id == ANY_TYPE {
            return Content::Unknown;
        }
        let is_mixed = self.schema.is_mixed(type_id);
        let schema = self.schema;
        // Automata are created when a type is first used, because documents use few of the types of a large schema.
        let model = self.models.entry(type_id).or_insert_with(|| Model::new(schema, type_id));
        let position = match model {
            Ok(model) => Some(model.start()),
            Err(reason) => {
                let message = format!("the content cannot be checked: {reason}");
                self.report(range.clone(), Some(schema.type_at(type_id).span), message);
                None
            }
        };
        let has_particles = !schema.particles(type_id).is_empty();
        // The text in mixed content is collected only if it must be compared with a fixed value.
        let text = declaration.and_then(|declaration| declaration.fixed.as_ref()).map(|_| String::new());
        let is_empty = !has_particles && !is_mixed;
        Content::Elements { type_id, position, is_mixed, is_empty, text }
    }

    /// Checks that text is allowed here, and collects the text of a simple value.
    fn text(&mut self, text: &str) {
        let Some(open) = self.open.last_mut() else { return };
        let is_blank = text.bytes().all(|b| matches!(b, b' ' | b'\t' | b'\n' | b'\r'));
        let message = match &mut open.content {
            Content::Value(_, value) => {
                value.push_str(text);
                return;
            }
            Content::Elements { text: Some(collected), is_mixed: true, .. } => {
                collected.push_str(text);
                return;
            }
            Content::Nil => format!("`{}` is nil, so it must be empty", open.name),
            Content::Elements { is_empty: true, .. } => format!("`{}` must be empty, found text", open.name),
            Content::Elements { is_mixed: is_mixed @ false, .. } if !is_blank => {
                // Text is reported only once for an element.
                *is_mixed = true;
                format!(
                    "`{}` must contain only elements, found the text `{}`",
                    open.name,
                    shorten(text.trim())
                )
            }
            _ => return,
        };
        // From here on, the content is ignored, so that the element is reported only once.
        if !matches!(open.content, Content::Elements { is_empty: false, .. }) {
            open.content = Content::Unknown;
        }
        let (range, rule) = (open.range.clone(), open.rule);
        self.report(range, rule, message);
    }

    /// Checks that the content of an element is complete, and its simple value.
    fn end(&mut self, reader: &Elements<'_>) {
        let Some(open) = self.open.pop() else { return };
        let declaration = open.element.map(|element| self.schema.element(element));
        match open.content {
            Content::Nil | Content::Unknown => {}
            Content::Value(type_id, text) => {
                let fixed = declaration.and_then(|declaration| declaration.fixed.as_deref());
                let default = declaration.and_then(|declaration| declaration.default.as_deref());
                let text = match fixed.or(default) {
                    // The default applies only to an empty element (cvc-elt 5.1); white space counts as text.
                    Some(default) if text.is_empty() => default,
                    _ => text.as_str(),
                };
                let (subject, range, rule) = (format!("`{}`", open.name), open.range, open.rule);
                self.value(&ValueContext { subject, type_id, fixed, range, rule }, text, reader);
            }
            Content::Elements { type_id, position, text, .. } => {
                if let (Some(position), Some(Ok(model))) = (&position, self.models.get(&type_id))
                    && !model.may_end(position)
                {
                    let expected = describe_expected(self.schema, model, position);
                    let message = format!("`{}` is incomplete: expected {expected}", open.name);
                    self.report(open.range.clone(), open.rule, message);
                }
                let fixed = declaration.and_then(|declaration| declaration.fixed.as_deref());
                if let (Some(text), Some(fixed)) = (text, fixed)
                    && !text.is_empty()
                    // Mixed content has no type, so the texts are compared (cvc-elt 5.2.2.2.1).
                    && text != fixed
                {
                    let message = format!("`{}` must be `{fixed}`, found `{}`", open.name, shorten(&text));
                    self.report(open.range, declaration.map(|declaration| declaration.span), message);
                }
            }
        }
    }

    /// Checks a value, and records the ids and the references in it.
    pub(super) fn value(&mut self, context: &ValueContext<'_>, text: &str, reader: &Elements<'_>) {
        let (subject, type_id, range) = (&context.subject, context.type_id, &context.range);
        let prefixes: Prefixes<'_> = &|prefix| reader.namespace(prefix).map(str::to_owned);
        let value = match self.values.read(self.schema, type_id, text, prefixes) {
            Ok(value) => value,
            Err(expected) => {
                let message = format!("{subject} must be {expected}, found `{}`", shorten(text));
                let rule = context.rule.map(|rule| self.schema.span_of(type_id, rule));
                return self.report(range.clone(), rule, message);
            }
        };
        // The recorded values are taken before `fixed` is read below, because each call of `read` clears the list.
        let recorded_values = std::mem::take(&mut self.values.recorded_values);
        if let Some(fixed) = context.fixed
            // Equal texts are equal values; different texts such as `1` and `01` are compared as values.
            && text != fixed
        {
            let allowed = self.values.read(self.schema, type_id, fixed, prefixes);
            if allowed.is_ok_and(|allowed| allowed.key() != value.key()) {
                let message = format!("{subject} must be `{fixed}`, found `{}`", shorten(text));
                self.report(range.clone(), context.rule, message);
            }
        }
        for (recorded_type, name) in recorded_values {
            // References may refer to later elements, so they are resolved at the end of the document.
            if recorded_type == self.identities.reference {
                self.references.push((name, range.clone()));
            } else if self.ids.contains(&name) {
                let message =
                    format!("{subject} is the id `{}`, which another element has, too", shorten(&name));
                self.report(range.clone(), None, message);
            } else {
                self.ids.insert(name);
            }
        }
    }

    /// Reports unresolved references to ids.
    fn report_unresolved_ids(&mut self) {
        for (name, range) in std::mem::take(&mut self.references) {
            if !self.ids.contains(&name) {
                let message = format!("no element of the document has the id `{}`", shorten(&name));
                self.report(range, None, message);
            }
        }
    }

    /// Whether a type is a complex type.
    pub(super) fn is_complex(&self, id: TypeId) -> bool {
        matches!(self.schema.type_at(id).kind, Kind::Complex(_))
    }
}
