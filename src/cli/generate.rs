//! `modelwright generate`: everything that a metamodel yields.

use super::report::Report;
use super::rust_options::RustArgs;
use super::schema_options::SchemaArgs;
use super::{Outcome, output};
use crate::workspace::{Workspace, shown};
use clap::Args;
use modelwright_codegen::{GeneratedFile, Options, TARGETS, Target, target};
use modelwright_metamodel::diagnostic::{Diagnostic, codes};
use std::path::{Component, Path, PathBuf};

const EXAMPLES: &str = "\
Examples:
  modelwright generate rust library.pp -o src/
  modelwright generate rust library.pp -o src/ --handles --derive Eq
  modelwright generate json-schema library.ecore -o schemas/ --draft 07";

/// Generate types, schemas and other text from metamodels
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub(super) struct Generate {
    /// What to generate
    #[arg(value_name = "TARGET", value_parser = target_named)]
    target: &'static Target,

    /// The metamodels (.ecore or .pp)
    #[arg(value_name = "MODEL", required = true)]
    models: Vec<PathBuf>,

    /// The folder to write into, which must exist
    #[arg(short, long, value_name = "DIR")]
    output: PathBuf,

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
        if let Err(problem) = output::check_folder(&self.output) {
            report.show_one(*problem);
            return Outcome::Fine;
        }
        for path in &self.models {
            if let Some(files) = self.files(path, report) {
                let written = files.iter().try_for_each(|file| self.check_name(file));
                let written = written.and_then(|()| files.iter().try_for_each(|file| self.write(file)));
                if let Err(problem) = written {
                    report.show_one(*problem);
                }
            }
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
        let options = Options { source, rust: self.rust.options(), schema: self.schema.options() };
        let (files, problems) = (self.target.generate)(&metamodel, &[], &options);
        report.show(&problems);
        (!problems.has_errors()).then_some(files)
    }

    /// A name from a model cannot lead out of the folder.
    fn check_name(&self, file: &GeneratedFile) -> Result<(), Box<Diagnostic>> {
        let path = Path::new(&file.path);
        if !path.components().all(|part| matches!(part, Component::Normal(_))) {
            let message = format!("{} leads out of the folder {}", file.path, shown(&self.output));
            return Err(Box::new(
                Diagnostic::error(codes::CANNOT_WRITE, message).help("rename the package in the metamodel"),
            ));
        }
        Ok(())
    }

    fn write(&self, file: &GeneratedFile) -> Result<(), Box<Diagnostic>> {
        output::write_file(&self.output.join(&file.path), file.text.as_bytes())
    }
}
