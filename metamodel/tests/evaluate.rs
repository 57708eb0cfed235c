//! Expressions and what Puppet answers, as data: the tables under `tests/data/evaluate` are named after the
//! hazard they hold. `cargo interop expressions` asks Puppet and writes its answers; here it is not needed.

#[path = "evaluate/table.rs"]
mod table;

use modelwright_metamodel::diagnostic::{Source, codes};
use modelwright_metamodel::evaluate::{Budget, Host, Limits, Logic, Nothing, Trouble, Value};
use modelwright_metamodel::language;
use std::fmt::Write as _;

#[test]
fn expressions_have_the_values_that_puppet_gives_them() {
    let (mut failures, mut count) = (String::new(), 0);
    for file in table::files() {
        let text = std::fs::read_to_string(&file).expect("a readable table");
        for entry in table::read(&text) {
            count += 1;
            let ours = table::ours(&entry.expression);
            if !table::agrees(&entry.answer, &ours) {
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

fn problem(text: &str) -> (String, String) {
    let (manifest, problems) = language::manifest(&Source::new("hostile.pp", text));
    assert!(!problems.has_errors(), "{text}: {problems:?}");
    let logic = Logic::new(&manifest.expressions, &manifest.statements, &Nothing);
    let problem = logic.evaluate(&Nothing, Limits::default()).expect_err(text);
    (problem.code.to_string(), problem.to_string())
}

#[test]
fn hostile_logic_ends_soon_with_a_problem() {
    let hostile = [
        "Integer[0, 1000000000].map |$x| { $x }",
        "Integer[0, 100].reduce('ab') |$m, $x| { \"${m}${m}\" }",
        "Integer[0, 100].reduce([1]) |$m, $x| { $m + $m }",
        "Integer[0, 100].reduce([1]) |$m, $x| { [$m, $m] }",
        "Integer[0, 100000].reduce([1]) |$m, $x| { [$m] }",
        "Integer[0, 100000].reduce(Any) |$m, $x| { Array[$m] }",
        "Integer[0, 1000].reduce(Integer) |$m, $x| { Tuple[$m, $m] }",
        "Array(9223372036854775807)",
        "String('a', '%9999999999s')",
        "sprintf('%999999999d', 1)",
        "Integer[0, 9999].map |$x| { Integer[0, 9999].map |$y| { 'x' } }",
        "slice(1000000000, 1)",
        "Integer[0, 30].reduce('ab') |$m, $x| { join([$m, $m], $m) }",
        "('a' * 1)",
    ];
    for text in hostile {
        let start = std::time::Instant::now();
        problem(text);
        assert!(start.elapsed().as_secs() < 10, "{text} takes {:?}", start.elapsed());
    }
}

#[test]
fn deep_logic_ends_with_a_value_or_a_problem() {
    let chained = |count: usize| format!("1{}", " + 1".repeat(count));
    let deep = [
        (chained(900), "=> 901"),
        (format!("{}1{}", "(".repeat(90), ")".repeat(90)), "=> 1"),
        (format!("{}1{}", "[".repeat(90), "]".repeat(90)), "=> ["),
        (format!("{}1{}", "[".repeat(150), "]".repeat(150)), "!! "),
        (format!("[1]{}", ".map |$x| { $x }".repeat(150)), "=> [1]"),
        (format!("[1]{}", ".flatten".repeat(900)), "!! "),
        (format!("{}1{}", "with() || { ".repeat(60), " }".repeat(60)), "=> 1"),
        (format!("if false {{ 1 }}{} else {{ 2 }}", " elsif false { 1 }".repeat(150)), "=> 2"),
    ];
    for (text, start) in deep {
        let ours = table::ours(&text);
        assert!(ours.starts_with(start), "{text}\n{ours}");
    }
}

#[test]
fn limits_are_told_as_such() {
    let (code, _) = problem("Integer[0, 1000000000].map |$x| { $x }");
    assert_eq!(code, codes::LIMIT.to_string());
}

#[test]
fn problems_have_their_place_and_the_calls_that_led_there() {
    let text = "[1].map |$x| {\n  $x + 'a'\n}";
    let (manifest, _) = language::manifest(&Source::new("a.pp", text));
    let logic = Logic::new(&manifest.expressions, &manifest.statements, &Nothing);
    let problem = logic.evaluate(&Nothing, Limits::default()).expect_err("no number");
    assert_eq!(problem.place().map(|place| place.position().line), Some(2));
    assert_eq!(problem.labels.len(), 2);
    assert_eq!(problem.labels[1].position().line, 1);
}

/// Surroundings with one variable.
struct It(i64);

impl Host for It {
    fn variable(&self, name: &str) -> Option<u32> {
        (name == "it").then_some(7)
    }

    fn read(&self, variable: u32, _: &mut Budget) -> Result<Value, Trouble> {
        assert_eq!(variable, 7);
        Ok(Value::Integer(self.0))
    }
}

#[test]
fn the_host_gives_variables_and_logic_may_hide_them() {
    let value = |text: &str| {
        let (manifest, _) = language::manifest(&Source::new("a.pp", text));
        let logic = Logic::new(&manifest.expressions, &manifest.statements, &It(3));
        logic.evaluate(&It(3), Limits::default()).expect(text).to_literal()
    };
    assert_eq!(value("$it * 2"), "6");
    assert_eq!(value("[1, 2].map |$x| { $x + $it }"), "[4, 5]");
    assert_eq!(value("[1, 2].map |$it| { $it }"), "[1, 2]");
    assert_eq!(value("[1].map |$x| { $a = $it $it = 9 [$a, $it] }"), "[[3, 9]]");
}

#[test]
fn what_ruby_matches_with_going_back_is_refused_by_name() {
    let told = |text: &str, word: &str| {
        let (_, text) = problem(text);
        assert!(text.contains(word), "{text}");
    };
    told("'a' =~ /(?=a)/", "look-ahead");
    told("'a' =~ /(?<!a)/", "look-behind");
    told("'aa' =~ /(a)\\1/", "reference back");
    told("'aa' =~ /(?>a)/", "atomic");
    told("'aa' =~ /a++/", "possessive");
}
