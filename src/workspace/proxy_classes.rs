//! Checks the classes of the objects to which references to other documents are resolved.
//!
//! A reader cannot check them: until the other document is read, a proxy has the class that the document states, or the
//! type of the reference. As in EMF, lists of instances accept objects of any class. All other features accept only
//! objects of the required class.

use modelwright_metamodel::diagnostic::{Diagnostic, Diagnostics, Severity, codes};
use modelwright_metamodel::ecore::{ClassId, FeatureId, FeatureKind};
use modelwright_metamodel::model::{Addresses, DocumentId, Model, ObjectId};
use rustc_hash::FxHashMap;

/// Reports the references of a document whose targets have the wrong class. `targets` maps each proxy to its object. A
/// proxy of an element of a metamodel that a reference accepts is added to `targets`, with a new proxy as its target,
/// if the class or the address of the proxy differs from that of the element.
pub(super) fn check(
    model: &mut Model,
    document: DocumentId,
    targets: &mut FxHashMap<ObjectId, ObjectId>,
) -> Diagnostics {
    let mut checker = Checker {
        model,
        targets,
        addresses: Addresses::new(model),
        known_classes: FxHashMap::default(),
        unresolved: Vec::new(),
        diagnostics: Diagnostics::new(),
    };
    for root in model.document(document).roots() {
        checker.check_object(*root);
        for object in model.all_contents(*root) {
            checker.check_object(object);
        }
    }
    let Checker { unresolved, diagnostics, .. } = checker;
    for (proxy, class) in unresolved {
        correct_proxy(model, proxy, class, targets);
    }
    diagnostics
}

/// Checks the classes of the targets of references.
struct Checker<'m> {
    model: &'m Model,
    /// The objects to which proxies are resolved.
    targets: &'m FxHashMap<ObjectId, ObjectId>,
    addresses: Addresses<'m>,
    /// The classes of the targets of all other proxies. Most objects refer to a few types of Ecore, so the address of
    /// each proxy is looked up only once.
    known_classes: FxHashMap<ObjectId, KnownClass>,
    /// The proxies of elements of metamodels that a reference accepts, each once, with the classes of these elements.
    unresolved: Vec<(ObjectId, ClassId)>,
    diagnostics: Diagnostics,
}

/// The class of the target of a proxy.
struct KnownClass {
    /// `None` if the proxy does not refer to an element of a metamodel.
    class: Option<ClassId>,
    /// Whether the proxy is among those that a reference accepts.
    is_accepted: bool,
}

impl Checker<'_> {
    /// Checks the references of an object.
    fn check_object(&mut self, object: ObjectId) {
        // One call that visits all references is faster than a loop, which would fetch each of them.
        proxy_references(self.model, object)
            .for_each(|(feature, proxy)| self.check_reference(object, feature, proxy));
    }

    /// Reports a reference to a proxy whose object has the wrong class, and lists an accepted element of a metamodel.
    fn check_reference(&mut self, object: ObjectId, feature: FeatureId, proxy: ObjectId) {
        let model = self.model;
        let class = if let Some(target) = self.targets.get(&proxy) {
            model.class(*target)
        } else {
            let known = self
                .known_classes
                .entry(proxy)
                .or_insert_with(|| KnownClass { class: model.known_class(proxy), is_accepted: false });
            let Some(class) = known.class else { return };
            // A proxy of an element of the wrong class is only reported, and keeps the class that the document states.
            if !known.is_accepted && accepts(model, feature, class) {
                known.is_accepted = true;
                self.unresolved.push((proxy, class));
            }
            class
        };
        if !accepts(model, feature, class) {
            self.diagnostics.push_with(Severity::Error, || {
                wrong_class_problem(&mut self.addresses, object, feature, proxy, class)
            });
        }
    }
}

/// Adds a proxy of an element of a metamodel to `targets`, with a new proxy as its target, if the class or the address
/// of the proxy differs from that of the element.
fn correct_proxy(
    model: &mut Model,
    proxy: ObjectId,
    class: ClassId,
    targets: &mut FxHashMap<ObjectId, ObjectId>,
) {
    let uri = model.proxy_uri(proxy).unwrap_or_default();
    // `NAME.0` is the first element with a name, whose usual address is the name alone. In a step through a feature,
    // such as `@eClassifiers.0`, the position is required.
    let is_through_feature = uri.rsplit('/').next().is_some_and(|step| step.starts_with('@'));
    let usual_uri = if is_through_feature { uri } else { uri.strip_suffix(".0").unwrap_or(uri) };
    if class != model.class(proxy) || usual_uri != uri {
        let usual_uri = usual_uri.to_owned();
        let replacement = model.create_proxy(class, &usual_uri);
        if model.is_implied(proxy) {
            model.set_implied(replacement);
        }
        targets.insert(proxy, replacement);
    }
}

/// The proxies that an object contains or refers to, each with the reference.
fn proxy_references(model: &Model, object: ObjectId) -> impl Iterator<Item = (FeatureId, ObjectId)> + '_ {
    let contained = model.contents(object).filter(|child| model.is_proxy(*child));
    let contained = contained.filter_map(|child| Some((model.containing_feature(child)?, child)));
    let references = model.cross_references(object).filter(|(_, target)| model.is_proxy(*target));
    let proxies = references.chain(contained);
    // All other references are left out, because EMF does not resolve them.
    proxies.filter(|(feature, _)| {
        matches!(model.metamodel()[*feature].kind, FeatureKind::Reference { resolve_proxies: true, .. })
    })
}

/// Whether a feature accepts objects of a class.
fn accepts(model: &Model, feature: FeatureId, class: ClassId) -> bool {
    let metamodel = model.metamodel();
    let data = &metamodel[feature];
    // As in EMF, lists of instances accept objects of any class.
    let is_list_of_instances = data.many() && !metamodel.is_ecore_package(metamodel[data.owner].package);
    is_list_of_instances || metamodel.conforms(class, metamodel.target(feature))
}

/// The problem of a reference to a proxy whose object has the wrong class.
fn wrong_class_problem(
    addresses: &mut Addresses<'_>,
    object: ObjectId,
    feature: FeatureId,
    proxy: ObjectId,
    class: ClassId,
) -> Diagnostic {
    let model = addresses.model();
    let metamodel = model.metamodel();
    let (class_name, expected_class) = (&metamodel[class].name, &metamodel[metamodel.target(feature)].name);
    let message = format!(
        "{} refers to `{}`, which is an object of class {class_name}, not of {expected_class}",
        metamodel.feature_label(feature),
        model.proxy_uri(proxy).unwrap_or_default()
    );
    let problem = Diagnostic::error(codes::UNRESOLVED_REFERENCE, message).object(addresses.fragment(object));
    model.located(problem, object)
}
