//! Reads documents whose names and form are defined by the metamodel's extended metadata.
//!
//! Follows EMF's `XMLHandler` with `OPTION_EXTENDED_META_DATA`: elements and attributes are resolved by name,
//! namespace and kind; text between the elements of mixed content is preserved; wildcards accept content without a
//! feature. Invariant: there is one frame for every open element, and one more for a document root, which has no
//! element. Values and references themselves are read as in any document.

mod attributes;
mod child;
mod names;
mod unknown;

use super::{FatalProblem, Reader, Token, Xml};
use crate::diagnostic::{Diagnostic, codes};
use crate::ecore::extended::ExtendedMetaData;
use crate::ecore::{ClassId, Classifier, FeatureId};
use crate::model::{Any, AnyId, ObjectId};
use crate::xmi::names::{declared_prefix, split};
use crate::xmi::xml::{Attribute, Opening};
use std::borrow::Cow;

/// The kind of an open element.
#[derive(Debug, Clone)]
pub(super) enum Frame {
    /// `xmi:XMI` around several roots.
    Wrapper,
    /// An object, and the slot of the feature map for the text between its elements.
    Object(ObjectId, Option<usize>),
    /// An element whose text is a value, a list of ids or an address.
    Text { target: ValueTarget, content: TextContent },
    /// An element without a known class.
    Any(AnyId),
    /// An element that is a proxy, and may have unknown content.
    Proxy(ObjectId),
    /// An element without object.
    Nil,
    /// An element whose content is ignored, because the element was rejected.
    Skipped,
}

/// The destination of a value.
#[derive(Debug, Clone, Copy)]
pub(super) struct ValueTarget {
    object: ObjectId,
    slot: usize,
    feature: FeatureId,
    offset: usize,
}

/// The meaning of an element's text.
#[derive(Debug, Clone, Copy)]
pub(super) enum TextContent {
    /// A value of the feature, or null.
    Value { is_nil: bool },
    /// A value of a feature that only a wildcard accepts.
    AnyValue { map: usize },
    /// Ids of objects of the same document.
    Ids,
    /// The address of an object of this class.
    Address(ClassId),
}

/// A reader of names and content by extended metadata, for a document or for one `xmi:Extension`.
pub(super) struct ExtendedReader<'r, 's, 'm, 'x> {
    reader: &'r mut Reader<'s, 'm, 'x>,
    data: Box<ExtendedMetaData<'x>>,
    frames: Vec<Frame>,
    /// The text since the last tag or processing instruction.
    text: String,
    /// The position of the last start tag.
    tag_start: usize,
    /// The content before the first element.
    prolog: Vec<Any>,
    /// The open document root.
    document_root: Option<ObjectId>,
    /// All declarations of prefixes.
    declarations: Vec<(&'s str, Cow<'s, str>)>,
    /// Whether an element's name is in no namespace.
    has_bare_name: bool,
    /// Whether unknown content is preserved.
    records_unknown: bool,
}

/// A tag as the tokenizer returns it.
struct Tag<'a, 's> {
    prefix: &'s str,
    local: &'s str,
    /// The name with its prefix.
    name: &'s str,
    offset: usize,
    attributes: &'a [Attribute<'s>],
}

impl<'s> Tag<'_, 's> {
    /// The attribute with a qualified name.
    fn attribute(&self, name: &str) -> Option<&Attribute<'s>> {
        self.attributes.iter().find(|attribute| attribute.name == name)
    }
}

/// Starts an `xmi:Extension` of an object of an ordinary document.
pub(super) fn start_extension<'s>(
    reader: &mut Reader<'s, '_, '_>,
    object: ObjectId,
    (prefix, name): (&'s str, &'s str),
    offset: usize,
    attributes: &[Attribute<'s>],
) -> Frame {
    let tag = Tag { prefix, local: split(name).1, name, offset, attributes };
    let records_unknown = false;
    let mut extended = ExtendedReader::new(reader, records_unknown);
    let namespace = extended.element_namespace(&tag);
    let frame = extended.start_unknown_child(object, namespace.as_deref(), &tag);
    // The names of the metamodel are computed once for all extensions of a document.
    reader.extended = Some(extended.data);
    frame
}

/// Reads the content of an `xmi:Extension`, and its end.
pub(super) fn read_extension<'s>(
    reader: &mut Reader<'s, '_, '_>,
    xml: &mut Xml<'s>,
    frame: Frame,
) -> Result<(), FatalProblem> {
    // EMF preserves instructions only in mixed content: in extensions, but not in ordinary objects.
    xml.keep_instructions(true);
    let records_unknown = false;
    let mut extended = ExtendedReader::new(reader, records_unknown);
    extended.frames.push(frame);
    let result = extended.read_elements(xml);
    let ExtendedReader { reader, data, .. } = extended;
    reader.extended = Some(data);
    xml.keep_instructions(false);
    result
}

