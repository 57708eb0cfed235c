//! Numbers and texts that a generator derives from the node or a seed, so that they are always the same: `fqdn_rand`,
//! `fqdn_rotate`, `fqdn_rand_string`, `seeded_rand`, `seeded_rand_string`.

use super::arguments::{string, wrong_type};
use super::twister::Twister;
use super::{Answer, Scope, names, ruby};
use md5::Digest as _;
use modelwright_evaluation::evaluate::{Budget, HostError, Value};

/// The steps that are charged to seed a generator.
const SEED_COST: usize = 2_000;

/// A generator with the seed that Puppet derives from a text.
fn seeded_twister(text: &str, budget: &mut Budget) -> Result<Twister, HostError> {
    budget.charge(SEED_COST + text.len(), 0)?;
    Ok(Twister::new(&md5::Md5::digest(text.as_bytes())))
}

/// The upper end of a range, which is excluded and must be above 0.
fn upper_end(name: &str, value: &Value) -> Result<u64, HostError> {
    let number = ruby::to_i(value)?.filter(|number| *number > 0);
    let number = number.ok_or_else(|| wrong_type(name, "a positive integer", value))?;
    ruby::in_64_bits(name, Some(number)).map(i64::unsigned_abs)
}

/// A whole number below 2^63.
fn integer(number: u64) -> Value {
    Value::Integer(i64::try_from(number).unwrap_or(i64::MAX))
}

/// A number below the first argument. It depends on the name of the node, in lower case if the third argument is true,
/// and on the seed in the second argument.
pub(super) fn fqdn_rand(values: &[Value], scope: &mut dyn Scope) -> Answer {
    let end = upper_end("fqdn_rand", &values[0])?;
    let seed = values.get(1).cloned().unwrap_or(Value::Undef);
    let is_downcased = values.get(2).is_some_and(Value::is_true);
    Ok(integer(number_of_node(end, seed, is_downcased, scope)?))
}

/// The number below `end` for this node and a seed; `is_downcased` is whether the name of the node is in lower case.
fn number_of_node(
    end: u64,
    seed: Value,
    is_downcased: bool,
    scope: &mut dyn Scope,
) -> Result<u64, HostError> {
    let facts = scope.variable("facts")?;
    let Some(Value::Hash(facts)) = &facts else {
        return Err(HostError::new("`fqdn_rand` requires the facts of the node"));
    };
    let fqdn = match facts.get_text("networking") {
        Some(Value::Hash(networking)) => networking.get_text("fqdn").cloned(),
        None | Some(Value::Undef) => None,
        Some(other) => return Err(wrong_type("fqdn_rand", "a hash in the fact `networking`", other)),
    };
    let mut name = fqdn.unwrap_or(Value::Undef);
    if is_downcased {
        name = Value::string(&string("fqdn_rand", &name)?.to_lowercase());
    }
    let text = ruby::joined(&[name, integer(end), seed], ":");
    Ok(seeded_twister(&text, scope.budget())?.below(end))
}

/// A text with the length in the first argument, of characters from the second argument, which are digits and letters
/// by default. The name of the node and the other arguments determine the text.
pub(super) fn fqdn_rand_string(values: &[Value], scope: &mut dyn Scope) -> Answer {
    let length = positive("fqdn_rand_string", &values[0])?;
    let characters: Vec<char> = match values.get(1) {
        None | Some(Value::Undef) => Vec::new(),
        Some(set) => string("fqdn_rand_string", set)?.chars().collect(),
    };
    let characters = if characters.is_empty() {
        ('0'..='9').chain('A'..='Z').chain('a'..='z').collect()
    } else {
        characters
    };
    let mut out = String::new();
    let is_downcased = false;
    // As in the module, each character has its own seed, which ends with the position.
    for position in 1..=length {
        let mut seed = values.get(2..).unwrap_or(&[]).to_vec();
        seed.push(Value::string(&position.to_string()));
        let seed = Value::string(&ruby::joined(&seed, ":"));
        let index = number_of_node(characters.len() as u64, seed, is_downcased, scope)?;
        out.extend(usize::try_from(index).ok().and_then(|index| characters.get(index)));
    }
    Ok(Value::string(&out))
}

