//! Python classes that read and write ordinary JSON, which is described at [`crate::languages`].
//!
//! Invariants: a module for each root package, which imports only what it uses; the classes have the supertypes of the
//! metamodel; names and texts of the metamodel are never code. The two flavours are in their own modules.

mod dataclasses;
mod layout;
mod mentions;
mod options;
mod plan;
mod pydantic;
mod types;
mod words;

use crate::languages::scopes::scope_of;
use crate::{GeneratedFile, Target};
use layout::{Printer, comment_text, quoted};
use modelwright_metamodel::diagnostic::Diagnostics;
use modelwright_metamodel::ecore::{
    ClassId, Classifier, DataTypeId, FeatureId, Metamodel, PackageId, builtin, documentation,
};
pub use options::{Flavour, PythonOptions};
use plan::Plan;
use rustc_hash::FxHashMap;

/// Python classes.
pub const TARGET: Target = Target {
    name: "python",
    extension: Some("py"),
    description: "Python classes that read and write JSON: dataclasses, or models of pydantic",
    options: options::OPTIONS,
    script: None,
    examples: &["library.pp -o models/", "library.pp -o models/ --flavour pydantic"],
    run: |request| {
        let options = PythonOptions { source: request.source(), ..PythonOptions::from(&request.options) };
        generate(request.metamodel, &request.packages, &options)
    },
};

/// Generates the classes of the given packages and their subpackages, or of all packages if none is given.
///
/// Names that Python requires to differ, and content that the classes cannot have, are reported.
#[must_use]
pub fn generate(
    metamodel: &Metamodel,
    packages: &[PackageId],
    options: &PythonOptions,
) -> (Vec<GeneratedFile>, Diagnostics) {
    let scope = match scope_of(metamodel, packages, ("Python classes", "fields and subclasses")) {
        Ok(scope) => scope,
        Err(problem) => return (Vec::new(), (*problem).into()),
    };
    // An annotation of pydantic contains all classes of the objects that a field may have.
    let mut plan = Plan::new(&scope, options.flavour == Flavour::Pydantic);
    if options.flavour == Flavour::Pydantic {
        pydantic::report_unchecked(&mut plan);
    }
    let mut files = Vec::new();
    for at in 0..plan.modules.len() {
        let text = module(&plan, at, options);
        files.push(GeneratedFile { path: format!("{}.py", plan.modules[at].name), text });
    }
    if options.flavour == Flavour::Dataclasses {
        let text = dataclasses::RUNTIME.to_owned();
        files.push(GeneratedFile { path: "ordinary_json.py".to_owned(), text });
    }
    (files, plan.problems)
}

/// The text of the module with an index.
fn module(plan: &Plan<'_>, index: usize, options: &PythonOptions) -> String {
    let mut body = Printer::default();
    let package = match options.flavour {
        Flavour::Dataclasses => package_constant(plan, index, &mut body),
        Flavour::Pydantic => None,
    };
    for id in plan.scope.enums.iter().filter(|id| plan.is_in(Classifier::DataType(**id), index)) {
        enumeration(plan, *id, index, &mut body);
    }
    match options.flavour {
        Flavour::Dataclasses => all_dataclasses(plan, index, package.as_deref(), &mut body),
        Flavour::Pydantic => all_models(plan, index, &mut body),
    }
    let mut out = Printer::default();
    let mut helpers = Printer::default();
    if options.flavour == Flavour::Pydantic {
        print_helpers(&body, &mut helpers);
    }
    body.add_code(&helpers);
    head(plan, index, options, &body, &mut out);
    out.finish() + &helpers.finish() + &body.finish()
}

/// Prints the dataclasses of a module, and the types without objects. `package` is the constant that contains the
/// address of the package; each class has the address itself if there is none.
fn all_dataclasses(plan: &Plan<'_>, module: usize, package: Option<&str>, out: &mut Printer) {
    let metamodel = plan.metamodel;
    for planned in plan.classes.iter().filter(|planned| plan.is_in(Classifier::Class(planned.class), module))
    {
        out.blank(2);
        let package_expression = match package {
            Some(constant) => constant.to_owned(),
            None => quoted(plan.scope.uri(metamodel.root_of(metamodel[planned.class].package))),
        };
        dataclasses::class(plan, planned, module, &package_expression, out);
    }
    let aliases = plan.aliases.iter().filter(|class| plan.is_in(Classifier::Class(**class), module));
    for (number, class) in aliases.enumerate() {
        // Only the first alias follows a class.
        out.blank(if number == 0 { 2 } else { 0 });
        dataclasses::alias(plan, *class, module, out);
    }
}

