//! `Timestamp`: a point in time, in nanoseconds since 1970.

use super::clock::{self, Time, Timespan, Timestamp};
use super::strptime::{self, TimeFields};
use super::{Family, Rich, RichValue, by_name, strftime, zones};
use crate::evaluate::Value;
use crate::language::expression::Binary as Operator;
use std::cmp::Ordering;
use std::hash::Hasher;

/// The formats in Puppet's `DEFAULT_FORMATS_WO_TZ`.
const WITHOUT_ZONE: &[&str] = &["%FT%T.%N", "%FT%T", "%F %T.%N", "%F %T", "%F"];
/// The formats that only Puppet's `DEFAULT_FORMATS` contains.
const WITH_ZONE: &[&str] = &["%FT%T.%N %Z", "%FT%T %Z", "%F %T.%N %Z", "%F %T %Z", "%F %Z"];

pub(super) static TIMESTAMP: Family = clock::time_type_family::<Timestamp>();

impl Time for Timestamp {
    const TYPE_NAME: &'static str = "Timestamp";
    const NOUN: &'static str = "time";

    fn nanoseconds(self) -> i128 {
        self.0
    }

    fn create(arguments: &[Value]) -> Result<Value, String> {
        let stamp = match arguments {
            // In Puppet, this is the present time, but values of logic must not depend on it.
            [] => {
                return Err(
                    "the present time is not available to logic, whose values depend on the model only"
                        .to_owned(),
                );
            }
            [seconds @ (Value::Integer(_) | Value::Float(_))] => match clock::nanoseconds(seconds) {
                Some(nanoseconds) => Timestamp(nanoseconds?),
                None => return Err(usage()),
            },
            [text @ Value::String(_)] => parse(text, None, None)?,
            [text @ Value::String(_), format] => parse(text, Some(format), None)?,
            [text @ Value::String(_), format, zone] => parse(text, Some(format), Some(zone))?,
            [Value::Hash(hash)] => {
                let [text, format, zone] = by_name("Timestamp", hash, &["string", "format", "timezone"])?;
                parse(text.ok_or_else(usage)?, format, zone)?
            }
            _ => return Err(usage()),
        };
        Ok(Rich::value(stamp))
    }
}

/// The message for arguments that `Timestamp.new` does not accept.
fn usage() -> String {
    "`Timestamp` must be created from seconds, a string with optional formats and time zone, or a hash"
        .to_owned()
}

/// The time in a text, in the first of the formats that matches, and in a time zone.
fn parse(text: &Value, formats: Option<&Value>, zone: Option<&Value>) -> Result<Timestamp, String> {
    let text = nonempty_text(text).ok_or_else(usage)?;
    let zone = zone.map(|zone| nonempty_text(zone).ok_or_else(usage)).transpose()?;
    // If a zone is passed, a text with its own zone does not match, because it could contradict the argument.
    let formats = match formats {
        None if zone.is_none() => [WITH_ZONE, WITHOUT_ZONE].concat(),
        None => WITHOUT_ZONE.to_vec(),
        Some(formats) => clock::formats(formats)?,
    };
    let is_allowed = |parsed: &TimeFields| zone.is_none() || parsed.zone.is_none();
    let parsed = formats.iter().find_map(|format| strptime::parse(&text, format).filter(is_allowed));
    let Some(parsed) = parsed else {
        return Err(clock::mismatch(&text, &formats));
    };
    let offset = match zone.as_ref().or(parsed.zone.as_ref()) {
        None => 0,
        Some(zone) => zones::offset(zone).ok_or_else(|| format!("'{zone}' is not a time zone"))?,
    };
    // The fields are local time: UTC plus the offset.
    let seconds = parsed.seconds()? - i128::from(offset);
    clock::checked(Some(seconds * clock::SECOND + i128::from(parsed.nanoseconds))).map(Timestamp)
}

/// The text of a string; `None` if it is empty, or the value is not a string.
fn nonempty_text(value: &Value) -> Option<String> {
    match value {
        Value::String(text) if !text.is_empty() => Some(text.to_string()),
        _ => None,
    }
}

impl RichValue for Timestamp {
    fn family(&self) -> &'static Family {
        &TIMESTAMP
    }

    fn text(&self) -> String {
        strftime::format(self.0, "%FT%T.%N %Z", None).unwrap_or_default()
    }

    fn parameters(&self, _is_exact: bool) -> Vec<Value> {
        vec![Rich::value(*self), Rich::value(*self)]
    }

    fn equals(&self, other: &Value) -> bool {
        self.order(other) == Some(Ordering::Equal)
    }

    fn order(&self, other: &Value) -> Option<Ordering> {
        clock::order(*self, other)
    }

    fn digest(&self, state: &mut dyn Hasher) {
        state.write_i128(self.0);
    }

    fn numbers(&self) -> Option<(i128, f64)> {
        Some((clock::whole_seconds(self.0), clock::seconds(self.0)))
    }

    fn operate(&self, operator: Operator, left: &Value, right: &Value) -> Option<Result<Value, String>> {
        let Some(stamp) = left.rich::<Timestamp>() else {
            // Only `seconds + time` is possible; for a time span on the left, the family of the time span adds it.
            let Operator::Plus = operator else { return None };
            return Some(right.rich::<Timestamp>()?.plus(clock::nanoseconds(left)?));
        };
        let distance = match right.rich::<Timespan>() {
            Some(span) => Ok(span.0),
            None => match (operator, right.rich::<Timestamp>()) {
                (Operator::Minus, Some(other)) => {
                    let span = clock::checked(stamp.0.checked_sub(other.0));
                    return Some(span.map(|n| Rich::value(Timespan(n))));
                }
                _ => clock::nanoseconds(right)?,
            },
        };
        match operator {
            Operator::Plus => Some(stamp.plus(distance)),
            Operator::Minus => Some(stamp.plus(distance.map(|n| -n))),
            _ => None,
        }
    }
}

impl Timestamp {
    /// The time in a text; `None` if the text is not in one of the default formats.
    pub(in crate::evaluate) fn parse(text: &str) -> Option<Value> {
        parse(&Value::string(text), None, None).ok().map(Rich::value)
    }

    /// The time in a format such as `%Y-%m-%d`, in a time zone; `None` for UTC.
    pub(in crate::evaluate) fn format(self, format: &str, zone: Option<&str>) -> Result<String, String> {
        let offset = match zone {
            // As in Puppet, an empty zone is none.
            None | Some("") => None,
            Some(zone) => Some(zones::offset(zone).ok_or_else(|| format!("'{zone}' is not a time zone"))?),
        };
        strftime::format(self.0, format, offset)
    }

    /// The time at a distance in nanoseconds.
    fn plus(self, distance: Result<i128, String>) -> Result<Value, String> {
        let nanoseconds = clock::checked(self.0.checked_add(distance?))?;
        Ok(Rich::value(Timestamp(nanoseconds)))
    }
}
