//! Tests that the pages and the examples are correct: every snippet of a page does what the page shows, and every
//! example is read, checked and converted without a problem.

#![expect(clippy::disallowed_methods, reason = "tests read their cases and write expectations")]

#[path = "docs/grammar.rs"]
mod grammar;
#[path = "docs/page.rs"]
mod page;
#[path = "docs/problems.rs"]
mod problems;
#[cfg(unix)]
#[path = "docs/snippets.rs"]
mod snippets;
#[path = "docs/words.rs"]
mod words;

use modelwright::formats::WriteOptions;
use modelwright::workspace::{Registry, Workspace};
use modelwright_codegen::template;
use modelwright_metamodel::diagnostic::{Diagnostics, codes};
use std::path::{Path, PathBuf};

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("the crate is in the project")
}

fn shown(problems: &Diagnostics) -> String {
    problems.iter().map(|problem| format!("{problem}\n")).collect()
}

/// The pages of the project, at the top and below `docs`, and those that show problems.
fn pages() -> Vec<PathBuf> {
    let mut pages = Vec::new();
    let directories = ["", "docs", "docs/decisions", "docs/guides", "docs/language"]
        .map(|directory| root().join(directory));
    for directory in directories.into_iter().chain(problems::directories()) {
        let entries = std::fs::read_dir(directory).expect("the directory exists").flatten();
        pages.extend(
            entries.map(|entry| entry.path()).filter(|path| path.extension().is_some_and(|e| e == "md")),
        );
    }
    pages.sort();
    pages
}

#[cfg(unix)]
#[test]
fn every_snippet_does_what_the_page_shows() {
    let failures: Vec<String> = pages().iter().flat_map(|page| snippets::run(page)).collect();
    assert!(failures.is_empty(), "{} blocks:\n{}", failures.len(), failures.join("\n"));
}

/// The page of a new directory runs in that directory.
#[cfg(unix)]
#[test]
fn every_new_directory_does_what_its_page_shows() {
    let directory = root().join("cli/src/new/starters");
    let jobs = std::fs::read_dir(&directory).expect("the starters").flatten();
    let failures: Vec<String> = jobs
        .flat_map(|job| {
            let name = job.file_name().to_string_lossy().into_owned();
            snippets::run_after(&format!("modelwright new {name} . --quiet"), &job.path().join("README.md"))
        })
        .collect();
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}

#[test]
fn no_page_help_comment_or_message_has_a_word_to_avoid() {
    let glossary = std::fs::read_to_string(root().join("docs/glossary.md")).expect("the glossary");
    let listed = words::listed(&glossary);
    assert!(listed.len() > 30, "only {listed:?}");
    let mut texts: Vec<(PathBuf, String)> =
        pages().into_iter().map(|page| (page.clone(), words::prose(&page))).collect();
    let manual = words::manual_pages(&Path::new(env!("CARGO_TARGET_TMPDIR")).join("manual"));
    assert!(manual.len() > 20, "only {manual:?}");
    texts.extend(manual.into_iter().map(|page| {
        let text = std::fs::read_to_string(&page).expect("a manual page").replace('\\', "");
        (page, text)
    }));
    for directory in ["crates", "cli/src", "codegen/src", "interop/src", "metamodel/src", "src", "xtask/src"]
    {
        texts.push((directory.into(), words::sentences(&root().join(directory))));
    }
    let codes = codes::ALL.iter().map(|code| format!("{}. {}\n", code.title(), code.explanation()));
    texts.push(("modelwright explain".into(), codes.collect()));
    let found: Vec<String> = texts
        .iter()
        .flat_map(|(at, text)| {
            words::find(&listed, text).into_iter().map(|f| format!("{}: {f}", at.display()))
        })
        .collect();
    assert!(found.is_empty(), "{} words to avoid:\n{}", found.len(), found.join("\n"));
}