/// Prints the models of a module, and then the unions and aliases that refer to them.
fn all_models(plan: &Plan<'_>, module: usize, out: &mut Printer) {
    let classes_of_module =
        || plan.classes.iter().filter(|planned| plan.is_in(Classifier::Class(planned.class), module));
    for planned in classes_of_module() {
        out.blank(2);
        pydantic::class(plan, planned, module, out);
    }
    let mut following_types = Printer::default();
    for planned in classes_of_module().filter(|planned| pydantic::is_union(plan, planned.class)) {
        pydantic::union(plan, planned.class, module, &mut following_types);
    }
    if out.uses("_AnyObject") {
        pydantic::union(plan, builtin::EOBJECT, module, &mut following_types);
    }
    for class in plan.aliases.iter().filter(|class| plan.is_in(Classifier::Class(**class), module)) {
        pydantic::alias(plan, *class, module, &mut following_types);
    }
    if !following_types.is_empty() {
        out.blank(2);
        out.append(&following_types);
        out.blank(1);
        // The annotations of these classes contain names that are defined after them.
        classes_of_module().for_each(|planned| {
            out.line(0, &format!("{}.model_rebuild()", plan.class(planned.class, module)));
        });
    }
}

/// Prints the helpers that a module uses, with those that other helpers use.
fn print_helpers(body: &Printer, out: &mut Printer) {
    let is_used = |word: &str| {
        // A helper that only another helper uses is needed if the other one is used.
        let user = match word {
            "_UTC" => "_Moment",
            "_NAMES" | "_names" => "_in_order",
            word => word,
        };
        // `_class_first_in_order` uses `_in_order`, and what `_in_order` uses.
        let is_used_by_class_first = user == "_in_order" && body.uses("_class_first_in_order");
        body.uses(word) || body.uses(user) || is_used_by_class_first
    };
    let used_helpers = pydantic::HELPERS.iter().filter(|(word, _)| is_used(word));
    // Two blank lines are before and after each class and function, and before the first helper.
    let mut follows_block = true;
    for (_, text) in used_helpers {
        let is_block = text.starts_with("class ") || text.starts_with("def ");
        out.blank(if follows_block || is_block { 2 } else { 0 });
        follows_block = is_block;
        text.lines().for_each(|line| out.line(0, line));
    }
}

/// Prints the constant for the package of the module with an index, if one of its classes needs it. Returns the name of
/// the constant; `None` if the module has several packages.
fn package_constant(plan: &Plan<'_>, index: usize, out: &mut Printer) -> Option<String> {
    let module = &plan.modules[index];
    let needs_package =
        |class: ClassId| !plan.scope.is_abstract(class) && plan.is_in(Classifier::Class(class), index);
    let [root] = module.roots.as_slice() else { return None };
    if plan.classes.iter().any(|planned| needs_package(planned.class)) {
        out.blank(1);
        out.line(0, &format!("PACKAGE = {}", quoted(plan.scope.uri(*root))));
    }
    Some("PACKAGE".to_owned())
}

