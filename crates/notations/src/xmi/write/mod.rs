//! Writes a document as XMI, with exactly the bytes that EMF writes.
//!
//! The features that can be attributes come first, in the order of the class, then those that need elements,
//! in the same order. Nesting uses an explicit stack: a model may have any depth.

mod attributes;
mod blocks;
mod container;
mod extended;
mod feature_map;
mod head;
mod plan;
mod references;

use super::prefixes::Numbers;
use super::write_text::XmlText;
use crate::diagnostic::Diagnostics;
use crate::ecore::{ClassId, FeatureId, Metamodel, PackageId};
use crate::encoding::Encoding;
use crate::model::slot::Slot;
use crate::model::{Addresses, DocumentId, Model, ObjectId, Value, report_unwritten_values};
use crate::output::{Sink, WriteError};
use blocks::Output;
use head::FirstTag;
use plan::Plans;
use rustc_hash::{FxHashMap, FxHashSet};
use std::borrow::Cow;
use std::rc::Rc;

/// The options for writing a document; the defaults are those of EMF's XMI resource.
#[derive(Debug, Clone)]
#[expect(clippy::struct_excessive_bools, reason = "each one is a separate option")]
pub struct WriteOptions {
    /// The encoding in the spelling of the declaration; `None` means that of the document, or `ASCII` if it
    /// has none.
    pub encoding: Option<String>,
    /// The line length from which attributes are put on a new line; 0 for never.
    pub line_width: usize,
    /// Whether elements are on separate lines.
    pub formatted: bool,
    /// Whether the XML declaration is written.
    pub declaration: bool,
    /// Whether `xsi:schemaLocation` is written; `None` writes it if the document had it when it was read.
    pub schema_location: Option<bool>,
    /// Whether the schema location of a package that was not read from a file is the one that the document
    /// declares for it.
    pub keep_schema_locations: bool,
    /// Whether references to other documents are written as attributes, as `.ecore` files do.
    pub encoded_attributes: bool,
    /// The address that references are relative to; `None` means the address of the document.
    pub base: Option<String>,
    /// Whether attributes with an explicit default are written even if they have that value.
    pub keep_defaults: bool,
    /// Whether every element names its class, not only if it differs from the expected one.
    pub type_information: bool,
    /// Whether `xmi:type` is used instead of `xsi:type`.
    pub xmi_type: bool,
    /// Whether names and form are those of the metamodel's extended metadata.
    pub extended_metadata: bool,
}

impl Default for WriteOptions {
    fn default() -> Self {
        Self {
            encoding: None,
            line_width: 0,
            formatted: true,
            declaration: true,
            schema_location: None,
            keep_schema_locations: false,
            encoded_attributes: false,
            base: None,
            keep_defaults: false,
            type_information: false,
            xmi_type: false,
            extended_metadata: false,
        }
    }
}

impl WriteOptions {
    /// The defaults of EMF's Ecore resource: UTF-8, lines of 80, references in attributes.
    #[must_use]
    pub fn ecore() -> Self {
        Self { line_width: 80, encoded_attributes: true, ..Self::default() }
    }
}

/// Writes a document to a sink, block by block. Returns warnings about losses.
///
/// # Errors
/// Everything that XMI cannot express: references to objects outside every document, characters that XML does not
/// allow, names with characters that the encoding lacks; and errors of the sink. The sink then contains no valid
/// document.
pub fn write(
    model: &Model,
    document: DocumentId,
    options: &WriteOptions,
    sink: &mut dyn Sink,
) -> Result<Diagnostics, WriteError> {
    let data = model.document(document);
    // The defaults of EMF: `ASCII` in its XMI resource, UTF-8 in its Ecore resource.
    let fallback = if options.encoded_attributes { "UTF-8" } else { "ASCII" };
    let encoding_name = options.encoding.as_deref().or(data.encoding.as_deref()).unwrap_or(fallback);
    let encoding = Encoding::from_name(encoding_name).unwrap_or(Encoding::Utf8);
    let mut writer = Writer {
        model,
        metamodel: model.metamodel(),
        document,
        base_uri: options.base.clone().unwrap_or_else(|| data.uri.clone()),
        options,
        encoding_name,
        addresses: Addresses::new(model),
        plans: Plans::new(model.metamodel()),
        class_names: FxHashMap::default(),
        type_attributes: FxHashMap::default(),
        output: Output::new(sink, encoding),
        body: XmlText::new(encoding, options.line_width, options.formatted),
        first_tag: FirstTag::default(),
        proxy_addresses: FxHashMap::default(),
        prefixes: FxHashMap::default(),
        used_prefixes: FxHashSet::default(),
        numbers: Numbers::default(),
        bare_package: None,
        uses_xsi: false,
        unnameable: FxHashSet::default(),
        problems: Diagnostics::new(),
        scratch: String::new(),
    };
    let mut losses = Diagnostics::new();
    let is_text = true;
    report_unwritten_values(model, document, is_text, &mut losses);
    // The extended writer keeps the document in memory, because its prefixes and its prolog are known only at the end.
    if options.extended_metadata || extended::has_extensions(model, document) {
        let text = extended::ExtendedWriter::new(&mut writer).write_document();
        writer.output.send_document(&text);
        writer.check()?;
        return Ok(losses);
    }
    loop {
        writer.write_content();
        writer.body.copy("\n");
        writer.flush();
        writer.check()?;
        if writer.has_correct_head() {
            return Ok(losses);
        }
        // All names are known now, so the head is correct this time.
        writer.output.restart()?;
        writer.body = writer.body.new_like();
    }
}

