//! The scheme PKCS7: a key of AES, encrypted with RSA, and a text encrypted with AES.
//!
//! Source: RFC 2315, `PKCS7_decrypt` of OpenSSL, and the encryptor of hiera-eyaml, which needs the certificate to find
//! the recipient. Invariants: malformed bytes cause an error, never a panic; the nesting depth is fixed.

mod envelope;

use crate::pem;
use aes::cipher::block_padding::Pkcs7 as Padding;
use aes::cipher::{BlockModeDecrypt, KeyIvInit};
use envelope::{Certificate, Envelope};
use modelwright::hiera::lookup::{Decryptor, Scheme};
use rsa::pkcs1::DecodeRsaPrivateKey;
use rsa::pkcs8::{DecodePrivateKey, DecodePublicKey};
use rsa::{Pkcs1v15Encrypt, PrivateKey, PublicKey};

pub(super) const SCHEME: &dyn Scheme = &Pkcs7;

const PUBLIC_KEY: &str = "pkcs7_public_key";
const PRIVATE_KEY: &str = "pkcs7_private_key";

#[derive(Debug)]
struct Pkcs7;

/// A private key, with the certificate of its public key.
struct Keys {
    private_key: PrivateKey,
    certificate: Certificate,
}

// This implementation shows nothing of the private key.
impl std::fmt::Debug for Keys {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Keys").finish_non_exhaustive()
    }
}

impl Scheme for Pkcs7 {
    fn tag(&self) -> &'static str {
        "PKCS7"
    }

    fn key_settings(&self) -> &'static [&'static str] {
        &[PUBLIC_KEY, PRIVATE_KEY]
    }

    fn decryptor(&self, files: &[Vec<u8>]) -> Result<Box<dyn Decryptor>, (&'static str, String)> {
        // The files come in the order of `key_settings`: the certificate, and then the private key.
        let file = |position: usize| files.get(position).map(Vec::as_slice).unwrap_or_default();
        let certificate = read_certificate(file(0)).map_err(|reason| (PUBLIC_KEY, reason))?;
        let private_key = read_private_key(file(1)).map_err(|reason| (PRIVATE_KEY, reason))?;
        let public_key = PublicKey::from_public_key_der(&certificate.public_key)
            .map_err(|_| (PUBLIC_KEY, "its key is not an RSA key".to_owned()))?;
        // With the keys of different pairs, every message would seem to be damaged, so this is tested when the keys are
        // read.
        if public_key != private_key.to_public_key() {
            return Err((PRIVATE_KEY, format!("it does not belong to the certificate of {PUBLIC_KEY}")));
        }
        Ok(Box::new(Keys { private_key, certificate }))
    }
}

/// Reads a certificate from a PEM file.
fn read_certificate(file: &[u8]) -> Result<Certificate, String> {
    let is_certificate =
        |label: &str| matches!(label, "CERTIFICATE" | "X509 CERTIFICATE" | "TRUSTED CERTIFICATE");
    let (_, bytes) = pem::find_block(file, "a certificate", is_certificate)?;
    Certificate::read(&bytes).ok_or_else(|| "the certificate is broken".to_owned())
}

/// Reads an RSA key from a PEM file, in the form of PKCS 8 or of PKCS 1.
fn read_private_key(file: &[u8]) -> Result<PrivateKey, String> {
    let (label, bytes) = pem::find_block(file, "an RSA private key", |label| {
        matches!(label, "RSA PRIVATE KEY" | "PRIVATE KEY")
    })?;
    let key = match label.as_str() {
        "PRIVATE KEY" => PrivateKey::from_pkcs8_der(&bytes).ok(),
        _ => PrivateKey::from_pkcs1_der(&bytes).ok(),
    };
    key.ok_or_else(|| "the key is broken, or it is not an RSA key".to_owned())
}

impl Decryptor for Keys {
    fn decrypt(&self, encrypted: &[u8]) -> Result<Vec<u8>, String> {
        let envelope = Envelope::read(encrypted)?;
        let recipient = envelope.recipients.iter().find(|recipient| {
            recipient.issuer == self.certificate.issuer && recipient.serial == self.certificate.serial
        });
        let recipient = recipient.ok_or("it is encrypted for the owner of another certificate")?;
        let key = self
            .private_key
            .decrypt(Pkcs1v15Encrypt, recipient.encrypted_key)
            .map_err(|_| wrong_key_message())?;
        if key.len() != envelope.cipher.key_length() {
            return Err(wrong_key_message());
        }
        let text = match envelope.cipher {
            envelope::Cipher::Aes128 => decrypt::<cbc::Decryptor<aes::Aes128>>(&key, &envelope),
            envelope::Cipher::Aes192 => decrypt::<cbc::Decryptor<aes::Aes192>>(&key, &envelope),
            envelope::Cipher::Aes256 => decrypt::<cbc::Decryptor<aes::Aes256>>(&key, &envelope),
        };
        text.ok_or_else(wrong_key_message)
    }
}

/// The error for a wrong padding. Decryption with a wrong key gives arbitrary bytes, as does damaged content, and only
/// their padding shows this.
fn wrong_key_message() -> String {
    "it is encrypted with another key, or damaged".to_owned()
}

/// Decrypts the content of a message; `None` if its padding is wrong.
fn decrypt<D: BlockModeDecrypt + KeyIvInit>(key: &[u8], envelope: &Envelope<'_>) -> Option<Vec<u8>> {
    D::new_from_slices(key, envelope.initialization_vector)
        .ok()?
        .decrypt_padded_vec::<Padding>(envelope.content)
        .ok()
}
