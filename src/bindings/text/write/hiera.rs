//! Writes the settings of a layer that is searched as Hiera does: its backends, and how levels are merged.
//!
//! What is the default of a setting is left out: the kind of a backend is its name, its extension is its kind, and a single
//! backend searches all categories.

use super::Writer;
use super::names::category_name;
use super::values::brackets;
use crate::generated::bindings as b;
use modelwright_language::language;

impl Writer {
    /// The settings of the layer, each with its name.
    pub(super) fn hiera_settings(&mut self, layer: &b::NamedLayer) -> Vec<String> {
        let mut settings = Vec::new();
        if !layer.backends.is_empty() {
            let categories = layer.categories.as_ref().map_or(&[][..], |all| &all.categories);
            self.depth += 2;
            let members: Vec<String> =
                layer.backends.iter().map(|backend| self.backend(backend, layer, categories)).collect();
            self.depth -= 2;
            settings.push(format!("backends => {}", brackets("{", &members, "}", 0, self.depth + 1, true)));
        }
        let Some(options) = &layer.lookup_options else { return settings };
        let behavior = match options.merge_behavior {
            b::MergeBehavior::Native => None,
            b::MergeBehavior::Deep => Some("deep"),
            b::MergeBehavior::Deeper => Some("deeper"),
        };
        settings.extend(behavior.map(|behavior| format!("merge_behavior => {behavior}")));
        if let Some(merge) = &options.deep_merge_options {
            let value = self.value(&hash_with_names(merge).into(), self.depth * 2 + 22);
            settings.push(format!("deep_merge_options => {value}"));
        }
        settings
    }

    fn backend(
        &mut self,
        backend: &b::Backend,
        layer: &b::NamedLayer,
        categories: &[b::CategoryDeclaration],
    ) -> String {
        let mut members = Vec::new();
        if backend.kind != backend.name {
            members.push(format!("kind => {}", language::string_literal(&backend.kind)));
        }
        if backend.extension.as_ref() != Some(&backend.kind) {
            let extension = backend.extension.as_deref().map_or("undef".to_owned(), language::string_literal);
            members.push(format!("extension => {extension}"));
        }
        if let Some(folder) = &backend.data_folder {
            members.push(format!("data_folder => {}", self.expression(folder)));
        }
        let is_own = |category: &&b::CategoryDeclaration| category.backend.as_ref() == Some(&backend.name);
        let own: Vec<_> = categories.iter().filter(is_own).collect();
        if layer.backends.len() > 1 || own.len() != categories.len() {
            let names: Vec<_> = own.iter().map(|category| category_name(&category.name)).collect();
            members.push(format!("categories => {}", brackets("[", &names, "]", 15, self.depth, false)));
        }
        if let Some(b::Value::HashValue(settings)) = &backend.settings {
            let others = without_folder(settings);
            if !others.entries.is_empty() {
                let value = self.value(&others.into(), self.depth * 2 + 12);
                members.push(format!("settings => {value}"));
            }
        }
        let name = category_name(&backend.name);
        format!("{name} => {}", brackets("{", &members, "}", name.len() + 4, self.depth, false))
    }
}

/// A hash whose keys are texts instead of symbols of Ruby, which configurations do not distinguish.
fn hash_with_names(hash: &b::HashValue) -> b::HashValue {
    let entry = |entry: &b::HashEntry| b::HashEntry { key: named(&entry.key), value: named(&entry.value), ..entry.clone() };
    b::HashValue { entries: hash.entries.iter().map(entry).collect(), ..hash.clone() }
}

fn named(value: &b::Value) -> b::Value {
    match value {
        b::Value::RubyValue(symbol) if symbol.kind == b::RubyKind::Symbol => {
            b::StringValue { value: symbol.value.clone(), ..b::StringValue::default() }.into()
        }
        b::Value::HashValue(hash) => hash_with_names(hash).into(),
        b::Value::ArrayValue(array) => {
            b::ArrayValue { elements: array.elements.iter().map(named).collect(), ..array.clone() }.into()
        }
        other => other.clone(),
    }
}

/// The settings that are not those of the backend itself.
fn without_folder(settings: &b::HashValue) -> b::HashValue {
    let mut settings = hash_with_names(settings);
    settings.entries.retain(|entry| {
        !matches!(&entry.key, b::Value::StringValue(name) if matches!(name.value.as_str(), "datadir" | "extension"))
    });
    settings
}
