//! The parts of the tree writer that differ in the `emf` dialect. This module does not know slots.

use crate::diagnostic::{Diagnostic, Severity, codes};
use crate::ecore::ClassId;
use crate::model::{Document, ObjectId, uri};
use crate::tree::dialect::emf_keys;
use crate::tree::names::qualified_name;
use crate::tree::write::Writer;
use crate::tree::{TreeSink, keys};

impl<S: TreeSink> Writer<'_, '_, S> {
    /// Writes the roots of a document and nothing else, because the dialect has no header.
    pub(in crate::tree) fn write_emf_document(&mut self, document: &Document, roots: &[ObjectId]) {
        if !document.schema_locations.is_empty() || document.no_namespace_schema_location.is_some() {
            let message =
                "the locations of the document's metamodels are dropped: the dialect has no key for them";
            self.problems.push(Diagnostic::new(codes::LOSS, Severity::Warning, message));
        }
        let is_list = roots.len() != 1;
        if is_list {
            self.sink.begin_list();
        }
        for root in roots {
            self.sink.begin_map();
            // No feature contains a root, so there is no declared class.
            self.open_object(*root, None);
            self.write_open_objects();
        }
        if is_list {
            self.sink.end_list();
        }
    }

    /// Writes the entry that names a class.
    pub(in crate::tree) fn write_emf_class(&mut self, class: ClassId) {
        let name = qualified_name(self.metamodel, class);
        self.write_entry(emf_keys::CLASS, &name);
    }

    /// Reports that an id is dropped. This is only a warning, because references are written as paths.
    pub(in crate::tree) fn report_dropped_id(&mut self, object: ObjectId) {
        let message = "the object's id is dropped: the keys for ids, `_id` and `uuid`, are names of features";
        self.problems.push_with(Severity::Warning, || {
            Diagnostic::new(codes::LOSS, Severity::Warning, message).object(self.addresses.fragment(object))
        });
    }

    /// Writes a reference as a path, because some readers do not know ids.
    pub(in crate::tree) fn write_emf_reference(&mut self, target: ObjectId) {
        let mut address = String::new();
        if let Some(uri) = self.model.proxy_uri(target) {
            address = self.address(uri);
        } else {
            if let Some(document) = self.model.document_of(target).filter(|id| *id != self.document) {
                address.push_str(&uri::relative(&self.base, &self.model.document(document).uri));
                address.push('#');
            }
            self.addresses.write_path(target, &mut address);
        }
        self.sink.begin_map();
        self.write_emf_class(self.model.class(target));
        self.write_entry(keys::REF, &address);
        self.sink.end_map();
    }
}
