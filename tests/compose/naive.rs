//! A second composer, written from the rules alone: every lookup searches all bindings for those that apply, without any
//! preparation.

use super::applying::{Act, ApplyingBinding, Node, by_precedence, is_level};
use super::data::{Data, array, data};
use modelwright::generated::bindings as b;
use std::cmp::Ordering;
use std::collections::BTreeSet;

/// The result of a lookup: a value, nothing, or the code of a problem.
pub(crate) type Answer = Result<Option<Data>, &'static str>;

/// The bindings whose values are being produced.
type Open = Vec<(String, usize, Vec<usize>)>;

impl<'s> Node<'s> {
    pub(crate) fn keys(&self) -> BTreeSet<&str> {
        self.bindings.iter().map(|applied| applied.key.as_str()).collect()
    }

    /// The bindings of a key in descending precedence. Of one precedence, those that take a value from others are first.
    fn of(&self, key: &str) -> Vec<&ApplyingBinding<'s>> {
        let mut all: Vec<_> = self.bindings.iter().filter(|applied| applied.key == key).collect();
        let is_below = |applied: &ApplyingBinding<'_>| !matches!(applied.act, Act::Lift | Act::Removal(_));
        all.sort_by(|a, b| {
            by_precedence(a, b).then(is_below(a).cmp(&is_below(b))).then(a.number.cmp(&b.number))
        });
        all
    }

    /// The first bindings of a list that decide together: one that takes its value from others, or all of one precedence.
    fn level<'a>(list: &'a [&'a ApplyingBinding<'s>]) -> &'a [&'a ApplyingBinding<'s>] {
        let Some(first) = list.first() else { return &[] };
        if matches!(first.act, Act::Lift | Act::Removal(_)) {
            return &list[..1];
        }
        let count = list.iter().take_while(|other| is_level(first, other)).count();
        &list[..count]
    }

    pub(crate) fn lookup(&self, key: &str) -> Answer {
        self.value(&self.of(key), &mut Vec::new())
    }

    fn value(&self, list: &[&ApplyingBinding<'s>], open: &mut Open) -> Answer {
        let mut rest = list;
        while !rest.is_empty() {
            let level = Self::level(rest);
            rest = &rest[level.len()..];
            if matches!(level[0].act, Act::Removal(_)) {
                return Ok(None);
            }
            let concrete: Vec<_> = level.iter().filter(|applied| !applied.is_abstract).collect();
            match concrete.as_slice() {
                [] => return Err("MW0923"),
                [one] => match self.produce(one, open)? {
                    Some(value) => return Ok(Some(value)),
                    None if one.is_optional => {}
                    None => return Err("no value"),
                },
                _ => return Err("MW0922"),
            }
        }
        Ok(None)
    }

    /// The bindings below the one that removed a key when it got a new name.
    fn renamed(&self, old: &str, by: &ApplyingBinding<'s>) -> Vec<&ApplyingBinding<'s>> {
        let list = self.of(old);
        let at = list.iter().position(|applied| {
            is_level(applied, by) && matches!(applied.act, Act::Removal(new) if new == by.key)
        });
        list[at.map_or(0, |at| at + 1)..].to_vec()
    }

    fn below(&self, applied: &ApplyingBinding<'s>) -> Vec<&ApplyingBinding<'s>> {
        let list = self.of(&applied.key);
        let at = list.iter().position(|other| other.number == applied.number && other.ranks == applied.ranks);
        list[at.map_or(0, |at| at + 1)..].to_vec()
    }

    fn produce(&self, applied: &ApplyingBinding<'s>, open: &mut Open) -> Answer {
        let this = (applied.key.clone(), applied.number, applied.ranks.clone());
        if open.contains(&this) {
            return Err("MW0932");
        }
        open.push(this);
        let value = match applied.act {
            Act::Produce(producer) => self.run(producer, applied, open),
            Act::Lift => self.value(&self.below(applied), open),
            Act::Alias(old) => self.value(&self.of(old), open),
            Act::NewName(old) => self.value(&self.renamed(old, applied), open),
            Act::Nothing | Act::Removal(_) => Ok(None),
        };
        open.pop();
        value
    }

    fn run(
        &self,
        producer: &b::ProducerDescriptor,
        applied: &ApplyingBinding<'s>,
        open: &mut Open,
    ) -> Answer {
        match producer {
            b::ProducerDescriptor::ConstantProducer(constant) => Ok(data(&constant.value)),
            b::ProducerDescriptor::LookupProducer(lookup) => self.value(&self.of(&lookup.name), open),
            b::ProducerDescriptor::FirstFoundProducer(first) => {
                for producer in &first.producers {
                    if let Some(value) = self.run(producer, applied, open)? {
                        return Ok(Some(value));
                    }
                }
                Ok(None)
            }
            b::ProducerDescriptor::ArrayMultibindProducer(options) => {
                let mut all = Vec::new();
                for (_, one) in self.contributions(applied.id) {
                    match self.contributed(one, open)? {
                        Some(Data::Array(items)) => all.extend(items),
                        Some(other) => all.push(other),
                        None => {}
                    }
                }
                Ok(Some(array(all, options.uniq, options.flatten)))
            }
            b::ProducerDescriptor::HashMultibindProducer(options) => self.hash(options, applied, open),
            other => panic!("the generator does not make {other:?}"),
        }
    }

    fn contributed(&self, one: &ApplyingBinding<'s>, open: &mut Open) -> Answer {
        match self.produce(one, open)? {
            None if !one.is_optional => Err("no value"),
            found => Ok(found),
        }
    }

    /// The contributions to an id in descending precedence; each binding once.
    fn contributions(&self, id: Option<&str>) -> Vec<(&Option<String>, &ApplyingBinding<'s>)> {
        let to = self.contributions.iter().filter(|(to, ..)| Some(to.as_str()) == id);
        let mut all: Vec<_> = to.map(|(_, name, applied)| (name, applied)).collect();
        all.sort_by(|(_, a), (_, b)| by_precedence(a, b).then(a.number.cmp(&b.number)));
        let mut seen = BTreeSet::new();
        all.retain(|(_, applied)| seen.insert(applied.number));
        all
    }

    fn hash(
        &self,
        options: &b::HashMultibindProducer,
        applied: &ApplyingBinding<'s>,
        open: &mut Open,
    ) -> Answer {
        use b::ConflictResolution as C;
        let mut pairs: Vec<(String, Data)> = Vec::new();
        for (name, one) in self.contributions(applied.id) {
            let Some(value) = self.contributed(one, open)? else { continue };
            let name = name.clone().unwrap_or_default();
            let known = pairs.iter_mut().find(|(other, _)| *other == name);
            match (options.conflict_resolution, known) {
                (C::Append, None) => pairs.push((name, Data::Array(vec![value]))),
                (_, None) => pairs.push((name, value)),
                (C::Append, Some((_, Data::Array(items)))) => items.push(value),
                (C::Priority | C::Ignore, Some(_)) => {}
                (C::Merge, Some((_, Data::Array(items)))) => match value {
                    Data::Array(more) => items.extend(more),
                    other => items.push(other),
                },
                (C::Merge, Some((_, Data::Hash(known)))) => {
                    let Data::Hash(more) = value else { return Err("MW0927") };
                    for (key, value) in more {
                        if !known.iter().any(|(other, _)| *other == key) {
                            known.push((key, value));
                        }
                    }
                }
                _ => return Err("MW0927"),
            }
        }
        for (_, value) in &mut pairs {
            if let Data::Array(items) = value {
                *value = array(std::mem::take(items), options.uniq, options.flatten);
            }
        }
        Ok(Some(Data::Hash(pairs)))
    }

    /// The classes that are included, with no exclusion of the same or a higher precedence.
    pub(crate) fn classes(&self) -> Vec<String> {
        let mut sorted: Vec<_> = self.classes.iter().collect();
        sorted.sort_by(|(.., a), (.., b)| by_precedence(a, b));
        let mut found: Vec<String> = Vec::new();
        let mut seen = BTreeSet::new();
        for (class, ..) in sorted.iter().filter(|(class, ..)| seen.insert(class.clone())) {
            let first = |included: bool| {
                sorted
                    .iter()
                    .find(|(other, is, _)| other == class && *is == included)
                    .map(|(.., applied)| applied)
            };
            match (first(true), first(false)) {
                (Some(_), None) => found.push(class.clone()),
                (Some(on), Some(off)) if by_precedence(on, off) == Ordering::Less => {
                    found.push(class.clone());
                }
                _ => {}
            }
        }
        found
    }

    /// What is wrong: the code, the key and the line of each problem.
    pub(crate) fn problems(&self) -> BTreeSet<(String, String, i64)> {
        let mut found = BTreeSet::new();
        let mut report = |code: &str, key: &str, line: i64| {
            found.insert((code.to_owned(), key.to_owned(), line));
        };
        for key in self.keys() {
            let list = self.of(key);
            self.effect(key, &list, &mut report);
            for (at, applied) in list.iter().enumerate() {
                let other = |other: &&&ApplyingBinding<'_>| {
                    !is_level(other, applied) && other.number != applied.number
                };
                if applied.is_override && !list[at + 1..].iter().any(|one| other(&one)) {
                    report("MW0924", key, applied.line);
                }
                if applied.is_final && other(&&list[0]) {
                    report("MW0925", key, list[0].line);
                }
                let below = match applied.act {
                    Act::Lift => self.below(applied),
                    Act::Alias(old) => self.of(old),
                    Act::NewName(old) => self.renamed(old, applied),
                    _ => continue,
                };
                let level = Self::level(&below);
                let has_value =
                    level.iter().any(|one| !one.is_abstract && !matches!(one.act, Act::Removal(_)));
                if !has_value {
                    report("MW0926", key, applied.line);
                }
            }
        }
        found
    }

    fn effect(&self, key: &str, list: &[&ApplyingBinding<'s>], report: &mut dyn FnMut(&str, &str, i64)) {
        let mut rest = list;
        while !rest.is_empty() {
            let level = Self::level(rest);
            rest = &rest[level.len()..];
            if matches!(level[0].act, Act::Removal(_)) {
                return;
            }
            let concrete: Vec<_> = level.iter().filter(|applied| !applied.is_abstract).collect();
            match concrete.as_slice() {
                [] => report("MW0923", key, level[0].line),
                [one] => {
                    self.names(one, report);
                    if one.is_optional {
                        continue;
                    }
                }
                [.., last] => report("MW0922", key, last.line),
            }
            return;
        }
    }

    /// Contributions to a hash must have different names.
    fn names(&self, applied: &ApplyingBinding<'s>, report: &mut dyn FnMut(&str, &str, i64)) {
        let Act::Produce(b::ProducerDescriptor::HashMultibindProducer(options)) = applied.act else { return };
        let all = self.contributions(applied.id);
        for (at, (name, one)) in all.iter().enumerate().filter(|(_, (name, _))| name.is_some()) {
            let Some((_, first)) = all[..at].iter().find(|(other, _)| other == name) else { continue };
            let is_wrong = match options.conflict_resolution {
                b::ConflictResolution::Error => true,
                b::ConflictResolution::Priority => is_level(first, one),
                _ => false,
            };
            if is_wrong {
                report("MW0927", applied.id.unwrap_or_default(), one.line);
            }
        }
    }
}
