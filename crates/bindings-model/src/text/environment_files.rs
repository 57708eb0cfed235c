//! The data files of an environment of Hiera 4 or 5 in texts: bindings with the condition `when file 'data/common.yaml'`.
//!
//! In the model the name of the bindings is the path, which is no name in a text. Only layers with an environment have such
//! conditions, and only lookups in it know their meaning.

use crate::generated::bindings as b;

/// The category of the path of a data file.
const FILE: &str = "file";

/// The contents of a data file under its condition.
pub fn with_condition(bindings: b::NamedBindings) -> b::CategorizedBindings {
    // Decision 26: a path is no name of the language, so bindings of a data file have
    // it as their condition.
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

/// The contents of a data file as bindings whose name a text can have.
pub fn in_text(bindings: b::NamedBindings) -> b::NamedBindings {
    // With the condition, the name is one that a text can have.
    if of_file(&bindings).0 != bindings.name {
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

/// The path of the data file that bindings are, and its contents.
pub fn of_file(bindings: &b::NamedBindings) -> (&str, &[b::AbstractBinding]) {
    let [b::AbstractBinding::CategorizedBindings(only)] = bindings.bindings.as_slice() else {
        return (&bindings.name, &bindings.bindings);
    };
    match only.predicates.as_slice() {
        [b::Category { categorization, value: Some(path), .. }]
            if categorization == FILE && only.alternatives.is_empty() =>
        {
            (path, &only.bindings)
        }
        _ => (&bindings.name, &bindings.bindings),
    }
}

/// A segment of the name of bindings, which has no separator.
pub fn segment(text: &str) -> String {
    text.replace([':', '/'], "_")
}
