//! Computes the facts: the difference between a model and the model that its metamodel converts to.
//!
//! Invariant: the two models are compared part by part, each object with its counterpart, so that names and addresses
//! may differ.

use super::extension::EXTENSION;
use super::trees::Trees;
use super::written_fact;
use crate::ecore::facts::{Fact, Facts, ID, Tree};
use crate::ecore::{Element, ElementMap, builtin};
use crate::model::ecore::ModelConversion;
use crate::model::{DocumentId, Model, ObjectId, Value};
use crate::tree::plan::{Plan, Role};
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::BTreeMap;

/// The maximum depth of the comparison; objects that are nested deeper count as different.
const MAX_DEPTH: usize = 100;

/// The difference between a model and a metamodel.
#[derive(Debug, Default)]
pub(super) struct Differences {
    pub(super) facts: Facts,
    /// The facts about annotations.
    pub(super) annotated: BTreeMap<ObjectId, Vec<Fact>>,
    /// Objects that the metamodel expresses in another form, so that the metamodel should not contain them.
    pub(super) unequal: FxHashSet<ObjectId>,
    /// Whether something was nested too deeply to be expressed.
    pub(super) is_too_deep: bool,
}

/// Compares a document with `rebuilt`, the document that its metamodel converts back to. `objects` contains the object
/// of the document for each element of the metamodel. `annotated` contains the facts about annotations, which were
/// found before; a fact is a value of the document that the type language has no syntax for.
pub(super) fn differences(
    model: &Model,
    document: DocumentId,
    objects: &BTreeMap<Element, ObjectId>,
    annotated: &BTreeMap<ObjectId, Vec<Fact>>,
    rebuilt: &ModelConversion,
) -> Differences {
    let elements = objects.iter().map(|(element, object)| (*object, *element)).collect();
    let mut comparison = Comparison {
        original: Trees::new(model, document),
        rebuilt: Trees::new(&rebuilt.model, rebuilt.document),
        objects: &rebuilt.objects,
        annotated,
        elements,
        differences: Differences::default(),
    };
    let mut pairs: Vec<(ObjectId, Element)> =
        comparison.elements.iter().map(|(object, element)| (*object, *element)).collect();
    // The map has no order, but the same document must always be written as the same text.
    pairs.sort_unstable_by_key(|(object, _)| *object);
    for (object, element) in pairs {
        if let Some(counterpart) = rebuilt.objects.get(element) {
            comparison.element(object, *counterpart, element);
        }
    }
    comparison.roots();
    let is_too_deep = comparison.original.is_too_deep;
    Differences { is_too_deep, ..comparison.differences }
}

/// The comparison of a model with the one that is created from its metamodel. The counterpart of an object is the
/// object for the same element in the created model.
struct Comparison<'m> {
    /// The model that the text must express.
    original: Trees<'m>,
    /// The model that is created from the metamodel.
    rebuilt: Trees<'m>,
    objects: &'m ElementMap<ObjectId>,
    /// The known facts about annotations.
    annotated: &'m BTreeMap<ObjectId, Vec<Fact>>,
    elements: FxHashMap<ObjectId, Element>,
    /// The differences that were found so far.
    differences: Differences,
}

