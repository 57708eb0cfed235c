//! Where we differ from EMF on purpose, so that such mutants are told from unexplained ones.
//!
//! Each reason is on the page `docs/emf-differences.md` under the same name.

use super::markup::{Element, Tree};
use super::outcome::{Difference, Outcome, Pair, Told};
use super::pool::Mutant;
use crate::interop::problems;
use modelwright::workspace::Workspace;
use std::path::Path;

/// A deliberate difference.
#[derive(Debug)]
pub(super) struct Reason {
    pub(super) name: &'static str,
    holds: fn(&Case<'_>) -> bool,
}

/// One difference, with where its documents are.
struct Case<'a> {
    mutant: &'a Mutant,
    pair: &'a Pair,
    difference: Difference,
    folder: &'a Path,
}

/// The more special ones first.
const REASONS: &[Reason] = &[
    Reason { name: "external entities", holds: |case| case.ours("MW0103") },
    Reason { name: "encodings", holds: |case| case.ours("[MW0003]") },
    Reason {
        name: "contained by reference",
        holds: |case| case.ours("contains its objects, so it cannot refer") || contains_itself(case),
    },
    Reason { name: "contained from elsewhere", holds: contained_elsewhere },
    Reason { name: "types in both forms", holds: both_forms },
    Reason {
        name: "a package in Ecore's namespace",
        holds: |case| {
            case.any_text("nsURI=\"http://www.eclipse.org/emf/2002/Ecore\"")
                && matches!(
                    case.difference,
                    Difference::Unresolved | Difference::Errors | Difference::Findings
                )
        },
    },
    Reason { name: "opposites that are not mutual", holds: one_sided },
    Reason { name: "supertypes that are no classes", holds: no_class },
    Reason {
        name: "the same object twice",
        holds: |case| case.theirs("IndexOutOfBoundsException targetIndex"),
    },
    Reason { name: "dates", holds: |case| case.ours("takes EDate") },
    Reason { name: "opposites of another class", holds: |case| case.ours("which is an object of") },
    Reason { name: "Java classes", holds: java_classes },
    Reason { name: "ids that cannot be read", holds: odd_ids },
    Reason { name: "addresses that are no words", holds: no_words },
    Reason {
        name: "UTF-16 without declaration",
        holds: |case| case.theirs("MalformedByteSequenceException") && marked_utf16(case),
    },
    Reason { name: "stand-ins in metamodels", holds: stand_ins },
    Reason { name: "unsound metamodel", holds: unsound_metamodel },
    Reason { name: "exceptions", holds: |case| case.difference == Difference::Thrown },
    Reason {
        name: "endless",
        holds: |case| case.pair.theirs == Outcome::Silence && case.pair.ours != Outcome::Silence,
    },
];

/// The reason for a difference, if it is deliberate.
pub(super) fn reason(
    mutant: &Mutant,
    pair: &Pair,
    difference: Difference,
    folder: &Path,
) -> Option<&'static Reason> {
    let case = Case { mutant, pair, difference, folder };
    REASONS.iter().find(|reason| (reason.holds)(&case))
}

impl Case<'_> {
    fn ours(&self, part: &str) -> bool {
        matches!(&self.pair.ours, Outcome::Refused(why) if why.contains(part))
    }

    fn theirs(&self, part: &str) -> bool {
        match &self.pair.theirs {
            Outcome::Refused(why) => why.contains(part),
            Outcome::Loaded(told) => told.why.contains(part),
            _ => false,
        }
    }

    /// All ids in the mutant's own documents: of XMI, and of attributes that are ids.
    fn ids(&self) -> Vec<String> {
        let mut names = vec!["xmi:id".to_owned()];
        for text in self.model_texts() {
            let Some(mut tree) = Tree::parse(&text) else { continue };
            for path in tree.paths() {
                let element = tree.at(&path);
                if element.get("iD") == Some("true") {
                    names.extend(element.get("name").map(str::to_owned));
                }
            }
        }
        let mut ids = Vec::new();
        for at in 0..self.mutant.written.len() {
            let Some(mut tree) = Tree::parse(&self.text(at)) else { continue };
            for path in tree.paths() {
                let element = tree.at(&path);
                ids.extend(names.iter().filter_map(|name| element.get(name)).map(str::to_owned));
            }
        }
        ids
    }

    /// The metamodels, changed or not.
    fn model_texts(&self) -> Vec<String> {
        let read = |model: &String| std::fs::read(self.folder.join(model)).unwrap_or_default();
        self.mutant.models.iter().map(|model| String::from_utf8_lossy(&read(model)).into_owned()).collect()
    }

    fn any_text(&self, part: &str) -> bool {
        (0..self.mutant.written.len()).any(|at| self.text(at).contains(part))
    }

    fn text(&self, at: usize) -> String {
        self.mutant
            .written
            .get(at)
            .map_or_else(String::new, |(_, bytes)| String::from_utf8_lossy(bytes).into_owned())
    }
}

