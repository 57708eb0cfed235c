//! A host answers each request (for a variable, a type, a function, a look-up) with a value, with nothing, or with a
//! problem; evaluation must use the value, continue without it, or report the problem at its position.

use modelwright_evaluation::evaluate::{
    Budget, EvaluationLimits, EvaluationResult, Host, HostAnswer, HostError, LookupRequest, Program, Type,
    Value,
};
use modelwright_language::language;
use modelwright_metamodel::diagnostic::{Diagnostic, Source, codes};
use std::sync::Mutex;

/// Answers by the requested name: `known…` with a value, `broken…` with a problem, others with nothing.
#[derive(Default)]
struct ByName {
    /// The look-ups that were requested.
    requests: Mutex<Vec<String>>,
}

fn answer<T>(name: &str, value: impl FnOnce() -> T) -> HostAnswer<T> {
    match name.to_ascii_lowercase() {
        name if name.starts_with("known") => Ok(Some(value())),
        name if name.starts_with("broken") => Err(HostError::new(format!("{name} is broken"))),
        name if name.starts_with("caused") => {
            let problem = Diagnostic::error(codes::CANNOT_READ, format!("{name} cannot be read"));
            Err(HostError::caused_by(Box::new(problem)))
        }
        _ => Ok(None),
    }
}

impl Host for ByName {
    fn resolve_variable(&self, name: &str) -> HostAnswer<u32> {
        answer(name, || if name == "known_but_failing" { 2 } else { 1 })
    }

    fn read_variable(&self, variable: u32, _: &mut Budget) -> Result<Value, HostError> {
        if variable == 2 { Err(HostError::new("it cannot be computed")) } else { Ok(Value::Integer(7)) }
    }

    fn resolve_type(&self, name: &str) -> HostAnswer<Type> {
        answer(name, || Type::one_of(["red", "green"]))
    }

    fn resolve_function(&self, name: &str) -> HostAnswer<u32> {
        answer(name, || if name == "known_but_failing" { 2 } else { 1 })
    }

    fn call_function(
        &self,
        function: u32,
        arguments: &[Value],
        budget: &mut Budget,
    ) -> Result<Value, HostError> {
        budget.charge(10, 0)?;
        if function == 2 {
            return Err(HostError::new("these arguments are wrong"));
        }
        Ok(Value::array(arguments.to_vec()))
    }

    fn look_up(&self, request: &LookupRequest<'_>, budget: &mut Budget) -> HostAnswer<Value> {
        budget.charge(10, 0)?;
        let shown = |value: Option<&Value>| value.map_or_else(|| "-".to_owned(), Value::to_literal);
        let ty = request.value_type.map_or_else(|| "-".to_owned(), Type::to_string);
        let line = format!("{} {ty} {} {}", request.name, shown(request.merge), shown(request.default));
        self.requests.lock().expect("one thread").push(line);
        answer(request.name, || Value::Integer(42))
    }
}

fn evaluate_within(text: &str, host: &ByName, limits: EvaluationLimits) -> EvaluationResult {
    let (manifest, found) = language::statements(&Source::new("a.pp", text));
    assert!(!found.has_errors(), "{text}: {found:?}");
    Program::new(&manifest.expressions, &manifest.statements, host).evaluate(host, limits)
}

/// The value as a literal; or the problem, with its column.
fn evaluate(text: &str) -> String {
    match evaluate_within(text, &ByName::default(), EvaluationLimits::default()) {
        Ok(value) => value.to_literal(),
        Err(problem) => {
            let at = problem.labels.iter().map(|label| label.position().column.to_string());
            format!("{} @{}", problem.message, at.collect::<Vec<_>>().join(","))
        }
    }
}

/// The problems that are found without evaluation.
fn problems(text: &str) -> Vec<String> {
    let (manifest, _) = language::statements(&Source::new("a.pp", text));
    let program = Program::new(&manifest.expressions, &manifest.statements, &ByName::default());
    program.problems(&ByName::default(), None).into_iter().map(|problem| problem.message).collect()
}

