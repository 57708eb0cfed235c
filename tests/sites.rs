//! Sites of bindings, each named after its hazard: what the check reports, and the answers of lookups.
//!
//! Each file in `sites/` is named after a section of ARM-8. A case is `#### name`, then files after `--- path` (without a path,
//! `bindings/default.pp`), then questions: `? facts: key, key`; after `==>` are all problems for any node, and the answers.
//! A file `enc.yaml` is the output of the ENC for all nodes. `UPDATE_EXPECT=1` rewrites the expectations.

#![expect(clippy::disallowed_methods, reason = "tests read their cases and write expectations")]

use modelwright::bindings::enc::EncOutput;
use modelwright::bindings::inject::Injector;
use modelwright::bindings::request::{NodeRequest, PreparedRequest, Requests};
use modelwright::files::{Files, Memory};
use modelwright::store::{Hash, Value};
use modelwright::workspace::Workspace;
use modelwright_metamodel::diagnostic::{Diagnostic, Diagnostics, Source};
use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// A problem in one line, with its other positions below.
fn show(problem: &Diagnostic, out: &mut String) {
    let _ = writeln!(out, "{}", problem.to_string().replace("/site/", ""));
    for label in problem.labels.iter().skip(1) {
        let at = label.position();
        let name = label.source.name().replace("/site/", "");
        let _ = writeln!(out, "    {name}:{}:{}: {}", at.line, at.column, label.text);
    }
}

fn show_all(problems: &Diagnostics, out: &mut String) {
    problems.iter().for_each(|problem| show(problem, out));
}

/// The variables of a question: `name=value`, where numbers and truth values have their types.
fn facts(text: &str) -> (Hash, Option<String>) {
    let mut facts = Hash::default();
    let mut environment = None;
    for (name, value) in text.split_whitespace().filter_map(|pair| pair.split_once('=')) {
        if name == "env" {
            environment = Some(value.to_owned());
            continue;
        }
        let value = match value {
            "true" | "false" => Value::Bool(value == "true"),
            "[]" => Value::Array(Vec::new()),
            _ => value.parse().map_or_else(|_| Value::text(value), Value::Integer),
        };
        facts.insert(Value::text(name), value);
    }
    (facts, environment)
}

/// The environment of a request, what decided it, and its folders.
fn environment(request: &PreparedRequest) -> String {
    let folders = &request.folders;
    let path = |path: &Path| match path.strip_prefix("/site") {
        Ok(inner) if inner.as_os_str().is_empty() => ".".to_owned(),
        Ok(inner) => inner.to_string_lossy().into_owned(),
        Err(_) => path.to_string_lossy().into_owned(),
    };
    let all = |paths: &[PathBuf]| paths.iter().map(|one| path(one)).collect::<Vec<_>>().join(", ");
    format!(
        "environment {} (by {})\n  envdir {}, modules {}\n  manifests {}, bindings {}\n",
        request.environment,
        request.decided_by.replace("/site/", ""),
        path(&folders.envdir),
        all(&folders.modulepath),
        all(&folders.manifests),
        path(&folders.bindingsdir)
    )
}

/// The output of the ENC, if the case has one; its problems are shown.
fn enc_output(text: Option<&str>, out: &mut String) -> Option<EncOutput> {
    match EncOutput::read(&Source::new("enc.yaml", text?)) {
        Ok((output, problems)) => {
            show_all(&problems, out);
            Some(output)
        }
        Err(problems) => {
            show_all(&problems, out);
            None
        }
    }
}

