//! Gives types, features and literals with the same name different ones, as EMF does: the later one gets a number.
//!
//! Invariant: names are compared without their case, so that generated files differ on every system.

use super::builder::Builder;
use super::draft::{Package, Type, TypeRef, extend, extended};
use rustc_hash::{FxHashMap, FxHashSet};

/// The maximum nesting of types that are named after the types around them.
const MAX_DEPTH: usize = 100;

/// The names that are taken, in lower case, each with the number to try next.
#[derive(Debug, Default)]
struct TakenNames(FxHashMap<String, usize>);

impl TakenNames {
    /// A name that is not taken, which is taken from now on: `name`, or else `name1`, `name2` and so on.
    fn take(&mut self, name: &str) -> String {
        let lower = name.to_lowercase();
        let mut free_name = name.to_owned();
        if let Some(mut number) = self.0.get(&lower).copied() {
            while self.0.contains_key(&format!("{lower}{number}")) {
                number += 1;
            }
            self.0.insert(lower, number);
            free_name = format!("{name}{number}");
        }
        self.0.entry(free_name.to_lowercase()).or_insert(1);
        free_name
    }
}

/// A step of a walk over the classes below a root.
enum Step<'n> {
    Enter(usize),
    /// All subclasses of a class were visited; the names of its features are free again.
    Leave(Vec<&'n str>),
}

/// The subclasses of each class, and the classes that need no new names of features.
#[derive(Debug)]
struct Subclasses {
    children: Vec<Vec<usize>>,
    /// The classes in which no two features have the same name, inherited features included. Most classes are among
    /// them. A subclass of a class that is not among them is not among them either.
    distinct_classes: FxHashSet<usize>,
}

impl Subclasses {
    /// The subclasses of each class, and the classes whose features have different names already.
    fn new(builder: &Builder<'_>) -> Self {
        let mut children = vec![Vec::new(); builder.types.len()];
        for class in 0..builder.types.len() {
            for superclass in builder.own_superclasses(class) {
                if let Some(children) = children.get_mut(superclass) {
                    children.push(class);
                }
            }
        }
        let mut subclasses = Self { children, distinct_classes: FxHashSet::default() };
        let lower_names: Vec<String> =
            builder.features.iter().map(|feature| feature.name.to_lowercase()).collect();
        let mut taken_names: FxHashSet<&str> = FxHashSet::default();
        for root in 0..builder.types.len() {
            let mut pending: Vec<Step<'_>> = vec![Step::Enter(root)];
            while let Some(step) = pending.pop() {
                let class = match step {
                    Step::Enter(class) => class,
                    Step::Leave(names) => {
                        for name in names {
                            taken_names.remove(name);
                        }
                        continue;
                    }
                };
                let is_root = class == root;
                let Some(names) = own_names(builder, class, is_root, &lower_names) else { continue };
                if !take_all(&names, &mut taken_names) {
                    continue;
                }
                subclasses.distinct_classes.insert(class);
                // The last step is the next one, so the subclasses are visited before the class is left.
                pending.push(Step::Leave(names));
                let children = subclasses.children.get(class).into_iter().flatten();
                pending.extend(children.map(|child| Step::Enter(*child)));
            }
        }
        subclasses
    }

    /// Removes a class and its subclasses from the distinct classes: a feature of the class was renamed, and its new
    /// name may be that of another feature in any of these classes.
    fn forget_distinct(&mut self, class: usize) {
        let mut pending = vec![class];
        while let Some(class) = pending.pop() {
            // Subclasses of a class that is not in the set are not in it either.
            if self.distinct_classes.remove(&class) {
                pending.extend(self.children.get(class).into_iter().flatten());
            }
        }
    }
}

/// The names of the features that a class itself declares, in lower case; `lower_names` has such a name for each
/// feature of the builder. `None` if the class may inherit names from classes above the root, or from several
/// superclasses.
fn own_names<'n>(
    builder: &Builder<'_>,
    class: usize,
    is_root: bool,
    lower_names: &'n [String],
) -> Option<Vec<&'n str>> {
    let draft = builder.types.get(class).filter(|draft| draft.is_class)?;
    let inherits_only_in_walk = match draft.supertypes.as_slice() {
        [] => is_root,
        [TypeRef::Own(_)] => !is_root,
        _ => false,
    };
    if !inherits_only_in_walk {
        return None;
    }
    let names = draft.features.iter().filter_map(|feature| lower_names.get(*feature));
    Some(names.map(String::as_str).collect())
}

/// Adds names to those that are taken; returns whether none of them was taken. Otherwise, none is added.
fn take_all<'n>(names: &[&'n str], taken: &mut FxHashSet<&'n str>) -> bool {
    for (index, name) in names.iter().enumerate() {
        let is_new = taken.insert(*name);
        if !is_new {
            for added in names.iter().take(index) {
                taken.remove(*added);
            }
            return false;
        }
    }
    true
}

