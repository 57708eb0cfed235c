//! Data files in YAML, as Ruby reads them.

use super::data::{Converter, Data, DataTree, compile_scalar, place, report_no_hash};
use crate::generated::bindings::{Bindings, RubyKind};
use crate::store::{self, Builder, Held, NodeIndex, Place, TooLarge};
use modelwright_metamodel::diagnostic::{Diagnostic, Diagnostics, Source, codes};
use modelwright_metamodel::input::Limits;
use modelwright_metamodel::yaml::{self, NodeId, Scalar, Value, YamlVariant};
use std::sync::Arc;

/// How many values a file may have once its aliases are written out.
const BUDGET: u64 = 5_000_000;

/// The bindings of a file.
pub(super) fn bindings(source: &Arc<Source>, problems: &mut Diagnostics) -> Bindings {
    match read(source, problems) {
        // Hiera reads `YAML.load(data) || {}`: an empty file, `~` and `false` are no problem.
        Some(DataTree { kind: Data::Undef | Data::Bool(false), .. }) | None => Bindings::default(),
        Some(tree) => Converter::new(source, problems).bindings(tree),
    }
}

/// The value in a text; nothing if it is invalid, which is reported.
pub(super) fn read(source: &Arc<Source>, problems: &mut Diagnostics) -> Option<DataTree> {
    let (trees, found) = yaml::parse(source, YamlVariant::Psych, Limits::default());
    let failed = found.has_errors();
    problems.append(found);
    let tree = trees.into_iter().next().filter(|_| !failed)?;
    if tree.expanded_size() > BUDGET {
        let message = format!("the aliases of the document stand for more than {BUDGET} values");
        problems.push(
            Diagnostic::error(codes::LIMIT, message).at(source, 0..0).help("write fewer aliases of aliases"),
        );
        return None;
    }
    Some(convert(&tree, tree.root()))
}

/// The values of a file, to answer lookups; nothing if it is invalid or no hash, which is reported.
pub(super) fn data(source: &Arc<Source>, problems: &mut Diagnostics) -> Option<store::Data> {
    let (trees, found) = yaml::parse(source, YamlVariant::Psych, Limits::default());
    let failed = found.has_errors();
    problems.append(found);
    let tree = trees.into_iter().next().filter(|_| !failed)?;
    let mut compiler = Compiler { tree: &tree, source, builder: Builder::default(), known: Vec::new() };
    compiler.known.resize(tree.len(), None);
    let root = match tree.value(tree.root()) {
        Value::Map(_) => compiler.node(tree.root()),
        Value::Scalar(Scalar::Null | Scalar::Bool(false)) => compiler.builder.hash(&[], Place::default()),
        _ => {
            report_no_hash(source, tree.span(tree.root()), scalar_or_list(&tree), problems);
            return None;
        }
    };
    match root {
        Ok(root) => Some(compiler.builder.finish(root)),
        Err(TooLarge) => {
            let message = "the file has more values than 32 bits can count";
            problems.push(Diagnostic::error(codes::LIMIT, message).at(source, 0..0).help("split the file"));
            None
        }
    }
}

/// What the document is, for a message that it is no hash.
fn scalar_or_list(tree: &yaml::Tree) -> &'static str {
    match tree.value(tree.root()) {
        Value::Scalar(scalar) => self::scalar(scalar).description(),
        Value::List(_) => "a list",
        Value::Map(_) => "a hash",
        Value::Object(..) => "a value of Ruby's own",
    }
}

/// Builds the values of a file from its tree.
struct Compiler<'t> {
    tree: &'t yaml::Tree,
    source: &'t Source,
    builder: Builder,
    /// The values of nodes that aliases may repeat.
    known: Vec<Option<NodeIndex>>,
}

impl Compiler<'_> {
    /// Adds a node with its descendants; the parser limits how deep they are.
    fn node(&mut self, id: NodeId) -> Result<NodeIndex, TooLarge> {
        if let Some(known) = self.known.get(id.index()).copied().flatten() {
            return Ok(known);
        }
        let place = place(self.source, self.tree.span(id).start);
        let tree = self.tree;
        let index = match tree.value(id) {
            Value::Scalar(scalar) => compile_scalar(&mut self.builder, &self::scalar(scalar), place)?,
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
            Value::Object(class, _) => self.builder.scalar(Held::Ruby(RubyKind::Object, class), place)?,
        };
        if let Some(known) = self.known.get_mut(id.index()) {
            *known = Some(index);
        }
        Ok(index)
    }
}

/// Converts a node with its descendants; the parser limits how deep they are.
fn convert(tree: &yaml::Tree, node: NodeId) -> DataTree {
    let entries = |entries: yaml::Entries<'_>| {
        entries.iter().map(|(k, v)| (convert(tree, k), convert(tree, v))).collect()
    };
    let kind = match tree.value(node) {
        Value::Scalar(scalar) => self::scalar(scalar),
        Value::List(items) => Data::Array(items.iter().map(|item| convert(tree, *item)).collect()),
        Value::Map(map) => Data::Hash(entries(map)),
        Value::Object(class, members) if members.is_empty() => Data::Ruby(RubyKind::Object, class.to_owned()),
        Value::Object(_, members) => Data::Hash(entries(members)),
    };
    DataTree { range: tree.span(node), kind }
}

fn scalar(scalar: &Scalar) -> Data {
    match scalar {
        Scalar::Null => Data::Undef,
        Scalar::Bool(value) => Data::Bool(*value),
        Scalar::Int(value) => Data::Integer(*value),
        Scalar::BigInt(digits) => Data::BigInteger(digits.to_string()),
        Scalar::Float(value) => Data::Float(*value),
        Scalar::String(text) => Data::String(text.to_string()),
        Scalar::Bytes(bytes) => {
            Data::Ruby(RubyKind::Bytes, bytes.iter().map(|b| format!("{b:02X}")).collect())
        }
        Scalar::Symbol(name) => Data::Ruby(RubyKind::Symbol, name.to_string()),
        Scalar::Date(date) => Data::Ruby(RubyKind::Date, date.to_string()),
        Scalar::Time(time) => Data::Ruby(RubyKind::Time, time.to_string()),
        Scalar::Regexp(regexp) => Data::Ruby(RubyKind::Regexp, regexp.to_string()),
        Scalar::Range(bounds) => {
            let dots = if bounds.exclusive { "..." } else { ".." };
            Data::Ruby(
                RubyKind::Range,
                format!("{}{dots}{}", ruby_text(&bounds.begin), ruby_text(&bounds.end)),
            )
        }
        Scalar::Class(name) => Data::Ruby(RubyKind::Class, name.to_string()),
    }
}

/// The end of a range as Ruby shows it.
fn ruby_text(end: &Scalar) -> String {
    match scalar(end) {
        Data::String(text) | Data::BigInteger(text) | Data::Ruby(_, text) => text,
        Data::Integer(value) => value.to_string(),
        Data::Float(value) => {
            let mut out = String::new();
            modelwright_metamodel::ecore::data::format_double(value, &mut out);
            out
        }
        Data::Bool(value) => value.to_string(),
        _ => String::new(),
    }
}
