//! Reports content of elements that EMF does not read, and that this program does not read either.
//!
//! Invariant: such content causes warnings only, because EMF loads the document without reporting a problem.

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
        // The label covers the first line only; a paragraph would fill the terminal.
        let line = content.lines().next().unwrap_or_default();
        let shown = shorten(line);
        let class = &self.metamodel[self.loader.model().class(object)].name;
        let message = format!("the text `{shown}` in an object of class {class} is ignored");
        let help = match &self.detached {
            Some(Detached { object: detached, feature }) if *detached == object => {
                let name = self.metamodel[*feature].name();
                format!("write the reference as an attribute of the element around it: `{name}=\"{shown}\"`")
            }
            _ => {
                "write a value as an attribute of the element, or in an element with the name of its feature"
                    .to_owned()
            }
        };
        self.push_ignored(message, help, start, line.len());
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

    /// Adds a warning about ignored content of `len` bytes, up to the end of its last character.
    fn push_ignored(&mut self, message: String, help: String, offset: usize, len: usize) {
        // `len` may end inside a character, because the text of a value can be shorter in the model than in the
        // document.
        let text = self.source.text();
        let end = (offset + len..text.len())
            .find(|position| text.is_char_boundary(*position))
            .unwrap_or(text.len());
        self.push(
            Diagnostic::warning(codes::IGNORED_CONTENT, message).at(self.source, offset..end).help(help),
        );
    }
}
