//! Makes objects of the settings of a layer that is searched as Hiera does.

use super::{Reader, expressions};
use crate::generated::bindings as b;
use modelwright_language::language::Node;

/// The settings of a backend.
const SETTINGS: [&str; 5] = ["kind", "extension", "data_folder", "categories", "settings"];

impl Reader<'_> {
    /// `backends => { yaml => { data_folder => 'data' } }`
    pub(super) fn backends(&mut self, node: Node<'_>, layer: &mut b::NamedLayer) {
        let Some(value) = expressions(node).next() else { return };
        let b::Value::HashValue(hash) = self.value(value) else {
            return self.error(node, "backends must be a hash of their settings", "write `{ yaml => { … } }`");
        };
        for entry in hash.entries {
            let (b::Value::StringValue(name), b::Value::HashValue(settings)) = (entry.key, entry.value) else {
                let help = "write `yaml => { data_folder => 'data' }`";
                self.error(node, "a backend must be a name and a hash of settings", help);
                continue;
            };
            self.backend(node, name.value, settings, layer);
        }
    }

    fn backend(&mut self, node: Node<'_>, name: String, settings: b::HashValue, layer: &mut b::NamedLayer) {
        let (line, column) = (settings.line, settings.column);
        let mut backend = b::Backend { line, column, kind: name.clone(), name, ..b::Backend::default() };
        let (mut extension, mut categories) = (None, None);
        for entry in settings.entries {
            let key = match &entry.key {
                b::Value::StringValue(key) => key.value.as_str(),
                _ => "",
            };
            match (key, entry.value) {
                ("kind", b::Value::StringValue(kind)) => backend.kind = kind.value,
                ("extension", b::Value::StringValue(text)) => extension = Some(Some(text.value)),
                ("extension", b::Value::UndefValue(_)) => extension = Some(None),
                ("data_folder", value) => backend.data_folder = expression(value),
                ("categories", b::Value::ArrayValue(names)) => categories = Some(texts(&names.elements)),
                ("settings", value @ b::Value::HashValue(_)) => backend.settings = Some(value),
                _ if SETTINGS.contains(&key) => {
                    self.error(node, format!("the setting `{key}` of a backend has another type"), "see the page");
                }
                _ => {
                    let message = format!("a backend has no setting `{key}`");
                    self.error(node, message, "its settings are kind, extension, data_folder, categories and settings");
                }
            }
        }
        backend.extension = extension.unwrap_or_else(|| Some(backend.kind.clone()));
        for category in layer.categories.iter_mut().flat_map(|all| &mut all.categories) {
            let is_own = categories.as_ref().is_none_or(|names| names.contains(&category.name));
            if is_own && category.backend.is_none() {
                category.backend = Some(backend.name.clone());
            }
        }
        layer.backends.push(backend);
    }

    /// `merge_behavior => deeper`
    pub(super) fn merge_behavior(&mut self, node: Node<'_>, layer: &mut b::NamedLayer) {
        let behavior = match expressions(node).next().and_then(Node::string).as_deref() {
            Some("native") => b::MergeBehavior::Native,
            Some("deep") => b::MergeBehavior::Deep,
            Some("deeper") => b::MergeBehavior::Deeper,
            _ => {
                return self.error(node, "how levels are merged is unknown", "write native, deep or deeper");
            }
        };
        layer.lookup_options.get_or_insert_default().merge_behavior = behavior;
    }

    /// `deep_merge_options => { knockout_prefix => '--' }`
    pub(super) fn deep_merge_options(&mut self, node: Node<'_>, layer: &mut b::NamedLayer) {
        let Some(value) = expressions(node).next() else { return };
        match self.value(value) {
            b::Value::HashValue(options) => {
                layer.lookup_options.get_or_insert_default().deep_merge_options = Some(options);
            }
            _ => self.error(node, "the options of the deep merge must be a hash", "write `{ name => value }`"),
        }
    }
}

fn expression(value: b::Value) -> Option<b::Expression> {
    match value {
        b::Value::StringValue(text) => {
            Some(b::LiteralText { text: text.value, ..b::LiteralText::default() }.into())
        }
        b::Value::ProducedValue(produced) => match *produced.producer {
            b::ProducerDescriptor::EvaluatingProducer(evaluating) => Some(evaluating.expression),
            _ => None,
        },
        _ => None,
    }
}

fn texts(values: &[b::Value]) -> Vec<String> {
    let text = |value: &b::Value| match value {
        b::Value::StringValue(text) => Some(text.value.clone()),
        _ => None,
    };
    values.iter().filter_map(text).collect()
}
