//! Loads values before they are used, so that they are in the cache by then.
//!
//! The targets of a large model's references may be anywhere in memory, and each access to memory that is not cached
//! costs as much as hundreds of instructions. Accesses that do not depend on each other overlap, so loading several
//! values in advance takes hardly longer than loading one. This module affects only the time, never a result;
//! `benches/xmi.rs` measures the effect.

/// Loads a value now: the compiler must not remove the load, although no code uses the value.
#[inline]
pub fn prefetch<T>(value: T) {
    std::hint::black_box(value);
}
