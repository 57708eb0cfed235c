//! Rust for options and metamodels without a committed file: too large, invalid, or specific to one crate.

#![expect(clippy::disallowed_methods, reason = "tests read their cases and write expectations")]

use super::{directory, hazard, load, models};
use modelwright_codegen::rust::{self, RustOptions};
use modelwright_metamodel::diagnostic::codes;
use std::collections::{BTreeMap, BTreeSet};
use std::fs;

/// Tuples of fields would exceed the recursion limit of the compiler.
#[test]
fn classes_with_very_many_features_use_a_separate_macro() {
    for (features, call) in [(600, "typed::class! {"), (601, "typed::wide_class! {")] {
        let attributes: String = (0..features).map(|at| format!("attr a{at}, String\n")).collect();
        let text = format!("package wide {{ uri => 'urn:wide' }}\ntype Wide {{\n{attributes}}}\n");
        let (files, _) = rust::generate(&load("wide.pp", text), &[], &RustOptions::default());
        assert!(files[0].text.contains(call), "{features} features");
    }
}

/// The compiler only finds the files of modules whose names are ASCII.
#[test]
fn names_of_files_are_ascii() {
    for (package, file) in
        [("сор", "u441u43eu440"), ("größe", "gruf6udfe"), ("match", "match"), ("a b", "a_b")]
    {
        let text = format!("package '{package}' {{ uri => 'urn:spelled' }}\ntype A {{}}\n");
        let (files, _) = rust::generate(&load("spelled.pp", text.clone()), &[], &RustOptions::default());
        let paths: Vec<&str> = files.iter().map(|file| file.path.as_str()).collect();
        assert_eq!(paths, [format!("{file}.rs"), format!("{file}.ecore")], "{package}");
        let files = lines(&text, |_| ());
        let paths = files.iter().map(|(path, _)| path.as_str());
        assert!(paths.eq(
            ["mod.rs", &format!("{file}.rs"), &format!("{file}.ecore")].map(|name| format!("{file}/{name}"))
        ));
    }
}

/// The lines of each generated file, with the option for one file per package.
fn lines(text: &str, choose: impl FnOnce(&mut RustOptions)) -> Vec<(String, Vec<String>)> {
    let mut options = RustOptions { file_per_package: true, ..RustOptions::default() };
    choose(&mut options);
    let metamodel = load("lines.pp", text.to_owned());
    let (files, problems) = rust::generate(&metamodel, &[], &options);
    assert!(!problems.has_errors(), "{problems}");
    let lines = |text: &str| text.lines().map(|line| line.trim().to_owned()).collect();
    files.iter().map(|file| (file.path.clone(), lines(&file.text))).collect()
}

/// The spelling of values of the user's own types is unknown: an absent value means the default.
#[test]
fn defaults_of_user_types_come_from_the_metamodel() {
    let text = "package own { uri => 'urn:own' }
        datatype Age { instance_class => 'int' }
        enum Level { low, high }
        type Person { attr age, Age { default => 5 } attr level, Level { default => high } attr plain, Age { default => 0 } }";
    let own = |name: &str| (name.to_owned(), format!("crate::{name}"));
    let files = lines(text, |options| options.types = vec![own("Age"), own("Level")]);
    let (_, types) = files.iter().find(|(path, _)| path == "own/own.rs").expect("the types");
    for line in [
        "pub age: Option<crate::Age>,",
        "pub level: Option<crate::Level>,",
        "pub plain: crate::Age,",
        "typed::class! { Person in OWN { age, level, plain } }",
    ] {
        assert!(types.iter().any(|found| found == line), "{line}: {types:#?}");
    }
}

/// With `--incomplete`, nothing is required, so nothing prevents a default.
#[test]
fn incomplete_values_have_a_default() {
    let text = "package own { uri => 'urn:own' }
        type Order { has lines, Line { min => 1, max => unbound } }
        type Line { attr id, String }";
    for (incomplete, expected) in [(false, 1), (true, 0)] {
        let files = lines(text, |options| options.incomplete = incomplete);
        let (_, types) = files.iter().find(|(path, _)| path == "own/own.rs").expect("the types");
        let constructors = types.iter().filter(|line| line.starts_with("pub fn new(lines: Vec<"));
        assert_eq!(constructors.count(), expected, "incomplete: {incomplete}: {types:#?}");
    }
}

