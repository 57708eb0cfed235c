//! Checks that every type argument is within the bounds of its type parameter.
//!
//! The relations are those of EMF: a type is bounded by another type if it conforms to that type for any substitution
//! of the type parameters involved. Types may refer to each other in cycles, and there may be many paths between them,
//! so a type is accepted after too many steps.

use super::super::{Context, Rule, Subject};
use super::view::{EcoreView, GenericType, ModelElement};
use crate::diagnostic::codes;
use modelwright_metamodel::ecore::{DataKind, builtin, features};
use rustc_hash::{FxHashMap, FxHashSet};

pub(in super::super) const RULE: Rule = Rule {
    concerns: |metamodel, class| super::concerns(metamodel, class, builtin::EGENERIC_TYPE),
    start: || Box::new(check),
};

/// Reports each type argument that is not within the bounds of its type parameter.
fn check(context: &mut Context<'_>, subject: Subject, _: &[usize]) {
    let (view, generic) = (context.view, subject.generic());
    let arguments = view.arguments(generic);
    let Some(classifier) = view.classifier(generic).filter(|_| !arguments.is_empty()) else { return };
    let parameters: Vec<ModelElement> =
        view.list(classifier, features::ECLASSIFIER_TYPE_PARAMETERS).collect();
    // A wrong number of arguments is reported by the rule `generics`.
    if parameters.len() != arguments.len() {
        return;
    }
    let substitutions: Substitutions = parameters.iter().copied().zip(arguments.iter().copied()).collect();
    for (parameter, argument) in parameters.iter().zip(&arguments) {
        let mut search = BoundSearch { view, steps: 0 };
        if !search.conforms(*argument, *parameter, &substitutions) {
            let message = format!(
                "the type argument for `{}` of `{}` is not within its bounds",
                view.label(*parameter),
                view.label(classifier)
            );
            let help = "use a type that the parameter's bounds allow";
            context.report(codes::TYPE_ARGUMENT_OUT_OF_BOUNDS, subject, message, help);
        }
    }
}

/// The type arguments that are substituted for type parameters.
type Substitutions = FxHashMap<ModelElement, GenericType>;

/// The search that decides whether one type argument is within its bounds.
struct BoundSearch<'v, 'm> {
    view: &'v EcoreView<'m>,
    /// The number of steps so far.
    steps: u32,
}

/// The maximum number of steps for one type argument.
const MAX_STEPS: u32 = 20_000;
/// The maximum nesting of steps.
const MAX_DEPTH: u32 = 200;

impl BoundSearch<'_, '_> {
    /// Whether a generic type is a wildcard: it has neither a classifier nor a type parameter.
    fn is_wildcard(&self, generic: GenericType) -> bool {
        self.view.classifier(generic).is_none() && self.view.parameter(generic).is_none()
    }

    /// Whether an argument conforms to the bounds of a parameter; an unbounded wildcard always does.
    fn conforms(
        &mut self,
        argument: GenericType,
        parameter: ModelElement,
        substitutions: &Substitutions,
    ) -> bool {
        let view = self.view;
        let is_unbounded_wildcard = self.is_wildcard(argument)
            && view.upper_bound(argument).is_none()
            && view.lower_bound(argument).is_none();
        if is_unbounded_wildcard {
            return true;
        }
        let depth = 0;
        let bounds: Vec<GenericType> = view.bounds(parameter).collect();
        bounds.into_iter().all(|bound| self.is_bounded(argument, bound, substitutions, depth))
    }

    /// Counts a step. Returns whether the search must end because it exceeds a limit.
    fn exceeds_limits(&mut self, depth: u32) -> bool {
        self.steps += 1;
        self.steps > MAX_STEPS || depth > MAX_DEPTH
    }

    /// Whether a type is bounded by another one, as the module describes it.
    fn is_bounded(
        &mut self,
        generic: GenericType,
        bound: GenericType,
        substitutions: &Substitutions,
        depth: u32,
    ) -> bool {
        // A type for which the search exceeds a limit is accepted, because EMF may not report an error for it.
        if generic == bound || self.exceeds_limits(depth) {
            return true;
        }
        let view = self.view;
        if let Some(bound_classifier) = view.classifier(bound) {
            return match view.classifier(generic) {
                Some(classifier) => self.is_classifier_bounded(
                    generic,
                    classifier,
                    bound,
                    bound_classifier,
                    substitutions,
                    depth,
                ),
                None => self.is_bounded_without_classifier(generic, bound, substitutions, depth),
            };
        }
        if let Some(bound_parameter) = view.parameter(bound) {
            return self.is_bounded_by_parameter(generic, bound, bound_parameter, substitutions, depth);
        }
        if self.is_wildcard(generic) {
            return false;
        }
        // The bound is a wildcard.
        match (view.upper_bound(bound), view.lower_bound(bound)) {
            (Some(upper), _) => self.is_bounded(generic, upper, substitutions, depth + 1),
            (None, Some(lower)) => self.is_bounded(lower, generic, substitutions, depth + 1),
            (None, None) => false,
        }
    }

