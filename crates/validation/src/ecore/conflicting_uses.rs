//! The supertypes of a class with their type arguments, without those that repeat others.
//!
//! The rules are those of EMF's `EClass.eAllGenericSuperTypes`: a supertype repeats an earlier one if its arguments are
//! equivalent. A wildcard is equivalent to every earlier argument that is not a type parameter, but not vice versa, so
//! the order counts.

use super::view::{EcoreView, GenericType, ModelElement};
use modelwright_metamodel::ecore::{builtin, features};
use rustc_hash::{FxHashMap, FxHashSet};

/// The maximum number of uses of supertypes that are compared; real classes have fewer.
const MAX_USES: usize = 10_000;

/// The maximum number of different comparisons for a class, after which types count as equivalent. It is small, because
/// every class of a long chain may inherit the uses of all others.
const MAX_COMPARISONS: usize = 10_000;

/// The superclasses that a class inherits more than once, with arguments that are not equivalent: each once for every
/// use after the first one.
pub(super) fn conflicting_superclasses(view: &EcoreView<'_>, class: ModelElement) -> Vec<ModelElement> {
    let uses = all_uses(view, class);
    let mut uses_by_class: FxHashMap<ModelElement, Vec<GenericType>> = FxHashMap::default();
    let mut classes = Vec::new();
    for (parent, generic) in &uses {
        let uses_of_parent = uses_by_class.entry(*parent).or_default();
        if uses_of_parent.is_empty() {
            classes.push(*parent);
        }
        uses_of_parent.push(*generic);
    }
    let mut comparison = Comparison { view, uses_by_class: &uses_by_class, results: FxHashMap::default() };
    let mut conflicting = Vec::new();
    for parent in classes {
        let uses_of_parent = &uses_by_class[&parent];
        let mut distinct_count: usize = 0;
        for (position, generic) in uses_of_parent.iter().enumerate() {
            let mut earlier_uses = uses_of_parent[..position].iter();
            if !earlier_uses.any(|earlier| comparison.repeats(*generic, *earlier)) {
                distinct_count += 1;
            }
        }
        conflicting.extend(std::iter::repeat_n(parent, distinct_count.saturating_sub(1)));
    }
    conflicting
}

/// All superclasses of a class with the types by which they are inherited, in the order of EMF: the superclasses of a
/// class come before it.
fn all_uses(view: &EcoreView<'_>, class: ModelElement) -> Vec<(ModelElement, GenericType)> {
    let mut uses = Vec::new();
    let mut visited = FxHashSet::default();
    // Each entry is a use of a superclass, and the uses in that superclass that were not visited yet. The first entry
    // is the class itself, which is not a use.
    let mut stack = vec![(None, direct_uses(view, class).into_iter())];
    while let Some((subclass_use, supertypes)) = stack.last_mut() {
        let Some((parent, generic)) = supertypes.next() else {
            uses.extend(*subclass_use);
            stack.pop();
            continue;
        };
        // A class that is inherited on several paths has the same supertypes on each of them.
        if visited.len() < MAX_USES && visited.insert(generic) {
            stack.push((Some((parent, generic)), direct_uses(view, parent).into_iter()));
        }
    }
    uses
}

/// The superclasses that a class names, with their types.
fn direct_uses(view: &EcoreView<'_>, class: ModelElement) -> Vec<(ModelElement, GenericType)> {
    let mut uses = Vec::new();
    for generic in view.generics(class, features::ECLASS_GENERIC_SUPER_TYPES) {
        if let Some(parent) = view.classifier(generic)
            && view.is_of_class(parent, builtin::ECLASS)
        {
            uses.push((parent, generic));
        }
    }
    uses
}

/// The comparison of types, in which type parameters are replaced with their arguments.
struct Comparison<'c, 'v> {
    view: &'c EcoreView<'v>,
    uses_by_class: &'c FxHashMap<ModelElement, Vec<GenericType>>,
    /// The results of comparisons. Without them, the number of comparisons would be exponential in the depth of types
    /// whose arguments repeat a type parameter.
    results: FxHashMap<(GenericType, GenericType), bool>,
}

/// The maximum nesting of types that are compared; deeper types count as equivalent.
const MAX_DEPTH: u32 = 50;

impl Comparison<'_, '_> {
    /// Whether a type is equivalent to an earlier one.
    fn repeats(&mut self, later: GenericType, earlier: GenericType) -> bool {
        let depth = 0;
        self.is_equivalent(later, earlier, depth)
    }

    /// As [`Self::repeats`], for types that are arguments of arguments, nested `depth` times.
    fn is_equivalent(&mut self, later: GenericType, earlier: GenericType, depth: u32) -> bool {
        let (later, earlier) = (self.replaced(later), self.replaced(earlier));
        if later == earlier || depth == MAX_DEPTH {
            return true;
        }
        if let Some(known) = self.results.get(&(later, earlier)) {
            return *known;
        }
        if self.results.len() >= MAX_COMPARISONS {
            return true;
        }
        let result = match (self.view.classifier(later), self.view.classifier(earlier)) {
            (None, _) => self.view.parameter(later) == self.view.parameter(earlier),
            (Some(later_class), Some(earlier_class)) if later_class == earlier_class => {
                let (later, earlier) = (self.view.arguments(later), self.view.arguments(earlier));
                // A use without arguments is equivalent to every other use.
                later.len() != earlier.len()
                    || later.iter().zip(earlier).all(|(a, b)| self.is_equivalent(*a, b, depth + 1))
            }
            (Some(later_class), earlier_class) => {
                let java_class = |class| self.view.instance_class(class);
                java_class(later_class).is_some()
                    && java_class(later_class) == earlier_class.and_then(java_class)
            }
        };
        self.results.insert((later, earlier), result);
        result
    }

    /// A type, or the argument that replaces it if it is a type parameter of a superclass. EMF takes the first use of the
    /// superclass with enough arguments.
    fn replaced(&self, mut generic: GenericType) -> GenericType {
        for _ in 0..MAX_DEPTH {
            let argument = self.view.parameter(generic).and_then(|parameter| self.argument(parameter));
            let Some(argument) = argument else { break };
            generic = argument;
        }
        generic
    }

    /// The argument for a type parameter.
    fn argument(&self, parameter: ModelElement) -> Option<GenericType> {
        let class = self.view.container(parameter)?;
        let position = self
            .view
            .list(class, features::ECLASSIFIER_TYPE_PARAMETERS)
            .position(|item| item == parameter)?;
        let uses = self.uses_by_class.get(&class)?;
        uses.iter().find_map(|generic| self.view.arguments(*generic).get(position).copied())
    }
}
