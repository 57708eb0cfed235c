//! Class diagrams without a notation: boxes in frames, and the edges between them.
//!
//! `build` makes the diagram of some packages, `objects` that of objects, `focus` keeps the neighbourhood of some
//! boxes, and each target that draws diagrams only writes the result as text. Invariants: every text is one
//! printable line, which may still contain any symbol of a notation; indices are valid in their own diagram; the
//! order is that of the metamodel; both the construction and the selection take linear time. This module knows no
//! notation, no colours and no positions.

pub(crate) mod arrows;
mod build;
mod focus;
pub(crate) mod identifiers;
pub(crate) mod objects;
mod options;
mod types;

use crate::GeneratedFile;
pub(crate) use build::in_place_classifiers;
pub(crate) use focus::Neighbourhoods;
use modelwright_metamodel::diagnostic::{Diagnostics, printable_line};
use modelwright_metamodel::ecore::{Classifier, Metamodel, PackageId};
pub use objects::ObjectSelection;
pub(crate) use options::OPTIONS;
pub use options::{DiagramOptions, Direction, Members};
use std::collections::HashMap;
pub(crate) use types::{
    complete_feature_type, feature_type, multiplicity, ocl_constraints, operation, type_parts, typed_text,
};

/// A class diagram.
#[derive(Debug, Clone, Default, PartialEq)]
pub(crate) struct Diagram {
    /// The name of its file without the ending.
    pub(crate) file_stem: String,
    /// The packages of the boxes; none if all boxes are in the same package. Outer frames precede inner ones.
    pub(crate) frames: Vec<Frame>,
    /// Classes, enumerations and constrained data types.
    pub(crate) boxes: Vec<ClassBox>,
    /// Inheritance and references.
    pub(crate) edges: Vec<Edge>,
    pub(crate) direction: Direction,
}

/// A package that is drawn around its boxes.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Frame {
    pub(crate) name: String,
    /// The frame around it.
    pub(crate) parent: Option<usize>,
}

/// A class, an enumeration or a data type.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct ClassBox {
    /// The name, with its type parameters.
    pub(crate) name: String,
    pub(crate) kind: BoxKind,
    /// What it describes.
    pub(crate) subject: Classifier,
    /// The frame around it.
    pub(crate) frame: Option<usize>,
    pub(crate) attributes: Vec<Member>,
    /// The operations, each as one text.
    pub(crate) operations: Vec<String>,
    /// The literals of an enumeration, or the type of a data type.
    pub(crate) lines: Vec<String>,
    /// The rules that its objects follow, one text for each line of a note.
    pub(crate) constraints: Vec<String>,
    /// The first paragraph of its documentation.
    pub(crate) documentation: Option<String>,
    /// Whether the diagram shows the neighbourhood of this box.
    pub(crate) is_focus: bool,
}

impl ClassBox {
    /// A box with only its kind and its subject.
    fn without_content(kind: BoxKind, subject: Classifier) -> Self {
        Self {
            name: String::new(),
            kind,
            subject,
            frame: None,
            attributes: Vec::new(),
            operations: Vec::new(),
            lines: Vec::new(),
            constraints: Vec::new(),
            documentation: None,
            is_focus: false,
        }
    }
}

/// The kind of a box.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum BoxKind {
    Class,
    Abstract,
    Interface,
    Enumeration,
    DataType,
    /// A class of a package that the diagram does not describe: only its name is shown.
    External,
    /// An object of a model.
    Object,
}

impl BoxKind {
    /// The keyword above the name of a box, in the words of UML.
    pub(crate) fn keyword(self) -> Option<&'static str> {
        match self {
            Self::Class | Self::External | Self::Object => None,
            Self::Abstract => Some("abstract"),
            Self::Interface => Some("interface"),
            Self::Enumeration => Some("enumeration"),
            Self::DataType => Some("datatype"),
        }
    }
}

/// An attribute, or a reference to something that has no box.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Member {
    /// The text in the form of UML: `name : Type [0..*] = default`.
    pub(crate) text: String,
    /// A property of the attribute in the words of UML, such as `id`.
    pub(crate) property: Option<&'static str>,
    /// The box of its type.
    pub(crate) type_box: Option<usize>,
}

impl Member {
    /// The text with the property, as UML writes it.
    pub(crate) fn text(&self) -> String {
        self.property.map_or_else(|| self.text.clone(), |property| format!("{} {{{property}}}", self.text))
    }
}

/// A line between two boxes.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Edge {
    /// The subclass, or the class with the reference. For two opposites, the class with the containment, or else with
    /// the reference that is declared first.
    pub(crate) from: usize,
    /// The superclass, or the target of the reference.
    pub(crate) to: usize,
    pub(crate) relation: Relation,
}

/// The meaning of a line.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Relation {
    /// A class inherits from another one; `realizes` if only the superclass is an interface.
    Inheritance { realizes: bool },
    /// A reference: `far` is the end at its target, `near` that of its opposite.
    Association { contains: bool, near: Option<End>, far: End },
}

