//! Random sites: layers, categories, flags, multibindings, rebindings and classes.

use super::applying::{Facts, Layer, Site};
use crate::random::Random;
use modelwright::generated::bindings as b;

const NAMES: [&str; 6] = ["a", "b", "c", "d", "e", "f"];
const IDS: [&str; 2] = ["ids", "names"];
/// The categories that a site may declare, with the variable of each.
const CATEGORIES: [(&str, &str); 3] = [("role", "role"), ("virtual", "is_virtual"), ("rack", "rack")];
const VALUES: [&str; 3] = ["x", "Y", "true"];

struct Generator<'r> {
    random: &'r mut Random,
    /// The categories that conditions may name.
    categories: Vec<&'static str>,
    line: i64,
}

/// A random site.
pub(crate) fn site(random: &mut Random) -> Site {
    let declared: Vec<_> = CATEGORIES.iter().filter(|_| random.one_in(2)).copied().collect();
    let mut site_categories = declared.clone();
    if random.one_in(3) {
        site_categories.insert(0, ("node", "fqdn"));
    }
    let categories = (!site_categories.is_empty()).then(|| list(&site_categories, random));
    let mut generator = Generator { random, categories: Vec::new(), line: 0 };
    let count = 1 + generator.random.below(3);
    let layers = (0..count).map(|at| {
        let own = generator.random.one_in(5).then(|| {
            let mut own: Vec<_> = CATEGORIES.to_vec();
            own.swap(0, generator.random.below(3));
            own
        });
        generator.categories = match &own {
            Some(own) => own.iter().map(|(name, _)| *name).chain(["common", "unknown"]).collect(),
            None => declared.iter().map(|(name, _)| *name).chain(["node", "environment", "common"]).collect(),
        };
        let categories = own.map(|own| list(&own, generator.random));
        let sets = 1 + generator.random.below(2);
        let bindings = (0..sets).map(|set| {
            let count = generator.random.below(6);
            let bindings = generator.list(count, 0);
            b::NamedBindings { name: format!("set{set}"), bindings, ..b::NamedBindings::default() }
        });
        Layer { name: format!("layer{at}"), categories, bindings: bindings.collect() }
    });
    let layers = layers.collect();
    Site { categories, layers }
}

fn list(categories: &[(&str, &str)], random: &mut Random) -> b::EffectiveCategories {
    let declared = categories.iter().map(|(name, variable)| b::CategoryDeclaration {
        name: (*name).to_owned(),
        exact: random.one_in(4),
        expression: Some(b::Expression::VariableAccess(b::VariableAccess {
            name: (*variable).to_owned(),
            ..b::VariableAccess::default()
        })),
        ..b::CategoryDeclaration::default()
    });
    b::EffectiveCategories { categories: declared.collect(), ..b::EffectiveCategories::default() }
}

/// Facts of a node.
pub(crate) fn facts(random: &mut Random) -> Facts {
    let mut facts = Facts::new();
    for name in ["fqdn", "environment", "role", "is_virtual", "rack"] {
        let value = match random.below(6) {
            0 => continue,
            1 => String::new(),
            2 => "other".to_owned(),
            3 => "X".to_owned(),
            _ => random.pick(&VALUES).to_owned(),
        };
        facts.insert(name.to_owned(), value);
    }
    facts.entry("environment".to_owned()).or_insert_with(|| "production".to_owned());
    facts
}

/// Facts of nodes with all combinations of values that conditions can tell apart.
pub(crate) fn all_facts() -> Vec<Facts> {
    let values = ["x", "Y", "true", "other"];
    let mut all = vec![Facts::new()];
    for name in ["fqdn", "environment", "role", "is_virtual", "rack"] {
        let with = |facts: &Facts, value: &str| {
            let mut facts = facts.clone();
            facts.insert(name.to_owned(), value.to_owned());
            facts
        };
        all = all.iter().flat_map(|facts| values.iter().map(move |value| with(facts, value))).collect();
    }
    all
}

