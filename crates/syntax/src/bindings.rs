//! The forms of declarations in the language of bindings, which the kinds of nodes contain.

/// The operations in `bindings`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum BindForm {
    /// `bind T, 'name' to …`: flags, key, producer, id, options
    Single,
    /// `multibind T, 'name' as 'id'`: flags, key, id, options
    Multiple,
    /// `bind parameters T to …`: flags, a type, a producer, options
    Parameters,
    /// `bind variables T to …`: flags, a type, a producer
    Variables,
    /// `bind map T to U { … }`: flags, two types, a hash or an array
    Map,
    /// `bind alias 'old' as 'new'`: flags, two keys
    Alias,
    /// `bind renamed 'old' as 'new'`: flags, two keys
    Renamed,
    /// `rebind 'name'`: flags, key
    Rebind,
    /// `bind dependency A -> B`: two lists of references
    Dependency {
        /// Whether the dependency is written `~>`.
        notify: bool,
    },
    /// `include a`: names
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

/// The forms of what a key is bound to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ProducerForm {
    /// An expression.
    Value,
    /// `Type[X]`, `class a` or `File['a']`: a type
    Reference,
    /// `producer P`: a producer
    Producer,
    /// `lookup T, 'name'['key']`: a key, and an expression for the key in the hash
    Lookup,
    /// `first_found [P, Q]`: producers
    FirstFound,
    /// `File[?? query]`: a type, and an expression if there is a query
    Query,
}

/// The declarations of environments in `site`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum EnvironmentForm {
    /// `environment { 'name': … }`: resource bodies
    Static,
    /// `Environment { … }`: attributes
    Defaults,
    /// `dynamic_environments { 'directory': … }`: resource bodies
    Dynamic,
}
