require 'rgen/metamodel_builder'
require 'rgen/ecore/ecore'
require 'rgen/ecore/ruby_to_ecore'
require 'rgen/serializer/xmi20_serializer'
module MyModel
  extend RGen::MetamodelBuilder::ModuleExtension
  EngineEnum = RGen::MetamodelBuilder::DataTypes::Enum.new([:combustion, :electric, :hybrid])
  class MyModelElement < RGen::MetamodelBuilder::MMBase
    abstract
  end
  class Engine < MyModelElement
    abstract
    has_attr 'name'
  end
  class Car < MyModelElement
    has_attr 'engine_kind', EngineEnum
    has_attr 'x', RGen::MetamodelBuilder::DataTypes::Enum.new([:a, :b])
    has_attr 'o', Object
    has_many_attr 'extras', EngineEnum
    has_many_attr 'tags'
    has_attr 'k', Class
    has_attr 'l', RGen::MetamodelBuilder::DataTypes::Long
    has_attr 'f', Float
    has_attr 'doors', Integer, :defaultValueLiteral => '5'
    has_attr 'name', String
    contains_one 'engine', Engine, 'in_car'
    contains_many_uni 'cars', Car
    has_many 'friends', Car
    annotation :source => 'x', :details => {'documentation' => 'a < "b"'}
  end
  class CE < Engine
    has_attr 'fuel'
  end
  module Sub
    extend RGen::MetamodelBuilder::ModuleExtension
    E = RGen::MetamodelBuilder::DataTypes::Enum.new(:name => 'Ee', :literals=>[:q, true])
    class T < Car
    end
    class U < RGen::MetamodelBuilder::MMMultiple(Engine, MyModelElement)
    end
  end
end

