//! Finds definitions by their names, as Puppet's autoloader does: `a::b::c` is in `manifests/b/c.pp` of the module `a`,
//! in `manifests/b.pp` or in `manifests/init.pp`.
//!
//! Invariants: a file is read once; the answer for a name never changes; no lock is held while a file is read.

use super::definitions::{self, normalized};
use super::main_manifests::repeated;
use super::{Definition, DefinitionKind, Environment, FunctionDefinition, NodeDefinition};
use modelwright_metamodel::diagnostic::Diagnostic;
use rustc_hash::{FxHashMap, FxHashSet};
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// A definition, and an earlier one with the same name.
pub(super) type Repeated = (Arc<Definition>, Arc<Definition>);

/// The definitions that were loaded until now.
#[derive(Debug, Default)]
pub(super) struct Loaded {
    classes: FxHashMap<Arc<str>, Arc<Definition>>,
    defines: FxHashMap<Arc<str>, Arc<Definition>>,
    functions: FxHashMap<Arc<str>, Arc<FunctionDefinition>>,
    nodes: Vec<NodeDefinition>,
    /// The files that were read.
    files: FxHashSet<PathBuf>,
    /// Names that no file defines.
    missing: FxHashSet<(NameKind, Box<str>)>,
}

/// The kind of definition that a name is searched for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
enum NameKind {
    Class,
    Define,
    Function,
}

impl Loaded {
    /// Adds a class or a resource type, unless there is one with the same name.
    pub(super) fn add_definition(&mut self, definition: Arc<Definition>) -> Result<(), Repeated> {
        let definitions = match definition.kind {
            DefinitionKind::Define => &mut self.defines,
            _ => &mut self.classes,
        };
        match definitions.get(&definition.name) {
            Some(earlier) => Err((definition, Arc::clone(earlier))),
            None => {
                definitions.insert(Arc::clone(&definition.name), definition);
                Ok(())
            }
        }
    }

    /// Adds a node definition, unless there is one with the same name.
    pub(super) fn add_node(&mut self, node: NodeDefinition) -> Result<(), Repeated> {
        match self.nodes.iter().find(|known| known.definition.name == node.definition.name) {
            Some(earlier) => Err((node.definition, Arc::clone(&earlier.definition))),
            None => {
                self.nodes.push(node);
                Ok(())
            }
        }
    }

    /// Adds a function, unless there is one with the same name: the first definition applies.
    pub(super) fn add_function(&mut self, function: Arc<FunctionDefinition>) {
        self.functions.entry(Arc::clone(&function.name)).or_insert(function);
    }
}

impl Environment {
    /// The class with a name.
    ///
    /// # Errors
    /// If a file that may define it is invalid.
    pub(crate) fn class(&self, name: &str) -> Result<Option<Arc<Definition>>, Box<Diagnostic>> {
        self.find_definition(name, NameKind::Class, |loaded, name| loaded.classes.get(name).cloned())
    }

    /// The resource type with a name that is written in the language.
    ///
    /// # Errors
    /// Like [`Environment::class`].
    pub(crate) fn define(&self, name: &str) -> Result<Option<Arc<Definition>>, Box<Diagnostic>> {
        self.find_definition(name, NameKind::Define, |loaded, name| loaded.defines.get(name).cloned())
    }

    /// The function with a name that is written in the language.
    ///
    /// # Errors
    /// Like [`Environment::class`].
    pub(crate) fn function(&self, name: &str) -> Result<Option<Arc<FunctionDefinition>>, Box<Diagnostic>> {
        self.find_definition(name, NameKind::Function, |loaded, name| loaded.functions.get(name).cloned())
    }

    /// The node definition for a node, and whether it has a pattern: the first with the name, the first whose pattern
    /// matches, or `default`.
    pub(crate) fn node_definition(&self, name: &str) -> Option<(Arc<Definition>, bool)> {
        let loaded = self.loaded();
        let find_by_name = |name: &str| {
            let mut without_pattern = loaded.nodes.iter().filter(|node| node.pattern.is_none());
            without_pattern.find(|node| *node.definition.name == *name)
        };
        let lower = name.to_lowercase();
        let find_by_pattern = || {
            loaded
                .nodes
                .iter()
                .find(|node| node.pattern.as_ref().is_some_and(|pattern| pattern.is_match(&lower)))
        };
        let node = find_by_name(&lower).or_else(find_by_pattern).or_else(|| find_by_name("default"))?;
        Some((Arc::clone(&node.definition), node.pattern.is_some()))
    }

