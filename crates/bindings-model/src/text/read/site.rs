//! Makes objects of the contents of `site`: categories, layers and environments.

use super::{Reader, child, doc, expressions, text_in};
use crate::generated::bindings as b;
use crate::text::hiera_settings;
use modelwright_language::language::{EnvironmentForm, Node, NodeKind};

/// The help for a setting that a layer does not have.
const LAYER_SETTINGS_HELP: &str = "its settings are include, exclude, categories and bindings; with Hiera also \
                                   backends, environment, merge_behavior and deep_merge_options";

impl Reader<'_> {
    /// A site. The second declaration of categories or layers is reported.
    pub(super) fn site(&mut self, node: Node<'_>) -> b::Site {
        let (line, column) = self.at(node);
        let mut site = b::Site { line, column, doc: doc(node), ..b::Site::default() };
        for child in node.children() {
            match child.kind() {
                NodeKind::Categories if site.categories.is_some() => {
                    self.error(child, "the categories are declared twice", "write all of them in one block");
                }
                NodeKind::Categories => site.categories = Some(self.categories(child)),
                NodeKind::Layers if site.layers.is_some() => {
                    self.error(child, "the layers are declared twice", "write all of them in one list");
                }
                NodeKind::Layers => site.layers = Some(self.layers(child)),
                NodeKind::Environments(form) => self.environments(child, form, &mut site.environments),
                _ => {}
            }
        }
        site
    }

    /// The declarations of categories.
    fn categories(&mut self, node: Node<'_>) -> b::EffectiveCategories {
        let (line, column) = self.at(node);
        let mut categories = Vec::new();
        for entry in node.children() {
            let NodeKind::CategoryEntry { exact } = entry.kind() else { continue };
            let (line, column) = self.at(entry);
            let expression = expressions(entry).next().map(|value| self.source_expression(value).into());
            categories.push(b::CategoryDeclaration {
                line,
                column,
                doc: doc(entry),
                name: text_in(entry).unwrap_or_default(),
                expression,
                exact,
                ..b::CategoryDeclaration::default()
            });
        }
        b::EffectiveCategories { line, column, categories, ..b::EffectiveCategories::default() }
    }

    fn layers(&mut self, node: Node<'_>) -> b::LayeredBindings {
        let (line, column) = self.at(node);
        let layers = node.children().filter(|child| child.kind() == NodeKind::Layer);
        let layers = layers.map(|layer| self.layer(layer)).collect();
        b::LayeredBindings { line, column, layers, ..b::LayeredBindings::default() }
    }

    /// A layer with its settings.
    fn layer(&mut self, node: Node<'_>) -> b::NamedLayer {
        let (line, column) = self.at(node);
        let mut layer = b::NamedLayer {
            line,
            column,
            doc: doc(node),
            name: text_in(node).unwrap_or_default(),
            ..b::NamedLayer::default()
        };
        // Backends refer to categories, so the categories are read first, wherever they are written.
        for child in node.children().filter(|child| child.kind() == NodeKind::Categories) {
            layer.categories = Some(self.categories(child));
        }
        for child in node.children().filter(|child| child.kind() == NodeKind::LayerSetting) {
            self.layer_setting(child, &mut layer);
        }
        layer
    }

    /// Sets a setting of a layer. Reports a setting that is unknown or invalid.
    fn layer_setting(&mut self, node: Node<'_>, layer: &mut b::NamedLayer) {
        match text_in(node).as_deref() {
            Some("include") => layer.include.extend(self.locations(node)),
            Some("exclude") => layer.exclude.extend(self.locations(node)),
            Some("bindings") => {
                let nested = node.children().filter(|child| child.kind() == NodeKind::Bindings);
                layer.bindings = nested.map(|bindings| self.named_bindings(bindings)).collect();
            }
            Some(name) if hiera_settings::NAMES.contains(&name) => {
                let Some(value) = expressions(node).next() else { return };
                let value = self.value(value);
                if let Err((message, help)) = hiera_settings::set(layer, name, value) {
                    self.error(node, message, help);
                }
            }
            name => {
                let message = format!("a layer has no setting `{}`", name.unwrap_or_default());
                self.error(node, message, LAYER_SETTINGS_HELP);
            }
        }
    }

    /// One location, or several in brackets.
    fn locations(&mut self, node: Node<'_>) -> Vec<String> {
        let Some(value) = expressions(node).next() else { return Vec::new() };
        let nodes: Vec<_> = match value.kind() {
            NodeKind::Array => expressions(value).collect(),
            _ => vec![value],
        };
        let mut list = Vec::new();
        for node in nodes {
            // Layers are composed before a node is known, so a location cannot be an expression.
            match node.string() {
                Some(location) => list.push(location),
                None => {
                    let help = "write it in quotes, such as 'confdir:/default'";
                    self.error(node, "the location of bindings must be a plain string", help);
                }
            }
        }
        list
    }

    /// Appends the environments of a declaration, which may declare several.
    fn environments(&mut self, node: Node<'_>, form: EnvironmentForm, list: &mut Vec<b::Environment>) {
        let kind = match form {
            EnvironmentForm::Static => b::EnvironmentKind::Static,
            EnvironmentForm::Defaults => b::EnvironmentKind::Defaults,
            EnvironmentForm::Dynamic => b::EnvironmentKind::Dynamic,
        };
        let (line, column) = self.at(node);
        if form == EnvironmentForm::Defaults {
            let settings = self.settings(node);
            let doc = doc(node);
            list.push(b::Environment { line, column, doc, kind, settings, ..b::Environment::default() });
            return;
        }
        for (nth, body) in node.children().filter(|child| child.kind() == NodeKind::ResourceBody).enumerate()
        {
            // The first environment has the position and the comment of the declaration.
            let (line, column) = if nth == 0 { (line, column) } else { self.at(body) };
            let title = expressions(body).next().map(|title| self.title(title));
            let settings = self.settings(body);
            let doc = doc(if nth == 0 { node } else { body });
            list.push(b::Environment {
                line,
                column,
                doc,
                kind,
                title,
                settings,
                ..b::Environment::default()
            });
        }
    }

    /// The title of an environment: a literal text, or the source of an expression.
    fn title(&mut self, node: Node<'_>) -> b::Expression {
        match (node.kind(), node.string()) {
            (NodeKind::String(_) | NodeKind::Name, Some(text)) => {
                let (line, column) = self.at(node);
                b::LiteralText { line, column, text, ..b::LiteralText::default() }.into()
            }
            _ => self.source_expression(node).into(),
        }
    }

    /// The settings of an environment.
    fn settings(&mut self, node: Node<'_>) -> Vec<b::NamedArgument> {
        let mut list = Vec::new();
        for attribute in node.children() {
            match attribute.kind() {
                NodeKind::Attribute { append: false } => {}
                NodeKind::Attribute { append: true } | NodeKind::AttributeSplat => {
                    self.error(
                        attribute,
                        "a setting must be written `name => value`",
                        "write one `name => value` for each setting",
                    );
                    continue;
                }
                _ => continue,
            }
            let name =
                child(attribute, |kind| kind == NodeKind::AttributeName).map(|name| name.text().to_owned());
            let Some(value) = expressions(attribute).next() else { continue };
            let (line, column) = self.at(attribute);
            let producer = self.constant_or_evaluation(value);
            list.push(b::NamedArgument {
                file: None,
                line,
                column,
                name: name.unwrap_or_default(),
                producer,
            });
        }
        list
    }
}
