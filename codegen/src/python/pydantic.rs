//! Models of pydantic 2, which reads, checks and writes them.
//!
//! Invariants: facets are constraints of types; nothing is read by code of the module; `$type` is written exactly where
//! the class of an object is not that of its feature, a discriminator always. This module does not know dataclasses.

use super::Flavour;
use super::layout::{Expression, Printer, quoted, raw};
use super::plan::{Plan, PlannedClass};
use super::types::{DefaultValue, Types, default, has_none, is_any_object, is_empty_allowed, or_none};
use crate::json::Json;
use crate::json_schema::tuples::sizes;
use crate::languages::expressions::portable;
use crate::languages::facets::Facets;
use crate::languages::shapes::Value;
use modelwright_metamodel::diagnostic::{Diagnostic, codes};
use modelwright_metamodel::ecore::{ClassId, FeatureId, Tuple};

/// What a module may need beside its classes: a word, and the text that is added if the word occurs in the module.
pub(super) const HELPERS: &[(&str, &str)] = &[
    ("_Object", include_str!("helpers/object.py")),
    ("_Int8", "_Int8 = Annotated[int, Field(ge=-(2**7), lt=2**7)]\n"),
    ("_Int16", "_Int16 = Annotated[int, Field(ge=-(2**15), lt=2**15)]\n"),
    ("_Int32", "_Int32 = Annotated[int, Field(ge=-(2**31), lt=2**31)]\n"),
    ("_Int64", "_Int64 = Annotated[int, Field(ge=-(2**63), lt=2**63)]\n"),
    ("_Float32", include_str!("helpers/float32.py")),
    ("_Float64", include_str!("helpers/float64.py")),
    ("_Character", include_str!("helpers/character.py")),
    ("_Hexadecimal", "_Hexadecimal = Annotated[str, Field(pattern=\"^([0-9A-Fa-f]{2})*$\")]\n"),
    ("_Base64", "_Base64 = Annotated[str, Field(pattern=\"^[0-9A-Za-z+/]*={0,2}$\")]\n"),
    ("_Nothing", include_str!("helpers/nothing.py")),
    ("_UTC", "_UTC = timezone(timedelta(0))\n"),
    ("_Moment", include_str!("helpers/moment.py")),
    ("_Exact", include_str!("helpers/exact.py")),
    ("_distinct", include_str!("helpers/distinct.py")),
    ("_NAMES", "_NAMES: dict[type[BaseModel], list[str]] = {}\n"),
    ("_names", include_str!("helpers/names.py")),
    ("_in_order", include_str!("helpers/in_order.py")),
    ("_class_first", include_str!("helpers/class_first.py")),
    ("_class_first_in_order", include_str!("helpers/class_first_in_order.py")),
    ("_with_type", include_str!("helpers/with_type.py")),
    ("_by_type", include_str!("helpers/by_type.py")),
    ("_by_key", include_str!("helpers/by_key.py")),
];

/// The key that names the classes without a discriminator.
const TYPE: &str = "$type";

/// The greatest number of optional items at the end of a tuple for which each possible length is a type of its own.
const MAX_LENGTHS: usize = 16;

/// Types with their facets.
pub(super) struct ModelTypes<'p> {
    pub(super) plan: &'p Plan<'p>,
    pub(super) module: usize,
}

