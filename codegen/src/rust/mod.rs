//! Rust types that a careful developer would write by hand, converted by `typed` at run time.
//!
//! Invariants: the text is formatted as by rustfmt, compiles without warnings, and contains no code that reads or
//! writes a format: a type only describes its class and names its fields. One file contains all packages, unless each
//! has a separate file; handles are in a separate module.

mod builders;
mod checked;
mod choices;
mod derives;
mod enums;
mod facts;
mod handles;
mod identifiers;
mod layout;
mod lints;
mod options;
mod plan;
mod schemas;
mod structs;
mod unions;

use crate::scope::{MAX_MEMBERS, Scope};
use crate::{GeneratedFile, Target};
use derives::derives;
use layout::Printer;
use modelwright_evaluation::logic;
use modelwright_metamodel::diagnostic::{Diagnostic, Diagnostics, codes};
use modelwright_metamodel::ecore::{
    ClassId, Classifier, Metamodel, PackageId, ValueRules, builtin, documentation,
};
pub use options::{Dates, Decimals, RustOptions, Visibility};
use plan::Plan;
use std::collections::HashMap;
use std::fmt::Write as _;

/// Rust structs and enums.
pub const TARGET: Target = Target {
    name: "rust",
    extension: Some("rs"),
    description: "Rust structs and enums with serde's traits",
    options: options::OPTIONS,
    script: None,
    examples: &[
        "library.pp -o src/",
        "library.pp -o src/ --handles --derive Eq",
        "library.ecore -o src/ --type EDate=crate::Date --visibility crate",
    ],
    run: |request| {
        let options = RustOptions { source: request.source(), ..RustOptions::from(&request.options) };
        generate(request.metamodel, &request.packages, &options)
    },
};

/// Generates the types of the given packages and their subpackages, or of all packages if none is given: a file, or a
/// directory with a file for each package; and the metamodel's own text beside them.
///
/// Content that the types cannot store is reported, and so are options that name unknown elements of the metamodel.
#[must_use]
pub fn generate(
    metamodel: &Metamodel,
    packages: &[PackageId],
    options: &RustOptions,
) -> (Vec<GeneratedFile>, Diagnostics) {
    let scope = Scope::new(metamodel, packages);
    if let Some(problem) = too_many_members(&scope) {
        return (Vec::new(), Diagnostics::from(problem));
    }
    // The compiler looks for the module `r#type` in `type.rs`.
    let module = identifiers::module(scope.name()).trim_start_matches("r#").to_owned();
    let roots: Vec<PackageId> = metamodel.roots().collect();
    // Without the suffix, the name would be that of a file with only the first package.
    let suffix = if roots.len() > 1 { ".all" } else { "" };
    let ecore_file = format!("{module}{suffix}.ecore");
    let directory = if options.file_per_package { format!("{module}/") } else { String::new() };
    let is_embedded = options.metamodel.is_none() && !scope.classes.is_empty();
    let (mut files, mut problems) = types(scope, options, &module, &directory, &ecore_file);
    if is_embedded {
        let (text, problems_of_ecore) = crate::ecore::document(metamodel, &roots, &ecore_file);
        problems.append(problems_of_ecore);
        if let Some(text) = text {
            files.push(GeneratedFile { path: format!("{directory}{ecore_file}"), text });
        }
    }
    (files, problems)
}

/// The error that the types would have too many fields and variants; `None` if they would not.
fn too_many_members(scope: &Scope<'_>) -> Option<Diagnostic> {
    if !scope.has_too_many_members() {
        return None;
    }
    let message = format!("the Rust types would have more than {MAX_MEMBERS} fields and variants in all");
    let help = "shorten the chains of supertypes, or generate some of the packages: \
                each struct has all inherited fields, and each enum all subclasses";
    Some(Diagnostic::error(codes::LIMIT, message).help(help))
}

