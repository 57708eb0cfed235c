//! Values of the naive composer.

use modelwright::generated::bindings as b;

/// A value.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Data {
    Number(i64),
    Text(String),
    Array(Vec<Data>),
    Hash(Vec<(String, Data)>),
}

impl Data {
    pub(crate) fn json(&self) -> String {
        match self {
            Data::Number(number) => number.to_string(),
            Data::Text(text) => format!("\"{text}\""),
            Data::Array(items) => format!("[{}]", items.iter().map(Data::json).collect::<Vec<_>>().join(",")),
            Data::Hash(pairs) => {
                let pair = |(name, value): &(String, Data)| format!("\"{name}\":{}", value.json());
                format!("{{{}}}", pairs.iter().map(pair).collect::<Vec<_>>().join(","))
            }
        }
    }
}

pub(crate) fn data(value: &b::Value) -> Option<Data> {
    Some(match value {
        b::Value::IntegerValue(number) => Data::Number(number.value.unwrap_or(0)),
        b::Value::StringValue(text) => Data::Text(text.value.clone()),
        b::Value::ArrayValue(array) => Data::Array(array.elements.iter().filter_map(data).collect()),
        b::Value::HashValue(hash) => {
            let mut pairs = Vec::new();
            for entry in &hash.entries {
                let Some(Data::Text(key)) = data(&entry.key) else {
                    panic!("the keys of the generator are texts")
                };
                pairs.push((key, data(&entry.value)?));
            }
            Data::Hash(pairs)
        }
        b::Value::UndefValue(_) => return None,
        other => panic!("the generator does not make {other:?}"),
    })
}

pub(crate) fn array(items: Vec<Data>, uniq: bool, flatten: i64) -> Data {
    fn flat(items: Vec<Data>, levels: i64) -> Vec<Data> {
        let mut all = Vec::new();
        for item in items {
            match item {
                Data::Array(inner) if levels != 0 => all.extend(flat(inner, levels - 1)),
                other => all.push(other),
            }
        }
        all
    }
    let mut all = flat(items, flatten);
    if uniq {
        let mut kept: Vec<Data> = Vec::new();
        for item in all {
            if !kept.contains(&item) {
                kept.push(item);
            }
        }
        all = kept;
    }
    Data::Array(all)
}
