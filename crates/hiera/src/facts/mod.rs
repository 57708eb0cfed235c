//! The facts of nodes, in the shapes in which tools write them: exports of PuppetDB, caches of a server and an agent,
//! the output of Facter, and files that are written by hand.
//!
//! Each shape is one file and one line of the registry. Invariants: a shape is recognised by its content alone, and a
//! text of no known shape is an error; a node never gets the variables of another node. This module does not know where
//! the texts are.

mod nodes;
mod row;

pub use nodes::NodeList;
pub use row::node_of_row;

use super::data::{Data, DataTree};
use super::lookup::to_json;
use super::{json_data, yaml_data};
use crate::store::{Hash, TextKey, Value};
use modelwright_metamodel::diagnostic::{Diagnostic, Diagnostics, Source, codes};
use rustc_hash::FxHashMap;
use std::path::Path;
use std::sync::Arc;

/// The variables that may contain the name of a node. They are used if the file does not name the node.
const NODE_NAME_VARIABLES: [&str; 5] = ["certname", "clientcert", "::clientcert", "::fqdn", "fqdn"];

/// A node with its variables.
#[derive(Debug, Clone)]
pub struct NodeFacts {
    /// The name of the node; `None` if the text does not contain it.
    pub name: Option<String>,
    /// The variables of the node.
    pub variables: Hash,
}

/// A shape of facts.
struct Shape {
    /// A description of the shape, such as "the inventory of PuppetDB".
    title: &'static str,
    /// The nodes of a value; `None` if the value has another shape.
    ///
    /// # Errors
    /// The reason for which the value is invalid, although it has this shape.
    read: fn(&Value) -> ShapeResult,
}

/// The nodes of a value. `None` if the value has another shape, and an error if it is invalid although it has this
/// shape.
type ShapeResult = Option<Result<Vec<NodeFacts>, String>>;

/// Declares the module of each shape, and collects the constant `SHAPE` of each module.
macro_rules! registry {
    ($($file:ident,)+) => {
        $(mod $file;)+

        const SHAPES: &[Shape] = &[$($file::SHAPE,)+];
    };
}

// The registry of shapes, in the order in which they are tried.
registry! {
    factsets,
    inventory,
    fact_rows,
    cache,
    node_object,
}

/// Reads the variables of one node: a text of any shape with a single node, or a hash of variables.
///
/// # Errors
/// If the text is invalid, or has the facts of several nodes.
pub fn read_scope(source: &Arc<Source>) -> Result<Hash, Diagnostics> {
    let value = read(source)?;
    if let Some(mut nodes) = nodes_of_shape(&value, source)? {
        if nodes.len() != 1 {
            let message = format!("the file has the facts of {} nodes, and one is expected", nodes.len());
            let help = "specify a file with one of them; commands that take --node also accept --facts with this file";
            return Err(fault(source, message, help));
        }
        return Ok(nodes.swap_remove(0).variables);
    }
    match value {
        Value::Hash(hash) => Ok(hash),
        Value::Nil => Ok(Hash::default()),
        value => {
            let message = format!("expected a hash of variables, found a value of class {}", value.class());
            Err(fault(source, message, "write `name: value` for each variable"))
        }
    }
}

/// Reads the variables of many nodes. The text has one of the shapes, or it is a hash of variables by the names of
/// nodes, or a list of hashes of variables. In such a list, as in the output of Facter for one node, the variables
/// `certname`, `clientcert` or `fqdn` contain the name.
///
/// If `file` is given, the text contains the variables of a single node, whose name is `file` unless the text contains
/// the name.
///
/// # Errors
/// If the text is invalid, or of no known shape.
pub fn read_nodes(source: &Arc<Source>, file: Option<&str>) -> Result<Vec<(String, Value)>, Diagnostics> {
    let value = read(source)?;
    let is_list = matches!(value, Value::Array(_));
    // Shapes are tried before plain hashes, because a value of any shape could also be a plain hash.
    let (nodes, is_plain) = match nodes_of_shape(&value, source)? {
        Some(nodes) => (nodes, false),
        None => {
            let nodes = plain_nodes(value, file.is_some());
            (nodes.map_err(|message| fault(source, message, &description_of_shapes()))?, true)
        }
    };
    let named = nodes.into_iter().enumerate().map(|(index, node)| {
        let name = node.name.clone().or_else(|| node_name(&node.variables));
        let name = name.or_else(|| file.map(str::to_owned));
        (name.unwrap_or_else(|| (index + 1).to_string()), Value::Hash(node.variables))
    });
    let mut named: Vec<(String, Value)> = named.collect();
    if is_list && is_plain {
        number_repeated(&mut named);
    }
    Ok(named)
}

