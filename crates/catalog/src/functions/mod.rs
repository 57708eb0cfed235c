//! The functions of manifests.

pub mod stdlib;
