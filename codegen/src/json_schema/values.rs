//! The values of features, as far as a schema can describe them.

use super::any_values;
use super::pattern::{any_of, pattern};
use super::{Schema, of_type, one_of, pointer, refer};
use crate::json::Json;
use crate::text_types::{has_only_digits, text_type};
use modelwright_metamodel::ecore::{
    Annotation, AnyKind, AnyValue, DataKind, DataTypeId, EXTENDED_META_DATA, FeatureId, Literal, ValueRules,
    annotation, builtin, data, documentation, facet_items,
};

/// The maximum number of classes that are listed in place for a proxy; more classes are listed once, for all features
/// of the type.
const MAX_LISTED_CLASSES: usize = 16;

impl Schema<'_, '_> {
    /// The schema of a feature's value or values.
    pub(super) fn feature(&mut self, feature: FeatureId) -> Json {
        let metamodel = self.scope.metamodel;
        let data = &metamodel[feature];
        let value =
            if data.is_reference() { self.reference_value(feature) } else { self.attribute_value(feature) };
        let docs = documentation(&data.typed.annotations).map(Json::copy);
        let holds_any_null = self.any_kind(feature).is_some_and(AnyKind::accepts_null);
        if data.many() {
            let is_unique = self.scope.holds_distinct(feature);
            // The list of a Rust type has no place for null.
            let holds_null =
                self.scope.holds_null(feature) && !holds_any_null && !self.dialect.is_for_single_objects();
            let list = Json::map_of_some([
                ("type", Some(Json::string("array"))),
                ("description", docs),
                ("items", Some(if holds_null { or_null(value) } else { value })),
                ("minItems", bound(data.typed.lower)),
                ("maxItems", bound(data.typed.upper)),
                ("uniqueItems", is_unique.then_some(Json::Bool(true))),
            ]);
            return self.dialect.entries(self, feature, list);
        }
        let accepts_null = self.scope.accepts_null(feature) && !holds_any_null;
        let value = if accepts_null { or_null(value) } else { value };
        value.with_some("description", docs).with_some("default", self.default(feature))
    }

    /// The schema of a value of a reference: a contained object, or a reference to an object.
    fn reference_value(&mut self, feature: FeatureId) -> Json {
        let metamodel = self.scope.metamodel;
        let label = || metamodel.feature_label(feature);
        let target = metamodel.target(feature);
        if let Some(uniqueness_rule) = self.scope.uniqueness_rule(feature) {
            self.note_weaker_schema(label(), uniqueness_rule);
        }
        if metamodel[feature].is_containment() {
            // The definition of all subclasses takes precedence, because the definition of the class alone
            // would reject their objects.
            let definition = self.open_names.get(&target).or_else(|| self.closed_names.get(&target));
            let object = definition.map_or_else(|| Json::Map(Vec::new()), |name| refer(name));
            if target == builtin::EOBJECT {
                self.note_weaker_schema(
                    label(),
                    "contains valid objects if their classes are in other packages",
                );
                return self.or_proxy(object, Vec::new());
            }
            if self.dialect.has_plain_choices()
                && let Some(choice) = metamodel.natural_choice(feature)
            {
                let classes = vec![Json::string(self.class_name(target))];
                let named = self.or_proxy(object, classes);
                return self.choice(&choice, named).unwrap_or_else(|| Json::Map(Vec::new()));
            }
            if self.dialect.has_plain_choices()
                && let Some(tuple) = metamodel.natural_tuple(feature)
            {
                let object = self.or_proxy(object, vec![Json::string(self.class_name(target))]);
                return self.tuple_or_object(&tuple, object).unwrap_or_else(|| Json::Map(Vec::new()));
            }
            let concrete = self.scope.concrete(target);
            if concrete.len() > MAX_LISTED_CLASSES
                && let Some(name) = definition
            {
                let proxy = format!("$proxy.{name}");
                return self.or_shared_proxy(object, proxy, target);
            }
            let classes = concrete.iter().map(|id| Json::string(self.class_name(*id))).collect();
            return self.or_proxy(object, classes);
        }
        let name = &metamodel[target].name;
        match metamodel[feature].opposite().map(|opposite| metamodel.feature_label(opposite)) {
            Some(opposite) => {
                let what = format_args!("refers to an object of `{name}`, nor that {opposite} agrees");
                self.note_weaker_schema(label(), what);
            }
            None => self.note_weaker_schema(label(), format_args!("refers to an object of `{name}`")),
        }
        self.dialect.reference(self, target)
    }

