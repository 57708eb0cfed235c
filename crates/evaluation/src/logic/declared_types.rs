//! Reports declared types with invalid arguments, such as `Pattern[/(/]`.
//!
//! This module does not know values or documents.

use super::prepared::PreparedRules;
use super::rule::find_range;
use crate::diagnostic::{Diagnostic, Source, codes};
use crate::ecore::{Classifier, DataType, DataTypeId, PackageId};
use crate::evaluate::type_of_text;
use crate::language;
use std::ops::Range;
use std::sync::Arc;

impl PreparedRules {
    /// The problems of declared types whose arguments are invalid.
    pub(super) fn type_problems(&self) -> impl Iterator<Item = (PackageId, Diagnostic)> {
        let data_types = self.metamodel.data_types();
        let declared_types = data_types.filter(|(_, data)| !self.metamodel.is_built_in(data.package));
        declared_types.filter_map(|(id, data)| Some((data.package, self.type_problem(id, data)?)))
    }

    /// The problem of a type whose arguments are invalid; `None` if they are valid.
    fn type_problem(&self, id: DataTypeId, data: &DataType) -> Option<Diagnostic> {
        // A type is reported where it is declared, but not where another type is based on it.
        self.metamodel.type_text(id)?;
        let text = language::constraint_text(&self.metamodel, id)?;
        // The type is cached, so valid types are not parsed again.
        if self.data_type(id).is_some() {
            return None;
        }
        // The message shows the type inside `Optional`, which is the one with the arguments.
        let text = text.strip_prefix("Optional[").and_then(|text| text.strip_suffix(']')).unwrap_or(&text);
        let reason = type_of_text(text).err()?;
        let message = format!("the arguments of `{text}` are invalid: {reason}");
        let problem =
            Diagnostic::error(codes::BAD_TYPE_ARGUMENTS, message).help("correct the type's arguments");
        Some(match text_position(data, text) {
            Some((source, range)) => problem.at(source, range),
            None => problem.object(self.metamodel.qualified_name(Classifier::DataType(id))),
        })
    }
}

/// The position of a type's text, which is after the name of the element that declares it; `None` if the element was
/// not read from a text.
fn text_position<'d>(data: &'d DataType, text: &str) -> Option<(&'d Arc<Source>, Range<usize>)> {
    let origin = data.annotations.iter().map(|annotation| &annotation.origin).find(|o| o.source.is_some())?;
    let (source, start) = (origin.source.as_ref()?, *origin.offsets.first()? as usize);
    // The declaration starts with the name of the element; the type is on the same line.
    let type_name = text.split('[').next().unwrap_or(text);
    let text_after_start = source.text().get(start..)?;
    let name_offset = text_after_start.lines().next().and_then(|line| line.find(type_name));
    // If the text has another form in the source, its position is that of the type's name, or else that of the element.
    let range = match name_offset {
        Some(offset) => {
            let type_start = start + offset;
            let name_range = type_start..type_start + type_name.len();
            find_range(source.text(), type_start, text).unwrap_or(name_range)
        }
        None => start..source.word_end(start),
    };
    Some((source, range))
}