impl Builder<'_> {
    /// Resolves the conflicts of all names.
    pub(super) fn resolve_names(&mut self) {
        let mut subclasses = Subclasses::new(self);
        for package in 0..self.packages.len() {
            let types = self.packages.get(package).map(|package| package.types.clone()).unwrap_or_default();
            let (mut taken, mut numbers) = (TakenNames::default(), FxHashMap::default());
            for id in types {
                let name = self.types.get(id).map(|draft| draft.name.clone()).unwrap_or_default();
                let free_name = taken.take(&name);
                if let Some(draft) = self.types.get_mut(id) {
                    draft.name = free_name;
                }
                self.rename_in_documents(id, &mut numbers);
                self.resolve_members(id, &mut subclasses);
            }
        }
    }

    fn alias_of(&self, id: usize) -> String {
        alias_of(&self.types, id)
    }

    /// The type of a package with a name in documents.
    pub(super) fn type_with_alias(&mut self, package: usize, alias: &str) -> Option<usize> {
        let Package { names, types, .. } = self.packages.get_mut(package)?;
        names.find(alias, types, |id| alias_of(&self.types, id))
    }

    /// Renames a type that has no name in the schema, if another type has its name in documents, which EMF makes for it
    /// and which ends with `_._type`. `numbers` has the number to try next for each name.
    fn rename_in_documents(&mut self, id: usize, numbers: &mut FxHashMap<String, usize>) {
        let alias = self.alias_of(id);
        let Some(package) = self.types.get(id).map(|draft| draft.package) else { return };
        if self.type_with_alias(package, &alias) == Some(id) {
            return;
        }
        let Some(base) = alias.strip_suffix("_._type") else { return };
        let number = numbers.entry(base.to_owned()).or_insert(1);
        let name = loop {
            let name = format!("{base}_._{number}_._type");
            if self.type_with_alias(package, &name).is_none() {
                break name;
            }
            *number += 1;
        };
        self.set_alias(id, &name);
        self.rename_parts(id, 0);
    }

    fn set_alias(&mut self, id: usize, name: &str) {
        let earlier_name = self.alias_of(id);
        let Some(draft) = self.types.get_mut(id) else { return };
        extend(&mut draft.annotations, "name", name);
        if let Some(package) = self.packages.get_mut(draft.package) {
            package.names.rename(id, &earlier_name, name);
        }
    }

    /// After a type was renamed, renames its parts whose names in documents begin with its name: its base, its items, its
    /// members and the type of its objects.
    fn rename_parts(&mut self, id: usize, depth: usize) {
        let Some(draft) = self.types.get(id).filter(|_| depth < MAX_DEPTH) else { return };
        let (object, base, item, members) = (draft.object, draft.base, draft.item, draft.members.clone());
        let alias = self.alias_of(id);
        if let Some(object) = object {
            self.set_alias(object, &format!("{alias}:Object"));
            self.refer(object, "baseType", TypeRef::Own(id));
        }
        self.rename_part(id, base, Some("baseType"), "_._base", depth);
        self.rename_part(id, item, Some("itemType"), "_._item", depth);
        if !members.is_empty() {
            for (number, member) in members.iter().enumerate() {
                // The names of all members are one detail, which is set below.
                self.rename_part(id, Some(*member), None, &format!("_._member_._{number}"), depth);
            }
            let namespace = self.namespace_of(id).to_owned();
            let names: Vec<String> =
                members.iter().map(|member| self.type_name(&namespace, *member)).collect();
            if let Some(draft) = self.types.get_mut(id) {
                extend(&mut draft.annotations, "memberTypes", &names.join(" "));
            }
        }
    }

    /// Renames a part of the type `id`, which was renamed, if the name of the part ends with `suffix`. `key` is the
    /// detail in which the type has the name of the part; `None` if the caller sets that detail.
    fn rename_part(
        &mut self,
        id: usize,
        part: Option<TypeRef>,
        key: Option<&str>,
        suffix: &str,
        depth: usize,
    ) {
        let Some(TypeRef::Own(part)) = part else { return };
        if !self.alias_of(part).ends_with(suffix) {
            return;
        }
        let alias = self.alias_of(id);
        self.set_alias(part, &format!("{alias}{suffix}"));
        if let Some(key) = key {
            self.refer(id, key, TypeRef::Own(part));
        }
        self.rename_parts(part, depth + 1);
    }

    /// Sets the detail `key` of a type to the name of another type.
    fn refer(&mut self, id: usize, key: &str, target: TypeRef) {
        let namespace = self.namespace_of(id).to_owned();
        let name = self.type_name(&namespace, target);
        if let Some(draft) = self.types.get_mut(id) {
            extend(&mut draft.annotations, key, &name);
        }
    }

    /// Renames features of a class so that they and the inherited features have different names, or does the same with
    /// the literals of an enumeration.
    fn resolve_members(&mut self, id: usize, subclasses: &mut Subclasses) {
        let mut taken_names = TakenNames::default();
        let is_class = self.types.get(id).is_some_and(|draft| draft.is_class);
        if is_class && !subclasses.distinct_classes.contains(&id) {
            // `AnyType` has features of these names.
            if self.inherits_any_type(id) {
                for name in ["mixed", "any", "anyAttribute"] {
                    taken_names.take(name);
                }
            }
            for feature in self.all_features(id) {
                let name = self.features.get(feature).map(|feature| feature.name.clone()).unwrap_or_default();
                let free_name = taken_names.take(&name);
                if free_name != name
                    && let Some(feature) = self.features.get_mut(feature)
                {
                    feature.name = free_name;
                    subclasses.forget_distinct(feature.owner);
                }
            }
        }
        if let Some(literals) = self.types.get_mut(id).and_then(|draft| draft.literals.as_mut()) {
            for literal in literals {
                literal.name = taken_names.take(&literal.name);
            }
        }
    }
}

/// The name in documents of one of the types.
fn alias_of(types: &[Type], id: usize) -> String {
    let name = types.get(id).and_then(|draft| extended(&draft.annotations, "name"));
    name.unwrap_or_default().to_owned()
}
