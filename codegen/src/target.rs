//! The description, input and output of targets, which are the same for all of them.
//!
//! Invariants: a target runs only with options that it declares, with all metamodels that these name, and with a
//! script if and only if it executes one. This module knows no target, reads no files and writes none.

use modelwright_metamodel::diagnostic::{Diagnostic, Diagnostics, Source, codes};
use modelwright_metamodel::ecore::{Metamodel, PackageId};
use modelwright_metamodel::options::{self, OptionKind, OptionSpec, OptionValues};
use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::fmt;
use std::path::{Component, Path};
use std::sync::Arc;

/// Something that can be generated from a metamodel.
#[derive(Debug, Clone, Copy)]
pub struct Target {
    /// The name for users, in lower case with hyphens.
    pub name: &'static str,
    /// The extension of its files, unless files of a format or of another target have it, too.
    pub extension: Option<&'static str>,
    /// What it generates, in a few words.
    pub description: &'static str,
    /// The options.
    pub options: &'static [OptionSpec],
    /// The script that it executes, such as a template. A target with a script generates one text from all metamodels
    /// together; a target without one generates files for each metamodel.
    pub script: Option<ScriptSpec>,
    /// Arguments that show its use, which follow the target's name: `library.pp -o src/`.
    pub examples: &'static [&'static str],
    /// The generator itself; callers use [`Target::generate`], which checks the request first.
    pub run: Run,
}

/// A function that generates files from a checked request.
pub type Run = fn(&Request<'_>) -> (Vec<GeneratedFile>, Diagnostics);

/// The declaration of the script that a target executes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ScriptSpec {
    /// The name in help, such as `TEMPLATE`.
    pub value_name: &'static str,
    /// A description.
    pub help: &'static str,
}

impl Target {
    /// Generates the files for a request. Returns the problems of the request, and content that the target cannot
    /// express; if a problem is an error, there are no files.
    #[must_use]
    pub fn generate(&self, request: &Request<'_>) -> (Vec<GeneratedFile>, Diagnostics) {
        let mut problems = options::check(&format!("`{}`", self.name), self.options, &request.options);
        match (self.script, &request.script) {
            (Some(spec), None) => problems.push(missing_script(spec)),
            (None, Some(script)) => problems.push(unexpected_script(self.name, &script.name)),
            _ => {}
        }
        for spec in self.options.iter().filter(|spec| matches!(spec.kind, OptionKind::Metamodel)) {
            if request.options.contains(spec.name) && request.metamodel_of(spec.name).is_none() {
                problems.push(missing_metamodel(spec.name));
            }
        }
        if problems.has_errors() {
            return (Vec::new(), problems);
        }
        // `options::check` reports only errors, so the first list of problems is empty here.
        let (files, mut problems) = (self.run)(request);
        // A template decides what it writes; from another target, silence would look like a mistake of the program.
        if files.is_empty() && problems.is_empty() && self.script.is_none() {
            problems.push(nothing_to_generate(self.name));
        }
        // Some of the files alone would look like a complete result.
        (if problems.has_errors() { Vec::new() } else { files }, problems)
    }
}

/// The warning that nothing in the packages has a counterpart in what a target writes.
fn nothing_to_generate(target: &str) -> Diagnostic {
    let message =
        format!("`{target}` has nothing to generate: the packages declare none of the types it writes");
    Diagnostic::warning(codes::NOT_GENERATED, message)
        .help("declare types in the packages, or generate other packages")
}

/// The error that a target needs a script.
fn missing_script(spec: ScriptSpec) -> Diagnostic {
    let name = spec.value_name.to_lowercase();
    let message = format!("the {name} is missing");
    Diagnostic::error(codes::TEMPLATE_MISSING, message)
        .help(format!("specify the {name} before the metamodels"))
}

/// The error that the caller did not load the metamodel of an option.
fn missing_metamodel(option: &str) -> Diagnostic {
    let message = format!("the metamodel of option `{option}` is not loaded");
    Diagnostic::error(codes::WRONG_USE, message).help("load the metamodel before the target runs")
}

/// The error that a target executes no script.
fn unexpected_script(target: &str, script: &str) -> Diagnostic {
    let message = format!("`{target}` cannot execute a script, but `{script}` is given");
    Diagnostic::error(codes::WRONG_USE, message).help("leave out the script")
}

