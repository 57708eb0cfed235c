//! Text laid out as rustfmt lays it out, at a width of 110 with `use_small_heuristics = "Max"`.
//!
//! Only the few shapes that generated code has: lists that stand on one line where they fit, and
//! documentation comments. This module does not know what is generated.

/// The width of a line.
const WIDTH: usize = 110;

/// Code whose layout depends on its width.
#[derive(Debug, Clone)]
pub(super) enum Piece {
    /// Text that is never broken.
    Text(String),
    /// Items between brackets.
    List(List),
}

/// Items between brackets.
#[derive(Debug, Clone)]
pub(super) struct List {
    /// What stands before the items, with the bracket.
    pub(super) open: String,
    /// The items, without commas.
    pub(super) items: Vec<Piece>,
    /// The closing bracket.
    pub(super) close: &'static str,
    /// Whether there are spaces inside the brackets on one line, as in struct literals.
    pub(super) spaced: bool,
    /// Whether the last item has a comma too, where items have lines of their own.
    pub(super) trailing_comma: bool,
    /// Whether short items share lines, as in arrays.
    pub(super) fill: bool,
}

impl Piece {
    pub(super) fn text(text: impl Into<String>) -> Self {
        Piece::Text(text.into())
    }

    /// A struct literal.
    pub(super) fn fields(open: impl Into<String>, items: Vec<Piece>, close: &'static str) -> Self {
        let open = open.into();
        Piece::List(List { open, items, close, spaced: true, trailing_comma: true, fill: false })
    }

    /// An array.
    pub(super) fn array(open: impl Into<String>, items: Vec<Piece>) -> Self {
        let open = open.into();
        Piece::List(List { open, items, close: "]", spaced: false, trailing_comma: true, fill: true })
    }

    /// A call.
    pub(super) fn call(function: &str, items: Vec<Piece>) -> Self {
        let open = format!("{function}(");
        Piece::List(List { open, items, close: ")", spaced: false, trailing_comma: true, fill: false })
    }

    fn flat(&self, out: &mut String) {
        match self {
            Piece::Text(text) => out.push_str(text),
            Piece::List(list) => {
                let space = if list.spaced && !list.items.is_empty() { " " } else { "" };
                out.push_str(&list.open);
                out.push_str(space);
                for (at, item) in list.items.iter().enumerate() {
                    out.push_str(if at > 0 { ", " } else { "" });
                    item.flat(out);
                }
                out.push_str(space);
                out.push_str(list.close);
            }
        }
    }

    /// Prints at an indentation, where `before` characters already stand on the line and `after` will
    /// follow.
    fn print(&self, indent: usize, before: usize, after: usize, out: &mut String) {
        let mut flat = String::new();
        self.flat(&mut flat);
        match self {
            Piece::List(list) if before + width(&flat) + after > WIDTH && !list.items.is_empty() => {
                list.print_tall(indent, out);
            }
            _ => out.push_str(&flat),
        }
    }
}

impl List {
    fn print_tall(&self, indent: usize, out: &mut String) {
        out.push_str(&self.open);
        if let (true, [Piece::List(only)]) = (self.fill, self.items.as_slice()) {
            // The only item of an array shares its brackets' lines.
            only.print_tall(indent, out);
            return out.push_str(self.close);
        }
        let inner = indent + 4;
        let short = |item: &Piece| matches!(item, Piece::Text(text) if width(text) <= 10);
        if self.fill && self.items.iter().all(short) {
            self.print_filled(inner, out);
        } else {
            for (at, item) in self.items.iter().enumerate() {
                newline(inner, out);
                item.print(inner, inner, 1, out);
                if self.trailing_comma || at + 1 < self.items.len() {
                    out.push(',');
                }
            }
        }
        newline(indent, out);
        out.push_str(self.close);
    }

    fn print_filled(&self, indent: usize, out: &mut String) {
        let mut column = WIDTH;
        for item in &self.items {
            let Piece::Text(text) = item else { continue };
            if column + 2 + width(text) > WIDTH {
                newline(indent, out);
                column = indent + width(text) + 1;
            } else {
                out.push(' ');
                column += width(text) + 2;
            }
            out.push_str(text);
            out.push(',');
        }
    }
}

