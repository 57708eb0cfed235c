//! Evaluates the statements of a template.
//!
//! Invariant: every step is charged; a problem has the place in the template.

use super::objects::Objects;
pub(super) use super::stop::{Outcome, Stop, caused, problem, unsupported};
use super::tree::{Block, Kind, Node};
use super::value::RubyValue;
use super::{TemplateScope, methods, operators};
use modelwright_evaluation::evaluate::{Regex, Value};
use rustc_hash::FxHashMap;
use std::rc::Rc;
use std::sync::Arc;

/// A running template.
pub(super) struct Run<'s> {
    pub(super) scope: &'s mut dyn TemplateScope,
    pub(super) out: String,
    /// The local variables of each block, the innermost last.
    locals: Vec<FxHashMap<String, RubyValue>>,
    /// The variables with `@` that were read or set.
    variables: FxHashMap<String, RubyValue>,
    /// The objects that represent values of the scope, shared with the templates inside of this one.
    pub(super) objects: Rc<Objects>,
    /// The variables of the scope that were read, whose values may be changed.
    pub(super) read: Vec<String>,
    /// Texts of the scope, which count as those that others have, too.
    texts: Vec<Rc<str>>,
    /// The place of the last change.
    pub(super) last_change: usize,
    /// The methods that the template defines.
    methods: FxHashMap<String, Arc<Block>>,
    depth: usize,
    /// The groups of the last match, of which the first one is the match; empty without a match. `None` if they are not
    /// known, because another method has set them.
    pub(super) groups: Option<Vec<Option<Rc<str>>>>,
}

/// How deeply methods of templates may call each other.
const MAX_CALLS: usize = 20;

impl<'s> Run<'s> {
    pub(super) fn new(scope: &'s mut dyn TemplateScope) -> Self {
        Self {
            objects: scope.objects(),
            read: Vec::new(),
            texts: Vec::new(),
            last_change: 0,
            scope,
            out: String::new(),
            locals: vec![FxHashMap::default()],
            variables: FxHashMap::default(),
            methods: FxHashMap::default(),
            depth: 0,
            groups: Some(Vec::new()),
        }
    }

    /// Charges for work.
    pub(super) fn charge(&mut self, steps: usize, bytes: usize, at: usize) -> Result<(), Stop> {
        let charged = self.scope.budget().charge(steps, bytes);
        charged.map_err(|error| caused(error, at))
    }

    pub(super) fn statements(&mut self, nodes: &[Node]) -> Outcome {
        let mut last = RubyValue::Nil;
        for node in nodes {
            // The last value is dropped first, because a value that only a variable has can be changed.
            drop(std::mem::replace(&mut last, RubyValue::Nil));
            last = self.evaluate(node)?;
        }
        Ok(last)
    }

    fn write(&mut self, text: &str, at: usize) -> Result<(), Stop> {
        self.charge(1, text.len(), at)?;
        self.out.push_str(text);
        Ok(())
    }

