//! Writes references: addresses, and maps with the class of the target.
//!
//! Invariant: a reference that the tree cannot express is reported, and left out.

use super::super::plan::Plan;
use super::super::{Dialect, TreeSink, keys};
use super::Writer;
use crate::diagnostic::{Diagnostic, Severity, codes};
use crate::ecore::FeatureId;
use crate::model::{DocumentId, ObjectId, uri};

impl<S: TreeSink> Writer<'_, '_, S> {
    /// Reports a reference to an object that the document should contain. XMI keeps it; readers of trees reject it.
    fn report_missing(&mut self, holder: ObjectId, plan: &Plan, fragment: &str) {
        let feature = self.metamodel.feature_label(plan.feature);
        let message = format!("{feature} refers to `{fragment}`, which is not in the document");
        self.problems.push_with(Severity::Error, || {
            Diagnostic::error(codes::CANNOT_EXPRESS, message)
                .object(self.addresses.fragment(holder))
                .help("correct the reference, or write XMI: readers of this format require the target")
        });
    }

    /// Writes a reference of `holder`, or reports that its target cannot be named.
    pub(super) fn write_reference(&mut self, holder: ObjectId, plan: &Plan, target: ObjectId) {
        let model = self.model;
        if let Some(uri) = model.proxy_uri(target) {
            let address = self.address(uri);
            // `#` addresses this document, in which the target is missing, or it would not be a proxy. Only generic types
            // that a plain type implies need not be in the document: readers create them.
            if address.starts_with('#') && !model.is_implied(target) {
                self.report_missing(holder, plan, &address[1..]);
            }
            if self.dialect == Dialect::Emf {
                return self.write_emf_reference(target);
            }
            return self.write_reference_map(plan.feature, target, &address);
        }
        let Some(document) = model.document_of(target) else {
            let feature = self.metamodel.feature_label(plan.feature);
            let message = format!("{feature} refers to an object outside every document");
            self.report_inexpressible(holder, &message);
            return self.leave_out(plan);
        };
        if document == self.document && !self.targets().contains(target) {
            let feature = self.metamodel.feature_label(plan.feature);
            let target = self.addresses.fragment(target);
            let message =
                format!("the reference {feature} is lost, because its target `{target}` is not written");
            self.problems.push_with(Severity::Warning, || {
                Diagnostic::warning(codes::LOSS, message).object(self.addresses.fragment(holder))
            });
            return self.leave_out(plan);
        }
        if self.dialect == Dialect::Emf {
            return self.write_emf_reference(target);
        }
        self.write_plain_reference(plan, target, document);
    }

    /// Writes a reference to an object of a document in the plain dialect.
    fn write_plain_reference(&mut self, plan: &Plan, target: ObjectId, document: DocumentId) {
        // The buffer is taken out of the writer, because computing the address borrows the writer.
        let mut address = std::mem::take(&mut self.scratch);
        address.clear();
        if document != self.document {
            address.push_str(&uri::relative(&self.base, &self.model.document(document).uri));
            address.push('#');
            self.addresses.write(target, &mut address);
            self.write_reference_map(plan.feature, target, &address);
        } else {
            self.write_fragment(target, &mut address);
            if address.contains('#') {
                // The `#` is required, because a reader would parse an id that contains a `#` as a URI.
                address.insert(0, '#');
                self.sink.begin_map();
                self.write_entry(keys::REF, &address);
                self.sink.end_map();
            } else {
                self.sink.string(&address);
            }
        }
        self.scratch = address;
    }

    /// Writes null for a reference whose target cannot be written, or nothing in a list.
    fn leave_out(&mut self, plan: &Plan) {
        // The key has been written already, so a value must follow.
        if !plan.is_many {
            self.sink.null();
        }
    }

    /// Writes a reference as a map, with the class of the target if the feature does not determine the class.
    fn write_reference_map(&mut self, feature: FeatureId, target: ObjectId, uri: &str) {
        let class = self.model.class(target);
        self.sink.begin_map();
        self.write_entry(keys::REF, uri);
        if self.metamodel.target(feature) != class {
            self.write_class_key(class);
        }
        self.sink.end_map();
    }
}
