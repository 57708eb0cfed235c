//! Addresses of networks, as Ruby's `IPAddr` reads and writes them: `is_ip_address`, `enclose_ipv6`,
//! `stdlib::ip_in_range` and similar functions.

use super::arguments::{string, wrong_type};
use super::{Answer, ruby};
use modelwright_evaluation::evaluate::{Budget, HostError, Value};
use std::net::{Ipv4Addr, Ipv6Addr};

/// An address and the mask of its network.
#[derive(Debug, Clone)]
pub(super) struct Address {
    pub(super) is_version_6: bool,
    address: u128,
    mask: u128,
    /// The zone after `%`, with the sign.
    zone: String,
}

/// The mask of a single address of version 4.
const MASK_4: u128 = u32::MAX as u128;

impl Address {
    /// Reads an address such as `10.0.0.1/24`, `::1` or `[fe80::1%eth0]`; `None` if it is invalid.
    pub(super) fn parse(text: &str) -> Option<Self> {
        let (prefix, mask) = match text.split_once('/') {
            Some((prefix, mask)) => (prefix, Some(mask)),
            None => (text, None),
        };
        let enclosed = prefix.strip_prefix('[').and_then(|inner| inner.strip_suffix(']'));
        let prefix = enclosed.unwrap_or(prefix);
        let (prefix, zone) = match prefix.rsplit_once('%') {
            Some((prefix, zone)) if is_word(zone) => (prefix, format!("%{zone}")),
            _ => (prefix, String::new()),
        };
        // Only addresses of version 6 have brackets or a zone.
        let must_be_6 = enclosed.is_some() || !zone.is_empty();
        let (is_version_6, address) = match parse_version_4(prefix) {
            Version4::Address(address) if !must_be_6 => (false, u128::from(address)),
            Version4::Invalid if !must_be_6 => return None,
            _ => (true, parse_version_6(prefix)?),
        };
        let full_mask = if is_version_6 { u128::MAX } else { MASK_4 };
        let single = Self { is_version_6, address, mask: full_mask, zone };
        match mask {
            Some(mask) => single.with_mask(mask),
            None => Some(single),
        }
    }

    /// The network of an address with a mask: the number of its bits, or another address. `None` if the mask is
    /// invalid.
    fn with_mask(mut self, text: &str) -> Option<Self> {
        let (bits, full_mask) = if self.is_version_6 { (128, u128::MAX) } else { (32, MASK_4) };
        if ruby::are_digits(text) {
            // A number of bits must not have leading zeros.
            if text.len() > 1 && text.starts_with('0') {
                return None;
            }
            let length = text.parse::<u32>().ok().filter(|length| *length <= bits)?;
            self.mask = full_mask & full_mask.checked_shl(bits - length).unwrap_or(0);
        } else {
            let mask = Self::parse(text)?;
            if mask.is_version_6 != self.is_version_6 {
                return None;
            }
            // The mask of an address is complete here, so this inverts all bits. In the result, the bits that are set
            // must be the last ones.
            let inverse = mask.address ^ mask.mask;
            if inverse.wrapping_add(1) & inverse != 0 {
                return None;
            }
            self.mask = mask.address;
        }
        self.address &= self.mask;
        Some(self)
    }

    /// The first and the last address of the network.
    fn ends(&self) -> (u128, u128) {
        let full_mask = if self.is_version_6 { u128::MAX } else { MASK_4 };
        (self.address & self.mask, self.address | (full_mask ^ self.mask))
    }

    /// Whether a network contains another one.
    fn includes(&self, other: &Self) -> bool {
        let ((first, last), (other_first, other_last)) = (self.ends(), other.ends());
        self.is_version_6 == other.is_version_6 && first <= other_first && last >= other_last
    }

    /// The address as Ruby writes it: without its mask.
    fn text(&self) -> String {
        if !self.is_version_6 {
            return Ipv4Addr::from(u32::try_from(self.address & MASK_4).unwrap_or(0)).to_string();
        }
        format!("{}{}", compressed(self.address), self.zone)
    }
}

/// Whether a text consists of word characters.
fn is_word(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_')
}

/// The result of reading a text as an address of version 4.
enum Version4 {
    Address(u32),
    /// Four numbers, one of which is too large or starts with a zero.
    Invalid,
    /// Another text, which may be an address of version 6.
    Other,
}