/// The state of writing one document.
struct Writer<'m> {
    model: &'m Model,
    metamodel: &'m Metamodel,
    document: DocumentId,
    base_uri: String,
    options: &'m WriteOptions,
    /// The encoding's name in the spelling of the declaration.
    encoding_name: &'m str,
    addresses: Addresses<'m>,
    plans: Plans<'m>,
    /// Qualified names of classes in the document.
    class_names: FxHashMap<ClassId, Rc<str>>,
    /// The addresses of proxies in the document.
    proxy_addresses: FxHashMap<ObjectId, Rc<str>>,
    /// The attributes that name classes, if they need no escaping.
    type_attributes: FxHashMap<ClassId, Rc<str>>,
    output: Output<'m>,
    body: XmlText,
    /// The first tag, once it was written.
    first_tag: FirstTag,
    /// The prefixes of the packages that were used.
    prefixes: FxHashMap<PackageId, String>,
    /// The prefixes in use, which must be distinct.
    used_prefixes: FxHashSet<String>,
    numbers: Numbers,
    /// A package without a URI that was used.
    bare_package: Option<PackageId>,
    uses_xsi: bool,
    problems: Diagnostics,
    /// The features that were reported because their names are not valid in XML.
    unnameable: FxHashSet<FeatureId>,
    /// A buffer for the text of one value.
    scratch: String,
}

/// An element whose children are being written.
struct OpenElement<'m> {
    name: Cow<'m, str>,
    object: ObjectId,
    /// The slots that need elements, in order.
    slots: std::vec::IntoIter<usize>,
    /// The remaining children of the current slot.
    children: std::slice::Iter<'m, Slot>,
    /// The remaining entries of the current feature map.
    entries: std::vec::IntoIter<feature_map::Entry>,
    feature: FeatureId,
}

impl<'m> Writer<'m> {
    /// Checks that everything could be written so far.
    fn check(&mut self) -> Result<(), WriteError> {
        self.output.check()?;
        // The object of an illegal character is recorded after the character was written, so the problem is complete
        // only here.
        let problem = self.body.take_problem();
        self.problems.extend(problem.map(|problem| problem.diagnostic(self.model)));
        self.problems.extend(self.output.take_problem());
        let problems = std::mem::take(&mut self.problems);
        if problems.has_errors() { Err(problems.into()) } else { Ok(()) }
    }

    /// Writes the document's elements, without the head, which is inserted later.
    fn write_content(&mut self) {
        let roots = self.model.document(self.document).roots();
        let name = match roots {
            [root] => self.class_name(self.model.class(*root)).to_string(),
            _ => "xmi:XMI".to_owned(),
        };
        self.body.open(0, &name);
        // The head is inserted after this name when the first block is sent.
        self.first_tag = FirstTag { end: self.body.len(), name: name.clone(), has_attributes: false };
        if let [root] = roots {
            let tag_end = self.body.len();
            let slots = self.write_attributes(*root);
            self.first_tag.has_attributes = self.body.len() > tag_end;
            self.body.note_owner(*root);
            self.body.close_tag(slots.is_empty());
            if !slots.is_empty() {
                let element = self.open_element(name.into(), *root, slots);
                self.write_elements(element, 0);
            }
            return;
        }
        self.body.close_tag(roots.is_empty());
        for root in roots {
            let name = self.class_name(self.model.class(*root)).to_string();
            // The name of the element is that of the class, so no type attribute is necessary.
            self.write_element(1, name.into(), *root, None);
        }
        if !roots.is_empty() {
            self.body.end(0, "xmi:XMI");
        }
    }

