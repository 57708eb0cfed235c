//! Conditions on nodes, each stored once, and their precedence.
//!
//! A condition is a conjunction of predicates (category and value). Its precedence is the list of the ranks of its
//! categories, compared like section numbers. Invariants: condition 0 holds for all nodes; if two conditions of one
//! list of categories have the same precedence and can hold together, they are the same condition.

use super::categories::ListIndex;
use rustc_hash::FxHashMap;
use std::cmp::Ordering;
use std::sync::Arc;

/// The number of a condition.
pub(crate) type ConditionIndex = u32;
/// The number of a predicate.
pub(crate) type PredicateIndex = u32;

/// The condition that holds for all nodes.
pub(crate) const ALWAYS: ConditionIndex = 0;

/// A predicate: a category must have a value.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(crate) struct Predicate {
    /// The list to which the category belongs.
    pub(crate) list: ListIndex,
    /// The position of the category in its list.
    pub(crate) rank: u32,
    /// The value in a form that can be compared.
    pub(crate) value: Arc<str>,
}

/// A conjunction of predicates.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(crate) struct Condition {
    /// The predicates, ordered by rank.
    pub(crate) predicates: Box<[PredicateIndex]>,
    /// Whether the condition never holds, because it refers to an unknown category, or requires two values of one
    /// category.
    pub(crate) never_holds: bool,
    /// The text of the predicate with an unknown category, if the condition contains one.
    pub(crate) unknown: Option<Box<str>>,
}

/// All conditions of a composition.
#[derive(Debug)]
pub(crate) struct Conditions {
    /// The predicates of all conditions, each once.
    pub(crate) predicates: Vec<Predicate>,
    /// The value of each predicate in the spelling of its first use.
    pub(crate) spellings: Vec<Arc<str>>,
    /// The index of each predicate in `predicates`.
    predicate_numbers: FxHashMap<Predicate, PredicateIndex>,
    /// The conditions, each once.
    pub(crate) list: Vec<Condition>,
    /// The index of each condition in `list`.
    numbers: FxHashMap<Condition, ConditionIndex>,
    /// For each condition, its precedence; a higher number takes precedence.
    pub(crate) orders: Vec<u32>,
    /// For each predicate, the conditions to test if the predicate holds. A condition is listed only for its rarest
    /// predicate, so that few conditions are tested for a node.
    conditions_to_test: Vec<Vec<ConditionIndex>>,
}

impl Default for Conditions {
    fn default() -> Self {
        let always = Condition { predicates: Box::default(), never_holds: false, unknown: None };
        Self {
            predicates: Vec::new(),
            spellings: Vec::new(),
            predicate_numbers: FxHashMap::default(),
            numbers: FxHashMap::from_iter([(always.clone(), ALWAYS)]),
            list: vec![always],
            orders: Vec::new(),
            conditions_to_test: Vec::new(),
        }
    }
}

/// The value of a category in a form that can be compared: in lower case, unless the category is exact.
pub(crate) fn comparable_value(value: &str, is_exact: bool) -> Arc<str> {
    // Most values are ASCII in lower case, and need no second allocation.
    if is_exact || !value.chars().any(|c| c.is_uppercase() || !c.is_ascii()) {
        return value.into();
    }
    value.to_lowercase().into()
}

/// A number as 32 bits; the limits of a composition ensure that it is small enough.
fn to_u32(number: usize) -> u32 {
    u32::try_from(number).unwrap_or(u32::MAX)
}

impl Conditions {
    /// The number of a predicate, which is added if it is new.
    pub(crate) fn predicate(
        &mut self,
        list: ListIndex,
        rank: u32,
        value: &str,
        is_exact: bool,
    ) -> PredicateIndex {
        let predicate = Predicate { list, rank, value: comparable_value(value, is_exact) };
        if let Some(number) = self.predicate_numbers.get(&predicate) {
            return *number;
        }
        let number = to_u32(self.predicates.len());
        self.predicates.push(predicate.clone());
        self.spellings.push(value.into());
        self.predicate_numbers.insert(predicate, number);
        number
    }

    /// The predicate of a category and a value; `None` if no condition contains it.
    pub(crate) fn find(&self, list: ListIndex, rank: u32, value: Arc<str>) -> Option<PredicateIndex> {
        self.predicate_numbers.get(&Predicate { list, rank, value }).copied()
    }

    /// The conjunction of predicates in any order; `unknown` is the text of a predicate with an unknown category.
    pub(crate) fn conjunction(
        &mut self,
        mut predicates: Vec<PredicateIndex>,
        unknown: Option<&str>,
    ) -> ConditionIndex {
        // `compare` needs the order of ranks. The second key is the number, so that equal conjunctions have equal
        // lists.
        predicates.sort_unstable_by_key(|number| (self.predicates[*number as usize].rank, *number));
        predicates.dedup();
        let rank = |number: &PredicateIndex| self.predicates[*number as usize].rank;
        // The predicates belong to the list of one layer, so equal ranks are the same category, which cannot have two
        // values.
        let never_holds =
            unknown.is_some() || predicates.windows(2).any(|pair| rank(&pair[0]) == rank(&pair[1]));
        let unknown = unknown.map(Into::into);
        let condition = Condition { predicates: predicates.into(), never_holds, unknown };
        if let Some(number) = self.numbers.get(&condition) {
            return *number;
        }
        let number = to_u32(self.list.len());
        self.list.push(condition.clone());
        self.numbers.insert(condition, number);
        number
    }

