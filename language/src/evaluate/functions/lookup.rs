//! `lookup`, as Puppet calls it: by position or with a hash of options.
//!
//! What is bound to a name, and how values are merged, is the host's. This file knows what is tried in which order.

use super::super::budget::{Stop, failure};
use super::super::call::{Lambda, mismatch};
use super::super::run::{Outcome, Run};
use super::super::types::Ty;
use super::super::value::Hash;
use super::super::{Value, text};
use super::wrong;
use crate::diagnostic::nearest;

const OPTIONS: &[&str] = &["name", "value_type", "default_value", "override", "default_values_hash", "merge"];

/// What is asked for.
#[derive(Default)]
struct Asked<'a> {
    name: Option<&'a Value>,
    ty: Option<&'a Ty>,
    default: Option<&'a Value>,
    /// Values that come before what is bound.
    before: Option<&'a Hash>,
    /// Values for names to which nothing is bound.
    behind: Option<&'a Hash>,
}

impl<'a> Asked<'a> {
    fn of(arguments: &'a [Value]) -> Result<Self, Stop> {
        let mut asked = Self::default();
        match arguments {
            [Value::Hash(options)] => asked.options(options)?,
            [name, Value::Hash(options)] => {
                asked.options(options)?;
                asked.name = Some(name);
            }
            [name, rest @ ..] => {
                asked.name = Some(name);
                asked.value_type(rest.first().unwrap_or(&Value::Undef))?;
                asked.default = rest.get(2);
            }
            [] => {}
        }
        Ok(asked)
    }

    fn options(&mut self, options: &'a Hash) -> Result<(), Stop> {
        for (key, value) in options.pairs() {
            match key.text() {
                Some("name") => self.name = Some(value),
                Some("value_type") => self.value_type(value)?,
                Some("default_value") => self.default = Some(value),
                Some("override") => self.before = Some(hash("override", value)?),
                Some("default_values_hash") => self.behind = Some(hash("default_values_hash", value)?),
                Some("merge") => {}
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
            other => return Err(wrong("lookup", "the type of the value behind the name", other)),
        };
        Ok(())
    }
}

fn hash<'a>(option: &str, value: &'a Value) -> Result<&'a Hash, Stop> {
    match value {
        Value::Hash(hash) => Ok(hash),
        other => Err(wrong("lookup", &format!("a hash as `{option}`"), other)),
    }
}

/// `lookup(name, type, merge, default)`, where there may be several names; or `lookup(name, { … })`.
pub(super) fn lookup(run: &mut Run<'_>, arguments: &[Value], lambda: Option<Lambda>) -> Outcome {
    for argument in arguments {
        run.walk(argument)?;
    }
    let asked = Asked::of(arguments)?;
    let Some(name) = asked.name else { return Err(failure("`lookup` needs a name")) };
    let one = std::slice::from_ref(name);
    let names = if let Value::Array(names) = name { &names[..] } else { one };
    if let Some(other) = names.iter().find(|name| !matches!(name, Value::String(_))) {
        return Err(wrong("lookup", "a name as a string", other));
    }
    let texts = || names.iter().filter_map(Value::text);
    let within =
        |hash: Option<&Hash>| texts().find_map(|name| Some((name.to_owned(), hash?.get_text(name)?.clone())));
    let bound = || texts().find_map(|name| Some((name.to_owned(), run.host.bound(name)?)));
    let found = within(asked.before).or_else(bound).or_else(|| within(asked.behind));
    let (what, value) = match (found, lambda, asked.default) {
        (Some((name, value)), ..) => (format!("the value of `{name}`"), value),
        (None, Some(lambda), _) => {
            ("what the lambda gives".to_owned(), run.yields(lambda, std::slice::from_ref(name))?)
        }
        (None, None, Some(default)) => ("the default".to_owned(), default.clone()),
        (None, None, None) => {
            let mut shown = String::new();
            text::display(name, &mut shown);
            return Err(failure(format!("nothing is bound to `{shown}`")));
        }
    };
    run.walk(&value)?;
    match asked.ty {
        Some(ty) if !run.belongs(ty, &value)? => Err(failure(mismatch(&what, ty, &value))),
        _ => Ok(value),
    }
}
