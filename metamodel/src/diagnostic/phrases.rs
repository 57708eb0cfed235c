//! Messages, and parts of messages, that all notations share. Use them as `diagnostic::bad_value` and so on.
//!
//! Invariant: the same mistake is described by the same words in XMI, JSON and YAML. This module does not know
//! notations.

/// The message for a namespace URI that no known metamodel declares
/// ([`UNKNOWN_PACKAGE`](super::codes::UNKNOWN_PACKAGE)).
pub fn unknown_package(uri: &str) -> String {
    format!("no package with the URI `{}` is known", shorten(uri))
}

/// The message for an unknown class ([`UNKNOWN_CLASS`](super::codes::UNKNOWN_CLASS)).
pub fn unknown_class(name: &str) -> String {
    format!("the metamodel has no class `{}`", shorten(name))
}

/// The message for a feature that the class does not have ([`UNKNOWN_FEATURE`](super::codes::UNKNOWN_FEATURE)).
pub fn unknown_feature(class: &str, name: &str) -> String {
    format!("{class} has no feature `{}`", shorten(name))
}

/// The message for a value that is invalid in its data type ([`BAD_VALUE`](super::codes::BAD_VALUE)).
pub fn bad_value(feature: &str, expected: &str, data_type: Option<&str>, found: &str) -> String {
    let data_type = data_type.map(|name| format!(" ({name})")).unwrap_or_default();
    format!("{feature} must be {expected}{data_type}, found {found}")
}

/// The message for a reference without a target ([`UNRESOLVED_REFERENCE`](super::codes::UNRESOLVED_REFERENCE)).
pub fn missing_target(feature: &str, id: &str) -> String {
    format!("{feature} refers to `{}`, which is not in the document", shorten(id))
}

/// The message for a reference to an object of another class ([`WRONG_VALUE_TYPE`](super::codes::WRONG_VALUE_TYPE)).
pub fn target_of_other_class(feature: &str, expected: &str, id: &str, class: &str) -> String {
    format!("{feature} requires objects of class {expected}, but `{}` is of class {class}", shorten(id))
}

/// The message for an id that an object at a path has as well ([`DUPLICATE_ID`](super::codes::DUPLICATE_ID)).
pub fn duplicate_id(path: &str, id: &str) -> String {
    format!("{path} also has the id `{id}`")
}

/// Describes a text for "expected …, found …".
pub fn describe_text(text: &str) -> String {
    format!("the string {:?}", shorten(text))
}

/// Shortens a text for a message.
#[must_use]
pub fn shorten(text: &str) -> String {
    const MAX: usize = 60;
    // Not all characters are counted, because the text may have megabytes.
    if text.chars().nth(MAX).is_none() {
        return text.to_owned();
    }
    text.chars().take(MAX - 1).chain(['…']).collect()
}

/// The help for an unknown name: the name that was probably meant, or else a list of the known names. `kind` is a noun
/// for the names in the plural, such as `features`. `None` if there are no names.
pub fn name_help<N: AsRef<str>>(
    suggestion: Option<&str>,
    kind: &str,
    names: impl IntoIterator<Item = N>,
) -> Option<String> {
    let mut names = names.into_iter().peekable();
    match suggestion {
        Some(name) => Some(format!("did you mean `{name}`?")),
        None if names.peek().is_none() => None,
        None => Some(format!("the {kind} are {}", join_names(names))),
    }
}

/// The help for an object that is written inside a reference that is not a containment. `containment` is a feature that
/// may contain the object.
pub fn containment_help(containment: Option<&str>) -> String {
    match containment {
        Some(feature) => {
            // The label is `Class.feature`; an address contains only the name of the feature.
            let name = feature.rsplit('.').next().unwrap_or(feature);
            format!(
                "put the object into {feature}, and refer to it by its id or address, such as `//@{name}.0`"
            )
        }
        None => "refer to an object that another one contains, or remove the reference".to_owned(),
    }
}

/// Joins names for a message: `a, b or c`. Of many names, only the first few are shown.
pub fn join_choices<N: AsRef<str>>(names: impl IntoIterator<Item = N>) -> String {
    join(names, "or")
}

/// Joins names for a message: `a, b and c`. Of many names, only the first few are shown.
pub fn join_names<N: AsRef<str>>(names: impl IntoIterator<Item = N>) -> String {
    join(names, "and")
}

/// Joins names with commas, and the last one with a conjunction.
fn join<N: AsRef<str>>(names: impl IntoIterator<Item = N>, conjunction: &str) -> String {
    const MAX: usize = 10;
    // One name more than the maximum shows that there are others, without visiting all of them.
    let names: Vec<N> = names.into_iter().take(MAX + 1).collect();
    let mut names: Vec<&str> = names.iter().map(AsRef::as_ref).collect();
    if names.len() > MAX {
        names[MAX] = "…";
        return names.join(", ");
    }
    match names.split_last() {
        None => "nothing".to_owned(),
        Some((last, [])) => (*last).to_owned(),
        Some((last, others)) => format!("{} {conjunction} {last}", others.join(", ")),
    }
}
