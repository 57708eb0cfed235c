//! The syntax as objects: every text of the tables of expressions and of the cases of the languages is converted to
//! objects, and must be written as the formatter formats it; also after the objects were in a document, and without
//! the recorded layout.

#![expect(clippy::disallowed_methods, reason = "tests read their cases and write expectations")]

#[path = "evaluate/table.rs"]
#[expect(dead_code, reason = "only other tests use the answers")]
mod table;

use modelwright_language::language::{self, LeafKind};
use modelwright_language::syntax_model;
use modelwright_metamodel::diagnostic::{Diagnostics, Source};
use modelwright_metamodel::ecore::Metamodel;
use modelwright_metamodel::model::{Document, DocumentId, Model, Resolver, Value};
use modelwright_metamodel::output::in_memory;
use modelwright_notations::xmi::{self, ReadOptions, WriteOptions};
use std::fmt::Write as _;
use std::path::Path;

/// All texts that match the grammar.
fn texts() -> Vec<(String, String)> {
    let mut texts = Vec::new();
    for file in table::files() {
        let table = std::fs::read_to_string(&file).expect("a readable table");
        texts.extend(table::read(&table).into_iter().map(|entry| (shown(&file), entry.expression)));
    }
    for directory in ["expressions", "format"] {
        let directory = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data").join(directory);
        let files = std::fs::read_dir(directory).expect("cases").filter_map(|entry| Some(entry.ok()?.path()));
        let mut files: Vec<_> = files.filter(|path| path.extension().is_some_and(|e| e == "pp")).collect();
        files.sort();
        let text = |path: &Path| std::fs::read_to_string(path).expect("a readable case");
        texts.extend(files.iter().map(|path| (shown(path), text(path))));
    }
    texts.retain(|(_, text)| !language::expressions(&Source::new("", text.as_str())).1.has_errors());
    texts
}

fn shown(path: &Path) -> String {
    path.file_name().unwrap_or_default().to_string_lossy().into_owned()
}

fn shown_problems(problems: &Diagnostics) -> String {
    problems.to_string()
}

fn objects(text: &str) -> Result<(Model, DocumentId), String> {
    let mut model = Model::new(syntax_model::metamodel());
    let source = Source::new("text.pp", text);
    let (document, problems) = syntax_model::manifest(&source, &mut model, Document::new("text.pp"));
    if problems.is_empty() { Ok((model, document)) } else { Err(shown_problems(&problems)) }
}

fn text(model: &Model, document: DocumentId) -> Result<String, String> {
    let root = *model.document(document).roots().first().ok_or("no root")?;
    let (text, problems) = syntax_model::text(model, root).map_err(|problems| shown_problems(&problems))?;
    if problems.is_empty() { Ok(text) } else { Err(shown_problems(&problems)) }
}

/// The same objects after they were written and read.
fn sent(model: &Model, document: DocumentId) -> Result<(Model, DocumentId), String> {
    let bytes = in_memory(|sink| xmi::write(model, document, &WriteOptions::default(), sink))
        .map(|(bytes, _)| bytes)
        .map_err(|problems| shown_problems(&problems))?;
    let bytes = String::from_utf8(bytes).map_err(|e| e.to_string())?;
    let mut model = Model::new(syntax_model::metamodel());
    let source = Source::new("text.xmi", bytes);
    let (document, problems) =
        xmi::read(&source, &mut model, Document::new("text.xmi"), &ReadOptions::default());
    if problems.is_empty() { Ok((model, document)) } else { Err(shown_problems(&problems)) }
}

/// Removes the recorded layout.
fn plain(model: &mut Model, document: DocumentId) {
    let roots = model.document(document).roots().to_vec();
    for object in
        roots.iter().flat_map(|r| std::iter::once(*r).chain(model.all_contents(*r))).collect::<Vec<_>>()
    {
        let written = model.metamodel().feature(model.class(object), "written").expect("all have it");
        model.unset(object, written).expect("it can be unset");
    }
}

fn round(source: &str) -> Result<(), String> {
    let laid_out = language::format(&Source::new("", source)).0.ok_or("no layout")?;
    let (model, document) = objects(source)?;
    // XML cannot contain some characters.
    let (mut model, document) =
        if source.contains("\\u0001") { (model, document) } else { sent(&model, document)? };
    let back = text(&model, document)?;
    if back != laid_out {
        return Err(format!("written as\n{back}\ninstead of\n{laid_out}"));
    }
    plain(&mut model, document);
    text(&model, document).map(drop).map_err(|problem| format!("as plain objects: {problem}"))
}

