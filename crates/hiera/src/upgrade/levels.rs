//! Converts the paths of levels and data directories to version 5, which interpolates only variables in paths.

use super::texts::is_of_caller;
use crate::interpolation::{Expression, Function, Segment, parse, split, trimmed};
use crate::key_segments::split_key;
use std::borrow::Cow;

/// A path for version 5.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Path {
    pub(super) text: String,
    /// The variables in the path that version 5 does not set.
    pub(super) unset: Vec<String>,
}

/// Converts the path of a level or a data directory.
///
/// # Errors
/// The reason for which version 5 cannot express it.
pub(super) fn path(text: &str) -> Result<Path, String> {
    let mut path = Path { text: String::new(), unset: Vec::new() };
    let mut variables = 0;
    for segment in split(text) {
        let (interpolation, inner) = match segment {
            Segment::Text(text) => {
                path.text.push_str(text);
                continue;
            }
            Segment::Interpolated { text, inner } => (text, inner),
        };
        match parse(inner) {
            // The value is empty in both versions.
            Expression::Blank => {}
            Expression::Call(Function::Literal, text) => path.text.push_str(text),
            // The value is empty: Ruby does not trim the name, and no variable has spaces in its name.
            Expression::Variable(name) if trimmed(name) != name => {}
            Expression::Variable(name) if is_valid(name) => {
                if is_of_caller(name) {
                    path.unset.push(name.to_owned());
                }
                let plain =
                    if inner == name { Cow::Borrowed(interpolation) } else { format!("%{{{name}}}").into() };
                path.text.push_str(&plain);
                variables += 1;
            }
            Expression::Call(..) => {
                return Err(format!("`{interpolation}` looks a key up, which version 5 rejects in paths"));
            }
            Expression::Variable(_) | Expression::UnknownFunction { .. } | Expression::Unquoted { .. } => {
                return Err(format!(
                    "`{interpolation}` is not the name of a variable, so both versions reject it"
                ));
            }
        }
    }
    // In Ruby, `%{literal('%')}{x}` is a literal text. The converted path would interpolate `x`.
    let segments = split(&path.text);
    let interpolations = segments.iter().filter(|segment| matches!(segment, Segment::Interpolated { .. }));
    if interpolations.count() > variables {
        return Err("its interpolations together result in another interpolation".to_owned());
    }
    Ok(path)
}

/// Whether version 5 accepts the name of a variable in a path.
fn is_valid(name: &str) -> bool {
    let segments = split_key(name).unwrap_or_default();
    // Both versions reject a variable whose name is a number.
    segments.first().is_some_and(|root| !root.bytes().all(|c| c.is_ascii_digit()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_have_only_variables() {
        for (text, expected) in [
            ("nodes/%{::fqdn}", Ok("nodes/%{::fqdn}")),
            ("%{scope('a.b')}-%{literal('x')}%{}", Ok("%{a.b}-x")),
            ("a%{ x }", Ok("a")),
            ("%{hiera('k')}", Err(())),
            ("%{alias('k')}", Err(())),
            ("%{a..b}", Err(())),
            ("%{0}", Err(())),
            ("%{literal('%')}{x}", Err(())),
        ] {
            let found = path(text).map(|path| path.text).map_err(drop);
            assert_eq!(found, expected.map(str::to_owned), "{text}");
        }
        assert_eq!(path("%{::calling_module}/x").map(|path| path.unset), Ok(vec!["::calling_module".into()]));
    }
}