impl Types for ModelTypes<'_> {
    fn plan(&self) -> &Plan<'_> {
        self.plan
    }

    fn module(&self) -> usize {
        self.module
    }

    fn value(&self, value: &Value) -> Expression {
        let plan = self.plan;
        Expression::atom(match value {
            Value::Boolean(Facets { values: Some(values), .. }) => return literals(values),
            Value::Boolean(_) => "bool".to_owned(),
            Value::Integer(facets) => return integer(facets),
            Value::Number { is_single, facets } => {
                return number(if *is_single { "_Float32" } else { "_Float64" }, *is_single, facets);
            }
            Value::Decimal(facets) => return decimal(facets),
            Value::Text(facets) => return text(facets),
            Value::Character => "_Character".to_owned(),
            Value::Reference => "str".to_owned(),
            Value::Moment => "_Moment".to_owned(),
            Value::Hexadecimal => "_Hexadecimal".to_owned(),
            Value::Base64 => "_Base64".to_owned(),
            Value::Enum(id) => plan.enumeration(*id, self.module),
            Value::Any { kind, accepts_null } => {
                let kinds = [
                    ("str", kind.accepts_scalars()),
                    ("bool", kind.accepts_scalars()),
                    ("int", kind.accepts_scalars()),
                    ("float", kind.accepts_scalars()),
                    ("list[Any]", kind.accepts_lists()),
                    ("dict[str, Any]", kind.accepts_maps()),
                    ("None", *accepts_null),
                ];
                if kinds.iter().all(|(_, is_accepted)| *is_accepted) {
                    return Expression::atom("Any");
                }
                let kinds = kinds.iter().filter(|(_, is_accepted)| *is_accepted);
                return Expression::Union(kinds.map(|(name, _)| Expression::atom(*name)).collect());
            }
            Value::Object(class) => plan.union(*class, self.module),
            Value::Choice(class) | Value::Tuple(class) => plan.alias(*class, self.module),
        })
    }

    fn list(&self, item: Expression, min: u32, max: Option<u32>, is_unique: bool) -> Expression {
        let list = Expression::index("list", vec![item]);
        let distinct = is_unique.then(|| Expression::atom("_distinct"));
        with_bounds(list, min as usize, max.map(|max| max as usize), distinct)
    }

    fn map(&self, key: Expression, value: Expression, min: u32, max: Option<u32>) -> Expression {
        let map = Expression::index("dict", vec![key, value]);
        with_bounds(map, min as usize, max.map(|max| max as usize), None)
    }

    fn tuple(&self, tuple: &Tuple) -> Expression {
        let (min, max) = sizes(self.plan.metamodel, tuple);
        let type_of = |id: &FeatureId| match self.plan.part_members.get(id) {
            Some(member) if is_empty_allowed(member) => or_none(self.member(member, 0)),
            Some(member) => self.member(member, 0),
            None => Expression::atom("Any"),
        };
        match (tuple.repeats, tuple.features.as_slice()) {
            // If the only feature repeats, its own type is already the list of all items.
            (true, [only]) => type_of(only),
            (true, _) => with_bounds(Expression::atom("list[Any]"), min, max, None),
            (false, features) if features.len() - min > MAX_LENGTHS => {
                with_bounds(Expression::atom("list[Any]"), min, max, None)
            }
            // A tuple of pydantic has a fixed length, so each length is a type of its own.
            (false, features) => {
                let items: Vec<Expression> = features.iter().map(type_of).collect();
                let lengths = (min..=items.len()).rev();
                let mut tuples: Vec<Expression> = lengths
                    .map(|length| match length {
                        0 => Expression::atom("tuple[()]"),
                        _ => Expression::index("tuple", items[..length].to_vec()),
                    })
                    .collect();
                if tuples.len() == 1 { tuples.remove(0) } else { Expression::Union(tuples) }
            }
        }
    }
}

/// A list or a map with bounds on its number of items; `validator` is a further check.
fn with_bounds(
    collection: Expression,
    min: usize,
    max: Option<usize>,
    validator: Option<Expression>,
) -> Expression {
    let mut arguments = Vec::new();
    if min > 0 {
        arguments.push(Expression::atom(format!("min_length={min}")));
    }
    if let Some(max) = max {
        arguments.push(Expression::atom(format!("max_length={max}")));
    }
    annotated(collection, arguments, validator)
}

/// A type with arguments of `Field` and another annotation, as in `Annotated[str, Field(min_length=1)]`; the type
/// itself if there are neither.
fn annotated(ty: Expression, arguments: Vec<Expression>, annotation: Option<Expression>) -> Expression {
    if arguments.is_empty() && annotation.is_none() {
        return ty;
    }
    let mut parts = vec![ty];
    if !arguments.is_empty() {
        parts.push(Expression::call("Field", arguments));
    }
    parts.extend(annotation);
    Expression::index("Annotated", parts)
}

