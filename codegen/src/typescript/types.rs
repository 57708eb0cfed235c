//! The types of values as `JSON.parse` returns them, and the declarations of modules that contain only types.
//!
//! Invariant: a type has only names that the plan chose, and each name of another module is noted for its import. This
//! module does not know schemas.

use super::Flavour;
use super::layout::{Doc, Printer, comment_text, key, quoted};
use super::plan::{Plan, PlannedClass, TYPE, is_empty_allowed};
use crate::json::Json;
use crate::json_schema::tuples::sizes;
use crate::languages::facets::Facets;
use crate::languages::losses::MAX_MAPS;
use crate::languages::shapes::{Count, Member, Value};
use modelwright_metamodel::ecore::{
    Annotation, ClassId, Classifier, DataTypeId, FeatureId, Tuple, builtin, documentation,
};
use std::cell::{Cell, RefCell};
use std::collections::{BTreeMap, BTreeSet};

/// Where the type of a feature is printed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Position {
    /// In a type with a name. Such a type may contain itself in `{ [key: string]: … }`, but not in `Record<…>`.
    Alias,
    /// As the type of a member.
    Member,
}

/// Prints the declarations of a module.
pub(super) struct Types<'p, 'm> {
    pub(super) plan: &'p Plan<'m>,
    pub(super) module: usize,
    /// The names of each other module that this one uses.
    pub(super) imports: RefCell<BTreeMap<usize, BTreeSet<String>>>,
    /// Whether some feature contains objects of any class.
    pub(super) uses_any_object: Cell<bool>,
    /// Whether a type names the class of an object by `$type`.
    pub(super) uses_named: Cell<bool>,
    /// Whether a type names the class of an object by another key.
    pub(super) uses_keys: Cell<bool>,
}

impl<'p, 'm> Types<'p, 'm> {
    /// A printer for the module with an index, which uses no other module yet.
    pub(super) fn new(plan: &'p Plan<'m>, module: usize) -> Self {
        Self {
            plan,
            module,
            imports: RefCell::default(),
            uses_any_object: Cell::new(false),
            uses_named: Cell::new(false),
            uses_keys: Cell::new(false),
        }
    }

    /// A name, which is noted if it is that of another module.
    pub(super) fn name(&self, name: Option<&str>, classifier: Classifier) -> String {
        let name = name.unwrap_or("unknown");
        if let Some(other) = self.plan.module_of(classifier).filter(|other| *other != self.module) {
            self.imports.borrow_mut().entry(other).or_default().insert(name.to_owned());
        }
        name.to_owned()
    }

    /// The name of a class, which is noted if it is that of another module.
    pub(super) fn class(&self, class: ClassId) -> String {
        self.name(self.plan.class(class), Classifier::Class(class))
    }

    /// The name of a choice or a tuple, which is noted if it is that of another module.
    pub(super) fn alias(&self, class: ClassId) -> String {
        self.name(self.plan.alias(class), Classifier::Class(class))
    }

    /// The name of a data type, which is noted if it is that of another module.
    pub(super) fn data_type(&self, id: DataTypeId) -> String {
        self.name(self.plan.data_type(id), Classifier::DataType(id))
    }

    /// The type of the objects of a class and its subclasses.
    pub(super) fn union(&self, class: ClassId) -> String {
        match self.plan.union(class) {
            Some(name) if class == builtin::EOBJECT => {
                self.uses_any_object.set(true);
                name.to_owned()
            }
            Some(name) => self.name(Some(name), Classifier::Class(class)),
            None => self.class(class),
        }
    }

    /// The name of the data type of a feature, if it has one in a module.
    pub(super) fn named(&self, feature: FeatureId) -> Option<DataTypeId> {
        let metamodel = self.plan.metamodel;
        let id = (!metamodel[feature].is_reference()).then(|| metamodel.data_type(feature))?;
        self.plan.data_type(id).map(|_| id)
    }

    /// The alternatives of the type of one value of a feature.
    fn value(&self, member: &Member) -> Vec<Doc> {
        match self.named(member.feature) {
            Some(id) => vec![Doc::Text(self.data_type(id))],
            None => self.plain(&member.value),
        }
    }

