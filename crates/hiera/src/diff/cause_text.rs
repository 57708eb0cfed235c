//! Causes as sentences.

use super::{Cause, Comparison, DataChange, DataChangeKind, FileLine, SettingChange};
use std::fmt;

impl Comparison {
    /// A cause as a sentence without its period. If the configurations differ in only one setting, the sentence names
    /// this setting.
    #[must_use]
    pub fn cause_text(&self, cause: &Cause) -> String {
        match (cause, self.settings.as_slice()) {
            (Cause::Configuration, [setting]) => setting.to_string(),
            _ => cause.to_string(),
        }
    }
}

impl fmt::Display for SettingChange {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(place) = self.after.as_ref().or(self.before.as_ref()) {
            write!(f, "{place}: ")?;
        }
        if !self.setting.is_empty() {
            write!(f, "{} ", self.setting)?;
        }
        f.write_str(&self.text)
    }
}

impl fmt::Display for Cause {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Cause::Data(change) => change.fmt(f),
            Cause::OtherData => f.write_str("data that levels look up is different"),
            Cause::Configuration => f.write_str("the configuration is different"),
            Cause::Facts(names) => write!(f, "facts are different: {}", names.join(", ")),
        }
    }
}

impl fmt::Display for DataChange {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [old_place, new_place] = [&self.before, &self.after]
            .map(|place| place.as_ref().map_or(String::new(), ToString::to_string));
        let key = &self.key;
        match self.kind {
            DataChangeKind::Value => write!(f, "{new_place} sets a different value for `{key}`"),
            DataChangeKind::KeyAdded => write!(f, "{new_place} adds the key `{key}`"),
            DataChangeKind::KeyRemoved => write!(f, "the key `{key}` of {old_place} is removed"),
            DataChangeKind::FileAdded => write!(f, "the file {new_place} is new"),
            DataChangeKind::FileRemoved => write!(f, "the file {old_place} is removed"),
            DataChangeKind::Unreadable => write!(f, "{new_place} cannot be read"),
            DataChangeKind::Readable => write!(f, "{old_place} could not be read before"),
        }
    }
}

impl fmt::Display for FileLine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.line {
            0 => f.write_str(&self.file),
            line => write!(f, "{}:{line}", self.file),
        }
    }
}
