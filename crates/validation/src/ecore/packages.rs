//! Checks the names, namespace URIs and prefixes of packages.

use super::super::{Checker, Context, Rule, Subject};
use super::view::ModelElement;
use super::{Naming, groups, normalized_name, report_names, uris};
use crate::diagnostic::codes;
use crate::unicode;
use modelwright_metamodel::ecore::{builtin, features};
use rustc_hash::{FxHashMap, FxHashSet};

pub(in super::super) const RULE: Rule = Rule {
    concerns: |metamodel, class| super::concerns(metamodel, class, builtin::EPACKAGE),
    start: || Box::new(Packages::default()),
};

/// For each root package, the packages below it by namespace URI, collected when the first of them is checked.
#[derive(Default)]
struct Packages {
    by_root: FxHashMap<ModelElement, FxHashMap<String, Vec<ModelElement>>>,
}

/// The namespace of the prefix `xml` itself, whose prefix is therefore allowed to start with `xml`.
const XML_NAMESPACE_URI: &str = "http://www.w3.org/XML/1998/namespace";

impl Checker for Packages {
    /// Checks the namespace of a package, and the names of its subpackages and classifiers.
    fn check(&mut self, context: &mut Context<'_>, subject: Subject, _: &[usize]) {
        let (view, package) = (context.view, subject.item());
        let uri = view.text(package, features::EPACKAGE_NS_URI);
        match uri.map(uris::check) {
            None => {
                let help = "specify an `nsURI` for the package; documents refer to it";
                context.report(codes::BAD_NS_URI, subject, "the package has no namespace URI", help);
            }
            Some(Err(reason)) => {
                let message =
                    format!("the namespace URI `{}` is not well-formed: {reason}", uri.unwrap_or_default());
                context.report(codes::BAD_NS_URI, subject, message, uris::HELP);
            }
            Some(Ok(())) => {}
        }
        check_prefix(context, subject);
        // A subpackage may be a proxy; its name is in the other document, so it is resolved first.
        let subpackage_groups = groups(view.list(package, features::EPACKAGE_SUBPACKAGES), |subpackage| {
            view.name(view.resolve(subpackage)).map(str::to_owned)
        });
        for group in subpackage_groups.iter().filter(|group| group.len() > 1) {
            let message = format!(
                "the package has {} packages named `{}`",
                group.len(),
                view.label(view.resolve(group[0]))
            );
            context.report(codes::DUPLICATE_SUBPACKAGE, subject, message, "rename or remove all but one");
        }
        let classifier_groups =
            groups(view.list(package, features::EPACKAGE_CLASSIFIERS), |c| view.name(c).map(normalized_name));
        let naming = Naming { code: codes::DUPLICATE_TYPE, owner: "the package", elements: "types" };
        for group in classifier_groups.iter().filter(|group| group.len() > 1) {
            report_names(context, subject, group, &naming);
        }
        if let Some(uri) = uri {
            self.report_equal_uris(context, subject, uri);
        }
    }
}

impl Packages {
    /// Reports other packages with the same namespace URI below the same root.
    fn report_equal_uris(&mut self, context: &mut Context<'_>, subject: Subject, uri: &str) {
        let (view, package) = (context.view, subject.item());
        let mut root = package;
        while let Some(parent) =
            view.container(root).filter(|parent| view.is_of_class(*parent, builtin::EPACKAGE))
        {
            root = parent;
        }
        // The packages are collected once for each root, because searching the tree for each package would take
        // quadratic time.
        let packages = self.by_root.entry(root).or_insert_with(|| {
            let mut by_uri: FxHashMap<String, Vec<ModelElement>> = FxHashMap::default();
            let mut visited = FxHashSet::default();
            let mut stack = vec![root];
            while let Some(current) = stack.pop() {
                // Packages of several documents may contain each other, so each is visited once.
                if visited.insert(current) {
                    if let Some(uri) = view.text(current, features::EPACKAGE_NS_URI) {
                        by_uri.entry(uri.to_owned()).or_default().push(current);
                    }
                    stack.extend(view.list(current, features::EPACKAGE_SUBPACKAGES));
                }
            }
            by_uri
        });
        let other_packages: Vec<ModelElement> =
            packages.get(uri).into_iter().flatten().copied().filter(|other| *other != package).collect();
        for other in other_packages {
            let message = format!("the package `{}` also has the namespace URI `{uri}`", view.label(other));
            context.report(codes::DUPLICATE_NS_URI, subject, message, "give each package a unique URI");
            // EMF reports each pair of packages. Without this limit, many packages with the same URI would take
            // quadratic time.
            if context.problems.is_full() {
                break;
            }
        }
    }
}

/// Reports a missing or invalid namespace prefix.
fn check_prefix(context: &mut Context<'_>, subject: Subject) {
    let (view, package) = (context.view, subject.item());
    let message = match view.text(package, features::EPACKAGE_NS_PREFIX) {
        // An empty prefix is valid: it means the default namespace. EMF rejects only a missing prefix.
        Some("") => return,
        None => "the package has no namespace prefix".to_owned(),
        Some(prefix) if !unicode::is_nc_name(prefix) => {
            format!("the namespace prefix `{prefix}` is not an XML name")
        }
        Some(prefix) => {
            let is_reserved = prefix.to_lowercase().starts_with("xml");
            if !is_reserved || view.text(package, features::EPACKAGE_NS_URI) == Some(XML_NAMESPACE_URI) {
                return;
            }
            format!("the namespace prefix `{prefix}` starts with `xml`, which XML reserves")
        }
    };
    let help = "give an `nsPrefix` that starts with a letter and has only letters, digits, `-`, `_` and `.`";
    context.report(codes::BAD_NS_PREFIX, subject, message, help);
}
