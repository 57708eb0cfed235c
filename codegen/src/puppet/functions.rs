//! Functions that check what types cannot: that the values of lists differ.
//!
//! Invariant: only classes have a function whose objects, or the parts of these, have such a list. This module does not
//! know how values are typed.

use super::plan::Plan;
use super::text::{push_escaped, push_quoted, quoted};
use crate::languages::shapes::{Count, Value};
use modelwright_metamodel::ecore::{ClassId, FeatureId, builtin};
use rustc_hash::{FxHashMap, FxHashSet};

/// What is checked of the objects of a class.
#[derive(Debug, Default)]
struct Checks {
    /// The lists with distinct values.
    lists: Vec<FeatureId>,
    /// The features with contained objects.
    parts: Vec<Part>,
}

/// A feature with contained objects.
#[derive(Debug)]
struct Part {
    feature: FeatureId,
    /// The class of the feature.
    target: ClassId,
    /// Whether there may be several objects.
    is_many: bool,
}

/// The documentation of all functions.
pub(super) const DOCS: &str =
    "Fails if a list of an object, or of its parts, has a value twice. Returns the object.";

/// A function.
pub(super) struct Function {
    /// The name without that of the module.
    pub(super) name: String,
    pub(super) text: String,
}

/// The functions of all classes that need one.
pub(super) fn functions(plan: &mut Plan<'_>, module: &str) -> Vec<Function> {
    let classes: Vec<ClassId> =
        plan.scope.classes.iter().copied().filter(|class| plan.is_record(*class)).collect();
    let checks: FxHashMap<ClassId, Checks> =
        classes.iter().map(|class| (*class, checks(plan, *class))).collect();
    let checked_classes = checked_classes(plan, &classes, &checks);
    let mut functions = Vec::new();
    // `EObject` is not in the scope, but is the type of features that contain objects of any class.
    for class in plan.scope.classes.iter().copied().chain([builtin::EOBJECT]) {
        if !checked_classes.contains(&class) {
            continue;
        }
        if let Some(checks) = checks.get(&class).filter(|checks| is_checked(checks, &checked_classes)) {
            functions.extend(record_function(plan, class, checks, &checked_classes, module));
        }
        functions.extend(dispatcher_function(plan, class, &checks, &checked_classes, module));
    }
    functions
}

/// What types do not check of the objects of a class: lists whose values must differ, and parts that may contain such
/// lists.
fn checks(plan: &mut Plan<'_>, class: ClassId) -> Checks {
    let mut checks = Checks::default();
    let scope = plan.scope;
    for feature in scope.features_and_members(class) {
        if !plan.has_key(feature) {
            continue;
        }
        let member = plan.shape(feature);
        match (&member.count, &member.value) {
            (Count::One, Value::Object(target)) => {
                checks.parts.push(Part { feature, target: *target, is_many: false });
            }
            // Contained objects differ anyway, so such a list is not checked for equal values.
            (Count::List { .. }, Value::Object(target)) => {
                checks.parts.push(Part { feature, target: *target, is_many: true });
            }
            (Count::List { is_unique: true, .. }, _) => checks.lists.push(feature),
            _ => {}
        }
    }
    checks
}

/// Whether a class has something to check itself.
fn is_checked(checks: &Checks, checked_classes: &FxHashSet<ClassId>) -> bool {
    !checks.lists.is_empty() || checks.parts.iter().any(|part| checked_classes.contains(&part.target))
}

/// The classes with something to check: an object of the class, or of one of its subclasses, has lists to check, or
/// parts whose class has something to check.
fn checked_classes(
    plan: &Plan<'_>,
    classes: &[ClassId],
    checks: &FxHashMap<ClassId, Checks>,
) -> FxHashSet<ClassId> {
    let mut containers: FxHashMap<ClassId, Vec<ClassId>> = FxHashMap::default();
    for class in classes {
        for Part { target, .. } in &checks[class].parts {
            containers.entry(*target).or_default().push(*class);
        }
    }
    let mut checked_classes: FxHashSet<ClassId> = FxHashSet::default();
    let mut stack: Vec<ClassId> =
        classes.iter().copied().filter(|class| !checks[class].lists.is_empty()).collect();
    while let Some(class) = stack.pop() {
        // An object of the class may also be a part whose feature expects a supertype or any object.
        let supertypes = plan.metamodel.table(class).supertypes().iter().copied();
        for expected in supertypes.chain([class, builtin::EOBJECT]) {
            if checked_classes.insert(expected) {
                stack.extend(containers.get(&expected).into_iter().flatten());
            }
        }
    }
    checked_classes
}

