//! Generates Rust types from metamodels in build scripts, into Cargo's `OUT_DIR`.
//!
//! Invariants: the same metamodels and options yield the same files; either all files are written or, after an error,
//! none. Only Cargo's directives are printed.
//!
//! **In a build script**, for one metamodel or several:
//!
//! ```no_run
//! fn main() -> Result<(), modelwright_build::Diagnostics> {
//!     modelwright_build::Config::new().derive("Eq").handles().compile(&["models/library.pp"])
//! }
//! ```
//!
//! The types of `library.pp`, whose package is `library`, are then part of the crate by
//! `mod library { include!(concat!(env!("OUT_DIR"), "/library.rs")); }`.
//!
//! **Into another directory**, outside a build script:
//!
//! ```
//! # let directory = std::env::temp_dir().join(format!("modelwright-build-{}", std::process::id()));
//! # std::fs::create_dir_all(&directory).unwrap();
//! # let model = directory.join("shapes.pp");
//! std::fs::write(&model, "package shapes { uri => 'urn:shapes' }  type Circle { attr radius, Float }").unwrap();
//! modelwright_build::Config::new().out_dir(&directory).compile(&[&model])?;
//! assert!(std::fs::read_to_string(directory.join("shapes.rs")).unwrap().contains("pub struct Circle"));
//! # std::fs::remove_dir_all(&directory).unwrap();
//! # Ok::<(), modelwright_build::Diagnostics>(())
//! ```
//!
//! **A metamodel with errors** ends the build with all of its problems:
//!
//! ```
//! # let directory = std::env::temp_dir().join(format!("modelwright-build-errors-{}", std::process::id()));
//! # std::fs::create_dir_all(&directory).unwrap();
//! # let model = directory.join("shapes.pp");
//! std::fs::write(&model, "package shapes { uri => 'urn:shapes' }  type Circle inherits Shape { }").unwrap();
//! let problems = modelwright_build::Config::new().out_dir(&directory).compile(&[&model]).unwrap_err();
//! assert!(problems.has_errors() && problems.to_string().contains("Shape"));
//! # std::fs::remove_dir_all(&directory).unwrap();
//! ```

mod write_files;

pub use modelwright_metamodel::diagnostic::Diagnostics;

use modelwright::files::uri_path;
use modelwright::workspace::Workspace;
use modelwright_codegen::rust::{self, RustOptions};
pub use modelwright_codegen::rust::{Dates, Decimals};
use modelwright_codegen::{GeneratedFile, files_of_directory};
use modelwright_metamodel::diagnostic::{Diagnostic, Severity, codes};
use modelwright_metamodel::ecore::Metamodel;
use std::path::{Path, PathBuf};

/// The options of generated types in a build script; the [crate documentation](crate) shows its use.
#[derive(Debug, Clone, Default)]
pub struct Config {
    options: RustOptions,
    out_dir: Option<PathBuf>,
}

impl Config {
    /// The defaults: public types without handles, in Cargo's `OUT_DIR`.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Replaces all options.
    #[must_use]
    pub fn options(mut self, options: RustOptions) -> Self {
        self.options = options;
        self
    }

    /// Adds a derive to every type.
    #[must_use]
    pub fn derive(mut self, path: impl Into<String>) -> Self {
        self.options.derives.push(path.into());
        self
    }

    /// Sets the Rust type of a data type; see [`RustOptions::types`].
    #[must_use]
    pub fn type_for(mut self, data_type: impl Into<String>, path: impl Into<String>) -> Self {
        self.options.types.push((data_type.into(), path.into()));
        self
    }

    /// Puts the objects of a containment reference, specified as `Class.feature`, into a `Box`.
    #[must_use]
    pub fn boxed(mut self, feature: impl Into<String>) -> Self {
        self.options.boxed.push(feature.into());
        self
    }

