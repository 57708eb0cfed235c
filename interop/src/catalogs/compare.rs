//! The differences of two answers: Puppet's and ours. What is not known in ours is equal to every value.

use serde_json::{Value as Json, json};
use std::fmt::Write as _;

/// What a comparison found.
pub(super) enum Verdict {
    /// Both catalogs are equal.
    Equal,
    /// Both reject, at the same place; the flag is whether the messages are equal, too.
    SameError(bool),
    /// Puppet has a catalog; we report a problem: its message, and its text with the place.
    Refused(String, String),
    /// Something else differs: a short text of the kind of difference, and the differences.
    Wrong(&'static str, String),
}

/// The number of differences of a catalog that are shown.
const SHOWN: usize = 6;

/// How many bodies Puppet's side records, and how many characters of each.
const RECORDED: usize = 5000;
const RECORDED_CHARS: usize = 200;

/// Compares two answers.
pub(super) fn compare(puppet: &Json, ours: &Json) -> Verdict {
    match (&puppet["error"], &ours["error"]) {
        (Json::Null, Json::Null) => {}
        (Json::Null, problem) => {
            let message = text(&problem["message"], problem);
            return Verdict::Refused(message.clone(), text(&problem["text"], &json!(message)));
        }
        (_, Json::Null) if !missing(ours).is_empty() => return incomplete(ours, &missing(ours)),
        (error, Json::Null) => {
            return Verdict::Wrong("accepted", format!("Puppet rejects: {}", text(&error["message"], error)));
        }
        (error, problem) => return errors(puppet, ours, error, problem),
    }
    let mut found = Vec::new();
    let (theirs, own) = (&puppet["catalog"], &ours["catalog"]);
    let kind = [
        ("resources", list("resource", &references(theirs), &references(own), &mut found)),
        ("parameters", resources(puppet, ours, &mut found)),
        ("edges", list("edge", &edges(theirs), &edges(own), &mut found)),
        ("classes", value("classes", &theirs["classes"], &own["classes"], &mut found)),
        ("tags", value("tags", &theirs["tags"], &own["tags"], &mut found)),
        ("name", value("name", &theirs["name"], &own["name"], &mut found)),
        ("log", list("log", &entries(puppet), &entries(ours), &mut found)),
        ("order of evaluation", list("body", &evaluated(puppet), &evaluated(ours), &mut found)),
    ];
    let different = kind.iter().find(|(_, is_equal)| !is_equal);
    let missing = missing(ours);
    match different {
        // What is not known may not matter.
        None if missing.is_empty() || !is_incomplete(ours) => Verdict::Equal,
        None => incomplete(ours, &missing),
        Some(("log", _)) if !missing.is_empty() => incomplete(ours, &missing),
        Some(_) if ours["gaps"].as_array().is_some_and(|gaps| !gaps.is_empty()) => incomplete(ours, &missing),
        Some((kind, _)) => {
            found.truncate(SHOWN);
            Verdict::Wrong(kind, found.join("\n"))
        }
    }
}

/// What is missing in our catalog, or not known in it.
fn missing(ours: &Json) -> Vec<&str> {
    let lists = ["gaps", "unknown"].into_iter().filter_map(|name| ours[name].as_array());
    lists.flatten().filter_map(Json::as_str).collect()
}

/// Whether parts of our catalog are missing, or values in it are not known.
fn is_incomplete(ours: &Json) -> bool {
    ours["gaps"].as_array().is_some_and(|gaps| !gaps.is_empty())
        || ours["catalog"].to_string().contains("\"__ptype\":\"Unknown\"")
}

/// The verdict for a catalog with values that are not known, or parts that are missing.
fn incomplete(ours: &Json, missing: &[&str]) -> Verdict {
    let first = missing.first().copied().unwrap_or_default().to_owned();
    Verdict::Refused(first, format!("missing or not known: {}, {}", ours["gaps"], ours["unknown"]))
}

/// Puppet's value, with ours in the place of what is not known in ours.
fn masked(theirs: &Json, ours: &Json) -> Json {
    match (theirs, ours) {
        (_, Json::Object(own)) if own.get("__ptype").is_some_and(|name| name == "Unknown") => ours.clone(),
        (Json::Object(theirs), Json::Object(own)) => {
            let mut all = theirs.clone();
            for (key, value) in own {
                all.insert(key.clone(), masked(theirs.get(key).unwrap_or(&Json::Null), value));
            }
            // A key that Puppet does not have differs, unless its value is not known.
            all.retain(|key, value| theirs.contains_key(key) || !value.is_null());
            Json::Object(all)
        }
        (Json::Array(theirs), Json::Array(own)) if theirs.len() == own.len() => {
            theirs.iter().zip(own).map(|(theirs, own)| masked(theirs, own)).collect()
        }
        _ => theirs.clone(),
    }
}

fn errors(puppet: &Json, ours: &Json, error: &Json, problem: &Json) -> Verdict {
    let message = text(&error["message"], error);
    let both = || format!("Puppet: {message}\nours: {}", text(&problem["text"], problem));
    if !is_same_place(&message, error, problem) {
        return Verdict::Wrong("place of an error", both());
    }
    let mut found = Vec::new();
    let is_equal_log = list("log", &entries(puppet), &entries(ours), &mut found);
    if is_equal_log && !list("body", &evaluated(puppet), &evaluated(ours), &mut found) {
        return Verdict::Wrong(
            "order of evaluation before an error",
            format!("{}\n{}", found.join("\n"), both()),
        );
    }
    if is_equal_log {
        return Verdict::SameError(message.contains(plain(&problem["message"])));
    }
    Verdict::Wrong("log before an error", format!("{}\n{}", found.join("\n"), both()))
}

/// Whether our problem is at the place of Puppet's error, or at one that its message names: errors in the body of a
/// defined type also have the place of the resource. If Puppet knows no place, ours may be any.
fn is_same_place(message: &str, error: &Json, problem: &Json) -> bool {
    let (file, line) = (plain(&problem["file"]), problem["line"].as_u64());
    let Some(line) = line else { return error["line"].is_null() };
    let named = format!("(file: {file}, line: {line}");
    error["line"].is_null()
        || (plain(&error["file"]), error["line"].as_u64()) == (file, Some(line))
        || message.split(&named).skip(1).any(|rest| rest.starts_with([',', ')']))
}

fn text(preferred: &Json, other: &Json) -> String {
    preferred.as_str().map_or_else(|| other.to_string(), str::to_owned)
}

fn references(catalog: &Json) -> Vec<String> {
    let resources = catalog["resources"].as_array().into_iter().flatten();
    resources.map(|resource| format!("{}[{}]", plain(&resource["type"]), plain(&resource["title"]))).collect()
}

fn edges(catalog: &Json) -> Vec<String> {
    let edges = catalog["edges"].as_array().into_iter().flatten();
    edges.map(|edge| format!("{} -> {}", plain(&edge["source"]), plain(&edge["target"]))).collect()
}

/// The entries of the log; the messages of Puppet's own warnings name addresses of its objects.
fn entries(answer: &Json) -> Vec<String> {
    let entries = answer["log"].as_array().into_iter().flatten();
    let entry = |entry: &Json| {
        let mut out =
            format!("{} {}: {}", plain(&entry["level"]), plain(&entry["source"]), plain(&entry["message"]));
        if !entry["line"].is_null() {
            let _ = write!(out, " at {}:{}", plain(&entry["file"]), entry["line"]);
        }
        out
    };
    entries.map(entry).collect()
}

/// The bodies that were evaluated, in order, as far as Puppet's side records them.
fn evaluated(answer: &Json) -> Vec<String> {
    let bodies = answer["evaluated"].as_array().into_iter().flatten().filter_map(Json::as_str);
    bodies.take(RECORDED).map(|body| body.chars().take(RECORDED_CHARS).collect()).collect()
}

fn plain(value: &Json) -> &str {
    value.as_str().unwrap_or_default()
}

/// Compares lists, and shows the first item that differs.
fn list(what: &str, theirs: &[String], ours: &[String], found: &mut Vec<String>) -> bool {
    let at = theirs.iter().zip(ours).take_while(|(one, other)| one == other).count();
    if at == theirs.len() && at == ours.len() {
        return true;
    }
    let item = |items: &[String]| items.get(at).map_or("nothing", String::as_str).to_owned();
    found.push(format!("{what} {at}: Puppet has {}, we have {}", item(theirs), item(ours)));
    false
}

fn value(what: &str, theirs: &Json, ours: &Json, found: &mut Vec<String>) -> bool {
    let is_equal = theirs == ours;
    if !is_equal {
        found.push(format!("{what}: Puppet has {theirs}, we have {ours}"));
    }
    is_equal
}

/// Compares resources with the same reference.
fn resources(puppet: &Json, ours: &Json, found: &mut Vec<String>) -> bool {
    let before = found.len();
    let both = |side: &Json| {
        let resources = side["catalog"]["resources"].as_array().cloned().unwrap_or_default();
        let names = side["names"].as_array().cloned().unwrap_or_default();
        resources.into_iter().zip(names).collect::<Vec<_>>()
    };
    let mine = both(ours);
    let known: std::collections::BTreeMap<(String, String), &(Json, Json)> =
        mine.iter().map(|pair| (key(&pair.0), pair)).collect();
    for (theirs, names) in both(puppet) {
        let Some((own, own_names)) = known.get(&key(&theirs)) else { continue };
        let (kind, title) = key(&theirs);
        for field in ["parameters", "tags", "file", "line", "exported", "kind", "sensitive_parameters"] {
            let theirs = masked(&theirs[field], &own[field]);
            value(&format!("{field} of {kind}[{title}]"), &theirs, &own[field], found);
        }
        if theirs["parameters"] == own["parameters"] {
            value(&format!("order of parameters of {kind}[{title}]"), &names, own_names, found);
        }
    }
    found.len() == before
}

fn key(resource: &Json) -> (String, String) {
    (plain(&resource["type"]).to_owned(), plain(&resource["title"]).to_owned())
}