    /// The schema of a value of an attribute.
    pub(super) fn attribute_value(&mut self, feature: FeatureId) -> Json {
        let metamodel = self.scope.metamodel;
        let data_type = metamodel.data_type(feature);
        let label = || metamodel.feature_label(feature);
        if metamodel[feature].is_id() && !self.checker.is_database {
            self.note_weaker_schema(label(), "is unique in its document");
        }
        if let Some(kind) = self.any_kind(feature) {
            return self.any_value(feature, kind);
        }
        let facets = annotation(&metamodel[data_type].annotations, EXTENDED_META_DATA);
        let has_definition = metamodel[data_type].kind == DataKind::Enum || facets.is_some();
        if has_definition && !metamodel.is_ecore_package(metamodel[data_type].package) {
            // The type is defined once and only if a feature uses it; the definitions are added after all classes.
            let name = self.types[&data_type].clone();
            let reference = Json::map([("$ref", Json::string(pointer(&name)))]);
            self.used_types.insert(name, data_type);
            return reference;
        }
        let kind = metamodel[data_type].kind;
        let rules = metamodel.value_rules(feature);
        if kind == DataKind::Date && rules != ValueRules::Declared && !self.checker.is_database {
            self.note_weaker_schema(label(), format_args!("is a valid `{}`", metamodel[data_type].name));
        }
        let pattern = self.text_pattern(data_type, label);
        self.value_of_type(data_type, rules).with_some("pattern", pattern)
    }

    /// The schema of the values of a data type without its facets.
    fn value_of_type(&self, id: DataTypeId, rules: ValueRules) -> Json {
        let data_type = &self.scope.metamodel[id];
        let value = self.dialect.value(data_type.kind);
        match data_type.kind {
            // Decision 19: only declared rules reject dates that the calendar does not have. EMF reads them, so with its
            // rules there is no pattern.
            DataKind::Date if rules == ValueRules::Declared => {
                value.with("pattern", Json::string(date_pattern()))
            }
            DataKind::Bytes if rules == ValueRules::Declared && data_type.lexical.is_none() => {
                value.with("pattern", Json::string("^([0-9A-Fa-f]{2})*$"))
            }
            _ => value,
        }
    }

    /// The pattern of the strings of a type such as `SemVer`; what it does not check is reported.
    fn text_pattern(&mut self, id: DataTypeId, label: impl Fn() -> String) -> Option<Json> {
        let ty = text_type(self.scope.metamodel, id)?;
        let pattern = ty.pattern.and_then(|pattern| any_of(std::iter::once(pattern)));
        match ty.unchecked {
            Some(what) => self.note_weaker_schema(label(), what),
            None if pattern.is_none() => self.note_weaker_schema(label(), "is of its type"),
            None => {}
        }
        pattern.map(|pattern| Json::string(pattern.text))
    }

    /// The definition of an enumeration or of a data type with facets.
    pub(super) fn type_definition(&mut self, id: DataTypeId) -> Json {
        let metamodel = self.scope.metamodel;
        let data_type = &metamodel[id];
        let docs = documentation(&data_type.annotations).map(Json::copy);
        if data_type.literals.is_some() {
            let mut spellings = self.dialect.literals(data_type.enum_literals());
            // The values of `enum` should differ, but literals and names of the `emf` dialect are often the
            // same.
            let mut known_spellings = std::collections::HashSet::new();
            spellings.retain(|spelling| known_spellings.insert(*spelling));
            let literals: Vec<Json> = spellings.into_iter().map(Json::copy).collect();
            return if literals.is_empty() {
                Json::map([("not", Json::Map(Vec::new()))])
            } else {
                Json::Map(Vec::new()).with_some("description", docs).with("enum", Json::List(literals))
            };
        }
        let rules = metamodel[data_type.package].value_rules;
        if data_type.kind == DataKind::Date && rules != ValueRules::Declared && !self.checker.is_database {
            self.note_weaker_schema(format_args!("`{}`", data_type.name), "is a valid date");
        }
        let mut schema = self.value_of_type(id, rules).with_some("description", docs);
        let mut base_schemas = Vec::new();
        // A type's own facets take precedence over the facets of its base types.
        let mut known_keywords: Vec<&str> = Vec::new();
        let mut next_type = Some(id);
        // A chain of base types that is longer than the list of all data types contains a cycle.
        for _ in 0..=metamodel.data_types().count() {
            let Some(current) = next_type else { break };
            let pattern = self.text_pattern(current, || format!("`{}`", data_type.name));
            base_schemas.extend(pattern.map(|pattern| Json::map([("pattern", pattern)])));
            let Some(facets) = annotation(&metamodel[current].annotations, EXTENDED_META_DATA) else { break };
            let keywords = self.facets(id, data_type.kind, facets, &known_keywords);
            known_keywords.extend(keywords.iter().map(|(keyword, _)| bound_name(keyword)));
            if current == id {
                for (key, value) in keywords {
                    schema = with_facet(schema, key, value);
                }
            } else if !keywords.is_empty() {
                let mut base_schema = Json::Map(Vec::new());
                for (key, value) in keywords {
                    base_schema = base_schema.with(key, value);
                }
                base_schemas.push(base_schema);
            }
            next_type = self.scope.base_type(current);
        }
        schema.with_some("allOf", (!base_schemas.is_empty()).then_some(Json::List(base_schemas)))
    }

