//! Statements of generated manifests: forms of the grammar, whose places name what was declared before them.

use super::signature::{Parameter, Signature};
use crate::grammar::{Grammar, Part, parts};
use crate::random::Random;
use std::fmt::Write as _;

/// How deeply forms may be nested.
const LEVELS: usize = 6;
/// Variables of the node, which are always known.
const TOP: [&str; 4] = ["facts['os']['name']", "hostname", "osfamily", "processorcount"];

/// A manifest while it is written.
pub(super) struct Writer<'g> {
    pub(super) grammar: &'g Grammar,
    pub(super) random: Random,
    pub(super) out: String,
    /// The number of the last name.
    count: usize,
    /// What each title begins with, so that it differs for each title of a define or each item of a loop.
    prefix: String,
    /// The resources that may be named.
    pub(super) resources: Vec<String>,
    /// The first of those that the present body declares.
    pub(super) own: usize,
    /// The resources of the inherited class.
    pub(super) parents: Vec<String>,
    pub(super) variables: Vec<String>,
    /// The references and titles of virtual resources.
    last: (String, String),
    /// The classes that may be included.
    pub(super) classes: Vec<String>,
    pub(super) defines: Vec<Signature>,
    pub(super) functions: Vec<Signature>,
}

impl<'g> Writer<'g> {
    pub(super) fn new(grammar: &'g Grammar, random: Random) -> Self {
        Self {
            grammar,
            random,
            out: String::new(),
            count: 0,
            prefix: String::new(),
            resources: Vec::new(),
            own: 0,
            parents: Vec::new(),
            variables: Vec::new(),
            last: Default::default(),
            classes: Vec::new(),
            defines: Vec::new(),
            functions: Vec::new(),
        }
    }

    pub(super) fn statements(&mut self, kind: &str, least: usize, more: usize) {
        for _ in 0..least + self.random.below(more) {
            self.write(kind, LEVELS);
            self.out.push('\n');
        }
    }

    /// Writes statements whose variables and resources are known only to them. Titles begin with a prefix.
    pub(super) fn scoped(&mut self, prefix: &str, write: impl FnOnce(&mut Self)) {
        let known = (self.resources.len(), self.variables.len());
        let before = self.prefix.len();
        self.prefix.push_str(prefix);
        write(self);
        self.prefix.truncate(before);
        self.resources.truncate(known.0);
        self.variables.truncate(known.1);
    }

    pub(super) fn write(&mut self, kind: &str, levels: usize) {
        let grammar = self.grammar;
        let Some(forms) = grammar.forms(kind) else { return self.fill(kind, levels) };
        let form = forms.pick(levels == 0, &mut self.random);
        for part in parts(form) {
            match part {
                Part::Text(text) => self.out.push_str(&text.replace('¶', "\n")),
                Part::Place(inner) => self.write(inner, levels.saturating_sub(1)),
            }
        }
    }

    fn fill(&mut self, place: &str, levels: usize) {
        let (what, name) = place.split_once(' ').unwrap_or((place, ""));
        match what {
            "new" | "title" | "virtual" => self.title(what, name),
            "key" => {
                self.count += 1;
                let _ = write!(self.out, "{}{}", &name[..1], self.count);
            }
            "lastvirtual" => self.out.push_str(&self.last.0.clone()),
            "lasttitle" => self.out.push_str(&self.last.1.clone()),
            "ref" => self.reference(0),
            "own" => self.overridden(false),
            "parents" => self.overridden(true),
            "var" => {
                let name = self.variable();
                let _ = write!(self.out, "${name}");
            }
            "var1" => {
                let name = self.variable();
                self.out.push_str(name.split('[').next().unwrap_or_default());
            }
            "topvar" => self.out.push_str(["hostname", "osfamily", "kernel"][self.random.below(3)]),
            "newvar" => {
                self.count += 1;
                let name = format!("v{}", self.count);
                self.out.push_str(&name);
                self.variables.push(name);
            }
            "class" => {
                let class = if self.classes.is_empty() { "m" } else { self.random.choose(&self.classes) };
                self.out.push_str(class);
            }
            "define" => self.defined(),
            "call" => self.called(levels),
            "block" => {
                let kind = if levels > 2 { "statement" } else { "simple" };
                self.scoped("", |writer| writer.nested(kind));
            }
            "loop" => {
                let prefix = format!("${{{name}}}-");
                self.scoped(&prefix, |writer| {
                    writer.variables.push(name.to_owned());
                    writer.nested("simple");
                });
            }
            _ => self.out.push_str(place),
        }
    }

