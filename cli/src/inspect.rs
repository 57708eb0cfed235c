//! `modelwright inspect`: shows the content of a file.

use super::jobs::Jobs;
use super::metamodel_flags::MetamodelFlags;
use super::report::{ProblemFormat, Report};
use super::sources::{self, reader_by_name};
use super::{Outcome, output};
use clap::Args;
use modelwright::files::display_path;
use modelwright::workspace::DocumentReader;
use modelwright::workspace::LoadedDocument;
use modelwright_metamodel::diagnostic::Diagnostics;
use modelwright_metamodel::model::{ObjectId, uri};
use modelwright_validation as validate;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::path::{Path, PathBuf};

const EXAMPLES: &str = "\
Examples:
  modelwright inspect books.xmi --model library.ecore
  modelwright inspect hiera.yaml --format json";

/// Show the content of a file: its roots, the number of objects of each class, references that cannot be resolved
#[derive(Debug, Args)]
#[command(after_help = format!("{}\n\n{EXAMPLES}", sources::formats_help()))]
pub(super) struct Inspect {
    /// The files and directories to inspect; `-` is standard input
    #[arg(value_name = "IN", required = true)]
    inputs: Vec<PathBuf>,

    /// The format of the files
    #[arg(long, value_name = "FORMAT", value_parser = reader_by_name)]
    from: Option<DocumentReader>,

    #[command(flatten)]
    metamodels: MetamodelFlags,

    #[command(flatten)]
    jobs: Jobs,
}

/// The maximum number of roots that are listed on a terminal.
const MAX_ROOTS: usize = 10;

/// What is reported about a document.
struct Contents {
    format: &'static str,
    encoding: Option<String>,
    packages: Vec<String>,
    roots: Vec<String>,
    objects: usize,
    classes: BTreeMap<String, usize>,
    unresolved: Vec<String>,
    unresolved_references: usize,
}

impl Inspect {
    pub(super) fn run(&self, report: &mut Report) -> Outcome {
        let check_result = sources::check_inputs(&self.inputs).map_err(|problem| Diagnostics::from(*problem));
        let input_files = sources::files(&self.inputs, self.from, &self.metamodels.reading());
        report.show(&input_files.problems);
        let inputs = input_files.files;
        let paths = inputs.iter().map(PathBuf::as_path);
        let target = None;
        let mut workspace =
            match check_result.and_then(|()| self.metamodels.workspace_for(paths, self.from, target)) {
                Ok(workspace) => workspace,
                Err(problems) => {
                    report.show(&problems);
                    return Outcome::Done;
                }
            };
        workspace.reading.one_thread = self.jobs.is_one();
        // Only the model is inspected, so the text need not stay in memory.
        workspace.drops_text = true;
        let format = report.format();
        let inspect = |input: &PathBuf| {
            let loaded = sources::load(&workspace, input, self.from, target)?;
            let contents = contents(&loaded);
            let text = match format {
                ProblemFormat::Json => json(input, &contents),
                _ => render_for_terminal(input, &contents),
            };
            Ok((loaded.diagnostics, text))
        };
        let jobs = self.jobs.hiding_progress(report.is_quiet());
        jobs.run(&inputs, inspect, |result: Result<(Diagnostics, String), Diagnostics>| {
            let outcome = result.and_then(|(diagnostics, text)| {
                report.show(&diagnostics);
                let write_result = match report.format() {
                    ProblemFormat::Json => output::write_json(&text),
                    _ => output::write_text(&text),
                };
                write_result.map_err(|problem| Diagnostics::from(*problem))
            });
            if let Err(problems) = outcome {
                report.show(&problems);
            }
        });
        Outcome::Done
    }
}

/// Counts the content of a document.
fn contents(loaded: &LoadedDocument) -> Contents {
    let LoadedDocument { model, document, .. } = loaded;
    let metamodel = model.metamodel();
    let document_data = model.document(*document);
    let counts = validate::count(model, *document);
    let mut classes = BTreeMap::new();
    let mut packages = BTreeSet::new();
    for (class, count) in &counts.classes {
        let class = &metamodel[*class];
        *classes.entry(class.name.clone()).or_insert(0) += count;
        let package = &metamodel[class.package];
        packages.insert(package.ns_uri.clone().unwrap_or_else(|| package.name.clone()));
    }
    // Only proxies can be unresolved, so most documents are not walked through.
    let roots = if model.has_proxies() { document_data.roots() } else { &[] };
    let mut unresolved: Vec<String> = roots
        .iter()
        .flat_map(|root| std::iter::once(*root).chain(model.all_contents(*root)))
        .flat_map(|object| model.cross_references(object))
        .filter(|(_, target)| !model.is_known(*target, metamodel))
        .filter_map(|(_, target)| model.proxy_uri(target).map(|uri| uri::relative(&document_data.uri, uri)))
        .collect();
    // A target is listed once, but its references are counted in `unresolved_references`.
    unresolved.sort();
    unresolved.dedup();
    Contents {
        format: loaded.format,
        encoding: document_data.encoding.clone(),
        packages: packages.into_iter().collect(),
        roots: document_data
            .roots()
            .iter()
            .map(|root| root_label(loaded, *root, metamodel[model.class(*root)].name.clone()))
            .collect(),
        objects: counts.objects(),
        classes,
        unresolved,
        unresolved_references: counts.unresolved,
    }
}

/// The class of a root, and its name if it has one.
fn root_label(loaded: &LoadedDocument, root: ObjectId, class: String) -> String {
    match loaded.model.get_named(root, "name").text() {
        Some(name) => format!("{class} {name}"),
        None => class,
    }
}

/// The contents of a document in lines.
fn render_for_terminal(input: &Path, contents: &Contents) -> String {
    let mut out = format!("{}\n", display_path(input));
    let mut write_line = |name: &str, value: &str| {
        let _ = writeln!(out, "  {name:<12}{value}");
    };
    write_line("format", contents.format);
    if let Some(encoding) = &contents.encoding {
        write_line("encoding", encoding);
    }
    write_line("metamodel", &contents.packages.join(", "));
    for root in contents.roots.iter().take(MAX_ROOTS) {
        write_line("root", root);
    }
    if contents.roots.len() > MAX_ROOTS {
        write_line("", &format!("… and {} more roots", contents.roots.len() - MAX_ROOTS));
    }
    write_line("objects", &contents.objects.to_string());
    let mut classes: Vec<_> = contents.classes.iter().collect();
    classes.sort_by_key(|(name, count)| (std::cmp::Reverse(**count), *name));
    for (name, count) in classes {
        write_line("", &format!("{count:>8}  {name}"));
    }
    write_line("unresolved", &contents.unresolved.len().to_string());
    for uri in &contents.unresolved {
        write_line("", uri);
    }
    out
}

/// The contents of a document as a JSON object.
fn json(input: &Path, contents: &Contents) -> String {
    let value = serde_json::json!({
        "file": display_path(input),
        "format": contents.format,
        "encoding": contents.encoding,
        "metamodels": contents.packages,
        "roots": contents.roots,
        "objects": contents.objects,
        "classes": contents.classes,
        "unresolved": contents.unresolved,
        "unresolvedReferences": contents.unresolved_references,
    });
    format!("{value}\n")
}
