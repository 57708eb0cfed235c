//! The options of generated Rust: as a struct for callers of the library, and declared for users.

use modelwright_metamodel::ecore::{Classifier, DataTypeId, Metamodel};
use modelwright_metamodel::options::{Choice, OptionSpec, OptionValues};
use std::fmt;

/// The options of generated Rust.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RustOptions {
    /// The source that the header names; by default the first package's name.
    pub source: Option<String>,
    /// The path of the module that generated types use. It ends in `typed`.
    pub runtime: String,
    /// The path of the module whose `validate` evaluates checks and invariants, for metamodels with logic.
    pub logic: String,
    /// Additional derives of every type, such as `Eq`. `schemars::JsonSchema` is not derived: the types have the
    /// schemas of their documents, in a separate file, through the runtime's feature `schemars`.
    pub derives: Vec<String>,
    /// The visibility of types, fields and methods.
    pub visibility: Visibility,
    /// Types of users, by the name of the data type that they replace, with or without the name of its package before
    /// it. The types must implement serde's traits and `typed::Value`, and be listed in a `typed::value!`.
    pub types: Vec<(String, String)>,
    /// Further single contained objects to put into boxes, as `Class.feature`.
    pub boxed: Vec<String>,
    /// Whether required values may be missing, so that incomplete documents can be stored: then they are `Option`s.
    pub incomplete: bool,
    /// Attributes of single types, by the type's name in the metamodel, such as `#[non_exhaustive]`.
    pub attributes: Vec<(String, String)>,
    /// Whether each struct has a constructor with what is required, and a method for each other field.
    pub builders: bool,
    /// Whether serde's formats contain values that equal their defaults, for readers that do not know them.
    pub with_defaults: bool,
    /// Whether keys that are not features are ignored when documents are read.
    pub ignore_unknown_keys: bool,
    /// The key with the name of an object's class, instead of `$type`.
    pub discriminator: Option<String>,
    /// The types of dates.
    pub dates: Dates,
    /// The type of decimals.
    pub decimals: Decimals,
    /// Whether data types with facets are types of their own, whose values are always valid.
    pub checked: bool,
    /// Whether each package has a separate file.
    pub file_per_package: bool,
    /// Whether to generate handles to the objects of models as well, in a module `handles`.
    pub handles: bool,
    /// The path of the metamodel's `.ecore` text, relative to the generated file. Without it, that text is generated
    /// beside the file.
    pub metamodel: Option<String>,
}

impl Default for RustOptions {
    fn default() -> Self {
        Self {
            source: None,
            runtime: "modelwright_typed".to_owned(),
            logic: "modelwright_evaluation::logic".to_owned(),
            derives: Vec::new(),
            visibility: Visibility::default(),
            types: Vec::new(),
            boxed: Vec::new(),
            incomplete: false,
            attributes: Vec::new(),
            builders: false,
            with_defaults: false,
            ignore_unknown_keys: false,
            discriminator: None,
            dates: Dates::default(),
            decimals: Decimals::default(),
            checked: false,
            file_per_package: false,
            handles: false,
            metamodel: None,
        }
    }
}

/// The types of dates. The types of a crate require the feature of the runtime that has the name of the crate.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Dates {
    /// Strings, as in documents.
    #[default]
    Text,
    /// `jiff::Timestamp`, and `jiff::civil::Date` for XML Schema's `date`.
    Jiff,
    /// `time::OffsetDateTime`, and `time::Date` for XML Schema's `date`.
    Time,
}

impl Dates {
    /// The types of moments and of days; `None` for strings.
    pub(super) fn types(self) -> Option<[&'static str; 2]> {
        match self {
            Dates::Text => None,
            Dates::Jiff => Some(["jiff::Timestamp", "jiff::civil::Date"]),
            Dates::Time => Some(["time::OffsetDateTime", "time::Date"]),
        }
    }
}

/// The type of decimals of any size. The type of a crate requires the feature of the runtime that has the name of the
/// crate.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Decimals {
    /// `Number` of the runtime, which keeps all digits and does not compute.
    #[default]
    Number,
    /// `rust_decimal::Decimal`.
    RustDecimal,
    /// `bigdecimal::BigDecimal`.
    BigDecimal,
}

