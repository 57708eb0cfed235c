//! A tree before a change, with only those parts replaced that a cause names.

use super::{Content, Pair};
use modelwright::hiera::diff::{Cause, DataChange, FileLine, Node};
use modelwright::store::{Hash, Value};
use std::path::{Path, PathBuf};

/// A tree and the facts of a node.
pub(super) struct Replay {
    pub(super) content: Content,
    pub(super) facts: Value,
    /// The number of parts that were replaced.
    replaced: usize,
}

impl Replay {
    fn new(node: &Node, pair: &Pair) -> Self {
        Self { content: pair.before.clone(), facts: node.before.clone(), replaced: 0 }
    }

    /// With the parts that causes name.
    pub(super) fn of(causes: &[Cause], node: &Node, pair: &Pair) -> Self {
        let mut replay = Self::new(node, pair);
        for cause in causes {
            match cause {
                Cause::Data(change) => replay.replace(&file(change), pair),
                Cause::OtherData => replay.replace_all(pair, |path| !is_configuration(path)),
                Cause::Configuration => replay.replace_all(pair, is_configuration),
                Cause::Facts(names) => replay.replace_facts(names, node),
            }
        }
        replay
    }

    /// With all data, but neither the configuration nor facts.
    pub(super) fn of_all_data(node: &Node, pair: &Pair) -> Self {
        let mut replay = Self::new(node, pair);
        replay.replace_all(pair, |path| !is_configuration(path));
        replay
    }

    pub(super) fn is_nothing(&self) -> bool {
        self.replaced == 0
    }

    fn replace(&mut self, path: &Path, pair: &Pair) {
        self.replaced += usize::from(pair.before.get(path) != pair.after.get(path));
        match pair.after.get(path) {
            Some(bytes) => drop(self.content.insert(path.to_owned(), bytes.clone())),
            None => drop(self.content.remove(path)),
        }
    }

    fn replace_all(&mut self, pair: &Pair, is_replaced: impl Fn(&Path) -> bool) {
        for path in pair.before.keys().chain(pair.after.keys()).filter(|path| is_replaced(path)) {
            self.replace(path, pair);
        }
    }

    fn replace_facts(&mut self, names: &[String], node: &Node) {
        let (Value::Hash(facts), Some(Value::Hash(after))) = (&mut self.facts, &node.after) else { return };
        for name in names {
            let key = Value::text(name.as_str());
            self.replaced += usize::from(facts.get(&key) != after.get(&key));
            match after.get(&key) {
                Some(value) => drop(facts.insert(key, value.clone())),
                None => drop(Hash::shift_remove(facts, &key)),
            }
        }
    }
}

fn is_configuration(path: &Path) -> bool {
    path.file_name().is_some_and(|name| name == "hiera.yaml" || name == "environment.conf")
}

/// The path of the changed file in its tree.
fn file(change: &DataChange) -> PathBuf {
    let FileLine { file, .. } = change.after.as_ref().or(change.before.as_ref()).expect("a position");
    let below = file.strip_prefix("/before/").or_else(|| file.strip_prefix("/after/"));
    PathBuf::from(below.unwrap_or(file))
}
