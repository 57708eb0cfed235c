//! Reports content of elements that EMF does not read, and that this program does not read either.
//!
//! Invariant: such content causes warnings only, because EMF loads the document without a complaint, except where it also
//! leaves a reference that cannot be stored.

use super::{Detached, Reader};
use crate::diagnostic::{Diagnostic, codes, shorten};
use crate::ecore::FeatureId;
use crate::model::ObjectId;
use crate::xmi::roles::Role;
use crate::xmi::xml::Attribute;

impl<'s> Reader<'s, '_, '_> {
    /// Reports text directly in the element of an object, unless it is blank.
    pub(super) fn report_ignored_text(&mut self, object: ObjectId, text: &str, offset: usize) {
        let content = text.trim();
        if content.is_empty() {
            return;
        }
        let start = offset + (text.len() - text.trim_start().len());
        let line = content.lines().next().unwrap_or_default();
        let shown = shorten(line);
        if let Some(Detached { object: detached, holder, feature }) = self.detached
            && detached == object
        {
            // The reference without a target is not reported, too.
            self.unread_values.push((holder, feature));
            let message = format!(
                "{} must be an attribute of the element around it, found an element with a text",
                self.metamodel.feature_label(feature)
            );
            let help = format!("write `{}=\"{shown}\"`", self.metamodel[feature].name());
            let problem = Diagnostic::error(codes::BAD_VALUE, message);
            return self.push(problem.at(self.source, start..start + line.len()).help(help));
        }
        let class = &self.metamodel[self.loader.model().class(object)].name;
        let message = format!("the text `{shown}` in an object of class {class} is ignored");
        let help =
            "write a value as an attribute of the element, or in an element with the name of its feature";
        self.push_ignored(message, help.to_owned(), start, line.len());
    }

    /// Reports attributes of an element that is the value of a feature, other than those of XMI.
    pub(super) fn report_ignored_attributes(&mut self, feature: FeatureId, attributes: &[Attribute<'s>]) {
        for attribute in attributes.iter().filter(|attribute| attribute.role == Role::Plain) {
            let label = self.metamodel.feature_label(feature);
            let name = self.metamodel[feature].name();
            let message = format!("the attribute `{}` in a value of {label} is ignored", attribute.name);
            let help = format!(
                "write the value as the element's text: `<{name}>{}</{name}>`",
                shorten(&attribute.value)
            );
            self.push_ignored(message, help, attribute.offset, attribute.value.len().max(1));
        }
    }

    /// Reports several references in a feature with one value.
    pub(super) fn report_ignored_references(&mut self, feature: FeatureId, attribute: &Attribute<'s>) {
        let label = self.metamodel.feature_label(feature);
        let message = format!("{label} refers to one object, so only one of these references is read");
        let help = "remove the others".to_owned();
        self.push_ignored(message, help, attribute.offset, attribute.value.len().max(1));
    }

    fn push_ignored(&mut self, message: String, help: String, offset: usize, len: usize) {
        // The text of a value can be shorter in the model than in the document.
        let text = self.source.text();
        let end = (offset + len..text.len()).find(|at| text.is_char_boundary(*at)).unwrap_or(text.len());
        self.push(
            Diagnostic::warning(codes::IGNORED_CONTENT, message).at(self.source, offset..end).help(help),
        );
    }
}
