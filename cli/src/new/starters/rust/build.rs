//! Generates the types of `models/shop.pp`.

fn main() -> Result<(), modelwright_build::Diagnostics> {
    modelwright_build::Config::new().checked().compile(&["models/shop.pp"])
}