    /// As [`Self::is_bounded`], if both types have a classifier.
    fn is_classifier_bounded(
        &mut self,
        generic: GenericType,
        classifier: ModelElement,
        bound: GenericType,
        bound_classifier: ModelElement,
        substitutions: &Substitutions,
        depth: u32,
    ) -> bool {
        let view = self.view;
        if classifier != bound_classifier {
            if view.is_of_class(bound_classifier, builtin::ECLASS)
                && view.is_of_class(classifier, builtin::ECLASS)
            {
                return self.is_bounded_by_supertypes(generic, classifier, bound, substitutions, depth);
            }
            // EMF compares Java classes if it can load both.
            if let Some(bound_class) = loadable_class(view, bound_classifier) {
                let class = loadable_class(view, classifier);
                if class.is_some_and(|class| !is_assignable(bound_class, class)) {
                    return false;
                }
                // Without type parameters, there are no arguments to compare.
                if view.list(classifier, features::ECLASSIFIER_TYPE_PARAMETERS).next().is_none() {
                    return true;
                }
            }
        }
        let (arguments, bound_arguments) = (view.arguments(generic), view.arguments(bound));
        arguments.len() == bound_arguments.len()
            && arguments.iter().zip(&bound_arguments).all(|(argument, bound_argument)| {
                self.matches(*argument, *bound_argument, substitutions, depth + 1)
            })
    }

    /// As [`Self::is_bounded`], if both types are classes: whether a supertype of the class is bounded.
    fn is_bounded_by_supertypes(
        &mut self,
        generic: GenericType,
        class: ModelElement,
        bound: GenericType,
        substitutions: &Substitutions,
        depth: u32,
    ) -> bool {
        let view = self.view;
        // The supertypes of a class on a cycle never end. The rule `classes` reports the cycle.
        if view.inheritance().is_circular(class) {
            return false;
        }
        // The substitutions are copied, because the arguments of this class apply only to its own supertypes.
        let mut inner_substitutions = substitutions.clone();
        let parameters: Vec<ModelElement> = view.list(class, features::ECLASSIFIER_TYPE_PARAMETERS).collect();
        let arguments = view.arguments(generic);
        if parameters.len() == arguments.len() {
            inner_substitutions.extend(parameters.into_iter().zip(arguments));
        }
        view.generics(class, features::ECLASS_GENERIC_SUPER_TYPES)
            .into_iter()
            .any(|parent| self.is_bounded(parent, bound, &inner_substitutions, depth + 1))
    }

    /// As [`Self::is_bounded`], if only the bound has a classifier.
    fn is_bounded_without_classifier(
        &mut self,
        generic: GenericType,
        bound: GenericType,
        substitutions: &Substitutions,
        depth: u32,
    ) -> bool {
        let view = self.view;
        let Some(parameter) = view.parameter(generic) else {
            // The type is a wildcard. EMF checks whether the bound of the wildcard, upper or lower, is bounded.
            let wildcard_bound = view.upper_bound(generic).or_else(|| view.lower_bound(generic));
            return wildcard_bound.is_some_and(|wildcard_bound| {
                self.is_bounded(wildcard_bound, bound, substitutions, depth + 1)
            });
        };
        match substitutions.get(&parameter).copied() {
            Some(substitution) if substitution == generic => true,
            Some(substitution)
                if self.can_continue_with(generic, substitution)
                    && !self.is_circular_substitution(parameter, substitution, substitutions) =>
            {
                self.is_bounded(substitution, bound, substitutions, depth + 1)
            }
            _ => {
                let bounds: Vec<GenericType> = view.bounds(parameter).collect();
                bounds
                    .into_iter()
                    .any(|own_bound| self.is_bounded(own_bound, bound, substitutions, depth + 1))
            }
        }
    }

    /// Whether the search can continue with a substitution. It cannot if the bound of the substitution is `generic`,
    /// because the search would then return to `generic`.
    fn can_continue_with(&self, generic: GenericType, substitution: GenericType) -> bool {
        self.view.upper_bound(substitution) != Some(generic)
            && self.view.lower_bound(substitution) != Some(generic)
    }

