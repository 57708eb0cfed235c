//! Corrections of generated Hiera trees: lookups have the same answers afterwards, except where a problem announced
//! another one, everything else keeps its bytes, and a second correction changes nothing.

use modelwright::corrections::{CorrectedFiles, Corrections};
use modelwright::files::{FileAccess, Memory};
use modelwright::hiera::check::{CheckOptions, check, correct};
use modelwright::hiera::lookup::{Hierarchy, Query, Resolution, answer_json, quoted_key};
use modelwright::store::{Hash, Value};
use modelwright::workspace::Workspace;
use proptest::prelude::*;
use proptest::strategy::ValueTree as _;
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::sync::Arc;

const CONFIG: &str = "/hiera.yaml";
const HIERA: &str =
    ":backends: [yaml, json]\n:hierarchy: [a, b]\n:yaml:\n  :datadir: /data\n:json:\n  :datadir: /data\n";

const HIERA_5: &str = "version: 5\ndefaults: {datadir: data, data_hash: yaml_data}\nhierarchy:\n- {name: a, path: a.yaml}\n\
                       - {name: b, path: b.yaml}\n- {name: j, path: a.json, data_hash: json_data}\n";

/// Scalars that Ruby reads differently than they look, and ordinary ones.
const SCALARS: [&str; 22] = [
    "0640",
    "010",
    "1:30",
    "1:30:00",
    "-1:30",
    "0x1f",
    "1_000",
    "00",
    "08",
    "2026-03-01",
    "2026-03-01 10:00:00",
    ":a",
    ":\"a b\"",
    "'0640'",
    "text",
    "it's",
    "~",
    "true",
    "1.5",
    "!ruby/regexp /x/",
    "\"%{x}\"",
    "0640 # comment",
];

/// A line of a file, or several.
fn part() -> impl Strategy<Value = String> {
    let scalar = || prop::sample::select(SCALARS.to_vec());
    let key = || prop::sample::select(vec!["a", "b", "'c.d'", "\"e\"", "1", "2026-01-01", "f g", ":s"]);
    prop_oneof![
        8 => (key(), scalar()).prop_map(|(key, value)| format!("{key}: {value}\n")),
        2 => (key(), scalar(), scalar()).prop_map(|(key, one, two)| format!("{key}: [{one}, {two}]\n")),
        2 => (key(), scalar(), scalar()).prop_map(|(key, one, two)| format!("{key}: {{x: {one}, x: {two}}}\n")),
        2 => (key(), scalar()).prop_map(|(key, one)| format!("{key}:\n- {one}\n- y: {one}\n  y: {one}\n")),
        2 => (key(), scalar(), scalar()).prop_map(|(key, one, two)| {
            format!("{key}:\n  x: {one}\n\n  # note\n  x: {one}\n  y:\n    z: {two}\n")
        }),
        1 => (key(), scalar()).prop_map(|(key, one)| format!("{key}: |\n  x: {one}\n  x: {one}\n")),
        1 => (key(), scalar()).prop_map(|(key, one)| format!("{key}: &a {one}\nother: *a\n")),
        1 => (key(), scalar()).prop_map(|(key, one)| format!("{key}: \"x\n  {one}\"\n")),
        1 => Just("# comment\n".to_owned()),
        1 => Just("\n".to_owned()),
        1 => Just("<<: {m: 0640}\n".to_owned()),
    ]
}

/// A file; lines may be repeated, removed, or end like those of Windows.
fn file() -> impl Strategy<Value = String> {
    let parts = prop::collection::vec((part(), 1..3_usize), 0..8);
    let changes = (prop::option::weighted(0.2, any::<prop::sample::Index>()), any::<bool>(), 0..8_u8);
    (parts, changes).prop_map(|(parts, (cut, is_windows, mark))| {
        let mut text: String = parts.into_iter().map(|(part, count)| part.repeat(count)).collect();
        if let Some(cut) = cut {
            let mut lines: Vec<&str> = text.split_inclusive('\n').collect();
            if !lines.is_empty() {
                lines.remove(cut.index(lines.len()));
            }
            text = lines.concat();
        }
        if is_windows {
            text = text.replace('\n', "\r\n");
        }
        if mark == 0 { format!("\u{feff}{text}") } else { text }
    })
}

fn workspace(files: &BTreeMap<String, String>) -> Workspace {
    let memory =
        Memory::from_iter(files.iter().map(|(path, text)| (path.as_str(), text.as_bytes().to_vec())));
    Workspace { files: Arc::new(memory), ..Workspace::default() }
}

