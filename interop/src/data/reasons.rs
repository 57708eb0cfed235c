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
    /// It fails in another way than by rejecting a document.
    Fails,
}

/// A reason for a difference.
pub(super) struct Reason {
    pub(super) text: &'static str,
    /// The languages that it concerns; all if the list is empty.
    pub(super) languages: &'static [&'static str],
    pub(super) verdict: Verdict,
    /// Parts of messages, of the validator or of the language, one of which shows that this is the reason.
    pub(super) messages: &'static [&'static str],
}

/// All reasons.
pub(super) const REASONS: &[Reason] = &[
    Reason {
        text: "classes of languages do not follow references",
        languages: &[],
        verdict: Verdict::Accepts,
        messages: &["error[MW0109]"],
    },
    Reason {
        text: "patterns do not parse URIs and ranges, nor compare versions and spans",
        languages: &[],
        verdict: Verdict::Accepts,
        messages: &[
            "is not of the type `URI",
            "is not of the type `SemVer",
            "is not of the type `Timespan",
            "is not of the type `Regexp",
        ],
    },
    Reason {
        text: "null is not read where it only means that there is no value",
        languages: &[],
        verdict: Verdict::Rejects,
        messages: &["found null", "input_value=None", "received null"],
    },
    Reason {
        text: "a duplicate value is only a warning of the validator",
        languages: &[],
        verdict: Verdict::Rejects,
        messages: &["differs from all others", "values that differ"],
    },
    Reason {
        text: "JavaScript has no integers beyond 2^53",
        languages: &["typescript"],
        verdict: Verdict::Rejects,
        messages: &[
            "expected int to be >=-9007199254740991",
            "expected int to be <=9007199254740991",
            ".9223372036854775807: Invalid key",
            ".-9223372036854775808: Invalid key",
        ],
    },
    Reason {
        text: "numbers of values of any kind, and those of JavaScript, have 64 bits",
        languages: &[],
        verdict: Verdict::Rejects,
        messages: &[
            "found 1E+400",
            "found \"1E+400\"",
            "finite_number",
            "expected a value of another kind",
            "expected a decimal number",
        ],
    },
    Reason {
        text: "JavaScript rounds integers beyond 2^53 among values of any kind",
        languages: &["typescript"],
        verdict: Verdict::WritesOther,
        messages: &["9223372036854776000"],
    },
    Reason {
        text: "zero with a sign is the default zero of pydantic",
        languages: &["pydantic"],
        verdict: Verdict::WritesOther,
        messages: &["\":-0.0,"],
    },
    Reason {
        text: "integers of any size are not read from texts",
        languages: &[],
        verdict: Verdict::Rejects,
        messages: &["expected an integer, found \"5\"", "expected number, received string, found \"5\""],
    },
    Reason {
        text: "pydantic reads numbers beyond 64 bits as infinity among values of any kind, and writes null",
        languages: &["pydantic"],
        verdict: Verdict::WritesOther,
        messages: &["1e400"],
    },
    Reason {
        text: "pydantic reads decimals as numbers of 64 bits",
        languages: &["pydantic"],
        verdict: Verdict::WritesOther,
        messages: &["123456789012345680000000000000"],
    },
    Reason {
        text: "pydantic reads no number with a fraction of zeros as an integer",
        languages: &["pydantic"],
        verdict: Verdict::Rejects,
        messages: &["type=int_type"],
    },
    Reason {
        text: "the reader of pydantic keeps the last of equal keys",
        languages: &["pydantic"],
        verdict: Verdict::Accepts,
        messages: &["error[MW0304]"],
    },
];
