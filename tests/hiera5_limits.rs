//! Environments of Hiera 5 that would take forever, or lead out of their directory: each ends with a problem.

use modelwright::files::Memory;
use modelwright::hiera::lookup::{Hierarchy, Query};
use modelwright::store::{Hash, Value};
use modelwright::workspace::Workspace;
use std::fmt::Write as _;
use std::path::Path;
use std::sync::Arc;

const CONFIGURATION: &str = "version: 5\nhierarchy:\n- {name: Common, path: common.yaml}\n";

fn load(files: &[(&str, String)]) -> (Option<Hierarchy>, String) {
    let files = files.iter().map(|(path, text)| ((*path).to_owned(), text.clone().into_bytes()));
    let workspace = Workspace { files: Arc::new(Memory::from_iter(files)), ..Workspace::default() };
    let (hierarchy, problems) = Hierarchy::load(Path::new("/env"), &workspace.access());
    (hierarchy, problems.to_string())
}

/// The error of looking up `key` in an environment with one data file.
#[track_caller]
fn error(data: &str) -> String {
    let (hierarchy, problems) =
        load(&[("/env/hiera.yaml", CONFIGURATION.to_owned()), ("/env/data/common.yaml", data.to_owned())]);
    let hierarchy = hierarchy.unwrap_or_else(|| panic!("{problems}"));
    let scope = Value::Hash(Hash::default());
    hierarchy.lookup(&Query::new("key", &scope)).expect_err("an error").message().to_owned()
}

#[test]
fn values_that_refer_to_each_other_are_limited() {
    let mut chain = String::from("key: \"%{lookup('k0')}\"\n");
    let mut doubled = String::from("key: \"%{lookup('k0')}\"\n");
    for number in 0..1000 {
        let _ = writeln!(chain, "k{number}: \"%{{lookup('k{}')}}\"", number + 1);
        let next = number + 1;
        let _ = writeln!(doubled, "k{number}: \"%{{lookup('k{next}')}}%{{lookup('k{next}')}}\"");
    }
    assert!(error(&chain).contains("nested too deeply"));
    assert!(error(&doubled).contains("nested too deeply"));
    let mut wide = String::from("key: \"%{lookup('k0')}\"\n");
    for number in 0..40 {
        let one = format!("%{{lookup('k{}')}}", number + 1);
        let _ = writeln!(wide, "k{number}: \"{}\"", one.repeat(50));
    }
    let _ = writeln!(wide, "k40: {}", "x".repeat(10_000));
    assert!(error(&wide).contains("more than 256 MiB"));
}

#[test]
fn loops_end() {
    assert!(error("key: \"%{lookup('key')}\"").contains("Recursive lookup"));
    assert!(error("key: \"%{alias('a')}\"\na: \"%{hiera('key')}\"").contains("Recursive lookup"));
    assert!(
        error("lookup_options: {key: {merge: \"%{lookup('key')}\"}}\nkey: 1").contains("Recursive lookup")
    );
}

#[test]
fn patterns_with_many_alternatives_are_rejected() {
    let glob = "{a,b}".repeat(30);
    let configuration = format!("version: 5\nhierarchy:\n- {{name: G, glob: \"{glob}.yaml\"}}\n");
    let (hierarchy, problems) =
        load(&[("/env/hiera.yaml", configuration), ("/env/data/a.yaml", "key: 1".to_owned())]);
    let hierarchy = hierarchy.unwrap_or_else(|| panic!("{problems}"));
    let scope = Value::Hash(Hash::default());
    let error = hierarchy.lookup(&Query::new("key", &scope)).expect_err("an error");
    assert!(error.message().contains("too many alternatives"), "{}", error.message());
}

#[test]
fn paths_do_not_leave_the_environment() {
    let files = |path: &str| {
        [
            ("/env/hiera.yaml", format!("version: 5\nhierarchy:\n- {{name: A, path: \"{path}\"}}\n")),
            ("/secret.yaml", "key: secret".to_owned()),
            ("/env/data/a.yaml", "key: 1".to_owned()),
        ]
    };
    let scope = |value: &str| Value::Hash(Hash::from_iter([(Value::text("x"), Value::text(value))]));
    for (path, value) in [
        ("../../secret.yaml", ""),
        ("/secret.yaml", ""),
        ("%{x}/secret.yaml", "../.."),
        ("%{x}.yaml", "/secret"),
        ("a/../../../%{x}", "secret.yaml"),
    ] {
        let (hierarchy, _) = load(&files(path));
        let hierarchy = hierarchy.expect("an environment");
        let scope = scope(value);
        // A directory that may not be read is an error where the path names it.
        let answer = hierarchy.lookup(&Query::new("key", &scope));
        assert!(!matches!(answer, Ok(Some(_))), "{path}");
    }
    let (hierarchy, _) = load(&files("%{x}/../a.yaml"));
    let hierarchy = hierarchy.expect("an environment");
    let scope = scope("b");
    assert!(hierarchy.lookup(&Query::new("key", &scope)).expect("no error").is_some());
}