/// The answers of all keys, with every resolution.
fn answers(workspace: &Workspace, keys: &BTreeSet<String>) -> BTreeMap<(String, &'static str), String> {
    let hierarchy = Hierarchy::load(Path::new(CONFIG), &workspace.access()).0.expect("a configuration");
    let scope = Value::Hash(Hash::default());
    let mut answers = BTreeMap::new();
    for key in keys {
        for resolution in [Resolution::Priority, Resolution::Array, Resolution::Hash] {
            let query = Query { resolution: &resolution, ..Query::new(key, &scope) };
            let mut text = String::new();
            match hierarchy.lookup(&query) {
                Ok(Some(answer)) => answer_json(&answer, &mut text),
                Ok(None) => text.push_str("nothing"),
                // The position of the problem of a file may be another one.
                Err(error) => text = error.cause().map_or(error.message(), |cause| &cause.message).to_owned(),
            }
            answers.insert((key.clone(), resolution.name()), text);
        }
    }
    answers
}

fn keys(workspace: &Workspace) -> BTreeSet<String> {
    let hierarchy = Hierarchy::load(Path::new(CONFIG), &workspace.access()).0.expect("a configuration");
    hierarchy.keys().into_iter().map(|key| quoted_key(key).into_owned()).collect()
}

fn corrected(workspace: &Workspace, corrections: Corrections) -> CorrectedFiles {
    let load = |access: &FileAccess| Hierarchy::load(Path::new(CONFIG), access).0;
    correct(load, &workspace.access(), &CheckOptions::default(), corrections).expect("a configuration")
}

/// What corrections never change: the mark of the encoding, comments, blank lines, and how lines end.
fn kept(text: &str) -> Vec<&str> {
    let comment = |line| {
        let line: &str = line;
        let at = line.find('#').or_else(|| line.trim().is_empty().then_some(0));
        at.map(|at| &line[at..])
    };
    let ends = if text.contains("\r\n") { "\r\n" } else { "\n" };
    let mark = if text.starts_with('\u{feff}') { "mark" } else { "" };
    let ends_alike = if text.lines().count() == text.matches(ends).count() { ends } else { "" };
    [mark, ends_alike].into_iter().chain(text.split_inclusive('\n').filter_map(comment)).collect()
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 400, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn corrected_trees_have_the_same_answers(a in file(), b in file(), json in any::<bool>(), is_5 in any::<bool>()) {
        let mut files = BTreeMap::from([
            (CONFIG.to_owned(), if is_5 { HIERA_5 } else { HIERA }.to_owned()),
            ("/data/a.yaml".to_owned(), a),
            ("/data/b.yaml".to_owned(), b),
        ]);
        if json {
            let text = "{\n  \"a\": 1,\n  \"a\": 1,\n  \"b\": {\"x\": 1,\n    \"x\": 1},\n  \"b\": 2\n}\n";
            files.insert("/data/a.json".to_owned(), text.to_owned());
        }
        let before = workspace(&files);
        let known = keys(&before);
        let hierarchy = Hierarchy::load(Path::new(CONFIG), &before.access()).0.expect("a configuration");
        let problems = check(&hierarchy, &CheckOptions::default());
        let announced: BTreeSet<String> = problems
            .iter()
            .filter(|problem| problem.fix.as_ref().is_some_and(|fix| fix.changes_meaning))
            .filter_map(|problem| problem.key.as_deref())
            .map(|key| quoted_key(key).into_owned())
            .collect();
        for corrections in [Corrections::KeepingMeaning, Corrections::All] {
            let result = corrected(&before, corrections);
            let mut after = files.clone();
            for (path, file) in &result.files {
                let text = String::from_utf8(file.bytes.clone()).expect("UTF-8");
                let path = path.to_string_lossy().into_owned();
                prop_assert_eq!(kept(&files[&path]), kept(&text));
                after.insert(path, text);
            }
            let after = workspace(&after);
            let (old, new) = (answers(&before, &known), answers(&after, &known));
            for ((key, resolution), old) in &old {
                let is_announced = corrections == Corrections::All && announced.contains(key);
                let new = &new[&(key.clone(), *resolution)];
                prop_assert!(old == new || is_announced, "{key} ({resolution}): {old} became {new}");
            }
            prop_assert!(corrected(&after, corrections).files.is_empty());
        }
    }
}

#[test]
fn generated_trees_have_something_to_correct() {
    let mut runner = proptest::test_runner::TestRunner::deterministic();
    let mut counts = [0, 0];
    for _ in 0..200 {
        let text = file().new_tree(&mut runner).expect("a file").current();
        let files =
            BTreeMap::from([(CONFIG.to_owned(), HIERA.to_owned()), ("/data/a.yaml".to_owned(), text)]);
        let workspace = workspace(&files);
        for (count, corrections) in counts.iter_mut().zip([Corrections::KeepingMeaning, Corrections::All]) {
            *count += usize::from(!corrected(&workspace, corrections).files.is_empty());
        }
    }
    assert!(counts[0] > 60 && counts[1] > counts[0], "{counts:?}");
}
