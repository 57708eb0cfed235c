//! Hiera: no configuration, data, key or scope causes a panic; a lookup and its explanation agree.
//!
//! A `hiera.yaml` of version 4 or 5 is that of an environment.
//!
//! The parts of an input are separated by NUL: `hiera.yaml`, two data files in YAML and one in JSON, a key with
//! interpolation, and a scope in JSON. Missing parts are empty.
#![no_main]

use libfuzzer_sys::fuzz_target;
use modelwright::files::Memory;
use modelwright::hiera::check::{CheckOptions, check};
use modelwright::hiera::facts::read_scope;
use modelwright::hiera::lookup::{Account, Hierarchy, Query, Resolution};
use modelwright::store::{Hash, Value};
use modelwright::workspace::Workspace;
use modelwright_metamodel::diagnostic::Source;
use std::path::Path;
use std::sync::Arc;

/// The files of a site, in the order of the parts.
const FILES: [&str; 4] = ["/hiera.yaml", "/data/common.yaml", "/data/web.yaml", "/data/common.json"];

fuzz_target!(|bytes: &[u8]| {
    let mut parts: Vec<&[u8]> = bytes.splitn(FILES.len() + 2, |byte| *byte == 0).collect();
    parts.resize(FILES.len() + 2, &[]);
    let files = FILES.into_iter().zip(&parts).map(|(name, text)| (name, text.to_vec()));
    let workspace = Workspace { files: Arc::new(Memory::from_iter(files)), ..Workspace::default() };
    let _ = workspace.load(Path::new(FILES[0]), None);
    let (Some(hierarchy), _) = Hierarchy::load(Path::new(FILES[0]), &workspace.access()) else { return };
    let text = |at: usize| String::from_utf8_lossy(parts[at]).into_owned();
    let (key, scope) = (text(FILES.len()), Source::new("scope.json", text(FILES.len() + 1)));
    let scope = Value::Hash(read_scope(&scope).unwrap_or_else(|_| Hash::default()));
    let _ = check(
        &hierarchy,
        &CheckOptions { scopes: &[("node".to_owned(), scope.clone())], ..CheckOptions::default() },
    );
    for name in ["priority", "array", "hash", "deep"] {
        let Ok(resolution) = Resolution::from_text(name) else { continue };
        let query = Query { resolution: &resolution, default: Some(&key), ..Query::new(&key, &scope) };
        let plain = hierarchy.lookup(&query).map(|answer| answer.map(|answer| answer.to_value()));
        let Account { answer, .. } = hierarchy.account(&query);
        let explained = answer.map(|answer| answer.map(|answer| answer.to_value()));
        match (plain, explained) {
            (Ok(plain), Ok(explained)) => assert_eq!(plain, explained),
            (Err(plain), Err(explained)) => assert_eq!(plain.message(), explained.message()),
            (plain, explained) => panic!("{} but {}", plain.is_ok(), explained.is_ok()),
        }
    }
});
