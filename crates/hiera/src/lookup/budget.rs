//! The limits of one lookup: how deeply it may be nested, and how many bytes it may produce.

use super::error::LookupError;

/// The maximum nesting of lookups and of the values that they produce.
const MAX_DEPTH: usize = 1_000;
/// The depth that a nested value adds.
pub(super) const VALUE_DEPTH: usize = 1;
/// The depth that a nested lookup adds, which is more than for a nested value because it needs more of the stack.
pub(super) const LOOKUP_DEPTH: usize = 10;
/// The maximum number of bytes that a lookup may produce, including its nested lookups.
const MAX_BYTES: usize = 256 << 20;
/// The bytes that are counted for each value in addition to its text, and in trees of version 1 to 3 for each nested
/// lookup.
pub(super) const VALUE_BYTES: usize = 32;

/// How much of its limits a lookup has used.
#[derive(Debug, Default)]
pub(super) struct Budget {
    depth: usize,
    /// The number of bytes that were produced.
    bytes: usize,
}

impl Budget {
    /// Counts bytes that were produced. Fails if a lookup produces more than its limit.
    pub(super) fn spend(&mut self, bytes: usize) -> Result<(), LookupError> {
        self.bytes = self.bytes.saturating_add(bytes);
        if self.bytes > MAX_BYTES {
            let limit = MAX_BYTES >> 20;
            return Err(LookupError::limit(format!("its values need more than {limit} MiB")));
        }
        Ok(())
    }

    /// Enters a nested lookup or value, which adds `added_depth` to the nesting. If this succeeds, the caller must call
    /// [`leave`](Self::leave) afterwards, unless the lookup ends with an error.
    pub(super) fn enter(&mut self, added_depth: usize) -> Result<(), LookupError> {
        if self.depth + added_depth > MAX_DEPTH {
            return Err(LookupError::limit("values that refer to each other are nested too deeply"));
        }
        self.depth += added_depth;
        Ok(())
    }

    /// Leaves a nested lookup or value. `added_depth` must be the same as in the call of [`enter`](Self::enter).
    pub(super) fn leave(&mut self, added_depth: usize) {
        self.depth -= added_depth;
    }
}
