//! Random sites of bindings, composed by the library and by a composer that is written from the rules alone.

use super::Summary;
use crate::sample::sample;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

#[path = "../../tests/compose/mod.rs"]
mod sites;

/// The number of sites for each one whose check of all values is compared with the injectors of all values, and for each
/// pair whose differences are compared.
const SITES_OF_A_CHECK: usize = 100;

/// Compares `--count` sites (100,000 unless given) from `--seed`.
pub(crate) fn run(arguments: &[&str]) -> Result<Vec<Summary>, String> {
    let (seed, count) = sample(arguments, (1, 100_000))?;
    let values = compare(count, |number| sites::compare(seed, number));
    let checks = compare(count / SITES_OF_A_CHECK, |number| sites::compare_check(seed, number));
    let differences = compare(count / SITES_OF_A_CHECK, |number| sites::compare_diff(seed, number));
    let agreements = compare(count, |number| sites::compare_agreement(seed, number));
    let tables = compare(count / SITES_OF_A_CHECK, |number| sites::compare_table(seed, number));
    Ok(vec![
        values.printed("sites with the values of three nodes"),
        checks.printed("checks of all values"),
        differences.printed("pairs of sites with the differences of four nodes"),
        tables.printed("tables of 40 nodes for pairs of sites, and their differences"),
        agreements.printed("texts of all forms, whose lookups answer what the check accepts"),
    ])
}

fn compare(count: usize, one: impl Fn(usize) -> Result<(), String> + Sync) -> Summary {
    let next = AtomicUsize::new(0);
    let work = || {
        let mut summary = Summary::default();
        loop {
            let number = next.fetch_add(1, Ordering::Relaxed);
            if number >= count {
                return summary;
            }
            let result = one(number);
            summary.note(result.is_ok(), || result.err().unwrap_or_default());
        }
    };
    let mut all = Summary::default();
    thread::scope(|scope| {
        let threads: Vec<_> =
            (0..thread::available_parallelism().map_or(2, usize::from)).map(|_| scope.spawn(work)).collect();
        for part in threads.into_iter().filter_map(|thread| thread.join().ok()) {
            all.agreed += part.agreed;
            all.differences.extend(part.differences);
        }
    });
    all
}