/// Adds numbers to the names of scopes that repeat the name of an earlier scope, because a list may have several scopes
/// of one node.
fn number_repeated(nodes: &mut [(String, Value)]) {
    let mut counts: FxHashMap<String, usize> = FxHashMap::default();
    for (name, _) in nodes {
        let count = counts.entry(name.clone()).or_default();
        *count += 1;
        if *count > 1 {
            *name = format!("{name} ({count})");
        }
    }
}

/// The nodes of a value of one of the shapes; `None` if it has none of these shapes.
fn nodes_of_shape(value: &Value, source: &Arc<Source>) -> Result<Option<Vec<NodeFacts>>, Diagnostics> {
    for shape in SHAPES {
        match (shape.read)(value) {
            Some(Ok(nodes)) => return Ok(Some(nodes)),
            Some(Err(message)) => {
                let message = format!("the file looks like {}, but {message}", shape.title);
                return Err(fault(source, message, "correct the file, or export it again"));
            }
            None => {}
        }
    }
    Ok(None)
}

/// The nodes of a hash of scopes, of a list of scopes, or of the facts of one node. If `is_one_node` is set, the value
/// must be the facts of one node.
///
/// # Errors
/// The reason for which the value is none of these.
fn plain_nodes(value: Value, is_one_node: bool) -> Result<Vec<NodeFacts>, String> {
    match value {
        Value::Hash(variables) if is_one_node => Ok(vec![NodeFacts { name: None, variables }]),
        Value::Nil if is_one_node => Ok(vec![NodeFacts { name: None, variables: Hash::default() }]),
        Value::Hash(hash) if hash.is_empty() => Err("the file has no nodes".to_owned()),
        // If all values are hashes, the keys are names of nodes: among the facts of a single node, some values are not
        // hashes.
        Value::Hash(hash) if hash.values().all(|value| matches!(value, Value::Hash(_))) => {
            let nodes = hash.into_iter().map(|(name, scope)| {
                // Each scope may itself have the shape in which a tool writes one node.
                let node = only_node(&scope);
                let variables = node.map_or_else(|| into_hash(scope), |node| node.variables);
                NodeFacts { name: Some(text_of(&name)), variables }
            });
            Ok(nodes.collect())
        }
        // The hash contains the facts of one node, because they include the node's name.
        Value::Hash(variables) if node_name(&variables).is_some() => {
            Ok(vec![NodeFacts { name: None, variables }])
        }
        Value::Hash(hash) => {
            let other = hash.iter().find(|(_, value)| !matches!(value, Value::Hash(_)));
            let (name, class) =
                other.map_or(("".to_owned(), ""), |(name, value)| (text_of(name), value.class()));
            Err(format!("the node `{name}` must have a hash of variables, found a value of class {class}"))
        }
        Value::Array(items) if !items.is_empty() => {
            let nodes = items.into_iter().enumerate().map(|(index, item)| match item {
                Value::Hash(variables) => Ok(NodeFacts { name: None, variables }),
                other => Err(format!(
                    "element {} of the list must be a hash of variables, found a value of class {}",
                    index + 1,
                    other.class()
                )),
            });
            nodes.collect()
        }
        other => Err(format!("expected the facts of nodes, found a value of class {}", other.class())),
    }
}

/// The node of a value that has one of the shapes, or the first of its nodes; `None` for any other value.
fn only_node(value: &Value) -> Option<NodeFacts> {
    let nodes = SHAPES.iter().find_map(|shape| (shape.read)(value))?.ok()?;
    nodes.into_iter().next()
}

/// A value that is a hash, or an empty hash for any other value.
fn into_hash(value: Value) -> Hash {
    match value {
        Value::Hash(hash) => hash,
        _ => Hash::default(),
    }
}

/// A description of all shapes, for a message.
fn description_of_shapes() -> String {
    let titles: Vec<&str> = SHAPES.iter().map(|shape| shape.title).collect();
    format!(
        "write the name of each node and below it `name: value` for each variable, or use {}, or the output of `facter --json`",
        titles.join(", ")
    )
}

/// The name of a node from its variables.
fn node_name(variables: &Hash) -> Option<String> {
    let variable = |name: &str| variables.get(&TextKey(name));
    // Puppet uses the name in the certificate, so it comes first.
    let trusted = variable("trusted").and_then(|trusted| trusted.get("certname")?.as_text());
    let name = trusted.or_else(|| NODE_NAME_VARIABLES.iter().find_map(|name| variable(name)?.as_text()));
    let name = name.or_else(|| variable("networking")?.get("fqdn")?.as_text());
    name.map(str::to_owned)
}

