//! The flags that the commands about binding sites share: the site, the environment, facts, and the output of an ENC.

use super::data_programs::DataPrograms;
use super::enc_program;
use crate::hiera::{read, read_facts};
use crate::report::Report;
use clap::Args;
use modelwright::bindings::enc::EncOutput;
use modelwright::bindings::inject::Injector;
use modelwright::bindings::puppet_conf::PuppetConf;
use modelwright::bindings::request::{NodeRequest, PreparedRequest, Requests, without_repetitions};
use modelwright::hiera::facts::{NodeList, read_scope};
use modelwright::hiera::lookup::Encrypted;
use modelwright::store::{Hash, Value};
use modelwright::workspace::Workspace;
use modelwright_metamodel::diagnostic::{Diagnostic, Diagnostics, codes};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

/// The environment, and what may be read in addition to the site.
#[derive(Debug, Args)]
pub(crate) struct SiteFlags {
    /// The environment of the nodes, instead of the one that environments.pp or the ENC chooses
    #[arg(long = "env", value_name = "NAME")]
    pub(crate) environment: Option<String>,

    /// Another directory that may be read; may be given several times
    #[arg(long = "path", value_name = "DIR")]
    paths: Vec<PathBuf>,

    /// A metamodel whose types bindings may name; may be given several times
    #[arg(long = "model", value_name = "FILE")]
    models: Vec<PathBuf>,

    /// A puppet.conf whose datalocation contains data of the site, with precedence over all layers
    #[arg(long, value_name = "FILE")]
    puppet_conf: Option<PathBuf>,

    /// Run files of data (.pdl) that are programs, and read what they print
    #[arg(long)]
    run_data: bool,

    /// Return encrypted values of trees of Hiera data as they are written
    #[arg(long)]
    keep_encrypted: bool,
}

impl SiteFlags {
    /// How lookups in Hiera data treat encrypted values: as the command does by `default`, unless the user passed
    /// `--keep-encrypted`.
    pub(crate) fn encrypted(&self, default: Encrypted) -> Encrypted {
        if self.keep_encrypted { Encrypted::Kept } else { default }
    }

    /// A workspace that may read the given directories and metamodels, and runs programs of data if the user allows it.
    pub(crate) fn workspace(&self) -> Workspace {
        let disk = crate::trace::disk();
        let files = if self.run_data { Arc::new(DataPrograms::new(disk)) } else { disk };
        Workspace { paths: self.paths.clone(), models: self.models.clone(), files, ..Workspace::default() }
    }

    /// Whether a `puppet.conf` is given.
    pub(crate) fn has_puppet_conf(&self) -> bool {
        self.puppet_conf.is_some()
    }

    /// The `puppet.conf`, if it is given.
    pub(crate) fn puppet_conf(&self, workspace: &Workspace) -> Result<Option<PuppetConf>, Diagnostics> {
        let Some(path) = &self.puppet_conf else { return Ok(None) };
        let directory = path.parent().unwrap_or(Path::new(""));
        Ok(Some(PuppetConf::read(&read(path, workspace)?, directory)))
    }
}

/// The node: its facts, and the output of an external node classifier for it.
#[derive(Debug, Args)]
pub(crate) struct NodeFlags {
    /// Facts of the node: a JSON or YAML file, or NAME=VALUE; may be given several times
    #[arg(long, value_name = "FILE|NAME=VALUE")]
    facts: Vec<String>,

    /// The output of an external node classifier (ENC) for the node, in YAML or JSON
    #[arg(long, value_name = "FILE", conflicts_with = "enc_command")]
    enc: Option<PathBuf>,

    /// An external node classifier to run, with the name of the node as its argument: the fact fqdn
    #[arg(long, value_name = "PROGRAM")]
    enc_command: Option<PathBuf>,

    /// How long the external node classifier may take
    #[arg(long, value_name = "SECONDS", default_value_t = 10)]
    enc_time: u64,
}

impl NodeFlags {
    /// Whether any flag specifies the node.
    pub(crate) fn is_given(&self) -> bool {
        !self.facts.is_empty() || self.enc.is_some() || self.enc_command.is_some()
    }

