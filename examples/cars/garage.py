"""Uses the types of `models/cars.pp` from Python: an engine moves from car to car, and both references are updated."""

import pathlib

import pymodelwright as mw

cars = mw.Metamodel.load(pathlib.Path(__file__).parent / "models" / "cars.pp")
model = mw.Model(cars)

car = model.create("Car", extras=["gps", "sun_roof"])
model.roots.append(car)
car.extras.append("metallic")
car.extras.remove("sun_roof")
assert list(car.extras) == ["gps", "metallic"]
assert (car.doors, car.plate) == (5, None)

engine = model.create("CombustionEngine", fuel="diesel")
assert engine.in_car is None
car.engine = engine
assert engine.in_car == car

other = model.create("Car")
model.roots.append(other)
other.engine = engine
assert (car.engine, engine.in_car) == (None, other)

new = model.create("ElectricalEngine")
new.in_car = other
assert other.engine == new and engine.in_car is None

order = model.create("ServiceOrder", serviced_engine=new)
assert order.serviced_engine == other.engine and new.in_car == other

try:
    car.extras.append("catapult_chair")
except mw.EditError as problem:
    print(problem)
