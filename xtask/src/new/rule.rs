//! A rule: its file, its code, the page of the code, and their lines in the registries.

use super::{Part, constant, fill, identifier, insert, read, title};
use std::path::{Path, PathBuf};

/// Rules of one form: where their parts are, and what a new one begins with.
pub(super) struct Form {
    /// The directory of their files.
    directory: &'static str,
    /// The file of that directory with their registry.
    registry: &'static str,
    /// The text before the list of rules, and the one between two of them.
    list: (&'static str, &'static str),
    /// The beginning of their codes.
    codes: &'static str,
    /// The description of the new code.
    description: &'static str,
    /// The template of the file.
    file: &'static str,
    /// The template of the page.
    page: &'static str,
    /// What remains to be done.
    steps: &'static str,
}

/// Rules for the objects of all models.
pub(super) const FOR_MODELS: Form = Form {
    directory: "crates/validation/src",
    registry: "lib.rs",
    list: ("    WARNINGS: ", ", "),
    codes: "MW06",
    description: "A name has blanks around it. Remove them.",
    file: include_str!("rule.rs.txt"),
    page: include_str!("page.md.txt"),
    steps: "- write what it checks, and the message; `cargo xtask fmt` if its line became long
- describe the code in metamodel/src/diagnostic/codes.rs and on its page, with a wrong and a repaired file; give it a \
name and a title for one problem
- UPDATE_EXPECT=1 cargo test --package modelwright-cli --test docs writes the messages of the page; read them
- cargo test --package modelwright-cli --test docs --test cli: a new warning about an example is probably a mistake of \
the rule
- add the code to the table of what is checked in docs/validation.md
- an error of EMF goes to RULES instead, with a line in crates/validation/src/emf.rs and a document in tests/validate",
};

/// Rules for the elements of metamodels.
pub(super) const FOR_METAMODELS: Form = Form {
    directory: "crates/validation/src/ecore",
    registry: "mod.rs",
    list: ("registry! {\n", ",\n    "),
    codes: "MW04",
    description: "An enumeration has no literals, so it has no values. Add its literals.",
    file: include_str!("metamodel_rule.rs.txt"),
    page: include_str!("metamodel_page.md.txt"),
    steps: "- write what it checks, and the message; `cargo xtask fmt` if its line became long
- move its line in crates/validation/src/ecore/mod.rs to the rules of the same elements
- describe the code in metamodel/src/diagnostic/codes.rs and on its page, with a wrong and a repaired file; give it a \
name and a title for one problem
- UPDATE_EXPECT=1 cargo test --package modelwright-cli --test docs writes the messages of the page; read them
- cargo test --package modelwright-cli --test docs --test cli: a new warning about an example is probably a mistake of \
the rule
- if text of the type language can cause it, add a row to docs/language/problems.md
- an error of EMF needs a line in crates/validation/src/emf.rs and a document in tests/validate",
};

/// A new rule, with the next code of its form.
pub(super) fn part(root: &Path, form: &Form, name: &str) -> Result<Part, String> {
    let directory = Path::new(form.directory);
    let (registry, codes) =
        (directory.join(form.registry), PathBuf::from("metamodel/src/diagnostic/codes.rs"));
    let (code, codes_text) = with_code(&read(root, &codes)?, form, name)
        .ok_or_else(|| format!("{}: expected codes that begin with {}", codes.display(), form.codes))?;
    let (start, separator) = form.list;
    let entry = format!("{separator}{}", identifier(name));
    Ok(Part {
        files: vec![
            (directory.join(format!("{}.rs", identifier(name))), fill(form.file, name)),
            (
                format!("cli/src/explain/pages/{code}.md").into(),
                fill(form.page, name).replace("@code@", &code),
            ),
        ],
        changes: vec![
            (registry.clone(), insert(root, &registry, start, ";\n", &entry)?),
            (codes, codes_text),
        ],
        steps: form.steps,
    })
}

/// The next code of a form, and the list of codes with it.
fn with_code(text: &str, form: &Form, name: &str) -> Option<(String, String)> {
    let prefix = format!("\"{}", form.codes);
    let last_code = text.rfind(&prefix)?;
    let digits = text[last_code..].get(prefix.len()..prefix.len() + 2)?;
    let next = digits.parse::<u8>().ok()?.checked_add(1).filter(|next| *next < 100)?;
    let code = format!("{}{next:02}", form.codes);
    let end = last_code + text[last_code..].find('\n')? + 1;
    let entry = format!(
        "            /// {}\n            {} = \"{code}\", \"{}\";\n",
        form.description,
        constant(name),
        title(name)
    );
    Some((code, format!("{}{entry}{}", &text[..end], &text[end..])))
}

#[cfg(test)]
mod tests {
    use super::{FOR_METAMODELS, FOR_MODELS, with_code};

    #[test]
    fn a_code_follows_the_last_one_of_its_range() {
        let codes = "A = \"MW0453\", \"a\";\nB = \"MW0632\", \"b\";\nC = \"MW0701\", \"c\";\n";
        let (code, text) = with_code(codes, &FOR_MODELS, "tidy-names").expect("a free number");
        assert_eq!(code, "MW0633");
        assert!(text.contains("TIDY_NAMES = \"MW0633\", \"tidy names\";\nC = "), "{text}");
        let (code, text) = with_code(codes, &FOR_METAMODELS, "tidy-names").expect("a free number");
        assert_eq!(code, "MW0454");
        assert!(text.contains("TIDY_NAMES = \"MW0454\", \"tidy names\";\nB = "), "{text}");
        assert_eq!(with_code("A = \"MW0699\", \"a\";\n", &FOR_MODELS, "full"), None);
    }
}
