//! Dataclasses of the standard library, whose fields have codecs.
//!
//! Invariants: a class declares only its own fields, so that the text grows with the metamodel; what reads and writes
//! is in the module `ordinary_json`, which is the same for all metamodels. This module does not know pydantic.

use super::Flavour;
use super::layout::{Expression, Printer, quoted, raw};
use super::plan::{Field, Plan, PlannedClass};
use super::types::{
    DefaultValue, Types, default, has_none, is_any_object, is_empty_allowed, is_none_allowed,
    plain_alternatives,
};
use crate::json::Json;
use crate::json_schema::tuples::sizes;
use crate::languages::expressions::portable;
use crate::languages::facets::Facets;
use crate::languages::losses::MAX_MAPS;
use crate::languages::shapes::{Count, Member, Value};
use modelwright_metamodel::ecore::{ClassId, FeatureId, Tuple};
use std::borrow::Cow;

/// The module that reads and writes the classes.
pub(super) const RUNTIME: &str =
    concat!(include_str!("runtime/values.py"), include_str!("runtime/objects.py"));

/// The types of values without their facets, which codecs check.
pub(super) struct PlainTypes<'p> {
    pub(super) plan: &'p Plan<'p>,
    pub(super) module: usize,
}

impl Types for PlainTypes<'_> {
    fn plan(&self) -> &Plan<'_> {
        self.plan
    }

    fn module(&self) -> usize {
        self.module
    }

    fn value(&self, value: &Value) -> Expression {
        let plan = self.plan;
        let text: Cow<'static, str> = match value {
            Value::Boolean(_) => "bool".into(),
            Value::Integer(_) => "int".into(),
            Value::Number { .. } => "float".into(),
            Value::Decimal(_) => "Decimal".into(),
            Value::Character | Value::Text(_) | Value::Reference => "str".into(),
            Value::Moment => "datetime".into(),
            Value::Hexadecimal | Value::Base64 => "bytes".into(),
            Value::Enum(id) => plan.enumeration(*id, self.module).into(),
            Value::Any { .. } => "Any".into(),
            Value::Object(class) => return self.object(*class),
            Value::Choice(class) | Value::Tuple(class) => plan.alias(*class, self.module).into(),
        };
        Expression::atom(text)
    }

    // The codec of a list or a map checks the number of its items, so the type does not show the number.
    fn list(&self, item: Expression, _: u32, _: Option<u32>, _: bool) -> Expression {
        Expression::index("list", vec![item])
    }

    fn map(&self, key: Expression, value: Expression, _: u32, _: Option<u32>) -> Expression {
        Expression::index("dict", vec![key, value])
    }

    fn tuple(&self, tuple: &Tuple) -> Expression {
        let plan = self.plan;
        let type_of = |id: &FeatureId| match plan.part_members.get(id) {
            Some(member) if is_empty_allowed(member) => super::types::or_none(self.member(member, 0)),
            Some(member) => self.member(member, 0),
            None => Expression::atom("Any"),
        };
        match (tuple.repeats, tuple.features.as_slice()) {
            // If the only feature repeats, its own type is already the list of all items.
            (true, [only]) => type_of(only),
            (true, _) => Expression::index("tuple", vec![Expression::atom("Any"), Expression::atom("...")]),
            (false, features) => Expression::index("tuple", features.iter().map(type_of).collect()),
        }
    }
}

