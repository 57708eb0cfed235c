//! What the commands about catalogs report of values that are not known.

use crate::hiera::counted;
use modelwright::catalog::compare::Location;
use modelwright::catalog::model::Catalog;
use modelwright::catalog::unknown::unknown_parameters;
use modelwright_metamodel::diagnostic::{Diagnostic, codes, printable_line};
use std::fmt::Write as _;

/// A warning for each parameter whose value is not known.
pub(super) fn warnings(catalog: &Catalog) -> Vec<Diagnostic> {
    unknown_parameters(catalog)
        .map(|unknown| {
            let resource = &catalog.resources[unknown.resource];
            let place = Location::of_parameter(unknown.parameter).or_else(|| Location::of_resource(resource));
            let place = place.map_or_else(String::new, |place| format!(" ({place})"));
            let name = &unknown.parameter.name;
            let message =
                format!("the value of `{name}` of {resource}{place} is not known: {}", unknown.reason);
            Diagnostic::warning(codes::CATALOG_UNKNOWN, message)
        })
        .collect()
}

/// Lines that state for each reason how many values are not known, and on how many nodes. `reasons` has the reasons of
/// each node.
pub(super) fn counts(reasons: &[Vec<String>]) -> String {
    let mut counted_reasons: Vec<(&str, usize, usize)> = Vec::new();
    for node_reasons in reasons {
        let mut seen_reasons = Vec::new();
        for reason in node_reasons {
            let is_first = !seen_reasons.contains(&reason);
            seen_reasons.push(reason);
            match counted_reasons.iter_mut().find(|(counted_reason, ..)| counted_reason == reason) {
                Some((_, values, nodes)) => {
                    *values += 1;
                    *nodes += usize::from(is_first);
                }
                None => counted_reasons.push((reason, 1, 1)),
            }
        }
    }
    counted_reasons.sort_by_key(|(reason, values, _)| (std::cmp::Reverse(*values), *reason));
    let mut out = String::new();
    for (reason, values, nodes) in counted_reasons {
        let (values, nodes) = (counted(values, "unknown value"), counted(nodes, "node"));
        let _ = writeln!(out, "{values} on {nodes}: {}", printable_line(reason));
    }
    out
}
