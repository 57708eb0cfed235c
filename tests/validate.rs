//! Documents that violate each of EMF's constraints, and the problems that EMF reports.
//!
//! `tests/validate/list.txt` names the documents, an instance with its metamodels after a tab. `emf.tsv` contains the
//! problems of EMF's validator: file, severity, source, number and address, one per line. Our problems must be the
//! same; other problems must be warnings.

#![expect(clippy::disallowed_methods, reason = "tests read their cases and write expectations")]

use modelwright::workspace::Workspace;
use modelwright_metamodel::diagnostic::{Diagnostics, Severity};
use modelwright_validation::emf;
use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

const DIR: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/validate");

/// EMF reports a problem of a value without an address: it concerns the value, not its object.
fn line(severity: &str, source: &str, number: &str, address: &str) -> String {
    let of_value =
        if source.ends_with(".model") { number == "42" } else { matches!(number.parse(), Ok(5..=11)) };
    format!("{severity}\t{source}\t{number}\t{}", if of_value { "" } else { address })
}

fn ours(file: &str, models: &str) -> Vec<String> {
    let directory = Path::new(DIR);
    let models =
        models.split(',').filter(|model| !model.is_empty()).map(|model| directory.join(model)).collect();
    let workspace = Workspace { models, ..Workspace::default() };
    let loaded = workspace.load(&directory.join(file), None).expect("a document");
    let mut found = Vec::new();
    for finding in &workspace.validate_up_to(&loaded, Diagnostics::LIMIT) {
        let address = finding.object.as_deref().unwrap_or_default();
        let address = if address.contains('#') { address.to_owned() } else { format!("#{address}") };
        match emf::constraint(finding.code) {
            Some((source, number)) => {
                found.push(line(finding.severity.word(), source.name(), &number.to_string(), &address));
            }
            None => assert_eq!(finding.severity, Severity::Warning, "{file}: {finding}"),
        }
    }
    found.sort();
    found
}

#[test]
fn problems_are_those_of_emf() {
    let read = |name: &str| fs::read_to_string(Path::new(DIR).join(name)).expect("a file of the tests");
    let (list, table) = (read("list.txt"), read("emf.tsv"));
    let mut theirs: BTreeMap<&str, Vec<String>> = BTreeMap::new();
    for row in table.lines() {
        let columns: Vec<&str> = row.split('\t').collect();
        let [file, severity, source, number, address] = columns.as_slice() else { panic!("{row}") };
        theirs.entry(file).or_default().push(line(severity, source, number, address));
    }
    let mut differences = Vec::new();
    let (mut documents, mut findings) = (0, 0);
    for row in list.lines() {
        let (file, models) = row.split_once('\t').unwrap_or((row, ""));
        let mut expected = theirs.remove(file).unwrap_or_default();
        expected.sort();
        documents += 1;
        findings += expected.len();
        for found in ours(file, models) {
            match expected.iter().position(|line| *line == found) {
                Some(at) => drop(expected.remove(at)),
                None => differences.push(format!("{file}: only ours: {found}")),
            }
        }
        differences.extend(expected.into_iter().map(|line| format!("{file}: only EMF: {line}")));
    }
    assert!(theirs.is_empty(), "documents that are not in the list: {:?}", theirs.keys());
    assert!(documents >= 35 && findings >= 300, "{findings} findings in {documents} documents");
    assert!(differences.is_empty(), "{} differences:\n{}", differences.len(), differences.join("\n"));
}