impl Comparison<'_> {
    /// Adds the facts of an element: the differences between its object and the counterpart.
    fn element(&mut self, object: ObjectId, counterpart: ObjectId, element: Element) {
        let mut facts = Vec::new();
        let mut add_fact = |feature: &str, value| facts.push(written_fact(feature, value));
        if let Some(id) = self.original.model.xmi_id(object) {
            add_fact(ID, Tree::String(id.to_owned()));
        }
        if let Some(tree) = self.original.extension(object) {
            add_fact(EXTENSION, tree);
        }
        for plan in self.original.features(self.original.model.class(object)) {
            let difference = match plan.role {
                Role::Contained(_) => self.parts(object, counterpart, &plan),
                _ if self.has_same_values(object, counterpart, &plan) => None,
                _ => {
                    let depth = 0;
                    Some(self.original.value(object, &plan, depth))
                }
            };
            if let Some(value) = difference {
                add_fact(self.original.model.metamodel()[plan.feature].name(), value);
            }
        }
        if !facts.is_empty() {
            self.differences.facts.elements.insert(element, facts);
        }
    }

    /// Adds a fact about the roots, unless they are exactly the converted packages.
    fn roots(&mut self) {
        let originals = self.original.model.document(self.original.document).roots();
        let rebuilt = self.rebuilt.model.document(self.rebuilt.document).roots();
        let positions = positions(rebuilt);
        let items: Vec<Tree> = originals.iter().map(|root| self.root_entry(*root, &positions)).collect();
        // If the roots are only packages, in their order, no fact is needed.
        if originals.len() != rebuilt.len() || !is_plain_order(&items) {
            self.differences.facts.document.push(written_fact("roots", Tree::List(items)));
        }
    }

    /// The object in the created model for the same element; `None` if the object is not an element.
    fn counterpart(&self, object: ObjectId) -> Option<ObjectId> {
        let element = self.elements.get(&object)?;
        self.objects.get(*element).copied()
    }

    /// A root in the fact about roots: the position of its counterpart; if there is none, the root itself as a tree.
    fn root_entry(&mut self, root: ObjectId, positions: &FxHashMap<ObjectId, usize>) -> Tree {
        let counterpart = self.counterpart(root);
        match counterpart.and_then(|counterpart| positions.get(&counterpart)) {
            Some(position) => Tree::Number(position.to_string()),
            None => {
                // No feature contains a root, so there is no expected class.
                let (expected_class, depth) = (None, 0);
                self.original.object(root, expected_class, depth)
            }
        }
    }

    /// The difference between the contained objects of a feature, as the value of a fact: each object as the position
    /// of its counterpart, or as a tree. `None` if there is no difference. Adds objects to `unequal`.
    fn parts(&mut self, object: ObjectId, counterpart: ObjectId, plan: &Plan) -> Option<Tree> {
        let originals: Vec<ObjectId> = self.original.model.list(object, plan.feature).objects().collect();
        let rebuilt: Vec<ObjectId> = self.rebuilt.model.list(counterpart, plan.feature).objects().collect();
        let is_set_in_one_only = self.original.model.is_set(object, plan.feature)
            != self.rebuilt.model.is_set(counterpart, plan.feature);
        let has_equal_length = originals.len() == rebuilt.len();
        let positions = positions(&rebuilt);
        let depth = 0;
        // The position in `rebuilt` that is compared next with an object without an element.
        let mut next = 0;
        let mut items = Vec::with_capacity(originals.len());
        for part in &originals {
            let position = match self.counterpart(*part) {
                Some(counterpart) => positions.get(&counterpart).copied(),
                None => {
                    let compared = next;
                    let is_equal = match rebuilt.get(compared) {
                        Some(compared_part) => self.is_equal(*part, *compared_part, depth),
                        None => false,
                    };
                    // If the numbers of parts are equal, each part is compared with the one at its position, even if
                    // the parts before it are unequal.
                    if is_equal || has_equal_length {
                        next += 1;
                    }
                    if !is_equal {
                        self.differences.unequal.insert(*part);
                    }
                    is_equal.then_some(compared)
                }
            };
            items.push(match position {
                Some(position) => Tree::Number(position.to_string()),
                None => self.original.item(plan, Value::Object(*part), depth),
            });
        }
        if !is_set_in_one_only && has_equal_length && is_plain_order(&items) {
            return None;
        }
        if plan.is_many { Some(Tree::List(items)) } else { Some(items.pop().unwrap_or(Tree::Null)) }
    }

    /// Whether two objects without elements are equal, including their contents.
    fn is_equal(&mut self, object: ObjectId, counterpart: ObjectId, depth: usize) -> bool {
        let class = self.original.model.class(object);
        // The declaration of an element is compared separately, so the element cannot be part of a fact.
        let is_element = self.elements.contains_key(&object);
        let has_proxy = self.original.model.is_proxy(object) || self.rebuilt.model.is_proxy(counterpart);
        if depth > MAX_DEPTH || is_element || has_proxy || class != self.rebuilt.model.class(counterpart) {
            return false;
        }
        if class == builtin::EANNOTATION {
            // Two annotations are equal if facts inside the annotation can express their differences.
            return self.is_equal_annotation(object, counterpart, depth);
        }
        if is_inexpressible(self.original.model, object)
            || self.original.extension(object).is_some()
            || self.original.model.xmi_id(object) != self.rebuilt.model.xmi_id(counterpart)
        {
            return false;
        }
        self.original.features(class).iter().all(|plan| match plan.role {
            Role::Contained(_) => self.has_same_parts(object, counterpart, plan, depth),
            _ => self.has_same_values(object, counterpart, plan),
        })
    }

    /// Whether two annotations are equal, apart from differences that facts can express; adds these facts.
    fn is_equal_annotation(&mut self, object: ObjectId, counterpart: ObjectId, depth: usize) -> bool {
        let facts_before = self.annotated.get(&object).map(Vec::as_slice).unwrap_or_default();
        let is_known = |name: &str| facts_before.iter().any(|fact| fact.feature == name);
        let mut facts = Vec::new();
        let mut add_fact = |feature: &str, value| facts.push(written_fact(feature, value));
        if let Some(id) = self.original.model.xmi_id(object).filter(|_| !is_known(ID)) {
            add_fact(ID, Tree::String(id.to_owned()));
        }
        if let Some(tree) = self.original.extension(object).filter(|_| !is_known(EXTENSION)) {
            add_fact(EXTENSION, tree);
        }
        let metamodel = self.original.model.metamodel();
        for plan in self.original.features(builtin::EANNOTATION) {
            let name = metamodel[plan.feature].name();
            let is_same = match name {
                _ if is_known(name) => true,
                "details" | "eAnnotations" => {
                    // The language has syntax for these features, so different contents mean a different annotation.
                    if !self.has_same_parts(object, counterpart, &plan, depth) {
                        return false;
                    }
                    true
                }
                "contents" => self.has_same_parts(object, counterpart, &plan, depth),
                _ => self.has_same_values(object, counterpart, &plan),
            };
            if !is_same {
                let fact_depth = 0;
                add_fact(name, self.original.value(object, &plan, fact_depth));
            }
        }
        if !facts.is_empty() {
            self.differences.annotated.insert(object, facts);
        }
        true
    }

    /// Whether a feature of two objects contains equal objects in the same order.
    fn has_same_parts(&mut self, object: ObjectId, counterpart: ObjectId, plan: &Plan, depth: usize) -> bool {
        let originals: Vec<ObjectId> = self.original.model.list(object, plan.feature).objects().collect();
        let rebuilt: Vec<ObjectId> = self.rebuilt.model.list(counterpart, plan.feature).objects().collect();
        let is_set = self.original.model.is_set(object, plan.feature);
        is_set == self.rebuilt.model.is_set(counterpart, plan.feature)
            && originals.len() == rebuilt.len()
            && originals
                .iter()
                .zip(&rebuilt)
                .all(|(part, counterpart)| self.is_equal(*part, *counterpart, depth + 1))
    }

    /// Whether a feature of two objects that is not a containment has the same values.
    fn has_same_values(&mut self, object: ObjectId, counterpart: ObjectId, plan: &Plan) -> bool {
        let (original, rebuilt) = (self.original.model, self.rebuilt.model);
        let is_set = original.is_set(object, plan.feature);
        if is_set != rebuilt.is_set(counterpart, plan.feature) {
            return false;
        }
        if !is_set {
            return true;
        }
        if !plan.is_many {
            return self
                .is_same_value(original.get(object, plan.feature), rebuilt.get(counterpart, plan.feature));
        }
        let (original, rebuilt) =
            (original.list(object, plan.feature), rebuilt.list(counterpart, plan.feature));
        original.len() == rebuilt.len()
            && original.iter().zip(rebuilt.iter()).all(|(a, b)| self.is_same_value(a, b))
    }

    /// Whether two values are the same. References are the same if their targets are counterparts, or have the same
    /// address.
    fn is_same_value(&mut self, original: Value<'_>, rebuilt: Value<'_>) -> bool {
        let (Value::Object(target), Value::Object(counterpart)) = (original, rebuilt) else {
            return original.is_same(rebuilt);
        };
        if self.original.is_local(target) {
            // Targets in the document are the same if they are counterparts, even if their addresses differ.
            return self.counterpart(target) == Some(counterpart);
        }
        self.rebuilt.model.is_proxy(counterpart)
            && self.original.model.class(target) == self.rebuilt.model.class(counterpart)
            && self.original.address(target) == self.rebuilt.address(counterpart)
    }
}

