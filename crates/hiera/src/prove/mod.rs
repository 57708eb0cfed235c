//! Compares the answers of a tree with those of another form of the tree: a bindings model, or an environment of
//! version 5, whose answers are those of Puppet.
//!
//! Every key is looked up in both with every resolution, for scopes that are given, and for generated scopes that reach
//! each file of either of them. The keys that no file of a scope contains all have the same answer, so only one of them
//! is looked up. Encrypted values are compared as they are written. Invariant: the result does not depend on the number
//! of threads. This module does not know where the model comes from.

mod outcome;
mod scopes;
mod variables;

pub use outcome::Difference;

use super::lookup::{Encrypted, FileIndex, Hierarchy, Query, Resolution, quoted_key};
use crate::store::Value;
use modelwright_metamodel::threads::in_parts;
use outcome::Differences;
use rustc_hash::FxHashSet;
use std::borrow::Cow;
use std::collections::BTreeSet;

/// The resolutions with which each key is looked up.
pub const RESOLUTIONS: [&Resolution; 3] = [&Resolution::Priority, &Resolution::Array, &Resolution::Hash];

/// The result of a comparison.
#[derive(Debug)]
pub struct Proof {
    /// The number of data files of the tree.
    pub files: usize,
    /// The data files of the tree or the model that no scope reaches.
    pub unreached: Vec<String>,
    /// The variables that values refer to, but that no scope sets.
    pub unset: Vec<String>,
    /// The number of keys that are in the tree or in the model.
    pub keys: usize,
    /// The number of generated scopes.
    pub generated: usize,
    /// Whether the number of scopes reached its limit, so that some scopes are missing.
    pub is_limited: bool,
    /// The number of lookups in the tree, which is also that in the model.
    pub lookups: u64,
    /// The number of lookups with different answers.
    pub different: u64,
    /// The number of lookups that fail in the tree, but not in the environment of version 5. They do not count as
    /// different.
    pub mended: u64,
    /// The differences in the order of keys. Scopes with the same difference of a key share one entry.
    pub differences: Vec<Difference>,
}

/// The result for some of the scopes, which one thread computes.
#[derive(Default)]
struct PartialResult {
    /// The number of compared lookups.
    lookups: u64,
    /// The number of lookups that fail only in the tree.
    mended: u64,
    differences: Differences,
    /// The files that are searched in the tree.
    tree_files: FxHashSet<FileIndex>,
    /// The files that are searched in the environment or the model.
    model_files: FxHashSet<FileIndex>,
}

/// Compares the answers of a tree with those of a model or of an environment of version 5, for the given nodes and for
/// generated scopes. Changes both so that they keep encrypted values.
///
/// In version 5, `::name` and `name` are the same variable. If one of the two is of this version, each scope gets both
/// names.
#[must_use]
pub fn prove(tree: &mut Hierarchy, model: &mut Hierarchy, nodes: &[(String, Value)]) -> Proof {
    tree.set_encrypted(Encrypted::Kept);
    model.set_encrypted(Encrypted::Kept);
    // Nodes of older versions do not have the variables that a server sets.
    tree.clear_server_variables();
    model.clear_server_variables();
    let (tree, model) = (&*tree, &*model);
    let generated = scopes::generate(tree, model);
    let mut scopes: Vec<(Option<&str>, Cow<'_, Value>)> =
        nodes.iter().map(|(name, scope)| (Some(name.as_str()), Cow::Borrowed(scope))).collect();
    scopes.extend(generated.scopes.iter().map(|scope| (None, Cow::Borrowed(scope))));
    if model.has_layers() || tree.has_layers() {
        scopes.iter_mut().for_each(|(_, scope)| *scope = Cow::Owned(scopes::with_both_names(scope)));
    }
    // Version 5 has no setting for merges, so each lookup must request the merge that the configuration of the tree
    // specifies.
    let strategy = tree.hash_resolution();
    let resolutions = RESOLUTIONS.map(|resolution| match (resolution, &strategy) {
        (Resolution::Hash, Ok(strategy)) if is_upgrade(tree, model) => (resolution, strategy),
        _ => (resolution, resolution),
    });
    let comparison = Comparison { tree, model, resolutions };
    // The results are in the order of the scopes, so they do not depend on the number of threads.
    let parts = in_parts(&scopes, |scopes| comparison.compare_scopes(scopes));
    let mut total = PartialResult::default();
    for part in parts {
        total.lookups += part.lookups;
        total.mended += part.mended;
        total.differences.append(part.differences);
        total.tree_files.extend(part.tree_files);
        total.model_files.extend(part.model_files);
    }
    let (different, differences) = total.differences.finish();
    let files: FxHashSet<FileIndex> = tree.files().collect();
    let mut unreached: BTreeSet<String> =
        unreached_names(tree, files.iter().copied(), &total.tree_files).collect();
    unreached.extend(unreached_names(model, model.files(), &total.model_files));
    let unset = generated
        .variables
        .iter()
        .filter(|path| !scopes.iter().any(|(_, scope)| variables::is_set(scope, path)));
    Proof {
        files: files.len(),
        unreached: unreached.into_iter().collect(),
        unset: unset.map(|path| path.join(".")).collect(),
        keys: tree.keys().union(&model.keys()).count(),
        generated: generated.scopes.len(),
        is_limited: generated.is_limited,
        lookups: total.lookups,
        mended: total.mended,
        different,
        differences,
    }
}

/// Whether an older tree is compared with an environment of version 5.
fn is_upgrade(tree: &Hierarchy, model: &Hierarchy) -> bool {
    model.has_layers() && !tree.has_layers()
}

/// The names of the files that are not in `reached`.
fn unreached_names<'h>(
    hierarchy: &'h Hierarchy,
    files: impl Iterator<Item = FileIndex> + 'h,
    reached: &'h FxHashSet<FileIndex>,
) -> impl Iterator<Item = String> + 'h {
    let unreached = files.filter(|file| !reached.contains(file));
    unreached.map(|file| hierarchy.relative_name(file).to_owned())
}

