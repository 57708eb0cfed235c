//! Conditions on metamodels and documents for some of the reasons.

use super::{Case, elements, faults, has_fault};
use crate::mutants::markup::{Element, Tree};
use crate::mutants::outcome::{Difference, DocumentReport, Outcome};

/// A plain type together with a generic type, or a Java class with two names, if their order is significant.
pub(super) fn both_forms(case: &Case<'_>) -> bool {
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
            both(element, "eType", "eGenericType")
                || both(element, "eSuperTypes", "eGenericSuperTypes")
                || (element.get("instanceClassName").is_some() && element.get("instanceTypeName").is_some())
        })
    };
    !matches!(case.difference, Difference::Verdict | Difference::Writing)
        && (0..case.mutant.written.len()).any(here)
}

/// A wildcard that is itself a type; EMF writes the type of all Java objects for it.
pub(super) fn wildcards(case: &Case<'_>) -> bool {
    let count = |text: &str| text.matches("#//EJavaObject").count();
    let wild = |element: &Element| {
        element.name == "eGenericType"
            && ["eClassifier", "eTypeParameter"].iter().all(|name| element.get(name).is_none())
    };
    case.difference == Difference::Bytes
        && (faults(case).iter().any(|fault| has_fault(fault, 24))
            || elements(&case.text_of_document()).iter().any(wild))
        && written(case).is_some_and(|[ours, theirs]| count(&theirs) > count(&ours))
}

/// A container end that is a member of a feature map, which EMF writes as a value, or not at all.
pub(super) fn mapped_containers(case: &Case<'_>) -> bool {
    let unwritten = matches!(&case.pair.theirs, Outcome::Loaded(DocumentReport { written: None, .. }));
    let as_value = |end: &String| {
        let count = |text: &String| {
            text.matches(&format!(" {end}=\"")).count() + text.matches(&format!("<{end}")).count()
        };
        written(case).is_some_and(|[ours, theirs]| count(&theirs) > count(&ours))
    };
    let ends: Vec<String> = case.model_texts().iter().flat_map(|text| mapped_ends(text)).collect();
    let [ours, theirs] = case.findings();
    let of_pairs = |key: &String| key.starts_with("error org.eclipse.emf.ecore 16 ");
    let unpaired = || case.is_about_findings() && ours.iter().chain(&theirs).all(of_pairs);
    // Container ends that are members, and containments that are members.
    let containment = |e: &Element| {
        e.get("containment") == Some("true")
            && e.get("eOpposite").is_some()
            && e.get("volatile") == Some("true")
    };
    let of_map = || !ends.is_empty() || model_elements(case).iter().any(containment);
    (unpaired() && of_map())
        || (!ends.is_empty() && case.emf_reports("Invalid entry feature"))
        || (case.difference != Difference::Verdict
            && !ends.is_empty()
            && (unwritten || ends.iter().any(as_value)))
}

/// The names of container ends that are members of feature maps.
fn mapped_ends(metamodel: &str) -> Vec<String> {
    let Some(mut tree) = Tree::parse(metamodel) else { return Vec::new() };
    let paths = tree.paths();
    let mut contains = Vec::new();
    for path in &paths {
        let element = tree.at(path);
        let opposite = element.get("eOpposite").filter(|_| element.get("containment") == Some("true"));
        contains.extend(opposite.and_then(|end| end.rsplit('/').next()).map(str::to_owned));
    }
    let mut ends = Vec::new();
    for path in &paths {
        let element = tree.at(path);
        let of_map = element.get("volatile") == Some("true") && element.get("derived") == Some("true");
        let name = element.get("name").filter(|name| of_map && contains.iter().any(|end| end == name));
        ends.extend(name.map(str::to_owned));
    }
    ends
}

/// A container end with several values.
pub(super) fn listed_containers(case: &Case<'_>) -> bool {
    faults(case).iter().any(|fault| fault.contains("ecore.model 28 "))
}

