//! `lookup`, as Puppet calls it: with arguments by position or with a hash of options.
//!
//! The host binds and merges values: it answers a [`LookupRequest`]. This module only implements the order of
//! precedence: overrides, the host, the hash of defaults, the lambda, the default.

use super::super::call::{Lambda, mismatch};
use super::super::failure::{Stop, failure, failure_with};
use super::super::run::{Outcome, Run};
use super::super::types::Type;
use super::super::value::Hash;
use super::super::{LookupRequest, Value, text};
use super::wrong_argument;
use crate::diagnostic::nearest;

const OPTIONS: &[&str] = &["name", "value_type", "default_value", "override", "default_values_hash", "merge"];

/// The arguments of a call.
#[derive(Default)]
struct LookupArguments<'a> {
    name: Option<&'a Value>,
    ty: Option<&'a Type>,
    merge: Option<&'a Value>,
    default: Option<&'a Value>,
    /// Values by name that take precedence over the bound values.
    overrides: Option<&'a Hash>,
    /// Values for names that are not bound.
    defaults: Option<&'a Hash>,
}

impl<'a> LookupArguments<'a> {
    fn parse(arguments: &'a [Value]) -> Result<Self, Stop> {
        let mut parsed = Self::default();
        match arguments {
            [Value::Hash(options)] => parsed.options(options)?,
            // The second argument by position can only be a type, so a hash contains options.
            [name, Value::Hash(options)] => {
                parsed.options(options)?;
                // The first argument takes precedence over the option `name`.
                parsed.name = Some(name);
            }
            [name, rest @ ..] => {
                parsed.name = Some(name);
                parsed.value_type(rest.first().unwrap_or(&Value::Undef))?;
                parsed.merge = rest.get(1).filter(|merge| !matches!(merge, Value::Undef));
                // Unlike the merge strategy, an explicit undef is a valid default.
                parsed.default = rest.get(2);
            }
            [] => {}
        }
        Ok(parsed)
    }

    fn options(&mut self, options: &'a Hash) -> Result<(), Stop> {
        for (key, value) in options.pairs() {
            match key.text() {
                Some("name") => self.name = Some(value),
                Some("value_type") => self.value_type(value)?,
                Some("default_value") => self.default = Some(value),
                Some("override") => self.overrides = Some(hash("override", value)?),
                Some("default_values_hash") => self.defaults = Some(hash("default_values_hash", value)?),
                Some("merge") => self.merge = Some(value),
                _ => {
                    let mut name = String::new();
                    text::display(key, &mut name);
                    let meant = nearest(&name, OPTIONS.iter().copied());
                    let meant = meant.map_or(String::new(), |meant| format!("; did you mean `{meant}`?"));
                    return Err(failure(format!("`lookup` has no option `{name}`{meant}")));
                }
            }
        }
        Ok(())
    }

    fn value_type(&mut self, value: &'a Value) -> Result<(), Stop> {
        self.ty = match value {
            Value::Undef => None,
            Value::Type(ty) => Some(ty),
            other => return Err(wrong_argument("lookup", "the type of the value as second argument", other)),
        };
        Ok(())
    }
}

fn hash<'a>(option: &str, value: &'a Value) -> Result<&'a Hash, Stop> {
    match value {
        Value::Hash(hash) => Ok(hash),
        other => Err(wrong_argument("lookup", &format!("a hash as `{option}`"), other)),
    }
}

