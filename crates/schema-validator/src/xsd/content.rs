//! The content model of a type: its particles as an automaton, whose states are computed on demand.
//!
//! Invariants: a state is computed once, and the cost of a child is proportional to the number of candidates with its
//! name; repetitions are counted, not expanded; all states of a model have a common budget. This module does not know
//! documents.

use super::schema::{ElementId, Particle, Process, Schema, Symbol, Term, TypeId, Wildcard};
use rustc_hash::{FxHashMap, FxHashSet};
use std::sync::Arc;

/// The maximum number of steps for the particles of a type, after groups are expanded.
const MAX_STEPS: usize = 100_000;

/// The budget for computing states.
// Decision 17: a few lines of groups that contain each other can describe millions of states.
const MAX_WORK: usize = 5_000_000;

/// A step through the particles.
#[derive(Debug)]
enum Step {
    /// An element, and the next step.
    Element(ElementId, usize),
    /// An element that a wildcard allows, and the next step.
    Any(Wildcard, usize),
    /// Continues at any of these steps.
    Split(Vec<usize>),
    /// Starts to count a repetition, whose step is given.
    // Counters are pushed and popped like brackets, so nested repetitions need no numbers.
    Count(usize),
    /// Repeats the body while the count is below `max`; may exit when it is at least `min`.
    Repeat {
        min: u64,
        max: Option<u64>,
        body: usize,
        exit: usize,
    },
    Done,
}

/// The next step, with a counter for each repetition around it: the count, and whether the current iteration is still
/// empty.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
struct Point {
    step: usize,
    // The counter of the innermost repetition is the last.
    counts: Vec<(u64, bool)>,
}

#[derive(Debug)]
struct State {
    edges: Vec<Edge>,
    // Candidates are indexed by name, so that a choice of thousands costs no more than a choice of two.
    by_name: FxHashMap<Symbol, Vec<usize>>,
    wildcards: Vec<usize>,
    may_end: bool,
}

#[derive(Debug)]
struct Edge {
    step: usize,
    // The target state is computed from the point when the edge is first followed.
    next: Point,
    target: Option<usize>,
}

/// The result of matching a child at its position.
#[derive(Debug)]
pub(super) enum ChildMatch {
    Element(ElementId),
    Any(Process),
    /// The child is not allowed here.
    NotAllowed,
    /// The budget is exhausted.
    OverBudget,
}

/// The content model of a type.
#[derive(Debug)]
pub(super) struct Model {
    steps: Vec<Step>,
    states: Vec<State>,
    state_by_points: FxHashMap<Vec<Point>, usize>,
    remaining_work: usize,
    /// The elements by name, at any position of the content.
    elements: FxHashMap<Symbol, ElementId>,
    /// The members of `xs:all`, each with whether it is required.
    // `all` is not an automaton, because it would need a state for each subset of its members.
    members_of_all: Option<Vec<(ElementId, bool)>>,
    is_all_optional: bool,
}

/// A position in the content of an element.
#[derive(Debug, Clone)]
pub(super) enum Position {
    State(usize),
    All(FxHashSet<ElementId>),
}

impl Model {
    /// The model of the content of a complex type; the error is the reason for which there is none.
    pub(super) fn new(schema: &Schema, id: TypeId) -> Result<Self, String> {
        let particles = schema.particles(id);
        let mut model = Self {
            steps: vec![Step::Done],
            states: Vec::new(),
            state_by_points: FxHashMap::default(),
            remaining_work: MAX_WORK,
            elements: FxHashMap::default(),
            members_of_all: None,
            is_all_optional: false,
        };
        // XML Schema 1.0 allows `all` only as the complete content, so it is never combined with steps.
        if let [only] = particles.as_slice()
            && let Term::All(members) = &only.term
        {
            model.is_all_optional = only.min == 0;
            model.members_of_all = Some(model.members(schema, members)?);
            return Ok(model);
        }
        // Particles are compiled from the end, because each step contains the number of the next one; step 0 is the
        // end.
        let mut start = 0;
        for particle in particles.iter().rev() {
            start = model.compile(schema, particle, start)?.0;
        }
        let first = Point { step: start, counts: Vec::new() };
        model.state(schema, vec![first]).map_err(|()| too_large())?;
        Ok(model)
    }

    pub(super) fn start(&self) -> Position {
        if self.members_of_all.is_some() { Position::All(FxHashSet::default()) } else { Position::State(0) }
    }

