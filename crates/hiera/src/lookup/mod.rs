//! Lookups in a Hiera tree: of version 1 to 3 with the answers of Ruby's Hiera 3, of version 4 and 5 with those of
//! Puppet 7.
//!
//! ```
//! use modelwright_hiera::lookup::{Hierarchy, Query, Resolution};
//! use modelwright_files::FileAccess;
//! use modelwright_hiera::store::{Hash, Value};
//! use std::path::Path;
//!
//! let (hierarchy, problems) = Hierarchy::load(Path::new("../../examples/hiera/hiera.yaml"), &FileAccess::default());
//! let hierarchy = hierarchy.expect("a configuration");
//! let scope = Value::Hash(Hash::from_iter([(Value::text("::fqdn"), Value::text("web1.example.com"))]));
//! let answer = hierarchy.lookup(&Query::new("ntp::servers", &scope)).expect("a lookup without an error");
//! assert!(answer.is_some() && problems.is_empty());
//! ```
//!
//! A [`Hierarchy`] is one of two engines, `v3` and `v5`, with the data files that both read through `data_access`;
//! `model` makes a hierarchy from a bindings model. [`account`] has the reasons of an answer, [`parts`] the origins of
//! its parts, [`sensitive`] the keys that are never shown. The engines use [`merge`] for hashes and [`ruby`] for Ruby's
//! form of values, and do not know the hierarchy.
//!
//! This file only declares the modules and exports what other modules use. Invariants: a hierarchy does not change, and
//! threads share it; no file outside the data directories is read.

mod account;
mod answer;
mod budget;
mod data_access;
mod data_files;
mod encryption;
mod error;
mod files;
mod hierarchy;
mod json;
mod keys;
mod level_files;
mod levels;
mod merge;
mod model;
mod origin;
mod parts;
mod queries;
mod query;
mod resolution;
mod ruby;
mod sensitive;
mod trace;
mod v3;
mod v5;

pub use crate::key_segments::quoted_key;
pub use account::{Account, Contribution, Rejection, RejectionReason};
pub use answer::Answer;
pub use encryption::{Decryptor, Encrypted, Scheme, has_hidden};
pub(super) use encryption::{first_fault as first_encrypted_fault, has_encrypted};
pub(super) use encryption::{hide_encrypted, hide_parts};
pub use error::LookupError;
pub use hierarchy::Hierarchy;
pub use json::write_text;
pub use json::{answer_json, read_value, to_json, value_json};
pub use keys::{AppliedOptions, Occurrence};
pub(super) use level_files::{Candidate, NodePlace};
pub use level_files::{LevelFile, LevelMatch, NamedLevel};
pub use origin::{FileIndex, Origin};
pub use parts::AnswerPart;
pub use queries::answer_queries;
pub use query::Query;
pub use resolution::{MergeOptions, Resolution};
pub use trace::{Event, Step};
pub(super) use v3::level::is_ignored;
pub(super) use v5::layers::CONFIGURATION;
pub(super) use v5::lookup_options::KEY as OPTIONS_KEY;
pub use v5::modules::find_modules;
pub(super) use v5::modules::{CONFIGURATION as MODULES_CONFIGURATION, module_path};
pub use v5::strategy::Strategy;
pub(super) use v5::variables::is_no_fact;
pub(super) use v5::version::is_newer;
