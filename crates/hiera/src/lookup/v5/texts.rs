//! Replaces `%{…}` in texts, as Puppet does.
//!
//! Source: `puppet/pops/lookup/interpolation.rb`. Spaces between the braces are trimmed. Results are interpolated
//! completely, even those of `literal`; only the value of `alias`, which must be the entire text, is not interpolated
//! again. What does not look like a call is the name of a variable, and a variable that does not exist is empty.

use super::super::answer::Answer;
use super::super::budget::{LOOKUP_DEPTH, VALUE_BYTES, VALUE_DEPTH};
use super::super::encryption::{self, Encrypted};
use super::super::error::LookupError;
use super::super::ruby;
use super::super::trace::Event;
use super::key::{Segment, dig, split};
use super::search::{Encryption, Search};
use crate::interpolation::{Expression, Function, Interpolation, Rules, find, has_interpolations, trimmed};
use crate::store::{Data, DataValue, NodeIndex, RubyKind, Value};

/// The depth that a nested lookup adds. Because it searches layers, it needs more of the stack than one of older
/// versions.
const NESTED_DEPTH: usize = 2 * LOOKUP_DEPTH;

/// The bytes that are counted for each nested lookup.
const NESTED_LOOKUP_BYTES: usize = VALUE_BYTES * 8;

/// Whether a text may call functions.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Methods {
    Allowed,
    /// For paths and options: a call is an error.
    Rejected,
}

impl<'h> Search<'h> {
    /// Interpolates a text.
    pub(super) fn interpolate(&mut self, text: &str, methods: Methods) -> Result<Value, LookupError> {
        let mut out = String::new();
        let mut copied_end = 0;
        while let Some(Interpolation { start, end, inner }) = find(text, copied_end) {
            out.push_str(&text[copied_end..start]);
            let expression = Rules::Puppet.parse(inner);
            let is_call = match expression {
                Expression::Blank => false,
                // `scope('x')` means the variable `x`. But it is a call, and paths must not contain calls.
                Expression::Variable(name) => name != trimmed(inner),
                _ => true,
            };
            if is_call && methods == Methods::Rejected {
                let message = "Interpolation using method syntax is not allowed in this context";
                return Err(LookupError::interpolation(message));
            }
            if matches!(expression, Expression::Call(Function::Alias, _)) {
                // Unlike in Hiera 3, it is not enough that the interpolation is one line of the text.
                if end - start != text.len() {
                    let message = "'alias' interpolation is only permitted if the expression is equal to the entire string";
                    return Err(LookupError::interpolation(message));
                }
                return self.value_of_expression(expression, inner, text);
            }
            if expression != Expression::Blank {
                let name = match expression {
                    // Puppet's check for loops distinguishes a variable from a key of the same name.
                    Expression::Variable(name) => format!("scope:{name}"),
                    Expression::Call(_, argument) => argument.to_owned(),
                    _ => String::new(),
                };
                let value = self.value_of_expression(expression, inner, text)?;
                // Puppet interpolates every result again, even that of `literal`, which Ruby's Hiera does not.
                let value = self.interpolate_result(value, name, methods)?;
                out.push_str(&ruby::to_s(&value));
            }
            self.budget.spend(out.len())?;
            copied_end = end;
        }
        out.push_str(&text[copied_end..]);
        Ok(Value::text(out))
    }

    /// The value of an expression, whose text is `inner`. `text` is the entire text, for messages.
    fn value_of_expression(
        &mut self,
        expression: Expression<'_>,
        inner: &str,
        text: &str,
    ) -> Result<Value, LookupError> {
        // If a text is decrypted after this, the recorded step hides the value.
        let secret_count = self.secrets.count;
        let value = match expression {
            // Neither occurs here: blanks are not replaced, and Puppet's rules give no `Unquoted`.
            Expression::Blank | Expression::Unquoted { .. } => Value::text(""),
            Expression::Variable(name) => self.variable(name, text)?,
            Expression::Call(Function::Literal, argument) => Value::text(argument),
            Expression::Call(Function::Hiera | Function::Alias, key) => self.nested_lookup(key)?,
            Expression::UnknownFunction { name, .. } => {
                let message = format!("Unknown interpolation method '{name}'");
                return Err(LookupError::interpolation(message));
            }
        };
        let shown = self.secrets.shown_value(secret_count, value.clone());
        self.record(|| Event::Interpolated { expression: trimmed(inner).to_owned(), value: shown });
        Ok(value)
    }