    /// The state of an object's element before any of its children is written.
    fn open_element(&self, name: Cow<'m, str>, object: ObjectId, slots: Vec<usize>) -> OpenElement<'m> {
        // Callers pass at least one slot.
        let feature = self.metamodel.table(self.model.class(object)).all_features()[slots[0]];
        OpenElement {
            name,
            object,
            slots: slots.into_iter(),
            children: [].iter(),
            entries: Vec::new().into_iter(),
            feature,
        }
    }

    /// Writes an object's element. `declared_class` is the class that its position determines.
    fn write_element(
        &mut self,
        depth: usize,
        name: Cow<'m, str>,
        object: ObjectId,
        declared_class: Option<ClassId>,
    ) {
        if let Some(slots) = self.write_start_tag(depth, &name, object, declared_class) {
            let element = self.open_element(name, object, slots);
            self.write_elements(element, depth);
        }
    }

    /// Writes an object's start tag; returns the slots that need elements, if there are any.
    fn write_start_tag(
        &mut self,
        depth: usize,
        name: &str,
        object: ObjectId,
        declared_class: Option<ClassId>,
    ) -> Option<Vec<usize>> {
        // The text is flushed between two tags, so that a block never ends inside a tag.
        self.flush_if_full();
        self.body.open(depth, name);
        let class = self.model.class(object);
        if declared_class
            .is_some_and(|declared_class| declared_class != class || self.options.type_information)
        {
            self.write_type_attribute(class);
        }
        let slots = self.write_attributes(object);
        // An attribute with an invalid character is reported with this object.
        self.body.note_owner(object);
        self.body.close_tag(slots.is_empty());
        (!slots.is_empty()).then_some(slots)
    }

    /// Writes the children of an open element at a depth, and ends it. Each step writes one child, or finds the next
    /// ones: in the next entry of the current feature map, or in the next slot.
    fn write_elements(&mut self, first: OpenElement<'m>, depth: usize) {
        let mut stack = vec![first];
        while let Some(open) = stack.last_mut() {
            // A list of objects with null could not be read again, so null is left out.
            if let Some(child) = open.children.find_map(|item| item.as_object()) {
                let feature = open.feature;
                let metamodel = self.metamodel;
                let name = metamodel[feature].name();
                let level = depth + stack.len();
                if self.model.is_proxy(child) {
                    self.write_href_element(level, feature, child);
                } else if let Some(slots) =
                    self.write_start_tag(level, name, child, Some(metamodel.target(feature)))
                {
                    let element = self.open_element(Cow::Borrowed(name), child, slots);
                    stack.push(element);
                }
                continue;
            }
            if let Some(entry) = open.entries.next() {
                let object = open.object;
                let (member, _) = entry;
                open.feature = self.metamodel.table(self.model.class(object)).all_features()[member];
                let level = depth + stack.len();
                let child = self.write_entry(level, object, entry);
                if let (Some(open), Some(child)) = (stack.last_mut(), child) {
                    open.children = std::slice::from_ref(child).iter();
                }
                continue;
            }
            if let Some(slot) = open.slots.next() {
                let object = open.object;
                // Each entry of a feature map has a feature of its own, which is set when the entry is written.
                if self.is_feature_map(self.model.class(object), slot) {
                    open.entries = self.entries(object, slot).into_iter();
                    continue;
                }
                let feature = self.metamodel.table(self.model.class(object)).all_features()[slot];
                open.feature = feature;
                let level = depth + stack.len();
                let children = self.write_elements_of_feature(level, object, feature);
                if let (Some(open), Some(children)) = (stack.last_mut(), children) {
                    open.children = children.iter();
                }
                continue;
            }
            let level = depth + stack.len() - 1;
            if let Some(open) = stack.pop() {
                self.body.end(level, &open.name);
            }
        }
    }

    /// Writes the elements of a feature, except contained objects, which it returns.
    fn write_elements_of_feature(
        &mut self,
        depth: usize,
        object: ObjectId,
        feature: FeatureId,
    ) -> Option<&'m [Slot]> {
        let data = &self.metamodel[feature];
        let list = self.model.list(object, feature);
        if !data.is_reference() {
            for value in list.iter() {
                if value == Value::Null {
                    self.write_nil(depth, data.name());
                } else {
                    self.scratch.clear();
                    self.model.spell(feature, value, &mut self.scratch);
                    self.body.write_text_element(depth, data.name(), &self.scratch);
                }
            }
            // A value with an invalid character is reported with this object.
            self.body.note_owner(object);
            return None;
        }
        if !data.many() && self.model.get(object, feature) == Value::Null {
            self.write_nil(depth, data.name());
            return None;
        }
        // Contained objects are returned, so that nesting uses the explicit stack of the caller.
        if data.is_containment() {
            return Some(list.items);
        }
        for target in list.objects() {
            self.write_href_element(depth, feature, target);
        }
        None
    }

    /// Writes null as an element.
    fn write_nil(&mut self, depth: usize, name: &str) {
        self.body.open(depth, name);
        self.uses_xsi = true;
        self.body.write_attribute("xsi:nil", "true");
        self.body.close_empty_tag();
    }
}
