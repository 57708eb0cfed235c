//! The version of a configuration, which determines the engine.

use crate::data::{Data, DataTree};
use crate::files::{FileAccess, read_file};
use crate::puppet_yaml;
use modelwright_metamodel::diagnostic::{Diagnostics, Source};
use modelwright_metamodel::input::decode_text;
use std::path::Path;
use std::sync::Arc;

/// Whether there is a configuration whose version is less than 4. There is none if the file is missing or unreadable.
pub(in crate::lookup) fn has_older_configuration(config: &Path, access: &FileAccess) -> bool {
    let limits = &access.limits;
    if !access.files.is_file(config) {
        return false;
    }
    let Ok(bytes) = read_file(&*access.files, config, limits) else { return false };
    let Ok(source) = decode_text("hiera.yaml", bytes, limits) else { return false };
    !is_newer(&source)
}

/// Whether the version of a configuration is 4 or newer, so that only Puppet can read it.
pub(crate) fn is_newer(source: &Arc<Source>) -> bool {
    let tree = puppet_yaml::read(source, &mut Diagnostics::new());
    let Some(DataTree { kind: Data::Hash(entries), .. }) = tree else { return false };
    entries.iter().any(|(key, value)| {
        matches!(&key.kind, Data::String(name) if name == "version")
            && matches!(value.kind, Data::Integer(4..))
    })
}
