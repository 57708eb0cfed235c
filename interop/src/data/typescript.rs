//! TypeScript: schemas of zod, by Node. The modules are only stripped of their types; `languages` checks these.

use super::{Language, answers_of};
use std::fs;
use std::process::Command;

pub(super) const LANGUAGE: Language = Language {
    name: "typescript",
    target: "typescript",
    options: &[("flavour", "zod")],
    is_link: true,
    exchange: |tools, tasks| {
        crate::languages::install_typescript(tools)?;
        let program = tools.join("exchange.mjs");
        fs::write(&program, PROGRAM).map_err(|e| e.to_string())?;
        answers_of(Command::new("node").arg(program), tasks)
    },
};

const PROGRAM: &str = include_str!("exchange.mjs");
