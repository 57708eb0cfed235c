//! URIs as text: reads and writes their parts as defined by RFC 3986, and resolves references against a URI.
//!
//! The parts, and which parts are accepted, are those of Ruby's `uri`. The module does not know values of logic.

use std::fmt;
use std::net::Ipv6Addr;

/// The parts of a URI.
#[derive(Debug, Clone, Default, PartialEq, Eq, Hash)]
pub(super) struct UriParts {
    pub(super) scheme: Option<String>,
    pub(super) userinfo: Option<String>,
    pub(super) host: Option<String>,
    pub(super) port: Option<i64>,
    pub(super) path: Option<String>,
    pub(super) query: Option<String>,
    pub(super) opaque: Option<String>,
    pub(super) fragment: Option<String>,
}

/// The default port of a scheme; `None` if it has none.
fn default_port(scheme: &str) -> Option<i64> {
    Some(match scheme {
        // The schemes for which Ruby's `uri` has a default port.
        "ftp" => 21,
        "http" | "ws" => 80,
        "https" | "wss" => 443,
        "ldap" => 389,
        "ldaps" => 636,
        _ => return None,
    })
}

/// Whether there is a percent escape at a position, such as `%2F`.
fn is_escape(bytes: &[u8], position: usize) -> bool {
    match bytes.get(position..position + 3) {
        Some([b'%', digits @ ..]) => digits.iter().all(u8::is_ascii_hexdigit),
        _ => false,
    }
}

/// Whether all characters are letters, digits, percent escapes, one of `-._~!$&'()*+,;=`, or in `more`.
fn consists_of(text: &str, more: &str) -> bool {
    let bytes = text.as_bytes();
    let mut position = 0;
    while let Some(c) = bytes.get(position) {
        if is_escape(bytes, position) {
            position += 3;
            continue;
        }
        // RFC 3986, 2.2 and 2.3: `sub-delims` and `unreserved`.
        let is_usual = c.is_ascii_alphanumeric() || b"-._~!$&'()*+,;=".contains(c);
        if !is_usual && !more.as_bytes().contains(c) {
            return false;
        }
        position += 1;
    }
    true
}

/// The text before the first separator, and the text after it; `None` for the latter if there is no separator.
fn split_at_first(text: &str, separator: char) -> (&str, Option<&str>) {
    match text.split_once(separator) {
        Some((before, after)) => (before, Some(after)),
        None => (text, None),
    }
}

/// Whether a text can be a scheme.
fn is_scheme(text: &str) -> bool {
    text.starts_with(|c: char| c.is_ascii_alphabetic())
        && text.bytes().all(|c| c.is_ascii_alphanumeric() || b"+-.".contains(&c))
}

/// Whether a text can be a host: a name, or an address in brackets.
fn is_host(text: &str) -> bool {
    match text.strip_prefix('[').and_then(|text| text.strip_suffix(']')) {
        Some(address) => address.parse::<Ipv6Addr>().is_ok() || is_future_address(address),
        None => consists_of(text, ""),
    }
}

/// Whether a text has the form `v1.address`. This is `IPvFuture` of RFC 3986, 3.2.2, for address versions that do not
/// exist yet.
fn is_future_address(text: &str) -> bool {
    let Some((version, address)) = text.strip_prefix('v').and_then(|text| text.split_once('.')) else {
        return false;
    };
    let is_version = !version.is_empty() && version.bytes().all(|b| b.is_ascii_hexdigit());
    is_version && !address.is_empty() && consists_of(address, ":")
}

/// Escapes the characters that `is_allowed` rejects; existing escapes are kept.
fn escaped(text: &str, is_allowed: impl Fn(u8) -> bool) -> String {
    use fmt::Write as _;
    let bytes = text.as_bytes();
    let mut out = String::with_capacity(text.len());
    for (index, c) in bytes.iter().enumerate() {
        // Ruby's `query=` and `fragment=` remove these characters.
        if matches!(c, b'\t' | b'\r' | b'\n') {
            continue;
        }
        if is_escape(bytes, index) || is_allowed(*c) {
            out.push(char::from(*c));
        } else {
            let _ = write!(out, "%{c:02X}");
        }
    }
    out
}

