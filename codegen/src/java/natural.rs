//! Types whose values have a form of their own in JSON: enumerations, choices and tuples.
//!
//! Invariant: the alternatives of a choice are in the order in which they are tried. This module does not know objects.

use super::checks::{CheckedComponent, statements};
use super::layout::{Printer, quoted};
use super::names::{MAX_NAME, TypeName};
use super::plan::Plan;
use super::records::{Component, Record, class_docs, on_one_line, print_record, tags};
use super::types::{Imports, jackson, member_type, part_type};
use crate::languages::classes::has_names;
use crate::languages::names::{Case, Names, shortened, spell};
use crate::languages::shapes::{Count, Member};
use modelwright_metamodel::ecore::{Alternative, Choice, DataTypeId, PlainValues, Tuple, documentation};

/// Prints an enumeration.
pub(super) fn enumeration(
    plan: &Plan<'_>,
    id: DataTypeId,
    name: &TypeName,
    imports: &mut Imports,
) -> Printer {
    let data = &plan.metamodel[id];
    let mut out = Printer::default();
    let package = on_one_line(&plan.metamodel[data.package].name);
    let docs = documentation(&data.annotations).filter(|docs| !docs.trim().is_empty());
    out.javadoc(0, docs.unwrap_or(&format!("An enumeration of package {package}.")), &[]);
    let names = plan.names.constants.get(&id).map_or(&[][..], Vec::as_slice);
    let literals: Vec<_> = data.enum_literals().iter().zip(names).collect();
    if literals.is_empty() {
        out.line(0, &format!("public enum {} {{}}", name.name));
        return out;
    }
    out.line(0, &format!("public enum {} {{", name.name));
    let mut constants_of_spellings: rustc_hash::FxHashMap<&str, &str> = rustc_hash::FxHashMap::default();
    let (mut constants, mut further_names) = (Vec::new(), Vec::new());
    for (literal, constant) in literals {
        match constants_of_spellings.get(literal.spelling()) {
            // Only the first literal with a spelling is a value of the enum; further ones are fields that refer to it.
            Some(first) => further_names.push((literal, constant, *first)),
            None => {
                constants_of_spellings.insert(literal.spelling(), constant);
                constants.push((literal, constant));
            }
        }
    }
    let count = constants.len();
    for (at, (literal, constant)) in constants.into_iter().enumerate() {
        let docs = documentation(&literal.annotations).unwrap_or_default();
        if at > 0 {
            out.line(0, "");
        }
        out.javadoc(2, docs, &[]);
        if literal.spelling() != constant {
            let property = jackson!(imports, "JsonProperty");
            out.line(2, &format!("@{property}({})", quoted(literal.spelling())));
        }
        let is_last = at + 1 == count;
        let end = if !is_last {
            ","
        } else if further_names.is_empty() {
            ""
        } else {
            ";"
        };
        out.line(2, &format!("{constant}{end}"));
    }
    for (literal, constant, first) in further_names {
        let docs = documentation(&literal.annotations);
        out.line(0, "");
        out.javadoc(2, docs.unwrap_or(&format!("Another name of {first}.")), &[]);
        out.line(2, &format!("public static final {} {constant} = {first};", name.name));
    }
    out.line(0, "}");
    out
}

