//! The limits of one lookup: how deep it nests, and how many bytes it produces.

use super::error::LookupError;

/// The maximum nesting of lookups and of the values that they produce.
const DEPTH: usize = 1_000;
/// The depth that a nested lookup adds: it needs more of the stack than a nested value.
pub(super) const LOOKUP_DEPTH: usize = 10;
/// The maximum number of bytes that a lookup may produce, including its nested lookups.
const BYTES: usize = 256 << 20;
/// The bytes counted for a value or a nested lookup in addition to its text.
pub(super) const VALUE_BYTES: usize = 32;

/// What a lookup has used.
#[derive(Debug, Default)]
pub(super) struct Budget {
    depth: usize,
    bytes: usize,
}

impl Budget {
    /// Counts bytes that were produced.
    pub(super) fn spend(&mut self, bytes: usize) -> Result<(), LookupError> {
        self.bytes = self.bytes.saturating_add(bytes);
        if self.bytes > BYTES {
            let limit = BYTES >> 20;
            return Err(LookupError::limit(format!("its values need more than {limit} MiB")));
        }
        Ok(())
    }

    /// Enters a nested lookup or value; after success, the caller must call [`leave`](Self::leave).
    pub(super) fn enter(&mut self, by: usize) -> Result<(), LookupError> {
        if self.depth + by > DEPTH {
            return Err(LookupError::limit("values that refer to each other are nested too deeply"));
        }
        self.depth += by;
        Ok(())
    }

    pub(super) fn leave(&mut self, by: usize) {
        self.depth -= by;
    }
}
