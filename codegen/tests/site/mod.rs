//! The site of documentation of every model: its pages are well-formed, nothing of a model is markup, and all links lead
//! somewhere.

use super::models;
use modelwright_codegen::docs::{self, DocsOptions};
use std::collections::{HashMap, HashSet};

/// Elements without content.
const VOID: &[&str] = &["!doctype", "meta", "link", "input"];

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
        _ => link.to_owned(),
    }
}

#[test]
fn pages_are_well_formed_and_links_lead_somewhere() {
    for (hazard, metamodel) in models::all() {
        let (files, problems) = docs::generate(&metamodel, &[], &DocsOptions::default());
        assert!(problems.is_empty(), "{hazard}: {problems:?}");
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
        let index = files
            .iter()
            .find(|file| file.path == "search.js")
            .map(|file| file.text.as_str())
            .unwrap_or_default();
        let list = index.strip_prefix("searchIndex(").and_then(|rest| rest.strip_suffix(",\n]);\n"));
        let entries: Vec<(String, String, String)> =
            serde_json::from_str(&format!("{}]", list.expect("a call with a list"))).expect("JSON");
        for (name, _, address) in entries {
            let (file, anchor) = address.split_once('#').unwrap_or((&address, ""));
            let page = pages.get(file).unwrap_or_else(|| panic!("{hazard}: no page {file} for {name}"));
            assert!(anchor.is_empty() || page.ids.contains(anchor), "{hazard}: no place {address}");
        }
    }
}
