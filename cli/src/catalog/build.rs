//! `modelwright catalog build`: the catalog of a node, as Puppet compiles it.

use super::fleet::FleetFlags;
use super::inputs::{EnvironmentFlags, FactsFlags, make_relative};
use super::unknown;
use crate::report::Report;
use crate::{Outcome, output};
use clap::Args;
use modelwright::catalog::builder::LogEntry;
use modelwright::catalog::json::{Layout, write};
use modelwright::catalog::unknown::unknown_parameters;
use modelwright::files::display_path;
use modelwright::workspace::Workspace;
use modelwright_metamodel::diagnostic::{Diagnostic, Diagnostics, printable};
use std::fmt::Write as _;
use std::io::Write as _;
use std::path::{Path, PathBuf};

const EXAMPLES: &str = "\
Examples:
  modelwright catalog build --environment environments/production --node web1 --facts facts/
  modelwright catalog build --environment . --node web1 --facts web1.yaml -o web1.json
  modelwright catalog build --environment . --node web1 --facts facts/ --fleet     with what other nodes export
  modelwright catalog build --environment . --node web1 --facts facts/ --catalogs exported.json     from PuppetDB
  modelwright catalog build --environment . --manifest site.pp --modules modules --modules vendor --node web1";

/// Build the catalog of a node, in the JSON of Puppet
///
/// The catalog is that of Puppet 7: main manifests, node definitions, classes of modules with the values that Hiera
/// binds to their parameters, resources, relationships and tags. Nothing is run, except for a program that you name:
/// what only Ruby can compute, such as the functions that modules write in Ruby, is a value that is not known, with a
/// warning. What manifests log is written to standard error.
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub(super) struct CatalogBuild {
    /// The directory of the environment, with `manifests`, `modules` and `hiera.yaml`
    #[arg(long, value_name = "DIR", default_value = ".")]
    environment: PathBuf,

    /// The name of the node
    #[arg(long, value_name = "NAME")]
    node: String,

    #[command(flatten)]
    facts: FactsFlags,

    #[command(flatten)]
    fleet: FleetFlags,

    #[command(flatten)]
    flags: EnvironmentFlags,

    /// The file to write; without it, the catalog is written to standard output
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
}

impl CatalogBuild {
    pub(super) fn run(&self, report: &mut Report) -> Result<Outcome, Diagnostics> {
        let workspace = Workspace { files: crate::trace::disk(), ..Workspace::default() };
        let (node, others) = self.facts.node(&self.node, &workspace, report)?;
        let records_data_places = false;
        let environment = self.flags.load(&self.environment, records_data_places, &workspace, report)?;
        let build_result = self.fleet.build(&environment, &node, &others, &workspace, report)?;
        let directory = workspace.files.absolute(&self.environment);
        self.show_log(&build_result.log, &directory, report.is_quiet())?;
        report.show(&build_result.problems);
        let Some(mut catalog) = build_result.catalog else { return Ok(Outcome::Problems) };
        let text = write(&catalog, Layout::Pretty)?;
        if unknown_parameters(&catalog).next().is_some() {
            make_relative(&mut catalog, &directory);
            unknown::warnings(&catalog).into_iter().for_each(|problem| report.show_one(problem));
        }
        self.write(&text).map_err(|problem| Diagnostics::from(*problem))?;
        Ok(Outcome::Done)
    }

    /// Writes the catalog to the file that the user specified, or to standard output.
    fn write(&self, text: &str) -> Result<(), Box<Diagnostic>> {
        let Some(path) = &self.output else { return output::write_json(text) };
        if path == Path::new("-") {
            return output::write_json(text);
        }
        let mut file = output::Output::begin(Some(path))?;
        let write_result = file.sink().write_all(text.as_bytes());
        write_result.map_err(|error| file.write_error(&error))?;
        file.finish()?.commit()
    }

    /// Writes the log to standard error, each entry on its own lines; if quiet, only errors.
    fn show_log(&self, log: &[LogEntry], directory: &Path, is_quiet: bool) -> Result<(), Diagnostics> {
        let mut text = String::new();
        for entry in log.iter().filter(|entry| !is_quiet || ERROR_LEVELS.contains(&entry.level)) {
            let _ = write!(text, "{}: {}: {}", entry.level, entry.source, entry.message);
            if let Some((file, line)) = &entry.place {
                // The path starts with the directory as the user wrote it, as in the problems.
                let relative =
                    Path::new(file).strip_prefix(directory).map(|file| self.environment.join(file));
                let file = relative.unwrap_or_else(|_| file.into());
                let _ = write!(text, " (file: {}, line: {line})", display_path(&file));
            }
            text.push('\n');
        }
        let write_result = std::io::stderr().lock().write_all(printable(&text).as_bytes());
        output::check_stderr(write_result).map_err(|problem| Diagnostics::from(*problem))
    }
}

/// The levels of the log that are errors.
const ERROR_LEVELS: [&str; 4] = ["err", "alert", "emerg", "crit"];
