//! The graph of the files that use each other: paths resolved through modules and imports.
//!
//! Invariants: a path refers to the file that declares the name, not to a file that only re-exports it with
//! `use`; the time is linear in the number of paths, because each name is looked up in maps. Calls of
//! methods, and macros that are used only by name, are not detected. This module does not know which arrows are
//! allowed.

use super::syntax::{self, Import, ModuleSyntax, Path};
use std::collections::{BTreeMap, BTreeSet};

/// A crate: its names, and its files by their path relative to the directory of the root file (`lib.rs`,
/// `model/mod.rs`).
#[derive(Debug, Default)]
pub(super) struct Crate {
    /// The name that other crates use: `modelwright_metamodel`.
    pub(super) name: String,
    /// The name that module names start with, which is shorter: `metamodel`.
    pub(super) root_module: String,
    /// The directory of its root file, relative to the workspace.
    pub(super) directory: String,
    /// Texts by path.
    pub(super) files: BTreeMap<String, String>,
}

/// A reference to something in another file.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Arrow {
    /// The module that contains the reference, such as `metamodel::model::edit`.
    pub(super) from: String,
    pub(super) to: String,
    /// The files of both modules, relative to the directory of the workspace.
    pub(super) from_file: String,
    pub(super) to_file: String,
    pub(super) line: usize,
    /// Whether the path refers to content of the file, or only to its module.
    pub(super) is_content: bool,
}

/// All modules and the arrows between their files.
#[derive(Debug, Default)]
pub(super) struct Graph {
    /// The file of each module.
    pub(super) modules: BTreeMap<String, String>,
    pub(super) arrows: BTreeSet<Arrow>,
}

/// A module: its place in the tree of modules, and its imports.
struct Module {
    crate_name: String,
    parent: Option<String>,
    file: String,
    children: BTreeSet<String>,
    imports: BTreeMap<String, Vec<Path>>,
    globs: Vec<Path>,
}

/// The target of a path.
struct Target {
    module: String,
    is_content: bool,
}

/// The maximum length of a chain of imports.
const MAX_IMPORTS: usize = 16;

/// Finds the modules to which paths refer.
struct Resolver {
    modules: BTreeMap<String, Module>,
    /// The module of each macro, by crate and name.
    macros: BTreeMap<(String, String), String>,
    /// The names that module names start with, by the names that other crates use.
    crates: BTreeMap<String, String>,
}

/// Reads crates and resolves their paths.
///
/// # Errors
/// If a file is not Rust.
pub(super) fn build(crates: &[Crate]) -> Result<Graph, String> {
    let mut resolver = Resolver {
        modules: BTreeMap::new(),
        macros: BTreeMap::new(),
        crates: crates.iter().map(|member| (member.name.clone(), member.root_module.clone())).collect(),
    };
    let mut uses = Vec::new();
    for member in crates {
        for (path, text) in &member.files {
            let file = format!("{}/{path}", member.directory);
            for syntax in syntax::parse(text).map_err(|error| format!("{file}: {error}"))? {
                let name = module_name(&member.root_module, path, &syntax.inline);
                let used_paths = resolver.declare(&member.root_module, &name, &file, syntax);
                uses.extend(used_paths.into_iter().map(|path| (name.clone(), path)));
            }
        }
    }
    resolver.connect();
    let mut graph = Graph::default();
    for (from, path) in &uses {
        let module = &resolver.modules[from];
        let Some(target) = resolver.resolve(from, &path.segments, MAX_IMPORTS) else { continue };
        let to_file = resolver.modules[&target.module].file.clone();
        if module.file != to_file {
            graph.arrows.insert(Arrow {
                from: from.clone(),
                to: target.module,
                from_file: module.file.clone(),
                to_file,
                line: path.line,
                is_content: target.is_content,
            });
        }
    }
    graph.modules = resolver.modules.into_iter().map(|(name, module)| (name, module.file)).collect();
    Ok(graph)
}

/// The name of a module in a file: `model/edit/mod.rs` of the crate `metamodel` is `metamodel::model::edit`.
fn module_name(root_module: &str, path: &str, inline: &[String]) -> String {
    let path = path.strip_suffix(".rs").unwrap_or(path);
    let path = path.strip_suffix("/mod").unwrap_or(path);
    let mut name = root_module.to_owned();
    let segments = path.split('/').filter(|_| !matches!(path, "lib" | "main"));
    for segment in segments.chain(inline.iter().map(String::as_str)) {
        name.push_str("::");
        name.push_str(segment);
    }
    name
}

