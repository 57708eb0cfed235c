//! References to resources as texts, such as `File[/etc/motd]`, and the comparison of two references.
//!
//! Invariant: two references are equal for Puppet exactly if their keys are equal: the case of the letters of a type
//! and of the name of a class does not matter.

/// The type and the title in a reference; `None` if the text is not a reference.
#[must_use]
pub fn parts_of_reference(text: &str) -> Option<(&str, &str)> {
    let (name, bracketed) = text.split_once('[')?;
    let title = bracketed.strip_suffix(']')?;
    let is_valid = !name.is_empty() && !name.contains(']') && !title.is_empty();
    is_valid.then_some((name, title))
}

/// A text that is the same for all references to a resource.
#[must_use]
pub fn canonical_key(name: &str, title: &str) -> String {
    let mut key = name.to_lowercase();
    // The type of a class may also be left out, or be `Component`.
    if key.is_empty() || key == "component" {
        "class".clone_into(&mut key);
    }
    let is_class = key == "class";
    key.push('[');
    match title {
        // The title of the main class may be empty.
        "" if is_class => key.push_str("main"),
        title if is_class => key.push_str(&title.to_lowercase()),
        title => key.push_str(title),
    }
    key.push(']');
    key
}
