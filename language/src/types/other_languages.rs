//! The names of types in other languages, and the types that their users mean.
//!
//! This module does not know which names are declared.

/// Names in lower case, with the type that is meant.
const NAMES: &[(&[&str], &str)] = &[
    (&["bool"], "Boolean"),
    (
        &["bigint", "byte", "i32", "i64", "int", "int32", "int64", "long", "short", "u32", "u64", "uint"],
        "Integer",
    ),
    (&["decimal", "double", "f32", "f64", "float32", "float64", "number", "real"], "Float"),
    (&["char", "charsequence", "str", "text", "uuid", "varchar"], "String"),
    (&["date", "datetime", "instant", "localdate", "localdatetime", "time", "zoneddatetime"], "Timestamp"),
    (&["duration", "interval", "period"], "Timespan"),
    (&["blob", "bytes"], "Binary"),
    (&["regex"], "Regexp"),
    (&["url"], "URI"),
    (&["version"], "SemVer"),
];

/// Names of lists and of maps in lower case, with the type that is meant.
const LISTS: &[&str] = &["arraylist", "bag", "list", "sequence", "set", "vec", "vector"];
const MAPS: &[&str] = &["dict", "dictionary", "hashmap", "map", "record"];

/// The type that a name of another language means, if it has these arguments.
pub(crate) fn meant(name: &str, arguments: &[String]) -> Option<String> {
    let name = name.to_lowercase();
    let word = |of: &[&str]| of.contains(&name.as_str());
    if word(LISTS) {
        return Some(format!("Array[{}]", arguments.first().map_or("T", String::as_str)));
    }
    if word(MAPS) {
        let arguments = if arguments.len() == 2 { arguments.join(", ") } else { "K, V".to_owned() };
        return Some(format!("Hash[{arguments}]"));
    }
    NAMES.iter().find(|(names, _)| word(names)).map(|(_, meant)| (*meant).to_owned())
}

#[cfg(test)]
mod tests {
    use super::meant;

    #[test]
    fn lists_and_maps_keep_their_arguments() {
        let arguments = ["String".to_owned(), "Integer".to_owned()];
        assert_eq!(meant("List", &arguments[..1]).as_deref(), Some("Array[String]"));
        assert_eq!(meant("Map", &arguments).as_deref(), Some("Hash[String, Integer]"));
        assert_eq!(meant("Map", &[]).as_deref(), Some("Hash[K, V]"));
        assert_eq!(meant("DateTime", &[]).as_deref(), Some("Timestamp"));
        assert_eq!(meant("Order", &[]), None);
    }
}
