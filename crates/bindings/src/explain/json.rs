//! Accounts as JSON for programs.

use super::{Account, BindingAccount, Verdict};
use crate::values::{write_json, write_text};

impl Account {
    /// Writes the account as one JSON object.
    pub fn write_json(&self, out: &mut String) {
        out.push_str("{\"key\":");
        write_text(&self.key, out);
        match &self.answer {
            Ok(Some(value)) => {
                out.push_str(",\"value\":");
                write_json(value, out);
            }
            Ok(None) => {}
            Err(problem) => {
                out.push_str(",\"problem\":");
                write_text(&problem.message, out);
            }
        }
        list(",\"bindings\":", &self.bindings, out);
        list(",\"contributions\":", &self.contributions, out);
        out.push_str(",\"categories\":{");
        for (index, (name, value)) in self.categories.iter().enumerate() {
            out.push_str(if index == 0 { "" } else { "," });
            member(name, value.as_deref(), out);
        }
        out.push('}');
        out.push_str(",\"layers\":[");
        for (index, layer) in self.layers.iter().enumerate() {
            out.push_str(if index == 0 { "{" } else { ",{" });
            member("name", Some(&layer.name), out);
            out.push(',');
            member("effect", Some(layer.effect.text()), out);
            out.push_str(",\"locations\":[");
            for (index, location) in layer.locations.iter().enumerate() {
                out.push_str(if index == 0 { "" } else { "," });
                write_text(location, out);
            }
            out.push_str("],");
            member("place", Some(layer.place.as_str()).filter(|place| !place.is_empty()), out);
            out.push('}');
        }
        out.push(']');
        if let Some(nearest) = &self.nearest {
            out.push(',');
            member("nearest", Some(nearest), out);
        }
        out.push('}');
    }
}

/// Writes a member whose value is a text or null.
fn member(name: &str, value: Option<&str>, out: &mut String) {
    write_text(name, out);
    out.push(':');
    match value {
        Some(value) => write_text(value, out),
        None => out.push_str("null"),
    }
}

/// Writes a list of bindings after `prefix`, which is the JSON text of the member's name and its colon.
fn list(prefix: &str, bindings: &[BindingAccount], out: &mut String) {
    out.push_str(prefix);
    out.push('[');
    for (index, binding) in bindings.iter().enumerate() {
        out.push_str(if index == 0 { "{" } else { ",{" });
        let members = [
            ("layer", &binding.layer),
            ("condition", &binding.condition),
            ("place", &binding.place),
            ("producer", &binding.producer),
        ];
        for (name, value) in members {
            member(name, Some(value), out);
            out.push(',');
        }
        member("verdict", Some(binding.verdict.reason()), out);
        if let Verdict::Elsewhere(needed) = &binding.verdict {
            out.push_str(",\"needs\":[");
            for (index, (category, value, node_value)) in needed.iter().enumerate() {
                out.push_str(if index == 0 { "{" } else { ",{" });
                member("category", Some(category), out);
                out.push(',');
                member("value", Some(value), out);
                out.push(',');
                member("has", node_value.as_deref(), out);
                out.push('}');
            }
            out.push(']');
        }
        out.push('}');
    }
    out.push(']');
}
