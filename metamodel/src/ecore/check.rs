//! Checks the structure of a metamodel, regardless of how it was built.
//!
//! Each problem names the affected elements; callers that know the positions of elements in a text add them. Rules
//! about names and URIs that Ecore itself does not enforce are not checked here.

use super::elements::{
    Class, ClassId, Classifier, DataTypeId, Element, FeatureId, FeatureKind, PackageId, TypedElement,
};
use super::facts::Facts;
use super::{DataKind, Literal, Metamodel};
use crate::diagnostic::{Code, codes, name_help, nearest};
use rustc_hash::{FxBuildHasher, FxHashMap};

/// A violation of the structural rules of metamodels.
#[derive(Debug, Clone, PartialEq)]
pub struct Problem {
    /// The diagnostic code.
    pub code: Code,
    /// The invalid element.
    pub element: Element,
    /// Other elements involved, e.g. the earlier declaration of the same name.
    pub related: Vec<Element>,
    /// What was expected and what was found.
    pub message: String,
    /// Advice on how to fix it.
    pub help: Option<String>,
}

impl Facts {
    /// Whether a problem cannot be confirmed, because the type involved is declared in another document and
    /// its values are not known here.
    pub fn leave_open(&self, problem: &Problem, metamodel: &Metamodel) -> bool {
        let Element::Feature(feature) = problem.element else { return false };
        let ty = metamodel[feature].typed.classifier();
        problem.code == codes::BAD_DEFAULT && ty.is_some_and(|ty| self.external.contains_key(&ty))
    }
}

impl Problem {
    /// Creates a problem of an element.
    #[must_use]
    pub fn new(code: Code, element: Element, message: impl Into<String>) -> Self {
        Self { code, element, related: Vec::new(), message: message.into(), help: None }
    }

    /// Adds other elements that are involved.
    #[must_use]
    pub fn related(mut self, elements: impl IntoIterator<Item = Element>) -> Self {
        self.related.extend(elements);
        self
    }

    /// Sets the help.
    #[must_use]
    pub fn help(mut self, help: impl Into<String>) -> Self {
        self.help = Some(help.into());
        self
    }
}

/// Reports all structural problems of a metamodel, except in Ecore itself.
pub(super) fn structure(metamodel: &Metamodel, problems: &mut Vec<Problem>) {
    // The first package of every metamodel is Ecore.
    for (id, _) in metamodel.packages().skip(1) {
        check_classifier_names(metamodel, id, problems);
    }
    for (id, class) in metamodel.classes().filter(|(_, class)| !metamodel.is_ecore_package(class.package)) {
        check_supertypes(metamodel, id, class, problems);
        check_feature_names(metamodel, id, class, problems);
        for feature in &class.features {
            check_bounds(metamodel, *feature, problems);
            check_feature_type(metamodel, *feature, problems);
            check_opposite(metamodel, *feature, problems);
        }
    }
}

/// Reports classifiers of a package with the same name.
fn check_classifier_names(metamodel: &Metamodel, package: PackageId, problems: &mut Vec<Problem>) {
    let classifiers = &metamodel[package].classifiers;
    // The names are unique in nearly all packages.
    if metamodel.classifiers_by_name[package.index()].len() == classifiers.len() {
        return;
    }
    let mut classifiers_by_name: FxHashMap<&str, Classifier> = FxHashMap::default();
    for classifier in classifiers {
        let name = metamodel.name(*classifier);
        if let Some(first) = classifiers_by_name.insert(name, *classifier) {
            problems.push(
                Problem::new(
                    codes::DUPLICATE_TYPE,
                    (*classifier).into(),
                    format!("package `{}` has two types named `{name}`", metamodel[package].name),
                )
                .related([first.into()])
                .help("rename or remove one of them"),
            );
        }
    }
}

/// Reports supertypes of a class that are not classes.
fn check_supertypes(metamodel: &Metamodel, id: ClassId, class: &Class, problems: &mut Vec<Problem>) {
    for parent in &class.supertypes {
        if let Some(Classifier::DataType(data_type)) = parent.classifier {
            problems.push(Problem::new(
                codes::WRONG_TYPE_KIND,
                Element::Class(id),
                format!(
                    "`{}` can only inherit a class, but `{}` is a data type",
                    class.name, metamodel[data_type].name
                ),
            ));
        }
    }
}

/// Reports features of a class, declared or inherited, with the same name.
fn check_feature_names(metamodel: &Metamodel, id: ClassId, class: &Class, problems: &mut Vec<Problem>) {
    let table = metamodel.table(id);
    // The names are unique in nearly all classes.
    if !table.has_duplicate_names() {
        return;
    }
    let features = table.all_features();
    let mut features_by_name: FxHashMap<&str, FeatureId> =
        FxHashMap::with_capacity_and_hasher(features.len(), FxBuildHasher);
    for feature in features {
        // Inherited features are included, because two superclasses may each have a feature of the same name.
        let Some(first) = features_by_name.insert(metamodel[*feature].name(), *feature) else { continue };
        // If one supertype has both features, the problem is reported for that supertype.
        let is_declared_here = metamodel[*feature].owner == id || metamodel[first].owner == id;
        let has_both = |class: ClassId| {
            metamodel.table(class).slot(*feature).is_some() && metamodel.table(class).slot(first).is_some()
        };
        if is_declared_here || !metamodel.supertypes(id).any(has_both) {
            problems.push(
                Problem::new(
                    codes::DUPLICATE_FEATURE,
                    Element::Feature(*feature),
                    format!(
                        "`{}` has two features named `{}`: {} and {}",
                        class.name,
                        metamodel[*feature].name(),
                        metamodel.feature_label(first),
                        metamodel.feature_label(*feature)
                    ),
                )
                .related([Element::Feature(first)])
                .help("rename one of them: the name of a feature must be unique along the inheritance chain"),
            );
        }
    }
}

