//! The log of a catalog: what manifests log, and Puppet's warnings.

/// An entry of the log.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LogEntry {
    /// The level, such as `notice`.
    pub level: &'static str,
    /// What logged it: `Scope(Class[a])`, or `Puppet`.
    pub source: String,
    /// The message.
    pub message: String,
    /// The file of the code that caused a warning, and the line.
    pub place: Option<(String, usize)>,
}
