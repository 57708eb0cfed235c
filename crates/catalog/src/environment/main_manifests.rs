//! The main manifests of an environment: which files they are, and their programs.
//!
//! Invariant: the definitions of all main manifests are known before a statement of any of these is evaluated.

use super::definitions::{self, Definition, normalized};
use super::{Environment, Preparation, parse_source};
use crate::types::is_metaparameter;
use modelwright_evaluation::evaluate::Program;
use modelwright_language::language::Manifest;
use modelwright_language::language::expression::{Expr, ExprId, Expressions};
use modelwright_metamodel::diagnostic::{Code, Diagnostic, Diagnostics, codes};
use rustc_hash::FxHashMap;
use std::path::{Path, PathBuf};
use std::sync::{Arc, OnceLock};

/// The code of problems of definitions.
pub(super) const CODE: Code = codes::LOGIC_FAILED;

/// The statements of a main manifest outside of definitions.
#[derive(Debug)]
pub(crate) struct MainProgram {
    pub(crate) expressions: Arc<Expressions>,
    pub(crate) statements: Vec<ExprId>,
    /// The definitions that have parameters with names of metaparameters.
    pub(crate) with_metaparameters: Vec<Arc<Definition>>,
    program: OnceLock<Program>,
}

impl MainProgram {
    /// The program of the manifest, which is prepared when it is first needed.
    pub(crate) fn program(&self, environment: &Environment) -> &Program {
        self.program.get_or_init(|| {
            let program = Program::new(&self.expressions, &self.statements, &Preparation(environment));
            program.compile_expressions();
            program
        })
    }
}

impl Environment {
    /// Reads the main manifests.
    pub(super) fn read_main(&mut self, manifest: Option<&Path>, problems: &mut Diagnostics) {
        let path = manifest.map(Path::to_owned).or_else(|| self.configured_manifest());
        let path = path.unwrap_or_else(|| self.directory.join("manifests"));
        let paths = if self.access.files.is_directory(&path) {
            self.files_below(&path, "pp")
        } else if self.access.files.is_file(&path) || manifest.is_some() {
            // If a required manifest is missing, reading it reports that.
            vec![path]
        } else {
            // An environment may have no manifests.
            Vec::new()
        };
        for path in paths {
            match self.parse(&path) {
                Ok(manifest) => self.add_main(&manifest, problems),
                Err(problem) => problems.push(*problem),
            }
        }
    }

    /// Adds a text to the main manifests, for example one that is not in a file.
    ///
    /// # Errors
    /// If it is invalid.
    pub fn add_manifest(&mut self, name: &str, text: &str) -> Result<(), Diagnostics> {
        let source = modelwright_metamodel::diagnostic::Source::new(name, text);
        let manifest = parse_source(&source).map_err(|problem| Diagnostics::from(*problem))?;
        let mut problems = Diagnostics::new();
        self.add_main(&manifest, &mut problems);
        if problems.has_errors() { Err(problems) } else { Ok(()) }
    }

    /// Adds a manifest to the main manifests, and its definitions to those that are loaded.
    fn add_main(&mut self, manifest: &Manifest, problems: &mut Diagnostics) {
        self.check_aliases(manifest, problems);
        self.aliases.add_declared(manifest);
        let no_module = "";
        let manifest_definitions = definitions::find(self, manifest, no_module);
        problems.extend(manifest_definitions.problems.iter().cloned());
        // Puppet warns of these definitions, or rejects them, only when it builds a catalog.
        let mut with_metaparameters = Vec::new();
        let mut loaded = self.loaded();
        for definition in manifest_definitions.definitions {
            let definition = Arc::new(definition);
            if definition.parameters.iter().any(|parameter| is_metaparameter(&parameter.name)) {
                with_metaparameters.push(Arc::clone(&definition));
            }
            if let Err((later, earlier)) = loaded.add_definition(definition) {
                problems.push(repeated(&later, &earlier));
            }
        }
        for node in manifest_definitions.nodes {
            if let Err((later, earlier)) = loaded.add_node(node) {
                problems.push(repeated(&later, &earlier));
            }
        }
        for function in manifest_definitions.functions {
            loaded.add_function(Arc::new(function));
        }
        drop(loaded);
        self.main.push(MainProgram {
            expressions: Arc::clone(&manifest.expressions),
            statements: manifest.statements.clone(),
            with_metaparameters,
            program: OnceLock::new(),
        });
    }

    /// Reports aliases that a main manifest declares although their names are those of resource types, or were declared
    /// before in a main manifest.
    fn check_aliases(&self, manifest: &Manifest, problems: &mut Diagnostics) {
        let expressions = &manifest.expressions;
        let mut declared: FxHashMap<String, ExprId> = FxHashMap::default();
        for (_, expr) in expressions.iter() {
            let Expr::TypeAlias { name: id, .. } = expr else { continue };
            let Expr::TypeName(text) = expressions[id] else { continue };
            let name = normalized(expressions.text(text));
            let in_earlier_manifest = || {
                let (earlier, id) = self.aliases.declaration(&name)?;
                self.is_main(earlier).then_some((earlier, id))
            };
            let earlier = declared.get(&name).map(|id| (expressions, *id)).or_else(in_earlier_manifest);
            if let Some((earlier, earlier_id)) = earlier {
                let message = format!("the type alias `{}` is defined twice", expressions.text(text));
                problems.push(
                    Diagnostic::error(CODE, message).at(expressions.source(), expressions.span(id)).label(
                        earlier.source(),
                        earlier.span(earlier_id),
                        "the other definition",
                    ),
                );
            } else if self.native(&name).is_some() {
                let message =
                    format!("the type alias `{}` has the name of a resource type", expressions.text(text));
                let problem = Diagnostic::error(CODE, message).help("choose another name");
                problems.push(problem.at(expressions.source(), expressions.span(id)));
            }
            declared.entry(name).or_insert(id);
        }
    }

    /// Whether expressions are those of a main manifest.
    pub(super) fn is_main(&self, expressions: &Arc<Expressions>) -> bool {
        self.main.iter().any(|main| Arc::ptr_eq(&main.expressions, expressions))
    }

    /// The path of the setting `manifest` in `environment.conf`, of which the last one applies. `None` if there is no
    /// such setting, or if it contains variables of Puppet's settings.
    fn configured_manifest(&self) -> Option<PathBuf> {
        let path = self.directory.join("environment.conf");
        let source = self.read_text(&path).ok()?;
        let value = source.text().lines().rev().find_map(|line| {
            let value = line.trim_start().strip_prefix("manifest")?.trim_start().strip_prefix('=')?;
            Some(value.trim().to_owned())
        });
        value
            .filter(|value| !value.is_empty() && !value.contains('$'))
            .map(|value| self.directory.join(value))
    }
}

/// The problem that a class, a resource type or a node is defined twice.
pub(super) fn repeated(later: &Definition, earlier: &Definition) -> Diagnostic {
    let message = format!("{} is defined twice", later.title());
    let source = later.expressions.source();
    Diagnostic::error(CODE, message).at(source, later.first_line()).label(
        earlier.expressions.source(),
        earlier.first_line(),
        "the other definition",
    )
}
