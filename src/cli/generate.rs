//! `modelwright generate`: everything that a metamodel yields.

use super::report::Report;
use super::rust_options::RustArgs;
use super::schema_options::SchemaArgs;
use super::{Outcome, bounds, output, template};
use crate::workspace::{Workspace, shown};
use clap::Args;
use modelwright_codegen::{GeneratedFile, Options, TARGETS, Target, target};
use modelwright_metamodel::diagnostic::{Diagnostic, codes};
use std::path::{Component, Path, PathBuf};

const EXAMPLES: &str = "\
Examples:
  modelwright generate rust library.pp -o src/
  modelwright generate rust library.pp -o src/ --handles --derive Eq
  modelwright generate json-schema library.ecore -o schemas/ --draft 07
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
        for path in &self.models {
            if let Some(files) = self.files(path, report) {
                let written = files.iter().try_for_each(|file| check_name(folder, file));
                let written = written.and_then(|()| files.iter().try_for_each(|file| write(folder, file)));
                if let Err(problem) = written {
                    report.show_one(*problem);
                }
            }
        }
        Outcome::Fine
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

    /// What a metamodel yields; nothing where it has errors.
    fn files(&self, path: &Path, report: &mut Report) -> Option<Vec<GeneratedFile>> {
        let (metamodel, diagnostics) = match Workspace::default().load_metamodel(path) {
            Ok(loaded) => loaded,
            Err(problem) => {
                report.show_one(*problem);
                return None;
            }
        };
        report.show(&diagnostics);
        if diagnostics.has_errors() {
            return None;
        }
        let source = path.file_name().map(|name| name.to_string_lossy().into_owned());
        let options = Options {
            source,
            rust: self.rust.options(),
            json_schema: self.schema.json_schema(),
            xsd: self.schema.xsd(),
            ..Options::default()
        };
        let (files, problems) = (self.target.generate)(&metamodel, &[], &options);
        report.show(&problems);
        (!problems.has_errors()).then_some(files)
    }
}

/// A name from a model cannot lead out of the folder.
fn check_name(folder: &Path, file: &GeneratedFile) -> Result<(), Box<Diagnostic>> {
    let path = Path::new(&file.path);
    if !path.components().all(|part| matches!(part, Component::Normal(_))) {
        let message = format!("{} leads out of the folder {}", file.path, shown(folder));
        return Err(Box::new(
            Diagnostic::error(codes::CANNOT_WRITE, message).help("rename the package in the metamodel"),
        ));
    }
    Ok(())
}

fn write(folder: &Path, file: &GeneratedFile) -> Result<(), Box<Diagnostic>> {
    output::write_file(&folder.join(&file.path), file.text.as_bytes())
}
