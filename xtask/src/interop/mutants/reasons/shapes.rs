//! What metamodels and documents have to look like for some of the reasons.

use super::{Case, faults};
use crate::interop::mutants::markup::{Element, Tree};
use crate::interop::mutants::outcome::{Difference, Outcome, Told};

/// A plain type beside a generic one, where the order of both decides.
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
            both(element, "eType", "eGenericType") || both(element, "eSuperTypes", "eGenericSuperTypes")
        })
    };
    !matches!(case.difference, Difference::Verdict | Difference::Writing)
        && (0..case.mutant.written.len()).any(here)
}

/// An attribute that is both an id and a list, which EMF casts to a text.
pub(super) fn listed_ids(case: &Case<'_>) -> bool {
    let listed = |text: &String| {
        let Some(mut tree) = Tree::parse(text) else { return false };
        tree.paths().iter().any(|path| {
            let element = tree.at(path);
            element.get("iD") == Some("true") && element.get("upperBound").is_some_and(|bound| bound != "1")
        })
    };
    case.theirs("ClassCastException class org.eclipse.emf.ecore.util.EDataType")
        && case.model_texts().iter().any(listed)
}

/// A container's end that is a member of a feature map, which EMF writes as a value, or not at all.
pub(super) fn mapped_containers(case: &Case<'_>) -> bool {
    let unwritten = matches!(&case.pair.theirs, Outcome::Loaded(Told { written: None, .. }));
    let as_value = |end: &String| {
        let count = |text: &String| {
            text.matches(&format!(" {end}=\"")).count() + text.matches(&format!("<{end}")).count()
        };
        written(case).is_some_and(|[ours, theirs]| count(&theirs) > count(&ours))
    };
    let ends: Vec<String> = case.model_texts().iter().flat_map(|text| mapped_ends(text)).collect();
    case.difference != Difference::Verdict && !ends.is_empty() && (unwritten || ends.iter().any(as_value))
}

/// The names of containers' ends that are members of feature maps.
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

/// A container's end that has several values.
pub(super) fn listed_containers(case: &Case<'_>) -> bool {
    faults(case).iter().any(|fault| fault.contains("ecore.model 28 "))
}

/// What both write, where both do.
fn written(case: &Case<'_>) -> Option<[String; 2]> {
    let text = |outcome: &Outcome| match outcome {
        Outcome::Loaded(Told { written: Some(bytes), .. }) => {
            Some(String::from_utf8_lossy(bytes).into_owned())
        }
        _ => None,
    };
    Some([text(&case.pair.ours)?, text(&case.pair.theirs)?])
}

/// Only positions in references differ, where attributes move what is contained.
pub(super) fn moving_positions(case: &Case<'_>) -> bool {
    let mut contains = Vec::new();
    for mut tree in case.model_texts().iter().filter_map(|text| Tree::parse(text)) {
        for path in tree.paths() {
            let element = tree.at(&path);
            let name = element.get("name").filter(|_| element.get("containment") == Some("true"));
            contains.extend(name.map(str::to_owned));
        }
    }
    let moved = || {
        let Some(mut tree) = Tree::parse(&case.text_of_document()) else { return false };
        let names = |element: &Element| contains.iter().any(|name| element.get(name).is_some());
        tree.paths().iter().any(|path| names(tree.at(path)))
    };
    let bare = |text: &String| {
        let mut parts = text.split("/@");
        let first = parts.next().unwrap_or_default().to_owned();
        parts.fold(first, |all, part| {
            let (name, rest) = part.split_once('.').unwrap_or((part, ""));
            format!("{all}/@{name}.{}", rest.trim_start_matches(|c: char| c.is_ascii_digit()))
        })
    };
    case.difference == Difference::Bytes
        && written(case).is_some_and(|[ours, theirs]| bare(&ours) == bare(&theirs))
        && moved()
}

/// A package that is not known, and that the document says to be at some place.
pub(super) fn placed_package(case: &Case<'_>) -> bool {
    let text = case.text_of_document();
    let locations = text.split("schemaLocation=\"").nth(1).and_then(|rest| rest.split('"').next());
    let mut words = locations.unwrap_or_default().split_whitespace().step_by(2);
    matches!(case.pair.theirs, Outcome::Loaded(_))
        && words.any(|uri| case.ours(&format!("no package with the URI `{uri}` is known")))
}

/// An element that gives what it leads to another class, which EMF's other end does not recognise: it adds the same
/// object again.
pub(super) fn doubled_by_element(case: &Case<'_>) -> bool {
    let Some(mut tree) = Tree::parse(&case.text_of_document()) else { return false };
    let typed = tree.paths().iter().any(|path| {
        let element = tree.at(path);
        element.get("xsi:type").is_some() && element.get("href").is_some_and(|href| href.starts_with('#'))
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

/// Only the prefix differs of a package that asks for `xsi`, and what declares it.
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
