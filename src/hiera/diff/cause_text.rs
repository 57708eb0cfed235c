//! Causes as sentences.

use super::{Cause, DataChange, DataChangeKind, FileLine};
use std::fmt;

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
        let place = |place: &Option<FileLine>| place.as_ref().map_or(String::new(), ToString::to_string);
        let (before, after, key) = (place(&self.before), place(&self.after), &self.key);
        match self.kind {
            DataChangeKind::Value => write!(f, "{after} has another value of `{key}`"),
            DataChangeKind::KeyAdded => write!(f, "{after} has the new key `{key}`"),
            DataChangeKind::KeyRemoved => write!(f, "the key `{key}` of {before} is gone"),
            DataChangeKind::FileAdded => write!(f, "the file {after} is new"),
            DataChangeKind::FileRemoved => write!(f, "the file {before} is gone"),
            DataChangeKind::Unreadable => write!(f, "{after} cannot be read"),
            DataChangeKind::Readable => write!(f, "{before} could not be read"),
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
