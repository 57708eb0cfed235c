//! Puppet's own warnings in the log.

use super::Builder;
use super::log::LogEntry;
use super::state::SourcePosition;

impl Builder<'_> {
    /// Logs a message of the current scope.
    pub(crate) fn log(&self, level: &'static str, message: String) {
        let source = self.scope_name(self.current.get());
        self.state.borrow_mut().log.push(LogEntry { level, source, message, place: None });
    }

    /// Logs a warning of Puppet itself.
    pub(crate) fn warn(&self, message: &str) {
        let entry = LogEntry {
            level: "warning",
            source: "Puppet".to_owned(),
            message: message.to_owned(),
            place: None,
        };
        self.state.borrow_mut().log.push(entry);
    }

    /// Logs a warning once for each key.
    pub(crate) fn warn_once(&self, key: &str, message: &str) {
        if self.state.borrow_mut().warned.insert(key.to_owned()) {
            self.warn(message);
        }
    }

    /// Logs a warning with its place.
    pub(crate) fn warn_at(&self, message: &str, place: &SourcePosition) {
        let file = self.environment.absolute(place.source.name());
        self.state.borrow_mut().log.push(LogEntry {
            level: "warning",
            source: "Puppet".to_owned(),
            message: message.to_owned(),
            place: Some((file, place.line())),
        });
    }
}
