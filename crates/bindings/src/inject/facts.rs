//! The facts of a node: its top-scope variables.

use crate::store;
use crate::store::to_evaluated;
use modelwright_evaluation::evaluate::Value;
use rustc_hash::FxHashMap;
use std::sync::OnceLock;

/// The environment of a node that specifies none.
const DEFAULT_ENVIRONMENT: &str = "production";

/// The facts of a node. Each fact is a variable; `$facts` is a hash of all facts.
#[derive(Debug)]
pub struct Facts {
    variables: FxHashMap<Box<str>, Value>,
    /// The facts without leading colons in their names, as values of Hiera.
    facts: store::Hash,
    /// The variables for Hiera trees, where `::fqdn` and `fqdn` are different names.
    scope: OnceLock<store::Value>,
}

impl Facts {
    /// Makes variables from the facts of a node. `environment` becomes `$environment`; the environment in the facts,
    /// which the agent requested, becomes `$agent_environment`.
    #[must_use]
    pub fn new(facts: &store::Hash, environment: Option<&str>) -> Self {
        let mut normalized = store::Hash::default();
        let mut requested = store::Value::Nil;
        for (name, value) in facts {
            // A Hiera scope may contain both `::fqdn` and `fqdn`; here they are the same variable.
            match name.as_text().map(|name| name.strip_prefix("::").unwrap_or(name)) {
                Some("environment") => requested = value.clone(),
                Some(name) => {
                    normalized.insert(store::Value::text(name), value.clone());
                }
                None => {}
            }
        }
        let environment = environment.unwrap_or(DEFAULT_ENVIRONMENT);
        normalized.insert(store::Value::text("environment"), store::Value::text(environment));
        normalized.insert(store::Value::text("agent_environment"), requested);
        let variables =
            normalized.iter().filter_map(|(name, value)| Some((name.as_text()?.into(), to_evaluated(value))));
        let mut variables: FxHashMap<Box<str>, Value> = variables.collect();
        if !variables.contains_key("facts") {
            let evaluated = facts.iter().map(|(name, value)| (to_evaluated(name), to_evaluated(value)));
            variables.insert("facts".into(), Value::hash(evaluated));
        }
        Self { variables, facts: normalized, scope: OnceLock::new() }
    }

    /// The value of a variable; undef if there is none.
    #[must_use]
    pub fn variable(&self, name: &str) -> &Value {
        const UNDEF: &Value = &Value::Undef;
        self.variables.get(name).unwrap_or(UNDEF)
    }

    /// The scope for Hiera trees.
    #[must_use]
    pub fn scope(&self) -> &store::Value {
        // The scope is created when it is first used, because only Hiera trees use it and it contains every fact twice.
        self.scope.get_or_init(|| {
            let mut scope = self.facts.clone();
            for (name, value) in &self.facts {
                if let Some(name) = name.as_text() {
                    scope.insert(store::Value::text(format!("::{name}")), value.clone());
                }
            }
            store::Value::Hash(scope)
        })
    }
}
