//! Measures how the cost of reading grows with the size of a document, in every dimension of growth.
//!
//! Each row is read in three sizes; the last is sixteen times the first. With linear cost, an element costs
//! the same in all of them, except for the effect of the processor's caches; with quadratic cost, it costs
//! sixteen times as much in the last size as in the first.

use super::super::Summary;
use super::seconds;
use modelwright::workspace::Workspace;
use modelwright_metamodel::ecore::Metamodel;
use modelwright_metamodel::input::{Limits, decode_xml};
use modelwright_metamodel::model::{Document, Model};
use modelwright_notations::xmi::{ReadOptions, read};
use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// The maximum ratio between the cost of an element in the largest size and its cost in the smallest.
const ALLOWED: f64 = 4.0;
/// The default maximum depth of documents, without the root.
const DEPTH: usize = 990;

/// A dimension of growth: the counted parts, the smallest size, and a function that creates the document with
/// that number of parts.
struct Curve {
    what: &'static str,
    count: usize,
    make: fn(usize) -> CurveDocument,
}

/// The document, and the number of attributes that are added to the metamodel's class.
struct CurveDocument {
    body: String,
    attributes: usize,
}

const CURVES: [Curve; 17] = [
    Curve { what: "objects, one in another by threes", count: 62_500, make: tree },
    Curve { what: "children of one parent", count: 62_500, make: |n| plain(&children(n, |_| String::new())) },
    Curve { what: "references by path", count: 62_500, make: |n| plain(&children(n, |at| by_path(n, at))) },
    Curve { what: "references by id", count: 62_500, make: |n| plain(&children(n, |at| by_id(n, at))) },
    Curve {
        what: "references by one of two ids",
        count: 62_500,
        make: |n| plain(&children(n, |at| by_id(2, at % 2))),
    },
    Curve {
        what: "contents by id",
        count: 25_000,
        make: |n| contents(n, by_attribute(n, |at| format!("_{at}"))),
    },
    Curve {
        what: "contents by path",
        count: 25_000,
        make: |n| contents(n, by_attribute(n, |at| format!("//@nodes.1/@nodes.{at}"))),
    },
    Curve { what: "contents by path, one by one", count: 25_000, make: contents_one_by_one },
    Curve { what: "roots by path, one by one", count: 25_000, make: taken_roots },
    Curve {
        what: "containers by reference",
        count: 25_000,
        make: |n| plain(&children(n, |_| " whole=\"/\"".to_owned())),
    },
    Curve { what: "containers in a chain", count: 25_000, make: chain },
    Curve { what: "containers in a chain, one by one", count: 25_000, make: chain_by_path },
    Curve { what: "contents that are roots", count: 25_000, make: contained_roots },
    Curve { what: "references 990 levels deep", count: 100, make: deep },
    Curve { what: "levels of nesting", count: 60, make: |n| plain(&nested(n, "")) },
    Curve { what: "namespaces", count: 6_250, make: namespaces },
    Curve { what: "features of one class", count: 625, make: features },
];

pub(super) fn run(directory: &Path, summary: &mut Summary) -> Result<(), String> {
    for curve in CURVES {
        let mut each = Vec::new();
        for count in sizes(curve.count) {
            let made = (curve.make)(count);
            let metamodel = metamodel(directory, made.attributes)?;
            each.push((count, seconds(|| load(&metamodel, &made.body))? / number(count)));
        }
        report(curve.what, &each, summary);
    }
    let mut each = Vec::new();
    for count in sizes(25) {
        let first =
            set_of_documents(&directory.join(format!("set{count}")), count).map_err(|e| e.to_string())?;
        each.push((count, seconds(|| load_set(&first, count))? / number(count)));
    }
    report("documents in a set", &each, summary);
    Ok(())
}

pub(super) fn sizes(smallest: usize) -> [usize; 3] {
    [smallest, 4 * smallest, 16 * smallest]
}

pub(super) fn number(count: usize) -> f64 {
    u32::try_from(count).map_or(f64::NAN, f64::from)
}

pub(super) fn report(what: &str, each: &[(usize, f64)], summary: &mut Summary) {
    let (Some((_, first)), Some((_, last))) = (each.first(), each.last()) else { return };
    let growth = last / first;
    let mut line = format!("{what:<34}");
    for (count, seconds) in each {
        let _ = write!(line, " {count:>8}: {:>7.3} µs each", seconds * 1e6);
    }
    let _ = write!(line, ", {growth:.1} times");
    summary.note(growth <= ALLOWED, || format!("the cost grows faster than the size: {line}"));
    summary.figure(line);
}

