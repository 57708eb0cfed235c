//! Answers the queries of callers. What a query requests, but version 5 does not support, is an error or has no effect.

use super::super::answer::Answer;
use super::super::error::LookupError;
use super::super::query::Query;
use super::super::resolution::Resolution;
use super::search::Search;
use super::strategy::Strategy;
use crate::store::{RubyKind, Value};

/// The answer of a tree of version 4 or 5.
pub(in crate::lookup) fn answer_query<'h>(
    lookup: &mut Search<'h>,
    query: &Query<'h>,
) -> Result<Option<Answer<'h>>, LookupError> {
    if query.order_override.is_some() {
        return Err(LookupError::unsupported("version 5 has no level to search before all others")
            .help("look the key up without --override"));
    }
    let answer = match query.resolution {
        Resolution::Priority => lookup.lookup(query.key, None),
        Resolution::Array => lookup.lookup(query.key, Some(&Strategy::Unique)),
        // A lookup of Puppet cannot use the options of a merge of version 3, so hashes are merged without them.
        Resolution::Hash | Resolution::Merge(_) => lookup.lookup(query.key, Some(&Strategy::Hash)),
        Resolution::Strategy(strategy) => lookup.lookup(query.key, Some(strategy)),
    };
    // The message may contain parts of decrypted texts.
    let answer = answer.map_err(|error| lookup.secrets.redact(error))?;
    Ok(match answer {
        Some(Answer::Owned(value)) => Some(Answer::Owned(without_symbols(value))),
        Some(unchanged @ Answer::DataValue { .. }) => Some(unchanged),
        None => query.default.map(|text| Answer::Owned(Value::text(text))),
    })
}

/// Replaces symbols by strings. The only symbol that Puppet allows in data is `default`.
fn without_symbols(value: Value) -> Value {
    match value {
        Value::Ruby(RubyKind::Symbol, name) => Value::Text(name),
        Value::Array(items) => Value::Array(items.into_iter().map(without_symbols).collect()),
        Value::Hash(hash) => {
            Value::Hash(hash.into_iter().map(|(key, value)| (key, without_symbols(value))).collect())
        }
        value => value,
    }
}
