//! Logic with excessive cost: its problem names the limit that it exceeds, and every costly operation is counted.

use modelwright_evaluation::evaluate::{EmptyHost, EvaluationLimits, EvaluationResult, Program};
use modelwright_language::language;
use modelwright_metamodel::diagnostic::{Diagnostic, Source, codes};

fn evaluated(text: &str, limits: EvaluationLimits) -> EvaluationResult {
    let (manifest, problems) = language::manifest(&Source::new("hostile.pp", text));
    assert!(!problems.has_errors(), "{text}: {problems:?}");
    Program::new(&manifest.expressions, &manifest.statements, &EmptyHost).evaluate(&EmptyHost, limits)
}

/// The problem of logic.
pub(crate) fn problem(text: &str) -> Box<Diagnostic> {
    evaluated(text, EvaluationLimits::default()).expect_err(text)
}

/// The smallest value of one limit with which logic succeeds.
fn min(text: &str, limits: impl Fn(u64) -> EvaluationLimits) -> u64 {
    let (mut low, mut high) = (0, 1 << 40);
    while low < high {
        let middle = (low + high) / 2;
        match evaluated(text, limits(middle)) {
            Ok(_) => high = middle,
            Err(problem) => {
                assert_eq!(problem.code, codes::LIMIT, "{text}: {problem}");
                low = middle + 1;
            }
        }
    }
    low
}

fn steps(text: &str) -> u64 {
    min(text, |steps| EvaluationLimits { steps, memory: 1 << 40, ..EvaluationLimits::default() })
}

fn bytes(text: &str) -> u64 {
    min(text, |memory| EvaluationLimits { memory, steps: 1 << 40, ..EvaluationLimits::default() })
}

/// The limits, by the texts of their problems.
const STEPS: &str = "needs more than 5000000 steps";
const BYTES: &str = "creates values of more than 67108864 bytes";
const VALUES: &str = "contains more than 4 million";
const LEVELS: &str = "levels deep";

#[test]
fn hostile_logic_exceeds_a_limit() {
    let hostile = [
        ("Integer[0, 1000000000].map |$x| { $x }", STEPS),
        ("Integer[0, 100].reduce('ab') |$m, $x| { \"${m}${m}\" }", BYTES),
        ("Integer[0, 100].reduce([1]) |$m, $x| { $m + $m }", BYTES),
        ("Integer[0, 100].reduce([1]) |$m, $x| { [$m, $m] }", VALUES),
        ("Integer[0, 100000].reduce([1]) |$m, $x| { [$m] }", LEVELS),
        ("Integer[0, 100000].reduce(Any) |$m, $x| { Array[$m] }", LEVELS),
        ("Integer[0, 1000].reduce(Integer) |$m, $x| { Tuple[$m, $m] }", BYTES),
        ("Array(9223372036854775807)", STEPS),
        ("Integer[0, 9999].map |$x| { Integer[0, 9999].map |$y| { 'x' } }", STEPS),
        ("slice(1000000000, 1)", STEPS),
        ("Integer[0, 30].reduce('ab') |$m, $x| { join([$m, $m], $m) }", BYTES),
        // Padding for a lambda with any number of arguments.
        ("slice([1, 2], 400000000) |*$x| { 1 }", BYTES),
        ("Integer[1, 100000].each |$x| { slice([1, 2], 10000) |*$x| { 1 } }", BYTES),
        // Compiled expressions.
        ("Pattern[*(Integer[1, 8000].map |$i| { \"[[:alpha:]]{8}$i\" })] == 1", BYTES),
        ("Integer[1, 2000].map |$i| { Regexp(\"[[:alpha:]]{20}$i\") }", BYTES),
        ("$s = Integer[1, 20].reduce('\\p{L}') |$m, $i| { \"$m$m\" } 'a' =~ $s", STEPS),
        // Searches that scan the entire rest for each match.
        ("$d = Integer[1, 16].reduce('a') |$m, $i| { \"$m$m\" } regsubst($d, 'a.*b|a', '', 'G')", STEPS),
        ("$d = Integer[1, 16].reduce('a') |$m, $i| { \"$m$m\" } split($d, 'a.*b|a')", STEPS),
        // Replacements that copy the entire text for each of their parts.
        (
            "$d = Integer[1, 20].reduce('a') |$m, $i| { \"$m$m\" } $e = Integer[1, 16].reduce('\\0') |$m, $i| { \"$m$m\" } regsubst($d, '^.*$', $e)",
            BYTES,
        ),
        (
            "$d = Integer[1, 20].reduce('a') |$m, $i| { \"$m$m\" } if $d =~ /.*/ { Integer[1, 100000].each |$i| { $0 } }",
            BYTES,
        ),
        // Types of many alternatives.
        (
            "$a = Variant[*(Integer[1, 3000].map |$i| { Integer[$i, $i] })] $b = Variant[*(Integer[1, 3000].map |$i| { Integer[$i, 3001] })] $b == $a",
            STEPS,
        ),
        (
            "$a = Pattern[*(Integer[1, 1000].map |$i| { \"$i.*x\" })] Integer[1, 30000].all |$i| { \"$i\" !~ $a }",
            STEPS,
        ),
    ];
    meet(&hostile);
}

