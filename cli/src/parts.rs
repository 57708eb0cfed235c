//! The options of `convert` that select the objects to convert, and assign ids.
//!
//! They change the model before it is written, so they mean the same in every format.

use super::addresses::{ByAddress, objects_of};
use super::logic::{self, Logic};
use clap::{Args, ValueEnum};
use modelwright_metamodel::diagnostic::{Diagnostic, Diagnostics, Severity, codes};
use modelwright_metamodel::ecore::FeatureId;
use modelwright_metamodel::model::{Addresses, DocumentId, Model, ObjectId, Value};
use std::collections::HashSet;

/// The parts of a document to convert
#[derive(Debug, Args)]
#[command(next_help_heading = "Parts to convert")]
pub(super) struct Parts {
    /// Convert only this object and what it contains; an id, or an address such as //@books.0. May be given several
    /// times
    #[arg(long = "root", value_name = "ADDRESS")]
    roots: Vec<String>,

    /// What to do with references to objects that are not converted
    #[arg(long, value_enum, default_value_t = DanglingReferences::Error, value_name = "HOW")]
    dangling: DanglingReferences,

    /// What to do with the logic of a metamodel [default: annotations]
    #[arg(long, value_enum, value_name = "HOW")]
    pub(super) logic: Option<Logic>,

    /// What to do with ids that are not values of attributes (xmi:id)
    #[arg(long, value_enum, default_value_t = Ids::Keep, value_name = "HOW")]
    ids: Ids,
}

/// What to do with references to objects in no document.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum DanglingReferences {
    /// Report these references as errors, and write nothing
    Error,
    /// Leave these references out
    Discard,
    /// Leave these references out, and report them
    Record,
}

/// What to do with ids.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Ids {
    /// Keep these ids
    Keep,
    /// Leave these ids out; references use addresses
    Drop,
    /// Keep these ids, and give an id to every other object: the same one in every run
    Assign,
}

impl Parts {
    /// Changes the document according to the options; returns the problems to report.
    pub(super) fn apply(&self, model: &mut Model, document: DocumentId) -> Result<Diagnostics, Diagnostics> {
        let mut problems = Diagnostics::new();
        // The order matters: what is left out determines which references dangle, and which objects get ids.
        if !self.roots.is_empty() {
            self.select_roots(model, document)?;
        }
        if self.logic == Some(Logic::None) {
            logic::leave_out(model, document);
        }
        if self.dangling != DanglingReferences::Error {
            let dangling = dangling_references(model, document);
            if self.dangling == DanglingReferences::Record {
                let mut addresses = Addresses::new(model);
                for reference in &dangling {
                    problems.push_with(Severity::Warning, || loss_warning(&mut addresses, reference));
                }
            }
            for reference in &dangling {
                leave_out(model, reference).map_err(|error| Diagnostics::from(*error))?;
            }
        }
        match self.ids {
            Ids::Keep => {}
            Ids::Drop => {
                for object in objects_of(model, document) {
                    model.unset_xmi_id(object);
                }
            }
            Ids::Assign => model.assign_xmi_ids(document),
        }
        Ok(problems)
    }

    /// Makes the selected objects the only roots of the document.
    fn select_roots(&self, model: &mut Model, document: DocumentId) -> Result<(), Diagnostics> {
        let mut roots = Vec::new();
        let mut problems = Diagnostics::new();
        let mut addresses = ByAddress::new(model, document);
        for address in &self.roots {
            match addresses.find("--root", address) {
                Ok(object) => roots.push(object),
                Err(problem) => problems.push(*problem),
            }
        }
        // The model is changed only after all addresses were found, so that all wrong ones are reported at once.
        if problems.has_errors() {
            return Err(problems);
        }
        // An object within another selected one is included with it.
        let selected_roots: HashSet<ObjectId> = roots.iter().copied().collect();
        let mut seen_roots = HashSet::new();
        roots.retain(|object| seen_roots.insert(*object) && !is_within(model, *object, &selected_roots));
        // Roots are detached from the end, so that no other root changes its position.
        for root in model.document(document).roots().to_vec().into_iter().rev() {
            model.detach(root);
        }
        for object in roots {
            model.add_root(document, object);
        }
        Ok(())
    }
}

/// Whether an object is contained in one of the others, at any depth.
fn is_within(model: &Model, object: ObjectId, others: &HashSet<ObjectId>) -> bool {
    std::iter::successors(model.container(object), |ancestor| model.container(*ancestor))
        .any(|ancestor| others.contains(&ancestor))
}

/// The targets of an object's reference that are in no document.
struct DanglingTargets {
    object: ObjectId,
    feature: FeatureId,
    targets: Vec<ObjectId>,
}

/// The references of a document to objects that are in no document.
fn dangling_references(model: &Model, document: DocumentId) -> Vec<DanglingTargets> {
    let mut addresses = Addresses::new(model);
    let mut references: Vec<DanglingTargets> = Vec::new();
    for object in objects_of(model, document) {
        for (feature, target) in model.cross_references(object) {
            // A proxy belongs to a document that was not read, so the reference stays.
            if model.is_proxy(target) || addresses.document_of(target).is_some() {
                continue;
            }
            // The references of a feature are consecutive, so only the last entry can be for the same feature.
            match references.last_mut() {
                Some(last) if last.object == object && last.feature == feature => last.targets.push(target),
                _ => references.push(DanglingTargets { object, feature, targets: vec![target] }),
            }
        }
    }
    references
}

/// Removes the dangling targets from a reference.
fn leave_out(model: &mut Model, reference: &DanglingTargets) -> Result<(), Box<Diagnostic>> {
    let DanglingTargets { object, feature, ref targets } = *reference;
    let result = if model.metamodel()[feature].many() {
        let dangling_targets: HashSet<ObjectId> = targets.iter().copied().collect();
        let remaining: Vec<Value<'static>> = model
            .list(object, feature)
            .objects()
            .filter(|target| !dangling_targets.contains(target))
            .map(Value::Object)
            .collect();
        // The list is set at once, because removing one target after the other would be quadratic.
        model.set_list(object, feature, &remaining)
    } else {
        model.unset(object, feature)
    };
    result.map_err(|error| Box::new(Diagnostic::from(error)))
}

/// The warning that a reference loses its dangling targets.
fn loss_warning(addresses: &mut Addresses<'_>, reference: &DanglingTargets) -> Diagnostic {
    let label = addresses.model().metamodel().feature_label(reference.feature);
    let message = match reference.targets.len() {
        1 => format!("{label} loses a reference to an object that is not converted"),
        count => format!("{label} loses references to {count} objects that are not converted"),
    };
    Diagnostic::warning(codes::LOSS, message).object(addresses.fragment(reference.object))
}