#[test]
fn the_language_reference_is_complete() {
    let pages: Vec<PathBuf> =
        pages().into_iter().filter(|path| path.starts_with(root().join("docs/language"))).collect();
    assert!(pages.len() > 30, "only {} pages", pages.len());
    let index = std::fs::read_to_string(root().join("docs/language/README.md")).expect("an index");
    for path in pages {
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let blocks = page::Page::read(&path).expect("a page").blocks().count();
        assert!(name == "README.md" || index.contains(&format!("]({name})")), "the index lacks {name}");
        assert!(name == "README.md" || blocks >= 2, "{name} has only {blocks} snippets");
    }
}

/// The tables of the page on templates must list what the program provides.
#[test]
fn every_key_of_templates_is_described() {
    let page = std::fs::read_to_string(root().join("docs/templates.md")).expect("the page");
    let described = |heading: &str| -> Vec<String> {
        let section = page.split("\n## ").flat_map(|part| part.split("\n### "));
        let section =
            section.into_iter().find(|part| part.to_lowercase().starts_with(&heading.to_lowercase()));
        let rows = section.expect(heading).lines().filter_map(|line| line.strip_prefix("| `"));
        rows.filter_map(|row| row.split(['`', '(']).next()).map(str::to_owned).collect()
    };
    for (kind, keys) in template::table() {
        assert_eq!(described(&format!("{kind}\n")), keys, "{kind}");
    }
    assert_eq!(described("Global names"), template::GLOBALS);
    let mut filters = described("Filters");
    filters.sort();
    assert_eq!(filters, template::FILTERS);
}

#[test]
fn links_between_pages_can_be_resolved() {
    for page in pages() {
        let text = page::Page::read(&page).expect("a page").prose();
        let directory = page.parent().expect("a directory");
        for target in text.split("](").skip(1).filter_map(|rest| rest.split(')').next()) {
            if target.contains("://") {
                continue;
            }
            let (file, heading) = target.split_once('#').unwrap_or((target, ""));
            let path = if file.is_empty() { page.clone() } else { directory.join(file) };
            assert!(path.exists(), "{}: {target} does not exist", page.display());
            if !heading.is_empty() {
                let linked = std::fs::read_to_string(&path).expect("a page");
                let found =
                    linked.lines().filter(|line| line.starts_with('#')).any(|line| anchor(line) == heading);
                assert!(found, "{}: {target} has no such heading", page.display());
            }
        }
    }
}

/// The anchor of a heading, as web sites generate it.
fn anchor(heading: &str) -> String {
    let text = heading.trim_start_matches('#').trim().to_lowercase();
    text.chars().filter(|c| c.is_alphanumeric() || " -_".contains(*c)).collect::<String>().replace(' ', "-")
}

#[test]
fn examples_have_no_problems() {
    let library =
        Workspace { models: vec![root().join("examples/library/library.pp")], ..Workspace::default() };
    let plain = Workspace::default();
    for (workspace, file) in [
        (&plain, "hiera/hiera.yaml"),
        (&plain, "library/library.pp"),
        (&library, "library/books.xmi"),
        (&library, "library/books.json"),
        (&library, "library/books.yaml"),
    ] {
        let loaded = workspace.load(&root().join("examples").join(file), None).expect(file);
        assert!(loaded.diagnostics.is_empty(), "{file}\n{}", shown(&loaded.diagnostics));
        let findings = workspace.validate(&loaded);
        assert!(findings.is_empty(), "{file}\n{}", shown(&findings));
    }
}

#[test]
fn the_books_are_the_same_in_every_format() {
    let library =
        Workspace { models: vec![root().join("examples/library/library.pp")], ..Workspace::default() };
    let directory = root().join("examples/library");
    let names = ["xmi", "json", "yaml"];
    for from in names {
        let loaded = library.load(&directory.join(format!("books.{from}")), None).expect(from);
        for to in names {
            let format = Registry::standard().format(to).expect(to);
            let (bytes, losses) = format
                .to_bytes(&loaded.model, loaded.document, &WriteOptions::default())
                .unwrap_or_else(|problems| panic!("{from} to {to}\n{}", shown(&problems)));
            assert!(losses.is_empty(), "{from} to {to}\n{}", shown(&losses));
            let expected = std::fs::read(directory.join(format!("books.{to}"))).expect(to);
            assert_eq!(String::from_utf8_lossy(&bytes), String::from_utf8_lossy(&expected), "{from} to {to}");
        }
    }
}
