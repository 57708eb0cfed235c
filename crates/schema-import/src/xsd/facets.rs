//! Facets of simple types, as details of the extended metadata.

use super::builder::Builder;
use super::components::{ElementId, TypeDefinition};
use super::draft::extend;
use super::white_space::normalised;

impl Builder<'_> {
    /// Adds the facets of a type's own restriction.
    pub(super) fn add_facets(&mut self, id: usize, element: ElementId) {
        let (mut enumerations, mut patterns) = (Vec::new(), Vec::new());
        let space = self.white_space(&TypeDefinition::Simple(element));
        for facet in self.schema.facets(element) {
            let is_ignored =
                self.schema.ecore(facet, "ignore").is_some_and(|ignore| ignore.eq_ignore_ascii_case("true"));
            let Some(node) = self.schema.node(facet).filter(|_| !is_ignored) else { continue };
            let raw_value = node.raw("value").unwrap_or_default();
            let value = match &*node.kind {
                "enumeration" => {
                    enumerations.push(normalised(raw_value, space));
                    continue;
                }
                "pattern" => {
                    patterns.push(raw_value.to_owned());
                    continue;
                }
                "length" | "minLength" | "maxLength" | "totalDigits" | "fractionDigits" => {
                    self.number(raw_value, facet, node.at_value("value")).to_string()
                }
                "whiteSpace" => raw_value.trim().to_owned(),
                "minInclusive" | "maxInclusive" | "minExclusive" | "maxExclusive" => raw_value.to_owned(),
                _ => continue,
            };
            self.set_facet(id, &node.kind, &value);
        }
        for (key, values) in [("enumeration", enumerations), ("pattern", patterns)] {
            if !values.is_empty() {
                let values: Vec<String> = values.iter().map(|value| escaped(value)).collect();
                self.set_facet(id, key, &values.join(" "));
            }
        }
    }

    fn set_facet(&mut self, id: usize, key: &str, value: &str) {
        if let Some(draft) = self.types.get_mut(id) {
            extend(&mut draft.annotations, key, value);
        }
    }
}

/// A value for a list of values that are separated by spaces. Its own spaces and line breaks, and `%`, are escaped.
fn escaped(value: &str) -> String {
    let mut result = String::with_capacity(value.len());
    for letter in value.chars() {
        match letter {
            '%' => result.push_str("%25"),
            ' ' => result.push_str("%20"),
            '\n' => result.push_str("%0A"),
            '\r' => result.push_str("%0D"),
            '\t' => result.push_str("%09"),
            _ => result.push(letter),
        }
    }
    result
}
