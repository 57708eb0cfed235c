//! Selects the names of types, literals and the statics of packages.

use super::checked::CheckedForm;
use super::{Plan, StdNames};
use crate::rust::identifiers::{NameKind, UsedNames};
use crate::scope::Scope;
use modelwright_metamodel::ecore::{Classifier, EXTENDED_META_DATA, annotation, builtin};
use std::collections::BTreeSet;

impl Plan<'_> {
    /// Chooses the names of the types, and the paths of types of the standard library that these names hide.
    pub(super) fn name_types(&mut self) {
        let mut taken = UsedNames::default();
        let metamodel = self.scope.metamodel;
        for classifier in self.scope.classifiers.clone() {
            let package = &metamodel[metamodel.package_of(classifier)].name;
            let plain = self.speller.camel(metamodel.name(classifier));
            let name = if taken.is_free(&plain) {
                taken.take(std::slice::from_ref(&plain), "")
            } else {
                taken.take(&[self.speller.camel(&format!("{package} {}", metamodel.name(classifier)))], "")
            };
            if name != plain {
                self.report_renamed(&metamodel.qualified_name(classifier), &name);
            }
            match classifier {
                Classifier::Class(id) if self.scope.is_abstract(id) => self.unions.insert(id, name),
                Classifier::Class(id) => self.structs.insert(id, name),
                Classifier::DataType(id) => self.enum_names.insert(id, name),
            };
        }
        for class in self.scope.classes.clone() {
            // After all classifiers, because one of them may itself be called `Any…`.
            if !self.scope.is_abstract(class) && self.scope.is_open(class) {
                let name = taken.take(&[format!("Any{}", self.structs[&class].trim_start_matches('_'))], "");
                self.unions.insert(class, name);
            }
        }
        if !self.structs.is_empty() && self.scope.contains_anything() {
            self.scope.open_anything();
            let name = taken.take(&["EObject".to_owned(), "AnyEObject".to_owned()], "");
            self.unions.insert(builtin::EOBJECT, name);
        }
        // The names are collected after all types have one, because any type may have a name of the standard library.
        let names = self.structs.values().chain(self.unions.values()).chain(self.enum_names.values());
        self.names = names.cloned().collect();
        let std_name = |path: &'static str| {
            let name = path.rsplit("::").next().unwrap_or(path);
            // A class called `Option` hides the `Option` of the prelude, so generated code must use the path.
            if self.names.contains(name.trim_end_matches('<')) { path } else { name }
        };
        self.std_names = StdNames {
            option: std_name("std::option::Option<"),
            vec: std_name("std::vec::Vec<"),
            string: std_name("std::string::String"),
            boxed: std_name("std::boxed::Box<"),
            into: std_name("std::convert::Into<"),
        };
    }

    /// Chooses the names of the statics of packages.
    pub(super) fn name_packages(&mut self) {
        let mut taken = UsedNames::default();
        // This name is reserved for the static of the metamodel.
        taken.take(&["METAMODEL".to_owned()], "");
        // A handle is a tuple struct, whose name is also that of its constructor. Constructors and statics are both
        // values, so a static must not have the same name.
        for name in self.names.iter().collect::<BTreeSet<_>>() {
            taken.take(std::slice::from_ref(name), "");
        }
        let metamodel = self.scope.metamodel;
        for package in self.scope.packages() {
            let plain = self.speller.constant(&metamodel[package].name);
            let long_name = format!("{plain}_PACKAGE");
            // A name without capitals could also be the name of a field.
            let has_capitals = plain.contains(char::is_uppercase);
            let name = if has_capitals {
                taken.take(&[plain, long_name], "_")
            } else {
                taken.take(&[long_name], "_")
            };
            self.packages.insert(package, name);
        }
    }

    /// Chooses the variants of classes for `Variant[A, B]`. A class whose alternatives are not all generated remains a
    /// struct.
    pub(super) fn name_alternatives(&mut self) {
        for class in self.scope.classes.clone() {
            let Some(choice) = self.scope.metamodel.choice(class) else { continue };
            let fields = self.fields(class);
            if fields.len() != choice.alternatives.len() || !self.structs.contains_key(&class) {
                continue;
            }
            let mut taken = UsedNames::default();
            let names = fields.iter().map(|field| self.scope.metamodel[field.feature].name());
            let names = names.map(|name| taken.take(&[self.speller.camel(name)], "")).collect();
            self.choices.insert(class, names);
        }
    }

    /// Chooses the variants of enumerations, and of checked types with a list of texts.
    pub(super) fn name_literals(&mut self) {
        for id in self.scope.enums.clone() {
            let mut taken = UsedNames::default();
            let literals = self.scope.metamodel[id].enum_literals();
            let names =
                literals.iter().map(|literal| taken.take(&[self.speller.camel(&literal.name)], "")).collect();
            self.enums.insert(id, names);
        }
        // The order has no effect, because each enum has names of its own.
        for (id, form) in &self.checked {
            let CheckedForm::Literals(literals) = form else { continue };
            let mut taken = UsedNames::default();
            let names = literals.iter().map(|text| taken.take(&[self.speller.camel(text)], "")).collect();
            self.enums.insert(*id, names);
        }
    }
}

/// All names that are converted to identifiers.
pub(super) fn names<'m>(scope: &Scope<'m>) -> impl Iterator<Item = (NameKind, &'m str)> {
    let metamodel = scope.metamodel;
    let types = scope.classifiers.iter().map(|id| (NameKind::Type, metamodel.name(*id)));
    let features = scope.classes.iter().flat_map(|class| metamodel.table(*class).all_features());
    let fields = features.map(|id| (NameKind::Field, metamodel[*id].name()));
    let enum_literals = scope.enums.iter().flat_map(|id| metamodel[*id].enum_literals());
    let literals = enum_literals.map(|literal| (NameKind::Type, &*literal.name));
    // A package is a static, and with a file for each package also a module.
    let package_names = scope.packages().into_iter().map(|id| &*metamodel[id].name);
    let packages = package_names.flat_map(|name| [(NameKind::Static, name), (NameKind::Field, name)]);
    // The alternatives of a choice are variants of an enum.
    let choices = scope.classes.iter().filter(|class| metamodel.choice(**class).is_some());
    let features_of_choices = choices.flat_map(|class| metamodel.table(*class).all_features());
    let alternatives = features_of_choices.map(|id| (NameKind::Type, metamodel[*id].name()));
    let facets_of_types = scope.classifiers.iter().filter_map(|classifier| match classifier {
        Classifier::DataType(id) => annotation(&metamodel[*id].annotations, EXTENDED_META_DATA),
        Classifier::Class(_) => None,
    });
    // The list of all texts is passed as one name, because only its letters count.
    let lists = facets_of_types.filter_map(|facets| facets.detail("enumeration"));
    let texts = lists.map(|list| (NameKind::Type, list));
    types.chain(texts).chain(alternatives).chain(fields).chain(literals).chain(packages)
}
