//! JSON that is read directly into values is what the reader of models reads: the same value, and never a document with
//! a problem. The documents are generated from the metamodels of the hazards, with values at the limits of their
//! types, values of other types, keys out of order, and with bytes changed.

mod documents;

use super::{golden, with_checks, with_dates, with_decimals};
use documents::{Documents, Random};
use modelwright_metamodel::ecore::ClassId;
use modelwright_typed::{self as typed, Document, Element, Notation, from_certain_json};
use std::fmt::Debug;

/// The number of documents of each type.
const COUNT: usize = 400;

/// The number of changed copies of each document.
const MUTANTS: usize = 4;

/// Compares both ways of reading many documents of a type; returns how many were read directly.
fn compare<T: Element + Debug>() -> usize {
    let class = T::CLASSES[0];
    let metamodel = class.package.metamodel.metamodel().expect("a metamodel");
    let package = metamodel.package_by_uri(class.package.uri).or_else(|| metamodel.roots().next());
    let classes: Vec<ClassId> = T::CLASSES
        .iter()
        .filter_map(|class| {
            metamodel.class(metamodel.package_by_uri(class.package.uri).or(package)?, class.name)
        })
        .collect();
    assert!(!classes.is_empty(), "{}", class.name);
    let mut random = Random::new(class.name);
    let mut direct = 0;
    for at in 0..COUNT {
        let root = classes[at % classes.len()];
        let text = Documents::new(metamodel, &mut random).document(root, classes.len() > 1);
        direct += usize::from(check::<T>(&text));
        for _ in 0..MUTANTS {
            check::<T>(&random.change(&text));
        }
    }
    direct
}

/// Whether a text is read directly. The value must then be that of the reader of models, in a document without more
/// content.
#[track_caller]
fn check<T: Element + Debug>(text: &str) -> bool {
    let Some(value) = from_certain_json::<T>(text) else { return false };
    // With a byte order mark, a document is never read directly.
    let marked = format!("\u{feff}{text}");
    assert!(from_certain_json::<T>(&marked).is_none());
    let document = Document::<T>::from_slice(marked.as_bytes(), Notation::Json)
        .unwrap_or_else(|problems| panic!("{text}\nis read as {value:?}\nbut has {problems}"));
    // Values are compared by their texts, because a NaN does not equal itself.
    let direct = Document::new([value]);
    let content = |document: &Document<T>| format!("{:#?} {:#?}", document.roots, document.header);
    assert_eq!(content(&direct), content(&document), "{text}");
    let text_of = |document: &Document<T>| document.to_json().map_err(|problems| problems.to_string());
    assert_eq!(text_of(&direct), text_of(&document), "{text}");
    true
}

/// Compares types of which documents are read directly (`some`), and types of which none is (`none`), because an object
/// needs a reference, for example.
macro_rules! types {
    ($($name:ident: $count:ident $($ty:path)+;)+) => {
        $(#[test]
        fn $name() {
            $(let count = compare::<$ty>();
            assert!(types!(@$count count), "{}: {count} documents were read directly", stringify!($ty));)+
        })+
    };
    (@some $count:ident) => { $count > 0 };
    (@none $count:ident) => { $count == 0 };
}

types! {
    checked: some golden::checked::Reading golden::checked::Plan with_checks::checked::Reading
        with_checks::checked::Plan;
    composites: some golden::composites::Person golden::composites::Host with_checks::composites::Host
        golden::composites::HostPlacesValue;
    dates: some golden::dates::Visit with_dates::jiff_types::Visit with_dates::time_types::Visit;
    decimals: some golden::decimals::Bill with_decimals::rust_decimal::Bill with_decimals::bigdecimal::Bill;
    diamonds: some golden::diamond::Bottom golden::diamond::AnyLeft golden::diamond::Top;
    discriminators: some golden::discriminators::Drawing golden::discriminators::Shape golden::discriminators::Arrow;
    empties: some golden::empties::Empty golden::empties::Holder golden::empties::Void;
    enumerations: some golden::enumerations::Uses;
    expansion: some golden::expansion::At golden::expansion::AnyAt golden::expansion::SelfAt;
    facets: some golden::facets::Facets with_checks::facets::Facets;
    hostile: some golden::hostile::CaB golden::hostile::CQuoted golden::hostile::CuV;
    keywords: some golden::keywords::Self_ golden::keywords::Crate;
    letters: some golden::letters::Сор;
    library: some golden::library::Library golden::library::Book golden::library::Item;
    objects_of_any_class: some golden::anything::Holder golden::anything::EObject;
    packages: some golden::packages::Crate golden::packages::Thing;
    people: some golden::opposites::Person;
    recursion: some golden::recursion::Expression golden::recursion::Block golden::recursion::Wide;
    references_that_are_required: none golden::opposites::Firm;
    swelling: some golden::swelling::Level0 golden::swelling::Level6;
    values: some golden::values::Values;
    widths: some golden::widths::CxxxxxxBase golden::widths::Cxxxxxxxxxxx;
}

