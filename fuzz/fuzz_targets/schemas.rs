//! Documents and the schemas that they are checked against, separated by a NUL: no pair causes a panic.
#![no_main]

use libfuzzer_sys::fuzz_target;
use modelwright::files::{Disk, Files};
use modelwright_metamodel::diagnostic::Source;
use modelwright_metamodel::input::Limits;
use modelwright_schema_validator as validator;
use std::path::Path;
use std::sync::Arc;

fuzz_target!(|bytes: &[u8]| {
    let Some(end) = bytes.iter().position(|byte| *byte == 0) else { return };
    let (schema, document) = (&bytes[..end], String::from_utf8_lossy(&bytes[end + 1..]));
    let files: Arc<dyn Files> = Arc::new(Disk::new());
    // The directory does not exist, so a schema refers to no file.
    let path = Path::new("/nonexistent/case");
    let Ok(schema) = validator::load(&files, path, schema.to_vec(), &Limits::default()) else { return };
    let schemas = [schema];
    for format in ["json", "yaml", "xmi"] {
        let _ = validator::check(&schemas, format, &Source::new("case", &*document));
    }
});