/// The function `fqdn_rand_string` of `stdlib` 9, in which the length must not be a text.
pub(super) fn stdlib_fqdn_rand_string(values: &[Value], scope: &mut dyn Scope) -> Answer {
    require_integer("stdlib::fqdn_rand_string", &values[0])?;
    fqdn_rand_string(values, scope)
}

/// Fails if an argument is not an integer. The function that is called next checks that it is positive.
fn require_integer(name: &str, value: &Value) -> Result<(), HostError> {
    if matches!(value, Value::Integer(_)) {
        Ok(())
    } else {
        Err(wrong_type(name, "a positive integer", value))
    }
}

/// A positive integer, which may be written as a text.
fn positive(name: &str, value: &Value) -> Result<u64, HostError> {
    if names::is_whole(value) {
        upper_end(name, value)
    } else {
        Err(wrong_type(name, "a positive integer", value))
    }
}

/// An array or a text whose elements are rotated by an offset. It depends on the name of the node and on the other
/// arguments.
pub(super) fn fqdn_rotate(values: &[Value], scope: &mut dyn Scope) -> Answer {
    let length = match &values[0] {
        Value::Array(items) => items.len(),
        Value::String(text) => text.chars().count(),
        other => return Err(wrong_type("fqdn_rotate", "an array or a string", other)),
    };
    if length <= 1 {
        return Ok(values[0].clone());
    }
    // Unlike Puppet's `fqdn_rand`, this function of the module reads the legacy fact.
    let name = scope.variable("::fqdn")?.unwrap_or(Value::Undef);
    let seed = ruby::joined(&[name, Value::array(values[1..].to_vec())], ":");
    let offset = usize::try_from(seeded_twister(&seed, scope.budget())?.below(length as u64)).unwrap_or(0);
    Ok(match &values[0] {
        Value::Array(items) => Value::array([&items[offset..], &items[..offset]].concat()),
        other => {
            let characters: Vec<char> = other.to_text().chars().collect();
            Value::string(&characters[offset..].iter().chain(&characters[..offset]).collect::<String>())
        }
    })
}

/// A number below the first argument, which the seed in the second argument determines.
pub(super) fn seeded_rand(values: &[Value], budget: &mut Budget) -> Answer {
    let end = positive("seeded_rand", &values[0])?;
    Ok(integer(seeded_twister(string("seeded_rand", &values[1])?, budget)?.below(end)))
}

/// The function `seeded_rand` of `stdlib` 9, in which the first argument must not be a text.
pub(super) fn stdlib_seeded_rand(values: &[Value], budget: &mut Budget) -> Answer {
    require_integer("stdlib::seeded_rand", &values[0])?;
    seeded_rand(values, budget)
}

/// A random text. The arguments are its length, the seed that determines it, and the characters to choose from, which
/// are digits and letters by default.
pub(super) fn seeded_rand_string(values: &[Value], budget: &mut Budget) -> Answer {
    let name = "seeded_rand_string";
    let length = match &values[0] {
        Value::Integer(length) if *length > 0 => usize::try_from(*length).unwrap_or(usize::MAX),
        other => return Err(wrong_type(name, "a positive integer", other)),
    };
    let seed = string(name, &values[1])?;
    let characters: Vec<char> = match values.get(2) {
        // The order differs from that of `fqdn_rand_string`.
        None => ('0'..='9').chain('a'..='z').chain('A'..='Z').collect(),
        Some(set) => string(name, set)?.chars().collect(),
    };
    if characters.len() < 2 {
        return Err(HostError::new(format!("`{name}` requires at least two characters to choose from")));
    }
    budget.charge(SEED_COST.saturating_add(length), length)?;
    let mut twister = Twister::new(&sha2::Sha256::digest(seed.as_bytes()));
    let mut out = String::new();
    for _ in 0..length {
        let index = usize::try_from(twister.below(characters.len() as u64)).unwrap_or(0);
        out.extend(characters.get(index));
    }
    Ok(Value::string(&out))
}