fn load(metamodel: &Arc<Metamodel>, body: &str) -> Result<(), String> {
    let decoded = decode_xml("curve.xmi", body.as_bytes().to_vec(), &Limits::default());
    let decoded = decoded.map_err(|problem| problem.message.clone())?;
    let mut model = Model::new(Arc::clone(metamodel));
    let document = Document::new("file:/curve.xmi");
    let (_, problems) = read(&decoded.source, &mut model, document, &ReadOptions::default());
    match problems.iter().next() {
        None => Ok(()),
        Some(problem) => Err(problem.message.clone()),
    }
}

fn load_set(first: &Path, count: usize) -> Result<(), String> {
    let loaded = Workspace::default().load(first, None).map_err(|problem| problem.message.clone())?;
    let found = loaded.model.documents().count();
    if found == count { Ok(()) } else { Err(format!("{found} of {count} documents were found")) }
}

/// The metamodel of all documents: nodes in nodes, which refer to nodes.
fn metamodel(directory: &Path, attributes: usize) -> Result<Arc<Metamodel>, String> {
    let file = directory.join("curve.ecore");
    fs::write(&file, ecore(attributes)).map_err(|e| e.to_string())?;
    Workspace::default().load_metamodel(&file).map(|(metamodel, _)| metamodel).map_err(|p| p.message.clone())
}

pub(super) fn ecore(attributes: usize) -> String {
    let mut text = String::from(
        r##"<?xml version="1.0" encoding="UTF-8"?>
<ecore:EPackage xmi:version="2.0" xmlns:xmi="http://www.omg.org/XMI" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xmlns:ecore="http://www.eclipse.org/emf/2002/Ecore" name="curve" nsURI="urn:curve" nsPrefix="c">
  <eClassifiers xsi:type="ecore:EClass" name="Node">
    <eStructuralFeatures xsi:type="ecore:EReference" name="nodes" upperBound="-1" eType="#//Node" containment="true"/>
    <eStructuralFeatures xsi:type="ecore:EReference" name="next" eType="#//Node"/>
    <eStructuralFeatures xsi:type="ecore:EReference" name="own" upperBound="-1" eType="#//Node" containment="true" resolveProxies="false"/>
    <eStructuralFeatures xsi:type="ecore:EReference" name="parts" upperBound="-1" eType="#//Node" containment="true" eOpposite="#//Node/whole"/>
    <eStructuralFeatures xsi:type="ecore:EReference" name="whole" eType="#//Node" eOpposite="#//Node/parts"/>
"##,
    );
    for at in 0..attributes {
        let _ = writeln!(
            text,
            r#"<eStructuralFeatures xsi:type="ecore:EAttribute" name="a{at}" eType="ecore:EDataType http://www.eclipse.org/emf/2002/Ecore#//EString"/>"#
        );
    }
    text + "  </eClassifiers>\n</ecore:EPackage>\n"
}

/// A document of nodes, whose root has these attributes and this content.
pub(super) fn document(attributes: &str, content: &str) -> String {
    format!(
        "<c:Node xmi:version=\"2.0\" xmlns:xmi=\"http://www.omg.org/XMI\" xmlns:c=\"urn:curve\"{attributes}>{content}</c:Node>"
    )
}

fn plain(content: &str) -> CurveDocument {
    CurveDocument { body: document("", content), attributes: 0 }
}

fn tree(count: usize) -> CurveDocument {
    let four = "<nodes><nodes/><nodes/><nodes/></nodes>";
    plain(&four.repeat(count / 4))
}

fn children(count: usize, attributes: impl Fn(usize) -> String) -> String {
    (0..count).fold(String::new(), |mut text, at| {
        let _ = write!(text, "<nodes{}/>", attributes(at));
        text
    })
}

/// A pseudo-random position among `count`, so that references refer to all parts of the document.
fn elsewhere(count: usize, at: usize) -> usize {
    at.wrapping_mul(2_654_435_761) % count
}

fn by_path(count: usize, at: usize) -> String {
    format!(" next=\"//@nodes.{}\"", elsewhere(count, at))
}

fn by_id(count: usize, at: usize) -> String {
    format!(" xmi:id=\"_{at}\" next=\"_{}\"", elsewhere(count, at))
}

