//! Decides which differences between our verdict and a schema's are deliberate.
//!
//! If only our validator rejects a document, the generator must have reported that loss for the same feature
//! or class. If only the schema rejects it, the spelling must be one of those that docs/schemas.md lists.

use modelwright_metamodel::diagnostic::{Code, Diagnostic, Diagnostics, Severity, codes};
use modelwright_metamodel::ecore::{ClassId, Classifier, DataKind, Element, Feature, FeatureId, Metamodel};
use modelwright_notations::tree::Dialect;
use std::collections::HashSet;

/// A problem that modelwright reports, and the class of its object, if that is known.
pub(super) struct ReportedProblem {
    pub(super) problem: Diagnostic,
    pub(super) class: Option<ClassId>,
    /// Whether it concerns another document that this one refers to.
    pub(super) is_elsewhere: bool,
}

/// The error of a schema for a document that modelwright accepts.
pub(super) enum Rejection {
    /// A null.
    Null,
    /// A list with a duplicate value.
    Twice,
    /// A missing key.
    Missing(String),
    /// An element where it is not expected.
    Element(String),
    /// An attribute that is not allowed.
    Attribute(String),
    /// Text between elements.
    Text,
    /// Child elements of a type without content: attributes written as elements.
    Elements,
    /// An element, by its name, whose `xsi:type` does not match.
    Class(String),
    /// A class beside the address of an object, which readers of the `emf` dialect use for proxies only.
    ReferenceClass(String),
    /// A key that modelwright never writes.
    Unwritten(String),
    /// A string in the value of a feature, and the reason.
    Spelled(String, String),
    /// Anything else.
    Other(String),
}

/// A reported loss of the generator: the element that it concerns, and the rule that is not checked.
pub(super) struct DeclaredLosses<'m> {
    metamodel: &'m Metamodel,
    dialect: Dialect,
    losses: Vec<(Element, String)>,
    /// The losses that apply to every `$ref` or `href`.
    of_places: Vec<String>,
}

/// The texts of the losses that explain a problem with this code that the schema does not find.
const LOSSES: [(Code, &[&str]); 13] = [
    (codes::SAME_KEY, &["contains objects with different keys"]),
    (codes::SAME_MAP_KEY, &["contains each key once"]),
    // An address may refer to an object of any class, including those of the metamodel itself.
    (codes::UNCHECKABLE, &["contains objects of", REFERS]),
    (codes::WRONG_VALUE_TYPE, &["refers to an object"]),
    (codes::UNRESOLVED_REFERENCE, &["refers to an object"]),
    (codes::UNPAIRED, &["refers to an object", "is in a position"]),
    // An address that cannot be resolved yields no value. Neither does an invalid value.
    (codes::REQUIRED, &["has at least", "has a value", "refers to an object", "is a valid"]),
    (codes::TOO_FEW, &["has at least", "has a value", "refers to an object"]),
    (codes::TOO_MANY, &["refers to at most"]),
    (codes::DUPLICATE_ID, &["is unique"]),
    (codes::BAD_VALUE, &["refers to an object", "is a valid", "contains objects of"]),
    (codes::UNRESOLVED_PROXY, &["refers to an object"]),
    (codes::DANGLING, &["refers to an object"]),
];

/// The text of the loss about all references.
const REFERS: &str = "refers to an object";

impl<'m> DeclaredLosses<'m> {
    pub(super) fn new(metamodel: &'m Metamodel, dialect: Dialect, losses: &Diagnostics) -> Self {
        let losses = losses.iter().filter_map(|loss| {
            let (element, what) = loss.message.split_once("does not check that ")?.1.split_once(' ')?;
            Some((element, what.to_owned()))
        });
        let (of_places, losses): (Vec<_>, Vec<_>) =
            losses.partition(|(element, _)| ["`$ref`", "`href`"].contains(element));
        let of_places = of_places.into_iter().map(|(_, what)| what).collect();
        let losses = losses.into_iter().flat_map(|(element, what)| {
            let elements = named(metamodel, element.trim_matches('`'));
            elements.into_iter().map(move |element| (element, what.clone()))
        });
        let losses = losses.collect();
        Self { metamodel, dialect, losses, of_places }
    }

    fn says(&self, element: Element, kinds: &[&str]) -> bool {
        let mut losses = self.losses.iter().filter(|(about, _)| *about == element);
        losses.any(|(_, what)| kinds.iter().any(|kind| what.starts_with(kind)))
    }