fn answer(injector: &Injector, key: &str, out: &mut String) {
    if let Some(name) = key.strip_prefix("explain ") {
        let _ = write!(out, "{}", injector.explain(name).to_string().replace("/site/", ""));
        return;
    }
    if let Some(name) = key.strip_prefix("all ") {
        let values = injector
            .lookup_all(name)
            .map(|all| all.iter().map(|value| value.to_literal()).collect::<Vec<_>>());
        let _ = writeln!(
            out,
            "{key} = {}",
            values.map_or_else(|problem| problem.to_string(), |all| all.join(" then "))
        );
        return;
    }
    let found = match key.split_once(' ') {
        Some(("type", ty)) => injector.lookup_type(ty),
        Some((ty, name)) => injector.lookup(Some(ty), name),
        None => injector.lookup(None, key),
    };
    match found {
        Ok(Some(value)) => {
            let _ = writeln!(out, "{key} = {}", value.to_literal());
        }
        Ok(None) => {
            let _ = writeln!(out, "{key} is not bound");
        }
        Err(problem) => {
            let _ = write!(out, "{key} fails: ");
            show(&problem, out);
        }
    }
}

/// What is reported for a case, and the answers to its questions.
fn outcome(case: &str) -> String {
    let files = Memory::new();
    let (mut path, mut text) = ("bindings/default.pp", String::new());
    let mut questions = Vec::new();
    let mut enc = None;
    let mut write = |path: &str, text: &str| {
        if path == "enc.yaml" {
            enc = Some(text.to_owned());
        } else if !text.is_empty() {
            files.write(Path::new("/site").join(path), text).expect("a path that is free");
        }
    };
    for line in case.lines() {
        if let Some(next) = line.strip_prefix("--- ") {
            write(path, &text);
            (path, text) = (next, String::new());
        } else if let Some(question) =
            line.strip_prefix("? ").or_else(|| line.strip_prefix("?:").map(|_| &line[1..]))
        {
            questions.push(question);
        } else {
            text.push_str(line);
            text.push('\n');
        }
    }
    write(path, &text);
    files.write("/site/README", "").expect("a path that is free");
    let workspace = Workspace { files: Arc::new(files) as Arc<dyn Files>, ..Workspace::default() };
    let mut out = String::new();
    let enc = enc_output(enc.as_deref(), &mut out);
    let requests = Requests::new(Path::new("/site"), &workspace).expect("a folder");
    let names = requests.environments();
    let all: Vec<PreparedRequest> = names.iter().map(|name| requests.without_node(name)).collect();
    show_all(&requests.check(&all), &mut out);
    for question in questions {
        let (given, keys) = question.split_once(": ").expect("facts and keys");
        let (facts, name) = facts(given);
        let request = NodeRequest { facts: &facts, enc: enc.as_ref(), environment: name.as_deref() };
        let request = requests.prepare(&request);
        let (injector, problems) = Injector::with_problems(&request.composition, &request.facts);
        let _ = writeln!(out, "? {}", given.trim());
        show_all(&request.problems, &mut out);
        show_all(&problems, &mut out);
        for key in keys.split(", ").map(str::trim) {
            match key {
                "environment" => out.push_str(&environment(&request)),
                key => answer(&injector, key, &mut out),
            }
        }
    }
    out
}

#[test]
fn sites_have_the_problems_and_answers_that_are_expected() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/sites");
    let entries = std::fs::read_dir(&folder).expect("the folder of cases");
    let mut paths: Vec<PathBuf> = entries.map(|entry| entry.expect("an entry").path()).collect();
    paths.sort();
    let mut failures = String::new();
    for path in paths {
        let text = std::fs::read_to_string(&path).expect("a text");
        let mut updated = String::new();
        for case in text.split_inclusive('\n').collect::<String>().split("#### ").skip(1) {
            let (input, expected) = case.split_once("==>\n").unwrap_or((case, ""));
            let (name, body) = input.split_once('\n').expect("a name and a text");
            let found = outcome(body);
            if found.trim() != expected.trim() {
                let _ =
                    writeln!(failures, "{}: {name}\nfound:\n{found}expected:\n{expected}", path.display());
            }
            let _ = write!(updated, "#### {}\n==>\n{found}\n", input.trim_end());
        }
        if std::env::var_os("UPDATE_EXPECT").is_some() {
            std::fs::write(&path, format!("{}\n", updated.trim_end())).expect("a file");
        }
    }
    assert!(failures.is_empty() || std::env::var_os("UPDATE_EXPECT").is_some(), "{failures}");
}
