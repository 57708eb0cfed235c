//! Names of Java classes, as EMF interprets `instanceClassName` and `instanceTypeName`.
//!
//! This module does not know which classes exist. It only determines which class a name means, and which classes belong
//! to Java or EMF itself.

use std::borrow::Cow;

/// Java's primitive types.
const PRIMITIVES: [&str; 8] = ["boolean", "byte", "char", "double", "float", "int", "long", "short"];

/// Returns the class that an `instanceTypeName` names, without type arguments. EMF treats the name as a class
/// only if it contains a dot, or begins with one of Java's primitive types.
pub(crate) fn class_of_type(name: &str) -> Option<Cow<'_, str>> {
    let element = name.split(['[', '<']).next().unwrap_or_default();
    if !name.contains('.') && !PRIMITIVES.contains(&element) {
        return None;
    }
    let Some((class, arguments)) = name.split_once('<') else { return Some(Cow::Borrowed(name)) };
    let dimensions = arguments.rsplit_once('>').map_or("", |(_, dimensions)| dimensions);
    let class = class.trim_end();
    Some(if dimensions.is_empty() {
        Cow::Borrowed(class)
    } else {
        Cow::Owned(format!("{class}{dimensions}"))
    })
}

/// Whether a class belongs to Java or EMF itself, so that every installation of EMF has it. Arrays of such classes are
/// included, in either spelling: `int[]`, `[I`.
pub(super) fn is_of_platform(class: &str) -> bool {
    let Some(descriptor) = class.strip_prefix('[') else {
        let element = class.split('[').next().unwrap_or_default();
        return PRIMITIVES.contains(&element) || is_class_of_platform(element);
    };
    let element = descriptor.trim_start_matches('[');
    match element.strip_prefix('L').and_then(|name| name.strip_suffix(';')) {
        // `[Ljava.lang.String;` is the form of `Class.getName`.
        Some(class) => is_class_of_platform(class),
        None => matches!(element, "B" | "C" | "D" | "F" | "I" | "J" | "S" | "Z"),
    }
}

/// Whether a name is that of a class, but not of an array, that belongs to Java or EMF itself.
fn is_class_of_platform(class: &str) -> bool {
    const PACKAGES: [&str; 4] = ["java.", "javax.xml.", "org.eclipse.emf.common.", "org.eclipse.emf.ecore."];
    let is_word = |word: &str| {
        !word.is_empty() && word.bytes().all(|b| b.is_ascii_alphanumeric() || matches!(b, b'_' | b'$'))
    };
    let Some((package, name)) = class.rsplit_once('.') else { return false };
    PACKAGES.iter().any(|known| class.starts_with(known))
        && is_word(name)
        && package.split('.').all(|word| {
            // A nested class is separated by `$`, so a word with a capital before a dot is not the name of a class.
            is_word(word) && !word.starts_with(|first: char| first.is_ascii_uppercase())
        })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn type_names_refer_to_classes_as_in_emf() {
        for (name, class) in [
            ("String", None),
            ("List<String>", None),
            ("", None),
            ("[B", None),
            ("double]", None),
            (" int", None),
            ("int", Some("int")),
            ("int<x>", Some("int")),
            ("double[x", Some("double[x")),
            ("Foo<java.lang.String>", Some("Foo")),
            ("java.util.List<", Some("java.util.List")),
            ("java.lang.String<x>[]", Some("java.lang.String[]")),
            ("foo.Bar", Some("foo.Bar")),
        ] {
            assert_eq!(class_of_type(name).as_deref(), class, "{name}");
        }
    }

    #[test]
    fn arrays_and_invalid_names_are_not_classes() {
        for known in
            ["int[]", "[I", "[[I", "[Ljava.lang.String;", "java.lang.String[x]", "boolean[", "java.util.List"]
        {
            assert!(is_of_platform(known), "{known}");
        }
        for unknown in
            ["int]", "int ", "java.lang.Integer ", "java.util.List<", "java.lang.[]", "[X", "[", "foo.Bar[]"]
        {
            assert!(!is_of_platform(unknown), "{unknown}");
        }
    }
}
