//! Random texts of bindings with all forms: what the check accepts, lookups answer.
//!
//! What depends on a node cannot be found without nodes: expressions that need a value of a fact or of another binding have
//! a default for it, and what they yield has no declared type.

use super::facts;
use crate::random::Random;
use modelwright::bindings::check::check;
use modelwright::bindings::compose::{Composer, Composition};
use modelwright::bindings::inject::Injector;
use modelwright::bindings::text;
use modelwright::generated::bindings::DocumentedElement;
use modelwright_metamodel::diagnostic::{Severity, Source};
use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::sync::Arc;

/// Producers whose values are the same for every node; some of them are wrong.
const FIXED: [&str; 18] = [
    "1",
    "'text'",
    "[1, 'a']",
    "{ 'k' => 1 }",
    "undef",
    "1 + 2",
    "size([1, 2])",
    "sise([1, 2])",
    "Pattern['[']",
    "Nonexist[5]",
    "'a' =~ Nonexist",
    "template('x.erb')",
    "producer Type[ConstantProducer] { producer_args => { value => 42 } }",
    "producer Type[ConstantProducer] { producer_args => { valu => 42 } }",
    "producer Type[MyProducer]",
    "producer 'zzz'",
    "lookup 'zzz'",
    "Web[one]",
];
/// Producers whose values depend on others, on the node, or on the types that are bound.
const DEPENDENT: [&str; 15] = [
    "\"${::role} of ${facts['role']}\"",
    "$unknown",
    "lookup 'a'",
    "lookup 'b'",
    "producer 'new_a'",
    "first_found [lookup 'zzz', 5]",
    "lookup('zzz', { default_value => 5 })",
    "inject('zzz') |$x| { [$x] }",
    "notice('x')",
    "defined('ntp')",
    "Type[Special]",
    "String",
    "Integer[1, 2]",
    "Pattern['^a']",
    "class ntp",
];

const TYPES: [&str; 7] =
    ["", "Integer, ", "String, ", "Array[Data], ", "Type[Thing], ", "Nonexist, ", "Literal, "];
const FLAGS: [&str; 6] = ["", "", "", "override ", "final ", "abstract "];
const NAMES: [&str; 4] = ["a", "b", "c", "d"];

/// A text of bindings, and how deep its conditions are nested.
struct Text<'r> {
    random: &'r mut Random,
    out: String,
}

impl Text<'_> {
    fn bindings(&mut self, count: usize, depth: usize) {
        for _ in 0..count {
            self.one(depth);
        }
    }

    fn one(&mut self, depth: usize) {
        let indent = "  ".repeat(depth + 1);
        let name = self.random.pick(&NAMES);
        let is_fixed = self.random.one_in(2);
        let producer = if is_fixed { self.random.pick(&FIXED) } else { self.random.pick(&DEPENDENT) };
        // Without a value, the next lower binding takes effect.
        let optional = if !is_fixed || self.random.one_in(4) { "optional " } else { "" };
        let line = match self.random.below(if depth < 2 { 12 } else { 9 }) {
            0..=3 => {
                let flags = self.random.pick(&FLAGS);
                let ty = if is_fixed { self.random.pick(&TYPES) } else { "" };
                match flags {
                    "abstract " => format!("bind abstract {ty}'{name}'"),
                    flags => format!("bind {flags}{ty}'{name}' to {optional}{producer}"),
                }
            }
            4 => format!("bind Type[Thing] to {}", self.random.pick(&FIXED)),
            5 => format!("bind parameters ntp to {optional}{{ {name} => {} }}", self.parameter()),
            6 => self
                .random
                .pick(&["bind class ntp to class ntp2", "include ntp", "exclude ntp", "include other"])
                .to_owned(),
            7 => match self.random.below(3) {
                0 => "multibind Array[Data], 'all' as 'ids'".to_owned(),
                1 => format!("bind '{name}' to {} in 'ids'", self.random.pick(&FIXED)),
                _ => format!("bind variables to {{ '{name}' => {} }}", self.random.pick(&FIXED)),
            },
            8 => format!("rebind '{name}' as 'new_{name}'"),
            _ => {
                let _ = writeln!(self.out, "{indent}when role {} {{", self.random.pick(&["'x'", "'y'"]));
                let count = 1 + self.random.below(2);
                self.bindings(count, depth + 1);
                "}".to_owned()
            }
        };
        let _ = writeln!(self.out, "{indent}{line}");
    }

    fn parameter(&mut self) -> &'static str {
        self.random.pick(&FIXED[..6])
    }
}

/// A random text.
fn text_of(random: &mut Random) -> String {
    let mut text = Text { random, out: "bindings default {\n".to_owned() };
    let count = 1 + text.random.below(4);
    text.bindings(count, 0);
    text.out + "}\n"
}

fn compose(source: &Arc<Source>) -> Option<Arc<Composition>> {
    let (roots, problems) = text::read(source);
    if problems.has_errors() {
        return None;
    }
    let mut composer = Composer::new();
    composer.layer("site", None);
    composer.source(source);
    for root in roots {
        if let DocumentedElement::NamedBindings(bindings) = root {
            composer.bindings(&bindings, source.name());
        }
    }
    Some(composer.finish())
}

/// Compares what the check of a random text accepts with the lookups of all keys, for nodes of each role.
pub(crate) fn compare_agreement(seed: u64, number: usize) -> Result<(), String> {
    let mut random = Random::new(seed, number);
    let source = Source::new("default.pp", text_of(&mut random));
    let Some(composition) = compose(&source) else { return Ok(()) };
    let problems = check(&composition);
    if problems.iter().any(|problem| problem.severity == Severity::Error) {
        return Ok(());
    }
    for role in ["x", "y", "z"] {
        let node = facts(&BTreeMap::from([("role".to_owned(), role.to_owned())]));
        let (injector, found) = Injector::with_problems(&composition, &node);
        if found.has_errors() {
            return Err(format!("text {number}: the check accepts\n{}but a node has {found}", source.text()));
        }
        for key in injector.keys().into_iter().chain(injector.typed_keys()) {
            if let Err(problem) = injector.lookup(None, &key) {
                return Err(format!(
                    "text {number}: the check accepts\n{}but `{key}` fails for the role {role}: {problem}",
                    source.text()
                ));
            }
        }
    }
    Ok(())
}
