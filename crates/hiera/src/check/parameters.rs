//! The answers of lookups for class parameters: values of the wrong type, and parameters that have no value.
//!
//! Invariants: it is the answer of the lookup that is compared with the type, after values are merged and converted.
//! Without nodes, an answer is compared only if it is the same for every node that reads the file. Values are not
//! compared with unknown types, and encrypted values are not compared at all.

use super::manifests::{Manifests, Parameter};
use super::nodes::{Nodes, representative_scope};
use super::secrets::Secrets;
use super::site::{Site, SiteFile};
use crate::lookup::{Account, FileIndex, OPTIONS_KEY, Query, has_encrypted, quoted_key};
use crate::store::{Entry, Value, hash_key, to_evaluated};
use crate::survey::{Grouping, Survey};
use modelwright_evaluation::evaluate::Type;
use modelwright_metamodel::diagnostic::{Diagnostic, Diagnostics, Severity, codes};
use rustc_hash::FxHashSet;
use std::collections::{BTreeMap, BTreeSet};

/// The number of nodes that a message lists.
const MAX_LISTED_NODES: usize = 3;

/// Compares the answers for all parameters of classes with their types, and reports parameters without a value.
pub(super) fn check(
    site: &Site<'_>,
    manifests: &Manifests,
    scopes: &[(String, Value)],
    secrets: &Secrets,
    problems: &mut Diagnostics,
) {
    let values: Vec<&Value> = scopes.iter().map(|(_, scope)| scope).collect();
    let survey = Survey::new(site.hierarchy, &values);
    let mut grouping = survey.grouping();
    let nodes = Nodes::new(site.hierarchy, &mut grouping, manifests, scopes);
    let parameters_with_values = site.keys.keys().filter_map(|key| manifests.parameters.get(*key));
    let classes_with_values = parameters_with_values.map(|parameter| parameter.class.as_str()).collect();
    let mut check = Check { site, manifests, secrets, nodes, grouping, classes_with_values, problems };
    // Hash maps have an arbitrary order; the order of problems must not be arbitrary.
    let mut parameters: Vec<_> = manifests.parameters.iter().collect();
    parameters.sort_unstable_by_key(|(key, _)| *key);
    let all_nodes: Vec<usize> = (0..scopes.len()).collect();
    for (key, parameter) in parameters {
        if !check.has_key(key) {
            if !parameter.has_default {
                check.report_missing(key, parameter, &all_nodes);
            }
        } else if scopes.is_empty() {
            check.judge_without_nodes(key, parameter);
        } else {
            check.judge_with_nodes(key, parameter);
        }
    }
}

struct Check<'s, 'h> {
    site: &'s Site<'h>,
    manifests: &'s Manifests,
    secrets: &'s Secrets,
    nodes: Nodes<'s>,
    grouping: Grouping<'s>,
    /// The classes that have at least one parameter with a value in the data.
    classes_with_values: FxHashSet<&'s str>,
    problems: &'s mut Diagnostics,
}

/// The file and the entry of a wrong value, and a description of what is wrong.
type Fault = ((FileIndex, usize), String);

impl Check<'_, '_> {
    /// Whether lookups of a key may find the key in some file.
    fn has_key(&self, key: &str) -> bool {
        let entries = self.site.keys.get(key).map_or(&[][..], Vec::as_slice);
        entries.iter().any(|(file, _)| self.site.files[*file].may_answer(key))
    }

    /// Compares the answers of all nodes with the type of a parameter; `key` is in at least one file.
    fn judge_with_nodes(&mut self, key: &str, parameter: &Parameter) {
        let expected = self.manifests.expected(parameter);
        let query_key = quoted_key(key);
        let mut faults: BTreeMap<Fault, Vec<usize>> = BTreeMap::new();
        let mut missing = Vec::new();
        // Nodes whose answers must be equal share one lookup (Decision 24).
        for group in self.grouping.groups(key) {
            let Some(first) = group.first() else { continue };
            let (_, scope) = &self.nodes.scopes[*first];
            let query = Query::new(&query_key, scope);
            let account = self.site.hierarchy.account(&query);
            match &account.answer {
                Ok(None) => missing.extend(group),
                // If the answer is nil, Puppet uses the default of the parameter, as if there were no answer.
                Ok(Some(answer)) if answer.is_nil() => missing.extend(group),
                Ok(Some(_)) => {
                    if let Some(fault) = self.fault(key, parameter, expected.as_ref(), &account) {
                        faults.entry(fault).or_default().extend(group);
                    }
                }
                // Other checks report the reason for which a lookup fails.
                Err(_) => {}
            }
        }
        for (fault, mut nodes) in faults {
            nodes.sort_unstable();
            let prefix = if nodes.len() == self.nodes.scopes.len() {
                String::new()
            } else {
                format!("for {}: ", self.nodes.list(&nodes, MAX_LISTED_NODES))
            };
            self.report(key, parameter, fault, &prefix);
        }
        if !missing.is_empty() && !parameter.has_default {
            missing.sort_unstable();
            self.report_missing(key, parameter, &missing);
        }
    }

