//! The texts of values of any kind, as attributes of types such as `Scalar` have them in XMI.
//!
//! A text that starts with `{`, `[` or `"` is JSON, whose lists and maps no pattern can describe; `null` means that there is no value; any
//! other text is a number, a boolean or itself.

use crate::xml::Element;
use modelwright_metamodel::ecore::AnyKind;

/// A text in the quotes of JSON.
const QUOTED: &str = r#""([^"\\\t\n\r]|\\(["\\/bfnrt]|u[0-9A-Fa-f]{4}))*""#;

/// A text without quotes other than `null`.
const BARE: &str = r#"[^{\["n][\s\S]*"#;
const BARE_WITH_N: &str = r"n([^u][\s\S]*)?|nu([^l][\s\S]*)?|nul([^l][\s\S]*)?|null[\s\S]+";

/// A list, and a map.
const LIST: &str = r"\[[\s\S]*";
const MAP: &str = r"\{[\s\S]*";

/// The restriction of texts to those of values.
pub(super) fn restriction(kind: AnyKind) -> Element {
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
