//! The first element of a document: the version of XMI, the declarations, and the roots.
//!
//! Invariant: XMI 1 and line ends of XML 1.1 are rejected here, so the rest of the reader meets neither.

use super::{Frame, Reader};
use crate::diagnostic::{Diagnostic, codes};
use crate::input::declared_version;
use crate::model::{XmiHeader, uri};
use crate::xmi::names::{XMI_NAMESPACE_START, schema_locations, split};
use crate::xmi::roles::Role;
use crate::xmi::xml::Attribute;
use std::borrow::Cow;

impl<'s> Reader<'s, '_, '_> {
    /// Starts the first element, which determines whether the document is read.
    pub(super) fn start_first_element(
        &mut self,
        name: &'s str,
        offset: usize,
        attributes: &[Attribute<'s>],
    ) -> Frame<'s> {
        if self.check_first_element(name, offset, attributes) {
            self.start_root(name, offset, attributes)
        } else {
            Frame::Skipped
        }
    }

    /// Records the declarations of the first element. Returns whether the document can be read: it must be XMI 2,
    /// without the ends of lines that only XML 1.1 has.
    pub(in crate::xmi::read) fn check_first_element(
        &mut self,
        name: &'s str,
        offset: usize,
        attributes: &[Attribute<'s>],
    ) -> bool {
        // XMI 1 has a point in this name, XMI 2 a colon.
        if let Some(version) = attributes.iter().find(|a| a.name == "xmi.version") {
            let message = format!("this is XMI {}, whose rules differ from XMI 2", version.value);
            self.push(
                Diagnostic::error(codes::XMI_1, message)
                    .at(self.source, offset..offset + name.len() + 1)
                    .help("export the model as XMI 2.0"),
            );
            return false;
        }
        self.record_document_attributes(attributes);
        // EMF preserves the document's spelling of the encoding only if the first element is not that of an
        // object, and the version of XML only if it is.
        if split(name).1 != "XMI" {
            let document = self.loader.document_mut();
            if let Some(encoding) = &mut document.encoding {
                encoding.make_ascii_uppercase();
            }
            document.xml_version = declared_version(self.source.text().as_bytes());
        }
        self.check_line_ends()
    }

    /// Rejects the ends of lines that only XML 1.1 has; returns whether there are none.
    fn check_line_ends(&mut self) -> bool {
        let text = self.source.text();
        if declared_version(text.as_bytes()).as_deref() != Some("1.1") {
            return true;
        }
        let Some((position, end)) = text.char_indices().find(|(_, c)| matches!(c, '\u{85}' | '\u{2028}'))
        else {
            return true;
        };
        let code = u32::from(end);
        let message = format!("U+{code:04X} ends a line in XML 1.1, which is not supported");
        let help = format!("write a line feed, or `&#x{code:X};` for the character itself");
        let problem = Diagnostic::error(codes::XML_SYNTAX, message)
            .at(self.source, position..position + end.len_utf8());
        self.push(problem.help(help));
        false
    }

    /// Records in the document what the first element declares: the version of XMI and the locations of schemas.
    fn record_document_attributes(&mut self, attributes: &[Attribute<'s>]) {
        // EMF ignores `xmi:version`; the namespace alone gives the version.
        let version = self.namespaces.uri("xmi").and_then(|uri| uri.strip_prefix(XMI_NAMESPACE_START));
        // Version 2.0 is the default, which a document without a header has.
        if let Some(version) = version.filter(|version| *version != "2.0") {
            let (version, namespace) = (version.to_owned(), format!("{XMI_NAMESPACE_START}{version}"));
            self.loader.document_mut().xmi = Some(XmiHeader { version, namespace });
        }
        let document = self.loader.document_mut();
        for attribute in attributes {
            match attribute.name {
                "xsi:schemaLocation" => document.schema_locations = schema_locations(&attribute.value),
                "xsi:noNamespaceSchemaLocation" => {
                    document.no_namespace_schema_location = Some(attribute.value.clone().into_owned());
                }
                _ => continue,
            }
            document.declares_locations = true;
        }
    }

    /// Starts the element of a root: an object, or the wrapper `xmi:XMI` around several roots.
    pub(super) fn start_root(
        &mut self,
        name: &'s str,
        offset: usize,
        attributes: &[Attribute<'s>],
    ) -> Frame<'s> {
        if split(name).1 == "XMI" {
            return Frame::Wrapper;
        }
        // The location is checked for each root, when EMF loads the package: it may be in this document, among the
        // objects read before.
        self.check_bare_location(offset + 1, name.len());
        // The name of a root determines its class; `xsi:type` has no effect there.
        let Some(class) = self.class(&Cow::Borrowed(name), offset + 1) else { return Frame::Skipped };
        let Some(link) = self.link(class, attributes) else {
            let object = self.loader.create(class, offset);
            self.loader.root(object);
            self.read_attributes(object, class, attributes);
            return Frame::Object(object);
        };
        // References to the element refer to its target; the element is written unchanged.
        let address = match link.role {
            Role::Reference => Cow::Owned(format!("#{}", link.value)),
            _ => Cow::Borrowed(&*link.value),
        };
        let object = self.loader.proxy(class, &uri::resolve(&self.base, &address));
        // EMF keeps the values of such a root, although its target replaces it in references.
        self.loader.add_proxy_slots(object);
        self.loader.root(object);
        let other_attributes = self.without_links(class, attributes);
        self.read_attributes(object, class, &other_attributes);
        Frame::Object(object)
    }
}
