//! Accounts as texts for people.

use super::{Account, Considered, Verdict};
use crate::bindings::values::excerpt;
use std::fmt;

/// How many bindings of each kind are shown.
const SHOWN: usize = 12;

impl fmt::Display for Account {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let answer = match &self.answer {
            Ok(Some(value)) => excerpt(value),
            Ok(None) => "is not bound".to_owned(),
            Err(problem) => format!("has no value: {}", problem.message),
        };
        writeln!(f, "{}: {answer}", self.key)?;
        let of = |wanted: fn(&Verdict) -> bool| self.bindings.iter().filter(move |one| wanted(&one.verdict));
        let is_top = |verdict: &Verdict| {
            matches!(verdict, Verdict::Used | Verdict::Conflict | Verdict::Abstract | Verdict::Removes)
        };
        section(f, "from", of(is_top))?;
        section(f, "contributions", self.contributions.iter().filter(|one| one.verdict == Verdict::Used))?;
        section(f, "above it, without a value", of(|verdict| *verdict == Verdict::NoValue))?;
        let is_beaten = |verdict: &Verdict| {
            matches!(
                verdict,
                Verdict::HigherLayer | Verdict::HigherCategory | Verdict::Renamed | Verdict::Satisfied
            )
        };
        section(f, "beats", of(is_beaten))?;
        let is_elsewhere =
            |verdict: &Verdict| matches!(verdict, Verdict::Elsewhere(_) | Verdict::UnknownCategory);
        let contributions = self.contributions.iter().filter(|one| is_elsewhere(&one.verdict));
        section(f, "does not apply", of(is_elsewhere).chain(contributions))?;
        if let Some(nearest) = &self.nearest {
            writeln!(f, "  did you mean `{nearest}`?")?;
        }
        if let Some(plain) = &self.plain {
            return write!(
                f,
                "  no binding of the parameter has a value, so its plain name is looked up:\n{plain}"
            );
        }
        let one = |(name, value): &(String, Option<String>)| match value {
            Some(value) => format!("{name} {value}"),
            None => format!("{name} (none)"),
        };
        let categories: Vec<String> = self.categories.iter().map(one).collect();
        writeln!(f, "  this node is in {}", categories.join(", "))?;
        let node =
            self.categories.iter().find(|(name, _)| name == "node").and_then(|(_, value)| value.as_ref());
        if let (Some(node), Some(layer)) = (node, &self.top_layer) {
            writeln!(f, "  to change it for this node only: when node '{node}' in the layer {layer}")?;
        }
        Ok(())
    }
}

fn section<'c>(
    f: &mut fmt::Formatter<'_>,
    title: &str,
    bindings: impl Iterator<Item = &'c Considered>,
) -> fmt::Result {
    let bindings: Vec<&Considered> = bindings.collect();
    if bindings.is_empty() {
        return Ok(());
    }
    writeln!(f, "  {title}")?;
    for binding in bindings.iter().take(SHOWN) {
        writeln!(f, "    {binding}")?;
    }
    if bindings.len() > SHOWN {
        writeln!(f, "    and {} more", bindings.len() - SHOWN)?;
    }
    Ok(())
}

impl fmt::Display for Considered {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let condition = if self.condition.is_empty() { "common" } else { &self.condition };
        write!(f, "{}: {}, {condition} in the layer {}", self.place, self.producer, self.layer)?;
        match &self.verdict {
            Verdict::Used | Verdict::Elsewhere(_) => {}
            verdict => write!(f, " ({})", verdict.reason())?,
        }
        if let Verdict::Elsewhere(needed) = &self.verdict {
            for (category, value, has) in needed {
                match has {
                    Some(has) => write!(f, "; {category} must be {value}, it is {has}")?,
                    None => write!(f, "; {category} must be {value}, it has no value")?,
                }
            }
        }
        Ok(())
    }
}

impl Verdict {
    /// The verdict in a few words.
    #[must_use]
    pub fn reason(&self) -> &'static str {
        match self {
            Self::Used => "used",
            Self::Conflict => "in conflict",
            Self::Abstract => "requires another binding",
            Self::Satisfied => "a binding with a value has the same precedence",
            Self::NoValue => "optional",
            Self::HigherLayer => "lower layer",
            Self::HigherCategory => "lower category",
            Self::Renamed => "has another name",
            Self::Removes => "has another name now",
            Self::Elsewhere(_) => "does not apply",
            Self::UnknownCategory => "unknown category",
        }
    }
}