/// The type of listed values, which are texts and booleans.
fn literals(values: &[Json]) -> Expression {
    let texts = values.iter().map(|value| {
        Expression::atom(match value {
            Json::String(text) => quoted(text),
            Json::Bool(true) => "True".to_owned(),
            _ => "False".to_owned(),
        })
    });
    Expression::index("Literal", texts.collect())
}

/// The type of integers with these facets.
fn integer(facets: &Facets) -> Expression {
    let (low, high) = facets.integers();
    for bits in [8, 16, 32, 64] {
        let limit = 1i128 << (bits - 1);
        if (low, high) == (Some(-limit), Some(limit - 1)) {
            return Expression::atom(format!("_Int{bits}"));
        }
    }
    let mut arguments = Vec::new();
    if let Some(low) = low {
        arguments.push(Expression::atom(format!("ge={low}")));
    }
    if let Some(high) = high {
        arguments.push(Expression::atom(format!("le={high}")));
    }
    annotated(Expression::atom("int"), arguments, None)
}

/// The arguments of `Field` for the bounds of numbers.
fn bounds(facets: &Facets) -> Vec<Expression> {
    let bounds =
        [("ge", &facets.minimum), ("le", &facets.maximum), ("gt", &facets.above), ("lt", &facets.below)];
    let bounds = bounds.iter().filter_map(|(name, digits)| Some(format!("{name}={}", digits.as_deref()?)));
    bounds.map(Expression::atom).collect()
}

/// The type of numbers; without bounds, it is the one named `constant`.
fn number(constant: &'static str, is_single: bool, facets: &Facets) -> Expression {
    let mut arguments = bounds(facets);
    if arguments.is_empty() {
        return Expression::atom(constant);
    }
    let has_lower_bound = facets.minimum.is_some() || facets.above.is_some();
    let has_upper_bound = facets.maximum.is_some() || facets.below.is_some();
    // This bound, 3.40282…e38, is the least number that is infinite in 32 bits.
    if is_single && !has_upper_bound {
        arguments.push(Expression::atom("lt=3.4028235677973366e38"));
    }
    if is_single && !has_lower_bound {
        arguments.push(Expression::atom("gt=-3.4028235677973366e38"));
    }
    arguments.push(Expression::atom("allow_inf_nan=False"));
    let finite_type = annotated(Expression::atom("float"), arguments, None);
    // Infinity and `NaN` are texts in documents. With a bound, infinity is valid only on the other side, and `NaN`
    // never.
    let infinite = match (has_lower_bound, has_upper_bound) {
        (true, false) => "Literal[\"Infinity\"]",
        (false, true) => "Literal[\"-Infinity\"]",
        _ => return finite_type,
    };
    Expression::Union(vec![finite_type, Expression::atom(infinite)])
}

/// The type of decimal numbers with these facets.
fn decimal(facets: &Facets) -> Expression {
    annotated(Expression::atom("_Exact"), bounds(facets), None)
}

/// The type of texts with these facets.
fn text(facets: &Facets) -> Expression {
    if let Some(values) = &facets.values {
        return literals(values);
    }
    let mut arguments = Vec::new();
    if let Some(min) = facets.min_length
        && min > 0
    {
        arguments.push(Expression::atom(format!("min_length={min}")));
    }
    if let Some(max) = facets.max_length {
        arguments.push(Expression::atom(format!("max_length={max}")));
    }
    let mut patterns = facets
        .patterns
        .iter()
        .map(|pattern| Expression::atom(format!("pattern={}", raw(&portable(pattern)))));
    arguments.extend(patterns.next());
    let mut ty = annotated(Expression::atom("str"), arguments, None);
    // A `Field` has one pattern, so each further pattern is in a `Field` around the type.
    for pattern in patterns {
        ty = annotated(ty, vec![pattern], None);
    }
    ty
}

