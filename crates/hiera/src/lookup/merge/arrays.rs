//! Merging of arrays as in `deep_merge`: knockouts, unpacking, union and sorting.
//!
//! Invariant: no array is borrowed while another one is changed, because both may be the same array.

use super::graph::Node;
use super::{Knockout, Merge};
use crate::lookup::error::LookupError;
use crate::lookup::ruby;
use crate::store::Value;
use rustc_hash::FxHashSet;
use std::cell::RefCell;
use std::cmp::Ordering;
use std::rc::Rc;

/// The elements of an array, which several values may share.
type Items = Rc<RefCell<Vec<Node>>>;

impl Merge {
    /// Merges an array into a value of any type.
    pub(super) fn merge_array(&self, mut source: Node, mut target: Node) -> Result<Node, LookupError> {
        if self.overwrites_arrays {
            return Ok(source);
        }
        if let Some(separator) = &self.separator {
            source = unpack(&source, separator)?;
            if matches!(target, Node::Array(_)) {
                target = unpack(&target, separator)?;
            }
        }
        // The source is always an array here: it was one before, and unpacking returns one.
        let Node::Array(items) = &source else { return Ok(target) };
        if let Some(knockout) = &self.knockout {
            let has_prefix = items.borrow().iter().any(|item| knockout.is_prefix(item));
            if has_prefix {
                // The source and the target may be the same array, so the target is cleared before anything is read
                // from the source.
                target = clear(target);
                items.borrow_mut().retain(|item| !knockout.is_prefix(item));
            }
        }
        match &target {
            Node::Array(present) => self.merge_arrays(items, present),
            _ => Ok(self.overwrite(source, target)),
        }
    }

    /// Merges two arrays; `source` has the higher precedence.
    fn merge_arrays(&self, source: &Items, target: &Items) -> Result<Node, LookupError> {
        if let Some(knockout) = &self.knockout {
            knock_out(source, target, knockout);
        }
        // For an empty array, this is true, as with Ruby's `all?`.
        let are_hashes = |items: &Items| items.borrow().iter().all(|item| matches!(item, Node::Hash(_)));
        let mut merged = if self.merges_hashes_of_arrays && are_hashes(source) && are_hashes(target) {
            self.merge_by_position(source, target)?
        } else {
            // `dest | source` in Ruby: the elements of lower precedence come first.
            union(target, source)
        };
        if self.sorts {
            sort(&mut merged)?;
        }
        Ok(Node::array(merged))
    }

    /// Merges each element with the one at the same position.
    fn merge_by_position(&self, source: &Items, target: &Items) -> Result<Vec<Node>, LookupError> {
        let count = target.borrow().len();
        let mut merged = Vec::with_capacity(count);
        for position in 0..count {
            // `source[i] || {}` in Ruby: an empty hash does not change the element of lower precedence.
            let item = source.borrow().get(position).cloned().unwrap_or_else(|| Node::hash([]));
            let present = target.borrow().get(position).cloned().unwrap_or(Node::Leaf(Value::Nil));
            merged.push(self.merge_deeply(item, present)?);
        }
        merged.extend(source.borrow().iter().skip(count).cloned());
        Ok(merged)
    }
}

impl Knockout {
    /// Whether an element is the prefix itself, with nothing after it.
    fn is_prefix(&self, item: &Node) -> bool {
        matches!(item, Node::Leaf(value) if *value == self.prefix)
    }
}

/// Clears an array or a hash in place, and returns it. Returns an empty text for a string, and nil for any other value.
fn clear(target: Node) -> Node {
    match &target {
        Node::Array(items) => items.borrow_mut().clear(),
        Node::Hash(entries) => entries.borrow_mut().clear(),
        Node::Leaf(value) if value.is_string() => return Node::Leaf(Value::text("")),
        Node::Leaf(_) => return Node::Leaf(Value::Nil),
    }
    target
}

