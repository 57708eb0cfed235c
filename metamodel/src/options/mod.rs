//! Options as values: a format or a target declares each of its options once, and everything else is derived from that.
//!
//! An [`OptionSpec`] has the option's name, the kind of its value, its default and its help; [`OptionValues`] holds what
//! a user chose; [`check`] holds the one against the other. Invariants: values are kept in order of their names, so that
//! what is made of them is deterministic; a declared default is a valid value of its option. This module does not know
//! command lines, and nothing of what options mean.
//!
//! ```
//! use modelwright_metamodel::options::{self, Choice, OptionSpec, OptionValues};
//!
//! const OPTIONS: &[OptionSpec] = &[
//!     OptionSpec::flag("handles", "Write handles as well"),
//!     OptionSpec::number("line-width", "CHARACTERS", "Break longer lines").default("80"),
//!     OptionSpec::choice("draft", "DRAFT", "The draft", &[Choice::new("07", "Draft 7")]),
//! ];
//!
//! let values = OptionValues::new().with("handles", true).with("draft", "07");
//! assert!(options::check("my target", OPTIONS, &values).is_empty());
//! assert!(values.flag("handles"));
//! assert_eq!(values.number("line-width"), None);
//! assert_eq!(options::defaults(OPTIONS).number("line-width"), Some(80));
//!
//! let problems = options::check("my target", OPTIONS, &OptionValues::new().with("handels", true));
//! assert_eq!(problems.iter().next().unwrap().message, "my target has no option `handels`");
//! ```

mod check;
mod values;

pub use check::check;
pub use values::{OptionValue, OptionValues, defaults};

/// The declaration of one option.
#[derive(Debug, Clone, Copy)]
pub struct OptionSpec {
    /// Its name, as a flag has it: lower case, words between hyphens.
    pub name: &'static str,
    /// The kind of its value.
    pub kind: OptionKind,
    /// Whether it may be given several times; every value counts.
    pub repeated: bool,
    /// What help calls its value, such as `PATH`; empty where it takes none.
    pub value_name: &'static str,
    /// The value it has where it is not given, spelled as users spell it. Without a default, the reader of the values
    /// decides.
    pub default: Option<&'static str>,
    /// What it does: one sentence without full stop, or a sentence and further ones.
    pub help: &'static str,
    /// The heading that help lists it under.
    pub heading: Option<&'static str>,
}

/// The kind of an option's value.
#[derive(Debug, Clone, Copy)]
pub enum OptionKind {
    /// On where it is given, off otherwise.
    Flag,
    /// On or off where it is given by one of its two names, and neither otherwise; the last one given counts.
    Switch {
        /// The name that turns it off, such as `no-schema-location`.
        off: &'static str,
        /// What that name does.
        off_help: &'static str,
    },
    /// A whole number from 0.
    Number,
    /// A text that passes a check.
    Text(TextCheck),
    /// A key and a text with `=` between them, which pass a check.
    Pair {
        /// What is expected, for the message about a value without `=` or without key.
        expected: &'static str,
        /// The check of the text after `=`.
        check: TextCheck,
    },
    /// One of some names.
    Choice(&'static [Choice]),
}

/// Accepts a text, or gives what was expected instead: `expected a path of Rust`.
pub type TextCheck = fn(&str) -> Result<(), String>;

/// One of the names that an option may have as its value.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Choice {
    /// The name.
    pub name: &'static str,
    /// What it means, in a few words.
    pub help: &'static str,
}

impl Choice {
    /// A name and its meaning.
    #[must_use]
    pub const fn new(name: &'static str, help: &'static str) -> Self {
        Self { name, help }
    }
}

impl OptionSpec {
    const fn new(name: &'static str, kind: OptionKind, value_name: &'static str, help: &'static str) -> Self {
        Self { name, kind, repeated: false, value_name, default: None, help, heading: None }
    }

    /// An option that is on or off.
    #[must_use]
    pub const fn flag(name: &'static str, help: &'static str) -> Self {
        Self::new(name, OptionKind::Flag, "", help)
    }