/// Reports invalid bounds of a feature.
fn check_bounds(metamodel: &Metamodel, id: FeatureId, problems: &mut Vec<Problem>) {
    let typed = &metamodel[id].typed;
    let problem = if typed.lower < 0 {
        Some(format!("the lower bound must be 0 or greater, not {}", typed.lower))
    } else if typed.upper == 0 || typed.upper < TypedElement::UNSPECIFIED {
        Some(format!("the upper bound must be greater than 0 or unbounded, not {}", typed.upper))
    } else if typed.upper > 0 && typed.lower > typed.upper {
        Some(format!(
            "the lower bound {} must not be greater than the upper bound {}",
            typed.lower, typed.upper
        ))
    } else {
        None
    };
    if let Some(message) = problem {
        let message = format!("{}: {message}", metamodel.feature_label(id));
        problems.push(Problem::new(codes::BAD_BOUNDS, Element::Feature(id), message));
    }
}

/// Reports a feature without a type, with a type of the wrong kind, or with a default value that its type does not
/// have.
fn check_feature_type(metamodel: &Metamodel, id: FeatureId, problems: &mut Vec<Problem>) {
    let feature = &metamodel[id];
    let label = || metamodel.feature_label(id);
    let Some(ty) = &feature.typed.ty else {
        let message = format!("{} must have a type", label());
        problems.push(Problem::new(codes::MISSING_TYPE, Element::Feature(id), message));
        return;
    };
    match (ty.classifier, &feature.kind) {
        (Some(Classifier::Class(class)), FeatureKind::Attribute { .. }) => problems.push(
            Problem::new(
                codes::WRONG_TYPE_KIND,
                Element::Feature(id),
                format!(
                    "{} is an attribute, so its type must be a data type, but `{}` is a class",
                    label(),
                    metamodel[class].name
                ),
            )
            .help(format!(
                "write `has {0}` instead of `attr {0}`, with `containment => false` if the objects are contained \
                 elsewhere",
                feature.name()
            )),
        ),
        (Some(Classifier::DataType(data_type)), FeatureKind::Reference { .. }) => problems.push(
            Problem::new(
                codes::WRONG_TYPE_KIND,
                Element::Feature(id),
                format!(
                    "{} is a reference, so its type must be a class, but `{}` is a data type",
                    label(),
                    metamodel[data_type].name
                ),
            )
            .help(format!("write `attr {0}` instead of `has {0}`", feature.name())),
        ),
        (Some(Classifier::DataType(data_type)), FeatureKind::Attribute { .. }) => {
            check_default_value(metamodel, id, data_type, problems);
        }
        _ => {}
    }
}

/// Reports an attribute with a default value that its type does not have.
fn check_default_value(
    metamodel: &Metamodel,
    id: FeatureId,
    data_type: DataTypeId,
    problems: &mut Vec<Problem>,
) {
    let (feature, ty) = (&metamodel[id], &metamodel[data_type]);
    let Some(text) = &feature.default_literal else { return };
    // A type without a known Java class has no values (Decision 6), and one that is not serializable no texts of them, so
    // no default is invalid.
    let has_texts = ty.kind != DataKind::Unknown && ty.serializable;
    let is_invalid = feature.default == Literal::Null && has_texts;
    if !is_invalid || feature.many() {
        return;
    }
    let message = format!(
        "the default value of {} must be {} (`{}`), found `{text}`",
        metamodel.feature_label(id),
        ty.kind.expectation(),
        ty.name
    );
    let problem = Problem::new(codes::BAD_DEFAULT, Element::Feature(id), message);
    let literals = || ty.enum_literals().iter().map(|literal| literal.spelling());
    let help = name_help(nearest(text, literals()), "literals", literals());
    problems.push(Problem { help, ..problem });
}

/// Reports a reference that does not match its opposite.
fn check_opposite(metamodel: &Metamodel, id: FeatureId, problems: &mut Vec<Problem>) {
    let Some(other) = metamodel[id].opposite() else { return };
    let label = || metamodel.feature_label(id);
    let mut report = |message: String| {
        problems.push(
            Problem::new(codes::BAD_OPPOSITE, Element::Feature(id), message)
                .related([Element::Feature(other)])
                .help(
                    "declare each reference as the opposite of the other, and the other's class as its type",
                ),
        );
    };
    if metamodel[other].opposite() != Some(id) {
        report(format!(
            "{} has {1} as its opposite, but {1} has a different opposite or none",
            label(),
            metamodel.feature_label(other)
        ));
    } else if metamodel[id].is_containment() && metamodel[other].is_containment() {
        let other = metamodel.feature_label(other);
        report(format!("{} and {other} must not both be containments", label()));
    } else if metamodel.is_container(id) && metamodel[id].many() {
        report(format!("{} refers to the container, so its upper bound must be 1", label()));
    }
}