impl<'r, 's, 'm, 'x> ExtendedReader<'r, 's, 'm, 'x> {
    /// A reader without open elements.
    pub(super) fn new(reader: &'r mut Reader<'s, 'm, 'x>, records_unknown: bool) -> Self {
        // The tables are moved out of the reader, because the reader is borrowed mutably as long as they are used.
        let data =
            reader.extended.take().unwrap_or_else(|| Box::new(ExtendedMetaData::new(reader.metamodel)));
        Self {
            reader,
            data,
            frames: Vec::new(),
            text: String::new(),
            tag_start: 0,
            prolog: Vec::new(),
            document_root: None,
            declarations: Vec::new(),
            has_bare_name: false,
            records_unknown,
        }
    }

    /// Reads the entire document.
    pub(super) fn read_document(&mut self) -> Result<(), FatalProblem> {
        let mut xml = Xml::new(self.reader.source, self.reader.limits)?;
        xml.keep_instructions(true);
        self.read_elements(&mut xml)?;
        self.fill_root_maps();
        Ok(())
    }

    /// Reads to the end of the document, or of the extension whose frame was open at the start.
    fn read_elements(&mut self, xml: &mut Xml<'s>) -> Result<(), FatalProblem> {
        // An extension begins with its own frame; its end tag returns control to the reader around it.
        let is_extension = !self.frames.is_empty();
        loop {
            match xml.next_with_blanks()? {
                Token::Start(Opening { name, offset, roles, .. }) => {
                    self.tag_start = offset;
                    let attributes = xml.take_attributes();
                    if self.reader.namespaces.enter(roles, &attributes) {
                        // The cached names contain prefixes, which may now be bound to other namespaces.
                        self.reader.classes.clear();
                    }
                    self.record_declarations(&attributes);
                    // The text before a tag belongs to the element around it, so it is added before the new frame is
                    // pushed.
                    self.flush_text();
                    let frame = self.start(name, offset, &attributes);
                    // The limit is checked for each element, because a class with many
                    // features needs thousands of slots for a few bytes.
                    if self.reader.loader.is_full() {
                        let object = if let Frame::Object(object, _) = frame { Some(object) } else { None };
                        return Err(self.reader.too_large(object, offset));
                    }
                    self.frames.push(frame);
                    xml.recycle(attributes);
                }
                Token::End => {
                    if self.reader.namespaces.leave() {
                        self.reader.classes.clear();
                    }
                    self.end();
                    if is_extension && self.frames.is_empty() {
                        return Ok(());
                    }
                }
                Token::Text(more) => self.read_characters(&more, xml.text_start())?,
                Token::Instruction { target, data } => self.read_instruction(target, data),
                Token::Eof => return Ok(()),
            }
        }
    }

