//! The names of variables that only Puppet itself sets.

use modelwright_evaluation::evaluate::HostError;

/// Whether only Puppet itself sets a variable.
pub(crate) fn is_reserved(name: &str) -> bool {
    matches!(name, "trusted" | "facts" | "server_facts")
}

/// Checks that a variable may be set.
///
/// # Errors
/// If only Puppet itself sets it.
pub(crate) fn check_is_not_reserved(name: &str) -> Result<(), HostError> {
    if is_reserved(name) {
        return Err(HostError::new(format!("the name `${name}` is reserved")));
    }
    Ok(())
}
