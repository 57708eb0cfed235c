//! Combines the contributions to multibindings, either by a combinator function or by the options of the multibinding.

use super::Injector;
use super::host::NodeHost;
use super::produce::{append_flattened, elements};
use crate::compose::{Combination, Contribution};
use crate::generated::bindings::ConflictResolution;
use crate::values::excerpt;
use modelwright_evaluation::evaluate::{Budget, Value};
use modelwright_metamodel::diagnostic::{Diagnostic, Severity, codes};

type CombinationResult = Result<Value, Box<Diagnostic>>;

impl Injector {
    /// The contributions to the multibinding with an id that apply to the node, in descending precedence, with their
    /// values. Contributions that are optional and have no value are left out.
    pub(super) fn contributed(
        &self,
        id: u32,
        budget: &mut Budget,
    ) -> Result<Vec<(&Contribution, Value)>, Box<Diagnostic>> {
        let mut values = Vec::new();
        for contribution in self.composition.contributions(id, &self.active) {
            // A contribution is produced as a binding is: values are stored, depth is limited, and cycles are detected.
            let entry = contribution.entry(id);
            match self.binding(&entry, None, budget)? {
                Some(value) => values.push((contribution, value)),
                None if self.composition.is_optional(&entry) => {}
                None => {
                    let place = self.composition.bindings[contribution.binding as usize].place;
                    return Err(Box::new(self.composition.no_contribution(place)));
                }
            }
        }
        Ok(values)
    }

    /// An error at the position of a contribution.
    fn contribution_problem(
        &self,
        code: modelwright_metamodel::diagnostic::Code,
        message: &str,
        contribution: &Contribution,
    ) -> Diagnostic {
        let place = self.composition.bindings[contribution.binding as usize].place;
        self.composition.sources.problem(code, Severity::Error, message, &[(place, "")])
    }

    /// The value of a multibinding.
    pub(super) fn combine(
        &self,
        combination: &Combination,
        host: &NodeHost<'_>,
        budget: &mut Budget,
    ) -> CombinationResult {
        let contributions = match combination.id {
            Some(id) => self.contributed(id, budget)?,
            // Without an id, there are no contributions.
            None => Vec::new(),
        };
        match (combination.is_hash, combination.combinator) {
            (false, None) => {
                let items = contributions.into_iter().flat_map(|(_, value)| elements(value)).collect();
                Ok(array(items, combination))
            }
            (false, Some(combinator)) => {
                let mut result = Value::array(Vec::new());
                for (contribution, value) in contributions {
                    let arguments = [result, value];
                    result = self.call(combinator, &arguments, contribution, host, budget)?;
                }
                Ok(result)
            }
            (true, _) => self.combine_hash(combination, contributions, host, budget),
        }
    }

    /// The value of a multibinding whose value is a hash: each contribution has a name, which is a key of the hash.
    fn combine_hash(
        &self,
        combination: &Combination,
        contributions: Vec<(&Contribution, Value)>,
        host: &NodeHost<'_>,
        budget: &mut Budget,
    ) -> CombinationResult {
        // A vector keeps the order in which the names first occur.
        let mut entries: Vec<(Box<str>, Value)> = Vec::new();
        for (contribution, value) in contributions {
            let name: Box<str> = contribution.name.as_deref().unwrap_or_default().into();
            let index = entries.iter().position(|(other, _)| *other == name);
            let existing = index.map(|index| entries[index].1.clone());
            let value = match combination.combinator {
                Some(combinator) => {
                    let current = existing.unwrap_or(Value::Undef);
                    let arguments = [Value::string(&name), current, value];
                    self.call(combinator, &arguments, contribution, host, budget)?
                }
                None => self.resolve(combination.conflicts, existing, value, contribution)?,
            };
            match index {
                Some(index) => entries[index].1 = value,
                None => entries.push((name, value)),
            }
        }
        let pairs = entries.into_iter().map(|(name, value)| {
            let value = match value {
                // With a combinator, `flatten` and `uniq` have no effect.
                Value::Array(items) if combination.combinator.is_none() => array(items.to_vec(), combination),
                other => other,
            };
            (Value::string(&name), value)
        });
        Ok(Value::hash(pairs))
    }

    /// Calls a combinator. The message of a problem contains the position of the contribution.
    fn call(
        &self,
        combinator: u32,
        arguments: &[Value],
        contribution: &Contribution,
        host: &NodeHost<'_>,
        budget: &mut Budget,
    ) -> CombinationResult {
        let result = self.composition.programs.run(combinator, host, budget, arguments);
        result.map_err(|problem| {
            let place = self.composition.bindings[contribution.binding as usize].place;
            let position = self.composition.sources.show(place);
            let mut problem = *problem;
            problem.message = format!("{} (for the contribution at {position})", problem.message);
            Box::new(problem)
        })
    }

    /// The value of a name after a further contribution, according to the resolution of conflicts.
    fn resolve(
        &self,
        conflicts: ConflictResolution,
        existing: Option<Value>,
        value: Value,
        contribution: &Contribution,
    ) -> CombinationResult {
        let Some(existing) = existing else {
            // `append` makes an array for each name, even if there is only one contribution.
            let is_appended = conflicts == ConflictResolution::Append;
            return Ok(if is_appended { Value::array(vec![value]) } else { value });
        };
        match (conflicts, existing, value) {
            // The value so far has the higher precedence. `NodeCheck` reports contributions of the same precedence.
            (ConflictResolution::Priority | ConflictResolution::Ignore, existing, _) => Ok(existing),
            (ConflictResolution::Append, existing, value) => {
                let mut items = elements(existing);
                items.push(value);
                Ok(Value::array(items))
            }
            (ConflictResolution::Merge, Value::Array(existing), value) => {
                let mut items = existing.to_vec();
                items.extend(elements(value));
                Ok(Value::array(items))
            }
            (ConflictResolution::Merge, Value::Hash(existing), Value::Hash(lower)) => {
                let missing_pairs = lower.pairs().iter().filter(|(key, _)| existing.get(key).is_none());
                Ok(Value::hash(existing.pairs().iter().chain(missing_pairs).cloned()))
            }
            (resolution, existing, value) => {
                let name = contribution.name.as_deref().unwrap_or_default();
                let (message, help) = match resolution {
                    ConflictResolution::Merge => (
                        format!(
                            "the contributions of the name `{name}` cannot be merged: {} and {}",
                            excerpt(&existing),
                            excerpt(&value)
                        ),
                        "only hashes and arrays can be merged; set a combinator, or rename one",
                    ),
                    _ => (
                        format!("two contributions have the name `{name}`"),
                        "rename one, or set conflict_resolution or a combinator",
                    ),
                };
                let problem = self.contribution_problem(codes::BINDINGS_MULTIBIND, &message, contribution);
                Err(Box::new(problem.help(help)))
            }
        }
    }
}

/// Makes an array of items, to which the options `flatten` and `uniq` are applied.
fn array(items: Vec<Value>, combination: &Combination) -> Value {
    let mut result = items;
    if combination.flatten != 0 {
        let mut flattened = Vec::with_capacity(result.len());
        append_flattened(&result, combination.flatten, &mut flattened);
        result = flattened;
    }
    if combination.uniq {
        // A hash serves as an ordered set, because it compares its keys as the language compares values.
        let unique = Value::hash(result.into_iter().map(|item| (item, Value::Undef)));
        result = match unique {
            Value::Hash(unique) => unique.pairs().iter().map(|(item, _)| item.clone()).collect(),
            _ => Vec::new(),
        };
    }
    Value::array(result)
}
