//! The types of jiff: `Timestamp` for moments, and `civil::Date` for days.

use super::{DAY, DateText, MOMENT, date_type};
use jiff::Timestamp;
use jiff::civil::Date;

impl DateText for Timestamp {
    const EXPECTED: &'static str = MOMENT;

    fn to_text(&self) -> String {
        let text = self.to_string();
        // The text is converted to the form of documents, unless it has more digits than milliseconds, which documents
        // cannot express.
        super::moment(&text).unwrap_or(text)
    }

    fn from_text(text: &str) -> Option<Self> {
        super::moment(text)?.parse().ok()
    }
}

impl DateText for Date {
    const EXPECTED: &'static str = DAY;

    fn to_text(&self) -> String {
        self.to_string()
    }

    fn from_text(text: &str) -> Option<Self> {
        // jiff also parses other spellings, but documents contain only one.
        text.parse().ok().filter(|date: &Date| date.to_string() == text)
    }
}

date_type!(Timestamp);
date_type!(Date);
