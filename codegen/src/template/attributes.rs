//! Strict versions of the library's filters with the name of a key as argument: the library ignores a key that
//! elements do not have.

use super::view::ElementValue;
use minijinja::value::{Kwargs, Rest, StringInput, Value, ValueOrKwargs};
use minijinja::{Environment, Error, State, filters};
use std::borrow::Cow;

/// Replaces the library's filters that access attributes with filters that report unknown keys.
pub(super) fn add(environment: &mut Environment<'_>) {
    // A filter replaces the library's filter with the same name.
    environment.add_filter("selectattr", selectattr);
    environment.add_filter("rejectattr", rejectattr);
    environment.add_filter("sort", |state: &State<'_, '_>, value: Value, arguments: Kwargs| {
        check(&value, arguments.get("attribute")?)?;
        filters::sort(state, value, arguments)
    });
    environment.add_filter("unique", |state: &State<'_, '_>, value: Value, arguments: Kwargs| {
        check(&value, arguments.get("attribute")?)?;
        filters::unique(state, value, arguments)
    });
    environment.add_filter("min", |state: &State<'_, '_>, value: Value, arguments: Kwargs| {
        check(&value, arguments.get("attribute")?)?;
        filters::min(state, value, arguments)
    });
    environment.add_filter("max", |state: &State<'_, '_>, value: Value, arguments: Kwargs| {
        check(&value, arguments.get("attribute")?)?;
        filters::max(state, value, arguments)
    });
    environment.add_filter("groupby", |value: Value, key: Option<&str>, arguments: Kwargs| {
        check(&value, key.or(arguments.get("attribute")?))?;
        filters::groupby(value, key, arguments)
    });
    environment.add_filter("join", join);
}

type Arguments = Rest<ValueOrKwargs>;

/// The filter `selectattr`, which reports an unknown key.
fn selectattr(
    state: &mut State<'_, '_>,
    value: Value,
    key: Cow<'_, str>,
    test: Option<Cow<'_, str>>,
    arguments: Arguments,
) -> Result<Vec<Value>, Error> {
    check(&value, Some(&key))?;
    filters::selectattr(state, value, key, test, arguments)
}

/// The filter `rejectattr`, which reports an unknown key.
fn rejectattr(
    state: &mut State<'_, '_>,
    value: Value,
    key: Cow<'_, str>,
    test: Option<Cow<'_, str>>,
    arguments: Arguments,
) -> Result<Vec<Value>, Error> {
    check(&value, Some(&key))?;
    filters::rejectattr(state, value, key, test, arguments)
}

/// The filter `join`, which reports an unknown key.
fn join(
    state: &mut State<'_, '_>,
    value: &Value,
    separator: Option<StringInput<'_>>,
    key: Option<&str>,
    arguments: Kwargs,
) -> Result<Value, Error> {
    check(value, key.or(arguments.get("attribute")?))?;
    filters::join(state, value, separator, key, arguments)
}

/// Fails if an element of a list does not have a key, or one of several keys separated by dots.
fn check(list: &Value, path: Option<&str>) -> Result<(), Error> {
    let Some(path) = path else { return Ok(()) };
    // The filter itself reports a value that is not a list.
    for item in list.try_iter().into_iter().flatten() {
        let mut value = item;
        for key in path.split('.') {
            if let Some(element) = value.downcast_object_ref::<ElementValue>() {
                element.check(key)?;
            }
            // The filter itself reports a value without attributes.
            let Ok(next) = value.get_attr(key) else { break };
            value = next;
        }
    }
    Ok(())
}
