//! Variables that no node has, and parts of hashes in variables that no node has.

use super::similar::Similar;
use crate::interpolation::{Rules, first_segment};
use crate::lookup::{Hierarchy, is_no_fact};
use crate::store::Value;
use modelwright_metamodel::diagnostic::{Diagnostic, codes};
use rustc_hash::FxHashMap;
use std::cell::RefCell;
use std::collections::BTreeSet;

/// The elements of `trusted`, which are the same on every server.
const TRUSTED_ELEMENTS: [&str; 6] =
    ["authenticated", "certname", "domain", "extensions", "external", "hostname"];
/// The variables that Puppet itself sets for each lookup.
const CALLER_VARIABLES: [&str; 4] = ["calling_class", "calling_class_path", "calling_module", "module_name"];

/// The variables of all nodes.
pub(super) struct Variables<'s> {
    hierarchy: &'s Hierarchy,
    scopes: &'s [(String, Value)],
    names: BTreeSet<&'s str>,
    similar: Similar,
    /// For each variable, its problem without a position, or `None` if it has no problem.
    known: RefCell<FxHashMap<String, Option<Diagnostic>>>,
}

impl<'s> Variables<'s> {
    pub(super) fn new(hierarchy: &'s Hierarchy, scopes: &'s [(String, Value)]) -> Self {
        let names = scopes.iter().flat_map(|(_, scope)| names(scope)).collect();
        Self { hierarchy, scopes, names, similar: Similar::default(), known: RefCell::default() }
    }

    /// The problem of a variable, if no node has it.
    pub(super) fn problem(&self, name: &str) -> Option<Diagnostic> {
        // Problems are cached, because many texts use the same variable, and each search goes through all nodes.
        if let Some(known) = self.known.borrow().get(name) {
            return known.clone();
        }
        let problem = self.find_problem(name);
        self.known.borrow_mut().insert(name.to_owned(), problem.clone());
        problem
    }

    /// The problem of a variable; `None` if a node has the variable, or if no nodes are given.
    fn find_problem(&self, name: &str) -> Option<Diagnostic> {
        let is_puppet = self.hierarchy.rules() == Rules::Puppet;
        let plain = if is_puppet { name.strip_prefix("::").unwrap_or(name) } else { name };
        let root = plain.split('.').next().unwrap_or(plain);
        if CALLER_VARIABLES.contains(&root)
            || self.scopes.iter().any(|(_, scope)| self.value(name, scope).is_some())
        {
            return None;
        }
        // The elements of `trusted` are known without any node.
        if let Some(element) = plain.strip_prefix("trusted.").filter(|_| is_puppet) {
            let element = element.split('.').next().unwrap_or(element);
            if !TRUSTED_ELEMENTS.contains(&element) {
                return Some(self.unknown_element("trusted", element, TRUSTED_ELEMENTS));
            }
        }
        // What Puppet sets beside the facts of a node is easily taken for a fact.
        if let Some(variable) = plain.strip_prefix("facts.").filter(|_| is_puppet)
            && is_no_fact(first_segment(variable))
        {
            let message = format!("no node has the variable `{name}`, so it is empty");
            let problem = Diagnostic::warning(codes::HIERA_UNKNOWN_VARIABLE, message);
            return Some(problem.help(format!("did you mean `{variable}`?")));
        }
        if self.scopes.is_empty() {
            return None;
        }
        self.unknown_part(name).or_else(|| self.unknown_variable(name, is_puppet))
    }

    fn value<'a>(&'a self, name: &str, scope: &'a Value) -> Option<&'a Value> {
        self.hierarchy.variable(name, scope)
    }

    /// The problem of a name with dots whose first part is a hash, but no node has the next part; `None` if there is no
    /// such hash.
    fn unknown_part(&self, name: &str) -> Option<Diagnostic> {
        // The longest parents are tried first: the first part that can be missing is the one after the longest parent
        // that some node has.
        for (dot, _) in name.match_indices('.').rev() {
            let (parent, element) = (&name[..dot], name[dot + 1..].split('.').next().unwrap_or_default());
            let values = || self.scopes.iter().filter_map(|(_, scope)| self.value(parent, scope));
            if values().next().is_none() {
                continue;
            }
            let elements: BTreeSet<&str> = values().flat_map(names).collect();
            // Unknown parts of `facts` are reported like variables.
            let is_facts = parent.trim_start_matches("::") == "facts";
            // If no node has a hash there, but for example an array, there are no names to compare.
            let is_known = elements.is_empty() || elements.contains(element);
            return (!is_facts && !is_known).then(|| self.unknown_element(parent, element, elements));
        }
        None
    }

    /// The problem of a part of a hash that no node has. `known` are the names of the parts that nodes have.
    fn unknown_element<'a>(
        &self,
        parent: &str,
        element: &str,
        known: impl IntoIterator<Item = &'a str>,
    ) -> Diagnostic {
        let message = format!("no node has the element `{element}` of `{parent}`, so it is empty");
        let known: Vec<&str> = known.into_iter().collect();
        let help = match self.similar.likely_meant(element, known.iter().copied()) {
            Some(meant) => format!("did you mean `{parent}.{meant}`?"),
            None => "correct the name, or remove it".to_owned(),
        };
        Diagnostic::warning(codes::HIERA_UNKNOWN_VARIABLE, message).help(help)
    }

    /// The problem of a variable; `None` if its name is among the names of the variables of the nodes.
    fn unknown_variable(&self, name: &str, is_puppet: bool) -> Option<Diagnostic> {
        let (name, known) = match name.strip_prefix("facts.").filter(|_| is_puppet) {
            Some(fact) if self.names.contains("facts") => {
                let facts = self.scopes.iter().filter_map(|(_, scope)| scope.get("facts"));
                (fact, facts.flat_map(names).collect())
            }
            Some(fact) => (fact, self.names.clone()),
            None if is_puppet => (name.strip_prefix("::").unwrap_or(name), self.names.clone()),
            None => (name, self.names.clone()),
        };
        let name = first_segment(name);
        let is_known = known.contains(name)
            || self.hierarchy.has_variable(name)
            // In Puppet, a name with `::` and without it is the same variable.
            || (is_puppet && known.contains(format!("::{name}").as_str()));
        if is_known {
            return None;
        }
        // In Ruby, a name with `::` and without it are two variables, which are easily confused.
        let other_form = match name.strip_prefix("::") {
            Some(local) => local.to_owned(),
            None => format!("::{name}"),
        };
        let meant = if known.contains(other_form.as_str()) {
            Some(other_form.as_str())
        } else {
            self.similar.likely_meant(name, known.iter().copied())
        };
        let help = match meant {
            Some(meant) => format!("did you mean `{meant}`?"),
            None => "add it to the variables of the nodes, or remove it".to_owned(),
        };
        let message = format!("no node has the variable `{name}`, so it is empty");
        Some(Diagnostic::warning(codes::HIERA_UNKNOWN_VARIABLE, message).help(help))
    }
}

/// The names of the elements of a hash.
fn names(value: &Value) -> impl Iterator<Item = &str> {
    let hash = match value {
        Value::Hash(hash) => Some(hash),
        _ => None,
    };
    hash.into_iter().flat_map(|hash| hash.keys().filter_map(Value::as_text))
}
