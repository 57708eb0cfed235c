//! The deliberate differences from EMF. They distinguish mutants with such a difference from unexplained
//! ones.
//!
//! Each reason has a section of the same name on the page `docs/emf-differences.md`.

mod addresses;
mod ids;
mod java;
mod shapes;
mod unsound;

use super::markup::{Element, Tree};
use super::outcome::{Difference, DocumentReport, Outcome, Pair};
use super::pool::Mutant;
use crate::problems;
use modelwright::workspace::Workspace;
use modelwright_metamodel::diagnostic::Severity;
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

/// A deliberate difference.
#[derive(Debug)]
pub(super) struct Reason {
    pub(super) name: &'static str,
    holds: fn(&Case<'_>) -> bool,
}

/// One difference, with the directory of its documents.
struct Case<'a> {
    mutant: &'a Mutant,
    pair: &'a Pair,
    difference: Difference,
    directory: &'a Path,
    /// The findings to check: at most one of modelwright's and one of EMF's. `None` means all findings.
    only: Option<[Option<String>; 2]>,
}

/// The reasons; more specific reasons come first.
const REASONS: &[Reason] = &[
    Reason { name: "external entities", holds: |case| case.we_report("MW0103") },
    Reason { name: "encodings", holds: |case| case.we_report("[MW0003]") || lost_characters(case) },
    Reason {
        name: "contained by reference",
        holds: |case| {
            case.we_report("contains its objects, so it cannot refer")
                || case.we_report("which contains the referring object")
                || contains_itself(case)
        },
    },
    Reason { name: "contained from elsewhere", holds: contained_elsewhere },
    Reason { name: "addresses through other documents", holds: addresses::through_other_documents },
    Reason { name: "pairs inside references", holds: addresses::pairs_in_references },
    Reason { name: "containers inside their contents", holds: addresses::containers_inside },
    Reason { name: "names that begin like features", holds: addresses::names_like_features },
    Reason { name: "types in both forms", holds: shapes::both_forms },
    Reason { name: "wildcards as types", holds: shapes::wildcards },
    Reason {
        name: "a package in Ecore's namespace",
        holds: |case| {
            ["2002/Ecore", "2003/XMLType"]
                .iter()
                .any(|name| case.any_text(&format!("nsURI=\"http://www.eclipse.org/emf/{name}\"")))
                && (case.emf_reports("PackageNotFoundException")
                    || matches!(
                        case.difference,
                        Difference::Unresolved | Difference::Errors | Difference::Findings
                    ))
        },
    },
    Reason { name: "opposites that are not mutual", holds: one_sided },
    Reason { name: "supertypes that are not classes", holds: no_class },
    Reason {
        name: "the same object twice",
        holds: |case| case.emf_reports("IndexOutOfBoundsException targetIndex"),
    },
    Reason { name: "dates", holds: |case| case.we_report("must be EDate") },
    Reason {
        name: "opposites of another class",
        holds: |case| {
            case.we_report("which is an object of")
                || shapes::doubled_by_element(case)
                || unsound::without_end(case)
        },
    },
    Reason { name: "Java classes", holds: java::java_classes },
    Reason { name: "ids in lists", holds: ids::listed },
    Reason { name: "ids that cannot be read", holds: ids::odd },
    Reason { name: "ids of proxies", holds: ids::of_proxies },
    Reason { name: "addresses that are not words", holds: no_words },
    Reason {
        name: "UTF-16 without declaration",
        holds: |case| case.emf_reports("MalformedByteSequenceException") && marked_utf16(case),
    },
    Reason { name: "proxies in metamodels", holds: metamodel_proxies },
    Reason { name: "containers in feature maps", holds: shapes::mapped_containers },
    Reason { name: "containers in lists", holds: shapes::listed_containers },
    Reason { name: "packages by their place", holds: shapes::placed_package },
    Reason { name: "feature maps of no kind", holds: shapes::maps_of_no_kind },
    Reason { name: "members of no feature map", holds: shapes::members_of_no_map },
    Reason { name: "names that end in a number", holds: shapes::numbered_names },
    Reason { name: "packages named like classes", holds: shapes::package_named_like_a_class },
    Reason { name: "after an extension", holds: shapes::after_extension },
    Reason { name: "roots that are proxies", holds: shapes::root_proxy },
    Reason { name: "the prefix of types", holds: shapes::prefix_of_types },
    Reason { name: "supertypes from Ecore", holds: supertypes_from_ecore },
    Reason { name: "supertypes in a circle", holds: unsound::has_supertype_cycle },
    Reason { name: "other documents with errors", holds: others_with_errors },
    Reason { name: "unsound metamodel", holds: unsound::unsound_metamodel },
    Reason { name: "exceptions", holds: unsound::thrown },
    Reason { name: "endless", holds: unsound::endless },
];