#[test]
fn objects_are_written_as_their_text() {
    let (mut failures, texts) = (String::new(), texts());
    for (name, source) in &texts {
        if let Err(problem) = round(source) {
            let _ = writeln!(failures, "== {name}\n{source}\n-- {problem}\n");
        }
    }
    assert!(failures.is_empty(), "{failures}");
    assert!(texts.len() >= 500, "only {} texts", texts.len());
}

/// The same text with other indentation and with blanks at the ends of lines, except in strings.
fn reindented(text: &str) -> String {
    let (tree, _) = language::syntax_tree(&Source::new("", text));
    let (mut out, mut strings) = (String::new(), 0);
    for (nth, leaf) in tree.leaves().into_iter().enumerate() {
        let found = &text[leaf.range];
        match leaf.kind {
            LeafKind::StringOpen => strings += 1,
            LeafKind::StringClose => strings -= 1,
            _ => {}
        }
        match found.rsplit_once('\n').filter(|_| leaf.kind == LeafKind::Blank && strings == 0) {
            Some((before, _)) => {
                let _ = write!(out, "{before}{}\n{}", " ".repeat(nth % 3), " ".repeat(nth * 7 % 10));
            }
            None => out.push_str(found),
        }
    }
    out
}

/// Objects do not have the indentation, which formatting restores.
#[test]
fn indentation_makes_no_difference() {
    let (mut failures, mut several) = (String::new(), 0);
    // The text of a heredoc is not indented.
    for (name, source) in texts().iter().filter(|(_, text)| !text.contains("@(")) {
        let laid_out = language::format(&Source::new("", source.as_str())).0.unwrap_or_default();
        let changed = reindented(&laid_out);
        if let Err(problem) = round(&changed) {
            let _ = writeln!(failures, "== {name}\n{changed}\n-- {problem}\n");
        }
        let again = language::format(&Source::new("", changed.as_str())).0;
        several += usize::from(changed != laid_out && again == Some(laid_out));
    }
    assert!(failures.is_empty(), "{failures}");
    assert!(several >= 50, "only {several} texts have several lines");
}

/// A metamodel as a model of Ecore.
fn types(text: &str) -> Option<(Model, DocumentId)> {
    let source = Source::new("types.pp", text);
    let model = Model::new(Metamodel::ecore());
    let (model, document, problems) =
        modelwright_language::ecore_text::read(&source, model, Document::new("types.ecore"));
    (!problems.has_errors()).then_some((model, document))
}

fn ecore(model: &Model, document: DocumentId) -> String {
    let bytes = in_memory(|sink| xmi::write(model, document, &WriteOptions::default(), sink))
        .map(|(bytes, _)| bytes)
        .expect("no problem");
    String::from_utf8(bytes).expect("UTF-8")
}

/// Moves the logic of types to a document, writes and reads it, and moves it back; returns the number of rules.
fn round_of_types(text: &str) -> Result<usize, String> {
    let Some((mut model, document)) = types(text) else { return Ok(0) };
    let whole = ecore(&model, document);
    let (logic, at, problems) =
        syntax_model::separate(&mut model, document, "types.ecore", Document::new("types.logic.xmi"));
    if !problems.is_empty() || !syntax_model::annotations_of_logic(&model, document).is_empty() {
        return Err(format!("logic stays: {}", shown_problems(&problems)));
    }
    let rules = logic.document(at).roots().iter().map(|root| logic.list_named(*root, "rules").len()).sum();
    let (bare, logic) = (ecore(&model, document), ecore(&logic, at));
    let mut model = Model::new(syntax_model::metamodel());
    let read = |model: &mut Model, name: &str, text: &str| {
        xmi::read(&Source::new(name, text), model, Document::new(name), &ReadOptions::default())
    };
    let (types, problems) = read(&mut model, "types.ecore", &bare);
    assert!(problems.is_empty(), "{}", shown_problems(&problems));
    let (at, problems) = read(&mut model, "types.logic.xmi", &logic);
    assert!(problems.is_empty(), "{}", shown_problems(&problems));
    let proxies: Vec<_> = model.proxies().map(|(proxy, uri)| (proxy, uri.to_owned())).collect();
    let mut resolver = Resolver::default();
    let mut found = rustc_hash::FxHashMap::default();
    for (proxy, uri) in proxies.iter().filter(|(_, uri)| uri.starts_with("types.ecore#")) {
        let fragment = uri.split_once('#').map_or("", |(_, fragment)| fragment);
        found.insert(*proxy, resolver.resolve(&model, types, fragment, &|_| None).ok_or("nothing there")?);
    }
    model.replace_proxies(&found);
    let (documents, problems) =
        syntax_model::join(&mut model, at).map_err(|problems| shown_problems(&problems))?;
    if documents != [types] || !problems.is_empty() {
        return Err(format!("{documents:?}: {}", shown_problems(&problems)));
    }
    let back = ecore(&model, types);
    if back == whole { Ok(rules) } else { Err(format!("{back}\ninstead of\n{whole}")) }
}

