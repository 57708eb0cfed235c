//! Generates texts of bindings from a seed: every form, with values and expressions of every kind, nested to some depth.
//!
//! The same seed generates the same text. This module does not know how texts are read.

use std::fmt::Write as _;

/// A small generator of pseudo-random numbers (xorshift).
struct Random(u64);

impl Random {
    fn below(&mut self, most: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        usize::try_from(self.0 >> 33).unwrap_or(0) % most
    }

    fn pick(&mut self, choices: &[&str]) -> String {
        choices[self.below(choices.len())].to_owned()
    }

    fn chance(&mut self, one_in: usize) -> bool {
        self.below(one_in) == 0
    }
}

const STRINGS: &[&str] = &[
    "'a'",
    "'it\\'s'",
    "\"two\\nlines\"",
    "''",
    "'ünïcode ☃'",
    "'${not} interpolated'",
    "\"$\"",
    "'\\\\'",
    "'# no comment'",
    "'a in b'",
    "\"tab\\there\"",
    "'/slash[x]%'",
];
const EXPRESSIONS: &[&str] = &[
    "$::fqdn",
    "\"a ${b} c\"",
    "$x + 1",
    "[1, $y]",
    "if $a { 1 } else { 2 }",
    "lookup('k')",
    "($x in [1, 2])",
    "$x ? { 1 => 'a', default => 'b' }",
    "$h['k'][0]",
    "!$a",
    "f($x) |$y| { $y * 2 }",
    "default",
    "case $x {\n  'a': { 1 }\n  default: {\n    2\n  }\n}",
    "\"lines ${x}\n  and more\"",
];
const TYPES: &[&str] = &[
    "Integer",
    "String",
    "Array[String]",
    "Hash[Data]",
    "class ntp",
    "Type[Logger]",
    "Array[class a::b]",
    "A::B",
];
const REFERENCES: &[&str] = &["ntp", "Web[one]", "File['/a b']", "A::B['x']", "class x", "Sql"];

/// The text of a file with some declarations.
pub(crate) fn text(seed: u64) -> String {
    let mut generator =
        Generator { random: Random(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1), out: String::new() };
    for _ in 0..=generator.random.below(3) {
        match generator.random.below(5) {
            0 => generator.site(),
            1 => generator.out.push_str("$environment = 'production'\n"),
            _ => generator.bindings(),
        }
    }
    // A text without these would be a file of types.
    generator.bindings();
    generator.out
}

struct Generator {
    random: Random,
    out: String,
}

impl Generator {
    fn bindings(&mut self) {
        let name = self.random.pick(&["default", "a::b", "site", "when::x"]);
        if self.random.chance(3) {
            self.out.push_str("# About these.\n#\n#   Indented.\n");
        }
        let _ = writeln!(self.out, "bindings {name} {{");
        self.operations(0);
        self.out.push_str("}\n");
    }

    fn operations(&mut self, depth: usize) {
        for _ in 0..self.random.below(6) {
            if self.random.chance(5) {
                self.out.push_str("# A comment.\n");
            }
            if depth < 3 && self.random.chance(4) {
                let condition = self.condition();
                let _ = writeln!(self.out, "when {condition} {{");
                self.operations(depth + 1);
                self.out.push_str("}\n");
            } else {
                let operation = self.operation();
                let _ = writeln!(self.out, "{operation}");
            }
        }
    }

    fn condition(&mut self) -> String {
        let mut text = String::new();
        for nth in 0..=self.random.below(4) {
            if nth > 0 {
                text.push_str(if self.random.chance(2) { " and " } else { " or " });
                let is_value = !text.ends_with("common or ") && text.ends_with(" or ");
                if is_value && self.random.chance(2) {
                    text.push_str(&self.random.pick(&["'x'", "7", "true", "-1.50", "'common'"]));
                    continue;
                }
            }
            let category = self.random.pick(&["node", "environment", "virtual", "'node (json)'", "common"]);
            let value = self.random.pick(&["'a.b.c'", "true", "12", "-1.50", "dev", "\"x\\ny\"", "0x1F"]);
            let _ = if category == "common" {
                write!(text, "common")
            } else {
                write!(text, "{category} {value}")
            };
        }
        text
    }

    fn value(&mut self, depth: usize) -> String {
        match self.random.below(if depth < 3 { 9 } else { 6 }) {
            0 => self.random.pick(EXPRESSIONS),
            1 => self.random.pick(&[
                "1",
                "-7",
                "0",
                "9223372036854775807",
                "1.5",
                "-0.25",
                "1e20",
                "0x1F",
                "017",
            ]),
            2 => self.random.pick(&["true", "false", "undef", "word"]),
            3..6 => self.random.pick(STRINGS),
            6 => {
                let elements: Vec<_> = (0..self.random.below(5)).map(|_| self.value(depth + 1)).collect();
                format!("[{}]", elements.join(", "))
            }
            _ => self.hash(depth),
        }
    }

    fn hash(&mut self, depth: usize) -> String {
        let mut entries = Vec::new();
        for nth in 0..self.random.below(5) {
            let key = if self.random.chance(3) { nth.to_string() } else { format!("'k{nth}'") };
            entries.push(format!("{key} => {}", self.value(depth + 1)));
        }
        format!("{{{}}}", entries.join(", "))
    }

