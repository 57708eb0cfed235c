//! What attributes are by their names, before anything else is known of them.
//!
//! Does not know which namespaces prefixes are bound to.

/// What an attribute's name says, whatever the element's class. EMF goes by names as they are spelled, whatever the
/// prefixes stand for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Role {
    /// No colon: a feature, if anything.
    Plain,
    /// A feature's name after a prefix.
    Prefixed,
    /// `xmlns`, or what starts with it.
    Declaration,
    /// `xsi:type`.
    Type,
    /// `xmi:type`.
    OtherType,
    /// `xsi:nil`.
    Nil,
    /// `xmi:idref`.
    Reference,
    /// `href`, where the element is a reference; else a feature.
    Address,
    /// `xmi:id`.
    Id,
    /// Where metamodels are.
    Location,
    /// What has no effect on an object.
    Ignored,
}

impl Role {
    pub(super) fn from_name(name: &str) -> Self {
        match name {
            "xsi:type" => Role::Type,
            "xmi:type" => Role::OtherType,
            "xsi:nil" => Role::Nil,
            "xmi:idref" => Role::Reference,
            "href" => Role::Address,
            "xmi:id" => Role::Id,
            "xmi:version" | "xmi:uuid" => Role::Ignored,
            "xsi:schemaLocation" | "xsi:noNamespaceSchemaLocation" => Role::Location,
            _ if name.starts_with("xmlns") => Role::Declaration,
            _ if name.contains(':') => Role::Prefixed,
            _ => Role::Plain,
        }
    }

    /// Whether an attribute is never a feature's, whatever the class. `xmi:id` is not among them: it has an effect.
    pub(super) fn is_reserved(self) -> bool {
        matches!(self, Role::Declaration | Role::Type | Role::OtherType | Role::Location | Role::Ignored)
    }
}

/// Which roles an element's attributes have, so that most elements need not be asked for the rare ones.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Roles(u16);

impl Roles {
    #[inline]
    pub(super) fn add(&mut self, role: Role) {
        self.0 |= 1 << role as u16;
    }

    /// Whether namespaces are declared.
    pub(super) fn has_declaration(self) -> bool {
        self.any(&[Role::Declaration])
    }

    /// Whether it is said where metamodels are.
    pub(super) fn has_location(self) -> bool {
        self.any(&[Role::Location])
    }

    /// Whether an attribute says what the element stands for instead of an object in this place.
    pub(super) fn has_link(self) -> bool {
        self.any(&[Role::Nil, Role::Reference, Role::Address])
    }

    /// Whether an attribute says which class the element is of.
    pub(super) fn has_type(self) -> bool {
        self.any(&[Role::Type, Role::OtherType])
    }

    #[inline]
    fn any(self, roles: &[Role]) -> bool {
        roles.iter().any(|role| self.0 & 1 << *role as u16 != 0)
    }
}