    /// The value of an expression or a statement; `Write` and `Output` add text to the result of the template.
    pub(super) fn evaluate(&mut self, node: &Node) -> Outcome {
        let at = node.at;
        self.charge(1, 0, at)?;
        Ok(match &node.kind {
            Kind::Nil => RubyValue::Nil,
            Kind::Boolean(truth) => RubyValue::Boolean(*truth),
            Kind::Integer(number) => RubyValue::Integer(*number),
            Kind::Float(number) => RubyValue::Float(*number),
            Kind::Text(text) => RubyValue::string(text),
            Kind::Symbol(name) => RubyValue::Symbol(Rc::from(&**name)),
            Kind::String(parts) => self.string(parts)?,
            Kind::Regex(source, flags) => self.regex(source, flags, at)?,
            Kind::Array(items) => {
                self.charge(1, (items.len() + 4) * size_of::<RubyValue>(), at)?;
                RubyValue::array(self.all(items)?)
            }
            Kind::Hash(pairs) => self.hash(pairs)?,
            Kind::Variable(name) => self.variable(name, at)?,
            Kind::Local(name) => self.local(name).cloned().unwrap_or(RubyValue::Nil),
            Kind::Group(number) => match &self.groups {
                Some(groups) => groups
                    .get(*number)
                    .cloned()
                    .flatten()
                    .map_or(RubyValue::Nil, |text| RubyValue::string(&text)),
                None => return Err(unsupported("a group of this match is not supported in templates", at)),
            },
            Kind::Constant(name) => {
                return Err(unsupported(format!("`{name}` is not supported in templates"), at));
            }
            Kind::Scope => return Err(problem("the scope is only supported before `[…]` and `.`", at)),
            Kind::Index(on, keys) => self.index(on, keys, at)?,
            Kind::Slice(on, ends, is_exclusive) => self.slice(on, ends, *is_exclusive, at)?,
            Kind::Call { on, name, arguments, block, is_safe } => {
                self.call(on.as_deref(), name, arguments, block.as_deref(), *is_safe, at)?
            }
            Kind::Not(inner) => RubyValue::Boolean(!self.evaluate(inner)?.is_true()),
            Kind::Both(left, right) => {
                let left = self.evaluate(left)?;
                if left.is_true() { self.evaluate(right)? } else { left }
            }
            Kind::Either(left, right) => {
                let left = self.evaluate(left)?;
                if left.is_true() { left } else { self.evaluate(right)? }
            }
            Kind::Binary(operator, left, right) => {
                let (left, right) = (self.evaluate(left)?, self.evaluate(right)?);
                operators::apply(self, operator, &left, &right, at)?
            }
            Kind::If(condition, then, otherwise) => {
                let branch = if self.evaluate(condition)?.is_true() { then } else { otherwise };
                self.statements(branch)?
            }
            Kind::Case(subject, options, otherwise) => self.case(subject, options, otherwise)?,
            Kind::Defined(inner) => self.defined(inner)?,
            Kind::Assign(target, value) => {
                let value = self.evaluate(value)?;
                self.set(target, value)
            }
            Kind::Change(operator, target, value) => self.change(operator, target, value, at)?,
            Kind::Push(target, value) => self.push(target, value, at)?,
            Kind::Store(target, key, value) => self.store(target, key, value, at)?,
            Kind::Method(name, block) => {
                self.methods.insert(name.clone(), Arc::clone(block));
                RubyValue::Symbol(Rc::from(&**name))
            }
            Kind::Return(value) => return Err(Stop::Return(self.evaluate(value)?)),
            Kind::Next => return Err(Stop::Next),
            Kind::Break => return Err(Stop::Break),
            Kind::Write(text) => {
                self.write(text, at)?;
                RubyValue::Nil
            }
            Kind::Output(inner) => {
                let value = self.evaluate(inner)?;
                let text = self.text(&value, at)?;
                self.write(&text, at)?;
                RubyValue::Nil
            }
        })
    }

    fn all(&mut self, nodes: &[Node]) -> Result<Vec<RubyValue>, Stop> {
        nodes.iter().map(|node| self.evaluate(node)).collect()
    }

    fn string(&mut self, parts: &[Node]) -> Outcome {
        let mut text = String::new();
        for part in parts {
            let value = self.evaluate(part)?;
            let value = self.text(&value, part.at)?;
            self.charge(1, value.len(), part.at)?;
            text.push_str(&value);
        }
        Ok(RubyValue::string(&text))
    }

    fn regex(&mut self, source: &str, flags: &str, at: usize) -> Outcome {
        if source.contains("#{") || !flags.chars().all(|flag| flag == 'i') {
            return Err(problem("this form of a regular expression is not supported in templates", at));
        }
        let source = if flags.is_empty() { source.to_owned() } else { format!("(?i:{source})") };
        let compiled = Regex::compiled(&source, self.scope.budget());
        let regex = compiled.map_err(|error| caused(error, at))?;
        Ok(RubyValue::Regex(regex.into()))
    }

