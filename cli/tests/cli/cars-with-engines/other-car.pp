$an_engine = new(CombustionEngine)
$a_car = new(Car, { name => red, engine => $an_engine })
$another_car = new(Car, { name => blue, engine => $an_engine })
