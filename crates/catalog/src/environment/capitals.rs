//! Names with capital letters, as references to classes and resources have them.
//!
//! This file knows nothing of environments.

/// A name in which each segment starts with a capital letter.
pub(crate) fn capitalized(name: &str) -> String {
    let mut out = String::with_capacity(name.len());
    for (at, segment) in name.split("::").enumerate() {
        out.push_str(if at == 0 { "" } else { "::" });
        let mut letters = segment.chars();
        if let Some(first) = letters.next() {
            out.extend(first.to_uppercase());
            out.push_str(letters.as_str());
        }
    }
    out
}