    fn hash(&mut self, pairs: &[(Node, Node)]) -> Outcome {
        let mut all: Vec<(RubyValue, RubyValue)> = Vec::with_capacity(pairs.len());
        for (key, value) in pairs {
            let (at, key, value) = (key.at, self.evaluate(key)?, self.evaluate(value)?);
            self.walk(&key, at)?;
            // Each key is compared with those before it.
            self.charge(all.len() / 8 + 1, 4 * size_of::<RubyValue>(), at)?;
            all.retain(|(known, _)| !known.is_key(&key));
            all.push((key, value));
        }
        Ok(RubyValue::hash(all))
    }

    /// The value of `@name`: of a variable of the scope, or set in the template.
    fn variable(&mut self, name: &str, at: usize) -> Outcome {
        if let Some(known) = self.variables.get(name) {
            return Ok(known.clone());
        }
        let item = self.scope_variable(name, at)?.unwrap_or(RubyValue::Nil);
        self.variables.insert(name.to_owned(), item.clone());
        Ok(item)
    }

    /// The value of a variable of the scope.
    pub(super) fn scope_variable(&mut self, name: &str, at: usize) -> Result<Option<RubyValue>, Stop> {
        let Some(value) = self.scope.variable(name).map_err(|error| caused(error, at))? else {
            return Ok(None);
        };
        value.charge_copy(self.scope.budget()).map_err(|error| caused(error, at))?;
        let object = self.object(&value, at)?;
        match &object {
            RubyValue::Array(_) | RubyValue::Hash(_) if !self.read.iter().any(|known| known == name) => {
                self.read.push(name.to_owned());
            }
            RubyValue::String(text) => self.texts.push(Rc::clone(text)),
            _ => {}
        }
        Ok(Some(object))
    }

    /// The object for a value; a template cannot be evaluated with values that are not known.
    pub(super) fn object(&mut self, value: &Value, at: usize) -> Outcome {
        if let Some(known) = self.objects.known(value) {
            return Ok(known);
        }
        if let Some(unknown) = value.unknown() {
            self.scope.leave_out(unknown);
            return Err(caused(unknown.undecided(), at));
        }
        Ok(self.objects.object(value))
    }

    /// Whether a variable with `@` was read or set.
    pub(super) fn has_variable(&self, name: &str) -> bool {
        self.variables.contains_key(name)
    }

    /// Sets a variable with `@`.
    pub(super) fn keep_variable(&mut self, name: &str, value: RubyValue) {
        self.variables.insert(name.to_owned(), value);
    }

    pub(super) fn local(&self, name: &str) -> Option<&RubyValue> {
        self.locals.iter().rev().find_map(|scope| scope.get(name))
    }

    pub(super) fn set(&mut self, target: &Node, value: RubyValue) -> RubyValue {
        match &target.kind {
            Kind::Variable(name) => {
                self.variables.insert(name.clone(), value.clone());
            }
            Kind::Local(name) => {
                let known = self.locals.iter().rposition(|scope| scope.contains_key(name));
                let place = known.unwrap_or(self.locals.len().saturating_sub(1));
                if let Some(scope) = self.locals.get_mut(place) {
                    scope.insert(name.clone(), value.clone());
                }
            }
            _ => {}
        }
        value
    }

    /// Calls a method of the template, if there is one with a name.
    pub(super) fn own_method(&mut self, name: &str, arguments: &[RubyValue], at: usize) -> Option<Outcome> {
        let block = Arc::clone(self.methods.get(name)?);
        if arguments.len() != block.parameters.len() || self.depth >= MAX_CALLS {
            return Some(Err(problem(format!("`{name}` cannot be called like this"), at)));
        }
        self.depth += 1;
        let outer = std::mem::take(&mut self.locals);
        let parameters = block.parameters.iter().flatten().cloned();
        self.locals.push(parameters.zip(arguments.iter().cloned()).collect());
        let result = self.statements(&block.body);
        self.locals = outer;
        self.depth -= 1;
        Some(match result {
            Err(Stop::Return(value)) => Ok(value),
            other => other,
        })
    }

