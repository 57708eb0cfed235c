//! Gives types, features and literals with the same name different ones, as EMF does: the later one gets a number.
//!
//! Invariant: names are compared without their case, so that generated files differ on every system.

use super::builder::Builder;
use super::draft::{TypeRef, extend, extended};
use rustc_hash::FxHashMap;

/// The names that are taken, in lower case, each with the number to try next.
#[derive(Debug, Default)]
struct Taken(FxHashMap<String, usize>);

impl Taken {
    /// A name that is not taken, which is taken from now on.
    fn take(&mut self, name: &str) -> String {
        let lower = name.to_lowercase();
        let mut free = name.to_owned();
        if let Some(mut number) = self.0.get(&lower).copied() {
            while self.0.contains_key(&format!("{lower}{number}")) {
                number += 1;
            }
            self.0.insert(lower, number);
            free = format!("{name}{number}");
        }
        self.0.entry(free.to_lowercase()).or_insert(1);
        free
    }
}

impl Builder<'_> {
    /// Resolves the conflicts of all names.
    pub(super) fn resolve_names(&mut self) {
        for package in 0..self.packages.len() {
            let types = self.packages.get(package).map(|package| package.types.clone()).unwrap_or_default();
            let mut by_document_name: FxHashMap<String, usize> = FxHashMap::default();
            for id in &types {
                // As in EMF, a name belongs to the last of the types that have it.
                by_document_name.insert(self.alias_of(*id), *id);
            }
            let (mut taken, mut numbers) = (Taken::default(), FxHashMap::default());
            for id in types {
                let name = self.types.get(id).map(|own| own.name.clone()).unwrap_or_default();
                let free = taken.take(&name);
                if let Some(own) = self.types.get_mut(id) {
                    own.name = free;
                }
                self.rename_in_documents(id, &mut by_document_name, &mut numbers);
                self.resolve_members(id);
            }
        }
    }

    fn alias_of(&self, id: usize) -> String {
        let own = self.types.get(id).and_then(|own| extended(&own.annotations, "name"));
        own.unwrap_or_default().to_owned()
    }

    /// Gives a type without a name in the schema another name in documents, if another type has it.
    /// `numbers` are those to try next, by the name.
    fn rename_in_documents(
        &mut self,
        id: usize,
        known: &mut FxHashMap<String, usize>,
        numbers: &mut FxHashMap<String, usize>,
    ) {
        let alias = self.alias_of(id);
        if known.get(&alias) == Some(&id) {
            return;
        }
        let Some(base) = alias.strip_suffix("_._type") else { return };
        let number = numbers.entry(base.to_owned()).or_insert(1);
        while known.contains_key(&format!("{base}_._{number}_._type")) {
            *number += 1;
        }
        let name = format!("{base}_._{number}_._type");
        self.set_alias(id, &name);
        known.insert(name, id);
        self.rename_parts(id, 0);
    }

    fn set_alias(&mut self, id: usize, name: &str) {
        if let Some(own) = self.types.get_mut(id) {
            extend(&mut own.annotations, "name", name);
        }
    }

    /// Renames the types that are named after a type.
    fn rename_parts(&mut self, id: usize, depth: usize) {
        let Some(own) = self.types.get(id).filter(|_| depth < 100) else { return };
        let (object, base, item, members) = (own.object, own.base, own.item, own.members.clone());
        let alias = self.alias_of(id);
        if let Some(object) = object {
            self.set_alias(object, &format!("{alias}:Object"));
            self.refer(object, "baseType", TypeRef::Own(id));
        }
        self.rename_part(id, base, "baseType", "_._base", depth);
        self.rename_part(id, item, "itemType", "_._item", depth);
        if !members.is_empty() {
            for (number, member) in members.iter().enumerate() {
                self.rename_part(id, Some(*member), "", &format!("_._member_._{number}"), depth);
            }
            let own = self.namespace_of(id).to_owned();
            let names: Vec<String> = members.iter().map(|member| self.type_name(&own, *member)).collect();
            if let Some(own) = self.types.get_mut(id) {
                extend(&mut own.annotations, "memberTypes", &names.join(" "));
            }
        }
    }

    fn rename_part(&mut self, id: usize, part: Option<TypeRef>, key: &str, suffix: &str, depth: usize) {
        let Some(TypeRef::Own(part)) = part else { return };
        if !self.alias_of(part).ends_with(suffix) {
            return;
        }
        let alias = self.alias_of(id);
        self.set_alias(part, &format!("{alias}{suffix}"));
        if !key.is_empty() {
            self.refer(id, key, TypeRef::Own(part));
        }
        self.rename_parts(part, depth + 1);
    }

    fn refer(&mut self, id: usize, key: &str, to: TypeRef) {
        let own = self.namespace_of(id).to_owned();
        let name = self.type_name(&own, to);
        if let Some(own) = self.types.get_mut(id) {
            extend(&mut own.annotations, key, &name);
        }
    }

    /// Resolves the names of features and literals.
    fn resolve_members(&mut self, id: usize) {
        let mut taken = Taken::default();
        if self.types.get(id).is_some_and(|own| own.is_class) {
            let has_any = self
                .types
                .get(id)
                .is_some_and(|own| own.supertypes.iter().any(|of| matches!(of, TypeRef::Known(_))));
            if has_any {
                for name in ["mixed", "any", "anyAttribute"] {
                    taken.take(name);
                }
            }
            for feature in self.all_features(id) {
                let name = self.features.get(feature).map(|feature| feature.name.clone()).unwrap_or_default();
                let free = taken.take(&name);
                self.with_feature(feature, |feature| feature.name = free);
            }
        }
        if let Some(literals) = self.types.get_mut(id).and_then(|own| own.literals.as_mut()) {
            for literal in literals {
                literal.name = taken.take(&literal.name);
            }
        }
    }
}
