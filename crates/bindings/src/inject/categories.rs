//! The values of a node's categories, and the conditions that hold because of them.

use super::Injector;
use super::host::CategoryHost;
use crate::compose::{PredicateIndex, comparable_value};
use crate::values::excerpt;
use modelwright_evaluation::evaluate::{Budget, EvaluationLimits, Value};
use modelwright_metamodel::diagnostic::{Diagnostics, Severity, codes};
use std::sync::Arc;

impl Injector {
    /// The values of the categories of each list, in the order of the lists and of their categories.
    pub(crate) fn values_of_categories(&self) -> &[Vec<Option<Arc<str>>>] {
        &self.category_values
    }

    /// The predicates that hold for the node, in the order of the categories.
    pub(crate) fn predicates(&self) -> Vec<PredicateIndex> {
        let composition = &self.composition;
        let lists = (0_u32..).zip(&composition.lists).zip(&self.category_values);
        let values = lists.flat_map(|((list, categories), values)| {
            let ranked = (0_u32..).zip(&categories.categories).zip(values);
            ranked.filter_map(move |((rank, category), value)| {
                composition.conditions.find(list, rank, comparable_value(value.as_deref()?, category.exact))
            })
        });
        values.collect()
    }

    /// Computes the values of all categories, and then the conditions that hold.
    pub(super) fn categorize(&mut self, problems: &mut Diagnostics) {
        // The host borrows the composition while `self` changes, so the pointer is cloned.
        let composition = Arc::clone(&self.composition);
        let host = CategoryHost { composition: &composition, facts: &self.facts };
        let mut predicates = Vec::new();
        for (list, categories) in (0_u32..).zip(&composition.lists) {
            let mut values = Vec::with_capacity(categories.categories.len());
            for (rank, category) in (0_u32..).zip(&categories.categories) {
                // Each category has a budget of its own, so that an expensive category does not make later ones fail.
                let mut budget = Budget::new(EvaluationLimits::default());
                let value = match host.value(&category.formula, &mut budget) {
                    Ok(value) => value,
                    // Conditions on this category do not hold; the other categories are still evaluated.
                    Err(problem) => {
                        problems.push(*problem);
                        Value::Undef
                    }
                };
                let text: Option<Arc<str>> = match &value {
                    Value::Undef => None,
                    // An empty string counts as no value, as does `undef`.
                    Value::String(text) => Some(Arc::clone(text)).filter(|text| !text.is_empty()),
                    Value::Boolean(_) | Value::Integer(_) | Value::Float(_) => Some(value.to_text().into()),
                    other => {
                        let message = format!(
                            "the value of the category `{}` must be a string, a number or a boolean, but it is {}",
                            category.name,
                            excerpt(other)
                        );
                        let code = codes::BINDINGS_CATEGORY_VALUE;
                        let places = [(category.place, "")];
                        let problem = composition.sources.problem(code, Severity::Error, &message, &places);
                        problems.push(problem.help("change its expression"));
                        None
                    }
                };
                if let Some(text) = &text {
                    let comparable = comparable_value(text, category.exact);
                    predicates.extend(composition.conditions.find(list, rank, comparable));
                }
                values.push(text);
            }
            self.category_values.push(values);
        }
        self.active = composition.conditions.active_with(&predicates);
    }
}
