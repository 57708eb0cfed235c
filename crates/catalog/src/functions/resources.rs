//! Functions that declare resources, or read their parameters: `create_resources` and those of `stdlib`.

use super::Answer;
use crate::builder::{Attribute, Builder, Form, Origin};
use crate::rich_data::flatten;
use modelwright_evaluation::evaluate::{CatalogReference, Evaluation, Hash, HostCall, HostError, Value};
use std::sync::Arc;

fn hash<'v>(function: &str, what: &str, value: &'v Value) -> Result<&'v Hash, HostError> {
    match value {
        Value::Hash(hash) => Ok(hash),
        Value::Unknown(unknown) => Err(unknown.undecided()),
        _ => Err(HostError::new(format!("the {what} argument of `{function}` must be a hash"))),
    }
}

/// The pairs of a hash with those of another one, which take precedence.
fn merged(defaults: Option<&Hash>, own: &Hash) -> Vec<(Value, Value)> {
    let all = defaults.into_iter().flat_map(Hash::pairs).chain(own.pairs());
    let all = Value::hash(all.cloned());
    if let Value::Hash(hash) = &all { hash.pairs().to_vec() } else { Vec::new() }
}

pub(super) fn create_resources(
    builder: &Builder<'_>,
    call: &HostCall<'_>,
    run: &mut dyn Evaluation,
) -> Answer {
    let [ty, instances, rest @ ..] = call.arguments else { return Ok(Value::Undef) };
    let Some(ty) = ty.known()?.text() else {
        return Err(HostError::new("the first argument of `create_resources` must be the name of a type"));
    };
    let instances = hash("create_resources", "second", instances)?;
    let defaults = rest.first().map(|defaults| hash("create_resources", "third", defaults)).transpose()?;
    create(builder, call, ty, instances, defaults, run)
}

/// Declares a resource for each entry of a hash: `create_resources`.
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
        let own = match parameters {
            Value::Hash(own) => own,
            other => {
                other.known()?;
                let title = title.to_literal();
                let found = other.type_of();
                let message = format!("the parameters of {title} must be a hash, but are of type {found}");
                return Err(HostError::new(message));
            }
        };
        let attributes: Vec<Attribute> = merged(defaults, own)
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

/// The resource that a reference names, as a type or as a text.
fn referred(value: &Value) -> Option<(String, String)> {
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

fn is_declared(builder: &Builder<'_>, ty: &str, title: &str, parameters: Option<&Hash>) -> bool {
    let Some(id) = builder.find_resource(ty, title) else { return false };
    // A resource does not find itself.
    if builder.is_current(id) {
        return false;
    }
    parameters.into_iter().flat_map(Hash::pairs).all(|(name, value)| {
        let found = builder.parameter(id, &name.to_text());
        let found = found.unwrap_or(Value::Undef);
        matches!((&found, value), (Value::Undef, Value::Undef))
            || (found.is_equal(value) && found.to_literal() == value.to_literal())
    })
}

pub(super) fn defined_with_params(
    builder: &Builder<'_>,
    call: &HostCall<'_>,
    _: &mut dyn Evaluation,
) -> Answer {
    let parameters = match call.arguments.get(1) {
        None | Some(Value::Undef) => None,
        Some(Value::String(text)) if text.is_empty() => None,
        Some(value) => Some(hash("defined_with_params", "second", value)?),
    };
    match referred(&call.arguments[0]) {
        Some((ty, title)) => Ok(Value::Boolean(is_declared(builder, &ty, &title, parameters))),
        None => Err(HostError::new("`defined_with_params` requires a reference to a resource")),
    }
}

pub(super) fn ensure_resource(
    builder: &Builder<'_>,
    call: &HostCall<'_>,
    run: &mut dyn Evaluation,
) -> Answer {
    let parameters = match call.arguments.get(2) {
        None | Some(Value::Undef) => Hash::default(),
        Some(value) => hash("ensure_resource", "third", value)?.clone(),
    };
    let mut titles = Vec::new();
    flatten(&call.arguments[1], &mut titles);
    ensure(builder, call, &call.arguments[0].to_text(), &titles, &parameters, run)
}

/// Declares those of some resources that are not declared with the parameters.
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
            create(builder, call, ty, hash("ensure_resource", "second", &parameters_by_title)?, None, run)?;
        }
    }
    Ok(Value::Undef)
}

pub(super) fn ensure_resources(
    builder: &Builder<'_>,
    call: &HostCall<'_>,
    run: &mut dyn Evaluation,
) -> Answer {
    let defaults = match call.arguments.get(2) {
        None | Some(Value::Undef) => None,
        Some(value) => Some(hash("ensure_resources", "third", value)?),
    };
    let titles = hash("ensure_resources", "second", &call.arguments[1])?;
    ensure_all(builder, call, &call.arguments[0].to_text(), titles, defaults, run)
}

fn ensure_all(
    builder: &Builder<'_>,
    call: &HostCall<'_>,
    ty: &str,
    titles: &Hash,
    defaults: Option<&Hash>,
    run: &mut dyn Evaluation,
) -> Answer {
    let none = Hash::default();
    for (title, own) in titles.pairs() {
        let own = if let Value::Hash(own) = own { own } else { &none };
        let parameters = Hash::new(merged(defaults, own));
        ensure(builder, call, ty, std::slice::from_ref(title), &parameters, run)?;
    }
    Ok(Value::Undef)
}

pub(super) fn ensure_packages(
    builder: &Builder<'_>,
    call: &HostCall<'_>,
    run: &mut dyn Evaluation,
) -> Answer {
    let text = Value::string;
    let mut pairs = vec![(text("ensure"), text("installed"))];
    if let Some(given) = call.arguments.get(1).filter(|given| !matches!(given, Value::Undef)) {
        pairs.extend(hash("ensure_packages", "second", given)?.pairs().iter().cloned());
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
            ensure(builder, call, "package", &titles, &defaults, run)
        }
    }
}

pub(super) fn getparam(builder: &Builder<'_>, call: &HostCall<'_>, _: &mut dyn Evaluation) -> Answer {
    let Some(name) = call.arguments[1].text() else {
        return Err(HostError::new("the second argument of `getparam` must be the name of a parameter"));
    };
    let found = referred(&call.arguments[0]).and_then(|(ty, title)| builder.find_resource(&ty, &title));
    let value = found.and_then(|id| builder.parameter(id, name));
    Ok(value.filter(|value| !matches!(value, Value::Undef)).unwrap_or_else(|| Value::string("")))
}