    /// Whether the generator reported that its schema does not detect this problem.
    fn covers(&self, found: &ReportedProblem) -> bool {
        let code = found.problem.code;
        // No schema opens another document.
        if found.is_elsewhere {
            return !self.of_places.is_empty()
                || self.losses.iter().any(|(_, what)| what.starts_with(REFERS));
        }
        if code == codes::UNKNOWN_CLASS
            && self.of_places.iter().any(|what| what.ends_with("of a known class"))
        {
            return true;
        }
        if code == codes::UNCHECKABLE {
            let class = found.class.map(Element::Class);
            if class.is_some_and(|class| self.says(class, &["inherits only features that can be checked"])) {
                return true;
            }
        }
        if code == codes::NO_EVALUATOR {
            let class = found.class.into_iter();
            let parents = class.clone().flat_map(|class| self.metamodel.table(class).supertypes().to_vec());
            return class
                .chain(parents)
                .any(|class| self.says(Element::Class(class), &["satisfies its constraints"]));
        }
        if code == codes::UNKNOWN_FEATURE && self.is_unchecked(&found.problem.message) {
            return true;
        }
        let Some((_, kinds)) = LOSSES.iter().find(|(known, _)| *known == code) else { return false };
        let elsewhere =
            [codes::UNRESOLVED_PROXY, codes::DANGLING, codes::UNRESOLVED_REFERENCE].contains(&code);
        let led = self.of_places.iter().any(|what| what.starts_with(REFERS));
        let is_part = |id: FeatureId| self.metamodel[id].is_containment() || self.metamodel.is_container(id);
        self.concerned(found).into_iter().any(|feature| {
            self.says(Element::Feature(feature), kinds) || (elsewhere && is_part(feature) && led)
        })
    }

    /// Whether objects of the class that an error names may occur where the schema accepts any object.
    fn is_unchecked(&self, message: &str) -> bool {
        let name = message.split('`').nth(1).unwrap_or_default();
        let classes = named(self.metamodel, name).into_iter().filter_map(|element| match element {
            Element::Class(class) => Some(class),
            _ => None,
        });
        let holds = |class: ClassId| {
            self.losses.iter().any(|(element, what)| {
                let Element::Feature(feature) = *element else { return false };
                what.starts_with("contains objects of")
                    && self.metamodel[feature].is_containment()
                    && self.metamodel.conforms(class, self.metamodel.target(feature))
            })
        };
        classes.into_iter().any(holds)
    }

    /// The features that an error is about: those that it names, with their class or as features of its object.
    fn concerned(&self, found: &ReportedProblem) -> HashSet<FeatureId> {
        let metamodel = self.metamodel;
        let mut features = HashSet::new();
        let message = &found.problem.message;
        let is_part = |c: char| c.is_alphanumeric() || matches!(c, '_' | '.' | '-' | '$');
        for word in message.split(|c| !is_part(c)).filter(|word| word.contains('.')) {
            let elements = named(metamodel, word.trim_matches('.'));
            features.extend(elements.into_iter().filter_map(|element| match element {
                Element::Feature(id) => Some(id),
                _ => None,
            }));
        }
        if let Some(class) = found.class {
            let quoted = message.split('`').skip(1).step_by(2);
            features.extend(quoted.filter_map(|name| metamodel.feature(class, name)));
            if found.problem.code == codes::DUPLICATE_ID {
                features.extend(metamodel.table(class).id_attribute());
            }
        }
        features
    }

    /// Whether a schema rejects a spelling that modelwright reads but never writes.
    fn is_narrower(&self, rejection: &Rejection, found: &[ReportedProblem]) -> bool {
        let features = || self.metamodel.features();
        // If EMF loads a document without an error, modelwright only reports warnings.
        let warned = |code| found.iter().any(|found| found.problem.code == code);
        match rejection {
            Rejection::Null | Rejection::Text | Rejection::Elements => true,
            Rejection::Twice => warned(codes::DUPLICATE_VALUE),
            // Roots and values have their own class, even if they name another type.
            Rejection::Class(name) => {
                warned(codes::WRONG_CLASS)
                    || features().any(|(_, f)| f.name() == name && !f.is_reference())
                    || self.metamodel.classes().any(|(_, class)| class.name == *name)
            }
            Rejection::ReferenceClass(name) => {
                self.dialect == Dialect::Emf
                    && self.metamodel.classes().any(|(id, _)| super::qualified(self.metamodel, id) == *name)
            }
            // Readers accept one end of a pair.
            Rejection::Missing(key) => {
                let mut required =
                    features().filter(|(_, f)| f.name() == key && f.typed.required()).peekable();
                required.peek().is_some() && required.all(|(_, feature)| feature.opposite().is_some())
            }
            // An element in another order, instead of an attribute, or never written; or an attribute instead
            // of an element.
            Rejection::Element(name) | Rejection::Attribute(name) => {
                features().any(|(_, f)| f.name() == name)
            }
            // Transient features are read but never written.
            Rejection::Unwritten(key) => {
                let mut named = features().filter(|(_, f)| f.name() == key).peekable();
                named.peek().is_some() && named.all(|(_, feature)| feature.transient)
            }
            // Readers of the `emf` dialect accept strings as values of all types, and as addresses.
            Rejection::Spelled(name, _) => {
                let is_text = |id| self.metamodel[self.metamodel.data_type(id)].kind == DataKind::String;
                let spells = |id, f: &Feature| !f.is_containment() && (f.is_reference() || !is_text(id));
                self.dialect == Dialect::Emf && features().any(|(id, f)| f.name() == name && spells(id, f))
            }
            Rejection::Other(_) => false,
        }
    }
}