impl Generator<'_> {
    fn list(&mut self, count: usize, depth: usize) -> Vec<b::AbstractBinding> {
        (0..count).map(|_| self.one(depth)).collect()
    }

    fn one(&mut self, depth: usize) -> b::AbstractBinding {
        self.line += 1;
        let line = self.line;
        match self.random.below(if depth < 3 { 15 } else { 10 }) {
            0..=3 => b::AbstractBinding::Binding(self.binding(line)),
            4 => b::AbstractBinding::Multibinding(self.multibinding(line)),
            5 | 6 => b::AbstractBinding::Binding(self.contribution(line)),
            7 => b::AbstractBinding::Rebinding(self.rebinding(line)),
            8 => b::AbstractBinding::VariableBindings(self.variables(line)),
            9 => {
                let classes = vec![self.random.pick(&NAMES).to_owned(), self.random.pick(&NAMES).to_owned()];
                if self.random.one_in(2) {
                    b::AbstractBinding::ClassInclusion(b::ClassInclusion::new(classes))
                } else {
                    b::AbstractBinding::ClassExclusion(b::ClassExclusion::new(classes))
                }
            }
            _ => {
                let predicates = self.predicates();
                let count = self.random.below(3);
                let alternatives = (0..count).map(|_| b::Alternative::new(self.predicates())).collect();
                let count = 1 + self.random.below(4);
                let bindings = self.list(count, depth + 1);
                b::AbstractBinding::CategorizedBindings(b::CategorizedBindings {
                    alternatives,
                    bindings,
                    line,
                    ..b::CategorizedBindings::new(predicates)
                })
            }
        }
    }

    fn predicates(&mut self) -> Vec<b::Category> {
        let count = 1 + self.random.below(2);
        let one = |_| {
            let categorization = self.random.pick(&self.categories).to_owned();
            let value = (categorization != "common").then(|| self.random.pick(&VALUES).to_owned());
            b::Category { categorization, value, line: self.line, ..b::Category::default() }
        };
        (0..count).map(one).collect()
    }

    /// Flags: most bindings have none.
    fn flags(&mut self) -> (bool, bool, bool, bool) {
        let is_abstract = self.random.one_in(8);
        let is_final = !is_abstract && self.random.one_in(10);
        let optional = !is_abstract && self.random.one_in(6);
        (self.random.one_in(6), is_abstract, is_final, optional)
    }

    fn binding(&mut self, line: i64) -> b::Binding {
        let (overriding, is_abstract, is_final, optional) = self.flags();
        let producer = (!is_abstract).then(|| self.producer(optional));
        b::Binding {
            name: Some(self.random.pick(&NAMES).to_owned()),
            r#override: overriding,
            r#abstract: is_abstract,
            r#final: is_final,
            optional,
            producer,
            line,
            column: 1,
            ..b::Binding::default()
        }
    }

    fn producer(&mut self, optional: bool) -> b::ProducerDescriptor {
        if optional && self.random.one_in(2) {
            return constant(b::Value::UndefValue(b::UndefValue::default()));
        }
        match self.random.below(8) {
            0 => {
                let producers = (0..2).map(|_| lookup(self.random.pick(&NAMES))).collect();
                b::ProducerDescriptor::FirstFoundProducer(b::FirstFoundProducer::new(producers))
            }
            _ => constant(self.value(0)),
        }
    }

    fn value(&mut self, depth: usize) -> b::Value {
        match self.random.below(if depth < 2 { 5 } else { 3 }) {
            3 => {
                let count = self.random.below(3);
                let elements = (0..count).map(|_| self.value(depth + 1)).collect();
                b::Value::ArrayValue(b::ArrayValue { elements, ..b::ArrayValue::default() })
            }
            4 => {
                let mut names: Vec<&str> = NAMES.iter().filter(|_| self.random.one_in(3)).copied().collect();
                names.dedup();
                let entries = names.into_iter().map(|name| b::HashEntry {
                    file: None,
                    line: 0,
                    column: 0,
                    key: b::Value::StringValue(b::StringValue {
                        value: name.to_owned(),
                        ..b::StringValue::default()
                    }),
                    value: self.value(depth + 1),
                });
                let entries = entries.collect();
                b::Value::HashValue(b::HashValue { entries, ..b::HashValue::default() })
            }
            _ => {
                let value = Some(i64::try_from(self.random.below(5)).unwrap_or(0));
                b::Value::IntegerValue(b::IntegerValue { value, ..b::IntegerValue::default() })
            }
        }
    }

    fn multibinding(&mut self, line: i64) -> b::Multibinding {
        let (overriding, is_abstract, is_final, optional) = self.flags();
        let uniq = self.random.one_in(3);
        let flatten = self.random.pick(&[0, 0, 1, -1]);
        // An id belongs to one key.
        let at = self.random.below(2);
        let id = (!self.random.one_in(5)).then(|| IDS[at].to_owned());
        let producer = match at {
            0 => b::ProducerDescriptor::ArrayMultibindProducer(b::ArrayMultibindProducer {
                uniq,
                flatten,
                ..b::ArrayMultibindProducer::default()
            }),
            _ => b::ProducerDescriptor::HashMultibindProducer(b::HashMultibindProducer {
                uniq,
                flatten,
                conflict_resolution: self.random.pick(&[
                    b::ConflictResolution::Error,
                    b::ConflictResolution::Priority,
                    b::ConflictResolution::Ignore,
                    b::ConflictResolution::Merge,
                    b::ConflictResolution::Append,
                ]),
                ..b::HashMultibindProducer::default()
            }),
        };
        b::Multibinding {
            name: Some(format!("multi{at}")),
            id,
            r#override: overriding,
            r#abstract: is_abstract,
            r#final: is_final,
            optional,
            producer: (!is_abstract).then_some(producer),
            line,
            column: 1,
            ..b::Multibinding::default()
        }
    }

    fn contribution(&mut self, line: i64) -> b::Binding {
        let optional = self.random.one_in(5);
        b::Binding {
            name: Some(self.random.pick(&NAMES[..3]).to_owned()),
            multibind_id: Some(self.random.pick(&IDS).to_owned()),
            optional,
            producer: Some(self.producer(optional)),
            line,
            column: 1,
            ..b::Binding::default()
        }
    }

    fn rebinding(&mut self, line: i64) -> b::Rebinding {
        let (name, mut new) = (self.random.below(6), self.random.below(6));
        if new == name {
            new = (new + 1) % 6;
        }
        let kind =
            self.random.pick(&[b::RebindingKind::Plain, b::RebindingKind::Alias, b::RebindingKind::Renamed]);
        b::Rebinding {
            kind,
            name: Some(NAMES[name].to_owned()),
            new_name: (kind != b::RebindingKind::Plain).then(|| NAMES[new].to_owned()),
            r#abstract: self.random.one_in(10),
            r#final: false,
            optional: self.random.one_in(6),
            line,
            column: 1,
            ..b::Rebinding::default()
        }
    }

    fn variables(&mut self, line: i64) -> b::VariableBindings {
        let (overriding, is_abstract, is_final, _) = self.flags();
        let variable = b::VariableBinding {
            name: self.random.pick(&NAMES[..2]).to_owned(),
            producer: (!is_abstract).then(|| constant(self.value(1))),
            ..b::VariableBinding::default()
        };
        b::VariableBindings {
            r#override: overriding,
            r#abstract: is_abstract,
            r#final: is_final,
            line,
            column: 1,
            ..b::VariableBindings::new(vec![variable])
        }
    }
}

fn constant(value: b::Value) -> b::ProducerDescriptor {
    b::ProducerDescriptor::ConstantProducer(b::ConstantProducer {
        file: None,
        line: 0,
        column: 0,
        transformer: None,
        value: Box::new(value),
    })
}

fn lookup(name: &str) -> b::ProducerDescriptor {
    b::ProducerDescriptor::LookupProducer(b::LookupProducer {
        name: name.to_owned(),
        ..b::LookupProducer::default()
    })
}