    /// The conjunction of two conditions.
    pub(crate) fn conjoin(&mut self, first: ConditionIndex, second: ConditionIndex) -> ConditionIndex {
        if first == ALWAYS || first == second {
            return second;
        }
        if second == ALWAYS {
            return first;
        }
        let (first, second) = (&self.list[first as usize], &self.list[second as usize]);
        let predicates = first.predicates.iter().chain(&second.predicates).copied().collect();
        let unknown = first.unknown.as_deref().or(second.unknown.as_deref()).map(str::to_owned);
        self.conjunction(predicates, unknown.as_deref())
    }

    /// The ranks of the categories of a condition, in ascending order.
    fn ranks(&self, condition: &Condition) -> impl Iterator<Item = u32> {
        condition.predicates.iter().map(|number| self.predicates[*number as usize].rank)
    }

    /// Compares the precedence of two conditions of one list of categories.
    pub(crate) fn compare(&self, first: ConditionIndex, second: ConditionIndex) -> Ordering {
        let mut first_ranks = self.ranks(&self.list[first as usize]);
        let mut second_ranks = self.ranks(&self.list[second as usize]);
        loop {
            match (first_ranks.next(), second_ranks.next()) {
                (None, None) => return Ordering::Equal,
                // The more specific condition has the higher precedence: `environment and virtual` is above
                // `environment`.
                (Some(_), None) => return Ordering::Greater,
                (None, Some(_)) => return Ordering::Less,
                // Rank 0 is the highest category, so a smaller rank means a higher precedence.
                (Some(first), Some(second)) if first != second => return second.cmp(&first),
                _ => {}
            }
        }
    }

    /// Sets the number of the precedence of each condition. Also sets, for each predicate, the conditions that are
    /// tested if the predicate holds: each condition is listed for its predicate with the fewest conditions, so
    /// that the lists are short.
    pub(crate) fn finish(&mut self) {
        let mut sorted_conditions: Vec<ConditionIndex> = (0..to_u32(self.list.len())).collect();
        // The ranks of different lists cannot be compared in a meaningful way. This is harmless, because precedences
        // are only compared within a layer, which has one list.
        sorted_conditions.sort_by(|a, b| self.compare(*a, *b));
        self.orders = vec![0; self.list.len()];
        let mut order = 0;
        for pair in sorted_conditions.windows(2) {
            order += u32::from(self.compare(pair[0], pair[1]).is_ne());
            self.orders[pair[1] as usize] = order;
        }
        let mut counts = vec![0_u32; self.predicates.len()];
        self.list.iter().flat_map(|condition| &condition.predicates).for_each(|p| counts[*p as usize] += 1);
        self.conditions_to_test = vec![Vec::new(); self.predicates.len()];
        for (number, condition) in
            self.list.iter().enumerate().filter(|(_, condition)| !condition.never_holds)
        {
            // Only `ALWAYS` has no predicate, and `active_with` adds it to every result.
            if let Some(rarest) = condition.predicates.iter().min_by_key(|p| counts[**p as usize]) {
                self.conditions_to_test[*rarest as usize].push(to_u32(number));
            }
        }
    }

    /// The conditions that hold if exactly these predicates hold.
    pub(crate) fn active_with(&self, predicates: &[PredicateIndex]) -> ActiveConditions {
        let mut active = ActiveConditions { bits: vec![0; self.list.len().div_ceil(64)] };
        active.insert(ALWAYS);
        let mut holds = vec![0_u64; self.predicates.len().div_ceil(64)];
        for predicate in predicates {
            holds[*predicate as usize / 64] |= 1 << (predicate % 64);
        }
        for predicate in predicates {
            for condition in &self.conditions_to_test[*predicate as usize] {
                let required = &self.list[*condition as usize].predicates;
                if required.iter().all(|p| holds[*p as usize / 64] & (1 << (p % 64)) != 0) {
                    active.insert(*condition);
                }
            }
        }
        active
    }
}

/// The conditions that hold for a node.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(crate) struct ActiveConditions {
    bits: Vec<u64>,
}

impl ActiveConditions {
    /// Adds a condition.
    fn insert(&mut self, condition: ConditionIndex) {
        self.bits[condition as usize / 64] |= 1 << (condition % 64);
    }

    /// Whether a condition holds.
    #[inline]
    pub(crate) fn holds(&self, condition: ConditionIndex) -> bool {
        self.bits[condition as usize / 64] & (1 << (condition % 64)) != 0
    }
}