/// Prints a choice, with a record for each alternative.
pub(super) fn choice(plan: &Plan<'_>, choice: &Choice, name: &TypeName, imports: &mut Imports) -> Printer {
    let class = choice.class;
    let mut out = Printer::default();
    out.javadoc(0, &class_docs(plan, class), &[]);
    out.line(0, &format!("@{}.Choice", imports.helper("OrdinaryJson")));
    let type_name = quoted(&plan.scope.name_in_documents(class));
    out.line(0, &format!("@{}({type_name})", jackson!(imports, "JsonTypeName")));
    out.line(0, &format!("public sealed interface {} {{", name.name));
    let has_keys = has_names(choice);
    let mut names = Names::default();
    for (at, alternative) in in_order(choice).into_iter().enumerate() {
        let feature = alternative.feature;
        let Some(member) = plan.members.get(&feature) else { continue };
        let key = plan.metamodel[feature].name();
        let plain = format!("{}Value", spell(key, Case::UpperCamel));
        let plain = shortened(&plain, MAX_NAME);
        let record_name = names.take(&plain, &[], |name| plan.names.is_type(name), |_| false).name;
        if at > 0 {
            out.line(0, "");
        }
        let docs = documentation(&plan.metamodel[feature].typed.annotations).unwrap_or_default();
        let default_docs = format!("The alternative {}.", on_one_line(key));
        out.javadoc(2, if docs.trim().is_empty() { &default_docs } else { docs }, &[]);
        let mut annotations = String::new();
        if alternative.plain.is_some() {
            annotations = format!("@{} ", jackson!(imports, "JsonValue"));
        }
        if has_keys {
            annotations += &format!("@{}({}) ", jackson!(imports, "JsonProperty"), quoted(key));
        }
        let java_type = member_type(plan, member, 0, imports);
        // A record of an alternative always has a value, which may be null only if its type has the annotation.
        let is_nullable = java_type.contains(".Nullable ") && matches!(member.count, Count::One);
        let member = Member { is_required: true, is_nullable, ..member.clone() };
        let checked =
            CheckedComponent { name: "value", place: "", member: &member, default: None, keeps_null: false };
        let component = Component {
            name: "value",
            annotation: annotations.trim_end().to_owned(),
            declaration: format!("{java_type} value"),
            docs: "".into(),
        };
        let body = statements(plan, &checked, imports);
        let record = Record { name: &record_name, interfaces: vec![name.name.as_str()], indent: 2 };
        print_record(&record, &[component], &body, &Printer::default(), &mut out);
    }
    out.line(0, "}");
    out
}

/// The alternatives in the order in which they are tried. Integers come before other numbers, which would accept them,
/// and alternatives without plain values are last.
fn in_order(choice: &Choice) -> Vec<&Alternative> {
    let mut alternatives: Vec<&Alternative> = choice.alternatives.iter().collect();
    alternatives.sort_by_key(|alternative| match alternative.plain {
        None => 2,
        Some(PlainValues::Numbers(..)) => 1,
        Some(_) => 0,
    });
    alternatives
}

/// Prints a tuple, whose components are items of a list.
pub(super) fn tuple(plan: &Plan<'_>, tuple: &Tuple, name: &TypeName, imports: &mut Imports) -> Printer {
    let mut out = Printer::default();
    let (mut components, mut body) = (Vec::new(), Vec::new());
    for (at, id) in tuple.features.iter().enumerate() {
        let Some(member) = plan.members.get(id) else { continue };
        let is_repeated = tuple.repeats && at + 1 == tuple.features.len();
        let is_required = plan.metamodel[*id].typed.required();
        let mut member = member.clone();
        // Repeated values are compared with each other only if the tuple has no other items.
        if let Count::List { is_unique, .. } = &mut member.count
            && is_repeated
            && at > 0
        {
            *is_unique = false;
        }
        let mut java_type = match is_repeated {
            true => member_type(plan, &member, 0, imports),
            false => part_type(plan, &member, 0, imports),
        };
        let mut annotation = String::new();
        if is_repeated {
            java_type = format!("@{}.Rest {java_type}", imports.helper("OrdinaryJson")).into();
        } else if is_required {
            annotation = format!("@{}(required = true)", jackson!(imports, "JsonProperty"));
        }
        let name = plan.component(*id);
        let place = if is_repeated { String::new() } else { format!("[{at}]") };
        let keeps_null = !is_repeated && !is_required;
        let checked = CheckedComponent { name, place: &place, member: &member, default: None, keeps_null };
        body.extend(statements(plan, &checked, imports));
        let docs = documentation(&plan.metamodel[*id].typed.annotations).unwrap_or_default();
        let declaration = format!("{java_type} {name}");
        components.push(Component { name, annotation, declaration, docs: docs.into() });
    }
    out.javadoc(0, &class_docs(plan, tuple.class), &tags(&components));
    let format = jackson!(imports, "JsonFormat");
    out.line(0, &format!("@{format}(shape = {format}.Shape.ARRAY)"));
    let record = Record { name: &name.name, interfaces: Vec::new(), indent: 0 };
    print_record(&record, &components, &body, &Printer::default(), &mut out);
    out
}
