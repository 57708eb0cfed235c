//! Variables with least distances, which springs move.
//!
//! Variables that touch and push one another are one region in a step. Invariant: after every step all constraints hold
//! if they did before. This module does not know what variables are, except that the last ones are borders.

use super::components::DisjointSets;

/// The greatest number of steps.
const MAX_STEPS: usize = 240;
/// The greatest product of the numbers of steps and variables, so that large drawings do not take long. A twelfth of
/// the steps is always made.
const MAX_MOVES: usize = 600_000;
/// If no variable moves further than this in a step, the positions are final.
const STILL_DISTANCE: f64 = 0.05;
/// The greatest number of passes in a step in which regions that push against each other are united.
const MAX_MERGES: usize = 6;
/// How much of its speed a variable keeps, so that long chains of springs come to rest in few steps.
const MOMENTUM: f64 = 0.8;
/// The strength of the springs between boxes and the middle of the drawing.
const GRAVITY: f64 = 0.03;
/// The weight of a variable without springs, which gives way to whatever pushes it.
const FREE_WEIGHT: f64 = 0.001;
/// How far a border would move to its content in a step. Constraints stop it earlier.
const BORDER_MOVE: f64 = 100.0;
/// The weight of borders, so small that they do not move their content.
const BORDER_WEIGHT: f64 = 0.0001;

/// Two variables and their least distance.
#[derive(Debug, Clone, Copy)]
pub(super) struct Constraint {
    pub(super) left: usize,
    pub(super) right: usize,
    pub(super) gap: f64,
}

/// A spring between two variables. It is at rest if their positions, with the offsets added, are equal.
#[derive(Debug, Clone, Copy)]
pub(super) struct Spring {
    /// A variable, and its offset.
    pub(super) first: (usize, f64),
    pub(super) second: (usize, f64),
    pub(super) weight: f64,
}

/// Variables, and what moves and holds them.
pub(super) struct Solver {
    pub(super) positions: Vec<f64>,
    pub(super) constraints: Vec<Constraint>,
    pub(super) springs: Vec<Spring>,
    /// How far each variable moved in the last step.
    pub(super) speeds: Vec<f64>,
    /// The variables of boxes.
    pub(super) boxes: Vec<usize>,
    /// The variables from this one on are borders of frames, alternately left and right ones.
    pub(super) first_frame: usize,
}

/// A list of constraints for each variable, one list after the other.
struct ConstraintLists {
    constraints: Vec<usize>,
    /// Where the list of each variable begins; the last number is the end of the last list.
    starts: Vec<usize>,
}

impl ConstraintLists {
    /// The lists of the constraints that have the variable on one of their sides.
    fn new(constraints: &[Constraint], count: usize, side: impl Fn(&Constraint) -> usize) -> Self {
        let mut order: Vec<usize> = (0..constraints.len()).collect();
        order.sort_by_key(|at| side(&constraints[*at]));
        // First the length of each list, one position too far to the right, then the sum of the lengths up to there.
        let mut starts = vec![0; count + 1];
        constraints.iter().for_each(|constraint| starts[side(constraint) + 1] += 1);
        (0..count).for_each(|variable| starts[variable + 1] += starts[variable]);
        Self { constraints: order, starts }
    }

    /// The indices of the constraints in the list of a variable.
    fn constraints_of(&self, variable: usize) -> &[usize] {
        &self.constraints[self.starts[variable]..self.starts[variable + 1]]
    }
}

/// Data that all steps share, and memory that each step uses again: a drawing has hundreds of steps.
struct StepState {
    /// The constraints on the right and on the left of each variable.
    after: ConstraintLists,
    before: ConstraintLists,
    /// The order of variables in the last step.
    order: Vec<usize>,
    /// The positions before the step.
    old_positions: Vec<f64>,
    /// How far the springs would move each variable or region, and the sum of the weights of these springs.
    forces: Vec<f64>,
    weights: Vec<f64>,
    /// The variables on both sides of constraints that are as near as they may be.
    touching: Vec<(usize, usize)>,
    regions: Regions,
    /// Whether each region was moved in the step, by its root.
    is_moved: Vec<bool>,
}

