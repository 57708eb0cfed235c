//! Functions that declare resources, or read their parameters: `create_resources` and those of `stdlib`.

use super::Answer;
use crate::builder::{Attribute, Builder, Form, Origin};
use crate::rich_data::flatten;
use modelwright_evaluation::evaluate::{CatalogReference, Evaluation, Hash, HostCall, HostError, Value};
use std::sync::Arc;

/// The hash that an argument of a function is; `ordinal` is the word for its position.
fn hash_argument<'v>(function: &str, ordinal: &str, value: &'v Value) -> Result<&'v Hash, HostError> {
    match value {
        Value::Hash(hash) => Ok(hash),
        Value::Unknown(unknown) => Err(unknown.undecided()),
        _ => Err(HostError::new(format!("the {ordinal} argument of `{function}` must be a hash"))),
    }
}

/// The parameters of a resource, together with the defaults for those that are not set.
fn merged(defaults: Option<&Hash>, parameters: &Hash) -> Vec<(Value, Value)> {
    let pairs = defaults.into_iter().flat_map(Hash::pairs).chain(parameters.pairs());
    // The last of several pairs with one key counts.
    let merged = Value::hash(pairs.cloned());
    if let Value::Hash(hash) = &merged { hash.pairs().to_vec() } else { Vec::new() }
}

/// Declares the resources of a hash from titles to parameters, with common defaults.
pub(super) fn create_resources(
    builder: &Builder<'_>,
    call: &HostCall<'_>,
    run: &mut dyn Evaluation,
) -> Answer {
    let [ty, instances, optional_arguments @ ..] = call.arguments else { return Ok(Value::Undef) };
    let Some(ty) = ty.known()?.text() else {
        return Err(HostError::new("the first argument of `create_resources` must be the name of a type"));
    };
    let instances = hash_argument("create_resources", "second", instances)?;
    let defaults = optional_arguments
        .first()
        .map(|defaults| hash_argument("create_resources", "third", defaults))
        .transpose()?;
    create(builder, call, ty, instances, defaults, run)
}

/// Declares a resource for each entry of a hash from titles to parameters. `ty` may begin with `@` or `@@`.
fn create(
    builder: &Builder<'_>,
    call: &HostCall<'_>,
    ty: &str,
    instances: &Hash,
    defaults: Option<&Hash>,
    run: &mut dyn Evaluation,
) -> Answer {
    let name = ty.trim_start_matches('@').to_lowercase();
    let form = Form { is_virtual: ty.starts_with('@'), is_exported: ty.starts_with("@@") };
    if name == "class" && form.is_virtual {
        return Err(HostError::new("a class cannot be virtual"));
    }
    let place = Builder::place(run, call.at);
    let source = builder.current_source();
    for (title, parameters) in instances.pairs() {
        let parameters = match parameters {
            Value::Hash(parameters) => parameters,
            other => {
                other.known()?;
                let title = title.to_literal();
                let found_type = other.type_of();
                let message =
                    format!("the parameters of {title} must be a hash, but are of type {found_type}");
                return Err(HostError::new(message));
            }
        };
        let attributes: Vec<Attribute> = merged(defaults, parameters)
            .into_iter()
            .map(|(name, value)| Attribute {
                name: Arc::from(name.to_text()),
                value,
                source,
                place: None,
                append: false,
                origin: Origin::Declaration,
            })
            .collect();
        let mut titles = Vec::new();
        flatten(title, &mut titles);
        for title in titles {
            builder.declare_one(&name, &title, attributes.clone(), Some(&place), form, run)?;
        }
    }
    Ok(Value::Undef)
}

/// The type and the title in a reference, which is a type or a text; `None` if the value is not a reference.
fn type_and_title(value: &Value) -> Option<(String, String)> {
    match value {
        Value::Type(ty) => match ty.catalog_reference()? {
            CatalogReference::Resource(Some(ty), Some(title)) => Some((ty.to_owned(), title.to_owned())),
            CatalogReference::Class(Some(name)) => Some(("Class".to_owned(), name.to_owned())),
            _ => None,
        },
        Value::String(text) => {
            crate::builder::split_reference(text).map(|(ty, title)| (ty.to_owned(), title.to_owned()))
        }
        _ => None,
    }
}

/// Whether a resource is declared, and has the given parameters.
fn is_declared(builder: &Builder<'_>, ty: &str, title: &str, parameters: Option<&Hash>) -> bool {
    let Some(id) = builder.find_resource(ty, title) else { return false };
    // As in `stdlib`, the resource whose code calls the function does not count.
    if builder.is_current(id) {
        return false;
    }
    parameters.into_iter().flat_map(Hash::pairs).all(|(name, value)| {
        let current = builder.parameter(id, &name.to_text());
        let current = current.unwrap_or(Value::Undef);
        // `is_equal` ignores the case of letters, so the literals are compared as well.
        matches!((&current, value), (Value::Undef, Value::Undef))
            || (current.is_equal(value) && current.to_literal() == value.to_literal())
    })
}