    /// An option that is on, off or not chosen; `off` is the name that turns it off.
    #[must_use]
    pub const fn switch(
        name: &'static str,
        help: &'static str,
        off: &'static str,
        off_help: &'static str,
    ) -> Self {
        Self::new(name, OptionKind::Switch { off, off_help }, "", help)
    }

    /// An option with a whole number.
    #[must_use]
    pub const fn number(name: &'static str, value_name: &'static str, help: &'static str) -> Self {
        Self::new(name, OptionKind::Number, value_name, help)
    }

    /// An option with a text. Any text is accepted unless [`OptionSpec::checked`] gives a check.
    #[must_use]
    pub const fn text(name: &'static str, value_name: &'static str, help: &'static str) -> Self {
        Self::new(name, OptionKind::Text(accept), value_name, help)
    }

    /// An option with a key and a text, as `KEY=TEXT`; `expected` describes that form.
    #[must_use]
    pub const fn pair(
        name: &'static str,
        value_name: &'static str,
        help: &'static str,
        expected: &'static str,
    ) -> Self {
        Self::new(name, OptionKind::Pair { expected, check: accept }, value_name, help)
    }

    /// An option with one of some names.
    #[must_use]
    pub const fn choice(
        name: &'static str,
        value_name: &'static str,
        help: &'static str,
        choices: &'static [Choice],
    ) -> Self {
        Self::new(name, OptionKind::Choice(choices), value_name, help)
    }

    /// The option with a check of its text, or of the text of its pair; the other kinds have their own.
    #[must_use]
    pub const fn checked(mut self, check: TextCheck) -> Self {
        self.kind = match self.kind {
            OptionKind::Text(_) => OptionKind::Text(check),
            OptionKind::Pair { expected, .. } => OptionKind::Pair { expected, check },
            other => other,
        };
        self
    }

    /// The option with a value where it is not given.
    #[must_use]
    pub const fn default(mut self, value: &'static str) -> Self {
        self.default = Some(value);
        self
    }

    /// The option as one that may be given several times.
    #[must_use]
    pub const fn repeated(mut self) -> Self {
        self.repeated = true;
        self
    }

    /// The option under a heading of help.
    #[must_use]
    pub const fn heading(mut self, heading: &'static str) -> Self {
        self.heading = Some(heading);
        self
    }

    /// The value that a text spells; `true` and `false` for options that take no value.
    ///
    /// # Errors
    /// What was expected instead, as `expected …`.
    pub fn parse(&self, text: &str) -> Result<OptionValue, String> {
        match self.kind {
            OptionKind::Flag | OptionKind::Switch { .. } => match text {
                "true" => Ok(OptionValue::Flag(true)),
                "false" => Ok(OptionValue::Flag(false)),
                _ => Err("expected `true` or `false`".to_owned()),
            },
            OptionKind::Number => match text.parse() {
                Ok(number) => Ok(OptionValue::Number(number)),
                Err(_) => Err("expected a whole number, 0 or more".to_owned()),
            },
            OptionKind::Text(check) => check(text).map(|()| OptionValue::Text(text.to_owned())),
            OptionKind::Pair { expected, check } => match text.split_once('=') {
                Some((key, value)) if !key.is_empty() => {
                    check(value).map(|()| OptionValue::Pair(key.to_owned(), value.to_owned()))
                }
                _ => Err(format!("expected {expected}")),
            },
            OptionKind::Choice(choices) if choices.iter().any(|choice| choice.name == text) => {
                Ok(OptionValue::Text(text.to_owned()))
            }
            OptionKind::Choice(choices) => {
                let names: Vec<String> = choices.iter().map(|choice| format!("`{}`", choice.name)).collect();
                Err(format!("expected one of {}", names.join(", ")))
            }
        }
    }
}

#[expect(clippy::unnecessary_wraps, reason = "it has the signature of a check")]
fn accept(_: &str) -> Result<(), String> {
    Ok(())
}
