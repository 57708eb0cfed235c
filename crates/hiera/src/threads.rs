//! Work on the parts of a list, on all cores.
//!
//! Invariant: results are in the order of the elements, so they do not depend on the number of threads.

use std::num::NonZeroUsize;
use std::panic::resume_unwind;
use std::thread::Builder;

/// The stack of a thread, for lookups of any nesting that is allowed. It takes memory only as far as it is used.
const STACK_BYTES: usize = 64 << 20;

/// Runs a function on parts of a list; the results are in the order of the parts.
pub fn in_parts<T: Sync, R: Send>(list: &[T], run: impl Fn(&[T]) -> R + Sync) -> Vec<R> {
    // There is an error where threads cannot exist, such as in WebAssembly.
    let Ok(threads) = std::thread::available_parallelism().map(NonZeroUsize::get) else {
        return vec![run(list)];
    };
    std::thread::scope(|scope| {
        let run = &run;
        // Under a limit on memory a further stack may not fit; its part is then run here.
        let running = list.chunks(list.len().div_ceil(threads).max(1)).map(|part| {
            let started = Builder::new().stack_size(STACK_BYTES).spawn_scoped(scope, move || run(part));
            started.map_err(|_| part)
        });
        // All threads are started before the first one is joined.
        let running: Vec<_> = running.collect();
        running
            .into_iter()
            .map(|started| match started {
                // Work that panics must not count as done.
                Ok(thread) => thread.join().unwrap_or_else(|panic| resume_unwind(panic)),
                Err(part) => run(part),
            })
            .collect()
    })
}
