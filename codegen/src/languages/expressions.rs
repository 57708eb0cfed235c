//! Regular expressions of ECMAScript in Unicode mode for the engines of other languages.
//!
//! Invariant: the expressions are those of the JSON Schema, so that only a few forms occur: no look-around, no
//! references to groups, no properties of characters.

/// The expression in a form that has the same meaning in other engines: some have operators on sets of characters
/// inside of brackets, or another meaning of the dot.
pub(crate) fn portable(pattern: &str) -> String {
    let mut out = String::with_capacity(pattern.len());
    let mut chars = pattern.chars();
    let mut is_in_brackets = false;
    while let Some(c) = chars.next() {
        match c {
            '\\' => {
                out.push('\\');
                out.extend(chars.next());
            }
            '[' if !is_in_brackets => {
                is_in_brackets = true;
                out.push('[');
                // A circumflex at the start excludes the characters in the brackets, so it is not escaped.
                if let Some(after_circumflex) = chars.as_str().strip_prefix('^') {
                    out.push('^');
                    chars = after_circumflex.chars();
                }
            }
            ']' => {
                is_in_brackets = false;
                out.push(']');
            }
            // In other engines, `&&`, `~~`, `||`, and a `[` inside brackets are operators on sets.
            '&' | '~' | '|' | '[' if is_in_brackets => out.extend(['\\', c]),
            '.' if !is_in_brackets => out.push_str("[^\\n\\r]"),
            _ => out.push(c),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::portable;

    #[test]
    fn dots_and_sets_keep_their_meaning() {
        assert_eq!(portable("^(?:a.\\.[^&.&|])$"), "^(?:a[^\\n\\r]\\.[^\\&.\\&\\|])$");
    }
}
