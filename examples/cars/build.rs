//! Generates the types, their constructors and handles of `models/cars.pp`.

use modelwright_build::{Config, Diagnostics};

fn main() -> Result<(), Diagnostics> {
    let config = Config::new().handles().builders();
    config.attribute("ServiceOrder", "#[derive(Eq)]").compile(&["models/cars.pp"])
}