/// The reason for a difference, if it is deliberate.
pub(super) fn reason(
    mutant: &Mutant,
    pair: &Pair,
    difference: Difference,
    directory: &Path,
) -> Option<&'static Reason> {
    let holding = |only| {
        let case = Case { mutant, pair, difference, directory, only };
        REASONS.iter().find(|reason| (reason.holds)(&case))
    };
    holding(None).or_else(|| {
        // Each finding may have a different reason.
        let [ours, theirs] = pair.findings();
        let ours = ours.into_iter().map(|key| [Some(key), None]);
        let mut each: Vec<_> = ours.chain(theirs.into_iter().map(|key| [None, Some(key)])).collect();
        match difference {
            Difference::Errors | Difference::Findings => {}
            Difference::Unresolved => each.retain(|keys| keys.iter().flatten().any(|key| is_unresolved(key))),
            _ => return None,
        }
        let reasons: Option<Vec<_>> = each.into_iter().map(|keys| holding(Some(keys))).collect();
        reasons?.first().copied()
    })
}

/// Whether a finding concerns an unresolved reference.
fn is_unresolved(key: &str) -> bool {
    key.starts_with("error org.eclipse.emf.ecore 4 ")
}

/// Whether a finding is the finding that EMF reports with this number in a metamodel.
fn has_fault(fault: &str, number: u32) -> bool {
    fault.contains(&format!("ecore.model {number} "))
}

/// All elements of a document, with their contents.
fn elements(text: &str) -> Vec<Element> {
    let Some(mut tree) = Tree::parse(text) else { return Vec::new() };
    tree.paths().iter().map(|path| tree.at(path).clone()).collect()
}