    /// Compares answers with the type of a parameter if no nodes are given. For each file that has the key, the answer
    /// of a made-up node that reads the file is compared. A file is left out if the answer may depend on further
    /// variables.
    fn judge_without_nodes(&mut self, key: &str, parameter: &Parameter) {
        let Some(expected) = self.manifests.expected(parameter) else { return };
        let query_key = quoted_key(key);
        let mut faults = BTreeSet::new();
        for (file, entry) in self.site.keys.get(key).into_iter().flatten() {
            let file = &self.site.files[*file];
            // The text of an interpolated value depends on the node, so it cannot be compared.
            let is_plain = file.may_answer(key) && !file.data.may_change(entry.value);
            let Some(scope) = representative_scope(self.site, file, key).filter(|_| is_plain) else {
                continue;
            };
            let account = self.site.hierarchy.account(&Query::new(&query_key, &scope));
            // If the answer of the made-up node comes from another file, it is compared when that file is checked.
            if account.contributions.iter().any(|found| found.origin.file == file.index)
                && matches!(account.answer, Ok(Some(_)))
            {
                faults.extend(self.fault(key, parameter, Some(&expected), &account));
            }
        }
        let no_prefix = "";
        for fault in faults {
            self.report(key, parameter, fault, no_prefix);
        }
    }

    /// What is wrong with an answer; `None` if it has the type, or if it cannot be compared with the type.
    fn fault(
        &self,
        key: &str,
        parameter: &Parameter,
        expected: Option<&Type>,
        account: &Account<'_>,
    ) -> Option<Fault> {
        let Ok(Some(answer)) = &account.answer else { return None };
        let (expected, value) = (expected?, answer.to_value());
        let origin = account.contributions.first()?.origin;
        // Encrypted values are not decrypted here (Decision 21), so their content cannot be compared.
        if has_encrypted(&value) {
            return None;
        }
        let (file, entry) = self.entry(origin.file, key)?;
        let is_secret = value.has_secrets()
            || account.contributions.iter().any(|found| {
                let entry = self.entry(found.origin.file, key);
                // A value whose entry is not found is treated as a secret.
                entry.is_none_or(|(file, entry)| self.secrets.overlaps_entry(file, entry))
            });
        let fault = parameter.mismatch(key, expected, &to_evaluated(&value), is_secret)?;
        Some(((file.index, file.offset(entry.value)), fault))
    }

    /// The entry of a key in a file; `None` if the file cannot be read, or does not have the key.
    fn entry(&self, file: FileIndex, key: &str) -> Option<(&SiteFile<'_>, Entry)> {
        let file = self.site.file(file)?;
        Some((file, file.data.entry(hash_key(key), key)?))
    }

    /// Reports a wrong value. `prefix` is the start of the message, which describes the nodes that get the value.
    fn report(&mut self, key: &str, parameter: &Parameter, ((file, _), fault): Fault, prefix: &str) {
        let Some((file, entry)) = self.entry(file, key) else { return };
        let problem = Diagnostic::error(codes::HIERA_TYPE, format!("{prefix}{fault}"));
        let help = format!(
            "use a value of {}, add a conversion in {OPTIONS_KEY}, or change the type of the parameter",
            parameter.written_type()
        );
        let problem = file.at(problem.help(help), entry.value).key(key);
        self.problems.push(problem.label(parameter.source(), parameter.span.clone(), "the parameter"));
    }

    /// Whether code or data mentions a class.
    fn is_used(&self, class: &str) -> bool {
        self.manifests.inclusion.mentions(class) || self.classes_with_values.contains(class)
    }

    /// Reports a parameter that has no value for some nodes; `nodes` is empty if no nodes are given.
    fn report_missing(&mut self, key: &str, parameter: &Parameter, nodes: &[usize]) {
        // If a resource-like declaration of the class sets the parameter, no value is looked up.
        if self.manifests.inclusion.may_set(&parameter.class, key) {
            return;
        }
        let nodes_with_class = self.nodes.with_class(&parameter.class, nodes);
        let is_for_all = nodes.len() == self.nodes.scopes.len();
        // If no node is known to have the class, the parameter is perhaps never looked up. It is then reported as a
        // note if other nodes have a value, and otherwise only if the class is used.
        let (severity, reported_nodes, condition) = if !nodes_with_class.is_empty() {
            (Severity::Warning, nodes_with_class.as_slice(), "")
        } else if self.nodes.has_known_classes() {
            return;
        } else if !is_for_all {
            (Severity::Note, nodes, ", which matters if they have the class")
        } else if self.is_used(&parameter.class) {
            (Severity::Warning, nodes, "")
        } else {
            return;
        };
        let place = match reported_nodes {
            [] => "on any level".to_owned(),
            nodes => format!("for {}", self.nodes.list(nodes, MAX_LISTED_NODES)),
        };
        let message = format!("`{key}` has no default and no value {place}{condition}");
        let problem = match self.site.unread_data() {
            Some(unread) => {
                let message = format!("{message}, unless {unread}, which is not read here, has a value");
                Diagnostic::new(codes::HIERA_NO_VALUE, Severity::Note, message)
            }
            None => Diagnostic::new(codes::HIERA_NO_VALUE, severity, message),
        };
        let help = format!("add `{key}` to the data, or give the parameter a default");
        self.problems.push(problem.help(help).key(key).at(parameter.source(), parameter.span.clone()));
    }
}
