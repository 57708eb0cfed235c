//! Mutated XML documents, and xmllint's verdicts on them.

use super::json::Words;
use super::reasons::Rejection;
use crate::mutants::markup::{Element, Node, Tree};
use crate::random::Random;
use std::collections::{HashMap, HashSet};
use std::path::{Path, PathBuf};
use std::process::Command;

/// A document with one change; `None` if its markup cannot be parsed.
pub(crate) fn mutant(document: &str, words: &Words, random: &mut Random) -> Option<String> {
    let mut tree = Tree::parse(document)?;
    if tree.root.get("xmlns:xsi").is_none() {
        tree.root.set("xmlns:xsi", "http://www.w3.org/2001/XMLSchema-instance");
    }
    let paths = tree.paths();
    let path = random.choose(&paths).clone();
    change(tree.at(&path), path.is_empty(), words, random);
    Some(tree.print())
}

fn change(element: &mut Element, is_root: bool, words: &Words, random: &mut Random) {
    let own: Vec<usize> = (0..element.attributes.len())
        .filter(|at| {
            let name = &element.attributes[*at].0;
            !name.starts_with("xmlns") && name != "xmi:version" && name != "xsi:schemaLocation"
        })
        .collect();
    let children = element.elements();
    match random.below(8) {
        0 => element.set(random.choose(&words.features).as_str(), value(random)),
        1 if !own.is_empty() => drop(element.attributes.remove(random.pick(&own))),
        2 if !own.is_empty() => element.attributes[random.pick(&own)].0.push('x'),
        3 if !children.is_empty() => drop(element.children.remove(random.pick(&children))),
        4 if !children.is_empty() => {
            let twice = element.children[random.pick(&children)].clone();
            let at = random.pick(&children);
            element.children.insert(at, twice);
        }
        5 if !is_root => element.set("xsi:type", random.choose(&words.types).as_str()),
        6 => {
            let mut child = Element::named(random.choose(&words.features).as_str(), &[]);
            if random.one_in(2) {
                child.children.push(Node::Raw(value(random).to_owned()));
            }
            element.children.push(Node::Element(child));
        }
        _ if !own.is_empty() => {
            let at = random.pick(&own);
            value(random).clone_into(&mut element.attributes[at].1);
        }
        _ => element.set(random.choose(&words.features).as_str(), value(random)),
    }
}

fn value(random: &mut Random) -> &'static str {
    random.pick(&["", "text", "true", "0", "-1", "3", "200", "40000", "3000000000", "1.5", "//", "two words"])
}

/// xmllint's results for documents: whether each of them is valid, or the error in the schema.
pub(crate) fn verdicts(schema: &Path, documents: &[PathBuf]) -> Result<Vec<bool>, String> {
    Ok(judged(schema, documents)?.into_iter().map(|verdict| verdict.is_ok()).collect())
}

/// As [`verdicts`], with the first error of each document.
pub(crate) fn judged(schema: &Path, documents: &[PathBuf]) -> Result<Vec<Result<(), String>>, String> {
    let mut command = Command::new("xmllint");
    command.args(["--nonet", "--noout", "--schema"]).arg(schema).args(documents);
    let output = command.output().map_err(|e| format!("xmllint cannot be started: {e}"))?;
    let messages = String::from_utf8_lossy(&output.stderr);
    if messages.contains("failed to compile") {
        return Err(messages.lines().take(3).collect::<Vec<_>>().join("; "));
    }
    let valid: HashSet<&str> = messages.lines().filter_map(|line| line.strip_suffix(" validates")).collect();
    let mut errors: HashMap<&str, &str> = HashMap::new();
    for line in messages.lines() {
        if let Some((place, error)) = line.split_once(" validity error : ") {
            errors.entry(place.split(".xml:").next().unwrap_or(place)).or_insert(error);
        }
    }
    let verdict = |path: &PathBuf| {
        let path = path.to_string_lossy();
        match valid.contains(path.as_ref()) {
            true => Ok(()),
            false => Err((*errors.get(path.trim_end_matches(".xml")).unwrap_or(&"unread")).to_owned()),
        }
    };
    Ok(documents.iter().map(verdict).collect())
}

/// The first error of xmllint for a document.
pub(super) fn rejection(schema: &Path, document: &Path) -> Rejection {
    let output =
        Command::new("xmllint").args(["--nonet", "--noout", "--schema"]).arg(schema).arg(document).output();
    let messages = output.map(|o| String::from_utf8_lossy(&o.stderr).into_owned()).unwrap_or_default();
    let line = messages.lines().find(|line| line.contains("validity error")).unwrap_or_default();
    let sentence = line.split_once("validity error : ").map_or(line, |(_, sentence)| sentence);
    let (about, why) = sentence.split_once(": ").unwrap_or((sentence, ""));
    // `Element 'x'`, or `Element 'x', attribute 'y'`; if a name has a namespace, it precedes the name in
    // braces.
    let named = |about: &str| {
        let quoted = about.split('\'').nth(1).unwrap_or_default();
        quoted.rsplit('}').next().unwrap_or_default().to_owned()
    };
    match about.split_once(", attribute ") {
        None if why.starts_with("This element is not expected.") => Rejection::Element(named(about)),
        None if why.starts_with("Element content is not allowed") => Rejection::Elements,
        None if why.starts_with("Character content ") => Rejection::Text,
        Some((_, attribute)) if why.starts_with("The attribute ") && why.ends_with(" is not allowed.") => {
            Rejection::Attribute(named(attribute))
        }
        _ if why.contains("not validly derived from the type definition of the element") => {
            Rejection::Class(named(about))
        }
        _ => Rejection::Other(line.to_owned()),
    }
}