    /// The pattern of a node definition.
    pub(crate) fn node_pattern(&self, name: &str) -> Option<Arc<modelwright_evaluation::evaluate::Regex>> {
        let loaded = self.loaded();
        loaded.nodes.iter().find(|node| *node.definition.name == *name)?.pattern.clone()
    }

    /// Whether there are node definitions, so that a node must have one.
    pub(crate) fn has_nodes(&self) -> bool {
        !self.loaded().nodes.is_empty()
    }

    /// Finds a definition by its name. `definition` searches those that are loaded; if it finds none, the manifests
    /// that may contain it are loaded, one after the other.
    fn find_definition<T>(
        &self,
        name: &str,
        kind: NameKind,
        definition: impl Fn(&Loaded, &str) -> Option<T>,
    ) -> Result<Option<T>, Box<Diagnostic>> {
        let name = normalized(name);
        let key = (kind, Box::from(name.as_str()));
        {
            let loaded = self.loaded();
            if let Some(found) = definition(&loaded, &name) {
                return Ok(Some(found));
            }
            if loaded.missing.contains(&key) {
                return Ok(None);
            }
        }
        for (module, path) in self.files_of(&name, kind) {
            self.load_file(&module, &path)?;
            if let Some(found) = definition(&self.loaded(), &name) {
                return Ok(Some(found));
            }
        }
        self.loaded().missing.insert(key);
        Ok(None)
    }

    /// The files that may define a name, in the order in which they are read, each after the name of its module.
    fn files_of(&self, name: &str, kind: NameKind) -> Vec<(String, PathBuf)> {
        let mut segments: Vec<&str> = name.split("::").collect();
        // With other characters, the path could be outside of the directory of the module.
        let is_plain = |segment: &&str| {
            !segment.is_empty() && segment.bytes().all(|c| c.is_ascii_alphanumeric() || c == b'_')
        };
        if !segments.iter().all(is_plain) {
            return Vec::new();
        }
        let module = segments.remove(0);
        if kind == NameKind::Function {
            return self.function_file(module, &segments).into_iter().collect();
        }
        let Some(directory) = self.module(module) else { return Vec::new() };
        let manifests = directory.join("manifests");
        let mut files = vec![(module.to_owned(), manifests.join("init.pp"))];
        while !segments.is_empty() {
            let path = manifests.join(format!("{}.pp", segments.join("/")));
            files.push((module.to_owned(), path));
            segments.pop();
        }
        files
    }

    /// The module of a function, and the file that may define it: in the directory `functions` of the module, or of the
    /// environment for `environment::name`. `segments` are those of the name after the module.
    fn function_file(&self, module: &str, segments: &[&str]) -> Option<(String, PathBuf)> {
        if segments.is_empty() {
            return None;
        }
        let directory = if module == "environment" { &self.directory } else { self.module(module)? };
        let path = directory.join("functions").join(format!("{}.pp", segments.join("/")));
        Some((module.to_owned(), path))
    }

    /// Reads the definitions of a manifest, once.
    fn load_file(&self, module: &str, path: &Path) -> Result<(), Box<Diagnostic>> {
        if self.loaded().files.contains(path) {
            return Ok(());
        }
        if !self.access.files.is_file(path) {
            self.loaded().files.insert(path.to_owned());
            return Ok(());
        }
        let manifest = self.parse(path)?;
        let manifest_definitions = definitions::find(self, &manifest, module);
        self.check_placement(module, path, &manifest, &manifest_definitions)?;
        let mut loaded = self.loaded();
        // Another thread may have read the file meanwhile.
        if !loaded.files.insert(path.to_owned()) {
            return Ok(());
        }
        for definition in manifest_definitions.definitions {
            if let Err((later, earlier)) = loaded.add_definition(Arc::new(definition)) {
                return Err(Box::new(repeated(&later, &earlier)));
            }
        }
        for function in manifest_definitions.functions {
            loaded.add_function(Arc::new(function));
        }
        Ok(())
    }
}