    /// The keywords for a data type's facets, without the `known_keywords` of nearer types.
    fn facets(
        &mut self,
        id: DataTypeId,
        kind: DataKind,
        facets: &Annotation,
        known_keywords: &[&str],
    ) -> Vec<(&'static str, Json)> {
        let label = format!("`{}`", self.scope.metamodel[id].name);
        let is_number = is_numeric(kind) && self.dialect.is_always_number(kind);
        let mut keywords = Vec::new();
        for (facet, value) in &facets.details {
            let (Some(facet), Some(value)) = (facet.as_deref(), value.as_deref()) else { continue };
            let number = || number(value);
            let is_text = kind == DataKind::String;
            // `None` if JSON Schema cannot express the facet.
            let keyword = match facet {
                "name" | "kind" | "baseType" | "whiteSpace" => continue,
                "minInclusive" if is_number => number().map(|n| ("minimum", n)),
                "maxInclusive" if is_number => number().map(|n| ("maximum", n)),
                "minExclusive" if is_number => number().map(|n| ("exclusiveMinimum", n)),
                "maxExclusive" if is_number => number().map(|n| ("exclusiveMaximum", n)),
                "minLength" if is_text => number().map(|n| ("minLength", n)),
                "maxLength" if is_text => number().map(|n| ("maxLength", n)),
                "length" if is_text => {
                    // This facet has two keywords: the first one is added here, the second one below.
                    if let Some(n) = number()
                        && !known_keywords.contains(&"minLength")
                    {
                        keywords.push(("minLength", n));
                    }
                    number().map(|n| ("maxLength", n))
                }
                "pattern" if is_text => {
                    let translated = pattern(value);
                    if translated.as_ref().is_some_and(|pattern| !pattern.is_exact) {
                        let digits = "for digits other than 0 to 9";
                        let what = format_args!("satisfies its facet {facet} = {value} {digits}");
                        self.note_weaker_schema(&label, what);
                    }
                    translated.map(|pattern| ("pattern", Json::string(pattern.text)))
                }
                "enumeration" if is_text => {
                    Some(("enum", Json::List(facet_items(value).map(Json::string).collect())))
                }
                "enumeration" if matches!(kind, DataKind::Boolean { .. }) => {
                    let parsed = facet_items(value).map(|item| item.parse().ok().map(Json::Bool));
                    parsed.collect::<Option<_>>().map(|items| ("enum", Json::List(items)))
                }
                _ => None,
            };
            match keyword {
                // A facet replaces the facet of the base type, as in validation; patterns of all levels apply
                // together.
                Some((keyword, _))
                    if keyword != "pattern" && known_keywords.contains(&bound_name(keyword)) => {}
                Some(keyword) => keywords.push(keyword),
                None => {
                    self.note_weaker_schema(&label, format_args!("satisfies its facet {facet} = {value}"));
                }
            }
        }
        // Bounds apply to numbers, but infinite values and `NaN` are strings in JSON.
        let is_floating = matches!(kind, DataKind::Float { .. } | DataKind::Double { .. });
        let bounds = ["minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum"];
        let has_bounds = keywords.iter().any(|(keyword, _)| bounds.contains(keyword));
        if is_floating && has_bounds && !self.checker.compares_infinity {
            self.note_weaker_schema(&label, "is within its bounds if it is infinite or `NaN`");
        }
        keywords
    }