fn newline(indent: usize, out: &mut String) {
    out.push('\n');
    out.extend(std::iter::repeat_n(' ', indent));
}

pub(super) fn width(text: &str) -> usize {
    text.chars().count()
}

/// Collects lines of code.
#[derive(Debug, Default)]
pub(super) struct Printer {
    out: String,
}

impl Printer {
    pub(super) fn finish(self) -> String {
        self.out
    }

    /// A line at an indentation; an empty one without spaces.
    pub(super) fn line(&mut self, indent: usize, text: &str) {
        if !text.is_empty() {
            self.out.extend(std::iter::repeat_n(' ', indent));
            self.out.push_str(text);
        }
        self.out.push('\n');
    }

    pub(super) fn blank(&mut self) {
        self.out.push('\n');
    }

    /// A piece on lines of its own, with something after it.
    pub(super) fn piece(&mut self, indent: usize, piece: &Piece, after: &str) {
        self.out.extend(std::iter::repeat_n(' ', indent));
        piece.print(indent, indent, after.len(), &mut self.out);
        self.out.push_str(after);
        self.out.push('\n');
    }

    /// `head = piece;`, with the piece on the next line where it only fits there.
    pub(super) fn assignment(&mut self, indent: usize, head: &str, piece: &Piece) {
        let mut flat = String::new();
        piece.flat(&mut flat);
        let before = indent + width(head) + 3;
        if before + width(&flat) + 1 > WIDTH && indent + 4 + width(&flat) < WIDTH {
            self.line(indent, &format!("{head} ="));
            return self.line(indent + 4, &format!("{flat};"));
        }
        self.out.extend(std::iter::repeat_n(' ', indent));
        self.out.push_str(head);
        self.out.push_str(" = ");
        piece.print(indent, before, 1, &mut self.out);
        self.out.push_str(";\n");
    }

    /// `#[name(items)]`; nothing where there are no items.
    pub(super) fn attribute(&mut self, indent: usize, name: &str, items: Vec<String>) {
        if items.is_empty() {
            return;
        }
        let list = List {
            open: format!("#[{name}("),
            items: items.into_iter().map(Piece::Text).collect(),
            close: ")]",
            spaced: false,
            trailing_comma: false,
            fill: false,
        };
        self.out.extend(std::iter::repeat_n(' ', indent));
        // rustfmt leaves the last column of a line free of attributes.
        Piece::List(list).print(indent, indent, 1, &mut self.out);
        self.out.push('\n');
    }

    /// `pattern => value,`, with the value on its own line where both do not fit.
    pub(super) fn arm(&mut self, indent: usize, pattern: &str, value: &str) {
        if indent + width(pattern) + 4 + width(value) < WIDTH {
            self.line(indent, &format!("{pattern} => {value},"));
        } else {
            self.line(indent, &format!("{pattern} => {{"));
            self.line(indent + 4, value);
            self.line(indent, "}");
        }
    }

    /// The head of a function with at most one parameter.
    pub(super) fn function(&mut self, indent: usize, head: &str, parameter: &str, result: &str) {
        let flat = format!("{head}({parameter}) -> {result}");
        if indent + width(&flat) + 2 <= WIDTH {
            self.line(indent, &format!("{flat} {{"));
        } else if parameter.is_empty() {
            self.line(indent, &flat);
            self.line(indent, "{");
        } else {
            self.line(indent, &format!("{head}("));
            self.line(indent + 4, &format!("{parameter},"));
            self.line(indent, &format!(") -> {result} {{"));
        }
    }

    /// A documentation comment: the model's own text, or else the given sentence.
    pub(super) fn docs(&mut self, indent: usize, documentation: Option<&str>, otherwise: &str) {
        let lines = super::docs::lines(documentation.unwrap_or_default(), WIDTH - indent - 4);
        if lines.is_empty() {
            return self.line(indent, &format!("/// {otherwise}"));
        }
        for line in lines {
            let space = if line.is_empty() { "" } else { " " };
            self.line(indent, &format!("///{space}{line}"));
        }
    }
}
