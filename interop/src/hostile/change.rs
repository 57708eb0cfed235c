//! Changes to bytes that know nothing of their meaning.

use crate::random::Random;

/// Bytes and texts that mean something in one of the notations.
const TOKENS: [&[u8]; 34] = [
    b"<",
    b">",
    b"\"",
    b"'",
    b"&",
    b"&#x0;",
    b"]]>",
    b"<!--",
    b"<![CDATA[",
    b"{",
    b"}",
    b"[",
    b"]",
    b":",
    b",",
    b"|",
    b"!!",
    b"*a",
    b"&a ",
    b"- ",
    b"? ",
    b"%{",
    b"#{",
    b"${",
    b"{{",
    b"{%",
    b"\\u",
    b"\0",
    b"\xff\xfe",
    b"\xef\xbb\xbf",
    b"\xe2\x80\xae",
    b"\xc2\x9b",
    b"99999999999999999999",
    b"-1e400",
];

/// Makes one to four small changes.
pub(super) fn change(bytes: &mut Vec<u8>, random: &mut Random) {
    for _ in 0..=random.below(4) {
        change_once(bytes, random);
    }
}

/// Cuts the end off.
pub(super) fn truncate(bytes: &mut Vec<u8>, random: &mut Random) {
    bytes.truncate(random.below(bytes.len()));
}

fn change_once(bytes: &mut Vec<u8>, random: &mut Random) {
    let at = random.below(bytes.len());
    let end = (at + 1 + random.below(16)).min(bytes.len());
    let start = at.min(end);
    match random.below(7) {
        0 => {
            if let Some(byte) = bytes.get_mut(at) {
                *byte ^= 1 << random.below(8);
            }
        }
        1 => {
            if let Some(byte) = bytes.get_mut(at) {
                *byte = u8::try_from(random.below(256)).unwrap_or(0);
            }
        }
        2 => {
            bytes.drain(start..end);
        }
        3 => {
            // The same again, up to some hundred times.
            let part = bytes[start..end].repeat(1 << random.below(8));
            bytes.splice(end..end, part);
        }
        4 => {
            let part = bytes[start..end].to_vec();
            let to = random.below(bytes.len());
            bytes.splice(to..to, part);
        }
        5 => {
            let token = random.pick(&TOKENS);
            bytes.splice(start..start, token.iter().copied());
        }
        _ => {
            let token = random.pick(&TOKENS);
            bytes.splice(start..end, token.iter().copied());
        }
    }
}