#[test]
fn variables_are_known_unknown_or_broken() {
    assert_eq!(evaluate("1 + $known"), "8");
    assert_eq!(evaluate("1 + $other"), "there is no variable `$other` @5");
    assert_eq!(evaluate("1 + $broken"), "broken is broken @5");
    assert_eq!(evaluate("1 + $caused"), "caused cannot be read @5");
    assert_eq!(evaluate("1 + $known_but_failing"), "it cannot be computed @5");
    assert_eq!(evaluate("$broken = 3 $broken"), "3", "a variable of the program hides it");
    assert_eq!(evaluate("$broken = $broken"), "broken is broken @11", "but only once it is set");
    assert_eq!(problems("[$known, $other, $broken]"), ["there is no variable `$other`", "broken is broken"]);
}

#[test]
fn types_are_known_unknown_or_broken() {
    assert_eq!(evaluate("red =~ Known and !(blue =~ Known)"), "true");
    assert_eq!(evaluate("1 =~ Other"), "there is no type `Other` @6");
    assert_eq!(evaluate("1 =~ Broken"), "broken is broken @6");
    assert_eq!(evaluate("1 =~ Caused"), "caused cannot be read @6");
    assert_eq!(evaluate("1 =~ Integer"), "true", "types of the language are not requested");
    assert_eq!(problems("[Known, Other, Broken]"), ["there is no type `Other`", "broken is broken"]);
}

#[test]
fn functions_are_known_unknown_or_broken() {
    assert_eq!(evaluate("known(1, $known)"), "[1, 7]");
    assert_eq!(evaluate("2.known(3)"), "[2, 3]");
    assert_eq!(evaluate("other(1)"), "there is no function `other`; did you mean `then`? @1");
    assert_eq!(evaluate("broken(1)"), "broken is broken @1");
    assert_eq!(evaluate("caused(1)"), "caused cannot be read @1");
    assert_eq!(evaluate("1 + known_but_failing(2)"), "these arguments are wrong @5");
    assert_eq!(evaluate("known(1) |$x| { $x }"), "a function of the host cannot have a lambda @10");
    assert_eq!(evaluate("size([1])"), "1", "functions of the language are not requested");
    assert_eq!(
        problems("[known(), other(), broken()]"),
        ["there is no function `other`; did you mean `then`?", "broken is broken"]
    );
}

#[test]
fn look_ups_are_known_unknown_or_broken() {
    assert_eq!(evaluate("lookup('known')"), "42");
    assert_eq!(evaluate("lookup('other')"), "no value is bound to `other` @1");
    assert_eq!(evaluate("lookup('other', { default_value => 1 })"), "1");
    assert_eq!(evaluate("lookup('other', Integer, undef, 2)"), "2");
    assert_eq!(evaluate("lookup(['other', 'known'])"), "42");
    assert_eq!(evaluate("lookup('broken')"), "broken is broken @1");
    assert_eq!(evaluate("lookup('caused')"), "caused cannot be read @1");
    assert_eq!(evaluate("lookup('broken', Integer, undef, 2)"), "broken is broken @1", "no default hides it");
    assert_eq!(evaluate("lookup(['broken', 'known'])"), "broken is broken @1");
    assert_eq!(evaluate("lookup('broken', { override => { broken => 5 } })"), "5");
    let mismatch = "the value of `known` must be of type String, but is Integer[42, 42] @1";
    assert_eq!(evaluate("lookup('known', String)"), mismatch);
}

#[test]
fn a_look_up_requests_everything_that_the_call_states() {
    let host = ByName::default();
    let calls = "lookup('known')
        lookup('known', Integer, 'deep', 9)
        lookup('known', { value_type => Integer, merge => { strategy => hash }, default_value => 1 })
        lookup({ name => ['a', 'known'], merge => unique })";
    evaluate_within(calls, &host, EvaluationLimits::default()).expect("values");
    let requests = host.requests.into_inner().expect("one thread");
    let expected = [
        "known - - -",
        "known Integer 'deep' 9",
        "known Integer {'strategy' => 'hash'} 1",
        "a - 'unique' -",
        "known - 'unique' -",
    ];
    assert_eq!(requests, expected);
}

#[test]
fn hosts_charge_the_budget_of_the_evaluation() {
    let limits = EvaluationLimits { steps: 1_000, ..EvaluationLimits::default() };
    for text in ["Integer[0, 99].each |$x| { lookup('known') }", "Integer[0, 99].each |$x| { known($x) }"] {
        let problem = evaluate_within(text, &ByName::default(), limits).expect_err("too many steps");
        assert_eq!(problem.code, codes::LIMIT, "{text}");
    }
}
