//! A hash of settings: reads its values by name, and checks their types.

use crate::data::{Data, DataTree};
use crate::generated::bindings::RubyKind;
use modelwright_metamodel::diagnostic::{Diagnostic, Source, codes, nearest};
use std::ops::Range;
use std::sync::Arc;

/// The reason for which a configuration is invalid, with its position.
#[derive(Debug)]
pub(super) struct Problem {
    pub(super) range: Range<usize>,
    pub(super) message: String,
    pub(super) help: String,
    /// The position of an earlier setting, if the problem is that the two contradict each other.
    pub(super) first: Option<Range<usize>>,
}

impl Problem {
    /// The diagnostic of the problem in the text of a configuration.
    pub(super) fn into_diagnostic(self, source: &Arc<Source>) -> Diagnostic {
        let problem = Diagnostic::error(codes::HIERA_SETTING, self.message).at(source, self.range);
        let problem = match self.first {
            Some(first) => problem.label(source, first, "first here"),
            None => problem,
        };
        problem.help(self.help)
    }
}

/// What was read from a configuration, or the reason for which the configuration is invalid.
pub(super) type SettingsResult<T> = Result<T, Problem>;

/// The settings of one hash. If a symbol and a string have the same name, the last one counts.
#[derive(Debug)]
pub(super) struct Settings<'t> {
    range: Range<usize>,
    entries: Vec<(&'t str, &'t DataTree)>,
}

impl<'t> Settings<'t> {
    pub(super) fn empty(range: Range<usize>) -> Self {
        Self { range, entries: Vec::new() }
    }

    /// The settings in a value, which must be a hash whose keys are names.
    pub(super) fn new(tree: &'t DataTree) -> SettingsResult<Self> {
        let problem = |node: &DataTree, expected: &str, help: &str| Problem {
            range: node.range.clone(),
            message: format!("expected {expected}, found {}", node.kind.description()),
            help: help.to_owned(),
            first: None,
        };
        let Data::Hash(entries) = &tree.kind else {
            return Err(problem(tree, "a hash of settings", "write each setting as `name: value`"));
        };
        let mut settings = Vec::with_capacity(entries.len());
        for (key, value) in entries {
            match &key.kind {
                // Puppet converts symbols to strings before it validates settings, so `:path:` means `path`.
                Data::String(name) | Data::Ruby(RubyKind::Symbol, name) => {
                    settings.push((name.as_str(), value));
                }
                _ => return Err(problem(key, "the name of a setting", "write `name: value`")),
            }
        }
        Ok(Self { range: tree.range.clone(), entries: settings })
    }

    pub(super) fn range(&self) -> Range<usize> {
        self.range.clone()
    }

