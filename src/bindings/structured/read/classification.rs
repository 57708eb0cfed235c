//! Reads the output of an external node classifier: classes, with their parameters, and variables.
//!
//! Its values are data, so nothing in them is an expression.

use super::Reader;
use crate::bindings::structured::nodes::{Content, Node};
use crate::generated::bindings as b;

impl Reader<'_> {
    /// The bindings `classes`, `parameters` and `variables`.
    pub(super) fn classification(&mut self, root: &Node) -> Vec<b::NamedBindings> {
        if matches!(root.content, Content::Null) {
            return Vec::new();
        }
        let Some(mut fields) = self.fields(root, "the output of a classifier") else { return Vec::new() };
        let (mut classes, mut parameters, mut variables) = (Vec::new(), Vec::new(), Vec::new());
        if let Some(node) = fields.take("classes") {
            self.classes_of_node(node, &mut classes, &mut parameters);
        }
        if let Some(node) = fields.take("parameters")
            && !matches!(node.content, Content::Null)
        {
            variables.extend(self.variables_of_node(node));
        }
        if let Some(node) = fields.take("environment") {
            self.string(node, "the name of an environment");
        }
        self.finish(&fields);
        let (line, column) = self.at(root);
        let parts = [("classes", classes), ("parameters", parameters), ("variables", variables)];
        let named = |(name, bindings): (&str, Vec<b::AbstractBinding>)| b::NamedBindings {
            line,
            column,
            name: name.to_owned(),
            bindings,
            ..b::NamedBindings::default()
        };
        parts.into_iter().filter(|(_, bindings)| !bindings.is_empty()).map(named).collect()
    }

    /// A list of classes, or a map from classes to their parameters.
    fn classes_of_node(
        &mut self,
        node: &Node,
        classes: &mut Vec<b::AbstractBinding>,
        parameters: &mut Vec<b::AbstractBinding>,
    ) {
        let (line, column) = self.at(node);
        let mut names = Vec::new();
        match &node.content {
            Content::Null => {}
            Content::Map(entries) => {
                self.report_duplicates(entries);
                for (key, value) in entries {
                    let Some(name) = self.string(key, "the name of a class") else { continue };
                    parameters.extend(self.parameters_of_class(&name, key, value));
                    names.push(name);
                }
            }
            _ => names = self.strings(node, "the name of a class"),
        }
        if !names.is_empty() {
            let names = b::ClassInclusion { file: None, line, column, doc: None, classes: names };
            classes.push(names.into());
        }
    }

    fn parameters_of_class(&mut self, class: &str, key: &Node, node: &Node) -> Option<b::AbstractBinding> {
        match &node.content {
            Content::Null => return None,
            Content::Map(entries) if entries.is_empty() => return None,
            Content::Map(_) => {}
            _ => {
                let expected = format!("the parameters of the class `{class}`");
                self.unexpected(node, &expected, "write `name: value` for each parameter");
                return None;
            }
        }
        let (line, column) = self.at(key);
        let value = Box::new(self.value(node)?);
        let producer = b::ConstantProducer { file: None, line, column, transformer: None, value };
        let target = class.to_owned();
        let producer = Some(producer.into());
        Some(
            b::ParameterBindings { line, column, target, producer, ..b::ParameterBindings::default() }.into(),
        )
    }

    fn variables_of_node(&mut self, node: &Node) -> Option<b::AbstractBinding> {
        let (line, column) = self.at(node);
        let variables = self.arguments(node, "variables").into_iter();
        let variables: Vec<_> = variables
            .map(|argument| b::VariableBinding {
                file: None,
                line: argument.line,
                column: argument.column,
                name: argument.name,
                producer: Some(argument.producer),
            })
            .collect();
        let is_empty = variables.is_empty();
        (!is_empty)
            .then(|| b::VariableBindings { line, column, variables, ..b::VariableBindings::default() }.into())
    }
}
