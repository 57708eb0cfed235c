//! The accounts of all resources. Nodes with the same account of a resource share one.
//!
//! Resources are numbered in the order in which they first occur in catalogs, and all data refers to them by these
//! numbers.

use super::values::page_json;
use super::{ReportFile, SCRIPT_OBJECT};
use crate::compare::Location;
use crate::explain::{Account, Explainer, origin_text};
use crate::model::{Catalog, Resource};
use crate::order::describe_link;
use modelwright_hiera::pages::{Parts, list, problem, text};
use modelwright_metamodel::diagnostic::Diagnostics;
use rustc_hash::FxHashMap;
use std::fmt::Write as _;

/// A node with the parts of its catalog that its page shows.
#[derive(Debug)]
struct ReportedNode {
    name: String,
    /// The catalog, or why it cannot be built.
    catalog: Result<ReportedCatalog, Diagnostics>,
}

#[derive(Debug)]
struct ReportedCatalog {
    classes: Vec<String>,
    /// The numbers of the resources, in the order of their application; if cycles prevent that, of their declaration.
    resources: Vec<usize>,
    is_ordered: bool,
}

/// A resource of catalogs, with its distinct accounts.
#[derive(Debug, Default)]
struct ReportedResource {
    /// The numbers of the accounts, by their JSON.
    numbers: FxHashMap<String, usize>,
    /// The numbers of the nodes that have each account.
    nodes: Vec<Vec<usize>>,
}

/// The accounts of catalogs.
#[derive(Debug, Default)]
pub(super) struct Accounts {
    nodes: Vec<ReportedNode>,
    /// The names of the resources, by their numbers.
    names: Vec<String>,
    /// The numbers of the resources, by their names.
    numbers: FxHashMap<String, usize>,
    resources: Vec<ReportedResource>,
}

impl Accounts {
    /// Adds a node without a catalog, with the problems because of which it has none.
    pub(super) fn add_failure(&mut self, node: &str, problems: &Diagnostics) {
        self.nodes.push(ReportedNode { name: node.to_owned(), catalog: Err(problems.clone()) });
    }

    /// Adds the catalog of a node.
    pub(super) fn add(&mut self, node: &str, catalog: &Catalog, explainer: &Explainer<'_>) {
        // All resources are numbered first, because an account may refer to later resources, too.
        let numbers: Vec<usize> = catalog.resources.iter().map(|resource| self.number(resource)).collect();
        for (position, number) in numbers.iter().enumerate() {
            let Some(account) = explainer.account(position) else { continue };
            let mut json = String::new();
            write_account(catalog, &account, &numbers, &mut json);
            let resource = &mut self.resources[*number];
            let nodes = &mut resource.nodes;
            // A number is the same resource in all catalogs, so equal accounts of several nodes have equal JSON.
            let account_number = *resource.numbers.entry(json).or_insert_with(|| {
                nodes.push(Vec::new());
                nodes.len() - 1
            });
            // The node is added only after its resources, so its number is the count of the nodes before it.
            nodes[account_number].push(self.nodes.len());
        }
        let sequence = explainer.order().sequence();
        let is_ordered = sequence.is_some();
        let sequence = sequence.unwrap_or_else(|| (0..numbers.len()).collect());
        let catalog = ReportedCatalog {
            classes: catalog.classes.clone(),
            resources: sequence.into_iter().map(|position| numbers[position]).collect(),
            is_ordered,
        };
        self.nodes.push(ReportedNode { name: node.to_owned(), catalog: Ok(catalog) });
    }

    /// The number of a resource, which is a new one if no earlier catalog contains it.
    fn number(&mut self, resource: &Resource) -> usize {
        let name = resource.to_string();
        if let Some(known) = self.numbers.get(&name) {
            return *known;
        }
        self.numbers.insert(name.clone(), self.names.len());
        self.names.push(name);
        self.resources.push(ReportedResource::default());
        self.names.len() - 1
    }

    /// The numbers of nodes by their names.
    pub(super) fn node_numbers(&self) -> FxHashMap<&str, usize> {
        self.nodes.iter().enumerate().map(|(number, node)| (node.name.as_str(), number)).collect()
    }

    /// Writes the names of nodes, each with the number of its resources, or -1 if it has no catalog.
    pub(super) fn write_nodes(&self, out: &mut String) {
        list(self.nodes.iter(), out, |node, out| {
            out.push('[');
            text(&node.name, out);
            match &node.catalog {
                Ok(catalog) => {
                    let _ = write!(out, ",{}]", catalog.resources.len());
                }
                Err(_) => out.push_str(",-1]"),
            }
        });
    }

    /// Writes the names of resources.
    pub(super) fn write_names(&self, out: &mut String) {
        list(self.names.iter(), out, |name, out| text(name, out));
    }

