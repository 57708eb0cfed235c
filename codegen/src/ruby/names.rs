//! The names of modules, classes, enumerations, features and literals in Ruby: valid, and unique where they could
//! clash.
//!
//! Invariants: names depend only on the metamodel's own order, and the first of two that clash keeps its name; a name
//! that is valid in Ruby, and breaks nothing, is kept. The names of classes and modules are ASCII, because RGen finds
//! the end of a path with `\w`. This module does not know which elements are generated.

use super::literals::is_plain_symbol;
use super::reserved;
use crate::languages::names::{code, encode};
use crate::numbered_names::NumberedNames;
use crate::scope::with_subpackages;
use modelwright_metamodel::ecore::{Classifier, DataTypeId, FeatureId, Metamodel, PackageId};
use rustc_hash::{FxHashMap, FxHashSet};

/// The prefixes of the methods that RGen defines for a feature.
const PREFIXES: &[&str] = &["get", "set", "add", "remove", "_register", "_unregister"];

/// A name that differs from the metamodel's.
pub(super) struct Rename {
    /// The element, as messages name it.
    pub(super) element: String,
    pub(super) name: String,
    pub(super) reason: &'static str,
}

// The reasons for which names differ, as messages state them.
const INVALID: &str = "Ruby does not accept its name";
const CAPITAL: &str = "a class of Ruby starts with a capital";
const TAKEN: &str = "another name would be the same in Ruby";
const KNOWN: &str = "Ruby or RGen needs this name itself";
const QUOTED: &str = "RGen copies the names of literals into its own code";

/// The names of a metamodel's elements in Ruby.
#[derive(Default)]
pub(super) struct Names {
    modules: FxHashMap<PackageId, String>,
    constants: FxHashMap<Classifier, String>,
    features: FxHashMap<FeatureId, String>,
    literals: FxHashMap<DataTypeId, Vec<String>>,
    renames: FxHashMap<PackageId, Vec<Rename>>,
}

impl Names {
    /// Names all packages, classes, enumerations, literals and features of a metamodel.
    pub(super) fn new(metamodel: &Metamodel) -> Self {
        let mut names = Self::default();
        names.name_modules(metamodel);
        names.name_features(metamodel);
        names
    }

    /// The module of a package, without those around it.
    pub(super) fn module(&self, package: PackageId) -> &str {
        self.modules.get(&package).map_or("", String::as_str)
    }

    /// The constant of a class or an enumeration in its module.
    pub(super) fn constant(&self, classifier: Classifier) -> &str {
        self.constants.get(&classifier).map_or("", String::as_str)
    }

    /// The name of a feature.
    pub(super) fn feature(&self, feature: FeatureId) -> &str {
        self.features.get(&feature).map_or("", String::as_str)
    }

    /// The symbols of the literals of an enumeration.
    pub(super) fn literals(&self, enumeration: DataTypeId) -> &[String] {
        self.literals.get(&enumeration).map_or(&[], Vec::as_slice)
    }

    /// Removes and returns the renames inside of a package, without those of the packages inside of it.
    pub(super) fn take_renames(&mut self, package: PackageId) -> Vec<Rename> {
        self.renames.remove(&package).unwrap_or_default()
    }

    /// Records that an element of a package has another name.
    fn note_rename(&mut self, package: PackageId, element: String, name: &str, reason: &'static str) {
        let rename = Rename { element, name: name.to_owned(), reason };
        self.renames.entry(package).or_default().push(rename);
    }

    /// Names packages, classes and enumerations.
    fn name_modules(&mut self, metamodel: &Metamodel) {
        let mut roots = TakenNames::new(reserved::constants());
        // A module must not have two constants of one name, whether they are classes or modules.
        let mut names_in_modules: FxHashMap<PackageId, TakenNames> = FxHashMap::default();
        // A package comes after its parent, so the names in the parent's module are known when its own module is named.
        let all_roots: Vec<PackageId> = metamodel.roots().collect();
        for id in with_subpackages(metamodel, &all_roots) {
            let package = &metamodel[id];
            let taken = names_in_modules.entry(id).or_insert_with(|| TakenNames::new(["ClassModule"]));
            let mut renames = Vec::new();
            for classifier in package.classifiers.iter().copied() {
                let is_class = matches!(classifier, Classifier::Class(_));
                if let Classifier::DataType(data_type) = classifier {
                    if metamodel[data_type].literals.is_none() {
                        continue;
                    }
                    self.name_literals(metamodel, data_type);
                }
                let name = metamodel.name(classifier);
                // A capital alone is not reported for an enumeration: documents do not contain its name, and RGen keeps
                // the original name beside the constant.
                let (name_in_ruby, reason) = taken.take(constant(name), |plain| {
                    reason_for_change(name, plain).filter(|reason| is_class || *reason != CAPITAL)
                });
                renames.extend(
                    reason.map(|reason| (metamodel.qualified_name(classifier), name_in_ruby.clone(), reason)),
                );
                self.constants.insert(classifier, name_in_ruby);
            }
            for (element, name, reason) in renames {
                self.note_rename(id, element, &name, reason);
            }
            let parent =
                package.parent.and_then(|parent| names_in_modules.get_mut(&parent)).unwrap_or(&mut roots);
            // A capital alone is not reported for a package either: documents do not contain its name.
            let (module, reason) = parent.take(constant(&package.name), |plain| {
                reason_for_change(&package.name, plain).filter(|reason| *reason != CAPITAL)
            });
            if let Some(reason) = reason {
                self.note_rename(id, format!("package {}", package.name), &module, reason);
            }
            self.modules.insert(id, module);
        }
    }

