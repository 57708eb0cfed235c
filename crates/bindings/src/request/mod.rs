//! The request of a node, in the steps of ARM-8: facts and the output of an external node classifier (ENC) determine
//! the environment, its directories and its manifest, and these determine the composition and the facts of the
//! injector.
//!
//! [`Requests`] serves many nodes of one site: `environments.pp` is read once, and nodes with the same directories
//! share a composition. Invariants: only files in the site, and in directories that the user allowed, are read; no
//! program is run. This module does not look up values.

mod all;
mod directories;
mod environments;
mod evaluation;

pub use all::{DistinctProblems, without_repetitions};

use super::compose::Composition;
use super::enc::EncOutput;
use super::inject::Facts;
use super::providers::{SiteDirectories, SiteInput};
use super::puppet_conf::PuppetConf;
use super::site;
use crate::access::SiteAccess;
use crate::files::{Files, display_path, read_source};
use crate::hiera::lookup::Encrypted;
use crate::store;
use environments::Plan;
use modelwright_metamodel::diagnostic::{Diagnostic, Diagnostics, codes};
use rustc_hash::FxHashMap;
use std::cell::RefCell;
use std::collections::BTreeSet;
use std::path::Path;
use std::sync::Arc;

/// The file that declares environments, in the configuration directory.
pub const ENTRY_POINT: &str = "environments.pp";
/// The environment of nodes for which no environment is chosen.
pub const DEFAULT_ENVIRONMENT: &str = "production";

/// Whether a directory is a site of bindings, rather than an environment with Hiera data only: it has bindings,
/// declares environments or the site, or it has no `hiera.yaml`.
#[must_use]
pub fn is_site(directory: &Path, files: &dyn Files) -> bool {
    let has_file = |name: &str| files.is_file(&directory.join(name));
    if !files.is_directory(directory) {
        return false;
    }
    let has_hiera = has_file("hiera.yaml") || has_file("hiera.yml");
    files.is_directory(&directory.join("bindings"))
        || has_file(ENTRY_POINT)
        || !has_hiera
        || site::is_declared_in_text(directory, files)
}

/// The data of a node.
#[derive(Debug, Clone, Copy)]
pub struct NodeRequest<'r> {
    /// The facts, which may contain the environment that the agent requests.
    pub facts: &'r store::Hash,
    /// The output of the ENC, if there is one.
    pub enc: Option<&'r EncOutput>,
    /// The environment, if the user specified it.
    pub environment: Option<&'r str>,
}

/// The result of a request, from which an injector is created.
#[derive(Debug)]
pub struct PreparedRequest {
    /// The name of the environment.
    pub environment: String,
    /// The text of the reason for the environment.
    pub decided_by: String,
    /// The directories and files of the environment.
    pub directories: SiteDirectories,
    /// The bindings of the environment.
    pub composition: Arc<Composition>,
    /// The variables of the node.
    pub facts: Arc<Facts>,
    /// The problems of the request itself.
    pub problems: Diagnostics,
}

/// Serves the requests of nodes for one site.
#[derive(Debug)]
pub struct Requests<'w> {
    site: &'w Path,
    access: SiteAccess,
    plan: Option<Plan>,
    problems: Diagnostics,
    compositions: RefCell<FxHashMap<SiteDirectories, Arc<Composition>>>,
    encrypted: Encrypted,
    puppet_conf: Option<&'w PuppetConf>,
}

impl<'w> Requests<'w> {
    /// The requests for the site in a directory, whose `environments.pp` is read if there is one.
    ///
    /// # Errors
    /// If there is no such directory.
    pub fn new(site: &'w Path, access: SiteAccess) -> Result<Self, Box<Diagnostic>> {
        let files = Arc::clone(&access.base.files);
        let files = &*files;
        if !files.is_directory(site) {
            let message = format!("there is no directory {}", display_path(site));
            let problem = Diagnostic::error(codes::CANNOT_READ, message);
            return Err(Box::new(problem.help("specify the directory of a site")));
        }
        let path = site.join(ENTRY_POINT);
        let mut problems = Diagnostics::new();
        let limits = &access.base.limits;
        let plan = files.is_file(&path).then(|| match read_source(files, &path, limits) {
            Ok(source) => Some(Plan::read(&source, &mut problems)),
            Err(problem) => {
                problems.push(*problem);
                None
            }
        });
        let plan = plan.flatten();
        let (compositions, encrypted) = (RefCell::default(), Encrypted::Hidden);
        Ok(Self { site, access, plan, problems, compositions, encrypted, puppet_conf: None })
    }

