//! Our catalogs, in the form of Puppet's answers.

use modelwright_catalog::builder::{BuildResult, LogEntry, Node};
use modelwright_catalog::environment::{Environment, EnvironmentOptions};
use modelwright_catalog::fleet::FleetBuilder;
use modelwright_catalog::json::{Layout, write};
use modelwright_evaluation::evaluate::Value;
use modelwright_files::FileAccess;
use modelwright_metamodel::diagnostic::Diagnostics;
use serde_json::{Value as Json, json};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};

/// An environment for requests that differ only in their nodes; the error is an answer. With `records_data_places`,
/// catalogs have the places of data, as comparisons of catalogs have them.
pub(super) fn load(request: &Json, records_data_places: bool) -> Result<Environment, Json> {
    let text = |name: &str| request[name].as_str();
    let directories = request["modules"].as_array().map(|directories| {
        directories.iter().filter_map(Json::as_str).map(PathBuf::from).collect::<Vec<_>>()
    });
    let options = EnvironmentOptions {
        name: Some("production".to_owned()),
        manifest: text("manifest").map(PathBuf::from),
        modules: directories,
        has_strict_variables: request["settings"]["strict_variables"] == true,
        records_data_places,
        ..EnvironmentOptions::default()
    };
    let directory = Path::new(text("environment").unwrap_or_default());
    let loaded =
        catch_unwind(AssertUnwindSafe(|| Environment::load(&FileAccess::default(), directory, &options)));
    match loaded {
        Ok(Ok((environment, _))) => Ok(environment),
        Ok(Err(problems)) => Err(json!({ "error": error(&problems), "log": [] })),
        Err(_) => Err(json!({ "error": { "message": "PANIC" }, "log": [] })),
    }
}

/// The answer for a request.
pub(super) fn answer(environment: &Environment, request: &Json) -> Json {
    let node = node(request);
    catch_unwind(AssertUnwindSafe(|| environment.build(&node)))
        .map_or_else(|_| panicked(), |built| answer_of(&built))
}

/// The answer for a request with nodes that collect what others export.
pub(super) fn fleet_answer(environment: &Environment, request: &Json) -> Json {
    let nodes: Vec<Node> = request["nodes"].as_array().into_iter().flatten().map(node).collect();
    let build = || {
        let mut fleet = FleetBuilder::new(environment);
        let visit = |_: &Node, built: BuildResult| answer_of(&built);
        let mut answers = fleet.build(&nodes, visit);
        // Puppet's side has the same limit of passes.
        let _unsettled = fleet.settle(&nodes, visit, &mut |position, answer| answers[position] = answer);
        answers
    };
    let answers = catch_unwind(AssertUnwindSafe(build)).unwrap_or_else(|_| vec![panicked(); nodes.len()]);
    json!({ "nodes": answers })
}

fn panicked() -> Json {
    json!({ "error": { "message": "PANIC" }, "log": [] })
}

/// The node of a request.
pub(super) fn node(request: &Json) -> Node {
    let name = request["node"].as_str().unwrap_or_default();
    let facts = request["facts"].as_object().into_iter().flatten();
    let mut node = Node::new(name, facts.map(|(name, fact)| (name.clone(), value(fact))).collect());
    let classes = request["classes"].as_array().into_iter().flatten().filter_map(Json::as_str);
    node.classes = classes.map(|class| (class.to_owned(), Vec::new())).collect();
    node
}

fn answer_of(result: &BuildResult) -> Json {
    let BuildResult { catalog, log, problems, unknown, evaluated, .. } = result;
    let evaluated: Json = evaluated.iter().map(|(ty, title)| json!(format!("{ty}[{title}]"))).collect();
    let Some(built) = catalog else {
        return json!({ "error": error(problems), "log": entries(log), "evaluated": evaluated });
    };
    let gaps: Vec<&str> = problems.iter().map(|problem| problem.message.as_str()).collect();
    let names = built
        .resources
        .iter()
        .map(|resource| resource.parameters.iter().map(|parameter| json!(parameter.name)).collect::<Json>());
    let names: Json = names.collect();
    let written = match write(built, Layout::Compact) {
        Ok(written) => written,
        Err(problems) => return json!({ "error": error(&problems), "log": entries(log) }),
    };
    match serde_json::from_str::<Json>(&written) {
        Ok(catalog) => json!({
            "catalog": catalog, "names": names, "log": entries(log), "gaps": gaps, "unknown": unknown,
            "evaluated": evaluated,
        }),
        Err(problem) => json!({ "error": { "message": problem.to_string() }, "log": [] }),
    }
}

fn error(problems: &Diagnostics) -> Json {
    let first = problems.first_error();
    let Some(first) = first else { return json!({ "message": "no problem is reported" }) };
    let place = first.primary_label().map(|label| label.position());
    json!({
        "message": first.message,
        "file": first.primary_label().map(|label| label.source.name()),
        "line": place.map(|place| place.line),
        "column": place.map(|place| place.column),
        "text": first.to_string(),
    })
}

fn entries(log: &[LogEntry]) -> Json {
    let entry = |entry: &LogEntry| {
        let mut out = json!({ "level": entry.level, "source": entry.source, "message": entry.message });
        if let Some((file, line)) = &entry.place {
            out["file"] = json!(file);
            out["line"] = json!(line);
        }
        out
    };
    log.iter().map(entry).collect()
}

/// A value of JSON.
fn value(json: &Json) -> Value {
    match json {
        Json::Null => Value::Undef,
        Json::Bool(value) => Value::Boolean(*value),
        Json::Number(number) => match number.as_i64() {
            Some(integer) => Value::Integer(integer),
            None => Value::Float(number.as_f64().unwrap_or_default()),
        },
        Json::String(text) => Value::string(text),
        Json::Array(items) => Value::array(items.iter().map(value).collect()),
        Json::Object(pairs) => Value::hash(pairs.iter().map(|(key, item)| (Value::string(key), value(item)))),
    }
}