/// Modules of packages are next to `use … as typed`, and can hide `std`.
#[test]
fn packages_do_not_hide_names_that_the_types_use() {
    let text = "package typed { uri => 'urn:typed' }
        type A {}
        package typed::std { uri => 'urn:std' type 'Vec' inherits typed::A { attr it, Integer } }
        package typed::modelwright_typed { uri => 'urn:runtime' abstract type Alone {} }";
    let files = lines(text, |_| ());
    let paths: Vec<&str> = files.iter().map(|(path, _)| path.as_str()).collect();
    let expected = ["mod.rs", "typed_2.rs", "std_2.rs", "modelwright_typed_2.rs", "typed.ecore"];
    assert_eq!(paths, expected.map(|name| format!("typed/{name}")));
    let (_, alone) = &files[3];
    assert!(!alone.iter().any(|line| line == "use super::*;"), "no other file is used: {alone:#?}");
    let (_, all) = &files[0];
    let allowed = all.windows(2).filter(|pair| pair[0] == "#[allow(unused_imports)]");
    assert_eq!(allowed.count(), 3, "each may be unused: {all:#?}");
}

/// In a struct without a default, the name of a field is a pattern, so it must not be the name of a static.
#[test]
fn statics_have_capitals() {
    let text = "package '日本' { uri => 'urn:japan' }
        type '人' { attr '日本', String has '家', '家' { min => 1 } }
        type '家' {}";
    let files = lines(text, |_| ());
    let (_, all) = &files[0];
    let expected =
        "pub static 日本_PACKAGE: typed::Package = typed::Package::new(\"urn:japan\", &METAMODEL);";
    assert!(all.iter().any(|line| line == expected), "{all:#?}");
}

/// A user may request by its path a trait that the types derive anyway.
#[test]
fn derives_are_not_repeated() {
    let text = "package twice { uri => 'urn:twice' } enum Level { low, high }";
    let files = lines(text, |options| {
        options.derives = ["core::hash::Hash", "::std::cmp::Eq", "PartialOrd", "Ord", "my::Hash"]
            .map(str::to_owned)
            .to_vec();
    });
    let expected = "#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, PartialOrd, Ord, my::Hash)]";
    assert!(files[1].1.iter().any(|line| line == expected), "{files:#?}");
    let uses = files[0].1.iter().filter(|line| line.starts_with("use "));
    assert_eq!(uses.count(), 0, "the file of the directory uses nothing");
}

#[test]
fn derives_that_do_not_compile_name_a_field() {
    let text = "package shop { uri => 'urn:shop' }
        type Item { attr code, String { min => 1 } attr price, Float }
        type Offer { has item, Item { containment => false } }";
    let metamodel = load("shop.pp", text.to_owned());
    let problem = |derive: &str| {
        let options = RustOptions { derives: vec![derive.to_owned()], ..RustOptions::default() };
        let (_, problems) = rust::generate(&metamodel, &[], &options);
        problems.iter().find(|problem| problem.code == codes::DERIVE).map(|problem| problem.message.clone())
    };
    for (derive, expected) in [
        ("Eq", Some("`Eq` cannot be derived for `Item`: its field `price` is of type `Option<f64>`")),
        (
            "std::marker::Copy",
            Some("`Copy` cannot be derived for `Item`: its field `code` is of type `String`"),
        ),
        ("PartialOrd", Some("`PartialOrd` cannot be derived for `Offer`: its field `item` is of type")),
        ("Ord", Some("`Ord` cannot be derived without `Eq`")),
        ("my::Eq", None),
    ] {
        let found = problem(derive);
        assert_eq!(
            found.as_deref().map(|text| text.starts_with(expected.unwrap_or("?"))),
            expected.map(|_| true),
            "{derive}: {found:?}"
        );
    }
}

/// Identifiers that occur in the committed files of several metamodels, so that no metamodel's names explain them.
fn fixed_words() -> Vec<String> {
    let folded = |name: &str| name.to_lowercase().replace('_', "");
    let mut found: BTreeMap<String, BTreeSet<&str>> = BTreeMap::new();
    for (hazard, metamodel) in models::all() {
        let names: BTreeSet<String> = metamodel
            .packages()
            .map(|(_, package)| package.name.as_str())
            .chain(metamodel.classes().map(|(_, class)| class.name.as_str()))
            .chain(metamodel.data_types().map(|(_, data)| data.name.as_str()))
            .chain(metamodel.data_types().flat_map(|(_, data)| data.enum_literals()).map(|l| l.name.as_str()))
            .chain(metamodel.features().map(|(_, feature)| feature.name()))
            .map(folded)
            .flat_map(|name| [format!("set{name}"), format!("{name}mut"), name])
            .collect();
        for file in ["rs", "handles.rs", "checked.rs"] {
            let path = directory().join(format!("golden/{hazard}.{file}"));
            // Only some metamodels have data types with facets.
            let text = fs::read_to_string(path);
            let text =
                if file == "checked.rs" { text.unwrap_or_default() } else { text.expect("a golden file") };
            for word in words(&text).into_iter().filter(|word| !names.contains(&folded(word))) {
                found.entry(word).or_default().insert(hazard);
            }
        }
    }
    found.into_iter().filter(|(_, hazards)| hazards.len() > 1).map(|(word, _)| word).collect()
}

