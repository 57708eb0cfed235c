//! Templates over one metamodel that has something of everything: `NAME.j2` gives `NAME.expected`, a text or problems.
//! `UPDATE_EXPECT=1` rewrites what is expected. Templates include those in `parts`.

#![expect(clippy::disallowed_methods, reason = "tests read their cases and write expectations")]

use modelwright_codegen::template::{Limits, Template};
use modelwright_codegen::{Options, target};
use modelwright_language::language;
use modelwright_metamodel::diagnostic::{Diagnostic, Source, codes};
use modelwright_metamodel::ecore::Metamodel;
use std::fs;
use std::path::PathBuf;
use std::sync::Arc;

fn folder() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/data/template")
}

fn metamodel() -> Metamodel {
    let text = fs::read_to_string(folder().join("model.pp")).expect("the metamodel");
    let (metamodel, problems) = language::load(&[Source::new("model.pp", text)]);
    assert!(problems.is_empty(), "{problems}");
    metamodel.expect("a metamodel")
}

/// What a template of the folder may include: what stands in `parts`, and what is refused.
fn beside(name: &str) -> Result<Option<Arc<Source>>, Box<Diagnostic>> {
    if name.starts_with("..") {
        let problem = Diagnostic::error(codes::TEMPLATE_MISSING, format!("{name} is elsewhere"));
        return Err(Box::new(problem.help("stay here")));
    }
    Ok(fs::read_to_string(folder().join("parts").join(name)).ok().map(|text| Source::new(name, text)))
}

/// What a template makes: its text, or its problems with all of their places.
fn made(metamodel: &Metamodel, name: &str, text: &str) -> String {
    let template = Template {
        others: Arc::new(beside),
        sources: vec!["model.pp".to_owned()],
        limits: Limits { steps: 100_000, bytes: 50_000 },
        ..Template::new(name, Source::new(name, text))
    };
    let options = Options { template: Some(template), ..Options::default() };
    let target = target("template").expect("the target");
    let (files, problems) = (target.generate)(metamodel, &[], &options);
    assert_eq!(files.is_empty(), problems.has_errors(), "{name}: a text or problems");
    let mut out: String = files.into_iter().map(|file| file.text).collect();
    for problem in &problems {
        out.push_str(&format!("{problem}\n"));
        for label in &problem.labels {
            let place = label.position();
            let found = &label.source.text()[label.range.clone()];
            let at = format!("{}:{}:{}", label.source.name(), place.line, place.column);
            out.push_str(format!("  {at}: `{found}` {}", label.text).trim_end());
            out.push('\n');
        }
    }
    out
}

#[test]
fn templates_make_what_is_expected() {
    let update = std::env::var_os("UPDATE_EXPECT").is_some();
    let metamodel = metamodel();
    let entries = fs::read_dir(folder()).expect("the cases").flatten().map(|entry| entry.path());
    let mut cases: Vec<_> = entries.filter(|path| path.extension().is_some_and(|end| end == "j2")).collect();
    cases.sort();
    assert!(cases.len() >= 30, "only {} cases", cases.len());
    let mut different = Vec::new();
    for case in cases {
        let name = case.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let actual = made(&metamodel, &name, &fs::read_to_string(&case).expect("a template"));
        let expected = case.with_extension("expected");
        if update {
            fs::write(&expected, actual).expect("the folder can be written");
        } else if fs::read_to_string(&expected).unwrap_or_default() != actual {
            different.push(format!("{name}:\n{actual}"));
        }
    }
    assert!(different.is_empty(), "differ (UPDATE_EXPECT=1 rewrites):\n{}", different.join("\n"));
}

#[test]
fn a_template_that_is_not_given_is_told() {
    let target = target("template").expect("the target");
    let (files, problems) = (target.generate)(&metamodel(), &[], &Options::default());
    assert!(files.is_empty());
    assert_eq!(problems.iter().map(|problem| problem.code).collect::<Vec<_>>(), [codes::TEMPLATE_MISSING]);
}

#[test]
fn what_is_made_is_named_after_the_template() {
    let target = target("template").expect("the target");
    let names = [
        ("a.md.j2", "a.md"),
        ("a.jinja", "a"),
        ("a.html.jinja2", "a.html"),
        ("a", "a.txt"),
        (".j2", ".j2.txt"),
    ];
    for (name, expected) in names {
        let template = Template::new(name, Source::new(name, "x"));
        let options = Options { template: Some(template), ..Options::default() };
        let (files, _) = (target.generate)(&metamodel(), &[], &options);
        assert_eq!(files[0].path, expected);
    }
}
