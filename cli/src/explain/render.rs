//! Pages of codes as plain text for terminals, and as a manual page.
//!
//! Pages use a subset of Markdown: headings, paragraphs, links to other pages, and fenced blocks; `file=NAME` after a
//! fence is the name of a file. This module does not know codes.

/// A part of a page.
#[derive(Debug, Clone, PartialEq, Eq)]
enum Part<'p> {
    Heading(usize, &'p str),
    Paragraph(Vec<&'p str>),
    /// The name of the file if the block is a file, and the lines.
    Block(Option<&'p str>, Vec<&'p str>),
}

/// The parts of a page, in their order.
fn parts(page: &str) -> Vec<Part<'_>> {
    let mut parts = Vec::new();
    let mut lines = page.lines();
    while let Some(line) = lines.next() {
        if let Some(info) = line.strip_prefix("```") {
            let name = info.split_whitespace().find_map(|word| word.strip_prefix("file="));
            let body = lines.by_ref().take_while(|line| *line != "```").collect();
            parts.push(Part::Block(name, body));
        } else if line.starts_with('#') {
            let text = line.trim_start_matches('#');
            parts.push(Part::Heading(line.len() - text.len(), text.trim()));
        } else if line.is_empty() {
            // The next line begins another paragraph. Paragraphs that remain empty are removed below.
            parts.push(Part::Paragraph(Vec::new()));
        } else if let Some(Part::Paragraph(paragraph)) = parts.last_mut() {
            paragraph.push(line);
        } else {
            parts.push(Part::Paragraph(vec![line]));
        }
    }
    parts.retain(|part| !matches!(part, Part::Paragraph(lines) if lines.is_empty()));
    parts
}

/// A line without the addresses of its links: `[label](address)` becomes `label`.
fn without_links(line: &str) -> String {
    let mut text = String::new();
    let mut remaining = line;
    while let Some((before, (label, after))) =
        remaining.split_once('[').and_then(|(before, link)| Some((before, link.split_once("](")?)))
    {
        text.push_str(before);
        text.push_str(label);
        remaining = after.split_once(')').map_or("", |(_, remaining)| remaining);
    }
    text.push_str(remaining);
    text
}

/// A page as plain text.
pub(crate) fn plain_text(page: &str) -> String {
    let sections = parts(page).into_iter().map(|part| match part {
        Part::Heading(1, title) => title.to_owned(),
        Part::Heading(_, title) => title.to_uppercase(),
        Part::Paragraph(lines) => lines.into_iter().map(without_links).collect::<Vec<_>>().join("\n"),
        Part::Block(name, lines) => {
            let lines = lines.into_iter().map(|line| format!("    {line}").trim_end().to_owned());
            let lines: Vec<String> = name.map(|name| format!("{name}:\n")).into_iter().chain(lines).collect();
            lines.join("\n")
        }
    });
    sections.collect::<Vec<_>>().join("\n\n") + "\n"
}

/// A page as a section of a manual page.
pub(crate) fn roff(page: &str) -> String {
    let mut text = String::new();
    for part in parts(page) {
        let section = match part {
            Part::Heading(1, title) => format!(".SH {}\n", escaped(title)),
            Part::Heading(_, title) => format!(".SS {}\n", escaped(title)),
            Part::Paragraph(lines) => {
                let lines: Vec<String> =
                    lines.into_iter().map(|line| escaped(&without_links(line))).collect();
                format!(".PP\n{}\n", lines.join("\n"))
            }
            Part::Block(name, lines) => {
                let name = name.map(|name| format!(".PP\n{}:\n", escaped(name))).unwrap_or_default();
                let lines: Vec<String> = lines.into_iter().map(escaped).collect();
                format!("{name}.PP\n.RS 4\n.nf\n{}\n.fi\n.RE\n", lines.join("\n"))
            }
        };
        text.push_str(&section);
    }
    text
}

/// A line with escapes for the characters that are markup in roff.
fn escaped(line: &str) -> String {
    // Backslashes first, because the other escapes contain them.
    let line = line.replace('\\', "\\e").replace('-', "\\-").replace('\'', "\\(aq").replace('`', "\\(ga");
    // A dot at the beginning of a line would start a request of roff.
    if line.starts_with('.') { format!("\\&{line}") } else { line }
}

#[cfg(test)]
mod tests {
    use super::*;

    const PAGE: &str = "# MW0001: title\n\nSee [the other](MW0002.md).\nMore.\n\n## Wrong\n\n\
                        ```yaml file=a.yaml\n.a: 'b'\n\nc\n```\n";

    #[test]
    fn pages_are_readable_without_markup() {
        let expected = "MW0001: title\n\nSee the other.\nMore.\n\nWRONG\n\na.yaml:\n\n    .a: 'b'\n\n    c\n";
        assert_eq!(plain_text(PAGE), expected);
    }

    #[test]
    fn lines_are_no_requests_of_roff() {
        let expected = ".SH MW0001: title\n.PP\nSee the other.\nMore.\n.SS Wrong\n.PP\na.yaml:\n.PP\n.RS 4\n.nf\n\
                        \\&.a: \\(aqb\\(aq\n\nc\n.fi\n.RE\n";
        assert_eq!(roff(PAGE), expected);
    }
}
