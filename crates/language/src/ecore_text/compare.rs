//! Computes the facts: the difference between a model and the model that its metamodel converts to.
//!
//! Invariant: the two models are compared part by part, each object with its counterpart, so that names and addresses
//! may differ.

use super::extension::EXTENSION;
use super::trees::Trees;
use crate::ecore::facts::{Fact, Facts, ID, Tree};
use crate::ecore::{Element, builtin};
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
    pub(super) too_deep: bool,
}

/// Compares a document with the one converted from its metamodel, whose elements correspond to the given objects.
pub(super) fn differences(
    model: &Model,
    document: DocumentId,
    objects: &BTreeMap<Element, ObjectId>,
    annotated: &BTreeMap<ObjectId, Vec<Fact>>,
    made: &ModelConversion,
) -> Differences {
    let elements = objects.iter().map(|(element, object)| (*object, *element)).collect();
    let mut comparison = Comparison {
        given: Trees::new(model, document),
        made: Trees::new(&made.model, made.document),
        objects: &made.objects,
        annotated,
        elements,
        found: Differences::default(),
    };
    let mut pairs: Vec<(ObjectId, Element)> =
        comparison.elements.iter().map(|(object, element)| (*object, *element)).collect();
    // The map has no order, but the same document must always be written as the same text.
    pairs.sort_unstable_by_key(|(object, _)| *object);
    for (object, element) in pairs {
        if let Some(twin) = made.objects.get(&element) {
            comparison.element(object, *twin, element);
        }
    }
    comparison.roots();
    let too_deep = comparison.given.too_deep;
    Differences { too_deep, ..comparison.found }
}

/// The comparison of the given model with the one that was made from the metamodel. The `twin` of an object is its
/// counterpart in the latter model.
struct Comparison<'m> {
    given: Trees<'m>,
    made: Trees<'m>,
    objects: &'m BTreeMap<Element, ObjectId>,
    /// The known facts about annotations.
    annotated: &'m BTreeMap<ObjectId, Vec<Fact>>,
    elements: FxHashMap<ObjectId, Element>,
    found: Differences,
}

