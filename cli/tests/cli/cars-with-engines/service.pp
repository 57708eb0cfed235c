$an_engine = new(CombustionEngine, { fuel => diesel })
$a_car = new(Car, { engine => $an_engine })
$so = new(ServiceOrder, { serviced_engine => $an_engine })
[$a_car.engine, $so.serviced_engine, $a_car.engine == $so.serviced_engine]
