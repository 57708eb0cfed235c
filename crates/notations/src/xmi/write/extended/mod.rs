//! Writes documents whose names and form are defined by the metamodel's extended metadata, including the
//! content that has no feature.
//!
//! Follows EMF's `XMLSaveImpl` with `OPTION_EXTENDED_META_DATA`: everything that is not an element comes
//! first, then elements in the order of the features of their class; mixed content is never indented. Nesting
//! uses an explicit stack, as everywhere.

mod attributes;
mod head;
mod items;
mod names;
mod plan;

use super::Writer;
use super::head::FirstTag;
use crate::ecore::extended::{Content, ExtendedMetaData};
use crate::ecore::{ClassId, FeatureId};
use crate::model::{Any, AnyElement, DocumentId, Model, Name, ObjectId};
use crate::xmi::write_text::Block;
use names::Names;
use plan::Plan;
use rustc_hash::FxHashMap;
use std::rc::Rc;

/// Whether an object of a document, or one in no document such as a proxy, has unknown content. That of other documents
/// is not written.
pub(super) fn has_extensions(model: &Model, document: DocumentId) -> bool {
    let Some(content) = model.any() else { return false };
    content.extended_objects().any(|object| model.document_of(object).is_none_or(|owner| owner == document))
}

/// The state of writing a document by extended metadata.
pub(super) struct ExtendedWriter<'w, 'm> {
    writer: &'w mut Writer<'m>,
    data: ExtendedMetaData<'m>,
    names: Names,
    plans: FxHashMap<ClassId, Rc<[Plan]>>,
    /// The elements that are open, innermost last.
    open_elements: Vec<OpenElement<'m>>,
    /// The content between the declaration and the first tag, which is assembled last.
    prolog: String,
    /// The first tag; `None` before it is written.
    first_tag: Option<FirstTag>,
}

/// An element whose content is being written.
struct OpenElement<'m> {
    /// The name; `None` for a document root, which has no element.
    name: Option<String>,
    /// The remaining content, the next item last.
    items: Vec<ContentItem<'m>>,
    /// Whether the content is indented.
    is_formatted: bool,
}

/// An item inside an element.
#[derive(Clone, Copy)]
enum ContentItem<'m> {
    /// The values of a slot.
    Slot(ObjectId, Plan),
    /// An object in an element with the name of a feature.
    Child { feature: FeatureId, object: ObjectId },
    /// A value of a feature map's member in an element with the name of a feature.
    Entry { object: ObjectId, slot: usize, position: usize, element_feature: FeatureId },
    /// Content without a feature.
    Any(&'m Any),
}

impl<'w, 'm> ExtendedWriter<'w, 'm> {
    pub(super) fn new(writer: &'w mut Writer<'m>) -> Self {
        let data = ExtendedMetaData::new(writer.metamodel);
        let names = Names::new(writer.model, writer.document, &data);
        Self {
            writer,
            data,
            names,
            plans: FxHashMap::default(),
            open_elements: Vec::new(),
            prolog: String::new(),
            first_tag: None,
        }
    }

    /// Writes the document; returns its text before encoding.
    pub(super) fn write_document(mut self) -> String {
        let roots = self.writer.model.document(self.writer.document).roots().to_vec();
        if let [root] = roots[..] {
            self.write_root(root);
            self.write_open_elements();
        } else {
            self.open_tag("xmi:XMI");
            self.writer.body.close_tag(roots.is_empty());
            if !roots.is_empty() {
                let is_formatted = self.writer.options.formatted;
                self.open_elements.push(OpenElement {
                    name: Some("xmi:XMI".to_owned()),
                    items: Vec::new(),
                    is_formatted,
                });
                for root in roots {
                    self.write_root(root);
                    // The outermost element, `xmi:XMI`, stays open for the next root.
                    self.write_open_elements_inside(1);
                }
                self.write_open_elements();
            }
        }
        let ends_with_line = self.ends_with_line();
        // The head is written last, because it declares the namespaces of all names that were written.
        let head = self.head();
        let mut text = self.writer.body.take_block(Block::default()).text;
        if let Some(first) = &self.first_tag {
            // The head contains the name of the first tag, which is also at the start of the body.
            text.replace_range(..first.end, &head);
        }
        if ends_with_line {
            text.push('\n');
        }
        text
    }