    fn case(&mut self, subject: &Node, options: &[(Vec<Node>, Vec<Node>)], otherwise: &[Node]) -> Outcome {
        let at = subject.at;
        let subject = self.evaluate(subject)?;
        for (values, body) in options {
            for value in values {
                let matches = match &value.kind {
                    Kind::Constant(class) => subject.is_a(class).ok_or_else(|| {
                        problem(format!("the class `{class}` is not supported in templates"), value.at)
                    })?,
                    _ => {
                        let option = self.evaluate(value)?;
                        match (&option, &subject) {
                            (RubyValue::Regex(_), RubyValue::String(_)) => {
                                operators::apply(self, "=~", &subject, &option, value.at)?.is_true()
                            }
                            _ => operators::apply(self, "==", &option, &subject, at)?.is_true(),
                        }
                    }
                };
                if matches {
                    return self.statements(body);
                }
            }
        }
        self.statements(otherwise)
    }

    fn defined(&mut self, inner: &Node) -> Outcome {
        let kind = match &inner.kind {
            Kind::Variable(name) => {
                let is_set = |item: &RubyValue| !matches!(item, RubyValue::Nil);
                let is_known = self.variables.get(name).is_some_and(is_set)
                    || self.scope_variable(name, inner.at)?.is_some_and(|item| is_set(&item));
                is_known.then_some("instance-variable")
            }
            Kind::Local(_) => Some("local-variable"),
            _ => return Err(problem("`defined?` is only supported for variables in templates", inner.at)),
        };
        Ok(kind.map_or(RubyValue::Nil, RubyValue::string))
    }

    fn index(&mut self, on: &Node, keys: &[Node], at: usize) -> Outcome {
        if matches!(on.kind, Kind::Scope) {
            let keys = self.all(keys)?;
            return methods::scope_call(self, "[]", &keys, at);
        }
        if let Kind::Call { on: Some(inner), name, arguments, .. } = &on.kind
            && let (Kind::Scope, "to_hash", []) = (&inner.kind, &**name, &arguments[..])
        {
            let keys = self.all(keys)?;
            return methods::scope_call(self, "[]", &keys, at);
        }
        let on = self.evaluate(on)?;
        let keys = self.all(keys)?;
        self.charge_search(&on, &keys, at)?;
        operators::index(&on, &keys, at)
    }

    /// `on[first..last]`
    fn slice(&mut self, on: &Node, ends: &(Node, Node), is_exclusive: bool, at: usize) -> Outcome {
        let on = self.evaluate(on)?;
        let (first, last) = (self.evaluate(&ends.0)?, self.evaluate(&ends.1)?);
        let length = match &on {
            RubyValue::String(text) => text.chars().count(),
            RubyValue::Array(items) => items.items().len(),
            _ => return Err(unsupported("a range in brackets is only supported after texts and arrays", at)),
        };
        let (RubyValue::Integer(first), RubyValue::Integer(last)) = (&first, &last) else {
            return Err(unsupported("only a range of whole numbers is supported in templates", at));
        };
        let length = i64::try_from(length).unwrap_or(i64::MAX);
        let from_end = |index: i64| if index < 0 { length.saturating_add(index) } else { index };
        let (start, end) = (from_end(*first), from_end(*last).saturating_add(i64::from(!is_exclusive)));
        if start < 0 || start > length {
            return Ok(RubyValue::Nil);
        }
        let count = end.min(length).saturating_sub(start).max(0);
        operators::index(&on, &[RubyValue::Integer(start), RubyValue::Integer(count)], at)
    }

