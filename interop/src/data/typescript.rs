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
    known: &[
        ("JavaScript has no integers beyond 2^53", 1526),
        ("a duplicate value is only a warning of the validator", 14),
        ("a number has other digits but the same value", 21),
        ("bytes that are the default are left out, although for EMF bytes are never equal to others", 87),
        ("classes of languages do not follow references", 70),
        ("decimals are compared by their value, so that 0 is left out where 0.0 is the default", 54),
        ("integers of any size are not read from texts", 2),
        ("null for a feature that can be unset is no value", 56),
        ("null is not read where it only means that there is no value", 60),
        ("numbers of values of any kind, and those of JavaScript, have 64 bits", 11),
        ("patterns do not parse URIs and ranges, nor compare versions and spans", 18),
    ],
};

const PROGRAM: &str = include_str!("exchange.mjs");
