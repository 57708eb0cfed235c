//! Models: how edits change them, and that every address resolves to its object.

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
#[path = "model/unresolved.rs"]
mod unresolved;
