//! Rows that are metamodels: like files, they refer to the shipped metamodels and to those that the workspace has.

use crate::support::{lines, new_violations};
use arrow_array::StringArray;
use modelwright::files::Memory;
use modelwright::workspace::Workspace;
use modelwright_metamodel::ecore::Metamodel;
use modelwright_table::text::{self, Notation};
use modelwright_table::{RowType, Rows};
use std::sync::Arc;

const PACKAGE: &str = "http://www.eclipse.org/emf/2002/Ecore#//EPackage";

/// A package with an attribute of a type.
fn package(ty: &str) -> String {
    format!(
        r#"<ecore:EPackage xmi:version="2.0" xmlns:xmi="http://www.omg.org/XMI"
 xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xmlns:ecore="http://www.eclipse.org/emf/2002/Ecore"
 name="cars" nsURI="urn:cars" nsPrefix="cars">
<eClassifiers xsi:type="ecore:EClass" name="Car">
<eStructuralFeatures xsi:type="ecore:EAttribute" name="name" eType="ecore:EDataType {ty}"/>
</eClassifiers></ecore:EPackage>"#
    )
}

fn violations(rows: &RowType, texts: &[String]) -> Vec<String> {
    let mut violations = new_violations();
    let column = StringArray::from_iter_values(texts);
    let places = Rows::counted("packages", 0);
    text::check(rows, Notation::Xmi, &column, &places, &mut violations).expect("texts");
    lines(&mut violations)
}

#[test]
fn rows_find_the_shipped_metamodels() {
    let rows = RowType::new(Metamodel::ecore(), PACKAGE).expect("a class");
    let types =
        ["http://www.eclipse.org/emf/2002/Ecore", "platform:/plugin/org.eclipse.emf.ecore/model/Ecore.ecore"];
    assert_eq!(violations(&rows, &types.map(|uri| package(&format!("{uri}#//EString")))), [""; 0]);
    let missing = violations(&rows, &[package("other.ecore#//Name"), package("//Name")]);
    assert_eq!(missing.len(), 2, "{missing:?}");
    assert!(missing[0].contains("MW0604") && missing[1].contains("MW0109"), "{missing:?}");
}

#[test]
fn rows_find_metamodels_in_themselves() {
    let rows =
        RowType::new(Metamodel::ecore(), "http://www.eclipse.org/emf/2002/Ecore#//EObject").expect("a class");
    let text = |location: &str| {
        format!(
            r#"<xmi:XMI xmi:version="2.0" xmlns:xmi="http://www.omg.org/XMI"
 xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xmlns:ecore="http://www.eclipse.org/emf/2002/Ecore"
 xmlns:cars="urn:cars" xsi:schemaLocation="urn:cars {location}">
<ecore:EPackage name="cars" nsURI="urn:cars" nsPrefix="cars">
<eClassifiers xsi:type="ecore:EClass" name="Car"/></ecore:EPackage>
<cars:Car/></xmi:XMI>"#
        )
    };
    let found = violations(&rows, &[text("#/0"), text("other.ecore"), text("#/0")]);
    assert!(found.len() == 2 && found.iter().all(|line| line.starts_with("1.")), "{found:?}");
}

#[test]
fn rows_find_the_files_of_their_workspace_by_namespace() {
    let types = "package names { uri => 'urn:names' } type Name = String[1, 10]";
    let files = Arc::new(Memory::from_iter([("/names.pp", types)]));
    let workspace = Workspace { files, paths: vec!["/".into()], ..Workspace::default() };
    let rows = RowType::in_workspace(&workspace, PACKAGE).expect("a class");
    let found = violations(&rows, &[package("urn:names#//Name"), package("urn:names#//Nome")]);
    assert!(found.iter().all(|line| line.starts_with("1.")) && !found.is_empty(), "{found:?}");
}
