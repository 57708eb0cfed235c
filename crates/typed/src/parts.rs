//! Converts a tree to a model part by part, so that a program that creates the parts need not store all of them.
//!
//! Invariant: callers get the model only if every object, value and reference is valid. This module does not know
//! formats.

use super::Element;
use super::write::{Writer, WriterState, report_unresolved};
use crate::diagnostic::{Diagnostic, Diagnostics, codes};
use crate::ecore::{ClassId, FeatureId, Metamodel};
use crate::model::load::Loader;
use crate::model::{Document, DocumentId, Model, ObjectId};
use std::sync::Arc;

/// A new model with one document. `write` passes the roots of the document and then their parts to a [`PartWriter`],
/// and may drop each one after passing it.
///
/// # Errors
/// As for [`to_model`](super::to_model), and if the metamodel does not allow a part in the feature. The limit of the
/// depth applies to each part.
pub fn to_model_in_parts(
    metamodel: &Arc<Metamodel>,
    write: impl FnOnce(&mut PartWriter<'_>),
) -> Result<(Model, DocumentId), Diagnostics> {
    let mut model = Model::new(Arc::clone(metamodel));
    // The parts are not read from a text. Their sizes are unknown, so the arenas grow as parts arrive.
    let (source, records_offsets) = ("", false);
    let loader = Loader::new(&mut model, Document::default(), source, records_offsets);
    let document = loader.document();
    let mut writer = PartWriter { metamodel, state: WriterState::new(metamodel, loader) };
    write(&mut writer);
    let WriterState { loader, diagnostics: mut problems, .. } = writer.state;
    // References are resolved at the end, because they may refer to parts that come later.
    let unresolved = loader.finish();
    report_unresolved(&model, unresolved, &mut problems);
    if problems.has_errors() { Err(problems) } else { Ok((model, document)) }
}

/// Writes the parts of a tree; see [`to_model_in_parts`].
pub struct PartWriter<'m> {
    metamodel: &'m Metamodel,
    state: WriterState<'m>,
}

impl std::fmt::Debug for PartWriter<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("PartWriter").finish_non_exhaustive()
    }
}

impl PartWriter<'_> {
    /// Writes a root of the document with its contents. `None` if it is invalid, which is reported.
    pub fn root<T: Element>(&mut self, root: &T) -> Option<ObjectId> {
        // As for parts, the values are not recorded.
        let mut writer = Writer { state: &mut self.state, values: &mut None };
        writer.write_element(root, |loader, object| loader.root(object))
    }

    /// Writes `part` with its contents into the containment `feature` of `container`, an object that this writer
    /// returned. If the containment is a list, the part is added at its end. `None` if the part is invalid, which is
    /// reported.
    pub fn part<T: Element>(&mut self, container: ObjectId, feature: &str, part: &T) -> Option<ObjectId> {
        let class = self.state.class_of(part)?;
        let container_class = self.state.loader.class(container);
        let Some((slot, feature)) = self.containment(container_class, feature, class) else {
            let (container_class, class) =
                (&self.metamodel[container_class].name, &self.metamodel[class].name);
            let message =
                format!("`{container_class}` has no containment `{feature}` for objects of `{class}`");
            self.state.diagnostics.push(Diagnostic::error(codes::TYPES_DIFFER, message));
            return None;
        };
        // The values are not recorded, because the program may drop each part after passing it.
        let mut writer = Writer { state: &mut self.state, values: &mut None };
        writer.write_element(part, |loader, object| loader.contain(container, slot, feature, object))
    }

    /// The containment of this name that may contain objects of a class, with its slot.
    fn containment(
        &self,
        container_class: ClassId,
        name: &str,
        class: ClassId,
    ) -> Option<(usize, FeatureId)> {
        let table = self.metamodel.table(container_class);
        let slot = table.slot_named(name)?;
        let feature = table.all_features()[slot];
        let is_allowed = self.metamodel[feature].is_containment()
            // The class is checked, because the caller specifies the feature; for fields of generated types, the
            // compiler checks it.
            && self.metamodel.conforms(class, self.metamodel.target(feature));
        is_allowed.then_some((slot, feature))
    }
}