    /// Whether the text ends with a line end: not after a root with mixed content.
    fn ends_with_line(&self) -> bool {
        let roots = self.writer.model.document(self.writer.document).roots();
        let [root] = roots else { return true };
        let class = self.writer.model.class(*root);
        !self.is_document_root(class) || self.is_content_formatted(class)
    }

    /// Whether a class is the document root of its package.
    fn is_document_root(&self, class: ClassId) -> bool {
        self.data.document_root(self.writer.metamodel[class].package) == Some(class)
    }

    /// Opens the element of a root, or the content of a document root.
    fn write_root(&mut self, root: ObjectId) {
        let class = self.writer.model.class(root);
        if self.is_document_root(class) {
            let is_formatted = self.is_content_formatted(class);
            if !self.open_elements.is_empty() && self.writer.options.formatted {
                // A document root has no tag that would start the line.
                self.writer.body.set_formatted(true);
                self.writer.body.indent(1);
            }
            let items = self.write_object_attributes(root);
            self.open_elements.push(OpenElement { name: None, items, is_formatted });
            return;
        }
        let unknown_class = self.extension(root).and_then(|element| element.class.clone());
        // The element of a root has the name of its class, so no attribute names the class.
        match unknown_class {
            Some(name) => {
                let name = self.names.element(&name);
                if let Some(element) = self.extension(root) {
                    self.open_any_element(name, None, element);
                }
            }
            None => {
                let name = self.names.class(&self.data, self.writer.metamodel, class);
                self.open_object(name, root, None);
            }
        }
    }