impl PlainTypes<'_> {
    /// The type of the objects of a class, and of the subclasses that do not inherit from it in Python.
    fn object(&self, class: ClassId) -> Expression {
        if is_any_object(class) {
            return Expression::atom("oj.Object");
        }
        let separated_subclasses = self.plan.separated_subclasses.get(&class).map_or(&[][..], Vec::as_slice);
        let mut classes: Vec<Expression> =
            [class].iter().chain(separated_subclasses).map(|class| self.name(*class)).collect();
        if classes.len() == 1 { classes.remove(0) } else { Expression::Union(classes) }
    }

    /// The name of a class as an expression.
    fn name(&self, class: ClassId) -> Expression {
        Expression::atom(self.plan.class(class, self.module))
    }

    /// The codec of a field's value or values, which are inside of `depth` maps.
    fn codec(&self, member: &Member, depth: usize) -> Expression {
        let codec_of_value = || self.value_codec(&member.value);
        let or_null = |codec: Expression| {
            if member.is_nullable { Expression::call("oj.Optional", vec![codec]) } else { codec }
        };
        match &member.count {
            Count::One => or_null(codec_of_value()),
            Count::List { min, max, is_unique } => {
                let mut arguments = vec![or_null(codec_of_value())];
                arguments.extend(size_arguments(u64::from(*min), max.map(u64::from)));
                if *is_unique {
                    arguments.push(Expression::atom("unique=True"));
                }
                Expression::call("oj.List", arguments)
            }
            Count::Map { entries, min, max } => {
                let part_members = &self.plan.part_members;
                let [Some(key), Some(value)] = [entries.key, entries.value].map(|id| part_members.get(&id))
                else {
                    return anything();
                };
                let codec = if depth >= MAX_MAPS { anything() } else { self.codec(value, depth + 1) };
                let mut arguments = vec![self.value_codec(&key.value), optional(value, codec)];
                arguments.extend(size_arguments(u64::from(*min), max.map(u64::from)));
                Expression::call("oj.Map", arguments)
            }
        }
    }

    /// The codec of one value.
    fn value_codec(&self, value: &Value) -> Expression {
        let plan = self.plan;
        let text: Cow<'static, str> = match value {
            Value::Boolean(facets) => return boolean(facets),
            Value::Integer(facets) => return integer(facets),
            Value::Number { is_single: true, facets } => return number("oj.FLOAT32", "oj.Number32", facets),
            Value::Number { facets, .. } => return number("oj.FLOAT64", "oj.Number", facets),
            Value::Decimal(facets) => return number("oj.DECIMAL", "oj.Exact", facets),
            Value::Text(facets) => return text(facets),
            Value::Character => "oj.CHARACTER".into(),
            Value::Reference => "oj.REFERENCE".into(),
            Value::Moment => "oj.MOMENT".into(),
            Value::Hexadecimal => "oj.HEXADECIMAL".into(),
            Value::Base64 => "oj.BASE64".into(),
            Value::Enum(id) => format!("oj.Literal({})", plan.enumeration(*id, self.module)).into(),
            Value::Any { kind, accepts_null } => {
                let kinds = [
                    ("scalars", kind.accepts_scalars()),
                    ("lists", kind.accepts_lists()),
                    ("maps", kind.accepts_maps()),
                    ("null", *accepts_null),
                ];
                let rejected_kinds = kinds.iter().filter(|(_, is_accepted)| !is_accepted);
                let rejected_kinds: Vec<Expression> =
                    rejected_kinds.map(|(name, _)| Expression::atom(format!("{name}=False"))).collect();
                if !rejected_kinds.is_empty() {
                    return Expression::call("oj.Anything", rejected_kinds);
                }
                "oj.ANYTHING".into()
            }
            Value::Object(class) => return self.part_codec(*class),
            Value::Choice(class) | Value::Tuple(class) => {
                // Codecs of choices and tuples are defined after the classes, so they are looked up later.
                format!("oj.Later(lambda: {})", plan.codec(*class, self.module)).into()
            }
        };
        Expression::atom(text)
    }

    /// The codec of contained objects of a class and its subclasses.
    fn part_codec(&self, class: ClassId) -> Expression {
        let mut arguments = vec![match is_any_object(class) {
            true => Expression::atom("lambda: oj.Object"),
            false => Expression::atom(format!("lambda: {}", self.plan.class(class, self.module))),
        }];
        if let Some(separated_subclasses) = self.plan.separated_subclasses.get(&class) {
            let names: Vec<String> =
                separated_subclasses.iter().map(|class| self.plan.class(*class, self.module)).collect();
            arguments.push(Expression::atom(format!("lambda: ({},)", names.join(", "))));
        }
        Expression::call("oj.Part", arguments)
    }

    /// The codec of a choice or a tuple.
    fn alias_codec(&self, class: ClassId) -> Expression {
        if let Some(tuple) = self.plan.metamodel.tuple(class) {
            return self.tuple_codec(&tuple);
        }
        let mut alternatives = Vec::new();
        if self.plan.has_objects(class) {
            let name = self.plan.class(class, self.module);
            alternatives.push(alternative(&name, self.part_codec(class)));
        }
        for feature in plain_alternatives(self.plan, class) {
            let Some(member) = self.plan.part_members.get(&feature) else { continue };
            // The types of Python by which the codec recognizes values of the alternative.
            let types = match (&member.count, &member.value) {
                (Count::List { .. }, _) => "list".to_owned(),
                (Count::Map { .. }, _) => "dict".to_owned(),
                (_, Value::Any { .. }) => "str, bool, int, float, list, dict".to_owned(),
                (_, Value::Number { .. }) => "float, int".to_owned(),
                (_, Value::Tuple(class)) => match self.plan.metamodel.tuple(*class) {
                    Some(tuple) if tuple.repeats && tuple.features.len() == 1 => "list".to_owned(),
                    _ => "tuple".to_owned(),
                },
                // The types of the inner choice are not known here, so its codec decides.
                (_, Value::Choice(_)) => "object".to_owned(),
                (_, value) => match self.value(value) {
                    Expression::Union(types) => {
                        types.iter().map(Expression::flat).collect::<Vec<_>>().join(", ")
                    }
                    ty => ty.flat(),
                },
            };
            alternatives.push(alternative(&types, self.codec(member, 0)));
        }
        Expression::call("oj.Choice", alternatives)
    }

    /// The codec of a tuple; if its only feature repeats, that of a list.
    fn tuple_codec(&self, tuple: &Tuple) -> Expression {
        let (min, max) = sizes(self.plan.metamodel, tuple);
        let part_members = &self.plan.part_members;
        // The items that a feature each describes, and the feature of all further items if there is one.
        let (positional, repeated) = match tuple.features.split_last() {
            Some((last, positional)) if tuple.repeats => (positional, Some(*last)),
            _ => (tuple.features.as_slice(), None),
        };
        if positional.is_empty()
            && let Some(only) = repeated
        {
            return match part_members.get(&only) {
                Some(member) => self.codec(member, 0),
                None => anything(),
            };
        }
        let mut arguments: Vec<Expression> = positional.iter().map(|id| self.item_codec(*id)).collect();
        arguments.extend(size_arguments(min as u64, max.map(|max| max as u64)));
        if let Some(member) = repeated.and_then(|repeated| part_members.get(&repeated)) {
            arguments.push(Expression::named("rest", self.value_codec(&member.value)));
        }
        Expression::call("oj.Tuple", arguments)
    }

    /// The codec of the item of a tuple that a feature describes.
    fn item_codec(&self, feature: FeatureId) -> Expression {
        match self.plan.part_members.get(&feature) {
            Some(member) => optional(member, self.codec(member, 0)),
            None => anything(),
        }
    }
}

