//! Templates for one metamodel with every kind of element: `NAME.j2` yields `NAME.expected`, a text or problems.
//! `UPDATE_EXPECT=1` rewrites the expectations. Templates include those in `parts`.

#![expect(clippy::disallowed_methods, reason = "tests read their cases and write expectations")]

use modelwright_codegen::template::{self, Template, TemplateLimits};
use modelwright_codegen::{Request, Script, target};
use modelwright_language::language;
use modelwright_metamodel::diagnostic::{Diagnostic, Source, codes};
use modelwright_metamodel::ecore::Metamodel;
use std::fs;
use std::path::PathBuf;
use std::sync::Arc;

fn directory() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/data/template")
}

fn metamodel() -> Metamodel {
    let text = fs::read_to_string(directory().join("model.pp")).expect("the metamodel");
    let (metamodel, problems) = language::load(&[Source::new("model.pp", text)]);
    assert!(problems.is_empty(), "{problems}");
    metamodel.expect("a metamodel")
}

/// Loads a template that a template of the directory includes, from `parts`; paths outside are rejected.
fn load(name: &str) -> Result<Option<Arc<Source>>, Box<Diagnostic>> {
    if name.starts_with("..") {
        let problem = Diagnostic::error(codes::TEMPLATE_MISSING, format!("{name} is elsewhere"));
        return Err(Box::new(problem.help("stay here")));
    }
    Ok(fs::read_to_string(directory().join("parts").join(name)).ok().map(|text| Source::new(name, text)))
}

/// The text of a template, or its problems with all of their labels.
fn execute(metamodel: &Metamodel, name: &str, text: &str) -> String {
    let template = Template {
        script: Script { loader: Arc::new(load), ..Script::new(name, Source::new(name, text)) },
        sources: vec!["model.pp".to_owned()],
        limits: TemplateLimits { steps: 100_000, bytes: 50_000 },
    };
    let (files, problems) = template::generate(metamodel, &[], &template);
    assert_eq!(files.is_empty(), problems.has_errors(), "{name}: a text or problems");
    let mut out: String = files.into_iter().map(|file| file.text).collect();
    for problem in &problems {
        out.push_str(&format!("{problem}\n"));
        for label in &problem.labels {
            let position = label.position();
            let text = &label.source.text()[label.range.clone()];
            let at = format!("{}:{}:{}", label.source.name(), position.line, position.column);
            out.push_str(format!("  {at}: `{text}` {}", label.text).trim_end());
            out.push('\n');
        }
    }
    out
}

#[test]
fn templates_match_their_expectations() {
    let update = std::env::var_os("UPDATE_EXPECT").is_some();
    let metamodel = metamodel();
    let entries = fs::read_dir(directory()).expect("the cases").flatten().map(|entry| entry.path());
    let mut cases: Vec<_> = entries.filter(|path| path.extension().is_some_and(|end| end == "j2")).collect();
    cases.sort();
    assert!(cases.len() >= 30, "only {} cases", cases.len());
    let mut different = Vec::new();
    for case in cases {
        let name = case.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let actual = execute(&metamodel, &name, &fs::read_to_string(&case).expect("a template"));
        let expected = case.with_extension("expected");
        if update {
            fs::write(&expected, actual).expect("the directory can be written");
        } else if fs::read_to_string(&expected).unwrap_or_default() != actual {
            different.push(format!("{name}:\n{actual}"));
        }
    }
    assert!(different.is_empty(), "differ (UPDATE_EXPECT=1 rewrites):\n{}", different.join("\n"));
}

#[test]
fn a_missing_template_is_reported() {
    let metamodel = metamodel();
    let (files, problems) = target("template").expect("the target").generate(&Request::new(&metamodel));
    assert!(files.is_empty());
    assert_eq!(problems.iter().map(|problem| problem.code).collect::<Vec<_>>(), [codes::TEMPLATE_MISSING]);
}

#[test]
fn a_script_is_rejected_if_the_target_executes_none() {
    let metamodel = metamodel();
    let script = Some(Script::new("a.j2", Source::new("a.j2", "x")));
    let (files, problems) =
        target("ecore").expect("the target").generate(&Request { script, ..Request::new(&metamodel) });
    assert!(files.is_empty());
    let message = "`ecore` cannot execute a script, but `a.j2` is given";
    assert_eq!(problems.iter().map(|problem| problem.message.as_str()).collect::<Vec<_>>(), [message]);
}

#[test]
fn files_are_named_after_their_template() {
    let metamodel = metamodel();
    let names = [
        ("a.md.j2", "a.md"),
        ("a.jinja", "a"),
        ("a.html.jinja2", "a.html"),
        ("a", "a.txt"),
        (".j2", ".j2.txt"),
    ];
    for (name, expected) in names {
        let template = Template::new(Script::new(name, Source::new(name, "x")));
        let (files, _) = template::generate(&metamodel, &[], &template);
        assert_eq!(files[0].path, expected);
    }
}