    /// The default value, as the dialect writes it; `None` if it is null, may violate the facets of the type, or has no
    /// JSON.
    fn default(&self, feature: FeatureId) -> Option<Json> {
        let metamodel = self.scope.metamodel;
        let data_type = &metamodel[metamodel.data_type(feature)];
        if metamodel[feature].default_literal.is_none() && data_type.literals.is_none() {
            // Java's own default need not satisfy the type's facets.
            let has_metadata = annotation(&data_type.annotations, EXTENDED_META_DATA).is_some();
            if has_metadata && !metamodel.is_ecore_package(data_type.package) {
                return None;
            }
        }
        Some(match &metamodel[feature].default {
            Literal::Null => return None,
            Literal::Bool(v) => Json::Bool(*v),
            Literal::Int(v) => Json::number(v),
            Literal::Float(v) if v.is_finite() => Json::number(format_args!("{v:?}")),
            Literal::Float(v) => number_as_string(|out| data::format_float(*v, out)),
            Literal::Double(v) if v.is_finite() => Json::number(format_args!("{v:?}")),
            Literal::Double(v) => number_as_string(|out| data::format_double(*v, out)),
            // JSON cannot express half of a surrogate pair as a text; documents contain the number instead.
            Literal::Char(v) => match char::from_u32(u32::from(*v)).filter(|c| !c.is_control()) {
                Some(c) => Json::string(c.to_string()),
                None => Json::number(v),
            },
            Literal::Enum(at) => {
                let literals = metamodel[metamodel.data_type(feature)].enum_literals();
                Json::copy(literals.get(*at as usize)?.spelling())
            }
            Literal::String(v) if self.any_kind(feature).is_some() => {
                any_values::default(&AnyValue::default_of(v))?
            }
            Literal::String(v) => Json::copy(v),
            Literal::Lexical(v) => match metamodel[metamodel.data_type(feature)].kind {
                kind if is_numeric(kind) && self.dialect.is_always_number(kind) => number(v)?,
                _ => Json::copy(v),
            },
        })
    }
}

/// The pattern of the dates that declared rules accept: RFC 3339, possibly without seconds, offset, or the colon of
/// the offset.
pub(crate) fn date_pattern() -> String {
    // The Gregorian rule by digits: divisible by 4 but not by 100, or divisible by 400.
    let leap = "[0-9]{0,5}(?:[0-9]{2}(?:0[48]|[2468][048]|[13579][26])|(?:[02468][048]|[13579][26])00)-02-29";
    let months_of_31 = "(?:0[13578]|1[02])-(?:0[1-9]|[12][0-9]|3[01])";
    let months_of_30 = "(?:0[469]|11)-(?:0[1-9]|[12][0-9]|30)";
    let february = "02-(?:0[1-9]|1[0-9]|2[0-8])";
    let time = "T(?:[01][0-9]|2[0-3]):[0-5][0-9](?::[0-5][0-9](?:\\.[0-9]+)?)?";
    let offset = "Z|[+\\-](?:[01][0-9]|2[0-3]):?[0-5][0-9]";
    format!(
        "^-?(?:{leap}|[0-9]{{4,9}}-(?:{months_of_31}|{months_of_30}|{february}))(?:{time}(?:{offset})?)?$"
    )
}

/// A schema with the keyword of a facet. If the schema has alternatives, the keyword is added to the first one only:
/// the other alternatives are values without facets, such as `NaN`.
fn with_facet(schema: Json, key: &'static str, value: Json) -> Json {
    let (alternatives, schema) = schema.split("oneOf");
    match alternatives {
        Some(Json::List(mut alternatives)) if !alternatives.is_empty() => {
            alternatives[0] = alternatives[0].clone().with(key, value);
            schema.with("oneOf", Json::List(alternatives))
        }
        _ => schema.with(key, value),
    }
}

/// A bound of a number of values; `None` if it is 0 or -1, which restrict nothing.
pub(super) fn bound(count: i32) -> Option<Json> {
    (count > 0).then(|| Json::number(count))
}

/// A schema that also accepts null.
pub(super) fn or_null(value: Json) -> Json {
    let ty = match &value {
        // If the schema has an `if`, adding null to `type` is not enough: its `then` or `else` would apply to null,
        // too.
        Json::Map(entries) if entries.iter().all(|(key, _)| key != "if") => {
            entries.iter().find(|(key, _)| key == "type").map(|(_, ty)| ty.clone())
        }
        _ => None,
    };
    match ty {
        Some(ty @ Json::String(_)) => value.with("type", Json::List(vec![ty, Json::string("null")])),
        _ => one_of(vec![value, Json::map([("type", Json::string("null"))])]),
    }
}

