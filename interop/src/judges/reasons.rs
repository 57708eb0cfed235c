//! The deliberate differences between a judge and the declarations.

use super::rich::{BEYOND_PATTERNS, ODD_DIGITS};
use super::samples::{BEYOND_DOUBLES, QUOTED_NUMBER, Trial};

/// A program that checks a document.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Judge {
    /// `validate` of the JSON document.
    Json,
    /// `validate` of the XMI document.
    Xmi,
    /// The JSON Schema, by `--schema` and by ajv.
    JsonSchema,
    Ajv,
    /// The XML Schema, by xmllint and by `--schema`.
    Xmllint,
    XmlSchema,
    /// The generated Rust types.
    Rust,
    /// `new` in an expression.
    New,
    /// The same for JSON without classes: `validate --root`, the JSON Schema with `--root`, and the generated types.
    UntypedJson,
    UntypedSchema,
    UntypedRust,
    /// The generated types by serde, for JSON without classes.
    Serde,
    /// Generated types for data types with facets, by our reader and by serde.
    Checked,
    CheckedSerde,
}

impl Judge {
    /// The judge of documents with classes that has the same differences.
    fn typed(self) -> Self {
        match self {
            Judge::UntypedJson => Judge::Json,
            Judge::UntypedSchema => Judge::JsonSchema,
            Judge::UntypedRust | Judge::Checked => Judge::Rust,
            Judge::CheckedSerde => Judge::Serde,
            other => other,
        }
    }
}

/// A reason for a different verdict of some judges.
pub(super) struct Reason {
    pub(super) text: &'static str,
    judges: &'static [Judge],
    hazards: &'static [&'static str],
    /// Their verdict.
    verdict: bool,
}

use Judge::{Ajv, JsonSchema, New, Rust, Serde, Xmi, XmlSchema, Xmllint};

/// All judges by schemas.
const SCHEMAS: &[Judge] = &[JsonSchema, Ajv, Xmllint, XmlSchema];
const JSON_SCHEMAS: &[Judge] = &[JsonSchema, Ajv];
const XML_SCHEMAS: &[Judge] = &[Xmllint, XmlSchema];

