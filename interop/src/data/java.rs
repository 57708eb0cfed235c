//! Java: records, by its compiler and Jackson.

use super::{Language, answers_of};
use std::process::Command;

pub(super) const LANGUAGE: Language = Language {
    name: "java",
    target: "java",
    options: &[],
    is_link: true,
    exchange: |tools, tasks| {
        let class_path = crate::languages::install_java(tools, &[("Exchange.java", PROGRAM)])?;
        let mut command = Command::new("java");
        // Programs of Java write in the encoding of the environment otherwise.
        command.arg("-Dfile.encoding=UTF-8").args(["-cp", &class_path, "Exchange", &class_path]);
        answers_of(&mut command, tasks)
    },
    known: &[
        ("a duplicate value is only a warning of the validator", 14),
        ("a number has other digits but the same value", 10),
        ("bytes that are the default are left out, although for EMF bytes are never equal to others", 118),
        ("classes of languages do not follow references", 84),
        ("integers of any size are not read from texts", 3),
        ("null for a feature that can be unset is no value", 73),
        ("null is not read where it only means that there is no value", 50),
        ("numbers of values of any kind, and those of JavaScript, have 64 bits", 15),
        ("patterns do not parse URIs and ranges, nor compare versions and spans", 21),
    ],
};

const PROGRAM: &str = include_str!("Exchange.java");