/// The variables of a node: its facts, `trusted` and `environment`. A fact with one of these two names has priority.
fn variables(name: &str, facts: &Hash, trusted: Option<&Value>, environment: Option<&Value>) -> NodeFacts {
    let mut variables = facts.clone();
    let trusted = trusted.filter(|value| matches!(value, Value::Hash(_))).cloned();
    variables.entry(Value::text("trusted")).or_insert_with(|| {
        trusted.unwrap_or_else(|| {
            let certname = (Value::text("certname"), Value::text(name));
            Value::Hash([certname].into_iter().collect())
        })
    });
    if let Some(Value::Text(environment)) = environment {
        variables.entry(Value::text("environment")).or_insert_with(|| Value::Text(environment.clone()));
    }
    NodeFacts { name: Some(name.to_owned()), variables }
}

/// The elements of a list, or the value itself if it is not a list.
fn objects(value: &Value) -> Vec<&Value> {
    match value {
        Value::Array(items) => items.iter().collect(),
        value => vec![value],
    }
}

/// Whether there is at least one object, and every object has all of these names.
fn all_have(value: &Value, names: &[&str]) -> bool {
    let objects = objects(value);
    // An empty list would otherwise have every shape.
    !objects.is_empty() && objects.iter().all(|object| names.iter().all(|name| object.get(name).is_some()))
}

/// The string at a name of an object.
///
/// # Errors
/// If there is no string, or it is empty.
fn text_at<'v>(object: &'v Value, name: &str) -> Result<&'v str, String> {
    let text = object.get(name).and_then(Value::as_text).filter(|text| !text.is_empty());
    text.ok_or_else(|| format!("each object must have a non-empty string `{name}`"))
}

/// The text of a string, or any other value in JSON.
fn text_of(value: &Value) -> String {
    value.as_text().map_or_else(|| to_json(value), str::to_owned)
}

/// Reads a value in JSON or YAML. Objects of Ruby's classes become hashes.
pub fn read(source: &Arc<Source>) -> Result<Value, Diagnostics> {
    // The first character is not enough to recognise JSON: YAML may also begin with a bracket, and have keys without
    // quotes.
    let is_yaml = Path::new(source.name()).extension().is_some_and(|name| name == "yaml" || name == "yml");
    if !is_yaml && source.text().trim_start().starts_with(['{', '[']) {
        let tree = json_data::parse(source, &mut Diagnostics::new());
        return tree.map(|tree| tree.to_value()).map_err(|problem| Diagnostics::from(*problem));
    }
    let mut problems = Diagnostics::new();
    let mut tree = yaml_data::read(source, &mut problems);
    // The problems of the first reading are at the tags of Ruby classes, so these can be removed for a second reading.
    if let Some(plain) = without_class_tags(source, &problems) {
        problems = Diagnostics::new();
        tree = yaml_data::read(&plain, &mut problems);
    }
    if problems.has_errors() {
        return Err(problems);
    }
    Ok(tree.map_or(Value::Nil, |tree| without_classes(tree).to_value()))
}

/// The text with spaces in the place of the tags of Ruby classes to which problems refer; `None` if there are none.
fn without_class_tags(source: &Arc<Source>, problems: &Diagnostics) -> Option<Arc<Source>> {
    let mut text = source.text().to_owned();
    for label in problems.iter().filter_map(Diagnostic::primary_label) {
        let start = label.range.start;
        let Some(tagged) = text.get(start..).filter(|text| text.starts_with("!ruby/object:")) else {
            continue;
        };
        let length = tagged.find(char::is_whitespace).unwrap_or(tagged.len());
        // Spaces keep all positions as they are.
        text.replace_range(start..start + length, &" ".repeat(length));
    }
    (text != source.text()).then(|| Source::new(source.name(), text))
}

/// A tree in which objects of Ruby's classes are hashes of their members; the depth was limited when the tree was read.
fn without_classes(tree: DataTree) -> DataTree {
    let kind = match tree.kind {
        Data::Object(_, pairs) | Data::Hash(pairs) => {
            let pairs = pairs.into_iter();
            Data::Hash(pairs.map(|(key, value)| (without_classes(key), without_classes(value))).collect())
        }
        Data::Array(items) => Data::Array(items.into_iter().map(without_classes).collect()),
        kind => kind,
    };
    DataTree { kind, ..tree }
}

fn fault(source: &Arc<Source>, message: String, help: &str) -> Diagnostics {
    Diagnostic::error(codes::HIERA_DATA, message).at(source, 0..0).help(help).into()
}
