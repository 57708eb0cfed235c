//! Processes several input files in parallel and returns the results in the order of the inputs.
//!
//! Invariants: the output is the same for any number of jobs; a slow file holds back only a bounded number of
//! results. This module does not know how a file is processed.

use super::trace;
use clap::Args;
use std::io::{IsTerminal as _, Write as _};
use std::num::NonZeroUsize;
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError, mpsc};
use std::time::{Duration, Instant};

/// The number of files that are processed in parallel.
#[derive(Debug, Args, Clone, Copy)]
pub(super) struct Jobs {
    /// The number of files to process in parallel [default: the number of processors]; with 1, a large file is also read
    /// by one thread
    #[arg(short, long = "jobs", value_name = "N", value_parser = number)]
    jobs: Option<NonZeroUsize>,

    /// Whether no progress is shown.
    #[arg(skip)]
    hides_progress: bool,
}

fn number(text: &str) -> Result<NonZeroUsize, &'static str> {
    text.parse().map_err(|_| "expected a whole number, 1 or more")
}

/// The number of results per job that may wait for an earlier result: many small files may follow a large one.
const WAITING: usize = 16;

impl Jobs {
    /// Processes one file at a time.
    pub(super) fn sequential() -> Self {
        Self { jobs: Some(NonZeroUsize::MIN), hides_progress: false }
    }

    /// Whether the user allows one thread only.
    pub(super) fn is_one(self) -> bool {
        self.jobs == Some(NonZeroUsize::MIN)
    }

    /// Shows no progress if `hides` is set.
    pub(super) fn hiding_progress(self, hides: bool) -> Self {
        Self { hides_progress: hides, ..self }
    }

    /// Processes every input and passes the results on in order.
    pub(super) fn run<I: Sync, T: Send>(
        self,
        inputs: &[I],
        work: impl Fn(&I) -> T + Sync,
        mut show: impl FnMut(T),
    ) {
        let jobs = self.jobs.or_else(|| std::thread::available_parallelism().ok());
        // The trace shows the files that are read in the order of the inputs, so there is only one job.
        let max = if trace::is_shown() { 1 } else { inputs.len() };
        let jobs = jobs.map_or(1, NonZeroUsize::get).min(max);
        let mut progress = Progress::new(inputs.len(), self.hides_progress || trace::is_shown());
        let mut show = |result| {
            progress.clear();
            show(result);
            progress.step();
        };
        if jobs <= 1 {
            inputs.iter().for_each(|input| show(work(input)));
            return;
        }
        // The window bounds the memory for results that an earlier, slow file holds back.
        let queue = Queue { state: Mutex::default(), moved: Condvar::new(), window: jobs * WAITING };
        let (sender, receiver) = mpsc::channel();
        std::thread::scope(|scope| {
            for _ in 0..jobs {
                let (sender, queue, work) = (sender.clone(), &queue, &work);
                scope.spawn(move || {
                    let _guard = PanicGuard(queue);
                    while let Some(at) = queue.next(inputs.len()) {
                        if sender.send((at, work(&inputs[at]))).is_err() {
                            break;
                        }
                    }
                });
            }
            // The receiver ends when the last sender is dropped, so only the senders of the workers may be left.
            drop(sender);
            let mut early = std::collections::BTreeMap::new();
            let mut next = 0;
            for (at, result) in receiver {
                early.insert(at, result);
                while let Some(result) = early.remove(&next) {
                    show(result);
                    next += 1;
                    queue.advance(next);
                }
            }
        });
    }
}

/// When dropped in a panic, lets the other workers continue: otherwise they would wait for the result of this one.
struct PanicGuard<'q>(&'q Queue);

impl Drop for PanicGuard<'_> {
    fn drop(&mut self) {
        if std::thread::panicking() {
            // Half of the maximum, because the window is added to this number.
            self.0.advance(usize::MAX / 2);
        }
    }
}

/// The next input, and the number of results shown.
struct Queue {
    state: Mutex<(usize, usize)>,
    moved: Condvar,
    window: usize,
}

impl Queue {
    fn state(&self) -> MutexGuard<'_, (usize, usize)> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Takes the position of the next input, once it is not too far ahead of the results shown; `None` at the end.
    fn next(&self, count: usize) -> Option<usize> {
        let waited =
            self.moved.wait_while(self.state(), |state| state.0 < count && state.0 >= state.1 + self.window);
        let mut state = waited.unwrap_or_else(PoisonError::into_inner);
        (state.0 < count).then(|| {
            state.0 += 1;
            state.0 - 1
        })
    }

    /// Sets the number of results shown, and wakes the workers.
    fn advance(&self, count: usize) {
        let mut state = self.state();
        // After a panic, the large number must not be replaced by an ordinary one.
        state.1 = state.1.max(count);
        drop(state);
        self.moved.notify_all();
    }
}

/// Shows progress on a terminal if processing takes long.
struct Progress {
    started: Instant,
    done: usize,
    count: usize,
    shown: bool,
    terminal: bool,
}

impl Progress {
    const LONG: Duration = Duration::from_secs(2);

    fn new(count: usize, is_hidden: bool) -> Self {
        let terminal = count > 1 && !is_hidden && std::io::stderr().is_terminal();
        Self { started: Instant::now(), done: 0, count, shown: false, terminal }
    }

    fn clear(&mut self) {
        if std::mem::take(&mut self.shown) {
            let _ = write!(std::io::stderr(), "\r\u{1b}[K");
        }
    }

    fn step(&mut self) {
        self.done += 1;
        // After the last file there is nothing that would clear the line.
        if self.terminal && self.done < self.count && self.started.elapsed() > Self::LONG {
            let _ = write!(std::io::stderr(), "{} of {} files", self.done, self.count);
            self.shown = true;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn squares(jobs: usize, slow: usize) -> Vec<usize> {
        let inputs: Vec<usize> = (0..100).collect();
        let mut results = Vec::new();
        let work = |at: &usize| {
            if *at == slow {
                std::thread::sleep(Duration::from_millis(30));
            }
            at * at
        };
        Jobs { jobs: NonZeroUsize::new(jobs), hides_progress: true }
            .run(&inputs, work, |square| results.push(square));
        results
    }

    #[test]
    fn a_panic_ends_the_run() {
        let inputs: Vec<usize> = (0..100).collect();
        let work = |at: &usize| assert_ne!(*at, 0, "the first one");
        let run = || Jobs { jobs: NonZeroUsize::new(2), hides_progress: true }.run(&inputs, work, |()| {});
        assert!(std::panic::catch_unwind(run).is_err());
    }

    #[test]
    fn results_are_in_order() {
        let expected: Vec<usize> = (0..100).map(|at| at * at).collect();
        for jobs in [1, 2, 7, 200] {
            assert_eq!(squares(jobs, 0), expected);
            assert_eq!(squares(jobs, 50), expected);
        }
    }
}
