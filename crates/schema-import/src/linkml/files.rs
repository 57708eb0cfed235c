//! The files of a schema: the document itself, and the files that it imports.
//!
//! Invariants: each file is read once, so that imports in a circle end; nothing is read over a network, or outside of
//! the directories that may be read. This module does not know what the elements of schemas mean.

use super::node::{File, Node};
use modelwright_files::{FileAccess, is_inside, normalized_path, read_source, uri_path};
use modelwright_metamodel::diagnostic::codes::{IMPORT_INVALID, IMPORT_UNAVAILABLE};
use modelwright_metamodel::diagnostic::{Diagnostic, Diagnostics, Severity, Source};
use modelwright_metamodel::input::Limits;
use modelwright_notations::yaml::{self, YamlVariant};
use rustc_hash::FxHashSet;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// The greatest nesting of a file. Other modules recurse over its tree.
const MAX_NESTING: usize = 100;

/// The greatest number of files of a schema.
const MAX_FILES: usize = 1_000;

/// The namespace whose schemas are part of this importer.
const LINKML: &str = "https://w3id.org/linkml/";

/// The files of a schema, the document itself first. There are no files if the document is not a map.
pub(super) fn load(
    source: &Arc<Source>,
    uri: &str,
    access: &FileAccess,
    problems: &mut Diagnostics,
) -> Vec<File> {
    let path = uri_path(uri).map(|path| normalized_path(&access.files.absolute(&path)));
    let directory = path.as_deref().and_then(Path::parent).map(Path::to_path_buf);
    let mut loader = Loader { access, directory, seen: path.iter().cloned().collect(), problems };
    let mut files: Vec<File> = loader.parse(source, path).into_iter().collect();
    // The list grows while it is read, because imported files have imports, too.
    let mut next = 0;
    while let Some(file) = files.get(next) {
        let imported = loader.imports(file, files.len());
        files.extend(imported);
        next += 1;
    }
    files
}

struct Loader<'l> {
    access: &'l FileAccess,
    /// The directory of the document.
    directory: Option<PathBuf>,
    /// The paths of the files that are read already.
    seen: FxHashSet<PathBuf>,
    problems: &'l mut Diagnostics,
}

impl Loader<'_> {
    /// Parses a file; `None` after a reported problem.
    fn parse(&mut self, source: &Arc<Source>, path: Option<PathBuf>) -> Option<File> {
        let limits = Limits { depth: self.access.limits.depth.min(MAX_NESTING), ..self.access.limits };
        let (trees, yaml_problems) = yaml::parse(source, YamlVariant::Core, limits);
        let is_invalid = yaml_problems.has_errors();
        self.problems.append(yaml_problems);
        let tree = trees.into_iter().next()?;
        let file = File { source: Arc::clone(source), tree, path };
        let root = Node::root(&file);
        if root.is_map() {
            return Some(file);
        }
        if !is_invalid {
            let message =
                "a LinkML schema is a map with `id` and its elements, found another value".to_owned();
            let problem = root.problem(Severity::Error, IMPORT_INVALID, message);
            self.problems.push(problem.help("begin the schema with `id:` and `classes:`"));
        }
        None
    }

    /// The files that a file imports and that are not loaded yet. `loaded_count` is the number of files that are
    /// loaded.
    fn imports(&mut self, file: &File, loaded_count: usize) -> Vec<File> {
        let root = Node::root(file);
        let imports = root.get("imports").map(Node::items).unwrap_or_default();
        let mut files = Vec::new();
        for import in imports {
            let Some(name) = import.text() else {
                let message = "an import must be a name, found a list or a map".to_owned();
                self.problems.push(import.problem(Severity::Error, IMPORT_INVALID, message));
                continue;
            };
            if loaded_count + files.len() >= MAX_FILES {
                let message = format!("the schema has more than {MAX_FILES} files; `{name}` is not read");
                self.problems.push(unavailable(import, message));
                break;
            }
            files.extend(self.import(file, root, import, &name));
        }
        files
    }

    /// Reads an imported file; `None` if it is built in, was read before, or cannot be read, which is reported.
    fn import(&mut self, file: &File, root: Node<'_>, import: Node<'_>, name: &str) -> Option<File> {
        let expanded = expand(root, name);
        if expanded.strip_prefix(LINKML) == Some("types") || name == "linkml:types" {
            return None;
        }
        // A prefix that is not declared was not replaced.
        let has_unknown_prefix = expanded.contains(':') && expanded == name;
        if expanded.contains("://") || has_unknown_prefix {
            let message = format!("the import `{name}` is not a local file, so its elements are missing");
            self.problems.push(unavailable(import, message));
            return None;
        }
        let Some(base) = file.path.as_deref().and_then(Path::parent) else {
            let message = format!("the import `{name}` cannot be found, because this schema is not a file");
            self.problems.push(unavailable(import, message));
            return None;
        };
        let path = normalized_path(&base.join(format!("{expanded}.yaml")));
        if !self.seen.insert(path.clone()) {
            return None;
        }
        let directories = self.directory.iter().chain(&self.access.paths).map(PathBuf::as_path);
        if !is_inside(&*self.access.files, &path, directories) {
            // The address as the schema has it, because the absolute path depends on the machine.
            let file_name = format!("`{expanded}.yaml`");
            let message = if self.access.files.is_file(&path) {
                format!("{file_name} is outside of the directories that may be read")
            } else {
                format!("the import `{name}` is missing: there is no file {file_name}")
            };
            self.problems.push(unavailable(import, message));
            return None;
        }
        match read_source(&*self.access.files, &path, &self.access.limits) {
            Ok(source) => self.parse(&source, Some(path)),
            Err(problem) => {
                let message = format!("the import `{name}` cannot be read: {}", problem.message);
                self.problems.push(unavailable(import, message));
                None
            }
        }
    }
}

/// The address of the import `name`. If the schema `root` declares its prefix, this is replaced: `core:person` →
/// `https://example.org/core/person`. Any other name stays as it is.
fn expand(root: Node<'_>, name: &str) -> String {
    let expanded = name.split_once(':').and_then(|(prefix, rest)| {
        let prefix_entry = root.get("prefixes")?.get(prefix)?;
        let reference = prefix_entry.text().or_else(|| prefix_entry.text_of("prefix_reference"))?;
        Some(reference.into_owned() + rest)
    });
    expanded.unwrap_or_else(|| name.to_owned())
}

/// The problem of an import that is not read.
fn unavailable(import: Node<'_>, message: String) -> Diagnostic {
    let problem = import.problem(Severity::Error, IMPORT_UNAVAILABLE, message);
    problem
        .help("copy the schema beside this one, and import it by its name; --path allows another directory")
}
