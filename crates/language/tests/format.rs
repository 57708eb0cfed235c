//! The layout of texts, as data: each `.pp` under `tests/data/format` is named after the hazard that it covers, and
//! the file beside it contains the formatted text. `UPDATE_EXPECT=1` rewrites the expectations; review the
//! difference.

#[path = "../../../metamodel/tests/common/data.rs"]
mod data;

use modelwright_language::language;
use modelwright_metamodel::diagnostic::Source;
use std::path::Path;

/// The formatted text, after checking that it has the same meaning and that formatting it again changes nothing.
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
fn cases_match_their_expectations() {
    data::check(&data::cases("tests/data/format", &["pp"]), "expected", |path| {
        formatted(path, &data::text(path)).unwrap_or_else(|| "errors\n".to_owned())
    });
}

#[test]
fn shipped_models_are_formatted() {
    for path in data::cases("models", &["pp"]) {
        let text = data::text(&path);
        assert_eq!(formatted(&path, &text).as_ref(), Some(&text), "{}", path.display());
    }
}

#[test]
fn printed_texts_are_formatted() {
    let mut count = 0;
    let all =
        ["tests/data/language", "tests/data/expressions"].map(|directory| data::cases(directory, &["pp"]));
    for path in all.concat() {
        let text = data::text(&path);
        formatted(&path, &text);
        let Some(metamodel) = language::load(&[Source::new("case.pp", text)]).0 else { continue };
        let roots: Vec<_> = metamodel.roots().collect();
        let printed = language::print(&metamodel, &roots);
        assert_eq!(formatted(&path, &printed), Some(printed), "{}", path.display());
        count += 1;
    }
    assert!(count > 5, "only {count} texts");
}
