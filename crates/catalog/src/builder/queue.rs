//! What is evaluated lazily: collectors, and resources of defined types, in turns until nothing is left.
//!
//! Invariant: it ends: each turn evaluates a resource or collects one, and both are limited.

use super::Builder;
use super::state::ResourceId;
use modelwright_evaluation::evaluate::{Budget, HostError};

/// The number of turns after which Puppet gives up as well.
const TURNS: usize = 1000;

impl Builder<'_> {
    /// Evaluates everything that is not evaluated yet.
    pub(super) fn run_queue(&self, budget: &mut Budget) -> Result<(), HostError> {
        for _ in 0..=TURNS {
            let collected = self.run_collectors(budget)?;
            let evaluated = self.run_definitions(budget)?;
            if !collected && !evaluated {
                return Ok(());
            }
        }
        let open = self.unevaluated();
        let state = self.state.borrow();
        let last = open.first().map(|id| state.resource(*id));
        let name = last.map_or(String::new(), |last| format!(", such as {}", last.reference()));
        let message =
            format!("after {TURNS} turns of collecting and evaluating there are still new resources{name}");
        Err(super::overrides::at(HostError::new(message), last.and_then(|last| last.place.as_ref())))
    }

    /// Evaluates the resources that are declared now; those that they declare follow in the next turn. Returns whether
    /// there were any.
    fn run_definitions(&self, budget: &mut Budget) -> Result<bool, HostError> {
        let open = self.unevaluated();
        for id in &open {
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
        Ok(!open.is_empty())
    }

    /// The resources with code that was not evaluated.
    fn unevaluated(&self) -> Vec<ResourceId> {
        let mut state = self.state.borrow_mut();
        let mut done = state.done;
        // Resources are evaluated mostly in order, so most turns need not look at the earlier ones.
        while let Some(id) = state.declared.get(done).copied() {
            let resource = state.resource(id);
            if !resource.is_evaluated && resource.kind.has_code() {
                break;
            }
            done += 1;
        }
        state.done = done;
        let open = state.declared[done..].iter().filter(|id| {
            let resource = state.resource(**id);
            !resource.is_evaluated && !resource.is_virtual && resource.kind.has_code()
        });
        open.copied().collect()
    }
}
