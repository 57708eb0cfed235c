//! Target `svg`: a class diagram as a picture.
//!
//! `figure` determines the sizes of texts and the layout, `write` writes them as SVG with the lines of `paths`, and
//! `style` has the colours. Invariants: names of models are texts, never markup; the same diagram gives the same bytes
//! on every machine; texts remain texts, so that they can be selected, searched and read aloud. [`draw`] and
//! [`Drawings`] make pictures for other documents.

mod figure;
mod lines;
mod paths;
mod style;
mod text_width;
mod write;

use crate::diagram::objects::object_diagram;
use crate::diagram::{self, Diagram, Neighbourhoods};
pub use crate::diagram::{DiagramOptions, Direction, Members, ObjectSelection};
use crate::{GeneratedFile, Target};
use figure::Figure;
use modelwright_metamodel::diagnostic::Diagnostics;
use modelwright_metamodel::ecore::{Classifier, Metamodel, PackageId};
use modelwright_metamodel::model::{DocumentId, Model};
use modelwright_metamodel::options::{Choice, OptionSpec};
pub use style::Theme;

/// Pictures.
pub const TARGET: Target = Target {
    name: "svg",
    extension: Some("svg"),
    description: "Class diagrams as pictures",
    options: &OPTIONS,
    script: None,
    examples: &["library.pp -o docs/", "library.pp -o docs/ --focus Book", "library.pp -o - --theme light"],
    run: |request| {
        let options = DiagramOptions::from(&request.options);
        let references = match request.options.text("references") {
            Some("lines") => References::Lines,
            Some("texts") => References::Texts,
            _ => References::Auto,
        };
        let theme = match request.options.text("theme") {
            Some("light") => Theme::Light,
            Some("dark") => Theme::Dark,
            _ => Theme::Auto,
        };
        let style = Style { theme, references, ..Style::default() };
        generate(request.metamodel, &request.packages, request.source().as_deref(), &options, &style)
    },
};

/// How references that are not containments are drawn.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum References {
    /// As lines in small pictures; as texts in those with more than 60 boxes, in which lines could not be
    /// followed.
    #[default]
    Auto,
    /// As lines between boxes.
    Lines,
    /// As texts inside of boxes.
    Texts,
}

/// The greatest number of boxes of a picture in which references are lines.
const MAX_WITH_LINES: usize = 60;

const REFERENCES: OptionSpec = OptionSpec::choice(
    "references",
    "FORM",
    "References that do not contain",
    &[
        Choice::new("auto", "lines, but texts if there are more than 60 boxes"),
        Choice::new("lines", "lines between boxes"),
        Choice::new("texts", "texts inside of boxes"),
    ],
)
.default("auto");

const THEME: OptionSpec = OptionSpec::choice(
    "theme",
    "THEME",
    "Colours",
    &[
        Choice::new("auto", "those that the viewer prefers"),
        Choice::new("light", "dark on light"),
        Choice::new("dark", "light on dark"),
    ],
)
.default("auto");

/// The options of all diagrams, and those of pictures.
const OPTIONS: [OptionSpec; diagram::OPTIONS.len() + 2] = {
    let mut all = [REFERENCES; diagram::OPTIONS.len() + 2];
    let mut at = 0;
    while at < diagram::OPTIONS.len() {
        all[at] = diagram::OPTIONS[at];
        at += 1;
    }
    all[at] = THEME;
    all
};

/// Width divided by height of a picture.
const ASPECT: f64 = 4.0 / 3.0;

/// Generates the picture of the given packages and their subpackages, or of all packages if none is given; `source`
/// is the name of their file for the header.
#[must_use]
pub fn generate(
    metamodel: &Metamodel,
    packages: &[PackageId],
    source: Option<&str>,
    options: &DiagramOptions,
    style: &Style<'_>,
) -> (Vec<GeneratedFile>, Diagnostics) {
    diagram::generate(metamodel, packages, options, "svg", |diagram| {
        let (stem, source) = (&diagram.file_stem, source.unwrap_or(&diagram.file_stem));
        let title = format!("Class diagram of {stem}");
        (picture(diagram, &title, Some(source), style), Diagnostics::new())
    })
}

