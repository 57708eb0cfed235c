//! Java records, interfaces and enumerations that read and write ordinary JSON, described at [`crate::languages`].
//!
//! Invariants: a file for each type, in the directory of its package; the types have the supertypes of the metamodel;
//! names and texts of the metamodel are never code. What reads and writes is in the package of the helpers, which is
//! the same for all metamodels.

mod checks;
mod layout;
mod names;
mod natural;
mod options;
mod plan;
mod records;
mod types;
mod words;

use crate::languages::scopes::scope_of;
use crate::{GeneratedFile, Target};
use layout::{Printer, quoted};
use modelwright_metamodel::diagnostic::Diagnostics;
use modelwright_metamodel::ecore::{Choice, ClassId, DataTypeId, Metamodel, PackageId, Tuple, documentation};
use modelwright_metamodel::threads::in_parts;
use names::TypeName;
pub use options::JavaOptions;
use plan::Plan;
use rustc_hash::FxHashSet;
use types::Imports;

/// The name of the package of the helpers, inside of the package that the user selected.
const HELPERS: &str = "ordinaryjson";

/// The usual length of the text before a type: its package and its imports.
const HEAD_LENGTH: usize = 1024;

/// The helpers: the name of each file, and its text from the second line.
const HELPER_FILES: &[(&str, &str)] = &[
    ("Checks", include_str!("runtime/Checks.java")),
    ("ChoiceCodec", include_str!("runtime/ChoiceCodec.java")),
    ("Codec", include_str!("runtime/Codec.java")),
    ("GeneratedClasses", include_str!("runtime/GeneratedClasses.java")),
    ("Layout", include_str!("runtime/Layout.java")),
    ("OrdinaryJson", include_str!("runtime/OrdinaryJson.java")),
    ("PartCodec", include_str!("runtime/PartCodec.java")),
    ("Path", include_str!("runtime/Path.java")),
    ("RecordCodec", include_str!("runtime/RecordCodec.java")),
    ("ScalarCodecs", include_str!("runtime/ScalarCodecs.java")),
    ("Trees", include_str!("runtime/Trees.java")),
    ("TupleCodec", include_str!("runtime/TupleCodec.java")),
];

/// Java records.
pub const TARGET: Target = Target {
    name: "java",
    extension: Some("java"),
    description: "Java 17 records that read and write JSON with Jackson",
    options: options::OPTIONS,
    script: None,
    examples: &["library.pp -o src/main/java", "library.pp -o src/main/java --package com.example"],
    run: |request| {
        let options = JavaOptions { source: request.source(), ..JavaOptions::from(&request.options) };
        generate(request.metamodel, &request.packages, &options)
    },
};

/// Generates the types of the given packages and their subpackages, or of all packages if none is given.
///
/// Names that Java requires to differ, and content that the types cannot have, are reported.
#[must_use]
pub fn generate(
    metamodel: &Metamodel,
    packages: &[PackageId],
    options: &JavaOptions,
) -> (Vec<GeneratedFile>, Diagnostics) {
    let scope = match scope_of(metamodel, packages, ("Java records", "components and subclasses")) {
        Ok(scope) => scope,
        Err(problem) => return (Vec::new(), (*problem).into()),
    };
    let plan = Plan::new(&scope, options.package.as_deref());
    let mut writer = Writer::new(&plan, options);
    writer.write_types();
    writer.write_packages();
    writer.write_helpers();
    let files = writer.files;
    (files, plan.problems)
}

/// Writes all files.
struct Writer<'w> {
    plan: &'w Plan<'w>,
    /// The comment at the start of a file.
    header: String,
    /// The full name of the package of the helpers.
    helpers: String,
    /// The packages that have types, in order.
    packages: Vec<PackageId>,
    known_packages: FxHashSet<PackageId>,
    files: Vec<GeneratedFile>,
}

impl<'w> Writer<'w> {
    /// A writer for the types of a plan, which has not written any file.
    fn new(plan: &'w Plan<'w>, options: &JavaOptions) -> Self {
        let source = options.source.as_deref().unwrap_or(plan.scope.name());
        let helpers = options
            .package
            .as_ref()
            .map_or_else(|| HELPERS.to_owned(), |package| format!("{package}.{HELPERS}"));
        Self {
            plan,
            header: records::header(source),
            helpers,
            packages: Vec::new(),
            known_packages: FxHashSet::default(),
            files: Vec::new(),
        }
    }

    /// Writes the files of all types, on all cores.
    fn write_types(&mut self) {
        let types = types_with_files(self.plan);
        for (name, _) in &types {
            if self.known_packages.insert(name.package) {
                self.packages.push(name.package);
            }
        }
        let files = in_parts(&types, |types| -> Vec<GeneratedFile> {
            types.iter().map(|(name, ty)| self.type_file(name, ty)).collect()
        });
        self.files.extend(files.into_iter().flatten());
    }

