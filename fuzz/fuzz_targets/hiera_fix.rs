//! Corrections of Hiera data: no text causes a panic, every lookup keeps its answer, and a second correction changes
//! nothing.
//!
//! The parts of an input are separated by NUL: a data file in YAML, and one in JSON.
#![no_main]

use libfuzzer_sys::fuzz_target;
use modelwright::corrections::Corrections;
use modelwright::files::{FileAccess, Memory};
use modelwright::hiera::check::{CheckOptions, correct};
use modelwright::hiera::lookup::{Hierarchy, Query, answer_json, quoted_key};
use modelwright::store::{Hash, Value};
use modelwright::workspace::Workspace;
use std::path::Path;
use std::sync::Arc;

const CONFIG: &str =
    ":backends: [yaml, json]\n:hierarchy: a\n:yaml:\n  :datadir: /data\n:json:\n  :datadir: /data\n";

/// The answers of all keys.
fn answers(workspace: &Workspace) -> Vec<(String, String)> {
    let hierarchy =
        Hierarchy::load(Path::new("/hiera.yaml"), &workspace.access()).0.expect("a configuration");
    let scope = Value::Hash(Hash::default());
    let answer = |key: &str| {
        let mut text = String::new();
        match hierarchy.lookup(&Query::new(&quoted_key(key), &scope)) {
            Ok(Some(answer)) => answer_json(&answer, &mut text),
            Ok(None) => text.push_str("nothing"),
            Err(error) => text = error.cause().map_or(error.message(), |cause| &cause.message).to_owned(),
        }
        (key.to_owned(), text)
    };
    hierarchy.keys().into_iter().map(answer).collect()
}

fuzz_target!(|bytes: &[u8]| {
    let (yaml, json) = match bytes.iter().position(|byte| *byte == 0) {
        Some(at) => (&bytes[..at], &bytes[at + 1..]),
        None => (bytes, &b"{}"[..]),
    };
    let files = Arc::new(Memory::new());
    for (path, bytes) in [("/hiera.yaml", CONFIG.as_bytes()), ("/data/a.yaml", yaml), ("/data/a.json", json)]
    {
        files.write(path, bytes).expect("a path that is free");
    }
    let workspace = Workspace { files: Arc::clone(&files) as _, ..Workspace::default() };
    let fix = |which| {
        let load = |access: &FileAccess| Hierarchy::load(Path::new("/hiera.yaml"), access).0;
        correct(load, &workspace.access(), &CheckOptions::default(), which).expect("a configuration")
    };
    let before = answers(&workspace);
    for which in [Corrections::KeepingMeaning, Corrections::All] {
        for (path, file) in fix(which).files {
            files.write(path, file.bytes).expect("a path that is free");
        }
        if which == Corrections::KeepingMeaning {
            assert_eq!(answers(&workspace), before);
        }
        assert!(fix(which).files.is_empty());
    }
});
