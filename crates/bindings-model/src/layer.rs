//! How the layers of a site are searched.

use crate::generated::bindings::NamedLayer;

impl NamedLayer {
    /// Whether lookups search the layer with the rules of Hiera: its data comes from Hiera's backends or environments.
    #[must_use]
    pub fn is_of_hiera(&self) -> bool {
        !self.backends.is_empty() || self.hiera_environment.is_some()
    }
}
