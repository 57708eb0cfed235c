//! Data files in YAML, as Ruby reads them.

use super::data::{Converter, Data, DataTree, compile_scalar, place, report_no_hash};
use super::yaml_scalar::scalar;
use super::yaml_values;
use crate::generated::bindings::{Bindings, RubyKind};
use crate::store::{self, Builder, DataValue, NodeIndex, Place, TooLarge};
use modelwright_metamodel::diagnostic::{Diagnostic, Diagnostics, Source, codes};
use modelwright_metamodel::input::Limits;
use modelwright_notations::yaml::{self, NodeId, Scalar, Value, YamlVariant};
use std::sync::Arc;

/// The maximum number of values of a file after its aliases are replaced. A file without aliases may have more.
const MAX_VALUES: u64 = 5_000_000;

/// The bindings of a file.
pub(super) fn bindings(source: &Arc<Source>, problems: &mut Diagnostics) -> Bindings {
    match read(source, problems) {
        // Hiera reads `YAML.load(data) || {}`, so an empty file, `~` and `false` are not a problem.
        Some(DataTree { kind: Data::Undef | Data::Bool(false), .. }) | None => Bindings::default(),
        Some(tree) => Converter::new(source, problems).bindings(tree),
    }
}

/// The value in a text; `None` if it is invalid, which is reported.
pub(super) fn read(source: &Arc<Source>, problems: &mut Diagnostics) -> Option<DataTree> {
    // Documents with aliases, tags, merge keys or problems cannot be read without a tree.
    yaml_values::tree(source).or_else(|| read_special(source, MAX_VALUES, problems))
}

/// Reads a document as a tree, which supports aliases, tags and merge keys, and reports problems. `max_values` is the
/// maximum number of values after aliases are replaced by copies; as many values as the document itself has are always
/// allowed.
fn read_special(source: &Arc<Source>, max_values: u64, problems: &mut Diagnostics) -> Option<DataTree> {
    let (trees, found) = yaml::parse(source, YamlVariant::Psych, Limits::default());
    let has_failed = found.has_errors();
    problems.append(found);
    // Ruby reads the first document only.
    let tree = trees.into_iter().next().filter(|_| !has_failed)?;
    if tree.expanded_size() > max_values.max(tree.len() as u64) {
        let message = format!(
            "the document has more than {max_values} values after its aliases are replaced by copies"
        );
        problems.push(
            Diagnostic::error(codes::LIMIT, message).at(source, 0..0).help("write fewer aliases of aliases"),
        );
        return None;
    }
    Some(convert(&tree, tree.root()))
}

/// The values of a file, for lookups; `None` if it is invalid or not a hash, which is reported.
pub fn data(source: &Arc<Source>, problems: &mut Diagnostics) -> Option<store::Data> {
    match yaml_values::hash(source) {
        Some((builder, root)) => Some(builder.finish(root)),
        None => data_of_tree(source, problems),
    }
}

/// The values of a file that must be read as a tree, for lookups; `None` if it is invalid or not a hash, which is
/// reported.
fn data_of_tree(source: &Arc<Source>, problems: &mut Diagnostics) -> Option<store::Data> {
    let (trees, found) = yaml::parse(source, YamlVariant::Psych, Limits::default());
    let has_failed = found.has_errors();
    problems.append(found);
    let tree = trees.into_iter().next().filter(|_| !has_failed)?;
    // The values of an alias are shared here and not copied. So lookups can use a file that is too large for a model.
    let mut compiler = Compiler { tree: &tree, source, builder: Builder::default(), known: Vec::new() };
    compiler.known.resize(tree.len(), None);
    let root = match tree.value(tree.root()) {
        Value::Map(_) => compiler.node(tree.root()),
        // Hiera reads `YAML.load(data) || {}`.
        Value::Scalar(Scalar::Null | Scalar::Bool(false)) => compiler.builder.hash(&[], Place::default()),
        _ => {
            report_no_hash(source, tree.span(tree.root()), kind_of_document(&tree), problems);
            return None;
        }
    };
    match root {
        Ok(root) => Some(compiler.builder.finish(root)),
        Err(TooLarge) => {
            let message = "the file has more than 4294967295 values or bytes of text";
            problems.push(Diagnostic::error(codes::LIMIT, message).at(source, 0..0).help("split the file"));
            None
        }
    }
}

/// The kind of the document, for the message that it is not a hash.
fn kind_of_document(tree: &yaml::Tree) -> &'static str {
    match tree.value(tree.root()) {
        Value::Scalar(value) => scalar(value).description(),
        Value::List(_) => "a list",
        Value::Map(_) => "a hash",
        Value::Object(..) => "a value of a Ruby class",
    }
}

/// Builds the values of a file from its tree.
struct Compiler<'t> {
    tree: &'t yaml::Tree,
    source: &'t Source,
    builder: Builder,
    /// For each node, its value if it was added, because an alias may refer to it.
    known: Vec<Option<NodeIndex>>,
}