    fn nested(&mut self, kind: &str) {
        let more = self.random.below(2);
        for at in 0..=more {
            self.write(kind, 2);
            if at < more {
                self.out.push('\n');
            }
        }
    }

    /// A title that no other resource has.
    fn title(&mut self, what: &str, name: &str) {
        self.count += 1;
        let slash = if name == "file" || name == "tidy" { "/" } else { "" };
        let initial = name.rsplit("::").next().and_then(|name| name.get(..1)).unwrap_or("x");
        let title = match self.prefix.as_str() {
            "" => format!("'{slash}{initial}{}'", self.count),
            prefix => format!("\"{slash}{prefix}{initial}{}\"", self.count),
        };
        self.out.push_str(if what == "title" && self.out.ends_with('"') {
            title.trim_matches(['\'', '"'])
        } else {
            &title
        });
        let reference = format!("{}[{title}]", capitalised(name));
        match what {
            "new" => self.resources.push(reference),
            "virtual" => self.last = (reference, title),
            _ => {}
        }
    }

    fn reference(&mut self, from: usize) {
        let known = self.resources.get(from..).unwrap_or_default();
        let reference = if known.is_empty() { "Stage['main']" } else { self.random.choose(known) };
        self.out.push_str(reference);
    }

    /// A resource of this body or of the inherited class; if there is none, one that is declared on the spot.
    fn overridden(&mut self, is_inherited: bool) {
        let own = self.own;
        let pool = if is_inherited { &self.parents } else { self.resources.get(own..).unwrap_or_default() };
        let pool: Vec<String> = pool.iter().filter(|known| !known.starts_with("Class[")).cloned().collect();
        if pool.is_empty() {
            self.out.push_str("notify { ");
            self.title("new", "notify");
            self.out.push_str(": }\n");
            let declared = self.resources.last().cloned().unwrap_or_default();
            return self.out.push_str(&declared);
        }
        let reference = self.random.choose(&pool).clone();
        // A second override of the same attribute is rejected.
        self.parents.retain(|known| *known != reference);
        self.out.push_str(&reference);
    }

    fn variable(&mut self) -> String {
        if self.variables.is_empty() || self.random.one_in(4) {
            return self.random.pick(&TOP).to_owned();
        }
        self.random.choose(&self.variables).clone()
    }

    fn defined(&mut self) {
        if self.defines.is_empty() {
            return self.write("resource", 2);
        }
        let define = self.random.choose(&self.defines).clone();
        let _ = write!(self.out, "{} {{ ", define.name);
        self.title("new", &define.name);
        self.out.push_str(":\n");
        self.arguments(&define.parameters);
        self.write("metas", 2);
        self.out.push_str("\n}");
    }

    /// The values of parameters, as attributes.
    pub(super) fn arguments(&mut self, parameters: &[Parameter]) {
        for parameter in parameters {
            if parameter.is_required || self.random.one_in(2) {
                let _ = write!(self.out, "  {} => ", parameter.name);
                self.write(parameter.values, 2);
                self.out.push_str(",\n");
            }
        }
    }

    fn called(&mut self, levels: usize) {
        if self.functions.is_empty() {
            return self.write("str", levels.saturating_sub(1));
        }
        let function = self.random.choose(&self.functions).clone();
        let _ = write!(self.out, "{}(", function.name);
        for (at, parameter) in function.parameters.iter().enumerate() {
            if at > 0 {
                self.out.push_str(", ");
            }
            self.write(parameter.values, 2);
        }
        self.out.push(')');
    }
}

/// The name of a type as references have it.
pub(super) fn capitalised(name: &str) -> String {
    let parts = name.split("::").map(|part| {
        let (first, rest) = part.split_at(part.len().min(1));
        first.to_uppercase() + rest
    });
    parts.collect::<Vec<_>>().join("::")
}
