//! Tracks for the horizontal parts of lines between two layers.
//!
//! Invariant: two lines on one track have a distance. Which line is above another is chosen so that few lines
//! cross, and none runs over another.

/// Lines that share a horizontal part.
#[derive(Debug, Clone, Default, PartialEq)]
pub(super) struct Net {
    /// The horizontal positions at which lines enter the track from above.
    pub(super) tops: Vec<f64>,
    /// The horizontal positions at which lines leave the track downwards.
    pub(super) bottoms: Vec<f64>,
}

/// Vertical lines nearer than this are drawn over each other.
const OVERLAP_DISTANCE: f64 = 5.0;
/// The least distance of horizontal parts on one track.
const MIN_DISTANCE: f64 = 10.0;
/// Two vertical lines that are drawn over each other cost as much as this many crossings.
const OVERLAP_COST: i64 = 30;
/// Positions nearer than this are the same.
const SAME_POSITION: f64 = 0.05;
/// With more nets than this, only the order of their left ends is used.
const MANY_NETS: usize = 300;

impl Net {
    /// The left and the right end of the horizontal part.
    pub(super) fn extent(&self) -> (f64, f64) {
        // The ends of all vertical parts.
        let pins = || self.tops.iter().chain(&self.bottoms).copied();
        (pins().fold(f64::INFINITY, f64::min), pins().fold(f64::NEG_INFINITY, f64::max))
    }

    /// Whether the net has no horizontal part.
    pub(super) fn is_straight(&self) -> bool {
        let (left, right) = self.extent();
        right - left < SAME_POSITION
    }
}

/// The track of each net, counted from above, and the number of tracks. Straight nets have none.
pub(super) fn tracks(nets: &[Net]) -> (Vec<Option<usize>>, usize) {
    let bent: Vec<usize> = (0..nets.len()).filter(|at| !nets[*at].is_straight()).collect();
    let extents: Vec<(f64, f64)> = bent.iter().map(|at| nets[*at].extent()).collect();
    // Positions in `bent`, sorted by the left ends of the nets.
    let mut by_left: Vec<usize> = (0..bent.len()).collect();
    by_left.sort_by(|a, b| extents[*a].0.total_cmp(&extents[*b].0).then(a.cmp(b)));
    let tracks_of_bent = if bent.len() > MANY_NETS {
        first_free_tracks(&by_left, &extents)
    } else {
        let bent_nets: Vec<&Net> = bent.iter().map(|at| &nets[*at]).collect();
        stacked_tracks(&better_orders(&bent_nets, &extents, &by_left))
    };
    let count = tracks_of_bent.iter().max().map_or(0, |last| last + 1);
    let mut tracks = vec![None; nets.len()];
    bent.into_iter().zip(tracks_of_bent).for_each(|(net, track)| tracks[net] = Some(track));
    (tracks, count)
}

/// For each net, the nets that should be below it, with the cost of the opposite order. Of two nets that cannot be on
/// the same track, one is always in the list of the other one.
fn better_orders(nets: &[&Net], extents: &[(f64, f64)], by_left: &[usize]) -> Vec<Vec<(usize, i64)>> {
    let mut below: Vec<Vec<(usize, i64)>> = vec![Vec::new(); nets.len()];
    for (at, left) in by_left.iter().copied().enumerate() {
        for right in by_left[at + 1..].iter().copied() {
            let (_, left_end) = extents[left];
            let (right_start, _) = extents[right];
            if right_start > left_end + MIN_DISTANCE {
                // All further nets begin further right.
                break;
            }
            let cost =
                |upper: usize, lower: usize| cost(nets[upper], nets[lower], extents[upper], extents[lower]);
            let gain = cost(right, left) - cost(left, right);
            // If both orders are equally good, either is chosen; but the two nets must not be on the same track.
            let is_above = if gain == 0 { left < right } else { gain > 0 };
            let (upper, lower) = if is_above { (left, right) } else { (right, left) };
            below[upper].push((lower, gain.abs()));
        }
    }
    below
}