/// Removes the texts with the knockout prefix from the source, and the elements that they name from the target.
///
/// Both may be the same array, so this repeats what Ruby's `delete_if` does: elements that move to the front during the
/// loop are skipped.
fn knock_out(source: &Items, target: &Items, knockout: &Knockout) {
    let (mut read_index, mut write_index) = (0, 0);
    loop {
        // The element is copied, so that nothing is borrowed while the target changes.
        let item = source.borrow().get(read_index).cloned();
        let Some(item) = item else { break };
        let text_and_name = item.text().map(|text| (text, knockout.pattern.replace_all(text, "")));
        match text_and_name {
            Some((text, name)) if name != text => {
                // The target may contain the same text with the prefix, which is meant for still lower levels. This
                // text is removed as well.
                target
                    .borrow_mut()
                    .retain(|node| node.text().is_none_or(|label| label != name && label != text));
            }
            _ => {
                let mut items = source.borrow_mut();
                if write_index != read_index {
                    if items.len() <= write_index {
                        // The array may have become shorter during the loop; Ruby then stores the element beyond its
                        // end.
                        items.resize(write_index + 1, Node::Leaf(Value::Nil));
                    }
                    items[write_index] = item;
                }
                write_index += 1;
            }
        }
        read_index += 1;
    }
    // The elements that were not written again are removed.
    let mut items = source.borrow_mut();
    if write_index < read_index && write_index < items.len() {
        let end = read_index.min(items.len());
        items.drain(write_index..end);
    }
}

/// The elements of both arrays, without duplicates.
fn union(first: &Items, second: &Items) -> Vec<Node> {
    let mut seen: FxHashSet<Value> = FxHashSet::default();
    let items: Vec<Node> = first.borrow().iter().chain(second.borrow().iter()).cloned().collect();
    items.into_iter().filter(|item| seen.insert(item.to_value())).collect()
}

/// Joins the elements of an array with a separator, and splits the resulting text at the separator.
fn unpack(array: &Node, separator: &Value) -> Result<Node, LookupError> {
    let Some(separator) = separator.as_text() else {
        let message = format!("no implicit conversion of {} into String", ruby::inspect(separator));
        return Err(LookupError::of_ruby("TypeError", message));
    };
    let mut joined = String::new();
    join(&array.to_value(), separator, &mut joined);
    let mut parts: Vec<&str> = match separator {
        // Ruby's `split` treats a space as any white space.
        " " => joined.split_ascii_whitespace().collect(),
        // In Rust, the result for an empty separator starts with an empty text; in Ruby it does not.
        "" => joined.split("").skip(1).collect(),
        separator => joined.split(separator).collect(),
    };
    // Ruby's `split` drops empty texts at the end.
    while parts.last().is_some_and(|part| part.is_empty()) {
        parts.pop();
    }
    Ok(Node::array(parts.into_iter().map(|part| Node::Leaf(Value::text(part)))))
}

/// Joins the texts of an array and of nested arrays, as Ruby's `join` does.
fn join(value: &Value, separator: &str, out: &mut String) {
    match value {
        Value::Array(items) => {
            for (index, item) in items.iter().enumerate() {
                out.push_str(if index == 0 { "" } else { separator });
                join(item, separator, out);
            }
        }
        value => out.push_str(&ruby::to_s(value)),
    }
}

/// Sorts as Ruby does, with its error if two elements cannot be compared.
fn sort(items: &mut [Node]) -> Result<(), LookupError> {
    let values: Vec<Value> = items.iter().map(Node::to_value).collect();
    let order = merge_sort((0..values.len()).collect(), &values)?;
    let nodes: Vec<Node> = order.into_iter().map(|index| items[index].clone()).collect();
    items.clone_from_slice(&nodes);
    Ok(())
}

