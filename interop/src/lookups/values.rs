//! Values of generated data files, in the flow style that YAML and JSON share, as far as possible.

use crate::random::Random;

/// What the values of a tree consist of.
pub(crate) struct Vocabulary {
    pub(crate) texts: &'static [&'static str],
    /// Values that only YAML can express.
    pub(crate) scalars: &'static [&'static str],
    /// The keys inside of values.
    pub(crate) keys: &'static [&'static str],
    /// Other keys, in YAML.
    pub(crate) odd_keys: &'static [&'static str],
}

/// The vocabulary of trees of Hiera 1 to 3.
pub(super) const VOCABULARY: Vocabulary =
    Vocabulary { texts: TEXTS, scalars: SCALARS, keys: KEYS, odd_keys: ODD_KEYS };

/// Texts that are interpolated, merged or split.
const TEXTS: &[&str] = &[
    "x",
    "y",
    "a b",
    "",
    "42",
    "--x",
    "--",
    "x,y",
    "--a b",
    "y\n--x",
    "a,,b,",
    "%{role}",
    "A%{g}B",
    "%{::fqdn}",
    "%{fqdn}",
    "%{missing}",
    "%{hiera('k1')}",
    "%{hiera('k2')} and %{hiera('k2')}",
    "%{alias('k2')}",
    "%{alias(\"k3\")}",
    "pre %{alias('k3')}",
    "line\n%{alias('k4')}\nend",
    "%{alias('k5')}%{alias('k5')}",
    "%{literal('%')}{role}",
    "%{literal('a')}%{literal('a')}",
    "%{literal('a')} %{role}",
    "%{facts.list.0}",
    "%{facts.list}",
    "%{facts.list.9}",
    "%{facts.os.family}",
    "%{facts}",
    "%{facts.os.0}",
    "%{num}",
    "%{num.a}",
    "%{yes}",
    "%{nothing}",
    "%{nothing.a}",
    "%{ hiera('k1') }",
    "%{lookup('k1')}",
    "%{hiera(k1)}",
    "%{frob('k1')}",
    "%{scope('role')}",
    "%{scope('a..b')}",
    "%{'a.b'}",
    "%{\"a.b\"}.",
    "%{}",
    "%{ :: }",
    "%{''}",
    "%{g}",
    "%{loop}",
    "%{deep}",
    "%{role",
    "100% {role}",
    "%%{role}}",
    "%{0}",
    "%{role\n}",
    "%{\nhiera('k1')}",
    "%{hiera('k1.a')}",
    "%{hiera('k6.0')}",
    "%{hiera('k6.a.b')}",
    "%{hiera('lvl')}",
    "%{hiera('')}",
    "%{hiera('a.b')}",
    "%{hiera(\"'a.b'\")}",
    "é%{role}ü",
    "ENC[x]",
    "ENC[",
    "%{enc}",
    "\u{1f600}",
    "\t\"q\"\\ #{x} #@y",
    "%{hiera('k1')}%{hiera('k1')}",
    "%{hiera('k7')}",
    "%{alias('k7')}",
    "%{float}",
];

/// Values that only YAML can express.
const SCALARS: &[&str] = &[
    ":sym",
    "2024-01-02",
    "2024-01-02 03:04:05 Z",
    "!ruby/regexp /a/",
    "0x1f",
    "017",
    "1_000",
    "1:30",
    "~",
    "null",
    ".inf",
    "-.inf",
    ".nan",
    "1e3",
    "1.5e20",
    "yes",
    "off",
    "!binary aGk=",
    "1e-7",
    "1e15",
    "123456789012345678901234567890",
    "-0.0",
    "!!str 5",
    "!ruby/range 1..3",
    "=",
    "<<",
    "_1",
    "0b11",
    "'%{role}'",
    "!ruby/symbol a",
    "!!float 5",
    "!!int '7'",
];

const NUMBERS: &[&str] = &["0", "1", "-7", "42", "1.0", "2.50", "true", "false", "null", "1.0e20"];

const KEYS: &[&str] =
    &["a", "b", "c", "a.b", "%{role}", "0", "x", "--x", "%{alias('k2')}", "%{hiera('k1')}", ""];

const ODD_KEYS: &[&str] = &["5", "!ruby/symbol s", "~", "1.5", "true", "2024-01-02"];

impl Vocabulary {
    /// A value; `is_yaml` allows values that JSON cannot express.
    pub(crate) fn value(&self, random: &mut Random, depth: usize, is_yaml: bool) -> String {
        let collection = depth > 0 && !random.one_in(3);
        match random.below(if collection { 10 } else { 5 }) {
            0 => random.pick(NUMBERS).to_owned(),
            1 if is_yaml => random.pick(self.scalars).to_owned(),
            1..5 => self.text(random),
            5..7 => self.array(random, depth - 1, is_yaml),
            _ => self.hash(random, depth - 1, is_yaml),
        }
    }

    /// A text in double quotes.
    pub(crate) fn text(&self, random: &mut Random) -> String {
        quoted(random.pick(self.texts))
    }

    pub(crate) fn array(&self, random: &mut Random, depth: usize, is_yaml: bool) -> String {
        let items: Vec<String> = (0..random.below(4)).map(|_| self.value(random, depth, is_yaml)).collect();
        format!("[{}]", items.join(", "))
    }

    pub(crate) fn hash(&self, random: &mut Random, depth: usize, is_yaml: bool) -> String {
        let mut entries = Vec::new();
        let mut keys: Vec<&str> = self.keys.to_vec();
        for _ in 0..random.below(4) {
            let key = keys.swap_remove(random.below(keys.len()));
            let key = if is_yaml && random.one_in(12) {
                random.pick(self.odd_keys).to_owned()
            } else {
                quoted(key)
            };
            if entries.iter().any(|entry: &String| entry.starts_with(&format!("{key}: "))) {
                continue;
            }
            entries.push(format!("{key}: {}", self.value(random, depth, is_yaml)));
        }
        format!("{{{}}}", entries.join(", "))
    }
}

/// A text in double quotes.
pub(crate) fn quoted(text: &str) -> String {
    serde_json::Value::from(text).to_string()
}
