//! `modelwright bindings table`: the values of all keys for many nodes, as tables.

mod facts;
mod jsonl;
#[cfg_attr(not(feature = "parquet"), path = "without_parquet.rs")]
mod parquet;
pub(super) mod read;
mod rows;
mod writer;

use super::catalogs::StoredCatalogFlags;
use super::site::SiteFlags;
use crate::hiera::set_environment;
use crate::report::Report;
use crate::{Outcome, output};
use clap::{Args, ValueEnum};
use modelwright::bindings::request::{DistinctProblems, NodeRequest, Requests, is_site};
use modelwright::bindings::table::{self as site_table, Compositions, SiteGroups};
use modelwright::hiera::lookup::{Encrypted, Hierarchy};
use modelwright::hiera::survey::NodeGroups;
use modelwright::hiera::table::{KeyAnswers, answer_keys};
use modelwright::store::{Hash, Value};
use modelwright_metamodel::diagnostic::{Diagnostic, Diagnostics, codes};
use rows::NodeRow;
use std::path::PathBuf;
use std::sync::Arc;
use writer::{TableWriter, check_tables, write_groups};

const EXAMPLES: &str = "\
Examples:
  modelwright bindings table --facts facts.parquet --site site/ -o table/
  modelwright bindings table --facts facts.jsonl --site hiera.yaml -o table/
  modelwright bindings table --facts facts/ --site environments/production -o table/ --flat";

/// Write the values of all keys for many nodes as tables
///
/// Nodes with the same values of all variables that the site reads form a group, which is answered once. The table
/// `groups` has the group of each node, `answers` the value of each key for each group with its file and line; nodes and
/// keys with their values are the join of both, which --flat writes as `flat`. A site is a directory of bindings, a
/// configuration of Hiera, or an environment with one. Encrypted and sensitive values are not shown.
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub(super) struct BindingsTable {
    /// The facts of the nodes: a Parquet file or JSON lines with a row for each node, a directory with a file for each
    /// node, or any file that other commands accept
    #[arg(long, value_name = "FILE|DIR")]
    facts: PathBuf,

    /// The column of --facts with the names of the nodes, in Parquet and JSON lines [default: certname, node or name]
    #[arg(long, value_name = "NAME")]
    node_column: Option<String>,

    /// The site: a directory, or a configuration of Hiera
    #[arg(long, value_name = "DIR|FILE", default_value = ".")]
    site: PathBuf,

    /// The directory of the tables
    #[arg(short, long, value_name = "DIR")]
    output: PathBuf,

    /// The format of the tables [default: parquet if the facts are Parquet, otherwise jsonl]
    #[arg(long, value_name = "FORMAT", value_enum)]
    to: Option<TableFormat>,

    /// Also write the table of all nodes and keys
    #[arg(long)]
    flat: bool,

    #[command(flatten)]
    catalogs: StoredCatalogFlags,

    #[command(flatten)]
    flags: SiteFlags,
}

/// The format of tables.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(super) enum TableFormat {
    /// Parquet
    Parquet,
    /// JSON lines
    Jsonl,
}

impl BindingsTable {
    pub(super) fn run(&self, report: &mut Report) -> Result<Outcome, Diagnostics> {
        let mut tables = vec![rows::GROUPS, rows::ANSWERS];
        if self.flat {
            tables.push(rows::FLAT);
        }
        let files = self.flags.workspace().files;
        check_tables(&self.output, &tables, self.format(), &*files)
            .map_err(|problem| Diagnostics::from(*problem))?;
        if is_site(&self.site, &*files) { self.site_table(report) } else { self.tree_table(report) }
    }

    /// The format of the tables; by default, that of the facts.
    fn format(&self) -> TableFormat {
        let default = if facts::is_parquet(&self.facts) { TableFormat::Parquet } else { TableFormat::Jsonl };
        self.to.unwrap_or(default)
    }

    /// Fails if flags are given that only apply to sites of bindings.
    fn check_flags_of_tree(&self) -> Result<(), Diagnostics> {
        let flags = [
            ("catalogs", self.catalogs.is_given(), "queries"),
            ("a puppet.conf", self.flags.has_puppet_conf(), "layers"),
        ];
        if let Some((argument, _, missing_part)) = flags.into_iter().find(|(_, is_given, _)| *is_given) {
            let message = format!(
                "{argument} cannot be used: the site is a tree of Hiera data, which has no {missing_part}"
            );
            let help = "leave the flag out, or specify the directory of a site of bindings";
            return Err(Diagnostic::error(codes::WRONG_USE, message).help(help).into());
        }
        Ok(())
    }

