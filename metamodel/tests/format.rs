//! The layout of texts, as data: each `.pp` under `tests/data/format` is named after the hazard it holds, and what
//! it becomes stands beside it. `UPDATE_EXPECT=1` rewrites the expectations; look at the difference before keeping it.

use modelwright_metamodel::diagnostic::Source;
use modelwright_metamodel::language;
use std::path::{Path, PathBuf};

fn texts(folder: &str) -> Vec<(PathBuf, String)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join(folder);
    let entries = std::fs::read_dir(folder).expect("the folder is there").flatten().map(|entry| entry.path());
    let mut paths: Vec<_> = entries.filter(|path| path.extension().is_some_and(|e| e == "pp")).collect();
    paths.sort();
    assert!(!paths.is_empty());
    paths.into_iter().map(|path| (path.clone(), std::fs::read_to_string(path).expect("a text"))).collect()
}

/// The formatted text, which means the same as before and is formatted already.
fn formatted(path: &Path, text: &str) -> Option<String> {
    let source = Source::new("case.pp", text);
    let (once, problems) = language::format(&source);
    assert_eq!(once.is_none(), problems.has_errors(), "{}", path.display());
    let once = once?;
    let after = Source::new("case.pp", once.as_str());
    let twice = language::format(&after).0;
    assert_eq!(twice.as_deref(), Some(&*once), "{}: formatting twice is the same", path.display());
    let print = |source| {
        let metamodel = language::load(&[source]).0?;
        let roots: Vec<_> = metamodel.roots().collect();
        Some(language::print(&metamodel, &roots))
    };
    assert_eq!(print(source), print(after), "{}: the same declarations", path.display());
    Some(once)
}

#[test]
fn every_case_gives_what_is_expected() {
    let mut failures = Vec::new();
    for (path, text) in texts("tests/data/format") {
        let found = formatted(&path, &text).unwrap_or_else(|| "errors\n".to_owned());
        let beside = path.with_extension("expected");
        if std::env::var_os("UPDATE_EXPECT").is_some() {
            std::fs::write(&beside, &found).expect("a writable expectation");
        }
        if std::fs::read_to_string(&beside).ok().as_ref() != Some(&found) {
            failures.push(format!("== {}\n{found}", path.display()));
        }
    }
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}

#[test]
fn shipped_models_are_formatted() {
    for (path, text) in texts("models") {
        assert_eq!(formatted(&path, &text).as_ref(), Some(&text), "{}", path.display());
    }
}

#[test]
fn what_was_printed_stays_as_it_is() {
    let mut count = 0;
    for (path, text) in texts("tests/data/language").into_iter().chain(texts("tests/data/expressions")) {
        formatted(&path, &text);
        let Some(metamodel) = language::load(&[Source::new("case.pp", text)]).0 else { continue };
        let roots: Vec<_> = metamodel.roots().collect();
        let printed = language::print(&metamodel, &roots);
        assert_eq!(formatted(&path, &printed), Some(printed), "{}", path.display());
        count += 1;
    }
    assert!(count > 5, "only {count} texts");
}