    /// Calls a method. Forms that depend on how the receiver is written, and not only on its value, come first.
    fn call(
        &mut self,
        on: Option<&Node>,
        name: &str,
        arguments: &[Node],
        block: Option<&Block>,
        is_safe: bool,
        at: usize,
    ) -> Outcome {
        if let (Some(on), "is_a?" | "kind_of?" | "instance_of?", [class]) = (on, name, arguments)
            && let Kind::Constant(class) = &class.kind
        {
            let is_exact = name == "instance_of?" && matches!(&**class, "Numeric" | "Enumerable" | "Object");
            let found = self.evaluate(on)?.is_a(class).filter(|_| !is_exact);
            let unknown = || problem(format!("the class `{class}` is not supported in templates"), at);
            return found.map(RubyValue::Boolean).ok_or_else(unknown);
        }
        if let Some(Node { kind: Kind::Call { on: Some(inner), name: to_hash, .. }, .. }) = on
            && matches!(inner.kind, Kind::Scope)
            && to_hash == "to_hash"
            && matches!(name, "has_key?" | "key?" | "include?")
        {
            // The scope's hash has no variables that are undef.
            let arguments = self.all(arguments)?;
            let [RubyValue::String(name)] = &arguments[..] else {
                return Err(problem("this needs a name", at));
            };
            let found = self.scope_variable(name, at)?;
            return Ok(RubyValue::Boolean(found.is_some_and(|value| !matches!(value, RubyValue::Nil))));
        }
        if let (Some(Node { kind: Kind::Constant(class), .. }), "escape" | "quote", [text]) =
            (on, name, arguments)
            && class == "Regexp"
        {
            let text = self.evaluate(text)?;
            let RubyValue::String(text) = &text else {
                return Err(problem("`Regexp.escape` needs a text", at));
            };
            self.charge(1, text.len() * 2, at)?;
            return Ok(RubyValue::string(&super::texts::escaped(text)));
        }
        if let (Some(Node { kind: Kind::Constant(class), .. }), "new", [], None) =
            (on, name, arguments, block)
        {
            match &**class {
                "Hash" => return Ok(RubyValue::hash(Vec::new())),
                "Array" => return Ok(RubyValue::array(Vec::new())),
                _ => {}
            }
        }
        // `x.map.each_with_index { … }`: an iteration without a block waits for the next one.
        if let Some(Node {
            kind: Kind::Call { on: Some(inner), name: first, arguments: none, block: None, .. },
            ..
        }) = on
            && let ("map" | "collect" | "each", "each_with_index" | "with_index", [], [], Some(block)) =
                (&**first, name, &none[..], arguments, block)
            && !matches!(inner.kind, Kind::Scope)
        {
            let on = self.evaluate(inner)?;
            return super::collections::with_index(self, &on, first != "each", block, at);
        }
        if on.is_some_and(|on| matches!(on.kind, Kind::Scope)) {
            let arguments = self.all(arguments)?;
            return methods::scope_call(self, name, &arguments, at);
        }
        let on = on.map(|on| self.evaluate(on)).transpose()?;
        if is_safe && matches!(on, Some(RubyValue::Nil)) {
            return Ok(RubyValue::Nil);
        }
        let arguments = self.all(arguments)?;
        match on {
            None => methods::kernel_call(self, name, &arguments, at),
            Some(on) => methods::call(self, &on, name, &arguments, block, at),
        }
    }

    /// Calls a block with values.
    pub(super) fn yield_to(&mut self, block: &Block, values: &[RubyValue]) -> Outcome {
        // Even without statements, so that a loop of an empty block ends.
        self.charge(1, 0, block.body.first().map_or(0, |first| first.at))?;
        let mut scope = FxHashMap::default();
        // An array is taken apart if there are several parameters.
        let parts = match values {
            [RubyValue::Array(parts)] if block.parameters.len() > 1 => parts.items().to_vec(),
            _ => values.to_vec(),
        };
        for (at, names) in block.parameters.iter().enumerate() {
            let value = parts.get(at).cloned().unwrap_or(RubyValue::Nil);
            match (&names[..], &value) {
                ([name], _) => {
                    scope.insert(name.clone(), value);
                }
                (names, RubyValue::Array(inner)) => {
                    let inner = inner.items();
                    let values = inner.iter().cloned().chain(std::iter::repeat(RubyValue::Nil));
                    scope.extend(names.iter().cloned().zip(values));
                }
                (names, _) => {
                    let values = std::iter::once(value.clone()).chain(std::iter::repeat(RubyValue::Nil));
                    scope.extend(names.iter().cloned().zip(values));
                }
            }
        }
        self.locals.push(scope);
        let result = self.statements(&block.body);
        self.locals.pop();
        match result {
            Err(Stop::Next) => Ok(RubyValue::Nil),
            other => other,
        }
    }
}
