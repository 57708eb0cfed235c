//! Runs work of the library for Python: without the interpreter's lock, and on a thread that an interrupt leaves
//! behind.
//!
//! Invariants: a panic becomes a `RuntimeError` with its message and location; a call returns at most [`POLL_INTERVAL`]
//! after an interrupt. The work that an interrupt leaves behind ends on its own, because the library bounds all work;
//! its result is dropped. This module does not know what the work is.

use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;
use std::any::Any;
use std::cell::RefCell;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::mpsc::{RecvTimeoutError, sync_channel};
use std::time::Duration;

/// How often a call looks for an interrupt.
const POLL_INTERVAL: Duration = Duration::from_millis(20);

/// The stack of a thread, as large as that of most programs. Only the part that is used takes memory.
const STACK_SIZE: usize = 8 << 20;

thread_local! {
    /// Where the last panic of this thread was raised.
    static PANIC_LOCATION: RefCell<String> = const { RefCell::new(String::new()) };
}

/// Records the locations of panics instead of printing them, because panics are shown as exceptions.
pub(crate) fn silence_panics() {
    // This hook only affects this library, which contains its own copy of Rust's standard library.
    std::panic::set_hook(Box::new(|panic| {
        let location = panic.location().map(|location| format!("{}:{}", location.file(), location.line()));
        PANIC_LOCATION.with(|last_location| *last_location.borrow_mut() = location.unwrap_or_default());
    }));
}

/// Runs work on another thread while this one waits without the interpreter's lock.
///
/// # Errors
/// The exception of a signal's handler, such as `KeyboardInterrupt`; `RuntimeError` after a panic, or if no thread can
/// be started.
pub(crate) fn run<T: Send + 'static>(
    py: Python<'_>,
    work: impl FnOnce() -> T + Send + 'static,
) -> PyResult<T> {
    let (sender, receiver) = sync_channel(1);
    let deliver = move || {
        // This fails after an interrupt, because the receiver is gone then.
        let _ = sender.send(catch_panic(work));
    };
    std::thread::Builder::new()
        .stack_size(STACK_SIZE)
        .spawn(deliver)
        .map_err(|error| PyRuntimeError::new_err(format!("modelwright cannot start a thread: {error}")))?;
    let mut polled_receiver = receiver;
    loop {
        // The receiver is moved in and out, because threads cannot share one.
        let (received_result, receiver) =
            py.detach(move || (polled_receiver.recv_timeout(POLL_INTERVAL), polled_receiver));
        polled_receiver = receiver;
        match received_result {
            Ok(result) => return result.map_err(PyRuntimeError::new_err),
            Err(RecvTimeoutError::Timeout) => py.check_signals()?,
            Err(RecvTimeoutError::Disconnected) => {
                return Err(PyRuntimeError::new_err("modelwright failed: a thread ended without a result"));
            }
        }
    }
}

/// Runs short work on this thread.
///
/// # Errors
/// `RuntimeError` after a panic.
pub(crate) fn guard<T>(work: impl FnOnce() -> T) -> PyResult<T> {
    catch_panic(work).map_err(PyRuntimeError::new_err)
}

/// The result of work, or a message about its panic.
fn catch_panic<T>(work: impl FnOnce() -> T) -> Result<T, String> {
    // Unwind safety: what the work borrows is either dropped, or in a lock that the panic poisons.
    catch_unwind(AssertUnwindSafe(work)).map_err(|panic| {
        let location = PANIC_LOCATION.with(|location| location.take());
        format!(
            "modelwright failed at {location}: {} (this is a fault of modelwright, please report it)",
            panic_message(&*panic)
        )
    })
}

/// The message of a panic.
fn panic_message(panic: &(dyn Any + Send)) -> &str {
    match (panic.downcast_ref::<&str>(), panic.downcast_ref::<String>()) {
        (Some(text), _) => text,
        (None, Some(text)) => text,
        (None, None) => "no message",
    }
}

/// Panics in the way that a fault of the library would, for the tests of this package.
#[pyfunction]
#[expect(clippy::panic, reason = "the purpose of the function")]
pub(crate) fn _panic(py: Python<'_>, message: String) -> PyResult<()> {
    run(py, move || std::panic::panic_any(message))
}