/// The output of both, if both write the document.
fn written(case: &Case<'_>) -> Option<[String; 2]> {
    let text = |outcome: &Outcome| match outcome {
        Outcome::Loaded(DocumentReport { written: Some(bytes), .. }) => {
            Some(String::from_utf8_lossy(bytes).into_owned())
        }
        _ => None,
    };
    Some([text(&case.pair.ours)?, text(&case.pair.theirs)?])
}

/// Whether a feature is the opposite of a containment.
pub(super) fn names_container(feature: &Element, features: &[Element]) -> bool {
    let opposite = feature.get("eOpposite").and_then(|end| end.rsplit('/').next());
    let contains = |f: &Element| f.get("containment") == Some("true") && f.get("name") == opposite;
    features.iter().any(contains)
}

/// All elements of the metamodels.
fn model_elements(case: &Case<'_>) -> Vec<Element> {
    case.model_texts().iter().flat_map(|text| elements(text)).collect()
}

/// Whether a metamodel contains a package with an address, after a number of other packages.
fn has_proxy(case: &Case<'_>, others: usize) -> bool {
    case.model_texts().iter().any(|text| {
        let packages = elements(text).into_iter().filter(|element| element.name.ends_with("EPackage"));
        packages.skip(others).any(|package| package.get("href").is_some())
    })
}

/// A package with the same name as a class of the same package: EMF finds the one that was read first.
pub(super) fn package_named_like_a_class(case: &Case<'_>) -> bool {
    let list = |kind: &str| -> Vec<String> {
        let texts = case.model_texts().into_iter().chain([case.text_of_document()]);
        let found = texts.flat_map(|text| elements(&text)).filter(|element| element.name == kind);
        found.filter_map(|element| element.get("name").map(str::to_owned)).collect()
    };
    let (packages, classes) = (list("eSubpackages"), list("eClassifiers"));
    (case.emf_reports("EPackageImpl cannot be cast") || case.emf_reports("ArrayStoreException"))
        && matches!(case.pair.ours, Outcome::Loaded(_))
        && packages.iter().any(|name| classes.contains(name))
}

/// The content of an attribute for entries of feature maps whose annotation has no kind: EMF reads it, but
/// does not write it.
pub(super) fn maps_of_no_kind(case: &Case<'_>) -> bool {
    let texts: Vec<Tree> = case.model_texts().iter().filter_map(|text| Tree::parse(text)).collect();
    let features: Vec<Element> = texts.into_iter().flat_map(|tree| features(tree.root)).collect();
    let lacks_kind = |feature: &&Element| {
        feature.get("eType").is_some_and(|ty| ty.ends_with("#//EFeatureMapEntry"))
            && detail(feature, "kind").is_none()
    };
    let maps = features.iter().filter(lacks_kind).filter_map(|map| detail(map, "name"));
    let groups: Vec<String> = maps.map(|name| format!("#{name}")).collect();
    let members = features
        .iter()
        .filter(|feature| detail(feature, "group").is_some_and(|group| groups.contains(&group)));
    let members: Vec<&str> = members.filter_map(|member| member.get("name")).collect();
    let count = |text: &str| elements(text).iter().filter(|e| members.contains(&e.name.as_str())).count();
    !matches!(case.difference, Difference::Verdict | Difference::Writing)
        && written(case).is_some_and(|[ours, theirs]| count(&ours) > 0 && count(&theirs) == 0)
}

/// A derived containment that names a feature map which no class has: EMF does not visit its contents.
pub(super) fn members_of_no_map(case: &Case<'_>) -> bool {
    let texts: Vec<Tree> = case.model_texts().iter().filter_map(|text| Tree::parse(text)).collect();
    let features: Vec<Element> = texts.into_iter().flat_map(|tree| features(tree.root)).collect();
    let is_lost = |feature: &&Element| {
        let group = detail(feature, "group");
        let map = group.as_deref().and_then(|group| group.rsplit('#').next());
        feature.get("containment") == Some("true")
            && feature.get("derived") == Some("true")
            && map.is_some_and(|map| !features.iter().any(|f| detail(f, "name").as_deref() == Some(map)))
    };
    let lost: Vec<&str> = features.iter().filter(is_lost).filter_map(|f| f.get("name")).collect();
    let document = elements(&case.text_of_document());
    let is_there = document.iter().any(|element| lost.contains(&element.name.as_str()));
    let [ours, theirs] = case.findings();
    let only_ours = theirs.is_empty()
        && ours.iter().all(|key| lost.iter().any(|name| key.contains(&format!("/@{name}"))));
    is_there
        && (matches!(case.difference, Difference::Objects | Difference::Unresolved)
            || (case.is_about_findings() && !ours.is_empty() && only_ours))
}

