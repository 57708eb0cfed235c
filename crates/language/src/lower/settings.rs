//! Reads the values of settings and reports invalid ones.

use super::{Context, Location, Lowerer, other_settings};
use crate::diagnostic::{Diagnostic, codes, nearest};
use crate::ecore::TypedElement;
use crate::syntax::ast::{Setting, Settings, TypeKind, Value, ValueKind};
use std::borrow::Cow;

/// What the value of a setting must be.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum SettingForm {
    Boolean,
    Text,
    Minimum,
    Maximum,
    /// The value of a default: of a simple type, or the name of a literal.
    Default,
    Name,
    Type,
    TypeOfSingleValues,
    DataType,
    ListOfTypes,
    Facets,
}

impl SettingForm {
    /// The description in messages, after "must be".
    const fn description(self) -> &'static str {
        match self {
            Self::Boolean => "true or false",
            Self::Text => "a string",
            Self::Minimum => "a whole number from 0",
            Self::Maximum => "a whole number from 1, or unbound",
            Self::Default => "a number, a string, true, false or a name",
            Self::Name => "a name",
            Self::Type => "a type",
            Self::TypeOfSingleValues => "a type of single values",
            Self::DataType => "a data type, not a class",
            Self::ListOfTypes => "a list of types",
            Self::Facets => "a map of facets",
        }
    }

    /// An example of a value.
    const fn example(self) -> &'static str {
        match self {
            Self::Boolean => "true",
            Self::Text | Self::Default => "'text'",
            Self::Minimum => "1",
            Self::Maximum => "unbound",
            Self::Name => "name",
            Self::Type | Self::TypeOfSingleValues | Self::DataType => "String",
            Self::ListOfTypes => "[String]",
            Self::Facets => "{ maxLength => '10' }",
        }
    }

    /// The value that was probably meant, if it is written in another form, such as `yes` or `'5'`; otherwise `None`.
    fn likely_value(self, value: &Value<'_>) -> Option<String> {
        let text = match &value.kind {
            ValueKind::String(text) | ValueKind::Number(text) => Some(text.clone()),
            _ => simple_name(value),
        };
        match self {
            Self::Boolean => match text?.to_lowercase().as_str() {
                "false" | "no" | "off" | "0" | "n" => Some("false".to_owned()),
                "true" | "yes" | "on" | "1" | "y" => Some("true".to_owned()),
                _ => None,
            },
            Self::Minimum => Some(whole_number(&text?)?.to_string()),
            Self::Maximum => {
                let number = whole_number(&text?)?;
                (number > 0).then(|| number.to_string())
            }
            Self::Default => name_of_literal(value),
            _ => None,
        }
    }
}

/// A number from digits or from a word for a small number.
fn whole_number(text: &str) -> Option<u32> {
    let words = ["zero", "one", "two", "three", "four", "five"];
    let lower = text.to_lowercase();
    match (0..).zip(words).find(|(_, word)| *word == lower) {
        Some((number, _)) => Some(number),
        None => text.parse().ok(),
    }
}

