//! Why a language deliberately differs from the validator on some documents.

/// How a language differs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Verdict {
    /// It accepts an invalid document.
    Accepts,
    /// It rejects a valid document.
    Rejects,
    /// It writes other bytes.
    WritesOther,
}

/// A reason for a difference.
pub(super) struct Reason {
    pub(super) text: &'static str,
    pub(super) languages: &'static [&'static str],
    pub(super) verdict: Verdict,
    pub(super) hazards: &'static [&'static str],
}

/// All reasons.
pub(super) const REASONS: &[Reason] = &[];

/// The number of documents of the sample that each reason excuses for a language.
pub(super) const KNOWN: &[(&str, &str, usize)] = &[];
