//! Percentages, as this program computes with them: the type of Rust for the data type `Percent`.

use modelwright_typed as typed;
use std::fmt;
use std::str::FromStr;

/// A percentage in thousandths, which documents write as a text: `12.5 %` is 125.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Percent {
    /// How many thousandths.
    pub thousandths: u32,
}

typed::value! { Percent as text }

impl fmt::Display for Percent {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}.{} %", self.thousandths / 10, self.thousandths % 10)
    }
}

impl FromStr for Percent {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let parse = || {
            let (whole, tenths) = text.strip_suffix(" %")?.split_once('.')?;
            let tenths = tenths.parse::<u32>().ok().filter(|tenths| *tenths < 10)?;
            Some(whole.parse::<u32>().ok()?.checked_mul(10)? + tenths)
        };
        let thousandths =
            parse().ok_or_else(|| format!("expected a percentage such as 12.5 %, found {text}"))?;
        Ok(Self { thousandths })
    }
}
