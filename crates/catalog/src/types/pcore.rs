//! Resource types in the form that `puppet generate types` writes: files `.resource_types/NAME.pp` of environments.
//!
//! Invariant: only literals are read, nothing is evaluated; a file with anything else declares no type. If an
//! environment contains these files, Puppet prefers them to the files in Ruby; the caller ensures that.

use super::title::TitlePattern;
use super::{AttributeKind, ResourceType};
use modelwright_language::language;
use modelwright_language::language::expression::{Expr, ExprId, Expressions, List};
use modelwright_metamodel::diagnostic::Source;
use std::sync::Arc;

/// Reads the type that a file declares; `None` if the file is not of the form that Puppet writes.
#[must_use]
pub fn read_generated(source: &Arc<Source>) -> Option<ResourceType> {
    let (manifest, problems) = language::manifest(source);
    let [call] = manifest.statements.as_slice() else { return None };
    if problems.has_errors() {
        return None;
    }
    let file = File(&manifest.expressions);
    let arguments = file.constructor(*call, "ResourceType3")?;
    // In the order of the attributes of Puppet's `Puppet::Resource::ResourceType3`.
    let [name, properties, parameters, patterns, isomorphic, ..] = arguments else { return None };
    let mut ty = ResourceType::new(&file.string(*name)?.to_lowercase());
    ty.is_isomorphic = matches!(file.0[*isomorphic], Expr::Boolean(true));
    file.add_attributes(&mut ty, *properties, AttributeKind::Property)?;
    file.add_attributes(&mut ty, *parameters, AttributeKind::Parameter)?;
    let Expr::Hash(pairs) = file.0[*patterns] else { return None };
    for (regex, keys) in file.0.pairs(pairs) {
        let Expr::Regex(regex) = file.0[regex] else { return None };
        let keys = file.items(keys)?.iter().map(|key| file.string(*key).map(Into::into));
        let no_flags = "";
        ty.titles.add(TitlePattern::new(file.0.text(regex), no_flags, keys.collect::<Option<_>>()?).ok());
    }
    Some(ty)
}

/// The expressions of a file. Each method returns `None` if an expression does not have the expected form.
struct File<'e>(&'e Expressions);

impl<'e> File<'e> {
    /// The arguments of `Puppet::Resource::NAME(…)` or `Puppet::Resource::NAME.new(…)`.
    fn constructor(&self, call: ExprId, name: &str) -> Option<&'e [ExprId]> {
        let Expr::Call { function, arguments, .. } = self.0[call] else { return None };
        let arguments = self.0.list(arguments);
        let is_named = |id: ExprId| self.type_name(id).is_some_and(|found| found.ends_with(name));
        match (self.0[function], arguments) {
            (Expr::Name(new), [receiver, arguments @ ..]) if self.0.text(new) == "new" => {
                is_named(*receiver).then_some(arguments)
            }
            _ => is_named(function).then_some(arguments),
        }
    }

    /// The name of a type, if the expression is one.
    fn type_name(&self, id: ExprId) -> Option<&'e str> {
        match self.0[id] {
            Expr::TypeName(name) => Some(self.0.text(name)),
            _ => None,
        }
    }

    /// The text of a string, if the expression is one.
    fn string(&self, id: ExprId) -> Option<&'e str> {
        match self.0[id] {
            Expr::String(text) => Some(self.0.text(text)),
            _ => None,
        }
    }

    /// The items of an array, if the expression is one.
    fn items(&self, id: ExprId) -> Option<&'e [ExprId]> {
        match self.0[id] {
            Expr::Array(items) => Some(self.list(items)),
            _ => None,
        }
    }

    /// The expressions of a list.
    fn list(&self, list: List) -> &'e [ExprId] {
        self.0.list(list)
    }

    /// Adds the attributes of a list of `Puppet::Resource::Param(TYPE, NAME, IS_KEY)`.
    fn add_attributes(&self, ty: &mut ResourceType, list: ExprId, kind: AttributeKind) -> Option<()> {
        for item in self.items(list)? {
            let arguments = self.constructor(*item, "Param")?;
            let name = self.string(*arguments.get(1)?)?;
            let is_key = arguments.get(2).is_some_and(|id| matches!(self.0[*id], Expr::Boolean(true)));
            ty.add(name, kind, is_key);
        }
        Some(())
    }
}
