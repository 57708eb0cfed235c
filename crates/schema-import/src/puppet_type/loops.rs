//! Loops over literal lists, as the statements that they repeat: `[:a, :b].each do |name| newparam(name) end`.
//!
//! Invariant: the result is not larger than [`MAX_ITEMS`] times the loop, since loops in loops are left as they are.

use super::Constants;
use super::checks::elements;
use crate::ruby::{Block, Call, Kind, Node};

/// The greatest number of items of a list.
const MAX_ITEMS: usize = 100;

/// The statements of a loop for each item of its list; `None` if it is not such a loop. `text` is that of the file.
pub(super) fn loop_statements(call: &Call, constants: &Constants, text: &str) -> Option<Vec<Node>> {
    if call.name != "each" || !call.arguments.is_empty() {
        return None;
    }
    let block = call.block.as_ref()?;
    let [name] = block.parameters.as_slice() else { return None };
    let items = elements(call.receiver.as_ref()?, constants)?;
    if items.len() > MAX_ITEMS {
        return None;
    }
    let mut statements = Vec::new();
    for item in items {
        let variable = Variable { name, item, word: item.text()?, text };
        statements.extend(block.body.iter().map(|node| variable.replaced(node)));
    }
    Some(statements)
}

/// The variable of a loop, with the item that it has.
struct Variable<'l> {
    name: &'l str,
    item: &'l Node,
    /// The text of the item.
    word: String,
    /// The text of the file.
    text: &'l str,
}

impl Variable<'_> {
    /// A node with the item in the place of the variable.
    fn replaced(&self, node: &Node) -> Node {
        let boxed = |node: &Node| Box::new(self.replaced(node));
        let replace_all = |nodes: &[Node]| nodes.iter().map(|node| self.replaced(node)).collect::<Vec<_>>();
        let kind = match &node.kind {
            Kind::Call(call) if self.is_variable(call) => self.item.kind.clone(),
            Kind::Call(call) => Kind::Call(Box::new(Call {
                receiver: call.receiver.as_ref().map(|receiver| self.replaced(receiver)),
                name: call.name.clone(),
                arguments: replace_all(&call.arguments),
                block: call.block.as_ref().map(|block| self.block(block)),
            })),
            // A text or symbol with code in it.
            Kind::Other(word) if word == "text" => {
                self.filled_text(node).unwrap_or_else(|| node.kind.clone())
            }
            Kind::Array(items) => Kind::Array(replace_all(items)),
            Kind::Hash(pairs) => Kind::Hash(
                pairs.iter().map(|(key, value)| (self.replaced(key), self.replaced(value))).collect(),
            ),
            Kind::Splat(inner) => Kind::Splat(boxed(inner)),
            Kind::Not(inner) => Kind::Not(boxed(inner)),
            Kind::Binary(sign, left, right) => Kind::Binary(sign.clone(), boxed(left), boxed(right)),
            Kind::Assign(left, right) => Kind::Assign(boxed(left), boxed(right)),
            Kind::When(action, is_unless, condition) => {
                Kind::When(boxed(action), *is_unless, boxed(condition))
            }
            Kind::If(is_unless, condition, body) => Kind::If(*is_unless, boxed(condition), replace_all(body)),
            other => other.clone(),
        };
        Node { kind, span: node.span.clone() }
    }

    /// A block with the item in the place of the variable, unless a parameter of the block hides the variable.
    fn block(&self, block: &Block) -> Block {
        if block.parameters.iter().any(|parameter| parameter == self.name) {
            return block.clone();
        }
        let body = block.body.iter().map(|node| self.replaced(node)).collect();
        Block { parameters: block.parameters.clone(), body, span: block.span.clone() }
    }

    /// Whether a call is the variable.
    fn is_variable(&self, call: &Call) -> bool {
        call.receiver.is_none() && call.name == self.name && call.arguments.is_empty() && call.block.is_none()
    }

    /// A text or symbol in double quotes with the text of the item; `None` if it has code other than the variable.
    fn filled_text(&self, node: &Node) -> Option<Kind> {
        let source = self.text.get(node.span.clone())?;
        let quoted_name = source.strip_prefix(':');
        let content = quoted_name.unwrap_or(source).strip_prefix('"')?.strip_suffix('"')?;
        if content.contains(['\\', '"']) {
            return None;
        }
        let filled = content.replace(&format!("#{{{}}}", self.name), &self.word);
        if filled.contains("#{") {
            return None;
        }
        Some(if quoted_name.is_some() { Kind::Symbol(filled) } else { Kind::Text(filled) })
    }
}
