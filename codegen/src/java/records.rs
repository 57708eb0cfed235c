//! Records and interfaces of classes.
//!
//! Invariants: a record has the components of its class in the order of documents; an interface is sealed if all of
//! its subtypes are in one package. This module does not know files.

use super::checks::{CheckedComponent, statements};
use super::layout::{Expression, Printer, comment_text, fits, is_short_enough, quoted};
use super::names::TypeName;
use super::plan::{MAX_COMPONENTS, Plan};
use super::types::{Default, Imports, component_type, default, is_unset_list, jackson, object};
use crate::languages::shapes::{Count, Member};
use crate::languages::texts::width;
use modelwright_metamodel::ecore::{ClassId, FeatureId, builtin, documentation};
use rustc_hash::{FxHashMap, FxHashSet};
use std::borrow::Cow;

/// The usual length of the text of a record or an interface.
const TYPE_LENGTH: usize = 2048;

/// A component of a record.
pub(super) struct Component<'c> {
    pub(super) name: &'c str,
    /// The annotation; empty if the component has none.
    pub(super) annotation: String,
    /// The type and its name.
    pub(super) declaration: String,
    /// The documentation.
    pub(super) docs: Cow<'c, str>,
}

impl Component<'_> {
    /// The parts of the component on one line.
    fn parts(&self) -> [&str; 3] {
        [&self.annotation, if self.annotation.is_empty() { "" } else { " " }, &self.declaration]
    }

    fn width(&self) -> usize {
        self.parts().into_iter().map(width).sum()
    }
}

/// The parts of a record.
#[derive(Debug)]
pub(super) struct Record<'r> {
    pub(super) name: &'r str,
    pub(super) interfaces: Vec<&'r str>,
    pub(super) indent: usize,
}

/// Prints the record of a class.
pub(super) fn record(plan: &Plan<'_>, class: ClassId, name: &TypeName, imports: &mut Imports) -> Printer {
    let metamodel = plan.metamodel;
    let features = plan.features(class);
    let mut components = Vec::with_capacity(features.visible.len());
    let mut body = Vec::new();
    let mut keys = Vec::with_capacity(features.visible.len());
    for id in features.visible.iter().copied().take(MAX_COMPONENTS) {
        let Some(member) = plan.members.get(&id) else { continue };
        let key = metamodel[id].name();
        let default = default(plan, member, imports);
        components.push(component(plan, member, default.as_ref(), imports));
        keys.push(Expression::atom(quoted(key)));
        let checked = CheckedComponent {
            name: plan.component(id),
            place: key,
            member,
            default: default.as_ref(),
            keeps_null: is_unset_list(plan, member),
        };
        body.extend(statements(plan, &checked, imports));
    }
    let mut out = Printer::with_capacity(TYPE_LENGTH);
    out.javadoc(0, &class_docs(plan, class), &tags(&components));
    let discriminator = metamodel.discriminator(class);
    if let Some(key) = discriminator {
        print_type_info(key, None, imports, &mut out);
    }
    let type_name = match discriminator {
        Some(_) => quoted(metamodel.discriminator_value(class)),
        None => quoted(&plan.scope.name_in_documents(class)),
    };
    out.concat(0, &["@", jackson!(imports, "JsonTypeName"), "(", &type_name, ")"]);
    let include = jackson!(imports, "JsonInclude");
    out.concat(0, &["@", include, "(", include, ".Include.NON_NULL)"]);
    if !keys.is_empty() {
        let order = ["@", jackson!(imports, "JsonPropertyOrder"), "("].concat();
        out.statement(0, &order, &Expression::Array(keys), ")");
    }
    let is_interface = plan.is_interface(class);
    let interfaces = match is_interface {
        true => vec![object(plan, class, imports)],
        false => interfaces_of(plan, class, imports),
    };
    let accessors = hidden_accessors(plan, &features.hidden, imports);
    let record = Record { name: &name.name, interfaces, indent: 0 };
    print_record(&record, &components, &body, &accessors, &mut out);
    out
}

