//! The type language, as data: each `.pp` under `tests/data/language` is named after the hazard that it covers. The
//! file beside it contains the problems, and the printed text if there are no errors. `UPDATE_EXPECT=1` rewrites the
//! expectations; review the difference.

#![expect(clippy::disallowed_methods, reason = "tests read their cases and write expectations")]

#[path = "../../../metamodel/tests/common/data.rs"]
mod data;
#[path = "language/describe.rs"]
mod describe;
#[path = "language/random.rs"]
mod random;

use describe::describe;
use modelwright_language::language;
use modelwright_metamodel::diagnostic::{Diagnostic, Source};
use modelwright_metamodel::ecore::{Metamodel, builtin};
use std::fmt::Write as _;
use std::sync::Arc;

fn shown(diagnostic: &Diagnostic) -> String {
    let mut out = format!("{diagnostic}\n");
    for label in &diagnostic.labels {
        let (position, text) = (label.position(), &label.source.text()[label.range.clone()]);
        let short: String = text.chars().take(50).collect();
        let _ = writeln!(
            out,
            "    {}:{} `{}` {}",
            position.line,
            position.column,
            short.escape_debug(),
            label.text
        );
    }
    out
}

/// The problems of a text and its printed form, after checking that printing and reading again changes nothing.
fn outcome(name: &str, text: &str) -> String {
    let (metamodel, diagnostics) = language::load(&[Source::new(name, text)]);
    let mut out = String::new();
    for diagnostic in &diagnostics {
        out.push_str(&shown(diagnostic));
    }
    assert_eq!(metamodel.is_none(), diagnostics.has_errors(), "{name}: a metamodel unless there are errors");
    if let Some(metamodel) = metamodel {
        let _ = write!(out, "---\n{}", round_trip(name, &metamodel));
    }
    out
}

/// The printed text, after checking that it reads back to the same packages and prints the same.
fn round_trip(name: &str, metamodel: &Metamodel) -> String {
    let roots: Vec<_> = metamodel.roots().collect();
    let printed = language::print(metamodel, &roots);
    let (again, diagnostics) = language::load(&[Source::new(name, printed.as_str())]);
    let problems: String = diagnostics.iter().map(shown).collect();
    let again = again.unwrap_or_else(|| panic!("{name}: what was printed must load\n{problems}\n{printed}"));
    let again_roots: Vec<_> = again.roots().collect();
    let before = describe(metamodel, &roots);
    let after = describe(&again, &again_roots);
    assert_eq!(before, after, "{name}: what was printed must read back the same\n{printed}");
    assert_eq!(printed, language::print(&again, &again_roots), "{name}: printing is a fixed point");
    printed
}

#[test]
fn cases_match_their_expectations() {
    let cases = data::cases("tests/data/language", &["pp"]);
    data::check(&cases, "expected", |path| outcome(data::name(path), &data::text(path)));
}

#[test]
fn ecore_pp_is_ecore() {
    let path = data::path("models/ecore.pp");
    let ecore = Metamodel::ecore();
    let printed = language::print(&ecore, &[builtin::PACKAGE]);
    if std::env::var_os("UPDATE_EXPECT").is_some() {
        let old = std::fs::read_to_string(&path).unwrap_or_default();
        let header: String =
            old.lines().take_while(|l| l.starts_with('#')).map(|l| format!("{l}\n")).collect();
        std::fs::write(&path, format!("{header}\n{printed}")).expect("a writable model");
    }
    let text = std::fs::read_to_string(&path).expect("ecore.pp is there");
    assert!(text.ends_with(&printed), "ecore.pp is what Ecore prints, below its header");
    let (loaded, diagnostics) = language::load(&[Source::new("ecore.pp", text)]);
    let problems: String = diagnostics.iter().map(shown).collect();
    let loaded = loaded.unwrap_or_else(|| panic!("ecore.pp must load\n{problems}"));
    assert!(problems.is_empty(), "{problems}");
    let roots: Vec<_> = loaded.roots().collect();
    assert_eq!(describe(&ecore, &[builtin::PACKAGE]), describe(&loaded, &roots));
    // Its types are its own, not those of the Ecore in every metamodel.
    for (_, feature) in loaded.features().filter(|(_, f)| loaded[f.owner].package != builtin::PACKAGE) {
        assert_eq!(feature.typed.classifier().map(|c| loaded.package_of(c)), roots.first().copied());
    }
}

