//! Processes several input files in parallel and returns the results in the order of the inputs.
//!
//! Invariants: the output is the same for any number of jobs; a slow file holds back only a bounded number of
//! results. This module does not know how a file is processed.

use super::trace;
use clap::Args;
use std::collections::BTreeMap;
use std::io::{IsTerminal as _, Write as _};
use std::num::NonZeroUsize;
use std::sync::{Mutex, MutexGuard, PoisonError, mpsc};
use std::time::{Duration, Instant};

/// The number of files that are processed in parallel.
#[derive(Debug, Args, Clone, Copy)]
pub(super) struct Jobs {
    /// The number of files to process in parallel [default: the number of processors]; with 1, a large file is also
    /// read by one thread
    #[arg(short, long = "jobs", value_name = "N", value_parser = parse_number)]
    jobs: Option<NonZeroUsize>,

    /// Whether no progress is shown.
    #[arg(skip)]
    hides_progress: bool,
}

fn parse_number(text: &str) -> Result<NonZeroUsize, &'static str> {
    text.parse().map_err(|_| "expected a whole number, 1 or more")
}

/// The number of results per job that may wait for an earlier result: many small files may follow a large one.
const MAX_WAITING_RESULTS: usize = 16;

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
        let mut progress = Progress::new(inputs.len(), self.hides_progress || trace::is_shown());
        let show = |result| {
            progress.clear();
            show(result);
            progress.step();
        };
        let limited = Self { jobs: Some(self.thread_count(inputs.len())), ..self };
        limited.run_all(inputs.iter(), || (), |(), input| work(input), show);
    }

    /// The number of threads for a number of inputs.
    fn thread_count(self, input_count: usize) -> NonZeroUsize {
        let jobs = self.jobs.or_else(|| std::thread::available_parallelism().ok());
        // The trace shows the files that are read in the order of the inputs, so there is only one job.
        let max = if trace::is_shown() { 1 } else { input_count };
        jobs.map_or(NonZeroUsize::MIN, |jobs| jobs.min(NonZeroUsize::new(max).unwrap_or(NonZeroUsize::MIN)))
    }

    /// Processes the inputs of an iterator, which only this thread advances, and passes the results to `show` in the
    /// order of the inputs. Each worker thread has a state of its own, which `create_state` creates.
    pub(super) fn run_all<I: Send, T: Send, S>(
        self,
        mut inputs: impl Iterator<Item = I>,
        create_state: impl Fn() -> S + Sync,
        work: impl Fn(&mut S, I) -> T + Sync,
        mut show: impl FnMut(T),
    ) {
        let jobs = self.thread_count(usize::MAX).get();
        if jobs <= 1 {
            let mut state = create_state();
            inputs.for_each(|input| show(work(&mut state, input)));
            return;
        }
        // The window bounds the memory for results that an earlier, slow input holds back.
        let window = jobs * MAX_WAITING_RESULTS;
        let (input_sender, input_receiver) = mpsc::channel::<(usize, I)>();
        let input_receiver = Mutex::new(input_receiver);
        let (result_sender, result_receiver) = mpsc::channel();
        std::thread::scope(|scope| {
            for _ in 0..jobs {
                let (sender, inputs, create_state, work) =
                    (result_sender.clone(), &input_receiver, &create_state, &work);
                scope.spawn(move || {
                    let guard = PanicGuard { sender };
                    let mut state = create_state();
                    // The lock is released before the input is processed.
                    while let Ok((position, input)) = { lock(inputs).recv() } {
                        if guard.sender.send(Some((position, work(&mut state, input)))).is_err() {
                            break;
                        }
                    }
                });
            }
            drop(result_sender);
            // Results, by the position of their input, that cannot be shown before those of earlier inputs.
            let mut early_results = BTreeMap::new();
            let (mut sent_count, mut shown_count) = (0, 0);
            loop {
                while sent_count < shown_count + window
                    && let Some(input) = inputs.next()
                {
                    // A worker ends early only after a panic, which the scope passes on.
                    if input_sender.send((sent_count, input)).is_err() {
                        return;
                    }
                    sent_count += 1;
                }
                if shown_count == sent_count {
                    break;
                }
                let Ok(Some((position, result))) = result_receiver.recv() else { break };
                early_results.insert(position, result);
                while let Some(result) = early_results.remove(&shown_count) {
                    show(result);
                    shown_count += 1;
                }
            }
            // The workers end when the channel of the inputs is closed.
            drop(input_sender);
        });
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The end of a worker's channel. If the worker panics, the result of its input never comes, so the thread that waits
/// for it is notified when the guard is dropped.
struct PanicGuard<T> {
    sender: mpsc::Sender<Option<T>>,
}

impl<T> Drop for PanicGuard<T> {
    fn drop(&mut self) {
        if std::thread::panicking() {
            // `None` ends the thread that receives the results. It may have ended because of another panic.
            let _ = self.sender.send(None);
        }
    }
}

/// Shows progress on a terminal if processing takes long.
struct Progress {
    started: Instant,
    processed_count: usize,
    count: usize,
    is_shown: bool,
    is_on_terminal: bool,
}

impl Progress {
    /// How long a run takes before its progress is shown.
    const DELAY: Duration = Duration::from_secs(2);

    fn new(count: usize, is_hidden: bool) -> Self {
        let is_on_terminal = count > 1 && !is_hidden && std::io::stderr().is_terminal();
        Self { started: Instant::now(), processed_count: 0, count, is_shown: false, is_on_terminal }
    }

    /// Removes the progress from the terminal.
    fn clear(&mut self) {
        if std::mem::take(&mut self.is_shown) {
            let _ = write!(std::io::stderr(), "\r\u{1b}[K");
        }
    }

    /// Counts one more processed file, and shows the progress.
    fn step(&mut self) {
        self.processed_count += 1;
        // After the last file there is nothing that would clear the line.
        if self.is_on_terminal && self.processed_count < self.count && self.started.elapsed() > Self::DELAY {
            let _ = write!(std::io::stderr(), "{} of {} files", self.processed_count, self.count);
            self.is_shown = true;
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