    /// The files with the accounts of all resources, and with the catalogs of all nodes.
    pub(super) fn files(&self, environment: usize) -> Vec<ReportFile> {
        let mut resources = Parts::new(SCRIPT_OBJECT, environment, "resources");
        for (number, resource) in self.resources.iter().enumerate() {
            resources.add(number, |out| resource.write(out));
        }
        let mut nodes = Parts::new(SCRIPT_OBJECT, environment, "nodes");
        for (number, node) in self.nodes.iter().enumerate() {
            nodes.add(number, |out| node.write(out));
        }
        resources.finish().into_iter().chain(nodes.finish()).collect()
    }
}

impl ReportedNode {
    /// Writes the catalog of a node: its classes, its resources, and whether these are in the order of their
    /// application; or the problems because of which it cannot be built.
    fn write(&self, out: &mut String) {
        let catalog = match &self.catalog {
            Ok(catalog) => catalog,
            Err(problems) => {
                out.push_str("{\"problems\":");
                list(problems.iter(), out, problem);
                return out.push('}');
            }
        };
        out.push_str("{\"classes\":");
        list(catalog.classes.iter(), out, |class, out| text(class, out));
        out.push_str(",\"resources\":");
        write_numbers(&catalog.resources, out);
        let _ = write!(out, ",\"isOrdered\":{}}}", catalog.is_ordered);
    }
}

impl ReportedResource {
    /// Writes the accounts, each with the ranges of the nodes that have it.
    fn write(&self, out: &mut String) {
        // The map has no order, so each account is put at the position of its number.
        let mut accounts = vec![""; self.nodes.len()];
        for (json, number) in &self.numbers {
            accounts[*number] = json;
        }
        list(accounts.iter().zip(&self.nodes), out, |(json, nodes), out| {
            let _ = write!(out, "{{\"account\":{json},\"nodes\":");
            write_numbers(&ranges(nodes), out);
            out.push('}');
        });
    }
}

/// Ascending numbers as ranges: alternately the first number of a range, and how many numbers follow it. `[0, 1, 2, 5]`
/// becomes `[0, 2, 5, 0]`.
fn ranges(numbers: &[usize]) -> Vec<usize> {
    // Without ranges, an account that thousands of nodes have would need thousands of numbers.
    let mut ranges: Vec<usize> = Vec::new();
    for number in numbers {
        match ranges.as_mut_slice() {
            [.., first, count] if *first + *count + 1 == *number => *count += 1,
            _ => ranges.extend([*number, 0]),
        }
    }
    ranges
}

/// Writes a list of numbers.
fn write_numbers(numbers: &[usize], out: &mut String) {
    list(numbers.iter(), out, |number, out| {
        let _ = write!(out, "{number}");
    });
}

/// Writes an account. It refers to other resources by their `numbers`, of which there is one for each position in the
/// catalog.
fn write_account(catalog: &Catalog, account: &Account, numbers: &[usize], out: &mut String) {
    let resource = &catalog.resources[account.position];
    out.push_str("{\"place\":");
    write_place(account.place.as_ref(), out);
    let marks = [(resource.exported, "exported"), (resource.r#virtual, "virtual")];
    out.push_str(",\"marks\":");
    list(marks.iter().filter(|(is_marked, _)| *is_marked), out, |(_, mark), out| text(mark, out));
    out.push_str(",\"tags\":");
    list(resource.tags.iter(), out, |tag, out| text(tag, out));
    for (name, positions) in [("containers", &account.containers), ("contents", &account.contents)] {
        let _ = write!(out, ",\"{name}\":");
        list(positions.iter(), out, |position, out| {
            let _ = write!(out, "{}", numbers[*position]);
        });
    }
    out.push_str(",\"parameters\":");
    list(account.parameters.iter(), out, |parameter, out| {
        out.push('[');
        text(&parameter.name, out);
        let _ = write!(out, ",{},", page_json(&parameter.json));
        text(parameter.origin.map_or("", origin_text), out);
        out.push(',');
        write_place(parameter.place.as_ref(), out);
        out.push(']');
    });
    let links = [("after", &account.after), ("before", &account.before)];
    for (name, links) in links {
        let _ = write!(out, ",\"{name}\":");
        list(links.iter(), out, |link, out| {
            // The end that is the other resource, not the resource of the account.
            let other_end = if name == "after" { link.from } else { link.to };
            let _ = write!(out, "[{},", numbers[other_end.resource()]);
            text(&describe_link(catalog, link), out);
            out.push(']');
        });
    }
    out.push('}');
}

/// Writes a location, or null.
pub(super) fn write_place(place: Option<&Location>, out: &mut String) {
    match place {
        Some(place) => text(&place.to_string(), out),
        None => out.push_str("null"),
    }
}

#[cfg(test)]
mod tests {
    use super::ranges;

    #[test]
    fn ranges_have_all_numbers() {
        assert_eq!(ranges(&[]), Vec::<usize>::new());
        assert_eq!(ranges(&[0, 1, 2, 5, 7, 8]), [0, 2, 5, 0, 7, 1]);
    }
}
