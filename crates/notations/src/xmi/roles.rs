//! The roles of attributes according to their names only.
//!
//! This module does not know the namespaces of prefixes.

/// The role of an attribute according to its name, for all classes. EMF uses names as they are spelled, regardless of
/// the namespaces of their prefixes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Role {
    /// No colon: a feature, or an unknown name.
    Plain,
    /// A feature's name after a prefix.
    Prefixed,
    /// `xmlns`, or a name that starts with it.
    Declaration,
    /// `xsi:type`.
    XsiType,
    /// `xmi:type`, which applies if there is no `xsi:type`.
    XmiType,
    /// `xsi:nil`.
    Nil,
    /// `xmi:idref`.
    Reference,
    /// `href`, if the element is a reference; otherwise a feature.
    Address,
    /// `xmi:id`.
    Id,
    /// The locations of metamodels.
    Location,
    /// An attribute without effect on an object.
    Ignored,
}

impl Role {
    /// The role of an attribute with a name.
    pub(super) fn from_name(name: &str) -> Self {
        match name {
            "xsi:type" => Role::XsiType,
            "xmi:type" => Role::XmiType,
            "xsi:nil" => Role::Nil,
            "xmi:idref" => Role::Reference,
            "href" => Role::Address,
            "xmi:id" => Role::Id,
            "xmi:version" | "xmi:uuid" => Role::Ignored,
            "xsi:schemaLocation" | "xsi:noNamespaceSchemaLocation" => Role::Location,
            // EMF treats every name with this prefix as a declaration, even if the class has a feature with the name.
            _ if name.starts_with("xmlns") => Role::Declaration,
            _ if name.contains(':') => Role::Prefixed,
            _ => Role::Plain,
        }
    }

    /// Whether an attribute can never be a feature, in any class. `xmi:id` is not included, because it has an effect.
    pub(super) fn is_reserved(self) -> bool {
        matches!(self, Role::Declaration | Role::XsiType | Role::XmiType | Role::Location | Role::Ignored)
    }
}

/// The set of roles of an element's attributes, so that most elements need not be searched for rare attributes.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Roles(u16);

impl Roles {
    /// Adds the role of an attribute.
    #[inline]
    pub(super) fn add(&mut self, role: Role) {
        // There are fewer than 16 roles, so each has a bit.
        self.0 |= 1 << role as u16;
    }

    /// Whether an attribute declares a namespace.
    pub(super) fn has_declaration(self) -> bool {
        self.has_any(&[Role::Declaration])
    }

    /// Whether an attribute contains the locations of metamodels.
    pub(super) fn has_location(self) -> bool {
        self.has_any(&[Role::Location])
    }

    /// Whether an attribute makes the element a reference instead of an object.
    pub(super) fn has_link(self) -> bool {
        // Nil is included, because the element is not an ordinary object in this case either.
        self.has_any(&[Role::Nil, Role::Reference, Role::Address])
    }

    /// Whether an attribute names the class of the element.
    pub(super) fn has_type(self) -> bool {
        self.has_any(&[Role::XsiType, Role::XmiType])
    }

    /// Whether an attribute has one of some roles.
    #[inline]
    fn has_any(self, roles: &[Role]) -> bool {
        roles.iter().any(|role| self.0 & (1 << *role as u16) != 0)
    }
}
