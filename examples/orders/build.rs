//! Generates the types of `models/orders.pp` for the JSON of a program that knows no metamodel: its objects have their class in
//! `kind`, it has keys that are of no interest here, and its readers know no defaults.

fn main() -> Result<(), modelwright_build::Diagnostics> {
    let config = modelwright_build::Config::new().discriminator("kind").ignore_unknown_keys().with_defaults();
    config.compile(&["models/orders.pp"])
}
