//! The strings of values of any kind in XMI: those of attributes whose type is `Scalar` or similar.
//!
//! A string that starts with `{`, `[` or `"` is JSON, whose lists and maps no pattern can describe; `null` means that
//! there is no value; any other string is a number, a boolean or itself.

use crate::xml::Element;
use modelwright_metamodel::ecore::AnyKind;

/// A string in the quotes of JSON.
const QUOTED: &str = r#""([^"\\\t\n\r]|\\(["\\/bfnrt]|u[0-9A-Fa-f]{4}))*""#;

/// A string without quotes: one that does not start with `n`, and one that does and is not `null`.
const BARE: &str = r#"[^{\["n][\s\S]*"#;
const BARE_WITH_N: &str = r"n([^u][\s\S]*)?|nu([^l][\s\S]*)?|nul([^l][\s\S]*)?|null[\s\S]+";

/// A list, and a map.
const LIST: &str = r"\[[\s\S]*";
const MAP: &str = r"\{[\s\S]*";

/// The restriction of strings to those that are values of a kind. The empty string is a scalar.
pub(super) fn restriction(kind: AnyKind) -> Element<'static> {
    let mut patterns = Vec::new();
    if kind.accepts_scalars() {
        // Patterns of XML Schema have no look-ahead, so that `null` is excluded letter by letter.
        patterns.extend(["", QUOTED, BARE, BARE_WITH_N]);
    }
    patterns.extend(kind.accepts_lists().then_some(LIST));
    patterns.extend(kind.accepts_maps().then_some(MAP));
    if kind.accepts_null() {
        patterns.push("null");
    }
    let patterns = patterns.into_iter().map(|pattern| Element::new("xs:pattern").with("value", pattern));
    Element::new("xs:restriction").with("base", "xs:string").children(patterns)
}
