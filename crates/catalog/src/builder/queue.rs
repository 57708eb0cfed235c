//! Lazy evaluation: collectors and the code of resources are evaluated in turns, until there is nothing new.
//!
//! Invariant: the turns end, because each collects or evaluates a resource, and the numbers of both are limited.

use super::Builder;
use super::state::ResourceId;
use modelwright_evaluation::evaluate::{Budget, HostError};

/// The number of turns after which Puppet gives up as well.
const MAX_TURNS: usize = 1000;

impl Builder<'_> {
    /// Evaluates everything that is not evaluated yet.
    pub(super) fn run_queue(&self, budget: &mut Budget) -> Result<(), HostError> {
        for _ in 0..=MAX_TURNS {
            let collected = self.run_collectors(budget)?;
            let evaluated = self.run_definitions(budget)?;
            if !collected && !evaluated {
                return Ok(());
            }
        }
        let unevaluated = self.unevaluated();
        let state = self.state.borrow();
        let example = unevaluated.first().map(|id| state.resource(*id));
        let name = example.map_or(String::new(), |example| format!(", such as {}", example.reference()));
        let message = format!(
            "after {MAX_TURNS} turns of collecting and evaluating there are still new resources{name}"
        );
        Err(super::overrides::with_position(
            HostError::new(message),
            example.and_then(|example| example.place.as_ref()),
        ))
    }

    /// Evaluates the code of the resources that are declared before this call. Those that this code declares are
    /// evaluated by the next call. Returns whether there was any code to evaluate.
    fn run_definitions(&self, budget: &mut Budget) -> Result<bool, HostError> {
        let unevaluated = self.unevaluated();
        for id in &unevaluated {
            let (place, reference) = {
                let state = self.state.borrow();
                (state.resource(*id).place.clone(), state.resource(*id).reference())
            };
            self.evaluate(*id, budget).map_err(|error| {
                let problem = modelwright_metamodel::diagnostic::Diagnostic::from(error);
                let problem = match &place {
                    Some(place) => {
                        problem.label(&place.source, place.range(), format!("{reference} is declared here"))
                    }
                    None => problem,
                };
                HostError::caused_by(Box::new(problem))
            })?;
        }
        Ok(!unevaluated.is_empty())
    }

    /// The resources whose code was not evaluated, except virtual ones.
    fn unevaluated(&self) -> Vec<ResourceId> {
        let mut state = self.state.borrow_mut();
        let mut done_count = state.done_count;
        // Resources are evaluated mostly in order, so most turns need not look at the earlier ones.
        while let Some(id) = state.declared.get(done_count).copied() {
            let resource = state.resource(id);
            if !resource.is_evaluated && resource.kind.has_code() {
                break;
            }
            done_count += 1;
        }
        state.done_count = done_count;
        let unevaluated = state.declared[done_count..].iter().filter(|id| {
            let resource = state.resource(**id);
            !resource.is_evaluated && !resource.is_virtual && resource.kind.has_code()
        });
        unevaluated.copied().collect()
    }
}
