//! Trees of the maximum depth of values, and deeper ones.

use super::{golden, metamodel, survives};
use modelwright_typed::{self as typed, Element};

#[test]
fn depth_is_bounded() {
    use golden::recursion::Block;
    let chain = |depth: usize| {
        let mut block = Block::default();
        for _ in 1..depth {
            block = Block { next: Some(Box::new(block)), ..Block::default() };
        }
        block
    };
    let recursion = metamodel("recursion");
    let deep = [chain(typed::MAX_DEPTH)];
    let (mut model, document) = typed::to_model(&recursion, &deep).expect("the maximum depth");
    assert_eq!(typed::from_model::<Block>(&model, document).expect("the maximum depth"), deep);
    let again = deep.clone();
    assert!(again == deep && format!("{again:?}").len() > typed::MAX_DEPTH);
    let block = model.document(document).roots()[0];
    let class = model.class(block);
    let child = recursion.feature(class, "child").expect("a feature");
    let root = model.create(class).expect("a concrete class");
    model.add_root(document, root);
    model.add(root, child, modelwright_metamodel::model::Value::Object(block)).expect("a part");
    let problems = typed::from_model::<Block>(&model, document).expect_err("deeper than the maximum");
    assert_eq!(problems.iter().next().map(|p| p.code.id()), Some("MW0005"));
    let deeper = [chain(typed::MAX_DEPTH + 1)];
    let problems = typed::to_model(&recursion, &deeper).expect_err("deeper than the maximum");
    assert_eq!(problems.iter().next().map(|p| p.code.id()), Some("MW0005"));
}

/// Each level takes two levels of JSON and YAML.
#[test]
fn lists_have_the_maximum_depth_of_objects() {
    use golden::recursion::Block;
    let chain = |depth: usize| {
        (1..depth).fold(Block::default(), |part, _| Block { child: vec![part], ..Block::default() })
    };
    let deep = chain(typed::MAX_DEPTH);
    assert!(Block::from_json(&deep.to_json().expect("the maximum depth")).expect("the same") == deep);
    assert!(Block::from_yaml(&deep.to_yaml().expect("the maximum depth")).expect("the same") == deep);
}

/// Types with many fields need a large stack frame for each level, especially without optimisation.
#[test]
fn wide_types_have_the_same_maximum_depth() {
    use golden::recursion::{Expression, Wide};
    let mut wide = Wide::default();
    for _ in 1..typed::MAX_DEPTH {
        wide = Wide { inner: Some(Box::new(Expression::Wide(wide))), ..Wide::default() };
    }
    let deep = [wide];
    let (model, document) = typed::to_model(&metamodel("recursion"), &deep).expect("the maximum depth");
    assert!(typed::from_model::<Wide>(&model, document).is_ok_and(|back| back == deep));
    assert!(serde_json::to_string(&deep).expect("JSON").contains("inner"));
}

/// Branches of every depth; the reader postpones some of them.
#[test]
fn branches_of_any_depth_are_preserved() {
    use golden::recursion::{Binary, Block, Expression, Number, Wide};
    let number = |value| Box::new(Expression::Number(Number { value }));
    let mut branches = Vec::new();
    for depth in 0..70 {
        let mut branch = number(f64::from(depth));
        for level in 0..depth {
            branch = Box::new(match level % 3 {
                0 => Expression::Binary(Binary { left: branch, right: number(0.5) }),
                1 => Expression::Binary(Binary { left: number(1.5), right: branch }),
                _ => Expression::Wide(Wide { inner: Some(branch), ..Wide::default() }),
            });
        }
        branches.push(*branch);
    }
    let block = Block { statements: branches, ..Block::default() };
    survives("recursion", &[Block { child: vec![block.clone(), block.clone()], ..Block::default() }, block]);
}

#[test]
fn problems_in_deep_trees_are_reported_once_and_in_order() {
    use golden::recursion::{Binary, Expression, Number};
    let number = |value| Box::new(Expression::Number(Number { value }));
    let mut sum = Expression::Number(Number { value: 0.0 });
    for value in 0..100 {
        sum = Expression::Binary(Binary { left: number(f64::from(value)), right: Box::new(sum) });
    }
    let recursion = metamodel("recursion");
    let (mut model, document) = typed::to_model(&recursion, &[sum]).expect("a sound tree");
    let mut object = model.document(document).roots()[0];
    let class = model.class(object);
    let (left, right) = (recursion.feature(class, "left"), recursion.feature(class, "right"));
    let mut expected = Vec::new();
    for level in 0..100 {
        if [0, 5, 40, 99].contains(&level) {
            expected.push(model.address(object));
            model.unset(object, left.expect("a feature")).expect("a change");
        }
        object = model.get(object, right.expect("a feature")).object().expect("a part");
    }
    let problems = typed::from_model::<Expression>(&model, document).expect_err("without parts");
    let found: Vec<_> =
        problems.iter().map(|p| (p.code.id(), p.object.clone().unwrap_or_default())).collect();
    assert_eq!(found, expected.into_iter().map(|object| ("MW0702", object)).collect::<Vec<_>>());
}
