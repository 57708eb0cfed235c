//! Loads values before they are used, so that they are in the cache by then.
//!
//! The targets of a large model's references may be anywhere in memory, and each access to memory that is not
//! cached costs as much as hundreds of instructions. Accesses that do not depend on each other wait at the
//! same time. This module changes only when the processor waits; `benches/xmi.rs` measures the effect.

/// Loads a value now: the compiler must not remove the load, although no code uses the value.
#[inline]
pub fn prefetch<T>(value: T) {
    std::hint::black_box(value);
}
