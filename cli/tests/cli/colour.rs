//! Whether problems are in colour, by the environment and by the option; standard output is not a terminal here.

use super::runner::program;
use std::path::Path;
use std::process::Stdio;

/// Whether the problem of an unknown code is in colour.
fn is_coloured(option: Option<&str>, environment: &[(&str, &str)]) -> bool {
    let mut command = program(Path::new("."), &["explain", "MW9999"]);
    command.args(option.map(|when| format!("--color={when}"))).env_remove("NO_COLOR");
    let output = command.envs(environment.iter().copied()).stdin(Stdio::null()).output();
    let output = output.expect("the program starts");
    assert_eq!(output.status.code(), Some(2));
    let message = String::from_utf8(output.stderr).expect("text");
    assert!(message.contains("MW9999"), "{message}");
    message.contains('\u{1b}')
}

#[test]
fn options_take_precedence_over_the_environment() {
    assert!(!is_coloured(None, &[]));
    assert!(!is_coloured(Some("auto"), &[]));
    assert!(is_coloured(None, &[("CLICOLOR_FORCE", "1")]));
    assert!(is_coloured(Some("auto"), &[("CLICOLOR_FORCE", "1")]));
    assert!(!is_coloured(None, &[("CLICOLOR_FORCE", "0")]));
    assert!(is_coloured(None, &[("CLICOLOR_FORCE", "1"), ("NO_COLOR", "")]));
    assert!(!is_coloured(None, &[("CLICOLOR_FORCE", "1"), ("NO_COLOR", "1")]));
    assert!(is_coloured(Some("always"), &[("NO_COLOR", "1")]));
    assert!(!is_coloured(Some("never"), &[("CLICOLOR_FORCE", "1")]));
}
