//! Generated types in a format of serde that does not describe itself: no bytes cause a panic or exhaust the stack; a value
//! that is read is written, and read back as the same value.
#![no_main]

use libfuzzer_sys::fuzz_target;

#[allow(dead_code)]
mod library {
    include!(concat!(env!("CARGO_MANIFEST_DIR"), "/../examples/borrowing/src/library.rs"));
}

fuzz_target!(|data: &[u8]| {
    let Ok(value) = postcard::from_bytes::<library::Library>(data) else { return };
    let bytes = postcard::to_allocvec(&value).expect("a value that was read is written");
    let again: library::Library = postcard::from_bytes(&bytes).expect("what was written");
    assert_eq!(postcard::to_allocvec(&again).expect("the same value"), bytes);
});
