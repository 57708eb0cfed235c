//! The lines of edges in the form that Mermaid and PlantUML have in common.
//!
//! Invariant: names and multiplicities are only in places where the notation's own escapes apply.

use super::{Edge, Relation};

/// An edge between two identifiers, without its indentation.
pub(crate) fn edge(edge: &Edge, ids: &[String], escape: fn(&str) -> String) -> String {
    let (from, to) = (&ids[edge.from], &ids[edge.to]);
    match &edge.relation {
        Relation::Inheritance { realizes } => {
            format!("{to} {} {from}", if *realizes { "<|.." } else { "<|--" })
        }
        // Without a containment, both names are beside their ends; otherwise the name of the far end is in the middle
        // of the line, where there is more space.
        Relation::Association { contains: false, near: Some(near), far } => {
            let (near, far) = (escape(&near.text()), escape(&far.text()));
            format!("{from} \"{near}\" -- \"{far}\" {to}")
        }
        Relation::Association { contains, near, far } => {
            let near = near.as_ref().map(|near| format!("\"{}\" ", escape(&near.text())));
            let line = match (contains, &near) {
                (true, Some(_)) => "*--",
                (true, None) => "*-->",
                (false, _) => "-->",
            };
            let near = near.unwrap_or_default();
            let far_count = quoted_multiplicity(&far.multiplicity);
            format!("{from} {near}{line} {far_count}{to} : {}", escape(&far.name))
        }
    }
}

/// A multiplicity beside a line, and a space; nothing if it is part of a type.
fn quoted_multiplicity(multiplicity: &str) -> String {
    if multiplicity.is_empty() { String::new() } else { format!("\"{multiplicity}\" ") }
}