    /// Names the literals of an enumeration; names that are not valid symbols are in quotes, which is reported.
    fn name_literals(&mut self, metamodel: &Metamodel, id: DataTypeId) {
        let mut taken = TakenNames::new([]);
        let mut symbols = Vec::new();
        for literal in metamodel[id].enum_literals() {
            let (name_in_ruby, reason) =
                taken.take(symbol(&literal.name), |plain| (plain != literal.name).then_some(QUOTED));
            if let Some(reason) = reason {
                let element = format!("{}.{}", metamodel[id].name, literal.name);
                self.note_rename(metamodel[id].package, element, &name_in_ruby, reason);
            }
            symbols.push(name_in_ruby);
        }
        self.literals.insert(id, symbols);
    }

    /// Names the features; a name that clashes with another one gets a number.
    fn name_features(&mut self, metamodel: &Metamodel) {
        let own_features: Vec<FeatureId> = metamodel
            .features()
            .map(|(id, _)| id)
            .filter(|id| !metamodel.is_built_in(metamodel[metamodel[*id].owner].package))
            .collect();
        let plain_names: FxHashMap<FeatureId, String> =
            own_features.iter().map(|id| (*id, variable(metamodel[*id].name()))).collect();
        let clashes = Clashes::new(metamodel, &own_features, &plain_names);
        let mut taken = TakenNames {
            names: plain_names.values().map(|name| capital(name)).collect(),
            numbers: NumberedNames::default(),
        };
        for id in own_features {
            let Some(name) = plain_names.get(&id).cloned() else { continue };
            let original_name = metamodel[id].name();
            let (name, reason) = match clashes.reason(id, &name) {
                Some(reason) => (taken.number(&name), Some(reason)),
                None => {
                    let reason = (name != original_name)
                        .then(|| if reserved::is_method(original_name) { KNOWN } else { INVALID });
                    (name, reason)
                }
            };
            if let Some(reason) = reason {
                let package = metamodel[metamodel[id].owner].package;
                self.note_rename(package, metamodel.feature_label(id), &name, reason);
            }
            self.features.insert(id, name);
        }
    }
}

/// Features whose methods would have the names of methods of other features.
struct Clashes<'p> {
    /// The features whose name clashes with that of an earlier feature of some class.
    clashing: FxHashSet<FeatureId>,
    /// The names of all features, with the first letter in upper case.
    capitalized_names: FxHashSet<String>,
    /// The names of derived features.
    derived_names: FxHashSet<&'p str>,
}

impl<'p> Clashes<'p> {
    /// Finds the clashes among the names that features would have without numbers.
    fn new(
        metamodel: &Metamodel,
        own_features: &[FeatureId],
        plain_names: &'p FxHashMap<FeatureId, String>,
    ) -> Self {
        let name = |id: &FeatureId| plain_names.get(id).map_or("", String::as_str);
        // Two names of the metamodel may be the same in Ruby.
        let original_name = |id: &FeatureId| metamodel[*id].name();
        let derived_names = own_features.iter().filter(|id| metamodel[**id].derived).map(name).collect();
        let mut spellings: FxHashMap<String, &str> = FxHashMap::default();
        let mut suspects: FxHashSet<String> = FxHashSet::default();
        let mut keys_of_classes = FxHashSet::default();
        for id in own_features {
            let key = capital(name(id));
            let other_name = *spellings.entry(key.clone()).or_insert(original_name(id));
            if other_name != original_name(id) || !keys_of_classes.insert((metamodel[*id].owner, key.clone()))
            {
                suspects.insert(key);
            }
        }
        let mut clashing = FxHashSet::default();
        // Inherited features are only read if some names differ just in the case of their first letter, which is rare.
        if !suspects.is_empty() {
            for (class, _) in metamodel.classes() {
                let mut first_features: FxHashMap<String, FeatureId> = FxHashMap::default();
                for id in
                    metamodel.table(class).all_features().iter().filter(|id| plain_names.contains_key(id))
                {
                    let key = capital(name(id));
                    if !suspects.contains(&key) || clashing.contains(id) {
                        continue;
                    }
                    let earlier_feature = *first_features.entry(key).or_insert(*id);
                    let is_same_class = metamodel[earlier_feature].owner == metamodel[*id].owner;
                    // A feature that is declared again in a subclass replaces the inherited one, as in Ruby.
                    if earlier_feature != *id
                        && (is_same_class || original_name(&earlier_feature) != original_name(id))
                    {
                        clashing.insert(*id);
                    }
                }
            }
        }
        Self { clashing, capitalized_names: spellings.into_keys().collect(), derived_names }
    }