#[test]
fn files_form_one_metamodel_in_any_order() {
    let one = Source::new(
        "one.pp",
        "package shop { uri => 'urn:shop' }\ntype Order { has lines, Line { max => unbound } }\n",
    );
    let two = Source::new("two.pp", "package shop\ntype Line { attr price, Money }\n");
    let three = Source::new("three.pp", "datatype Shop::Money { base => Float }\n");
    for order in [[&one, &two, &three], [&three, &two, &one], [&two, &three, &one]] {
        let sources: Vec<Arc<Source>> = order.into_iter().cloned().collect();
        let (metamodel, diagnostics) = language::load(&sources);
        let problems: String = diagnostics.iter().map(shown).collect();
        let metamodel = metamodel.expect(&problems);
        assert_eq!(metamodel.roots().count(), 1);
        let shop = metamodel.package_by_uri("urn:shop").expect("the package of all three");
        assert_eq!(metamodel[shop].classifiers.len(), 3);
    }
}

#[test]
fn declarations_outside_packages_belong_to_the_file() {
    let (metamodel, _) = language::load(&[Source::new("some/dir/my-site.pp", "type A {}\ntype x::y {}\n")]);
    let metamodel = metamodel.expect("a metamodel");
    let packages: Vec<_> = metamodel.roots().map(|id| metamodel[id].clone()).collect();
    assert_eq!(packages[0].name, "my_site");
    assert_eq!(packages[0].ns_uri.as_deref(), Some("urn:modelwright:my_site"));
    assert_eq!(packages[0].ns_prefix.as_deref(), Some("my_site"));
    assert_eq!(packages[1].name, "x");
    assert_eq!(metamodel.name(packages[1].classifiers[0]), "Y");
}

#[test]
fn no_sources_yield_an_empty_metamodel() {
    let (metamodel, diagnostics) = language::load(&[Source::new("a.pp", "# nothing\n")]);
    assert!(diagnostics.is_empty());
    assert_eq!(metamodel.expect("an empty metamodel").roots().count(), 0);
}

/// Texts that would exhaust a careless reader: each must end soon, with at least one message and only a few.
#[test]
fn hostile_nesting_is_reported() {
    let n = 100_000;
    let cases = [
        ("brackets", format!("type A {{ attr x, {} }}", "[".repeat(n))),
        ("generics", format!("type A {{ has x, {} }}", "EEList<".repeat(n))),
        ("closed generics", format!("type A {{ has x, {}T{} }}", "EEList<".repeat(n), ">".repeat(n))),
        ("arrays", format!("type A {{ attr x, {}String{} }}", "Array[".repeat(n), "]".repeat(n))),
        ("lists", format!("type A {{ attr x, String {{ default => {} }} }}", "[".repeat(n))),
        ("maps", format!("datatype A {{ facets => {} }}", "{ a => ".repeat(n))),
        ("packages", "package a { ".repeat(n)),
        ("path", format!("package {}a", "a::".repeat(n))),
        ("annotations", "annotation 'a' { ".repeat(n)),
        ("braces", "{".repeat(n)),
        ("closing", "}".repeat(n)),
        ("wildcards", format!("type A {{ has x, {} }}", "? extends ".repeat(n))),
        ("strings", "\"${".repeat(n)),
        ("slashes", "/\\".repeat(n)),
        ("quotes", "'\n".repeat(n)),
        ("settings", format!("type A {{ attr x, String {{ {} }} }}", "min ".repeat(n))),
    ];
    for (name, text) in cases {
        let (metamodel, diagnostics) = language::load(&[Source::new("a.pp", text)]);
        let problems: String = diagnostics.iter().take(5).map(shown).collect();
        assert!(metamodel.is_none() && diagnostics.has_errors(), "{name}");
        let few = if ["closing", "slashes", "quotes"].contains(&name) { usize::MAX } else { 4 };
        assert!(diagnostics.error_count() <= few, "{name}: {} errors\n{problems}", diagnostics.error_count());
    }
}

/// A valid text that is truncated anywhere, or without one of its characters, must be read without a panic.
#[test]
fn damaged_texts_do_not_panic() {
    for path in ["everything.pp", "arm-7.pp"] {
        let text = data::text(&data::path("tests/data/language").join(path));
        let starts: Vec<usize> = text.char_indices().map(|(at, _)| at).collect();
        for at in starts.iter().step_by(3) {
            let _ = language::load(&[Source::new("cut.pp", &text[..*at])]);
        }
        for pair in starts.windows(2).step_by(3) {
            let without = format!("{}{}", &text[..pair[0]], &text[pair[1]..]);
            let _ = language::load(&[Source::new("lost.pp", without)]);
        }
    }
}

#[test]
fn random_metamodels_are_the_same_after_the_round_trip() {
    let mut dice = random::Dice(0x5eed_0001);
    let mut sound = 0;
    for at in 0..3000 {
        let Some(metamodel) = random::metamodel(&mut dice) else { continue };
        sound += 1;
        round_trip(&format!("random {at}"), &metamodel);
    }
    assert!(sound > 500, "only {sound} of the random metamodels are sound");
}
