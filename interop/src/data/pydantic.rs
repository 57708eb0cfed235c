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
};

const PROGRAM: &str = "\
def exchange(kind, text):
    return kind.model_validate_json(text).model_dump_json(by_alias=True, exclude_defaults=True)
";
