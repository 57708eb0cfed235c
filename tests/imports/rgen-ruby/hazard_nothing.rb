require "rgen/metamodel_builder"
puts 1
