//! The names of types in other languages, and the types that their users mean.
//!
//! This module does not know which names are declared, or how types are parsed.

/// Names in lower case, with the type that users mean by them.
const NAMES: &[(&[&str], &str)] = &[
    (&["bool"], "Boolean"),
    (
        &["bigint", "byte", "i32", "i64", "int", "int32", "int64", "long", "short", "u32", "u64", "uint"],
        "Integer",
    ),
    (&["bigdecimal", "decimal", "number"], "Number"),
    (&["double", "f32", "f64", "float32", "float64", "real"], "Float"),
    // The language has no type for UUIDs.
    (&["char", "charsequence", "str", "text", "uuid", "varchar"], "String"),
    (&["date", "datetime", "instant", "localdate", "localdatetime", "time", "zoneddatetime"], "Timestamp"),
    (&["duration", "interval", "period"], "Timespan"),
    (&["blob", "bytes"], "Binary"),
    (&["regex"], "Regexp"),
    (&["url"], "URI"),
    (&["version"], "SemVer"),
];

/// Names of lists in other languages, in lower case: they mean `Array`.
const LISTS: &[&str] = &["arraylist", "bag", "list", "sequence", "set", "vec", "vector"];
/// Names of maps in other languages, in lower case: they mean `Hash`.
const MAPS: &[&str] = &["dict", "dictionary", "hashmap", "map", "record"];

/// The type that users mean by a name with these arguments; `None` if the name is not one of another language.
pub fn meant_type(name: &str, arguments: &[String]) -> Option<String> {
    let name = name.to_lowercase();
    let is_one_of = |names: &[&str]| names.contains(&name.as_str());
    if is_one_of(LISTS) {
        return Some(format!("Array[{}]", arguments.first().map_or("T", String::as_str)));
    }
    if is_one_of(MAPS) {
        let arguments = if arguments.len() == 2 { arguments.join(", ") } else { "K, V".to_owned() };
        return Some(format!("Hash[{arguments}]"));
    }
    // With an argument, `regex` means a type of strings that match it; without one, the type of regular expressions.
    if name == "regex" && !arguments.is_empty() {
        return Some(format!("Pattern[{}]", arguments.join(", ")));
    }
    // `Hash` is also a type of this language. But `hash<a, b>` is the notation of other languages.
    if name == "hash" && arguments.len() == 2 {
        return Some(format!("Hash[{}]", arguments.join(", ")));
    }
    NAMES.iter().find(|(names, _)| is_one_of(names)).map(|(_, meant)| (*meant).to_owned())
}

/// Whether a name is that of a list, here or in another language.
pub(crate) fn is_list(name: &str) -> bool {
    name == "Array" || LISTS.contains(&name.to_lowercase().as_str())
}

/// Whether the type that a name means has all its arguments.
pub fn is_complete(name: &str, arguments: &[String]) -> bool {
    let name = name.to_lowercase();
    let expected = match name.as_str() {
        list if LISTS.contains(&list) => 1,
        map if MAPS.contains(&map) => 2,
        _ => 0,
    };
    arguments.len() == expected
}

/// Whether a name, in any case, is that of a built-in type or means one, so that its values are not objects.
pub(crate) fn is_value_type(name: &str) -> bool {
    let is_built_in = NAMES.iter().any(|(_, meant)| meant.eq_ignore_ascii_case(name));
    is_built_in || meant_type(name, &[]).is_some()
}

/// The text of a type, with each name of another language replaced by the type that is meant:
/// `Map<str, List<int>>` becomes `Hash[String, Array[Integer]]`.
///
/// `is_declared` returns whether a name is declared as a type; such a name is not replaced.
pub(crate) fn corrected(text: &str, is_declared: &impl Fn(&str) -> bool) -> String {
    let name_end = text.find(['[', '<', ' ', '?']).unwrap_or(text.len());
    let (name, after_name) = text.split_at(name_end);
    let after_open = after_name.strip_prefix(['[', '<']);
    let bracket_content = after_open.and_then(|after_open| after_open.strip_suffix([']', '>']));
    let arguments: Vec<String> = match bracket_content {
        Some(bracket_content) if !bracket_content.is_empty() => {
            split_arguments(bracket_content).map(|part| corrected(part.trim(), is_declared)).collect()
        }
        _ => Vec::new(),
    };
    match meant_type(name, &arguments) {
        Some(meant) if !is_declared(name) => meant,
        _ if after_name.starts_with('[') && !arguments.is_empty() => {
            format!("{name}[{}]", arguments.join(", "))
        }
        _ => text.to_owned(),
    }
}

/// The parts between the commas outside of brackets.
fn split_arguments(text: &str) -> impl Iterator<Item = &str> {
    let mut depth = 0_usize;
    text.split(move |c| {
        match c {
            '[' | '<' | '{' => depth += 1,
            // The result is only used for advice, so the text may be incomplete or wrong.
            ']' | '>' | '}' => depth = depth.saturating_sub(1),
            _ => {}
        }
        c == ',' && depth == 0
    })
}

#[cfg(test)]
mod tests {
    use super::{corrected, meant_type};

    #[test]
    fn types_in_types_are_corrected() {
        let none = |_: &str| false;
        assert_eq!(corrected("Map<str, List<int>>", &none), "Hash[String, Array[Integer]]");
        assert_eq!(corrected("Array[Set[Date], 1]", &none), "Array[Array[Timestamp], 1]");
        assert_eq!(corrected("String[1, 5]", &none), "String[1, 5]");
        assert_eq!(corrected("Date", &|name: &str| name == "Date"), "Date");
        assert_eq!(corrected("]<", &none), "]<");
    }

    #[test]
    fn lists_and_maps_keep_their_arguments() {
        let arguments = ["String".to_owned(), "Integer".to_owned()];
        assert_eq!(meant_type("List", &arguments[..1]).as_deref(), Some("Array[String]"));
        assert_eq!(meant_type("Map", &arguments).as_deref(), Some("Hash[String, Integer]"));
        assert_eq!(meant_type("Map", &[]).as_deref(), Some("Hash[K, V]"));
        assert_eq!(meant_type("DateTime", &[]).as_deref(), Some("Timestamp"));
        assert_eq!(meant_type("Order", &[]), None);
    }
}
