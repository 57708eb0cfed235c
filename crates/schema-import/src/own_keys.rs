//! Typing errors in keys of schemas that may have keys of their own. This module does not know which keys there are.

/// The number of characters in which a name may differ from the one that is meant: fewer than for names that must be
/// known, since schemas may have keys and properties of their own.
pub(crate) fn plausible_limit(name: &str) -> usize {
    match name.chars().count() {
        0..=3 => 0,
        4..=5 => 1,
        _ => 2,
    }
}
