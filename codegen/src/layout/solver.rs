//! Variables with least distances, which springs move.
//!
//! Variables that touch and push one another are one region in a step. Invariant: after every step all constraints hold
//! if they did before. This module does not know what variables are, except that the last ones are borders.

use super::components::Sets;

/// The number of steps of all springs.
const STEPS: usize = 240;
/// Large drawings have fewer steps, so that the time remains short.
const MOST_MOVES: usize = 600_000;
/// If nothing moves further in a step, the positions are final.
const STILL: f64 = 0.05;
/// How much of its speed a variable keeps, so that long chains of springs come to rest in few steps.
const MOMENTUM: f64 = 0.8;
/// The strength of the springs between boxes and the middle of the drawing.
const GRAVITY: f64 = 0.03;

/// Two variables and their least distance.
#[derive(Debug, Clone, Copy)]
pub(super) struct Constraint {
    pub(super) left: usize,
    pub(super) right: usize,
    pub(super) gap: f64,
}

/// A spring between two variables, which is at rest if both with their offsets are the same.
#[derive(Debug, Clone, Copy)]
pub(super) struct Spring {
    pub(super) one: (usize, f64),
    pub(super) other: (usize, f64),
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

/// What is the same in all steps, and the order of variables in the last one.
struct Around {
    /// The constraints on the right of each variable.
    after: Vec<Vec<usize>>,
    /// The constraints on the left of each variable.
    before: Vec<Vec<usize>>,
    order: Vec<usize>,
}

impl Around {
    fn new(constraints: &[Constraint], count: usize) -> Self {
        let (mut after, mut before) = (vec![Vec::new(); count], vec![Vec::new(); count]);
        for (at, constraint) in constraints.iter().enumerate() {
            after[constraint.left].push(at);
            before[constraint.right].push(at);
        }
        Self { after, before, order: (0..count).collect() }
    }
}

/// The regions of a step.
struct Regions {
    /// The root of each variable's region.
    roots: Vec<usize>,
    /// The first variable of each region, by its root.
    firsts: Vec<Option<usize>>,
    /// The variable after each one in its region.
    nexts: Vec<Option<usize>>,
}

impl Regions {
    fn new(sets: &mut Sets, count: usize) -> Self {
        let roots: Vec<usize> = (0..count).map(|variable| sets.root(variable)).collect();
        let (mut firsts, mut nexts) = (vec![None; count], vec![None; count]);
        for (variable, root) in roots.iter().enumerate() {
            nexts[variable] = firsts[*root].replace(variable);
        }
        Self { roots, firsts, nexts }
    }

    fn members(&self, root: usize) -> impl Iterator<Item = usize> {
        std::iter::successors(self.firsts[root], |variable| self.nexts[*variable])
    }
}

/// Variables nearer than this touch one another.
pub(super) const TOUCHING: f64 = 0.01;

impl Solver {
    /// Moves all variables until they are at rest, or long enough.
    pub(super) fn run(&mut self) {
        let steps = (MOST_MOVES / self.positions.len().max(1)).clamp(STEPS / 12, STEPS);
        let mut around = Around::new(&self.constraints, self.positions.len());
        for _ in 0..steps {
            if self.step(&mut around) < STILL {
                break;
            }
        }
    }

    /// Moves all variables once; how far the fastest one moved.
    fn step(&mut self, around: &mut Around) -> f64 {
        let before = self.positions.clone();
        let (mut forces, weights) = self.forces();
        let mut regions = Sets::new(self.positions.len());
        let mut region_weights = weights;
        // Regions that push against each other become one.
        for _ in 0..6 {
            let mut has_changed = false;
            for Constraint { left, right, gap } in &self.constraints {
                if self.positions[*right] - self.positions[*left] - gap > TOUCHING {
                    continue;
                }
                let (one, other) = (regions.root(*left), regions.root(*right));
                if one != other && forces[one] > forces[other] {
                    let weight = region_weights[one] + region_weights[other];
                    let force =
                        (forces[one] * region_weights[one] + forces[other] * region_weights[other]) / weight;
                    regions.join(one, other);
                    let root = regions.root(one);
                    (forces[root], region_weights[root]) = (force, weight);
                    has_changed = true;
                }
            }
            if !has_changed {
                break;
            }
        }
        self.move_regions(&Regions::new(&mut regions, self.positions.len()), &forces, around);
        for ((speed, now), before) in self.speeds.iter_mut().zip(&self.positions).zip(before) {
            *speed = now - before;
        }
        self.speeds[..self.first_frame].iter().fold(0.0, |most, speed| speed.abs().max(most))
    }

