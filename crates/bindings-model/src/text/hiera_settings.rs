//! The settings of a layer that is searched with the rules of Hiera, as values: its backends, and how levels are
//! merged.
//!
//! All notations of bindings write and read these values. Defaults are omitted: the kind of a backend defaults to its
//! name, its extension to its kind, and a single backend searches all categories. The backend eyaml gets an empty
//! section of settings by default, because it fails without a section.

use crate::generated::bindings as b;

/// The names of the settings.
pub const NAMES: [&str; 4] = [BACKENDS, MERGE_BEHAVIOR, DEEP_MERGE_OPTIONS, ENVIRONMENT];

const BACKENDS: &str = "backends";
const MERGE_BEHAVIOR: &str = "merge_behavior";
const DEEP_MERGE_OPTIONS: &str = "deep_merge_options";
const ENVIRONMENT: &str = "environment";

/// The settings of a backend, for messages.
const SETTINGS: &str = "kind, extension, data_folder, categories and settings";

/// The settings of a layer that differ from their defaults, by name.
pub fn of_layer(layer: &b::NamedLayer) -> Vec<(&'static str, b::Value)> {
    let mut settings = Vec::new();
    if !layer.backends.is_empty() {
        let backends =
            layer.backends.iter().map(|backend| (backend.name.as_str(), of_backend(backend, layer)));
        settings.push((BACKENDS, hash(backends)));
    }
    if let Some(environment) = &layer.hiera_environment {
        settings.push((ENVIRONMENT, of_environment(environment)));
    }
    let Some(options) = &layer.lookup_options else { return settings };
    if options.merge_behavior != b::MergeBehavior::default() {
        settings.push((MERGE_BEHAVIOR, string(&options.merge_behavior.to_string())));
    }
    if let Some(merge) = &options.deep_merge_options {
        let mut merge = merge.clone();
        // `deep_merge` reads only options whose keys are symbols, which are written as strings here. Options whose keys
        // are strings in the model have no effect, so they are left out.
        merge.entries.retain(|entry| text(&entry.key).is_none());
        settings.push((DEEP_MERGE_OPTIONS, symbols_as_strings(&merge.into())));
    }
    settings
}

/// The settings of a backend, without those that have their default values.
fn of_backend(backend: &b::Backend, layer: &b::NamedLayer) -> b::Value {
    let mut members = Vec::new();
    if backend.kind != backend.name {
        members.push(("kind", string(&backend.kind)));
    }
    // The default of the extension is the kind, so a backend without an extension is written with `undef`.
    if backend.extension.as_ref() != Some(&backend.kind) {
        let extension = backend.extension.as_deref();
        members.push(("extension", extension.map_or_else(|| b::UndefValue::default().into(), string)));
    }
    if let Some(directory) = &backend.data_folder {
        members.push(("data_folder", of_expression(directory)));
    }
    let categories = layer.categories.as_ref().map_or(&[][..], |all| &all.categories);
    let backend_categories =
        categories.iter().filter(|category| category.backend.as_ref() == Some(&backend.name));
    let backend_categories: Vec<b::Value> =
        backend_categories.map(|category| string(&category.name)).collect();
    if layer.backends.len() > 1 || backend_categories.len() != categories.len() {
        let elements = b::ArrayValue { elements: backend_categories, ..b::ArrayValue::default() };
        members.push(("categories", elements.into()));
    }
    if let Some(settings) = &backend.settings
        && let b::Value::HashValue(mut settings) = symbols_as_strings(settings)
    {
        // The settings `datadir` and `extension` were written as `data_folder` and `extension` above.
        settings.entries.retain(|entry| !matches!(text(&entry.key), Some("datadir" | "extension")));
        if !settings.entries.is_empty() {
            members.push(("settings", settings.into()));
        }
    } else if is_eyaml(&backend.kind) {
        // Without this member, the backend eyaml would be read with an empty section of settings.
        members.push(("settings", b::UndefValue::default().into()));
    }
    hash(members.into_iter())
}

/// The settings of a Hiera environment as a hash.
fn of_environment(environment: &b::HieraEnvironment) -> b::Value {
    let configurations = environment
        .configurations
        .iter()
        .map(|configuration| (configuration.path.as_str(), configuration.settings.clone().into()));
    let name = ("name", string(&environment.name));
    let module_path = environment.module_path.as_ref().map(|path| ("module_path", string(path)));
    let members = [name].into_iter().chain(module_path);
    hash(members.chain([("configurations", hash(configurations))]))
}

