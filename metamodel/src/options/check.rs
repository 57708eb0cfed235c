//! Reports options that a format or target does not declare, and invalid values.

use super::{OptionSpec, OptionValues};
use crate::diagnostic::{Diagnostic, Diagnostics, codes, nearest};

/// The problems of values: undeclared options, values of another kind, several values for an option that is not
/// repeated.
///
/// `owner` is the format or target with the options, as it is called in messages: `the target ecore`.
#[must_use]
pub fn check(owner: &str, specs: &[OptionSpec], values: &OptionValues) -> Diagnostics {
    let mut problems = Diagnostics::new();
    for (name, values) in values.iter() {
        let Some(spec) = specs.iter().find(|spec| spec.name == name) else {
            problems.push(unknown_option(owner, specs, name));
            continue;
        };
        for value in values {
            // Values may come from a program, so they are checked even if they were not parsed.
            if let Err(expected) = spec.accepts(value) {
                let message = format!("invalid value `{value}` for option `{name}`: {expected}");
                problems.push(Diagnostic::error(codes::WRONG_USE, message).help(spec.help));
            }
        }
        if values.len() > 1 && !spec.repeated {
            let message = format!("option `{name}` accepts one value, found {}", values.len());
            problems.push(Diagnostic::error(codes::WRONG_USE, message).help("specify it once"));
        }
    }
    problems
}

/// The problem of an undeclared option.
fn unknown_option(owner: &str, specs: &[OptionSpec], name: &str) -> Diagnostic {
    let problem = Diagnostic::error(codes::WRONG_USE, format!("{owner} has no option `{name}`"));
    let names = || specs.iter().map(|spec| spec.name);
    if let Some(suggestion) = nearest(name, names()) {
        return problem.help(format!("did you mean `{suggestion}`?"));
    }
    match names().map(|name| format!("`{name}`")).collect::<Vec<_>>() {
        names if names.is_empty() => problem.help(format!("leave the option out: {owner} has no options")),
        names => problem.help(format!("the options are {}", names.join(", "))),
    }
}

#[cfg(test)]
mod tests {
    use super::super::{Choice, OptionSpec, OptionValue, OptionValues, defaults};
    use super::check;

    fn even(text: &str) -> Result<(), String> {
        if text.len().is_multiple_of(2) { Ok(()) } else { Err("expected an even text".to_owned()) }
    }

    const SPECS: &[OptionSpec] = &[
        OptionSpec::flag("flag", "A flag"),
        OptionSpec::switch("on", "Turn it on", "off", "Turn it off"),
        OptionSpec::number("number", "N", "A number").default("7"),
        OptionSpec::text("text", "TEXT", "A text").checked(even).repeated(),
        OptionSpec::pair("pair", "K=V", "A pair", "a key, `=` and a text").checked(even).repeated(),
        OptionSpec::choice("choice", "NAME", "A choice", &[Choice::new("a", "A"), Choice::new("b", "B")])
            .default("b"),
        OptionSpec::metamodel("since", "FILE", "A metamodel"),
    ];

    fn messages(values: &OptionValues) -> Vec<String> {
        check("it", SPECS, values).iter().map(|problem| problem.message.clone()).collect()
    }

    #[test]
    fn values_of_their_kind_are_accepted_and_read() {
        let values = OptionValues::new()
            .with("flag", true)
            .with("on", false)
            .with("number", 3)
            .with("text", "ab")
            .with("text", "abcd")
            .with("pair", ("k", "v="))
            .with("choice", "a")
            .with("since", "old.ecore");
        assert_eq!(messages(&values), [""; 0]);
        assert!(values.flag("flag") && !values.flag("on") && values.switch("on") == Some(false));
        assert_eq!((values.number("number"), values.text("choice")), (Some(3), Some("a")));
        assert_eq!(values.texts("text").collect::<Vec<_>>(), ["ab", "abcd"]);
        assert_eq!(values.pairs("pair").collect::<Vec<_>>(), [("k", "v=")]);
        assert_eq!(
            (values.number("text"), values.text("number"), values.switch("flag")),
            (None, None, Some(true))
        );
    }

    #[test]
    fn other_values_and_names_are_reported() {
        let values = OptionValues::new()
            .with("choise", "a")
            .with("choice", "c")
            .with("flag", "true")
            .with("number", "many")
            .with("number", 1)
            .with("text", "abc")
            .with("pair", "text")
            .with("since", "")
            .with("entirely-else", true);
        assert_eq!(
            messages(&values),
            [
                "invalid value `c` for option `choice`: expected one of `a`, `b`",
                "it has no option `choise`",
                "it has no option `entirely-else`",
                "invalid value `true` for option `flag`: expected `true` or `false`",
                "invalid value `many` for option `number`: expected a whole number, 0 or more",
                "option `number` accepts one value, found 2",
                "invalid value `text` for option `pair`: expected a key, `=` and a text",
                "invalid value `` for option `since`: expected the file of a metamodel",
                "invalid value `abc` for option `text`: expected an even text",
            ]
        );
    }

    #[test]
    fn texts_are_parsed_by_the_kind_of_their_option() {
        let spec = |name: &str| SPECS.iter().find(|spec| spec.name == name).expect("declared");
        assert_eq!(spec("pair").parse("k=ab=c"), Ok(OptionValue::Pair("k".to_owned(), "ab=c".to_owned())));
        assert!(spec("pair").parse("=ab").is_err() && spec("number").parse("-1").is_err());
        let values = defaults(SPECS);
        assert_eq!((values.number("number"), values.text("choice")), (Some(7), Some("b")));
        assert!(check("it", SPECS, &values).is_empty() && values.iter().count() == 2);
    }
}
