//! Answers queries in a text with one query per line, in the form in which answers are compared with those of Ruby's
//! Hiera.

use super::answer::Answer;
use super::error::LookupError;
use super::hierarchy::Hierarchy;
use super::json::{answer_json, read_value, value_json};
use super::query::Query;
use super::resolution::Resolution;
use crate::store::{Hash, Value};
use modelwright_metamodel::diagnostic::{Diagnostic, Diagnostics, Source, codes};
use std::sync::Arc;

/// The longest message of an answer, in characters.
const MESSAGE_LENGTH: usize = 200;

/// Answers queries, one per line, with `{"value":V}`, or `{"value":null,"found":false}` if no level has the key, or
/// `{"error":"Class: message"}`.
///
/// A query is an object with `key`, and optionally `resolution` (a name, or a hash of options), `scope`, `override` and
/// `default`.
///
/// # Errors
/// For the first line that is not a query.
pub fn answer_queries(hierarchy: &Hierarchy, source: &Arc<Source>) -> Result<String, Diagnostics> {
    let mut out = String::new();
    let mut start = 0;
    for line in source.text().split_inclusive('\n') {
        let range = start..start + line.trim_end().len();
        start += line.len();
        if line.trim().is_empty() {
            continue;
        }
        let fault = |message: &str| {
            let problem = Diagnostic::error(codes::WRONG_USE, message.to_owned()).at(source, range.clone());
            Diagnostics::from(
                problem.help("write {\"key\": K, \"resolution\": \"priority\", \"scope\": {…}}"),
            )
        };
        let query = read_value(&Source::new(source.name(), line))
            .map_err(|problem| fault(&format!("the line is not JSON: {}", problem.message)))?;
        let key = query.get("key").and_then(Value::as_text).ok_or_else(|| fault("the query has no key"))?;
        let resolution = query.get("resolution").map_or(Ok(Resolution::Priority), Resolution::from_value);
        let resolution = resolution.map_err(|message| fault(&message))?;
        let empty_scope = Value::Hash(Hash::default());
        let scope = query.get("scope").unwrap_or(&empty_scope);
        let answer = hierarchy.lookup(&Query {
            resolution: &resolution,
            order_override: query.get("override").and_then(Value::as_text),
            default: query.get("default").and_then(Value::as_text),
            ..Query::new(key, scope)
        });
        write_answer(answer, &mut out);
    }
    Ok(out)
}

/// Writes the line of an answer.
fn write_answer(answer: Result<Option<Answer<'_>>, LookupError>, out: &mut String) {
    match answer {
        Ok(Some(answer)) => {
            out.push_str("{\"value\":");
            answer_json(&answer, out);
        }
        Ok(None) => out.push_str("{\"value\":null,\"found\":false"),
        Err(error) => {
            let first_line = error.message().lines().next().unwrap_or_default().trim();
            let message: String = first_line.chars().take(MESSAGE_LENGTH).collect();
            out.push_str("{\"error\":");
            value_json(&Value::text(format!("{}: {message}", error.class())), out);
        }
    }
    out.push_str("}\n");
}