pub(super) const REASONS: &[Reason] = &[
    Reason {
        text: "the JSON Schema accepts null only if it differs from an absent value",
        judges: JSON_SCHEMAS,
        hazards: &[
            "null for a value",
            "null for an object",
            "null for a number with a default",
            "null for a required number with a default",
        ],
        verdict: false,
    },
    Reason {
        text: "a duplicate value is only a warning, because it can be read",
        judges: &[Judge::Json, Xmi, Rust, Serde, Xmllint, XmlSchema, New],
        hazards: &["a value twice"],
        verdict: true,
    },
    Reason {
        text: "schemas do not follow references",
        judges: SCHEMAS,
        hazards: &["a reference to nothing", "a reference to another class"],
        verdict: true,
    },
    Reason {
        text: "XML Schema does not count the addresses in an attribute",
        judges: XML_SCHEMAS,
        hazards: &["too few references", "too many references"],
        verdict: true,
    },
    Reason {
        text: "schemas do not compare the keys of entries",
        judges: SCHEMAS,
        hazards: &["a key of a map twice"],
        verdict: true,
    },
    Reason {
        text: "XML Schema does not check that a choice has one value",
        judges: XML_SCHEMAS,
        hazards: &["the values of two alternatives", "the value of no alternative"],
        verdict: true,
    },
    Reason {
        text: "dates in XMI are read as EMF reads them",
        judges: &[Xmi],
        hazards: &["a date that is not in the calendar"],
        verdict: true,
    },
    Reason {
        text: "digits of bytes in XMI are read as EMF reads them",
        judges: &[Xmi, Xmllint, XmlSchema],
        hazards: &[ODD_DIGITS],
        verdict: true,
    },
    Reason {
        text: "XML Schema does not check dates",
        judges: XML_SCHEMAS,
        hazards: &["a date that is not in the calendar", "an empty text for a date", "a text for a date"],
        verdict: true,
    },
    Reason {
        text: "schemas do not parse URIs, ranges and regular expressions, nor compare versions and spans",
        judges: SCHEMAS,
        hazards: &[BEYOND_PATTERNS],
        verdict: true,
    },
    Reason {
        text: "booleans in XMI are read as Java reads them",
        judges: &[Xmi],
        hazards: &["a boolean with a capital"],
        verdict: true,
    },
    Reason {
        text: "checkers of JSON Schema compare integers of more than 64 bits as rounded numbers",
        judges: JSON_SCHEMAS,
        hazards: &["an integer below those of 64 bits"],
        verdict: true,
    },
    Reason {
        text: "ajv rounds integers",
        judges: &[Ajv],
        hazards: &["an integer above those of 64 bits"],
        verdict: true,
    },
    Reason {
        text: "`undef` in `new` is a value, which a required feature cannot have",
        judges: &[New],
        hazards: &["null for a required number with a default"],
        verdict: false,
    },
    Reason {
        text: "`undef` in `new` means an absent list",
        judges: &[New],
        hazards: &["null for a list"],
        verdict: true,
    },
    Reason {
        text: "types cannot express null in addition to a default",
        judges: &[Rust],
        hazards: &[
            "null beside a default",
            "null beside the default of an optional number or a value of any kind",
        ],
        verdict: false,
    },
    Reason {
        text: "types cannot express null in addition to a default",
        judges: &[Serde],
        hazards: &["null beside a default"],
        verdict: false,
    },
    Reason {
        text: "serde reads null as a value of any kind, or as the default of an optional number",
        judges: &[Serde],
        hazards: &["null beside the default of an optional number or a value of any kind"],
        verdict: true,
    },
    Reason {
        text: "`new` sets defaults first",
        judges: &[New],
        hazards: &["a default that was not set"],
        verdict: true,
    },
    Reason {
        text: "`new` accepts `undef` in lists of optional values",
        judges: &[New],
        hazards: &["null in a list of optional values"],
        verdict: true,
    },
    Reason {
        text: "the numbers of serde are doubles",
        judges: &[Serde],
        hazards: &[BEYOND_DOUBLES],
        verdict: false,
    },
    Reason {
        text: "a text is not a number in expressions",
        judges: &[New],
        hazards: &[QUOTED_NUMBER],
        verdict: false,
    },
    Reason {
        text: "a float is not an integer in expressions",
        judges: &[New],
        hazards: &["an integer as a float"],
        verdict: false,
    },
];

/// The verdict of a judge on a hazard of a document, with the reason if the verdict differs from that of the
/// declaration.
pub(super) fn view(judge: Judge, trial: &Trial) -> (bool, Option<&'static Reason>) {
    let applies = |reason: &&Reason| {
        reason.verdict != trial.legal
            && reason.judges.contains(&judge.typed())
            && reason.hazards.contains(&trial.hazard)
    };
    match REASONS.iter().find(applies) {
        Some(reason) => (reason.verdict, Some(reason)),
        None => (trial.legal, None),
    }
}

/// The number of documents of the sample that each reason excuses.
pub(super) const KNOWN: crate::known::KnownCounts = &[
    ("XML Schema does not check dates", 34),
    ("XML Schema does not check that a choice has one value", 330),
    ("XML Schema does not count the addresses in an attribute", 51),
    ("`new` accepts `undef` in lists of optional values", 2),
    ("`new` sets defaults first", 1),
    ("`undef` in `new` is a value, which a required feature cannot have", 2),
    ("`undef` in `new` means an absent list", 41),
    ("a duplicate value is only a warning, because it can be read", 12),
    ("a float is not an integer in expressions", 8),
    ("a text is not a number in expressions", 2),
    ("ajv rounds integers", 16),
    ("booleans in XMI are read as Java reads them", 12),
    ("checkers of JSON Schema compare integers of more than 64 bits as rounded numbers", 19),
    ("dates in XMI are read as EMF reads them", 23),
    ("digits of bytes in XMI are read as EMF reads them", 5),
    ("schemas do not compare the keys of entries", 161),
    ("schemas do not follow references", 8),
    ("schemas do not parse URIs, ranges and regular expressions, nor compare versions and spans", 55),
    ("serde reads null as a value of any kind, or as the default of an optional number", 4),
    ("the JSON Schema accepts null only if it differs from an absent value", 217),
    ("the numbers of serde are doubles", 2),
    ("types cannot express null in addition to a default", 40),
];
