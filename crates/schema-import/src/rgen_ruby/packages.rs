//! Declarations, from what was read of the file.

use super::scopes::{self, local};
use super::{Class, DeclarationIndex, Module, Reader, Super, annotations};
use crate::declarations::{self, Declaration, Feature, Package, Type, UniqueNames};
use modelwright_metamodel::diagnostic::{Diagnostic, Severity, codes};
use rustc_hash::{FxHashMap, FxHashSet};

/// The names that the declarations get.
#[derive(Default)]
struct TypeNames {
    /// The module and the name of each class, by its path.
    classes: FxHashMap<String, (usize, String)>,
    /// The module and the name of each enumeration, by its number.
    enumerations: FxHashMap<usize, (usize, String)>,
}

impl Reader<'_> {
    /// A package for each module with classes or enumerations, and for those around them. `name` is that of the package
    /// for declarations outside of all modules.
    pub(super) fn packages(&mut self, name: &str) -> Vec<Package> {
        let modules = std::mem::take(&mut self.modules);
        let is_model_class = self.model_classes();
        let mut paths: Vec<String> = modules.iter().map(|module| module.path.clone()).collect();
        // The module without a name has the declarations outside of all modules.
        for path in paths.iter_mut().filter(|path| path.is_empty()) {
            name.clone_into(path);
        }
        let package_paths = self.package_paths(&modules, &is_model_class);
        let type_names = self.names(&modules, &is_model_class);
        let mut packages = Vec::new();
        for (index, module) in modules.iter().enumerate() {
            if !package_paths.contains(&module.path) || (module.path.is_empty() && module.items.is_empty()) {
                continue;
            }
            if !module.is_model {
                let message = format!(
                    "the module `{}` does not extend ModuleExtension, so RGen does not export it",
                    module.path
                );
                let help = "write `extend RGen::MetamodelBuilder::ModuleExtension`";
                self.report_not_expressed(&module.span, message, help);
            }
            let mut notes = module.annotations.clone();
            let mut package = Package::new(paths.get(index).cloned().unwrap_or_default());
            (package.uri, package.prefix) = annotations::take_namespace(&mut notes);
            package.doc = annotations::take_documentation(&mut notes, module.doc.clone());
            package.annotations = notes;
            for item in &module.items {
                package.declarations.extend(self.declaration(
                    *item,
                    index,
                    &type_names,
                    &paths,
                    &is_model_class,
                ));
            }
            packages.push(package);
        }
        packages
    }

    /// The paths of modules that declare something, or are declared to be metamodels, and of the modules around them.
    fn package_paths(&self, modules: &[Module], is_model_class: &[bool]) -> FxHashSet<String> {
        let is_part_of_model = |module: &&Module| {
            module.is_model
                || module.items.iter().any(|item| match item {
                    DeclarationIndex::Class(class) => is_model_class.get(*class) == Some(&true),
                    DeclarationIndex::Enumeration(_) => true,
                })
        };
        let mut paths = FxHashSet::default();
        for module in modules.iter().filter(is_part_of_model) {
            let mut path = module.path.as_str();
            while paths.insert(path.to_owned()) && !path.is_empty() {
                path = scopes::outer(path);
            }
        }
        paths
    }

    /// For each class whether it belongs to the metamodel: it, or a superclass, inherits from `MMBase` or a class of
    /// Ecore, or has features. Other classes are reported.
    fn model_classes(&mut self) -> Vec<bool> {
        let mut children: FxHashMap<usize, Vec<usize>> = FxHashMap::default();
        let mut is_model = vec![false; self.classes.len()];
        let mut pending = Vec::new();
        for (index, class) in self.classes.iter().enumerate() {
            for parent in &class.supers {
                match parent {
                    Super::Own(parent) => children.entry(*parent).or_default().push(index),
                    Super::Base | Super::Ecore(_) => pending.push(index),
                }
            }
            // A class whose superclass is elsewhere is one of the metamodel if it has features.
            if !class.features.is_empty() {
                pending.push(index);
            }
        }
        while let Some(class) = pending.pop() {
            let Some(is_known_model) = is_model.get_mut(class) else { continue };
            // Each class is visited once, even if classes inherit from each other.
            if *is_known_model {
                continue;
            }
            *is_known_model = true;
            if let Some(subclasses) = children.get(&class) {
                pending.extend(subclasses);
            }
        }
        let mut left_out = Vec::new();
        for (class, is_in_model) in self.classes.iter().zip(&is_model) {
            if !is_in_model {
                left_out.push((class.path.clone(), class.span.clone()));
            }
        }
        for (path, span) in left_out {
            let message = format!("`{path}` does not inherit from RGen's `MMBase`, so it is left out");
            self.report_not_expressed(
                &span,
                message,
                "give it the superclass `RGen::MetamodelBuilder::MMBase`",
            );
        }
        is_model
    }

    /// Gives each class and enumeration a name that is unique in its package.
    fn names(&mut self, modules: &[Module], is_model_class: &[bool]) -> TypeNames {
        let mut type_names = TypeNames::default();
        for (module_index, module) in modules.iter().enumerate() {
            let mut unique = UniqueNames::default();
            for item in &module.items {
                let (name, span) = match item {
                    DeclarationIndex::Class(class) if is_model_class.get(*class) == Some(&true) => {
                        let Some(class) = self.classes.get(*class) else { continue };
                        (local(&class.path).to_owned(), class.span.clone())
                    }
                    DeclarationIndex::Class(_) => continue,
                    DeclarationIndex::Enumeration(number) => {
                        let Some(enumeration) = self.enumerations.get(*number) else { continue };
                        (enumeration.name.clone(), enumeration.span.clone())
                    }
                };
                let unique_name = unique.reserve(&name);
                if unique_name != name {
                    let message =
                        format!("`{name}` is named `{unique_name}`, because another type has its name");
                    let note = Diagnostic::new(codes::IMPORT_RENAMED, Severity::Note, message);
                    self.diagnostics.push(note.at(self.source, span).help("rename one of them"));
                }
                match item {
                    DeclarationIndex::Class(class) => {
                        let path =
                            self.classes.get(*class).map(|class| class.path.clone()).unwrap_or_default();
                        type_names.classes.insert(path, (module_index, unique_name));
                    }
                    DeclarationIndex::Enumeration(number) => {
                        type_names.enumerations.insert(*number, (module_index, unique_name));
                    }
                }
            }
        }
        type_names
    }

    /// The declaration of an item; `None` for a class that belongs to no model.
    fn declaration(
        &mut self,
        item: DeclarationIndex,
        module: usize,
        type_names: &TypeNames,
        paths: &[String],
        is_model_class: &[bool],
    ) -> Option<Declaration> {
        match item {
            DeclarationIndex::Enumeration(number) => {
                let (_, name) = type_names.enumerations.get(&number)?;
                let enumeration = self.enumerations.get_mut(number)?;
                Some(Declaration::Enumeration(declarations::Enumeration {
                    name: name.clone(),
                    doc: enumeration.doc.take(),
                    literals: std::mem::take(&mut enumeration.literals),
                    span: enumeration.span.clone(),
                    annotations: Vec::new(),
                }))
            }
            DeclarationIndex::Class(number) if is_model_class.get(number) == Some(&true) => {
                let class = self.class_declaration(number, module, type_names, paths)?;
                Some(Declaration::Class(class))
            }
            DeclarationIndex::Class(_) => None,
        }
    }

    /// The declaration of the class with a number. The content of the class is moved into it.
    fn class_declaration(
        &mut self,
        number: usize,
        module: usize,
        type_names: &TypeNames,
        paths: &[String],
    ) -> Option<declarations::Class> {
        let class = std::mem::take(self.classes.get_mut(number)?);
        let mut supertypes = Vec::new();
        for parent in &class.supers {
            let path = match parent {
                Super::Base => None,
                Super::Ecore(name) => Some(format!("::{name}")),
                Super::Own(superclass) => self.path_of(*superclass, number, &class),
            };
            supertypes.extend(path.and_then(|path| reference_path(&path, module, type_names, paths)));
        }
        let mut notes = class.annotations;
        let doc = annotations::take_documentation(&mut notes, class.doc);
        // A feature that a later one replaced is `None`.
        let kept_features = class.features.into_iter().flatten();
        let features =
            kept_features.filter_map(|feature| with_type_names(feature, module, type_names, paths)).collect();
        let (_, name) = type_names.classes.get(&class.path)?;
        // The path of the class is kept, because other classes inherit from the class by its number.
        if let Some(remaining) = self.classes.get_mut(number) {
            remaining.path = class.path;
        }
        Some(declarations::Class {
            name: name.clone(),
            doc,
            is_abstract: class.is_abstract,
            supertypes,
            features,
            annotations: notes,
            span: class.span,
            ..declarations::Class::default()
        })
    }

    /// The path of a superclass of `class`, which has the number `number` and is no longer in the list of classes.
    fn path_of(&self, superclass: usize, number: usize, class: &Class) -> Option<String> {
        if superclass == number {
            Some(class.path.clone())
        } else {
            self.classes.get(superclass).map(|superclass| superclass.path.clone())
        }
    }
}