/// Prints the comment, the docstring and the imports of a module, whose index is `module` and whose other text is
/// `body`.
fn head(plan: &Plan<'_>, module: usize, options: &PythonOptions, body: &Printer, out: &mut Printer) {
    let metamodel = plan.metamodel;
    let source = comment_text(options.source.as_deref().unwrap_or(plan.scope.name()));
    out.line(0, &format!("# Generated by modelwright from {source}. Do not edit."));
    let root = plan.modules[module].roots.first().copied();
    let docs = root.and_then(|root| documentation(&metamodel[root].annotations));
    let name = root.map_or("", |root| &metamodel[root].name);
    let default_docs = format!("The classes of package `{}`.", comment_text(name));
    out.docstring(0, docs.filter(|docs| !docs.trim().is_empty()).unwrap_or(&default_docs));
    out.blank(1);
    out.line(0, "from __future__ import annotations");
    let uses = |word: &str| body.uses(word);
    let standard_imports = [("Decimal", "from decimal import Decimal"), ("Enum", "from enum import Enum")];
    let mut lines: Vec<String> = Vec::new();
    let dates: Vec<&str> =
        ["datetime", "timedelta", "timezone"].into_iter().filter(|word| uses(word)).collect();
    if !dates.is_empty() {
        lines.push(format!("from datetime import {}", dates.join(", ")));
    }
    let dataclasses: Vec<&str> = ["dataclass", "field"].into_iter().filter(|word| uses(word)).collect();
    if uses("dataclass") {
        lines.push(format!("from dataclasses import {}", dataclasses.join(", ")));
    }
    lines.extend(standard_imports.iter().filter(|(word, _)| uses(word)).map(|(_, line)| (*line).to_owned()));
    let typing_names: Vec<&str> =
        ["Annotated", "Any", "Literal", "TypeAlias"].into_iter().filter(|word| uses(word)).collect();
    if !typing_names.is_empty() {
        lines.push(format!("from typing import {}", typing_names.join(", ")));
    }
    lines.sort();
    if !lines.is_empty() {
        out.blank(1);
        lines.iter().for_each(|line| out.line(0, line));
    }
    // Imports that are not from the standard library follow it in a group of their own.
    let mut other_imports: Vec<String> = Vec::new();
    add_pydantic_imports(body, &mut other_imports);
    if uses("oj.") {
        other_imports.push("import ordinary_json as oj".to_owned());
    }
    for (index, other) in plan.modules.iter().enumerate() {
        if index != module && uses(&format!("{}.", other.name)) {
            other_imports.push(format!("import {}", other.name));
        }
    }
    other_imports.sort();
    if !other_imports.is_empty() {
        out.blank(1);
        other_imports.iter().for_each(|line| out.line(0, line));
    }
}

/// Adds the imports of pydantic that a module uses.
fn add_pydantic_imports(body: &Printer, lines: &mut Vec<String>) {
    let names = [
        "AfterValidator",
        "BaseModel",
        "BeforeValidator",
        "ConfigDict",
        "Discriminator",
        "Field",
        "PlainSerializer",
        "SerializerFunctionWrapHandler",
        "Tag",
        "WrapSerializer",
        "model_serializer",
        "model_validator",
    ];
    let used_names: Vec<&str> = names.into_iter().filter(|name| body.uses(name)).collect();
    match used_names.len() {
        0 => {}
        // More than four names may be too long for a line.
        1..=4 => lines.push(format!("from pydantic import {}", used_names.join(", "))),
        _ => lines.push(format!("from pydantic import (\n    {},\n)", used_names.join(",\n    "))),
    }
    if body.uses("TypeAliasType") {
        lines.push("from typing_extensions import TypeAliasType  # noqa: UP035".to_owned());
    }
}

/// Prints an enumeration.
fn enumeration(plan: &Plan<'_>, id: DataTypeId, module: usize, out: &mut Printer) {
    let data = &plan.metamodel[id];
    out.blank(2);
    out.line(0, &format!("class {}(str, Enum):", plan.enumeration(id, module)));
    let default_docs =
        format!("An enumeration of package `{}`.", comment_text(&plan.metamodel[data.package].name));
    let docs = documentation(&data.annotations).filter(|docs| !docs.trim().is_empty());
    out.docstring(4, docs.unwrap_or(&default_docs));
    let names = plan.literals.get(&id).map_or(&[][..], Vec::as_slice);
    let mut names_of_spellings: FxHashMap<&str, &str> = FxHashMap::default();
    for (position, (literal, name)) in data.enum_literals().iter().zip(names).enumerate() {
        if position == 0 {
            out.blank(1);
        }
        // A literal with the spelling of an earlier one is another name of the same member.
        let first_name = *names_of_spellings.entry(literal.spelling()).or_insert(name);
        let value = if first_name == name { quoted(literal.spelling()) } else { first_name.to_owned() };
        out.line(4, &format!("{name} = {value}"));
        out.docstring(4, documentation(&literal.annotations).unwrap_or_default());
    }
}

/// Prints the docstring of a class.
fn class_docs(plan: &Plan<'_>, class: ClassId, out: &mut Printer) {
    let data = &plan.metamodel[class];
    let default_docs = format!("A class of package `{}`.", comment_text(&plan.metamodel[data.package].name));
    let docs = documentation(&data.annotations).filter(|docs| !docs.trim().is_empty());
    out.docstring(4, docs.unwrap_or(&default_docs));
}

/// Prints the docstring of a field, if there is documentation.
fn feature_docs(plan: &Plan<'_>, feature: FeatureId, out: &mut Printer) {
    out.docstring(4, documentation(&plan.metamodel[feature].typed.annotations).unwrap_or_default());
}