/// The name of the function for the objects of a class and its subclasses; `None` if they have no alias.
fn function_name(plan: &Plan<'_>, class: ClassId) -> Option<String> {
    let alias = plan.aliases_with_subclasses.get(&class).or_else(|| plan.classes.get(&class))?;
    Some(name_for(alias))
}

/// The name of the function for the objects of an alias.
fn name_for(alias: &str) -> String {
    ["validate_", &alias.to_lowercase()].concat()
}

/// The function for the objects of exactly one class.
fn record_function(
    plan: &Plan<'_>,
    class: ClassId,
    checks: &Checks,
    checked_classes: &FxHashSet<ClassId>,
    module: &str,
) -> Option<Function> {
    let alias = plan.classes.get(&class)?;
    let name = name_for(alias);
    let mut text = head(module, &name, &plan.qualified(alias), &plan.metamodel[class].name);
    if !checks.lists.is_empty() {
        text.push_str("  [\n");
        for list in &checks.lists {
            text.push_str("    ");
            push_quoted(plan.metamodel[*list].name(), &mut text);
            text.push_str(",\n");
        }
        text.push_str("  ].each |String $key| {\n");
        // A list may be missing, or null where the type allows that.
        text.push_str("    $values = $object[$key]\n");
        text.push_str("    if $values =~ Array and $values.unique.length < $values.length {\n");
        text.push_str("      fail(\"${path}.${key} has a value twice\")\n    }\n  }\n");
    }
    for part in checks.parts.iter().filter(|part| checked_classes.contains(&part.target)) {
        if let Some(function) = function_name(plan, part.target) {
            let key = plan.metamodel[part.feature].name();
            push_check_of_part(key, part.is_many, &[module, "::", &function].concat(), &mut text);
        }
    }
    text.push_str("  $object\n}\n");
    Some(Function { name, text })
}

/// Appends the call of a function, which has a full name, for each object under a key.
fn push_check_of_part(key: &str, is_many: bool, function: &str, text: &mut String) {
    let mut part = String::with_capacity(key.len() + "$object['']".len());
    part.push_str("$object[");
    push_quoted(key, &mut part);
    part.push(']');
    text.extend(["  if ", &part]);
    if is_many {
        text.extend([" =~ Array {\n    ", &part, ".each |Integer $at, $part| {\n      "]);
        text.extend([function, "($part, \"${path}."]);
        push_escaped(key, text);
        text.push_str("[${at}]\")\n    }\n  }\n");
    } else {
        text.extend([" =~ Hash {\n    ", function, "(", &part, ", \"${path}."]);
        push_escaped(key, text);
        text.push_str("\")\n  }\n");
    }
}

/// The function for the objects of a class and its subclasses, if these have several types.
fn dispatcher_function(
    plan: &Plan<'_>,
    class: ClassId,
    checks: &FxHashMap<ClassId, Checks>,
    checked_classes: &FxHashSet<ClassId>,
    module: &str,
) -> Option<Function> {
    let alias = plan.aliases_with_subclasses.get(&class)?;
    let name = name_for(alias);
    let mut text = head(module, &name, &plan.qualified(alias), &plan.metamodel[class].name);
    let mut has_branches = false;
    for other in plan.scope.concrete(class) {
        if !checks.get(other).is_some_and(|checks| is_checked(checks, checked_classes)) {
            continue;
        }
        // Objects of the class itself need no `$type`, so they have another alias than those of subclasses.
        let is_own = *other == class;
        let ty = if is_own { plan.classes.get(other) } else { plan.aliases_with_type.get(other) };
        let (Some(ty), Some(plain)) = (ty, plan.classes.get(other)) else { continue };
        text.extend([
            if has_branches { " elsif" } else { "  if" },
            " $object =~ ",
            &plan.qualified(ty),
            " {\n    ",
        ]);
        text.extend([module, "::", &name_for(plain), "($object, $path)\n  }"]);
        has_branches = true;
    }
    text.extend(has_branches.then_some('\n'));
    text.push_str("  $object\n}\n");
    Some(Function { name, text })
}

/// The first line of a function that checks an object.
fn head(module: &str, name: &str, ty: &str, class: &str) -> String {
    let path = quoted(class);
    let parameters = ["(", ty, " $object, String $path = ", &path, ") >> "].concat();
    ["function ", module, "::", name, &parameters, ty, " {\n"].concat()
}
