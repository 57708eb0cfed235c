//! The reading of Ruby: hazards of its lexis, and texts that are cut off.

use super::{Kind, Node, read};
use modelwright_metamodel::diagnostic::Source;

/// The statements of a text, shortly; or the problem.
fn shown(text: &str) -> String {
    match read(&Source::new("x.rb", text)) {
        Ok(program) => program.statements.iter().map(show).collect::<Vec<_>>().join("; "),
        Err(problem) => problem.message.clone(),
    }
}

fn list(nodes: &[Node]) -> String {
    nodes.iter().map(show).collect::<Vec<_>>().join(", ")
}

fn show(node: &Node) -> String {
    match &node.kind {
        Kind::Nil => "nil".to_owned(),
        Kind::Boolean(value) => value.to_string(),
        Kind::Myself => "self".to_owned(),
        Kind::Text(text) => format!("{text:?}"),
        Kind::Symbol(name) => format!(":{name}"),
        Kind::Number(digits) => digits.clone(),
        Kind::Regex(pattern, flags) => format!("/{pattern}/{flags}"),
        Kind::Array(items) => format!("[{}]", list(items)),
        Kind::Hash(pairs) => {
            let pairs: Vec<String> =
                pairs.iter().map(|(key, value)| format!("{} => {}", show(key), show(value))).collect();
            format!("{{{}}}", pairs.join(", "))
        }
        Kind::Range(..) => "range".to_owned(),
        Kind::Constant(name) | Kind::Variable(name) => name.clone(),
        Kind::Call(call) => {
            let receiver = call.receiver.as_ref().map(|node| format!("{}.", show(node))).unwrap_or_default();
            let block = call
                .block
                .as_ref()
                .map(|block| format!(" |{}| {{{}}}", block.parameters.join(","), list(&block.body)));
            format!("{receiver}{}({}){}", call.name, list(&call.arguments), block.unwrap_or_default())
        }
        Kind::Binary(sign, left, right) => format!("({} {sign} {})", show(left), show(right)),
        Kind::Not(value) => format!("!{}", show(value)),
        Kind::Assign(left, right) => format!("{} = {}", show(left), show(right)),
        Kind::When(what, negated, condition) => {
            format!("{} {} {}", show(what), if *negated { "unless" } else { "if" }, show(condition))
        }
        Kind::If(negated, condition, body) => {
            format!("{} {} {{{}}}", if *negated { "unless" } else { "if" }, show(condition), list(body))
        }
        Kind::Module(name, body) => format!("module {name} {{{}}}", list(body)),
        Kind::Class(name, parent, body) => {
            let parent = parent.as_ref().map(|node| format!(" < {}", show(node))).unwrap_or_default();
            format!("class {name}{parent} {{{}}}", list(body))
        }
        Kind::Method(name) => format!("def {name}"),
        Kind::Splat(list) => format!("*{}", show(list)),
        Kind::Other(word) => format!("<{word}>"),
    }
}

#[test]
fn texts_become_nodes() {
    let cases = [
        ("has_attr 'a', String, :b => 1, c: 2", "has_attr(\"a\", String, {:b => 1, :c => 2})"),
        ("x 'a' \\\n 'b'", "x(\"ab\")"),
        (
            "x <<~A, <<-'B'\n    one\n      two\n  A\n  #{raw}\n  B\ny",
            "x(\"one\\n  two\\n\", \"  #{raw}\\n\"); y()",
        ),
        ("x %w[a b\\ c] + %i(d), %q(a(b)c), %r{a/b}i", "x(([\"a\", \"b c\"] + [:d]), \"a(b)c\", /a/b/i)"),
        ("x = y / 2 / z", "x() = ((y() / 2) / z())"),
        ("x /a\\/b/, 1", "x(/a/b/, 1)"),
        ("=begin\nclass X\n=end\ny", "y()"),
        ("x \"a#{b(\"}\") { '}' }}c\", 1", "x(<text>, 1)"),
        ("while a do b end\nc", "<while>; c()"),
        ("a if b\nc unless d =~ /e/", "a() if b(); c() unless (d() =~ /e/)"),
        ("def a(b) = b + 1\nc", "<def>; c()"),
        ("def a=(b)\n @a = b\nend\nc", "def a=; c()"),
        ("a do |b, c|\n d { e }\nend", "a() |b,c| {d() || {e()}}"),
        ("a b do c end", "a(b()) || {c()}"),
        ("a(:end, class: 1).then.end", "a(:end, {:class => 1}).then().end()"),
        ("x.\n  y\n  .z(1,\n 2)", "x().y().z(1, 2)"),
        ("a ? b : c\nd", "<?>; d()"),
        ("{'a': 1, \"b\" => [1,2,],}", "{:a => 1, \"b\" => [1, 2]}"),
        ("class A < B::C(D, E); abstract; end", "class A < B::C(D, E) {abstract()}"),
        ("class << self\n x\nend", "<class>"),
        ("if a then b else c end\nd", "<if>; d()"),
        ("unless a\n b 1\nend", "unless a() {b(1)}"),
        ("a[:b]\nc [1]", "a().[](:b); c([1])"),
        ("!a && not(b) || -1", "((!a() && !b()) || -1)"),
        ("x\n__END__\n\" (", "x()"),
        ("begin\n a\nrescue X => e\n b\nend\nc", "<begin>; c()"),
        ("x :a, ->(v) { v }, &b", "x(:a, lambda() || {v()}, <&>)"),
        ("puts x.y?(1), a ? \"b\":1", "puts(x().y?(1), <?>)"),
    ];
    for (text, expected) in cases {
        assert_eq!(shown(text), expected, "{text}");
    }
}

#[test]
fn unclosed_texts_are_problems() {
    for text in ["x 'a", "x <<~A\n b", "module A", "x(1", "end", "x [1)", "%w[a", "/a", "x \"#{\"", "a do"] {
        assert!(read(&Source::new("x.rb", text)).is_err(), "{text}");
    }
}

#[test]
fn depth_is_limited() {
    for (open, close) in [
        ("(", ")"),
        ("[", "]"),
        ("{a: ", "}"),
        ("a do ", " end "),
        ("module A; ", "; end "),
        ("!", ""),
        ("x.", "y"),
    ] {
        let text =
            format!("{}1{}\nlast", open.repeat(20_000), close.repeat(if close == "y" { 1 } else { 20_000 }));
        let read = shown(&text);
        assert!(read.ends_with("last()") || read.contains("ends"), "{open}");
    }
    let sum = format!("x = {}1\nlast", "1 + ".repeat(50_000));
    assert_eq!(shown(&sum), "<x>; last()");
}

#[test]
fn any_part_of_a_text_can_be_read() {
    let text = "module A\n  # doc é\n  class B < C\n has_attr 'x', %w[a], :y => \"#{1}\" do |z| end\n x <<~T\n t\n T\n end\nend\n";
    for (end, _) in text.char_indices() {
        let _ = read(&Source::new("x.rb", &text[..end]));
        let _ = read(&Source::new("x.rb", &text[end..]));
    }
}

#[test]
fn comments_above_are_documentation() {
    let text = "# frozen_string_literal: true\n\n# One\n#  two\nx\ny # not\n=begin\nThree\n=end\n  z\n";
    let program = read(&Source::new("x.rb", text)).expect("a program");
    let docs: Vec<Option<String>> =
        program.statements.iter().map(|node| program.comments.above(text, node.span.start)).collect();
    assert_eq!(docs, [Some("One\n two".to_owned()), None, Some("Three".to_owned())]);
}
