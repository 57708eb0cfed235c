//! Appends lists and displayed values to a text, whatever language the text is in.

use std::fmt::{Display, Write as _};

/// Appends items with commas between them, after an opening and before a closing text.
pub(super) fn push_list<T>(
    open: &str,
    items: impl IntoIterator<Item = T>,
    close: &str,
    out: &mut String,
    push: impl Fn(T, &mut String),
) {
    out.push_str(open);
    push_joined(items, ", ", out, push);
    out.push_str(close);
}

/// Appends items with a separator between them.
pub(super) fn push_joined<T>(
    items: impl IntoIterator<Item = T>,
    separator: &str,
    out: &mut String,
    push: impl Fn(T, &mut String),
) {
    for (index, item) in items.into_iter().enumerate() {
        if index > 0 {
            out.push_str(separator);
        }
        push(item, out);
    }
}

/// Appends what a value displays.
pub(super) fn push_displayed(value: impl Display, out: &mut String) {
    // Writing to a `String` cannot fail.
    let _ = write!(out, "{value}");
}
