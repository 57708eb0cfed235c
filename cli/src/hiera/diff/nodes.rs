//! The nodes of a comparison, with their facts before and after.

use crate::report::Report;
use modelwright::hiera::diff::Node;
use modelwright::store::Value;
use modelwright_metamodel::diagnostic::{Diagnostic, codes, printable_line};
use std::collections::BTreeMap;

/// Pairs the nodes with their facts after the change, if these differ; reports nodes that are only on one side.
pub(super) fn pair(
    before: Vec<(String, Value)>,
    after: Option<Vec<(String, Value)>>,
    report: &mut Report,
) -> Vec<Node> {
    let Some(after) = after else {
        return before.into_iter().map(|(name, before)| Node { name, before, after: None }).collect();
    };
    let mut after: BTreeMap<String, Value> = after.into_iter().collect();
    let mut nodes = Vec::new();
    for (name, before) in before {
        match after.remove(&name) {
            Some(facts) => {
                // Equal facts can cause no change.
                let after = (facts != before).then_some(facts);
                nodes.push(Node { name, before, after });
            }
            None => report.show_one(missing_node_warning("--scopes", &name)),
        }
    }
    after.keys().for_each(|name| report.show_one(missing_node_warning("--scopes-after", name)));
    nodes
}

/// The warning about a node that only the files of one flag contain.
fn missing_node_warning(flag: &str, name: &str) -> Diagnostic {
    let message = format!("the node {} is only in {flag}, so it is not compared", printable_line(name));
    Diagnostic::warning(codes::WRONG_USE, message)
        .help("specify its variables in both --scopes and --scopes-after")
}