impl Lowerer<'_> {
    /// Reports settings that the declaration does not support or that occur twice. `allowed` are lists of the supported
    /// ones; `noun` describes the declaration.
    pub(super) fn check_settings(
        &mut self,
        context: &Context,
        settings: &Settings<'_>,
        allowed: &[&[&str]],
        noun: &str,
    ) {
        let is_alone = settings.list.len() == 1;
        // At most one entry for each allowed setting.
        let mut seen: Vec<(&str, Location)> = Vec::new();
        for setting in &settings.list {
            let name = &*setting.name.text;
            let location = Location { file: context.file, span: setting.name.span };
            if !allowed.iter().any(|names| names.contains(&name)) {
                let is_false = matches!(setting.value.kind, ValueKind::Boolean(false));
                let message = format!("{noun} has no setting `{name}`");
                self.error(
                    codes::UNKNOWN_SETTING,
                    location,
                    message,
                    help_for_unknown_setting(name, is_false, &allowed.concat()),
                );
                continue;
            }
            // Most declarations have one setting, which needs no list.
            if is_alone {
                continue;
            }
            // The two words of each pair are the same setting.
            let key = match name {
                "settable" => "setable",
                "validate" => "check",
                other => other,
            };
            let Some((_, first)) = seen.iter().find(|(name, _)| *name == key) else {
                seen.push((key, location));
                continue;
            };
            let diagnostic =
                Diagnostic::error(codes::BAD_SETTING, format!("the setting `{name}` is given twice"))
                    .label(&self.sources[location.file], location.span.range(), "again here")
                    .label(&self.sources[first.file], first.span.range(), "first here")
                    .help("remove one of them");
            self.diagnostics.push(diagnostic);
        }
    }

    /// Reports the value of a setting that is not of the expected form.
    pub(super) fn wrong_value(&mut self, context: &Context, setting: &Setting<'_>, expected: SettingForm) {
        if matches!(setting.value.kind, ValueKind::Logic | ValueKind::Invalid) {
            return;
        }
        let location = Location { file: context.file, span: setting.value.span };
        let description = described(&setting.value);
        let form = expected.description();
        let message = format!("the setting `{}` must be {form}, but is {description}", setting.name.text);
        let likely_value = expected.likely_value(&setting.value);
        let example = likely_value.unwrap_or_else(|| expected.example().to_owned());
        let help = format!("write `{} => {example}`", setting.name.text);
        self.error(codes::BAD_SETTING, location, message, help);
    }

    /// The value of a setting that is true or false; `None` if it is missing. Reports any other value.
    pub(super) fn flag(
        &mut self,
        context: &Context,
        settings: &Settings<'_>,
        names: &[&str],
    ) -> Option<bool> {
        let setting = settings.find(names)?;
        if let ValueKind::Boolean(value) = setting.value.kind {
            return Some(value);
        }
        self.wrong_value(context, setting, SettingForm::Boolean);
        None
    }

    /// The value of a setting that is a string; `None` if it is missing. Reports any other value.
    pub(super) fn text(&mut self, context: &Context, settings: &Settings<'_>, name: &str) -> Option<String> {
        let setting = settings.find(&[name])?;
        if let ValueKind::String(value) = &setting.value.kind {
            return Some(value.to_string());
        }
        self.wrong_value(context, setting, SettingForm::Text);
        None
    }

    /// The bounds declared by `min` and `max`, or else those that the type determines, as in `Array[T, lo, hi]`.
    pub(super) fn bounds(
        &mut self,
        context: &Context,
        settings: &Settings<'_>,
        type_bounds: Option<(i32, i32)>,
    ) -> (i32, i32) {
        let error_count = self.diagnostics.error_count();
        let min = settings.find(&["min"]).and_then(|setting| self.bound(context, setting));
        let max = settings.find(&["max"]).and_then(|setting| self.bound(context, setting));
        // If a wrong bound was reported, contradictions with the type are not.
        if self.diagnostics.error_count() > error_count {
            return (0, 1);
        }
        let (lower, upper) = match (min, max) {
            (None, None) => return type_bounds.unwrap_or((0, 1)),
            // A minimum above 1 without a maximum only makes sense if the list is unlimited.
            (Some(min), None) if min > 1 => (min, -1),
            (min, max) => (min.unwrap_or(0), max.unwrap_or(1)),
        };
        let Some(setting) = settings.find(&["max"]).or_else(|| settings.find(&["min"])) else {
            return (lower, upper);
        };
        let location = Location { file: context.file, span: setting.name.span.to(setting.value.span) };
        if upper > 0 && lower > upper {
            let message =
                format!("the minimum number of values, {lower}, is greater than the maximum, {upper}");
            self.error(codes::BAD_BOUNDS, location, message, "`min` must not be greater than `max`");
            return (0, 1);
        }
        if let Some((low, high)) = type_bounds
            && (low, high) != (lower, upper)
        {
            let message = format!(
                "the settings allow {} values, but the type allows {}",
                range_text(lower, upper),
                range_text(low, high)
            );
            self.error(codes::BAD_BOUNDS, location, message, "write the multiplicity only once");
        }
        (lower, upper)
    }

    /// One bound: a number, or a keyword for an unlimited `max`. `None` for any other value, which is reported.
    fn bound(&mut self, context: &Context, setting: &Setting<'_>) -> Option<i32> {
        let is_max = setting.name.text == "max";
        let expected = if is_max { SettingForm::Maximum } else { SettingForm::Minimum };
        let name = simple_name(&setting.value);
        match (&setting.value.kind, name.as_deref()) {
            (ValueKind::Number(text), _) => match text.parse::<i32>() {
                Ok(count) if count >= i32::from(is_max) => return Some(count),
                _ => {
                    let location = Location { file: context.file, span: setting.value.span };
                    let name = &setting.name.text;
                    let message = format!("`{name}` must be {}, but is {text}", expected.description());
                    let help = match &**text {
                        "-1" if is_max => "write `max => unbound` for any number of values",
                        text if text.contains('.') => {
                            "`min` and `max` count values; the bounds of a value are in its type, such as `Float[0.0, 1.0]`"
                        }
                        _ => "correct the number",
                    };
                    self.error(codes::BAD_BOUNDS, location, message, help);
                }
            },
            (_, Some("unbound" | "unbounded")) if is_max => return Some(-1),
            // `.ecore` files may contain an unspecified maximum.
            (_, Some("unspecified")) if is_max => return Some(TypedElement::UNSPECIFIED),
            _ => self.wrong_value(context, setting, expected),
        }
        None
    }

    /// The default value as Ecore stores it: the text of the literal. `None` if there is none, or the value is invalid,
    /// which is reported.
    pub(super) fn default_literal(&mut self, context: &Context, settings: &Settings<'_>) -> Option<String> {
        let setting = settings.find(&["default"])?;
        match &setting.value.kind {
            ValueKind::Boolean(value) => Some(value.to_string()),
            ValueKind::Number(text) | ValueKind::String(text) => Some(text.to_string()),
            // `undef` means no default value, which Ecore expresses by a missing literal.
            ValueKind::Undef => None,
            _ => match simple_name(&setting.value) {
                Some(name) => Some(name.into_owned()),
                None => {
                    self.wrong_value(context, setting, SettingForm::Default);
                    None
                }
            },
        }
    }
}

