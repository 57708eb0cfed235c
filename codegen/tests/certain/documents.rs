//! Documents of a metamodel as other programs might write them, most of them valid. This module does not know types.

use modelwright_metamodel::ecore::{ClassId, DataKind, FeatureId, Literal, Metamodel};
use serde_json::json;

/// A sequence of numbers that is the same in each run.
pub(super) struct Random(u64);

impl Random {
    /// A sequence for a name.
    pub(super) fn new(name: &str) -> Self {
        Self(
            name.bytes().fold(0x9e37_79b9_7f4a_7c15, |state, byte| {
                (state ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
            }) | 1,
        )
    }

    fn next(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0
    }

    /// A number below a limit.
    fn below(&mut self, limit: usize) -> usize {
        (self.next() % limit.max(1) as u64) as usize
    }

    /// Whether an event of this probability, in percent, happens.
    fn is_likely(&mut self, percent: usize) -> bool {
        self.below(100) < percent
    }

    fn one_of<'t>(&mut self, texts: &[&'t str]) -> &'t str {
        texts[self.below(texts.len())]
    }

    /// A copy of a text with one change.
    pub(super) fn change(&mut self, text: &str) -> String {
        let mut chars: Vec<char> = text.chars().collect();
        let at = self.below(chars.len());
        match self.below(4) {
            0 => drop(chars.remove(at)),
            1 => chars.insert(
                at,
                self.one_of(&["\"", "{", "}", "[", "]", ",", ":", "\\", "0", "-", " ", "n", "\u{1}", "é"])
                    .chars()
                    .next()
                    .unwrap_or(' '),
            ),
            2 => {
                chars[at] = self
                    .one_of(&["\"", "7", "e", ".", "$", "t", "\n", "/", ","])
                    .chars()
                    .next()
                    .unwrap_or(' ');
            }
            _ => {
                let end = (at + 1 + self.below(12)).min(chars.len());
                let part: Vec<char> = chars[at..end].to_vec();
                chars.splice(at..at, part);
            }
        }
        chars.into_iter().collect()
    }
}

/// Writes documents.
pub(super) struct Documents<'d> {
    metamodel: &'d Metamodel,
    random: &'d mut Random,
    /// The objects that the document may still have.
    rest: usize,
    /// How often a value is one that its type may not allow, in percent.
    odd: usize,
    /// How often an optional feature has a value, in percent.
    density: usize,
}

