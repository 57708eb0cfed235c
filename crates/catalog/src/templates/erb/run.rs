//! Evaluates the statements of a template.
//!
//! Invariant: every step is charged; a problem has its position in the template.

use super::objects::Objects;
pub(super) use super::stop::{Outcome, Stop, caused, problem, unsupported};
use super::tree::{Block, Kind, Node};
use super::value::{KEYS_PER_STEP, RubyValue};
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
    /// The objects that represent values of the scope. The templates that this one renders share them.
    pub(super) objects: Rc<Objects>,
    /// The names of the variables of the scope that were read, and whose values may be changed.
    pub(super) read_names: Vec<String>,
    /// Texts of the scope. They are held here, so that a change of such a text counts as a change of a shared one.
    texts: Vec<Rc<str>>,
    /// The offset of the last change.
    pub(super) last_change: usize,
    /// The methods that the template defines.
    methods: FxHashMap<String, Arc<Block>>,
    /// The number of methods of the template that are being called.
    depth: usize,
    /// The groups of the last match, of which the first one is the match; empty without a match. `None` if they are not
    /// known, because a method that is not evaluated exactly has set them.
    pub(super) groups: Option<Vec<Option<Rc<str>>>>,
}

/// The maximum depth of calls of a template's methods in one another.
const MAX_CALLS: usize = 20;