/// The features of a metamodel, with their contents.
fn features(mut element: Element) -> Vec<Element> {
    let mut found = Vec::new();
    for at in element.elements() {
        let child = element.child(at).cloned();
        found.extend(child.into_iter().flat_map(features));
    }
    if element.name == "eStructuralFeatures" {
        found.push(element);
    }
    found
}

/// The values of a key in a feature's annotations.
fn detail(feature: &Element, key: &str) -> Option<String> {
    let details = features_details(feature.clone());
    details.into_iter().find(|(known, _)| known == key).map(|(_, value)| value)
}

fn features_details(mut element: Element) -> Vec<(String, String)> {
    let mut found = Vec::new();
    for at in element.elements() {
        let child = element.child(at).cloned();
        found.extend(child.into_iter().flat_map(features_details));
    }
    if element.name == "details" {
        let key = element.get("key").unwrap_or_default().to_owned();
        found.push((key, element.get("value").unwrap_or_default().to_owned()));
    }
    found
}

/// An element whose name ends in a point and a number; EMF reads the number as the position among elements
/// with that name.
pub(super) fn numbered_names(case: &Case<'_>) -> bool {
    let is_numbered = |name: &str| {
        let number = name.rsplit_once('.').map(|(_, number)| number);
        number.is_some_and(|number| number.parse::<i32>().is_ok())
    };
    let document = elements(&case.text_of_document());
    let mut names =
        document.iter().filter_map(|element| element.get("name")).filter(|name| is_numbered(name));
    case.emf_reports("UnresolvedReferenceException")
        && matches!(case.pair.ours, Outcome::Loaded(_))
        && names.any(|name| case.emf_reports(&format!("/{name}'")) || case.emf_reports(&format!("/{name}/")))
}

/// Text in an element that is a reference, after an `xmi:Extension`: EMF reads it as an address.
pub(super) fn after_extension(case: &Case<'_>) -> bool {
    let models = model_elements(case);
    let references = models.iter().filter(|element| element.get("xsi:type") == Some("ecore:EReference"));
    let references: Vec<&str> =
        references.filter(|r| r.get("containment") != Some("true")).filter_map(|r| r.get("name")).collect();
    let text = case.text_of_document();
    let behind = text.find(":Extension").map_or("", |at| &text[at..]);
    let [ours, theirs] = case.findings();
    let is_so = match case.difference {
        Difference::Writing => {
            matches!(&case.pair.ours, Outcome::Loaded(DocumentReport { written: None, .. }))
        }
        Difference::Unresolved => true,
        _ => {
            case.is_about_findings()
                && ours.iter().all(|key| key.starts_with("error org.eclipse.emf.ecore 3 "))
                && theirs.iter().all(|key| super::is_unresolved(key))
        }
    };
    let has_text = |name: &&str| {
        behind.split(&format!("<{name}>")).skip(1).any(|rest| rest.starts_with(|c: char| c != '<'))
    };
    is_so && references.iter().any(has_text)
}

/// A root with an address: EMF does not move its contents out of other documents, and reports that.
pub(super) fn root_proxy(case: &Case<'_>) -> bool {
    let Some(tree) = Tree::parse(&case.text_of_document()) else { return false };
    let [ours, theirs] = case.findings();
    case.is_about_findings()
        && tree.root.get("href").is_some()
        && ours.is_empty()
        && theirs.iter().all(|key| super::is_unresolved(key) && key.ends_with(" #/"))
}

