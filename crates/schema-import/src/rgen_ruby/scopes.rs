//! Names of Ruby's constants, and where they are searched.

use super::Reader;

/// The meaning of a constant.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum ConstantMeaning {
    Module(usize),
    Class(usize),
    Enumeration(usize),
    /// Another name of a constant, as it is written.
    Other(String),
    /// A value.
    Value,
}

/// The maximum number of constants in a row that are other names of each other.
const MAX_NAMES: usize = 20;

/// The meaning of a name, after all names that are other names of each other.
#[derive(Debug, Clone, Copy)]
pub(super) struct Resolved<'n> {
    /// The last of these names, as it is written.
    name: &'n str,
    /// The meaning of the last name; `None` if the file does not declare it.
    pub(super) meaning: Option<&'n ConstantMeaning>,
}

impl<'n> Resolved<'n> {
    /// The name of RGen or Ruby to which the name refers, without the modules of RGen before it.
    pub(super) fn built_in(self) -> &'n str {
        let mut stripped = self.name.strip_prefix("::").unwrap_or(self.name);
        for module in ["RGen::", "MetamodelBuilder::", "DataTypes::"] {
            stripped = stripped.strip_prefix(module).unwrap_or(stripped);
        }
        stripped
    }
}

/// The full name of a constant that a scope declares: `B` in `A` → `A::B`. A name with `::` in front is full already.
pub(super) fn inside(scope: &str, name: &str) -> String {
    match name.strip_prefix("::") {
        Some(name) => name.to_owned(),
        None if scope.is_empty() => name.to_owned(),
        None => [scope, "::", name].concat(),
    }
}

/// The scope around a name: `A::B::C` → `A::B`, `C` → an empty text.
pub(super) fn outer(path: &str) -> &str {
    last_separator(path).and_then(|position| path.get(..position)).unwrap_or_default()
}

/// The last part of a name: `A::B::C` → `C`.
pub(super) fn local(path: &str) -> &str {
    last_separator(path).and_then(|position| path.get(position + "::".len()..)).unwrap_or(path)
}

/// The position of the last `::` in a name.
fn last_separator(path: &str) -> Option<usize> {
    // `str::rfind` prepares each search for a long text, which takes longer than the search in a short name.
    path.as_bytes().windows(2).rposition(|pair| pair == b"::")
}

impl Reader<'_> {
    /// The meaning of a name in a scope. If a constant is another name of a second one, the second one is searched in
    /// the scope that declares the first one.
    pub(super) fn resolve<'n>(&'n self, mut name: &'n str, mut scope: &str) -> Resolved<'n> {
        for _ in 0..MAX_NAMES {
            match self.find(name, &mut scope) {
                Some(ConstantMeaning::Other(other)) => name = other,
                meaning => return Resolved { name, meaning },
            }
        }
        Resolved { name, meaning: None }
    }

    /// The constant that a name refers to; the scope becomes the one that declares it.
    fn find(&self, name: &str, scope: &mut &str) -> Option<&ConstantMeaning> {
        if let Some(name) = name.strip_prefix("::") {
            *scope = "";
            return self.names.get(name);
        }
        let mut path = String::with_capacity(scope.len() + "::".len() + name.len());
        while !scope.is_empty() {
            path.clear();
            path.extend([*scope, "::", name]);
            if let Some(found) = self.names.get(&path) {
                return Some(found);
            }
            *scope = outer(scope);
        }
        self.names.get(name)
    }
}