    /// Adds an attribute, such as `#[non_exhaustive]`, to the type with a name in the metamodel.
    #[must_use]
    pub fn attribute(mut self, name: impl Into<String>, attribute: impl Into<String>) -> Self {
        self.options.attributes.push((name.into(), attribute.into()));
        self
    }

    /// Writes values that equal their defaults in serde's formats, for readers that do not know them.
    #[must_use]
    pub fn with_defaults(mut self) -> Self {
        self.options.with_defaults = true;
        self
    }

    /// Ignores keys that are not features, in serde's formats, JSON and YAML; otherwise they are errors.
    #[must_use]
    pub fn ignore_unknown_keys(mut self) -> Self {
        self.options.ignore_unknown_keys = true;
        self
    }

    /// Uses a key for the class of an object, instead of `$type`.
    #[must_use]
    pub fn discriminator(mut self, key: impl Into<String>) -> Self {
        self.options.discriminator = Some(key.into());
        self
    }

    /// Uses the types of a crate for dates; requires the feature of the runtime that is named after the crate.
    #[must_use]
    pub fn dates(mut self, dates: Dates) -> Self {
        self.options.dates = dates;
        self
    }

    /// Uses the type of a crate for decimals; requires the feature of the runtime that is named after the crate.
    #[must_use]
    pub fn decimals(mut self, decimals: Decimals) -> Self {
        self.options.decimals = decimals;
        self
    }

    /// Also generates types for data types with facets; their values are always valid.
    #[must_use]
    pub fn checked(mut self) -> Self {
        self.options.checked = true;
        self
    }

    /// Also generates constructors: `new` with the required fields, and `with_…` for each other field.
    #[must_use]
    pub fn builders(mut self) -> Self {
        self.options.builders = true;
        self
    }

    /// Makes required values optional.
    #[must_use]
    pub fn incomplete(mut self) -> Self {
        self.options.incomplete = true;
        self
    }

    /// Also generates handles to the objects of models, in a module `handles`.
    #[must_use]
    pub fn handles(mut self) -> Self {
        self.options.handles = true;
        self
    }

    /// Sets the path of the module that the types use instead of `modelwright_typed`.
    #[must_use]
    pub fn runtime(mut self, path: impl Into<String>) -> Self {
        self.options.runtime = path.into();
        self
    }

    /// Sets the directory to write to instead of Cargo's `OUT_DIR`.
    #[must_use]
    pub fn out_dir(mut self, directory: impl Into<PathBuf>) -> Self {
        self.out_dir = Some(directory.into());
        self
    }

    /// Generates the types of metamodels (`.ecore` or `.pp`), each into a file with the name of its package, and
    /// prints for Cargo the files that they depend on.
    ///
    /// # Errors
    /// If a metamodel cannot be read or has errors, an option names an unknown element of it, or a file cannot be
    /// written.
    pub fn compile(&self, models: &[impl AsRef<Path>]) -> Result<(), Diagnostics> {
        let directory = self.directory()?;
        let mut generated_files = Vec::new();
        for path in models {
            let path = path.as_ref();
            // Each metamodel has a separate workspace, because only `compile_together` shares their types.
            let (metamodel, problems) =
                Workspace::default().load_metamodel(path).map_err(|problem| *problem)?;
            generated_files.extend(self.generate(&[path.to_owned()], &metamodel, problems)?);
        }
        // The files are written only after all of them are generated, so that errors in one metamodel leave all files
        // unchanged.
        write_files(&directory, generated_files)
    }

    /// The directory to write to.
    fn directory(&self) -> Result<PathBuf, Diagnostics> {
        let directory = self.out_dir.clone().or_else(|| std::env::var_os("OUT_DIR").map(PathBuf::from));
        directory.ok_or_else(|| {
            let problem = Diagnostic::error(
                codes::WRONG_USE,
                "OUT_DIR is not set: cargo sets it only for build scripts",
            );
            problem.help("specify a directory with `out_dir`").into()
        })
    }