    /// The elements of an `all`, and whether each is required.
    fn members(
        &mut self,
        schema: &Schema,
        members: &[Arc<Particle>],
    ) -> Result<Vec<(ElementId, bool)>, String> {
        let mut allowed_members = Vec::new();
        for member in members {
            let Term::Element(element) = member.term else {
                return Err("`all` may only have elements".to_owned());
            };
            // Elements with the same name must have the same type here (cos-element-consistent), so the first is kept
            // for all.
            self.elements.entry(schema.element(element).name).or_insert(element);
            if member.max != Some(0) {
                let is_required = member.min > 0;
                allowed_members.push((element, is_required));
            }
        }
        Ok(allowed_members)
    }

    /// Adds the steps of a particle that `next` follows. Returns the first step, and whether the particle may be empty.
    fn compile(
        &mut self,
        schema: &Schema,
        particle: &Particle,
        next: usize,
    ) -> Result<(usize, bool), String> {
        if particle.max == Some(0) {
            return Ok((next, true));
        }
        match (particle.min, particle.max) {
            // The usual numbers of occurrences need no counter; without counters, equal positions are the same state.
            (1, Some(1)) => self.term(schema, &particle.term, next),
            (0, Some(1)) => {
                let (body, _) = self.term(schema, &particle.term, next)?;
                Ok((self.push(Step::Split(vec![body, next]))?, true))
            }
            (min @ (0 | 1), None) => {
                // The step is added before the body, because the body continues at it.
                let repeat = self.push(Step::Split(Vec::new()))?;
                let (body, may_be_empty) = self.term(schema, &particle.term, repeat)?;
                self.steps[repeat] = Step::Split(vec![body, next]);
                if min == 0 { Ok((repeat, true)) } else { Ok((body, may_be_empty)) }
            }
            (min, max) => {
                // The step is added before the body, because the body continues at it.
                let repeat = self.push(Step::Done)?;
                let (body, may_be_empty) = self.term(schema, &particle.term, repeat)?;
                // If an iteration may be empty, the required number of iterations can always be reached.
                let min = if may_be_empty { 0 } else { min };
                self.steps[repeat] = Step::Repeat { min, max, body, exit: next };
                Ok((self.push(Step::Count(repeat))?, min == 0))
            }
        }
    }

    /// Adds the steps of a term that are followed by the step `next`. Returns the first one, and whether the term may
    /// be empty.
    fn term(&mut self, schema: &Schema, term: &Term, next: usize) -> Result<(usize, bool), String> {
        match term {
            Term::Element(element) => {
                self.elements.entry(schema.element(*element).name).or_insert(*element);
                Ok((self.push(Step::Element(*element, next))?, false))
            }
            Term::Any(wildcard) => Ok((self.push(Step::Any(wildcard.clone(), next))?, false)),
            Term::Sequence(parts) => {
                let (mut first_step, mut may_be_empty) = (next, true);
                // The last part is followed by `next`, each other part by the part after it.
                for part in parts.iter().rev() {
                    let (start, part_may_be_empty) = self.compile(schema, part, first_step)?;
                    first_step = start;
                    may_be_empty &= part_may_be_empty;
                }
                Ok((first_step, may_be_empty))
            }
            Term::Choice(choices) => {
                let (mut starts, mut may_be_empty) = (Vec::new(), false);
                for choice in choices {
                    let (start, choice_may_be_empty) = self.compile(schema, choice, next)?;
                    starts.push(start);
                    may_be_empty |= choice_may_be_empty;
                }
                Ok((self.push(Step::Split(starts))?, may_be_empty))
            }
            Term::All(_) => Err("`all` must be the only particle".to_owned()),
        }
    }

    /// Adds a step, and returns its number.
    fn push(&mut self, step: Step) -> Result<usize, String> {
        if self.steps.len() == MAX_STEPS {
            return Err(too_large());
        }
        self.steps.push(step);
        Ok(self.steps.len() - 1)
    }

