//! The index of a site: its environments with layers and categories, its keys, its nodes and its problems.

use super::ReportedSite;
use crate::bindings::compose::Composition;
use crate::bindings::inject::Injector;
use crate::pages::{self, list, text};
use rustc_hash::FxHashMap;
use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::sync::Arc;

/// How many problems are listed.
const PROBLEMS: usize = 2_000;

/// Writes the index of a site. Nodes with the same composition have the same environment of the index.
pub(super) fn write(site: &ReportedSite, injectors: &[Injector], keys: &BTreeSet<String>, out: &mut String) {
    out.push_str("{name:");
    text(&site.name, out);
    let mut numbers: FxHashMap<*const Composition, usize> = FxHashMap::default();
    let mut environments: Vec<(&str, &Injector)> = Vec::new();
    let of_node: Vec<usize> = site
        .nodes
        .iter()
        .zip(injectors)
        .map(|(node, injector)| {
            *numbers.entry(Arc::as_ptr(&node.composition)).or_insert_with(|| {
                environments.push((&node.environment, injector));
                environments.len() - 1
            })
        })
        .collect();
    out.push_str(",\nenvironments:");
    list(environments.iter(), out, |(name, injector), out| write_environment(name, injector, out));
    out.push_str(",\nkeys:");
    list(keys.iter(), out, |key, out| text(key, out));
    out.push_str(",\nnodes:");
    list(site.nodes.iter().zip(injectors).zip(of_node), out, |((node, injector), environment), out| {
        let _ = write!(out, "[");
        text(&node.name, out);
        let _ = write!(out, ",{environment},");
        text(&node.environment, out);
        out.push(',');
        text(&node.decided_by, out);
        out.push(',');
        list(injector.category_list().iter(), out, |(_, value), out| match value {
            Some(value) => text(value, out),
            None => out.push_str("null"),
        });
        out.push(']');
    });
    out.push_str(",\nproblems:");
    list(site.problems.iter().take(PROBLEMS), out, pages::problem);
    let _ = write!(out, ",\nproblemCount:{}}}", site.problems.iter().count());
}

/// Writes an environment: its categories in descending precedence, and its layers, the highest first.
fn write_environment(name: &str, injector: &Injector, out: &mut String) {
    out.push_str("{name:");
    text(name, out);
    out.push_str(",categories:");
    list(injector.category_list().iter(), out, |(category, _), out| text(category, out));
    out.push_str(",layers:");
    list(injector.layers().iter(), out, |layer, out| {
        out.push('[');
        text(&layer.name, out);
        for texts in [&layer.locations, &layer.files] {
            out.push(',');
            list(texts.iter(), out, |location, out| text(location, out));
        }
        out.push(',');
        text(&layer.place, out);
        out.push(']');
    });
    out.push('}');
}
