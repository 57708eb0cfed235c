//! The log of a catalog: the messages that manifests log, and Puppet's warnings.

/// An entry of the log.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LogEntry {
    /// The level, such as `notice`.
    pub level: &'static str,
    /// The origin of the message: `Scope(Class[a])`, or `Puppet`.
    pub source: String,
    /// The message.
    pub message: String,
    /// The file of the code that caused a warning, and the line.
    pub place: Option<(String, usize)>,
}
