//! The index of an environment: its nodes, the names of all resources, and its problems.

use super::ReportedEnvironment;
use crate::compare::Comparison;
use modelwright_hiera::pages::{list, problem, text};
use std::fmt::Write as _;

/// The maximum number of problems that are listed.
const MAX_PROBLEMS: usize = 2_000;

/// Writes the index of an environment; `changes` are those from the previous environment, if both are compared.
pub(super) fn write(environment: &ReportedEnvironment, changes: Option<&Comparison>, out: &mut String) {
    out.push_str("{\"name\":");
    text(&environment.name, out);
    out.push_str(",\n\"nodes\":");
    environment.accounts.write_nodes(out);
    out.push_str(",\n\"names\":");
    environment.accounts.write_names(out);
    out.push_str(",\n\"problems\":");
    list(environment.problems.iter().take(MAX_PROBLEMS), out, problem);
    // Pages show how many problems are left out.
    let _ = write!(out, ",\n\"problemCount\":{}", environment.problems.iter().count());
    match changes {
        Some(comparison) => {
            let _ = write!(out, ",\"changeCount\":{}", comparison.changes().len());
        }
        None => out.push_str(",\"changeCount\":null"),
    }
    out.push('}');
}