fn is_eyaml(kind: &str) -> bool {
    kind.eq_ignore_ascii_case("eyaml")
}

fn string(text: &str) -> b::Value {
    b::StringValue { value: text.to_owned(), ..b::StringValue::default() }.into()
}

/// A hash of names and values.
fn hash<'m>(members: impl Iterator<Item = (&'m str, b::Value)>) -> b::Value {
    let entries = members.map(|(name, value)| b::HashEntry {
        file: None,
        line: 0,
        column: 0,
        key: string(name),
        value,
    });
    b::HashValue { entries: entries.collect(), ..b::HashValue::default() }.into()
}

/// The value of a setting that is an expression. If the expression is a literal text, the value is a plain string.
fn of_expression(expression: &b::Expression) -> b::Value {
    if let b::Expression::LiteralText(text) = expression {
        return string(&text.text);
    }
    let expression = expression.clone();
    let producer = b::EvaluatingProducer { file: None, line: 0, column: 0, transformer: None, expression };
    b::ProducedValue { file: None, line: 0, column: 0, producer: Box::new(producer.into()) }.into()
}

/// The value in which strings replace the Ruby symbols. In configurations, both mean the same.
fn symbols_as_strings(value: &b::Value) -> b::Value {
    match value {
        b::Value::RubyValue(symbol) if symbol.kind == b::RubyKind::Symbol => string(&symbol.value),
        b::Value::HashValue(hash) => {
            let entries = hash.entries.iter().map(|entry| b::HashEntry {
                key: symbols_as_strings(&entry.key),
                value: symbols_as_strings(&entry.value),
                ..entry.clone()
            });
            b::HashValue { entries: entries.collect(), ..hash.clone() }.into()
        }
        b::Value::ArrayValue(array) => {
            let elements = array.elements.iter().map(symbols_as_strings).collect();
            b::ArrayValue { elements, ..array.clone() }.into()
        }
        other => other.clone(),
    }
}

/// The hash with Ruby symbols as its keys, because `deep_merge` reads only options with symbols.
fn with_symbol_keys(hash: b::HashValue) -> b::HashValue {
    let entries = hash.entries.into_iter().map(|entry| match text(&entry.key) {
        Some(name) => {
            let symbol = b::RubyValue { value: name.to_owned(), ..b::RubyValue::default() };
            b::HashEntry { key: symbol.into(), ..entry }
        }
        None => entry,
    });
    b::HashValue { entries: entries.collect(), ..hash }
}

/// The text of a string value.
fn text(value: &b::Value) -> Option<&str> {
    match value {
        b::Value::StringValue(text) => Some(&text.value),
        _ => None,
    }
}

/// The message and the help about an invalid setting.
pub type Fault = (String, String);

/// Sets a setting of a layer. The categories of the layer must have been set before.
///
/// # Errors
/// If the value is not valid for the setting.
pub fn set(layer: &mut b::NamedLayer, name: &str, value: b::Value) -> Result<(), Fault> {
    match (name, value) {
        (BACKENDS, b::Value::HashValue(backends)) => {
            for entry in backends.entries {
                let (Some(name), b::Value::HashValue(settings)) = (text(&entry.key), entry.value) else {
                    return Err(fault(
                        "a backend must be a name and a hash of settings",
                        "write { yaml => { data_folder => 'data' } }",
                    ));
                };
                add_backend(layer, name.to_owned(), settings)?;
            }
            Ok(())
        }
        (MERGE_BEHAVIOR, b::Value::StringValue(text)) => {
            let behavior = text.value.parse().map_err(|_| {
                fault(&format!("`{}` is not a merge behavior", text.value), "write native, deep or deeper")
            })?;
            layer.lookup_options.get_or_insert_default().merge_behavior = behavior;
            Ok(())
        }
        (DEEP_MERGE_OPTIONS, b::Value::HashValue(options)) => {
            layer.lookup_options.get_or_insert_default().deep_merge_options = Some(with_symbol_keys(options));
            Ok(())
        }
        (ENVIRONMENT, b::Value::HashValue(members)) => {
            layer.hiera_environment = Some(environment(members)?);
            Ok(())
        }
        (MERGE_BEHAVIOR, _) => {
            Err(fault("`merge_behavior` must be a string", "write native, deep or deeper"))
        }
        (name, _) => Err(fault(&format!("`{name}` must be a hash"), "write { name => value }")),
    }
}