impl Resolver {
    /// Adds a module, and returns the paths that it uses.
    fn declare(&mut self, crate_name: &str, name: &str, file: &str, syntax: ModuleSyntax) -> Vec<Path> {
        let parent = name.rsplit_once("::").map(|(parent, _)| parent.to_owned());
        let mut module = Module {
            crate_name: crate_name.to_owned(),
            parent,
            file: file.to_owned(),
            children: BTreeSet::new(),
            imports: BTreeMap::new(),
            globs: Vec::new(),
        };
        let mut uses = syntax.paths;
        for Import { name, is_glob, is_public, path } in syntax.imports {
            if is_glob {
                module.globs.push(path.clone());
            } else if let Some(name) = name {
                module.imports.entry(name).or_default().push(path.clone());
            }
            // A re-export is not a use.
            if !is_public {
                uses.push(path);
            }
        }
        for name_of_macro in syntax.macros {
            self.macros.insert((crate_name.to_owned(), name_of_macro), name.to_owned());
        }
        self.modules.insert(name.to_owned(), module);
        uses
    }

    /// Adds every module to its parent. A macro may declare the modules of a registry, so `mod` items are not
    /// sufficient.
    fn connect(&mut self) {
        let names: Vec<String> = self.modules.keys().cloned().collect();
        for (parent, name) in names.iter().filter_map(|name| name.rsplit_once("::")) {
            if let Some(module) = self.modules.get_mut(parent) {
                module.children.insert(name.to_owned());
            }
        }
    }

    /// Resolves a path whose first segment may be any name in scope. `imports` is how many more imports may be
    /// followed.
    fn resolve(&self, from: &str, segments: &[String], imports: usize) -> Option<Target> {
        let module = &self.modules[from];
        let (first, rest) = segments.split_first()?;
        match first.as_str() {
            "crate" => self.resolve_in(&module.crate_name, rest, imports),
            "self" => self.resolve_in(from, rest, imports),
            "super" => self.resolve_in(module.parent.as_deref()?, rest, imports),
            name if module.children.contains(name) || module.imports.contains_key(name) => {
                self.resolve_in(from, segments, imports)
            }
            name if self.crates.contains_key(name) => self.resolve_in(&self.crates[name], rest, imports),
            // The name is a type of the module itself, of a foreign crate, or imported by a glob.
            name => self.resolve_globs(from, name, rest, imports),
        }
    }

    /// Resolves a path in a module.
    fn resolve_in(&self, module_name: &str, segments: &[String], imports: usize) -> Option<Target> {
        let module = self.modules.get(module_name)?;
        let Some((first, rest)) = segments.split_first() else {
            return Some(Target { module: module_name.to_owned(), is_content: false });
        };
        if first == "super" {
            return self.resolve_in(module.parent.as_deref()?, rest, imports);
        }
        let child = format!("{module_name}::{first}");
        if module.children.contains(first) && self.modules.contains_key(&child) {
            return self.resolve_in(&child, rest, imports);
        }
        if imports == 0 {
            return None;
        }
        if let Some(import) = module.imports.get(first).and_then(|imports| imports.first()) {
            let path: Vec<String> = import.segments.iter().chain(rest).cloned().collect();
            // A name that is imported from a crate of that name, such as `use wide::{self}`, does not refer to itself.
            return match self.crates.get(first) {
                Some(member) if path[0] == *first => self.resolve_in(member, &path[1..], imports - 1),
                None if path[0] == *first => None,
                _ => self.resolve(module_name, &path, imports - 1),
            };
        }
        if let Some(target) = self.resolve_globs(module_name, first, rest, imports) {
            return Some(target);
        }
        let exported = self.macros.get(&(module.crate_name.clone(), first.clone()));
        match exported {
            Some(defining_module) if module_name == module.crate_name => {
                Some(Target { module: defining_module.clone(), is_content: true })
            }
            _ => Some(Target { module: module_name.to_owned(), is_content: true }),
        }
    }

    /// Resolves a name through glob imports that refer to a module or an import of that name.
    fn resolve_globs(&self, from: &str, name: &str, rest: &[String], imports: usize) -> Option<Target> {
        if imports == 0 {
            return None;
        }
        for glob in &self.modules[from].globs {
            let Some(target) = self.resolve(from, &glob.segments, imports - 1) else { continue };
            let module = &self.modules[&target.module];
            if !target.is_content && (module.children.contains(name) || module.imports.contains_key(name)) {
                let path: Vec<String> =
                    std::iter::once(name.to_owned()).chain(rest.iter().cloned()).collect();
                return self.resolve_in(&target.module, &path, imports - 1);
            }
        }
        None
    }
}
