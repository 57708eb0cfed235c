//! Where we differ from EMF on purpose, so that such mutants are told from unexplained ones.
//!
//! Each reason is on the page `docs/emf-differences.md` under the same name.

use super::markup::Tree;
use super::outcome::{Outcome, Pair};
use super::pool::Mutant;
use modelwright::workspace::Workspace;
use std::path::Path;

/// A deliberate difference.
#[derive(Debug)]
pub(super) struct Reason {
    pub(super) name: &'static str,
    holds: fn(&Case<'_>) -> bool,
}

/// A disagreement, with where its documents are.
struct Case<'a> {
    mutant: &'a Mutant,
    pair: &'a Pair,
    folder: &'a Path,
}

/// The more special ones first.
const REASONS: &[Reason] = &[
    Reason { name: "external entities", holds: |case| case.ours("MW0103") },
    Reason { name: "encodings", holds: |case| case.ours("[MW0003]") },
    Reason {
        name: "contained by reference",
        holds: |case| case.ours("contains its objects, so it cannot refer"),
    },
    Reason {
        name: "the same object twice",
        holds: |case| case.theirs("IndexOutOfBoundsException targetIndex"),
    },
    Reason { name: "dates", holds: |case| case.ours("takes EDate") },
    Reason { name: "opposites of another class", holds: |case| case.ours("which is an object of") },
    Reason { name: "Java classes", holds: java_classes },
    Reason { name: "ids that cannot be read", holds: odd_ids },
    Reason { name: "schemaLocation without a pair", holds: |case| case.theirs_has("xsi:schemaLocation") },
    Reason { name: "ids twice", holds: ids_twice },
    Reason { name: "href beside content", holds: href_beside_content },
    Reason { name: "unsound metamodel", holds: unsound_metamodel },
    Reason { name: "endless", holds: |case| case.pair.theirs == Outcome::Silence },
];

/// The reason for a disagreement, if it is deliberate.
pub(super) fn reason(mutant: &Mutant, pair: &Pair, folder: &Path) -> Option<&'static Reason> {
    let case = Case { mutant, pair, folder };
    REASONS.iter().find(|reason| (reason.holds)(&case))
}

impl Case<'_> {
    fn ours(&self, part: &str) -> bool {
        matches!(&self.pair.ours, Outcome::Refused(why) if why.contains(part))
    }

    fn theirs(&self, part: &str) -> bool {
        matches!(&self.pair.theirs, Outcome::Refused(why) | Outcome::Unsavable(why) if why.contains(part))
    }

    /// Whether EMF writes something that is not in what we write.
    fn theirs_has(&self, part: &str) -> bool {
        let has = |outcome: &Outcome| match outcome {
            Outcome::Saved(bytes) => String::from_utf8_lossy(bytes).contains(part),
            _ => false,
        };
        has(&self.pair.theirs) && !has(&self.pair.ours)
    }

    /// All ids in the mutant's own documents.
    fn xmi_ids(&self) -> Vec<String> {
        let mut ids = Vec::new();
        for at in 0..self.mutant.written.len() {
            let Some(mut tree) = Tree::parse(&self.text(at)) else { continue };
            for path in tree.paths() {
                ids.extend(tree.at(&path).get("xmi:id").map(str::to_owned));
            }
        }
        ids
    }

    fn text(&self, at: usize) -> String {
        self.mutant
            .written
            .get(at)
            .map_or_else(String::new, |(_, bytes)| String::from_utf8_lossy(bytes).into_owned())
    }
}

/// Objects and values that do not fit the Java classes behind a changed metamodel.
fn java_classes(case: &Case<'_>) -> bool {
    let thrown = ["ClassCastException", "ArrayStoreException", "EOFException", "StreamCorruptedException"];
    !case.mutant.models.is_empty() && thrown.iter().any(|name| case.theirs(name))
}

/// An `xmi:id` that means something else where a reference gives it.
fn odd_ids(case: &Case<'_>) -> bool {
    let odd = |id: &str| id.is_empty() || id.contains([' ', '#', ':', '/', '?']);
    case.xmi_ids().iter().any(|id| odd(id))
}

/// An `xmi:id` that two elements have, where EMF's order of reading decides.
fn ids_twice(case: &Case<'_>) -> bool {
    let ids = case.xmi_ids();
    let different: std::collections::HashSet<&String> = ids.iter().collect();
    different.len() < ids.len()
}

/// An element that is a reference to another and says more than that.
fn href_beside_content(case: &Case<'_>) -> bool {
    (0..case.mutant.written.len()).any(|at| {
        let Some(mut tree) = Tree::parse(&case.text(at)) else { return false };
        tree.paths().iter().any(|path| {
            let element = tree.at(path);
            let refers = |name: &str| name == "href" || name == "xmi:idref";
            let more = element.attributes.iter().any(|(name, _)| !refers(name) && name != "xsi:type");
            element.attributes.iter().any(|(name, _)| refers(name))
                && (more || !element.elements().is_empty())
        })
    })
}

/// An instance whose changed metamodel has problems that we tell of.
fn unsound_metamodel(case: &Case<'_>) -> bool {
    let changed = |model: &&String| case.mutant.written.iter().any(|(file, _)| file == *model);
    let unsound = |model: &String| {
        let loaded = Workspace::default().load_metamodel(&case.folder.join(model));
        loaded.map_or(true, |(_, problems)| !problems.is_empty())
    };
    case.mutant.models.iter().filter(changed).any(unsound)
}
