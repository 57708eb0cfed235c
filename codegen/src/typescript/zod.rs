//! Declarations of schemas of zod, and of the types that follow from them.
//!
//! Invariants: a schema follows those of its superclasses, which its evaluation needs; all others are used in getters,
//! whose types are written out, because TypeScript cannot infer them for classes that contain each other. This module
//! does not know the schemas of values.

use super::defaults::default;
use super::layout::{Doc, Printer, WIDTH, key, quoted};
use super::plan::PlannedClass;
use super::schemas::{Schema, choices, has_names};
use super::types::{
    Position, Types, class_comment, comment, declaration, enum_comment, heritage, literals_of,
};
use crate::languages::shapes::Member;
use modelwright_metamodel::ecore::{ClassId, Classifier, builtin, documentation};

/// Prints the imports of a module, which may use the module that all modules share.
pub(super) fn imports(is_shared_used: bool, out: &mut Printer) {
    out.line(0, "import { z } from \"zod\";");
    if is_shared_used {
        out.line(0, "import * as oj from \"./ordinary-json.js\";");
    }
}

/// Prints the schemas and types of a module.
pub(super) fn all_schemas(types: &Types<'_, '_>, out: &mut Printer) {
    let (plan, module) = (types.plan, types.module);
    let classes_of_module =
        || plan.classes.iter().filter(|planned| plan.is_in(Classifier::Class(planned.class), module));
    let has_objects = classes_of_module().any(|planned| !plan.scope.is_abstract(planned.class));
    if let ([root], true) = (plan.modules[module].roots.as_slice(), has_objects) {
        out.line(0, "");
        out.line(0, &format!("const URI = {};", quoted(plan.scope.uri(*root))));
    }
    for id in plan.scope.enums.iter().copied().filter(|id| plan.is_in(Classifier::DataType(*id), module)) {
        out.line(0, "");
        enum_comment(plan, id, out);
        let literals = literals_of(plan, id).into_iter().map(Doc::Text).collect();
        constant(&types.data_type(id), choices(literals), out);
    }
    for (id, value) in plan.data_types.iter().filter(|(id, _)| plan.is_in(Classifier::DataType(*id), module))
    {
        out.line(0, "");
        comment(&plan.metamodel[*id].annotations, out);
        constant(&types.data_type(*id), types.plain_schema(value), out);
    }
    for planned in classes_of_module() {
        out.line(0, "");
        class(types, planned, out);
    }
    for planned in classes_of_module().filter(|planned| plan.union(planned.class).is_some()) {
        out.line(0, "");
        union(types, planned.class, "export ", out);
    }
    for class in plan.aliases.iter().copied().filter(|class| plan.is_in(Classifier::Class(*class), module)) {
        out.line(0, "");
        let name = types.alias(class);
        let items = types.alias_type(class);
        let ty = if items.is_empty() { Doc::text("unknown") } else { Doc::union(items) };
        let schema = types.alias_schema(class).doc();
        out.statement(0, &[Doc::Text(format!("export const {name}: z.ZodType<{name}> = ")), schema, end()]);
        declaration(&name, ty, out);
    }
    if types.uses_any_object.get() {
        out.line(0, "");
        out.comment(0, "An object of any class.");
        union(types, builtin::EOBJECT, "", out);
    }
    for planned in classes_of_module() {
        functions(types, planned.class, out);
    }
}

/// The end of a statement.
fn end() -> Doc {
    Doc::text(";")
}

/// Prints a schema and its type.
fn constant(name: &str, schema: Schema, out: &mut Printer) {
    out.statement(0, &[Doc::Text(format!("export const {name} = ")), schema.doc(), end()]);
    declaration(name, inferred(name), out);
}

/// The type of what a schema returns.
fn inferred(name: &str) -> Doc {
    Doc::generic("z.infer", vec![Doc::Text(format!("typeof {name}"))])
}

/// The schema to which a class adds its members, as the parts of a chain of calls: the first base extended by the
/// others, or `z` if there is no base.
fn base_schema(types: &Types<'_, '_>, planned: &PlannedClass) -> Vec<String> {
    let (plan, class) = (types.plan, planned.class);
    // The order of members is that of documents, in which the first superclass comes first.
    let mut bases: Vec<String> = planned.bases.iter().map(|base| types.class(*base)).collect();
    if plan.scope.hidden_features(class).into_iter().any(|id| plan.metamodel[id].owner != class) {
        // In zod the last of several equal keys counts, but in the metamodel the first one does. So the bases are
        // extended again in reverse order.
        let reversed_bases: Vec<String> = bases.iter().rev().skip(1).cloned().collect();
        bases.extend(reversed_bases);
    }
    let (first, further_bases) =
        bases.split_first().map_or(("z", &[][..]), |(first, others)| (first.as_str(), others));
    let mut parts: Vec<String> = further_bases.iter().map(|base| format!(".extend({base}.shape)")).collect();
    parts.insert(0, first.to_owned());
    if !planned.other_keys.is_empty() {
        let keys: Vec<String> =
            planned.other_keys.iter().map(|other| format!("{}: true", key(other))).collect();
        parts.push(format!(".omit({{ {} }})", keys.join(", ")));
    }
    parts
}

