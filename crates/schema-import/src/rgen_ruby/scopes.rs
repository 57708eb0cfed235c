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

/// The full name of a constant that a scope declares.
pub(super) fn inside(scope: &str, name: &str) -> String {
    match name.strip_prefix("::") {
        Some(name) => name.to_owned(),
        None if scope.is_empty() => name.to_owned(),
        None => format!("{scope}::{name}"),
    }
}

/// The scope around a name.
pub(super) fn outer(path: &str) -> &str {
    path.rsplit_once("::").map_or("", |(outer, _)| outer)
}

/// The last part of a name.
pub(super) fn local(path: &str) -> &str {
    path.rsplit("::").next().unwrap_or(path)
}

impl Reader<'_> {
    /// The meaning of a name in a scope; `None` if the file does not declare the name.
    pub(super) fn resolve(&self, name: &str, scope: &str) -> Option<ConstantMeaning> {
        let (mut name, mut scope) = (name.to_owned(), scope.to_owned());
        for _ in 0..MAX_NAMES {
            match self.find(&name, &mut scope)? {
                ConstantMeaning::Other(other) => name.clone_from(other),
                found => return Some(found.clone()),
            }
        }
        None
    }

    /// The constant that a name refers to; the scope becomes the one that declares it.
    fn find(&self, name: &str, scope: &mut String) -> Option<&ConstantMeaning> {
        if let Some(name) = name.strip_prefix("::") {
            scope.clear();
            return self.names.get(name);
        }
        loop {
            if let Some(found) = self.names.get(&inside(scope, name)) {
                return Some(found);
            }
            if scope.is_empty() {
                return None;
            }
            *scope = outer(scope).to_owned();
        }
    }

    /// The name of RGen or Ruby that a constant of the file has as its value, or the name itself; without the modules
    /// of RGen before it.
    pub(super) fn built_in(&self, name: &str, scope: &str) -> String {
        let mut name = name.to_owned();
        let mut scope = scope.to_owned();
        for _ in 0..MAX_NAMES {
            match self.find(&name, &mut scope) {
                Some(ConstantMeaning::Other(other)) => name.clone_from(other),
                _ => break,
            }
        }
        let mut stripped = name.strip_prefix("::").unwrap_or(&name);
        for module in ["RGen::", "MetamodelBuilder::", "DataTypes::"] {
            stripped = stripped.strip_prefix(module).unwrap_or(stripped);
        }
        stripped.to_owned()
    }
}