/// A query with escapes; `None` if Ruby rejects it.
fn query_text(text: &str) -> Option<String> {
    let bytes = text.as_bytes();
    let is_digit = |index: usize| bytes.get(index).is_some_and(u8::is_ascii_hexdigit);
    for (index, _) in text.match_indices('%') {
        // Ruby's `query=` rejects `%` only before two characters of which neither is a hexadecimal digit; otherwise it
        // escapes the `%`.
        let is_before_two_characters = index + 2 < bytes.len();
        if is_before_two_characters && !is_digit(index + 1) && !is_digit(index + 2) {
            return None;
        }
    }
    Some(escaped(text, |c| c.is_ascii_graphic() && !b"\"#%'<>".contains(&c)))
}

/// A fragment with escapes.
fn fragment_text(text: &str) -> String {
    escaped(text, |c| c.is_ascii_graphic())
}

impl UriParts {
    /// The parts of a text; `None` if it is not a URI.
    pub(super) fn parse(text: &str) -> Option<Self> {
        // Ruby's `URI.parse` accepts only ASCII.
        if !text.is_ascii() {
            return None;
        }
        let (before_fragment, fragment) = split_at_first(text, '#');
        let (before_query, query) = split_at_first(before_fragment, '?');
        let mut parts = Self::default();
        let mut path = match before_query.split_once(':') {
            Some((scheme, after_scheme)) if is_scheme(scheme) => {
                // RFC 3986, 3.1: schemes are case-insensitive, and written in lower case.
                parts.scheme = Some(scheme.to_ascii_lowercase());
                after_scheme
            }
            _ => before_query,
        };
        let is_relative = parts.scheme.is_none();
        if let Some(text) = path.strip_prefix("//") {
            let (authority, after_authority) = text.split_at(text.find('/').unwrap_or(text.len()));
            parts.read_authority(authority)?;
            path = after_authority;
        }
        let first_segment = path.split('/').next().unwrap_or("");
        // RFC 3986, 4.2: the first segment of a relative path cannot contain a colon, because the text before it would
        // be a scheme.
        if !consists_of(path, ":@/") || (is_relative && first_segment.contains(':')) {
            return None;
        }
        parts.fragment = match fragment {
            Some(fragment) if !consists_of(fragment, ":@/?") => return None,
            fragment => fragment.map(fragment_text),
        };
        // Ruby supports the opaque part of RFC 2396: the text after the scheme, including the query, if it does not
        // start with a slash.
        if !is_relative && !path.is_empty() && !path.starts_with('/') {
            let query = query.map_or(String::new(), |query| format!("?{query}"));
            parts.opaque = Some(format!("{path}{query}"));
        } else {
            parts.path = Some(path.to_owned());
            parts.query = match query {
                Some(query) => Some(query_text(query)?),
                None => None,
            };
        }
        parts.completed()
    }

    /// Reads `user@host:port`; `None` if it is invalid.
    fn read_authority(&mut self, text: &str) -> Option<()> {
        let (user, host_and_port) = match text.split_once('@') {
            Some((user, host_and_port)) => (Some(user), host_and_port),
            None => (None, text),
        };
        if user.is_some_and(|user| !consists_of(user, ":")) {
            return None;
        }
        self.userinfo = user.map(str::to_owned);
        let (host, port) = match host_and_port.rsplit_once(':') {
            // A colon before the end of the brackets belongs to an IPv6 address, not to a port.
            Some((host, port)) if !port.contains(']') => (host, Some(port)),
            _ => (host_and_port, None),
        };
        if !is_host(host) {
            return None;
        }
        self.host = (!host.is_empty()).then(|| host.to_owned());
        self.port = match port {
            None | Some("") => None,
            Some(port) if port.bytes().all(|b| b.is_ascii_digit()) => Some(port.parse().ok()?),
            Some(_) => return None,
        };
        Some(())
    }