#[test]
fn logic_is_restored_in_its_types() {
    let (mut failures, mut rules) = (String::new(), 0);
    for directory in ["language", "../arm7", "text"] {
        let directory = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data").join(directory);
        let mut directories = vec![directory];
        while let Some(directory) = directories.pop() {
            for path in
                std::fs::read_dir(directory).expect("cases").filter_map(|entry| Some(entry.ok()?.path()))
            {
                if path.is_dir() {
                    directories.push(path);
                } else if path.extension().is_some_and(|e| e == "pp") {
                    let text = std::fs::read_to_string(&path).expect("a readable case");
                    match round_of_types(&text) {
                        Ok(count) => rules += count,
                        Err(problem) => {
                            let _ = writeln!(failures, "== {}\n{problem}\n", path.display());
                        }
                    }
                }
            }
        }
    }
    assert!(failures.is_empty(), "{failures}");
    assert!(rules >= 40, "only {rules} rules");
}

/// A manifest of nested operations, with the first operand the deepest.
fn deep(class: &str, feature: &str, levels: usize) -> (Model, DocumentId) {
    let mut model = Model::new(syntax_model::metamodel());
    let package = model.metamodel().package_by_uri(syntax_model::URI).expect("the syntax");
    let mut make = |class: &str, values: &[(&str, Value<'_>)]| {
        let class = model.metamodel().class(package, class).expect("a class");
        let object = model.create(class).expect("it can be made");
        for (name, value) in values {
            let feature = model.metamodel().feature(class, name).expect("a feature");
            match model.metamodel()[feature].many() {
                true => model.add(object, feature, *value).expect("it can be added"),
                false => model.set(object, feature, *value).expect("it can be set"),
            }
        }
        object
    };
    let mut last = make("Name", &[("value", Value::String("a"))]);
    for _ in 0..levels {
        let mut values = vec![(feature, Value::Object(last))];
        if class == "Binary" {
            let right = make("Name", &[("value", Value::String("b"))]);
            values.extend([("right", Value::Object(right)), ("operator", Value::Enum(10))]);
        }
        last = make(class, &values);
    }
    let manifest = make("Manifest", &[("statements", Value::Object(last))]);
    let document = model.add_document(Document::new("deep.xmi"));
    model.add_root(document, manifest);
    (model, document)
}

#[test]
fn excessive_depth_is_reported() {
    for (class, feature, levels, expected) in [
        ("Binary", "left", 990, None),
        ("Binary", "left", 1_100, Some("MW0502")),
        ("Binary", "left", 100_000, Some("MW0502")),
        ("Parenthesized", "expression", 50, None),
        ("Parenthesized", "expression", 500, Some("MW0518")),
        ("Parenthesized", "expression", 100_000, Some("MW0502")),
    ] {
        let (model, document) = deep(class, feature, levels);
        let problem = text(&model, document).err();
        match (expected, problem) {
            (Some(code), Some(problem)) => assert!(problem.contains(code), "{levels} {class}: {problem}"),
            (expected, problem) => {
                assert_eq!(expected.map(str::to_owned), problem, "{levels} {class}");
            }
        }
    }
}

#[test]
fn the_highest_expression_becomes_objects() {
    let source = format!("$x = {}a\n", "a + ".repeat(990));
    round(&source).unwrap_or_else(|problem| panic!("{problem}"));
}
