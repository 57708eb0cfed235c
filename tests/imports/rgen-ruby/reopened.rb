require 'rgen/metamodel_builder'

module Reopened
  extend RGen::MetamodelBuilder::ModuleExtension
  Base = RGen::MetamodelBuilder::MMBase
  class First < RGen::MetamodelBuilder::MMBase
    has_attr 'a', String
  end
  class Second < First; end
  class First
    has_attr 'b', Integer
    has_attr 'a', Integer, :lowerBound => 1
    contains_many 'seconds', Second, 'first'
  end
  module Inner
    extend RGen::MetamodelBuilder::ModuleExtension
    class Second < Reopened::Second
      has_one 'outer', Reopened::Second
      has_one 'own', Second
      has_one 'root', ::Reopened::First
    end
  end
end

module Reopened
  Shade = RGen::MetamodelBuilder::DataTypes::Enum.new(literals: %i[light dark], name: 'Shade')
  class Third < Inner::Second
    has_attr 'shade', Shade, defaultValueLiteral: 'dark'
  end
end

class Reopened::Inner::Fourth < Reopened::Third
  has_many_attr 'texts', String
end
