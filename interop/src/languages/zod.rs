//! Schemas of zod: the compiler of TypeScript accepts the modules of each metamodel in its strict mode.

use super::typescript::TSC;
use super::{Comparison, Language};

pub(super) const LANGUAGE: Language =
    Language { name: "zod", comparison: Comparison::Dialect("typescript", &[("flavour", "zod")], TSC) };