    /// The value of a key that a text looks up; an empty text if there is none.
    fn nested_lookup(&mut self, key: &str) -> Result<Value, LookupError> {
        self.budget.spend(NESTED_LOOKUP_BYTES)?;
        self.budget.enter(NESTED_DEPTH)?;
        self.lookups += 1;
        // The local variable of the level that is interpolated does not exist in other lookups.
        let (outer_local, is_global_only) = (self.variables.set_local(None), self.is_global_only);
        let answer = self.lookup(key, None);
        self.budget.leave(NESTED_DEPTH);
        self.variables.set_local(outer_local);
        self.is_global_only = is_global_only;
        self.lookups -= 1;
        match answer? {
            Some(answer) => self.copy_answer(answer),
            // A key that is missing is an empty text here, and not nil.
            None => Ok(Value::text("")),
        }
    }

    /// Interpolates the result of an expression, whose name counts as being evaluated meanwhile, so that loops are
    /// found.
    fn interpolate_result(
        &mut self,
        value: Value,
        name: String,
        methods: Methods,
    ) -> Result<Value, LookupError> {
        // The name is checked before the early return: a name that is being evaluated is an error even if the result
        // has no interpolations.
        self.fail_on_loop(&name)?;
        if !has_interpolations(&value) {
            return Ok(value);
        }
        self.budget.enter(VALUE_DEPTH)?;
        self.stack.push(name.into());
        let value = self.interpolate_value(value, methods);
        self.budget.leave(VALUE_DEPTH);
        self.stack.pop();
        value
    }

    /// Interpolates all texts in a value, including the keys of hashes.
    fn interpolate_value(&mut self, value: Value, methods: Methods) -> Result<Value, LookupError> {
        match value {
            Value::Text(text) if text.contains("%{") => self.interpolate(&text, methods),
            Value::Array(items) => {
                let items = items.into_iter().map(|item| self.interpolate_value(item, methods));
                Ok(Value::Array(items.collect::<Result<_, _>>()?))
            }
            Value::Hash(hash) => {
                let pairs = hash.into_iter().map(|(key, value)| {
                    Ok((self.interpolate_value(key, methods)?, self.interpolate_value(value, methods)?))
                });
                Ok(Value::Hash(pairs.collect::<Result<_, LookupError>>()?))
            }
            value => Ok(value),
        }
    }

    /// The value of a variable or of a part of it; nil if there is none. Messages show `text`, which contains the
    /// variable.
    pub(in crate::lookup) fn variable(&mut self, name: &str, text: &str) -> Result<Value, LookupError> {
        let segments = split(name)
            .ok_or_else(|| LookupError::interpolation(format!("Syntax error in string: {text}")))?;
        let (Some(Segment::Text(root)), parts) = (segments.first(), segments.get(1..).unwrap_or_default())
        else {
            let message = format!("Scope variable name in `{text}` is a number, not a string");
            return Err(LookupError::interpolation(message));
        };
        if let Some(Segment::Text(part)) = parts.first()
            && self.variables.is_beside_facts(root, part)
        {
            return Ok(Value::Nil);
        }
        match self.variables.read(root) {
            // A scope may have a variable whose name contains dots.
            None => Ok(self.variables.get(name).cloned().unwrap_or_default()),
            Some(value) => Ok(dig(parts, value, name)?.cloned().unwrap_or_default()),
        }
    }