/// Whether an object is a generic type that the language cannot express. It can express a name with arguments, and a
/// wildcard with one bound.
fn is_inexpressible(model: &Model, object: ObjectId) -> bool {
    if model.class(object) != builtin::EGENERIC_TYPE {
        return false;
    }
    let is_set = |name: &str| model.get_named(object, name) != Value::Null;
    let (has_classifier, has_parameter) = (is_set("eClassifier"), is_set("eTypeParameter"));
    let bound_count = usize::from(is_set("eUpperBound")) + usize::from(is_set("eLowerBound"));
    let has_arguments = !model.list_named(object, "eTypeArguments").is_empty();
    let is_expressible = match (has_classifier, has_parameter) {
        (true, true) => false,
        (true, false) => bound_count == 0,
        (false, true) => bound_count == 0 && !has_arguments,
        (false, false) => bound_count <= 1 && !has_arguments,
    };
    !is_expressible
}

/// The position of each object in a list.
fn positions(objects: &[ObjectId]) -> FxHashMap<ObjectId, usize> {
    objects.iter().enumerate().map(|(index, object)| (*object, index)).collect()
}

/// Whether a list contains exactly the positions from 0 on, in order.
fn is_plain_order(items: &[Tree]) -> bool {
    items.iter().enumerate().all(|(index, item)| matches!(item, Tree::Number(n) if *n == index.to_string()))
}

/// Whether an object is a classifier: a class, a data type or an enumeration.
pub(super) fn is_classifier(model: &Model, object: ObjectId) -> bool {
    [builtin::ECLASS, builtin::EDATA_TYPE, builtin::EENUM].contains(&model.class(object))
}
