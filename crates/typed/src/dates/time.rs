//! The types of time: `OffsetDateTime` for moments, and `Date` for days.

use super::{DAY, DateText, MOMENT, date_type};
use time::format_description::well_known::{Iso8601, Rfc3339};
use time::{Date, OffsetDateTime};

impl DateText for OffsetDateTime {
    const EXPECTED: &'static str = MOMENT;

    fn to_text(&self) -> String {
        // Formatting fails only for years that RFC 3339 cannot express.
        let text = self.format(&Rfc3339).unwrap_or_default();
        // The text is converted to the form of documents, with `Z` instead of an offset, unless it has more digits than
        // milliseconds, which documents cannot express.
        super::moment(&text).unwrap_or(text)
    }

    fn from_text(text: &str) -> Option<Self> {
        // Models accept more texts than RFC 3339, such as a day without a time, so the text is normalised first.
        OffsetDateTime::parse(&super::moment(text)?, &Rfc3339).ok()
    }
}

impl DateText for Date {
    const EXPECTED: &'static str = DAY;

    fn to_text(&self) -> String {
        self.format(&Iso8601::DATE).unwrap_or_default()
    }

    fn from_text(text: &str) -> Option<Self> {
        // The parser also accepts other spellings, but documents contain only one.
        Date::parse(text, &Iso8601::DATE).ok().filter(|date| date.to_text() == text)
    }
}

date_type!(OffsetDateTime);
date_type!(Date);
