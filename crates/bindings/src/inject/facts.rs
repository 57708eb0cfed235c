//! The facts of a node: its top-scope variables.

use crate::store;
use crate::store::to_evaluated;
use modelwright_evaluation::evaluate::Value;
use rustc_hash::FxHashMap;
use std::sync::OnceLock;

/// The environment of a node that names none.
const DEFAULT_ENVIRONMENT: &str = "production";

/// The facts of a node. Each is a variable; `$facts` has all of them.
#[derive(Debug)]
pub struct Facts {
    variables: FxHashMap<Box<str>, Value>,
    written: store::Hash,
    /// The same for trees of Hiera data, where `::fqdn` and `fqdn` are different names.
    scope: OnceLock<store::Value>,
}

impl Facts {
    /// The facts as read from a file. The environment of the node is the given one; that of the facts, which the agent
    /// requests, becomes `$agent_environment`.
    #[must_use]
    pub fn new(facts: &store::Hash, environment: Option<&str>) -> Self {
        let mut written = store::Hash::default();
        let mut requested = store::Value::Nil;
        for (name, value) in facts {
            // Scopes of Hiera may have both `::fqdn` and `fqdn`; here they are one variable.
            match name.as_text().map(|name| name.strip_prefix("::").unwrap_or(name)) {
                Some("environment") => requested = value.clone(),
                Some(name) => {
                    written.insert(store::Value::text(name), value.clone());
                }
                None => {}
            }
        }
        let environment = environment.unwrap_or(DEFAULT_ENVIRONMENT);
        written.insert(store::Value::text("environment"), store::Value::text(environment));
        written.insert(store::Value::text("agent_environment"), requested);
        let variables =
            written.iter().filter_map(|(name, value)| Some((name.as_text()?.into(), to_evaluated(value))));
        let mut variables: FxHashMap<Box<str>, Value> = variables.collect();
        if !variables.contains_key("facts") {
            let all = facts.iter().map(|(name, value)| (to_evaluated(name), to_evaluated(value)));
            variables.insert("facts".into(), Value::hash(all));
        }
        Self { variables, written, scope: OnceLock::new() }
    }

    /// The value of a variable; undef if there is none.
    #[must_use]
    pub fn variable(&self, name: &str) -> &Value {
        const UNDEF: &Value = &Value::Undef;
        self.variables.get(name).unwrap_or(UNDEF)
    }

    /// The scope for trees of Hiera data.
    #[must_use]
    pub fn scope(&self) -> &store::Value {
        // Made on demand, because only trees need it and it has every fact twice.
        self.scope.get_or_init(|| {
            let mut scope = self.written.clone();
            for (name, value) in &self.written {
                if let Some(name) = name.as_text() {
                    scope.insert(store::Value::text(format!("::{name}")), value.clone());
                }
            }
            store::Value::Hash(scope)
        })
    }
}