/// An unknown package for which the document declares a location.
pub(super) fn placed_package(case: &Case<'_>) -> bool {
    let text = case.text_of_document();
    let locations = text.split("schemaLocation=\"").nth(1).and_then(|rest| rest.split('"').next());
    let mut words = locations.unwrap_or_default().split_whitespace().step_by(2);
    let mut inside = locations.unwrap_or_default().split_whitespace().skip(1).step_by(2);
    match &case.pair.theirs {
        Outcome::Loaded(_) if case.difference == Difference::Bytes => lost_place(case, &text),
        Outcome::Loaded(_) => {
            words.any(|uri| case.we_report(&format!("no package with the URI `{uri}` is known")))
        }
        // The location may be an object that is not a package. A package with an address is looked up in its
        // document, in which another package may come first.
        _ => {
            let is_missing = case.emf_reports("PackageNotFoundException");
            let is_placed = words.any(|uri| case.emf_reports(&format!("'{uri}'")));
            let no_package =
                is_missing && is_placed && (inside.any(|place| place.contains('#')) || has_proxy(case, 0));
            let at_the_place_of_another = is_missing && !is_placed && inside.next().is_some();
            let another = || case.emf_reports("ClassNotFoundException Class") && has_proxy(case, 1);
            // EMF creates objects of a class with the package at that location, which does not contain the
            // class.
            let asked = || case.emf_reports("is not a valid classifier") && has_proxy(case, 0);
            let cast = "cannot be cast to class org.eclipse.emf.ecore.EPackage";
            let is_no_package = || case.emf_reports(cast) && has_proxy(case, 0);
            matches!(case.pair.ours, Outcome::Loaded(_))
                && (no_package || at_the_place_of_another || another() || asked() || is_no_package())
        }
    }
}

/// Only the locations of packages differ, and a package of the document itself has an address.
fn lost_place(case: &Case<'_>, document: &str) -> bool {
    let without = |text: &String| {
        let (before, rest) = text.split_once(" xsi:schemaLocation=\"")?;
        Some(format!("{before}{}", rest.split_once('"')?.1))
    };
    let mut packages = elements(document).into_iter().filter(|element| element.name.ends_with("EPackage"));
    packages.any(|package| package.get("href").is_some())
        && written(case)
            .is_some_and(|[ours, theirs]| without(&ours).is_some_and(|ours| Some(ours) == without(&theirs)))
}

/// An element that assigns another class to its target, or refers to it by `xmi:idref`: EMF's opposite does
/// not recognise the target, and adds the same object again.
pub(super) fn doubled_by_element(case: &Case<'_>) -> bool {
    let models = model_elements(case);
    let paired =
        |name: &str| models.iter().any(|e| e.get("name") == Some(name) && e.get("eOpposite").is_some());
    let document = elements(&case.text_of_document());
    let typed = document.iter().any(|element| {
        let local = element.get("href").is_some_and(|href| href.starts_with('#'));
        (element.get("xsi:type").is_some() && local)
            || (element.get("xmi:idref").is_some() && paired(&element.name))
    });
    let doubles = |text: &String| {
        text.split('"').skip(1).step_by(2).any(|value| {
            let mut words: Vec<&str> = value.split(' ').filter(|word| word.contains('/')).collect();
            words.sort_unstable();
            words.windows(2).any(|pair| pair[0] == pair[1])
        })
    };
    case.difference == Difference::Bytes
        && typed
        && written(case).is_some_and(|[ours, theirs]| doubles(&theirs) && !doubles(&ours))
}

/// The only differences are the prefix of a package that requires `xsi`, and its declaration.
pub(super) fn prefix_of_types(case: &Case<'_>) -> bool {
    let bare = |text: &str, prefix: &str| -> Vec<String> {
        let declares = |word: &&str| !word.starts_with("xmlns:");
        let words = text.split_ascii_whitespace().map(|word| word.trim_end_matches(['>', '/']));
        words.filter(declares).map(|word| word.replace(prefix, "xsi:")).collect()
    };
    let asks = |text: &String| text.contains("nsPrefix=\"xsi\"");
    case.difference == Difference::Bytes
        && case.model_texts().iter().any(asks)
        && written(case).is_some_and(|[ours, theirs]| bare(&ours, "xsi_1:") == bare(&theirs, "xsi:"))
}
