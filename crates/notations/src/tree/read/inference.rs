//! Infers the classes of objects in documents that do not name them, because their programs know no metamodel.
//!
//! The caller specifies the class of the roots. Another object has the class of its feature, or the subclass that has a
//! feature for each key of the object. Invariant: a class is inferred only if it is the only candidate; `$type` takes
//! precedence.

use super::class_finder::{ClassFinder, is_complete};
use super::discriminators::NamedClass;
use super::{ReadOptions, Reader};
use crate::diagnostic::{codes, nearest};
use crate::ecore::{Choice, ClassId, FeatureId, Metamodel, PackageId};
use crate::tree::keys;
use crate::tree::names::{find_class, find_package, qualified_name, top_package};
use crate::tree::plan::{Role, is_concrete};
use crate::tree::problems::{join_choices, quoted, shorten};
use crate::tree::source::TreeSource;
use crate::tree::tokens::SpannedToken;
use std::ops::Range;

/// The information that is missing in documents that do not name their metamodel and their classes.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct UntypedDocument {
    /// The class of the roots: its name, or `NSURI#//NAME`.
    pub root: String,
    /// A key whose value is the name of the class of its object.
    pub discriminator: Option<String>,
}

/// The data for inferring classes.
#[derive(Debug, Default)]
pub(super) struct Inference {
    /// The class of the roots; `None` for documents that name their classes.
    pub(super) root: Option<ClassId>,
    /// The options by which the class of the roots was found.
    untyped: Option<UntypedDocument>,
    pub(super) discriminator: Option<String>,
    /// Whether a root of another class was reported.
    pub(super) has_other_roots: bool,
    pub(super) classes: ClassFinder,
}

/// The class with a name in any package, or with `NSURI#//NAME`.
///
/// # Errors
/// All classes with the name, if there is not exactly one.
pub fn class_named(metamodel: &Metamodel, name: &str) -> Result<ClassId, Vec<ClassId>> {
    if let Some((label, _)) = name.rsplit_once("#//") {
        let Some(package) = find_package(metamodel, label) else { return Err(Vec::new()) };
        return find_class(metamodel, name, package).ok_or_else(Vec::new);
    }
    let with_name = metamodel
        .classes()
        .filter(|(_, class)| class.name == name && !metamodel.is_ecore_package(class.package));
    let classes: Vec<ClassId> = with_name.map(|(id, _)| id).collect();
    match classes.as_slice() {
        [class] => Ok(*class),
        _ => Err(classes),
    }
}

/// Whether a key may be the name of a feature.
fn may_be_feature(key: &str) -> bool {
    // Few keys begin with `$`, so the list is rarely searched.
    !key.starts_with('$') || !keys::ALL.contains(&key)
}

/// The class that has most of the keys as features, with the key that it lacks; `None` unless it lacks exactly one.
fn nearest_class<'k>(
    metamodel: &Metamodel,
    classes: impl Iterator<Item = ClassId>,
    object_keys: &[&'k str],
) -> Option<(ClassId, &'k str)> {
    let unknown_keys_of = |class: ClassId| {
        object_keys.iter().copied().filter(move |key| metamodel.table(class).slot_named(key).is_none())
    };
    let class = classes.min_by_key(|class| unknown_keys_of(*class).count())?;
    let unknown_keys: Vec<&'k str> = unknown_keys_of(class).collect();
    let [key] = unknown_keys.as_slice() else { return None };
    // With a single key, every class would have all keys but one.
    if object_keys.len() < 2 {
        return None;
    }
    Some((class, key))
}

/// What to write instead of a key that is not a feature of the class, if the key is similar to a feature.
fn feature_key_help(metamodel: &Metamodel, class: ClassId, key: &str) -> Option<String> {
    let names = metamodel.table(class).all_features().iter().map(|feature| metamodel[*feature].name());
    nearest(key, names).map(|near| format!("write \"{near}\" instead of \"{}\"", shorten(key)))
}