/// The two hierarchies that are compared.
struct Comparison<'h> {
    tree: &'h Hierarchy,
    model: &'h Hierarchy,
    /// Each resolution of the tree with the resolution that has the same meaning in the model.
    resolutions: [(&'h Resolution, &'h Resolution); 3],
}

impl Comparison<'_> {
    /// Compares the answers for some scopes. For each scope, these are the answers for each key in the files that it
    /// reaches, and for one key that is in no file.
    fn compare_scopes(&self, scopes: &[(Option<&str>, Cow<'_, Value>)]) -> PartialResult {
        let mut part = PartialResult::default();
        // The buffers for the two answers, which all comparisons share.
        let mut buffers = (String::new(), String::new());
        for (name, scope) in scopes {
            let mut keys: BTreeSet<&str> = BTreeSet::new();
            let hierarchies = [(self.tree, &mut part.tree_files), (self.model, &mut part.model_files)];
            for (hierarchy, files) in hierarchies {
                // The levels do not depend on the key, so the key is not relevant.
                let levels = hierarchy.reached_levels(&Query::new("", scope));
                for file in levels.iter().filter_map(|level| level.file) {
                    files.insert(file);
                    let Ok(data) = hierarchy.data(file) else { continue };
                    keys.extend(data.entries().filter_map(|entry| data.text(entry.key)));
                }
            }
            let mut names: Vec<String> = keys.iter().map(|key| quoted_key(key).into_owned()).collect();
            // The added key represents all keys that no file of the scope contains.
            names.push(absent_key(&keys));
            if !self.model.has_layers() && !self.tree.has_layers() {
                // Ruby looks up nil for the empty key. Version 5 does not, so the empty key is only compared if there
                // are no layers.
                names.push(String::new());
            }
            for key in &names {
                for (resolution, model_resolution) in self.resolutions {
                    let query = Query { resolution, ..Query::new(key, scope) };
                    let model_query = Query { resolution: model_resolution, ..query };
                    self.compare_lookup((&query, &model_query), *name, &mut part, &mut buffers);
                }
            }
        }
        part
    }

    /// Compares the answers to one query, and adds the result to `part`. The query of the model may have another
    /// resolution.
    fn compare_lookup(
        &self,
        (query, model_query): (&Query<'_>, &Query<'_>),
        scope_name: Option<&str>,
        part: &mut PartialResult,
        buffers: &mut (String, String),
    ) {
        part.lookups += 1;
        let answers = (self.tree.lookup(query), self.model.lookup(model_query));
        let is_same = if is_upgrade(self.tree, self.model) {
            // A lookup that fails only in the tree is not a difference, because no site can rely on a lookup that fails
            // in Ruby.
            let (tree_answer, model_answer) = &answers;
            part.mended += u64::from(tree_answer.is_err() && model_answer.is_ok());
            outcome::is_answer_kept(&answers, buffers)
        } else {
            outcome::is_equal(&answers, buffers)
        };
        if !is_same {
            part.differences.add((self.tree, self.model), (query, model_query), scope_name, &answers);
        }
    }
}

/// A key that is not in a set.
fn absent_key(keys: &BTreeSet<&str>) -> String {
    let mut key = "absent".to_owned();
    while keys.contains(key.as_str()) {
        key.push('_');
    }
    key
}