/// A value such as `NaN`, which JSON cannot express as a number.
fn number_as_string(write: impl FnOnce(&mut String)) -> Json {
    let mut text = String::new();
    write(&mut text);
    Json::string(text)
}

/// The name of the bound that a keyword sets. An inclusive and an exclusive bound have the same name, so that the bound
/// of the nearer type replaces the other one.
fn bound_name(keyword: &'static str) -> &'static str {
    match keyword {
        "exclusiveMinimum" => "minimum",
        "exclusiveMaximum" => "maximum",
        keyword => keyword,
    }
}

/// Whether values of a kind are numbers.
fn is_numeric(kind: DataKind) -> bool {
    use DataKind::{BigDecimal, BigInteger, Double, Float, Integer};
    matches!(kind, Integer { .. } | Float { .. } | Double { .. } | BigInteger | BigDecimal)
}

/// The schema of the values of a kind, without facets, as in most dialects.
pub(super) fn schema_of_kind(kind: DataKind) -> Json {
    match kind {
        DataKind::Boolean { .. } => of_type("boolean"),
        DataKind::Integer { bits, .. } => {
            // The bounds of 64 bits, shifted right by the bits that the type does not have: by 56 for a byte.
            let unused_bits = 64 - bits.clamp(1, 64);
            between(i64::MIN >> unused_bits, i64::MAX >> unused_bits)
        }
        DataKind::Float { .. } | DataKind::Double { .. } => {
            let words = ["NaN", "Infinity", "-Infinity"].map(Json::string).to_vec();
            one_of(vec![of_type("number"), Json::map([("enum", Json::List(words))])])
        }
        DataKind::Char { .. } => one_of(vec![
            of_type("string").with("minLength", Json::number(1)).with("maxLength", Json::number(1)),
            // The number of a character: characters of Java have 16 bits.
            between(0, i64::from(u16::MAX)),
        ]),
        DataKind::BigInteger => or_digits(of_type("integer"), "^(?:0|-?[1-9][0-9]*)$"),
        DataKind::BigDecimal => {
            or_digits(of_type("number"), "^-?(?:0|[1-9][0-9]*)(?:[.][0-9]+)?(?:[eE][+-]?[0-9]+)?$")
        }
        DataKind::Bytes => of_type("string").with("pattern", Json::string("^[0-9A-Fa-f]*$")),
        DataKind::String | DataKind::Date | DataKind::Other | DataKind::Opaque | DataKind::Unknown => {
            of_type("string")
        }
        DataKind::Enum | DataKind::FeatureMapEntry => Json::Map(Vec::new()),
    }
}

/// The schema of the integers between two others, which are included.
fn between(minimum: i64, maximum: i64) -> Json {
    let [minimum, maximum] = [minimum, maximum].map(Json::number);
    Json::map([("type", Json::string("integer")), ("minimum", minimum), ("maximum", maximum)])
}

/// A number, or a string of its digits.
fn or_digits(number: Json, pattern: &'static str) -> Json {
    one_of(vec![number, Json::map([("type", Json::string("string")), ("pattern", Json::string(pattern))])])
}

/// A number as JSON writes it; `None` if the text is not a number in this form. A plus sign is removed.
fn number(text: &str) -> Option<Json> {
    let digits = text.strip_prefix('+').unwrap_or(text);
    let unsigned = digits.strip_prefix('-').unwrap_or(digits);
    let (mantissa, exponent) = unsigned.split_once(['e', 'E']).unwrap_or((unsigned, "0"));
    let (integer, fraction) = mantissa.split_once('.').unwrap_or((mantissa, "0"));
    // RFC 8259, section 6: no leading zeros, no plus sign, and digits on both sides of the point.
    let is_decimal = has_only_digits(integer)
        && (integer == "0" || !integer.starts_with('0'))
        && has_only_digits(fraction)
        && has_only_digits(exponent.strip_prefix(['+', '-']).unwrap_or(exponent));
    is_decimal.then(|| Json::number(digits))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_keep_their_digits() {
        assert_eq!(number("+1.50"), Some(Json::number("1.50")));
        assert_eq!(number("-9223372036854775809"), Some(Json::number("-9223372036854775809")));
        for wrong in ["", "x", ".5", "5.", "01", "1e", "--1"] {
            assert_eq!(number(wrong), None, "{wrong}");
        }
    }
}
