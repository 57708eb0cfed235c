//! Writes uses of types, each with the shortest name that resolves to it.

use super::Printer;
use crate::ecore::{Classifier, PackageId, TypeParameterId, TypeUse, builtin};
use crate::syntax::Span;
use crate::syntax::ast::{Name, Path};
use crate::types::spelling;

/// The scope in which a type is written.
#[derive(Debug, Clone, Default)]
pub(super) struct View {
    /// The innermost package; `None` at the root.
    pub(super) package: Option<PackageId>,
    /// The type parameters in scope, innermost last.
    pub(super) parameters: Vec<TypeParameterId>,
}

/// The maximum nesting of type arguments; the reader rejects deeper ones.
const MAX_DEPTH: usize = crate::syntax::parser::MAX_DEPTH - 10;

impl Printer<'_> {
    /// The text of a use of a type, or `undef` if there is none.
    pub(super) fn optional_type(&self, view: &View, ty: Option<&TypeUse>) -> String {
        ty.map_or_else(|| "undef".to_owned(), |ty| self.type_use(view, ty))
    }

    /// The text of a use of a type.
    pub(super) fn type_use(&self, view: &View, ty: &TypeUse) -> String {
        let mut out = String::new();
        let depth = 0;
        self.write_type(view, ty, depth, &mut out);
        out
    }

    /// Writes a use of a type; `depth` is its nesting in arguments.
    fn write_type(&self, view: &View, ty: &TypeUse, depth: usize, out: &mut String) {
        if depth > MAX_DEPTH {
            // The reader would reject the complete text. With a wildcard, only this argument is lost.
            out.push('?');
            return;
        }
        match (ty.classifier, ty.parameter) {
            (Some(classifier), _) => out.push_str(&self.classifier(view, classifier)),
            (None, Some(parameter)) => out.push_str(&spelling::type_name(&self.metamodel[parameter].name)),
            (None, None) => {
                out.push('?');
                if let Some(upper) = &ty.upper {
                    out.push_str(" extends ");
                    self.write_type(view, upper, depth + 1, out);
                }
                if let Some(lower) = &ty.lower {
                    out.push_str(" super ");
                    self.write_type(view, lower, depth + 1, out);
                }
                return;
            }
        }
        if !ty.arguments.is_empty() {
            out.push('<');
            for (index, argument) in ty.arguments.iter().enumerate() {
                if index > 0 {
                    out.push_str(", ");
                }
                self.write_type(view, argument, depth + 1, out);
            }
            out.push('>');
        }
    }

    /// A classifier, as a built-in type or by name.
    pub(super) fn classifier(&self, view: &View, classifier: Classifier) -> String {
        if self.metamodel.package_of(classifier) == builtin::PACKAGE && !self.prints_ecore {
            if let Some(word) =
                spelling::type_word(classifier).filter(|word| self.is_word_visible(view, word))
            {
                return word.to_owned();
            }
            // The name of the built-in type is of no use if a declared type hides it.
            if spelling::type_word(classifier).is_none()
                && let Some(text) = spelling::plain_type(classifier)
            {
                return text;
            }
        }
        self.classifier_name(view, classifier)
    }

    /// Whether neither a declared type nor a type parameter hides a built-in type.
    fn is_word_visible(&self, view: &View, word: &str) -> bool {
        let name = Name::without_quotes(word, Span::default());
        let path = Path::single(name);
        let is_parameter = view.parameters.iter().any(|id| self.metamodel[*id].name == word);
        // A reserved type cannot be declared again.
        let is_declared = || {
            !spelling::RESERVED_TYPES.contains(&word) && self.scope.classifier(view.package, &path).is_some()
        };
        !is_parameter && !is_declared()
    }

    /// The shortest name that resolves to a classifier.
    pub(super) fn classifier_name(&self, view: &View, classifier: Classifier) -> String {
        let name = self.metamodel.name(classifier);
        let mut path = Path::single(path_name(name, &spelling::type_name(name), 0));
        let owner = self.metamodel.package_of(classifier);
        let mut package = Some(owner);
        loop {
            if self.resolves_to(view, &path, classifier) {
                return path_text(path.names());
            }
            let Some(id) = package else { break };
            path.qualifiers.insert(0, self.package_segment(id));
            package = self.metamodel[id].parent;
        }
        if owner == builtin::PACKAGE {
            // There are no declared types at the root, so `::Name` is always a type of Ecore itself.
            return format!("::{}", spelling::type_name(name));
        }
        format!("::{}", path_text(path.names()))
    }

    /// Whether reading a path in a scope results in a classifier.
    fn resolves_to(&self, view: &View, path: &Path<'_>, classifier: Classifier) -> bool {
        let is_hidden = path
            .only_name()
            .is_some_and(|name| view.parameters.iter().any(|id| self.metamodel[*id].name == name.text));
        !is_hidden && self.scope.classifier(view.package, path) == Some(classifier)
    }

    /// The name of a package in its parent, with its index among the packages with the same name.
    fn package_segment(&self, id: PackageId) -> Name<'_> {
        let package = &self.metamodel[id];
        let ordinal = self.scope.ordinal(package.parent, &package.name, id);
        path_name(&package.name, &spelling::name(&package.name), ordinal)
    }

    /// A package as a path from the root.
    pub(super) fn package_name(&self, package: PackageId) -> String {
        let (mut names, mut next) = (Vec::new(), Some(package));
        while let Some(id) = next {
            names.push(self.package_segment(id));
            next = self.metamodel[id].parent;
        }
        names.reverse();
        path_text(&names)
    }
}

/// The name that results from reading its text, `written`.
fn path_name<'n>(name: &'n str, written: &str, ordinal: usize) -> Name<'n> {
    Name { ordinal, ..Name::new(name, written != name, Span::default()) }
}

/// The text of a path.
fn path_text<'n>(names: impl IntoIterator<Item = &'n Name<'n>>) -> String {
    let mut out = String::new();
    for (index, name) in names.into_iter().enumerate() {
        out.push_str(if index == 0 { "" } else { "::" });
        if name.quoted {
            spelling::push_string(&name.text, &mut out);
        } else {
            out.push_str(&name.text);
        }
        if name.ordinal > 0 {
            out.push_str(&format!("[{}]", name.ordinal));
        }
    }
    out
}