/// The codec of any value.
fn anything() -> Expression {
    Expression::atom("oj.ANYTHING")
}

/// The codec of a value that may be null in a place where there is no other way to leave it out.
fn optional(member: &Member, codec: Expression) -> Expression {
    let is_any = matches!(member.value, Value::Any { .. });
    if is_empty_allowed(member) && !is_any && !member.is_nullable {
        Expression::call("oj.Optional", vec![codec])
    } else {
        codec
    }
}

/// An alternative of a choice: the types of its values in Python, and its codec, as in `(lambda: (str,), oj.TEXT)`.
fn alternative(types: &str, codec: Expression) -> Expression {
    let types = Expression::atom(format!("lambda: ({types},)"));
    Expression::Items("".into(), vec![types, codec], ")")
}

/// The arguments for the least and the greatest number of items; none for a number that has no effect.
fn size_arguments(min: u64, max: Option<u64>) -> Vec<Expression> {
    let mut arguments = Vec::new();
    if min > 0 {
        arguments.push(Expression::atom(format!("min_items={min}")));
    }
    if let Some(max) = max {
        arguments.push(Expression::atom(format!("max_items={max}")));
    }
    arguments
}

/// The codec of booleans with these facets.
fn boolean(facets: &Facets) -> Expression {
    let Some(values) = &facets.values else { return Expression::atom("oj.BOOLEAN") };
    let values = values.iter().filter_map(|value| match value {
        Json::Bool(true) => Some("True, "),
        Json::Bool(false) => Some("False, "),
        _ => None,
    });
    // The last comma remains, because a tuple of one value requires it.
    let values: String = values.collect();
    Expression::atom(format!("oj.Boolean(({}))", values.trim_end_matches(' ')))
}

