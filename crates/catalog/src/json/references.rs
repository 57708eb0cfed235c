//! References to resources as texts, such as `File[/etc/motd]`, and when two of them mean the same resource.
//!
//! Invariant: two references are equal for Puppet exactly if their keys are equal: the case of the words of a type does
//! not matter, nor that of the name of a class.

/// The type and the title in a reference; `None` if the text is not a reference.
#[must_use]
pub fn parts_of_reference(text: &str) -> Option<(&str, &str)> {
    let (name, rest) = text.split_once('[')?;
    let title = rest.strip_suffix(']')?;
    let is_valid = !name.is_empty() && !name.contains(']') && !title.is_empty();
    is_valid.then_some((name, title))
}

/// The text by which equal references are found.
#[must_use]
pub fn canonical_key(name: &str, title: &str) -> String {
    let mut key = name.to_lowercase();
    // Puppet's own names for a class.
    if key.is_empty() || key == "component" {
        "class".clone_into(&mut key);
    }
    let is_class = key == "class";
    key.push('[');
    match title {
        "" if is_class => key.push_str("main"),
        title if is_class => key.push_str(&title.to_lowercase()),
        title => key.push_str(title),
    }
    key.push(']');
    key
}
