//! Encrypted values and their keys: no bytes cause a panic, and the same bytes give the same result.
//!
//! The first byte of an input selects the part that its rest replaces: a value, its certificate or its private key.
//! The other two are the tests' own, so that changed keys decrypt a valid value.
#![no_main]

use libfuzzer_sys::fuzz_target;
use modelwright::hiera::lookup::Scheme;
use modelwright_eyaml::SCHEMES;

/// The value, after the byte that selects it.
const VALUE: &[u8] = include_bytes!("../seeds/eyaml/value");
const CERTIFICATE: &[u8] = include_bytes!("../../tests/lookups/decrypted-values/keys/public_key.pkcs7.pem");
const PRIVATE_KEY: &[u8] = include_bytes!("../../tests/lookups/decrypted-values/keys/private_key.pkcs7.pem");

fuzz_target!(|bytes: &[u8]| {
    let Some((part, bytes)) = bytes.split_first() else { return };
    let mut parts = [&VALUE[1..], CERTIFICATE, PRIVATE_KEY];
    parts[usize::from(*part) % 3] = bytes;
    for scheme in SCHEMES {
        assert_eq!(decrypt(*scheme, parts), decrypt(*scheme, parts));
    }
});

fn decrypt(scheme: &dyn Scheme, [value, certificate, key]: [&[u8]; 3]) -> Result<Vec<u8>, String> {
    let keys = [certificate.to_vec(), key.to_vec()];
    let decryptor = scheme.decryptor(&keys).map_err(|(setting, fault)| format!("{setting}: {fault}"))?;
    decryptor.decrypt(value)
}