    /// Adds the parts that the scheme implies; `None` if the scheme does not allow these parts.
    fn completed(mut self) -> Option<Self> {
        match self.scheme.as_deref().unwrap_or("") {
            "file" => {
                // As in Ruby's `URI::File`: user and port are dropped, and `localhost` is the empty host.
                (self.userinfo, self.port) = (None, None);
                self.host = Some(self.host.filter(|host| host != "localhost").unwrap_or_default());
            }
            "ftp" => {
                let path = self.path.as_deref()?;
                let path = path.strip_prefix('/').unwrap_or(path);
                // RFC 1738, 3.2.2: an FTP path is relative to the directory after the login, unless it starts with
                // `%2F`.
                let absolute = path.strip_prefix("%2F").map(|rest| format!("/{rest}"));
                self.path = Some(absolute.unwrap_or_else(|| path.to_owned()));
            }
            // Ruby's `URI::LDAP` rejects a fragment and a missing path.
            "ldap" | "ldaps" if self.fragment.is_some() || self.path.is_none() => return None,
            "mailto" => {
                let query = self.query.take().map(|query| format!("?{query}"));
                self.opaque = self.opaque.or(query);
                let opaque = self.opaque.as_deref()?;
                let (to, _) = opaque.split_once('?').unwrap_or((opaque, ""));
                let addresses = to.strip_suffix([',', ';']).unwrap_or(to);
                let is_valid = to.is_empty() || addresses.split([',', ';']).all(is_mail_address);
                if !is_valid {
                    return None;
                }
                self.path = None;
                return Some(self);
            }
            _ => {}
        }
        if self.path.is_none() && self.opaque.is_none() {
            self.path = Some(String::new());
        }
        self.port = self.port.or_else(|| default_port(self.scheme.as_deref()?));
        Some(self)
    }

    /// Builds a URI from its parts; checks each of them.
    pub(super) fn build(mut self) -> Result<Self, String> {
        if self.scheme.as_deref().is_some_and(|scheme| !is_scheme(scheme)) {
            return reject_part("scheme");
        }
        self.scheme = self.scheme.map(|scheme| scheme.to_ascii_lowercase());
        if self.userinfo.as_deref().is_some_and(|user| !consists_of(user, ":")) {
            return reject_part("userinfo");
        }
        // An IPv6 address is written in brackets.
        if let Some(host) = self.host.as_mut().filter(|host| host.contains(':') && !host.starts_with('[')) {
            *host = format!("[{host}]");
        }
        if self.host.as_deref().is_some_and(|host| !is_host(host)) {
            return reject_part("host");
        }
        // RFC 1738, 3.2.2: an FTP path may be relative.
        let is_relative_allowed = self.scheme.as_deref().is_none_or(|scheme| scheme == "ftp");
        let is_path = |path: &str| consists_of(path, ":@/") && (is_relative_allowed || path.starts_with('/'));
        if self.path.as_deref().is_some_and(|path| !is_path(path)) {
            return reject_part("path");
        }
        let has_authority = self.host.is_some() || self.port.is_some() || self.userinfo.is_some();
        if self.opaque.is_some() && (has_authority || self.path.is_some()) {
            return Err("a URI has either an opaque part, or host, port, userinfo and path".to_owned());
        }
        if self.opaque.as_deref().is_some_and(|opaque| opaque.starts_with('/')) {
            return reject_part("opaque part");
        }
        if let Some(query) = &self.query {
            self.query = match query_text(query) {
                None => return reject_part("query"),
                query => query,
            };
        }
        self.fragment = self.fragment.as_deref().map(fragment_text);
        match self.completed() {
            Some(parts) => Ok(parts),
            None => reject_part("text"),
        }
    }

    /// The port, unless it is the default port of the scheme.
    fn written_port(&self) -> Option<i64> {
        let default_port = self.scheme.as_deref().and_then(default_port);
        if self.port == default_port { None } else { self.port }
    }

    /// The parts in normalised form, for comparison.
    pub(super) fn normalized(&self) -> Self {
        let mut normalized = self.clone();
        normalized.host = normalized.host.map(|host| host.to_ascii_lowercase());
        if normalized.path.as_deref() == Some("") {
            normalized.path = Some("/".to_owned());
        }
        normalized
    }