/// Whether the resource that the first argument refers to is declared with the parameters in the second one.
pub(super) fn defined_with_params(
    builder: &Builder<'_>,
    call: &HostCall<'_>,
    _: &mut dyn Evaluation,
) -> Answer {
    let parameters = match call.arguments.get(1) {
        None | Some(Value::Undef) => None,
        Some(Value::String(text)) if text.is_empty() => None,
        Some(value) => Some(hash_argument("defined_with_params", "second", value)?),
    };
    match type_and_title(&call.arguments[0]) {
        Some((ty, title)) => Ok(Value::Boolean(is_declared(builder, &ty, &title, parameters))),
        None => Err(HostError::new("`defined_with_params` requires a reference to a resource")),
    }
}

/// Declares the resources with the given titles, unless they are declared with the same parameters.
pub(super) fn ensure_resource(
    builder: &Builder<'_>,
    call: &HostCall<'_>,
    run: &mut dyn Evaluation,
) -> Answer {
    let parameters = match call.arguments.get(2) {
        None | Some(Value::Undef) => Hash::default(),
        Some(value) => hash_argument("ensure_resource", "third", value)?.clone(),
    };
    let mut titles = Vec::new();
    flatten(&call.arguments[1], &mut titles);
    ensure(builder, call, &call.arguments[0].to_text(), &titles, &parameters, run)
}

/// Declares the resources with some titles, except those that are already declared with the same parameters.
fn ensure(
    builder: &Builder<'_>,
    call: &HostCall<'_>,
    ty: &str,
    titles: &[Value],
    parameters: &Hash,
    run: &mut dyn Evaluation,
) -> Answer {
    for title in titles {
        if !is_declared(builder, ty, &title.to_text(), Some(parameters)) {
            let parameters_by_title =
                Value::hash([(title.clone(), Value::Hash(Arc::new(parameters.clone())))]);
            let instances = hash_argument("ensure_resource", "second", &parameters_by_title)?;
            let defaults = None;
            create(builder, call, ty, instances, defaults, run)?;
        }
    }
    Ok(Value::Undef)
}

/// Declares the resources of a hash from titles to parameters, unless they are declared with the same parameters.
pub(super) fn ensure_resources(
    builder: &Builder<'_>,
    call: &HostCall<'_>,
    run: &mut dyn Evaluation,
) -> Answer {
    let defaults = match call.arguments.get(2) {
        None | Some(Value::Undef) => None,
        Some(value) => Some(hash_argument("ensure_resources", "third", value)?),
    };
    let titles = hash_argument("ensure_resources", "second", &call.arguments[1])?;
    ensure_all(builder, call, &call.arguments[0].to_text(), titles, defaults, run)
}

/// Declares the resources of a hash from titles to parameters, each with the defaults for other parameters, unless they
/// are declared with the same parameters.
fn ensure_all(
    builder: &Builder<'_>,
    call: &HostCall<'_>,
    ty: &str,
    titles: &Hash,
    defaults: Option<&Hash>,
    run: &mut dyn Evaluation,
) -> Answer {
    let no_parameters = Hash::default();
    for (title, parameters) in titles.pairs() {
        let parameters = if let Value::Hash(parameters) = parameters { parameters } else { &no_parameters };
        let parameters = Hash::new(merged(defaults, parameters));
        ensure(builder, call, ty, std::slice::from_ref(title), &parameters, run)?;
    }
    Ok(Value::Undef)
}

/// Declares packages with the given defaults, unless they are declared with the same parameters.
pub(super) fn ensure_packages(
    builder: &Builder<'_>,
    call: &HostCall<'_>,
    run: &mut dyn Evaluation,
) -> Answer {
    let text = Value::string;
    let mut pairs = vec![(text("ensure"), text("installed"))];
    if let Some(defaults) = call.arguments.get(1).filter(|defaults| !matches!(defaults, Value::Undef)) {
        pairs.extend(hash_argument("ensure_packages", "second", defaults)?.pairs().iter().cloned());
        // As in `stdlib`, `present` means the same as `installed`.
        if Hash::new(pairs.iter().cloned())
            .get_text("ensure")
            .is_some_and(|ensure| ensure.text() == Some("present"))
        {
            pairs.push((text("ensure"), text("installed")));
        }
    }
    let defaults = Hash::new(pairs);
    match &call.arguments[0] {
        Value::Hash(packages) => ensure_all(builder, call, "package", packages, Some(&defaults), run),
        other => {
            let mut titles = Vec::new();
            flatten(other, &mut titles);
            if let Some(title) = titles.iter().find(|title| title.text().is_none_or(str::is_empty)) {
                title.known()?;
                let message = format!("{} is not the name of a package", title.to_literal());
                return Err(HostError::new(message));
            }
            ensure(builder, call, "package", &titles, &defaults, run)
        }
    }
}

/// The value of a parameter of a declared resource; the empty string if there is none.
pub(super) fn getparam(builder: &Builder<'_>, call: &HostCall<'_>, _: &mut dyn Evaluation) -> Answer {
    let Some(name) = call.arguments[1].text() else {
        return Err(HostError::new("the second argument of `getparam` must be the name of a parameter"));
    };
    let resource =
        type_and_title(&call.arguments[0]).and_then(|(ty, title)| builder.find_resource(&ty, &title));
    let value = resource.and_then(|id| builder.parameter(id, name));
    Ok(value.filter(|value| !matches!(value, Value::Undef)).unwrap_or_else(|| Value::string("")))
}
