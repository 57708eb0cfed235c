//! Templates, which manifests evaluate to texts.
//!
//! * [`erb`] – the part of Ruby that templates of modules use, without running Ruby.
//! * `epp` – texts with expressions of Puppet.
//!
//! Invariant: nothing is run, and only files of modules are read.

mod epp;
pub mod erb;
mod files;
mod functions;

pub(crate) use files::Templates;
pub(crate) use functions::{epp, inline_epp, inline_template, template};
