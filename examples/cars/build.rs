//! Generates the types and handles of `models/cars.pp`.

use modelwright_build::{Config, Failed};

fn main() -> Result<(), Failed> {
    Config::new().handles().compile(&["models/cars.pp"])
}
