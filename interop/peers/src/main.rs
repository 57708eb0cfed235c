//! Parses a file as another Rust library does, and does nothing with the result: `modelwright-peers PARSER FILE`.
//!
//! Each parser does as little as it can: JSON is read into values, since its text is of no use without them; XML is read
//! as events only. `cargo interop speed` compiles this program and measures its processes.

#![expect(clippy::disallowed_methods, reason = "the file to parse is read as the parsers' users would")]

use std::error::Error;
use std::process::ExitCode;

type Outcome = Result<(), Box<dyn Error>>;

/// A parser for the bytes of a file.
type Parser = fn(Vec<u8>) -> Outcome;

/// The parsers, by name.
const PARSERS: [(&str, Parser); 4] =
    [("quick-xml", quick_xml), ("serde_json", serde_json), ("simd-json", simd_json), ("sonic-rs", sonic_rs)];

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    match run(&arguments) {
        Ok(()) => ExitCode::SUCCESS,
        Err(problem) => {
            eprintln!("{problem}");
            ExitCode::FAILURE
        }
    }
}

fn run(arguments: &[String]) -> Outcome {
    let [name, file] = arguments else { return Err("usage: modelwright-peers PARSER FILE".into()) };
    let found = PARSERS.iter().find(|(parser, _)| parser == name);
    let (_, parse) = found.ok_or_else(|| format!("there is no parser {name}"))?;
    parse(std::fs::read(file)?)
}

fn serde_json(text: Vec<u8>) -> Outcome {
    serde_json::from_slice::<serde_json::Value>(&text)?;
    Ok(())
}

fn simd_json(mut text: Vec<u8>) -> Outcome {
    simd_json::to_borrowed_value(&mut text)?;
    Ok(())
}

fn sonic_rs(text: Vec<u8>) -> Outcome {
    sonic_rs::from_slice::<sonic_rs::Value>(&text)?;
    Ok(())
}

/// All events with their attributes, whose values are normalised; no tree.
fn quick_xml(text: Vec<u8>) -> Outcome {
    let mut reader = quick_xml::Reader::from_reader(text.as_slice());
    loop {
        match reader.read_event()? {
            quick_xml::events::Event::Eof => return Ok(()),
            quick_xml::events::Event::Start(tag) | quick_xml::events::Event::Empty(tag) => {
                for attribute in tag.attributes() {
                    std::hint::black_box(attribute?.normalized_value(quick_xml::XmlVersion::Implicit1_0)?);
                }
            }
            event => drop(std::hint::black_box(event)),
        }
    }
}
