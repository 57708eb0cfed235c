//! Reads the parameters of the classes in manifests of modules.
//!
//! A syntax error in a manifest is reported as a warning, because only the defaults of its classes are missing then.

use super::{Request, reading};
use crate::files::read_source;
use crate::generated::bindings::Value;
use crate::text::Reader;
use modelwright_language::language::{self, Node, NodeKind};
use modelwright_metamodel::diagnostic::{Diagnostic, Diagnostics, Severity, Source};
use std::sync::Arc;

/// A parameter of a class.
pub(super) struct ClassParameter {
    /// The name of the class, without leading colons.
    pub(super) class: String,
    /// The name of the parameter.
    pub(super) name: String,
    /// The default value, if the parameter has one.
    pub(super) default: Option<Value>,
    /// The variables that the default uses.
    pub(super) variables: Vec<String>,
    /// The manifest.
    pub(super) source: Arc<Source>,
    /// The line and the column in the manifest.
    pub(super) place: (i64, i64),
}

impl ClassParameter {
    /// The key of the parameter in lookups.
    pub(super) fn key(&self) -> String {
        format!("{}::{}", self.class, self.name)
    }
}

/// The parameters of the classes of all modules. The parameters of a class follow each other, in their order.
pub(super) fn class_parameters(request: &Request<'_>, problems: &mut Diagnostics) -> Vec<ClassParameter> {
    let mut parameters = Vec::new();
    for (module, directory) in reading::modules(request) {
        for (_, path) in reading::files_below(&directory.join("manifests"), &module, &["pp"], request) {
            match read_source(&*request.access.base.files, &path, &request.access.base.limits) {
                Ok(source) => read(&source, &mut parameters, problems),
                Err(problem) => problems.push(*problem),
            }
        }
    }
    parameters
}

/// Adds the parameters of the classes in a manifest.
fn read(source: &Arc<Source>, found_parameters: &mut Vec<ClassParameter>, problems: &mut Diagnostics) {
    let (tree, syntax_problems) = language::syntax_tree(source);
    // The first error is enough to explain why the defaults are missing.
    if let Some(problem) = syntax_problems.into_iter().find(|problem| problem.severity == Severity::Error) {
        let message = format!("{}; the classes of this manifest have no defaults here", problem.message);
        return problems.push(Diagnostic { severity: Severity::Warning, message, ..problem });
    }
    let mut reader = Reader::new(source);
    for class in tree.nodes().filter(|node| node.kind() == NodeKind::Class) {
        let Some(name) = class.children().find(|child| child.kind() == NodeKind::Name) else { continue };
        let name = name.text().trim_start_matches("::").to_owned();
        let parameters =
            class.children().filter(|child| matches!(child.kind(), NodeKind::LambdaParameter { .. }));
        found_parameters.extend(parameters.filter_map(|node| parameter(&mut reader, source, &name, node)));
    }
    problems.append(reader.problems);
}

/// A parameter with its default, and the variables that the default uses.
fn parameter(
    reader: &mut Reader<'_>,
    source: &Arc<Source>,
    class: &str,
    node: Node<'_>,
) -> Option<ClassParameter> {
    // The type, which may come before the name, is skipped.
    let mut parts = node.children().skip_while(|part| part.kind() != NodeKind::ParameterName);
    let name = parts.next()?.text().trim_start_matches('$').to_owned();
    let default = parts.find(|part| part.kind().is_expression());
    let variables_of_default = default.into_iter().flat_map(variables);
    Some(ClassParameter {
        class: class.to_owned(),
        name,
        variables: variables_of_default.map(|part| part.text().trim_start_matches('$').to_owned()).collect(),
        default: default.map(|node| reader.value(node)),
        source: Arc::clone(source),
        place: reader.at(node),
    })
}

/// The variables in an expression.
fn variables(node: Node<'_>) -> Vec<Node<'_>> {
    let (mut remaining_nodes, mut variables_of_node) = (vec![node], Vec::new());
    while let Some(node) = remaining_nodes.pop() {
        match node.kind() {
            NodeKind::Variable => variables_of_node.push(node),
            _ => remaining_nodes.extend(node.children()),
        }
    }
    variables_of_node
}
