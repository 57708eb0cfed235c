//! Reasons about ids.

use super::super::markup::{Node, Tree};
use super::{Case, Difference, elements};

/// Only bytes or the positions of findings differ, and an id has another meaning when it is used in a
/// reference, or is not valid XML there.
pub(super) fn odd(case: &Case<'_>) -> bool {
    let odd = |id: &str| id.is_empty() || id.contains([' ', '#', ':', '/', '?', '&', '<']);
    if case.difference != Difference::Bytes && !case.is_about_findings() {
        return false;
    }
    let ids = of_documents(case);
    let [ours, theirs] = case.findings();
    // Problems of two objects with the same id are reported at the same address.
    let kinds = |keys: &[String]| -> Vec<String> {
        let kind = |key: &String| key.rsplit_once(' ').map_or("", |(kind, _)| kind).to_owned();
        let mut kinds: Vec<String> = keys.iter().map(kind).collect();
        kinds.dedup();
        kinds
    };
    let elsewhere = !ours.is_empty() && kinds(&ours) == kinds(&theirs);
    // EMF reads the id as a path, whose positions exceed its lists.
    let thrown = ours.is_empty()
        && !theirs.is_empty()
        && theirs.iter().all(|key| ids.iter().any(|id| key.ends_with(&format!(" -1 #{id}"))));
    (case.difference == Difference::Bytes || elsewhere || thrown) && ids.iter().any(|id| odd(id))
}

/// An attribute that is both an id and a list; EMF casts its value to a text.
pub(super) fn listed(case: &Case<'_>) -> bool {
    let listed = |text: &String| {
        let Some(mut tree) = Tree::parse(text) else { return false };
        tree.paths().iter().any(|path| {
            let element = tree.at(path);
            element.get("iD") == Some("true") && element.get("upperBound").is_some_and(|bound| bound != "1")
        })
    };
    // If EMF does not look for an id, it addresses objects by the list.
    let [_, theirs] = case.findings();
    let by_list =
        case.is_about_findings() && !theirs.is_empty() && theirs.iter().all(|key| key.contains(" #["));
    (by_list || case.emf_reports("ClassCastException class org.eclipse.emf.ecore.util.EDataType"))
        && case.model_texts().iter().any(listed)
}

/// A reference to another document that has an id, by which an object of its own document refers to it.
pub(super) fn of_proxies(case: &Case<'_>) -> bool {
    let document = elements(&case.text_of_document());
    let metamodel_proxies =
        document.iter().filter(|element| element.get("href").is_some_and(|href| !href.starts_with('#')));
    let ids: Vec<&str> = metamodel_proxies.filter_map(|element| element.get("xmi:id")).collect();
    let mut values =
        document.iter().flat_map(|element| &element.attributes).filter(|(name, _)| name != "xmi:id");
    (case.difference == Difference::Bytes || case.is_about_findings())
        && values.any(|(_, value)| value.split(' ').any(|word| ids.contains(&word)))
}

/// All ids of the documents.
fn of_documents(case: &Case<'_>) -> Vec<String> {
    let mut names = vec!["xmi:id".to_owned()];
    for text in case.model_texts() {
        let attributes = elements(&text).into_iter().filter(|element| element.get("iD") == Some("true"));
        names.extend(attributes.filter_map(|element| element.get("name").map(str::to_owned)));
    }
    let mut ids = Vec::new();
    for at in 0..case.mutant.written.len() {
        for element in elements(&case.text(at)) {
            ids.extend(names.iter().filter_map(|name| element.get(name)).map(str::to_owned));
            if names.contains(&element.name) {
                let text = element.children.iter().map(|node| match node {
                    Node::Raw(text) => text.as_str(),
                    Node::Element(_) => "",
                });
                ids.push(text.collect());
            }
        }
    }
    ids
}