/// The Rust files. They embed the metamodel file `options.metamodel`, or else the generated one, `ecore_file`.
fn types(
    scope: Scope<'_>,
    options: &RustOptions,
    module: &str,
    directory: &str,
    ecore_file: &str,
) -> (Vec<GeneratedFile>, Diagnostics) {
    let mut plan = Plan::new(scope, options);
    plan.report_long_chains();
    plan.report_mixed_rules();
    plan.report_positions();
    plan.diagnostics.append(derives::check(&plan, options));
    let mut files = Vec::new();
    let mut out = Printer::default();
    // The runtime is used by types in this file, and by the static metamodel, which exists if there are classes. An
    // unused import would be a warning.
    let holds_types = !options.file_per_package && !plan.scope.classifiers.is_empty();
    header(&plan, holds_types || !plan.scope.classes.is_empty(), options, &mut out);
    statics(&plan, options.metamodel.as_deref().unwrap_or(ecore_file), options, &mut out);
    if options.file_per_package {
        modules(&mut plan, options, directory, &mut out, &mut files);
        unions::print(&mut plan, builtin::EOBJECT, options, &mut out);
        files.extend(schemas::print(&plan, module, directory, options, &mut out));
        handles::print(&mut plan, options, &mut out);
        files.insert(0, GeneratedFile { path: format!("{directory}mod.rs"), text: out.finish() });
    } else {
        for classifier in plan.scope.classifiers.clone() {
            print(&mut plan, classifier, options, &mut out);
        }
        unions::print(&mut plan, builtin::EOBJECT, options, &mut out);
        let schemas = schemas::print(&plan, module, directory, options, &mut out);
        handles::print(&mut plan, options, &mut out);
        files.push(GeneratedFile { path: format!("{module}.rs"), text: out.finish() });
        files.extend(schemas);
    }
    (files, plan.diagnostics)
}

/// The names of the structs of concrete classes, as in the output of [`generate`].
#[must_use]
pub fn struct_names(
    metamodel: &Metamodel,
    packages: &[PackageId],
    options: &RustOptions,
) -> HashMap<ClassId, String> {
    Plan::new(Scope::new(metamodel, packages), options).into_struct_names()
}

/// Prints the comment at the start of a file, and the import of the runtime if types use it.
fn header(plan: &Plan<'_>, uses_runtime: bool, options: &RustOptions, out: &mut Printer) {
    let source = options.source.as_deref().unwrap_or(plan.scope.name());
    let source = layout::name_in_docs(source);
    out.line(0, &format!("// Generated by modelwright from {source}. Do not edit."));
    if uses_runtime {
        out.blank();
        // The types refer to the runtime as `typed`.
        let is_named_typed = options.runtime.rsplit("::").next() == Some("typed");
        let renaming = if is_named_typed { "" } else { " as typed" };
        out.line(0, &format!("use {}{renaming};", options.runtime));
    }
}

/// Prints the static of the metamodel and those of packages, to which types refer. The static of the metamodel includes
/// the file at `ecore_path`.
fn statics(plan: &Plan<'_>, ecore_path: &str, options: &RustOptions, out: &mut Printer) {
    if plan.scope.classes.is_empty() {
        return;
    }
    let visibility = &options.visibility;
    let file_name = ecore_path.rsplit('/').next().unwrap_or(ecore_path);
    out.blank();
    out.line(0, "/// The metamodel that the types were generated from.");
    // Decision 18: only types with logic depend on the crate that evaluates it.
    let logic = if logic::is_carried_by(plan.scope.metamodel) {
        format!(".with_logic({}::prepare)", options.logic)
    } else {
        String::new()
    };
    // Decision 19: the embedded `.ecore` text cannot express these rules.
    let values = match plan.scope.value_rules() {
        Some(ValueRules::Declared) => ".with_declared_values()",
        Some(ValueRules::Java) | None => "",
    };
    let value = format!(
        "typed::Embedded::new({}, include_str!({})){values}{logic};",
        quoted(file_name),
        quoted(ecore_path)
    );
    out.assignment(&format!("{visibility} static METAMODEL: typed::Embedded ="), &chain(value));
    for (package, name) in plan.packages() {
        let data = &plan.scope.metamodel[package];
        let uri = quoted(plan.scope.uri(package));
        out.blank();
        let otherwise = format!(
            "The package `{}`, by which documents name their types.",
            layout::name_in_docs(&data.name)
        );
        out.docs(0, documentation(&data.annotations), &otherwise);
        let value = format!("typed::Package::new({uri}, &METAMODEL){};", settings(options));
        out.assignment(&format!("{visibility} static {name}: typed::Package ="), &chain(value));
    }
}

/// A chain of calls; as in rustfmt, one that is too long for one line has a line for each call.
fn chain(value: String) -> String {
    // On a line of its own, the value is indented by four spaces.
    if value.len() + 4 <= layout::WIDTH {
        value
    } else {
        value.replace(").with_", ")\n        .with_").replace(").ignoring_", ")\n        .ignoring_")
    }
}