/// A diagram as a picture. If it is too large for lines, references are texts, and if necessary inheritance as well.
fn picture(diagram: &Diagram, title: &str, source: Option<&str>, style: &Style<'_>) -> String {
    let is_text = match style.references {
        References::Auto => diagram.boxes.len() > MAX_WITH_LINES,
        References::Lines => false,
        References::Texts => true,
    };
    let mut diagram = diagram.clone();
    if is_text {
        lines::references_as_texts(&mut diagram);
    }
    // Lines over thousands of rows cannot be followed, and without lines there is always a figure.
    for with_inheritance in [false, true] {
        if let Some(figure) = Figure::new(&diagram, ASPECT) {
            return write::write(&figure, title, source, style);
        }
        lines::edges_as_texts(&mut diagram, with_inheritance);
    }
    Figure::new(&diagram, ASPECT)
        .map(|figure| write::write(&figure, title, source, style))
        .unwrap_or_default()
}

/// How a picture is drawn, and how it becomes part of another document.
#[derive(Clone, Copy)]
pub struct Style<'s> {
    /// The colours.
    pub theme: Theme,
    /// How references that are not containments are drawn.
    pub references: References,
    /// Whether the picture contains its own rules; otherwise it is a part of a page of HTML, which has those of
    /// [`stylesheet`].
    pub has_css: bool,
    /// Returns the address of the page to which the box of a classifier is a link.
    pub link: Option<&'s dyn Fn(Classifier) -> Option<String>>,
    /// The start of identifiers, which are different for each picture of a document.
    pub id_prefix: &'s str,
}

impl Default for Style<'_> {
    fn default() -> Self {
        Self { theme: Theme::Auto, references: References::Auto, has_css: true, link: None, id_prefix: "" }
    }
}

/// The rules of all pictures of a document.
#[must_use]
pub fn stylesheet(theme: Theme) -> String {
    style::css(theme)
}

/// The picture of the given packages and their subpackages, or of all packages if none is given. `None` if there is
/// nothing to draw, or the options name a class that does not exist, which is then a problem.
#[must_use]
pub fn draw(
    metamodel: &Metamodel,
    packages: &[PackageId],
    options: &DiagramOptions,
    title: &str,
    style: &Style<'_>,
) -> (Option<String>, Diagnostics) {
    let (diagram, problems) = Diagram::new(metamodel, packages, options);
    if problems.has_errors() || diagram.boxes.is_empty() {
        return (None, problems);
    }
    (Some(picture(&diagram, title, None, style)), problems)
}

/// A picture of objects.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ObjectPicture {
    /// The text of the picture.
    pub svg: String,
    /// The number of objects with a box.
    pub drawn: usize,
    /// The number of selected objects beyond the limit.
    pub left_out: usize,
}

/// The picture of some objects of a document, with their values and references. `None` if there is nothing to draw.
#[must_use]
pub fn draw_objects(
    model: &Model,
    document: DocumentId,
    selection: &ObjectSelection,
    title: &str,
    style: &Style<'_>,
) -> Option<ObjectPicture> {
    let objects = object_diagram(model, document, selection);
    let drawn = objects.diagram.boxes.len();
    let title = match objects.left_out {
        0 => title.to_owned(),
        left_out => format!("{title}: {drawn} of {}", drawn + left_out),
    };
    (drawn > 0).then(|| {
        let svg = picture(&objects.diagram, &title, None, style);
        ObjectPicture { svg, drawn, left_out: objects.left_out }
    })
}

/// Pictures of single classifiers with their neighbours.
#[derive(Debug)]
pub struct Drawings(Neighbourhoods);

impl Drawings {
    /// Prepares the pictures of the classifiers of the given packages and their subpackages, or of all packages.
    #[must_use]
    pub fn new(metamodel: &Metamodel, packages: &[PackageId], options: &DiagramOptions) -> Self {
        Self(Neighbourhoods::new(metamodel, packages, options))
    }

    /// The picture of a classifier: its box with content, the boxes of its superclasses, its subclasses and all
    /// classifiers on either side of a reference, with only their names, and the lines between them and it. `None` if
    /// diagrams have no box for the classifier.
    #[must_use]
    pub fn around(&self, subject: Classifier, title: &str, style: &Style<'_>) -> Option<String> {
        let diagram = self.0.around(subject)?;
        Some(picture(&diagram, title, None, style))
    }
}