impl StepState {
    /// The state before the first step.
    fn new(constraints: &[Constraint], count: usize) -> Self {
        Self {
            after: ConstraintLists::new(constraints, count, |constraint| constraint.left),
            before: ConstraintLists::new(constraints, count, |constraint| constraint.right),
            order: (0..count).collect(),
            old_positions: Vec::with_capacity(count),
            forces: Vec::with_capacity(count),
            weights: Vec::with_capacity(count),
            touching: Vec::new(),
            regions: Regions { sets: DisjointSets::new(count), ..Regions::default() },
            is_moved: Vec::with_capacity(count),
        }
    }

    /// Unites regions that touch and push against each other. The force of the new region is the weighted mean of
    /// both forces.
    fn unite_regions(&mut self) {
        let Self { touching, forces, weights, regions: Regions { sets, .. }, .. } = self;
        for _ in 0..MAX_MERGES {
            let mut has_changed = false;
            for (left, right) in touching.iter() {
                let (left_region, right_region) = (sets.root(*left), sets.root(*right));
                if left_region != right_region && forces[left_region] > forces[right_region] {
                    let weight = weights[left_region] + weights[right_region];
                    let force = (forces[left_region] * weights[left_region]
                        + forces[right_region] * weights[right_region])
                        / weight;
                    sets.join(left_region, right_region);
                    let root = sets.root(left_region);
                    (forces[root], weights[root]) = (force, weight);
                    has_changed = true;
                }
            }
            if !has_changed {
                break;
            }
        }
    }
}

/// The regions of a step.
#[derive(Default)]
struct Regions {
    sets: DisjointSets,
    /// The root of each variable's region.
    roots: Vec<usize>,
    /// The first variable of each region, by its root.
    first_members: Vec<Option<usize>>,
    /// The next variable in the region of each variable.
    next_members: Vec<Option<usize>>,
}

impl Regions {
    /// Lists the members of all regions.
    fn list_members(&mut self, count: usize) {
        self.roots.clear();
        self.roots.extend((0..count).map(|variable| self.sets.root(variable)));
        self.first_members.clear();
        self.first_members.resize(count, None);
        self.next_members.clear();
        // Each variable becomes the first one of its region, followed by the variable that was the first one so far.
        self.next_members.extend(
            self.roots.iter().enumerate().map(|(variable, root)| self.first_members[*root].replace(variable)),
        );
    }

    /// The variables of the region with this root.
    fn members(&self, root: usize) -> impl Iterator<Item = usize> {
        std::iter::successors(self.first_members[root], |variable| self.next_members[*variable])
    }
}

/// Sorts variables by their positions. This is an insertion sort, because they are nearly sorted.
fn sort_nearly_sorted(order: &mut [usize], positions: &[f64]) {
    for end in 1..order.len() {
        let variable = order[end];
        let mut at = end;
        while at > 0 && is_after(positions, variable, order[at - 1]) {
            order[at] = order[at - 1];
            at -= 1;
        }
        order[at] = variable;
    }
}

/// Whether `other` comes after `variable`: it is further right, or at the same position with a greater number.
fn is_after(positions: &[f64], variable: usize, other: usize) -> bool {
    positions[other].total_cmp(&positions[variable]).then(other.cmp(&variable)).is_gt()
}

/// Variables nearer than this touch one another.
pub(super) const TOUCHING_DISTANCE: f64 = 0.01;

impl Solver {
    /// Moves all variables until they are at rest, or until the greatest number of steps is reached. The greater the
    /// `size` of the drawing, the fewer steps there are.
    pub(super) fn run(&mut self, size: usize) {
        let steps = (MAX_MOVES / size.max(1)).clamp(MAX_STEPS / 12, MAX_STEPS);
        let mut state = StepState::new(&self.constraints, self.positions.len());
        for _ in 0..steps {
            if self.step(&mut state) < STILL_DISTANCE {
                break;
            }
        }
    }

