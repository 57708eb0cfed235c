//! Determines which names can be written without quotes.

use modelwright_language::language;

/// Whether a text is a name that the language allows without quotes: lower-case letters, digits and `_`.
fn is_word(text: &str) -> bool {
    let mut bytes = text.bytes();
    bytes.next().is_some_and(|first| first.is_ascii_lowercase())
        && bytes.all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'_')
}

/// The name of bindings: words joined by `::`, quoted if they are not words.
pub(super) fn path_text(path: &str) -> String {
    let (root, path) = path.strip_prefix("::").map_or(("", path), |relative| ("::", relative));
    let segments: Vec<_> = path.split("::").map(segment_text).collect();
    format!("{root}{}", segments.join("::"))
}

fn segment_text(segment: &str) -> String {
    if is_word(segment) { segment.to_owned() } else { language::string_literal(segment) }
}

/// The name of a category, of an option or of a setting.
pub(super) fn category_name(name: &str) -> String {
    let is_reserved = matches!(name, "exact" | "if" | "case" | "unless" | "and" | "or" | "true" | "false");
    if is_word(name) && !is_reserved { name.to_owned() } else { language::string_literal(name) }
}

/// The name of a class.
pub(super) fn class_name(name: &str) -> String {
    let reserved = ["class", "default", "type", "function", "node", "undef", "true", "false", "in", "case"];
    let is_plain = name.trim_start_matches("::").split("::").all(is_word) && !reserved.contains(&name);
    if is_plain { name.to_owned() } else { language::string_literal(name) }
}

/// Whether a text may be a number of the language: it begins with a digit, perhaps after a sign, and has only characters
/// that numbers may have. Such a text need not be a number, but the written text is read again, which finds this.
pub(super) fn is_number(text: &str) -> bool {
    let digits = text.strip_prefix('-').unwrap_or(text);
    digits.starts_with(|c: char| c.is_ascii_digit())
        && digits.bytes().all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'.' | b'-' | b'+'))
}
