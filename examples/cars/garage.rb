# Uses the classes that `modelwright generate ruby cars.pp -o lib` writes.
require_relative 'lib/cars'

car = Cars::Car.new(:extras => [:gps, :sun_roof])
car.addExtras(:metallic)
car.removeExtras(:sun_roof)
raise 'a list of values' unless car.extras == [:gps, :metallic]
raise 'a default value' unless car.doors == 5

engine = Cars::CombustionEngine.new(:fuel => :diesel)
car.engine = engine
raise 'both ends are equal' unless engine.in_car == car

other = Cars::Car.new
other.engine = engine
raise 'an engine is part of one car' unless car.engine.nil? && engine.in_car == other

new = Cars::ElectricalEngine.new
new.in_car = other
raise 'a car has one engine' unless other.engine == new && engine.in_car.nil?

order = Cars::ServiceOrder.new(:serviced_engine => new)
raise 'a served engine stays in its car' unless order.serviced_engine == other.engine && new.in_car == other

begin
  car.addExtras(:catapult_chair)
rescue StandardError => problem
  puts problem.message
end
