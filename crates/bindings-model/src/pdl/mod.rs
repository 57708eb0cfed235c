//! Files of data (`.pdl`), as issue 6079 of Puppet proposes them: `$name = value where condition`.
//!
//! Of the lines of one name, the first whose condition holds gives the value. A name is a parameter of the class that the
//! file belongs to, of the class in the name (`$ntp::server`), or a plain name. All lines of a name are one binding, whose
//! expression is a chain of `if`; without a last line that always has a value it is optional, so that the next lower binding
//! takes effect. This module does not know where files are.

mod read;
mod write;

pub use read::read;
pub use write::write;

use std::path::Path;

/// What a file belongs to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DataFile {
    /// The name of its bindings.
    pub name: String,
    /// The class whose parameters its unqualified names are.
    pub class: Option<String>,
}

impl DataFile {
    /// A file in a directory of data: `init` is the class of the directory, other files are classes in it.
    #[must_use]
    pub fn below(segments: &[&str]) -> Self {
        let class = match segments {
            [class @ .., "init"] if !class.is_empty() => class.join("::"),
            all => all.join("::"),
        };
        let name = if class.contains("::") { class.clone() } else { format!("{class}::default") };
        Self { name, class: Some(class) }
    }

    /// A file that belongs to no class.
    #[must_use]
    pub fn of_site(name: &str) -> Self {
        Self { name: name.to_owned(), class: None }
    }

    /// A file by its path: `modules/MODULE/data/…` and `MODULE/data/FILE` are data of a module, `data/CLASS/…` that of a
    /// class; other files belong to no class.
    #[must_use]
    pub fn of(path: &Path) -> Self {
        let stem = path.file_stem().and_then(|stem| stem.to_str()).unwrap_or("data");
        let directories: Vec<&str> = path
            .parent()
            .into_iter()
            .flat_map(Path::components)
            .filter_map(|part| part.as_os_str().to_str())
            .collect();
        // The last one, because the site itself may be below a directory `data`.
        let Some(at) = directories.iter().rposition(|directory| *directory == "data") else {
            return Self::of_site(stem);
        };
        let below = &directories[at + 1..];
        let module = at.checked_sub(1).map(|at| directories[at]);
        let is_of_module = at > 1 && directories[at - 2] == "modules";
        let mut segments = Vec::new();
        match module {
            // Outside of `modules`, `data/site.pdl` is the file of the site and not a class.
            Some(module) if is_of_module || (below.is_empty() && stem != "site") => segments.push(module),
            _ if below.is_empty() => return Self::of_site(stem),
            _ => {}
        }
        segments.extend(below);
        segments.push(stem);
        Self::below(&segments)
    }
}
