//! The type of stable problem codes. The codes themselves are in [`super::codes`].

use std::fmt;

/// A stable problem code such as `MW0001`.
#[derive(Clone, Copy)]
pub struct Code {
    pub(super) id: &'static str,
    pub(super) title: &'static str,
    pub(super) explanation: &'static str,
}

impl Code {
    /// A code of a program around this library, such as that of a rule that it adds. The codes of modelwright begin with
    /// `MW`.
    ///
    /// ```
    /// use modelwright_metamodel::diagnostic::{Code, Diagnostic};
    ///
    /// const BLANK_NAME: Code = Code::new("OWN01", "blank name", "A name consists of blanks. Give the object a name.");
    /// assert_eq!(Diagnostic::error(BLANK_NAME, "a name is blank").to_string(), "error[OWN01]: a name is blank");
    /// ```
    #[must_use]
    pub const fn new(id: &'static str, title: &'static str, explanation: &'static str) -> Self {
        Self { id, title, explanation }
    }

    /// The code as displayed, e.g. `MW0001`.
    #[must_use]
    pub fn id(self) -> &'static str {
        self.id
    }

    /// A short name of the problem.
    #[must_use]
    pub fn title(self) -> &'static str {
        self.title
    }

    /// The meaning of the problem, and how to correct it.
    #[must_use]
    pub fn explanation(self) -> &'static str {
        self.explanation
    }
}

impl PartialEq for Code {
    fn eq(&self, other: &Self) -> bool {
        // Ids are unique, so the texts need not be compared.
        self.id == other.id
    }
}

impl Eq for Code {}

impl std::hash::Hash for Code {
    fn hash<H: std::hash::Hasher>(&self, state: &mut H) {
        self.id.hash(state);
    }
}

impl fmt::Display for Code {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.id)
    }
}

impl fmt::Debug for Code {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.id)
    }
}