/// Methods for the features in `hidden`, which have no component because an earlier feature has the same key: the
/// record must implement the methods that the interfaces of its supertypes declare for them.
fn hidden_accessors(plan: &Plan<'_>, hidden: &[(FeatureId, FeatureId)], imports: &mut Imports) -> Printer {
    let mut out = Printer::default();
    // A class may hide many features of one superclass, which are listed once.
    let mut visible_features: FxHashMap<ClassId, FxHashSet<FeatureId>> = FxHashMap::default();
    for (id, first) in hidden {
        let Some(member) = plan.members.get(id) else { continue };
        if plan.component(*id) == plan.component(*first) {
            continue;
        }
        let owner = plan.metamodel[*id].owner;
        if !plan.is_interface(owner) {
            continue;
        }
        let declared_features = visible_features
            .entry(owner)
            .or_insert_with(|| plan.features(owner).visible.into_iter().collect());
        if !declared_features.contains(id) {
            continue;
        }
        let value = if plan.is_same(*id, *first) { plan.component(*first) } else { "null" };
        let java_type = component_type(plan, member, imports);
        out.line(0, "");
        out.line(2, "/** Not in documents, which contain another feature with its key. */");
        out.line(2, "@Override");
        out.line(2, &format!("public {java_type} {}() {{", plan.component(*id)));
        out.line(4, &format!("return {value};"));
        out.line(2, "}");
    }
    out
}

/// The name and the documentation of each component with documentation.
pub(super) fn tags<'c>(components: &'c [Component<'_>]) -> Vec<(&'c str, &'c str)> {
    let documented = components.iter().filter(|component| !component.docs.is_empty());
    documented.map(|component| (component.name, component.docs.as_ref())).collect()
}

/// A component of the record of a class.
fn component<'p>(
    plan: &'p Plan<'_>,
    member: &Member,
    default: Option<&Default>,
    imports: &mut Imports,
) -> Component<'p> {
    let data = &plan.metamodel[member.feature];
    let name = plan.component(member.feature);
    let mut arguments = Vec::new();
    if data.name() != name {
        arguments.push(["value = ", &quoted(data.name())].concat());
    }
    if member.is_required {
        arguments.push("required = true".to_owned());
    }
    if let Some(default) = default {
        arguments.push(["defaultValue = ", &quoted(&default.json)].concat());
    }
    let annotation = match arguments.as_slice() {
        [] => String::new(),
        [argument] => {
            // An annotation with only one argument needs no name for its `value`.
            let argument = argument.strip_prefix("value = ").unwrap_or(argument);
            ["@", jackson!(imports, "JsonProperty"), "(", argument, ")"].concat()
        }
        all => format!("@{}({})", jackson!(imports, "JsonProperty"), all.join(", ")),
    };
    let java_type = component_type(plan, member, imports);
    let may_be_null = matches!(member.count, Count::One) || is_unset_list(plan, member);
    let null_docs = if !may_be_null {
        ""
    } else if default.is_some() && !member.is_nullable {
        "Null means the default."
    } else if member.is_required && !member.is_nullable {
        ""
    } else {
        "May be null."
    };
    let docs = documentation(&data.typed.annotations).unwrap_or_default().trim();
    let docs = match (docs, null_docs) {
        ("", _) => Cow::Borrowed(null_docs),
        (docs, "") => Cow::Borrowed(docs),
        (docs, null_docs) if docs.ends_with(char::is_alphanumeric) => [docs, ". ", null_docs].concat().into(),
        (docs, null_docs) => [docs, " ", null_docs].concat().into(),
    };
    Component { name, annotation, declaration: [java_type.as_ref(), " ", name].concat(), docs }
}