    /// The type of a value that is not of a named data type, as the alternatives of a union.
    pub(super) fn plain(&self, value: &Value) -> Vec<Doc> {
        match value {
            Value::Boolean(Facets { values: Some(values), .. })
            | Value::Text(Facets { values: Some(values), .. }) => literals(values),
            Value::Boolean(_) => texts(&["boolean"]),
            Value::Integer(_) => texts(&["number"]),
            // The type of a schema does not depend on the bounds, because zod checks them.
            Value::Number { .. } if self.plan.flavour == Flavour::Zod => texts(numbers(&Facets::default())),
            Value::Number { facets, .. } => texts(numbers(facets)),
            Value::Decimal(_) => texts(&["number", "string"]),
            Value::Character => texts(&["string", "number"]),
            Value::Text(_) | Value::Reference | Value::Moment | Value::Hexadecimal | Value::Base64 => {
                texts(&["string"])
            }
            Value::Enum(id) => vec![Doc::Text(self.data_type(*id))],
            Value::Any { kind, accepts_null } => {
                let kinds = [
                    ("string", kind.accepts_scalars()),
                    ("number", kind.accepts_scalars()),
                    ("boolean", kind.accepts_scalars()),
                    ("unknown[]", kind.accepts_lists()),
                    ("Record<string, unknown>", kind.accepts_maps()),
                    ("null", *accepts_null),
                ];
                // A zod schema for any value has the type `unknown`; a union of all kinds is `unknown`, too.
                if self.plan.flavour == Flavour::Zod || kinds.iter().all(|(_, is_accepted)| *is_accepted) {
                    return texts(&["unknown"]);
                }
                kinds
                    .iter()
                    .filter(|(_, is_accepted)| *is_accepted)
                    .map(|(text, _)| Doc::text(*text))
                    .collect()
            }
            Value::Object(class) => vec![Doc::Text(self.union(*class))],
            Value::Choice(class) | Value::Tuple(class) => vec![Doc::Text(self.alias(*class))],
        }
    }

    /// The alternatives of the type of a feature, within maps to some depth.
    pub(super) fn member(&self, member: &Member, depth: usize, position: Position) -> Vec<Doc> {
        let mut items = match &member.count {
            Count::Map { entries, .. } => {
                let value = self.plan.part_members.get(&entries.value).filter(|_| depth < MAX_MAPS);
                let value = value.map_or_else(
                    || Doc::text("unknown"),
                    |value| Doc::union(self.part(value, depth + 1, position)),
                );
                return vec![match position {
                    Position::Alias => {
                        Doc::members(vec![Doc::Row(vec![Doc::text("[key: string]: "), value])])
                    }
                    Position::Member => Doc::generic("Record", vec![Doc::text("string"), value]),
                }];
            }
            _ => self.value(member),
        };
        if member.is_nullable {
            add_null(&mut items);
        }
        match member.count {
            Count::List { .. } => vec![Doc::array(Doc::union(items))],
            _ => items,
        }
    }

    /// The alternatives of the type of an item of a tuple, or of a value of a map. They include null if there may be no
    /// value, which cannot be left out there.
    fn part(&self, member: &Member, depth: usize, position: Position) -> Vec<Doc> {
        let mut items = self.member(member, depth, position);
        if is_empty_allowed(member) {
            add_null(&mut items);
        }
        items
    }

    /// The type of a choice or a tuple.
    pub(super) fn alias_type(&self, class: ClassId) -> Vec<Doc> {
        let plan = self.plan;
        if let Some(tuple) = plan.metamodel.tuple(class) {
            return self.tuple(&tuple);
        }
        let mut items: Vec<Doc> = Vec::new();
        for feature in plan.plain_alternatives(class) {
            let Some(member) = plan.part_members.get(&feature) else { continue };
            for item in self.member(member, 0, Position::Alias) {
                if !items.contains(&item) {
                    items.push(item);
                }
            }
        }
        if plan.class(class).is_some() {
            items.push(Doc::Text(self.class(class)));
        }
        items
    }

    /// The type of a tuple; its last feature may repeat.
    fn tuple(&self, tuple: &Tuple) -> Vec<Doc> {
        let plan = self.plan;
        let (min, _) = sizes(plan.metamodel, tuple);
        let last_index = tuple.features.len().saturating_sub(1);
        let mut items = Vec::new();
        for (index, id) in tuple.features.iter().enumerate() {
            let Some(member) = plan.part_members.get(id) else { return vec![Doc::text("unknown[]")] };
            let is_repeated = tuple.repeats && index == last_index;
            // If the only feature repeats, its own type is already the list of all items.
            if is_repeated && index == 0 {
                return self.member(member, 0, Position::Alias);
            }
            let item = self.part(member, 0, Position::Alias);
            items.push(match is_repeated {
                true => Doc::Row(vec![Doc::text("..."), Doc::union(item)]),
                false if index < min => Doc::union(item),
                false => optional(item),
            });
        }
        vec![Doc::items("[", items, "]")]
    }

