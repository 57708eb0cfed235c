//! What is known about a declaration, so that others can use it.

/// A parameter, and the kind of its values.
#[derive(Debug, Clone, Copy)]
pub(super) struct Parameter {
    pub(super) name: &'static str,
    pub(super) data_type: &'static str,
    pub(super) values: &'static str,
    pub(super) is_required: bool,
}

/// A declaration with parameters.
#[derive(Debug, Clone)]
pub(super) struct Signature {
    pub(super) name: String,
    pub(super) parameters: Vec<Parameter>,
}
