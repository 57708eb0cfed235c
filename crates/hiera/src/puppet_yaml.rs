//! Data files in YAML, as Puppet reads them: with only some of Ruby's classes.
//!
//! Symbols that are keys become strings; values of other classes make the file invalid; a file that does not contain a
//! hash counts as empty.

use super::data::{Data, DataTree, compile};
use super::data_text::warn_about_mark;
use super::{yaml_data, yaml_values};
use crate::generated::bindings::RubyKind;
use crate::store::{self, Builder, Place};
use modelwright_metamodel::diagnostic::{Diagnostic, Diagnostics, Source, codes};
use modelwright_metamodel::input::Limits;
use modelwright_notations::yaml::{self, YamlVariant};
use rustc_hash::FxHashMap;
use std::sync::Arc;

/// The values of a file, for lookups; `None` if it is invalid, which is reported.
pub(crate) fn data(source: &Arc<Source>, problems: &mut Diagnostics) -> Option<store::Data> {
    warn_about_mark(source, problems);
    // The values of an ordinary document are read without a tree first, because that is faster.
    if let Some((builder, root)) = yaml_values::hash(source) {
        let data = builder.finish(root);
        // Only a tree has the positions of the values that Puppet rejects.
        if !data.has_ruby_values() {
            return Some(data);
        }
    }
    let tree = read(source, problems)?;
    let mut builder = Builder::default();
    if !matches!(tree.kind, Data::Hash(_)) {
        let found = tree.kind.description();
        let message =
            format!("expected a hash of keys and values, found {found}, so Puppet treats the file as empty");
        let problem = Diagnostic::warning(codes::HIERA_DATA, message).at(source, tree.range);
        problems.push(problem.help("write `key: value`, or remove the file"));
        let root = builder.hash(&[], Place::default()).ok()?;
        return Some(builder.finish(root));
    }
    let root = compile(&mut builder, source, &tree).ok()?;
    Some(builder.finish(root))
}

/// The value of a document, as Ruby's `YAML.load` reads it: without aliases.
///
/// # Errors
/// If the document is invalid, has aliases, or has values of other classes of Ruby.
pub fn value(source: &Arc<Source>) -> Result<store::Value, Box<Diagnostic>> {
    let (trees, found) = yaml::parse(source, YamlVariant::Psych, Limits::default());
    if let Some(problem) = found.first_error() {
        return Err(Box::new(problem.clone()));
    }
    let Some(tree) = trees.first() else { return Ok(store::Value::Nil) };
    let has_aliases = tree.expanded_size() != tree.len() as u64;
    if has_aliases {
        return Err(Box::new(Diagnostic::error(codes::HIERA_DATA, "aliases are not allowed here")));
    }
    let mut problems = Diagnostics::new();
    match read(source, &mut problems) {
        Some(tree) if !problems.has_errors() => Ok(tree.to_value()),
        _ => {
            let problem = problems.first_error().cloned();
            Err(Box::new(problem.unwrap_or_else(|| Diagnostic::error(codes::HIERA_DATA, "this is not YAML"))))
        }
    }
}

/// The value in a text; `None` if it is invalid, which is reported.
pub(super) fn read(source: &Arc<Source>, problems: &mut Diagnostics) -> Option<DataTree> {
    let tree = yaml_data::read(source, problems)?;
    match without_symbols(tree) {
        Ok(tree) => Some(tree),
        Err((range, class)) => {
            let message = format!("Puppet does not read values of the class {class} from YAML");
            let problem = Diagnostic::error(codes::HIERA_DATA, message).at(source, range);
            problems.push(problem.help("quote the value to make it a string"));
            None
        }
    }
}

/// The position and the class of a value that Puppet rejects.
type UnsafeValue = (std::ops::Range<usize>, &'static str);

/// Replaces symbols that are keys by strings; the depth was limited when the value was read.
///
/// # Errors
/// The span and the class of a value that Puppet does not read from YAML.
fn without_symbols(tree: DataTree) -> Result<DataTree, UnsafeValue> {
    let DataTree { range, kind } = tree;
    let kind = match kind {
        Data::Array(items) => Data::Array(items.into_iter().map(without_symbols).collect::<Result<_, _>>()?),
        Data::Hash(entries) => Data::Hash(entries_without_symbols(entries)?),
        Data::Object(..) => return Err((range, "Object")),
        Data::Ruby(kind, text) => match kind {
            // A symbol fails only the lookups of its key, any other class the complete file.
            RubyKind::Symbol | RubyKind::Bytes => Data::Ruby(kind, text),
            kind => return Err((range, store::Value::Ruby(kind, "".into()).class())),
        },
        kind => kind,
    };
    Ok(DataTree { range, kind })
}

/// Replaces symbols that are keys, and then removes all but the last of equal keys; the last value takes the place of
/// the first one.
fn entries_without_symbols(
    entries: Vec<(DataTree, DataTree)>,
) -> Result<Vec<(DataTree, DataTree)>, UnsafeValue> {
    let mut kept: Vec<(DataTree, DataTree)> = Vec::with_capacity(entries.len());
    let mut indexes: FxHashMap<String, usize> = FxHashMap::default();
    for (key, value) in entries {
        let mut key = without_symbols(key)?;
        let value = without_symbols(value)?;
        if let Data::Ruby(RubyKind::Symbol, name) = key.kind {
            key.kind = Data::String(name);
        }
        let Data::String(name) = &key.kind else {
            kept.push((key, value));
            continue;
        };
        match indexes.get(name) {
            // Two different keys, such as `:a` and `a`, have become equal.
            Some(index) => kept[*index] = (key, value),
            None => {
                indexes.insert(name.clone(), kept.len());
                kept.push((key, value));
            }
        }
    }
    Ok(kept)
}