    /// The values of the key that names a class.
    fn type_names(&self, class: ClassId) -> Vec<Doc> {
        let plan = self.plan;
        if plan.metamodel.discriminator(class).is_some() {
            return vec![Doc::Text(quoted(plan.metamodel.discriminator_value(class)))];
        }
        let short_name = plan.scope.name_in_documents(class);
        let mut names = vec![Doc::Text(quoted(&short_name))];
        // Documents name a class with its package only if the class of their root is in another package.
        let package_count = plan.modules.iter().map(|module| module.roots.len()).sum::<usize>();
        if package_count > 1 {
            names.push(Doc::Text(quoted(&format!("{}#//{short_name}", plan.uri(class)))));
        }
        names
    }

    /// The type of an object that may be of several classes. The prefix `helpers` is put before the names of the types
    /// `WithType` and `WithKey`.
    pub(super) fn union_type(&self, class: ClassId, helpers: &str) -> Doc {
        let concrete = self.plan.concrete(class);
        if concrete.is_empty() {
            return Doc::text("never");
        }
        let items = concrete.into_iter().map(|other| {
            let name = Doc::Text(self.class(other));
            if other == class {
                return name;
            }
            match self.plan.class_key(other) {
                TYPE => {
                    self.uses_named.set(true);
                    Doc::generic(&format!("{helpers}WithType"), vec![name])
                }
                key => {
                    self.uses_keys.set(true);
                    Doc::generic(&format!("{helpers}WithKey"), vec![name, Doc::Text(quoted(key))])
                }
            }
        });
        Doc::union(items.collect())
    }

    /// Prints the interface of the objects of exactly one class; for a choice, the type of its named alternatives.
    pub(super) fn interface(&self, planned: &PlannedClass, out: &mut Printer) {
        let (plan, class) = (self.plan, planned.class);
        class_comment(plan, class, out);
        let name = self.class(class);
        if plan.metamodel.choice(class).is_some() {
            return self.one_key(planned, &name, out);
        }
        let bases = planned.bases.iter().map(|base| {
            let name = Doc::Text(self.class(*base));
            // The value of the key names the class, so the one of the superclass is not inherited.
            match plan.scope.is_abstract(*base) {
                true => name,
                false => Doc::generic("Omit", vec![name, Doc::Text(quoted(plan.class_key(*base)))]),
            }
        });
        let head = heritage(&name, bases.collect());
        let is_abstract = plan.scope.is_abstract(class);
        let is_empty = is_abstract && planned.members.is_empty();
        out.statement(0, &[head, Doc::text(if is_empty { " {}" } else { " {" })]);
        if is_empty {
            return;
        }
        if !is_abstract {
            let key = Doc::Text(format!("{}?: ", key(plan.class_key(class))));
            out.statement(2, &[key, Doc::union(self.type_names(class)), Doc::text(";")]);
        }
        for member in &planned.members {
            let data = &plan.metamodel[member.feature];
            out.comment(2, documentation(&data.typed.annotations).unwrap_or_default());
            let question_mark = if member.is_required { "" } else { "?" };
            let ty = Doc::union(self.member(member, 0, Position::Member));
            out.statement(
                2,
                &[Doc::Text(format!("{}{question_mark}: ", key(data.name()))), ty, Doc::text(";")],
            );
        }
        out.line(0, "}");
    }

    /// Prints the type of a choice's values that are written as an object with one key, the name of the alternative:
    /// `{ circle: … } | { square: … }`.
    fn one_key(&self, planned: &PlannedClass, name: &str, out: &mut Printer) {
        let alternatives = planned.members.iter().map(|member| {
            let key = key(self.plan.metamodel[member.feature].name());
            let ty = Doc::union(self.member(member, 0, Position::Alias));
            Doc::members(vec![Doc::Row(vec![Doc::Text(format!("{key}: ")), ty])])
        });
        let alternatives: Vec<Doc> = alternatives.collect();
        let ty = if alternatives.is_empty() { Doc::text("never") } else { Doc::union(alternatives) };
        declaration(name, ty, out);
    }
}