/// An element that contains objects whose elements are in other positions.
fn by_attribute(count: usize, address: impl Fn(usize) -> String) -> String {
    let addresses: Vec<String> = (0..count).map(|at| address(elsewhere(count, at))).collect();
    format!("<nodes parts=\"{}\"/>", addresses.join(" "))
}

/// That element, together with another element that contains the elements of its contents.
fn contents(count: usize, element: String) -> CurveDocument {
    plain(&(element + "<nodes>" + &children(count, |at| format!(" xmi:id=\"_{at}\"")) + "</nodes>"))
}

/// Elements that each take one of the remaining objects from the other elements.
fn contents_one_by_one(count: usize) -> CurveDocument {
    let parts =
        children(count, |at| format!(" parts=\"//@nodes.{count}/@nodes.{}\"", elsewhere(count - at, at)));
    contents(count, parts)
}

/// Elements whose container is the previous element.
fn chain(count: usize) -> CurveDocument {
    let linked = children(count, |at| format!(" xmi:id=\"_{}\" whole=\"_{at}\"", at + 1));
    plain(&format!("<nodes xmi:id=\"_0\"/>{linked}"))
}

/// Elements whose container is the next element. Each moves into it when it is resolved, so that the next one is then at
/// the second position.
fn chain_by_path(count: usize) -> CurveDocument {
    plain(&(children(count, |_| " whole=\"//@nodes.1\"".to_owned()) + "<nodes/>"))
}

fn contained_roots(count: usize) -> CurveDocument {
    let addresses: Vec<String> = (1..=count).map(|at| format!("/{at}")).collect();
    roots(&format!("<c:Node parts=\"{}\"/>", addresses.join(" ")), count)
}

/// Roots that other roots contain.
fn taken_roots(count: usize) -> CurveDocument {
    let content = children(count, |at| format!(" own=\"/{}\"", 1 + elsewhere(count - at, at)));
    roots(&format!("<c:Node>{content}</c:Node>"), count)
}

/// A document of one root and many empty ones.
fn roots(first: &str, empty: usize) -> CurveDocument {
    let roots = first.to_owned() + &"<c:Node/>".repeat(empty);
    let body = format!(
        "<xmi:XMI xmi:version=\"2.0\" xmlns:xmi=\"http://www.omg.org/XMI\" xmlns:c=\"urn:curve\">{roots}</xmi:XMI>"
    );
    CurveDocument { body, attributes: 0 }
}

fn nested(levels: usize, inside: &str) -> String {
    "<nodes>".repeat(levels) + inside + &"</nodes>".repeat(levels)
}

fn deep(count: usize) -> CurveDocument {
    let path = "/".to_owned() + &"/@nodes.0".repeat(DEPTH);
    plain(&nested(DEPTH - 1, &format!("<nodes next=\"{path}\"/>").repeat(count)))
}

fn namespaces(count: usize) -> CurveDocument {
    let declared = (0..count).fold(String::new(), |mut text, at| {
        let _ = write!(text, " xmlns:p{at}=\"urn:{at}\"");
        text
    });
    let used = children(count, |at| {
        format!(
            " xmlns:xsi=\"http://www.w3.org/2001/XMLSchema-instance\" xsi:type=\"c:Node\" next=\"//@nodes.{at}\""
        )
    });
    CurveDocument { body: document(&declared, &used), attributes: 0 }
}

fn features(count: usize) -> CurveDocument {
    let given = (0..count).fold(String::new(), |mut text, at| {
        let _ = write!(text, " a{at}=\"{at}\"");
        text
    });
    CurveDocument { body: document(&given, ""), attributes: count }
}

/// Writes documents that each refer to the next document; returns the first.
fn set_of_documents(directory: &Path, count: usize) -> std::io::Result<PathBuf> {
    fs::create_dir_all(directory)?;
    fs::write(directory.join("curve.ecore"), ecore(0))?;
    for at in 0..count {
        let next = if at + 1 < count { format!("<next href=\"{}.xmi#/\"/>", at + 1) } else { String::new() };
        let location = " xmlns:xsi=\"http://www.w3.org/2001/XMLSchema-instance\" xsi:schemaLocation=\"urn:curve curve.ecore\"";
        fs::write(directory.join(format!("{at}.xmi")), document(location, &next))?;
    }
    Ok(directory.join("0.xmi"))
}