    /// Sets what Hiera trees return for encrypted values; the default is `<encrypted>`.
    #[must_use]
    pub fn with_encrypted(self, encrypted: Encrypted) -> Self {
        Self { encrypted, ..self }
    }

    /// Adds the data that a `puppet.conf` specifies, above all layers.
    #[must_use]
    pub fn with_puppet_conf(self, puppet_conf: Option<&'w PuppetConf>) -> Self {
        Self { puppet_conf, ..self }
    }

    /// The environments that can be listed without a node: the declared ones, the subdirectories of directories of
    /// dynamic environments, and `production`. Expressions are evaluated without facts.
    #[must_use]
    pub fn environments(&self) -> BTreeSet<String> {
        let mut names = BTreeSet::from([DEFAULT_ENVIRONMENT.to_owned()]);
        let facts = store::Hash::default();
        let request = NodeRequest { facts: &facts, enc: None, environment: None };
        if let Some(plan) = &self.plan {
            let confdir = self.access.base.files.absolute(self.site);
            let (environments, files) = (plan.evaluate(&confdir, &request), &*self.access.base.files);
            names.extend(
                environments.known(files, |path| directories::may_read(path, self.site, &self.access)),
            );
        }
        names
    }

    /// Serves a request: determines the environment, and composes its bindings unless they were composed before.
    #[must_use]
    pub fn prepare(&self, request: &NodeRequest<'_>) -> PreparedRequest {
        let has_node = true;
        self.serve(request, has_node)
    }

    /// Prepares an environment without a node. There are no facts, so problems of statements in `environments.pp` are
    /// dropped.
    #[must_use]
    pub fn without_node(&self, environment: &str) -> PreparedRequest {
        let facts = store::Hash::default();
        let request = NodeRequest { facts: &facts, enc: None, environment: Some(environment) };
        let has_node = false;
        self.serve(&request, has_node)
    }

    /// The composition of an environment. Nodes share it, unless a layer contains the output of the ENC for one node.
    fn composition(&self, directories: &SiteDirectories, enc: Option<&EncOutput>) -> Arc<Composition> {
        // The value is cloned, so that the table is not borrowed while bindings are composed.
        let cached = self.compositions.borrow().get(directories).cloned();
        if let Some(cached) = cached.filter(|cached| enc.is_none() || !cached.depends_on_node()) {
            return cached;
        }
        let composition = site::compose_directories(SiteInput {
            directories,
            access: &self.access,
            enc,
            encrypted: self.encrypted,
        });
        // A composition with the output of the ENC for one node must not be used for another node.
        if enc.is_none() || !composition.depends_on_node() {
            self.compositions.borrow_mut().insert(directories.clone(), Arc::clone(&composition));
        }
        composition
    }

    /// Prepares a request: chooses the environment, finds its directories, and composes its bindings.
    fn serve(&self, request: &NodeRequest<'_>, has_node: bool) -> PreparedRequest {
        let files: &dyn Files = &*self.access.base.files;
        let mut problems = self.problems.clone();
        let environment_of_enc = request.enc.and_then(|enc| enc.environment.as_deref());
        let (environment, decided_by, mut directories) = match &self.plan {
            None => {
                let (name, reason) = match (request.environment, environment_of_enc) {
                    (Some(name), _) => (name, "the command line"),
                    (None, Some(name)) => (name, "the ENC"),
                    (None, None) => (DEFAULT_ENVIRONMENT, "default"),
                };
                (name.to_owned(), reason.to_owned(), site::directories(self.site, name, files))
            }
            Some(plan) => {
                let environments = plan.evaluate(&files.absolute(self.site), request);
                let choice = environments.choose(request);
                problems.append(environments.problems.clone());
                // Without facts, a statement may fail although it succeeds for every node.
                if has_node {
                    problems.append(environments.choice_problems.clone());
                }
                let directories =
                    directories::resolve(&environments, &choice, self.site, &self.access, &mut problems);
                (choice.name, choice.decided_by, directories)
            }
        };
        // The section of the environment takes precedence in `puppet.conf`, so the environment must be known.
        directories.data =
            self.puppet_conf.and_then(|conf| conf.location(&environment, files, &mut problems));
        let facts = Arc::new(Facts::new(request.facts, Some(&environment)));
        let composition = self.composition(&directories, request.enc);
        PreparedRequest { environment, decided_by, directories, composition, facts, problems }
    }
}