/// A value, or an object, that Java's own classes refuse: the metamodel names a class that EMF has.
fn java_classes(case: &Case<'_>) -> bool {
    let models = case.model_texts();
    let types = |name: &str| models.iter().any(|text| text.contains(name));
    let named = ["int", "boolean", "java.", "byte[]", "org.eclipse.emf."].iter().any(|class| {
        types(&format!("instanceClassName=\"{class}")) || types(&format!("instanceTypeName=\"{class}"))
    });
    let lost = case.theirs("ClassNotFoundException") && !case.theirs("Class '");
    let stream = case.theirs("EOFException") || case.theirs("StreamCorruptedException");
    let stored = ["ClassCastException", "ArrayStoreException", "is not a valid classifier"];
    (lost && types("#//EJavaClass"))
        || (stream && types("#//EJavaObject"))
        || (named && stored.iter().any(|thrown| case.theirs(thrown)))
}

/// The values of `href` in what we write and EMF does not.
fn own_hrefs(case: &Case<'_>) -> Vec<String> {
    let written = |outcome: &Outcome| match outcome {
        Outcome::Loaded(Told { written: Some(bytes), .. }) => {
            Some(String::from_utf8_lossy(bytes).into_owned())
        }
        _ => None,
    };
    let (Some(ours), Some(theirs)) = (written(&case.pair.ours), written(&case.pair.theirs)) else {
        return Vec::new();
    };
    let values = ours.split("href=\"").skip(1).filter_map(|rest| rest.split('"').next());
    values.filter(|value| !theirs.contains(&format!("href=\"{value}\""))).map(str::to_owned).collect()
}

/// What is inside an object of another document, where EMF takes it away, or inside Ecore itself.
fn contained_elsewhere(case: &Case<'_>) -> bool {
    let inner = |href: &String| {
        href.split_once('#')
            .is_some_and(|(_, fragment)| fragment.trim_matches('/').contains(|c: char| !c.is_ascii_digit()))
    };
    let in_ecore = case.difference == Difference::Objects
        && case.any_text("href=\"http://www.eclipse.org/emf/2002/Ecore#");
    in_ecore || own_hrefs(case).iter().any(inner)
}

/// A containment that refers to its own document by name.
fn contains_itself(case: &Case<'_>) -> bool {
    let name = case.mutant.file.rsplit('/').next().unwrap_or_default();
    own_hrefs(case).iter().any(|href| href.split('#').next() == Some(name))
}

/// A plain type beside a generic one, where the order of both decides.
fn both_forms(case: &Case<'_>) -> bool {
    let both = |element: &mut Element, plain: &str, generic: &str| {
        let children: Vec<String> = element
            .elements()
            .into_iter()
            .filter_map(|at| element.child(at).map(|c| c.name.clone()))
            .collect();
        let has = |name: &str| children.iter().any(|child| child == name);
        has(generic) && (has(plain) || element.get(plain).is_some())
    };
    let here = |at: usize| {
        let Some(mut tree) = Tree::parse(&case.text(at)) else { return false };
        tree.paths().iter().any(|path| {
            let element = tree.at(path);
            both(element, "eType", "eGenericType") || both(element, "eSuperTypes", "eGenericSuperTypes")
        })
    };
    !matches!(case.difference, Difference::Verdict | Difference::Writing)
        && (0..case.mutant.written.len()).any(here)
}