/// Types for the JSON of programs that name classes in a key of their own, and have keys that are of no interest.
mod shop {
    use super::typed;

    static SHOP: typed::Embedded = typed::Embedded::new("shop.ecore", include_str!("shop.ecore"));
    static PACKAGE: typed::Package =
        typed::Package::new("urn:shop", &SHOP).ignoring_unknown_keys().with_discriminator("kind");

    #[derive(Debug)]
    pub(super) struct Shop {
        name: Option<String>,
        paid: Vec<Payment>,
        first: Option<Card>,
    }

    typed::class! { Shop: Default in PACKAGE { name, paid, first } }

    #[derive(Debug)]
    pub(super) enum Payment {
        Card(Card),
        Cash(Cash),
    }

    typed::union! { Payment { Card, Cash } }

    #[derive(Debug)]
    pub(super) struct Card {
        number: Option<String>,
    }

    typed::class! { Card: Default in PACKAGE { number } }

    #[derive(Debug)]
    pub(super) struct Cash {
        amount: Option<typed::Number>,
    }

    typed::class! { Cash: Default in PACKAGE { amount } }
}

#[test]
fn discriminators_and_unknown_keys() {
    assert!(compare::<shop::Shop>() > 0 && compare::<shop::Payment>() > 0);
    let direct = [
        r#"{"kind": "Shop", "paid": [{"kind": "cash", "amount": 19.90}, {"kind": "Card", "kind": "card"}]}"#,
        r#"{"note": [{"kind": {}, "a": [1, null]}, "\u0041"], "first": {"kind": "card", "number": null}, "x": 1e99}"#,
        r#"{"$type": "Shop", "name": "a", "extra": {"$ref": "x", "a": 1, "a": 2}}"#,
        r#"{"paid": [{"amount": 1}, {"amount": 2, "kind": "Cash"}, {"note": 1, "number": "7"}, {"amount": null}]}"#,
        r#"{"paid": [{"amount": 1, "kind": "Card"}]}"#,
        r#"{"$model": "urn:shop", "$type": "Shop", "paid": [{"$type": "Cash", "amount": "7"}]}"#,
    ];
    for text in direct {
        assert!(check::<shop::Shop>(text), "{text}");
    }
    let others = [
        r#"{"kind": "Cash"}"#,
        r#"{"kind": 7}"#,
        r#"{"eClass": "urn:shop#//Shop"}"#,
        r#"{"\u0065Class": "urn:shop#//Shop"}"#,
        r#"{"$roots": []}"#,
        r#"{"$id": "a"}"#,
        r#"{"$model": "urn:other"}"#,
        r#"{"paid": [{"kind": "Cheque"}]}"#,
        r#"{"paid": [{"amount": 1, "number": "7"}]}"#,
        r#"{"paid": [{}]}"#,
        r#"{"paid": [{"amount": 1, "$type": "Cash"}]}"#,
        r#"{"paid": [{"$ref": "other.json#/"}]}"#,
        r#"{"first": {"kind": "Cash"}}"#,
        r#"{"name": "a", "name": "b"}"#,
        r#"{"extra": [1,]}"#,
        r#"{"extra": tru}"#,
        r#"[{"name": "a"}]"#,
        r#"{"name": "a"} {}"#,
        "",
        "{",
        "nul",
    ];
    for text in others {
        assert!(!check::<shop::Shop>(text), "{text}");
    }
}

/// Deep documents are read by the reader of models, which needs little of the stack.
#[test]
fn deep_documents_are_read_completely() {
    let nested = |levels: usize| format!("{}{{}}{}", r#"{"next": "#.repeat(levels), "}".repeat(levels));
    assert!(check::<golden::recursion::Block>(&nested(8)));
    for levels in [100, 900] {
        assert!(!check::<golden::recursion::Block>(&nested(levels)));
        assert!(golden::recursion::Block::from_json(&nested(levels)).is_ok());
    }
    assert!(golden::recursion::Block::from_json(&nested(100_000)).is_err());
}

/// Their texts and places are the same.
#[test]
fn problems_do_not_depend_on_the_way() {
    let text =
        "{\n  \"name\": \"a\",\n  \"items\": [{\"$type\": \"Book\", \"name\": \"b\", \"pages\": \"7\"}]\n}\n";
    let problems = |text: &str| match golden::library::Library::from_json(text) {
        Ok(_) => String::new(),
        Err(problems) => problems.to_string(),
    };
    assert!(problems(text).contains("pages"), "{}", problems(text));
    assert_eq!(problems(text), problems(&format!("\u{feff}{text}")));
}
