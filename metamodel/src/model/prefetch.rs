//! Loads that nothing uses yet, so that their results are in the cache once they are used.
//!
//! What the references of a large model lead to lies anywhere in memory, and each access to memory that is not cached
//! costs as much as hundreds of instructions. Accesses that do not depend on each other wait together. This module
//! changes nothing but when the processor waits; `benches/xmi.rs` measures what that saves.

/// Loads a value now: the compiler may not drop the load, though nothing uses the value.
#[inline]
pub(crate) fn prefetch<T>(value: T) {
    std::hint::black_box(value);
}