/// The settings of a package, as calls on it.
fn settings(options: &RustOptions) -> String {
    let mut calls = String::new();
    if options.with_defaults {
        calls.push_str(".with_defaults()");
    }
    if options.ignore_unknown_keys {
        calls.push_str(".ignoring_unknown_keys()");
    }
    if let Some(key) = &options.discriminator {
        let _ = write!(calls, ".with_discriminator({})", quoted(key));
    }
    calls
}

/// Adds a file for each package, which imports the types of all other packages. The exports of all types are printed to
/// `out`, which is the text of the directory's own file.
fn modules(
    plan: &mut Plan<'_>,
    options: &RustOptions,
    directory: &str,
    out: &mut Printer,
    files: &mut Vec<GeneratedFile>,
) {
    let metamodel = plan.scope.metamodel;
    let mut packages: Vec<(PackageId, Vec<Classifier>)> = Vec::new();
    for classifier in &plan.scope.classifiers {
        let package = metamodel.package_of(*classifier);
        match packages.iter_mut().find(|(known, _)| *known == package) {
            Some((_, classifiers)) => classifiers.push(*classifier),
            None => packages.push((package, vec![*classifier])),
        }
    }
    let mut taken = identifiers::UsedNames::default();
    // Names that modules must not have: the directory's own file, and the names that it contains.
    let runtime = options.runtime.split("::").next().unwrap_or_default();
    for name in ["r#mod", "handles", "typed", "std", runtime] {
        taken.take(&[name.to_owned()], "_");
    }
    let mut modules: Vec<String> = Vec::new();
    for (package, classifiers) in packages {
        let module = taken.take(&[identifiers::module(&metamodel[package].name)], "_");
        let mut file = Printer::default();
        let uses_runtime = true;
        header(plan, uses_runtime, options, &mut file);
        let has_objects = |classifier: &Classifier| match classifier {
            Classifier::Class(id) => !plan.scope.concrete(*id).is_empty(),
            Classifier::DataType(_) => false,
        };
        // The compiler warns of an import that nothing uses. Only objects use the types of other packages.
        if classifiers.iter().any(has_objects) {
            file.line(0, "use super::*;");
        }
        for classifier in classifiers {
            print(plan, classifier, options, &mut file);
        }
        let path = format!("{directory}{}.rs", module.trim_start_matches("r#"));
        files.push(GeneratedFile { path, text: file.finish() });
        modules.push(module);
    }
    export_modules(&modules, directory, options, out);
}

/// Declares the modules of packages, and exports their types.
fn export_modules(modules: &[String], directory: &str, options: &RustOptions, out: &mut Printer) {
    out.blank();
    for module in modules {
        // Clippy reports a module with the name of the one around it.
        if directory.trim_end_matches('/') == module.trim_start_matches("r#") {
            out.line(0, "#[allow(clippy::module_inception)]");
        }
        out.line(0, &format!("mod {module};"));
    }
    out.blank();
    for module in modules {
        // Without this, a program that uses no type of a package would get a warning.
        out.line(0, "#[allow(unused_imports)]");
        out.line(0, &format!("{} use {module}::*;", options.visibility));
    }
}

/// Prints the types of a classifier.
fn print(plan: &mut Plan<'_>, classifier: Classifier, options: &RustOptions, out: &mut Printer) {
    match classifier {
        // In Rust, objects of these classes only occur as entries of maps.
        Classifier::Class(class) if !plan.has_type(class) => {}
        Classifier::Class(class) => {
            match plan.choice(class) {
                Some(_) => choices::print(plan, class, options, out),
                None => {
                    structs::print(plan, class, options, out);
                    builders::print(plan, class, options, out);
                }
            }
            unions::print(plan, class, options, out);
        }
        Classifier::DataType(id) if plan.checked.contains_key(&id) => checked::print(plan, id, options, out),
        Classifier::DataType(id) => enums::print(plan, id, options, out),
    }
}

/// A string as a Rust literal.
fn quoted(text: &str) -> String {
    format!("{text:?}")
}

/// Prints the attribute that allows the lints that an enum causes; `is_uneven` if its variants may differ much in size.
fn allow_lints<'v>(name: &str, variants: impl Iterator<Item = &'v str>, is_uneven: bool, out: &mut Printer) {
    let repetitive = identifiers::are_repetitive(name, variants);
    let lints = [(repetitive, "clippy::enum_variant_names"), (is_uneven, "clippy::large_enum_variant")];
    let allowed: Vec<&str> = lints.iter().filter(|(applies, _)| *applies).map(|(_, lint)| *lint).collect();
    if !allowed.is_empty() {
        out.write(0, format_args!("#[allow({})]", allowed.join(", ")));
    }
}
