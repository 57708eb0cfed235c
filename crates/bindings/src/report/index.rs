//! The index of a site: its environments with layers and categories, its keys, its nodes and its problems.

use super::accounts::optional;
use super::{ReportedNode, ReportedSite};
use crate::compose::{CategoryList, Composition};
use crate::explain::layers;
use crate::inject::Injector;
use crate::pages::{self, list, text};
use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::sync::Arc;

/// The maximum number of problems that are listed.
const MAX_PROBLEMS: usize = 2_000;
/// The maximum number of values of a category that are listed.
const MAX_VALUES: usize = 100;

/// Writes the index of a site; `change_count` is the number of changes from the previous site.
pub(super) fn write(
    site: &ReportedSite,
    injectors: &[Injector],
    keys: &BTreeSet<String>,
    change_count: usize,
    out: &mut String,
) {
    out.push_str("{name:");
    text(&site.name, out);
    out.push_str(",\nenvironments:");
    list(site.environments.iter(), out, |environment, out| {
        write_environment(&environment.name, &environment.composition, out);
    });
    out.push_str(",\nkeys:");
    list(keys.iter(), out, |key, out| text(key, out));
    out.push_str(",\nnodes:");
    list(site.nodes.iter().zip(injectors), out, |(node, injector), out| {
        write_node(site, node, injector, out);
    });
    out.push_str(",\nproblems:");
    list(site.problems.iter().take(MAX_PROBLEMS), out, pages::problem);
    let _ = write!(out, ",\nproblemCount:{},changeCount:{change_count}}}", site.problems.iter().count());
}

/// Writes a node: its name, the number of its environment, what determined the environment, and its values for each
/// list of categories.
fn write_node(site: &ReportedSite, node: &ReportedNode, injector: &Injector, out: &mut String) {
    out.push('[');
    text(&node.name, out);
    let environment = site.environments.iter().position(|environment| {
        environment.name == node.environment && Arc::ptr_eq(&environment.composition, &node.composition)
    });
    let _ = write!(out, ",{},", environment.unwrap_or(0));
    text(&node.decided_by, out);
    out.push(',');
    list(injector.values_of_categories().iter(), out, |values, out| {
        list(values.iter(), out, |value, out| optional(value.as_deref(), out));
    });
    out.push(']');
}

/// Writes an environment: the numbers of its bindings and keys; its lists of categories, the first of which is the list
/// of the site; and its layers from the highest, each with the number of its list of categories.
fn write_environment(name: &str, composition: &Arc<Composition>, out: &mut String) {
    out.push_str("{name:");
    text(name, out);
    let (bindings, keys) = composition.size();
    let _ = write!(out, ",bindings:{bindings},keys:{keys},categories:");
    list((0_u32..).zip(&composition.lists), out, |(number, categories), out| {
        write_categories(composition, number, categories, out);
    });
    out.push_str(",layers:");
    list(layers(composition).iter().zip(&composition.layers), out, |(account, layer), out| {
        out.push('[');
        text(&account.name, out);
        for texts in [&account.locations, &account.files] {
            out.push(',');
            list(texts.iter(), out, |text_of_layer, out| text(text_of_layer, out));
        }
        out.push(',');
        text(&account.place, out);
        let _ = write!(out, ",{}]", layer.categories);
    });
    out.push('}');
}

/// Writes the categories of a list from the highest precedence. For each, it writes the name, the expression, the
/// position, the first values that conditions contain, and the number of all such values.
fn write_categories(composition: &Composition, number: u32, categories: &CategoryList, out: &mut String) {
    let mut values: Vec<Vec<&str>> = vec![Vec::new(); categories.categories.len()];
    for (predicate, spelling) in
        composition.conditions.predicates.iter().zip(&composition.conditions.spellings)
    {
        if predicate.list == number {
            values[predicate.rank as usize].push(spelling);
        }
    }
    list(categories.categories.iter().zip(values), out, |(category, mut values), out| {
        // Predicates are numbered in the order in which bindings were read, so the values are sorted.
        values.sort_unstable();
        out.push('[');
        text(&category.name, out);
        out.push(',');
        text(&category.identity, out);
        out.push(',');
        let place = composition.sources.show(category.place);
        text(if category.place.line > 0 { &place } else { "" }, out);
        out.push(',');
        list(values.iter().take(MAX_VALUES), out, |value, out| text(value, out));
        let _ = write!(out, ",{}]", values.len());
    });
}
