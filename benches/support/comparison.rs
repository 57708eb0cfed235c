//! Measures two implementations alternately, so that other load of the machine affects both.

use std::time::{Duration, Instant};

/// Prints the speed of the first function as a multiple of the speed of the second. It compares the fastest
/// rounds, because disturbances only add time. Each round runs both functions several times.
#[expect(clippy::print_stdout, reason = "the bench reports its result")]
pub(super) fn compare(
    what: &str,
    rounds: u32,
    repetitions: u32,
    mut first: impl FnMut(),
    mut second: impl FnMut(),
) {
    let (mut ours, mut theirs) = (Duration::MAX, Duration::MAX);
    for _ in 0..rounds {
        ours = ours.min(time(repetitions, &mut first));
        theirs = theirs.min(time(repetitions, &mut second));
    }
    let micros = |time: Duration| time.as_secs_f64() * 1e6 / f64::from(repetitions);
    let (ours, theirs) = (micros(ours), micros(theirs));
    println!("{what}: {:.2} times as fast, {ours:.1} against {theirs:.1} µs", theirs / ours);
}

fn time(repetitions: u32, run: &mut impl FnMut()) -> Duration {
    let start = Instant::now();
    for _ in 0..repetitions {
        run();
    }
    start.elapsed()
}