/// The codec of integers with these facets.
fn integer(facets: &Facets) -> Expression {
    let bounds = facets.integers();
    for (bits, name) in [(8, "oj.INT8"), (16, "oj.INT16"), (32, "oj.INT32"), (64, "oj.INT64")] {
        let limit = 1i128 << (bits - 1);
        if bounds == (Some(-limit), Some(limit - 1)) {
            return Expression::atom(name);
        }
    }
    let arguments = match bounds {
        (None, None) => return Expression::atom("oj.INTEGER"),
        (Some(low), None) => vec![low.to_string()],
        (None, Some(high)) => vec!["None".to_owned(), high.to_string()],
        (Some(low), Some(high)) => vec![low.to_string(), high.to_string()],
    };
    Expression::call("oj.Integer", arguments.into_iter().map(Expression::atom).collect())
}

/// The codec of numbers with these facets: the constant if there are no bounds, otherwise a call of the function.
fn number(constant: &'static str, function: &'static str, facets: &Facets) -> Expression {
    let bounds = [
        ("low", &facets.minimum),
        ("high", &facets.maximum),
        ("above", &facets.above),
        ("below", &facets.below),
    ];
    let bounds = bounds.iter().filter_map(|(name, digits)| Some((name, digits.as_deref()?)));
    let arguments: Vec<Expression> =
        bounds.map(|(name, digits)| Expression::atom(format!("{name}={digits}"))).collect();
    if arguments.is_empty() {
        return Expression::atom(constant);
    }
    Expression::call(function, arguments)
}

/// The codec of texts with these facets.
fn text(facets: &Facets) -> Expression {
    let mut arguments = Vec::new();
    if let Some(min) = facets.min_length
        && min > 0
    {
        arguments.push(Expression::atom(format!("min_length={min}")));
    }
    if let Some(max) = facets.max_length {
        arguments.push(Expression::atom(format!("max_length={max}")));
    }
    if !facets.patterns.is_empty() {
        let patterns = facets.patterns.iter().map(|pattern| Expression::atom(raw(&expression(pattern))));
        arguments.push(tuple_of("patterns", patterns.collect()));
    }
    if let Some(values) = &facets.values {
        let values = values.iter().filter_map(|value| match value {
            Json::String(text) => Some(Expression::atom(quoted(text))),
            _ => None,
        });
        arguments.push(tuple_of("values", values.collect()));
    }
    if arguments.is_empty() {
        return Expression::atom("oj.TEXT");
    }
    Expression::call("oj.Text", arguments)
}

/// A tuple as an argument; one of a single item has a comma.
fn tuple_of(name: &str, mut items: Vec<Expression>) -> Expression {
    match items.len() {
        1 => Expression::atom(format!("{name}=({},)", items.remove(0).flat())),
        _ => Expression::Items(format!("{name}=").into(), items, ")"),
    }
}

/// A regular expression in the syntax of Python. A final `$` becomes `\Z`, because Python's `$` also matches before a
/// final line break.
fn expression(pattern: &str) -> String {
    let pattern = portable(pattern);
    match pattern.strip_suffix('$') {
        Some(start) if !start.ends_with('\\') => format!("{start}\\Z"),
        _ => pattern,
    }
}