/// One end of a reference.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct End {
    /// The name of the reference that leads to this end.
    pub(crate) name: String,
    /// The multiplicity, such as `1` or `0..*`; empty for the parts of a composite type.
    pub(crate) multiplicity: String,
}

impl End {
    /// Name and multiplicity in one text.
    pub(crate) fn text(&self) -> String {
        let text = format!("{} {}", self.name, self.multiplicity);
        text.trim_end().to_owned()
    }
}

/// Generates the file of a diagram with an extension; `write` returns its text, and what the notation cannot express.
pub(crate) fn generate(
    metamodel: &Metamodel,
    packages: &[PackageId],
    options: &DiagramOptions,
    extension: &str,
    write: impl FnOnce(&Diagram) -> (String, Diagnostics),
) -> (Vec<GeneratedFile>, Diagnostics) {
    let (diagram, mut problems) = Diagram::new(metamodel, packages, options);
    if problems.has_errors() {
        return (Vec::new(), problems);
    }
    let (text, losses) = write(&diagram);
    problems.append(losses);
    (vec![GeneratedFile { path: format!("{}.{extension}", diagram.file_stem), text }], problems)
}

impl Diagram {
    /// The diagram of the given packages and their subpackages, of all packages if none is given; or of the
    /// neighbourhood of the classes that the options name.
    pub(crate) fn new(
        metamodel: &Metamodel,
        packages: &[PackageId],
        options: &DiagramOptions,
    ) -> (Self, Diagnostics) {
        let mut diagram = build::diagram(metamodel, packages, options);
        let mut problems = Diagnostics::new();
        if !options.focus.is_empty() {
            match focus::boxes_of_names(metamodel, &diagram.places, &options.focus) {
                Ok(starts) => diagram.drawing = focus::neighbourhood(diagram.drawing, &starts, options.depth),
                Err(unknown_names) => problems = unknown_names,
            }
        }
        (diagram.drawing.with_options(options), problems)
    }

    /// The boxes that are directly in each frame; the key `None` has those without a frame.
    pub(crate) fn boxes_by_frame(&self) -> HashMap<Option<usize>, Vec<usize>> {
        let mut boxes: HashMap<Option<usize>, Vec<usize>> = HashMap::new();
        for (at, class) in self.boxes.iter().enumerate() {
            boxes.entry(class.frame).or_default().push(at);
        }
        boxes
    }

    /// The frames in the order in which they are written, each with its depth; a frame is followed by those inside.
    pub(crate) fn nested_frames(&self) -> Vec<(usize, usize)> {
        let mut inner_frames: HashMap<Option<usize>, Vec<usize>> = HashMap::new();
        for (at, frame) in self.frames.iter().enumerate() {
            inner_frames.entry(frame.parent).or_default().push(at);
        }
        let mut order = Vec::with_capacity(self.frames.len());
        // Reversed, because the last element on the stack is visited first.
        let mut stack: Vec<(usize, usize)> =
            inner_frames.get(&None).into_iter().flatten().rev().map(|at| (*at, 0)).collect();
        while let Some((at, depth)) = stack.pop() {
            order.push((at, depth));
            stack.extend(inner_frames.get(&Some(at)).into_iter().flatten().rev().map(|at| (*at, depth + 1)));
        }
        order
    }

    /// Sets the direction, removes the frames if all boxes are in the same one, and removes members if the options
    /// exclude them.
    fn with_options(mut self, options: &DiagramOptions) -> Self {
        self.direction = options.direction;
        let frames_of_boxes: Vec<Option<usize>> = self.boxes.iter().map(|class| class.frame).collect();
        if frames_of_boxes.windows(2).all(|pair| pair[0] == pair[1]) {
            self.frames.clear();
            self.boxes.iter_mut().for_each(|class| class.frame = None);
        }
        if options.members == Members::None {
            for class in &mut self.boxes {
                class.attributes.clear();
                class.operations.clear();
                class.lines.clear();
            }
        }
        self
    }
}

/// The longest text of a line. Patterns and lists of values may be much longer than any box should be wide.
const LONGEST_LINE: usize = 80;

/// A text as one printable line, shortened if it is very long.
fn line(text: &str) -> String {
    start_of(&printable_line(text), LONGEST_LINE)
}

/// The first `max_length` characters of a text, and `…` if there are more.
pub(crate) fn start_of(text: &str, max_length: usize) -> String {
    match text.char_indices().nth(max_length) {
        Some((at, _)) => format!("{}…", text[..at].trim_end()),
        None => text.to_owned(),
    }
}

/// The name of an element as one printable line; `(unnamed)` if it is empty, so that the element is visible.
fn name(text: &str) -> String {
    if text.trim().is_empty() { "(unnamed)".to_owned() } else { line(text) }
}