    /// The state for these points, which is computed when it is first needed; an error if the budget is exhausted.
    fn state(&mut self, schema: &Schema, points: Vec<Point>) -> Result<usize, ()> {
        // The key consists of the points before they are expanded, which is cheaper to hash than all points that follow
        // from them.
        if let Some(known) = self.state_by_points.get(&points) {
            return Ok(*known);
        }
        let key = points.clone();
        let mut state =
            State { edges: Vec::new(), by_name: FxHashMap::default(), wildcards: Vec::new(), may_end: false };
        // Empty choices in loops lead back to the same point, so each point is expanded once.
        let mut seen: FxHashSet<Point> = points.iter().cloned().collect();
        let mut stack = points;
        // The first alternative must be on top of the stack.
        stack.reverse();
        while let Some(point) = stack.pop() {
            // Each point copies its counters, so deeper nesting uses more of the budget.
            self.remaining_work = self.remaining_work.checked_sub(1 + point.counts.len()).ok_or(())?;
            match &self.steps[point.step] {
                Step::Done => state.may_end = true,
                Step::Element(element, next) => {
                    let name = schema.element(*element).name;
                    state.by_name.entry(name).or_default().push(state.edges.len());
                    state.edges.push(point.consuming_edge(*next));
                }
                Step::Any(_, next) => {
                    state.wildcards.push(state.edges.len());
                    state.edges.push(point.consuming_edge(*next));
                }
                step => {
                    let next_points = point.next(step);
                    self.remaining_work = self.remaining_work.checked_sub(next_points.len()).ok_or(())?;
                    stack.extend(next_points.into_iter().rev().filter(|point| seen.insert(point.clone())));
                }
            }
        }
        let id = self.states.len();
        self.states.push(state);
        self.state_by_points.insert(key, id);
        Ok(id)
    }

    /// Matches a child, and moves the position past it.
    pub(super) fn take(
        &mut self,
        schema: &Schema,
        position: &mut Position,
        name: Option<Symbol>,
        namespace: &str,
    ) -> ChildMatch {
        // Only global elements can belong to a substitution group.
        let global = name.and_then(|name| schema.global_elements.get(&name).copied());
        match position {
            Position::All(seen) => self.take_of_all(schema, seen, name, global),
            Position::State(state) => match self.follow(schema, *state, name, global, namespace) {
                Ok(Some((child_match, target))) => {
                    *state = target;
                    child_match
                }
                Ok(None) => ChildMatch::NotAllowed,
                Err(()) => ChildMatch::OverBudget,
            },
        }
    }

    /// How a child matches an `all`, in which each member occurs at most once.
    fn take_of_all(
        &self,
        schema: &Schema,
        seen: &mut FxHashSet<ElementId>,
        name: Option<Symbol>,
        global: Option<ElementId>,
    ) -> ChildMatch {
        let Some(name) = name else { return ChildMatch::NotAllowed };
        // Each candidate is the member, and the declaration of the child. A member counts as used even if another
        // element of its substitution group replaces it.
        let by_name = self.elements.get(&name).map(|element| (*element, *element));
        let by_group = global.and_then(|global| {
            let mut substitution_heads = schema.heads(global).skip(1);
            let head = substitution_heads
                .find(|head| self.elements.get(&schema.element(*head).name) == Some(head))?;
            can_substitute(schema, global, head).then_some((head, global))
        });
        match by_name.or(by_group) {
            Some((member, element)) if seen.insert(member) => ChildMatch::Element(element),
            _ => ChildMatch::NotAllowed,
        }
    }

    /// How a child matches in a state, and the next state; `None` if the child is not allowed. `global` is the global
    /// element with the name of the child. Fails if the budget is used up.
    fn follow(
        &mut self,
        schema: &Schema,
        state_index: usize,
        name: Option<Symbol>,
        global: Option<ElementId>,
        namespace: &str,
    ) -> Result<Option<(ChildMatch, usize)>, ()> {
        let state = &self.states[state_index];
        let mut child_match = None;
        let mut edges: Vec<usize> = Vec::new();
        for edge in name.and_then(|name| state.by_name.get(&name)).into_iter().flatten() {
            let Step::Element(element, _) = self.steps[state.edges[*edge].step] else { continue };
            // The content may be ambiguous, so all edges are followed, but the first one determines the declaration.
            child_match.get_or_insert(ChildMatch::Element(element));
            edges.push(*edge);
        }
        // The first head is the element itself, which the loop above has already found by name.
        for head in global.into_iter().flat_map(|global| schema.heads(global).skip(1)) {
            for edge in state.by_name.get(&schema.element(head).name).into_iter().flatten() {
                let Step::Element(element, _) = self.steps[state.edges[*edge].step] else { continue };
                if element == head && global.is_some_and(|global| can_substitute(schema, global, head)) {
                    child_match = child_match.or(global.map(ChildMatch::Element));
                    edges.push(*edge);
                }
            }
        }
        // Each child tests all wildcards of a state; a hundred of them cost as much as one point.
        self.remaining_work = self.remaining_work.checked_sub(state.wildcards.len() / 100).ok_or(())?;
        for edge in &state.wildcards {
            let Step::Any(wildcard, _) = &self.steps[state.edges[*edge].step] else { continue };
            if wildcard.allows(namespace) {
                child_match.get_or_insert(ChildMatch::Any(wildcard.process));
                edges.push(*edge);
            }
        }
        let Some(child_match) = child_match else { return Ok(None) };
        let target = match edges.as_slice() {
            // If the content is deterministic there is a single edge, whose target is stored, so no points are hashed
            // again.
            [only] => match self.states[state_index].edges[*only].target {
                Some(target) => target,
                None => {
                    let next_point = self.states[state_index].edges[*only].next.clone();
                    let target = self.state(schema, vec![next_point])?;
                    self.states[state_index].edges[*only].target = Some(target);
                    target
                }
            },
            several => {
                let points: Vec<Point> = several.iter().map(|edge| state.edges[*edge].next.clone()).collect();
                self.remaining_work = self.remaining_work.checked_sub(points.len()).ok_or(())?;
                self.state(schema, points)?
            }
        };
        Ok(Some((child_match, target)))
    }

