//! The kernel: what edits do to a model, and that every address leads back to its object.

#[path = "model/addresses.rs"]
mod addresses;
#[path = "model/changes.rs"]
mod changes;
#[path = "model/edits.rs"]
mod edits;
#[path = "model/naive.rs"]
mod naive;
#[path = "common/random.rs"]
mod random;
#[path = "model/script.rs"]
mod script;
#[path = "model/scripts.rs"]
mod scripts;