/// The start of an interface with the types that it extends. Several of them are on lines of their own if they are
/// long.
pub(super) fn heritage(name: &str, mut bases: Vec<Doc>) -> Doc {
    let head = format!("export interface {name}");
    if bases.len() < 2 {
        let extends = bases.pop().map(|base| Doc::Row(vec![Doc::text(" extends "), base]));
        return Doc::Row([Doc::Text(head)].into_iter().chain(extends).collect());
    }
    let last_index = bases.len() - 1;
    let mut clause = vec![Doc::Line, Doc::text("extends ")];
    for (index, base) in bases.into_iter().enumerate() {
        clause.push(base);
        clause.extend((index < last_index).then(|| Doc::Indent(vec![Doc::text(","), Doc::Line])));
    }
    Doc::Group(vec![Doc::Text(head), Doc::Indent(clause)])
}

/// Prints the declaration of a type with a name.
pub(super) fn declaration(name: &str, ty: Doc, out: &mut Printer) {
    let head = format!("export type {name} =");
    // What cannot be broken itself is moved to a line of its own.
    let value = match ty {
        ty @ Doc::Text(_) => Doc::Group(vec![Doc::Indent(vec![Doc::Line, ty])]),
        ty => Doc::Row(vec![Doc::text(" "), ty]),
    };
    out.statement(0, &[Doc::Text(head), value, Doc::text(";")]);
}

/// The literals of an enumeration, each spelling once.
pub(super) fn literals_of(plan: &Plan<'_>, id: DataTypeId) -> Vec<String> {
    let mut spellings: Vec<String> = Vec::new();
    for literal in plan.metamodel[id].enum_literals() {
        let spelling = quoted(literal.spelling());
        if !spellings.contains(&spelling) {
            spellings.push(spelling);
        }
    }
    spellings
}

/// Prints the documentation of an enumeration and its literals.
pub(super) fn enum_comment(plan: &Plan<'_>, id: DataTypeId, out: &mut Printer) {
    let data = &plan.metamodel[id];
    let mut text = documentation(&data.annotations).unwrap_or_default().trim().to_owned();
    let documented_literals = data.enum_literals().iter().filter_map(|literal| {
        let docs = documentation(&literal.annotations)?;
        let words: Vec<&str> = docs.split_whitespace().collect();
        (!words.is_empty()).then(|| format!("- `{}`: {}", comment_text(literal.spelling()), words.join(" ")))
    });
    let documented_literals: Vec<String> = documented_literals.collect();
    if !documented_literals.is_empty() {
        text = format!("{text}\n\n{}", documented_literals.join("\n"));
    }
    out.comment(0, &text);
}

/// Prints the documentation that annotations contain.
pub(super) fn comment(annotations: &[Annotation], out: &mut Printer) {
    out.comment(0, documentation(annotations).unwrap_or_default());
}

/// Prints the documentation of a class.
pub(super) fn class_comment(plan: &Plan<'_>, class: ClassId, out: &mut Printer) {
    comment(&plan.metamodel[class].annotations, out);
}

/// Types as parts of a text.
fn texts(all: &[&str]) -> Vec<Doc> {
    all.iter().map(|text| Doc::text(*text)).collect()
}

/// An item of a tuple that may be missing. Only a union needs brackets.
fn optional(mut items: Vec<Doc>) -> Doc {
    if items.len() == 1 {
        return Doc::Row(vec![items.remove(0), Doc::text("?")]);
    }
    Doc::Row(vec![Doc::text("("), Doc::union(items), Doc::text(")?")])
}

/// Adds `null` to alternatives that do not accept it yet.
fn add_null(items: &mut Vec<Doc>) {
    let (null, unknown) = (Doc::text("null"), Doc::text("unknown"));
    if !items.contains(&null) && !items.contains(&unknown) {
        items.push(null);
    }
}

/// The types of floating-point numbers; `NaN` is within no bounds.
fn numbers(facets: &Facets) -> &'static [&'static str] {
    let has_low = facets.minimum.is_some() || facets.above.is_some();
    let has_high = facets.maximum.is_some() || facets.below.is_some();
    match (has_low, has_high) {
        (false, false) => &["number", "\"NaN\"", "\"Infinity\"", "\"-Infinity\""],
        (true, false) => &["number", "\"Infinity\""],
        (false, true) => &["number", "\"-Infinity\""],
        (true, true) => &["number"],
    }
}

/// The listed values, which are texts or booleans, as alternatives; `never` if there are none.
fn literals(values: &[Json]) -> Vec<Doc> {
    let texts = values.iter().map(|value| match value {
        Json::String(text) => Doc::Text(quoted(text)),
        Json::Bool(true) => Doc::text("true"),
        _ => Doc::text("false"),
    });
    let texts: Vec<Doc> = texts.collect();
    if texts.is_empty() { vec![Doc::text("never")] } else { texts }
}
