//! Visits a document in EMF's order, every object before its contents, and counts the objects.
//!
//! EMF has an implied generic type for every plain type, which the walk visits at its position. It also visits objects
//! of other documents that the document contains. There is no recursion, because objects may be nested to any depth.

use super::ecore::view::{GenericType, ModelElement, plain_form};
use crate::model::{DocumentId, Model, ObjectId};
use modelwright_metamodel::ecore::builtin;
use modelwright_metamodel::ecore::{ClassId, FeatureId, Metamodel};
use rustc_hash::FxHashSet;
use std::collections::BTreeMap;
use std::fmt::Write as _;

/// The subject of a check.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Subject {
    /// An object.
    Object(ObjectId),
    /// A generic type that a plain type of the owner implies, with its position.
    Implied { owner: ObjectId, feature: FeatureId, position: u32 },
}

impl From<ObjectId> for Subject {
    fn from(object: ObjectId) -> Self {
        Subject::Object(object)
    }
}

impl Subject {
    /// The object, or the owner of the implied generic type.
    pub(super) fn owner(self) -> ObjectId {
        match self {
            Subject::Object(object) | Subject::Implied { owner: object, .. } => object,
        }
    }

    /// The object; `None` for an implied generic type.
    pub(super) fn object(self) -> Option<ObjectId> {
        match self {
            Subject::Object(object) => Some(object),
            Subject::Implied { .. } => None,
        }
    }

    /// The subject as an element of a metamodel. For an implied generic type, this is its owner.
    pub(super) fn item(self) -> ModelElement {
        ModelElement::new(self.owner())
    }

    /// The subject as a generic type, which it must be.
    pub(super) fn generic(self) -> GenericType {
        match self {
            Subject::Object(object) => GenericType::InDocument(ModelElement::new(object)),
            Subject::Implied { owner, feature, position } => {
                GenericType::Implied { owner: ModelElement::new(owner), feature, position }
            }
        }
    }

    /// The class of the object, or the class of generic types.
    pub(super) fn class(self, model: &Model) -> ClassId {
        match self {
            Subject::Object(object) => model.class(object),
            Subject::Implied { .. } => builtin::EGENERIC_TYPE,
        }
    }

    /// Appends the path from the owner to the implied generic type.
    pub(super) fn write_tail(self, metamodel: &Metamodel, out: &mut String) {
        let Subject::Implied { feature, position, .. } = self else { return };
        let _ = write!(out, "/@{}", metamodel[feature].name());
        if metamodel[feature].many() {
            let _ = write!(out, ".{position}");
        }
    }
}

/// A step of the walk.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Step {
    /// An object, or an implied generic type.
    Object(Subject),
    /// An unresolved proxy in a containment.
    Missing(ObjectId),
    /// The root of the walk, at the position where it contains itself.
    Cycle(ObjectId),
    /// The first object below a root that is a proxy, if it is visited again: EMF reports this as a cycle.
    Again(ObjectId),
}

/// A walk through a root and its contents.
pub(super) struct Walk<'m> {
    model: &'m Model,
    root: ObjectId,
    /// The first object that is not a proxy. EMF finds cycles by comparing other objects with it.
    first_object: Option<ObjectId>,
    /// Whether the walk is that of the rules, for which the first object is remembered; otherwise, it counts objects.
    is_for_rules: bool,
    stack: Vec<WalkAction>,
    /// The objects of other documents that contain the current object. They may contain each other.
    path: FxHashSet<ObjectId>,
    /// The objects that were entered before. An object with several containers is visited in each of them.
    entered_objects: FxHashSet<ObjectId>,
    /// The number of objects of other documents that may still be visited. Afterwards, no object is entered again.
    visits_left: usize,
}

/// The next action of a walk.
#[derive(Debug, Clone, Copy)]
enum WalkAction {
    /// Return a step.
    Step(Step),
    /// Enter an object of another document.
    Enter(ObjectId),
    /// Leave an object of another document, after its contents.
    Leave(ObjectId),
}

/// The initial value of [`Walk::visits_left`]. It is a limit, because the number of paths may be exponential in the
/// number of documents that contain others several times.
const MAX_VISITS: usize = 1 << 20;

impl<'m> Walk<'m> {
    /// The walk for counting objects.
    pub(super) fn new(model: &'m Model, root: ObjectId) -> Self {
        // If the root is a proxy, only its contents are visited.
        let first_step = if model.is_proxy(root) { Step::Missing(root) } else { Step::Object(root.into()) };
        Self {
            model,
            root,
            first_object: None,
            is_for_rules: false,
            stack: vec![WalkAction::Step(first_step)],
            path: FxHashSet::default(),
            entered_objects: FxHashSet::default(),
            visits_left: MAX_VISITS,
        }
    }

    /// The walk for rules, which also reports objects that are visited again.
    pub(super) fn for_rules(model: &'m Model, root: ObjectId) -> Self {
        Self { is_for_rules: true, ..Self::new(model, root) }
    }

    /// Pushes a contained object; for a proxy, the object to which it is resolved.
    fn push(&mut self, child: ObjectId) {
        let action = if self.model.is_proxy(child) {
            match self.model.resolved_target(child) {
                None => WalkAction::Step(Step::Missing(child)),
                Some(target) if target == self.root => WalkAction::Step(Step::Cycle(target)),
                Some(target) => WalkAction::Enter(target),
            }
        } else {
            WalkAction::Step(Step::Object(child.into()))
        };
        self.stack.push(action);
    }

    /// Enters an object of another document; returns `false` if it must not be entered.
    fn enter(&mut self, target: ObjectId) -> bool {
        let was_entered = !self.entered_objects.insert(target);
        // After many visits, an object is not entered a second time. An object that contains itself is never entered
        // inside of itself, because that would not end.
        if was_entered && self.visits_left == 0 {
            return false;
        }
        let is_inside_itself = !self.path.insert(target);
        if is_inside_itself {
            return false;
        }
        self.stack.push(WalkAction::Leave(target));
        true
    }

