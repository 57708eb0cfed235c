//! Tests over small trees, each with the expected problems.

use super::graph::{self, Crate};
use super::order::Order;
use super::{cycles, problems};

/// The name of the case, the order and the cycles of the page, the files of the crates `lower` and `upper`,
/// and the expected problems.
struct Case {
    name: &'static str,
    order: &'static str,
    cycles: &'static str,
    files: &'static [(&'static str, &'static str)],
    problems: &'static [&'static str],
}

const CASES: &[Case] = &[
    Case {
        name: "arrows that point down",
        order: "upper\nlower::b\nlower::a",
        cycles: "",
        files: &[
            ("upper/lib.rs", "use modelwright_lower::b; fn f() { b::g(); modelwright_lower::a::h() }"),
            ("lower/lib.rs", "pub mod a; pub mod b;"),
            ("lower/a.rs", "pub fn h() {}"),
            ("lower/b.rs", "use crate::a::h; pub fn g() { h() }"),
        ],
        problems: &[],
    },
    Case {
        name: "an arrow that points up, as an import, a path and in a macro",
        order: "lower::c\nlower::b\nlower::a",
        cycles: "",
        files: &[
            ("lower/lib.rs", "mod a; mod b; mod c;"),
            (
                "lower/a.rs",
                "use crate::{\n    b::{self, C as D},\n};\nmacro_rules! m { () => { $crate::c::X } }",
            ),
            ("lower/b.rs", "fn f() { super::c::X }"),
            ("lower/c.rs", ""),
        ],
        problems: &[
            "lower/src/a.rs:2: lower::a uses lower::b, which is above it",
            "lower/src/a.rs:4: lower::a uses lower::c, which is above it",
            "lower/src/b.rs:1: lower::b uses lower::c, which is above it",
        ],
    },
    Case {
        name: "modules of one level that use each other",
        order: "lower::a lower::b",
        cycles: "",
        files: &[
            ("lower/lib.rs", "mod a; mod b;"),
            ("lower/a.rs", "use super::b;"),
            ("lower/b.rs", "use super::a;"),
        ],
        problems: &[
            "lower/src/a.rs:1: lower::a uses lower::b, which is on the same level",
            "lower/src/b.rs:1: lower::b uses lower::a, which is on the same level",
        ],
    },
    Case {
        name: "a module that is not listed, and a listed one that does not exist",
        order: "lower::a\nlower::gone",
        cycles: "",
        files: &[("lower/lib.rs", "mod a; mod b;"), ("lower/a.rs", ""), ("lower/b.rs", "")],
        problems: &[
            "lower/src/b.rs: the order in ARCHITECTURE.md has no entry for lower::b",
            "ARCHITECTURE.md: there is no module lower::gone",
        ],
    },
    Case {
        name: "a re-exported name refers to the file that declares it",
        order: "lower::a\nlower::b\nlower::c",
        cycles: "",
        files: &[
            ("lower/lib.rs", "mod a; mod b; mod c;"),
            ("lower/a.rs", "pub use crate::c::X;"),
            ("lower/b.rs", "use crate::a::X; fn f() { X::new() }"),
            ("lower/c.rs", "pub struct X;"),
        ],
        problems: &[],
    },
    Case {
        name: "a name from a glob import refers to the file that declares it",
        order: "lower::b\nlower::a\nlower::c",
        cycles: "",
        files: &[
            ("lower/lib.rs", "mod a; mod b; mod c; mod prelude { pub use crate::b; }"),
            ("lower/a.rs", "use crate::prelude::*; fn f() { b::g() }"),
            ("lower/b.rs", ""),
            ("lower/c.rs", ""),
        ],
        problems: &[
            "lower/src/lib.rs: the order in ARCHITECTURE.md has no entry for lower::prelude",
            "lower/src/a.rs:1: lower::a uses lower::b, which is above it",
        ],
    },
    Case {
        name: "tests, comments, literals and attributes are not code",
        order: "lower::b\nlower::a",
        cycles: "",
        files: &[
            ("lower/lib.rs", "mod a; mod b;"),
            (
                "lower/a.rs",
                "// crate::b\n/* /* */ crate::b::c */ const A: &str = \"crate::b::d\"; const B: char = '\\'';\n\
                 const C: &str = r#\"\" crate::b::e\"#; #[cfg(test)] mod tests { use crate::b::f; }\n\
                 #[cfg(test)] use crate::b::{g, h}; #[doc = crate::b::text!()] fn i<'a>(x: &'a str) {}\n\
                 fn j(k: &str) -> impl Iterator<Item = u8> + use<'_> { k.bytes() }",
            ),
            ("lower/b.rs", ""),
        ],
        problems: &[],
    },
    Case {
        name: "a cycle of files in a module",
        order: "lower",
        cycles: "",
        files: &[
            ("lower/lib.rs", "mod a; mod b; mod c;"),
            ("lower/a.rs", "use super::b::X;"),
            ("lower/b.rs", "use super::c::Y;"),
            ("lower/c.rs", "fn f() { super::a::g() }"),
        ],
        problems: &[
            "these files use each other, see `cargo xtask arrows --list`: lower/src/a.rs, lower/src/b.rs, \
             lower/src/c.rs",
        ],
    },
    Case {
        name: "a cycle of files that is listed",
        order: "lower",
        cycles: "| `lower/src/a.rs` `lower/src/b.rs` | They need each other. |",
        files: &[
            ("lower/lib.rs", "mod a; mod b;"),
            ("lower/a.rs", "use super::b::X;"),
            ("lower/b.rs", "use super::a::Y;"),
        ],
        problems: &[],
    },
    Case {
        name: "a listed cycle that was broken",
        order: "lower",
        cycles: "| `lower/src/a.rs` `lower/src/b.rs` | They needed each other. |",
        files: &[("lower/lib.rs", "mod a; mod b;"), ("lower/a.rs", "use super::b::X;"), ("lower/b.rs", "")],
        problems: &["ARCHITECTURE.md lists files that do not form a cycle: lower/src/a.rs, lower/src/b.rs"],
    },
    Case {
        name: "a module and the files of its directory",
        order: "lower",
        cycles: "",
        files: &[
            ("lower/lib.rs", "mod a;"),
            ("lower/a/mod.rs", "mod b; pub struct X; fn f() { b::g() }"),
            ("lower/a/b.rs", "use super::X;"),
        ],
        problems: &[],
    },
    Case {
        name: "a cycle through the module file of a directory",
        order: "lower",
        cycles: "",
        files: &[
            ("lower/lib.rs", "mod a; mod c;"),
            ("lower/a/mod.rs", "mod b; use crate::c::Y; pub struct X;"),
            ("lower/a/b.rs", "use super::X;"),
            ("lower/c.rs", "use crate::a::b::Z;"),
        ],
        problems: &["these files use each other, see `cargo xtask arrows --list`: lower/src/a/b.rs, \
             lower/src/a/mod.rs, lower/src/c.rs"],
    },
];

