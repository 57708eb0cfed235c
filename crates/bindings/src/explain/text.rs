//! Prints accounts for people, as tables of bindings.

use super::{Account, BindingAccount, LayerAccount, LayerEffect, Verdict};
use crate::values::excerpt;
use std::fmt;

/// The maximum number of rows that a section shows.
const MAX_SHOWN_ROWS: usize = 12;
/// The maximum number of locations or files of a layer that are shown.
const MAX_SHOWN_LOCATIONS: usize = 3;
/// The maximum width to which a column is padded.
const MAX_COLUMN_WIDTH: usize = 64;

/// The columns for a binding: its position, its value or producer, its condition and layer, and the reason for its
/// verdict.
type Row = [String; 4];

impl fmt::Display for Account {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let answer = match &self.answer {
            Ok(Some(value)) => excerpt(value),
            Ok(None) => "is not bound".to_owned(),
            Err(problem) => format!("has no value: {}", problem.message),
        };
        writeln!(f, "{}: {answer}", self.key)?;
        let sections = self.sections();
        // The widths are common to all sections, so that their columns are aligned.
        let mut widths = [0; 4];
        for row in sections.iter().flat_map(|(_, rows, _)| rows) {
            for (width, cell) in widths.iter_mut().zip(row) {
                *width = (*width).max(cell.chars().count().min(MAX_COLUMN_WIDTH));
            }
        }
        for (title, rows, hidden_count) in &sections {
            writeln!(f, "  {title}")?;
            rows.iter().try_for_each(|row| write_row(f, row, &widths))?;
            if *hidden_count > 0 {
                writeln!(f, "    and {hidden_count} more")?;
            }
        }
        if let Some(nearest) = &self.nearest {
            writeln!(f, "  did you mean `{nearest}`?")?;
        }
        self.write_layers(f)?;
        let categories = self.categories.iter().map(|(name, value)| match value {
            Some(value) => format!("{name} {value}"),
            None => format!("{name} (none)"),
        });
        writeln!(f, "  this node is in\n    {}", categories.collect::<Vec<_>>().join(", "))?;
        self.write_change(f)
    }
}

/// The accounts whose verdict is wanted.
fn with_verdict(accounts: &[BindingAccount], is_wanted: fn(&Verdict) -> bool) -> Vec<&BindingAccount> {
    accounts.iter().filter(|account| is_wanted(&account.verdict)).collect()
}

impl Account {
    /// The sections: the title, the rows, and the number of rows that are left out.
    fn sections(&self) -> Vec<(&'static str, Vec<Row>, usize)> {
        let bindings = |is_wanted| with_verdict(&self.bindings, is_wanted);
        let contributions = |is_wanted| with_verdict(&self.contributions, is_wanted);
        let mut almost_applied = bindings(Verdict::is_elsewhere);
        almost_applied.extend(contributions(Verdict::is_elsewhere));
        let sections = [
            ("from", bindings(Verdict::is_final)),
            ("contributions", contributions(|verdict| *verdict == Verdict::Used)),
            ("above it, without a value", bindings(|verdict| *verdict == Verdict::NoValue)),
            ("beats", bindings(Verdict::is_beaten)),
            ("almost applied", almost_applied),
        ];
        let shown_sections = sections.into_iter().filter(|(_, accounts)| !accounts.is_empty());
        let shown_sections = shown_sections.map(|(title, accounts)| {
            let mut rows = joined(&accounts);
            let hidden_count = rows.len().saturating_sub(MAX_SHOWN_ROWS);
            rows.truncate(MAX_SHOWN_ROWS);
            (title, rows, hidden_count)
        });
        shown_sections.collect()
    }

    /// Writes the layers, with their effects and locations in columns.
    fn write_layers(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "  layers, the highest first")?;
        let names = self.layers.iter().map(|layer| layer.name.chars().count());
        let name_width = names.max().unwrap_or(0).min(MAX_COLUMN_WIDTH);
        let effects = self.layers.iter().map(|layer| layer.effect.text().chars().count());
        let effect_width = effects.max().unwrap_or(0);
        for LayerAccount { name, locations, effect, .. } in &self.layers {
            let effect = effect.text();
            let line = format!("    {name:name_width$}  {effect:effect_width$}  {}", first_texts(locations));
            writeln!(f, "{}", line.trim_end())?;
        }
        Ok(())
    }

    /// Writes how the answer can be changed for this node only, and which layers can change it at all.
    fn write_change(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "  to change it")?;
        if let Some(change) = &self.change {
            writeln!(f, "    for this node only: {}", change.text)?;
            match &change.file {
                Some(file) => writeln!(f, "      in the layer {}, such as in {file}", change.layer)?,
                None => writeln!(f, "      in the layer {}", change.layer)?,
            }
        }
        let deciding_index = self.layers.iter().position(|layer| layer.effect == LayerEffect::Decides);
        // A binding in a layer below the one that determines the answer would be hidden.
        let effective = &self.layers[..deciding_index.map_or(self.layers.len(), |index| index + 1)];
        let names: Vec<String> = effective.iter().map(|layer| layer.name.clone()).collect();
        let noun = if names.len() == 1 { "layer" } else { "layers" };
        let place_of_declaration =
            self.layers.iter().map(|layer| layer.place.as_str()).find(|place| !place.is_empty());
        write!(f, "    by those who may write the {noun} {}", names.join(", "))?;
        match place_of_declaration {
            Some(place) => writeln!(f, ", or the list of layers at {place}"),
            None => writeln!(f),
        }
    }
}

