//! The flags for catalogs of other nodes: what queries search, and what nodes export.

use super::site::SiteFlags;
use crate::report::Report;
use clap::Args;
use modelwright::bindings::compose::Composition;
use modelwright::bindings::query::{CatalogInput, Catalogs};
use modelwright::workspace::Workspace;
use modelwright_metamodel::diagnostic::Diagnostics;
use std::collections::BTreeSet;
use std::path::PathBuf;
use std::sync::Arc;

/// The catalogs of other nodes.
#[derive(Debug, Args)]
pub(crate) struct StoredCatalogFlags {
    /// Catalogs of other nodes, or answers of PuppetDB, for queries and collectors; may be given several times
    #[arg(long, value_name = "DIR|FILE")]
    catalogs: Vec<PathBuf>,

    /// A PuppetDB for queries and collectors, such as http://localhost:8080
    #[cfg(feature = "puppetdb")]
    #[arg(long, value_name = "URL")]
    puppetdb: Option<String>,
}

impl StoredCatalogFlags {
    /// Whether any flag specifies catalogs.
    pub(crate) fn is_given(&self) -> bool {
        #[cfg(feature = "puppetdb")]
        if self.puppetdb.is_some() {
            return true;
        }
        !self.catalogs.is_empty()
    }

    /// Loads the resources that the queries of some compositions may find; `None` if no catalogs are given.
    pub(crate) fn load<'c>(
        &self,
        compositions: impl IntoIterator<Item = &'c Composition>,
        flags: &SiteFlags,
        report: &mut Report,
    ) -> Option<Arc<Catalogs>> {
        // Only resources of these types are kept: catalogs have many others.
        let queried_types =
            compositions.into_iter().flat_map(|composition| composition.queried_types().iter().cloned());
        let types: BTreeSet<String> = queried_types.collect();
        let workspace = flags.workspace();
        #[cfg_attr(not(feature = "puppetdb"), expect(unused_mut, reason = "only answers are added"))]
        let mut inputs = self.files();
        #[cfg(feature = "puppetdb")]
        if let Some(url) = &self.puppetdb {
            match modelwright_puppetdb::resources(url, &types, &workspace.reading.limits) {
                Ok(answers) => inputs.extend(answers.into_iter().map(CatalogInput::Text)),
                Err(problem) => {
                    report.show(&Diagnostics::from(*problem));
                    // Not `None`: each query would then report that no catalogs are given.
                    return Some(Arc::default());
                }
            }
        }
        if inputs.is_empty() {
            return None;
        }
        let (catalogs, problems) = Catalogs::load(&inputs, &types, &workspace.site_access());
        report.show(&problems);
        Some(Arc::new(catalogs))
    }

    /// Loads the resources that nodes export.
    ///
    /// # Errors
    /// If an input is invalid, because catalogs without the resources in it would be wrong.
    pub(crate) fn load_exported(
        &self,
        workspace: &Workspace,
        report: &mut Report,
    ) -> Result<Catalogs, Diagnostics> {
        #[cfg_attr(not(feature = "puppetdb"), expect(unused_mut, reason = "only answers are added"))]
        let mut inputs = self.files();
        #[cfg(feature = "puppetdb")]
        if let Some(url) = &self.puppetdb {
            let answers = modelwright_puppetdb::exported_resources(url, &workspace.reading.limits);
            let answers = answers.map_err(|problem| Diagnostics::from(*problem))?;
            inputs.extend(answers.into_iter().map(CatalogInput::Text));
        }
        let (catalogs, problems) = Catalogs::load_exported(&inputs, &workspace.site_access());
        if problems.has_errors() {
            return Err(problems);
        }
        report.show(&problems);
        Ok(catalogs)
    }

    /// The files and directories.
    fn files(&self) -> Vec<CatalogInput> {
        self.catalogs.iter().cloned().map(CatalogInput::Path).collect()
    }
}