    /// The file of a type.
    fn type_file(&self, name: &TypeName, ty: &TypeWithFile) -> GeneratedFile {
        let plan = self.plan;
        let mut imports = Imports::of(name.package, self.helpers.clone());
        let body = match ty {
            TypeWithFile::AnyObject => records::any_object(plan, name, &mut imports),
            TypeWithFile::Enumeration(id) => natural::enumeration(plan, *id, name, &mut imports),
            TypeWithFile::Interface(class) => records::interface(plan, *class, name, &mut imports),
            TypeWithFile::Record(class) => records::record(plan, *class, name, &mut imports),
            TypeWithFile::Tuple(tuple) => natural::tuple(plan, tuple, name, &mut imports),
            TypeWithFile::Choice(choice) => natural::choice(plan, choice, name, &mut imports),
        };
        let package = self.plan.names.packages.get(&name.package).map_or("", String::as_str);
        let mut out = Printer::with_capacity(HEAD_LENGTH + body.len());
        out.line(0, &self.header);
        out.concat(0, &["package ", package, ";"]);
        out.line(0, "");
        imports.names.iter().for_each(|name| out.concat(0, &["import ", name, ";"]));
        if !imports.names.is_empty() {
            out.line(0, "");
        }
        out.append(&body);
        file(package, &name.name, out.finish())
    }

    /// Writes the description of each package, with the namespace of its classes.
    fn write_packages(&mut self) {
        let plan = self.plan;
        for id in self.packages.clone() {
            let data = &plan.metamodel[id];
            let package = plan.names.packages.get(&id).map_or("", String::as_str);
            let mut out = Printer::default();
            out.line(0, &self.header);
            let default_docs = format!("The types of package {}.", records::on_one_line(&data.name));
            let docs = documentation(&data.annotations).filter(|docs| !docs.trim().is_empty());
            out.javadoc(0, docs.unwrap_or(&default_docs), &[]);
            let uri = quoted(plan.scope.uri(plan.metamodel.root_of(id)));
            out.line(0, &format!("@OrdinaryJson.Uri({uri})"));
            out.line(0, &format!("package {package};"));
            out.line(0, "");
            out.line(0, &format!("import {}.OrdinaryJson;", self.helpers));
            self.files.push(file(package, "package-info", out.finish()));
        }
    }

    /// Writes the files of the helpers.
    fn write_helpers(&mut self) {
        for (name, text) in HELPER_FILES {
            // The first line, which declares the package, is replaced: only the package depends on the options.
            let text = text.split_once('\n').map_or(*text, |(_, following_lines)| following_lines);
            let text = format!("package {};\n{text}", self.helpers);
            self.files.push(file(&self.helpers, name, text));
        }
    }
}

/// A type that has a file of its own.
#[derive(Debug)]
enum TypeWithFile {
    /// The interface of the objects of all classes.
    AnyObject,
    Enumeration(DataTypeId),
    Interface(ClassId),
    Record(ClassId),
    Tuple(Tuple),
    Choice(Choice),
}

/// The types that have files, with their names, in the order of the files.
fn types_with_files<'p>(plan: &'p Plan<'_>) -> Vec<(&'p TypeName, TypeWithFile)> {
    let names = &plan.names;
    let mut types = Vec::new();
    if let Some(name) = &names.any_object {
        types.push((name, TypeWithFile::AnyObject));
    }
    for id in &plan.scope.enums {
        if let Some(name) = names.enums.get(id) {
            types.push((name, TypeWithFile::Enumeration(*id)));
        }
    }
    for class in &plan.classes {
        if plan.is_interface(*class)
            && let Some(name) = names.classes.get(class)
        {
            types.push((name, TypeWithFile::Interface(*class)));
        }
        if !plan.scope.is_abstract(*class)
            && let Some(name) = names.record(*class)
        {
            types.push((name, TypeWithFile::Record(*class)));
        }
    }
    for class in &plan.aliases {
        let Some(name) = names.aliases.get(class) else { continue };
        if let Some(tuple) = plan.metamodel.tuple(*class) {
            types.push((name, TypeWithFile::Tuple(tuple)));
        } else if let Some(choice) = plan.metamodel.choice(*class) {
            types.push((name, TypeWithFile::Choice(choice)));
        }
    }
    types
}

/// The file of a type, or of the description of a package.
fn file(package: &str, name: &str, text: String) -> GeneratedFile {
    GeneratedFile { path: format!("{}/{name}.java", package.replace('.', "/")), text }
}