const TEXTS: [&str; 12] = [
    r#""""#,
    r#""a""#,
    r#""ABC""#,
    r#""ready""#,
    r#""in stock""#,
    r#""slow""#,
    r#""one""#,
    r#""1.2.3""#,
    r#""l""#,
    r#""\u00e9 \n\"\\""#,
    r#""😀\ud83d\ude00""#,
    r#"" x ""#,
];
const INTEGERS: [&str; 20] = [
    "0",
    "1",
    "-1",
    "5",
    "2000",
    "9",
    "-0",
    "127",
    "128",
    "-129",
    "32767",
    "65536",
    "2147483648",
    "9223372036854775807",
    "9223372036854775808",
    "-9223372036854775808",
    "1e2",
    "2.0",
    "0.5",
    "18446744073709551616",
];
const DECIMALS: [&str; 14] = [
    "0",
    "1.5",
    "19.90",
    "-0.0",
    "0.1",
    "1e400",
    "1E-400",
    "16777217",
    "1e5",
    "123456789012345678901234567890.5",
    "\"7\"",
    "\"NaN\"",
    "\"-Infinity\"",
    "3.4028236e38",
];
const DATES: [&str; 10] = [
    r#""2026-11-23""#,
    r#""2026-11-23T10:00:00Z""#,
    r#""2026-11-23T10:00:00.123+02:00""#,
    r#""2026-11-23T10:00:00.1234Z""#,
    r#""2026-02-30""#,
    r#""2020-02-29T12:00:00.000+0000""#,
    r#""yesterday""#,
    r#""2026-11-23T10:00""#,
    r#""0000-01-01""#,
    r#""""#,
];
const BYTES: [&str; 6] = [r#""""#, r#""00ff""#, r#""00FF""#, r#""0""#, r#""zz""#, r#""AP8Q""#];
const ODD: [&str; 10] =
    ["null", "true", "7", "1.5", "\"x\"", "[]", "{}", "[null]", r#"{"a": 1}"#, r#"{"$ref": "a#b"}"#];

impl<'d> Documents<'d> {
    pub(super) fn new(metamodel: &'d Metamodel, random: &'d mut Random) -> Self {
        let odd = [0, 0, 2, 10][random.below(4)];
        let density = [2, 10, 40][random.below(3)];
        Self { metamodel, random, rest: 40, odd, density }
    }

    /// A document of an object of a class, which it names if necessary.
    pub(super) fn document(&mut self, root: ClassId, is_named: bool) -> String {
        self.object(root, is_named, 0)
    }

    fn object(&mut self, class: ClassId, is_named: bool, depth: usize) -> String {
        self.rest = self.rest.saturating_sub(1);
        let metamodel = self.metamodel;
        let mut keys = Vec::new();
        for feature in metamodel.table(class).all_features() {
            let data = &metamodel[*feature];
            let is_required = data.typed.lower > 0 && matches!(data.default, Literal::Null);
            // References are rare, because documents with them are read completely.
            let percent = match (is_required, data.is_reference() && !data.is_containment()) {
                (true, _) => 99,
                (false, true) => 2,
                (false, false) => self.density,
            };
            if self.random.is_likely(percent) && (is_required || depth < 6 && self.rest > 0) {
                keys.push(format!("{}: {}", json!(data.name()), self.feature(*feature, depth)));
            }
        }
        if self.random.is_likely(15) && !keys.is_empty() {
            let at = self.random.below(keys.len());
            keys.rotate_left(at);
        }
        if self.random.is_likely(self.odd) {
            keys.push(r#""unknown": 1"#.to_owned());
        }
        let declared = metamodel.discriminator(class).filter(|_| self.random.is_likely(80));
        if is_named || declared.is_some() || self.random.is_likely(5) {
            let at = if self.random.is_likely(95) { 0 } else { self.random.below(keys.len()) };
            let (key, name) = match declared {
                Some(key) => (key, metamodel.discriminator_value(class)),
                None => (self.random.one_of(&["$type", "$type", "$type", "kind"]), &*metamodel[class].name),
            };
            keys.insert(at, format!("{}: {}", json!(key), json!(name)));
        }
        format!("{{{}}}", keys.join(", "))
    }

    fn feature(&mut self, feature: FeatureId, depth: usize) -> String {
        if self.random.is_likely(self.odd) {
            return self.random.one_of(&ODD).to_owned();
        }
        let data = &self.metamodel[feature];
        if let Some(entries) = self.metamodel.natural_map(feature) {
            let count = self.random.below(3);
            let entries: Vec<String> = (0..count)
                .map(|at| {
                    let key = self.scalar(entries.key);
                    let key = if key.starts_with('"') && at == 0 {
                        key
                    } else {
                        format!("\"{}{at}\"", key.replace('"', ""))
                    };
                    format!("{key}: {}", self.feature(entries.value, depth + 1))
                })
                .collect();
            return format!("{{{}}}", entries.join(", "));
        }
        if data.many() {
            let count = self.random.below(4);
            let values: Vec<String> = (0..count).map(|_| self.value(feature, depth)).collect();
            return format!("[{}]", values.join(","));
        }
        if data.typed.lower == 0 && self.random.is_likely(10) {
            return "null".to_owned();
        }
        self.value(feature, depth)
    }

    fn value(&mut self, feature: FeatureId, depth: usize) -> String {
        let metamodel = self.metamodel;
        let data = &metamodel[feature];
        if !data.is_reference() {
            return self.scalar(feature);
        }
        if !data.is_containment() {
            return self.random.one_of(&[r#""//""#, r#""ann""#, r#""a.json#x""#]).to_owned();
        }
        let target = metamodel.target(feature);
        let classes: Vec<ClassId> = metamodel.concrete_subclasses(target).collect();
        if classes.is_empty() || depth > 30 {
            return "{}".to_owned();
        }
        // A class whose objects need no further objects ends recursion.
        let class = if self.rest == 0 { classes[0] } else { classes[self.random.below(classes.len())] };
        let is_named = classes.len() > 1 && self.random.is_likely(60);
        self.object(class, is_named, depth + 1)
    }

    fn scalar(&mut self, feature: FeatureId) -> String {
        let data_type = &self.metamodel[self.metamodel.data_type(feature)];
        let texts: &[&str] = match data_type.kind {
            DataKind::Boolean { .. } => &["true", "false", "\"true\""],
            DataKind::Integer { .. } | DataKind::BigInteger => &INTEGERS,
            DataKind::Float { .. } | DataKind::Double { .. } | DataKind::BigDecimal => &DECIMALS,
            DataKind::Char { .. } => &["\"x\"", "\"é\"", "65", "\"😀\"", "70000", "\"\""],
            // Other types may be dates of XML Schema.
            DataKind::Date | DataKind::Other => &DATES,
            DataKind::Bytes => &BYTES,
            DataKind::Enum if !data_type.enum_literals().is_empty() && self.random.is_likely(95) => {
                let literals = data_type.enum_literals();
                return json!(literals[self.random.below(literals.len())].spelling()).to_string();
            }
            _ => &TEXTS,
        };
        // Few of the values are allowed for a narrow type.
        let likely = texts.len().min(if self.random.is_likely(90) { 5 } else { texts.len() });
        self.random.one_of(&texts[..likely]).to_owned()
    }
}
