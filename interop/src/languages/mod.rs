//! Generated code of other languages: the tools of each language must accept it, and agree with the metamodel.

use super::Summary;
use std::path::Path;

/// Declares the file of each language, which has a `run`, and finds it by name.
macro_rules! registry {
    ($($file:ident,)+) => {
        $(mod $file;)+

        /// The comparison of a language; `None` if there is none of this name.
        pub(crate) fn comparison(name: &str) -> Option<Comparison> {
            match name {
                $(stringify!($file) => Some($file::run),)+
                _ => None,
            }
        }
    };
}

/// A comparison with the tools of a language, which may use a directory for its files.
pub(crate) type Comparison = fn(shared: &Path, work: &Path) -> Result<Vec<Summary>, String>;

// The registry of languages.
registry! {
    ruby,
}