    /// The tables of a tree of Hiera data.
    fn tree_table(&self, report: &mut Report) -> Result<Outcome, Diagnostics> {
        self.check_flags_of_tree()?;
        let workspace = self.flags.workspace();
        let (hierarchy, problems) = Hierarchy::load(&self.site, &workspace.access());
        report.show(&problems);
        let Some(mut hierarchy) = hierarchy else { return Ok(Outcome::Problems) };
        hierarchy.read_files();
        let mut unreadable_files = Diagnostics::new();
        let consequence = "fail";
        unreadable_files.extend(hierarchy.unreadable_files(consequence).map(|(_, problem)| problem));
        report.show(&unreadable_files);
        // The keys of an unreadable file are not known, so the tables would silently lack them.
        if unreadable_files.has_errors() {
            return Ok(Outcome::Problems);
        }
        // Only the commands for lookups decrypt values (Decision 21).
        hierarchy.set_encrypted(self.flags.encrypted(Encrypted::Hidden));
        let mut groups = NodeGroups::new(&hierarchy);
        let mut nodes = Vec::new();
        let column = self.node_column.as_deref();
        facts::read_nodes(&self.facts, column, &workspace, report, |name, mut facts| {
            if let (Some(environment), Value::Hash(facts)) = (&self.flags.environment, &mut facts) {
                set_environment(environment, facts);
            }
            nodes.push((name, groups.add(&facts)));
        })?;
        nodes.sort();
        let write_result = self.write(&nodes, |write| answer_keys(&groups, write));
        write_result.map(|()| Outcome::Done).map_err(|problem| (*problem).into())
    }

    /// The tables of a site of bindings.
    fn site_table(&self, report: &mut Report) -> Result<Outcome, Diagnostics> {
        let workspace = self.flags.workspace();
        let puppet_conf = self.flags.puppet_conf(&workspace)?;
        let requests = Requests::new(&self.site, workspace.site_access())
            .map_err(|problem| Diagnostics::from(*problem))?;
        let requests = requests
            .with_encrypted(self.flags.encrypted(Encrypted::Hidden))
            .with_puppet_conf(puppet_conf.as_ref());
        let environment = self.flags.environment.as_deref();
        let compositions = Compositions::default();
        let mut groups = SiteGroups::new(&compositions);
        let (mut nodes, mut problems) = (Vec::new(), DistinctProblems::default());
        facts::read_nodes(&self.facts, self.node_column.as_deref(), &workspace, report, |name, facts| {
            let facts = match facts {
                Value::Hash(facts) => facts,
                _ => Hash::default(),
            };
            let request = requests.prepare(&NodeRequest { facts: &facts, enc: None, environment });
            problems.append(request.problems);
            nodes.push((name, groups.add((request.composition, request.facts))));
        })?;
        let mut shown_compositions: Vec<*const _> = Vec::new();
        for (composition, _) in groups.first_nodes() {
            if !shown_compositions.contains(&Arc::as_ptr(composition)) {
                shown_compositions.push(Arc::as_ptr(composition));
                problems.append(composition.problems().clone());
                problems.append(site_table::unreadable_files(composition));
            }
        }
        report.show(&problems.into_problems());
        // A composition with problems, such as wrong categories, answers nothing (Decision 29). The keys of a file that
        // cannot be read are not known.
        if report.has_errors() {
            return Ok(Outcome::Problems);
        }
        let group_compositions = groups.first_nodes().iter().map(|(composition, _)| &**composition);
        let catalogs = self.catalogs.load(group_compositions, &self.flags, report);
        nodes.sort();
        let shows_encrypted = matches!(self.flags.encrypted(Encrypted::Hidden), Encrypted::Kept);
        let write_result = self.write(&nodes, |write| {
            site_table::answer_keys(groups.first_nodes(), catalogs.as_ref(), shows_encrypted, write)
        });
        write_result.map(|()| Outcome::Done).map_err(|problem| (*problem).into())
    }

    /// Writes all tables. `answer` computes the answers of each key, and calls its argument to write them.
    fn write(
        &self,
        nodes: &[NodeRow],
        answer: impl FnOnce(
            &mut dyn FnMut(&KeyAnswers) -> Result<(), Box<Diagnostic>>,
        ) -> Result<(), Box<Diagnostic>>,
    ) -> Result<(), Box<Diagnostic>> {
        let directories = output::NewDirectories::for_output(&self.output)?;
        let format = self.format();
        let groups = write_groups(&self.output, format, nodes)?;
        let mut answers = TableWriter::begin(&self.output, format, None)?;
        let mut flat =
            self.flat.then(|| TableWriter::begin(&self.output, format, Some(nodes))).transpose()?;
        answer(&mut |key_answers| {
            answers.write(key_answers)?;
            flat.as_mut().map_or(Ok(()), |flat| flat.write(key_answers))
        })?;
        let answers = answers.finish()?;
        let flat = flat.map(TableWriter::finish).transpose()?;
        // The files are renamed only when all of them are complete.
        output::commit_all([groups, answers].into_iter().chain(flat))?;
        directories.keep();
        Ok(())
    }
}
