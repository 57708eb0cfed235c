//! Runs work on the parts of a list in parallel, on all cores.
//!
//! Invariant: results are in the order of the elements, so they do not depend on the number of threads.

use std::num::NonZeroUsize;
use std::panic::resume_unwind;
use std::thread::Builder;

/// The size of a thread's stack, enough for work of any nesting that limits allow. The system provides the memory only
/// when it is used.
const STACK_BYTES: usize = 64 << 20;

/// Runs a function on parts of a list; the results are in the order of the parts.
pub fn in_parts<T: Sync, R: Send>(list: &[T], run: impl Fn(&[T]) -> R + Sync) -> Vec<R> {
    // The number of threads is unknown where threads cannot exist, such as in WebAssembly.
    let Ok(threads) = std::thread::available_parallelism().map(NonZeroUsize::get) else {
        return vec![run(list)];
    };
    std::thread::scope(|scope| {
        let run = &run;
        // A limit on memory may prevent a further thread; its part is then processed by this thread.
        let running = list.chunks(list.len().div_ceil(threads).max(1)).map(|part| {
            let started = Builder::new().stack_size(STACK_BYTES).spawn_scoped(scope, move || run(part));
            started.map_err(|_| part)
        });
        // The iterator is collected, so that all threads are started before the first one is waited for.
        let running: Vec<_> = running.collect();
        running
            .into_iter()
            .map(|started| match started {
                // A panic continues in this thread, so that incomplete results are never used.
                Ok(thread) => thread.join().unwrap_or_else(|panic| resume_unwind(panic)),
                Err(part) => run(part),
            })
            .collect()
    })
}
