//! Patterns of paths, as Ruby's `Dir.glob` matches them: `*`, `**/`, `?`, `[a-z]`, `{a,b}` and `\`.
//!
//! This module does not access the disk: it matches the paths of files that were found before.

/// The maximum number of patterns that result from the braces of one pattern.
const MAX_ALTERNATIVES: usize = 1_000;

/// A pattern without braces; its elements match the parts of a path.
#[derive(Debug)]
pub(super) struct Glob(Vec<Part>);

#[derive(Debug)]
enum Part {
    /// `**/`: any number of directories that are not hidden.
    Directories,
    Name(Vec<Token>),
}

#[derive(Debug, Clone, PartialEq)]
enum Token {
    Char(char),
    /// `?`
    Any,
    /// `*`
    Many,
    /// `[a-z]` or, if the flag is set, `[^a-z]`
    Set(Vec<(char, char)>, bool),
}

impl Glob {
    /// The alternatives of a pattern, in the order in which Ruby searches them; `None` if there are too many.
    pub(super) fn parse(text: &str) -> Option<Vec<Self>> {
        Some(alternatives(text)?.iter().map(|text| Self::parse_plain(text)).collect())
    }

    /// Parses a pattern without braces.
    fn parse_plain(text: &str) -> Self {
        let mut parts = Vec::new();
        let mut names = text.split('/').filter(|name| !name.is_empty()).peekable();
        while let Some(name) = names.next() {
            // At the end of a pattern, `**` has the same meaning as `*`.
            if name == "**" && names.peek().is_some() {
                if !matches!(parts.last(), Some(Part::Directories)) {
                    parts.push(Part::Directories);
                }
            } else {
                parts.push(Part::Name(tokens(name)));
            }
        }
        Self(parts)
    }

    /// Whether the pattern matches a path, which is given as its parts.
    pub(super) fn matches(&self, path: &[&str]) -> bool {
        // `states[i]` is set if the elements before `i` match the parts so far. The time is proportional to the product
        // of the lengths of pattern and path.
        let mut states = vec![false; self.0.len() + 1];
        states[0] = true;
        self.skip_directories(&mut states);
        for name in path {
            let mut next = vec![false; states.len()];
            for (position, _) in states.iter().enumerate().filter(|(_, is_set)| **is_set) {
                match self.0.get(position) {
                    Some(Part::Directories) if !name.starts_with('.') => next[position] = true,
                    Some(Part::Name(tokens)) if matches_name(tokens, name) => next[position + 1] = true,
                    _ => {}
                }
            }
            self.skip_directories(&mut next);
            states = next;
        }
        states[self.0.len()]
    }

    /// Extends the states over `**/`, which also matches no directory at all.
    fn skip_directories(&self, states: &mut [bool]) {
        for (position, part) in self.0.iter().enumerate() {
            if states[position] && matches!(part, Part::Directories) {
                states[position + 1] = true;
            }
        }
    }
}

/// The patterns that result from the braces of a text; `None` if there are too many.
fn alternatives(text: &str) -> Option<Vec<String>> {
    let mut expanded = Vec::new();
    let mut pending = vec![text.to_owned()];
    // The last text is expanded first, so that the results of inner braces stay in their place.
    while let Some(text) = pending.pop() {
        let Some((start, end)) = braces(&text) else {
            expanded.push(text);
            continue;
        };
        let mut expansions: Vec<String> = choices(&text[start + 1..end])
            .into_iter()
            .map(|choice| format!("{}{choice}{}", &text[..start], &text[end + 1..]))
            .collect();
        if pending.len() + expansions.len() + expanded.len() > MAX_ALTERNATIVES {
            return None;
        }
        // The order is reversed, because the last element is taken from the list first.
        expansions.reverse();
        pending.append(&mut expansions);
    }
    Some(expanded)
}

/// The positions of the first `{` and of the `}` that closes it; `None` if there is no such pair.
fn braces(text: &str) -> Option<(usize, usize)> {
    let mut start = None;
    let mut depth = 0;
    let mut is_escaped = false;
    for (position, c) in text.char_indices() {
        match c {
            _ if is_escaped => is_escaped = false,
            '\\' => is_escaped = true,
            '{' => {
                start = start.or(Some(position));
                depth += 1;
            }
            '}' if depth > 0 => {
                depth -= 1;
                if depth == 0 {
                    return start.map(|start| (start, position));
                }
            }
            _ => {}
        }
    }
    None
}

/// The texts between the commas that are outside of inner braces.
fn choices(text: &str) -> Vec<&str> {
    let (mut choices, mut choice_start, mut depth, mut is_escaped) = (Vec::new(), 0, 0usize, false);
    for (position, c) in text.char_indices() {
        match c {
            _ if is_escaped => is_escaped = false,
            '\\' => is_escaped = true,
            '{' => depth += 1,
            '}' => depth = depth.saturating_sub(1),
            ',' if depth == 0 => {
                choices.push(&text[choice_start..position]);
                choice_start = position + 1;
            }
            _ => {}
        }
    }
    choices.push(&text[choice_start..]);
    choices
}

