//! Reads the facets of restrictions. This module does not know the documents that are validated.

use super::{Builder, SchemaNode};
use crate::xsd::Fault;
use crate::xsd::schema::{ANY_SIMPLE_TYPE, Kind, TypeId};
use crate::xsd::simple::{AllowedValues, Bound, Facets, Variety};
use crate::xsd::value::{Primitive, Value};
use crate::xsd::values::{ValueReader, variety};
use modelwright_schema_import::xsd::SCHEMA_NAMESPACE;
use modelwright_validation::Pattern;
use std::cmp::Ordering;

/// The maximum number of states of all patterns in a schema.
pub(super) const MAX_STATES: usize = 2_000_000;

impl<'d> Builder<'d> {
    /// Reads the facets of a restriction; `states` is the number of states that patterns may still use.
    pub(super) fn read_facets(
        &mut self,
        id: TypeId,
        node: SchemaNode<'d>,
        states: &mut usize,
    ) -> Result<(), Fault> {
        let Some(base) = self.schema.type_at(id).base else { return Ok(()) };
        let is_built_in = node.document.target == SCHEMA_NAMESPACE;
        let mut facets = Facets { is_built_in, ..Facets::default() };
        for child in node.children() {
            // The text is not trimmed: white space is significant in patterns and in the values of strings.
            let Some(text) = child.node().raw("value") else { continue };
            let number = || {
                let number = text.trim().parse::<usize>();
                number.map_err(|_| child.fault_in("value", format!("`{text}` is not a length")))
            };
            match child.name() {
                "pattern" => {
                    let pattern = Pattern::new(text).map_err(|reason| {
                        child.fault_in("value", format!("the pattern `{text}` cannot be read: {reason}"))
                    })?;
                    // All patterns of a schema have a common budget, because many small patterns cost as much as a
                    // large one.
                    let remaining = states.checked_sub(pattern.len());
                    *states = remaining.ok_or_else(|| child.fault("the patterns are too complex"))?;
                    facets.patterns.push((text.to_owned(), pattern));
                }
                "enumeration" => {
                    let (text, value) = self.facet_value(child, base, text)?;
                    facets.enumeration.get_or_insert_with(AllowedValues::default).add(value.key(), &text);
                }
                "length" => {
                    let length = number()?;
                    (facets.min_length, facets.max_length) = (Some(length), Some(length));
                }
                "minLength" => facets.min_length = Some(number()?),
                "maxLength" => facets.max_length = Some(number()?),
                "totalDigits" => facets.total_digits = Some(number()?),
                "fractionDigits" => facets.fraction_digits = i64::try_from(number()?).ok(),
                name @ ("minInclusive" | "maxInclusive" | "minExclusive" | "maxExclusive") => {
                    let (text, value) = self.facet_value(child, base, text)?;
                    let violating_order =
                        if name.starts_with("min") { Ordering::Less } else { Ordering::Greater };
                    let is_inclusive = name.ends_with("Inclusive");
                    facets.bounds.push(Bound { value, text, violating_order, is_inclusive });
                }
                _ => {}
            }
        }
        // The built-in types are correct, and are read for every schema, so the checks are skipped for them.
        if !is_built_in {
            self.check_applicable(node, base)?;
            check_consistent(node, &facets)?;
        }
        if let Kind::Simple(simple) = &mut self.schema.types[id.0].kind {
            simple.facets = facets;
        }
        Ok(())
    }

    /// Rejects facets that do not apply to the base type.
    fn check_applicable(&self, node: SchemaNode<'d>, base: TypeId) -> Result<(), Fault> {
        let Some(variety) = variety(&self.schema, base).filter(|_| base != ANY_SIMPLE_TYPE) else {
            return Ok(());
        };
        for child in node.children() {
            let is_applicable = match child.name() {
                "length" | "minLength" | "maxLength" => match variety {
                    Variety::Atomic(primitive) => primitive.has_length(),
                    Variety::List(_) => true,
                    // XML Schema Part 2, 4.1.5: only patterns and enumerations apply to unions.
                    Variety::Union(_) => false,
                },
                "minInclusive" | "maxInclusive" | "minExclusive" | "maxExclusive" => {
                    matches!(variety, Variety::Atomic(primitive) if primitive.has_order())
                }
                "totalDigits" | "fractionDigits" => matches!(variety, Variety::Atomic(Primitive::Decimal)),
                _ => true,
            };
            if !is_applicable {
                let (facet, name) = (child.name(), self.schema.type_name(base));
                return Err(child.fault(format!("`{facet}` does not apply to values of {name}")));
            }
        }
        Ok(())
    }

    /// The text of a facet for messages, and its value. `text` is the facet as the schema contains it.
    fn facet_value(&self, node: SchemaNode<'d>, base: TypeId, text: &str) -> Result<(String, Value), Fault> {
        // A `QName` in a facet has the prefixes of the schema, not those of the document.
        let prefixes = |prefix: &str| node.document.tree.namespace(node.id, prefix).map(str::to_owned);
        let mut values = ValueReader { checks_only_forms: true, ..ValueReader::default() };
        let value = values.read(&self.schema, base, text, &prefixes);
        let value =
            value.map_err(|expected| node.fault_in("value", format!("`{text}` must be {expected}")))?;
        // The text is kept as well, because a text may be a value of several members of a union.
        let shown_text = match &value {
            Value::Text(text) => text.clone(),
            _ => text.trim().to_owned(),
        };
        Ok((shown_text, value))
    }
}

/// Rejects facets that are contradictory or occur twice.
fn check_consistent(node: SchemaNode<'_>, facets: &Facets) -> Result<(), Fault> {
    let rejected = |names: &[&str], reason: &str| {
        let child = node.child(names).unwrap_or(node);
        Err(child.fault_in("value", format!("`{}` {reason}", child.name())))
    };
    if let (Some(min), Some(max)) = (facets.min_length, facets.max_length)
        && min > max
    {
        return rejected(&["maxLength"], "is less than `minLength`");
    }
    if node.child(&["length"]).is_some() && node.child(&["minLength", "maxLength"]).is_some() {
        return rejected(&["minLength", "maxLength"], "and `length` exclude each other");
    }
    let total = facets.total_digits.and_then(|total| i64::try_from(total).ok());
    if total.zip(facets.fraction_digits).is_some_and(|(total, fraction)| fraction > total) {
        return rejected(&["fractionDigits"], "is more than `totalDigits`");
    }
    for (one, other) in [("minInclusive", "minExclusive"), ("maxInclusive", "maxExclusive")] {
        if node.child(&[one]).is_some() && node.child(&[other]).is_some() {
            return rejected(&[other], &format!("and `{one}` exclude each other"));
        }
    }
    let bound = |violating_order: Ordering| {
        facets.bounds.iter().find(|bound| bound.violating_order == violating_order)
    };
    // Values that are less than a lower bound violate it.
    if let (Some(lower), Some(upper)) = (bound(Ordering::Less), bound(Ordering::Greater)) {
        let is_contradictory = match lower.value.compare(&upper.value) {
            Some(Ordering::Greater) => true,
            // Equal bounds are an error if exactly one of them is inclusive. Two exclusive bounds are valid, although
            // no value is between them.
            Some(Ordering::Equal) => lower.is_inclusive != upper.is_inclusive,
            Some(Ordering::Less) | None => false,
        };
        if is_contradictory {
            return rejected(&["maxInclusive", "maxExclusive"], "leaves no value above the lower bound");
        }
    }
    Ok(())
}
