//! Requests the resources that queries of bindings search, and those that nodes export, from PuppetDB.
//!
//! Internal: this crate has no stable API of its own; the crate `modelwright` has.
//!
//! This is the only code of modelwright that opens a socket. Invariants: it connects to the host of the given URL only,
//! and follows no redirects and no proxies of the environment; time and size are limited; it returns the answers as
//! texts. It knows neither their meaning nor the caller.

use modelwright_metamodel::diagnostic::{Diagnostic, Source, codes};
use modelwright_metamodel::input::{Limits, decode_text};
use std::collections::BTreeSet;
use std::sync::Arc;
use std::time::Duration;
use ureq::Agent;

/// The time limit for a request with its answer.
const TIME_LIMIT: Duration = Duration::from_secs(60);

/// The path of the endpoint, which PuppetDB has had since version 3.
const RESOURCES_PATH: &str = "pdb/query/v4/resources";

/// The query `["=","exported",true]`, as a part of a URL.
const EXPORTED_QUERY: &str = "query=%5B%22%3D%22%2C%22exported%22%2Ctrue%5D";

/// Requests all resources of some types from a PuppetDB, such as `http://localhost:8080`. Returns an answer for each
/// type, in the order of the types; the name of an answer is its URL.
///
/// # Errors
/// For the first request that fails: the URL is not an HTTP URL, there is no answer within 60 seconds, the status of
/// the answer is not 200, or the answer is larger than the limit.
pub fn resources(
    url: &str,
    types: &BTreeSet<String>,
    limits: &Limits,
) -> Result<Vec<Arc<Source>>, Box<Diagnostic>> {
    let paths = types.iter().map(|kind| format!("{RESOURCES_PATH}/{}", type_name(kind)));
    request(url, paths, limits, TIME_LIMIT)
}

/// Requests all resources that nodes export from a PuppetDB. Returns its answer, whose name is the URL.
///
/// # Errors
/// If the request fails, as in [`resources`].
pub fn exported_resources(url: &str, limits: &Limits) -> Result<Vec<Arc<Source>>, Box<Diagnostic>> {
    request(url, std::iter::once(exported_path()), limits, TIME_LIMIT)
}

/// The path of the resources that nodes export, with the query.
fn exported_path() -> String {
    format!("{RESOURCES_PATH}?{EXPORTED_QUERY}")
}

/// Requests some paths of a PuppetDB, each within a time limit.
fn request(
    url: &str,
    paths: impl Iterator<Item = String>,
    limits: &Limits,
    time_limit: Duration,
) -> Result<Vec<Arc<Source>>, Box<Diagnostic>> {
    if !url.starts_with("http://") {
        let message = format!("expected a URL that starts with http://, found `{url}`");
        let help = "write the address that PuppetDB offers to programs on its host: http://localhost:8080";
        return Err(Box::new(Diagnostic::error(codes::WRONG_USE, message).help(help)));
    }
    let config = Agent::config_builder()
        .timeout_global(Some(time_limit))
        // A redirect could lead to another host. It is not followed, and reported because its status is not 200.
        .max_redirects(0)
        .max_redirects_will_error(false)
        .http_status_as_error(false)
        // By default, the proxy that is named in the environment would be used.
        .proxy(None)
        .build();
    let agent = Agent::new_with_config(config);
    let url = url.trim_end_matches('/');
    paths.map(|path| request_answer(&agent, &format!("{url}/{path}"), limits)).collect()
}

/// The name of a type in PuppetDB, in which each part begins with a capital letter: `Apache::Vhost` for
/// `::apache::vhost`.
fn type_name(kind: &str) -> String {
    // In a query, a type may begin with a small letter or with `::`.
    kind.trim_start_matches("::").split("::").map(capitalized).collect::<Vec<_>>().join("::")
}

/// A word with a capital letter at its start.
fn capitalized(part: &str) -> String {
    let mut letters = part.chars();
    match letters.next() {
        Some(first) => first.to_uppercase().chain(letters).collect(),
        None => String::new(),
    }
}

/// The answer to a request, whose name is the URL. An answer with another status than 200 is an error.
fn request_answer(agent: &Agent, url: &str, limits: &Limits) -> Result<Arc<Source>, Box<Diagnostic>> {
    let failure = |reason: String| {
        let message = format!("cannot read {url}: {reason}");
        let help = "check that PuppetDB runs there, or specify files with its answers: --catalogs FILE";
        Box::new(Diagnostic::error(codes::CANNOT_READ, message).help(help))
    };
    let request = agent.get(url).header("Accept", "application/json");
    let mut response = request.call().map_err(|error| failure(error.to_string()))?;
    // An answer with an error status has a body as well, but the body is not a list of resources.
    let status = response.status();
    if status.as_u16() != 200 {
        return Err(failure(format!("expected the status 200, found {status}")));
    }
    // The length of the answer is not known in advance, so the limit applies while it is read.
    let body = response.body_mut().with_config().limit(limits.document as u64).read_to_vec();
    let bytes = body.map_err(|error| match error {
        ureq::Error::BodyExceedsLimit(limit) => {
            let message = format!("the answer of {url} is larger than {limit} bytes");
            let help = "specify files with the answers for fewer nodes: --catalogs FILE";
            Box::new(Diagnostic::error(codes::LIMIT, message).help(help))
        }
        error => failure(error.to_string()),
    })?;
    decode_text(url, bytes, limits)
}

#[cfg(test)]
mod tests;

/// The examples of the page of this package.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
