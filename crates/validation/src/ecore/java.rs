//! Java names: identifiers, and types with type arguments, as EMF spells them.

use crate::unicode;

/// Whether a name is a Java identifier without `$`.
pub(super) fn is_identifier(name: &str) -> bool {
    let mut chars = name.chars();
    !name.contains('$')
        && chars.next().is_some_and(unicode::is_java_start)
        && chars.all(unicode::is_java_part)
}

/// The maximum nesting of type arguments.
const MAX_NESTING: usize = 200;

/// The problems of a Java type such as `java.util.Map<java.lang.String, ?>`: one for each invalid part. If all parts
/// are valid, a spelling that differs from that of EMF is a problem.
pub(super) fn type_problems(text: &str) -> Vec<String> {
    let mut parser = Parser { chars: text.chars().collect(), problems: Vec::new() };
    let (start, depth) = (0, 0);
    let canonical = parser.parse_name(start, parser.chars.len(), depth);
    // EMF compares its own spelling of the parsed type with the text, so white space matters.
    if parser.problems.is_empty() && canonical != text {
        return vec![format!("it must be spelled `{canonical}`")];
    }
    parser.problems
}

/// A parser of Java types.
struct Parser {
    chars: Vec<char>,
    problems: Vec<String>,
}

impl Parser {
    /// Records a problem at a position. Returns an empty name, in place of the invalid part.
    fn add_problem(&mut self, position: usize, description: &str) -> String {
        self.problems.push(format!("{description} at position {position}"));
        String::new()
    }

    /// Reads the qualified name between two positions, with type arguments and brackets; returns its spelling. `depth`
    /// is the number of lists of type arguments around it.
    fn parse_name(&mut self, start: usize, end: usize, depth: usize) -> String {
        // The name up to the identifier that is being read.
        let mut name = String::new();
        let mut identifier = String::new();
        let mut brackets = String::new();
        let mut arguments = None;
        let mut position = start;
        while position < end {
            let c = self.chars[position];
            let lacks_name = identifier.is_empty() && (name.is_empty() || name.ends_with('.'));
            let is_identifier_part =
                if identifier.is_empty() { unicode::is_java_start(c) } else { unicode::is_java_part(c) };
            if c == '[' {
                if lacks_name {
                    return self.add_problem(position, "a `[` without a name before it");
                }
                let Some(close) = self.closing_bracket(position, end) else { return String::new() };
                position = close;
                brackets.push_str("[]");
            } else if !brackets.is_empty() {
                if !unicode::is_java_space(c) {
                    return self.add_problem(position, "only `[` may follow a `]`");
                }
            } else if c == '.' {
                if lacks_name {
                    return self.add_problem(position, "a `.` without a name before it");
                }
                name.push_str(&std::mem::take(&mut identifier));
                name.push('.');
            } else if is_identifier_part {
                if !lacks_name && identifier.is_empty() {
                    return self.add_problem(position, "a `.` is missing");
                }
                identifier.push(c);
            } else if unicode::is_java_space(c) {
                // White space ends an identifier; another identifier after it must be preceded by a dot.
                if !identifier.is_empty() {
                    name.push_str(&std::mem::take(&mut identifier));
                }
            } else if c == '<' {
                if lacks_name {
                    return self.add_problem(position, "a `<` without a name before it");
                }
                // The last `>` closes the list, because arguments may contain brackets themselves.
                let Some(close) = (position + 1..end).rev().find(|i| self.chars[*i] == '>') else {
                    return self.add_problem(position, "the `<` is not closed");
                };
                arguments = Some(self.parse_arguments(position + 1, close, depth + 1));
                position = close;
            } else {
                return self.add_problem(position, &format!("an unexpected `{c}`"));
            }
            position += 1;
        }
        name.push_str(&identifier);
        if name.is_empty() || name.ends_with('.') {
            return self.add_problem(end, "a name is missing");
        }
        if let Some(arguments) = arguments {
            name = format!("{name}<{}>", arguments.join(", "));
        }
        name + &brackets
    }