fn fault(message: &str, help: &str) -> Fault {
    (message.to_owned(), help.to_owned())
}

/// The Hiera environment with these settings.
fn environment(members: b::HashValue) -> Result<b::HieraEnvironment, Fault> {
    let (mut name, mut module_path, mut configurations) = (None, None, Vec::new());
    for entry in members.entries {
        match (text(&entry.key).unwrap_or_default(), entry.value) {
            ("name", b::Value::StringValue(text)) => name = Some(text.value),
            ("module_path", b::Value::StringValue(text)) => module_path = Some(text.value),
            ("configurations", b::Value::HashValue(all)) => {
                for entry in all.entries {
                    let (Some(path), b::Value::HashValue(settings)) = (text(&entry.key), entry.value) else {
                        return Err(fault(
                            "a configuration must be a path and a hash of settings",
                            "write { 'hiera.yaml' => { version => 5 } }",
                        ));
                    };
                    configurations.push(b::HieraConfiguration::new(path, settings));
                }
            }
            (name, _) => {
                let message =
                    format!("an environment of Hiera has no setting `{name}` with this type of value");
                return Err((message, "its settings are name, module_path and configurations".to_owned()));
            }
        }
    }
    match name.filter(|_| !configurations.is_empty()) {
        Some(name) => {
            Ok(b::HieraEnvironment { module_path, ..b::HieraEnvironment::new(name, configurations) })
        }
        None => Err(fault(
            "an environment of Hiera must have a name and configurations",
            "write { name => 'production', configurations => { 'hiera.yaml' => { version => 5 } } }",
        )),
    }
}

/// Adds a backend with its settings to a layer.
fn add_backend(layer: &mut b::NamedLayer, name: String, settings: b::HashValue) -> Result<(), Fault> {
    let (line, column) = (settings.line, settings.column);
    let mut backend = b::Backend { line, column, kind: name.clone(), name, ..b::Backend::default() };
    // `None` if the setting is not given, and `Some(None)` if its value is undef, which differs from the default.
    let (mut extension, mut backend_settings) = (None, None);
    let mut categories = None;
    for entry in settings.entries {
        match (text(&entry.key).unwrap_or_default(), entry.value) {
            ("kind", b::Value::StringValue(kind)) => backend.kind = kind.value,
            ("extension", b::Value::StringValue(text)) => extension = Some(Some(text.value)),
            ("extension", b::Value::UndefValue(_)) => extension = Some(None),
            ("data_folder", value) => backend.data_folder = Some(expression(value)?),
            ("categories", b::Value::ArrayValue(names)) => {
                categories =
                    Some(names.elements.iter().filter_map(text).map(str::to_owned).collect::<Vec<_>>());
            }
            ("settings", value @ b::Value::HashValue(_)) => backend_settings = Some(Some(value)),
            ("settings", b::Value::UndefValue(_)) => backend_settings = Some(None),
            (name, _) => {
                let backend = &backend.name;
                let message =
                    format!("the backend `{backend}` has no setting `{name}` with this type of value");
                return Err((message, format!("its settings are {SETTINGS}")));
            }
        }
    }
    backend.settings =
        backend_settings.unwrap_or_else(|| is_eyaml(&backend.kind).then(|| b::HashValue::default().into()));
    backend.extension = extension.unwrap_or_else(|| Some(backend.kind.clone()));
    for category in layer.categories.iter_mut().flat_map(|all| &mut all.categories) {
        // Without a list of categories, the backend searches all categories.
        let is_searched = categories.as_ref().is_none_or(|names| names.contains(&category.name));
        // A category belongs to the first backend that searches it.
        if is_searched && category.backend.is_none() {
            category.backend = Some(backend.name.clone());
        }
    }
    layer.backends.push(backend);
    Ok(())
}

/// The expression of a directory, which is a string; the inverse of `of_expression`.
fn expression(value: b::Value) -> Result<b::Expression, Fault> {
    if let b::Value::StringValue(text) = value {
        return Ok(b::LiteralText { text: text.value, ..b::LiteralText::default() }.into());
    }
    // A string with interpolation is read as a value that an evaluation produces.
    if let b::Value::ProducedValue(produced) = value
        && let b::ProducerDescriptor::EvaluatingProducer(evaluating) = *produced.producer
    {
        return Ok(evaluating.expression);
    }
    Err(fault("`data_folder` must be a string", "write data_folder => 'data'"))
}
