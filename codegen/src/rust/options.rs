//! What users may choose of generated Rust.

use std::fmt;

/// What users may choose of generated Rust.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RustOptions {
    /// The path of the module that generated types use. It ends in `typed`.
    pub runtime: String,
    /// The path of the module whose `validate` evaluates checks and invariants, for metamodels that have any.
    pub logic: String,
    /// Further derives of every type, such as `Eq`. `schemars::JsonSchema` is no derive: the types get the schemas of their
    /// documents, in a file beside, by the runtime's feature `schemars`.
    pub derives: Vec<String>,
    /// Who sees types, fields and methods.
    pub visibility: Visibility,
    /// Types to use for data types, by the data type's name, with or without that of its package before it.
    /// They have serde's traits and `typed::Value`, and are named in a `typed::value!`.
    pub types: Vec<(String, String)>,
    /// Further single contained objects to put into boxes, as `Class.feature`.
    pub boxed: Vec<String>,
    /// Whether required values may be missing, so that incomplete documents can be held: `Option`s then.
    pub incomplete: bool,
    /// Whether each package has a file of its own.
    pub file_per_package: bool,
    /// Whether there are handles to the objects of models as well, in a module `handles`.
    pub handles: bool,
    /// Where the metamodel's `.ecore` text lies, relative to the generated file. It is generated beside it where this is
    /// not given.
    pub metamodel: Option<String>,
}

impl Default for RustOptions {
    fn default() -> Self {
        Self {
            runtime: "modelwright_metamodel::typed".to_owned(),
            logic: "modelwright_language::logic".to_owned(),
            derives: Vec::new(),
            visibility: Visibility::default(),
            types: Vec::new(),
            boxed: Vec::new(),
            incomplete: false,
            file_per_package: false,
            handles: false,
            metamodel: None,
        }
    }
}

/// Who sees what is generated.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Visibility {
    /// Everybody.
    #[default]
    Public,
    /// The crate that it is part of.
    Crate,
}

impl Visibility {
    pub(super) fn as_str(self) -> &'static str {
        match self {
            Visibility::Public => "pub",
            Visibility::Crate => "pub(crate)",
        }
    }
}

impl fmt::Display for Visibility {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}