/// The rows for bindings. The alternatives of a binding share one row.
fn joined(bindings: &[&BindingAccount]) -> Vec<Row> {
    let mut rows: Vec<(Row, usize)> = Vec::new();
    for binding in bindings {
        let row = row(binding);
        match rows.last_mut() {
            // The alternatives of a binding follow each other, and have the same place and producer.
            Some((last, alternative_count)) if last[..2] == row[..2] => *alternative_count += 1,
            _ => rows.push((row, 0)),
        }
    }
    rows.into_iter().map(with_alternatives).collect()
}

/// Adds the number of further alternatives of its binding to the reason of a row.
fn with_alternatives((mut row, alternative_count): (Row, usize)) -> Row {
    let [.., reason] = &mut row;
    // If the binding is used, it does not matter which of its alternatives holds.
    if alternative_count > 0 && !reason.is_empty() {
        *reason = format!("{reason}; or one of {alternative_count} alternatives");
    }
    row
}

/// The first texts of a list, joined by commas, and the number of the other texts.
fn first_texts(texts: &[String]) -> String {
    let shown_texts =
        texts.iter().take(MAX_SHOWN_LOCATIONS).map(String::as_str).collect::<Vec<_>>().join(", ");
    match texts.len().saturating_sub(MAX_SHOWN_LOCATIONS) {
        0 => shown_texts,
        hidden_count => format!("{shown_texts} and {hidden_count} more"),
    }
}

/// The row of a binding.
fn row(binding: &BindingAccount) -> Row {
    let condition = if binding.condition.is_empty() { "common" } else { &binding.condition };
    let reason = match &binding.verdict {
        Verdict::Used => String::new(),
        Verdict::Elsewhere(unsatisfied) => {
            unsatisfied.iter().map(text_of_need).collect::<Vec<_>>().join("; ")
        }
        verdict => verdict.reason().to_owned(),
    };
    let place = binding.place.clone();
    [place, binding.producer.clone(), format!("{condition}, layer {}", binding.layer), reason]
}

/// The sentence about a category whose value for the node differs from the value that a binding requires.
fn text_of_need((category, value, value_of_node): &(String, String, Option<String>)) -> String {
    match value_of_node {
        Some(value_of_node) => format!("{category} must be {value}, it is {value_of_node}"),
        None => format!("{category} must be {value}, it has no value"),
    }
}

/// Writes a row, whose cells are padded to the widths of the columns.
fn write_row(f: &mut fmt::Formatter<'_>, row: &Row, widths: &[usize; 4]) -> fmt::Result {
    let cells = row.iter().zip(widths).map(|(cell, width)| format!("{cell:width$}"));
    let line = cells.collect::<Vec<_>>().join("  ");
    writeln!(f, "    {}", line.trim_end())
}

impl fmt::Display for BindingAccount {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [place, producer, condition_and_layer, reason] = row(self);
        write!(f, "{place}: {producer}, {condition_and_layer}")?;
        if reason.is_empty() { Ok(()) } else { write!(f, "; {reason}") }
    }
}

impl LayerEffect {
    /// The text of the effect in a column.
    #[must_use]
    pub fn text(self) -> &'static str {
        match self {
            Self::Decides => "decides",
            Self::Contributes => "contributes",
            Self::Passes => "has no binding that applies",
            Self::Hidden => "is hidden",
            Self::None => "-",
        }
    }
}

impl Verdict {
    /// Whether another binding hides or replaces this one.
    fn is_beaten(&self) -> bool {
        matches!(
            self,
            Self::HigherLayer | Self::HigherCategory | Self::Renamed | Self::Satisfied | Self::Excluded
        )
    }

    /// The text of the reason for the verdict in a column.
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
            Self::Excluded => "excluded",
            Self::Elsewhere(_) => "does not apply",
            Self::UnknownCategory => "unknown category",
        }
    }
}