    /// The position of the `]` that belongs to a `[`; `None` if it is missing, which is recorded.
    fn closing_bracket(&mut self, open: usize, end: usize) -> Option<usize> {
        let next_position = (open + 1..end).find(|position| !unicode::is_java_space(self.chars[*position]));
        if next_position.is_some_and(|next| self.chars[next] == ']') {
            return next_position;
        }
        self.add_problem(next_position.unwrap_or(end), "a `]` is missing");
        None
    }

    /// Reads the type arguments between two positions; returns their spellings. Records problems.
    fn parse_arguments(&mut self, start: usize, end: usize, depth: usize) -> Vec<String> {
        if depth > MAX_NESTING {
            // The nesting is limited, because the parser is recursive.
            return vec![self.add_problem(start, "type arguments nest too deeply")];
        }
        let (mut argument_start, mut open_brackets) = (start, 0);
        let mut arguments = Vec::new();
        for position in start..end {
            match self.chars[position] {
                // Commas inside nested brackets belong to an argument.
                '<' => open_brackets += 1,
                '>' => open_brackets -= 1,
                ',' if open_brackets == 0 => {
                    arguments.push(self.parse_argument(argument_start, position, depth));
                    argument_start = position + 1;
                }
                _ => {}
            }
        }
        arguments.push(self.parse_argument(argument_start, end, depth));
        arguments
    }

    /// Reads the type argument between two positions; returns its spelling. Records problems.
    fn parse_argument(&mut self, start: usize, end: usize, depth: usize) -> String {
        let next_non_space =
            |chars: &[char], start: usize| (start..end).find(|index| !unicode::is_java_space(chars[*index]));
        let Some(first) = next_non_space(&self.chars, start) else {
            return self.add_problem(start, "a type argument is missing");
        };
        if self.chars[first] != '?' {
            return self.parse_name(start, end, depth);
        }
        let Some(word) = next_non_space(&self.chars, first + 1) else { return "?".to_owned() };
        for keyword in ["extends", "super"] {
            let keyword_end = word + keyword.len();
            let has_keyword = self.chars[word..end].iter().copied().take(keyword.len()).eq(keyword.chars());
            // If no white space follows, these letters begin another word, such as `extendsX`.
            if has_keyword && keyword_end < end && unicode::is_java_space(self.chars[keyword_end]) {
                return format!("? {keyword} {}", self.parse_name(keyword_end, end, depth));
            }
        }
        self.add_problem(word, "`extends` or `super` is missing")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn types_are_spelled_as_emf_does() {
        for good in [
            "int",
            "a.B",
            "a.B[]",
            "java.util.Map$Entry",
            "a.B<c.D, e.F>",
            "a.B<?>",
            "a.B<? extends C<?>>",
            "a.B<? super X>",
            "a.B<X[]>",
            "a.B<X>[]",
        ] {
            assert_eq!(type_problems(good), Vec::<String>::new(), "{good}");
        }
        for (bad, count) in [
            ("", 1),
            (" a", 1),
            ("a.B<c.D,e.F>", 1),
            ("a B", 1),
            ("a..b", 1),
            ("a.", 1),
            (".a", 1),
            ("[]", 1),
            ("a[", 1),
            ("a[x]", 1),
            ("a[]b", 1),
            ("a<", 1),
            ("<a>", 1),
            ("a-b", 1),
            ("a<>", 1),
            ("a<,>", 2),
            ("a<?x>", 1),
            ("a<?extends X>", 1),
            ("a<1, 2>", 2),
        ] {
            assert_eq!(type_problems(bad).len(), count, "{bad}: {:?}", type_problems(bad));
        }
        assert_eq!(type_problems(&format!("{}{}", "a<".repeat(100_000), ">".repeat(100_000))).len(), 1);
    }

    #[test]
    fn identifiers_are_those_of_java() {
        assert!(is_identifier("a_1") && is_identifier("é"));
        assert!(!is_identifier("") && !is_identifier("1a") && !is_identifier("a b") && !is_identifier("a$"));
    }
}
