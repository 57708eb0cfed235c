//! The options of class diagrams: as a struct for callers of the library, and declared for users.

use modelwright_metamodel::options::{Choice, OptionSpec, OptionValues};

/// The options of class diagrams.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DiagramOptions {
    /// The classes and enumerations that the diagram is about, with or without the names of their packages before them;
    /// all if there is none.
    pub focus: Vec<String>,
    /// The number of steps from these classes to others: a step is a superclass, a subclass, a reference in either
    /// direction, or the type of an attribute.
    pub depth: usize,
    /// What is shown inside of boxes.
    pub members: Members,
    /// Whether operations are shown as well.
    pub operations: bool,
    /// Whether invariants and checks are shown as notes.
    pub constraints: bool,
    /// The direction in which superclasses lead to subclasses, and classes to the targets of their references.
    pub direction: Direction,
}

impl Default for DiagramOptions {
    fn default() -> Self {
        Self {
            focus: Vec::new(),
            depth: 1,
            members: Members::default(),
            operations: false,
            constraints: false,
            direction: Direction::default(),
        }
    }
}

/// What is shown inside of boxes.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Members {
    /// Nothing but the name.
    None,
    /// The attributes that a class declares itself, and literals.
    #[default]
    Own,
}

/// The direction of a diagram.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Direction {
    /// From top to bottom.
    #[default]
    Down,
    /// From left to right.
    Right,
}

/// The declarations of the options that users can set; they are the same for every notation.
pub(crate) const OPTIONS: &[OptionSpec] = &[
    OptionSpec::text("focus", "CLASS", "Only this class and its neighbours. May be repeated").repeated(),
    OptionSpec::number("depth", "STEPS", "How many steps neighbours are away from the classes in focus")
        .default("1"),
    OptionSpec::choice(
        "members",
        "MEMBERS",
        "What boxes contain",
        &[
            Choice::new("none", "only names"),
            Choice::new("own", "the attributes that the class itself declares, and literals"),
        ],
    )
    .default("own"),
    OptionSpec::flag("operations", "Also show operations"),
    OptionSpec::flag("constraints", "Also show invariants and checks, as notes"),
    OptionSpec::choice(
        "direction",
        "DIRECTION",
        "Where superclasses and references lead",
        &[Choice::new("down", "from top to bottom"), Choice::new("right", "from left to right")],
    )
    .default("down"),
];

impl From<&OptionValues> for DiagramOptions {
    /// The options that a user selected.
    fn from(values: &OptionValues) -> Self {
        let is_selected = |option: &str, choice: &str| values.text(option) == Some(choice);
        Self {
            focus: values.texts("focus").map(str::to_owned).collect(),
            depth: values.number("depth").unwrap_or(1),
            members: if is_selected("members", "none") { Members::None } else { Members::Own },
            operations: values.flag("operations"),
            constraints: values.flag("constraints"),
            direction: if is_selected("direction", "right") { Direction::Right } else { Direction::Down },
        }
    }
}
