//! Functions that read facts: `fact`, `has_interface_with`, `has_ip_address`, `has_ip_network`, `os_version_gte`.

use super::arguments::{string, wrong_type};
use super::{Answer, Scope, ruby};
use modelwright_evaluation::evaluate::{Hash, HostError, Value, compare_versions};
use std::sync::Arc;

/// The facts of the node.
fn facts(name: &str, scope: &mut dyn Scope) -> Result<Arc<Hash>, HostError> {
    match scope.variable("facts")? {
        Some(Value::Hash(facts)) => Ok(facts),
        _ => Err(HostError::new(format!("`{name}` requires the facts of the node"))),
    }
}

/// The value at a path of the facts, or `undef`.
pub(super) fn fact(values: &[Value], scope: &mut dyn Scope) -> Answer {
    let path = string("fact", &values[0])?;
    let mut value = Value::Hash(facts("fact", scope)?);
    for key in keys(path) {
        value = match &value {
            Value::Undef => return Ok(Value::Undef),
            Value::Hash(hash) => hash.get_text(key).cloned().unwrap_or(Value::Undef),
            Value::Array(items) => {
                let length = i128::try_from(items.len()).unwrap_or(i128::MAX);
                let index = ruby::integer(key).map(|index| if index < 0 { index + length } else { index });
                let item =
                    index.and_then(|index| usize::try_from(index).ok()).and_then(|index| items.get(index));
                item.cloned().unwrap_or(Value::Undef)
            }
            // Puppet logs a warning here, and returns `undef`.
            _ => Value::Undef,
        };
    }
    Ok(value)
}

/// The keys of a path, separated by points; a key in quotes may contain points.
fn keys(path: &str) -> Vec<&str> {
    let (mut keys, mut rest) = (Vec::new(), path);
    while let Some(c) = rest.chars().next() {
        if c == '.' {
            rest = &rest[1..];
        } else if c == '"' {
            // The end is an offset in the text after the opening quote.
            let end = rest[1..].find('"');
            match end.filter(|end| *end > 0) {
                Some(end) => {
                    keys.push(&rest[1..=end]);
                    rest = &rest[end + 2..];
                }
                None => rest = &rest[1..],
            }
        } else {
            let end = rest.find(['.', '"']).unwrap_or(rest.len());
            keys.push(&rest[..end]);
            rest = &rest[end..];
        }
    }
    keys
}

/// Whether the node has a network interface with a name, or one whose fact, such as `ipaddress`, has a value.
pub(super) fn has_interface_with(values: &[Value], scope: &mut dyn Scope) -> Answer {
    interface_with(values, scope).map(Value::Boolean)
}

/// Whether a network interface of the node has an address.
pub(super) fn has_ip_address(values: &[Value], scope: &mut dyn Scope) -> Answer {
    interface_with(&[Value::string("ipaddress"), values[0].clone()], scope).map(Value::Boolean)
}

/// Whether a network interface of the node has a network.
pub(super) fn has_ip_network(values: &[Value], scope: &mut dyn Scope) -> Answer {
    interface_with(&[Value::string("network"), values[0].clone()], scope).map(Value::Boolean)
}

/// With one value, the name of an interface: whether the node has this interface. With a kind of fact, such as
/// `ipaddress`, and a value: whether such a fact of the node or of one of its interfaces has the value.
fn interface_with(values: &[Value], scope: &mut dyn Scope) -> Result<bool, HostError> {
    let interfaces = match scope.variable("interfaces")? {
        None | Some(Value::Undef) => return Ok(false),
        Some(Value::String(interfaces)) => interfaces,
        Some(other) => {
            return Err(wrong_type("has_interface_with", "the fact `interfaces` as a string", &other));
        }
    };
    let mut interfaces = interfaces.trim_end_matches(',').split(',').filter(|_| !interfaces.is_empty());
    let [kind, value] = values else {
        return Ok(interfaces.any(|interface| values[0].text() == Some(interface)));
    };
    let kind = string("has_interface_with", kind)?;
    // As in `stdlib`, a fact without the name of an interface also counts.
    if let Some(found) = scope.variable(kind)?
        && ruby::equal(&found, value)
    {
        return Ok(true);
    }
    for interface in interfaces {
        let name = format!("{kind}_{}", interface.to_lowercase());
        if let Some(found) = scope.variable(&name)?
            && ruby::equal(&found, value)
        {
            return Ok(true);
        }
    }
    Ok(false)
}

/// The text of an argument that must be a string and not empty.
fn non_empty<'v>(name: &str, value: &'v Value) -> Result<&'v str, HostError> {
    match &**string(name, value)? {
        "" => Err(wrong_type(name, "a string that is not empty", value)),
        text => Ok(text),
    }
}

/// Whether the operating system has the name in the first argument and at least the version in the second argument.
/// This function of `stdlib` 9 reads the structured facts.
pub(super) fn stdlib_os_version_gte(values: &[Value], scope: &mut dyn Scope) -> Answer {
    let name = "stdlib::os_version_gte";
    let (os, version) = (non_empty(name, &values[0])?, non_empty(name, &values[1])?);
    let facts = facts(name, scope)?;
    let missing_fact = || HostError::new(format!("`{name}` requires the fact `os`"));
    let Some(Value::Hash(os_fact)) = facts.get_text("os") else { return Err(missing_fact()) };
    if os_fact.get_text("name").and_then(Value::text) != Some(os) {
        return Ok(Value::Boolean(false));
    }
    let Some(Value::Hash(release)) = os_fact.get_text("release") else { return Err(missing_fact()) };
    let major = release.get_text("major").and_then(Value::text).ok_or_else(missing_fact)?;
    Ok(Value::Boolean(compare_versions(major, version).is_ge()))
}

/// Whether the operating system has the name in the first argument and at least the version in the second argument. The
/// legacy facts contain its name and version.
pub(super) fn os_version_gte(values: &[Value], scope: &mut dyn Scope) -> Answer {
    let (os, version) = (non_empty("os_version_gte", &values[0])?, non_empty("os_version_gte", &values[1])?);
    let facts = facts("os_version_gte", scope)?;
    if facts.get_text("operatingsystem").and_then(Value::text) != Some(os) {
        return Ok(Value::Boolean(false));
    }
    let release = facts.get_text("operatingsystemmajrelease").unwrap_or(&Value::Undef);
    let release = string("os_version_gte", release)?;
    Ok(Value::Boolean(compare_versions(release, version).is_ge()))
}
