//! Resource types in the form that `puppet generate types` writes: files `.resource_types/NAME.pp` of environments.
//!
//! Invariant: only literals are read, nothing is evaluated; a file with anything else declares no type. If an
//! environment contains these files, Puppet prefers them to the files in Ruby; the caller ensures that.

use super::title::TitlePattern;
use super::{AttributeKind, ResourceType};
use modelwright_language::language;
use modelwright_language::language::expression::{Expr, ExprId, Expressions};
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
    let file = File { expressions: &manifest.expressions };
    let arguments = file.constructor(*call, "ResourceType3")?;
    // In the order of the attributes of Puppet's `Puppet::Resource::ResourceType3`.
    let [name, properties, parameters, patterns, isomorphic, ..] = arguments else { return None };
    let mut ty = ResourceType::new(&file.string(*name)?.to_lowercase());
    ty.is_isomorphic = matches!(file.expressions[*isomorphic], Expr::Boolean(true));
    file.add_attributes(&mut ty, *properties, AttributeKind::Property)?;
    file.add_attributes(&mut ty, *parameters, AttributeKind::Parameter)?;
    let Expr::Hash(pairs) = file.expressions[*patterns] else { return None };
    for (regex, keys) in file.expressions.pairs(pairs) {
        let Expr::Regex(regex) = file.expressions[regex] else { return None };
        let mut key_names: Vec<Box<str>> = Vec::new();
        for key in file.items(keys)? {
            key_names.push(file.string(*key)?.into());
        }
        let no_flags = "";
        ty.titles.add(TitlePattern::new(file.expressions.text(regex), no_flags, key_names).ok());
    }
    Some(ty)
}

/// The expressions of a file. Each method returns `None` if an expression does not have the expected form.
struct File<'e> {
    expressions: &'e Expressions,
}

impl<'e> File<'e> {
    /// The arguments of `Puppet::Resource::NAME(…)` or `Puppet::Resource::NAME.new(…)`; `None` for another call.
    fn constructor(&self, call: ExprId, name: &str) -> Option<&'e [ExprId]> {
        let Expr::Call { function, arguments, .. } = self.expressions[call] else { return None };
        let arguments = self.expressions.list(arguments);
        let (constructed_type, constructor_arguments) = match (self.expressions[function], arguments) {
            // `TYPE.new(…)` is a call of the function `new`, whose first argument is the type.
            (Expr::Name(new), [receiver, other_arguments @ ..]) if self.expressions.text(new) == "new" => {
                (*receiver, other_arguments)
            }
            _ => (function, arguments),
        };
        if self.type_name(constructed_type)?.ends_with(name) { Some(constructor_arguments) } else { None }
    }

    /// The name of a type, if the expression is one.
    fn type_name(&self, id: ExprId) -> Option<&'e str> {
        match self.expressions[id] {
            Expr::TypeName(name) => Some(self.expressions.text(name)),
            _ => None,
        }
    }

    /// The text of a string, if the expression is one.
    fn string(&self, id: ExprId) -> Option<&'e str> {
        match self.expressions[id] {
            Expr::String(text) => Some(self.expressions.text(text)),
            _ => None,
        }
    }

    /// The items of an array, if the expression is one.
    fn items(&self, id: ExprId) -> Option<&'e [ExprId]> {
        match self.expressions[id] {
            Expr::Array(items) => Some(self.expressions.list(items)),
            _ => None,
        }
    }

    /// Adds the attributes of a list of `Puppet::Resource::Param(TYPE, NAME, IS_KEY)`.
    fn add_attributes(&self, ty: &mut ResourceType, list: ExprId, kind: AttributeKind) -> Option<()> {
        for item in self.items(list)? {
            let arguments = self.constructor(*item, "Param")?;
            let name = self.string(*arguments.get(1)?)?;
            let is_key =
                arguments.get(2).is_some_and(|id| matches!(self.expressions[*id], Expr::Boolean(true)));
            ty.add(name, kind, is_key);
        }
        Some(())
    }
}