    /// Prepares the request of the node, and shows its problems.
    pub(crate) fn prepare(
        &self,
        site: &Path,
        flags: &SiteFlags,
        encrypted: Encrypted,
        report: &mut Report,
    ) -> Result<PreparedRequest, Diagnostics> {
        let workspace = flags.workspace();
        let facts = self.facts(&workspace)?;
        let enc = self.classifier_output(&facts, &workspace, report)?;
        let requests =
            Requests::new(site, workspace.site_access()).map_err(|problem| Diagnostics::from(*problem))?;
        let puppet_conf = flags.puppet_conf(&workspace)?;
        let requests =
            requests.with_encrypted(flags.encrypted(encrypted)).with_puppet_conf(puppet_conf.as_ref());
        let environment = flags.environment.as_deref();
        let request = requests.prepare(&NodeRequest { facts: &facts, enc: enc.as_ref(), environment });
        report.show(&request.problems);
        Ok(request)
    }

    /// The facts of one node: JSON or YAML files, or `NAME=VALUE`; later ones replace earlier ones.
    fn facts(&self, workspace: &Workspace) -> Result<Hash, Diagnostics> {
        let mut facts = Hash::default();
        for argument in &self.facts {
            match argument.split_once('=') {
                // An existing file takes precedence, even if its name contains a `=`.
                Some((name, value)) if !workspace.files.is_file(Path::new(argument)) => {
                    facts.insert(Value::text(name), Value::text(value));
                }
                _ => facts.extend(read_scope(&read(Path::new(argument), workspace)?)?),
            }
        }
        Ok(facts)
    }

    /// The output of the ENC: that in the file, or that of the program.
    fn classifier_output(
        &self,
        facts: &Hash,
        workspace: &Workspace,
        report: &mut Report,
    ) -> Result<Option<EncOutput>, Diagnostics> {
        let (output, problems) = match (&self.enc, &self.enc_command) {
            (Some(file), _) => EncOutput::read(&read(file, workspace)?)?,
            (None, Some(program)) => {
                let names = ["fqdn", "certname", "clientcert", "hostname"];
                let name =
                    names.iter().find_map(|name| facts.get(&Value::text(*name)).and_then(Value::as_text));
                let Some(name) = name else {
                    let problem = Diagnostic::error(codes::WRONG_USE, "the ENC needs the name of the node");
                    return Err(problem.help("specify it as a fact: --facts fqdn=NAME").into());
                };
                enc_program::run(program, name, Duration::from_secs(self.enc_time))?
            }
            (None, None) => return Ok(None),
        };
        report.show(&problems);
        Ok(Some(output))
    }
}

/// Reads the facts of many nodes: from a directory with a file for each node, or from one file for all nodes. Warnings
/// are shown.
pub(crate) fn nodes_with_facts(
    path: &Path,
    workspace: &Workspace,
    report: &mut Report,
) -> Result<Vec<(String, Hash)>, Diagnostics> {
    let mut nodes = NodeList::default();
    read_facts(path, workspace, &mut nodes)?;
    report.show(&nodes.warnings);
    let facts = nodes.finish()?.into_iter().map(|(name, facts)| match facts {
        Value::Hash(facts) => (name, facts),
        _ => (name, Hash::default()),
    });
    Ok(facts.collect())
}

/// A site and one of its nodes.
#[derive(Debug, Args)]
pub(crate) struct NodeOfSite {
    /// The directory of the site
    #[arg(long, value_name = "DIR", default_value = ".")]
    site: PathBuf,

    #[command(flatten)]
    node: NodeFlags,

    #[command(flatten)]
    flags: SiteFlags,
}

impl NodeOfSite {
    /// The injector of the node; problems are shown.
    pub(super) fn injector(&self, report: &mut Report) -> Result<Injector, Diagnostics> {
        // Only the commands for lookups decrypt values (Decision 21).
        let request = self.node.prepare(&self.site, &self.flags, Encrypted::Hidden, report)?;
        let (injector, problems) = Injector::with_problems(&request.composition, &request.facts);
        report.show(&without_repetitions(request.composition.problems().clone()));
        report.show(&problems);
        Ok(injector)
    }
}

/// Prepares the requests of nodes for a site, in the order of the nodes.
pub(super) fn prepare_all(
    requests: &Requests<'_>,
    nodes: &[(String, Hash)],
    environment: Option<&str>,
) -> Vec<PreparedRequest> {
    let prepare =
        |(_, facts): &(String, Hash)| requests.prepare(&NodeRequest { facts, enc: None, environment });
    nodes.iter().map(prepare).collect()
}