impl Case<'_> {
    /// The findings to check: those that only we report, and those that only EMF reports.
    fn findings(&self) -> [Vec<String>; 2] {
        match &self.only {
            Some([ours, theirs]) => [ours.iter().cloned().collect(), theirs.iter().cloned().collect()],
            None => self.pair.findings(),
        }
    }

    fn is_about_findings(&self) -> bool {
        matches!(self.difference, Difference::Errors | Difference::Findings)
    }

    fn we_report(&self, part: &str) -> bool {
        matches!(&self.pair.ours, Outcome::Rejected(why) if why.contains(part))
    }

    fn emf_reports(&self, part: &str) -> bool {
        match &self.pair.theirs {
            Outcome::Rejected(why) => why.contains(part),
            Outcome::Loaded(report) => report.why.contains(part),
            _ => false,
        }
    }

    /// The texts of the metamodels, changed or not.
    fn model_texts(&self) -> Vec<String> {
        let read = |model: &String| std::fs::read(self.directory.join(model)).unwrap_or_default();
        self.mutant.models.iter().map(|model| String::from_utf8_lossy(&read(model)).into_owned()).collect()
    }

    /// The text of the document itself, changed or not.
    fn text_of_document(&self) -> String {
        let bytes = std::fs::read(self.directory.join(&self.mutant.file)).unwrap_or_default();
        String::from_utf8_lossy(&bytes).into_owned()
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

/// The values of `href` that modelwright writes and EMF does not.
fn own_hrefs(case: &Case<'_>) -> Vec<String> {
    let written = |outcome: &Outcome| match outcome {
        Outcome::Loaded(DocumentReport { written: Some(bytes), .. }) => {
            Some(String::from_utf8_lossy(bytes).into_owned())
        }
        _ => None,
    };
    let (Some(ours), Some(theirs)) = (written(&case.pair.ours), written(&case.pair.theirs)) else {
        return Vec::new();
    };
    let values = |text: &str| -> BTreeMap<String, usize> {
        let mut counts = BTreeMap::new();
        for value in text.split("href=\"").skip(1).filter_map(|rest| rest.split('"').next()) {
            *counts.entry(value.to_owned()).or_insert(0) += 1;
        }
        counts
    };
    let (ours, theirs) = (values(&ours), values(&theirs));
    let more = |(value, count): (String, usize)| (theirs.get(&value).unwrap_or(&0) < &count).then_some(value);
    ours.into_iter().filter_map(more).collect()
}

/// The only differences are characters that the encoding does not support: modelwright writes character
/// references, and EMF writes `?` or, in names and ids, their lowest eight bits.
fn lost_characters(case: &Case<'_>) -> bool {
    let written = |outcome: &Outcome| match outcome {
        // Lines break at other positions if a character has another length.
        Outcome::Loaded(DocumentReport { written: Some(bytes), .. }) => {
            let words: Vec<&[u8]> = bytes.split(u8::is_ascii_whitespace).filter(|w| !w.is_empty()).collect();
            words.join(&b' ')
        }
        _ => Vec::new(),
    };
    let (ours, theirs) = (written(&case.pair.ours), written(&case.pair.theirs));
    let (mut ours, mut theirs) = (ours.as_slice(), theirs.as_slice());
    let mut lost = 0;
    while let (Some((our, our_rest)), Some((their, their_rest))) = (ours.split_first(), theirs.split_first())
    {
        let character = reference(ours)
            .or_else(|| raw(ours))
            .filter(|(code, _)| *their == b'?' || lowest(*code).first() == Some(their));
        (ours, theirs) = match character {
            _ if our == their => (our_rest, their_rest),
            Some((code, len)) => {
                lost += 1;
                // The comparison splits words at white space.
                let units = lowest(code);
                let more = units[1..].iter().filter(|byte| !byte.is_ascii_whitespace());
                let more = if *their == b'?' { 0 } else { more.count() };
                (&ours[len..], their_rest.get(more..).unwrap_or_default())
            }
            None => return false,
        };
    }
    lost > 0 && ours.is_empty() && theirs.is_empty()
}

/// The lowest eight bits of each of a character's units in UTF-16.
fn lowest(code: u32) -> Vec<u8> {
    let mut units = [0; 2];
    let units = char::from_u32(code).map_or(&[][..], |character| character.encode_utf16(&mut units));
    units.iter().map(|unit| unit.to_le_bytes()[0]).collect()
}

/// The character beyond ASCII whose reference starts the text, and the length of the reference.
fn reference(text: &[u8]) -> Option<(u32, usize)> {
    let digits = text.strip_prefix(b"&#x")?;
    let len = digits.iter().position(|byte| *byte == b';').filter(|len| *len <= 6)?;
    let code = u32::from_str_radix(std::str::from_utf8(&digits[..len]).ok()?, 16).ok()?;
    (code > 0x7f).then_some((code, len + 4))
}

/// The character beyond ASCII that starts the text unescaped, as in names, and its length.
fn raw(text: &[u8]) -> Option<(u32, usize)> {
    let character = text.utf8_chunks().next()?.valid().chars().next()?;
    (!character.is_ascii()).then_some((u32::from(character), character.len_utf8()))
}

/// Contents of an object of another document, from which EMF removes them, or contents of Ecore itself.
fn contained_elsewhere(case: &Case<'_>) -> bool {
    let inner = |href: &String| {
        let root = |fragment: &str| {
            fragment.strip_prefix('/').is_some_and(|rest| rest.bytes().all(|byte| byte.is_ascii_digit()))
        };
        href.split_once('#').is_some_and(|(_, fragment)| !fragment.is_empty() && !root(fragment))
    };
    let link = "href=\"http://www.eclipse.org/emf/2002/Ecore#";
    let an_instance = !case.mutant.file.ends_with(".ecore")
        && (case.text_of_document().contains(link) || addresses::contains_ecore(case));
    let in_ecore = (case.difference == Difference::Objects && case.any_text(link))
        || (an_instance
            && (case.difference != Difference::Verdict || case.emf_reports("ClassCastException")));
    let [ours, theirs] = case.findings();
    // The elements of Ecore are checked together with the object that they were removed by.
    let of_ecore = |key: &String| key.contains(" Ecore#");
    let checked = case.is_about_findings()
        && case.any_text(link)
        && theirs.iter().all(of_ecore)
        && ours.iter().all(|key| of_ecore(key) || has_fault(key, 42));
    in_ecore || checked || own_hrefs(case).iter().any(inner)
}

/// A containment that refers to its own document by name.
fn contains_itself(case: &Case<'_>) -> bool {
    let name = case.mutant.file.rsplit('/').next().unwrap_or_default();
    own_hrefs(case).iter().any(|href| href.split('#').next() == Some(name))
}

/// EMF's findings in a changed metamodel: source and number.
fn faults(case: &Case<'_>) -> Vec<String> {
    let changed = |model: &&String| case.mutant.written.iter().any(|(file, _)| file == *model);
    let workspace = Workspace { finds_unnamed: false, ..Workspace::default() };
    let mut found = Vec::new();
    for model in case.mutant.models.iter().filter(changed) {
        match workspace.load(&case.directory.join(model), None) {
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

/// References of a changed metamodel that name an opposite which does not name them as its opposite.
fn one_sided(case: &Case<'_>) -> bool {
    let opposite =
        |fault: &String| OPPOSITES.iter().any(|number| fault.contains(&format!("ecore.model {number} ")));
    (case.difference != Difference::Verdict || case.emf_reports("UnresolvedReferenceException"))
        && faults(case).iter().any(opposite)
}

/// EMF's only finding is about a generic supertype that is not a class.
fn no_class(case: &Case<'_>) -> bool {
    let [ours, theirs] = case.findings();
    let is_reported = |key: &String| {
        ["ecore.model 18 ", "ecore.model 22 ", "ecore.model 4 "].iter().any(|number| key.contains(number))
            && key.contains("@eGenericSuperTypes")
    };
    case.is_about_findings() && ours.is_empty() && !theirs.is_empty() && theirs.iter().all(is_reported)
}

/// The numbers of EMF's findings about opposites.
const OPPOSITES: [u32; 2] = [13, 14];

/// An address that EMF writes as one of several words, and that cannot be read back as one word.
fn no_words(case: &Case<'_>) -> bool {
    case.difference == Difference::Bytes
        && own_hrefs(case).iter().any(|href| !href.contains('#') || href.contains(' '))
}

/// A UTF-16 byte order mark at the start of a document that declares no encoding.
fn marked_utf16(case: &Case<'_>) -> bool {
    case.mutant
        .written
        .iter()
        .any(|(_, bytes)| bytes.starts_with(&[0xff, 0xfe]) || bytes.starts_with(&[0xfe, 0xff]))
}

/// Findings about unresolved references, and their count, if a metamodel contains elements with `href`: EMF's
/// lists of all features and operations also contain these elements.
fn metamodel_proxies(case: &Case<'_>) -> bool {
    let [ours, theirs] = case.findings();
    let links = |name: &str| name == "href" || name == "xmi:idref";
    let stands_in = |element: &Element| {
        CONTAINMENTS.contains(&element.name.as_str())
            && element.attributes.iter().any(|(name, _)| links(name))
    };
    let contained = |at: usize| elements(&case.text(at)).iter().any(stands_in);
    (case.is_about_findings() || case.difference == Difference::Unresolved)
        && (case.mutant.file.ends_with(".ecore") || case.text_of_document().contains("ecore:E"))
        && ours.iter().chain(&theirs).all(|key| is_unresolved(key) || has_fault(key, 32))
        && (0..case.mutant.written.len()).any(contained)
}

/// The containment features of Ecore, by XML element name.
const CONTAINMENTS: [&str; 11] = [
    "eAnnotations",
    "details",
    "eClassifiers",
    "eStructuralFeatures",
    "eOperations",
    "eParameters",
    "eLiterals",
    "eTypeParameters",
    "eGenericSuperTypes",
    "eGenericType",
    "eSubpackages",
];

/// A class that inherits from one of Ecore's classes, whose features EMF treats as the class's own: in
/// addresses, and in cases that modelwright does not validate.
fn supertypes_from_ecore(case: &Case<'_>) -> bool {
    let written = match &case.pair.theirs {
        Outcome::Loaded(DocumentReport { written: Some(bytes), .. }) => {
            String::from_utf8_lossy(bytes).into_owned()
        }
        _ => String::new(),
    };
    // EMF creates an object with the factory of the package of its class.
    let rejected = case.emf_reports("is not a valid classifier");
    let inherits = |text: &String| {
        let Some(mut tree) = Tree::parse(text) else { return false };
        tree.paths().iter().any(|path| {
            let element = tree.at(path);
            let generic = element.get("eClassifier").filter(|_| element.name == "eGenericSuperTypes");
            let mut types = element.get("eSuperTypes").into_iter().chain(generic);
            types.any(|types| types.contains("http://www.eclipse.org/emf/2002/Ecore#"))
        })
    };
    let [ours, _] = case.findings();
    let is_reported =
        case.is_about_findings() && !ours.is_empty() && ours.iter().all(|key| key.contains("emf.ecore -1 "));
    (is_reported || rejected || written.contains("/@null")) && case.model_texts().iter().any(inherits)
}

/// The documents in the same directory that a document refers to.
fn documents_beside(case: &Case<'_>) -> Vec<PathBuf> {
    let text = case.text_of_document();
    let names =
        text.split(['"', ' ', '>', '<']).filter_map(|word| word.split_once('#')).map(|(name, _)| name);
    let names: BTreeSet<&str> = names.filter(|name| !name.is_empty() && !name.contains(':')).collect();
    let document = case.directory.join(&case.mutant.file);
    names.into_iter().map(|name| document.with_file_name(name)).filter(|other| other.is_file()).collect()
}

/// References to another document that cannot be read without errors.
fn others_with_errors(case: &Case<'_>) -> bool {
    if matches!(case.difference, Difference::Verdict | Difference::Writing | Difference::Thrown) {
        return false;
    }
    let workspace = Workspace {
        models: case.mutant.models.iter().map(|m| case.directory.join(m)).collect(),
        finds_unnamed: false,
        ..Workspace::default()
    };
    documents_beside(case).iter().any(|other| {
        let java_class = || {
            let texts = case.model_texts();
            texts.iter().any(|text| text.contains("#//EJavaClass") || java::has_java_class(text))
        };
        match workspace.load(other, None) {
            Ok(loaded) => loaded.diagnostics.iter().any(|d| d.severity == Severity::Error) || java_class(),
            Err(_) => true,
        }
    })
}

#[cfg(test)]
mod tests {
    use super::REASONS;

    #[test]
    fn every_reason_is_explained() {
        let page = include_str!("../../../../docs/emf-differences.md");
        let headings: Vec<&str> = page.lines().filter_map(|line| line.strip_prefix("### ")).collect();
        let silent: Vec<&str> =
            REASONS.iter().map(|reason| reason.name).filter(|name| !headings.contains(name)).collect();
        assert_eq!(silent, Vec::<&str>::new(), "docs/emf-differences.md has no heading for them");
    }
}