impl<'t, S: TreeSource<'t>> Reader<'_, '_, 't, S> {
    /// Finds the class of the roots; returns whether reading can continue.
    pub(super) fn find_root_class(&mut self, options: &ReadOptions) -> bool {
        self.inference.has_other_roots = false;
        // The class was already found, for an earlier document with the same options.
        if options.untyped == self.inference.untyped {
            return true;
        }
        *self.inference = Inference::default();
        let Some(untyped) = &options.untyped else { return true };
        let metamodel = self.metamodel.clone();
        match class_named(&metamodel, &untyped.root) {
            Ok(class) => {
                self.inference.root = Some(class);
                self.inference.untyped = Some(untyped.clone());
                self.inference.discriminator.clone_from(&untyped.discriminator);
                true
            }
            Err(candidates) => {
                self.report_root_class(untyped, &candidates);
                false
            }
        }
    }

    /// Reports that not exactly one class has the specified name of the class of the roots; `candidates` are all
    /// classes with that name.
    fn report_root_class(&mut self, untyped: &UntypedDocument, candidates: &[ClassId]) {
        let metamodel = self.metamodel.clone();
        let range = self.start_of_document();
        let name = shorten(&untyped.root);
        let classes = || metamodel.classes().filter(|(_, class)| !metamodel.is_ecore_package(class.package));
        if candidates.is_empty() {
            let help = match nearest(&untyped.root, classes().map(|(_, class)| class.name.as_str())) {
                Some(suggestion) => format!("did you mean `{suggestion}`?"),
                None if classes().next().is_none() => "specify the metamodel's file with --model".to_owned(),
                None => format!(
                    "the classes are {}",
                    join_choices(classes().map(|(_, class)| class.name.as_str()))
                ),
            };
            let message = format!("the class of the roots, `{name}`, is in no known metamodel");
            self.report_here_with_help(codes::UNKNOWN_CLASS, message, range, help);
        } else {
            let names = candidates.iter().map(|class| qualified_name(&metamodel, *class));
            let help = format!("specify one of {}", join_choices(names));
            let message = format!("several classes are named `{name}`");
            self.report_here_with_help(codes::UNKNOWN_CLASS, message, range, help);
        }
    }

    /// The package of the class of the roots.
    pub(super) fn package_of_root(&self) -> Option<PackageId> {
        self.inference.root.map(|class| top_package(&self.metamodel, class))
    }

    /// The class of an object that does not name it; `None` after a problem was reported.
    pub(super) fn infer_class(
        &mut self,
        expected: ClassId,
        feature: Option<FeatureId>,
        begin: &SpannedToken<'t>,
    ) -> Option<ClassId> {
        // Inference needs the keys of the map, which must be queued; this is avoided if the class is already certain.
        if self.inference.root.is_none() || self.plans.is_sealed(expected) {
            return Some(expected);
        }
        match self.class_from_declared_name(expected) {
            NamedClass::Class(class) => return Some(class),
            NamedClass::Invalid => return None,
            NamedClass::Absent => {}
        }
        match self.class_from_discriminator(expected, feature) {
            NamedClass::Class(class) => return Some(class),
            NamedClass::Invalid => return None,
            NamedClass::Absent => {}
        }
        self.tokens.find_keys();
        let keys = self.tokens.keys_of_map().filter(|key| may_be_feature(key));
        let classes = &mut self.inference.classes;
        let result = classes.find(&self.metamodel, expected, keys, self.ignores_unknown_keys);
        match result {
            Ok(class) => Some(class),
            // The keys that the class does not have are reported one by one.
            Err(candidates) if candidates.is_empty() && is_concrete(&self.metamodel, expected) => {
                Some(expected)
            }
            // The caller reports an abstract class without concrete subclasses.
            Err(_) if self.metamodel.concrete_subclasses(expected).next().is_none() => Some(expected),
            // After a syntax error in the map, further keys may be missing, which would determine the class.
            Err(_) if self.tokens.faults.iter().any(|fault| fault.range.start >= begin.range.start) => None,
            Err(candidates) => {
                let keys = self.feature_keys();
                let object_keys: Vec<&str> = keys.iter().map(|key| &**key).collect();
                self.report_undetermined_class(expected, candidates, &object_keys, begin.range.clone());
                None
            }
        }
    }

    /// Reports that the keys of a map do not determine its class, because none or several `candidates` have all of
    /// them.
    fn report_undetermined_class(
        &mut self,
        expected: ClassId,
        candidates: Vec<ClassId>,
        object_keys: &[&str],
        range: Range<usize>,
    ) {
        let metamodel = self.metamodel.clone();
        let name = &metamodel[expected].name;
        let subclasses = || metamodel.concrete_subclasses(expected);
        // The class that has all keys but one, and this key.
        let nearest_class =
            if candidates.is_empty() { nearest_class(&metamodel, subclasses(), object_keys) } else { None };
        let message = match nearest_class {
            None if !candidates.is_empty() => format!("several subclasses of {name} have all of these keys"),
            Some((class, key)) => {
                let class = &metamodel[class].name;
                format!(
                    "no concrete subclass of {name} has all of these keys; {class} has all but `{}`",
                    shorten(key)
                )
            }
            None => format!("no concrete subclass of {name} has all of these keys"),
        };
        let classes = if candidates.is_empty() { subclasses().collect() } else { candidates };
        let names = join_choices(classes.iter().map(|class| metamodel[*class].name.as_str()));
        // A key that another subclass has as a feature is not misspelt.
        let misspelt = nearest_class.filter(|(_, key)| {
            let mut other_classes = subclasses();
            !other_classes.any(|class| metamodel.table(class).slot_named(key).is_some())
        });
        // The advice with the most certain cause is given.
        let misspelt_help = misspelt.and_then(|(class, key)| self.misspelt_key_help(expected, class, key));
        let help = match misspelt_help {
            Some(help) => help,
            None => self.missing_key_help(expected, &names),
        };
        let object = None;
        self.report_class(codes::TREE_SHAPE, message, range, help, object);
    }

    /// What to write instead of the only key that `class`, a subclass of the expected one, lacks: a discriminator,
    /// `$type` or a feature, in this order. `None` if the key is not similar to any of them.
    fn misspelt_key_help(&mut self, expected: ClassId, class: ClassId, key: &str) -> Option<String> {
        let declared_names = self.inference.classes.declared_names(&self.metamodel, expected);
        if let Some(discriminator) = nearest(key, declared_names.iter().map(|names| names.key.as_str())) {
            return Some(format!("write {} instead of {}", quoted(discriminator), quoted(key)));
        }
        self.type_key_help([key]).or_else(|| feature_key_help(&self.metamodel, class, key))
    }

    /// Which key to add to a map so that it names its class; `names` are the names of the classes.
    fn missing_key_help(&mut self, expected: ClassId, names: &str) -> String {
        if let Some(declared) = self.inference.classes.declared_names(&self.metamodel, expected).first() {
            return format!("add {} with {}", quoted(&declared.key), declared.choices());
        }
        match &self.inference.discriminator {
            Some(key) => format!("add \"{}\" or \"$type\" with {names}", shorten(key)),
            None => {
                format!(
                    "add \"$type\" with {names}, or specify the key that has the class with --discriminator"
                )
            }
        }
    }

    /// What to write if one of some keys that are no features is probably the key of the class, misspelt.
    pub(super) fn type_key_help<'k>(
        &self,
        unknown_keys: impl IntoIterator<Item = &'k str>,
    ) -> Option<String> {
        let key = self.dialect.class_key();
        let misspelt_key = shorten(nearest(key, unknown_keys)?);
        let inference = &self.inference;
        // Another discriminator would replace the specified one, and it requires the class of the roots.
        let option = match (inference.root, &inference.discriminator) {
            (Some(_), None) => format!(", or specify --discriminator {misspelt_key}"),
            _ => String::new(),
        };
        Some(format!("write \"{key}\" instead of \"{misspelt_key}\"{option}"))
    }

    /// Advice that lists the classes with a feature of this name, if the class of the roots lacks it; `None` for other
    /// objects.
    pub(super) fn classes_with_key(&self, class: ClassId, key: &str) -> Option<String> {
        self.inference.root.filter(|root| *root == class)?;
        let advice = self.metamodel.classes_with_feature(class, key, &self.suggestions)?;
        Some(format!("the class of the roots is {}; {advice}", self.metamodel[class].name))
    }

    /// The keys of the open map that may be names of features.
    pub(super) fn feature_keys(&mut self) -> Vec<String> {
        self.tokens.find_keys();
        self.tokens.keys_of_map().filter(|key| may_be_feature(key)).map(str::to_owned).collect()
    }

    /// The alternative for objects that the open map means: the one that a key names, otherwise the only one whose
    /// class, or a subclass, has all keys. Of several, those that have all of their required features are preferred.
    /// `None` in documents that name their classes, and if no or more than one alternative is left.
    pub(super) fn alternative_with_keys(&mut self, choice: &Choice) -> Option<FeatureId> {
        self.inference.root?;
        if let Some(named_feature) = self.alternative_with_name(choice) {
            return Some(named_feature);
        }
        let keys = self.feature_keys();
        let object_keys: Vec<&str> = keys.iter().map(|key| &**key).collect();
        // Each alternative whose class, or a subclass, has a feature for each key, and whether all required features
        // are present.
        let mut candidates = Vec::new();
        for alternative in &choice.alternatives {
            let plan = self.plans.of_feature(choice.class, alternative.feature)?;
            let Role::Contained(class) = plan.role else { continue };
            let (metamodel, ignores_unknown_keys) = (&self.metamodel, self.ignores_unknown_keys);
            let result =
                self.inference.classes.subclass(metamodel, class, &object_keys, ignores_unknown_keys);
            let classes = match result {
                Ok(class) => vec![class],
                Err(classes) => classes,
            };
            if !classes.is_empty() {
                let is_any_complete =
                    classes.iter().any(|class| is_complete(&self.metamodel, *class, &object_keys));
                candidates.push((alternative.feature, is_any_complete));
            }
        }
        // Required features only decide between several alternatives; a single candidate may be incomplete.
        if candidates.iter().any(|(_, is_complete)| *is_complete) {
            candidates.retain(|(_, is_complete)| *is_complete);
        }
        match candidates.as_slice() {
            [(feature, _)] => Some(*feature),
            _ => None,
        }
    }
}
