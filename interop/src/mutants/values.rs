//! Values that replace those of documents.

use crate::random::Random;

const NUMBERS: &[&str] = &[
    "0",
    "1",
    "-1",
    "-2",
    "+7",
    "007",
    "2147483647",
    "2147483648",
    "-2147483649",
    "9223372036854775808",
    "1.0",
    "1.5",
    "1e3",
    "0x10",
    " 5",
    "5 ",
    "",
    "NaN",
    "Infinity",
    "INF",
    "1.0f",
    "1d",
    "1_000",
    "--1",
    "١",
    "1,5",
];
const WORDS: &[&str] = &["true", "false", "TRUE", "True", "1", "0", "yes", "", " true", "true ", "null"];
const DATES: &[&str] = &[
    "2024-01-02",
    "2024-01-02T03:04:05",
    "2024-01-02T03:04:05.006+0100",
    "2024-01-02T03:04:05Z",
    "2024-13-45",
    "24-1-2",
    "2024-01-02T03:04",
    "garbage",
    "2024-01-02T03:04:05.006",
    "0001-01-01",
    "2024-02-30T25:61:61.000+0000",
    "",
];
const TEXTS: &[&str] = &[
    "",
    " ",
    "a",
    "a b",
    " a ",
    "é",
    "日本",
    "😀",
    "a&amp;b",
    "&lt;",
    "&#65;",
    "&#x1F600;",
    "&#10;",
    "a&#9;b",
    "&#xD;",
    "\n",
    "a\nb",
    "a\tb",
    "'",
    "&quot;",
    "]]>",
    ">",
    "a/b",
    "#",
    "%20",
    "a.b",
    "a:b",
    "@x",
    "//",
    "\u{85}",
    "\u{2028}",
    "&#0;",
    "&nope;",
    "&",
    "&#xFFFE;",
    "&#xD800;",
    "\u{7f}",
    "\u{a0}",
    "a+b",
    "a;b=c",
    "?",
    "-",
    "_",
    "*",
];
const FRAGMENTS: &[&str] = &[
    "/",
    "//",
    "/0",
    "/1",
    "/00",
    "#/",
    "#//",
    "#",
    "//@nope.0",
    "//@nope",
    "/-1",
    "/0/",
    "///",
    "/0/@x.0/@y",
    "nope",
    "#nope",
    "other.xmi#/",
    "other.xmi",
    "#//Nope",
    "//Nope",
    "http://nope.example/x#//",
    "x#y#z",
    "#//@x.-1",
    "?",
    "//@",
    "//@x.",
    "http://www.eclipse.org/emf/2002/Ecore#//EString",
    "ecore:EDataType http://www.eclipse.org/emf/2002/Ecore#//EInt",
    "http://www.eclipse.org/emf/2002/Ecore#//EObject",
    "#/-1",
    "//%",
    "//@eClassifiers.0",
    "#//@eClassifiers.0/@nope.3",
    "ecore:EClass #//",
    "ecore:Nope http://www.eclipse.org/emf/2002/Ecore#//EInt",
    "a b",
    "/0 /0",
    "a#b c#d",
    "platform:/resource/x/y.ecore#//Z",
    "platform:/plugin/org.eclipse.emf.ecore/model/Ecore.ecore#//EString",
    "http://www.eclipse.org/emf/2002/Ecore",
    "http://www.eclipse.org/emf/2002/Ecore#/",
    "../x y.xmi#/",
    "file:/nope.xmi#/0",
];
const POOLS: &[&[&str]] = &[NUMBERS, WORDS, DATES, TEXTS, FRAGMENTS];

/// Texts that a data type of Ecore accepts, and some that it rejects.
pub(super) fn choose_value(data_type: &str, random: &mut Random) -> &'static str {
    let pool: &[&str] = match data_type {
        "EBoolean" | "EBooleanObject" => WORDS,
        "EDate" => DATES,
        "EByteArray" => &["", "00FF10", "0a", "abc", "zz", "00 FF", "é"],
        "EChar" | "ECharacterObject" => &["a", "120", "é", "ab", "", " ", "0", "-1", "65536", "😀", "&#9;"],
        "EJavaClass" => &["java.lang.String", "int", "nope.Nope", "", "java.util.Map$Entry", "boolean"],
        "EJavaObject" => &["ACED000574000568656C6C6F", "", "00", "hello", "aced000574000161"],
        "EString" => TEXTS,
        _ => NUMBERS,
    };
    random.pick(pool)
}

/// Picks a value at random, sometimes one of `others`, the values of the document.
pub(super) fn any(random: &mut Random, others: &[String]) -> String {
    if !others.is_empty() && random.one_in(4) {
        return random.choose(others).clone();
    }
    let pool = random.pick(POOLS);
    (random.pick(pool)).to_owned()
}

/// An address that a reference might have.
pub(super) fn address(random: &mut Random) -> &'static str {
    random.pick(FRAGMENTS)
}

/// A value that replaces another, often of the same kind.
pub(super) fn instead_of(value: &str, random: &mut Random, others: &[String]) -> String {
    match random.below(10) {
        0 | 1 => any(random, others),
        2 => edited(value, random),
        3 => format!("{value} {value}"),
        4 if value.contains(['/', '#']) => redirected(value, random),
        5 => format!(
            "{}{value}{}",
            random.pick(&["", " ", "#", "\n"]),
            random.pick(&["", " ", "/", ".0", "&#32;"])
        ),
        _ => {
            let pool = if value.parse::<f64>().is_ok() {
                NUMBERS
            } else if matches!(value, "true" | "false") {
                WORDS
            } else if value.len() > 8
                && value.starts_with(|c: char| c.is_ascii_digit())
                && value.contains('-')
            {
                DATES
            } else if value.contains(['/', '#']) {
                FRAGMENTS
            } else {
                TEXTS
            };
            (random.pick(pool)).to_owned()
        }
    }
}

/// The text with one character removed, added or replaced.
pub(super) fn edited(value: &str, random: &mut Random) -> String {
    let mut characters: Vec<char> = value.chars().collect();
    let at = random.below(characters.len() + 1);
    let new = random.pick(&['a', 'Z', '0', '.', '/', '#', '@', ' ', '-', 'é', ':', '_', '%', '[', '&']);
    match (random.below(3), at < characters.len()) {
        (0, true) => drop(characters.remove(at)),
        (1, true) => characters[at] = new,
        _ => characters.insert(at, new),
    }
    characters.into_iter().collect()
}

/// A changed address: with other numbers, with reordered parts, or without a part.
fn redirected(value: &str, random: &mut Random) -> String {
    match random.below(6) {
        0 => value.replace(|c: char| c.is_ascii_digit(), random.pick(&["0", "1", "2", "9", "-1", "x", ""])),
        1 => value.split(' ').rev().collect::<Vec<_>>().join(" "),
        2 => value.rsplit_once('/').map_or(value, |(head, _)| head).to_owned(),
        3 => value.strip_prefix('#').map_or_else(|| format!("#{value}"), str::to_owned),
        4 => value.split(' ').next_back().unwrap_or_default().to_owned(),
        _ => value.replacen("//", random.pick(&["/", "/0/", "///", "/1/"]), 1),
    }
}