    /// Pushes the contents of an element of Ecore, including its implied generic types.
    fn push_element(&mut self, object: ObjectId) {
        let model = self.model;
        let table = model.metamodel().table(model.class(object));
        for slot in table.containment_slots() {
            let feature = table.all_features()[slot];
            let contents = model.list(object, feature);
            if !contents.is_empty() {
                contents.objects().for_each(|child| self.push(child));
            // EMF implies generic types only if none are in the document.
            } else if let Some(plain) = plain_form(feature) {
                let count = model.list(object, plain).len();
                let implied = (0u32..).take(count).map(|position| Subject::Implied {
                    owner: object,
                    feature,
                    position,
                });
                self.stack.extend(implied.map(|subject| WalkAction::Step(Step::Object(subject))));
            }
        }
    }
}

impl Iterator for Walk<'_> {
    type Item = Step;

    /// Returns the next step, and pushes the contents of its object.
    fn next(&mut self) -> Option<Step> {
        let step = loop {
            match self.stack.pop()? {
                WalkAction::Step(step) => break step,
                WalkAction::Leave(target) => {
                    self.path.remove(&target);
                }
                WalkAction::Enter(target) if self.first_object == Some(target) => break Step::Again(target),
                WalkAction::Enter(target) => {
                    if self.enter(target) {
                        break Step::Object(target.into());
                    }
                }
            }
        };
        if !self.path.is_empty() {
            self.visits_left = self.visits_left.saturating_sub(1);
        }
        if let Step::Object(Subject::Object(object)) = step
            && self.is_for_rules
        {
            // Only EMF's validator stops at the first object as a cycle. When EMF counts objects, it visits the object
            // again.
            self.first_object.get_or_insert(object);
        }
        // An unresolved proxy may have contents as well.
        if let Step::Object(Subject::Object(object)) | Step::Missing(object) = step {
            let first_content = self.stack.len();
            // Plain types imply generic types only in elements of Ecore.
            if self.model.class(object).index() <= builtin::ETYPE_PARAMETER.index() {
                self.push_element(object);
            } else {
                for child in self.model.contents(object) {
                    self.push(child);
                }
            }
            // The order is reversed, because the last object on the stack is visited first.
            self.stack[first_content..].reverse();
        }
        Some(step)
    }
}

/// The numbers of objects and unresolved references in a document, as EMF counts them.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Counts {
    /// The number of objects of each class, including implied generic types and objects contained in other documents.
    pub classes: BTreeMap<ClassId, usize>,
    /// The number of unresolved references. A contained proxy is counted once, however many references it has.
    pub unresolved: usize,
}

impl Counts {
    /// The number of objects.
    #[must_use]
    pub fn objects(&self) -> usize {
        self.classes.values().sum()
    }
}

/// Counts the objects of a document and its unresolved references.
#[must_use]
pub fn count(model: &Model, document: DocumentId) -> Counts {
    if let Some(counts) = count_all(model, document) {
        return counts;
    }
    let mut classes = vec![0; model.metamodel().classes().count()];
    let (mut unresolved, mut counted_proxies) = (0, FxHashSet::default());
    for root in model.document(document).roots() {
        for step in Walk::new(model, *root) {
            let subject = match step {
                Step::Object(subject) => subject,
                Step::Missing(object) | Step::Cycle(object) | Step::Again(object) => object.into(),
            };
            classes[subject.class(model).index()] += 1;
            if let Step::Object(Subject::Object(object)) | Step::Missing(object) = step
                && model.has_proxies()
            {
                for target in unresolved_targets(model, object) {
                    // A reference to another document has a proxy of its own, but several references may share a
                    // contained proxy.
                    if !model.is_placed(target) || counted_proxies.insert(target) {
                        unresolved += 1;
                    }
                }
            }
        }
    }
    Counts { classes: by_class(&classes), unresolved }
}

/// The proxies to which the references of an object refer, as far as EMF does not resolve them.
fn unresolved_targets(model: &Model, object: ObjectId) -> impl Iterator<Item = ObjectId> + '_ {
    let metamodel = model.metamodel();
    // In EMF, a reference to the container is not a cross-reference.
    let references =
        model.cross_references(object).filter(move |(feature, _)| !metamodel.is_container(*feature));
    let unresolved_references = references.filter(move |(feature, target)| {
        let resolves = metamodel[*feature].resolves_proxies();
        model.is_proxy(*target) && !(resolves && model.is_known(*target, metamodel))
    });
    unresolved_references.map(|(_, target)| target)
}

/// Counts all objects of the model, without a walk, which is faster. `None` if the walk would visit anything but each
/// object once.
fn count_all(model: &Model, document: DocumentId) -> Option<Counts> {
    if !model.consists_of(document) {
        return None;
    }
    let mut classes = vec![0; model.metamodel().classes().count()];
    model.objects().for_each(|object| classes[model.class(object).index()] += 1);
    // Elements of Ecore imply generic types, which only the walk visits.
    let has_ecore = classes[..=builtin::ETYPE_PARAMETER.index()].iter().any(|count| *count > 0);
    (!has_ecore).then(|| Counts { classes: by_class(&classes), unresolved: 0 })
}

/// The counts of the classes that have objects, from the counts by the numbers of classes.
fn by_class(counts: &[usize]) -> BTreeMap<ClassId, usize> {
    let classes_with_objects = counts.iter().enumerate().filter(|(_, count)| **count > 0);
    classes_with_objects.map(|(index, count)| (ClassId::new(index), *count)).collect()
}
