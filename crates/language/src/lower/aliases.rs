//! Declares aliases, `type Name = T`: data types without restrictions, or the classes of composite types.

use super::types::path_text;
use super::{AliasClass, Context, DeclaredElement, Location, Lowerer};
use crate::diagnostic::codes;
use crate::ecore::{Annotation, ClassId, Classifier, DataTypeId, Element, InstanceName, Metamodel};
use crate::syntax::ast::{AliasDecl, TypeExpr, TypeKind};
use crate::types::alias::{self, MAX_ALIASES};
use crate::types::builtin_type::{self, BuiltinType};
use crate::types::canonical::canonical_text;
use rustc_hash::FxHashMap;

impl<'t> Lowerer<'t> {
    /// Declares an alias: as a class if its type is composite, otherwise as a data type.
    pub(super) fn declare_alias(&mut self, decl: AliasDecl<'t>, context: Context) {
        let path = decl.path();
        let (package, name) = self.declare_name(&context, &path);
        // The text alone determines the kind of the alias, because names can be resolved only when everything is
        // declared.
        let id = match alias::class(decl.ty()) {
            Some(composite) => {
                let id = self.builder.class(package, &*name);
                self.alias_classes.insert(id, AliasClass { entries: composite.entries });
                Classifier::Class(id)
            }
            None => Classifier::DataType(self.builder.data_type(package, &*name)),
        };
        self.declare_type(package, &name, id, &context, &path);
        let context = Context { package: Some(package), ..context };
        self.aliases.push(DeclaredElement { id, decl, context });
    }

    /// The aliases that become classes, in the order of the text.
    pub(super) fn alias_classes_in_order(
        &mut self,
    ) -> Vec<(ClassId, DeclaredElement<Classifier, AliasDecl<'t>>)> {
        let aliases = std::mem::take(&mut self.aliases).into_iter();
        let classes = aliases.filter_map(|declared| match declared.id {
            Classifier::Class(id) => Some((id, declared)),
            Classifier::DataType(_) => None,
        });
        classes.collect()
    }

    /// Fills the class of an alias for a type with members.
    pub(super) fn fill_alias_class(
        &mut self,
        id: ClassId,
        alias: &DeclaredElement<Classifier, AliasDecl<'t>>,
    ) {
        let DeclaredElement { decl, context, .. } = alias;
        let Some(composite) = alias::class(decl.ty()) else { return };
        self.fill_composite(id, decl.ty(), &composite, alias::composite_annotations, context);
        self.annotations_later(Element::Class(id), decl.doc(), Vec::new(), context);
    }

    /// Fills the aliases of built-in types first, then aliases of other data types, which have the same values.
    pub(super) fn fill_alias_data_types(&mut self) {
        let aliases = std::mem::take(&mut self.aliases);
        // An alias may refer to a later one, so all targets are known before the first chain is followed.
        let mut targets = FxHashMap::default();
        for DeclaredElement { id, decl, context } in &aliases {
            let Classifier::DataType(id) = *id else { continue };
            self.annotations_later(Element::DataType(id), decl.doc(), Vec::new(), context);
            if let Some(target) = self.alias_data_type(id, *decl, context) {
                targets.insert(id, target);
            }
        }
        for DeclaredElement { id, decl, context } in &aliases {
            let Classifier::DataType(id) = *id else { continue };
            if let Some(target) = targets.get(&id).copied() {
                self.fill_alias_of(id, target, &targets, *decl, context);
            }
        }
        self.aliases = aliases;
    }

    /// Fills an alias of a built-in type, and returns `None`. For an alias of any other name, returns the data type to
    /// which the name refers, from which the alias is filled later; `None` if there is no such data type, which is
    /// reported.
    fn alias_data_type(
        &mut self,
        id: DataTypeId,
        decl: AliasDecl<'t>,
        context: &Context,
    ) -> Option<DataTypeId> {
        let mut expr = decl.ty();
        let text = canonical_text(expr).unwrap_or_default();
        while let Some((word, arguments)) = self.builtin_word(context, expr) {
            match builtin_type::read(expr, &word, arguments.as_deref()) {
                Ok(BuiltinType::Constrained(constraint)) => {
                    let annotations = alias::built_in_annotations(Some(&constraint), text);
                    self.fill_alias(id, constraint.instance(), annotations);
                }
                Ok(BuiltinType::Plain(Classifier::DataType(base))) => {
                    let instance = Metamodel::ecore()[base].instance.clone();
                    self.fill_alias(id, instance, alias::built_in_annotations(None, text));
                }
                // Ecore has no optional types, so the alias becomes an alias of the type inside `Optional`.
                Ok(BuiltinType::Optional(inner)) => {
                    expr = inner;
                    continue;
                }
                Ok(BuiltinType::Array(..)) => {
                    let help = "define an alias of the type of one value, and write `Array[Name]` for several values";
                    self.reject_alias(context, expr, "a list", help);
                }
                Ok(BuiltinType::Plain(_) | BuiltinType::Composite(_)) => {}
                Err(rejection) => self.reject(context, expr, rejection),
            }
            return None;
        }
        match self.type_use(context, expr)?.classifier? {
            Classifier::DataType(target) if self.builder.data_type_mut(target).literals.is_none() => {
                Some(target)
            }
            other => {
                let noun = match other {
                    Classifier::Class(_) => "a class",
                    Classifier::DataType(_) => "an enumeration",
                };
                self.reject_alias(context, expr, noun, "use that name instead of an alias");
                None
            }
        }
    }

    /// Reports an alias of a type that is not a data type; `noun` describes the type.
    fn reject_alias(&mut self, context: &Context, expr: TypeExpr<'_>, noun: &str, help: &str) {
        let description = match &expr.kind() {
            TypeKind::Named { path, .. } => format!("`{}` is {noun}", path_text(path)),
            _ => format!("this is {noun}"),
        };
        let location = Location { file: context.file, span: expr.span() };
        let message = format!("{description}, but an alias must be a data type");
        self.error(codes::WRONG_TYPE_KIND, location, message, help);
    }

    /// Fills an alias of another data type, which may itself be an alias.
    fn fill_alias_of(
        &mut self,
        id: DataTypeId,
        target: DataTypeId,
        targets: &FxHashMap<DataTypeId, DataTypeId>,
        decl: AliasDecl<'t>,
        context: &Context,
    ) {
        let mut current = target;
        // The limit also ends the search in a cycle.
        for _ in 0..=MAX_ALIASES {
            match targets.get(&current) {
                Some(next) => current = *next,
                None => {
                    let instance = self.builder.data_type_mut(current).instance.clone();
                    let text = canonical_text(decl.ty()).unwrap_or_default();
                    // Data types of Ecore do not inherit a Java type, so the alias gets that of the data type at the
                    // end of the chain.
                    let base = self.facet_name(context, target);
                    return self.fill_alias(id, instance, alias::data_type_annotations(base, text));
                }
            }
        }
        let location = Location { file: context.file, span: decl.ty().span() };
        let name = self.builder.data_type_mut(id).name.clone();
        let message =
            format!("`{name}` is an alias of itself, or of a chain of more than {MAX_ALIASES} aliases");
        self.error(
            codes::INHERITANCE_CYCLE,
            location,
            message,
            "make one of these aliases an alias of a type that is not an alias",
        );
    }

    /// Sets the Java type and the annotations of an alias.
    fn fill_alias(&mut self, id: DataTypeId, instance: InstanceName, annotations: Vec<Annotation>) {
        let data_type = self.builder.data_type_mut(id);
        data_type.instance = instance;
        data_type.annotations = annotations;
    }
}