    /// Moves each region as far as the variables beside it allow: the rightmost first to the right, then the others.
    fn move_regions(&mut self, regions: &Regions, forces: &[f64], around: &mut Around) {
        let positions = &self.positions;
        // Nearly sorted, since the last step moved all variables only a little.
        around.order.sort_by(|a, b| positions[*a].total_cmp(&positions[*b]).then(a.cmp(b)));
        let mut is_moved = vec![false; positions.len()];
        for variable in around.order.iter().rev() {
            let root = regions.roots[*variable];
            if forces[root] > 0.0 && !std::mem::replace(&mut is_moved[root], true) {
                let slack = self.slack(regions, root, &around.after);
                let step = forces[root].min(slack.max(0.0));
                regions.members(root).for_each(|member| self.positions[member] += step);
            }
        }
        for variable in &around.order {
            let root = regions.roots[*variable];
            if forces[root] < 0.0 && !std::mem::replace(&mut is_moved[root], true) {
                let slack = self.slack(regions, root, &around.before);
                let step = (-forces[root]).min(slack.max(0.0));
                regions.members(root).for_each(|member| self.positions[member] -= step);
            }
        }
    }

    /// How far the variables of a region can move without coming too near to those of others.
    fn slack(&self, regions: &Regions, root: usize, beside: &[Vec<usize>]) -> f64 {
        let constraints = regions.members(root).flat_map(|member| &beside[member]);
        let constraints = constraints.map(|at| self.constraints[*at]);
        let outer = constraints.filter(|at| regions.roots[at.left] != regions.roots[at.right]);
        let slacks =
            outer.map(|Constraint { left, right, gap }| self.positions[right] - self.positions[left] - gap);
        slacks.fold(f64::INFINITY, f64::min)
    }

    /// How far the springs would move each variable, and how strong they are.
    fn forces(&self) -> (Vec<f64>, Vec<f64>) {
        let count = self.positions.len();
        let (mut sums, mut weights) = (vec![0.0; count], vec![0.0; count]);
        for Spring { one, other, weight } in &self.springs {
            let stretch = (self.positions[other.0] + other.1) - (self.positions[one.0] + one.1);
            sums[one.0] += weight * stretch;
            sums[other.0] -= weight * stretch;
            weights[one.0] += weight;
            weights[other.0] += weight;
        }
        let middle =
            self.boxes.iter().map(|at| self.positions[*at]).sum::<f64>() / self.boxes.len().max(1) as f64;
        for variable in &self.boxes {
            sums[*variable] += GRAVITY * (middle - self.positions[*variable]);
            weights[*variable] += GRAVITY;
        }
        for variable in 0..count {
            if weights[variable] > 0.0 {
                // Both ends of a spring move, so that the whole stretch would be too far.
                sums[variable] = sums[variable] * 0.5 / weights[variable] + MOMENTUM * self.speeds[variable];
            } else {
                // Without springs, it gives way to whatever pushes it.
                weights[variable] = 0.001;
            }
        }
        for variable in self.first_frame..count {
            // Borders are as near to their content as possible, but do not move it.
            let is_left = (variable - self.first_frame).is_multiple_of(2);
            sums[variable] = if is_left { 100.0 } else { -100.0 };
            weights[variable] = 0.0001;
        }
        (sums, weights)
    }
}
