//! The attributes of an element that are XMI's or XML Schema's, and say what the element is.

use super::Reader;
use crate::xmi::names::{XSI_NAMESPACE, is_xmi, split};
use crate::xmi::xml::Attribute;

/// What an element says of itself.
#[derive(Debug, Default, Clone, Copy)]
pub(super) struct Special<'a, 's> {
    /// `xsi:type` or `xmi:type`.
    pub(super) class: Option<&'a Attribute<'s>>,
    /// `xsi:nil="true"`.
    pub(super) nil: bool,
    /// `xmi:idref`.
    pub(super) idref: Option<&'a Attribute<'s>>,
    /// `href`, where the element is a reference.
    pub(super) href: Option<&'a Attribute<'s>>,
}

impl<'s> Reader<'s, '_, '_> {
    /// Finds them in one pass, since every element is asked; the first of each kind counts.
    pub(super) fn special<'a>(&self, attributes: &'a [Attribute<'s>]) -> Special<'a, 's> {
        let mut found = Special::default();
        for attribute in attributes {
            if !attribute.qualified {
                if attribute.name == "href" {
                    found.href = Some(attribute);
                }
                continue;
            }
            let (prefix, local) = split(attribute.name);
            if !matches!(local, "type" | "nil" | "idref") {
                continue;
            }
            let Some(namespace) = self.namespaces.uri(prefix) else { continue };
            let (xsi, xmi) = (namespace == XSI_NAMESPACE, is_xmi(namespace));
            match local {
                "type" if xsi || xmi => found.class = found.class.or(Some(attribute)),
                "idref" if xmi => found.idref = found.idref.or(Some(attribute)),
                "nil" if xsi => found.nil |= matches!(attribute.value.as_ref(), "true" | "1"),
                _ => {}
            }
        }
        found
    }
}