    fn key(&mut self) -> String {
        let (ty, name) = (self.random.pick(TYPES), self.random.pick(STRINGS));
        match self.random.below(4) {
            0 => ty,
            1 => format!("{ty}, {name}"),
            _ => name,
        }
    }

    fn flags(&mut self) -> String {
        self.random.pick(&["", "", "override ", "final ", "override final "])
    }

    fn producer(&mut self, depth: usize) -> String {
        let name = self.random.pick(STRINGS);
        match self.random.below(10) {
            0 => self.random.pick(&["Type[A::B]", "class ntp", "Sql[one]", "File['/x']", "A"]),
            1 => format!("producer {name}"),
            2 => format!("lookup {}", self.key_with_name()),
            3 => format!("lookup {}['k']", self.key_with_name()),
            4 => self.random.pick(&[
                "File[?? a == 'b' and not c ~= 'd']",
                "A::B[??]",
                "File[?? x > 3 or (y ~! 'z')]",
            ]),
            5 if depth < 2 => {
                let all: Vec<_> = (0..=self.random.below(3)).map(|_| self.producer(depth + 1)).collect();
                format!("first_found [{}]", all.join(", "))
            }
            6 => "producer Type[X]".to_owned(),
            _ => self.value(0),
        }
    }

    fn key_with_name(&mut self) -> String {
        let name = self.random.pick(STRINGS);
        if self.random.chance(2) { name } else { format!("{}, {name}", self.random.pick(TYPES)) }
    }

    fn operation(&mut self) -> String {
        let flags = self.flags();
        let optional = self.random.pick(&["", "", "optional "]);
        let (left, right) = (self.random.pick(REFERENCES), self.random.pick(REFERENCES));
        match self.random.below(12) {
            0 => format!("bind abstract {}", self.key()),
            1 => self.multibinding(),
            2 => format!("bind {flags}parameters {left} to {optional}{}", self.hash(1)),
            3 => format!("bind {flags}parameters {left} to Sql[one] {{ map => {{ a => b, c => 'd e' }} }}"),
            4 => format!("bind {flags}map {left} to {right} [a, b]"),
            5 => format!("bind {flags}variables Integer to {{ a => {}, b => 2 }}", self.value(1)),
            6 => self
                .random
                .pick(&["bind abstract variables to 'a'", "bind abstract variables String to ['a', 'b']"]),
            7 => format!("bind alias {} as {flags}{}", self.key(), self.key()),
            8 => self.random.pick(&["include a", "exclude [a::b, c]", "rebind 'x'", "include [when, bind]"]),
            9 => format!("bind dependency {left} {} [{right}, B[c]]", self.random.pick(&["->", "~>"])),
            10 => format!("bind {flags}to {optional}{} in 'id'", self.producer(0)),
            _ => self.single(&flags, &optional),
        }
    }

    fn single(&mut self, flags: &str, optional: &str) -> String {
        let mut text = format!("bind {flags}{} to {optional}{}", self.key(), self.producer(0));
        if self.random.chance(4) {
            text.push_str(" in 'id'");
        }
        if self.random.chance(4) {
            let option = self.random.pick(&[
                "singleton => false",
                "transformer => |$x| { $x + 1 }",
                "producer_args => { 'a' => 1, b => $c }",
                "transformer => |$x| {\n $y = $x\n   $y\n}, singleton => false",
            ]);
            let _ = write!(text, " {{ {option} }}");
        }
        text
    }

    fn multibinding(&mut self) -> String {
        let flags = self.flags();
        let id = self.random.pick(&["", " as 'id'"]);
        let options = self.random.pick(&[
            "",
            " { uniq => true }",
            " { flatten => 2 }",
            " { combinator => |$a, $b| { $a } }",
        ]);
        if self.random.chance(2) {
            return format!("multibind {flags}Hash[Data], 'h'{id} {{ conflict_resolution => merge }}");
        }
        format!("multibind {flags}Array[Data], 'm'{id}{options}")
    }

    fn site(&mut self) {
        self.out.push_str("site {\n");
        if self.random.chance(2) {
            let (a, b) = (self.random.pick(EXPRESSIONS), self.random.pick(EXPRESSIONS));
            let _ = writeln!(self.out, "categories {{ node => {a}, exact 'role (x)' => {b} }}");
        }
        if self.random.chance(2) {
            self.out.push_str(
                "bindings => [ layer { 'a': include => ['x:/*', 'y:'], exclude => 'z:' }, layer { 'b':",
            );
            if self.random.chance(2) {
                self.out.push_str("bindings => [\n");
                self.bindings();
                self.out.push(']');
            }
            self.out.push_str("} ]\n");
        }
        if self.random.chance(2) {
            let value = self.value(0);
            let _ = writeln!(self.out, "Environment {{ envdir => {value} }}");
            self.out.push_str(
                "environment { 'a': manifest => default; 'b': }\ndynamic_environments { \"$c/d\": }\n",
            );
        }
        self.out.push_str("}\n");
    }
}