/// Repeated operations whose cost depends on the size of a value.
#[test]
fn repeated_work_on_large_values_is_counted() {
    let digits = "$d = Integer[1, 20].reduce('0') |$m, $i| { \"$m$m\" }";
    let again = "Integer[1, 100000].each |$i|";
    let enumeration = "$e = Enum[*(Integer[1, 50000].map |$i| { \"$i\" })]";
    let hostile = [
        (format!("{digits} {again} {{ floor($d) }}"), STEPS),
        (format!("{digits} {again} {{ abs($d) }}"), STEPS),
        (format!("{digits} {again} {{ $d + 1 }}"), STEPS),
        (format!("{digits} {again} {{ -$d }}"), STEPS),
        (format!("{digits} {again} {{ [1, 2][$d] }}"), STEPS),
        (format!("{digits} {again} {{ sprintf('%d', $d) }}"), STEPS),
        (format!("{digits} $h = {{ $d => 1 }} {again} {{ $h[$d, $d] }}"), STEPS),
        (format!("{enumeration} {again} {{ $e.any |$x| {{ true }} }}"), BYTES),
        (format!("$a = Array(100000) {again} {{ case 0 {{ *$a: {{ 1 }} }} }}"), STEPS),
        (format!("$a = Integer[1, 50000].map |$i| {{ \"$i\" }} {again} {{ lookup($a, undef, undef, 1) }}"), STEPS),
        ("$a = Array(100000) max($a, *Array(4000))".to_owned(), STEPS),
        // The product of the weights is more than 64 bits.
        ("$a = Array(1000) Timestamp.new($a, $a, $a, $a, $a, $a, $a)".to_owned(), STEPS),
        ("$r = Regexp(Integer[1, 12].reduce('ab') |$m, $i| { \"$m$m\" }) $a = Integer[1, 9000].map |$i| { $r } \"$a\"".to_owned(), VALUES),
    ];
    let hostile: Vec<_> = hostile.iter().map(|(text, limit)| (text.as_str(), *limit)).collect();
    meet(&hostile);
}

fn meet(hostile: &[(&str, &str)]) {
    let mut failures = String::new();
    for (text, limit) in hostile {
        match evaluated(text, EvaluationLimits::default()) {
            Err(problem) if problem.code == codes::LIMIT && problem.message.contains(*limit) => {}
            Err(problem) => failures.push_str(&format!("{text}\n    {problem}\n")),
            Ok(_) => failures.push_str(&format!("{text}\n    has a value\n")),
        }
    }
    assert!(failures.is_empty(), "{failures}");
}

#[test]
fn the_width_of_fields_is_limited() {
    for text in ["String('a', '%9999999999s')", "sprintf('%999999999d', 1)", "sprintf('%.*f', 999999999, 1)"]
    {
        let problem = problem(text);
        assert_eq!(problem.code, codes::LOGIC_FAILED, "{text}: {problem}");
        assert!(problem.message.contains("is too wide"), "{text}: {problem}");
    }
}

#[test]
fn calls_count_the_variables_of_their_lambda() {
    let logic = |count: usize| {
        let variables: String = (0..count).map(|n| format!("$v{n} = 1 ")).collect();
        format!("Integer[1, 100].each |$x| {{ if false {{ {variables} }} }}")
    };
    assert!(steps(&logic(2000)) > steps(&logic(0)) + 10_000);
}

#[test]
fn comparing_types_counts_each_pair_of_alternatives() {
    let logic = |count: usize| {
        let variant =
            |to: usize| format!("Variant[*(Integer[1, {count}].map |$i| {{ Integer[$i, {to} + $i] }})]");
        format!("$a = {} $b = {} $a == $b", variant(1), variant(2))
    };
    let (small, large) = (steps(&logic(100)), steps(&logic(200)));
    assert!(large > 3 * small, "{small} {large}");
}

