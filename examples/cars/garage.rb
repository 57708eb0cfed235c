# Uses the classes that `modelwright generate ruby cars.pp -o lib` writes.
require_relative 'lib/cars'

car = Cars::Car.new(:engine_type => :combustion, :extras => [:gps, :sun_roof])
car.engine = Cars::CombustionEngine.new(:fuel => :diesel)
raise 'both ends are equal' unless car.engine.in_car == car
raise 'a default value' unless car.doors == 5

other = Cars::Car.new
other.engine = car.engine
raise 'an engine is part of one car' unless car.engine.nil?

begin
  car.addExtras(:catapult_chair)
rescue StandardError => problem
  puts problem.message
end
