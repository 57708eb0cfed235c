//! Data files of a Hiera 4 or 5 environment in the language of bindings, written with `when file 'data/common.yaml'`.
//!
//! In the model, the name of the bindings is the path, which is not a valid name in the language. Only layers with a
//! Hiera environment contain such conditions, and only lookups in that environment interpret them.

use crate::generated::bindings as b;

/// The category whose value is the path of a data file.
const FILE: &str = "file";

/// The contents of a data file, with its path as a condition.
pub fn with_condition(bindings: b::NamedBindings) -> b::CategorizedBindings {
    // In the language, a path is not a valid name, so it becomes a condition on the bindings (Decision 26).
    let path = b::Category {
        categorization: FILE.to_owned(),
        value: Some(bindings.name.clone()),
        ..b::Category::default()
    };
    b::CategorizedBindings {
        file: Some(bindings.name),
        bindings: bindings.bindings,
        ..b::CategorizedBindings::new(vec![path])
    }
}

/// The contents of a data file as bindings with a valid name.
pub fn in_text(bindings: b::NamedBindings) -> b::NamedBindings {
    // If there is a condition with the path, the name is valid already.
    let (path, _) = of_file(&bindings);
    if path != bindings.name {
        return bindings;
    }
    let name = segment(&bindings.name);
    let (file, doc) = (bindings.file.clone(), bindings.doc.clone());
    b::NamedBindings {
        name,
        file,
        doc,
        bindings: vec![with_condition(bindings).into()],
        ..b::NamedBindings::default()
    }
}

/// The path and the contents of a data file. The path is in the condition or, if there is none, it is the name of the
/// bindings.
pub fn of_file(bindings: &b::NamedBindings) -> (&str, &[b::AbstractBinding]) {
    let [b::AbstractBinding::CategorizedBindings(conditional)] = bindings.bindings.as_slice() else {
        return (&bindings.name, &bindings.bindings);
    };
    match conditional.predicates.as_slice() {
        [b::Category { categorization, value: Some(path), .. }]
            if categorization == FILE && conditional.alternatives.is_empty() =>
        {
            (path, &conditional.bindings)
        }
        _ => (&bindings.name, &bindings.bindings),
    }
}

/// A text as one segment of a name, in which separators are replaced.
pub fn segment(text: &str) -> String {
    text.replace([':', '/'], "_")
}
