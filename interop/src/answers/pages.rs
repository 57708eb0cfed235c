//! The answers in the data of a report.

use super::{Outcome, ShownAnswer};
use modelwright::hiera::lookup::read_value;
use modelwright::store::Value;
use modelwright_metamodel::diagnostic::Source;
use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

/// The data of the pages of one tree.
pub(super) struct Pages {
    keys: BTreeMap<String, usize>,
    /// The distinct answers of each key.
    answers: Vec<Vec<ShownAnswer>>,
    /// For each node and key, the number of the answer.
    numbers: Vec<Vec<usize>>,
}

impl Pages {
    /// Reads the files of data; `name` gives the path of a file below the directory of the site.
    pub(super) fn read(report: &Path, name: impl Fn(&str) -> String) -> Result<Self, String> {
        let index = call(&report.join("data/index.js"))?;
        let tree =
            elements(&index).first().and_then(|trees| elements(trees).first()).cloned().unwrap_or_default();
        let texts = |list: &str| -> Vec<String> {
            let list = tree.get(list).map(elements).unwrap_or_default();
            list.iter().map(|text| text.as_text().unwrap_or_default().to_owned()).collect()
        };
        let files: Vec<String> = texts("files").iter().map(|file| name(file)).collect();
        let keys = texts("keys").into_iter().enumerate().map(|(number, key)| (key, number)).collect();
        let nodes = tree.get("nodes").map(elements).unwrap_or_default().len();
        let mut pages = Self { keys, answers: Vec::new(), numbers: vec![Vec::new(); nodes] };
        for part in 0.. {
            let path = report.join(format!("data/0-answers-{part}.js"));
            if !path.exists() {
                break;
            }
            for item in elements(&call(&path)?).last().map(elements).unwrap_or_default() {
                pages.add_key(item, &files);
            }
        }
        Ok(pages)
    }

    fn add_key(&mut self, item: &Value, files: &[String]) {
        let answers = item.get("answers").map(elements).unwrap_or_default();
        self.answers.push(answers.iter().map(|answer| shown(answer, files)).collect());
        self.numbers.iter_mut().for_each(|numbers| numbers.push(0));
        let others = item.get("nodes").map(elements).unwrap_or_default();
        // Most nodes have the answer 0, so only those of the others are listed, each as its distance from the one before.
        for (answer, nodes) in (1..).zip(others) {
            let mut node = 0;
            for distance in elements(nodes) {
                node += integer(distance);
                if let Some(number) = self.numbers.get_mut(node).and_then(|numbers| numbers.last_mut()) {
                    *number = answer;
                }
            }
        }
    }

    /// The answer of a key for a node.
    pub(super) fn answer(&self, node: usize, key: &str) -> Option<&ShownAnswer> {
        let key = *self.keys.get(key)?;
        self.answers.get(key)?.get(*self.numbers.get(node)?.get(key)?)
    }
}

fn shown(answer: &Value, files: &[String]) -> ShownAnswer {
    let outcome = match (answer.get("v"), answer.get("e")) {
        (Some(Value::Nil), _) | (None, None) => Outcome::Nothing,
        (Some(value), _) => Outcome::Value(plain(value)),
        (None, Some(message)) => Outcome::Error(message.as_text().unwrap_or_default().to_owned()),
    };
    let place = |place: &Value| {
        let place = elements(place);
        let file = place.first().map(integer).and_then(|file| files.get(file)).cloned().unwrap_or_default();
        (file, place.get(1).map_or(0, |line| i64::try_from(integer(line)).unwrap_or_default()))
    };
    let from = answer.get("from").map(elements).unwrap_or_default();
    ShownAnswer { outcome, places: Some(from.iter().map(place).collect()) }
}

/// A value without the form of numbers that JavaScript would show differently.
fn plain(value: &Value) -> Value {
    match value {
        Value::Array(items) => Value::Array(items.iter().map(plain).collect()),
        Value::Hash(hash) => match (hash.len(), value.get("$number").and_then(Value::as_text)) {
            (1, Some(number)) => read_value(&Source::new("number", number)).unwrap_or_default(),
            _ => Value::Hash(hash.iter().map(|(key, value)| (key.clone(), plain(value))).collect()),
        },
        value => value.clone(),
    }
}

/// The arguments of the call that a file of data is: pages that are opened from a disk can only load scripts.
fn call(path: &Path) -> Result<Value, String> {
    let text = fs::read_to_string(path).map_err(|error| format!("{}: {error}", path.display()))?;
    let start = text.find('(').ok_or_else(|| format!("{}: no call", path.display()))?;
    let arguments = text[start + 1..].trim_end();
    // The items of a part are JSON in a string, in which a backslash comes before some characters.
    let arguments = match arguments.split_once("JSON.parse('") {
        Some((before, items)) => {
            let mut chars = items.trim_end_matches("'));").chars();
            let unescaped = std::iter::from_fn(|| {
                chars.next().and_then(|c| if c == '\\' { chars.next() } else { Some(c) })
            });
            format!("{before}{}", unescaped.collect::<String>())
        }
        None => arguments.trim_end_matches(");").to_owned(),
    };
    let source = Source::new("data", format!("[{arguments}]"));
    read_value(&source).map_err(|problem| format!("{}: {problem}", path.display()))
}

fn elements(value: &Value) -> &[Value] {
    match value {
        Value::Array(items) => items,
        _ => &[],
    }
}

fn integer(value: &Value) -> usize {
    match value {
        Value::Integer(number) => usize::try_from(*number).unwrap_or(0),
        _ => 0,
    }
}