impl Comparison<'_> {
    /// Adds the facts of an element: the differences between its object and the counterpart.
    fn element(&mut self, object: ObjectId, twin: ObjectId, element: Element) {
        let mut facts = Vec::new();
        let mut state = |feature: &str, value| {
            facts.push(Fact { feature: feature.to_owned(), value, source: 0, place: 0..0 });
        };
        if let Some(id) = self.given.model.xmi_id(object) {
            state(ID, Tree::String(id.to_owned()));
        }
        if let Some(tree) = self.given.extension(object) {
            state(EXTENSION, tree);
        }
        for plan in self.given.features(self.given.model.class(object)) {
            let difference = match plan.role {
                Role::Contained(_) => self.parts(object, twin, &plan),
                _ if self.same_values(object, twin, &plan) => None,
                _ => Some(self.given.value(object, &plan, 0)),
            };
            if let Some(value) = difference {
                state(self.given.model.metamodel()[plan.feature].name(), value);
            }
        }
        if !facts.is_empty() {
            self.found.facts.elements.insert(element, facts);
        }
    }

    /// Adds a fact about the roots, unless they are exactly the converted packages.
    fn roots(&mut self) {
        let given = self.given.model.document(self.given.document).roots();
        let made = self.made.model.document(self.made.document).roots();
        let positions = positions(made);
        let items: Vec<Tree> = given.iter().map(|root| self.counterpart(*root, &positions)).collect();
        // If the roots are only packages, in their order, no fact is needed.
        if given.len() != made.len() || !is_plain_order(&items) {
            self.found.facts.document.push(Fact {
                feature: "roots".to_owned(),
                value: Tree::List(items),
                source: 0,
                place: 0..0,
            });
        }
    }

    /// The position of an object's counterpart; if there is none, the object itself as a tree.
    fn counterpart(&mut self, object: ObjectId, positions: &FxHashMap<ObjectId, usize>) -> Tree {
        let twin = self.elements.get(&object).and_then(|element| self.objects.get(element));
        match twin.and_then(|twin| positions.get(twin)) {
            Some(at) => Tree::Number(at.to_string()),
            None => self.given.object(object, None, 0),
        }
    }

    /// The difference between the contained objects of a feature, if there is one.
    fn parts(&mut self, object: ObjectId, twin: ObjectId, plan: &Plan) -> Option<Tree> {
        let given: Vec<ObjectId> = self.given.model.list(object, plan.feature).objects().collect();
        let made: Vec<ObjectId> = self.made.model.list(twin, plan.feature).objects().collect();
        let unset =
            self.given.model.is_set(object, plan.feature) != self.made.model.is_set(twin, plan.feature);
        let positions = positions(&made);
        let mut next = 0;
        let mut items = Vec::with_capacity(given.len());
        for part in &given {
            let twin = self.elements.get(part).and_then(|element| self.objects.get(element));
            let at = match twin {
                Some(twin) => positions.get(twin).copied(),
                None => {
                    let same = made.get(next).copied().filter(|twin| self.is_equal(*part, *twin, 0));
                    let at = next;
                    // If some of them are unequal, the equal ones still keep their order.
                    next += usize::from(same.is_some() || given.len() == made.len());
                    if same.is_none() {
                        self.found.unequal.insert(*part);
                    }
                    same.map(|_| at)
                }
            };
            items.push(match at {
                Some(at) => Tree::Number(at.to_string()),
                None => self.given.item(plan, Value::Object(*part), 0),
            });
        }
        if !unset && given.len() == made.len() && is_plain_order(&items) {
            return None;
        }
        if plan.many { Some(Tree::List(items)) } else { Some(items.pop().unwrap_or(Tree::Null)) }
    }

    /// Whether two objects without elements are equal, including their contents.
    fn is_equal(&mut self, object: ObjectId, twin: ObjectId, depth: usize) -> bool {
        let class = self.given.model.class(object);
        if depth > MAX_DEPTH
            // The declaration of an element is compared separately, so the element cannot be part of a fact.
            || self.elements.contains_key(&object)
            || self.given.model.is_proxy(object)
            || self.made.model.is_proxy(twin)
            || class != self.made.model.class(twin)
        {
            return false;
        }
        if class == builtin::EANNOTATION {
            // Differences for which the text can contain facts of the annotation do not make two annotations unequal.
            return self.annotation(object, twin, depth);
        }
        if is_inexpressible(self.given.model, object)
            || self.given.extension(object).is_some()
            || self.given.model.xmi_id(object) != self.made.model.xmi_id(twin)
        {
            return false;
        }
        self.given.features(class).iter().all(|plan| match plan.role {
            Role::Contained(_) => self.same_parts(object, twin, plan, depth),
            _ => self.same_values(object, twin, plan),
        })
    }

    /// Whether two annotations are equal, apart from what facts can express.
    fn annotation(&mut self, object: ObjectId, twin: ObjectId, depth: usize) -> bool {
        let known = self.annotated.get(&object).map(Vec::as_slice).unwrap_or_default();
        let is_known = |name: &str| known.iter().any(|fact| fact.feature == name);
        let mut facts = Vec::new();
        let mut state = |feature: &str, value| {
            facts.push(Fact { feature: feature.to_owned(), value, source: 0, place: 0..0 });
        };
        if let Some(id) = self.given.model.xmi_id(object).filter(|_| !is_known(ID)) {
            state(ID, Tree::String(id.to_owned()));
        }
        if let Some(tree) = self.given.extension(object).filter(|_| !is_known(EXTENSION)) {
            state(EXTENSION, tree);
        }
        let metamodel = self.given.model.metamodel();
        for plan in self.given.features(builtin::EANNOTATION) {
            let name = metamodel[plan.feature].name();
            let same = match name {
                _ if is_known(name) => true,
                "details" | "eAnnotations" => {
                    // The language has syntax for these features, so different contents mean a different annotation.
                    if !self.same_parts(object, twin, &plan, depth) {
                        return false;
                    }
                    true
                }
                "contents" => self.same_parts(object, twin, &plan, depth),
                _ => self.same_values(object, twin, &plan),
            };
            if !same {
                state(name, self.given.value(object, &plan, 0));
            }
        }
        if !facts.is_empty() {
            self.found.annotated.insert(object, facts);
        }
        true
    }

    /// Whether a feature of two objects contains equal objects in the same order.
    fn same_parts(&mut self, object: ObjectId, twin: ObjectId, plan: &Plan, depth: usize) -> bool {
        let given: Vec<ObjectId> = self.given.model.list(object, plan.feature).objects().collect();
        let made: Vec<ObjectId> = self.made.model.list(twin, plan.feature).objects().collect();
        let set = self.given.model.is_set(object, plan.feature);
        set == self.made.model.is_set(twin, plan.feature)
            && given.len() == made.len()
            && given.iter().zip(&made).all(|(part, twin)| self.is_equal(*part, *twin, depth + 1))
    }

    /// Whether a feature of two objects has the same values, which it does not contain.
    fn same_values(&mut self, object: ObjectId, twin: ObjectId, plan: &Plan) -> bool {
        let (given, made) = (self.given.model, self.made.model);
        let set = given.is_set(object, plan.feature);
        if set != made.is_set(twin, plan.feature) {
            return false;
        }
        if !set {
            return true;
        }
        if !plan.many {
            return self.same_value(given.get(object, plan.feature), made.get(twin, plan.feature));
        }
        let (given, made) = (given.list(object, plan.feature), made.list(twin, plan.feature));
        given.len() == made.len() && given.iter().zip(made.iter()).all(|(a, b)| self.same_value(a, b))
    }

    /// Whether two values are the same. References are the same if their targets are counterparts, or have the same
    /// address.
    fn same_value(&mut self, given: Value<'_>, made: Value<'_>) -> bool {
        let (Value::Object(target), Value::Object(twin)) = (given, made) else { return given.is_same(made) };
        if self.given.is_local(target) {
            let element = self.elements.get(&target);
            // Targets in the document are the same if they are counterparts, even if their addresses differ.
            return element.and_then(|element| self.objects.get(element)) == Some(&twin);
        }
        self.made.model.is_proxy(twin)
            && self.given.model.class(target) == self.made.model.class(twin)
            && self.given.address(target) == self.made.address(twin)
    }
}

