//! Checks that every type argument is within the bounds of its type parameter.
//!
//! The relations are those of EMF: a type is bounded by another type if it conforms to that type for any substitution
//! of the type parameters in between. Types refer to each other in cycles, and there may be many paths between them;
//! after too many steps, a type is accepted.

use super::super::{Context, Rule, Subject};
use super::view::{GenericType, ModelElement, View, f};
use crate::diagnostic::codes;
use modelwright_metamodel::ecore::DataKind;
use modelwright_metamodel::ecore::builtin as b;
use rustc_hash::{FxHashMap, FxHashSet};

pub(in super::super) const RULE: Rule = Rule {
    concerns: |metamodel, class| super::concerns(metamodel, class, b::EGENERIC_TYPE),
    start: || Box::new(check),
};

/// Reports each type argument that is not within the bounds of its type parameter.
fn check(context: &mut Context<'_>, subject: Subject, _: &[usize]) {
    let (view, generic) = (context.view, subject.generic());
    let arguments = view.arguments(generic);
    let Some(classifier) = view.classifier(generic).filter(|_| !arguments.is_empty()) else { return };
    let parameters: Vec<ModelElement> = view.list(classifier, f().type_parameters).collect();
    // A wrong number of arguments is reported by the rule `generics`.
    if parameters.len() != arguments.len() {
        return;
    }
    let substitutions: Substitutions = parameters.iter().copied().zip(arguments.iter().copied()).collect();
    for (parameter, argument) in parameters.iter().zip(&arguments) {
        let mut bounds = Bounds { view, steps: 0 };
        if !bounds.conforms(*argument, *parameter, &substitutions) {
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

/// The search that decides whether one type argument is within its bounds, and the number of its steps.
struct Bounds<'v, 'm> {
    view: &'v View<'m>,
    steps: u32,
}

/// The maximum number of steps, and their maximum nesting, for one type argument.
const MAX_STEPS: u32 = 20_000;
const DEEPEST: u32 = 200;

impl Bounds<'_, '_> {
    fn is_wildcard(&self, generic: GenericType) -> bool {
        self.view.classifier(generic).is_none() && self.view.parameter(generic).is_none()
    }

    /// Whether an argument conforms to the bounds of a parameter; an unbounded wildcard always does.
    fn conforms(&mut self, argument: GenericType, parameter: ModelElement, known: &Substitutions) -> bool {
        let view = self.view;
        let free = self.is_wildcard(argument)
            && view.upper_bound(argument).is_none()
            && view.lower_bound(argument).is_none();
        free || view
            .bounds(parameter)
            .collect::<Vec<_>>()
            .into_iter()
            .all(|bound| self.bounded(argument, bound, known, 0))
    }

    /// Counts a step; returns whether the search must be given up.
    fn exhausted(&mut self, depth: u32) -> bool {
        self.steps += 1;
        self.steps > MAX_STEPS || depth > DEEPEST
    }

    /// Whether a type is bounded by another one. `known` contains the arguments of type parameters.
    fn bounded(
        &mut self,
        generic: GenericType,
        bound: GenericType,
        known: &Substitutions,
        depth: u32,
    ) -> bool {
        // If the search is given up, the type is accepted, so that no error is reported that EMF may not report.
        if generic == bound || self.exhausted(depth) {
            return true;
        }
        let view = self.view;
        if let Some(wanted) = view.classifier(bound) {
            return match view.classifier(generic) {
                Some(classifier) => self.classifier(generic, classifier, bound, wanted, known, depth),
                None => self.by_parameter(generic, bound, known, depth),
            };
        }
        if let Some(wanted) = view.parameter(bound) {
            return self.bounded_by_parameter(generic, bound, wanted, known, depth);
        }
        if self.is_wildcard(generic) {
            return false;
        }
        match (view.upper_bound(bound), view.lower_bound(bound)) {
            (Some(upper), _) => self.bounded(generic, upper, known, depth + 1),
            (None, Some(lower)) => self.bounded(lower, generic, known, depth + 1),
            (None, None) => false,
        }
    }

    /// As [`Self::bounded`], if both types have a classifier.
    fn classifier(
        &mut self,
        generic: GenericType,
        classifier: ModelElement,
        bound: GenericType,
        wanted: ModelElement,
        known: &Substitutions,
        depth: u32,
    ) -> bool {
        let view = self.view;
        if classifier != wanted {
            if view.is(wanted, b::ECLASS) && view.is(classifier, b::ECLASS) {
                return self.by_supertypes(generic, classifier, bound, known, depth);
            }
            // EMF compares Java classes if it can load both.
            if let Some(java) = loadable(view, wanted) {
                let own = loadable(view, classifier);
                if own.is_some_and(|own| !is_assignable(java, own)) {
                    return false;
                }
                if view.list(classifier, f().type_parameters).next().is_none() {
                    return true;
                }
            }
        }
        let (one, other) = (view.arguments(generic), view.arguments(bound));
        one.len() == other.len()
            && one.iter().zip(&other).all(|(a, b)| self.matching(*a, *b, known, depth + 1))
    }

    /// Whether one of the supertypes of a class is bounded.
    fn by_supertypes(
        &mut self,
        generic: GenericType,
        class: ModelElement,
        bound: GenericType,
        known: &Substitutions,
        depth: u32,
    ) -> bool {
        let view = self.view;
        // On a cycle, the supertypes never end; the cycle itself is reported elsewhere.
        if view.inheritance().is_circular(class) {
            return false;
        }
        // A copy, because the arguments of this class apply only to its own supertypes.
        let mut local = known.clone();
        let parameters: Vec<ModelElement> = view.list(class, f().type_parameters).collect();
        let arguments = view.arguments(generic);
        if parameters.len() == arguments.len() {
            local.extend(parameters.into_iter().zip(arguments));
        }
        view.generics(class, f().generic_supertypes)
            .into_iter()
            .any(|parent| self.bounded(parent, bound, &local, depth + 1))
    }

    /// Whether a type without a classifier is bounded by a type with a classifier.
    fn by_parameter(
        &mut self,
        generic: GenericType,
        bound: GenericType,
        known: &Substitutions,
        depth: u32,
    ) -> bool {
        let view = self.view;
        // The type is a wildcard: EMF checks whether its own bound, upper or lower, is bounded.
        let Some(parameter) = view.parameter(generic) else {
            let outer = view.upper_bound(generic).or_else(|| view.lower_bound(generic));
            return outer.is_some_and(|outer| self.bounded(outer, bound, known, depth + 1));
        };
        match known.get(&parameter).copied() {
            Some(substitution) if substitution == generic => true,
            Some(substitution)
                if self.leads_on(generic, substitution) && !self.circular(parameter, substitution, known) =>
            {
                self.bounded(substitution, bound, known, depth + 1)
            }
            _ => {
                let bounds: Vec<GenericType> = view.bounds(parameter).collect();
                bounds.into_iter().any(|own| self.bounded(own, bound, known, depth + 1))
            }
        }
    }

    /// Whether the search can continue with a substitution: not if `generic` is the bound of the substitution, which
    /// would lead back to `generic`.
    fn leads_on(&self, generic: GenericType, substitution: GenericType) -> bool {
        self.view.upper_bound(substitution) != Some(generic)
            && self.view.lower_bound(substitution) != Some(generic)
    }

    /// Whether the substitutions of a parameter lead back to the parameter.
    fn circular(&self, parameter: ModelElement, substitution: GenericType, known: &Substitutions) -> bool {
        let mut seen = FxHashSet::default();
        let mut at = self.view.parameter(substitution);
        while let Some(other) = at {
            if other == parameter {
                return true;
            }
            // A cycle of other parameters, which does not lead back to this one.
            if !seen.insert(other) {
                return false;
            }
            at = known.get(&other).and_then(|next| self.view.parameter(*next));
        }
        false
    }

    /// As [`Self::bounded`], if the bound is the type parameter `wanted`.
    fn bounded_by_parameter(
        &mut self,
        generic: GenericType,
        bound: GenericType,
        wanted: ModelElement,
        known: &Substitutions,
        depth: u32,
    ) -> bool {
        let view = self.view;
        let parameter = view.parameter(generic);
        if parameter == Some(wanted) {
            return true;
        }
        // An argument is substituted for the parameter, so the argument is the bound.
        if let Some(substitution) = known.get(&wanted).copied() {
            return self.bounded(generic, substitution, known, depth + 1);
        }
        let Some(parameter) = parameter else {
            return view
                .upper_bound(generic)
                .is_some_and(|upper| self.bounded(upper, bound, known, depth + 1));
        };
        match known.get(&parameter).copied() {
            Some(substitution) if substitution == generic => true,
            Some(substitution) if self.leads_on(generic, substitution) => {
                self.bounded(substitution, bound, known, depth + 1)
            }
            _ => {
                let own: Vec<GenericType> = view.bounds(parameter).collect();
                let others: Vec<GenericType> = view.bounds(wanted).collect();
                !own.is_empty()
                    && own.into_iter().all(|own| {
                        self.bounded(own, bound, known, depth + 1)
                            || others.iter().any(|other| self.bounded(own, *other, known, depth + 1))
                    })
            }
        }
    }

    /// Whether classifiers are the same, or have the same Java type.
    fn has_same_java_type(&self, one: ModelElement, other: ModelElement) -> bool {
        let java = self.view.instance_type(one);
        one == other || (java.is_some() && java == self.view.instance_type(other))
    }

    /// Whether one type argument matches another.
    fn matching(
        &mut self,
        generic: GenericType,
        bound: GenericType,
        known: &Substitutions,
        depth: u32,
    ) -> bool {
        if generic == bound || self.exhausted(depth) {
            return true;
        }
        let view = self.view;
        // In Java, type arguments are invariant: a subclass does not match, except within a wildcard.
        if let Some(wanted) = view.classifier(bound) {
            return view.classifier(generic).is_some_and(|classifier| {
                self.has_same_java_type(classifier, wanted)
                    && self.equal_lists(&view.arguments(generic), &view.arguments(bound), known, depth)
            });
        }
        if let Some(wanted) = view.parameter(bound) {
            let parameter = view.parameter(generic);
            if parameter == Some(wanted) {
                return true;
            }
            if let Some(substitution) = parameter.and_then(|p| known.get(&p)).copied() {
                return substitution == generic || self.matching(substitution, bound, known, depth + 1);
            }
            let substitution = known.get(&wanted).copied();
            return substitution.is_some_and(|s| s == bound || self.matching(generic, s, known, depth + 1));
        }
        if self.is_wildcard(generic) {
            return self.matching_bounds(view.lower_bound(generic), view.lower_bound(bound), known, depth)
                && self.matching_bounds(view.upper_bound(generic), view.upper_bound(bound), known, depth);
        }
        match (view.upper_bound(bound), view.lower_bound(bound)) {
            (Some(upper), _) => self.bounded(generic, upper, known, depth + 1),
            (None, Some(lower)) => self.matching(lower, generic, known, depth + 1),
            (None, None) => true,
        }
    }

    /// Whether one bound matches another, or both are missing.
    fn matching_bounds(
        &mut self,
        one: Option<GenericType>,
        other: Option<GenericType>,
        known: &Substitutions,
        depth: u32,
    ) -> bool {
        match (one, other) {
            (Some(one), Some(other)) => self.matching(one, other, known, depth + 1),
            (None, None) => true,
            _ => false,
        }
    }

    /// Whether two lists of type arguments contain the same types.
    fn equal_lists(
        &mut self,
        one: &[GenericType],
        other: &[GenericType],
        known: &Substitutions,
        depth: u32,
    ) -> bool {
        one.len() == other.len()
            && one.iter().zip(other).all(|(a, b)| self.equal(Some(*a), Some(*b), known, depth + 1))
    }

    /// Whether two types are the same type.
    fn equal(
        &mut self,
        one: Option<GenericType>,
        other: Option<GenericType>,
        known: &Substitutions,
        depth: u32,
    ) -> bool {
        let (Some(one), Some(other)) = (one, other) else { return one == other };
        if one == other || self.exhausted(depth) {
            return true;
        }
        let view = self.view;
        let same = match (view.classifier(one), view.classifier(other)) {
            (Some(a), Some(b)) => self.has_same_java_type(a, b),
            (None, None) => true,
            _ => false,
        };
        if !same {
            return false;
        }
        let (a, b) = (view.parameter(one), view.parameter(other));
        // A parameter with an argument is compared by its argument.
        if let Some(substitution) = a.and_then(|a| known.get(&a)).copied() {
            return self.equal(Some(substitution), Some(other), known, depth + 1);
        }
        if let Some(substitution) = b.and_then(|b| known.get(&b)).copied() {
            return self.equal(Some(one), Some(substitution), known, depth + 1);
        }
        a == b
            && self.equal_lists(&view.arguments(one), &view.arguments(other), known, depth)
            && self.equal(view.lower_bound(one), view.lower_bound(other), known, depth + 1)
            && self.equal(view.upper_bound(one), view.upper_bound(other), known, depth + 1)
    }
}

/// The Java class of a classifier, if EMF can always load it.
fn loadable<'v>(view: &'v View<'_>, classifier: ModelElement) -> Option<&'v str> {
    let java = view.instance_class(classifier)?;
    (DataKind::of_java(java) != DataKind::Unknown).then_some(java)
}

/// Whether a Java class can be assigned to another one; for unusual classes the answer is uncertain.
fn is_assignable(wanted: &str, class: &str) -> bool {
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
    // A primitive value is not an object in Java, so it cannot be assigned to `Object`.
    let primitive = !class.contains('.') && !class.ends_with("[]");
    let own = ["java.lang.String", "java.lang.Boolean", "java.lang.Character", "java.util.Date"];
    match wanted {
        _ if wanted == class => true,
        "java.lang.Object" => !primitive,
        "java.lang.Number" => NUMBERS.contains(&class),
        "java.lang.Comparable" | "java.io.Serializable" => NUMBERS.contains(&class) || own.contains(&class),
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