/// The indexes in the order of their values. The sort of the standard library is not used, because it may panic if some
/// values cannot be compared, and it cannot stop when it finds such values.
fn merge_sort(indices: Vec<usize>, values: &[Value]) -> Result<Vec<usize>, LookupError> {
    if indices.len() < 2 {
        return Ok(indices);
    }
    let right = merge_sort(indices[indices.len() / 2..].to_vec(), values)?;
    let left = merge_sort(indices[..indices.len() / 2].to_vec(), values)?;
    let mut merged = Vec::with_capacity(indices.len());
    let (mut left, mut right) = (left.into_iter().peekable(), right.into_iter().peekable());
    while let (Some(&a), Some(&b)) = (left.peek(), right.peek()) {
        let order = compare(&values[a], &values[b]).ok_or_else(|| {
            let (left_class, right_class) = (values[a].class(), values[b].class());
            let message = format!("comparison of {left_class} with {right_class} failed");
            LookupError::of_ruby("ArgumentError", message)
        })?;
        let next = if order == Ordering::Greater { right.next() } else { left.next() };
        merged.extend(next);
    }
    merged.extend(left);
    merged.extend(right);
    Ok(merged)
}

/// The order of two values by Ruby's `<=>`; `None` if they cannot be compared.
#[expect(clippy::cast_precision_loss, reason = "as Ruby compares integers with floating-point numbers")]
fn compare(a: &Value, b: &Value) -> Option<Ordering> {
    match (a, b) {
        (Value::Text(a), Value::Text(b)) => Some(a.as_bytes().cmp(b.as_bytes())),
        (Value::Integer(a), Value::Integer(b)) => Some(a.cmp(b)),
        (Value::Float(a), Value::Float(b)) => a.partial_cmp(b),
        (Value::Integer(a), Value::Float(b)) => (*a as f64).partial_cmp(b),
        (Value::Float(a), Value::Integer(b)) => a.partial_cmp(&(*b as f64)),
        (Value::BigInteger(digits), Value::Integer(_) | Value::Float(_)) => Some(sign(digits)),
        (Value::Integer(_) | Value::Float(_), Value::BigInteger(digits)) => Some(sign(digits).reverse()),
        (Value::BigInteger(a), Value::BigInteger(b)) => {
            let (a_digits, b_digits) = (a.trim_start_matches('-'), b.trim_start_matches('-'));
            // The numbers have no leading zeros, so the number with more digits has the larger magnitude.
            let order_of_magnitudes = (a_digits.len(), a_digits).cmp(&(b_digits.len(), b_digits));
            Some(match (a.starts_with('-'), b.starts_with('-')) {
                (true, true) => order_of_magnitudes.reverse(),
                (true, false) => Ordering::Less,
                (false, true) => Ordering::Greater,
                (false, false) => order_of_magnitudes,
            })
        }
        (Value::Array(a), Value::Array(b)) => {
            for (a, b) in a.iter().zip(b) {
                match compare(a, b)? {
                    Ordering::Equal => {}
                    order => return Some(order),
                }
            }
            Some(a.len().cmp(&b.len()))
        }
        // For other objects, Ruby's `<=>` is 0 if they are equal, and nil otherwise.
        (a, b) => (a == b).then_some(Ordering::Equal),
    }
}

/// The order of an integer beyond 64 bits relative to any integer within 64 bits.
fn sign(digits: &str) -> Ordering {
    if digits.starts_with('-') { Ordering::Less } else { Ordering::Greater }
}

#[cfg(test)]
mod tests {
    use super::{Node, Value, sort};

    #[test]
    fn many_values_without_an_order_are_an_error() {
        let mixed = |at: i64| if at % 3 == 0 { Value::text("a") } else { Value::Integer(at * 7 % 50) };
        let mut items: Vec<Node> = (0..60).map(|at| Node::Leaf(mixed(at))).collect();
        let problem = sort(&mut items).expect_err("no order");
        assert!(problem.to_string().contains("comparison of"), "{problem}");
    }

    #[test]
    fn values_with_an_order_are_sorted_and_equal_ones_keep_theirs() {
        let mut items: Vec<Node> = (0..50).map(|at| Node::Leaf(Value::Integer(at * 17 % 50))).collect();
        sort(&mut items).expect("an order");
        let values: Vec<Value> = items.iter().map(Node::to_value).collect();
        assert_eq!(values, (0..50).map(Value::Integer).collect::<Vec<_>>());
    }
}
