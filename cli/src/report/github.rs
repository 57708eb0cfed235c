//! Problems as workflow commands of GitHub Actions, which annotate the lines of a pull request.

use super::ProblemForm;
use modelwright_metamodel::diagnostic::{Diagnostic, Label, Severity, printable};

pub(super) const FORM: ProblemForm = ProblemForm { render, document: None };

/// A problem as a workflow command.
fn render(diagnostic: &Diagnostic, _has_colour: bool) -> String {
    let command = match diagnostic.severity {
        Severity::Error => "error",
        Severity::Warning => "warning",
        Severity::Note => "notice",
    };
    let mut properties = diagnostic.primary_label().map(position_properties).unwrap_or_default();
    properties.push(("title", diagnostic.code.id().to_owned()));
    let properties: Vec<String> =
        properties.iter().map(|(name, value)| format!("{name}={}", escape_property(value))).collect();
    let mut message = diagnostic.message.clone();
    if let Some(object) = diagnostic.object.as_deref().filter(|object| !object.is_empty()) {
        message = format!("{object}: {message}");
    }
    if let Some(help) = &diagnostic.help {
        message = format!("{message}\n{help}");
    }
    format!("::{command} {}::{}", properties.join(","), escape(&message))
}

/// The properties of a position.
fn position_properties(label: &Label) -> Vec<(&'static str, String)> {
    let (start, end) = (label.position(), label.end());
    let mut properties = vec![("file", label.source.name().to_owned()), ("line", start.line.to_string())];
    // GitHub ignores columns, with a warning, if the lines differ.
    if start.line == end.line {
        properties.push(("col", start.column.to_string()));
    }
    properties.push(("endLine", end.line.to_string()));
    if start.line == end.line {
        properties.push(("endColumn", end.column.to_string()));
    }
    properties
}

/// A text with escapes for the characters that have a meaning in a command.
fn escape(text: &str) -> String {
    // The characters are replaced before `printable`, which would escape a carriage return in another way.
    let text = text.replace('%', "%25").replace('\r', "%0D").replace('\n', "%0A");
    printable(&text).into_owned()
}

/// A property of a workflow command with escapes for the characters that have a meaning in it.
fn escape_property(text: &str) -> String {
    escape(text).replace(':', "%3A").replace(',', "%2C")
}

#[cfg(test)]
mod tests {
    use super::*;
    use modelwright_metamodel::diagnostic::{Source, codes};

    #[test]
    fn texts_do_not_end_a_command() {
        let source = Source::new("a,b:c%.yaml", "one\ntwo\n");
        let problem = Diagnostic::error(codes::LIMIT, "50% of\r\n::error::x\u{1b}, so: y");
        let command = |problem: Diagnostic| render(&problem, false);
        assert_eq!(
            command(problem.clone().help("help").at(&source, 1..3)),
            "::error file=a%2Cb%3Ac%25.yaml,line=1,col=2,endLine=1,endColumn=4,title=MW0005\
             ::50%25 of%0D%0A::error::x\\u{1b}, so: y%0Ahelp"
        );
        let lines = "::error file=a%2Cb%3Ac%25.yaml,line=1,endLine=2,title=MW0005::";
        assert!(command(problem.clone().at(&source, 1..5)).starts_with(lines));
        assert!(command(problem.object("//@a")).starts_with("::error title=MW0005:://@a: 50%25"));
    }
}
