//! Objects of a model as typed handles: an engine moves from car to car, and both references are updated.

#![allow(clippy::print_stdout, reason = "a program shows what it does")]

/// The types that the build script generates from `models/cars.pp`.
#[allow(dead_code, unreachable_pub)]
#[warn(clippy::pedantic)]
mod cars {
    include!(concat!(env!("OUT_DIR"), "/cars.rs"));
}

use cars::handles::{Car, CombustionEngine};
use cars::{ExtraEquipment, METAMODEL};
use modelwright_typed::model::{History, Model};
use modelwright_typed::{Handle, handles::Edit};
use std::error::Error;
use std::sync::Arc;

fn main() -> Result<(), Box<dyn Error>> {
    let mut model =
        Model::new(Arc::clone(METAMODEL.metamodel().map_err(|problems| format!("{problems:?}"))?));
    let car = equipped(&mut model)?;
    println!("{car:?} has {:?}", car.extras(&model));
    let engine = CombustionEngine::create(&mut model)?;
    car.set_engine(&mut model, engine)?;
    println!("{engine:?} is mounted in {:?}", engine.in_car(&model));
    let other = Car::create(&mut model)?;
    other.set_engine(&mut model, engine)?;
    println!("now in {:?}, and {car:?} has {:?}", engine.in_car(&model), car.engine(&model));
    Ok(())
}

/// A car with a few extras.
fn equipped(model: &mut Model) -> Edit<Car> {
    let car = Car::create(model)?;
    car.extras_mut(model).set([ExtraEquipment::Gps, ExtraEquipment::SunRoof])?;
    car.extras_mut(model).add(ExtraEquipment::Metallic)?;
    car.extras_mut(model).remove_value(ExtraEquipment::SunRoof)?;
    Ok(car)
}

/// Another car gets the engine, which can be undone in one step.
#[cfg_attr(not(test), allow(dead_code))]
fn swap(model: &mut Model, history: &mut History, to: Car, engine: CombustionEngine) -> Edit {
    history.run(model, |model| to.set_engine(model, engine))
}

#[cfg(test)]
mod tests {
    use super::*;
    use cars::handles::{ElectricalEngine, Engine, ServiceOrder};
    use modelwright_typed::diagnostic::codes;
    use modelwright_typed::model::Value;

    fn model() -> Model {
        Model::new(Arc::clone(METAMODEL.metamodel().expect("what was generated is sound")))
    }

    #[test]
    fn an_attribute_of_many_values_is_a_list() {
        let model = &mut model();
        let car = equipped(model).expect("extras that there are");
        assert_eq!(car.extras(model).to_vec(), [ExtraEquipment::Gps, ExtraEquipment::Metallic]);
        assert_eq!((car.doors(model), car.plate(model)), (5, None));
    }

    #[test]
    fn values_are_built_with_what_they_need() {
        let engine = cars::CombustionEngine::new().with_fuel(cars::Fuel::Ethanol);
        let car =
            cars::Car::new().with_plate("B-1".to_owned()).with_engine(cars::Engine::CombustionEngine(engine));
        assert_eq!((car.doors, car.plate.as_deref(), car.extras.len()), (5, Some("B-1"), 0));
        let engine = car.engine.expect("an engine");
        assert!(
            matches!(engine, cars::Engine::CombustionEngine(engine) if engine.fuel == cars::Fuel::Ethanol)
        );
        // `Eq` is an attribute of this type only.
        fn is_eq<T: Eq>(_: &T) {}
        is_eq(&cars::ServiceOrder::new());
    }

    #[test]
    fn there_is_no_catapult_chair() {
        let unknown = "catapult_chair".parse::<ExtraEquipment>().expect_err("no such literal");
        assert_eq!(
            unknown.to_string(),
            "`catapult_chair` is not one of `gps`, `stereo`, `sun_roof`, `metallic`"
        );

        // The model rejects edits that bypass the types.
        let model = &mut model();
        let car = Car::create(model).expect("a car");
        let extras = model.metamodel().feature(model.class(*car), "extras").expect("a feature");
        let rejected = model.add(*car, extras, Value::String("catapult_chair")).expect_err("a text");
        assert_eq!((rejected.code, rejected.feature.as_str()), (codes::WRONG_VALUE_TYPE, "Car.extras"));
        assert!(car.extras(model).is_empty());
    }

    #[test]
    fn setting_an_engine_moves_it() {
        let model = &mut model();
        let engine = CombustionEngine::create(model).expect("an engine");
        assert_eq!(engine.in_car(model), None);
        let car = Car::create(model).expect("a car");
        car.set_engine(model, engine).expect("an engine");
        assert_eq!(engine.in_car(model), Some(car));

        let other = Car::create(model).expect("a car");
        let mut history = History::default();
        swap(model, &mut history, other, engine).expect("an engine");
        assert_eq!(other.engine(model), Some(Engine::from(engine)));
        assert_eq!((car.engine(model), engine.in_car(model)), (None, Some(other)));

        history.undo(model).expect("nobody else has edited it");
        assert_eq!((other.engine(model), engine.in_car(model)), (None, Some(car)));
    }

    #[test]
    fn a_new_engine_replaces_the_old_one() {
        let model = &mut model();
        let car = Car::create(model).expect("a car");
        let old = CombustionEngine::create(model).expect("an engine");
        let new = ElectricalEngine::create(model).expect("an engine");
        car.set_engine(model, old).expect("an engine");
        new.set_in_car(model, car).expect("a car");
        assert_eq!(car.engine(model).and_then(|engine| engine.cast(model)), Some(new));
        assert_eq!(old.in_car(model), None);
    }

    #[test]
    fn an_order_does_not_move_the_engine() {
        let model = &mut model();
        let (car, engine) =
            (Car::create(model).expect("a car"), CombustionEngine::create(model).expect("one"));
        car.set_engine(model, engine).expect("an engine");
        let order = ServiceOrder::create(model).expect("an order");
        order.set_serviced_engine(model, engine).expect("an engine");
        assert_eq!(order.serviced_engine(model), car.engine(model));
        assert_eq!(engine.in_car(model), Some(car));
    }
}
