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
};

const PROGRAM: &str = include_str!("Exchange.java");