/// The elements with the name `Class.feature` or `Classifier`, in all packages.
fn named(metamodel: &Metamodel, label: &str) -> Vec<Element> {
    let (class, feature) =
        label.split_once('.').map_or((label, None), |(class, feature)| (class, Some(feature)));
    let packages = metamodel.packages().map(|(id, _)| id);
    let classifiers = packages.filter_map(|package| metamodel.classifier(package, class));
    let elements = classifiers.filter_map(|classifier| match (classifier, feature) {
        (_, None) => Some(Element::from(classifier)),
        (Classifier::Class(id), Some(name)) => metamodel.feature(id, name).map(Element::Feature),
        (Classifier::DataType(_), Some(_)) => None,
    });
    elements.collect()
}

impl Rejection {
    /// The kind of rejection.
    fn kind(&self) -> &'static str {
        match self {
            Self::Null => "null for an absent value",
            Self::Twice => "a duplicate value",
            Self::Missing(_) => "a missing end of a pair",
            Self::Element(_) => "elements in another order or for attributes",
            Self::Attribute(_) => "attributes for elements",
            Self::Text => "text between elements",
            Self::Elements => "elements where a type has none",
            Self::Class(_) => "objects of a class that does not match",
            Self::ReferenceClass(_) => "a class beside an address that the reference does not accept",
            Self::Unwritten(_) => "transient features",
            Self::Spelled(..) => "strings that spell other values",
            Self::Other(_) => "something else",
        }
    }
}

impl std::fmt::Display for Rejection {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Null => write!(f, "null"),
            Self::Twice => write!(f, "a duplicate value"),
            Self::Missing(key) => write!(f, "`{key}` is missing"),
            Self::Element(name) => write!(f, "element `{name}` is not expected"),
            Self::Attribute(name) => write!(f, "attribute `{name}` is not allowed"),
            Self::Text => write!(f, "text between elements"),
            Self::Elements => write!(f, "elements in a type without elements"),
            Self::Class(name) => write!(f, "a class that does not match in `{name}`"),
            Self::ReferenceClass(name) => write!(f, "the class `{name}` beside an address"),
            Self::Unwritten(key) => write!(f, "the key `{key}`"),
            Self::Spelled(key, why) => write!(f, "a string in `{key}`: {why}"),
            Self::Other(message) => write!(f, "{message}"),
        }
    }
}

/// The comparison of two verdicts: they agree, differ for a reason, or differ.
pub(super) enum Verdicts {
    Agree,
    Meant(String),
    Differ(String),
}

pub(super) fn compared(
    found: &[ReportedProblem],
    valid: bool,
    declared: &DeclaredLosses<'_>,
    rejection: impl FnOnce() -> Rejection,
) -> Verdicts {
    let errors: Vec<&ReportedProblem> =
        found.iter().filter(|f| f.problem.severity == Severity::Error).collect();
    match (errors.is_empty(), valid) {
        (true, true) | (false, false) => Verdicts::Agree,
        (true, false) => {
            let rejection = rejection();
            if declared.is_narrower(&rejection, found) {
                Verdicts::Meant(format!("only the schema rejects {}", rejection.kind()))
            } else {
                Verdicts::Differ(format!("only the schema rejects: {rejection}"))
            }
        }
        (false, true) => match errors.iter().find(|error| !declared.covers(error)) {
            None => Verdicts::Meant(format!("only we find {}", errors[0].problem.code)),
            Some(unsaid) => Verdicts::Differ(format!("only we reject: {}", unsaid.problem)),
        },
    }
}
