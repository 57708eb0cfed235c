//! The accounts of all resources, each once for all nodes that have the same one.
//!
//! Resources have numbers in the order in which catalogs first have them, and all data refers to them by these numbers.

use super::values::page_json;
use super::{RECEIVER, ReportFile};
use crate::compare::Location;
use crate::explain::{Account, Explainer, origin_text};
use crate::model::{Catalog, Resource};
use crate::order::describe_link;
use modelwright_hiera::pages::{Parts, list, problem, text};
use modelwright_metamodel::diagnostic::Diagnostics;
use rustc_hash::FxHashMap;
use std::fmt::Write as _;

/// A node with what its page shows of the whole catalog.
#[derive(Debug)]
struct ReportedNode {
    name: String,
    /// The catalog, or why it cannot be built.
    catalog: Result<ReportedCatalog, Diagnostics>,
}

#[derive(Debug)]
struct ReportedCatalog {
    classes: Vec<String>,
    /// The numbers of the resources, in the order of their application, or of their declaration if there is none.
    resources: Vec<usize>,
    is_ordered: bool,
}

/// A resource that catalogs have: its distinct accounts in JSON, each with the numbers of the nodes that have it.
#[derive(Debug, Default)]
struct ReportedResource {
    numbers: FxHashMap<String, usize>,
    nodes: Vec<Vec<usize>>,
}

/// The accounts of catalogs.
#[derive(Debug, Default)]
pub(super) struct Accounts {
    nodes: Vec<ReportedNode>,
    names: Vec<String>,
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
        // All resources get their numbers first, because an account refers to resources after its own one, too.
        let numbers: Vec<usize> = catalog.resources.iter().map(|resource| self.number(resource)).collect();
        for (position, number) in numbers.iter().enumerate() {
            let Some(account) = explainer.account(position) else { continue };
            let mut json = String::new();
            write_account(catalog, &account, &numbers, &mut json);
            let resource = &mut self.resources[*number];
            let nodes = &mut resource.nodes;
            // Numbers mean the same in all catalogs, so equal accounts of several nodes have equal JSON.
            let at = *resource.numbers.entry(json).or_insert_with(|| {
                nodes.push(Vec::new());
                nodes.len() - 1
            });
            // The node is added only after its resources, so its number is the count of the nodes before it.
            nodes[at].push(self.nodes.len());
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

    /// The number of a resource, which is a new one if no other catalog has it.
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

    /// Writes the names of nodes, each with the number of its resources, and -1 without a catalog.
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
        let mut resources = Parts::new(RECEIVER, environment, "resources");
        for (number, resource) in self.resources.iter().enumerate() {
            resources.add(number, |out| resource.write(out));
        }
        let mut nodes = Parts::new(RECEIVER, environment, "nodes");
        for (number, node) in self.nodes.iter().enumerate() {
            nodes.add(number, |out| node.write(out));
        }
        resources.finish().into_iter().chain(nodes.finish()).collect()
    }
}

impl ReportedNode {
    /// Writes a catalog: its classes, the numbers of its resources in order, and whether they have one; or the problems
    /// because of which there is none.
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
    /// Writes the accounts, and for each the nodes that have it: the number of a first node and how many follow it, again
    /// and again.
    fn write(&self, out: &mut String) {
        let mut accounts = vec![""; self.nodes.len()];
        self.numbers.iter().for_each(|(json, at)| accounts[*at] = json);
        list(accounts.iter().zip(&self.nodes), out, |(json, nodes), out| {
            let _ = write!(out, "{{\"account\":{json},\"nodes\":");
            write_numbers(&ranges(nodes), out);
            out.push('}');
        });
    }
}

/// Ascending numbers as ranges: the first number of each, and how many follow it.
fn ranges(numbers: &[usize]) -> Vec<usize> {
    // Without ranges, an account that thousands of nodes have would need thousands of numbers.
    let mut ranges: Vec<usize> = Vec::new();
    for number in numbers {
        match ranges.as_mut_slice() {
            [.., first, more] if *first + *more + 1 == *number => *more += 1,
            _ => ranges.extend([*number, 0]),
        }
    }
    ranges
}

fn write_numbers(numbers: &[usize], out: &mut String) {
    list(numbers.iter(), out, |number, out| {
        let _ = write!(out, "{number}");
    });
}

/// Writes an account; other resources are their numbers.
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
            let end = if name == "after" { link.from } else { link.to };
            let _ = write!(out, "[{},", numbers[end.resource()]);
            text(&describe_link(catalog, link), out);
            out.push(']');
        });
    }
    out.push('}');
}

/// Writes a place, or null.
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
