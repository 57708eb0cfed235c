//! Which differences between our verdict and a schema's are meant.
//!
//! What only we refuse must have been told by the generator, of that feature and of that kind. What only a schema
//! refuses must be one of the narrower spellings that docs/schemas.md lists.

use modelwright_metamodel::diagnostic::{Code, Diagnostic, Diagnostics, codes};

/// What a generator said that its schema cannot express: the element, and what is not checked.
pub(super) struct Told(Vec<(String, String)>);

impl Told {
    pub(super) fn new(losses: &Diagnostics) -> Self {
        let losses = losses.iter().filter_map(|loss| {
            let (element, what) = loss.message.split_once("does not check that ")?.1.split_once(' ')?;
            Some((element.to_owned(), what.to_owned()))
        });
        Self(losses.collect())
    }

    /// Whether a loss of this kind was told of the feature that a message is about.
    fn of_feature(&self, message: &str, kinds: &[&str]) -> bool {
        self.0.iter().any(|(element, what)| {
            let feature = element.rsplit('.').next().unwrap_or(element);
            let named = message.contains(element.as_str()) || message.contains(&format!("`{feature}`"));
            named && kinds.iter().any(|kind| what.contains(kind))
        })
    }
}

/// What schemas refuse, in the words of those who judge by them, and readers accept.
const NARROWER: &[&str] = &[
    // A null stands for no value, and is never written.
    "null is not of type",
    "null is not valid",
    // Values twice in a unique list are read as EMF reads them, with a warning at most.
    "has non-unique elements",
    // One end of a reference is enough for readers.
    "is a required property",
    // Elements in another order, or for attributes; attributes for elements; features that are never written.
    "This element is not expected",
    "is not allowed",
    // Text that is no one's is passed over.
    "Character content",
    // Objects of a class that does not fit are read as EMF reads them.
    "not validly derived",
];

/// How verdicts differ where they may not.
pub(super) fn difference(
    errors: &[Diagnostic],
    valid: bool,
    told: &Told,
    refusal: impl FnOnce() -> String,
) -> Option<String> {
    match (errors.is_empty(), valid) {
        (true, true) | (false, false) => None,
        (true, false) => {
            let refusal = refusal();
            let meant = NARROWER.iter().any(|words| refusal.contains(words));
            (!meant).then(|| format!("only the schema refuses: {refusal}"))
        }
        (false, true) => {
            let unsaid = errors.iter().find(|error| !is_told(error, told))?;
            Some(format!("only we refuse: {unsaid}"))
        }
    }
}

/// What a loss says where we find a problem with this code that the schema does not.
const LOSSES: [(Code, &[&str]); 7] = [
    (codes::UNRESOLVED_REFERENCE, &["leads to"]),
    (codes::UNPAIRED, &["agrees"]),
    (codes::REQUIRED, &["has at least", "has a value"]),
    (codes::TOO_FEW, &["has at least", "has a value"]),
    (codes::TOO_MANY, &["leads to at most"]),
    (codes::DUPLICATE_ID, &["is unique"]),
    (codes::BAD_VALUE, &["leads to", "is a legal"]),
];

/// What no schema of one document can know: what other documents hold, and what a broken metamodel means.
const ELSEWHERE: [Code; 3] = [codes::UNRESOLVED_PROXY, codes::DANGLING, codes::UNCHECKABLE];

fn is_told(error: &Diagnostic, told: &Told) -> bool {
    if error.code == codes::NO_EVALUATOR {
        return told.0.iter().any(|(_, what)| what.contains("constraints"));
    }
    let losses = LOSSES.iter().find(|(code, _)| *code == error.code);
    ELSEWHERE.contains(&error.code) || losses.is_some_and(|(_, kinds)| told.of_feature(&error.message, kinds))
}