#[test]
fn types_of_long_arrays_are_inferred_fast() {
    for how in ["", ", 'reduced'", ", 'generalized'"] {
        let logic = |count: usize| format!("type(Integer[1, {count}].map |$i| {{ \"x$i\" }}{how})");
        let (small, large) = (steps(&logic(1000)), steps(&logic(2000)));
        assert!(large < 3 * small, "{small} {large}");
        let ty = evaluated(&logic(30_000), EvaluationLimits::default()).expect("a type").to_literal();
        assert!(!ty.contains("Any"), "{ty}");
    }
    for each in ["[\"x$i\"]", "{ \"x$i\" => \"y$i\" }", "Variant[Integer[$i, $i], String]"] {
        let logic = format!("type(Integer[1, 30000].map |$i| {{ {each} }}, 'reduced')");
        let ty = evaluated(&logic, EvaluationLimits::default()).expect("a type").to_literal();
        assert!(!ty.contains("Any"), "{ty}");
    }
    // Also in the message about a wrong argument.
    let problem = problem("abs(Integer[1, 100000].map |$i| { \"x$i\" })");
    assert!(problem.message.ends_with("Array[String]"), "{problem}");
}

#[test]
fn hashes_are_distinguished_by_their_content() {
    let logic = |count: usize| format!("length(unique(Integer[1, {count}].map |$i| {{ {{ 'k' => $i }} }}))");
    let value = evaluated(&logic(100_000), EvaluationLimits::default()).expect("a length");
    assert_eq!(value.to_literal(), "100000");
    let same = "length(unique([{ 'a' => 1, 'b' => 2 }, { 'b' => 2, 'a' => 1 }]))";
    assert_eq!(evaluated(same, EvaluationLimits::default()).expect("a length").to_literal(), "1");
}

#[test]
fn replaced_values_are_not_counted() {
    let text = "$t = Integer[1, 5000].map |$i| { $i } \
                $h = Integer[1, 1000].reduce({}) |$m, $i| { $m + { 'a' => $t } } length($h)";
    let limits = EvaluationLimits { steps: 1 << 40, memory: 1 << 40, ..EvaluationLimits::default() };
    assert_eq!(evaluated(text, limits).expect("a length").to_literal(), "1");
}

#[test]
fn expressions_are_compiled_once() {
    let logic = |count: usize| format!("Integer[1, {count}].map |$i| {{ 'abc' =~ '[[:alpha:]]{{3}}' }}");
    assert!(bytes(&logic(100)) < bytes(&logic(1)) + 100 * 200);
}

#[test]
fn values_of_other_types_are_created_within_limits() {
    let long = |text: &str, count: usize| text.repeat(count);
    let ranges = |count: usize| format!("SemVer[*(Integer[1, {count}].map |$i| {{ \"${{i}}.x\" }})]");
    assert!(problem(&ranges(300)).message.contains("at most 200 ranges"));
    let rejected = [
        (format!("SemVerRange('1.x{}')", long(" || 3.x", 300)), "at most 200 alternatives"),
        (format!("Timespan('5', '{}')", long("%S:", 200)), "at most 100 parts"),
        ("Timestamp(0).strftime('%9999N')".to_owned(), "at most 1024 characters"),
        (format!("Timespan('{}', '{}')", long("1", 500), long("%-S", 99)), "does not match"),
        ("Integer[0, 200].reduce(1) |$m, $x| { Sensitive([$m]) }".to_owned(), LEVELS),
        ("Integer[0, 200].reduce(Any) |$m, $x| { Init[Array[$m]] }".to_owned(), LEVELS),
        ("Integer[0, 30].reduce(Binary('aGVsbG8=')) |$m, $x| { $m + $m }".to_owned(), STEPS),
        ("Timestamp(9223372036854775807) * 2".to_owned(), "does not apply"),
        ("Timespan(9223372036854775807) * 9223372036854775807".to_owned(), "beyond the supported range"),
    ];
    for (text, message) in rejected {
        let problem = problem(&text);
        assert!(problem.message.contains(message), "{text}: {problem}");
    }
    // Each of several formats is tried with the whole text.
    let logic = |count: usize| {
        format!(
            "$a = Integer[1, {count}].map |$i| {{ '%q%q%q%q%q%q' }} $b = join(Integer[1, {count}].map |$i| {{ '1111111111111111' }})
            $c = Timestamp($b, $a + ['%Y']) 1"
        )
    };
    let cost = |count| match evaluated(&logic(count), EvaluationLimits::default()) {
        Ok(_) => "",
        Err(problem) if problem.code == codes::LIMIT => "limit",
        Err(_) => "no time",
    };
    assert_eq!([cost(10), cost(10_000)], ["no time", "limit"]);
}
