//! Encrypted values and their keys: no bytes cause a panic, and the same bytes give the same result.
//!
//! The first byte of an input selects what the rest is: a value, a certificate or a private key. The keys of the
//! tests take the place of what the input does not contain.
#![no_main]

use libfuzzer_sys::fuzz_target;
use modelwright_eyaml::SCHEMES;

const CERTIFICATE: &[u8] = include_bytes!("../../tests/lookups/decrypted-values/keys/public_key.pkcs7.pem");
const PRIVATE_KEY: &[u8] = include_bytes!("../../tests/lookups/decrypted-values/keys/private_key.pkcs7.pem");

fuzz_target!(|bytes: &[u8]| {
    let Some((part, bytes)) = bytes.split_first() else { return };
    let mut files = vec![CERTIFICATE.to_vec(), PRIVATE_KEY.to_vec()];
    let replaced = match part % 3 {
        0 => None,
        1 => Some(0),
        _ => Some(1),
    };
    if let Some(file) = replaced {
        files[file] = bytes.to_vec();
    }
    for scheme in SCHEMES {
        let decryptor = match (scheme.decryptor(&files), scheme.decryptor(&files)) {
            (Ok(decryptor), Ok(_)) => decryptor,
            (Err(first), Err(second)) => {
                assert_eq!(first, second);
                continue;
            }
            (first, _) => panic!("a second reading of the keys does not give {}", first.is_ok()),
        };
        if replaced.is_none() {
            assert_eq!(decryptor.decrypt(bytes), decryptor.decrypt(bytes));
        }
    }
});