#[test]
fn cases() {
    for case in CASES {
        let member = |root_module: &str| {
            let own =
                case.files.iter().filter_map(|(path, text)| Some((path.strip_prefix(root_module)?, text)));
            let files = own.map(|(path, text)| (path[1..].to_owned(), (*text).to_owned())).collect();
            Crate {
                name: format!("modelwright_{root_module}"),
                root_module: root_module.to_owned(),
                directory: format!("{root_module}/src"),
                files,
            }
        };
        let crates: Vec<Crate> = ["lower", "upper"].map(member).into_iter().collect();
        let page = page(case.order, case.cycles);
        let found =
            problems(&graph::build(&crates).expect(case.name), &Order::parse(&page).expect(case.name));
        assert_eq!(found, case.problems, "{}", case.name);
    }
}

fn page(order: &str, cycles: &str) -> String {
    format!(
        "# Page\n\n## Order of modules\n\nDown.\n\n```text\n{order}\n```\n\n### Files that use each other\n\n\
         | Files | Why |\n| --- | --- |\n{cycles}\n\n## Another\n\n| `other/src/a.rs` | is no cycle |\n"
    )
}

#[test]
fn an_invalid_page_is_a_problem() {
    let twice = Order::parse(&page("a\nb a", "")).expect_err("`a` is listed twice");
    assert!(twice.ends_with("lists a twice"), "{twice}");
    let reason = Order::parse(&page("a", "| `a/src/x.rs` `a/src/y.rs` | |")).expect_err("there is no reason");
    assert!(reason.contains("gives no reason"), "{reason}");
    assert!(Order::parse("# Page\n").is_err());
}

#[test]
fn more_cycles_than_the_maximum_are_a_problem() {
    let row = |at: usize| format!("| `lower/src/a{at}.rs` `lower/src/b{at}.rs` | They need each other. |");
    let files = (0..9).flat_map(|at| {
        let a = (format!("a{at}.rs"), format!("use crate::b{at}::X;"));
        let b = (format!("b{at}.rs"), format!("use crate::a{at}::Y;"));
        [a, b]
    });
    let mut files: std::collections::BTreeMap<_, _> = files.collect();
    let modules: String = (0..9).map(|at| format!("mod a{at}; mod b{at};")).collect();
    files.insert("lib.rs".to_owned(), modules);
    let lower = Crate { name: "l".into(), root_module: "lower".into(), directory: "lower/src".into(), files };
    let graph = graph::build(&[lower]).expect("Rust");
    assert_eq!(cycles::find_cycles(&graph).len(), 9);
    let rows: Vec<String> = (0..9).map(row).collect();
    let found = problems(&graph, &Order::parse(&page("lower", &rows.join("\n"))).expect("an order"));
    assert_eq!(found, ["ARCHITECTURE.md accepts 9 cycles of files; the maximum is 8"]);
}