    /// Moves all variables once; returns how far the fastest one moved.
    fn step(&mut self, state: &mut StepState) -> f64 {
        state.old_positions.clone_from(&self.positions);
        self.forces(&mut state.forces, &mut state.weights);
        // At first, each variable is a region.
        state.regions.sets.separate();
        let touching_constraints = self.constraints.iter().filter(|Constraint { left, right, gap }| {
            self.positions[*right] - self.positions[*left] - gap <= TOUCHING_DISTANCE
        });
        state.touching.clear();
        state.touching.extend(touching_constraints.map(|Constraint { left, right, .. }| (*left, *right)));
        state.unite_regions();
        state.regions.list_members(self.positions.len());
        self.move_regions(state);
        for ((speed, new_position), old_position) in
            self.speeds.iter_mut().zip(&self.positions).zip(&state.old_positions)
        {
            *speed = new_position - old_position;
        }
        self.speeds[..self.first_frame].iter().fold(0.0, |fastest, speed| speed.abs().max(fastest))
    }

    /// Moves each region as far as its force and the variables beside it allow. First the regions that are pushed to the
    /// right move, beginning with the rightmost, which leaves space for those on its left; then, from the left, the others.
    fn move_regions(&mut self, state: &mut StepState) {
        let StepState { after, before, order, forces, regions, is_moved, .. } = state;
        sort_nearly_sorted(order, &self.positions);
        is_moved.clear();
        is_moved.resize(self.positions.len(), false);
        for variable in order.iter().rev() {
            let root = regions.roots[*variable];
            if forces[root] > 0.0 && !is_moved[root] {
                is_moved[root] = true;
                let slack = self.slack(regions, root, after);
                let step = forces[root].min(slack.max(0.0));
                regions.members(root).for_each(|member| self.positions[member] += step);
            }
        }
        for variable in order.iter() {
            let root = regions.roots[*variable];
            if forces[root] < 0.0 && !is_moved[root] {
                is_moved[root] = true;
                let slack = self.slack(regions, root, before);
                let step = (-forces[root]).min(slack.max(0.0));
                regions.members(root).for_each(|member| self.positions[member] -= step);
            }
        }
    }

    /// How far the variables of a region can move without coming too near to those of others.
    fn slack(&self, regions: &Regions, root: usize, lists: &ConstraintLists) -> f64 {
        let mut slack = f64::INFINITY;
        for member in regions.members(root) {
            for at in lists.constraints_of(member) {
                let Constraint { left, right, gap } = self.constraints[*at];
                if regions.roots[left] != regions.roots[right] {
                    slack = slack.min(self.positions[right] - self.positions[left] - gap);
                }
            }
        }
        slack
    }

    /// Computes how far the springs would move each variable, and the sum of the weights of these springs. First adds
    /// up the weighted stretches of the springs of each variable in `moves`. Then replaces each sum by the move: the
    /// weighted mean, halved, plus momentum. Borders get a fixed small move towards their content.
    fn forces(&self, moves: &mut Vec<f64>, weights: &mut Vec<f64>) {
        let count = self.positions.len();
        for values in [&mut *moves, &mut *weights] {
            values.clear();
            values.resize(count, 0.0);
        }
        for Spring { first: (first, first_offset), second: (second, second_offset), weight } in &self.springs
        {
            let stretch = (self.positions[*second] + second_offset) - (self.positions[*first] + first_offset);
            moves[*first] += weight * stretch;
            moves[*second] -= weight * stretch;
            weights[*first] += weight;
            weights[*second] += weight;
        }
        let middle =
            self.boxes.iter().map(|at| self.positions[*at]).sum::<f64>() / self.boxes.len().max(1) as f64;
        for variable in &self.boxes {
            moves[*variable] += GRAVITY * (middle - self.positions[*variable]);
            weights[*variable] += GRAVITY;
        }
        for variable in 0..count {
            if weights[variable] > 0.0 {
                // Both ends of a spring move, so each moves by half of the stretch.
                moves[variable] =
                    moves[variable] * 0.5 / weights[variable] + MOMENTUM * self.speeds[variable];
            } else {
                weights[variable] = FREE_WEIGHT;
            }
        }
        for variable in self.first_frame..count {
            // Borders are as near to their content as possible, but do not move it.
            let is_left = (variable - self.first_frame).is_multiple_of(2);
            moves[variable] = if is_left { BORDER_MOVE } else { -BORDER_MOVE };
            weights[variable] = BORDER_WEIGHT;
        }
    }
}
