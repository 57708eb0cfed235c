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

/// The keys of the options hash.
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
    /// Reads the arguments of a call, by position or from a hash of options.
    fn parse(arguments: &'a [Value]) -> Result<Self, Stop> {
        let mut parsed = Self::default();
        match arguments {
            [Value::Hash(options)] => parsed.read_options(options)?,
            // The second argument by position can only be a type, so a hash contains options.
            [name, Value::Hash(options)] => {
                parsed.read_options(options)?;
                // The first argument takes precedence over the option `name`.
                parsed.name = Some(name);
            }
            [name, further_arguments @ ..] => {
                parsed.name = Some(name);
                parsed.set_value_type(further_arguments.first().unwrap_or(&Value::Undef))?;
                parsed.merge = further_arguments.get(1).filter(|merge| !matches!(merge, Value::Undef));
                // Unlike the merge strategy, an explicit undef is a valid default.
                parsed.default = further_arguments.get(2);
            }
            [] => {}
        }
        Ok(parsed)
    }

    /// Reads a hash of options.
    fn read_options(&mut self, options: &'a Hash) -> Result<(), Stop> {
        for (key, value) in options.pairs() {
            match key.text() {
                Some("name") => self.name = Some(value),
                Some("value_type") => self.set_value_type(value)?,
                Some("default_value") => self.default = Some(value),
                Some("override") => self.overrides = Some(hash_option("override", value)?),
                Some("default_values_hash") => {
                    self.defaults = Some(hash_option("default_values_hash", value)?);
                }
                Some("merge") => self.merge = Some(value),
                _ => {
                    let mut name = String::new();
                    text::display(key, &mut name);
                    let similar_option = nearest(&name, OPTIONS.iter().copied());
                    let suggestion = similar_option.map_or(String::new(), |similar_option| {
                        format!("; did you mean `{similar_option}`?")
                    });
                    return Err(failure(format!("`lookup` has no option `{name}`{suggestion}")));
                }
            }
        }
        Ok(())
    }

    /// Sets the type that the value must have; undef means any type.
    fn set_value_type(&mut self, value: &'a Value) -> Result<(), Stop> {
        self.ty = match value {
            Value::Undef => None,
            Value::Type(ty) => Some(ty),
            other => return Err(wrong_argument("lookup", "the type of the value as second argument", other)),
        };
        Ok(())
    }
}

/// The value of an option that must be a hash.
fn hash_option<'a>(option: &str, value: &'a Value) -> Result<&'a Hash, Stop> {
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
    let names = if let Value::Array(names) = name { &names[..] } else { std::slice::from_ref(name) };
    if let Some(other) = names.iter().find(|name| !matches!(name, Value::String(_))) {
        return Err(wrong_argument("lookup", "a name as a string", other));
    }
    let texts: Vec<&str> = names.iter().filter_map(Value::text).collect();
    let overridden = first_in(lookup.overrides, &texts);
    let name_and_value = match overridden {
        Some(_) => overridden,
        // The host is only called if there is no override, because its lookup could fail.
        None => first_bound(run, &texts, &lookup)?.or_else(|| first_in(lookup.defaults, &texts)),
    };
    let (subject, value) = match (name_and_value, lambda, lookup.default) {
        (Some((name, value)), ..) => (format!("the value of `{name}`"), value),
        // As in Puppet, the lambda takes precedence over the default.
        (None, Some(lambda), _) => {
            ("the value of the lambda".to_owned(), run.call_lambda(lambda, std::slice::from_ref(name))?)
        }
        (None, None, Some(default)) => ("the default".to_owned(), default.clone()),
        (None, None, None) => {
            let mut name_text = String::new();
            text::display(name, &mut name_text);
            return Err(failure(format!("no value is bound to `{name_text}`")));
        }
    };
    run.charge_walk(&value)?;
    match lookup.ty {
        // The type also applies to defaults and the result of the lambda.
        Some(ty) if !run.belongs(ty, &value)? => Err(failure(mismatch(&subject, ty, &value))),
        _ => Ok(value),
    }
}

/// The first of the names that is a key of the hash, and its value; `None` if there is none, or no hash.
fn first_in(hash: Option<&Hash>, names: &[&str]) -> Option<(String, Value)> {
    let hash = hash?;
    for name in names {
        if let Some(value) = hash.get_text(name) {
            return Some(((*name).to_owned(), value.clone()));
        }
    }
    None
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
    let value = run.host.inject(ty, name, producer_arguments, run.budget)?;
    if let Some(value) = &value {
        run.charge_walk(value)?;
    }
    if let Some(lambda) = lambda {
        return run.call_lambda(lambda, &[value.unwrap_or(Value::Undef)]);
    }
    value.ok_or_else(|| {
        let key_text = match (ty, name) {
            (Some(ty), Some(name)) => format!("{ty}, {name}"),
            (Some(ty), None) => ty.to_string(),
            (None, name) => name.unwrap_or_default().to_owned(),
        };
        let help = "bind it, or pass a lambda, which gets undef if nothing is bound";
        failure_with(format!("no value is bound to `{key_text}`"), help)
    })
}

/// The first of the names for which the host has a value, and the value.
fn first_bound(
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
