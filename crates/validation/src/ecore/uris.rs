//! Checks that a text is a URI in EMF's spelling.

/// The help for an invalid URI.
pub(super) const HELP: &str = "encode characters that are invalid in a URI, such as a space as %20";

/// Checks that a URI contains no characters that EMF would escape or spell differently. The error is the reason.
pub(super) fn check(uri: &str) -> Result<(), String> {
    if uri.is_empty() {
        return Err("it is empty".to_owned());
    }
    let colon = uri.find(':');
    let hash = uri.rfind('#');
    if let (Some(colon), Some(hash)) = (colon, hash)
        && hash < colon
    {
        return Err("a `:` follows the `#`".to_owned());
    }
    let body_start = colon.map_or(0, |colon| colon + 1);
    let (body, fragment) = match hash {
        Some(hash) => (&uri[body_start..hash], &uri[hash + 1..]),
        None => (&uri[body_start..], ""),
    };
    check_characters(body)?;
    check_characters(fragment)?;
    // A colon after one of these characters does not end a scheme.
    let scheme = match colon {
        Some(colon) if !uri[..colon].contains(['/', '?', '#']) => &uri[..colon],
        _ => "",
    };
    // EMF converts the scheme to lower case, so the URI would be spelled differently.
    if scheme.to_lowercase() != scheme {
        return Err(format!("the scheme `{scheme}` has capital letters"));
    }
    // The schemes for archives in EMF's class `URI`.
    if matches!(scheme, "jar" | "zip" | "archive") && !body.contains("!/") {
        return Err("it refers to an archive, but lacks `!/` and a path".to_owned());
    }
    Ok(())
}

/// Checks that a text contains no character that a URI must contain as `%` and two hexadecimal digits. The error is the
/// reason.
fn check_characters(text: &str) -> Result<(), String> {
    for (index, c) in text.char_indices() {
        // EMF escapes control characters up to U+009F, but no character after them.
        let is_plain = c.is_ascii_alphanumeric() || ";/?:@&=+$,-_.!~*'()".contains(c) || c >= '\u{a0}';
        let is_escape = c == '%' && text.as_bytes().get(index + 1..index + 3).is_some_and(is_hexadecimal);
        if !is_plain && !is_escape {
            return Err(format!("it contains {}", character_text(c)));
        }
    }
    Ok(())
}

fn is_hexadecimal(digits: &[u8]) -> bool {
    digits.iter().all(u8::is_ascii_hexdigit)
}

/// A character as a text for messages.
fn character_text(c: char) -> String {
    match c {
        ' ' => "a space".to_owned(),
        c if c.is_control() => "a control character".to_owned(),
        c => format!("`{c}`"),
    }
}

#[cfg(test)]
mod tests {
    use super::check;

    #[test]
    fn uris_are_well_formed_as_in_emf() {
        for good in [
            "a", "http://x", "a:b", "1a:b", ":b", "jar:x!/y", "a b:x", "é", "a%20b", "?a:b", "A/b:c", "#",
            "a:#b",
        ] {
            assert_eq!(check(good), Ok(()), "{good}");
        }
        for bad in [
            "",
            "a b",
            "http://x#a#b",
            "JAR:foo",
            "C:/x",
            "a%2",
            "%",
            "a#b:c",
            "a[b]",
            "a\u{85}",
            "zip:a!b",
            "a/b:c d",
        ] {
            assert!(check(bad).is_err(), "{bad}");
        }
    }
}
