//! Data files in YAML, as Ruby reads them.

use super::data::{Converter, Kind, Tree};
use crate::generated::bindings::{Bindings, RubyKind};
use modelwright_metamodel::diagnostic::{Diagnostic, Diagnostics, Source, codes};
use modelwright_metamodel::yaml::{self, Limits, NodeId, Scalar, Schema, Value};
use std::sync::Arc;

/// How many values a file may have once its aliases are written out.
const BUDGET: u64 = 5_000_000;

/// The bindings of a file.
pub(super) fn bindings(source: &Arc<Source>, problems: &mut Diagnostics) -> Bindings {
    match read(source, problems) {
        // Hiera reads `YAML.load(data) || {}`: an empty file, `~` and `false` are no problem.
        Some(Tree { kind: Kind::Undef | Kind::Bool(false), .. }) | None => Bindings::default(),
        Some(tree) => Converter::new(source, problems).bindings(tree),
    }
}

/// The value in a text; nothing where it has problems, which are told.
pub(super) fn read(source: &Arc<Source>, problems: &mut Diagnostics) -> Option<Tree> {
    let (trees, found) = yaml::parse(source, Schema::Psych, Limits::default());
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

/// A node and all below it; the parser has limited how deep that is.
fn convert(tree: &yaml::Tree, node: NodeId) -> Tree {
    let entries = |entries: yaml::Entries<'_>| {
        entries.iter().map(|(k, v)| (convert(tree, k), convert(tree, v))).collect()
    };
    let kind = match tree.value(node) {
        Value::Scalar(scalar) => self::scalar(scalar),
        Value::List(items) => Kind::Array(items.iter().map(|item| convert(tree, *item)).collect()),
        Value::Map(map) => Kind::Hash(entries(map)),
        Value::Object(class, members) if members.is_empty() => Kind::Ruby(RubyKind::Object, class.to_owned()),
        Value::Object(_, members) => Kind::Hash(entries(members)),
    };
    Tree { range: tree.span(node), kind }
}

fn scalar(scalar: &Scalar) -> Kind {
    match scalar {
        Scalar::Null => Kind::Undef,
        Scalar::Bool(value) => Kind::Bool(*value),
        Scalar::Int(value) => Kind::Integer(*value),
        Scalar::BigInt(digits) => Kind::BigInteger(digits.to_string()),
        Scalar::Float(value) => Kind::Float(*value),
        Scalar::String(text) => Kind::String(text.to_string()),
        Scalar::Bytes(bytes) => {
            Kind::Ruby(RubyKind::Bytes, bytes.iter().map(|b| format!("{b:02X}")).collect())
        }
        Scalar::Symbol(name) => Kind::Ruby(RubyKind::Symbol, name.to_string()),
        Scalar::Date(date) => Kind::Ruby(RubyKind::Date, date.to_string()),
        Scalar::Time(time) => Kind::Ruby(RubyKind::Time, time.to_string()),
        Scalar::Regexp(regexp) => Kind::Ruby(RubyKind::Regexp, regexp.to_string()),
        Scalar::Range(bounds) => {
            let dots = if bounds.exclusive { "..." } else { ".." };
            Kind::Ruby(RubyKind::Range, format!("{}{dots}{}", shown(&bounds.begin), shown(&bounds.end)))
        }
        Scalar::Class(name) => Kind::Ruby(RubyKind::Class, name.to_string()),
    }
}

/// The end of a range as Ruby shows it.
fn shown(end: &Scalar) -> String {
    match scalar(end) {
        Kind::String(text) | Kind::BigInteger(text) | Kind::Ruby(_, text) => text,
        Kind::Integer(value) => value.to_string(),
        Kind::Float(value) => {
            let mut out = String::new();
            modelwright_metamodel::ecore::data::format_double(value, &mut out);
            out
        }
        Kind::Bool(value) => value.to_string(),
        _ => String::new(),
    }
}
