//! Names with capital letters, as references to classes and resources have them.
//!
//! This file knows nothing of environments.

/// A name in which each segment starts with a capital letter.
pub(crate) fn capitalized(name: &str) -> String {
    let mut out = String::with_capacity(name.len());
    for (index, segment) in name.split("::").enumerate() {
        out.push_str(if index == 0 { "" } else { "::" });
        let mut characters = segment.chars();
        if let Some(first) = characters.next() {
            out.extend(first.to_uppercase());
            out.push_str(characters.as_str());
        }
    }
    out
}
