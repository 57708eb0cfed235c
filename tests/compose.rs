//! Random sites: the composition and its lookups equal those of a composer that is written from the rules alone.

#[allow(dead_code, reason = "the comparison of sites uses more of it")]
#[path = "../interop/src/answered_nodes.rs"]
mod answered_nodes;
#[path = "compose/mod.rs"]
mod compose;
#[allow(dead_code, reason = "not every user of the choices makes all of them")]
#[path = "../interop/src/random.rs"]
mod random;

#[test]
fn random_sites_have_the_values_that_the_rules_say() {
    for number in 0..300 {
        compose::compare(1, number).unwrap_or_else(|difference| panic!("{difference}"));
    }
}

#[test]
fn differences_of_random_sites_are_those_of_all_their_values() {
    for number in 0..30 {
        compose::compare_diff(3, number).unwrap_or_else(|difference| panic!("{difference}"));
    }
}

#[test]
fn the_check_of_all_values_finds_what_all_nodes_find() {
    for number in 0..30 {
        compose::compare_check(2, number).unwrap_or_else(|difference| panic!("{difference}"));
    }
}

#[test]
fn what_the_check_accepts_lookups_answer() {
    for number in 0..300 {
        compose::compare_agreement(4, number).unwrap_or_else(|difference| panic!("{difference}"));
    }
}

#[test]
fn tables_of_random_sites_contain_what_lookups_answer() {
    for number in 0..100 {
        compose::compare_table(5, number).unwrap_or_else(|difference| panic!("{difference}"));
    }
}