/// Prints the model of a class.
pub(super) fn class(plan: &Plan<'_>, planned: &PlannedClass, module: usize, out: &mut Printer) {
    let types = ModelTypes { plan, module };
    let mut bases: Vec<Expression> =
        planned.bases.iter().map(|base| Expression::atom(plan.class(*base, module))).collect();
    if bases.is_empty() {
        bases.push(Expression::atom("_Object"));
    }
    let name = plan.class(planned.class, module);
    out.expression(0, "", &Expression::Items(format!("class {name}").into(), bases, "):"));
    super::class_docs(plan, planned.class, out);
    let is_abstract = plan.scope.is_abstract(planned.class);
    if !is_abstract || !planned.fields.is_empty() {
        out.blank(1);
    }
    if !is_abstract {
        type_field(plan, planned.class, out);
    }
    for field in &planned.fields {
        let data = &plan.metamodel[field.member.feature];
        let mut field_type = types.member(&field.member, 0);
        let mut arguments = Vec::new();
        match default(plan, &field.member, module, Flavour::Pydantic) {
            DefaultValue::Required => {}
            DefaultValue::Value(value) => {
                if value == "None" && !has_none(&field.member) {
                    field_type = or_none(field_type);
                }
                arguments.push(Expression::atom(format!("default={value}")));
            }
            DefaultValue::Factory(value) => {
                arguments.push(Expression::atom(format!("default_factory={value}")));
            }
        }
        if field.name != data.name() {
            arguments.push(Expression::atom(format!("alias={}", quoted(data.name()))));
        }
        let value = match arguments.as_slice() {
            [] => String::new(),
            [Expression::Atom(argument)] if argument.starts_with("default=") => {
                argument.replacen("default=", " = ", 1)
            }
            _ => format!(" = {}", Expression::call("Field", arguments).flat()),
        };
        out.statement(4, &format!("{}: ", field.name), &field_type, &value);
        super::feature_docs(plan, field.member.feature, out);
    }
    if plan.metamodel.choice(planned.class).is_some() {
        one_value(&name, out);
    }
    if let Some(writer) = writer(plan, planned) {
        out.blank(1);
        out.line(4, &format!("_write_in_order = model_serializer(mode=\"wrap\")({writer})"));
    }
}

