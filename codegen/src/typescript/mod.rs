//! TypeScript for ordinary JSON, which is described at [`crate::languages`]: types, or schemas of zod.
//!
//! Invariants: a module for each root package, which imports only what it uses; keys are those of documents; names and
//! texts of the metamodel are never code. Schemas are evaluated in the order of modules, so that packages that use
//! each other share one; types have no order.

mod defaults;
mod layout;
mod options;
mod plan;
mod schemas;
mod types;
mod zod;

use crate::languages::scopes::scope_of;
use crate::{GeneratedFile, Target};
use layout::{Doc, Printer, comment_text};
use modelwright_metamodel::diagnostic::Diagnostics;
use modelwright_metamodel::ecore::{ClassId, Classifier, Metamodel, PackageId, builtin, documentation};
pub use options::{Flavour, TypescriptOptions};
use plan::Plan;
use types::Types;

/// TypeScript.
pub const TARGET: Target = Target {
    name: "typescript",
    extension: Some("ts"),
    description: "TypeScript for JSON: types, or schemas of zod",
    options: options::OPTIONS,
    script: None,
    examples: &["library.pp -o models/", "library.pp -o models/ --flavour zod"],
    run: |request| {
        let options =
            TypescriptOptions { source: request.source(), ..TypescriptOptions::from(&request.options) };
        generate(request.metamodel, &request.packages, &options)
    },
};

/// The module that reads and writes with schemas.
const RUNTIME: &str = concat!(include_str!("runtime/schemas.ts"), include_str!("runtime/texts.ts"));

/// Generates the modules of the given packages and their subpackages, or of all packages if none is given.
///
/// Names that TypeScript requires to differ, and content that the types cannot have, are reported.
#[must_use]
pub fn generate(
    metamodel: &Metamodel,
    packages: &[PackageId],
    options: &TypescriptOptions,
) -> (Vec<GeneratedFile>, Diagnostics) {
    let scope = match scope_of(metamodel, packages, ("TypeScript types", "members and subclasses")) {
        Ok(scope) => scope,
        Err(problem) => return (Vec::new(), (*problem).into()),
    };
    let plan = Plan::new(&scope, options.flavour);
    let mut files: Vec<GeneratedFile> = Vec::new();
    for at in 0..plan.modules.len() {
        let text = module(&plan, at, options);
        files.push(GeneratedFile { path: format!("{}.ts", plan.modules[at].name), text });
    }
    if options.flavour == Flavour::Zod {
        files.push(GeneratedFile { path: "ordinary-json.ts".to_owned(), text: RUNTIME.to_owned() });
    }
    (files, plan.problems)
}

/// The text of the module with an index.
fn module(plan: &Plan<'_>, index: usize, options: &TypescriptOptions) -> String {
    let mut body = Printer::default();
    let types = Types::new(plan, index);
    match options.flavour {
        Flavour::Types => all_types(&types, &mut body),
        Flavour::Zod => zod::all_schemas(&types, &mut body),
    }
    let body = body.finish();
    let mut out = Printer::default();
    head(&types, options, &body, &mut out);
    if body.is_empty() {
        // Without this, the file would be a script.
        return out.finish() + "\nexport {};\n";
    }
    out.finish() + &body
}

/// Prints the declarations of a module that contains only types.
fn all_types(types: &Types<'_, '_>, out: &mut Printer) {
    let (plan, module) = (types.plan, types.module);
    for id in plan.scope.enums.iter().copied().filter(|id| plan.is_in(Classifier::DataType(*id), module)) {
        out.line(0, "");
        types::enum_comment(plan, id, out);
        let literals: Vec<Doc> = types::literals_of(plan, id).into_iter().map(Doc::Text).collect();
        let ty = if literals.is_empty() { Doc::text("never") } else { Doc::union(literals) };
        types::declaration(&types.data_type(id), ty, out);
    }
    for (id, value) in plan.data_types.iter().filter(|(id, _)| plan.is_in(Classifier::DataType(*id), module))
    {
        out.line(0, "");
        types::comment(&plan.metamodel[*id].annotations, out);
        types::declaration(&types.data_type(*id), Doc::union(types.plain(value)), out);
    }
    for planned in plan.classes.iter().filter(|planned| plan.is_in(Classifier::Class(planned.class), module))
    {
        out.line(0, "");
        types.interface(planned, out);
        if let Some(name) = plan.union(planned.class) {
            out.line(0, "");
            union_comment(plan, planned.class, out);
            types::declaration(name, types.union_type(planned.class, ""), out);
        }
    }
    for class in plan.aliases.iter().copied().filter(|class| plan.is_in(Classifier::Class(*class), module)) {
        out.line(0, "");
        let items = types.alias_type(class);
        let ty = if items.is_empty() { Doc::text("unknown") } else { Doc::union(items) };
        types::declaration(&types.alias(class), ty, out);
    }
    if types.uses_any_object.get() {
        out.line(0, "");
        out.comment(0, "An object of any class.");
        let ty = types.union_type(builtin::EOBJECT, "");
        out.statement(0, &[Doc::text("type AnyObject = "), ty, Doc::text(";")]);
    }
    if types.uses_named.get() {
        out.line(0, "");
        out.comment(0, "An object that names its class.");
        out.line(0, "type WithType<T extends { $type?: string }> = T & Required<Pick<T, \"$type\">>;");
    }
    if types.uses_keys.get() {
        out.line(0, "");
        out.comment(0, "An object that names its class under a key of its own.");
        out.line(0, "type WithKey<T, K extends keyof T> = T & Required<Pick<T, K>>;");
    }
}

/// Prints the comment of the type of the objects of a class and its subclasses.
fn union_comment(plan: &Plan<'_>, class: ClassId, out: &mut Printer) {
    let name = plan.class(class).unwrap_or_default();
    out.comment(0, &format!("Objects of the class `{name}`, which name their class if it is another one."));
}

/// Prints the comments and the imports of a module whose other text is `body`.
fn head(types: &Types<'_, '_>, options: &TypescriptOptions, body: &str, out: &mut Printer) {
    let (plan, module) = (types.plan, types.module);
    let source = comment_text(options.source.as_deref().unwrap_or(plan.scope.name()));
    out.line(0, &format!("// Generated by modelwright from {source}. Do not edit."));
    let root = plan.modules[module].roots.first().copied();
    let docs = root.and_then(|root| documentation(&plan.metamodel[root].annotations));
    if let Some(docs) = docs.filter(|docs| !docs.trim().is_empty()) {
        out.line(0, "");
        out.module_comment(docs);
    }
    let imports = types.imports.borrow();
    let is_zod = options.flavour == Flavour::Zod && !body.is_empty();
    if is_zod || !imports.is_empty() {
        out.line(0, "");
    }
    if is_zod {
        let is_shared_used = body.contains("oj.");
        zod::imports(is_shared_used, out);
    }
    for (other, names) in imports.iter() {
        let names: Vec<Doc> = names.iter().map(|name| Doc::text(name.as_str())).collect();
        let word = if is_zod { "import" } else { "import type" };
        let path = format!(" from \"./{}.js\";", plan.modules[*other].name);
        out.statement(0, &[Doc::Text(format!("{word} ")), Doc::braces(names), Doc::Text(path)]);
    }
}
