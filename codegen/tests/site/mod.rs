//! The site of documentation of every model: its pages are well-formed, nothing of a model is markup, and all links
//! lead somewhere.

use super::models;
use modelwright_codegen::GeneratedFile;
use modelwright_codegen::docs::{self, DocsOptions, Since};
use modelwright_language::language;
use modelwright_metamodel::diagnostic::Source;
use modelwright_metamodel::ecore::Metamodel;
use modelwright_typed as typed;
use serde_json::Value;
use std::collections::{HashMap, HashSet};
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// Elements without content.
const VOID: &[&str] = &["!doctype", "meta", "link", "input", "wbr"];

/// What a page consists of.
#[derive(Default)]
struct Page {
    ids: HashSet<String>,
    links: Vec<String>,
    scripts: Vec<String>,
    problems: Vec<String>,
}

/// Reads a page; anything but the markup that the templates write is a problem.
fn page(text: &str) -> Page {
    let (mut page, mut open) = (Page::default(), Vec::new());
    for piece in text.split('<').skip(1) {
        let Some((tag, _)) = piece.split_once('>') else {
            page.problems.push(format!("an element does not end: <{piece}"));
            continue;
        };
        let (name, attributes) = tag.split_once([' ', '\n']).unwrap_or((tag, ""));
        if let Some(name) = name.strip_prefix('/') {
            let expected: Option<&str> = open.pop();
            if expected != Some(name) {
                page.problems.push(format!("</{name}> ends {expected:?}"));
            }
            continue;
        }
        read_attributes(name, attributes, &mut page);
        if !VOID.contains(&name) && !tag.ends_with('/') {
            open.push(name);
        }
    }
    page.problems.extend(open.iter().map(|name| format!("<{name}> does not end")));
    page
}

fn read_attributes(element: &str, text: &str, page: &mut Page) {
    let mut rest = text;
    while let Some((name, after)) = rest.split_once("=\"") {
        let Some((value, after)) = after.split_once('"') else {
            page.problems.push(format!("an attribute does not end: {rest}"));
            return;
        };
        let name = name.split_whitespace().last().unwrap_or_default();
        match name {
            "id" if !page.ids.insert(value.to_owned()) => {
                page.problems.push(format!("two elements have the id {value}"));
            }
            "href" => page.links.push(value.to_owned()),
            "src" => page.scripts.push(format!("{element} {value}")),
            name if name.starts_with("on") => {
                page.problems.push(format!("code in an attribute: {name}={value}"));
            }
            _ => {}
        }
        rest = after;
    }
}

/// The address of a link, from the directory of the site.
fn target(from: &str, link: &str) -> String {
    match (link.strip_prefix("../"), from.split_once('/')) {
        (Some(up), Some(_)) => up.to_owned(),
        (None, _) if link.starts_with('#') => format!("{from}{link}"),
        (None, Some((directory, _))) => format!("{directory}/{link}"),
        _ => link.to_owned(),
    }
}

#[test]
fn pages_are_well_formed_and_links_lead_somewhere() {
    for (hazard, metamodel) in models::all() {
        check_site(hazard, &site(&metamodel, None));
    }
}

/// Every site again, as a change of another metamodel.
#[test]
fn pages_of_changes_are_well_formed_and_links_lead_somewhere() {
    let all = models::all();
    for ((hazard, metamodel), (_, old)) in all.iter().zip(all.iter().cycle().skip(1)) {
        check_site(hazard, &site(metamodel, Some(old)));
        let same = site(metamodel, Some(metamodel));
        let page = same.iter().find(|file| file.path == "changes.html").expect("a page of changes");
        assert!(page.text.contains("Nothing that these pages show has changed."), "{hazard}");
    }
}

#[test]
fn pages_of_classes_show_empty_defaults_and_containers() {
    let text = "package library { uri => 'urn:example:library', prefix => 'l' }
        type Library {
          has books, Book { max => unbound, opposite => library }
        }
        type Book {
          attr title, String { default => '' }
          attr note, String { transient => true }
          has library, Library { containment => false }
        }";
    let (metamodel, _) = language::load(&[Source::new("library.pp", text)]);
    let files = site(&metamodel.expect("a metamodel"), None);
    let shown: String = files.iter().map(|file| visible(&file.text)).collect();
    for expected in ["Default: an empty text.", "not stored", ", container"] {
        assert!(shown.contains(expected), "{expected}: {shown}");
    }
}

/// Types in arguments and in types that were declared in place are links, and uses.
#[test]
fn types_inside_of_other_types_are_links_and_uses() {
    static SHOP: typed::Embedded =
        typed::Embedded::new(NAME, include_str!("../data/types-inside-of-other-types.ecore"));
    const NAME: &str = "types-inside-of-other-types.ecore";
    let files = site(SHOP.metamodel().expect("a metamodel"), None);
    let page = |path: &str| &files.iter().find(|file| file.path == path).expect("a page").text;
    let shop = page("shop/Shop.html");
    assert!(shop.contains("EMap&lt;String, <a href=\"Model.html\">Model</a>&gt;"), "{shop}");
    // Each feature and operation counts once, although an operation may use a type twice, or a type and its superclass.
    assert!(
        page("shop/Model.html").contains("<a href=\"#used-by\">Used by <span class=\"count\">1</span></a>")
    );
    let special = page("shop/Special.html");
    assert!(special.contains("<a href=\"#used-by\">Used by <span class=\"count\">2</span></a>"), "{special}");
    let shown = visible(special);
    for expected in ["Shop.special 0..1, reference", "Shop.models(first, second) operation", "(as Model)"] {
        assert!(shown.contains(expected), "{expected}: {shown}");
    }
}

