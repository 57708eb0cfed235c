//! What the code of a program consists of: its size by crate, and the functions that are compiled many times.
//!
//! The symbols come from `nm` of binutils, so the program must not be stripped. A function that is compiled for several
//! types counts under its name without them. Invariant: the table depends on the program alone.

use std::collections::BTreeMap;
use std::path::Path;
use std::process::Command;

/// The maximum number of rows of each table.
const MAX_ROWS: usize = 25;

/// The copies of a function, or the functions of a crate.
#[derive(Debug, Default, Clone, Copy, PartialEq, Eq)]
struct Share {
    copies: usize,
    bytes: usize,
}

/// The tables for a program.
pub(crate) fn run(program: &Path) -> Result<String, String> {
    let output = Command::new("nm").args(["--print-size", "--demangle"]).arg(program).output();
    let output = output.map_err(|e| format!("nm cannot be run: {e}; it is in the package binutils"))?;
    if !output.status.success() {
        return Err(String::from_utf8_lossy(&output.stderr).into_owned());
    }
    let symbols = String::from_utf8_lossy(&output.stdout);
    let functions: Vec<(&str, usize)> = symbols.lines().filter_map(function).collect();
    if functions.is_empty() {
        return Err(format!("{} contains no symbols; build it without `strip`", program.display()));
    }
    let total: usize = functions.iter().map(|(_, bytes)| bytes).sum();
    let mut crates: BTreeMap<String, Share> = BTreeMap::new();
    let mut generics: BTreeMap<String, Share> = BTreeMap::new();
    for (name, bytes) in functions {
        for (shares, key) in
            [(&mut crates, crate_of(name).to_owned()), (&mut generics, without_arguments(name))]
        {
            let share = shares.entry(key).or_default();
            share.copies += 1;
            share.bytes += bytes;
        }
    }
    generics.retain(|_, share| share.copies > 1);
    let mut text = format!("{total} bytes of functions\n\n");
    write_table("crate", &crates, &mut text);
    text.push('\n');
    write_table("function that is compiled several times", &generics, &mut text);
    Ok(text)
}

/// The name and the size of a function; nothing for other symbols.
fn function(line: &str) -> Option<(&str, usize)> {
    let mut columns = line.splitn(4, ' ');
    let (_address, bytes, kind, name) = (columns.next()?, columns.next()?, columns.next()?, columns.next()?);
    let bytes = usize::from_str_radix(bytes, 16).ok()?;
    matches!(kind, "t" | "T" | "w" | "W").then_some((name, bytes))
}

/// The crate of a function. A function of a trait counts for the crate of the type that implements the trait.
fn crate_of(name: &str) -> &str {
    let start = name.trim_start_matches(['<', '&', '[', '(']);
    let start = start.strip_prefix("mut ").or_else(|| start.strip_prefix("dyn ")).unwrap_or(start);
    let end = start.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(start.len());
    &start[..end]
}

/// A name without types as arguments, and without the hash at its end; a function of a trait has the trait's name, and not
/// that of the type.
fn without_arguments(name: &str) -> String {
    let name = name.rsplit_once("::h").filter(|(_, hash)| is_hash(hash)).map_or(name, |(name, _)| name);
    // The arrow of a function's result would close a bracket.
    let name = name.replace("->", "");
    let name = match name.split_once(" as ") {
        Some((_, trait_name)) if name.starts_with('<') => trait_name,
        _ => &name,
    };
    let mut plain = String::new();
    let mut depth = 0_usize;
    for c in name.chars() {
        match c {
            '<' => depth += 1,
            '>' => depth = depth.saturating_sub(1),
            _ if depth == 0 => plain.push(c),
            _ => {}
        }
    }
    plain
}

/// Whether a text is the hash at the end of a symbol.
fn is_hash(text: &str) -> bool {
    text.len() == 16 && text.bytes().all(|byte| byte.is_ascii_hexdigit())
}

/// Writes the largest shares as a table.
fn write_table(title: &str, shares: &BTreeMap<String, Share>, text: &mut String) {
    let mut rows: Vec<_> = shares.iter().collect();
    rows.sort_by_key(|(name, share)| (std::cmp::Reverse(share.bytes), *name));
    text.push_str(&format!("{:>10}{:>8}  {title}\n", "bytes", "copies"));
    for (name, share) in rows.into_iter().take(MAX_ROWS) {
        text.push_str(&format!("{:>10}{:>8}  {name}\n", share.bytes, share.copies));
    }
}

#[cfg(test)]
mod tests {
    use super::{crate_of, function, without_arguments};

    #[test]
    fn functions_are_grouped_by_their_names_without_types() {
        let line = "0000000000023a10 0000000000000153 t core::ptr::drop_in_place<alloc::vec::Vec<u8>>::h0123456789abcdef";
        let (name, bytes) = function(line).expect("a function");
        assert_eq!(bytes, 0x153);
        assert_eq!(without_arguments(name), "core::ptr::drop_in_place");
        assert_eq!(crate_of(name), "core");
        let method = "<&mut memchr::Memchr as core::iter::Iterator>::next";
        assert_eq!(crate_of(method), "memchr");
        assert_eq!(without_arguments(method), "core::iter::Iterator::next");
        assert_eq!(function("0000000000023a10 0000000000000153 r core::TABLE"), None);
    }
}