/// The input of a target.
#[derive(Debug, Clone)]
pub struct Request<'r> {
    /// The metamodel.
    pub metamodel: &'r Metamodel,
    /// The packages to generate, with their subpackages; all packages if this is empty.
    pub packages: Vec<PackageId>,
    /// The names of the files that the metamodel was read from, for headers.
    pub sources: Vec<String>,
    /// The target's options.
    pub options: OptionValues,
    /// The metamodels whose files options name, each with the name of its option.
    pub metamodels: Vec<(&'static str, Arc<Metamodel>)>,
    /// The script to execute.
    pub script: Option<Script>,
}

impl<'r> Request<'r> {
    /// A request for all packages of a metamodel, with default options.
    #[must_use]
    pub fn new(metamodel: &'r Metamodel) -> Self {
        Self {
            metamodel,
            packages: Vec::new(),
            sources: Vec::new(),
            options: OptionValues::new(),
            metamodels: Vec::new(),
            script: None,
        }
    }

    /// The metamodel whose file an option names.
    #[must_use]
    pub fn metamodel_of(&self, option: &str) -> Option<&Arc<Metamodel>> {
        self.metamodels.iter().find(|(name, _)| *name == option).map(|(_, metamodel)| metamodel)
    }

    /// The files that the metamodel was read from, for headers.
    #[must_use]
    pub fn source(&self) -> Option<String> {
        (!self.sources.is_empty()).then(|| self.sources.join(", "))
    }
}

/// A text that a target executes, and a function that finds the texts that it includes.
#[derive(Clone)]
pub struct Script {
    /// The name by which others include it, without directories.
    pub name: String,
    /// The text.
    pub source: Arc<Source>,
    /// Finds the texts that it includes.
    pub loader: Loader,
}

/// Finds the script with a name that another script includes; `None` if it does not exist.
pub type Loader = Arc<dyn Fn(&str) -> Result<Option<Arc<Source>>, Box<Diagnostic>> + Send + Sync>;

impl Script {
    /// A script that does not include others.
    #[must_use]
    pub fn new(name: impl Into<String>, source: Arc<Source>) -> Self {
        Self { name: name.into(), source, loader: Arc::new(|_| Ok(None)) }
    }
}

impl fmt::Debug for Script {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Script").field("name", &self.name).finish_non_exhaustive()
    }
}

/// A file that was generated.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct GeneratedFile {
    /// The path, relative to the directory that the user chose; `/` between directories.
    pub path: String,
    /// The content.
    pub text: String,
}

/// The files to write into one directory. A package that several metamodels use is in the result once.
///
/// # Errors
/// If a path is outside the directory, because names of packages come from models, and may be any text; if two files
/// that differ have the same path, or paths that are the same on systems that ignore case.
pub fn files_of_directory(files: Vec<GeneratedFile>) -> Result<Vec<GeneratedFile>, Box<Diagnostic>> {
    let mut unique_files: Vec<GeneratedFile> = Vec::new();
    let mut indices: HashMap<String, usize> = HashMap::new();
    for file in files {
        // Names of packages are parts of paths, and a metamodel may be untrusted.
        if !Path::new(&file.path).components().all(|part| matches!(part, Component::Normal(_))) {
            let message = format!("`{}` is outside the output directory", file.path);
            let help = "rename the package in the metamodel";
            return Err(Box::new(Diagnostic::error(codes::CANNOT_WRITE, message).help(help)));
        }
        // Windows and macOS ignore case in names by default.
        match indices.entry(file.path.to_lowercase()) {
            Entry::Vacant(entry) => {
                entry.insert(unique_files.len());
                unique_files.push(file);
            }
            // Each metamodel that uses a shared package generates it, with the same content.
            Entry::Occupied(entry) if unique_files[*entry.get()] == file => {}
            Entry::Occupied(entry) => {
                return Err(Box::new(collision(&unique_files[*entry.get()].path, &file.path)));
            }
        }
    }
    Ok(unique_files)
}

/// The error that the paths of two files are the same, or differ only in case.
fn collision(first: &str, second: &str) -> Diagnostic {
    if first == second {
        let message = format!("two of the metamodels would both be written to `{first}`");
        return Diagnostic::error(codes::WRONG_USE, message).help("generate each into a separate directory");
    }
    let message = format!(
        "`{first}` and `{second}` differ only in upper and lower case, so they are one file on some systems"
    );
    Diagnostic::error(codes::WRONG_USE, message)
        .help("rename one of the packages, or generate each metamodel into a separate directory")
}