    /// The parts of a reference that is resolved against this URI.
    pub(super) fn merged(&self, reference: &Self) -> Result<Self, String> {
        if reference.scheme.is_some() {
            return Ok(reference.clone());
        }
        if self.scheme.is_none() {
            return Err("a relative reference cannot be added to a relative URI".to_owned());
        }
        let mut base = self.clone();
        let has_authority =
            reference.userinfo.is_some() || reference.host.is_some() || reference.port.is_some();
        let path = reference.path.as_deref().unwrap_or("");
        // RFC 2396, 5.2, step 2: an empty reference refers to the document itself.
        if path.is_empty() && !has_authority && reference.query.is_none() {
            base.fragment = reference.fragment.clone().or(base.fragment);
            return Ok(base);
        }
        // RFC 2396, 5.2, step 4: with an authority, the path of the reference is used unchanged.
        if has_authority {
            base.path = reference.path.clone().or(base.path);
        } else if let Some(base_path) = &base.path {
            base.path = Some(merged_path(base_path, path));
        }
        base.userinfo = reference.userinfo.clone().or(base.userinfo);
        base.host = reference.host.clone().or(base.host);
        base.port = reference.port.or(base.port);
        (base.query, base.fragment) = (reference.query.clone(), reference.fragment.clone());
        Ok(base)
    }
}

/// The error for a part that is invalid.
fn reject_part(part: &str) -> Result<UriParts, String> {
    Err(format!("the {part} of the URI is invalid"))
}

/// Whether a text has the form `user@host`.
fn is_mail_address(text: &str) -> bool {
    text.split_once('@')
        .is_some_and(|(user, host)| !user.is_empty() && !host.is_empty() && !host.contains('@'))
}

/// The segments of a path; the empty path has none.
fn segments(path: &str) -> Vec<&str> {
    if path.is_empty() { Vec::new() } else { path.split('/').collect() }
}

/// Resolves a path against the path `base`.
fn merged_path(base: &str, relative: &str) -> String {
    let (mut base, mut relative) = (segments(base), segments(relative));
    // The part after the last slash will be removed, but `..` must be kept, because it refers to another directory.
    if base.last() == Some(&"..") {
        base.push("");
    }
    let mut resolved: Vec<&str> = Vec::new();
    for segment in base {
        match segment {
            ".." => drop(resolved.pop()),
            other => resolved.push(other),
        }
    }
    // An absolute path replaces the base. The empty first segment of the result is the slash at its start.
    if relative.first() == Some(&"") {
        resolved.clear();
        relative.remove(0);
        resolved.push("");
    } else if resolved.is_empty() {
        resolved.push("");
    } else {
        resolved.pop();
    }
    // The path of a directory ends with a slash.
    if matches!(relative.last(), Some(&("." | ".."))) {
        relative.push("");
    }
    for segment in relative {
        match segment {
            "." => {}
            // Superfluous `..` are ignored: the path stays at the root.
            ".." if resolved.len() > 1 => drop(resolved.pop()),
            ".." => {}
            other => resolved.push(other),
        }
    }
    resolved.join("/")
}

impl fmt::Display for UriParts {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(scheme) = &self.scheme {
            write!(f, "{scheme}:")?;
        }
        if let Some(opaque) = &self.opaque {
            f.write_str(opaque)?;
        } else {
            // As in Ruby's `to_s`, which for this scheme writes the slashes even without a host.
            if self.host.is_some() || self.scheme.as_deref() == Some("postgres") {
                f.write_str("//")?;
            }
            if let Some(user) = &self.userinfo {
                write!(f, "{user}@")?;
            }
            f.write_str(self.host.as_deref().unwrap_or(""))?;
            if let Some(port) = self.written_port() {
                write!(f, ":{port}")?;
            }
            let path = self.path.as_deref().unwrap_or("");
            if self.scheme.as_deref() == Some("ftp") {
                // RFC 1738, 3.2.2: the path starts at the user's directory, so a path from the root starts with an
                // escaped slash.
                match path.strip_prefix('/') {
                    Some(relative_path) => write!(f, "/%2F{relative_path}")?,
                    None => write!(f, "/{path}")?,
                }
            } else {
                f.write_str(path)?;
            }
            if let Some(query) = &self.query {
                write!(f, "?{query}")?;
            }
        }
        match &self.fragment {
            Some(fragment) => write!(f, "#{fragment}"),
            None => Ok(()),
        }
    }
}
