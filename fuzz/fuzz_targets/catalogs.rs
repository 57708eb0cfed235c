//! Catalogs: no text causes a panic, and every resource that is found has a node, a type and a title in its value.
#![no_main]

use libfuzzer_sys::fuzz_target;
use modelwright::bindings::query::{CatalogInput, Catalogs};
use modelwright::files::{Files, Memory};
use modelwright::workspace::Workspace;
use std::collections::BTreeSet;
use std::path::PathBuf;
use std::sync::Arc;

fuzz_target!(|bytes: &[u8]| {
    let files = Memory::new();
    if files.write("/catalog.yaml", &*String::from_utf8_lossy(bytes)).is_err() {
        return;
    }
    let workspace = Workspace { files: Arc::new(files) as Arc<dyn Files>, ..Workspace::default() };
    let types = BTreeSet::from(["file".to_owned()]);
    let (catalogs, _) = Catalogs::load(
        &[CatalogInput::Path(PathBuf::from("/catalog.yaml"))],
        &types,
        &workspace.site_access(),
    );
    for resource in catalogs.of_type("File", "") {
        for name in ["type", "title", "node"] {
            assert!(resource.value.get_text(name).is_some(), "{name}");
        }
    }
});
