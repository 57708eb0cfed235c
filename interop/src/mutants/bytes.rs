//! Changes to the bytes of a document, regardless of their meaning.

use crate::random::Random;

/// Changes bytes; returns the name of the change.
pub(super) fn change(bytes: &mut Vec<u8>, random: &mut Random) -> &'static str {
    let at = random.below(bytes.len());
    match random.below(8) {
        0 => {
            bytes.truncate(at);
            "truncate"
        }
        1 => {
            let end = (at + random.below(4) + 1).min(bytes.len());
            bytes.drain(at..end);
            "drop bytes"
        }
        2 => {
            let new = random.pick(&[
                b'<', b'>', b'"', b'&', b' ', b'/', b'a', b':', b'#', 0, 0xe9, 0xff, 1, b'\r', b'=', b'\'',
            ]);
            bytes.insert(at, new);
            "insert byte"
        }
        3 => {
            let new = random.pick(b"<>\"& /a:#0;x]!?");
            if let Some(byte) = bytes.get_mut(at) {
                *byte = new;
            }
            "replace byte"
        }
        4 => {
            let mark: &[u8] = random.pick(&[
                b"\xef\xbb\xbf" as &[u8],
                b"\xfe\xff",
                b"\xff\xfe",
                b"\xef\xbb\xbf\xef\xbb\xbf",
            ]);
            bytes.splice(0..0, mark.iter().copied());
            "byte order mark"
        }
        5 => {
            recode(bytes, random);
            "recode"
        }
        6 => {
            let lines = String::from_utf8_lossy(bytes).replace("\r\n", "\n");
            *bytes = lines.replace('\n', random.pick(&["\r\n", "\r", "\n\n", " "])).into_bytes();
            "line ends"
        }
        _ => {
            let tail: &[u8] =
                random.pick(&[b"\n" as &[u8], b"<!-- c -->", b"x", b"<x/>", b"\0", b"<?pi?>", b"&#32;"]);
            bytes.extend_from_slice(tail);
            "append"
        }
    }
}

/// Encodes the text differently, with or without a declaration of the encoding.
fn recode(bytes: &mut Vec<u8>, random: &mut Random) {
    let mut text = String::from_utf8_lossy(bytes).into_owned();
    let name = random.pick(&["UTF-16", "UTF-16LE", "UTF-16BE", "ISO-8859-1", "UTF-8", "utf-16"]);
    if !random.one_in(3) {
        text = text.replacen("UTF-8", name, 1).replacen("ASCII", name, 1);
    }
    if random.one_in(2) {
        text = text.replacen("=\"", "=\"é", 1 + random.below(3));
    }
    if name.eq_ignore_ascii_case("utf-16") || name.starts_with("UTF-16") {
        let big = name.ends_with("BE") || random.one_in(2);
        let mark = if random.one_in(3) { "" } else { "\u{feff}" };
        let unit = |unit: u16| if big { unit.to_be_bytes() } else { unit.to_le_bytes() };
        *bytes = format!("{mark}{text}").encode_utf16().flat_map(unit).collect();
    } else if name == "ISO-8859-1" {
        *bytes = text.chars().map(|c| u8::try_from(u32::from(c)).unwrap_or(b'?')).collect();
    } else {
        *bytes = text.into_bytes();
    }
}
