//! Reasons about addresses that EMF resolves differently: through other documents, and through elements that
//! are references.

use super::shapes::names_container;
use super::{Case, elements};
use crate::mutants::markup::{Element, Node, Tree};
use crate::mutants::outcome::{Difference, Outcome};

/// An address through an element with `href`: EMF reads the document that the element refers to, and continues there.
pub(super) fn through_other_documents(case: &Case<'_>) -> bool {
    let thrown =
        case.emf_reports("is not a valid feature") || case.emf_reports("UnsupportedOperationException");
    let Some(tree) = Tree::parse(&case.text_of_document()).filter(|_| thrown) else { return false };
    let mut elsewhere = Vec::new();
    if tree.root.name.ends_with(":XMI") {
        for (at, root) in children(&tree.root).enumerate() {
            linked(root, &format!("/{at}"), &mut elsewhere);
        }
        children(&tree.root).take(1).for_each(|root| linked(root, "/", &mut elsewhere));
    } else {
        linked(&tree.root, "/", &mut elsewhere);
    }
    let document = elements(&case.text_of_document());
    let mut words = document.iter().flat_map(|e| &e.attributes).flat_map(|(_, value)| value.split(' '));
    case.difference == Difference::Verdict
        && matches!(case.pair.ours, Outcome::Loaded(_))
        && words.any(|word| {
            let word = without_first(word.trim_start_matches('#'));
            elsewhere.iter().any(|path| {
                let rest = word.strip_prefix(&without_first(path));
                rest.is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
            })
        })
}

/// A path without its first positions, which do not occur for single-valued features.
fn without_first(path: &str) -> String {
    path.split('/').map(|step| step.strip_suffix(".0").unwrap_or(step)).collect::<Vec<_>>().join("/")
}

/// The paths of all elements inside an element that are proxies for objects of other documents.
fn linked(element: &Element, path: &str, found: &mut Vec<String>) {
    if element.get("href").is_some_and(|href| !href.starts_with('#')) {
        found.push(path.to_owned());
    }
    for (at, child) in children(element).enumerate() {
        let position = children(element).take(at).filter(|before| before.name == child.name).count();
        linked(child, &format!("{path}/@{}.{position}", child.name), found);
    }
}

fn children(element: &Element) -> impl Iterator<Item = &Element> {
    element.children.iter().filter_map(|node| match node {
        Node::Element(child) => Some(child),
        Node::Raw(_) => None,
    })
}

/// An element that refers to an object of its document, and contains the other end of a pair: EMF completes
/// that pair instead.
pub(super) fn pairs_in_references(case: &Case<'_>) -> bool {
    let models: Vec<Element> = case.model_texts().iter().flat_map(|text| elements(text)).collect();
    let paired =
        |name: &str| models.iter().any(|end| end.get("name") == Some(name) && end.get("eOpposite").is_some());
    let holds_end = |element: &Element| {
        element.get("href").is_some_and(|href| href.starts_with('#'))
            && paired(&element.name)
            && (children(element).any(|child| paired(&child.name))
                || element.attributes.iter().any(|(name, _)| paired(name)))
    };
    case.difference != Difference::Verdict && elements(&case.text_of_document()).iter().any(holds_end)
}

/// An attribute of a containment that refers to an element of Ecore itself.
pub(super) fn contains_ecore(case: &Case<'_>) -> bool {
    let models: Vec<Element> = case.model_texts().iter().flat_map(|text| elements(text)).collect();
    let contains = |name: &str| {
        models.iter().any(|f| f.get("name") == Some(name) && f.get("containment") == Some("true"))
    };
    elements(&case.text_of_document())
        .iter()
        .flat_map(|element| &element.attributes)
        .any(|(name, value)| value.contains("http://www.eclipse.org/emf/2002/Ecore#") && contains(name))
}

/// An element that makes a new object the container of its own parent.
pub(super) fn containers_inside(case: &Case<'_>) -> bool {
    let models: Vec<Element> = case.model_texts().iter().flat_map(|text| elements(text)).collect();
    let links = |element: &Element| element.get("href").is_some() || element.get("xmi:idref").is_some();
    let is_container = |element: &Element| {
        let mut ends = models.iter().filter(|end| end.get("name") == Some(element.name.as_str()));
        ends.any(|end| names_container(end, &models)) && !links(element)
    };
    let document = elements(&case.text_of_document());
    case.difference != Difference::Verdict
        && document.iter().skip(1).any(|element| children(element).any(is_container))
}

/// A name that contains the character that precedes features in addresses: EMF writes addresses with it, and
/// then does not find a feature.
pub(super) fn names_like_features(case: &Case<'_>) -> bool {
    let document = elements(&case.text_of_document());
    let mut names = document.iter().filter_map(|element| element.get("name")?.strip_prefix('@'));
    case.difference == Difference::Verdict
        && matches!(case.pair.ours, Outcome::Loaded(_))
        && names.any(|name| {
            case.emf_reports(&format!("The feature '{name}' is not a valid feature"))
                || case.emf_reports(&format!("/@{name}'"))
        })
}