/// Parses an address of version 4. The result is `Other` if the text is not four numbers, and `Invalid` if it is, but
/// one of them is invalid.
fn parse_version_4(text: &str) -> Version4 {
    let parts: Vec<&str> = text.split('.').collect();
    if parts.len() != 4 || !parts.iter().all(|part| ruby::are_digits(part)) {
        return Version4::Other;
    }
    text.parse::<Ipv4Addr>().map_or(Version4::Invalid, |address| Version4::Address(u32::from(address)))
}

/// The number of an address of version 6. Ruby and the standard library accept the same texts, but for one: before an
/// address of version 4, `::` at the start must replace two parts in Ruby, as in `::2:3:4:5:1.2.3.4`.
fn parse_version_6(text: &str) -> Option<u128> {
    // Ruby counts the colons.
    let replaces_too_few = text.contains("::") && text.contains('.') && text.matches(':').count() > 6;
    if replaces_too_few {
        return None;
    }
    text.parse::<Ipv6Addr>().ok().map(u128::from)
}

/// The text of an address of version 6, in which two colons replace the first of the longest runs of zeros.
fn compressed(address: u128) -> String {
    let parts = Ipv6Addr::from(address).segments();
    if address == 0 {
        return "::".to_owned();
    }
    // The first of the longest runs of zeros.
    let (mut start, mut length) = (0, 0);
    for run_start in 0..8 {
        let run_length = parts[run_start..].iter().take_while(|part| **part == 0).count();
        if run_length > length {
            (start, length) = (run_start, run_length);
        }
    }
    let hexadecimal =
        |parts: &[u16]| parts.iter().map(|part| format!("{part:x}")).collect::<Vec<_>>().join(":");
    if length < 2 {
        return hexadecimal(&parts);
    }
    let (left, right) = (&parts[..start], &parts[start + length..]);
    // An address of version 4 inside of one of version 6 is written with points.
    let is_embedded = start == 0 && (right.len() == 2 || (right.len() == 3 && right[0] == 0xffff));
    if is_embedded {
        let version_4 = Ipv4Addr::from(u32::try_from(address & MASK_4).unwrap_or(0));
        return if right.len() == 3 { format!("::ffff:{version_4}") } else { format!("::{version_4}") };
    }
    format!("{}::{}", hexadecimal(left), hexadecimal(right))
}

/// The address in a value; `None` if the value is not the text of one.
fn address(value: &Value) -> Option<Address> {
    value.text().and_then(Address::parse)
}

pub(super) fn is_ip_address(values: &[Value], _: &mut Budget) -> Answer {
    Ok(Value::Boolean(address(&values[0]).is_some()))
}

pub(super) fn is_ipv4_address(values: &[Value], _: &mut Budget) -> Answer {
    Ok(Value::Boolean(address(&values[0]).is_some_and(|address| !address.is_version_6)))
}

pub(super) fn is_ipv6_address(values: &[Value], _: &mut Budget) -> Answer {
    Ok(Value::Boolean(address(&values[0]).is_some_and(|address| address.is_version_6)))
}

/// The addresses, of which those of version 6 have brackets, without repetitions. `*` is kept.
pub(super) fn enclose_ipv6(values: &[Value], _: &mut Budget) -> Answer {
    if !matches!(values[0], Value::String(_) | Value::Array(_)) {
        return Err(wrong_type("enclose_ipv6", "a string or an array", &values[0]));
    }
    let mut enclosed: Vec<Value> = Vec::new();
    for value in ruby::flat(&values[..1]).iter().filter(|value| !matches!(value, Value::Undef)) {
        let value = match address(value) {
            _ if value.text() == Some("*") => value.clone(),
            None => return Err(wrong_type("enclose_ipv6", "addresses", value)),
            Some(address) if address.is_version_6 => Value::string(&format!("[{}]", address.text())),
            Some(_) => value.clone(),
        };
        if !enclosed.iter().any(|earlier| earlier.is_same(&value)) {
            enclosed.push(value);
        }
    }
    Ok(Value::array(enclosed))
}

/// Whether one of the ranges contains an address.
pub(super) fn ip_in_range(values: &[Value], _: &mut Budget) -> Answer {
    let name = "stdlib::ip_in_range";
    let parse = |value: &Value| {
        Address::parse(string(name, value)?)
            .ok_or_else(|| HostError::new(format!("`{name}` requires addresses")))
    };
    let ip = parse(&values[0])?;
    let ranges = match &values[1] {
        Value::Array(ranges) => ranges.iter().map(parse).collect::<Result<Vec<_>, _>>()?,
        other => vec![parse(other)?],
    };
    Ok(Value::Boolean(ranges.iter().any(|range| range.includes(&ip))))
}
