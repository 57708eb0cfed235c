//! The forms of declarations in the language of bindings, which the kinds of nodes contain.

/// The operations in `bindings`, each with an example, and the children of its node.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum BindForm {
    /// `bind T, 'name' to …`; children: flags, key, producer, id, options
    Single,
    /// `multibind T, 'name' as 'id'`; children: flags, key, id, options
    Multiple,
    /// `bind parameters T to …`; children: flags, a type, a producer, options
    Parameters,
    /// `bind variables T to …`; children: flags, a type, a producer
    Variables,
    /// `bind map T to U { … }`; children: flags, two types, a hash or an array
    Map,
    /// `bind alias 'old' as 'new'`; children: flags, two keys
    Alias,
    /// `bind renamed 'old' as 'new'`; children: flags, two keys
    Renamed,
    /// `rebind 'name'`; children: flags, key
    Rebind,
    /// `bind dependency A -> B`; children: two lists of references
    Dependency {
        /// Whether the dependency is written `~>`.
        notify: bool,
    },
    /// `include a`; children: names
    Include,
    /// `exclude a`; children: names
    Exclude,
}

/// The flags of a bind operation.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum BindFlag {
    /// `abstract`
    Abstract,
    /// `override`
    Override,
    /// `final`
    Final,
    /// `optional`
    Optional,
}

impl BindFlag {
    pub(crate) const ALL: [(&'static str, BindFlag); 4] = [
        ("abstract", BindFlag::Abstract),
        ("override", BindFlag::Override),
        ("final", BindFlag::Final),
        ("optional", BindFlag::Optional),
    ];
}

/// The forms of what a key is bound to, with examples, and the children of their nodes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ProducerForm {
    /// An expression.
    Value,
    /// `Type[X]`, `class a` or `File['a']`; children: a type
    Reference,
    /// `producer P`; children: a producer
    Producer,
    /// `lookup T, 'name'['key']`; children: a key, and an expression for the key in the hash
    Lookup,
    /// `first_found [P, Q]`; children: producers
    FirstFound,
    /// `File[?? query]`; children: a type, and an expression if there is a query
    Query,
}

/// The declarations of environments in `site`, each with an example, and the children of its node.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum EnvironmentForm {
    /// `environment { 'name': … }`; children: resource bodies
    Static,
    /// `Environment { … }`; children: attributes
    Defaults,
    /// `dynamic_environments { 'directory': … }`; children: resource bodies
    Dynamic,
}