impl Decimals {
    /// The type of a crate; `None` for that of the runtime.
    pub(super) fn crate_type(self) -> Option<&'static str> {
        match self {
            Decimals::Number => None,
            Decimals::RustDecimal => Some("rust_decimal::Decimal"),
            Decimals::BigDecimal => Some("bigdecimal::BigDecimal"),
        }
    }

    /// Whether the type can represent a number.
    pub(super) fn can_represent(self, digits: &str) -> bool {
        let number = modelwright_validation::Decimal::parse(digits);
        number.is_some_and(|number| match self {
            Decimals::Number => true,
            Decimals::RustDecimal => number.to_fixed().is_some(),
            Decimals::BigDecimal => number.to_parts().is_some(),
        })
    }

    /// The size of a value in words.
    pub(super) fn size_in_words(self) -> usize {
        match self {
            Decimals::Number | Decimals::RustDecimal => 2,
            Decimals::BigDecimal => 5,
        }
    }
}

impl RustOptions {
    /// The position in [`RustOptions::types`] of the user's type for a data type; `None` if the user has none.
    pub(super) fn type_of(&self, metamodel: &Metamodel, id: DataTypeId) -> Option<usize> {
        let data = &metamodel[id];
        // The long name is computed only if the short one differs, because this runs for every attribute.
        self.types.iter().position(|(name, _)| {
            *name == data.name || *name == metamodel.qualified_name(Classifier::DataType(id))
        })
    }
}

/// The visibility of generated items.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Visibility {
    /// Everywhere.
    #[default]
    Public,
    /// In the crate that contains them.
    Crate,
}

impl Visibility {
    pub(super) fn as_str(self) -> &'static str {
        match self {
            Visibility::Public => "pub",
            Visibility::Crate => "pub(crate)",
        }
    }
}