/// Findings of EMF's own in a changed metamodel: source and number.
fn faults(case: &Case<'_>) -> Vec<String> {
    let changed = |model: &&String| case.mutant.written.iter().any(|(file, _)| file == *model);
    let workspace = Workspace::default();
    let mut found = Vec::new();
    for model in case.mutant.models.iter().filter(changed) {
        match workspace.load(&case.folder.join(model), None) {
            Ok(loaded) => {
                found.extend(
                    problems::judge(&workspace, &loaded).into_keys().filter(|key| key.starts_with("error")),
                );
                found.extend(loaded.diagnostics.iter().map(ToString::to_string));
            }
            Err(problem) => found.push(problem.to_string()),
        }
    }
    found
}

/// References of a changed metamodel that are opposites of others, and not those of them.
fn one_sided(case: &Case<'_>) -> bool {
    let opposite =
        |fault: &String| OPPOSITES.iter().any(|number| fault.contains(&format!("ecore.model {number} ")));
    case.difference != Difference::Verdict && faults(case).iter().any(opposite)
}

/// EMF's finding about a generic supertype that is no class, and nothing else.
fn no_class(case: &Case<'_>) -> bool {
    let [ours, theirs] = case.pair.findings();
    let told = |key: &String| {
        ["ecore.model 18 ", "ecore.model 4 "].iter().any(|number| key.contains(number))
            && key.contains("@eGenericSuperTypes")
    };
    matches!(case.difference, Difference::Errors | Difference::Findings)
        && ours.is_empty()
        && !theirs.is_empty()
        && theirs.iter().all(told)
}

/// EMF's numbers for what is wrong with opposites.
const OPPOSITES: [u32; 2] = [13, 14];

/// Bytes alone differ, and some id means something else where a reference gives it, or is no XML there.
fn odd_ids(case: &Case<'_>) -> bool {
    let odd = |id: &str| id.is_empty() || id.contains([' ', '#', ':', '/', '?', '&', '<']);
    case.difference == Difference::Bytes && case.ids().iter().any(|id| odd(id))
}

/// An address that EMF writes as a word among others, and that cannot be read as one.
fn no_words(case: &Case<'_>) -> bool {
    case.difference == Difference::Bytes
        && own_hrefs(case).iter().any(|href| !href.contains('#') || href.contains(' '))
}

/// A UTF-16 mark in front of a document that declares no encoding.
fn marked_utf16(case: &Case<'_>) -> bool {
    case.mutant
        .written
        .iter()
        .any(|(_, bytes)| bytes.starts_with(&[0xff, 0xfe]) || bytes.starts_with(&[0xfe, 0xff]))
}

/// Findings about references that lead nowhere, and their count, where a metamodel has elements with `href` where
/// they are contained: EMF's lists of all features and operations have them too.
fn stand_ins(case: &Case<'_>) -> bool {
    let [ours, theirs] = case.pair.findings();
    let about = |key: &String| key.starts_with("error org.eclipse.emf.ecore 4 ");
    let links = |name: &str| name == "href" || name == "xmi:idref";
    let contained = |at: usize| {
        let Some(mut tree) = Tree::parse(&case.text(at)) else { return false };
        tree.paths().iter().any(|path| {
            let element = tree.at(path);
            element.name.starts_with('e') && element.attributes.iter().any(|(name, _)| links(name))
        })
    };
    !matches!(case.difference, Difference::Verdict | Difference::Bytes | Difference::Writing)
        && case.mutant.file.ends_with(".ecore")
        && ours.iter().chain(&theirs).all(about)
        && (0..case.mutant.written.len()).any(contained)
}

/// An exception of Java's own where the changed metamodel is invalid.
fn unsound_metamodel(case: &Case<'_>) -> bool {
    let thrown = [
        "NullPointerException",
        "ClassCastException",
        "ArrayStoreException",
        "IllegalArgumentException",
        "IllegalStateException",
        "IndexOutOfBoundsException",
        "UnsupportedOperationException",
        "NumberFormatException",
        "ParseException",
        "StackOverflowError",
    ];
    // In its validation EMF tells of exceptions as findings with this number.
    let told = || case.pair.findings()[1].iter().any(|key| key.contains(" -1 "));
    let is_thrown =
        thrown.iter().any(|name| case.theirs(name)) || (case.difference == Difference::Findings && told());
    is_thrown && !faults(case).is_empty()
}