impl Compiler<'_> {
    /// Adds a node with its descendants; the parser limits their depth.
    fn node(&mut self, id: NodeId) -> Result<NodeIndex, TooLarge> {
        if let Some(known) = self.known.get(id.index()).copied().flatten() {
            return Ok(known);
        }
        let place = place(self.source, self.tree.span(id).start);
        let tree = self.tree;
        let index = match tree.value(id) {
            Value::Scalar(value) => compile_scalar(&mut self.builder, &scalar(value), place)?,
            Value::List(items) => {
                let items: Vec<NodeIndex> =
                    items.iter().map(|item| self.node(*item)).collect::<Result<_, _>>()?;
                self.builder.array(&items, place)?
            }
            Value::Map(entries) => {
                let mut parts = Vec::with_capacity(entries.len() * 2);
                for (key, value) in entries.iter() {
                    parts.extend([self.node(key)?, self.node(value)?]);
                }
                self.builder.hash(&parts, place)?
            }
            Value::Object(class, _) => {
                self.builder.scalar(DataValue::Ruby(RubyKind::Object, class), place)?
            }
        };
        if let Some(known) = self.known.get_mut(id.index()) {
            *known = Some(index);
        }
        Ok(index)
    }
}

/// Converts a node with its descendants; the parser limits their depth.
fn convert(tree: &yaml::Tree, node: NodeId) -> DataTree {
    let entries = |entries: yaml::Entries<'_>| {
        entries.iter().map(|(key, value)| (convert(tree, key), convert(tree, value))).collect()
    };
    let kind = match tree.value(node) {
        Value::Scalar(value) => scalar(value),
        Value::List(items) => Data::Array(items.iter().map(|item| convert(tree, *item)).collect()),
        Value::Map(map) => Data::Hash(entries(map)),
        Value::Object(class, members) if members.is_empty() => Data::Ruby(RubyKind::Object, class.to_owned()),
        Value::Object(class, members) => Data::Object(class.to_owned(), entries(members)),
    };
    DataTree { range: tree.span(node), kind }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Checks that both readers give the same values with the same positions; only the reader with a tree accepts
    /// problems.
    #[track_caller]
    fn check(text: &str) -> bool {
        let source = Source::new("data.yaml", text);
        let mut problems = Diagnostics::new();
        let by_tree = read_special(&source, MAX_VALUES, &mut problems);
        let streamed = yaml_values::tree(&source);
        if let Some(streamed) = &streamed {
            assert!(problems.is_empty(), "{text:?}: {problems}");
            assert_eq!(format!("{streamed:?}"), format!("{:?}", by_tree.expect("a value")), "{text:?}");
        }
        if let Some((builder, root)) = yaml_values::hash(&source) {
            let by_tree = data_of_tree(&source, &mut problems);
            assert!(problems.is_empty(), "{text:?}: {problems}");
            let by_tree = by_tree.map(|data| format!("{data:?}"));
            assert_eq!(Some(format!("{:?}", builder.finish(root))), by_tree, "{text:?}");
        }
        streamed.is_some()
    }

    #[test]
    fn documents_without_a_tree_have_the_same_values() {
        let hiera = include_str!("../../../metamodel/tests/data/yaml/paths/hiera.yaml");
        assert!(check(hiera));
        for (end, _) in hiera.char_indices() {
            check(&hiera[..end]);
        }
        let lines: Vec<&str> = hiera.split_inclusive('\n').collect();
        for at in 0..lines.len() {
            check(&[&lines[..at], &lines[at + 1..]].concat().concat());
            check(&[&lines[..at], &lines[at..=at], &lines[at..]].concat().concat());
        }
        for case in include_str!("../../../metamodel/tests/data/yaml/psych.cases").split("==>") {
            let text = case.split_once("#### ").and_then(|(_, case)| case.split_once('\n'));
            check(text.map_or("", |(_, text)| text));
        }
    }

    #[test]
    fn only_copies_of_aliases_are_limited() {
        let read = |text: &str| {
            let mut problems = Diagnostics::new();
            let tree = read_special(&Source::new("data.yaml", text), 9, &mut problems);
            assert_eq!(tree.is_none(), problems.has_errors(), "{text}");
            tree.is_some()
        };
        assert!(read("a: !!str 1\nb: [1, 2, 3, 4, 5, 6, 7, 8, 9]\n"));
        assert!(read("a: &a [1, 2]\nb: *a\n"));
        assert!(!read("a: &a [1, 2, 3]\nb: *a\nc: *a\n"));
    }

    #[test]
    fn special_documents_are_read_as_a_tree() {
        for text in ["a: &a 1\n", "a: *a\n", "a: !!str 1\n", "<<: {a: b}\n", "a: 1\na: 2\n", "1: a\n0x1: b\n"]
        {
            assert!(!check(text), "{text}");
        }
        for text in ["", "a: [\n", "a: 1\n---\nb: 2\n", "? [a]\n: b\n", "a: \u{7}\n", "1: a\n01: b\n"] {
            assert!(!check(text), "{text}");
        }
        for text in ["1: a\n'1': b\n", "~: a\nyes: b\n1.5: c\n", "- a\n", "a\n", "a: '\u{2028}'\n", "é: ü\n"]
        {
            assert!(check(text), "{text}");
        }
    }
}
