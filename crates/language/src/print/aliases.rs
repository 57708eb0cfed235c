//! Recognises the classifiers that are aliases, and writes them as aliases.
//!
//! Invariant: a classifier is recognised only if reading the alias creates an equal classifier with everything that
//! it needs.

use super::Printer;
use super::annotations::{doc_comment, have_only_comment};
use super::composite::contained;
use crate::ecore::{
    Annotation, ClassId, Classifier, DataTypeId, Element, Feature, InstanceName, Metamodel, PackageId,
};
use crate::layout::LayoutNode;
use crate::syntax::ast::{TypeExpr, TypeKind};
use crate::syntax::parse_type;
use crate::syntax::tree::SyntaxTree;
use crate::types::alias::{self, MAX_ALIASES};
use crate::types::builtin_type::{self, BuiltinType};
use crate::types::composite::ENTRY;
use rustc_hash::FxHashMap;

impl Printer<'_> {
    /// The text of the type for each alias in these packages.
    pub(super) fn find_aliases(&self, packages: &[PackageId]) -> FxHashMap<Classifier, String> {
        let classifiers = packages.iter().flat_map(|package| &self.metamodel[*package].classifiers);
        let aliases = classifiers.filter_map(|classifier| {
            let text = match classifier {
                Classifier::Class(id) => self.class_alias(*id),
                Classifier::DataType(id) => self.data_type_alias(*id),
            };
            Some((*classifier, text?.to_owned()))
        });
        aliases.collect()
    }

    /// The declaration of a classifier as an alias.
    pub(super) fn alias(&self, classifier: Classifier) -> LayoutNode {
        let annotations = match classifier {
            Classifier::Class(id) => &self.metamodel[id].annotations,
            Classifier::DataType(id) => &self.metamodel[id].annotations,
        };
        let text = self.aliases.get(&classifier).map_or("", String::as_str);
        let doc =
            alias::text_of(annotations).and_then(|(_, used_count)| doc_comment(&annotations[used_count..]));
        LayoutNode::line(format!("type {} = {text}", self.metamodel.name(classifier))).with_doc(doc)
    }

    /// Whether the alias that is the type of a feature determines its multiplicity; `None` unless the feature is
    /// printed as an attribute whose type is an alias of a class.
    pub(super) fn alias_determines_bounds(&self, feature: &Feature) -> Option<bool> {
        let classifier = feature.typed.classifier()?;
        let Classifier::Class(class) = classifier else { return None };
        let text = self.aliases.get(&classifier)?;
        // An attribute of such a type cannot have these settings, so they would be lost.
        if feature.kind != contained() || feature.default_literal.is_some() {
            return None;
        }
        if self.metamodel[class].instance == InstanceName::None {
            return Some(false);
        }
        let tree = SyntaxTree::new(parse_type(text)?);
        let entries = alias::class(TypeExpr::of_tree(&tree)?)?.entries?;
        (entries == (feature.typed.lower, feature.typed.upper)).then_some(true)
    }

    /// The text of the type of which a class is an alias; `None` unless reading the alias creates an equal class.
    fn class_alias(&self, id: ClassId) -> Option<&str> {
        let class = &self.metamodel[id];
        let (text, used_count) = alias::text_of(&class.annotations)?;
        let (used, others) = class.annotations.split_at(used_count);
        // An alias has no braces, so nothing except its documentation can be written.
        if !self.has_only_features_and_annotations(id) || !have_only_comment(others) {
            return None;
        }
        let tree = alias::tree_of_alias(&class.name, text)?;
        let composite = alias::class(alias::only_type(&tree)?)?;
        let is_entry = class.instance == InstanceName::Class(ENTRY.to_owned());
        let mut created_types = Vec::new();
        let is_same = is_entry == composite.entries.is_some()
            && used == alias::composite_annotations(text.to_owned())
            && self.has_member_features(id, &composite, &mut created_types)
            // Reading the alias also creates the types of its members, so they must be written in place. Otherwise they
            // would be written twice.
            && created_types.iter().all(|classifier| self.inline_classifiers.contains(classifier));
        is_same.then_some(text)
    }

    /// Like [`Self::class_alias`], for a data type; `None` if it is not an alias.
    fn data_type_alias(&self, id: DataTypeId) -> Option<&str> {
        let data_type = &self.metamodel[id];
        let (text, used_count) = alias::text_of(&data_type.annotations)?;
        let (used, others) = data_type.annotations.split_at(used_count);
        // An alias has no braces, so nothing except its documentation can be written.
        let is_plain = data_type.literals.is_none()
            && data_type.serializable
            && data_type.type_parameters.is_empty()
            && !self.facts.elements.contains_key(&Element::DataType(id))
            && have_only_comment(others);
        if !is_plain {
            return None;
        }
        let tree = alias::tree_of_alias(&data_type.name, text)?;
        let ty = alias::only_type(&tree)?;
        let (instance, annotations) = self.alias_of(data_type.package, ty, text)?;
        (instance == data_type.instance && annotations == used).then_some(text)
    }

    /// The Java type and the annotations that reading an alias of a type would create; `None` if it cannot be an alias.
    fn alias_of(
        &self,
        package: PackageId,
        expr: TypeExpr<'_>,
        text: &str,
    ) -> Option<(InstanceName, Vec<Annotation>)> {
        if let Some((word, arguments)) = self.builtin_word(package, expr) {
            return match builtin_type::read(expr, &word, arguments.as_deref()).ok()? {
                BuiltinType::Constrained(constraint) => Some((
                    constraint.instance(),
                    alias::built_in_annotations(Some(&constraint), text.to_owned()),
                )),
                BuiltinType::Plain(Classifier::DataType(base)) => {
                    let instance = Metamodel::ecore()[base].instance.clone();
                    Some((instance, alias::built_in_annotations(None, text.to_owned())))
                }
                BuiltinType::Optional(inner) => self.alias_of(package, inner, text),
                BuiltinType::Plain(_) | BuiltinType::Array(..) | BuiltinType::Composite(_) => None,
            };
        }
        let target = self.named_data_type(package, expr)?;
        let data_type = &self.metamodel[target];
        if data_type.literals.is_some() || !self.chain_ends(target) {
            return None;
        }
        let base = match &self.metamodel[data_type.package].ns_uri {
            Some(uri) if data_type.package != package => format!("{uri}#{}", data_type.name),
            _ => data_type.name.clone(),
        };
        Some((data_type.instance.clone(), alias::data_type_annotations(base, text.to_owned())))
    }

    /// The data type that a type expression names; `None` for other expressions.
    fn named_data_type(&self, package: PackageId, expr: TypeExpr<'_>) -> Option<DataTypeId> {
        let TypeKind::Named { path, .. } = expr.kind() else { return None };
        match self.scope.classifier(Some(package), &path)? {
            Classifier::DataType(id) => Some(id),
            Classifier::Class(_) => None,
        }
    }

    /// Whether the chain of aliases from a data type ends, within the length that reading supports, at a type that is
    /// not an alias.
    fn chain_ends(&self, mut id: DataTypeId) -> bool {
        // Annotations of a file may form a cycle, so the loop has a limit.
        for _ in 0..MAX_ALIASES {
            match self.alias_target(id) {
                Some(target) => id = target,
                None => return true,
            }
        }
        false
    }

    /// The data type of which another one is an alias, if the alias refers to it by name; otherwise `None`.
    fn alias_target(&self, id: DataTypeId) -> Option<DataTypeId> {
        let data_type = &self.metamodel[id];
        let (text, _) = alias::text_of(&data_type.annotations)?;
        let tree = SyntaxTree::new(parse_type(text)?);
        let mut expr = TypeExpr::of_tree(&tree)?;
        while let Some((word, arguments)) = self.builtin_word(data_type.package, expr) {
            let BuiltinType::Optional(inner) = builtin_type::read(expr, &word, arguments.as_deref()).ok()?
            else {
                return None;
            };
            expr = inner;
        }
        self.named_data_type(data_type.package, expr)
    }
}
