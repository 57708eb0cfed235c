//! The flags that the commands about binding sites share: the site, the environment, and the facts of nodes.

use crate::hiera::read;
use clap::Args;
use modelwright::bindings::compose::Composition;
use modelwright::bindings::inject::Facts;
use modelwright::bindings::site::compose;
use modelwright::files::Disk;
use modelwright::hiera::lookup::{read_scope, read_scopes};
use modelwright::store::{Hash, Value};
use modelwright::workspace::Workspace;
use modelwright_metamodel::diagnostic::{Diagnostic, Diagnostics, codes};
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// The environment, and what may be read beside the site.
#[derive(Debug, Args)]
pub(crate) struct SiteFlags {
    /// The environment of the nodes
    #[arg(long = "env", value_name = "NAME", default_value = "production")]
    pub(crate) environment: String,

    /// Another folder that may be read; may be given several times
    #[arg(long = "path", value_name = "DIR")]
    paths: Vec<PathBuf>,
}

impl SiteFlags {
    pub(crate) fn workspace(&self) -> Workspace {
        Workspace { paths: self.paths.clone(), files: Arc::new(Disk::for_one_run()), ..Workspace::default() }
    }

    /// The composition of the site in a folder, with all its problems.
    pub(crate) fn compose(&self, site: &Path) -> Result<Arc<Composition>, Diagnostics> {
        compose(site, &self.environment, &self.workspace()).map_err(|problem| (*problem).into())
    }
}

/// The facts of one node: JSON or YAML files, or `NAME=VALUE`; later ones replace earlier ones.
pub(crate) fn facts(given: &[String], flags: &SiteFlags) -> Result<Arc<Facts>, Diagnostics> {
    let workspace = flags.workspace();
    let mut all = Hash::default();
    for given in given {
        match given.split_once('=') {
            Some((name, value)) if !workspace.files.is_file(Path::new(given)) => {
                all.insert(Value::text(name), Value::text(value));
            }
            _ => all.extend(unwrapped(read_scope(&read(Path::new(given), &workspace)?)?)),
        }
    }
    Ok(Arc::new(Facts::new(&all, Some(&flags.environment))))
}

/// The facts in the output of Puppet, which has them under `values`.
fn unwrapped(facts: Hash) -> Hash {
    let is_wrapped = facts.keys().any(|key| key.as_text() == Some("values"))
        && facts
            .keys()
            .all(|key| matches!(key.as_text(), Some("name" | "values" | "timestamp" | "expiration")));
    match facts.get(&Value::text("values")) {
        Some(Value::Hash(values)) if is_wrapped => values.clone(),
        _ => facts,
    }
}

/// The facts of many nodes: a folder with a file for each, or a file with a hash from names of nodes to facts.
pub(crate) fn nodes(path: &Path, flags: &SiteFlags) -> Result<Vec<(String, Arc<Facts>)>, Diagnostics> {
    let workspace = flags.workspace();
    let mut nodes: Vec<(String, Arc<Facts>)> = Vec::new();
    let facts = |facts: &Hash| Arc::new(Facts::new(facts, Some(&flags.environment)));
    if workspace.files.is_folder(path) {
        let entries = workspace.files.list(path).map_err(|error| {
            let message = format!("cannot list {}: {error}", path.display());
            Diagnostics::from(Diagnostic::error(codes::CANNOT_READ, message).help("name a folder of facts"))
        })?;
        let is_data = |file: &PathBuf| {
            file.extension()
                .is_some_and(|extension| ["json", "yaml", "yml"].iter().any(|known| extension == *known))
        };
        let mut files: Vec<PathBuf> = entries.map(|entry| path.join(entry.name)).filter(is_data).collect();
        files.sort();
        for file in files {
            let name = file.file_stem().unwrap_or_default().to_string_lossy().into_owned();
            nodes.push((name, facts(&unwrapped(read_scope(&read(&file, &workspace)?)?))));
        }
    } else {
        for (name, values) in read_scopes(&read(path, &workspace)?)? {
            if let Value::Hash(values) = values {
                nodes.push((name, facts(&unwrapped(values))));
            }
        }
    }
    Ok(nodes)
}