/// Prints a record from its header to its last brace: `body` is that of its constructor, `methods` has its other
/// members.
pub(super) fn print_record(
    record: &Record<'_>,
    components: &[Component<'_>],
    body: &[(String, Expression)],
    methods: &Printer,
    out: &mut Printer,
) {
    let Record { name, interfaces, indent } = record;
    let public = if *indent == 0 { "public " } else { "" };
    let implements = match interfaces.as_slice() {
        [] => String::new(),
        all => format!(" implements {}", all.join(", ")),
    };
    let is_empty = body.is_empty() && methods.is_empty();
    let end = if is_empty { " {}" } else { " {" };
    let head = [public, "record ", name, "("].concat();
    let tail = [")", &implements, end].concat();
    let separators_width = ", ".len() * components.len().saturating_sub(1);
    let declarations_width: usize = components.iter().map(Component::width).sum();
    if is_short_enough(*indent + width(&head) + declarations_width + separators_width + width(&tail)) {
        let declarations: Vec<String> =
            components.iter().map(|component| component.parts().concat()).collect();
        out.line(*indent, &[head.as_str(), &declarations.join(", "), &tail].concat());
    } else {
        out.line(*indent, &head);
        let end_of_components = if implements.is_empty() { tail.as_str() } else { ")" };
        print_components(components, *indent + 4, end_of_components, out);
        if !implements.is_empty() {
            out.line(*indent + 4, &format!("{}{end}", implements.trim_start()));
        }
    }
    if is_empty {
        return;
    }
    if !body.is_empty() {
        if *indent == 0 {
            out.line(indent + 2, "/** Checks the values, and copies those that could change. */");
        }
        out.concat(indent + 2, &["public ", name, " {"]);
        body.iter().for_each(|(head, code)| out.statement(indent + 4, head, code, ";"));
        out.line(indent + 2, "}");
    }
    out.append(methods);
    out.line(*indent, "}");
}

/// Prints the components of a record on a line each. A long annotation has a line of its own. `end` follows the last
/// component.
fn print_components(components: &[Component<'_>], indent: usize, end: &str, out: &mut Printer) {
    for (at, component) in components.iter().enumerate() {
        let tail = if at + 1 == components.len() { end } else { "," };
        if component.annotation.is_empty() || is_short_enough(indent + component.width() + width(tail)) {
            let [annotation, space, declaration] = component.parts();
            out.concat(indent, &[annotation, space, declaration, tail]);
        } else {
            out.line(indent, &component.annotation);
            out.concat(indent + 4, &[&component.declaration, tail]);
        }
    }
}

/// Prints the interface of a class.
pub(super) fn interface(plan: &Plan<'_>, class: ClassId, name: &TypeName, imports: &mut Imports) -> Printer {
    let mut out = Printer::with_capacity(TYPE_LENGTH);
    out.javadoc(0, &class_docs(plan, class), &[]);
    let record = plan.names.records.get(&class);
    let mut subtypes: Vec<&TypeName> = record.into_iter().collect();
    let children = plan.children.get(&class).map_or(&[][..], Vec::as_slice);
    subtypes.extend(children.iter().filter_map(|child| plan.names.classes.get(child)));
    let extends = interfaces_of(plan, class, imports);
    let is_below_sealed = bases(plan, class).iter().any(|base| plan.sealed_interfaces.contains(base));
    let default_record = record.map(|record| record.name.as_str());
    let key = class_key(plan, class);
    let interface = Interface { name, subtypes: &subtypes, key, default_record, extends, is_below_sealed };
    print_head(plan, &interface, imports, &mut out);
    // A supertype without an interface declares none of its features, so they are declared here.
    let is_own = |id: &FeatureId| {
        let owner = plan.metamodel[*id].owner;
        owner == class || !plan.names.classes.contains_key(&owner)
    };
    for (at, id) in plan.features(class).visible.into_iter().filter(is_own).enumerate() {
        let Some(member) = plan.members.get(&id) else { continue };
        let name = plan.component(id);
        let docs = documentation(&plan.metamodel[id].typed.annotations).unwrap_or_default();
        if at > 0 {
            out.line(0, "");
        }
        out.javadoc(2, docs, &[]);
        out.concat(2, &[&component_type(plan, member, imports), " ", name, "();"]);
    }
    out.line(0, "}");
    out
}

/// Prints the interface of all objects.
pub(super) fn any_object(plan: &Plan<'_>, name: &TypeName, imports: &mut Imports) -> Printer {
    let mut out = Printer::default();
    out.javadoc(0, "An object of any class.", &[]);
    let top_classes =
        plan.classes.iter().filter(|class| bases(plan, **class).first() == Some(&builtin::EOBJECT));
    let subtypes: Vec<&TypeName> = top_classes.filter_map(|class| plan.names.classes.get(class)).collect();
    let interface = Interface {
        name,
        subtypes: &subtypes,
        key: class_key(plan, builtin::EOBJECT),
        default_record: None,
        extends: Vec::new(),
        is_below_sealed: false,
    };
    print_head(plan, &interface, imports, &mut out);
    out.line(0, "}");
    out
}

/// What the head of an interface contains.
struct Interface<'i> {
    name: &'i TypeName,
    subtypes: &'i [&'i TypeName],
    /// The key that names the class of its objects.
    key: &'i str,
    /// The record of objects that do not name their class, if there is one.
    default_record: Option<&'i str>,
    extends: Vec<&'i str>,
    is_below_sealed: bool,
}

