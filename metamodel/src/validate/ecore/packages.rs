//! Can packages be told apart, and can documents name them?

use super::super::{Context, Rule, Subject};
use super::view::{Item, f};
use super::{Naming, blurred, groups, tell_of_names, uris};
use crate::diagnostic::codes;
use crate::ecore::builtin as b;
use crate::unicode;
use rustc_hash::{FxHashMap, FxHashSet};

pub(in super::super) const RULE: Rule =
    Rule { concerns: |metamodel, class| super::concerns(metamodel, class, b::EPACKAGE), check };

/// The packages of each root package by namespace URI, put down when the first is looked at.
pub(in super::super) type Seen = FxHashMap<Item, FxHashMap<String, Vec<Item>>>;

/// The namespace of `xml:` itself, whose prefix may start with these letters.
const XML: &str = "http://www.w3.org/XML/1998/namespace";

fn check(context: &mut Context<'_>, subject: Subject, _: &[usize]) {
    let (view, package) = (context.view, subject.item());
    let uri = view.text(package, f().ns_uri);
    match uri.map(uris::check) {
        None => {
            let help = "give the package an `nsURI`, by which documents name it";
            context.report(codes::BAD_NS_URI, subject, "the package has no namespace URI", help);
        }
        Some(Err(why)) => {
            let message =
                format!("the namespace URI `{}` is not well-formed: {why}", uri.unwrap_or_default());
            context.report(codes::BAD_NS_URI, subject, message, uris::HELP);
        }
        Some(Ok(())) => {}
    }
    prefix(context, subject);
    let subpackages =
        groups(view.list(package, f().subpackages), |p| view.name(view.found(p)).map(str::to_owned));
    for group in subpackages.iter().filter(|group| group.len() > 1) {
        let message =
            format!("the package has {} packages named `{}`", group.len(), view.label(view.found(group[0])));
        context.report(codes::DUPLICATE_SUBPACKAGE, subject, message, "rename or remove all but one");
    }
    let classifiers = groups(view.list(package, f().classifiers), |c| view.name(c).map(blurred));
    let naming = Naming { code: codes::DUPLICATE_TYPE, owner: "the package", elements: "types" };
    for group in classifiers.iter().filter(|group| group.len() > 1) {
        tell_of_names(context, subject, group, &naming);
    }
    if let Some(uri) = uri {
        unique_uri(context, subject, uri);
    }
}

fn prefix(context: &mut Context<'_>, subject: Subject) {
    let (view, package) = (context.view, subject.item());
    let message = match view.text(package, f().ns_prefix) {
        Some("") => return,
        None => "the package has no namespace prefix".to_owned(),
        Some(prefix) if !unicode::is_nc_name(prefix) => {
            format!("the namespace prefix `{prefix}` is no XML name")
        }
        Some(prefix) => {
            let reserved = prefix.to_lowercase().starts_with("xml");
            if !reserved || view.text(package, f().ns_uri) == Some(XML) {
                return;
            }
            format!("the namespace prefix `{prefix}` starts with `xml`, which XML keeps for itself")
        }
    };
    let help = "give an `nsPrefix` that starts with a letter and has only letters, digits, `-`, `_` and `.`";
    context.report(codes::BAD_NS_PREFIX, subject, message, help);
}

/// Looks for the same namespace URI among all packages of the same root.
fn unique_uri(context: &mut Context<'_>, subject: Subject, uri: &str) {
    let (view, package) = (context.view, subject.item());
    let mut root = package;
    while let Some(parent) = view.container(root).filter(|parent| view.is(*parent, b::EPACKAGE)) {
        root = parent;
    }
    let known = context.packages.entry(root).or_insert_with(|| {
        let mut by_uri: FxHashMap<String, Vec<Item>> = FxHashMap::default();
        let mut seen = FxHashSet::default();
        let mut stack = vec![root];
        while let Some(at) = stack.pop() {
            if seen.insert(at) {
                if let Some(uri) = view.text(at, f().ns_uri) {
                    by_uri.entry(uri.to_owned()).or_default().push(at);
                }
                stack.extend(view.list(at, f().subpackages));
            }
        }
        by_uri
    });
    let others: Vec<Item> =
        known.get(uri).into_iter().flatten().copied().filter(|other| *other != package).collect();
    for other in others {
        let message = format!("the package `{}` has the namespace URI `{uri}` too", view.label(other));
        context.report(codes::DUPLICATE_NS_URI, subject, message, "give each package a URI of its own");
        if context.findings.is_full() {
            break;
        }
    }
}