/// Prints the schema of the objects of exactly one class, and its type.
fn class(types: &Types<'_, '_>, planned: &PlannedClass, out: &mut Printer) {
    let (plan, class) = (types.plan, planned.class);
    let name = types.class(class);
    class_comment(plan, class, out);
    let is_choice = plan.metamodel.choice(class).is_some();
    let function = if planned.bases.is_empty() { "strictObject" } else { "extend" };
    let mut parts = base_schema(types, planned);
    // As in prettier, which breaks before each of several calls, but not before the first ones of a class.
    let is_chain = is_choice || parts.len() > 2;
    let further_calls = if is_chain { parts.split_off(parts.len().min(2)) } else { Vec::new() };
    let (indent, separator) = if is_chain { (4, "\n  ") } else { (2, "") };
    let further_calls: String = further_calls.iter().map(|call| format!("{separator}{call}")).collect();
    let start = format!("export const {name} = {}{further_calls}{separator}.{function}({{", parts.concat());
    let end = match (is_chain, is_choice) {
        (true, true) => "  })\n  .check(oj.oneKey);",
        (true, false) => "  });",
        _ => "});",
    };
    if planned.members.is_empty() && plan.scope.is_abstract(class) {
        out.line(0, &format!("{start}{}", end.trim_start()));
    } else {
        out.line(0, &start);
        if !plan.scope.is_abstract(class) {
            let head = Doc::Text(format!("{}: ", key(plan.class_key(class))));
            out.statement(indent, &[head, type_name(types, class), Doc::text(",")]);
        }
        planned.members.iter().for_each(|planned| member(types, planned, indent, out));
        out.line(0, end);
    }
    out.statement(0, &[heritage(&name, vec![inferred(&name)]), Doc::text(" {}")]);
}

/// The schema of the key that names a class, which may be missing.
fn type_name(types: &Types<'_, '_>, class: ClassId) -> Doc {
    let plan = types.plan;
    let uri = match plan.modules[types.module].roots.as_slice() {
        [_] => "URI".to_owned(),
        _ => quoted(plan.uri(class)),
    };
    let (function, name) = match plan.metamodel.discriminator(class) {
        Some(_) => ("discriminator", plan.metamodel.discriminator_value(class).to_owned()),
        None if plan.is_ambiguous(class) => ("fullName", plan.scope.name_in_documents(class)),
        None => ("className", plan.scope.name_in_documents(class)),
    };
    let arguments = vec![Doc::Text(quoted(&name)), Doc::Text(uri)];
    Schema::name("oj").call(function, arguments).call("exactOptional", vec![]).doc()
}

/// Prints a property of the shape of a class.
fn member(types: &Types<'_, '_>, member: &Member, indent: usize, out: &mut Printer) {
    let data = &types.plan.metamodel[member.feature];
    out.comment(indent, documentation(&data.typed.annotations).unwrap_or_default());
    let schema = types.schema(member, 0);
    // The only value of an alternative is written even if it is empty.
    let is_alternative = types.plan.metamodel.choice(data.owner).is_some();
    let default = if is_alternative { None } else { default(types.plan, member) };
    let (schema, wrapper) = match (member.is_required, default) {
        (true, _) => (schema, None),
        (false, Some(value)) => (schema.call("default", vec![Doc::Text(value)]), Some("z.ZodDefault")),
        (false, None) => (schema.call("exactOptional", vec![]), Some("z.ZodExactOptional")),
    };
    let key = key(data.name());
    if !has_names(member) {
        return out.statement(indent, &[Doc::Text(format!("{key}: ")), schema.doc(), Doc::text(",")]);
    }
    let ty = Doc::generic("z.ZodType", vec![Doc::union(types.member(member, 0, Position::Member))]);
    let ty = match wrapper {
        Some(wrapper) => Doc::generic(wrapper, vec![ty]),
        None => ty,
    };
    out.statement(indent, &[Doc::Text(format!("get {key}(): ")), ty, Doc::text(" {")]);
    out.statement(indent + 2, &[Doc::text("return "), schema.doc(), end()]);
    out.line(indent, "},");
}