/// The track of each net. `below` has the nets that should be below each net, with the cost of the opposite order. Nets
/// are put in an order that avoids most of the cost, and each is below those nets of its pairs that precede it.
fn stacked_tracks(below: &[Vec<(usize, i64)>]) -> Vec<usize> {
    let order = downward_order(below);
    let mut places = vec![0; below.len()];
    order.iter().enumerate().for_each(|(place, net)| places[*net] = place);
    let mut nets_above: Vec<Vec<usize>> = vec![Vec::new(); below.len()];
    for (net, nets_below) in below.iter().enumerate() {
        for (other, _) in nets_below {
            let (upper, lower) = if places[net] < places[*other] { (net, *other) } else { (*other, net) };
            nets_above[lower].push(upper);
        }
    }
    let mut tracks = vec![0_usize; below.len()];
    for net in order {
        tracks[net] = nets_above[net].iter().map(|upper| tracks[*upper] + 1).max().unwrap_or(0);
    }
    tracks
}

/// The track of each net: the first one that is free from the left end of the net on.
fn first_free_tracks(by_left: &[usize], extents: &[(f64, f64)]) -> Vec<usize> {
    let mut track_ends: Vec<f64> = Vec::new();
    let mut tracks = vec![0; by_left.len()];
    for net in by_left {
        let (left, right) = extents[*net];
        let free_track = track_ends.iter().position(|end| end + MIN_DISTANCE < left);
        let track = free_track.unwrap_or_else(|| {
            track_ends.push(0.0);
            track_ends.len() - 1
        });
        track_ends[track] = right;
        tracks[*net] = track;
    }
    tracks
}

/// The cost if one net is above another: the number of crossings, and a surcharge for lines that run over each other.
fn cost(upper: &Net, lower: &Net, upper_extent: (f64, f64), lower_extent: (f64, f64)) -> i64 {
    let count_within = |pins: &[f64], (left, right): (f64, f64)| {
        pins.iter().filter(|pin| **pin > left - OVERLAP_DISTANCE && **pin < right + OVERLAP_DISTANCE).count()
            as i64
    };
    let mut overlaps = 0;
    for bottom in &upper.bottoms {
        overlaps += lower.tops.iter().filter(|top| (*top - bottom).abs() < OVERLAP_DISTANCE).count() as i64;
    }
    count_within(&upper.bottoms, lower_extent)
        + count_within(&lower.tops, upper_extent)
        + OVERLAP_COST * overlaps
}

/// An order of nets from above to below that respects most of the weight. `below` has the nets that should be below
/// each net, with a weight. The next net is always one that no remaining net should be above; if there is none, it is
/// the net for which the weight of the nets below exceeds the weight of the nets above by most.
fn downward_order(below: &[Vec<(usize, i64)>]) -> Vec<usize> {
    let count = below.len();
    let mut nets_above: Vec<Vec<(usize, i64)>> = vec![Vec::new(); count];
    let (mut weights_above, mut weights_below) = (vec![0_i64; count], vec![0_i64; count]);
    for (upper, lowers) in below.iter().enumerate() {
        for (lower, weight) in lowers {
            nets_above[*lower].push((upper, *weight));
            weights_above[*lower] += weight;
            weights_below[upper] += weight;
        }
    }
    let mut remaining: Vec<usize> = (0..count).collect();
    let mut order = Vec::with_capacity(count);
    while !remaining.is_empty() {
        let best_index = (0..remaining.len()).max_by_key(|at| {
            let net = remaining[*at];
            let surplus = weights_below[net] - weights_above[net];
            (weights_above[net] == 0, surplus, std::cmp::Reverse(net))
        });
        let Some(best_index) = best_index else { break };
        let net = remaining.swap_remove(best_index);
        order.push(net);
        below[net].iter().for_each(|(lower, weight)| weights_above[*lower] -= weight);
        nets_above[net].iter().for_each(|(upper, weight)| weights_below[*upper] -= weight);
    }
    order
}