/// Whether an object is a generic type that the language cannot express. It can express a name with arguments, and a
/// wildcard with one bound.
fn is_inexpressible(model: &Model, object: ObjectId) -> bool {
    if model.class(object) != builtin::EGENERIC_TYPE {
        return false;
    }
    let has = |name: &str| model.get_named(object, name) != Value::Null;
    let (named, parameter) = (has("eClassifier"), has("eTypeParameter"));
    let bounds = usize::from(has("eUpperBound")) + usize::from(has("eLowerBound"));
    let arguments = !model.list_named(object, "eTypeArguments").is_empty();
    (named && parameter) || ((named || parameter) && bounds > 0) || bounds > 1 || (arguments && !named)
}

fn positions(objects: &[ObjectId]) -> FxHashMap<ObjectId, usize> {
    objects.iter().enumerate().map(|(at, object)| (*object, at)).collect()
}

/// Whether a list contains exactly the positions from 0 on, in order.
fn is_plain_order(items: &[Tree]) -> bool {
    items.iter().enumerate().all(|(at, item)| matches!(item, Tree::Number(n) if *n == at.to_string()))
}

/// Whether an object is a classifier: a class, a data type or an enumeration.
pub(super) fn is_classifier(model: &Model, object: ObjectId) -> bool {
    [builtin::ECLASS, builtin::EDATA_TYPE, builtin::EENUM].contains(&model.class(object))
}
