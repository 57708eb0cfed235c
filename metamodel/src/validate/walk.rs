//! The way through a document: every object before its contents, as EMF goes, and how many there are.
//!
//! EMF keeps a generic type behind every plain one, which no document states; the walk comes by them where
//! they would be. What is contained from another document belongs to the walk as well.
//! No recursion: documents may be as deep as they like.

use super::ecore::view::{Generic, Item, plain_form};
use crate::ecore::builtin as b;
use crate::ecore::{ClassId, FeatureId, Metamodel};
use crate::model::{DocumentId, Model, ObjectId};
use rustc_hash::FxHashSet;
use std::collections::BTreeMap;
use std::fmt::Write as _;

/// What rules look at.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Subject {
    /// An object.
    Object(ObjectId),
    /// A generic type that a plain type of the owner implies, and where it would be.
    Implied { owner: ObjectId, feature: FeatureId, at: u32 },
}

impl From<ObjectId> for Subject {
    fn from(object: ObjectId) -> Self {
        Subject::Object(object)
    }
}

impl Subject {
    /// The object, or the one that implies the generic type.
    pub(super) fn owner(self) -> ObjectId {
        match self {
            Subject::Object(object) | Subject::Implied { owner: object, .. } => object,
        }
    }

    /// The object, unless it is only implied.
    pub(super) fn object(self) -> Option<ObjectId> {
        match self {
            Subject::Object(object) => Some(object),
            Subject::Implied { .. } => None,
        }
    }

    /// The element of a metamodel; for what is implied, its owner.
    pub(super) fn item(self) -> Item {
        Item::of(self.owner())
    }

    /// The generic type, where this is one.
    pub(super) fn generic(self) -> Generic {
        match self {
            Subject::Object(object) => Generic::Given(Item::of(object)),
            Subject::Implied { owner, feature, at } => {
                Generic::Implied { owner: Item::of(owner), feature, at }
            }
        }
    }

    pub(super) fn class(self, model: &Model) -> ClassId {
        match self {
            Subject::Object(object) => model.class(object),
            Subject::Implied { .. } => b::EGENERIC_TYPE,
        }
    }

    /// Appends what leads from the owner's address to what is implied.
    pub(super) fn write_tail(self, metamodel: &Metamodel, out: &mut String) {
        let Subject::Implied { feature, at, .. } = self else { return };
        let _ = write!(out, "/@{}", metamodel[feature].name());
        if metamodel[feature].many() {
            let _ = write!(out, ".{at}");
        }
    }
}

/// What the walk comes by.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Step {
    /// An object, or what stands for one.
    Object(Subject),
    /// A proxy in a containment, whose object was not found.
    Missing(ObjectId),
    /// The object at which the walk began, inside itself.
    Circle(ObjectId),
    /// What EMF takes for that, since the root stands for something else, when it is met again.
    Again(ObjectId),
}

/// See the module.
pub(super) struct Walk<'m> {
    model: &'m Model,
    root: ObjectId,
    /// The first object that is no proxy: what EMF looks for when it looks for circles.
    first: Option<ObjectId>,
    /// Whether that one is looked for.
    for_rules: bool,
    stack: Vec<Next>,
    /// The objects of other documents that the walk is inside of: they may lead back.
    path: FxHashSet<ObjectId>,
    /// Those that were entered before: what several contain counts for each.
    entered: FxHashSet<ObjectId>,
    /// How many objects inside those are still walked over, before none is entered again.
    again: usize,
}

/// What is next in a walk.
#[derive(Debug, Clone, Copy)]
enum Next {
    Step(Step),
    /// Into an object of another document.
    Enter(ObjectId),
    Leave(ObjectId),
}

/// Documents that contain others several times over have as many paths as a power of their number.
const AGAIN: usize = 1 << 20;

impl<'m> Walk<'m> {
    pub(super) fn new(model: &'m Model, root: ObjectId) -> Self {
        // Of a root that is a proxy there are only its contents to look at.
        let first = if model.is_proxy(root) { Step::Missing(root) } else { Step::Object(root.into()) };
        Self {
            model,
            root,
            first: None,
            for_rules: false,
            stack: vec![Next::Step(first)],
            path: FxHashSet::default(),
            entered: FxHashSet::default(),
            again: AGAIN,
        }
    }

    /// The way of rules, which tell what is met again.
    pub(super) fn for_rules(model: &'m Model, root: ObjectId) -> Self {
        Self { for_rules: true, ..Self::new(model, root) }
    }