    /// Whether the substitutions of a parameter lead back to the parameter.
    fn is_circular_substitution(
        &self,
        parameter: ModelElement,
        substitution: GenericType,
        substitutions: &Substitutions,
    ) -> bool {
        let mut visited = FxHashSet::default();
        let mut next_parameter = self.view.parameter(substitution);
        while let Some(other) = next_parameter {
            if other == parameter {
                return true;
            }
            // The other parameters form a cycle that does not contain this one.
            if !visited.insert(other) {
                return false;
            }
            let next_substitution = substitutions.get(&other);
            next_parameter = next_substitution.and_then(|generic| self.view.parameter(*generic));
        }
        false
    }

    /// As [`Self::is_bounded`], if the bound is the type parameter `bound_parameter`.
    fn is_bounded_by_parameter(
        &mut self,
        generic: GenericType,
        bound: GenericType,
        bound_parameter: ModelElement,
        substitutions: &Substitutions,
        depth: u32,
    ) -> bool {
        let view = self.view;
        let parameter = view.parameter(generic);
        if parameter == Some(bound_parameter) {
            return true;
        }
        // If an argument is substituted for the parameter, the argument is the bound.
        if let Some(substitution) = substitutions.get(&bound_parameter).copied() {
            return self.is_bounded(generic, substitution, substitutions, depth + 1);
        }
        let Some(parameter) = parameter else {
            return view
                .upper_bound(generic)
                .is_some_and(|upper| self.is_bounded(upper, bound, substitutions, depth + 1));
        };
        match substitutions.get(&parameter).copied() {
            Some(substitution) if substitution == generic => true,
            Some(substitution) if self.can_continue_with(generic, substitution) => {
                self.is_bounded(substitution, bound, substitutions, depth + 1)
            }
            _ => {
                let own_bounds: Vec<GenericType> = view.bounds(parameter).collect();
                let other_bounds: Vec<GenericType> = view.bounds(bound_parameter).collect();
                // Each bound of the type's parameter must be within the other parameter, or within one of its bounds.
                for own_bound in &own_bounds {
                    let is_within = self.is_bounded(*own_bound, bound, substitutions, depth + 1)
                        || other_bounds
                            .iter()
                            .any(|other| self.is_bounded(*own_bound, *other, substitutions, depth + 1));
                    if !is_within {
                        return false;
                    }
                }
                !own_bounds.is_empty()
            }
        }
    }

    /// Whether classifiers are the same, or have the same Java type.
    fn has_same_java_type(&self, one: ModelElement, other: ModelElement) -> bool {
        let java = self.view.instance_type(one);
        one == other || (java.is_some() && java == self.view.instance_type(other))
    }

    /// Whether the type argument `generic` matches the type argument `bound`. As in [`Self::is_bounded`], a comparison
    /// that exceeds a limit has the result `true`.
    fn matches(
        &mut self,
        generic: GenericType,
        bound: GenericType,
        substitutions: &Substitutions,
        depth: u32,
    ) -> bool {
        if generic == bound || self.exceeds_limits(depth) {
            return true;
        }
        let view = self.view;
        // In Java, type arguments are invariant: a subclass matches only within a wildcard.
        if let Some(bound_classifier) = view.classifier(bound) {
            return view.classifier(generic).is_some_and(|classifier| {
                self.has_same_java_type(classifier, bound_classifier)
                    && self.are_equal_lists(
                        &view.arguments(generic),
                        &view.arguments(bound),
                        substitutions,
                        depth,
                    )
            });
        }
        if let Some(bound_parameter) = view.parameter(bound) {
            let parameter = view.parameter(generic);
            if parameter == Some(bound_parameter) {
                return true;
            }
            let substitution = parameter.and_then(|parameter| substitutions.get(&parameter)).copied();
            if let Some(substitution) = substitution {
                return substitution == generic
                    || self.matches(substitution, bound, substitutions, depth + 1);
            }
            let Some(substitution) = substitutions.get(&bound_parameter).copied() else { return false };
            return substitution == bound || self.matches(generic, substitution, substitutions, depth + 1);
        }
        if self.is_wildcard(generic) {
            return self.do_bounds_match(
                view.lower_bound(generic),
                view.lower_bound(bound),
                substitutions,
                depth,
            ) && self.do_bounds_match(
                view.upper_bound(generic),
                view.upper_bound(bound),
                substitutions,
                depth,
            );
        }
        match (view.upper_bound(bound), view.lower_bound(bound)) {
            (Some(upper), _) => self.is_bounded(generic, upper, substitutions, depth + 1),
            (None, Some(lower)) => self.matches(lower, generic, substitutions, depth + 1),
            (None, None) => true,
        }
    }