/// The name by which the module with the number `module` refers to the class with a path; `None` if the class is left
/// out. A path with `::` in front is one of Ecore, and stays as it is.
fn reference_path(path: &str, module: usize, type_names: &TypeNames, paths: &[String]) -> Option<String> {
    if path.starts_with("::") {
        return Some(path.to_owned());
    }
    let (declaring_module, name) = type_names.classes.get(path)?;
    Some(name_in_module(*declaring_module, name, module, paths))
}

/// The name by which a module refers to a type: with the path of the declaring module, if that is another one.
fn name_in_module(declaring_module: usize, name: &str, module: usize, paths: &[String]) -> String {
    if declaring_module == module {
        name.to_owned()
    } else {
        format!("::{}", scopes::inside(paths.get(declaring_module).map_or("", String::as_str), name))
    }
}

/// A feature with the names of its types in the module with the number `module`; `None` if its type has no name there.
fn with_type_names(
    feature: Feature,
    module: usize,
    type_names: &TypeNames,
    paths: &[String],
) -> Option<Feature> {
    Some(match feature {
        Feature::Reference(mut reference) => {
            reference.target = reference_path(&reference.target, module, type_names, paths)?;
            Feature::Reference(reference)
        }
        Feature::Attribute(mut attribute) => {
            // Until now, the name of an enumeration is `#` with its number.
            if let Type::Named(marked_number) = &attribute.value_type {
                let number: usize = marked_number.strip_prefix('#')?.parse().ok()?;
                let (declaring_module, name) = type_names.enumerations.get(&number)?;
                attribute.value_type = Type::Named(name_in_module(*declaring_module, name, module, paths));
            }
            Feature::Attribute(attribute)
        }
    })
}