impl fmt::Display for Visibility {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

/// The declarations of the options that users can set. Only callers of the library can set the other ones.
pub(super) const OPTIONS: &[OptionSpec] = &[
    OptionSpec::flag("handles", "Also write handles to the objects of models, in a module `handles`"),
    OptionSpec::text(
        "derive",
        "PATH",
        "An additional derive of every type, such as `Eq`; may be repeated. `schemars::JsonSchema` gives the types the \
         schemas of their documents, in a file beside",
    )
    .checked(check_path)
    .repeated(),
    OptionSpec::choice(
        "visibility",
        "WHERE",
        "The visibility of the types",
        &[Choice::new("public", "Everywhere (`pub`)"), Choice::new("crate", "In the crate (`pub(crate)`)")],
    )
    .default("public"),
    OptionSpec::pair(
        "type",
        "DATATYPE=PATH",
        "Use your own type for a data type, as `EDate=crate::Date`; may be repeated",
        "a data type, `=` and a type of Rust, such as `EDate=crate::Date`",
    )
    .checked(check_path)
    .repeated(),
    OptionSpec::text("boxed", "CLASS.FEATURE", "Put a contained object into a box, as `Class.feature`; may be repeated")
        .checked(check_feature)
        .repeated(),
    OptionSpec::flag("incomplete", "Allow required values to be missing, so that the types can store incomplete documents"),
    OptionSpec::pair(
        "attribute",
        "TYPE=ATTRIBUTE",
        "An attribute of one type, as `Order=#[non_exhaustive]`; may be repeated",
        "a type, `=` and an attribute, such as `Order=#[non_exhaustive]`",
    )
    .checked(check_attribute)
    .repeated(),
    OptionSpec::flag(
        "builders",
        "Also write constructors: `new` with what is required, and `with_…` for each other field",
    ),
    OptionSpec::flag("with-defaults", "Write values that equal their defaults in serde's formats, too"),
    OptionSpec::flag(
        "ignore-unknown-keys",
        "Ignore keys that are not features, in serde's formats, JSON and YAML; otherwise they are errors",
    ),
    OptionSpec::text("discriminator", "KEY", "The key with the class of an object, instead of `$type`")
        .checked(check_key),
    OptionSpec::choice(
        "dates",
        "CRATE",
        "The types of dates",
        &[
            Choice::new("text", "Strings, as in documents"),
            Choice::new("jiff", "`jiff::Timestamp` and `jiff::civil::Date`; needs the runtime's feature `jiff`"),
            Choice::new("time", "`time::OffsetDateTime` and `time::Date`; needs the runtime's feature `time`"),
        ],
    )
    .default("text"),
    OptionSpec::choice(
        "decimals",
        "CRATE",
        "The type of decimals",
        &[
            Choice::new("number", "`Number` of the runtime, which keeps all digits and does not compute"),
            Choice::new("rust_decimal", "`rust_decimal::Decimal`; needs the runtime's feature `rust_decimal`"),
            Choice::new("bigdecimal", "`bigdecimal::BigDecimal`; needs the runtime's feature `bigdecimal`"),
        ],
    )
    .default("number"),
    OptionSpec::flag(
        "checked",
        "Also write types for data types with facets, such as `Integer[0, 5]` and `Enum['a', 'b']`, whose values are \
         always valid",
    ),
    OptionSpec::flag("file-per-package", "Write a directory with a file for each package"),
    OptionSpec::text("runtime", "PATH", "The crate or module that the types use, under the name `typed`")
        .checked(check_path)
        .default("modelwright_typed"),
];

impl From<&OptionValues> for RustOptions {
    /// The declared options as a user chose them; other options have their defaults.
    fn from(values: &OptionValues) -> Self {
        let default = Self::default();
        Self {
            runtime: values.text("runtime").map_or(default.runtime, str::to_owned),
            derives: values.texts("derive").map(str::to_owned).collect(),
            // `options::check` has rejected every text that is not among the choices.
            visibility: match values.text("visibility") {
                Some("crate") => Visibility::Crate,
                _ => Visibility::Public,
            },
            types: values.pairs("type").map(|(name, path)| (name.to_owned(), path.to_owned())).collect(),
            boxed: values.texts("boxed").map(str::to_owned).collect(),
            incomplete: values.flag("incomplete"),
            attributes: values
                .pairs("attribute")
                .map(|(name, text)| (name.to_owned(), text.to_owned()))
                .collect(),
            builders: values.flag("builders"),
            with_defaults: values.flag("with-defaults"),
            ignore_unknown_keys: values.flag("ignore-unknown-keys"),
            discriminator: values.text("discriminator").map(str::to_owned),
            dates: match values.text("dates") {
                Some("jiff") => Dates::Jiff,
                Some("time") => Dates::Time,
                _ => Dates::Text,
            },
            decimals: match values.text("decimals") {
                Some("rust_decimal") => Decimals::RustDecimal,
                Some("bigdecimal") => Decimals::BigDecimal,
                _ => Decimals::Number,
            },
            checked: values.flag("checked"),
            file_per_package: values.flag("file-per-package"),
            handles: values.flag("handles"),
            // The remaining fields are not declared as options: only callers of the library set them.
            ..default
        }
    }
}

/// Accepts a key of a map.
fn check_key(text: &str) -> Result<(), String> {
    if text.is_empty() || text.contains(char::is_control) {
        Err("expected a key, such as `kind`".to_owned())
    } else {
        Ok(())
    }
}

/// Accepts a path of Rust.
fn check_path(text: &str) -> Result<(), String> {
    if text.strip_prefix("::").unwrap_or(text).split("::").all(is_name) {
        Ok(())
    } else {
        Err("expected a path of Rust, such as `schemars::JsonSchema`".to_owned())
    }
}

/// Whether a segment of a path is a name of Rust.
fn is_name(segment: &str) -> bool {
    // A user's module may have the name of a keyword.
    let name = segment.strip_prefix("r#").unwrap_or(segment);
    name.starts_with(|c: char| c.is_alphabetic() || c == '_')
        && name.chars().all(|c| c.is_alphanumeric() || c == '_')
}

/// Accepts one attribute on one line.
fn check_attribute(text: &str) -> Result<(), String> {
    let inner = text.strip_prefix("#[").and_then(|rest| rest.strip_suffix(']'));
    let is_attribute = inner.is_some_and(|inner| {
        !inner.trim().is_empty() && !inner.contains(char::is_control) && has_pairs_of_brackets(inner)
    });
    if is_attribute {
        Ok(())
    } else {
        Err("expected an attribute of Rust, such as `#[non_exhaustive]`".to_owned())
    }
}

/// Whether each `[` in a text has its `]` after it, and each `]` its `[` before it.
fn has_pairs_of_brackets(text: &str) -> bool {
    let mut depth = 0_i32;
    for c in text.chars() {
        match c {
            '[' => depth += 1,
            ']' => depth -= 1,
            _ => {}
        }
        // A bracket that closes the attribute early would let arbitrary code follow it on the line.
        if depth < 0 {
            return false;
        }
    }
    depth == 0
}

/// Accepts a class and a feature.
fn check_feature(text: &str) -> Result<(), String> {
    match text.split_once('.') {
        Some((class, feature)) if !class.is_empty() && !feature.is_empty() => Ok(()),
        _ => Err("expected a class, `.` and a feature, such as `Group.shapes`".to_owned()),
    }
}

#[cfg(test)]
mod tests {
    use super::{Dates, Decimals, OPTIONS, RustOptions, Visibility};
    use modelwright_metamodel::options::{OptionValues, check, defaults};

