//! The proleptic Gregorian calendar, for the dates of all formats and languages. This module does not know times of
//! day, or the texts of dates.

/// The number of days from 1970-01-01 to a date. The month must be from 1 to 12. The day may exceed the length of the
/// month, and is then in a following month.
#[must_use]
pub fn days_from_civil(year: i64, month: i64, day: i64) -> i64 {
    // Years start in March here, so that the leap day is the last of its year.
    let year = if month <= 2 { year - 1 } else { year };
    let era = year.div_euclid(400);
    let year_of_era = year.rem_euclid(400);
    // From March on, the lengths of months repeat every five months, which have 153 days together.
    let day_of_year = (153 * ((month + 9) % 12) + 2) / 5 + day - 1;
    // The calendar repeats every 146,097 days. From March 1 of year 0 to 1970-01-01, it is 719,468 days.
    era * 146_097 + year_of_era * 365 + year_of_era / 4 - year_of_era / 100 + day_of_year - 719_468
}

/// The year, month and day of the date that is a number of days after 1970-01-01.
#[must_use]
pub fn civil_from_days(days: i64) -> (i64, i64, i64) {
    // Counted from March 1 of year 0, as in `days_from_civil`.
    let days = days + 719_468;
    let (era, day_of_era) = (days.div_euclid(146_097), days.rem_euclid(146_097));
    // Leap days are subtracted, so that every year has 365 days: one after each four years (1,460 days), except at the
    // end of a century (36,524 days), unless that is also the end of the era (146,096 days).
    let year_of_era = (day_of_era - day_of_era / 1460 + day_of_era / 36_524 - day_of_era / 146_096) / 365;
    let day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    // The month counted from March, by the inverse of the formula in `days_from_civil`.
    let month_from_march = (5 * day_of_year + 2) / 153;
    let day = day_of_year - (153 * month_from_march + 2) / 5 + 1;
    let month = if month_from_march < 10 { month_from_march + 3 } else { month_from_march - 9 };
    (year_of_era + era * 400 + i64::from(month <= 2), month, day)
}

/// Whether a year has a leap day.
#[must_use]
pub fn is_leap_year(year: i64) -> bool {
    year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dates_and_days_are_inverse_over_all_eras() {
        assert_eq!(days_from_civil(1970, 1, 1), 0);
        assert_eq!(days_from_civil(2000, 3, 1) - days_from_civil(2000, 2, 28), 2);
        let (mut previous, mut leap_days) = ((-401, 12, 31), 0);
        for days in days_from_civil(-400, 1, 1)..days_from_civil(2400, 1, 1) {
            let date = civil_from_days(days);
            assert!(date > previous);
            assert_eq!(days_from_civil(date.0, date.1, date.2), days);
            if (date.1, date.2) == (2, 29) {
                assert!(is_leap_year(date.0));
                leap_days += 1;
            }
            previous = date;
        }
        assert_eq!((previous, leap_days), ((2399, 12, 31), 7 * 97));
    }
}
