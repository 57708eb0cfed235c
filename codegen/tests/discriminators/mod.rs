//! Discriminators of the metamodel in serde's formats and in JSON that is read with problems.

use modelwright_typed::Element as _;
use super::golden::discriminators::{Arrow, Circle, Drawing, Plain, Polygon, Shape, Sign, Square, Triangle};

fn drawing() -> Drawing {
    let circle = Circle { radius: 1, ..Circle::default() };
    let square = Square { side: 2, ..Square::default() };
    Drawing {
        title: Some("every form".to_owned()),
        shapes: vec![
            circle.clone().into(),
            square.into(),
            Polygon::default().into(),
            Triangle::default().into(),
        ],
        first: Some(circle),
        sign: Some(Arrow::default().into()),
        ..Drawing::default()
    }
}

#[test]
fn serde_writes_the_text_that_names_each_class() {
    let json = serde_json::to_string(&drawing()).expect("JSON");
    assert_eq!(
        json,
        concat!(
            r#"{"title":"every form","shapes":[{"kind":"circle","radius":1},"#,
            r#"{"kind":"a \"square\" \\ ${1}","side":2},{"kind":"Polygon"},{"kind":"triangle"}],"#,
            r#""first":{"kind":"circle","radius":1},"sign":{"form of \"it\"":"->"}}"#
        )
    );
    assert_eq!(serde_json::from_str::<Drawing>(&json).expect("a drawing"), drawing());
    assert_eq!(Drawing::from_json(&json).expect("a drawing"), drawing());
}

#[test]
fn both_readers_accept_the_same_texts() {
    for (text, is_valid) in [
        (r#"{"radius": 1, "kind": "circle"}"#, true),
        (r#"{"radius": 1}"#, true),
        (r#"{"kind": "Circle", "radius": 1}"#, false),
        (r#"{"kind": "triangle", "radius": 1}"#, false),
        (r#"{"kind": "cirle", "radius": 1}"#, false),
        (r#"{"kind": 1, "radius": 1}"#, false),
    ] {
        assert_eq!(serde_json::from_str::<Shape>(text).is_ok(), is_valid, "{text}");
        assert_eq!(Shape::from_json(text).is_ok(), is_valid, "{text}");
    }
    // The struct of a class without subclasses checks the name.
    for (text, is_valid) in
        [(r#"{"kind": "circle", "radius": 1}"#, true), (r#"{"kind": "triangle", "radius": 1}"#, false)]
    {
        assert_eq!(serde_json::from_str::<Circle>(text).is_ok(), is_valid, "{text}");
        assert_eq!(Circle::from_json(text).is_ok(), is_valid, "{text}");
    }
}

#[test]
fn classes_of_one_type_may_have_other_keys() {
    for (text, sign) in [
        (
            r#"{"form of \"it\"": "->", "to": "a"}"#,
            Sign::from(Arrow { to: Some("a".to_owned()), ..Arrow::default() }),
        ),
        (r#"{"$type": "Plain", "size": 1}"#, Plain { size: Some(1), ..Plain::default() }.into()),
        (r#"{"size": 1}"#, Plain { size: Some(1), ..Plain::default() }.into()),
    ] {
        assert_eq!(serde_json::from_str::<Sign>(text).expect(text), sign);
        assert_eq!(Sign::from_json(text).expect(text), sign);
    }
}

#[test]
fn a_wrong_name_has_a_place_and_a_suggestion() {
    let problems = Shape::from_json("{\n  \"kind\": \"cirle\", \"radius\": 1}").expect_err("a wrong name");
    let problem = problems.iter().next().expect("a problem");
    let place = problem.primary_label().expect("a place");
    assert_eq!(place.source.position(place.range.start).line, 2);
    assert_eq!(problem.help.as_deref(), Some("did you mean \"circle\"?"));
}
