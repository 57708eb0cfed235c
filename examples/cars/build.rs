//! Generates the types and handles of `models/cars.pp`.

use modelwright_build::{Config, Diagnostics};

fn main() -> Result<(), Diagnostics> {
    Config::new().handles().compile(&["models/cars.pp"])
}
