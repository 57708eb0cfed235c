//! `modelwright generate`: everything that a metamodel yields.

use super::report::Report;
use super::rust_options::RustArgs;
use super::schema_options::SchemaArgs;
use super::{Outcome, bounds, output, template};
use clap::Args;
use modelwright::workspace::Workspace;
use modelwright_codegen::{GeneratedFile, Options, TARGETS, Target, check_paths, target};
use modelwright_metamodel::diagnostic::{Diagnostic, Diagnostics, codes};
use modelwright_metamodel::ecore::Metamodel;
use std::path::{Path, PathBuf};
use std::sync::Arc;

const EXAMPLES: &str = "\
Examples:
  modelwright generate rust library.pp -o src/
  modelwright generate rust library.pp -o src/ --handles --derive Eq
  modelwright generate json-schema library.ecore -o schemas/ --draft 07
  modelwright generate json-schema library.ecore -o schemas/ --dialect emf
  modelwright generate template reference.md.j2 library.pp -o library.md";

/// Generate types, schemas and other text from metamodels
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub(super) struct Generate {
    /// What to generate
    #[arg(value_name = "TARGET", value_parser = target_named)]
    target: &'static Target,

    /// The metamodels (.ecore or .pp); for `template`, the template stands before them
    #[arg(value_name = "MODEL", required = true)]
    models: Vec<PathBuf>,

    /// The folder to write into, which must exist; for `template`, the file to write, and standard output where it is left
    /// out
    #[arg(short, long, value_name = "DIR")]
    output: Option<PathBuf>,

    #[command(flatten)]
    rust: RustArgs,

    #[command(flatten)]
    schema: SchemaArgs,
}

fn target_named(name: &str) -> Result<&'static Target, String> {
    target(name).ok_or_else(|| {
        let lines: Vec<String> = TARGETS.iter().map(|t| format!("  {}: {}", t.name, t.description)).collect();
        format!("expected one of\n{}", lines.join("\n"))
    })
}

impl Generate {
    pub(super) fn run(&self, report: &mut Report) -> Outcome {
        if self.target.takes_template {
            return self.by_template(report);
        }
        let Some(folder) = &self.output else {
            let message = format!("`{}` writes files, but no folder for them is given", self.target.name);
            report.show_one(Diagnostic::error(codes::WRONG_USE, message).help("name a folder with --output"));
            return Outcome::Fine;
        };
        if let Err(problem) = output::check_folder(folder) {
            report.show_one(*problem);
            return Outcome::Fine;
        }
        let files: Vec<GeneratedFile> =
            self.metamodels(report).iter().flat_map(|m| self.files(m, report)).collect();
        let written = check_paths(&files);
        let written = written.and_then(|()| files.iter().try_for_each(|file| write(folder, file)));
        if let Err(problem) = written {
            report.show_one(*problem);
        }
        Outcome::Fine
    }

    /// The metamodels that have no errors, each with the name of its file; all as one where they name each other's types.
    fn metamodels(&self, report: &mut Report) -> Vec<(String, Arc<Metamodel>)> {
        let name = |path: &PathBuf| {
            path.file_name().map_or_else(String::new, |name| name.to_string_lossy().into_owned())
        };
        let lacks = |found: &Diagnostics| found.iter().any(|problem| problem.code == codes::UNKNOWN_TYPE);
        let mut sound = Vec::new();
        for path in &self.models {
            match Workspace::default().load_metamodel(path) {
                Ok((_, found)) if self.models.len() > 1 && lacks(&found) => {
                    let workspace = Workspace { models: self.models.clone(), ..Workspace::default() };
                    let (metamodel, found) = workspace.given_metamodel();
                    report.show(&found);
                    let names: Vec<String> = self.models.iter().map(name).collect();
                    return if found.has_errors() { Vec::new() } else { vec![(names.join(", "), metamodel)] };
                }
                Ok((metamodel, found)) => {
                    report.show(&found);
                    if !found.has_errors() {
                        sound.push((name(path), metamodel));
                    }
                }
                Err(problem) => report.show_one(*problem),
            }
        }
        sound
    }

    /// Runs the template that stands before the metamodels.
    fn by_template(&self, report: &mut Report) -> Outcome {
        let Some((first, models)) = self.models.split_first().filter(|(_, models)| !models.is_empty()) else {
            let message = "expected a template and at least one metamodel, found one file";
            let help = "name the metamodels behind the template";
            report.show_one(Diagnostic::error(codes::WRONG_USE, message).help(help));
            return Outcome::Fine;
        };
        if let Some(outcome) = bounds::elsewhere(report) {
            return outcome;
        }
        let ran = template::run(self.target, (first, models), self.output.as_deref(), report);
        if let Err(problem) = ran {
            report.show_one(*problem);
        }
        Outcome::Fine
    }

    /// What a metamodel yields; nothing where the target refuses it.
    fn files(
        &self,
        (source, metamodel): &(String, Arc<Metamodel>),
        report: &mut Report,
    ) -> Vec<GeneratedFile> {
        if metamodel.roots().next().is_none() {
            let message =
                format!("{source} has no package to generate from: those of EMF itself are known already");
            let help = "name a metamodel of your own";
            report.show_one(Diagnostic::error(codes::WRONG_USE, message).help(help));
            return Vec::new();
        }
        let options = Options {
            source: Some(source.clone()),
            rust: self.rust.options(),
            json_schema: self.schema.json_schema(),
            xsd: self.schema.xsd(),
            ..Options::default()
        };
        let (files, problems) = (self.target.generate)(metamodel, &[], &options);
        report.show(&problems);
        if problems.has_errors() { Vec::new() } else { files }
    }
}

fn write(folder: &Path, file: &GeneratedFile) -> Result<(), Box<Diagnostic>> {
    output::write_within(folder, Path::new(&file.path), file.text.as_bytes())
}
