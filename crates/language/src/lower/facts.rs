//! Reads facts: values of Ecore's own features, and the types that belong to other documents.

use super::settings::simple_name;
use super::{Context, DeclaredElement, Location, Lowerer};
use crate::diagnostic::codes;
use crate::ecore::facts::{Fact, Tree};
use crate::ecore::{Classifier, Element, PackageId};
use crate::syntax::ast::{Path, Setting, Settings, Value, ValueKind};
use crate::types::scope::canonical_name;

impl Lowerer<'_> {
    /// Stores the facts of an element: the settings for which the language has no syntax.
    pub(super) fn store_facts(&mut self, element: Element, settings: &Settings<'_>, context: &Context) {
        for setting in &settings.facts {
            let fact = self.fact(setting, context.file);
            self.facts.elements.entry(element).or_default().push(fact);
        }
    }

    /// The fact that a setting describes.
    pub(super) fn fact(&mut self, setting: &Setting<'_>, file: usize) -> Fact {
        Fact {
            feature: setting.name.text.to_string(),
            value: self.tree(&setting.value, file),
            source: file,
            place: setting.name.span.range(),
        }
    }

    /// A value as a tree. The parser bounds the nesting of values.
    fn tree(&mut self, value: &Value<'_>, file: usize) -> Tree {
        match &value.kind {
            // The parser reported invalid values.
            ValueKind::Undef | ValueKind::Logic | ValueKind::Invalid => Tree::Null,
            ValueKind::Boolean(value) => Tree::Boolean(*value),
            // The number stays a text, so that a number of any length keeps its digits.
            ValueKind::Number(text) => Tree::Number(text.to_string()),
            ValueKind::String(text) => Tree::String(text.to_string()),
            ValueKind::List(values) => {
                Tree::List(values.iter().map(|value| self.tree(value, file)).collect())
            }
            ValueKind::Map(entries) => {
                let entries =
                    entries.iter().map(|(key, value)| (key.text.to_string(), self.tree(value, file)));
                Tree::Map(entries.collect())
            }
            ValueKind::Type(_) => match simple_name(value) {
                Some(name) => Tree::String(name.into_owned()),
                None => {
                    let location = Location { file, span: value.span };
                    let message = "a value of one of Ecore's features cannot be a type";
                    self.error(codes::BAD_SETTING, location, message, "write an address or a name in quotes");
                    Tree::Null
                }
            },
        }
    }

    /// Records the addresses of all types that are declared in packages of other documents.
    pub(super) fn find_external(&mut self) {
        let (classes, enums) = (std::mem::take(&mut self.classes), std::mem::take(&mut self.enums));
        // The list is moved out while `self` is borrowed, and moved back for the next phases.
        let data_types = std::mem::take(&mut self.data_types);
        for DeclaredElement { id, decl, context } in &classes {
            self.external_type(Classifier::Class(*id), &decl.path(), &decl.settings(), context);
        }
        for DeclaredElement { id, decl, context } in &enums {
            self.external_type(Classifier::DataType(*id), &decl.path(), &decl.settings(), context);
        }
        for DeclaredElement { id, decl, context } in &data_types {
            self.external_type(Classifier::DataType(*id), &decl.path(), &decl.settings(), context);
        }
        (self.classes, self.enums, self.data_types) = (classes, enums, data_types);
    }

    /// Records the address of a type that is declared in a package of another document.
    fn external_type(&mut self, id: Classifier, path: &Path<'_>, settings: &Settings<'_>, context: &Context) {
        let Some((document, packages)) = context.package.and_then(|package| self.external_package(package))
        else {
            if let Some(setting) = settings.find(&["external"]) {
                let location = Location { file: context.file, span: setting.name.span };
                let message =
                    "only a type in a package that has the setting `external` can be in another document";
                self.error(codes::BAD_SETTING, location, message, "declare the package as `external` first");
            }
            return;
        };
        let name = canonical_name(&path.last);
        let steps: Vec<&str> = packages.iter().map(String::as_str).chain([&*name]).collect();
        // If there is no address, it is the path that EMF gives a classifier: the names below the root package.
        let (document, emf_fragment) = (document.to_owned(), format!("//{}", steps.join("/")));
        let fragment = self.text(context, settings, "external").unwrap_or(emf_fragment);
        self.facts.external.insert(id, format!("{document}#{fragment}"));
    }

    /// The other document to which a package belongs, and the names from the root package of this document to the
    /// package; `None` if the package belongs to the document itself.
    pub(super) fn external_package(&self, package: PackageId) -> Option<(&str, &[String])> {
        // Package 0 is Ecore, which has no declaration.
        let declaration_of = |package: PackageId| self.packages.get(package.index().checked_sub(1)?);
        let declaration = declaration_of(package)?;
        let mut root = declaration;
        loop {
            // If a package is also declared without `external`, it belongs to this document.
            if let Some(document) = root.external.as_deref().filter(|_| !root.is_declared) {
                return Some((document, declaration.names.get(root.names.len()..)?));
            }
            root = declaration_of(root.parent?)?;
        }
    }
}
