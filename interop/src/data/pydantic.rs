//! Python: models of pydantic.

use super::{Language, python};

pub(super) const LANGUAGE: Language = Language {
    name: "pydantic",
    target: "python",
    options: &[("flavour", "pydantic")],
    is_link: false,
    exchange: |tools, tasks| {
        let python = python::environment(tools, &["pydantic"])?;
        python::exchange(tasks, &python, PROGRAM)
    },
    known: &[
        ("a duplicate value is only a warning of the validator", 14),
        ("a number has other digits but the same value", 2603),
        ("bytes that are the default are left out, although for EMF bytes are never equal to others", 118),
        ("classes of languages do not follow references", 84),
        ("decimals are compared by their value, so that 0 is left out where 0.0 is the default", 65),
        ("null for a feature that can be unset is no value", 73),
        ("null is not read where it only means that there is no value", 11),
        ("numbers of values of any kind, and those of JavaScript, have 64 bits", 6),
        ("patterns do not parse URIs and ranges, nor compare versions and spans", 21),
        ("pydantic reads decimals as numbers of 64 bits", 4),
        ("pydantic reads no number with a fraction of zeros as an integer", 24),
        ("pydantic reads numbers beyond 64 bits as infinity among values of any kind, and writes null", 15),
        ("zero with a sign is the default zero of pydantic", 1),
    ],
};

const PROGRAM: &str = "\
def exchange(kind, text):
    return kind.model_validate_json(text).model_dump_json(by_alias=True, exclude_defaults=True)
";
