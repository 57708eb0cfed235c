//! The repository's inputs of all notations, as a copy in which each can be changed in place, beside the files that
//! belong to it.

use crate::random::Random;
use crate::{copy_directory, root};
use std::io;
use std::path::{Path, PathBuf};

/// Directories of the repository with inputs.
const DIRECTORIES: [&str; 11] = [
    "tests",
    "cli/tests",
    "metamodel/tests",
    "codegen/tests",
    "crates/language/tests",
    "crates/schema-validator/tests",
    "examples",
    "fuzz/seeds",
    "crates/language/models",
    "schemas",
    "benches",
];

/// The extensions of inputs.
const EXTENSIONS: [&str; 9] = ["xmi", "ecore", "json", "yaml", "yml", "cases", "pp", "j2", "xsd"];

/// Larger files would take most of the time.
const LARGEST: u64 = 200_000;

/// An input.
#[derive(Debug)]
pub(super) struct Input {
    /// Its path in the repository.
    pub(super) name: String,
    /// The copy, and the directory that it is in.
    pub(super) path: PathBuf,
    pub(super) directory: PathBuf,
    pub(super) extension: &'static str,
    /// The configuration of the Hiera site that it belongs to.
    pub(super) site: Option<PathBuf>,
    /// The directory with the files that several cases share.
    pub(super) shared: PathBuf,
}

/// A copy of all inputs.
#[derive(Debug)]
pub(super) struct Inputs {
    pub(super) list: Vec<Input>,
    /// A directory for generated files.
    pub(super) output: PathBuf,
}

impl Inputs {
    /// Copies all inputs into a directory.
    pub(super) fn copy(directory: &Path) -> io::Result<Self> {
        let mut list = Vec::new();
        for name in DIRECTORIES {
            copy_directory(&root().join(name), &directory.join(name))?;
            collect(&directory.join(name), directory, &mut list)?;
        }
        list.sort_by(|one, other| one.name.cmp(&other.name));
        let output = directory.join("output");
        std::fs::create_dir_all(&output)?;
        Ok(Self { list, output })
    }

    /// One of the inputs, of every extension equally often.
    pub(super) fn choose(&self, random: &mut Random) -> &Input {
        let extension = random.pick(&EXTENSIONS);
        let of_extension: Vec<&Input> =
            self.list.iter().filter(|input| input.extension == extension).collect();
        if of_extension.is_empty() { random.choose(&self.list) } else { random.pick(&of_extension) }
    }
}

fn collect(directory: &Path, root: &Path, list: &mut Vec<Input>) -> io::Result<()> {
    for entry in std::fs::read_dir(directory)? {
        let path = entry?.path();
        if path.is_dir() {
            collect(&path, root, list)?;
            continue;
        }
        let extension = path.extension().and_then(|extension| extension.to_str()).unwrap_or_default();
        let Some(extension) = EXTENSIONS.iter().find(|known| **known == extension) else { continue };
        if std::fs::metadata(&path)?.len() > LARGEST {
            continue;
        }
        let name = path.strip_prefix(root).unwrap_or(&path).to_string_lossy().into_owned();
        let above = directory.ancestors().take_while(|above| above.starts_with(root) && *above != root);
        let site = above.map(|above| above.join("hiera.yaml")).find(|site| site.is_file());
        let shared = root.join("cli/tests/cli/shared");
        list.push(Input { name, path, directory: directory.to_owned(), extension, site, shared });
    }
    Ok(())
}
