//! Converts between paths of files and `file:` URIs, as EMF's `URI.createFileURI` and `toFileString` do.
//!
//! Invariant: `uri_path(path_uri(p))` is `p` for every absolute path without `.` and `..`, whatever bytes are in its
//! names. This module does not look at any file.

use modelwright_metamodel::model::uri;
use std::ffi::OsStr;
use std::path::{Component, Path, PathBuf};

/// The `file:` URI of an absolute path, in which `.` and `..` are resolved.
#[must_use]
pub fn path_uri(path: &Path) -> String {
    let mut text = String::new();
    for chunk in to_bytes(path).utf8_chunks() {
        chunk.valid().chars().for_each(|c| encode_character(c, &mut text));
        for byte in chunk.invalid() {
            text.push_str(&format!("%{byte:02X}"));
        }
    }
    let text = text.trim_start_matches('/');
    // The drive `C:` of Windows would be parsed as a scheme, so the path is resolved as `./C:`.
    let begins_with_drive = cfg!(windows) && text.as_bytes().get(1) == Some(&b':');
    if begins_with_drive {
        uri::resolve("file:/", &format!("./{text}"))
    } else {
        uri::resolve("file:/", text)
    }
}

/// Writes a character, which is escaped if it would end the path, has a special meaning in a URI, or must not occur in
/// one. Letters beyond ASCII stay as they are.
fn encode_character(c: char, out: &mut String) {
    match c {
        '%' | '#' | '?' | ' ' | '"' | '<' | '>' => out.push_str(&format!("%{:02X}", u32::from(c))),
        c if c.is_ascii_control() => out.push_str(&format!("%{:02X}", u32::from(c))),
        c => out.push(c),
    }
}

/// The path of a `file:` URI; `None` for another URI, or if its bytes cannot be those of a path.
#[must_use]
pub fn uri_path(uri: &str) -> Option<PathBuf> {
    let path = uri.strip_prefix("file:")?;
    // The authority of `file:///a` is empty, and `file:/a` has none. As in EMF, the path of `file://host/a` is `//host/a`.
    let path = path.strip_prefix("//").filter(|path| path.starts_with('/')).unwrap_or(path);
    to_path(uri::decode_escapes(path))
}

#[cfg(unix)]
fn to_bytes(path: &Path) -> Vec<u8> {
    use std::os::unix::ffi::OsStrExt as _;
    path.as_os_str().as_bytes().to_vec()
}

#[cfg(unix)]
#[expect(clippy::unnecessary_wraps, reason = "on other systems bytes may not be a path")]
fn to_path(bytes: Vec<u8>) -> Option<PathBuf> {
    use std::os::unix::ffi::OsStringExt as _;
    Some(std::ffi::OsString::from_vec(bytes).into())
}

#[cfg(not(unix))]
fn to_bytes(path: &Path) -> Vec<u8> {
    path.to_string_lossy().replace('\\', "/").into_bytes()
}

/// The path in the decoded bytes of a `file:` URI.
#[cfg(not(unix))]
fn to_path(bytes: Vec<u8>) -> Option<PathBuf> {
    let text = String::from_utf8(bytes).ok()?;
    // On Windows, the path of `file:/C:/directory` is `C:/directory`.
    let drive = text.strip_prefix('/').filter(|path| cfg!(windows) && path.as_bytes().get(1) == Some(&b':'));
    Some(PathBuf::from(drive.unwrap_or(&text)))
}

/// Removes `.` and `..` from a path; links are not considered. A relative path is treated as if it began at the root.
#[must_use]
pub fn normalized_path(path: &Path) -> PathBuf {
    let mut normal = PathBuf::from("/");
    for component in path.components() {
        match component {
            Component::ParentDir => drop(normal.pop()),
            Component::Normal(name) => normal.push(name),
            Component::Prefix(prefix) => normal.push(OsStr::new(prefix.as_os_str())),
            // The separator is needed after a drive of Windows. Without a drive, the path begins at the root already.
            Component::RootDir => normal.push(component),
            Component::CurDir => {}
        }
    }
    normal
}

#[cfg(test)]
mod tests {
    use super::*;

    #[cfg(unix)]
    #[test]
    fn paths_are_restored_from_their_uris() {
        use std::os::unix::ffi::OsStrExt as _;
        for name in [b"/a/b.xmi".as_slice(), b"/a b/%20#x?.xmi", b"/\xff\xfe/\xc3\xbc.xmi", b"/new\nline"] {
            let path = Path::new(std::ffi::OsStr::from_bytes(name));
            assert_eq!(uri_path(&path_uri(path)).as_deref(), Some(path), "{}", path_uri(path));
        }
        assert_eq!(path_uri(Path::new("/a/../b c/\u{fc}#.xmi")), "file:/b%20c/\u{fc}%23.xmi");
        assert_eq!(uri_path("file:///a/100%.xmi"), Some(PathBuf::from("/a/100%.xmi")));
        assert_eq!(uri_path("file://host/x"), Some(PathBuf::from("//host/x")));
        assert_eq!(uri_path("http://example.org/x"), None);
    }
}
