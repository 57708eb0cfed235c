//! A rule: its file, its code, the page of the code, and their lines in the registries.

use super::{Part, constant, fill, identifier, insert, read, title};
use std::path::{Path, PathBuf};

/// The codes of validation, which begin so.
const CODE_PREFIX: &str = "\"MW06";

/// A new rule, with the next code of validation.
pub(super) fn part(root: &Path, name: &str) -> Result<Part, String> {
    let (registry, codes) =
        (PathBuf::from("crates/validation/src/lib.rs"), PathBuf::from("metamodel/src/diagnostic/codes.rs"));
    let (code, codes_text) = with_code(&read(root, &codes)?, name)
        .ok_or_else(|| format!("{}: expected codes that begin with {CODE_PREFIX}", codes.display()))?;
    let entry = format!(", {}", identifier(name));
    Ok(Part {
        files: vec![
            (
                format!("crates/validation/src/{}.rs", identifier(name)).into(),
                fill(include_str!("rule.rs.txt"), name),
            ),
            (
                format!("cli/src/explain/pages/{code}.md").into(),
                fill(include_str!("page.md.txt"), name).replace("@code@", &code),
            ),
        ],
        changes: vec![
            (registry.clone(), insert(root, &registry, "    WARNINGS: ", ";\n", &entry)?),
            (codes, codes_text),
        ],
        steps: "- write what it checks, and the message; `cargo xtask fmt` if its line became long
- describe the code in metamodel/src/diagnostic/codes.rs and on its page, with a wrong and a repaired file
- UPDATE_EXPECT=1 cargo test --package modelwright-cli --test docs, twice: the first run writes, the second compares; read what it wrote
- run the tests `cli` and `docs` of modelwright-cli without it: a new warning about an example is probably a mistake of the rule
- an error of EMF goes to RULES instead, with a line in crates/validation/src/emf.rs and a document in tests/validate",
    })
}

/// The next code of validation, and the list of codes with it.
fn with_code(text: &str, name: &str) -> Option<(String, String)> {
    let last_code = text.rfind(CODE_PREFIX)?;
    let digits = text[last_code..].get(CODE_PREFIX.len()..CODE_PREFIX.len() + 2)?;
    let code = format!("MW06{:02}", digits.parse::<u8>().ok()?.checked_add(1).filter(|next| *next < 100)?);
    let end = last_code + text[last_code..].find('\n')? + 1;
    let entry = format!(
        "            /// A name has blanks around it. Remove them.\n            {} = \"{code}\", \"{}\";\n",
        constant(name),
        title(name)
    );
    Some((code, format!("{}{entry}{}", &text[..end], &text[end..])))
}

#[cfg(test)]
mod tests {
    use super::with_code;

    #[test]
    fn a_code_follows_the_last_one_of_its_range() {
        let codes = "A = \"MW0632\", \"a\";\nB = \"MW0701\", \"b\";\n";
        let (code, text) = with_code(codes, "tidy-names").expect("a free number");
        assert_eq!(code, "MW0633");
        assert!(text.contains("TIDY_NAMES = \"MW0633\", \"tidy names\";\nB = "), "{text}");
        assert_eq!(with_code("A = \"MW0699\", \"a\";\n", "full"), None);
    }
}
