//! Data files (`.pdl`): lines that assign values to parameters and names, with or without conditions.
//!
//! An importer reads data files.

use super::{Format, Notation};
use crate::bindings::pdl;
use modelwright_metamodel::diagnostic::Diagnostics;

/// The format `pdl`.
pub(crate) const FORMAT: Format = Format::text(NOTATION, |model, document, _, sink| {
    sink.write_all(pdl::write(model, document)?.as_bytes())?;
    Ok(Diagnostics::new())
});

const NOTATION: Notation = Notation {
    extensions: &["pdl"],
    ..Notation::new("pdl", "data of modules: `$name = value where condition` (.pdl)")
};
