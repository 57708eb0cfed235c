//! Generates the types of `models/orders.pp` for the JSON of a program that knows no metamodel: its objects have their class in
//! `kind`, it has keys that are of no interest here, and its readers know no defaults. Dates are those of jiff, currencies and
//! numbers of pieces are always valid, and percentages are a type of this program.

use modelwright_build::Dates;

fn main() -> Result<(), modelwright_build::Diagnostics> {
    let config = modelwright_build::Config::new().discriminator("kind").ignore_unknown_keys().with_defaults();
    let config = config.checked().dates(Dates::Jiff).type_for("Percent", "crate::percent::Percent");
    config.compile(&["models/orders.pp"])
}