/// Prints the annotations of an interface, and its head up to the opening brace.
fn print_head(plan: &Plan<'_>, interface: &Interface<'_>, imports: &mut Imports, out: &mut Printer) {
    let Interface { name, subtypes, key, default_record, extends, is_below_sealed } = interface;
    print_type_info(key, *default_record, imports, out);
    let names: Vec<&str> = subtypes.iter().map(|subtype| imports.generated(plan, subtype)).collect();
    if !names.is_empty() {
        let types = jackson!(imports, "JsonSubTypes");
        let listed =
            names.iter().map(|name| Expression::atom(format!("@{types}.Type({name}.class)"))).collect();
        out.statement(0, &format!("@{types}("), &Expression::Array(listed), ")");
    }
    let is_sealed = are_together(name, subtypes);
    let modifier = match (is_sealed, is_below_sealed) {
        (true, _) => "sealed ",
        (false, true) => "non-sealed ",
        (false, false) => "",
    };
    let line = format!("public {modifier}interface {}", name.name);
    let mut clauses: Vec<(&str, &[&str])> = Vec::new();
    if !extends.is_empty() {
        clauses.push(("extends", extends));
    }
    if is_sealed {
        clauses.push(("permits", &names));
    }
    print_clauses(line, &clauses, out);
}

/// Prints the head of an interface: its start `line`, and clauses such as `extends A, B`. All of it is on one line if
/// that is short enough, or else each clause is on a line of its own, or each name.
fn print_clauses(mut line: String, clauses: &[(&str, &[&str])], out: &mut Printer) {
    let flat: String = clauses.iter().map(|(word, names)| format!(" {word} {}", names.join(", "))).collect();
    if fits(" {".len(), &format!("{line}{flat}")) {
        line.push_str(&flat);
        return out.line(0, &format!("{line} {{"));
    }
    out.line(0, &line);
    for (at, (word, names)) in clauses.iter().enumerate() {
        let tail = if at + 1 == clauses.len() { " {" } else { "" };
        let flat = format!("{word} {}{tail}", names.join(", "));
        if fits(4, &flat) {
            out.line(4, &flat);
            continue;
        }
        for (name_index, name) in names.iter().enumerate() {
            let end = if name_index + 1 == names.len() { tail } else { "," };
            match name_index {
                0 => out.line(4, &format!("{word} {name}{end}")),
                _ => out.line(8, &format!("{name}{end}")),
            }
        }
    }
}

/// Prints the annotation with the key that names the class of an object, and the record of objects without this key.
fn print_type_info(key: &str, default_record: Option<&str>, imports: &mut Imports, out: &mut Printer) {
    let info = jackson!(imports, "JsonTypeInfo");
    let mut arguments = vec![format!("use = {info}.Id.NAME"), format!("property = {}", quoted(key))];
    arguments.extend(default_record.map(|record| format!("defaultImpl = {record}.class")));
    let arguments = arguments.into_iter().map(Expression::atom).collect();
    out.statement(0, "", &Expression::call(format!("@{info}"), arguments), "");
}

/// The key that names the class of the objects of a class and its subclasses: their discriminator, if they have the
/// same one. Otherwise it is `$type`, and their records have annotations of their own.
fn class_key<'p>(plan: &'p Plan<'_>, class: ClassId) -> &'p str {
    let mut keys = plan.scope.concrete(class).iter().map(|class| plan.metamodel.discriminator(*class));
    match keys.next().flatten() {
        Some(first_key) if keys.all(|key| key == Some(first_key)) => first_key,
        _ => "$type",
    }
}

/// Whether a type has subtypes, all of which are in its package.
fn are_together(name: &TypeName, subtypes: &[&TypeName]) -> bool {
    !subtypes.is_empty() && subtypes.iter().all(|subtype| subtype.package == name.package)
}

/// The supertypes of a class that are interfaces; if there is none, the interface of all objects if that is generated.
fn bases(plan: &Plan<'_>, class: ClassId) -> Vec<ClassId> {
    match plan.bases.get(&class).map_or(&[][..], Vec::as_slice) {
        [] if plan.names.any_object.is_some() => vec![builtin::EOBJECT],
        all => all.to_vec(),
    }
}

/// The names of the interfaces that the type of a class extends or implements.
fn interfaces_of<'p>(plan: &'p Plan<'_>, class: ClassId, imports: &mut Imports) -> Vec<&'p str> {
    bases(plan, class).into_iter().map(|base| object(plan, base, imports)).collect()
}

/// The documentation of a class; without one, a sentence with the name of its package.
pub(super) fn class_docs(plan: &Plan<'_>, class: ClassId) -> String {
    let data = &plan.metamodel[class];
    let docs = documentation(&data.annotations).filter(|docs| !docs.trim().is_empty());
    docs.map_or_else(
        || format!("A class of package {}.", on_one_line(&plan.metamodel[data.package].name)),
        str::to_owned,
    )
}

/// A name on one line, before it is escaped for a comment.
pub(super) fn on_one_line(name: &str) -> String {
    name.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// The comment at the start of a file, with the name of the file that the metamodel was read from.
pub(super) fn header(source: &str) -> String {
    format!("// Generated by modelwright from {}. Do not edit.", comment_text(source))
}
