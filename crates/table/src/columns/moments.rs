//! Columns of dates and of points in time, as the texts that documents have.
//!
//! Invariant: the text is that of the calendar in UTC, with as many digits as the value has. This module does not know
//! the meaning of dates.

use arrow_array::cast::AsArray;
use arrow_array::types::{
    Date32Type, TimestampMicrosecondType, TimestampMillisecondType, TimestampNanosecondType,
    TimestampSecondType,
};
use arrow_array::{
    Array, Date32Array, TimestampMicrosecondArray, TimestampMillisecondArray, TimestampNanosecondArray,
    TimestampSecondArray,
};
use arrow_schema::{DataType, TimeUnit};
use modelwright_metamodel::calendar::civil_from_days;
use std::fmt::Write as _;

/// A column of dates or of points in time. Without a time zone, these are in UTC.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Moments<'a> {
    Days(&'a Date32Array),
    Seconds(&'a TimestampSecondArray),
    Milliseconds(&'a TimestampMillisecondArray),
    Microseconds(&'a TimestampMicrosecondArray),
    Nanoseconds(&'a TimestampNanosecondArray),
}

const SECONDS_OF_DAY: i64 = 86_400;

impl<'a> Moments<'a> {
    /// The moments of a column; `None` if it is of another type.
    pub(crate) fn new(column: &'a dyn Array) -> Option<Self> {
        Some(match column.data_type() {
            DataType::Date32 => Moments::Days(column.as_primitive_opt::<Date32Type>()?),
            DataType::Timestamp(TimeUnit::Second, _) => {
                Moments::Seconds(column.as_primitive_opt::<TimestampSecondType>()?)
            }
            DataType::Timestamp(TimeUnit::Millisecond, _) => {
                Moments::Milliseconds(column.as_primitive_opt::<TimestampMillisecondType>()?)
            }
            DataType::Timestamp(TimeUnit::Microsecond, _) => {
                Moments::Microseconds(column.as_primitive_opt::<TimestampMicrosecondType>()?)
            }
            DataType::Timestamp(TimeUnit::Nanosecond, _) => {
                Moments::Nanoseconds(column.as_primitive_opt::<TimestampNanosecondType>()?)
            }
            _ => return None,
        })
    }

    /// Whether a row has a value.
    #[inline]
    pub(crate) fn is_valid(&self, row: usize) -> bool {
        match self {
            Moments::Days(column) => column.is_valid(row),
            Moments::Seconds(column) => column.is_valid(row),
            Moments::Milliseconds(column) => column.is_valid(row),
            Moments::Microseconds(column) => column.is_valid(row),
            Moments::Nanoseconds(column) => column.is_valid(row),
        }
    }

    /// Appends the text of a row, such as `2026-11-23T10:00:00Z`; for days `2026-11-23`.
    pub(crate) fn write(&self, row: usize, out: &mut String) {
        let (value, digits) = match self {
            Moments::Days(column) => return write_day(column.value(row).into(), out),
            Moments::Seconds(column) => (column.value(row), 0),
            Moments::Milliseconds(column) => (column.value(row), 3),
            Moments::Microseconds(column) => (column.value(row), 6),
            Moments::Nanoseconds(column) => (column.value(row), 9),
        };
        // A moment before 1970 is negative. Euclidean division rounds down, so the fraction and the second of the day
        // are never negative.
        let units = 10i64.pow(digits);
        let (seconds, fraction) = (value.div_euclid(units), value.rem_euclid(units));
        let (day, second) = (seconds.div_euclid(SECONDS_OF_DAY), seconds.rem_euclid(SECONDS_OF_DAY));
        write_day(day, out);
        // Writing to a string cannot fail.
        let _ = write!(out, "T{:02}:{:02}:{:02}", second / 3600, second / 60 % 60, second % 60);
        if fraction > 0 {
            let text = format!("{fraction:0width$}", width = digits as usize);
            let _ = write!(out, ".{}", text.trim_end_matches('0'));
        }
        out.push('Z');
    }
}

/// Appends the date of a day, which is counted from 1970-01-01.
fn write_day(day: i64, out: &mut String) {
    let (year, month, day) = civil_from_days(day);
    let sign = if year < 0 { "-" } else { "" };
    // Writing to a string cannot fail.
    let _ = write!(out, "{sign}{:04}-{month:02}-{day:02}", year.unsigned_abs());
}
