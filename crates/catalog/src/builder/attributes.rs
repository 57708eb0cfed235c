//! The attributes that resource expressions set.

use super::Builder;
use super::resource::{Attribute, Origin};
use super::state::SourcePosition;
use modelwright_evaluation::evaluate::{Evaluation, HostError, Value};
use modelwright_language::language::expression::{Expr, ExprId, List};
use std::sync::Arc;

/// The value of an attribute as the resource keeps it. As in Puppet, references in it are converted, so that their texts
/// have no quotes: `File[/tmp]` in place of `File['/tmp']`.
fn with_declared_references(value: Value) -> Value {
    /// Whether a value contains references or other types.
    fn has_references(value: &Value) -> bool {
        match value {
            Value::Type(_) => true,
            Value::Array(items) => items.iter().any(has_references),
            Value::Hash(hash) => {
                hash.pairs().iter().any(|(key, value)| has_references(key) || has_references(value))
            }
            _ => false,
        }
    }
    if !has_references(&value) {
        return value;
    }
    match value {
        Value::Type(ty) => Value::Type(ty.to_declared()),
        Value::Array(items) => Value::array(items.iter().cloned().map(with_declared_references).collect()),
        Value::Hash(hash) => {
            let pairs = hash.pairs().iter();
            Value::hash(pairs.map(|(key, value)| {
                (with_declared_references(key.clone()), with_declared_references(value.clone()))
            }))
        }
        other => other,
    }
}

impl Builder<'_> {
    /// Evaluates the attributes of a resource expression, in order.
    pub(super) fn attributes(
        &self,
        list: List,
        origin: Origin,
        run: &mut dyn Evaluation,
    ) -> Result<Vec<Attribute>, HostError> {
        let expressions = run.expressions();
        let source = self.state.borrow().scope(self.current.get()).source;
        let mut attributes = Vec::with_capacity(expressions.list(list).len());
        for id in expressions.list(list) {
            let place = SourcePosition {
                source: Arc::clone(expressions.source()),
                offset: expressions.span(*id).start,
            };
            let mut add = |name: &str, value: Value, append: bool| {
                let place = Some(place.clone());
                attributes.push(Attribute { name: Arc::from(name), value, source, place, append, origin });
            };
            match expressions[*id] {
                Expr::Attribute { name, append, value } => {
                    add(expressions.text(name), with_declared_references(run.evaluate(value)?), append);
                }
                Expr::AttributeSplat(value) => match run.evaluate(value)? {
                    Value::Hash(hash) => {
                        let append = false;
                        for (key, value) in hash.pairs() {
                            add(&key.to_text(), with_declared_references(value.clone()), append);
                        }
                    }
                    other => {
                        other.known()?;
                        let found_type = other.type_of();
                        let message = format!("the value of `*` must be a hash, but is of type {found_type}");
                        return Err(HostError::new(message));
                    }
                },
                _ => {}
            }
        }
        Ok(attributes)
    }

    /// The position of an expression.
    pub(crate) fn place(run: &dyn Evaluation, id: ExprId) -> SourcePosition {
        let expressions = run.expressions();
        SourcePosition { source: Arc::clone(expressions.source()), offset: expressions.span(id).start }
    }
}
