//! The registry of stable problem codes: every code, its title and its explanation.
//!
//! Invariants: codes are sorted and unique, never reused and never renumbered; the doc comment of
//! a code is what `modelwright explain` prints. Ranges: 00 input and output, 01 XML and XMI,
//! 02 models, 03 JSON and YAML, 04 metamodels, 05 the type language, 06 validation, 07 generation,
//! 08 Hiera.

use std::fmt;

/// A stable problem code such as `MW0001`.
#[derive(Clone, Copy)]
pub struct Code {
    id: &'static str,
    title: &'static str,
    explanation: &'static str,
}

impl Code {
    /// The code as shown, e.g. `MW0001`.
    #[must_use]
    pub fn id(self) -> &'static str {
        self.id
    }

    /// A few words that name the problem.
    #[must_use]
    pub fn title(self) -> &'static str {
        self.title
    }

    /// What the problem means and what to do about it.
    #[must_use]
    pub fn explanation(self) -> &'static str {
        self.explanation
    }
}

impl PartialEq for Code {
    fn eq(&self, other: &Self) -> bool {
        self.id == other.id
    }
}

impl Eq for Code {}

impl std::hash::Hash for Code {
    fn hash<H: std::hash::Hasher>(&self, state: &mut H) {
        self.id.hash(state);
    }
}

impl fmt::Display for Code {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.id)
    }
}

impl fmt::Debug for Code {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.id)
    }
}

macro_rules! registry {
    ($($(#[doc = $doc:literal])+ $name:ident = $id:literal, $title:literal;)+) => {
        $($(#[doc = $doc])+ pub const $name: Code = Code {
            id: $id,
            title: $title,
            explanation: concat!($($doc, "\n"),+),
        };)+

        /// All codes, in ascending order.
        pub const ALL: &[Code] = &[$($name),+];

        /// The code with this id, whatever its letters' case.
        #[must_use]
        pub fn find(id: &str) -> Option<Code> {
            ALL.iter().copied().find(|code| code.id().eq_ignore_ascii_case(id))
        }
    };
}

registry! {
    /// A file or folder could not be read: it does not exist, it is a folder where a file was
    /// expected, or the system refused access. Check the path and its permissions.
    CANNOT_READ = "MW0001", "cannot read";
    /// A file could not be written: the folder does not exist, or the system refused access. Files
    /// are written beside their target and renamed, so an existing file is still as it was.
    CANNOT_WRITE = "MW0002", "cannot write";
    /// The bytes are not valid in the encoding that the file declares (or in UTF-8 where it declares
    /// none). Save the file in the declared encoding, or correct the declaration.
    BAD_ENCODING = "MW0003", "wrong encoding";
    /// The file is empty, so there is nothing to read. An XML document has at least one element.
    EMPTY_INPUT = "MW0004", "empty input";
    /// The input is larger, deeper or more expanding than the configured limits allow. Limits keep
    /// hostile input from exhausting memory or time.
    LIMIT = "MW0005", "limit exceeded";
    /// The format of the file is not known from its name or content. Name it with `--from`.
    UNKNOWN_FORMAT = "MW0006", "unknown format";
    /// The conversion loses something that the target cannot express. With `--strict` this is an
    /// error and nothing is written.
    LOSS = "MW0007", "lost in conversion";

    /// The text is not a legal value of its notation at this place: a syntax error in a YAML document.
    YAML_SYNTAX = "MW0301", "malformed YAML";
    /// A YAML alias (`*name`) names no anchor (`&name`) that was defined before it in the document.
    YAML_ALIAS = "MW0302", "unknown YAML alias";
    /// A YAML tag asks for a value that the text cannot give, such as `!!int x` or `!!float inf`.
    YAML_TAG = "MW0303", "YAML tag does not fit its value";
    /// A key stands twice in one map, so one of the two values would be lost. Remove one.
    DUPLICATE_KEY = "MW0304", "duplicate key";
    /// A plain YAML text has the shape of a number or a time but is none, and Ruby refuses the whole
    /// document because of it. Put the text in quotes.
    YAML_VALUE = "MW0305", "malformed YAML value";
    /// A YAML alias stands inside of the very node that it names, so the value would contain itself.
    /// Such values cannot be read; copy the part that is meant instead.
    YAML_RECURSION = "MW0306", "YAML value contains itself";
}