    /// Whether the content may end at a position.
    pub(super) fn may_end(&self, position: &Position) -> bool {
        match (position, &self.members_of_all) {
            (Position::State(state), _) => self.states[*state].may_end,
            (Position::All(seen), Some(members)) => {
                (seen.is_empty() && self.is_all_optional)
                    // The order of children is free, so only their presence matters.
                    || members.iter().all(|(member, is_required)| !is_required || seen.contains(member))
            }
            (Position::All(_), None) => true,
        }
    }

    /// The elements that are allowed at a position, and whether a wildcard allows others.
    pub(super) fn expected(&self, position: &Position) -> (Vec<ElementId>, bool) {
        match (position, &self.members_of_all) {
            (Position::State(index), _) => {
                let state = &self.states[*index];
                let elements = state.edges.iter().filter_map(|edge| match self.steps[edge.step] {
                    Step::Element(element, _) => Some(element),
                    _ => None,
                });
                (elements.collect(), !state.wildcards.is_empty())
            }
            (Position::All(seen), Some(members)) => (
                members.iter().map(|(member, _)| *member).filter(|member| !seen.contains(member)).collect(),
                false,
            ),
            (Position::All(_), None) => (Vec::new(), false),
        }
    }

    /// The element with this name at any position of the content.
    pub(super) fn element_named(&self, name: Symbol) -> Option<ElementId> {
        self.elements.get(&name).copied()
    }
}

impl Point {
    /// The edge of a step that consumes a child, to the step `next`.
    fn consuming_edge(&self, next: usize) -> Edge {
        // A child was consumed, so the iteration is not empty, and another one may follow.
        let counts = self.counts.iter().map(|(count, _)| (*count, false)).collect();
        Edge { step: self.step, next: Point { step: next, counts }, target: None }
    }

    /// The points after a step that does not consume a child.
    fn next(mut self, step: &Step) -> Vec<Point> {
        match step {
            Step::Split(choices) => {
                choices.iter().map(|step| Point { step: *step, counts: self.counts.clone() }).collect()
            }
            Step::Count(repeat) => {
                self.counts.push((0, false));
                vec![Point { step: *repeat, counts: self.counts }]
            }
            Step::Repeat { min, max, body, exit } => {
                // `Step::Count` precedes each turn, so there is a counter.
                let Some((count, has_just_begun)) = self.counts.pop() else { return Vec::new() };
                // An empty iteration is not repeated.
                if has_just_begun {
                    return Vec::new();
                }
                let mut next_points = Vec::new();
                if max.is_none_or(|max| count < max) {
                    // Above the minimum, an unbounded count makes no difference. Counting further would create a state
                    // for each child.
                    let count = if max.is_none() { (count + 1).min(*min) } else { count + 1 };
                    let mut counts = self.counts.clone();
                    counts.push((count, true));
                    next_points.push(Point { step: *body, counts });
                }
                if count >= *min {
                    next_points.push(Point { step: *exit, counts: self.counts });
                }
                next_points
            }
            Step::Done | Step::Element(..) | Step::Any(..) => Vec::new(),
        }
    }
}

/// Whether an element can replace a head of its substitution group.
fn can_substitute(schema: &Schema, element: ElementId, head: ElementId) -> bool {
    let block = schema.element(head).block;
    let head_type = schema.element_type(head);
    let mut blocked_derivations = schema.type_at(head_type).block;
    blocked_derivations.extension |= block.extension;
    blocked_derivations.restriction |= block.restriction;
    // `block` of the head excludes all members if it contains `substitution`; otherwise the members whose type is
    // derived in a blocked way.
    !block.substitution && schema.derives(schema.element_type(element), head_type, blocked_derivations)
}

fn too_large() -> String {
    format!("it has more than {MAX_STEPS} particles, or takes too much work")
}