/// The tokens of a part of a pattern.
fn tokens(name: &str) -> Vec<Token> {
    let mut tokens = Vec::new();
    let chars: Vec<char> = name.chars().collect();
    let mut position = 0;
    while let Some(c) = chars.get(position) {
        position += 1;
        tokens.push(match c {
            '?' => Token::Any,
            '*' => Token::Many,
            '\\' => {
                let escaped = chars.get(position).copied().unwrap_or('\\');
                position += 1;
                Token::Char(escaped)
            }
            '[' => match character_set(&chars, position) {
                Some((token, end)) => {
                    position = end;
                    token
                }
                // A `[` without `]` is an ordinary character.
                None => Token::Char('['),
            },
            c => Token::Char(*c),
        });
    }
    tokens
}

/// Reads a set of characters. `position` is that after its `[`; returns the position after its `]`, or `None` if there
/// is no `]`.
fn character_set(chars: &[char], mut position: usize) -> Option<(Token, usize)> {
    let is_negated = matches!(chars.get(position), Some('^' | '!'));
    position += usize::from(is_negated);
    let mut ranges = Vec::new();
    loop {
        let mut first = *chars.get(position)?;
        position += 1;
        match first {
            // A `]` directly after the opening bracket is an element of the set.
            ']' if !ranges.is_empty() => return Some((Token::Set(ranges, is_negated), position)),
            '\\' => {
                first = *chars.get(position)?;
                position += 1;
            }
            _ => {}
        }
        let last = match (chars.get(position), chars.get(position + 1)) {
            // A `-` directly before the closing bracket is an element of the set.
            (Some('-'), Some(last)) if *last != ']' => {
                position += 2;
                *last
            }
            _ => first,
        };
        ranges.push((first, last));
    }
}

/// Whether a name matches. A hidden file matches only a pattern that begins with a dot.
fn matches_name(tokens: &[Token], name: &str) -> bool {
    // Without `File::FNM_DOTMATCH`, `Dir.glob` does not find hidden files either.
    if name.starts_with('.') && tokens.first() != Some(&Token::Char('.')) {
        return false;
    }
    let name: Vec<char> = name.chars().collect();
    let (mut token, mut position) = (0, 0);
    // The last `*`, and the position up to which it matches. After a mismatch, only this `*` is tried with one more
    // character, so the time is at most proportional to the product of both lengths.
    let mut retry = None;
    while position < name.len() {
        let is_match = match tokens.get(token) {
            Some(Token::Char(c)) => *c == name[position],
            Some(Token::Any) => true,
            Some(Token::Set(ranges, is_negated)) => {
                ranges.iter().any(|(first, last)| (*first..=*last).contains(&name[position])) != *is_negated
            }
            Some(Token::Many) => {
                retry = Some((token, position));
                token += 1;
                continue;
            }
            None => false,
        };
        if is_match {
            (token, position) = (token + 1, position + 1);
            continue;
        }
        let Some((many, start)) = retry else { return false };
        (token, position) = (many + 1, start + 1);
        retry = Some((many, start + 1));
    }
    tokens[token..].iter().all(|token| *token == Token::Many)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn matches(pattern: &str, path: &str) -> bool {
        let path: Vec<&str> = path.split('/').collect();
        Glob::parse(pattern).expect("few alternatives").iter().any(|glob| glob.matches(&path))
    }

    #[test]
    fn patterns_match_as_in_ruby() {
        for (pattern, path) in [
            ("*.yaml", "a.yaml"),
            ("**/*.yaml", "a.yaml"),
            ("**/*.yaml", "x/y/a.yaml"),
            ("a/**/b/*", "a/x/b/c"),
            ("a/**/b/*", "a/b/c"),
            ("{a,b/{c,d}}.yaml", "b/d.yaml"),
            ("[a-c]?.yaml", "b1.yaml"),
            ("[^a]*", "b"),
            ("\\*.yaml", "*.yaml"),
            ("a**b", "axxb"),
            (".*", ".hidden"),
            ("*a*b*c", "xaybzc"),
            ("x[", "x["),
        ] {
            assert!(matches(pattern, path), "{pattern} {path}");
        }
        for (pattern, path) in [
            ("*.yaml", "x/a.yaml"),
            ("*", ".hidden"),
            ("**/*", ".x/a"),
            ("[a-c].yaml", "d.yaml"),
            ("{a,b}.yaml", "c.yaml"),
            ("**", "x/y"),
            ("a?", "a"),
        ] {
            assert!(!matches(pattern, path), "{pattern} {path}");
        }
        assert!(Glob::parse(&"{a,b}".repeat(40)).is_none());
    }
}
