//! `modelwright draw`: the objects of a document as a picture.

use super::addresses::ByAddress;
use super::metamodel_flags::MetamodelFlags;
use super::report::Report;
use super::sources::{self, is_standard, reader_by_name};
use super::{Outcome, output};
use clap::{Args, ValueEnum};
use modelwright::files::display_path;
use modelwright::workspace::{DocumentReader, LoadedDocument};
use modelwright_codegen::svg::{ObjectPicture, ObjectSelection, Style, Theme, draw_objects};
use modelwright_metamodel::diagnostic::{Diagnostic, Diagnostics, Severity, codes};
use std::path::{Path, PathBuf};

const EXAMPLES: &str = "\
Examples:
  modelwright draw books.xmi --model library.pp -o books.svg
  modelwright draw books.yaml --model library.pp --focus B1 --depth 2 -o book.svg";

/// Draw the objects of a document as a picture
///
/// Each object is a box with its name or identifier, its class and its values; containment and references are
/// lines. The picture is an SVG. Pictures of classes are made by `generate svg`.
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub(super) struct Draw {
    /// The document; `-` is standard input
    #[arg(value_name = "INSTANCE")]
    instance: PathBuf,

    /// The file to write; `-` is standard output
    #[arg(short, long, value_name = "OUT", default_value = "-")]
    output: PathBuf,

    /// The format of the document
    #[arg(long, value_name = "FORMAT", value_parser = reader_by_name)]
    from: Option<DocumentReader>,

    /// Only the object with this id or address, and objects near it; may be given several times
    #[arg(long, value_name = "ADDRESS")]
    focus: Vec<String>,

    /// How many steps other objects may be away from those in focus
    #[arg(long, value_name = "STEPS", default_value_t = 1, requires = "focus")]
    depth: usize,

    /// The greatest number of objects; those near the roots or the focus come first
    #[arg(long, value_name = "N", default_value_t = 60, value_parser = clap::value_parser!(u16).range(1..=1000))]
    limit: u16,

    /// The title for screen readers and tooltips [default: `Objects of` the file]
    #[arg(long, value_name = "TEXT")]
    title: Option<String>,

    /// Colours
    #[arg(long, value_name = "THEME", default_value = "auto")]
    theme: Colours,

    /// Draw what could be read of a document with errors; the errors are still reported
    #[arg(long)]
    lax: bool,

    #[command(flatten)]
    metamodels: MetamodelFlags,
}

/// The colours of a picture.
#[derive(Debug, Clone, Copy, ValueEnum)]
enum Colours {
    /// Those that the viewer prefers
    Auto,
    /// Dark on light
    Light,
    /// Light on dark
    Dark,
}

impl Draw {
    pub(super) fn run(&self, report: &mut Report) -> Outcome {
        if let Err(problems) = self.draw(report) {
            report.show(&problems);
        }
        Outcome::Done
    }

    /// Reads the document, and writes its picture. Problems are shown.
    fn draw(&self, report: &mut Report) -> Result<(), Diagnostics> {
        check_extension(&self.output).map_err(|problem| Diagnostics::from(*problem))?;
        if sources::is_metamodel(&self.instance) {
            report.show_one(objects_of_metamodel(&self.instance));
        }
        let inputs = std::iter::once(self.instance.as_path());
        let target = None;
        let workspace = self.metamodels.workspace_for(inputs, self.from, target)?;
        let loaded = sources::load(&workspace, &self.instance, self.from, target)?;
        report.show(&loaded.diagnostics);
        // Content with errors was left out, so a picture could be wrong.
        if loaded.diagnostics.has_errors() && !self.lax {
            return Ok(());
        }
        let picture = self.picture(&loaded).map_err(|problem| Diagnostics::from(*problem))?;
        if picture.left_out > 0 {
            report.show_one(left_out(&picture));
        }
        let write_result = if is_standard(&self.output) {
            output::write_text(&picture.svg)
        } else {
            output::write_file(&self.output, picture.svg.as_bytes())
        };
        write_result.map_err(|problem| Diagnostics::from(*problem))
    }

    /// The picture of the objects that the flags select.
    fn picture(&self, loaded: &LoadedDocument) -> Result<ObjectPicture, Box<Diagnostic>> {
        let (model, document) = (&loaded.model, loaded.document);
        let mut focus = Vec::new();
        if !self.focus.is_empty() {
            let mut objects = ByAddress::new(model, document);
            for address in &self.focus {
                focus.push(objects.find("--focus", address)?);
            }
        }
        let selection = ObjectSelection { focus, depth: self.depth, limit: usize::from(self.limit) };
        let theme = match self.theme {
            Colours::Auto => Theme::Auto,
            Colours::Light => Theme::Light,
            Colours::Dark => Theme::Dark,
        };
        let style = Style { theme, ..Style::default() };
        let title = self.title.clone().unwrap_or_else(|| format!("Objects of {}", file_name(&self.instance)));
        draw_objects(model, document, &selection, &title, &style).ok_or_else(|| {
            let message = "the document has no objects";
            Box::new(Diagnostic::error(codes::EMPTY_INPUT, message).help("specify a document with objects"))
        })
    }
}

/// The name of a file without its directories.
fn file_name(path: &Path) -> String {
    if is_standard(path) {
        return "standard input".to_owned();
    }
    path.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default()
}

/// Reports an output file with the extension of another kind of picture.
fn check_extension(output: &Path) -> Result<(), Box<Diagnostic>> {
    let extension = output.extension().and_then(|extension| extension.to_str()).unwrap_or("svg");
    if extension.eq_ignore_ascii_case("svg") {
        return Ok(());
    }
    let message = format!("pictures are written as SVG, not as {extension}");
    let help = format!("write -o {}", display_path(&output.with_extension("svg")));
    Err(Box::new(Diagnostic::error(codes::WRONG_USE, message).help(help)))
}

/// Notes that the objects of a metamodel are drawn, not the objects that it describes.
fn objects_of_metamodel(path: &Path) -> Diagnostic {
    let message = "the classes, features and types of the metamodel are drawn as objects";
    let help = format!(
        "a diagram of its classes is written by `modelwright generate svg {} -o DIR`",
        display_path(path)
    );
    Diagnostic::new(codes::WRONG_USE, Severity::Note, message).help(help)
}

/// Notes how many objects are left out.
fn left_out(picture: &ObjectPicture) -> Diagnostic {
    let total = picture.drawn + picture.left_out;
    let message = format!("{} of {total} objects are left out of the picture", picture.left_out);
    Diagnostic::new(codes::OBJECTS_LEFT_OUT, Severity::Note, message)
        .help("--limit N draws more of them, --focus ADDRESS those near an object")
}
