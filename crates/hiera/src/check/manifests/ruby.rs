//! Extracts texts from code that is not a manifest: the code in templates, plans in the form of functions, and the
//! strings of Ruby.

/// The code between the tags of a template, each piece on a line of its own, without comments and without the list of
/// parameters.
pub(super) fn code_of_template(text: &str) -> String {
    let mut code = String::new();
    let mut remaining = text;
    while let Some(start) = remaining.find("<%") {
        remaining = &remaining[start + 2..];
        // `<%%` is the text `<%`.
        if let Some(literal) = remaining.strip_prefix('%') {
            remaining = literal;
            continue;
        }
        let end = remaining.find("%>").unwrap_or(remaining.len());
        let inner = remaining[..end].trim_matches(['-', '=', ' ', '\t', '\n', '\r']);
        remaining = remaining.get(end + 2..).unwrap_or_default();
        if !inner.starts_with('#') && !is_list_of_parameters(inner) {
            code.push_str(inner);
            code.push('\n');
        }
    }
    code
}

fn is_list_of_parameters(code: &str) -> bool {
    code.len() > 1 && code.starts_with('|') && code.ends_with('|')
}

/// The text of a plan as a function: apart from its first word, a plan has the same syntax.
pub(super) fn plan_as_function(text: &str) -> String {
    let lines = text.lines().map(|line| match line.strip_prefix("plan ") {
        Some(remaining) => format!("function {remaining}\n"),
        None => format!("{line}\n"),
    });
    lines.collect()
}

/// The strings, symbols and words of lists in Ruby code. In strings, `#{…}` and `${…}` stay as they are written.
pub(super) fn strings(code: &str) -> Vec<&str> {
    let mut found = Vec::new();
    // The code is read line by line, so that an apostrophe in a comment does not affect other lines.
    for line in code.lines() {
        let mut remaining = line;
        let mut has_earlier_list = false;
        while let Some(position) = remaining.find(['"', '\'', ':', '%', '#']) {
            let before = remaining[..position].chars().next_back();
            let delimiter = remaining[position..].chars().next().unwrap_or_default();
            let after = &remaining[position + 1..];
            remaining = match delimiter {
                '"' | '\'' => {
                    let end = after.find(delimiter).unwrap_or(after.len());
                    found.push(&after[..end]);
                    after.get(end + 1..).unwrap_or_default()
                }
                '#' if before.is_none_or(char::is_whitespace) => break,
                ':' if after.starts_with(':') => &after[1..],
                ':' => {
                    let end = after.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(after.len());
                    found.push(&after[..end]);
                    &after[end..]
                }
                '%' if after.starts_with(['w', 'i', 'W', 'I']) => {
                    // The first list of a line is read to the end of the line, which includes the words of later lists.
                    // Of a later list, only the first word is added, because it was read joined to the `%w[` before it.
                    let max = if has_earlier_list { 1 } else { usize::MAX };
                    found.extend(after[1..].split(ends_word).take(max));
                    has_earlier_list = true;
                    after
                }
                _ => after,
            };
        }
    }
    found.retain(|text| !text.is_empty());
    found
}

/// Whether a character ends a word of a list: a space, or one of the brackets around the list.
fn ends_word(c: char) -> bool {
    c.is_whitespace() || "()[]{}<>".contains(c)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn code_of_templates_is_what_is_between_tags() {
        let text = "<%- | String $a | -%>\na <%= lookup('k') -%> <%# lookup('c') %><%% 'x' %>\n<% if $a { %>b<% } %>";
        assert_eq!(code_of_template(text), "lookup('k')\nif $a {\n}\n");
    }

    #[test]
    fn strings_of_ruby_are_found_in_every_notation() {
        let code = "call('lookup', [\"a::b\", :c]) # 'no'\n%w[d e].map { |k| lookup(\"m::#{k}\") }\nA::B";
        assert_eq!(
            strings(code),
            ["lookup", "a::b", "c", "d", "e", ".map", "|k|", "lookup", "\"m::#", "k", "\"", "m::#{k}"]
        );
    }
}
