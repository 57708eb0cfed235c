//! Expressions with Puppet's answers, as data: the tables under `tests/data/evaluate` are named after the hazard that
//! they cover. `cargo interop expressions` runs Puppet and writes its answers; this test does not need Puppet.

#![expect(clippy::disallowed_methods, reason = "tests read their cases and write expectations")]

#[path = "evaluate/hostile.rs"]
mod hostile;
#[path = "evaluate/table.rs"]
mod table;

use modelwright_evaluation::evaluate::{
    Budget, EmptyHost, EvaluationLimits, Host, HostAnswer, HostError, Program, Value,
};
use modelwright_language::language;
use modelwright_metamodel::diagnostic::Source;
use std::fmt::Write as _;

#[test]
fn expressions_have_the_values_that_puppet_gives_them() {
    let (mut failures, mut count) = (String::new(), 0);
    for file in table::files() {
        let text = std::fs::read_to_string(&file).expect("a readable table");
        for entry in table::read(&text) {
            count += 1;
            let (ours, agrees) = table::compared(&entry.expression, &entry.answer);
            if !agrees {
                let _ = writeln!(
                    failures,
                    "== {}\n{}\n-- Puppet\n{}\n-- ours\n{ours}\n",
                    file.display(),
                    entry.expression,
                    entry.answer
                );
            }
        }
    }
    assert!(failures.is_empty(), "{failures}");
    assert!(count >= 500, "only {count} expressions");
}

/// Values that are not equal to the value of their text: those without a literal, types of a single string, whose text is
/// `String`, and a type of resources that only a manifest can declare.
const WITHOUT_LITERAL: [&str; 9] = [
    "Infinity",
    "NaN",
    "-9223372036854775808",
    "Variant[String, String]",
    "[value redacted]",
    "URI('')",
    "A::B['c']",
    " - 0.0.0-'",
    "'Infinity.0.0 -",
];

#[test]
fn literals_read_back_to_their_values() {
    let mut failures = String::new();
    for file in table::files() {
        let text = std::fs::read_to_string(&file).expect("a readable table");
        for entry in table::read(&text) {
            let ours = table::answered(&entry.expression).0;
            let Some((value, _)) = ours.strip_prefix("=> ").and_then(|ours| ours.rsplit_once("\n:: ")) else {
                continue;
            };
            let back = table::answered(value).0;
            let same = back.rsplit_once("\n:: ").is_some_and(|(back, _)| back == format!("=> {value}"));
            if !same && !WITHOUT_LITERAL.iter().any(|word| value.contains(word)) {
                let _ = writeln!(failures, "{value}\n    {back}");
            }
        }
    }
    assert!(failures.is_empty(), "{failures}");
}

#[test]
fn deep_logic_has_a_value_or_a_problem() {
    let chained = |count: usize| format!("1{}", " + 1".repeat(count));
    let deep = [
        (chained(900), "=> 901"),
        (format!("{}1{}", "(".repeat(90), ")".repeat(90)), "=> 1"),
        (format!("{}1{}", "[".repeat(90), "]".repeat(90)), "=> ["),
        (format!("{}1{}", "[".repeat(150), "]".repeat(150)), "!! this is nested more than 200 levels deep"),
        (format!("[1]{}", ".map |$x| { $x }".repeat(150)), "=> [1]"),
        (format!("[1]{}", ".flatten".repeat(900)), "!! this is nested too deeply"),
        (format!("false{}", " or false".repeat(900)), "=> false"),
        (format!("true{}", " and true".repeat(900)), "=> true"),
        (format!("false{} or 1 + 1 == 2", " and fail('never')".repeat(900)), "=> true"),
        (format!("{}1{}", "with() || { ".repeat(60), " }".repeat(60)), "=> 1"),
        (format!("if false {{ 1 }}{} else {{ 2 }}", " elsif false { 1 }".repeat(900)), "=> 2"),
    ];
    for (text, start) in deep {
        let ours = table::answered(&text).0;
        assert!(ours.starts_with(start), "{text}\n{ours}");
    }
}

#[test]
fn problems_show_their_position_and_the_enclosing_calls() {
    let text = "[1].map |$x| {\n  $x + 'a'\n}";
    let (manifest, _) = language::manifest(&Source::new("a.pp", text));
    let program = Program::new(&manifest.expressions, &manifest.statements, &EmptyHost);
    let problem = program.evaluate(&EmptyHost, EvaluationLimits::default()).expect_err("no number");
    assert_eq!(problem.primary_label().map(|place| place.position().line), Some(2));
    assert_eq!(problem.labels.len(), 2);
    assert_eq!(problem.labels[1].position().line, 1);
}

/// A host with one variable.
struct OneVariable(i64);

impl Host for OneVariable {
    fn resolve_variable(&self, name: &str) -> HostAnswer<u32> {
        Ok((name == "it").then_some(7))
    }

    fn read_variable(&self, variable: u32, _: &mut Budget) -> Result<Value, HostError> {
        assert_eq!(variable, 7);
        Ok(Value::Integer(self.0))
    }
}

#[test]
fn logic_may_hide_variables_of_the_host() {
    let value = |text: &str| {
        let (manifest, _) = language::manifest(&Source::new("a.pp", text));
        let program = Program::new(&manifest.expressions, &manifest.statements, &OneVariable(3));
        program.evaluate(&OneVariable(3), EvaluationLimits::default()).expect(text).to_literal()
    };
    assert_eq!(value("$it * 2"), "6");
    assert_eq!(value("[1, 2].map |$x| { $x + $it }"), "[4, 5]");
    assert_eq!(value("[1, 2].map |$it| { $it }"), "[1, 2]");
    assert_eq!(value("[1].map |$x| { $a = $it $it = 9 [$a, $it] }"), "[[3, 9]]");
}

#[test]
fn patterns_that_need_backtracking_are_rejected_by_name() {
    let rejects = |text: &str, word: &str| {
        let text = hostile::problem(text).to_string();
        assert!(text.contains(word), "{text}");
    };
    rejects("'a' =~ /(?=a)/", "look-ahead");
    rejects("'a' =~ /(?<!a)/", "look-behind");
    rejects("'aa' =~ /(a)\\1/", "back-reference");
    rejects("'aa' =~ /(?>a)/", "atomic");
    rejects("'aa' =~ /a++/", "possessive");
}