    /// Generates the types of metamodels that refer to each other, into one file with the name of the first package, so
    /// that they share types.
    ///
    /// ```
    /// # let directory = std::env::temp_dir().join(format!("modelwright-build-together-{}", std::process::id()));
    /// # std::fs::create_dir_all(&directory).unwrap();
    /// # let [people, clubs] = ["people.pp", "clubs.pp"].map(|name| directory.join(name));
    /// std::fs::write(&people, "package people { uri => 'urn:people' }  type Person { attr name, String }").unwrap();
    /// std::fs::write(&clubs, "package clubs { uri => 'urn:clubs' }  type Club { has head, people::Person }").unwrap();
    /// modelwright_build::Config::new().out_dir(&directory).compile_together(&[&people, &clubs])?;
    /// let text = std::fs::read_to_string(directory.join("people.rs")).unwrap();
    /// assert!(text.contains("pub head: Option<Person>"));
    /// # std::fs::remove_dir_all(&directory).unwrap();
    /// # Ok::<(), modelwright_build::Diagnostics>(())
    /// ```
    ///
    /// # Errors
    /// As for [`Config::compile`].
    pub fn compile_together(&self, models: &[impl AsRef<Path>]) -> Result<(), Diagnostics> {
        let directory = self.directory()?;
        let paths: Vec<PathBuf> = models.iter().map(|path| path.as_ref().to_owned()).collect();
        let (metamodel, problems) =
            Workspace { models: paths.clone(), ..Workspace::default() }.given_metamodel();
        let files = self.generate(&paths, &metamodel, problems)?;
        write_files(&directory, files)
    }

    /// Generates the files of a metamodel; prints its files and the warnings for Cargo. Fails if there are errors.
    #[expect(clippy::print_stdout, reason = "Cargo reads what a build script prints")]
    fn generate(
        &self,
        models: &[PathBuf],
        metamodel: &Metamodel,
        mut problems: Diagnostics,
    ) -> Result<Vec<GeneratedFile>, Diagnostics> {
        // The instructions for Cargo are printed before errors are returned, so that Cargo runs the script again when
        // the file is corrected.
        for file in models.iter().cloned().chain(package_files(metamodel)) {
            println!("cargo::rerun-if-changed={}", file.display());
        }
        let names: Vec<String> = models
            .iter()
            .filter_map(|path| path.file_name())
            .map(|name| name.to_string_lossy().into_owned())
            .collect();
        let options = RustOptions { source: Some(names.join(", ")), ..self.options.clone() };
        let mut files = Vec::new();
        if !problems.has_errors() {
            let (generated, target_problems) = rust::generate(metamodel, &[], &options);
            files = generated;
            problems.append(target_problems);
        }
        if problems.has_errors() {
            return Err(problems);
        }
        // Only warnings are shown, because Cargo has no directive for notes.
        for problem in problems.iter().filter(|problem| problem.severity == Severity::Warning) {
            // A line break would end the warning, and Cargo would read the rest as a directive.
            println!("cargo::warning={}", problem.to_string().replace(['\n', '\r'], " "));
        }
        Ok(files)
    }
}

/// Writes files into a directory, unless two of them have the same path but different contents.
fn write_files(directory: &Path, generated: Vec<GeneratedFile>) -> Result<(), Diagnostics> {
    let files = files_of_directory(generated).map_err(|problem| *problem)?;
    write_files::write_all(directory, &files).map_err(|problem| (*problem).into())
}

/// The files that the packages of a metamodel were read from.
fn package_files(metamodel: &Metamodel) -> Vec<PathBuf> {
    let locations = metamodel.packages().filter_map(|(_, package)| package.location.as_deref());
    let mut files: Vec<PathBuf> =
        // The fragment of a location refers to a package within the file; Cargo watches the file.
        locations.filter_map(|uri| uri_path(uri.split('#').next().unwrap_or(uri))).collect();
    files.sort();
    files.dedup();
    files
}

/// Compiles the examples in this crate's README as doctests.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
