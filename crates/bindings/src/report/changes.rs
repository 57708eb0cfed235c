//! The values of nodes that change from one site to the next.

use super::{ReportedSite, SCRIPT_OBJECT};
use crate::diff::{Change, ComparedNode, Side, compare};
use crate::pages::{Parts, ReportFile, list, text};
use crate::query::Catalogs;
use rustc_hash::FxHashMap;
use std::fmt::Write as _;
use std::sync::Arc;

/// The changes between two sites, which have the same nodes in the same order.
pub(super) fn changes(
    before: &ReportedSite,
    after: &ReportedSite,
    catalogs: Option<&Arc<Catalogs>>,
) -> Vec<Change> {
    let compared_nodes = before.nodes.iter().zip(&after.nodes).map(|(old, new)| ComparedNode {
        name: new.name.clone(),
        before: (Arc::clone(&old.composition), Arc::clone(&old.facts)),
        after: (Arc::clone(&new.composition), Arc::clone(&new.facts)),
    });
    compare(&compared_nodes.collect::<Vec<_>>(), catalogs)
}

/// Writes the changes from the previous site. Each consists of the key, the value and its position before and after,
/// and the numbers of the nodes in `site`.
pub(super) fn write(site_number: usize, site: &ReportedSite, changes: &[Change]) -> Vec<ReportFile> {
    let numbered_names = site.nodes.iter().enumerate().map(|(number, node)| (node.name.as_str(), number));
    let numbers: FxHashMap<&str, usize> = numbered_names.collect();
    let mut parts = Parts::new(SCRIPT_OBJECT, site_number, "changes");
    for (index, change) in changes.iter().enumerate() {
        parts.add(index, |out| {
            out.push('[');
            text(&change.key, out);
            for Side { value, place } in [&change.before, &change.after] {
                out.push_str(",[");
                text(value, out);
                out.push(',');
                text(place, out);
                out.push(']');
            }
            out.push(',');
            list(change.nodes.iter().filter_map(|name| numbers.get(name.as_str())), out, |number, out| {
                let _ = write!(out, "{number}");
            });
            out.push(']');
        });
    }
    parts.finish()
}