/// The helper that writes the objects of a class; `None` if none is needed, or if that of its base does it.
fn writer(plan: &Plan<'_>, planned: &PlannedClass) -> Option<&'static str> {
    let is_discriminated =
        |class| !plan.scope.is_abstract(class) && plan.metamodel.discriminator(class).is_some();
    let has_own_order = has_own_order(plan, planned);
    if !is_discriminated(planned.class) {
        return has_own_order.then_some("_in_order");
    }
    // The helper of the only base writes the discriminator first, too.
    if matches!(planned.bases.as_slice(), [base] if is_discriminated(*base)) {
        return None;
    }
    let supertypes = plan.metamodel.table(planned.class).supertypes();
    // The helper replaces that of a supertype, which may write the fields in order.
    let has_ordered_supertype =
        supertypes.iter().any(|supertype| plan.metamodel[*supertype].supertypes.len() > 1);
    Some(if has_own_order || has_ordered_supertype { "_class_first_in_order" } else { "_class_first" })
}

/// Whether the fields of a class are in another order than those of documents: models have the fields of the last base
/// first.
fn has_own_order(plan: &Plan<'_>, planned: &PlannedClass) -> bool {
    planned.bases.iter().filter(|base| !plan.metamodel.table(**base).all_features().is_empty()).count() > 1
}

/// Prints the check that an object has exactly one value.
fn one_value(name: &str, out: &mut Printer) {
    out.blank(1);
    out.line(4, "@model_validator(mode=\"after\")");
    out.line(4, &format!("def _has_one_value(self) -> {name}:"));
    out.line(8, "if len(self.model_fields_set - {\"type_\"}) != 1:");
    out.line(12, "raise ValueError(\"expected exactly one value\")");
    out.line(8, "return self");
}

/// Prints the field for the name of the class.
fn type_field(plan: &Plan<'_>, class: ClassId, out: &mut Printer) {
    let (short, full) = names(plan, class);
    let mut spellings = vec![short.as_str(), full.as_str()];
    spellings.dedup();
    let literals: Vec<Expression> =
        spellings.into_iter().map(|name| Expression::atom(quoted(name))).collect();
    let alias = format!("alias={}", quoted(key(plan, class)));
    let arguments = ["default=".to_owned() + &quoted(&short), alias, "exclude=True".to_owned()];
    let value = Expression::call("Field", arguments.map(Expression::atom).to_vec());
    let supertypes = plan.metamodel.table(class).supertypes();
    let overrides_field =
        supertypes.iter().any(|id| *id != class && plan.has_objects(*id) && !plan.scope.is_abstract(*id));
    // Type checkers report a field whose type is not that of the field it overrides.
    let comment = if overrides_field { "  # type: ignore[assignment]" } else { "" };
    let literal_type = Expression::index("Literal", literals);
    out.line(4, &format!("type_: {} = {}{comment}", literal_type.flat(), value.flat()));
}

/// The key that names a class in documents.
fn key<'p>(plan: &'p Plan<'_>, class: ClassId) -> &'p str {
    plan.metamodel.discriminator(class).unwrap_or(TYPE)
}

/// The name of a class in documents of its own package, and its full name. For a class with a discriminator, both are
/// the value of the discriminator.
fn names(plan: &Plan<'_>, class: ClassId) -> (String, String) {
    if plan.metamodel.discriminator(class).is_some() {
        let name = plan.metamodel.discriminator_value(class).to_owned();
        return (name.clone(), name);
    }
    let root = plan.metamodel.root_of(plan.metamodel[class].package);
    let inner_name = plan.scope.name_in_documents(class);
    let full_name = format!("{}#//{inner_name}", plan.scope.uri(root));
    let is_in_root = plan.metamodel[class].package == root;
    let short_name = if is_in_root { inner_name } else { full_name.clone() };
    (short_name, full_name)
}

/// The name of a class in documents of its own package.
fn short_name(plan: &Plan<'_>, class: ClassId) -> String {
    let (short, _) = names(plan, class);
    short
}

/// Prints the type of the objects of a class and its subclasses.
pub(super) fn union(plan: &Plan<'_>, class: ClassId, module: usize, out: &mut Printer) {
    let concrete: Vec<ClassId> =
        plan.scope.concrete(class).iter().copied().filter(|id| plan.has_objects(*id)).collect();
    let class_of = |id: &ClassId| Expression::atom(plan.class(*id, module));
    let head = format!("{}: TypeAlias = ", plan.union(class, module));
    if concrete.iter().any(|id| plan.metamodel.discriminator(*id).is_some()) {
        return out.expression(0, &head, &keyed_union(plan, class, &concrete, module));
    }
    let ty = if concrete.contains(&class) {
        // An object of the class itself need not have the key `$type`, so a function chooses the class.
        let name = quoted(&short_name(plan, class));
        let tagged_types = concrete.iter().map(|id| {
            let tag = Expression::atom(format!("Tag({})", quoted(&short_name(plan, *id))));
            Expression::index("Annotated", vec![class_of(id), tag])
        });
        let union = Expression::Union(tagged_types.collect());
        let annotations = [format!("_by_type({name})"), format!("_with_type({name})")];
        Expression::index("Annotated", [union].into_iter().chain(annotations.map(Expression::atom)).collect())
    } else {
        let with_type = Expression::atom("_with_type()");
        match concrete.as_slice() {
            // No object can be of the class.
            [] => Expression::atom("_Nothing"),
            [only] => Expression::index("Annotated", vec![class_of(only), with_type]),
            several => {
                let union = Expression::Union(several.iter().map(class_of).collect());
                let field = Expression::atom("Field(discriminator=\"type_\")");
                Expression::index("Annotated", vec![union, field, with_type])
            }
        }
    };
    out.expression(0, &head, &ty);
}

/// The type of the objects of several classes, some of which have discriminators; `feature_class` is the class of the
/// feature.
fn keyed_union(plan: &Plan<'_>, feature_class: ClassId, concrete: &[ClassId], module: usize) -> Expression {
    let mut keys: Vec<&str> = Vec::new();
    for class in concrete {
        let key = key(plan, *class);
        if !keys.contains(&key) {
            keys.push(key);
        }
    }
    // `$type` first: it is never a feature, whereas another key may be one in a class without this discriminator.
    keys.sort_by_key(|key| *key != TYPE);
    // Objects of the class of the feature need not name their class.
    let unnamed_class = if concrete.contains(&feature_class) { Some(feature_class) } else { None };
    if let ([only], None) = (keys.as_slice(), unnamed_class) {
        let mut parts = classes_with_key(plan, unnamed_class, concrete, only, module);
        return if parts.len() == 1 { parts.remove(0) } else { Expression::index("Annotated", parts) };
    }
    let mut alternatives = Vec::with_capacity(keys.len() + 1);
    if let Some(class) = unnamed_class {
        // `_by_key` gives the empty tag to an object that has none of the keys.
        alternatives.push(tagged_alternative(vec![Expression::atom(plan.class(class, module))], ""));
    }
    for key in &keys {
        let parts = classes_with_key(plan, unnamed_class, concrete, key, module);
        alternatives.push(tagged_alternative(parts, key));
    }
    let union = Expression::Union(alternatives);
    let keys = keys.iter().map(|key| Expression::atom(quoted(key))).collect();
    Expression::index("Annotated", vec![union, Expression::call("_by_key", keys)])
}

/// The type of the objects of the concrete classes that `wanted_key` names, followed by its annotations.
/// `unnamed_class` is the class whose objects may omit their name, if there is one.
fn classes_with_key(
    plan: &Plan<'_>,
    unnamed_class: Option<ClassId>,
    concrete: &[ClassId],
    wanted_key: &str,
    module: usize,
) -> Vec<Expression> {
    let classes = concrete.iter().filter(|class| key(plan, **class) == wanted_key);
    let mut classes: Vec<Expression> =
        classes.map(|class| Expression::atom(plan.class(*class, module))).collect();
    let mut parts = match classes.len() {
        1 => vec![classes.remove(0)],
        _ => vec![Expression::Union(classes), Expression::atom("Field(discriminator=\"type_\")")],
    };
    if wanted_key == TYPE {
        let name = match unnamed_class {
            Some(class) if key(plan, class) == TYPE => quoted(&short_name(plan, class)),
            _ => String::new(),
        };
        parts.push(Expression::atom(format!("_with_type({name})")));
    }
    parts
}

/// An alternative of a union whose discriminator is a function.
fn tagged_alternative(mut parts: Vec<Expression>, tag: &str) -> Expression {
    parts.push(Expression::atom(format!("Tag({})", quoted(tag))));
    Expression::index("Annotated", parts)
}

/// Prints the type of a choice or a tuple.
pub(super) fn alias(plan: &Plan<'_>, class: ClassId, module: usize, out: &mut Printer) {
    let alias_type = ModelTypes { plan, module }.alias(class);
    let name = plan.alias(class, module);
    if plan.recursive_aliases.contains(&class) {
        // Only a `TypeAliasType` may contain itself. Its type is in quotes, but needs imports like any other.
        out.mention(&alias_type.flat());
        let arguments = [quoted(&name), quoted(&alias_type.flat())].map(Expression::atom);
        out.expression(0, &format!("{name} = "), &Expression::call("TypeAliasType", arguments.to_vec()));
    } else {
        out.expression(0, &format!("{name}: TypeAlias = "), &alias_type);
    }
}

/// Reports tuples of which only the number of items is checked.
pub(super) fn report_unchecked(plan: &mut Plan<'_>) {
    for class in &plan.aliases {
        let Some(tuple) = plan.metamodel.tuple(*class) else { continue };
        let (min, _) = sizes(plan.metamodel, &tuple);
        let count = tuple.features.len();
        if (tuple.repeats && count > 1) || (!tuple.repeats && count - min > MAX_LENGTHS) {
            let name = &plan.metamodel[*class].name;
            let message = format!("pydantic does not check the types of the items of `{name}`");
            let help = "use the flavour dataclasses, which checks them";
            plan.problems.push(Diagnostic::warning(codes::NOT_GENERATED, message).help(help));
        }
    }
}

/// Whether objects in a feature of this class may be of other classes.
pub(super) fn is_union(plan: &Plan<'_>, class: ClassId) -> bool {
    is_any_object(class) || plan.scope.is_open(class)
}
