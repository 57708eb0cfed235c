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
        // Ids are unique, so that the texts need not be compared.
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
