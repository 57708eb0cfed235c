//! Builds the catalog of a node: evaluates manifests in Puppet's order, and collects resources, relationships and the
//! log.
//!
//! One file for each concept: [`scope`], [`resource`], [`declare`] (resource expressions), [`class`], [`code`] (the
//! code of a class, node or resource), [`overrides`] with defaults, [`collectors`], [`relations`], [`queue`] (lazy
//! evaluation), [`finish`] and [`output`]. The builder is the host of the evaluator, which alone evaluates expressions.
//! Invariants: evaluation ends within its limits; a problem ends the build, and names its place and the classes that
//! led to it; the state is never borrowed while an expression is evaluated.

mod arguments;
mod attributes;
mod class;
mod code;
mod collectors;
mod current;
mod declare;
mod exported;
mod exports;
mod finish;
mod frames;
mod host;
mod imports;
mod legacy_facts;
mod log;
mod lookup;
mod main_class;
mod node;
mod output;
mod overrides;
mod position;
mod queue;
mod references;
mod relations;
mod resource;
mod scope;
mod state;
mod tags;
#[cfg(test)]
pub(crate) mod tests;
mod warnings;

pub use exported::{ExportedResource, Fleet, StoredResource};
pub use log::LogEntry;
pub use node::Node;
pub use output::BuildResult;

pub(crate) use arguments::wrong_count;
pub(crate) use declare::Form;
pub(crate) use references::split as split_reference;
pub(crate) use resource::{Attribute, Origin};
pub(crate) use state::{ResourceId, ScopeId};

use crate::environment::{Environment, HostFunction, Variable};
use crate::templates::erb::Objects;
use modelwright_evaluation::evaluate::Budget;
use modelwright_metamodel::diagnostic::{Diagnostic, Diagnostics};
use state::{State, TOP};
use std::cell::{Cell, RefCell};
use std::rc::Rc;
use std::sync::Arc;

/// Names that the builder itself uses, by their numbers.
#[derive(Debug)]
struct KnownNames {
    title: u32,
    name: u32,
    module_name: u32,
    caller_module_name: u32,
}

/// Builds one catalog.
#[derive(Debug)]
pub(crate) struct Builder<'e> {
    pub(crate) environment: &'e Environment,
    pub(crate) node: &'e Node,
    /// The exported resources of other nodes; `None` if none are known, as in Puppet without PuppetDB.
    pub(super) fleet: Option<&'e Fleet>,
    pub(super) state: RefCell<State>,
    /// The current scope.
    pub(super) current: Cell<ScopeId>,
    /// The variables by their numbers, copied from the environment when they are needed.
    variables: RefCell<Vec<Variable>>,
    /// The functions by their numbers, copied from the environment when they are needed.
    functions: RefCell<Vec<HostFunction>>,
    names: KnownNames,
    lookup_scope: RefCell<lookup::LookupScope>,
    /// The calls that are being evaluated, the innermost last.
    frames: RefCell<Vec<frames::Frame>>,
    /// The Ruby objects that represent the values of variables in templates.
    pub(crate) objects: Rc<Objects>,
}

impl Environment {
    /// Builds the catalog of a node; the exported resources of other nodes are not known.
    #[must_use]
    pub fn build(&self, node: &Node) -> BuildResult {
        self.build_on_thread(node, None)
    }

    /// Builds the catalog of a node, which collects the exported resources of other nodes.
    #[must_use]
    pub fn build_in_fleet(&self, node: &Node, fleet: &Fleet) -> BuildResult {
        self.build_on_thread(node, Some(fleet))
    }

    /// Builds a catalog on a thread with a large stack.
    fn build_on_thread(&self, node: &Node, fleet: Option<&Fleet>) -> BuildResult {
        // Recursion is limited by the depth of evaluation, which needs more stack than a thread usually has.
        let build = || self.build_here(node, fleet);
        std::thread::scope(|scope| {
            let thread = std::thread::Builder::new().stack_size(STACK_BYTES).spawn_scoped(scope, build);
            match thread.map(std::thread::ScopedJoinHandle::join) {
                Ok(Ok(result)) => result,
                Ok(Err(panic)) => std::panic::resume_unwind(panic),
                // On a platform without threads, the limit of depth must suit the stack of the caller.
                Err(_) => self.build_here(node, fleet),
            }
        })
    }

    /// Builds the catalog of a node on the stack of the caller, which needs 256 MiB for the usual limits.
    #[must_use]
    pub fn build_here(&self, node: &Node, fleet: Option<&Fleet>) -> BuildResult {
        let builder = Builder::new(self, node, fleet);
        let mut budget = Budget::new(self.limits);
        let result = builder.build(&mut budget).and_then(|()| builder.catalog());
        let (mut problems, mut exports) = (Diagnostics::new(), Vec::new());
        let catalog = match result {
            Ok(catalog) => {
                if fleet.is_some() {
                    exports = builder.exports(&catalog);
                }
                Some(catalog)
            }
            Err(problem) => {
                problems.push(Diagnostic::from(problem));
                None
            }
        };
        let state = builder.state.into_inner();
        let evaluated = state.evaluated.iter().map(|id| {
            let resource = state.resource(*id);
            (Arc::clone(&resource.ty), Arc::clone(&resource.title))
        });
        let evaluated = evaluated.collect();
        problems.extend(state.gaps);
        BuildResult {
            catalog,
            log: state.log,
            problems,
            unknown: state.unknown,
            evaluated,
            exports,
            queried: state.queried,
        }
    }
}

/// The stack of the thread that builds a catalog; the system provides memory only for the part that is used.
const STACK_BYTES: usize = 256 << 20;

impl<'e> Builder<'e> {
    /// A builder of the catalog of a node, before anything is evaluated.
    fn new(environment: &'e Environment, node: &'e Node, fleet: Option<&'e Fleet>) -> Self {
        let names = KnownNames {
            title: environment.number("title"),
            name: environment.number("name"),
            module_name: environment.number("module_name"),
            caller_module_name: environment.number("caller_module_name"),
        };
        Self {
            environment,
            node,
            fleet,
            state: RefCell::default(),
            current: Cell::new(TOP),
            variables: RefCell::default(),
            functions: RefCell::default(),
            names,
            lookup_scope: RefCell::default(),
            frames: RefCell::default(),
            objects: Rc::default(),
        }
    }
}