    /// Whether one bound matches another, or both are missing.
    fn do_bounds_match(
        &mut self,
        one: Option<GenericType>,
        other: Option<GenericType>,
        substitutions: &Substitutions,
        depth: u32,
    ) -> bool {
        match (one, other) {
            (Some(one), Some(other)) => self.matches(one, other, substitutions, depth + 1),
            (None, None) => true,
            _ => false,
        }
    }

    /// Whether two lists of type arguments contain the same types.
    fn are_equal_lists(
        &mut self,
        one: &[GenericType],
        other: &[GenericType],
        substitutions: &Substitutions,
        depth: u32,
    ) -> bool {
        one.len() == other.len()
            && one
                .iter()
                .zip(other)
                .all(|(a, b)| self.are_equal(Some(*a), Some(*b), substitutions, depth + 1))
    }

    /// Whether two types are the same type. As in [`Self::is_bounded`], a comparison that exceeds a limit has the
    /// result `true`.
    fn are_equal(
        &mut self,
        one: Option<GenericType>,
        other: Option<GenericType>,
        substitutions: &Substitutions,
        depth: u32,
    ) -> bool {
        let (Some(one), Some(other)) = (one, other) else { return one == other };
        if one == other || self.exceeds_limits(depth) {
            return true;
        }
        let view = self.view;
        let is_same_type = match (view.classifier(one), view.classifier(other)) {
            (Some(a), Some(b)) => self.has_same_java_type(a, b),
            (None, None) => true,
            _ => false,
        };
        if !is_same_type {
            return false;
        }
        let (parameter, other_parameter) = (view.parameter(one), view.parameter(other));
        let substitution_of = |parameter: Option<ModelElement>| substitutions.get(&parameter?).copied();
        // A parameter with an argument is compared by its argument.
        if let Some(substitution) = substitution_of(parameter) {
            return self.are_equal(Some(substitution), Some(other), substitutions, depth + 1);
        }
        if let Some(substitution) = substitution_of(other_parameter) {
            return self.are_equal(Some(one), Some(substitution), substitutions, depth + 1);
        }
        parameter == other_parameter
            && self.are_equal_lists(&view.arguments(one), &view.arguments(other), substitutions, depth)
            && self.are_equal(view.lower_bound(one), view.lower_bound(other), substitutions, depth + 1)
            && self.are_equal(view.upper_bound(one), view.upper_bound(other), substitutions, depth + 1)
    }
}

/// The Java class of a classifier, if EMF can always load it.
fn loadable_class<'v>(view: &'v EcoreView<'_>, classifier: ModelElement) -> Option<&'v str> {
    let java = view.instance_class(classifier)?;
    (DataKind::of_java(java) != DataKind::Unknown).then_some(java)
}

/// Whether values of a Java class can be assigned to variables of the class `target`. For a class that is not in these
/// lists, the result may be wrong.
fn is_assignable(target: &str, class: &str) -> bool {
    const NUMBERS: [&str; 8] = [
        "java.lang.Byte",
        "java.lang.Short",
        "java.lang.Integer",
        "java.lang.Long",
        "java.lang.Float",
        "java.lang.Double",
        "java.math.BigInteger",
        "java.math.BigDecimal",
    ];
    // In Java, a primitive value is not an object, so it cannot be assigned to `Object`.
    let is_primitive = !class.contains('.') && !class.ends_with("[]");
    let other_comparables =
        ["java.lang.String", "java.lang.Boolean", "java.lang.Character", "java.util.Date"];
    match target {
        _ if target == class => true,
        "java.lang.Object" => !is_primitive,
        "java.lang.Number" => NUMBERS.contains(&class),
        "java.lang.Comparable" | "java.io.Serializable" => {
            NUMBERS.contains(&class) || other_comparables.contains(&class)
        }
        "java.lang.CharSequence" => class == "java.lang.String",
        "java.lang.Iterable" | "java.util.Collection" => {
            matches!(
                class,
                "java.util.List"
                    | "java.util.Set"
                    | "java.util.Collection"
                    | "org.eclipse.emf.common.util.EList"
            )
        }
        // `EList` extends `java.util.List`.
        "java.util.List" => class == "org.eclipse.emf.common.util.EList",
        _ => false,
    }
}