/// `lookup(name, type, merge, default)` with one or several names, or `lookup(name, { … })`.
pub(super) fn lookup(run: &mut Run<'_>, arguments: &[Value], lambda: Option<Lambda>) -> Outcome {
    for argument in arguments {
        run.charge_walk(argument)?;
    }
    let lookup = LookupArguments::parse(arguments)?;
    let Some(name) = lookup.name else { return Err(failure("`lookup` requires a name")) };
    let one = std::slice::from_ref(name);
    let names = if let Value::Array(names) = name { &names[..] } else { one };
    if let Some(other) = names.iter().find(|name| !matches!(name, Value::String(_))) {
        return Err(wrong_argument("lookup", "a name as a string", other));
    }
    let texts: Vec<&str> = names.iter().filter_map(Value::text).collect();
    let within = |hash: Option<&Hash>| {
        texts.iter().find_map(|name| Some(((*name).to_owned(), hash?.get_text(name)?.clone())))
    };
    let found = match within(lookup.overrides) {
        Some(found) => Some(found),
        // The host is only called if there is no override, because its lookup could fail.
        None => requested(run, &texts, &lookup)?.or_else(|| within(lookup.defaults)),
    };
    let (what, value) = match (found, lambda, lookup.default) {
        (Some((name, value)), ..) => (format!("the value of `{name}`"), value),
        // As in Puppet, the lambda takes precedence over the default.
        (None, Some(lambda), _) => {
            ("the value of the lambda".to_owned(), run.call_lambda(lambda, std::slice::from_ref(name))?)
        }
        (None, None, Some(default)) => ("the default".to_owned(), default.clone()),
        (None, None, None) => {
            let mut shown = String::new();
            text::display(name, &mut shown);
            return Err(failure(format!("no value is bound to `{shown}`")));
        }
    };
    run.charge_walk(&value)?;
    match lookup.ty {
        // The type also applies to defaults and the result of the lambda.
        Some(ty) if !run.belongs(ty, &value)? => Err(failure(mismatch(&what, ty, &value))),
        _ => Ok(value),
    }
}

/// `inject(name)`, `inject(type, name)` or `inject(type)`, each with an optional hash of arguments for the producer. A
/// lambda is called with the value, or with undef if nothing is bound; the call then returns its result.
pub(super) fn inject(run: &mut Run<'_>, arguments: &[Value], lambda: Option<Lambda>) -> Outcome {
    let (key, producer_arguments) = match arguments {
        // A key cannot be a hash, so a hash at the end contains the arguments of the producer.
        [key @ .., Value::Hash(hash)] if !key.is_empty() => (key, Some(&**hash)),
        key => (key, None),
    };
    let (ty, name) = match key {
        [Value::String(name)] => (None, Some(&**name)),
        [Value::Type(ty)] => (Some(ty), None),
        [Value::Type(ty), Value::String(name)] => (Some(ty), Some(&**name)),
        [other, ..] => return Err(wrong_argument("inject", "a name, a type, or a type and a name", other)),
        [] => return Err(failure("`inject` requires a name or a type")),
    };
    let found = run.host.inject(ty, name, producer_arguments, run.budget)?;
    if let Some(value) = &found {
        run.charge_walk(value)?;
    }
    if let Some(lambda) = lambda {
        return run.call_lambda(lambda, &[found.unwrap_or(Value::Undef)]);
    }
    found.ok_or_else(|| {
        let shown: Vec<String> =
            ty.map(ToString::to_string).into_iter().chain(name.map(str::to_owned)).collect();
        let help = "bind it, or pass a lambda, which gets undef if nothing is bound";
        failure_with(format!("no value is bound to `{}`", shown.join(", ")), help)
    })
}

/// The first of the names for which the host has a value, and the value.
fn requested(
    run: &mut Run<'_>,
    names: &[&str],
    lookup: &LookupArguments<'_>,
) -> Result<Option<(String, Value)>, Stop> {
    let variables = run.locals(run.call_scope)?;
    for name in names {
        let request = LookupRequest {
            name,
            value_type: lookup.ty,
            merge: lookup.merge,
            default: lookup.default,
            variables: &variables,
        };
        // An error of the host is passed on: it does not mean that the value is missing, and other names or defaults
        // would hide it.
        if let Some(value) = run.host.look_up(&request, run.budget)? {
            return Ok(Some(((*name).to_owned(), value)));
        }
    }
    Ok(None)
}
