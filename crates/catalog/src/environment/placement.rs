//! The rules for the files of modules: they contain only definitions, whose names begin with the name of the file.
//!
//! Invariant: as in Puppet, a file with anything else is an error, even if the definition that is needed is correct.

use super::Environment;
use super::definitions::ManifestDefinitions;
use super::main_manifests::CODE;
use modelwright_language::language::Manifest;
use modelwright_language::language::expression::Expr;
use modelwright_metamodel::diagnostic::Diagnostic;
use std::path::Path;

impl Environment {
    /// Checks that a file of a module contains only definitions, whose names begin with the name for the file.
    ///
    /// # Errors
    /// The first problem, if there is one.
    pub(super) fn check_placement(
        &self,
        module: &str,
        path: &Path,
        manifest: &Manifest,
        found: &ManifestDefinitions,
    ) -> Result<(), Box<Diagnostic>> {
        let Some(namespace) = self.module(module).and_then(|directory| namespace(module, directory, path))
        else {
            // A function of the environment itself, whose file may contain anything.
            return Ok(());
        };
        let expressions = &manifest.expressions;
        if let Some(statement) = manifest.statements.iter().find(|id| !is_definition(expressions[**id])) {
            let problem = Diagnostic::error(CODE, "a file of a module can only contain definitions");
            let problem = problem.at(expressions.source(), expressions.span(*statement));
            return Err(Box::new(problem.help("move the statement into the body of a class")));
        }
        let classes = found.definitions.iter().map(|found| (&found.name, found.id));
        let mut names = classes.chain(found.functions.iter().map(|found| (&found.name, found.id)));
        let Some((name, id)) = names.find(|(name, _)| !name.starts_with(&namespace)) else { return Ok(()) };
        let message =
            format!("`{name}` cannot be defined in this file: names in it must begin with `{namespace}`");
        let problem = Diagnostic::error(CODE, message).at(expressions.source(), expressions.span(id));
        Err(Box::new(
            problem.help("give the definition the name of the file, or move it to the file with its name"),
        ))
    }
}

/// Whether an expression is a definition that a module may contain.
fn is_definition(expr: Expr) -> bool {
    matches!(expr, Expr::Class { .. } | Expr::Define { .. } | Expr::Function { .. } | Expr::TypeAlias { .. })
}

/// The name with which the definitions of a file begin: `a::b::c` for `manifests/b/c.pp` of the module `a`. `None` if
/// the file is not in the directory of the module.
fn namespace(module: &str, directory: &Path, path: &Path) -> Option<String> {
    let relative = path.strip_prefix(directory).ok()?.with_extension("");
    let mut names: Vec<String> = relative.iter().map(|name| name.to_string_lossy().to_lowercase()).collect();
    if names.len() == 2 && names[1] == "init" {
        names.pop();
    }
    // The module replaces the first directory, which is `manifests` or `functions`.
    *names.first_mut()? = module.to_lowercase();
    Some(names.join("::"))
}