/// Prints the schema of objects that may be of several classes, and its type. `export` is the keyword before both, or
/// empty if no other module uses them.
fn union(types: &Types<'_, '_>, class: ClassId, export: &str, out: &mut Printer) {
    let name = types.union(class);
    let head = format!("{export}const {name}: z.ZodType<{name}> = ");
    // The options by the key that names their classes.
    let mut keys: Vec<(&str, Vec<Doc>)> = Vec::new();
    for concrete in types.plan.concrete(class) {
        let key = types.plan.class_key(concrete);
        match keys.iter_mut().find(|(known, _)| *known == key) {
            Some((_, options)) => options.push(option(types, class, concrete)),
            None => keys.push((key, vec![option(types, class, concrete)])),
        }
    }
    let function = "z.discriminatedUnion(";
    let schema = match keys.len() {
        0 => vec![Doc::text("z.never()")],
        1 => {
            let (key, options) = keys.remove(0);
            let key = quoted(key);
            // Every list of options is too long for one line.
            let is_wide = head.chars().count() + function.len() + key.chars().count() + ", [".len() > WIDTH;
            let (key, options) = (Doc::Text(key), open_list("[", options, "]"));
            match is_wide {
                true => vec![Doc::text(function), open_list("", vec![key, options], ")")],
                false => vec![Doc::text(function), key, Doc::text(", "), options, Doc::text(")")],
            }
        }
        _ => {
            let groups = keys.into_iter().map(|(key, options)| {
                let start = Doc::Text(format!("{function}{}, ", quoted(key)));
                Doc::Row(vec![start, Doc::items("[", options, "]"), Doc::text(")")])
            });
            vec![Doc::text("z.union("), open_list("[", groups.collect(), "]"), Doc::text(")")]
        }
    };
    out.statement(0, &[Doc::Text(head), Doc::Row(schema), end()]);
    let ty = types.union_type(class, "oj.");
    match export.is_empty() {
        true => out.statement(0, &[Doc::Text(format!("type {name} = ")), ty, end()]),
        false => declaration(&name, ty, out),
    }
}

/// The schema of the objects of a class, as one of the alternatives if `expected` is the class of a feature.
fn option(types: &Types<'_, '_>, expected: ClassId, class: ClassId) -> Doc {
    let name = types.class(class);
    if class == expected {
        return Doc::Text(name);
    }
    let required_key = Doc::braces(vec![Doc::Text(format!("{}: true", key(types.plan.class_key(class))))]);
    // The compiler also compares the mask with the members that every object has. If a member of the class hides one of
    // them, it would reject the mask.
    let cast = Doc::text(if types.plan.hides_member_of_objects(class) { " as never" } else { "" });
    Schema::name(name).hugging("required", Doc::Row(vec![required_key, cast])).doc()
}

/// Items on a line each.
fn open_list(open: &str, items: Vec<Doc>, close: &str) -> Doc {
    let items = items.into_iter().flat_map(|item| [Doc::Soft, item, Doc::text(",")]);
    Doc::Open(vec![Doc::text(open), Doc::Indent(items.collect()), Doc::Soft, Doc::text(close)])
}

/// Prints the functions that read and write the objects of a class.
fn functions(types: &Types<'_, '_>, class: ClassId, out: &mut Printer) {
    let (plan, name, union_name) = (types.plan, types.class(class), types.union(class));
    if plan.concrete(class).is_empty() || plan.metamodel.choice(class).is_some() {
        return;
    }
    out.line(0, "");
    out.comment(0, &format!("Reads an object of class `{name}`; throws an error that names what is wrong."));
    let head = vec![
        Doc::Text(format!("export function parse{name}")),
        Doc::items("(", vec![Doc::text("text: string")], ")"),
        Doc::Text(format!(": {union_name} {{")),
    ];
    out.statement(0, &head);
    out.line(2, &format!("return oj.parse({union_name}, text);"));
    out.line(0, "}");
    out.line(0, "");
    out.comment(0, &format!("Writes an object of class `{name}`, without values that are the default."));
    let parameters = vec![Doc::Text(format!("value: {union_name}")), Doc::text("indent?: number")];
    let head = Doc::Text(format!("export function stringify{name}"));
    out.statement(0, &[head, Doc::items("(", parameters, ")"), Doc::text(": string {")]);
    out.line(2, &format!("return oj.stringify({union_name}, value, indent);"));
    out.line(0, "}");
}