    fn push(&mut self, child: ObjectId) {
        self.stack.push(if !self.model.is_proxy(child) {
            Next::Step(Step::Object(child.into()))
        } else {
            match self.model.found(child) {
                None => Next::Step(Step::Missing(child)),
                Some(target) if target == self.root => Next::Step(Step::Circle(target)),
                Some(target) => Next::Enter(target),
            }
        });
    }

    /// Whether the walk goes into an object of another document; it is inside it then.
    fn enter(&mut self, target: ObjectId) -> bool {
        let before = !self.entered.insert(target);
        if before && self.again == 0 || !self.path.insert(target) {
            return false;
        }
        self.stack.push(Next::Leave(target));
        true
    }

    /// Pushes what an element of Ecore contains, with what its plain types imply.
    fn push_element(&mut self, object: ObjectId) {
        let model = self.model;
        let table = model.metamodel().table(model.class(object));
        for slot in table.containment_slots() {
            let feature = table.all_features()[slot];
            let given = model.list(object, feature);
            if !given.is_empty() {
                given.objects().for_each(|child| self.push(child));
            } else if let Some(plain) = plain_form(feature) {
                let count = model.list(object, plain).len();
                let implied = (0u32..).take(count).map(|at| Subject::Implied { owner: object, feature, at });
                self.stack.extend(implied.map(|one| Next::Step(Step::Object(one))));
            }
        }
    }
}

impl Iterator for Walk<'_> {
    type Item = Step;

    fn next(&mut self) -> Option<Step> {
        let step = loop {
            match self.stack.pop()? {
                Next::Step(step) => break step,
                Next::Leave(target) => {
                    self.path.remove(&target);
                }
                Next::Enter(target) if self.first == Some(target) => break Step::Again(target),
                Next::Enter(target) => {
                    if self.enter(target) {
                        break Step::Object(target.into());
                    }
                }
            }
        };
        if !self.path.is_empty() {
            self.again = self.again.saturating_sub(1);
        }
        if let Step::Object(Subject::Object(object)) = step
            && self.for_rules
        {
            self.first.get_or_insert(object);
        }
        // What stands for an object that was not found may hold something, too.
        if let Step::Object(Subject::Object(object)) | Step::Missing(object) = step {
            let from = self.stack.len();
            if self.model.class(object).index() <= b::ETYPE_PARAMETER.index() {
                self.push_element(object);
            } else {
                for child in self.model.contents(object) {
                    self.push(child);
                }
            }
            self.stack[from..].reverse();
        }
        Some(step)
    }
}

/// How many objects a document has, and how many references lead nowhere, as EMF counts them.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Counts {
    /// How many objects of which class: what plain types imply, and what is contained from other documents
    /// included.
    pub classes: BTreeMap<ClassId, usize>,
    /// References to objects that were not found; once for what the document contains.
    pub unresolved: usize,
}

impl Counts {
    /// How many objects there are.
    #[must_use]
    pub fn objects(&self) -> usize {
        self.classes.values().sum()
    }
}

/// Counts the objects of a document and its references that lead nowhere.
#[must_use]
pub fn count(model: &Model, document: DocumentId) -> Counts {
    let mut classes = vec![0; model.metamodel().classes().count()];
    let (mut unresolved, mut contained) = (0, FxHashSet::default());
    for root in model.document(document).roots() {
        for step in Walk::new(model, *root) {
            let subject = match step {
                Step::Object(subject) => subject,
                Step::Missing(object) | Step::Circle(object) | Step::Again(object) => object.into(),
            };
            classes[subject.class(model).index()] += 1;
            if let Step::Object(Subject::Object(object)) | Step::Missing(object) = step {
                // Of its container an object is contents.
                let across =
                    model.cross_references(object).filter(|(f, _)| !model.metamodel().is_container(*f));
                let lost = |(feature, target): &(FeatureId, ObjectId)| {
                    let resolves = model.metamodel()[*feature].resolves_proxies();
                    model.is_proxy(*target) && !(resolves && model.is_known(*target, model.metamodel()))
                };
                for (_, target) in across.filter(lost) {
                    // Each reference elsewhere has a proxy of its own; what stands in the document is one.
                    if !model.is_placed(target) || contained.insert(target) {
                        unresolved += 1;
                    }
                }
            }
        }
    }
    let counted = classes.into_iter().enumerate().filter(|(_, count)| *count > 0);
    let classes = counted.map(|(at, count)| (ClassId::new(at), count)).collect();
    Counts { classes, unresolved }
}