/// Prints a class of the module with the index `module`. `package` is the expression for the package of its objects.
pub(super) fn class(
    plan: &Plan<'_>,
    planned: &PlannedClass,
    module: usize,
    package: &str,
    out: &mut Printer,
) {
    out.line(0, "@dataclass(kw_only=True)");
    let name = plan.class(planned.class, module);
    let arguments = class_arguments(plan, planned, module, package);
    out.expression(0, "", &Expression::Items(format!("class {name}").into(), arguments, "):"));
    super::class_docs(plan, planned.class, out);
    if !planned.fields.is_empty() {
        out.blank(1);
    }
    // One string for the heads of all fields, so that its memory is allocated once.
    let mut head = String::new();
    for field in &planned.fields {
        print_field(plan, field, module, &mut head, out);
    }
}

/// The arguments in the head of a class: its bases, and the keywords for documents.
fn class_arguments(plan: &Plan<'_>, planned: &PlannedClass, module: usize, package: &str) -> Vec<Expression> {
    let mut arguments: Vec<Expression> =
        planned.bases.iter().map(|base| Expression::atom(plan.class(*base, module))).collect();
    if arguments.is_empty() {
        arguments.push(Expression::atom("oj.Object"));
    }
    if !plan.scope.is_abstract(planned.class) {
        arguments.push(Expression::atom(format!("package={package}")));
        let discriminator = plan.metamodel.discriminator(planned.class);
        if let Some(key) = discriminator {
            arguments.push(Expression::atom(format!("key={}", quoted(key))));
        }
        let name = match discriminator {
            Some(_) => plan.metamodel.discriminator_value(planned.class).to_owned(),
            None => plan.scope.name_in_documents(planned.class),
        };
        arguments.push(Expression::atom(format!("name={}", quoted(&name))));
    }
    if plan.metamodel.choice(planned.class).is_some() {
        arguments.push(Expression::atom("has_one_key=True"));
    }
    arguments
}

/// Prints a field of a class. `head` is a string whose memory is reused.
fn print_field(plan: &Plan<'_>, field: &Field, module: usize, head: &mut String, out: &mut Printer) {
    let types = PlainTypes { plan, module };
    let data = &plan.metamodel[field.member.feature];
    let mut codec = types.codec(&field.member, 0);
    if is_none_allowed(plan, &field.member) && !matches!(field.member.count, Count::One) {
        codec = Expression::call("oj.Optional", vec![codec]);
    }
    let codec = vec![Expression::atom(quoted(data.name())), codec];
    let mut arguments = Vec::new();
    let mut field_type = types.member(&field.member, 0);
    match default(plan, &field.member, module, Flavour::Dataclasses) {
        DefaultValue::Required => {}
        DefaultValue::Value(value) => {
            if value == "None" && !has_none(&field.member) {
                field_type = super::types::or_none(field_type);
            }
            // The most frequent defaults are static texts, which need no memory.
            arguments.push(match value.as_ref() {
                "None" => Expression::atom("default=None"),
                _ => Expression::atom(["default=", &value].concat()),
            });
        }
        DefaultValue::Factory(value) => {
            arguments.push(match value.as_ref() {
                "list" => Expression::atom("default_factory=list"),
                _ => Expression::atom(["default_factory=", &value].concat()),
            });
        }
    }
    arguments.push(Expression::call("metadata=oj.key", codec));
    head.clear();
    head.extend([field.name.as_str(), ": "]);
    field_type.flatten(head);
    head.push_str(" = ");
    out.expression(4, head, &Expression::call("field", arguments));
    super::feature_docs(plan, field.member.feature, out);
}

/// Prints the type and the codec of a choice or a tuple.
pub(super) fn alias(plan: &Plan<'_>, class: ClassId, module: usize, out: &mut Printer) {
    let types = PlainTypes { plan, module };
    let name = plan.alias(class, module);
    let alias_type = types.alias(class);
    let head = format!("{name}: TypeAlias = ");
    if plan.recursive_aliases.contains(&class) {
        // In quotes, the type may contain the name that this line only defines, but it needs imports like any other.
        let text = alias_type.flat();
        out.mention(&text);
        out.line(0, &format!("{head}{}", quoted(&text)));
    } else {
        out.expression(0, &head, &alias_type);
    }
    out.expression(0, &format!("{}: oj.Codec = ", plan.codec(class, module)), &types.alias_codec(class));
}
