//! What restrictions of simple types ask of values.

use super::{At, Builder};
use crate::schemas::xsd::Fault;
use crate::schemas::xsd::schema::{Kind, TypeId};
use crate::schemas::xsd::simple::{Allowed, Bound, Facets, Values};
use crate::schemas::xsd::tree::SCHEMA_NAMESPACE;
use crate::schemas::xsd::value::Value;
use modelwright_metamodel::validate::Pattern;
use std::cmp::Ordering;

/// How many states the patterns of a schema may have together.
pub(super) const MOST_STATES: usize = 2_000_000;

impl<'d> Builder<'d> {
    /// Reads the facets of a restriction; `states` is what patterns may still have.
    pub(super) fn read_facets(&mut self, id: TypeId, at: At<'d>, states: &mut usize) -> Result<(), Fault> {
        let Some(base) = self.schema.type_at(id).base else { return Ok(()) };
        let is_built_in = at.document.target == SCHEMA_NAMESPACE;
        let mut facets = Facets { is_built_in, ..Facets::default() };
        for child in at.children() {
            let Some(text) = child.node().raw("value") else { continue };
            let number = || {
                let number = text.trim().parse::<usize>();
                number.map_err(|_| child.fault(format!("`{text}` is no number of things")))
            };
            match child.name() {
                "pattern" => {
                    let pattern = Pattern::new(text)
                        .map_err(|why| child.fault(format!("the pattern `{text}` cannot be read: {why}")))?;
                    let left = states.checked_sub(pattern.len());
                    *states = left.ok_or_else(|| child.fault("there are too many patterns"))?;
                    facets.patterns.push((text.to_owned(), pattern));
                }
                "enumeration" => {
                    let (text, value) = self.facet_value(child, base, text)?;
                    facets.enumeration.get_or_insert_with(Allowed::default).add(value.key(), &text);
                }
                "length" => {
                    let length = number()?;
                    (facets.least_length, facets.most_length) = (Some(length), Some(length));
                }
                "minLength" => facets.least_length = Some(number()?),
                "maxLength" => facets.most_length = Some(number()?),
                "totalDigits" => facets.total_digits = Some(number()?),
                "fractionDigits" => facets.fraction_digits = i64::try_from(number()?).ok(),
                name @ ("minInclusive" | "maxInclusive" | "minExclusive" | "maxExclusive") => {
                    let (text, value) = self.facet_value(child, base, text)?;
                    let wrong = if name.starts_with("min") { Ordering::Less } else { Ordering::Greater };
                    let is_inclusive = name.ends_with("Inclusive");
                    facets.bounds.push(Bound { value, text, wrong, is_inclusive });
                }
                _ => {}
            }
        }
        if let Kind::Simple(simple) = &mut self.schema.types[id.0].kind {
            simple.facets = facets;
        }
        Ok(())
    }

    /// The value that a facet names, and how it is spelled.
    fn facet_value(&self, at: At<'d>, base: TypeId, text: &str) -> Result<(String, Value), Fault> {
        let prefixes = |prefix: &str| at.document.tree.namespace(at.node, prefix).map(str::to_owned);
        let mut values = Values { forms_only: true, ..Values::default() };
        let value = values.read(&self.schema, base, text, &prefixes);
        let value = value.map_err(|expected| at.fault(format!("`{text}` must be {expected}")))?;
        // The members of a union may spell a value in several ways.
        let spelled = match &value {
            Value::Text(text) => text.clone(),
            _ => text.trim().to_owned(),
        };
        Ok((spelled, value))
    }
}