    pub(super) fn names(&self) -> impl Iterator<Item = &'t str> {
        self.entries.iter().map(|(name, _)| *name)
    }

    /// The settings whose values are texts, with their names.
    pub(super) fn all_texts(&self) -> Vec<(String, String)> {
        self.entries
            .iter()
            .filter_map(|(name, value)| match &value.kind {
                Data::String(text) => Some(((*name).to_owned(), text.clone())),
                _ => None,
            })
            .collect()
    }

    /// The value of a setting of any type.
    pub(super) fn get(&self, name: &str) -> Option<&'t DataTree> {
        // As in a Ruby hash, the last value of a key counts.
        self.entries.iter().rev().find(|(known, _)| *known == name).map(|(_, value)| *value)
    }

    /// A problem at the position of a setting, or of the entire hash if it does not have the setting.
    pub(super) fn problem(&self, name: &str, message: impl Into<String>, help: impl Into<String>) -> Problem {
        let range = self.get(name).map_or_else(|| self.range.clone(), |value| value.range.clone());
        Problem { range, message: message.into(), help: help.into(), first: None }
    }

    /// The problem of a setting whose value has the wrong type.
    fn mismatch(&self, name: &str, expected: &str) -> Problem {
        let found = self.get(name).map_or("nothing", |value| value.kind.description());
        let message = format!("`{name}` must be {expected}, found {found}");
        self.problem(name, message, format!("write {expected}, or remove the setting"))
    }

    /// Fails for a setting whose name is not allowed.
    pub(super) fn check_names(&self, allowed: &[&str]) -> SettingsResult<()> {
        for name in self.names() {
            if !allowed.contains(&name) {
                let help = match nearest(name, allowed.iter().copied()) {
                    Some(meant) => format!("did you mean `{meant}`?"),
                    None => format!("remove it; the settings here are {}", allowed.join(", ")),
                };
                return Err(self.problem(name, format!("there is no setting `{name}` here"), help));
            }
        }
        Ok(())
    }

    /// What `read` returns for a setting of the entire file for which null means the default, as if it were missing.
    pub(super) fn unless_null<T>(
        &self,
        name: &str,
        read: impl FnOnce(&Self, &str) -> SettingsResult<Option<T>>,
    ) -> SettingsResult<Option<T>> {
        match self.get(name) {
            Some(DataTree { kind: Data::Undef, .. }) => Ok(None),
            _ => read(self, name),
        }
    }

    /// The value of a setting that must be a text and not empty; `None` if it is missing. Null is an error.
    pub(super) fn text(&self, name: &str) -> SettingsResult<Option<&'t str>> {
        match self.get(name).map(|value| &value.kind) {
            None => Ok(None),
            Some(Data::String(text)) if !text.is_empty() => Ok(Some(text)),
            Some(_) => Err(self.mismatch(name, "a string that is not empty")),
        }
    }

    /// The text of a setting that must not be missing.
    pub(super) fn required_text(&self, name: &str) -> SettingsResult<&'t str> {
        let missing =
            // No setting has an empty name, so the problem is at the position of the entire hash.
            || self.problem("", format!("the setting `{name}` is missing"), format!("write `{name}: …`"));
        self.text(name)?.ok_or_else(missing)
    }

    /// The value of a setting that must be a list of texts, with at least one element.
    pub(super) fn texts(&self, name: &str) -> SettingsResult<Vec<String>> {
        let expected = "a list of strings that are not empty";
        let Some(Data::Array(items)) = self.get(name).map(|value| &value.kind) else {
            return Err(self.mismatch(name, expected));
        };
        let texts: Option<Vec<String>> = items
            .iter()
            .map(|item| match &item.kind {
                Data::String(text) if !text.is_empty() => Some(text.clone()),
                _ => None,
            })
            .collect();
        // Puppet's type for these settings requires at least one element.
        texts.filter(|texts| !texts.is_empty()).ok_or_else(|| self.mismatch(name, expected))
    }

    /// The value of a setting that is a text or a list of texts; `None` if the setting is missing or null.
    pub(super) fn text_or_texts(&self, name: &str) -> SettingsResult<Option<Vec<String>>> {
        match self.get(name).map(|value| &value.kind) {
            None | Some(Data::Undef) => Ok(None),
            // An empty list is not the same as a missing setting, for which there is a default.
            Some(Data::Array(items)) if items.is_empty() => Ok(Some(Vec::new())),
            Some(Data::Array(_)) => self.texts(name).map(Some),
            Some(_) => Ok(self.text(name)?.map(|text| vec![text.to_owned()])),
        }
    }

    /// The value of a setting that must be a hash of settings; `None` if it is missing. Null is an error.
    pub(super) fn hash(&self, name: &str) -> SettingsResult<Option<Settings<'t>>> {
        self.get(name).map(Settings::new).transpose()
    }

    /// The value of a setting that must be a list, whose items are not checked here; `None` if it is missing. Null is
    /// an error.
    pub(super) fn list(&self, name: &str) -> SettingsResult<Option<Vec<&'t DataTree>>> {
        match self.get(name).map(|value| &value.kind) {
            None => Ok(None),
            Some(Data::Array(items)) => Ok(Some(items.iter().collect())),
            Some(_) => Err(self.mismatch(name, "a list of levels")),
        }
    }
}