    #[test]
    fn declared_defaults_match_the_struct() {
        assert_eq!(RustOptions::from(&defaults(OPTIONS)), RustOptions::default());
        assert_eq!(RustOptions::from(&OptionValues::new()), RustOptions::default());
    }

    #[test]
    fn every_declared_option_is_in_the_struct() {
        let values = OptionValues::new()
            .with("handles", true)
            .with("derive", "Eq")
            .with("derive", "serde::Serialize")
            .with("visibility", "crate")
            .with("type", ("EDate", "crate::Date"))
            .with("boxed", "Group.shapes")
            .with("incomplete", true)
            .with("attribute", ("Order", "#[non_exhaustive]"))
            .with("builders", true)
            .with("with-defaults", true)
            .with("ignore-unknown-keys", true)
            .with("discriminator", "kind")
            .with("dates", "jiff")
            .with("decimals", "bigdecimal")
            .with("checked", true)
            .with("file-per-package", true)
            .with("runtime", "own::typed");
        assert!(check("rust", OPTIONS, &values).is_empty());
        assert_eq!(values.iter().count(), OPTIONS.len());
        let expected = RustOptions {
            runtime: "own::typed".to_owned(),
            derives: vec!["Eq".to_owned(), "serde::Serialize".to_owned()],
            visibility: Visibility::Crate,
            types: vec![("EDate".to_owned(), "crate::Date".to_owned())],
            boxed: vec!["Group.shapes".to_owned()],
            incomplete: true,
            attributes: vec![("Order".to_owned(), "#[non_exhaustive]".to_owned())],
            builders: true,
            with_defaults: true,
            ignore_unknown_keys: true,
            discriminator: Some("kind".to_owned()),
            dates: Dates::Jiff,
            decimals: Decimals::BigDecimal,
            checked: true,
            file_per_package: true,
            handles: true,
            ..RustOptions::default()
        };
        assert_eq!(RustOptions::from(&values), expected);
    }

    #[test]
    fn texts_that_are_not_paths_or_features_are_rejected() {
        for (name, text) in [
            ("derive", "a b"),
            ("derive", ""),
            ("runtime", "typed::"),
            ("boxed", "Group"),
            ("boxed", ".shapes"),
            ("type", "EDate"),
            ("type", "=crate::Date"),
            ("type", "EDate=1"),
            ("attribute", "Order=non_exhaustive"),
            ("attribute", "Order=#[a] struct B; #[c]"),
            ("attribute", "Order=#[]"),
        ] {
            let spec = OPTIONS.iter().find(|spec| spec.name == name).expect("declared");
            assert!(spec.parse(text).is_err(), "{name}: {text}");
        }
    }
}
