//! The parts of an enveloped message and of a certificate, as far as decryption needs them.
//!
//! Source: RFC 2315 and RFC 5280. As in OpenSSL, bytes after a message are ignored. This module decrypts nothing.

use der::asn1::{AnyRef, ObjectIdentifier};
use der::{Decode, Encode, Reader, SliceReader, Tag, Tagged};

/// The type of enveloped messages.
const ENVELOPED: ObjectIdentifier = ObjectIdentifier::new_unwrap("1.2.840.113549.1.7.3");
/// The encryption of keys with RSA.
const RSA: ObjectIdentifier = ObjectIdentifier::new_unwrap("1.2.840.113549.1.1.1");

/// The ciphers by their identifiers.
const CIPHERS: [(ObjectIdentifier, Cipher); 3] = [
    (ObjectIdentifier::new_unwrap("2.16.840.1.101.3.4.1.2"), Cipher::Aes128),
    (ObjectIdentifier::new_unwrap("2.16.840.1.101.3.4.1.22"), Cipher::Aes192),
    (ObjectIdentifier::new_unwrap("2.16.840.1.101.3.4.1.42"), Cipher::Aes256),
];

/// The ciphers of the content; all are used in CBC mode.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Cipher {
    Aes128,
    Aes192,
    Aes256,
}

impl Cipher {
    /// The length of a key in bytes.
    pub(super) fn key_length(self) -> usize {
        match self {
            Cipher::Aes128 => 16,
            Cipher::Aes192 => 24,
            Cipher::Aes256 => 32,
        }
    }
}

/// An enveloped message.
#[derive(Debug)]
pub(super) struct Envelope<'e> {
    /// For each recipient, the content's key encrypted with the public key of the recipient.
    pub(super) recipients: Vec<Recipient<'e>>,
    /// The cipher of the content.
    pub(super) cipher: Cipher,
    /// The initialization vector, which is combined with the first block of the content.
    pub(super) initialization_vector: &'e [u8],
    /// The encrypted content.
    pub(super) content: &'e [u8],
}

/// The key of a message, encrypted for the owner of a certificate.
#[derive(Debug)]
pub(super) struct Recipient<'e> {
    pub(super) issuer: &'e [u8],
    pub(super) serial: &'e [u8],
    /// The key of the content, encrypted with the public key of the recipient.
    pub(super) encrypted_key: &'e [u8],
}

/// The public key of a certificate, and what identifies the certificate.
#[derive(Debug)]
pub(super) struct Certificate {
    pub(super) issuer: Vec<u8>,
    pub(super) serial: Vec<u8>,
    pub(super) public_key: Vec<u8>,
}

/// The elements inside a sequence, a set, or another constructed element; `None` if there is no such element, or one
/// inside of it is malformed.
fn elements<'e>(outer: Option<&AnyRef<'e>>) -> Option<Vec<AnyRef<'e>>> {
    let mut reader = SliceReader::new(outer?.value()).ok()?;
    let mut elements = Vec::new();
    while !reader.is_finished() {
        elements.push(AnyRef::decode(&mut reader).ok()?);
    }
    Some(elements)
}

/// The elements of a sequence; `None` if the outer element is not a sequence, or is malformed.
fn sequence<'e>(outer: Option<&AnyRef<'e>>) -> Option<Vec<AnyRef<'e>>> {
    elements(outer.filter(|outer| outer.tag() == Tag::Sequence))
}

/// The element at the start of some bytes; `None` if they are not DER.
fn first_element(bytes: &[u8]) -> Option<AnyRef<'_>> {
    AnyRef::decode(&mut SliceReader::new(bytes).ok()?).ok()
}

/// Whether the tag of an element is context-specific, with a number.
fn has_context_tag(element: Option<&AnyRef<'_>>, number: u32) -> bool {
    element.is_some_and(|element| {
        matches!(element.tag(), Tag::ContextSpecific { number: tag_number, .. } if tag_number.value() == number)
    })
}

/// The object identifier in an element.
fn identifier(element: Option<&AnyRef<'_>>) -> Option<ObjectIdentifier> {
    element?.decode_as().ok()
}

/// The identifier of an algorithm and its parameters.
fn algorithm<'e>(element: Option<&AnyRef<'e>>) -> Option<(ObjectIdentifier, Option<AnyRef<'e>>)> {
    let parts = sequence(element)?;
    Some((identifier(parts.first())?, parts.get(1).copied()))
}

