require 'rgen/metamodel_builder'

module Garage
  extend RGen::MetamodelBuilder::ModuleExtension

  class Car < RGen::MetamodelBuilder::MMBase
    has_attr 'plate', String, :lowerBound => 1
    has_many_attrs 'extras', String
  end

  # Reopened, with a superclass above.
  class Car
    has_attr 'colour', String
  end

  class Helper
  end
end