    /// The unknown content of an object.
    fn extension(&self, object: ObjectId) -> Option<&'m AnyElement> {
        self.writer.model.any()?.extension(object)
    }

    /// Whether the content of the elements of a class is indented.
    fn is_content_formatted(&self, class: ClassId) -> bool {
        // White space for indentation would become a part of the text.
        let is_mixed = matches!(self.data.content(class), Content::Mixed | Content::Simple);
        self.writer.options.formatted && !is_mixed
    }

    /// The depth of the next element: the number of open elements, without a document root, which has no element.
    fn depth(&self) -> usize {
        self.open_elements.iter().filter(|open| open.name.is_some()).count()
    }

    /// Opens a tag inside the innermost element.
    fn open_tag(&mut self, name: &str) {
        let is_formatted =
            self.open_elements.last().map_or(self.writer.options.formatted, |open| open.is_formatted);
        let depth = self.depth();
        self.writer.body.set_formatted(is_formatted);
        self.writer.body.open(depth, name);
        if self.first_tag.is_none() {
            let end = self.writer.body.len();
            self.first_tag = Some(FirstTag { name: name.to_owned(), end, has_attributes: false });
        }
    }

    /// Closes a tag, and opens its content if there is any. `is_formatted` is whether the content has one line for each
    /// child.
    fn finish_tag(&mut self, name: String, items: Vec<ContentItem<'m>>, is_formatted: bool) {
        let is_outermost = self.depth() == 0;
        // Where a long line is broken depends on whether the first tag has attributes other than declarations.
        if let Some(first) = &mut self.first_tag
            && is_outermost
        {
            first.has_attributes |= self.writer.body.len() > first.end;
        }
        self.writer.body.close_tag(items.is_empty());
        if !items.is_empty() {
            self.open_elements.push(OpenElement { name: Some(name), items, is_formatted });
        }
    }

    /// Writes the remaining content of all open elements, and closes them.
    fn write_open_elements(&mut self) {
        self.write_open_elements_inside(0);
    }

    /// As [`Self::write_open_elements`], except for the `outer_count` outermost elements, which stay open.
    fn write_open_elements_inside(&mut self, outer_count: usize) {
        while self.open_elements.len() > outer_count {
            let Some(open) = self.open_elements.last_mut() else { return };
            if let Some(item) = open.items.pop() {
                self.write_item(item);
                continue;
            }
            if let Some(OpenElement { name: Some(name), is_formatted, .. }) = self.open_elements.pop() {
                let depth = self.depth();
                self.writer.body.set_formatted(is_formatted);
                self.writer.body.end(depth, &name);
            }
        }
    }

    /// Adds the next items, in order.
    fn push_items(&mut self, items: Vec<ContentItem<'m>>) {
        if let Some(open) = self.open_elements.last_mut() {
            open.items.extend(items.into_iter().rev());
        }
    }

    /// Opens the element of an object. If its attribute for the type is required, it names `written_class`.
    fn open_object(&mut self, name: String, object: ObjectId, written_class: Option<ClassId>) {
        self.open_tag(&name);
        if let Some(class) = written_class {
            self.write_type_attribute(class);
        }
        if let Some(id) = self.writer.model.xmi_id(object) {
            self.writer.body.write_attribute("xmi:id", id);
        }
        let class = self.writer.model.class(object);
        let is_formatted = self.is_content_formatted(class);
        match self.simple_text(object) {
            Some(text) => {
                self.write_all_attributes(object);
                self.writer.body.close_start_tag();
                self.writer.body.write_element_text(&text);
                self.writer.body.note_owner(object);
                self.writer.body.end_tag(&name);
            }
            None => {
                let items = self.write_object_attributes(object);
                self.writer.body.note_owner(object);
                self.finish_tag(name, items, is_formatted);
            }
        }
    }

    /// Writes an object's attributes; returns the content that needs elements, the next item last.
    fn write_object_attributes(&mut self, object: ObjectId) -> Vec<ContentItem<'m>> {
        let plans = self.write_all_attributes(object);
        let mut items: Vec<ContentItem<'m>> =
            plans.into_iter().map(|plan| ContentItem::Slot(object, plan)).collect();
        // As in EMF, unknown content is written after the content of all features, regardless of its order in the
        // source.
        if let Some(unknown) = self.extension(object) {
            items.extend(unknown.content.iter().map(ContentItem::Any));
        }
        items.reverse();
        items
    }

    /// Writes all attributes; lists of values come last, because EMF treats them as elements. Returns the plans of the
    /// slots that need elements.
    fn write_all_attributes(&mut self, object: ObjectId) -> Vec<Plan> {
        let (plans, lists) = self.write_attributes(object);
        self.write_extension_attributes(object);
        for feature in lists {
            self.write_value_list(object, feature);
        }
        plans
    }

    /// Writes the unknown attributes of an object.
    fn write_extension_attributes(&mut self, object: ObjectId) {
        if let Some(unknown) = self.extension(object) {
            self.write_any_attributes(&unknown.attributes);
        }
    }

    /// Writes attributes without a feature.
    fn write_any_attributes(&mut self, attributes: &[Any]) {
        for attribute in attributes {
            if let Any::Value(name, text) = attribute {
                let name = self.names.attribute(name);
                self.writer.body.write_attribute(&name, text);
            }
        }
    }

    /// Opens an element without a class of the metamodel; `class` is the name of its type in the document.
    fn open_any_element(&mut self, name: String, class: Option<&Name>, element: &'m AnyElement) {
        self.open_tag(&name);
        if let Some(class) = class {
            let class = self.names.element(class);
            self.write_type(&class);
        }
        if let Some(id) = &element.id {
            self.writer.body.write_attribute("xmi:id", id);
        }
        self.write_any_attributes(&element.attributes);
        let items: Vec<ContentItem<'m>> = element.content.iter().rev().map(ContentItem::Any).collect();
        // Elements without a class may have mixed content, so no white space is added between their children.
        let is_formatted = false;
        self.finish_tag(name, items, is_formatted);
    }

    /// Writes the attribute that names the class of an element.
    fn write_type_attribute(&mut self, class: ClassId) {
        let name = self.names.class(&self.data, self.writer.metamodel, class);
        self.write_type(&name);
    }

    /// Writes the attribute that names the type of an element, which need not be a class of the metamodel.
    fn write_type(&mut self, name: &str) {
        if self.writer.options.xmi_type {
            self.writer.body.write_attribute("xmi:type", name);
        } else {
            self.writer.uses_xsi = true;
            self.writer.body.write_attribute("xsi:type", name);
        }
    }
}
