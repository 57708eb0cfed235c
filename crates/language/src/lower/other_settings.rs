//! The settings of other languages, and the settings that users mean by them.
//!
//! This module does not know the values of settings, except `false`.

/// The meaning of settings for comments in other languages.
pub(super) const COMMENT: &str = "#";

/// The setting that a word of another language means if its value is `false`; `None` if the word is not known.
pub(super) fn meant_if_false(name: &str) -> Option<&'static str> {
    match name {
        "required" | "mandatory" | "notnull" | "not_null" => Some("min => 0"),
        "optional" | "nullable" | "null" => Some("min => 1"),
        "reference" | "ref" => Some("containment => true"),
        "readonly" | "read_only" => Some("setable => true"),
        "contained" | "contains" | "owned" => Some("containment => false"),
        _ => None,
    }
}

/// The setting that a word of another language means, if it is among the allowed settings or a type; otherwise `None`.
pub(super) fn meant_setting(name: &str, allowed: &[&str]) -> Option<&'static str> {
    let setting = match name {
        "required" | "mandatory" | "notnull" | "not_null" => "min => 1",
        "optional" | "nullable" => "min => 0",
        "many" | "list" | "multiple" | "array" => "max => unbound",
        "lower" | "lowerBound" | "lower_bound" => "min",
        "upper" | "upperBound" | "upper_bound" => "max",
        "defaultValueLiteral" | "default_value" | "initial" | "value" => "default",
        "readonly" | "read_only" => "setable => false",
        "changeable" => "setable",
        "key" | "primary_key" | "identifier" => "id => true",
        "reference" | "ref" | "link" => "containment => false",
        "contained" | "contains" | "owned" => "containment => true",
        "comment" | "description" | "doc" | "documentation" | "label" => return Some(COMMENT),
        // In every declaration, these are expressed by the type.
        "pattern" | "regex" | "regexp" | "matches" | "format" => {
            return Some("Pattern[/…/]");
        }
        "length" | "min_length" | "max_length" | "minLength" | "maxLength" => {
            return Some("String[1, 10]");
        }
        "minimum" | "maximum" | "min_value" | "max_value" | "range" => {
            return Some("Integer[0, 10]");
        }
        "enum" | "values" | "options" | "choices" => return Some("Enum['a', 'b']"),
        _ => return None,
    };
    // In `min => 1`, the name of the setting is the first word.
    let setting_name = setting.split(' ').next().unwrap_or_default();
    if allowed.contains(&setting_name) { Some(setting) } else { None }
}