impl<'s> Run<'s> {
    /// The state before a template is evaluated.
    pub(super) fn new(scope: &'s mut dyn TemplateScope) -> Self {
        Self {
            objects: scope.objects(),
            read_names: Vec::new(),
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
    pub(super) fn charge(&mut self, steps: usize, bytes: usize, offset: usize) -> Result<(), Stop> {
        let charged = self.scope.budget().charge(steps, bytes);
        charged.map_err(|error| caused(error, offset))
    }

    /// Evaluates statements; returns the value of the last one.
    pub(super) fn statements(&mut self, nodes: &[Node]) -> Outcome {
        let mut last_value = RubyValue::Nil;
        for node in nodes {
            // The last value is dropped first, because it would count as a holder, and only a value that a variable
            // alone holds can be changed.
            drop(std::mem::replace(&mut last_value, RubyValue::Nil));
            last_value = self.evaluate(node)?;
        }
        Ok(last_value)
    }

    /// Adds a text to the result of the template.
    fn write(&mut self, text: &str, offset: usize) -> Result<(), Stop> {
        self.charge(1, text.len(), offset)?;
        self.out.push_str(text);
        Ok(())
    }

    /// The value of an expression or a statement; `Write` and `Output` add text to the result of the template.
    pub(super) fn evaluate(&mut self, node: &Node) -> Outcome {
        let offset = node.offset;
        self.charge(1, 0, offset)?;
        Ok(match &node.kind {
            Kind::Nil => RubyValue::Nil,
            Kind::Boolean(truth) => RubyValue::Boolean(*truth),
            Kind::Integer(number) => RubyValue::Integer(*number),
            Kind::Float(number) => RubyValue::Float(*number),
            Kind::Text(text) => RubyValue::string(text),
            Kind::Symbol(name) => RubyValue::Symbol(Rc::from(&**name)),
            Kind::String(parts) => self.string(parts)?,
            Kind::Regex(source, flags) => self.regex(source, flags, offset)?,
            Kind::Array(items) => {
                // A vector that grows has memory for at least four items.
                self.charge(1, (items.len() + 4) * size_of::<RubyValue>(), offset)?;
                RubyValue::array(self.evaluate_all(items)?)
            }
            Kind::Hash(pairs) => self.hash(pairs)?,
            Kind::Variable(name) => self.variable(name, offset)?,
            Kind::Local(name) => self.local(name).cloned().unwrap_or(RubyValue::Nil),
            Kind::Group(number) => self.group(*number, offset)?,
            Kind::Constant(name) => {
                return Err(unsupported(format!("`{name}` is not supported in templates"), offset));
            }
            Kind::Scope => return Err(problem("the scope is only supported before `[…]` and `.`", offset)),
            Kind::Index(receiver, keys) => self.index(receiver, keys, offset)?,
            Kind::Slice(receiver, ends, is_exclusive) => self.slice(receiver, ends, *is_exclusive, offset)?,
            Kind::Call { receiver, name, arguments, block, is_safe } => {
                self.call(receiver.as_deref(), name, arguments, block.as_deref(), *is_safe, offset)?
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
                operators::apply(self, operator, &left, &right, offset)?
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
            Kind::Change(operator, target, value) => self.change(operator, target, value, offset)?,
            Kind::Push(target, value) => self.push(target, value, offset)?,
            Kind::Store(target, key, value) => self.store(target, key, value, offset)?,
            Kind::Method(name, block) => {
                self.methods.insert(name.clone(), Arc::clone(block));
                RubyValue::Symbol(Rc::from(&**name))
            }
            Kind::Return(value) => return Err(Stop::Return(self.evaluate(value)?)),
            Kind::Next => return Err(Stop::Next),
            Kind::Break => return Err(Stop::Break),
            Kind::Write(text) => {
                self.write(text, offset)?;
                RubyValue::Nil
            }
            Kind::Output(inner) => {
                let value = self.evaluate(inner)?;
                let text = self.text(&value, offset)?;
                self.write(&text, offset)?;
                RubyValue::Nil
            }
        })
    }

    /// The values of expressions.
    pub(super) fn evaluate_all(&mut self, nodes: &[Node]) -> Result<Vec<RubyValue>, Stop> {
        nodes.iter().map(|node| self.evaluate(node)).collect()
    }

    /// The text of a group of the last match; nil if the match has no such group.
    fn group(&self, number: usize, offset: usize) -> Outcome {
        let Some(groups) = &self.groups else {
            return Err(unsupported("a group of this match is not supported in templates", offset));
        };
        match groups.get(number) {
            Some(Some(text)) => Ok(RubyValue::string(text)),
            _ => Ok(RubyValue::Nil),
        }
    }

    /// The text of a string with expressions.
    fn string(&mut self, parts: &[Node]) -> Outcome {
        let mut text = String::new();
        for part in parts {
            let value = self.evaluate(part)?;
            let text_of_part = self.text(&value, part.offset)?;
            self.charge(1, text_of_part.len(), part.offset)?;
            text.push_str(&text_of_part);
        }
        Ok(RubyValue::string(&text))
    }

    /// Compiles a regular expression; only the flag `i` is supported.
    fn regex(&mut self, source: &str, flags: &str, offset: usize) -> Outcome {
        let has_expression = source.contains("#{");
        let has_other_flags = flags.chars().any(|flag| flag != 'i');
        if has_expression || has_other_flags {
            return Err(problem("this form of a regular expression is not supported in templates", offset));
        }
        let source_with_flags = if flags.is_empty() { source.to_owned() } else { format!("(?i:{source})") };
        let compiled = Regex::compiled(&source_with_flags, self.scope.budget());
        let regex = compiled.map_err(|error| caused(error, offset))?;
        Ok(RubyValue::Regex(regex.into()))
    }

    /// The hash of a literal; the last of several pairs with one key counts.
    fn hash(&mut self, pairs: &[(Node, Node)]) -> Outcome {
        let mut evaluated: Vec<(RubyValue, RubyValue)> = Vec::with_capacity(pairs.len());
        for (key, value) in pairs {
            let (offset, key, value) = (key.offset, self.evaluate(key)?, self.evaluate(value)?);
            self.walk(&key, offset)?;
            // Each key is compared with those before it. A pair is two values, and a growing vector may have memory for
            // twice as many pairs.
            self.charge(evaluated.len() / KEYS_PER_STEP + 1, 4 * size_of::<RubyValue>(), offset)?;
            evaluated.retain(|(earlier, _)| !earlier.is_key(&key));
            evaluated.push((key, value));
        }
        Ok(RubyValue::hash(evaluated))
    }

    /// The value of `@name`: that which the template has set, or that of the variable of the scope.
    fn variable(&mut self, name: &str, offset: usize) -> Outcome {
        if let Some(known) = self.variables.get(name) {
            return Ok(known.clone());
        }
        let item = self.scope_variable(name, offset)?.unwrap_or(RubyValue::Nil);
        self.variables.insert(name.to_owned(), item.clone());
        Ok(item)
    }

    /// The value of a variable of the scope; `None` if there is no such variable. The template may change the value, so
    /// the names of arrays and hashes are recorded, and the texts of strings are held.
    pub(super) fn scope_variable(&mut self, name: &str, offset: usize) -> Result<Option<RubyValue>, Stop> {
        let Some(value) = self.scope.variable(name).map_err(|error| caused(error, offset))? else {
            return Ok(None);
        };
        value.charge_copy(self.scope.budget()).map_err(|error| caused(error, offset))?;
        let object = self.object(&value, offset)?;
        match &object {
            RubyValue::Array(_) | RubyValue::Hash(_)
                if !self.read_names.iter().any(|known| known == name) =>
            {
                self.read_names.push(name.to_owned());
            }
            RubyValue::String(text) => self.texts.push(Rc::clone(text)),
            _ => {}
        }
        Ok(Some(object))
    }

    /// The object that represents a value; a problem if the value is not known.
    pub(super) fn object(&mut self, value: &Value, offset: usize) -> Outcome {
        if let Some(known) = self.objects.known(value) {
            return Ok(known);
        }
        if let Some(unknown) = value.unknown() {
            self.scope.leave_out(unknown);
            return Err(caused(unknown.undecided(), offset));
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

    /// The value of a local variable.
    pub(super) fn local(&self, name: &str) -> Option<&RubyValue> {
        self.locals.iter().rev().find_map(|scope| scope.get(name))
    }

    /// Sets a variable with `@` or a local one; returns the value.
    pub(super) fn set(&mut self, target: &Node, value: RubyValue) -> RubyValue {
        match &target.kind {
            Kind::Variable(name) => {
                self.variables.insert(name.clone(), value.clone());
            }
            Kind::Local(name) => {
                // A variable of an outer block is changed there. A new variable belongs to the innermost block.
                let outer = self.locals.iter().rposition(|scope| scope.contains_key(name));
                let position = outer.unwrap_or(self.locals.len().saturating_sub(1));
                if let Some(scope) = self.locals.get_mut(position) {
                    scope.insert(name.clone(), value.clone());
                }
            }
            _ => {}
        }
        value
    }

    /// Calls a method that the template defines; `None` if it defines no method with the name.
    pub(super) fn call_template_method(
        &mut self,
        name: &str,
        arguments: &[RubyValue],
        offset: usize,
    ) -> Option<Outcome> {
        let block = Arc::clone(self.methods.get(name)?);
        if arguments.len() != block.parameters.len() || self.depth >= MAX_CALLS {
            return Some(Err(problem(
                format!("`{name}` has other parameters, or its calls are nested too deeply"),
                offset,
            )));
        }
        self.depth += 1;
        // As in Ruby, the local variables outside of a method are not visible in it.
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

    /// Evaluates a `case`: the statements of the first option with a value that matches the subject, or those of
    /// `else`.
    fn case(&mut self, subject: &Node, options: &[(Vec<Node>, Vec<Node>)], otherwise: &[Node]) -> Outcome {
        let offset = subject.offset;
        let subject = self.evaluate(subject)?;
        for (values, body) in options {
            for value in values {
                if self.is_case_match(value, &subject, offset)? {
                    return self.statements(body);
                }
            }
        }
        self.statements(otherwise)
    }

    /// Whether a value of an option matches the subject of a `case`, which is at `offset`: Ruby's `value === subject`.
    fn is_case_match(&mut self, value: &Node, subject: &RubyValue, offset: usize) -> Result<bool, Stop> {
        if let Kind::Constant(class) = &value.kind {
            let unsupported = || format!("the class `{class}` is not supported in templates");
            return subject.is_a(class).ok_or_else(|| problem(unsupported(), value.offset));
        }
        let option = self.evaluate(value)?;
        let result = match (&option, subject) {
            (RubyValue::Regex(_), RubyValue::String(_)) => {
                operators::apply(self, "=~", subject, &option, value.offset)?
            }
            _ => operators::apply(self, "==", &option, subject, offset)?,
        };
        Ok(result.is_true())
    }

    /// The value of `defined?`; a variable with the value nil counts as undefined, because Puppet does not set it.
    fn defined(&mut self, inner: &Node) -> Outcome {
        match &inner.kind {
            Kind::Variable(name) => {
                let is_defined = self.variables.get(name).is_some_and(is_set)
                    || self.scope_variable(name, inner.offset)?.is_some_and(|value| is_set(&value));
                Ok(if is_defined { RubyValue::string("instance-variable") } else { RubyValue::Nil })
            }
            Kind::Local(_) => Ok(RubyValue::string("local-variable")),
            _ => Err(problem("`defined?` is only supported for variables in templates", inner.offset)),
        }
    }

    /// Evaluates `receiver[keys]`, also for `scope[keys]` and `scope.to_hash[keys]`.
    fn index(&mut self, receiver: &Node, keys: &[Node], offset: usize) -> Outcome {
        if matches!(receiver.kind, Kind::Scope) {
            let keys = self.evaluate_all(keys)?;
            return methods::scope_call(self, "[]", &keys, offset);
        }
        if let Kind::Call { receiver: Some(inner), name, arguments, .. } = &receiver.kind
            && let (Kind::Scope, "to_hash", []) = (&inner.kind, &**name, &arguments[..])
        {
            let keys = self.evaluate_all(keys)?;
            // Unlike the scope, the hash does not warn of names that it does not contain.
            return match &keys[..] {
                [RubyValue::String(name)] => Ok(self.scope_variable(name, offset)?.unwrap_or(RubyValue::Nil)),
                keys => methods::scope_call(self, "[]", keys, offset),
            };
        }
        let receiver = self.evaluate(receiver)?;
        let keys = self.evaluate_all(keys)?;
        self.charge_search(&receiver, &keys, offset)?;
        operators::index(&receiver, &keys, offset)
    }

    /// Evaluates `receiver[first..last]`; `is_exclusive` is true for `...`, which excludes the last index.
    fn slice(
        &mut self,
        receiver: &Node,
        (first, last): &(Node, Node),
        is_exclusive: bool,
        offset: usize,
    ) -> Outcome {
        let receiver = self.evaluate(receiver)?;
        let (first, last) = (self.evaluate(first)?, self.evaluate(last)?);
        let length = match &receiver {
            RubyValue::String(text) => text.chars().count(),
            RubyValue::Array(items) => items.items().len(),
            _ => {
                return Err(unsupported(
                    "a range in brackets is only supported after texts and arrays",
                    offset,
                ));
            }
        };
        let (RubyValue::Integer(first), RubyValue::Integer(last)) = (&first, &last) else {
            return Err(unsupported("only a range of whole numbers is supported in templates", offset));
        };
        let length = i64::try_from(length).unwrap_or(i64::MAX);
        let from_end = |index: i64| if index < 0 { length.saturating_add(index) } else { index };
        let (start, end) = (from_end(*first), from_end(*last).saturating_add(i64::from(!is_exclusive)));
        if start < 0 || start > length {
            return Ok(RubyValue::Nil);
        }
        let count = end.min(length).saturating_sub(start).max(0);
        operators::index(&receiver, &[RubyValue::Integer(start), RubyValue::Integer(count)], offset)
    }

    /// Calls a method. With `is_safe` (`&.`), the call is nil if the receiver is nil.
    fn call(
        &mut self,
        receiver: Option<&Node>,
        name: &str,
        arguments: &[Node],
        block: Option<&Block>,
        is_safe: bool,
        offset: usize,
    ) -> Outcome {
        let Some(receiver) = receiver else {
            let arguments = self.evaluate_all(arguments)?;
            return methods::kernel_call(self, name, &arguments, offset);
        };
        if let Some(result) = methods::call_by_form(self, receiver, name, arguments, block, offset) {
            return result;
        }
        let receiver = self.evaluate(receiver)?;
        if is_safe && matches!(receiver, RubyValue::Nil) {
            return Ok(RubyValue::Nil);
        }
        let arguments = self.evaluate_all(arguments)?;
        methods::call(self, &receiver, name, &arguments, block, offset)
    }

    /// Calls a block with values.
    pub(super) fn yield_to(&mut self, block: &Block, values: &[RubyValue]) -> Outcome {
        // An empty block is charged, too, so that a loop of it ends.
        self.charge(1, 0, block.body.first().map_or(0, |first| first.offset))?;
        let mut scope = FxHashMap::default();
        // As in Ruby, several parameters receive the elements of an array.
        let parts = match values {
            [RubyValue::Array(parts)] if block.parameters.len() > 1 => parts.items().to_vec(),
            _ => values.to_vec(),
        };
        for (position, names) in block.parameters.iter().enumerate() {
            let value = parts.get(position).cloned().unwrap_or(RubyValue::Nil);
            if let [name] = &names[..] {
                scope.insert(name.clone(), value);
                continue;
            }
            // A parameter in brackets, such as `(a, b)`, has several names, which receive the elements of an array. Any
            // other value is the first element. Names without an element are nil.
            let elements: Vec<RubyValue> = match &value {
                RubyValue::Array(elements) => elements.items().iter().take(names.len()).cloned().collect(),
                _ => vec![value],
            };
            let padded_elements = elements.into_iter().chain(std::iter::repeat(RubyValue::Nil));
            scope.extend(names.iter().cloned().zip(padded_elements));
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

/// Whether a value is not `nil`.
fn is_set(item: &RubyValue) -> bool {
    !matches!(item, RubyValue::Nil)
}
