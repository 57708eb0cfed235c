//! Compares imported schemas with the programs of their languages: a document that conforms to a schema there must
//! conform to the imported metamodel, and the other way round, except for listed reasons.
//!
//! There is one file for each language.

mod linkml;

use super::Summary;
use std::path::Path;

/// Compares the languages that are named, or all of them.
pub(crate) fn run(shared: &Path, work: &Path, arguments: &[&str]) -> Result<Vec<Summary>, String> {
    let work = work.join("imports");
    let is_named = |name: &str| arguments.is_empty() || arguments.contains(&name);
    let mut summaries = Vec::new();
    if is_named("linkml") {
        summaries.push(linkml::run(shared, &work.join("linkml"))?);
    }
    if summaries.is_empty() {
        return Err(format!("no comparison of imports is named {}", arguments.join(" ")));
    }
    Ok(summaries)
}
