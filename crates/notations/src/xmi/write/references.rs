//! Writes references: the addresses of their targets, in attributes or as elements.
//!
//! Invariant: a written reference is resolved to the same object when it is read again.

use super::Writer;
use crate::diagnostic::{Diagnostic, codes};
use crate::ecore::{ClassId, FeatureId};
use crate::model::slot::Slot;
use crate::model::{DocumentId, Model, ObjectId, uri};
use crate::xmi::reference_values::is_plain;
use std::rc::Rc;

impl Writer<'_> {
    /// Writes a reference as a separate element.
    pub(super) fn write_href_element(&mut self, depth: usize, feature: FeatureId, target: ObjectId) {
        let class = self.model.class(target);
        self.body.open(depth, self.metamodel[feature].name());
        // A proxy has the class that its element declares, so the class must be written if the feature does not
        // determine it.
        if self.needs_type(class, feature) {
            self.write_type_attribute(class);
        }
        let address = self.address(target);
        self.body.write_attribute("href", &address);
        self.body.close_empty_tag();
    }

    /// Whether a reference to another document must name the class of its target, because the feature's type
    /// does not determine it.
    pub(super) fn needs_type(&self, class: ClassId, feature: FeatureId) -> bool {
        let expected = self.metamodel.target(feature);
        // If the type of the feature is a type parameter, the declared target is only the parameter's bound.
        let has_type_parameter =
            || self.metamodel[feature].typed.ty.as_ref().is_some_and(|ty| ty.parameter.is_some());
        self.options.type_information
            || (class != expected && (self.metamodel[expected].is_abstract || has_type_parameter()))
    }

    /// The address of a target relative to the document: `#…` for one of its own objects.
    pub(super) fn address(&mut self, target: ObjectId) -> String {
        let object = self.find_in_other_document(target);
        // EMF writes the address of an unresolved proxy as it was read.
        if object.is_none()
            && let Some(address) = self.address_of_proxy(target)
        {
            return address.to_string();
        }
        let target = object.unwrap_or(target);
        let mut out = String::new();
        match self.addresses.document_of(target) {
            Some(document) if document == self.document => out.push('#'),
            Some(document) => {
                out = uri::relative(&self.base_uri, &self.model.document(document).uri);
                out.push('#');
            }
            None => {
                self.report_dangling(target);
                out.push('#');
            }
        }
        self.write_fragment(target, &mut out);
        out
    }

    /// The target of a proxy that was preserved only because another document contains the target.
    fn find_in_other_document(&mut self, proxy: ObjectId) -> Option<ObjectId> {
        let object = self.model.resolved_target(proxy)?;
        let document = self.addresses.document_of(object)?;
        (document != self.document).then_some(object)
    }

    /// The address of a proxy's target. Many references share few targets, as features do with types.
    fn address_of_proxy(&mut self, target: ObjectId) -> Option<Rc<str>> {
        let proxy_uri = self.model.proxy_uri(target)?;
        let compute_address =
            || proxy_address(self.model, self.document, &self.base_uri, target, proxy_uri).into();
        // Addresses are cached, because computing a relative address takes longer than a look-up, and many references
        // refer to the same types.
        Some(Rc::clone(self.proxy_addresses.entry(target).or_insert_with(compute_address)))
    }

    /// The text that identifies an object within the document.
    pub(super) fn id_of(&mut self, target: ObjectId) -> String {
        if self.addresses.document_of(target).is_none() {
            self.report_dangling(target);
        }
        let mut out = String::new();
        self.write_fragment(target, &mut out);
        out
    }

    /// Appends an object's id, or its path if the object has no id, or has an id that references cannot contain.
    fn write_fragment(&mut self, target: ObjectId, out: &mut String) {
        match self.model.id(target) {
            // An id that is not a plain word would be read as another address.
            Some(id) if is_plain(&id) => out.push_str(&id),
            _ => self.addresses.write_path(target, out),
        }
    }

    /// Reports a reference to an object that is in no document, unless the object has an id: EMF writes the id then,
    /// although no reader can resolve it.
    pub(super) fn report_dangling(&mut self, target: ObjectId) {
        if self.model.id(target).is_some() {
            return;
        }
        let class = &self.metamodel[self.model.class(target)].name;
        let message = format!("a reference refers to an object of class {class} that is in no document");
        self.problems.push(
            Diagnostic::error(codes::CANNOT_EXPRESS, message)
                .help("add the object to a container or make it a root of a document"),
        );
    }

    /// Writes references as one attribute, which begins with `start`, if an attribute can express all of them.
    /// Returns whether they were written; if not, the caller writes them as elements.
    pub(super) fn write_references(&mut self, feature: FeatureId, start: &str, items: &[Slot]) -> bool {
        let targets = || items.iter().filter_map(|item| item.as_object());
        // A value that consists only of null is written as an element.
        if targets().next().is_none() {
            return false;
        }
        // All targets are written in one attribute, or all as elements: a mixture would lose the order of the list.
        // Spaces separate the words of an attribute, so an address that contains a space needs an element.
        let is_attribute = if self.options.encoded_attributes {
            targets().all(|target| {
                self.model
                    .proxy_uri(target)
                    .is_none_or(|uri| uri.contains('#') && !uri.contains([' ', '\t', '\n', '\r']))
            })
        } else {
            targets().all(|target| self.is_local(target))
        };
        if !is_attribute {
            return false;
        }
        self.body.write_verbatim(start);
        for (index, target) in targets().enumerate() {
            if index > 0 {
                self.body.write_attribute_text(" ");
            }
            if self.options.encoded_attributes {
                self.write_encoded_word(feature, target);
            } else {
                self.write_word(target);
            }
        }
        self.body.end_attribute();
        true
    }

    /// Writes a target in an attribute that may refer to other documents.
    fn write_encoded_word(&mut self, feature: FeatureId, target: ObjectId) {
        if self.is_local(target) {
            // In attributes that may contain addresses of other documents, a word without `#` could be read as a class.
            self.body.write_attribute_text("#");
            return self.write_word(target);
        }
        let address = self.address_of_proxy(target).unwrap_or_else(|| self.address(target).into());
        let class = self.model.class(target);
        if !address.starts_with('#') && self.needs_type(class, feature) {
            let name = self.class_name(class);
            self.body.write_attribute_text(&name);
            self.body.write_attribute_text(" ");
        }
        self.body.write_attribute_text(&address);
    }

    /// Writes a target in an attribute that refers to the same document.
    fn write_word(&mut self, target: ObjectId) {
        if self.addresses.document_of(target).is_none() {
            self.report_dangling(target);
        }
        // Looking up one address after another would wait for memory each time (Decision 8).
        if self.body.defers_addresses() {
            self.body.defer_address(target);
        } else {
            self.spell_fragment(target);
        }
    }

    /// Writes the fragment of an object of the document.
    pub(super) fn spell_fragment(&mut self, target: ObjectId) {
        match self.model.id(target) {
            Some(id) if is_plain(&id) => self.body.write_attribute_text(&id),
            _ => {
                self.scratch.clear();
                self.addresses.write_path(target, &mut self.scratch);
                self.body.write_attribute_text(&self.scratch);
            }
        }
        // An invalid character in an id is reported for the object with the id.
        self.body.note_owner(target);
    }

    /// Whether a target is in this document, or in no document.
    pub(super) fn is_local(&mut self, target: ObjectId) -> bool {
        // An object in no document counts as local; `write_word` reports it.
        !self.model.is_proxy(target) && self.addresses.document_of(target).is_none_or(|d| d == self.document)
    }
}

/// The address of a proxy's target, relative to a document.
fn proxy_address(model: &Model, document: DocumentId, base: &str, proxy: ObjectId, address: &str) -> String {
    if let (document_uri, Some(fragment)) = uri::split_fragment(address)
        // A proxy for an object of the same document was read as `#…`, and is written in the same form.
        && document_uri == model.document(document).uri
    {
        return format!("#{fragment}");
    }
    // The package of the target may have been read from a location other than that in the address.
    let location = model.known_location(proxy);
    uri::relative(base, location.as_deref().unwrap_or(address))
}
