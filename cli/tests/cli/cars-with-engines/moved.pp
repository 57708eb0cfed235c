$an_engine = new(CombustionEngine)
$before = $an_engine.in_car
$a_car = new(Car, { name => red, engine => $an_engine })
[$before, $an_engine.in_car.name]