    /// Interpolates the texts in a value of a file.
    pub(super) fn interpolate_node(
        &mut self,
        encryption: Encryption<'h>,
        data: &Data,
        node: NodeIndex,
    ) -> Result<Value, LookupError> {
        self.budget.spend(VALUE_BYTES)?;
        match data.value(node) {
            DataValue::Text(text) => {
                if encryption.is_some() && data.is_encrypted(node) && encryption::is_encrypted(text) {
                    return self.interpolate_encrypted(encryption, text);
                }
                // A hash with encrypted texts may also have texts without interpolations, which are copied.
                if data.may_change(node) {
                    self.interpolate(text, Methods::Allowed)
                } else {
                    Ok(Value::text(text))
                }
            }
            DataValue::Ruby(RubyKind::Symbol, name) if name != "default" => {
                Err(LookupError::mismatch(format!(
                    "the value :{name} has wrong type, expects Puppet::LookupValue, got Runtime[ruby, 'Symbol']"
                )))
            }
            DataValue::Array(items) => {
                self.budget.enter(VALUE_DEPTH)?;
                let items = items.iter().map(|item| self.interpolate_node(encryption, data, *item));
                let items = items.collect::<Result<_, _>>();
                self.budget.leave(VALUE_DEPTH);
                Ok(Value::Array(items?))
            }
            DataValue::Hash(pairs) => {
                self.budget.enter(VALUE_DEPTH)?;
                let pairs = pairs.iter().map(|(key, value)| {
                    let key = match data.value(key) {
                        DataValue::Text(text) if data.may_change(key) => {
                            self.interpolate(text, Methods::Allowed)?
                        }
                        _ => data.to_value(key),
                    };
                    Ok((key, self.interpolate_node(encryption, data, value)?))
                });
                let pairs = pairs.collect::<Result<_, LookupError>>();
                self.budget.leave(VALUE_DEPTH);
                Ok(Value::Hash(pairs?))
            }
            _ => Ok(data.to_value(node)),
        }
    }

    /// Decrypts the parts of a text and interpolates the result.
    fn interpolate_encrypted(
        &mut self,
        encryption: Encryption<'h>,
        text: &str,
    ) -> Result<Value, LookupError> {
        let access = self.data;
        let (schemes, (layer, entry)) = match (access.encrypted, encryption) {
            (Encrypted::Decrypted(schemes), Some(level)) => (schemes, level),
            (Encrypted::Hidden, _) => {
                return self.interpolate(&encryption::hide_parts(text), Methods::Allowed);
            }
            // Decryption is off, or the level does not decrypt, so the parts `ENC[…]` stay as they are written. The
            // text around them is interpolated.
            _ => return self.interpolate(text, Methods::Allowed),
        };
        let text = encryption::replace_parts(text, |part| {
            let plain = access.keyring.decrypt(schemes, part, layer.named_directory(), |name| {
                let Some(text) = entry.option(name) else { return Ok(None) };
                // Puppet interpolates options like paths, in which calls are errors.
                Ok(Some(ruby::to_s(&self.interpolate(text, Methods::Rejected)?)))
            })?;
            self.budget.spend(plain.len())?;
            Ok(plain.to_string())
        })?;
        // From here on, the answer is hidden where it is shown, and no steps are recorded until this text is complete.
        self.secrets.count += 1;
        self.secrets.open += 1;
        let value = self.interpolate(&text, Methods::Allowed);
        self.secrets.open -= 1;
        value.map_err(LookupError::without_secrets)
    }

    /// The value of an answer, which is copied if it belongs to a file.
    pub(super) fn copy_answer(&mut self, answer: Answer<'h>) -> Result<Value, LookupError> {
        match answer {
            Answer::Owned(value) => Ok(value),
            Answer::DataValue { data, node } => {
                self.budget.spend(data.size(node))?;
                Ok(data.to_value(node))
            }
        }
    }
}