impl<'e> Envelope<'e> {
    /// Reads a message.
    ///
    /// # Errors
    /// A description of what is wrong with the message.
    pub(super) fn read(bytes: &'e [u8]) -> Result<Self, String> {
        let message = sequence(first_element(bytes).as_ref()).ok_or_else(incomplete_message)?;
        let kind = identifier(message.first()).ok_or_else(incomplete_message)?;
        if kind != ENVELOPED {
            return Err(format!("it is a message of PKCS #7, but not an encrypted one ({kind})"));
        }
        // The content has the context-specific tag 0 (RFC 5652).
        let tagged_content = message.get(1).filter(|inner| has_context_tag(Some(inner), 0));
        let content_elements = elements(tagged_content).ok_or_else(incomplete_message)?;
        let mut parts = sequence(content_elements.first()).ok_or_else(incomplete_message)?.into_iter();
        // The version before the set of recipients has no meaning here, and is skipped.
        let recipient_set = parts.by_ref().find(|part| part.tag() == Tag::Set);
        let recipients = elements(recipient_set.as_ref()).ok_or_else(incomplete_message)?;
        // The part after the set is the content: its type, its cipher, and the encrypted bytes.
        let content = sequence(parts.next().as_ref()).ok_or_else(incomplete_message)?;
        let (cipher_id, parameters) = algorithm(content.get(1)).ok_or_else(incomplete_message)?;
        let Some((_, cipher)) = CIPHERS.iter().find(|(id, _)| *id == cipher_id) else {
            return Err(format!(
                "it is encrypted with the cipher {cipher_id}; only AES with CBC is supported"
            ));
        };
        let initialization_vector = parameters.filter(|parameters| parameters.tag() == Tag::OctetString);
        let encrypted_content =
            // Only DER is supported (Decision 21), in which an octet string is never split into parts.
            content.get(2).filter(|bytes| has_context_tag(Some(bytes), 0) && !bytes.tag().is_constructed());
        Ok(Self {
            // A recipient whose key is not encrypted with RSA is left out. One recipient is enough for decryption.
            recipients: recipients.iter().filter_map(|recipient| Recipient::read(Some(recipient))).collect(),
            cipher: *cipher,
            initialization_vector: initialization_vector.ok_or_else(incomplete_message)?.value(),
            content: encrypted_content.ok_or_else(incomplete_message)?.value(),
        })
    }
}

/// The reason for a message that cannot be read.
fn incomplete_message() -> String {
    "it is not a complete message of PKCS #7".to_owned()
}

impl<'e> Recipient<'e> {
    /// Reads a recipient; `None` if its key is not encrypted with RSA for a certificate.
    fn read(element: Option<&AnyRef<'e>>) -> Option<Self> {
        // The version, the issuer and the serial number of the certificate, the cipher, and the encrypted key.
        let parts = sequence(element)?;
        let certificate = sequence(parts.get(1))?;
        let (cipher, _) = algorithm(parts.get(2))?;
        if cipher != RSA {
            return None;
        }
        let key = parts.get(3).filter(|key| key.tag() == Tag::OctetString)?;
        Some(Self {
            issuer: certificate.first()?.value(),
            serial: certificate.get(1)?.value(),
            encrypted_key: key.value(),
        })
    }
}

impl Certificate {
    /// Reads a certificate; `None` if it is broken.
    pub(super) fn read(bytes: &[u8]) -> Option<Self> {
        let certificate = sequence(first_element(bytes).as_ref())?;
        let parts = sequence(certificate.first())?;
        // The version, which has the context-specific tag 0, is optional.
        let start = usize::from(has_context_tag(parts.first(), 0));
        // RFC 5280, 4.1: from `start` on, the parts are the serial number (0), the signature (1), the issuer (2), the
        // validity (3), the subject (4) and the public key (5).
        let part = |offset: usize, tag| parts.get(start + offset).filter(|part| part.tag() == tag);
        Some(Self {
            serial: part(0, Tag::Integer)?.value().to_vec(),
            issuer: part(2, Tag::Sequence)?.value().to_vec(),
            // Decoding the public key requires the complete element (tag, length and content), so it is encoded again.
            public_key: part(5, Tag::Sequence)?.to_der().ok()?,
        })
    }
}