    /// Why a feature cannot have a name; `None` if it can.
    fn reason(&self, id: FeatureId, name: &str) -> Option<&'static str> {
        let ends = PREFIXES.iter().filter_map(|prefix| name.strip_prefix(prefix));
        let is_method = ends.into_iter().any(|end| self.capitalized_names.contains(end))
            || name.strip_suffix("_derived").is_some_and(|end| self.derived_names.contains(end));
        (self.clashing.contains(&id) || is_method).then_some(TAKEN)
    }
}

/// The names of one scope.
struct TakenNames {
    names: FxHashSet<String>,
    numbers: NumberedNames,
}

impl TakenNames {
    fn new<'n>(reserved: impl IntoIterator<Item = &'n str>) -> Self {
        Self { names: reserved.into_iter().map(str::to_owned).collect(), numbers: NumberedNames::default() }
    }

    /// Takes an unused name; also returns the reason if it differs from the name in the metamodel.
    fn take(
        &mut self,
        plain: String,
        reason_for_change: impl FnOnce(&str) -> Option<&'static str>,
    ) -> (String, Option<&'static str>) {
        let reason = reason_for_change(&plain);
        if self.names.insert(plain.clone()) {
            return (plain, reason);
        }
        (self.number(&plain), Some(TAKEN))
    }

    /// Takes an unused name: the plain one with a number.
    fn number(&mut self, plain: &str) -> String {
        self.numbers.next(&format!("{plain}_"), |name| self.names.insert(capital(name)))
    }
}

/// Why the name of a class or package differs from that in the metamodel; `None` if it does not.
fn reason_for_change(name: &str, constant: &str) -> Option<&'static str> {
    (name != constant).then(|| if capital(name) == constant { CAPITAL } else { INVALID })
}

/// A name with the first letter in upper case, as RGen writes it in the names of methods.
pub(super) fn capital(name: &str) -> String {
    let mut letters = name.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}

/// The name of a class, a module or an enumeration.
fn constant(name: &str) -> String {
    let mut name = identifier(name, |c| c.is_ascii_alphanumeric());
    if !name.starts_with(|c: char| c.is_ascii_alphabetic()) {
        name.insert(0, 'X');
    }
    // The only words of Ruby that begin with a capital.
    if matches!(name.as_str(), "BEGIN" | "END") {
        name.push('_');
    }
    capital(&name)
}

/// The name of a feature, which is that of a method and a variable.
fn variable(name: &str) -> String {
    let mut name = identifier(name, unicode_ident::is_xid_continue);
    if !name.starts_with(|c: char| c == '_' || unicode_ident::is_xid_start(c)) {
        name.insert(0, '_');
    }
    if reserved::is_method(&name) {
        name.push('_');
    }
    name
}

/// The symbol of a literal, without characters that would need an escape in quotes of either kind: RGen copies it
/// without escapes.
fn symbol(name: &str) -> String {
    if name.is_empty() {
        "unnamed".to_owned()
    } else if name.chars().all(is_harmless) || is_plain_symbol(name) {
        name.to_owned()
    } else {
        encode(name, is_harmless)
    }
}

/// Whether a character has no meaning in a literal.
fn is_harmless(c: char) -> bool {
    !c.is_control() && !"\"'\\#".contains(c)
}

/// A name in which letters that are not allowed are replaced with their code points, and other characters with `_`.
fn identifier(name: &str, keeps: impl Fn(char) -> bool) -> String {
    if name.is_empty() {
        return "unnamed".to_owned();
    }
    let mut out = String::with_capacity(name.len());
    for c in name.chars() {
        match c {
            c if keeps(c) => out.push(c),
            c if c.is_alphanumeric() => out.push_str(&code(c)),
            _ => out.push('_'),
        }
    }
    out
}