/// The name in a value that consists of a single name; `None` for other values.
pub(super) fn simple_name<'t>(value: &Value<'t>) -> Option<Cow<'t, str>> {
    let ValueKind::Type(ty) = &value.kind else { return None };
    let TypeKind::Named { path, arguments, parameters } = ty.kind() else { return None };
    let is_simple = path.only_name().is_some() && arguments.is_empty() && parameters.is_none();
    is_simple.then_some(path.last.text)
}

/// The name of a literal in a value that also contains its type, such as `Genre::novel`; `None` for other values.
fn name_of_literal(value: &Value<'_>) -> Option<String> {
    let ValueKind::Type(ty) = &value.kind else { return None };
    let TypeKind::Named { path, .. } = ty.kind() else { return None };
    Some(path.last.text.into_owned())
}

/// A description of a value for messages.
fn described(value: &Value<'_>) -> String {
    match &value.kind {
        ValueKind::Undef => "undef".to_owned(),
        ValueKind::Boolean(value) => value.to_string(),
        ValueKind::Number(text) => text.to_string(),
        ValueKind::String(_) => "a string".to_owned(),
        ValueKind::List(_) => "a list".to_owned(),
        ValueKind::Map(_) => "a map".to_owned(),
        ValueKind::Type(_) => simple_name(value).map_or("a type".to_owned(), |name| format!("`{name}`")),
        ValueKind::Logic => "an expression".to_owned(),
        ValueKind::Invalid => "unreadable".to_owned(),
    }
}

/// The text of a range of the number of values.
fn range_text(lower: i32, upper: i32) -> String {
    if upper < 0 { format!("{lower}..unbound") } else { format!("{lower}..{upper}") }
}

/// Advice about a setting that a declaration does not have. With `is_false`, its value is `false`.
fn help_for_unknown_setting(name: &str, is_false: bool, allowed: &[&str]) -> String {
    // With the value `false`, a word such as `required` means the opposite setting.
    let other_language = if is_false {
        other_settings::meant_if_false(name)
    } else {
        other_settings::meant_setting(name, allowed)
    };
    match other_language {
        Some(other_settings::COMMENT) => {
            "write the text as a comment that starts with `#`, on the line above".to_owned()
        }
        Some(meant) if meant.contains('[') => format!("express this by the type, such as `{meant}`"),
        Some(meant) => format!("write `{meant}`"),
        None => match nearest(name, allowed.iter().copied()) {
            Some(nearest) => format!("did you mean `{nearest}`?"),
            None if allowed.is_empty() => "remove the setting".to_owned(),
            None => format!("its settings are {}", allowed.join(", ")),
        },
    }
}