    /// Records the prefixes that an element declares.
    fn record_declarations(&mut self, attributes: &[Attribute<'s>]) {
        for attribute in attributes {
            if let Some(prefix) = declared_prefix(attribute.name) {
                self.declarations.push((prefix, attribute.value.clone()));
            }
        }
    }

    /// Reads text, if it has a meaning in the open element.
    fn read_characters(&mut self, text: &str, start: usize) -> Result<(), FatalProblem> {
        let has_meaning = match self.frames.last() {
            Some(Frame::Text { .. } | Frame::Any(_)) => true,
            // Blank text between elements is kept as well, because mixed content is written back unchanged.
            Some(Frame::Object(_, Some(_))) => true,
            Some(Frame::Object(object, None)) => {
                let object = *object;
                self.reader.report_ignored_text(object, text, start);
                false
            }
            _ => false,
        };
        if !has_meaning {
            return Ok(());
        }
        self.text.push_str(text);
        let limit = self.reader.limits.value;
        if self.text.len() > limit {
            let message = format!("the text is larger than the limit of {limit} bytes");
            return Err(Box::new(
                Diagnostic::error(codes::LIMIT, message)
                    .at(self.reader.source, self.tag_start..self.tag_start + 1),
            ));
        }
        Ok(())
    }

    /// Adds a processing instruction to the mixed content of the open element.
    fn read_instruction(&mut self, target: &str, data: Option<&str>) {
        let entry = Any::Instruction { target: target.into(), data: data.map(Into::into) };
        // There is no object yet; the document root receives this content once it exists.
        if self.frames.is_empty() {
            self.prolog.push(entry);
            return;
        }
        self.flush_text();
        self.add_content(entry);
    }

    /// Adds the text so far to the open element, if its text has a meaning; otherwise drops it.
    fn flush_text(&mut self) {
        if self.text.is_empty() {
            return;
        }
        let text = std::mem::take(&mut self.text);
        self.add_content(Any::Text(text.into()));
    }

    /// Adds to the mixed content of the open element, if it has any.
    fn add_content(&mut self, entry: Any) {
        match self.frames.last() {
            Some(Frame::Object(object, Some(map))) => self.reader.loader.any_entry(*object, *map, entry),
            Some(Frame::Any(id)) => self.reader.loader.any().element_mut(*id).content.push(entry),
            _ => {}
        }
    }

    /// Ends the innermost element.
    fn end(&mut self) {
        let Some(frame) = self.frames.pop() else { return };
        match frame {
            Frame::Text { target, content } => {
                let text = std::mem::take(&mut self.text);
                self.end_text(target, content, &text);
            }
            frame => {
                // `flush_text` adds to the innermost frame, which must still be that of the ended element.
                self.frames.push(frame);
                self.flush_text();
                self.frames.pop();
            }
        }
        // Inside `xmi:XMI`, each root has a separate document root.
        let root = match self.frames.last() {
            Some(Frame::Object(object, _)) => Some(*object),
            _ => None,
        };
        if root.is_some() && root == self.document_root && self.frames.len() > 1 {
            self.frames.pop();
            self.document_root = None;
        }
    }

    /// Starts an element in the context of the innermost open one.
    fn start(&mut self, name: &'s str, offset: usize, attributes: &[Attribute<'s>]) -> Frame {
        let (prefix, local) = split(name);
        let tag = Tag { prefix, local, name, offset, attributes };
        // Only the first element shows the version of XMI.
        if self.frames.is_empty() && !self.reader.check_first_element(name, offset, attributes) {
            return Frame::Skipped;
        }
        if local == "XMI" {
            // Inside an object, `xmi:XMI` has no effect, and its content belongs to the object.
            return match self.frames.last() {
                Some(frame @ (Frame::Object(..) | Frame::Any(_))) => frame.clone(),
                _ => Frame::Wrapper,
            };
        }
        match self.frames.last() {
            None | Some(Frame::Wrapper) => self.start_root(&tag),
            Some(Frame::Object(object, _)) => {
                let object = *object;
                self.start_child(object, &tag)
            }
            Some(Frame::Any(id)) => {
                let id = *id;
                self.start_any_child(id, &tag)
            }
            Some(Frame::Proxy(object)) => {
                let object = *object;
                self.start_proxy_child(object, &tag)
            }
            Some(Frame::Text { target, .. }) => {
                let feature = target.feature;
                self.reader.report_misplaced(name, offset, Some(feature));
                Frame::Skipped
            }
            Some(Frame::Nil) => {
                self.reader.report_misplaced(name, offset, None);
                Frame::Skipped
            }
            Some(Frame::Skipped) => Frame::Skipped,
        }
    }

    /// Starts the element of a root: inside a document root, if the package has one.
    fn start_root(&mut self, tag: &Tag<'_, 's>) -> Frame {
        let reports_missing = !self.records_unknown;
        let package = match self.reader.find_package(tag.name, tag.offset + 1, reports_missing) {
            // The class is looked up only in a known package, so that an unknown package causes only one problem.
            Some(package) => package,
            None if self.records_unknown => return self.start_unknown_root(tag),
            None => return Frame::Skipped,
        };
        if let Some(class) = self.data.document_root(package) {
            let object = self.reader.loader.create(class, tag.offset);
            self.reader.loader.root(object);
            // EMF keeps instructions before the first element in the mixed content of the document root.
            let mixed = self.data.mixed_feature(class);
            for entry in std::mem::take(&mut self.prolog) {
                if let Some(map) = mixed {
                    self.reader.loader.any_entry(object, map, entry);
                }
            }
            // The document root has no element, so one tag opens two frames; `end` closes both.
            self.frames.push(Frame::Object(object, mixed));
            self.document_root = Some(object);
            return self.start_child(object, tag);
        }
        let class = match self.data.classifier(package, tag.local) {
            Some(Classifier::Class(class)) if !self.reader.metamodel[class].is_abstract => class,
            None if self.records_unknown => return self.start_unknown_root(tag),
            _ => {
                self.reader.report_unknown_class(package, tag.local, tag.offset + 1, tag.name.len());
                return Frame::Skipped;
            }
        };
        let object = self.reader.loader.create(class, tag.offset);
        self.reader.loader.root(object);
        self.read_attributes(object, tag.attributes);
        self.object_frame(object, tag.offset)
    }

    /// The frame of an object whose element is open; the text of the element may be its entire content.
    fn object_frame(&mut self, object: ObjectId, offset: usize) -> Frame {
        let class = self.reader.loader.model().class(object);
        // A class for a complex type with simple content has one feature that is the text of its element.
        let Some(slot) = self.data.simple_feature(class) else {
            return Frame::Object(object, self.data.mixed_feature(class));
        };
        let feature = self.reader.metamodel.table(class).all_features()[slot];
        let target = ValueTarget { object, slot, feature, offset };
        let content = if self.reader.metamodel[feature].is_reference() {
            TextContent::Ids
        } else {
            TextContent::Value { is_nil: false }
        };
        Frame::Text { target, content }
    }
}
