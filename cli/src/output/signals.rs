//! Removes the temporary files of this process when a signal ends it.
//!
//! Invariants: a temporary file is registered before a signal can end the process; deferred work is complete before a
//! signal ends the process. Signals that the process was started to ignore, as by `nohup`, stay ignored. Only Unix has
//! such signals. This module does not know what the files contain.

use std::collections::BTreeSet;
use std::io;
use std::path::PathBuf;
use std::sync::{Mutex, MutexGuard, PoisonError};
use tempfile::NamedTempFile;

/// The paths of all temporary files.
static FILES: Mutex<BTreeSet<PathBuf>> = Mutex::new(BTreeSet::new());

/// Locked while no signal may end the process. It must be locked before [`FILES`].
static DEFERRED: Mutex<()> = Mutex::new(());

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// A registered temporary file; dropped when the file is renamed or removed.
#[derive(Debug)]
pub(crate) struct Entry(PathBuf);

impl Drop for Entry {
    fn drop(&mut self) {
        lock(&FILES).remove(&self.0);
    }
}

/// Creates a temporary file and registers it.
pub(super) fn create<F>(
    create_file: impl FnOnce() -> io::Result<NamedTempFile<F>>,
) -> io::Result<(NamedTempFile<F>, Entry)> {
    // Signals are handled from the first file on: a signal ends commands that create no file in the usual way.
    handle_signals();
    // The lock is held while the file is created, so that no signal finds a file without an entry.
    let mut files = lock(&FILES);
    let file = create_file()?;
    let path = file.path().to_owned();
    files.insert(path.clone());
    Ok((file, Entry(path)))
}

/// Runs work during which no signal ends the process. The work must be short.
pub(super) fn defer<T>(work: impl FnOnce() -> T) -> T {
    let _guard = lock(&DEFERRED);
    work()
}

#[cfg(not(unix))]
fn handle_signals() {}

/// Starts the thread that waits for signals, once.
#[cfg(unix)]
fn handle_signals() {
    use std::sync::{Once, mpsc};
    static STARTED: Once = Once::new();
    STARTED.call_once(|| {
        let (ready_sender, ready_receiver) = mpsc::channel();
        // Without the thread, signals must end the process as usual, so the thread itself registers them.
        let start_result = std::thread::Builder::new().name("signals".to_owned()).spawn(move || {
            let registered = signal_hook::iterator::Signals::new(handled_signals());
            let _ = ready_sender.send(());
            if let Ok(mut signals) = registered
                && let Some(signal) = signals.forever().next()
            {
                end_process(signal);
            }
        });
        if start_result.is_ok() {
            // This waits for the registration: before it, signals would end the process without removing files.
            let _ = ready_receiver.recv();
        }
    });
}

/// The signals that end a process and may come from outside, or from a limit.
#[cfg(unix)]
fn handled_signals() -> impl Iterator<Item = i32> {
    use signal_hook::consts::{SIGHUP, SIGINT, SIGQUIT, SIGTERM};
    let time_limit = rustix::process::Signal::XCPU.as_raw();
    [SIGHUP, SIGINT, SIGQUIT, SIGTERM, time_limit].into_iter().filter(|signal| !is_ignored(*signal))
}

/// Removes the temporary files, and ends the process with the signal. The locks are never released, so that no thread
/// creates or renames another file.
#[cfg(unix)]
fn end_process(signal: i32) {
    let _deferred = lock(&DEFERRED);
    let files = lock(&FILES);
    for file in files.iter() {
        // A file that is in the process of being removed may be gone.
        let _ = std::fs::remove_file(file);
    }
    // The caller sees a process that was ended by the signal, not one that ended by itself.
    let _ = signal_hook::low_level::emulate_default_handler(signal);
}

/// Whether the process was started to ignore a signal. If this cannot be determined, only a lost terminal (SIGHUP) is
/// assumed to be ignored.
#[cfg(unix)]
pub(crate) fn is_ignored(signal: i32) -> bool {
    let status = std::fs::read_to_string("/proc/self/status").ok();
    let mask = status.as_deref().and_then(|text| {
        let digits = text.lines().find_map(|line| line.strip_prefix("SigIgn:"))?;
        u64::from_str_radix(digits.trim(), 16).ok()
    });
    match mask {
        // Bit 0 is signal 1.
        Some(mask) => mask >> (signal - 1) & 1 == 1,
        None => signal == signal_hook::consts::SIGHUP,
    }
}
