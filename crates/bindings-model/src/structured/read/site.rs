//! Reads a site: its categories, its layers and its environments.

use super::Reader;
use super::fields::Fields;
use crate::generated::bindings as b;
use crate::structured::nodes::{Content, Node};
use crate::text::hiera_settings;

impl Reader<'_> {
    /// A site; `None` after a reported problem.
    pub(super) fn site(&mut self, node: &Node) -> Option<b::Site> {
        let (line, column) = self.at(node);
        let mut fields = self.fields(node, "a site")?;
        let mut site = b::Site { line, column, ..b::Site::default() };
        site.doc = self.doc(&mut fields);
        site.categories = fields.take("categories").map(|node| self.categories(node));
        site.layers = fields.take("layers").map(|node| {
            let (line, column) = self.at(node);
            let layers = self.list(node, "layers");
            let layers = layers.iter().filter_map(|layer| self.layer(layer)).collect();
            b::LayeredBindings { file: None, line, column, layers }
        });
        if let Some(node) = fields.take("environments") {
            let list = self.list(node, "environments");
            site.environments = list.iter().filter_map(|item| self.environment(item)).collect();
        }
        self.finish(&fields);
        Some(site)
    }

    fn categories(&mut self, node: &Node) -> b::EffectiveCategories {
        let (line, column) = self.at(node);
        let list = self.list(node, "categories");
        let categories = list.iter().filter_map(|item| self.declared_category(item)).collect();
        b::EffectiveCategories { file: None, line, column, categories }
    }

    /// The declaration of a category; `None` after a reported problem.
    fn declared_category(&mut self, node: &Node) -> Option<b::CategoryDeclaration> {
        let (line, column) = self.at(node);
        let mut fields = self.fields(node, "a category")?;
        let doc = self.doc(&mut fields);
        let name = self.required_name(&mut fields);
        let exact = self.flag(&mut fields, "exact");
        let expression = match fields.take("expression") {
            Some(node) => {
                let embedded = self.embedded_text(node, "an expression");
                embedded.and_then(|embedded| self.embedded_parser.expression(&embedded))
            }
            None => {
                let message = "a category must have an expression";
                let help = "add `expression`, such as `expression: $::role`";
                self.report_missing(node, message, help);
                None
            }
        };
        self.finish(&fields);
        // `?` is applied last, so that the problems of all keys are reported.
        let expression = Some(expression?.into());
        let name = name?;
        Some(b::CategoryDeclaration {
            line,
            column,
            doc,
            name,
            expression,
            exact,
            ..b::CategoryDeclaration::default()
        })
    }

    /// The name of an element that must have one; `None` after a reported problem.
    fn required_name(&mut self, fields: &mut Fields<'_>) -> Option<String> {
        let Some(node) = fields.take("name") else {
            let message = format!("{} must have a name", fields.what);
            self.report_missing(fields.node, message, "add `name`");
            return None;
        };
        self.string(node, "a name")
    }

    /// A layer; `None` after a reported problem.
    fn layer(&mut self, node: &Node) -> Option<b::NamedLayer> {
        let (line, column) = self.at(node);
        let mut fields = self.fields(node, "a layer")?;
        let doc = self.doc(&mut fields);
        let name = self.required_name(&mut fields);
        let location = "a location such as `confdir:/default`";
        let include = fields.take("include").map(|node| self.strings(node, location)).unwrap_or_default();
        let exclude = fields.take("exclude").map(|node| self.strings(node, location)).unwrap_or_default();
        let categories = fields.take("categories").map(|node| self.categories(node));
        let mut bindings = Vec::new();
        if let Some(list) = fields.take("bindings") {
            for node in self.list(list, "bindings with a name") {
                if let Some(mut fields) = self.fields(node, "bindings with a name") {
                    bindings.extend(self.named_bindings(&mut fields));
                    self.finish(&fields);
                }
            }
        }
        let mut layer = b::NamedLayer {
            line,
            column,
            doc,
            include,
            exclude,
            categories,
            bindings,
            ..b::NamedLayer::default()
        };
        // Backends refer to categories, so these must have been read.
        for name in hiera_settings::NAMES {
            let Some(node) = fields.take(name) else { continue };
            let Some(value) = self.value(node) else { continue };
            if let Err((message, help)) = hiera_settings::set(&mut layer, name, value) {
                self.report_missing(node, message, help);
            }
        }
        self.finish(&fields);
        Some(b::NamedLayer { name: name?, ..layer })
    }

    /// An environment; `None` after a reported problem.
    fn environment(&mut self, node: &Node) -> Option<b::Environment> {
        use b::EnvironmentKind as K;
        let (line, column) = self.at(node);
        let mut fields = self.fields(node, "an environment")?;
        let doc = self.doc(&mut fields);
        let kind = match fields.take("kind").map(|node| (node, node.text())) {
            None | Some((_, Some("static"))) => K::Static,
            Some((_, Some("defaults"))) => K::Defaults,
            Some((_, Some("dynamic"))) => K::Dynamic,
            Some((node, _)) => {
                let help = "its values are static, defaults and dynamic";
                self.report_unexpected(node, "the kind of an environment", help);
                K::Static
            }
        };
        let title = fields.take("title").and_then(|node| self.title(node));
        let settings = fields.take("settings").map(|node| self.arguments(node, "settings"));
        self.finish(&fields);
        let settings = settings.unwrap_or_default();
        Some(b::Environment { file: None, line, column, doc, kind, title, settings })
    }

    /// A title: a string, or an expression.
    fn title(&mut self, node: &Node) -> Option<b::Expression> {
        if let Content::Map(entries) = &node.content
            && let [(key, value)] = entries.as_slice()
            && key.text() == Some(super::producers::EXPRESSION)
        {
            let embedded = self.embedded_text(value, "an expression")?;
            return self.embedded_parser.expression(&embedded).map(b::Expression::from);
        }
        let (line, column) = self.at(node);
        let text = self.string(node, "the title of an environment")?;
        Some(b::LiteralText { file: None, line, column, source: None, text }.into())
    }
}