/// The words of Rust text, without its comments and strings.
fn words(text: &str) -> BTreeSet<String> {
    let code = text.lines().map(|line| line.split("//").next().unwrap_or(line));
    let code = code.flat_map(|line| line.split('"').step_by(2));
    let words = code.flat_map(|part| part.split(|c: char| !c.is_alphanumeric() && c != '_'));
    words.filter(|word| word.starts_with(char::is_alphabetic)).map(str::to_owned).collect()
}

/// `confusable_idents` is a lint of the complete crate.
#[test]
fn names_that_look_like_generated_identifiers_are_spelled_out() {
    let latin = "aceopsxyijABCEHIKMOPTXSJ";
    let cyrillic: Vec<char> = "асеорѕхуіјАВСЕНІКМОРТХЅЈ".chars().collect();
    let mut kept = Vec::new();
    for word in fixed_words() {
        let Some((at, plain, other)) =
            word.char_indices().find_map(|(at, c)| latin.find(c).map(|found| (at, c, cyrillic[found])))
        else {
            continue;
        };
        let name = format!("{}{other}{}", &word[..at], &word[at + plain.len_utf8()..]);
        let is_constant = word == word.to_uppercase();
        let package = if is_constant { &name } else { "дом" };
        let class = if word.starts_with(char::is_uppercase) && !is_constant { &name } else { "Дом" };
        let feature = if word.starts_with(char::is_lowercase) { &name } else { "дом" };
        let text = format!(
            "package '{package}' {{ uri => 'urn:alike' }}\ntype '{class}' {{ attr '{feature}', String }}\n"
        );
        let (files, _) = rust::generate(&load("alike.pp", text), &[], &RustOptions::default());
        if words(&files[0].text).contains(&name) {
            kept.push(word);
        }
    }
    assert!(kept.is_empty(), "{kept:?}");
}

/// The lengths are slightly below those at which the compiler stops, which `MW0713` predicts.
#[test]
fn chains_too_long_for_the_compiler_are_reported_with_the_limit_to_set() {
    let (row, ring) = (false, true);
    for (closed, many, classes, limit) in [
        (row, true, 119, None),
        (row, true, 129, Some("512")),
        (row, false, 129, Some("512")),
        (ring, true, 119, None),
        (ring, true, 129, Some("512")),
        (ring, false, 59, None),
        (ring, false, 65, Some("256")),
    ] {
        let link = |at: usize| match (at + 1) % classes {
            0 if !closed => format!("type Link{at} {{}}\n"),
            next if many => format!("type Link{at} {{ has next, Link{next} {{ max => unbound }} }}\n"),
            next => format!("type Link{at} {{ has next, Link{next} }}\n"),
        };
        let links: String = (0..classes).map(link).collect();
        let text = format!("package chain {{ uri => 'urn:example:chain' }}\n{links}");
        let (_, problems) = rust::generate(&load("chain.pp", text), &[], &RustOptions::default());
        let help: Vec<_> = problems.iter().map(|note| (note.code.id(), note.help.as_deref())).collect();
        let said = limit.map(|limit| {
            format!("put `#![recursion_limit = \"{limit}\"]` at the top of the crate that contains the types")
        });
        let expected: Vec<_> = said.iter().map(|help| ("MW0713", Some(help.as_str()))).collect();
        assert_eq!(help, expected, "{classes} classes, closed: {closed}, many: {many}");
    }
}

/// An option of Rust that names an unknown element of the metamodel.
type Mistake = fn(&mut RustOptions);

#[test]
fn options_with_unknown_elements_are_errors() {
    let mistakes: [(Mistake, &str); 4] = [
        (|options| options.types.push(("Gender".to_owned(), "crate::Gender".to_owned())), "Gender"),
        (|options| options.boxed.push("Book.titel".to_owned()), "Book.titel"),
        (|options| options.boxed.push("Boook.title".to_owned()), "Boook.title"),
        (|options| options.boxed.push("Book".to_owned()), "Book"),
    ];
    let library = hazard("library");
    for (mistake, named) in mistakes {
        let mut options = RustOptions::default();
        mistake(&mut options);
        let (_, problems) = rust::generate(&library, &[], &options);
        let codes: Vec<_> = problems.iter().map(|problem| problem.code.id()).collect();
        assert!(codes.contains(&"MW0712") && problems.has_errors(), "{named}: {codes:?}");
        assert!(problems.iter().any(|problem| problem.message.contains(named)), "{named}");
    }
}
