//! Lookups in trees of Hiera version 4 and 5, with the answers of Puppet 7.
//!
//! [`layers`] reads configurations ([`layer_configuration`], [`settings`], [`modules`]) and finds data files
//! ([`location`], [`listing`], [`glob`]). [`paths`] determines the files ([`place`]) for a node. [`search`] searches
//! layers and levels; it interpolates [`texts`], and uses merge [`strategy`], [`lookup_options`] ([`option_search`])
//! and [`convert`]. [`requests`] answers the queries of callers. Invariant: nothing of version 1 to 3 is used here;
//! what both engines share is in the parent module.

mod convert;
mod glob;
pub(in crate::lookup) mod key;
mod layer_configuration;
pub(crate) mod layers;
mod listing;
mod location;
pub(crate) mod lookup_options;
pub(crate) mod modules;
mod option_search;
mod path_levels;
mod paths;
mod place;
mod reach;
pub(in crate::lookup) mod requests;
pub(in crate::lookup) mod search;
mod settings;
pub(in crate::lookup) mod strategy;
mod template;
mod texts;
pub(in crate::lookup) mod variables;
pub(crate) mod version;
