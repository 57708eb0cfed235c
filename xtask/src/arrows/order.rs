//! The declarations of ARCHITECTURE.md: the order of modules, and the cycles of files that are accepted.
//!
//! Invariants: a module is listed in the order once; content that cannot be parsed is a problem, never skipped. This
//! module does not know the code.

use std::collections::{BTreeMap, BTreeSet};

/// The heading of the section whose first block is the order.
const ORDER_HEADING: &str = "## Order of modules";
/// The heading of the table of cycles.
const CYCLES_HEADING: &str = "### Files that use each other";

/// The order of modules and the accepted cycles of files.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct Order {
    /// The level of each module, such as `metamodel::model`; 0 is the top.
    pub(super) levels: BTreeMap<String, usize>,
    /// The accepted cycles, each with its reason.
    pub(super) cycles: Vec<(BTreeSet<String>, String)>,
}

impl Order {
    /// Reads the order of modules and the accepted cycles from `ARCHITECTURE.md`.
    ///
    /// # Errors
    /// If a section of the page is missing or invalid.
    pub(super) fn parse(page: &str) -> Result<Self, String> {
        let mut order = Self::default();
        let section = section(page, ORDER_HEADING)
            .ok_or_else(|| format!("ARCHITECTURE.md has no `{ORDER_HEADING}`"))?;
        let mut lines = section.lines().skip_while(|line| !line.starts_with("```"));
        lines.next().ok_or_else(|| format!("the section `{ORDER_HEADING}` has no code block"))?;
        let rows = lines.take_while(|line| !line.starts_with("```")).filter(|line| !line.trim().is_empty());
        for (level, row) in rows.enumerate() {
            for declared in row.split_whitespace() {
                if order.levels.insert(declared.to_owned(), level).is_some() {
                    return Err(format!("`{ORDER_HEADING}` lists {declared} twice"));
                }
            }
        }
        let table = self::section(page, CYCLES_HEADING).unwrap_or_default();
        for row in table.lines().filter(|line| line.starts_with("| `")) {
            let mut cells = row.trim_matches('|').split('|');
            let files = cells.next().unwrap_or_default().split('`').skip(1).step_by(2);
            let files: BTreeSet<String> = files.map(str::to_owned).collect();
            let reason = cells.next().unwrap_or_default().trim();
            if reason.is_empty() {
                return Err(format!("the row `{row}` of `{CYCLES_HEADING}` gives no reason"));
            }
            order.cycles.push((files, reason.to_owned()));
        }
        Ok(order)
    }

    /// Whether the list divides the crate of a module.
    pub(super) fn divides(&self, module: &str) -> bool {
        let crate_name = module.split("::").next().unwrap_or(module);
        self.levels.keys().any(|listed| listed.split("::").next() == Some(crate_name))
    }

    /// The listed module that contains a module: the longest declared path that contains it. If modules of a
    /// crate are listed, the bare name of the crate includes only its root file.
    pub(super) fn declared_module<'m>(&self, module: &'m str) -> Option<&'m str> {
        let mut declared = module;
        loop {
            let (crate_name, is_crate) =
                (declared.split("::").next().unwrap_or(declared), !declared.contains("::"));
            let prefix = format!("{crate_name}::");
            let covers = declared == module
                || !is_crate
                || !self.levels.keys().any(|listed| listed.starts_with(&prefix));
            if covers && self.levels.contains_key(declared) {
                return Some(declared);
            }
            declared = declared.rsplit_once("::")?.0;
        }
    }
}

/// The text below a heading, up to the next heading of the same or a higher level.
fn section<'p>(page: &'p str, heading: &str) -> Option<&'p str> {
    let start = page.lines().find(|line| *line == heading)?;
    // A line is a part of the page, so the difference of their addresses is its position.
    let start = start.as_ptr() as usize - page.as_ptr() as usize + heading.len();
    let level = heading.bytes().take_while(|byte| *byte == b'#').count();
    let is_end = |line: &&str| {
        let hashes = line.bytes().take_while(|byte| *byte == b'#').count();
        (1..=level).contains(&hashes)
    };
    let end = page[start..].lines().find(is_end).map(|line| line.as_ptr() as usize - page.as_ptr() as usize);
    Some(&page[start..end.unwrap_or(page.len())])
}
