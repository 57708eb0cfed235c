//! Which files are data of the environments of the nodes that are checked.
//!
//! A path such as `environments/%{environment}/data` matches the data of all environments, but also files that are not
//! data of an environment: those in hidden directories, and test fixtures.

use crate::interpolation::{Reference, references};
use crate::lookup::{FileIndex, Hierarchy, LevelMatch};
use crate::store::Value;
use std::collections::BTreeSet;

/// The names under which a scope may contain the environment.
const ENVIRONMENT_NAMES: [&str; 4] =
    ["environment", "::environment", "server_facts.environment", "puppet_environment"];

/// The environments of the nodes.
pub(super) struct Environments<'s> {
    /// `None` if the environment of some node is unknown, or there are no nodes.
    known: Option<BTreeSet<&'s str>>,
}

impl<'s> Environments<'s> {
    /// The environments in the scopes of nodes.
    pub(super) fn new(hierarchy: &'s Hierarchy, scopes: &'s [(String, Value)]) -> Self {
        let known = scopes.iter().map(|(_, scope)| {
            ENVIRONMENT_NAMES.iter().find_map(|name| hierarchy.variable(name, scope).and_then(Value::as_text))
        });
        let known = known.collect::<Option<BTreeSet<_>>>();
        // If some node has no environment, or there are no nodes, the data of all environments is checked.
        Self { known: known.filter(|known| !known.is_empty()) }
    }

    /// Whether a file is data of one of these environments; `levels` are those that may use the file.
    pub(super) fn may_use(&self, hierarchy: &Hierarchy, file: FileIndex, levels: &[LevelMatch]) -> bool {
        // If no level uses the file, only its path shows whether it is data.
        if levels.is_empty() {
            return hierarchy.may_have_data(file);
        }
        let is_used = levels.iter().any(|level| {
            // A level that does not mention the environment is used in all environments.
            let mut environments =
                level.variables.iter().filter(|(name, _)| ENVIRONMENT_NAMES.contains(&name.as_str()));
            environments.all(|(_, environment)| {
                // A hidden directory, or several parts of a path, are not the name of an environment.
                let is_name = !environment.contains('/') && !environment.starts_with('.');
                is_name && self.known.as_ref().is_none_or(|known| known.contains(environment.as_str()))
            })
        });
        is_used
            || hierarchy.unexamined_levels(file).iter().any(|level| !mentions_environment(hierarchy, level))
    }
}

/// Whether a level with its data directory interpolates the environment.
fn mentions_environment(hierarchy: &Hierarchy, level: &str) -> bool {
    references(level, hierarchy.rules())
        .iter()
        .any(|reference| matches!(reference, Reference::Variable(name) if ENVIRONMENT_NAMES.contains(name)))
}
