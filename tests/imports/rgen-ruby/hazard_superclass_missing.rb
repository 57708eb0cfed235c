require 'rgen/metamodel_builder'

module Garage
  extend RGen::MetamodelBuilder::ModuleExtension

  class Car < RGen::MetamodelBuilder::MMBase
    has_attr 'plate', String, :lower_bound => 1
    has_many_attrs 'extras', String
  end

  class Engine
    has_attr 'power', Integer
  end

  class Tool
  end

  class Wheel < Unknown::Part
    has_attr 'size', Integer
  end
end