fn site(metamodel: &Metamodel, old: Option<&Arc<Metamodel>>) -> Vec<GeneratedFile> {
    let since = old.map(|old| Since { name: "<old>.pp".to_owned(), metamodel: Arc::clone(old) });
    let (files, problems) = docs::generate(metamodel, &[], &DocsOptions { since, ..DocsOptions::default() });
    assert!(problems.is_empty(), "{problems:?}");
    files
}

fn check_site(hazard: &str, files: &[GeneratedFile]) {
    let paths: HashSet<&str> = files.iter().map(|file| file.path.as_str()).collect();
    assert_eq!(paths.len(), files.len(), "{hazard}");
    let is_page = |path: &str| path.ends_with(".html");
    let pages: HashMap<&str, Page> = files
        .iter()
        .filter(|file| is_page(&file.path))
        .map(|file| (file.path.as_str(), page(&file.text)))
        .collect();
    for (path, page) in &pages {
        assert!(page.problems.is_empty(), "{hazard} {path}: {:?}", page.problems);
        let up = if path.contains('/') { "../" } else { "" };
        assert_eq!(page.scripts, [format!("script {up}site.js")], "{hazard} {path}");
        for link in &page.links {
            let target = target(path, link);
            let (file, anchor) = target.split_once('#').unwrap_or((&target, ""));
            assert!(paths.contains(file), "{hazard} {path}: no file {link}");
            let has_anchor =
                anchor.is_empty() || pages.get(file).is_some_and(|page| page.ids.contains(anchor));
            assert!(has_anchor, "{hazard} {path}: no place {link}");
        }
    }
    let index =
        files.iter().find(|file| file.path == "search.js").map(|file| file.text.as_str()).unwrap_or_default();
    let (entries, words) = search_index(index);
    let members = |entry: &[Value]| {
        entry[3..].iter().map(|list| list.as_array().expect("a list").len() - 1).sum::<usize>()
    };
    let count: usize = entries.iter().map(|entry| 1 + members(entry)).sum();
    for word in words {
        let distances =
            word.split(' ').skip(1).map(|distance| distance.parse::<usize>().expect("a distance"));
        assert!(distances.sum::<usize>() < count, "{hazard}: {word} is in an entry that does not exist");
    }
    for entry in entries {
        let [name, _, address, lists @ ..] = &entry[..] else { panic!("{hazard}: {entry:?}") };
        let file = address.as_str().expect("an address");
        let page = pages.get(file).unwrap_or_else(|| panic!("{hazard}: no page {file} for {name}"));
        for member in lists.iter().flat_map(|list| &list.as_array().expect("a list")[1..]) {
            let anchor = match member {
                Value::Array(member) => member[1].as_str().expect("an anchor").to_owned(),
                name => format!("-{}", name.as_str().expect("a name")),
            };
            assert!(page.ids.contains(&anchor), "{hazard}: no place {anchor} in {file}");
        }
    }
}

/// The entries of the index of the search, and its words with their distances.
fn search_index(script: &str) -> (Vec<Vec<Value>>, Vec<String>) {
    let arguments = script.strip_prefix("searchIndex(").and_then(|rest| rest.strip_suffix(");\n"));
    serde_json::from_str(&format!("[{}]", arguments.expect("a call"))).expect("JSON")
}

/// What the page of changes shows, for each pair of versions in `data/changes`.
#[test]
fn changes_are_those_that_are_expected() {
    let directory = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/data/changes");
    let mut cases: Vec<PathBuf> =
        fs::read_dir(&directory).expect("cases").map(|entry| entry.expect("a case").path()).collect();
    cases.sort();
    let mut different = Vec::new();
    for case in cases {
        let files = site(&metamodel(&case.join("new.pp")), Some(&metamodel(&case.join("old.pp"))));
        check_site("changes", &files);
        let page = files.iter().find(|file| file.path == "changes.html").expect("a page of changes");
        let (found, expected) = (visible(&page.text), case.join("expected"));
        if std::env::var_os("UPDATE_EXPECT").is_some() {
            fs::write(&expected, &found).expect("the expectation can be written");
        } else if fs::read_to_string(&expected).unwrap_or_default() != found {
            different.push(found);
        }
    }
    assert!(different.is_empty(), "other changes are shown: {different:#?}");
}

fn metamodel(path: &Path) -> Arc<Metamodel> {
    let text = fs::read_to_string(path).expect("a metamodel");
    let (metamodel, problems) = language::load(&[Source::new(path.to_string_lossy(), text)]);
    assert!(problems.is_empty(), "{problems}");
    Arc::new(metamodel.expect("a metamodel"))
}

/// The text of the page's content, without empty lines.
fn visible(page: &str) -> String {
    let main =
        page.split_once("<main").and_then(|(_, rest)| rest.split_once('>')).map_or("", |(_, rest)| rest);
    let main = main.split_once("</main>").map_or(main, |(main, _)| main);
    let mut text = String::new();
    for piece in main.split('<') {
        text.push_str(piece.split_once('>').map_or(piece, |(_, rest)| rest));
    }
    let text = text.replace("&quot;", "\"").replace("&lt;", "<").replace("&gt;", ">");
    let lines = text.replace("&amp;", "&");
    lines.lines().map(str::trim_end).filter(|line| !line.is_empty()).map(|line| format!("{line}\n")).collect()
}
