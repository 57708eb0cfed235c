//! Files of data (`.pdl`), as issue 6079 of Puppet proposes them: `$name = value where condition`.
//!
//! If a name has several lines, the first line whose condition holds gives the value. A name is a parameter of the
//! file's class, a parameter of the class in the name (`$ntp::server`), or a plain name. All lines of a name become one
//! binding, whose expression is an `if … elsif` chain. If the last line of a name does not always give a value, the
//! binding is optional, so that the binding with the next lower precedence is used in its place. This module does not
//! know where files are.

mod read;
mod write;

pub use read::read;
pub use write::write;

use std::path::Path;

/// The class that a data file belongs to, and the name of the bindings in it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DataFile {
    /// The name of the bindings that the file is read as.
    pub name: String,
    /// The class whose parameters the unqualified names in the file set; `None` if they are plain names.
    pub class: Option<String>,
}

impl DataFile {
    /// A file below a `data` directory: `init` belongs to the class that its directory names, and any other file to the
    /// class that its path names.
    #[must_use]
    pub fn below_data(segments: &[&str]) -> Self {
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

    /// The data file at a path: `modules/MODULE/data/…` and `MODULE/data/FILE` belong to a module, `data/CLASS/…`
    /// belongs to a class; any other file belongs to no class.
    #[must_use]
    pub fn of(path: &Path) -> Self {
        let stem = path.file_stem().and_then(|stem| stem.to_str()).unwrap_or("data");
        let directories: Vec<&str> = path
            .parent()
            .into_iter()
            .flat_map(Path::components)
            .filter_map(|part| part.as_os_str().to_str())
            .collect();
        // The last directory named `data` counts, because the site itself may be below such a directory.
        let Some(data_index) = directories.iter().rposition(|directory| *directory == "data") else {
            return Self::of_site(stem);
        };
        let below_data = &directories[data_index + 1..];
        let parent = data_index.checked_sub(1).map(|index| directories[index]);
        let is_in_modules = data_index > 1 && directories[data_index - 2] == "modules";
        let mut segments = Vec::new();
        match parent {
            // Outside of `modules`, `data/site.pdl` is the data file of the site, not of a class named `site`.
            Some(module) if is_in_modules || (below_data.is_empty() && stem != "site") => {
                segments.push(module);
            }
            _ if below_data.is_empty() => return Self::of_site(stem),
            _ => {}
        }
        segments.extend(below_data);
        segments.push(stem);
        Self::below_data(&segments)
    }
}
