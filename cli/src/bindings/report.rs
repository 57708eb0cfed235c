//! `modelwright bindings report`: browsable pages about sites of bindings.

use super::site::{CatalogFlags, SiteFlags, nodes};
use crate::hiera::check_folder;
use crate::report::Report;
use crate::{Outcome, output};
use clap::Args;
use modelwright::bindings::report::{ReportedNode, ReportedSite, is_report, report as report_files};
use modelwright::bindings::request::{NodeRequest, PreparedRequest, Requests};
use modelwright::files::display_path;
use modelwright::store::Hash;
use modelwright_metamodel::diagnostic::{Diagnostic, Diagnostics, codes};
use std::path::{Path, PathBuf};

const EXAMPLES: &str = "\
Examples:
  modelwright bindings report --nodes facts/ -o report
  modelwright bindings report old/ new/ --nodes facts/ -o report     two sites to compare

Open report/index.html in a browser.";

/// Write pages about sites of bindings: layers, categories, and for each node which binding wins and why
///
/// The pages work from the file system and from any web server, without a network. Problems of the sites are on the
/// pages.
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub(super) struct BindingsReport {
    /// The folders of the sites
    #[arg(value_name = "SITE", default_value = ".")]
    sites: Vec<PathBuf>,

    /// Nodes: a folder with a file of facts for each node, or a file with a hash from names of nodes to facts
    #[arg(long, value_name = "DIR|FILE")]
    nodes: Option<PathBuf>,

    /// The folder of the report: a new or empty one, or that of an earlier report
    #[arg(short, long, value_name = "DIR")]
    output: PathBuf,

    #[command(flatten)]
    catalogs: CatalogFlags,

    #[command(flatten)]
    flags: SiteFlags,
}

impl BindingsReport {
    pub(super) fn run(&self, report: &mut Report) -> Result<Outcome, Diagnostics> {
        let workspace = self.flags.workspace();
        let help = "name an empty folder, a new one, or that of an earlier report";
        check_folder(&*workspace.files, &self.output, help, is_report)?;
        let Some(path) = &self.nodes else {
            let problem = Diagnostic::error(codes::WRONG_USE, "no nodes are named");
            return Err(problem.help("name files with their facts: --nodes DIR or FILE").into());
        };
        let nodes = nodes(path, &workspace)?;
        let sites: Vec<ReportedSite> =
            self.sites.iter().map(|site| self.site(site, &nodes)).collect::<Result<_, _>>()?;
        let compositions = sites.iter().flat_map(|site| &site.nodes).map(|node| &*node.composition);
        let catalogs = self.catalogs.load(compositions, &self.flags, report);
        let files = report_files(&sites, catalogs.as_ref());
        let files = files.iter().map(|file| (Path::new(&file.path), file.text.as_bytes()));
        output::write_all(&self.output, files).map_err(|problem| Diagnostics::from(*problem))?;
        Ok(Outcome::Fine)
    }

    /// A site with its nodes, and the problems of their environments.
    fn site(&self, site: &Path, nodes: &[(String, Hash)]) -> Result<ReportedSite, Diagnostics> {
        let workspace = self.flags.workspace();
        let requests = Requests::new(site, &workspace).map_err(|problem| Diagnostics::from(*problem))?;
        let environment = self.flags.environment.as_deref();
        let prepare =
            |(_, facts): &(String, Hash)| requests.prepare(&NodeRequest { facts, enc: None, environment });
        let prepared: Vec<PreparedRequest> = nodes.iter().map(prepare).collect();
        let problems = requests.check(&prepared);
        let node = |((name, _), request): (&(String, Hash), PreparedRequest)| ReportedNode {
            name: name.clone(),
            environment: request.environment,
            decided_by: request.decided_by,
            composition: request.composition,
            facts: request.facts,
        };
        Ok(ReportedSite {
            name: display_path(site),
            nodes: nodes.iter().zip(prepared).map(node).collect(),
            problems,
        })
    }
}
