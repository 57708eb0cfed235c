//! Options as values: a format or a target declares each of its options once; flags, help texts and checks are derived
//! from the declaration.
//!
//! An [`OptionSpec`] has the option's name, the kind of its value, its default and its help; [`OptionValues`]
//! contains the user's selection; [`check`] compares the two. Invariants: values are in order of their names, so that
//! results are deterministic; a declared default is a valid value of its option. This module does not know command
//! lines, or what options mean.
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
    /// The name, as in a flag: lower case, with hyphens between words.
    pub name: &'static str,
    /// An alias, for commands that have no other option with that name.
    pub alias: Option<&'static str>,
    /// The kind of its value.
    pub kind: OptionKind,
    /// Whether the option may be given several times; if so, all values are used.
    pub repeated: bool,
    /// The name of its value in help, such as `PATH`; empty if it has no value.
    pub value_name: &'static str,
    /// The value if the option is not given, in the user's spelling. Without a default, the reader of the values
    /// decides.
    pub default: Option<&'static str>,
    /// The effect: one sentence without a full stop, or several sentences.
    pub help: &'static str,
    /// The heading that help lists it under.
    pub heading: Option<&'static str>,
}

/// The kind of an option's value.
#[derive(Debug, Clone, Copy)]
pub enum OptionKind {
    /// On if it is given, off otherwise.
    Flag,
    /// On or off, depending on which of its two names is given; neither if none is given. The last name takes
    /// precedence.
    Switch {
        /// The name that turns it off, such as `no-schema-location`.
        off: &'static str,
        /// The effect of that name.
        off_help: &'static str,
    },
    /// A whole number from 0.
    Number,
    /// A text that passes a check.
    Text(TextCheck),
    /// A key and a text with `=` between them, which pass a check.
    Pair {
        /// The expected form, for the message about a value without `=` or without key.
        expected: &'static str,
        /// The check of the text after `=`.
        check: TextCheck,
    },
    /// One of some names.
    Choice(&'static [Choice]),
    /// The file of a metamodel, which the caller of the target loads.
    Metamodel,
}

/// Accepts a text, or returns what was expected instead: `expected a path of Rust`.
pub type TextCheck = fn(&str) -> Result<(), String>;

/// One of the names that an option may have as its value.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Choice {
    /// The name.
    pub name: &'static str,
    /// The meaning, in a few words.
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
    /// An option without an alias, a default and a heading.
    const fn new(name: &'static str, kind: OptionKind, value_name: &'static str, help: &'static str) -> Self {
        // The function is constant, because formats and targets declare their options in constants.
        Self { name, alias: None, kind, repeated: false, value_name, default: None, help, heading: None }
    }

    /// The same option with an alias, for commands that have no other option with that name.
    #[must_use]
    pub const fn alias(mut self, alias: &'static str) -> Self {
        self.alias = Some(alias);
        self
    }

    /// An option that is on or off.
    #[must_use]
    pub const fn flag(name: &'static str, help: &'static str) -> Self {
        Self::new(name, OptionKind::Flag, "", help)
    }

    /// An option that is on, off or not set; `off` is the name that turns it off.
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

    /// An option with a text. Any text is accepted unless [`OptionSpec::checked`] adds a check.
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

    /// An option with the file of a metamodel.
    #[must_use]
    pub const fn metamodel(name: &'static str, value_name: &'static str, help: &'static str) -> Self {
        Self::new(name, OptionKind::Metamodel, value_name, help)
    }

    /// Adds a check of the option's text, or of the text of its pair. Options of other kinds are not changed.
    #[must_use]
    pub const fn checked(mut self, check: TextCheck) -> Self {
        self.kind = match self.kind {
            OptionKind::Text(_) => OptionKind::Text(check),
            OptionKind::Pair { expected, .. } => OptionKind::Pair { expected, check },
            // Numbers, flags and choices have the check of their kind.
            other => other,
        };
        self
    }

    /// Adds a default value.
    #[must_use]
    pub const fn default(mut self, value: &'static str) -> Self {
        self.default = Some(value);
        self
    }

    /// Allows the option to be given several times.
    #[must_use]
    pub const fn repeated(mut self) -> Self {
        self.repeated = true;
        self
    }

    /// Sets the heading in help.
    #[must_use]
    pub const fn heading(mut self, heading: &'static str) -> Self {
        self.heading = Some(heading);
        self
    }

    /// Parses a value; `true` and `false` for options without a value.
    ///
    /// # Errors
    /// What was expected instead, as `expected …`.
    pub fn parse(&self, text: &str) -> Result<OptionValue, String> {
        match self.kind {
            // Switches are parsed like flags; only command lines have two names for a switch.
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
            // The first `=` separates key and text; further ones belong to the text.
            OptionKind::Pair { expected, check } => match text.split_once('=') {
                Some((key, value)) if !key.is_empty() => {
                    check(value).map(|()| OptionValue::Pair(key.to_owned(), value.to_owned()))
                }
                _ => Err(format!("expected {expected}")),
            },
            OptionKind::Metamodel if text.is_empty() => Err("expected the file of a metamodel".to_owned()),
            OptionKind::Metamodel => Ok(OptionValue::Text(text.to_owned())),
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

/// Accepts every text.
#[expect(clippy::unnecessary_wraps, reason = "it has the signature of a check")]
fn accept(_: &str) -> Result<(), String> {
    Ok(())
}
